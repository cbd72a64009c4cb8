//! The three examples of the specification: two corridors that fill a board,
//! and a maze whose middle is closed.

use crate::maze::Maze;
use dedale_grid::{Cell, Dir, Size, Walls};

/// An example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "questions",
    derive(clap::ValueEnum, serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase"),
    schemars(rename = "MazeSample")
)]
#[non_exhaustive]
pub enum Sample {
    /// One corridor, to and fro.
    #[default]
    Snake,
    /// One corridor, round and round to the middle.
    Snail,
    /// A ring around a middle that is closed.
    Unperfect,
}

/// Columns and rows of the examples.
const SIDE: usize = 10;

/// An example as a maze of ten by ten cells.
///
/// ```
/// use dedale_maze::analysis::survey;
/// use dedale_maze::samples::{Sample, maze};
/// assert!(survey(&maze(Sample::Snail)).perfect);
/// assert_eq!(survey(&maze(Sample::Unperfect)).components, 2);
/// ```
pub fn maze(sample: Sample) -> Maze {
    let size = Size::new(SIDE, SIDE).expect("ten by ten is a size");
    let at = |row: usize, column: usize| Cell::new((row * SIDE + column) as u32);
    let mut walls = Walls::closed(size);
    let cells: Vec<Cell> = match sample {
        Sample::Snake => (0..SIDE)
            .flat_map(|row| {
                (0..SIDE).map(move |column| if row % 2 == 0 { (row, column) } else { (row, SIDE - 1 - column) })
            })
            .map(|(row, column)| at(row, column))
            .collect(),
        Sample::Snail | Sample::Unperfect => inwards().into_iter().map(|(row, column)| at(row, column)).collect(),
    };
    // The outer ring of a snail has 36 cells and the next 28; between the two
    // rings the unperfect one stays shut.
    let shut = (sample == Sample::Unperfect).then_some(4 * SIDE - 4 + 4 * SIDE - 12);
    for (index, pair) in cells.windows(2).enumerate() {
        let step = Dir::ALL.into_iter().find(|&dir| size.step(pair[0], dir) == Some(pair[1]));
        if let Some(dir) = step.filter(|_| Some(index + 1) != shut) {
            walls.open(pair[0], dir);
        }
    }
    walls.into()
}

/// The cells of the board round and round to the middle.
fn inwards() -> Vec<(usize, usize)> {
    let mut cells = Vec::with_capacity(SIDE * SIDE);
    for ring in 0..SIDE / 2 {
        let (low, high) = (ring, SIDE - 1 - ring);
        cells.extend((low..=high).map(|column| (low, column)));
        cells.extend((low + 1..=high).map(|row| (row, high)));
        cells.extend((low..high).rev().map(|column| (high, column)));
        cells.extend((low + 1..high).rev().map(|row| (row, low)));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::survey;

    #[test]
    fn corridors_and_a_closed_middle() {
        for sample in [Sample::Snake, Sample::Snail] {
            let survey = survey(&maze(sample));
            assert!(survey.perfect && survey.dead_ends == 2 && survey.junctions == 0, "{sample:?}");
        }
        let closed = survey(&maze(Sample::Unperfect));
        assert_eq!((closed.connected, closed.components, closed.cycles), (false, 2, 0));
    }
}
