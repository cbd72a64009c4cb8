//! Mazes of any number of rows, written while they are made.
//!
//! One thread makes rows as words of walls, the other turns them into text:
//! with memory for a few rows, and twice as fast as one after the other.

use super::write::{write_row, write_top};
use crate::generators::rows::RowMaker;
use crate::surface::{self, HexRowMaker};
use std::io::{self, Write};
use std::sync::mpsc::{channel, sync_channel};

/// What makes a maze row by row.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Rows {
    /// On squares.
    Squares(RowMaker),
    /// On hexagons.
    Hex(HexRowMaker),
}

impl From<RowMaker> for Rows {
    fn from(maker: RowMaker) -> Self {
        Self::Squares(maker)
    }
}

impl From<HexRowMaker> for Rows {
    fn from(maker: HexRowMaker) -> Self {
        Self::Hex(maker)
    }
}

impl Rows {
    fn shape(&self) -> Shape {
        match self {
            Self::Squares(maker) => Shape { cols: maker.cols(), hex: false },
            Self::Hex(maker) => Shape { cols: maker.cols(), hex: true },
        }
    }

    fn make(&mut self, walls: &mut [u64], last: bool) {
        match self {
            Self::Squares(maker) => {
                let (east, south) = walls.split_at_mut(walls.len() / 2);
                maker.row(east, south, last);
            }
            Self::Hex(maker) => maker.row(walls, last),
        }
    }
}

/// How rows become text.
#[derive(Clone, Copy)]
struct Shape {
    cols: usize,
    hex: bool,
}

impl Shape {
    /// The words of a row.
    fn words(self) -> usize {
        self.cols.div_ceil(64) * if self.hex { 3 } else { 2 }
    }

    fn top(self, out: &mut Vec<u8>) {
        if self.hex { surface::write_top(self.cols, out) } else { write_top(self.cols, out) }
    }

    fn text(self, walls: &[u64], row: u64, rows: u64, out: &mut Vec<u8>) {
        if self.hex {
            surface::write_row(walls, self.cols, row % 2 == 1, row + 1 == rows, out);
        } else {
            let (east, south) = walls.split_at(walls.len() / 2);
            write_row(east, south, self.cols, out);
        }
    }
}

/// Rows go from one thread to the other in batches of about so many cells.
const BATCH: usize = 1 << 17;

/// Writes a maze of any number of rows as text while it is made, with
/// O(columns) memory. `go_on` is asked now and then with the rows done; when it
/// says no the writing stops with [`io::ErrorKind::Interrupted`].
pub fn stream(
    maker: impl Into<Rows>,
    rows: u64,
    out: &mut impl Write,
    mut go_on: impl FnMut(u64) -> bool,
) -> io::Result<()> {
    let mut maker = maker.into();
    let shape = maker.shape();
    let batch = (BATCH / shape.cols.max(1)).max(1);
    let mut buffer = Vec::new();
    shape.top(&mut buffer);
    let mut row = 0;
    let mut write = |walls: &[u64]| {
        if !go_on(row) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        for walls in walls.chunks_exact(shape.words()) {
            shape.text(walls, row, rows, &mut buffer);
            row += 1;
        }
        out.write_all(&buffer)?;
        buffer.clear();
        Ok(())
    };
    let mut made = 0;
    let mut next = move |mut walls: Vec<u64>| {
        let count = (rows - made).min(batch as u64);
        walls.resize(count as usize * shape.words(), 0);
        for walls in walls.chunks_exact_mut(shape.words()) {
            made += 1;
            maker.make(walls, made == rows);
        }
        (count > 0).then_some(walls)
    };
    if rows <= batch as u64 {
        return next(Vec::new()).map_or(Ok(()), |walls| write(&walls));
    }
    std::thread::scope(|scope| {
        let (send, receive) = sync_channel::<Vec<u64>>(2);
        let (give_back, empty) = channel();
        scope.spawn(move || {
            // Whoever writes has stopped listening when something failed.
            while let Some(walls) = next(empty.try_recv().unwrap_or_default()) {
                if send.send(walls).is_err() {
                    break;
                }
            }
        });
        for walls in receive {
            write(&walls)?;
            let _ = give_back.send(walls);
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::check_stream;
    use crate::formats::write_text;
    use crate::rows::RowKind;
    use crate::surface::{Kind, Surface, write_hex_text};
    use crate::{Algorithm, Maze, Options, Plan, generate};
    use dedale_grid::Size;
    use std::sync::Arc;

    const KINDS: [RowKind; 3] = [RowKind::BinaryTree, RowKind::Sidewinder, RowKind::Eller];

    #[test]
    fn streams_are_the_mazes_made_at_once() {
        // The last is made in several batches.
        for (cols, rows) in [(1, 1), (1, 9), (70, 1), (64, 3), (7, 8), (300, 450)] {
            for kind in KINDS {
                let algorithm = Algorithm::ALL.into_iter().find(|algorithm| algorithm.rows() == Some(kind)).unwrap();
                let (mut streamed, mut whole) = (Vec::new(), Vec::new());
                stream(RowMaker::new(kind, cols, 3, 0.5), rows, &mut streamed, |_| true).unwrap();
                let plan = Plan::new(Size::new(rows as usize, cols).unwrap());
                write_text(&Maze::from(generate(algorithm, &plan, &Options::default(), 3)), &mut whole).unwrap();
                assert!(streamed == whole, "{algorithm} {cols}x{rows}");
                assert!(check_stream(&streamed[..]).unwrap().perfect);

                let (mut streamed, mut whole) = (Vec::new(), Vec::new());
                stream(HexRowMaker::new(kind, cols, 3, 0.5), rows, &mut streamed, |_| true).unwrap();
                let graph = Arc::new(Surface::new(Kind::Hex, cols as u32, rows as u32).unwrap().graph());
                let maze = surface::generate(algorithm, &graph, &Options::default(), 3);
                write_hex_text(&maze, &mut whole).unwrap();
                assert!(streamed == whole, "{algorithm} on hexagons {cols}x{rows}");
                let survey = check_stream(&streamed[..]).unwrap();
                assert!(survey.perfect && survey.cells == cols as u64 * rows, "{survey:?}");
            }
        }
    }

    #[test]
    fn a_closed_pipe_and_a_call_to_stop_end_the_work() {
        struct Full(usize);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let maker = || RowMaker::new(RowKind::Eller, 1000, 1, 0.5);
        let closed = stream(maker(), u64::MAX, &mut Full(5_000_000), |_| true).unwrap_err();
        assert_eq!(closed.kind(), io::ErrorKind::BrokenPipe);
        let stopped = stream(maker(), u64::MAX, &mut io::sink(), |row| row < 2000).unwrap_err();
        assert_eq!(stopped.kind(), io::ErrorKind::Interrupted);
    }
}
