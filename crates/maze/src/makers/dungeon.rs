//! Mazes as maps for role-playing games: a character a block, `#` for rock and
//! `.` for floor, `<` where one comes in and `>` where one leaves.

use super::graph_of;
use super::tiled::{from_tiles, tiles};
use crate::formats::FormatError;
use crate::maze::Maze;
use crate::surface::SurfaceError;
use dedale_grid::Cell;
use dedale_text::Located;

/// The maze as a map; refused if it is too large for one.
///
/// ```
/// use dedale_maze::makers::{read_dungeon, to_dungeon};
/// let map = "#####\n#<..#\n###.#\n#>..#\n#####\n";
/// let maze = read_dungeon(map.as_bytes())?;
/// assert_eq!(to_dungeon(&maze)?, map);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_dungeon(maze: &Maze) -> Result<String, SurfaceError> {
    let (size, wide) = (maze.size(), 2 * maze.size().cols() + 1);
    let numbers = tiles(&graph_of(maze)?).map_or_else(Vec::new, |(_, _, numbers)| numbers);
    let mut blocks: Vec<u8> = numbers.iter().map(|&tile| if tile == 1 { b'.' } else { b'#' }).collect();
    let stairs = maze.goals().into_iter().map(|cell| (cell, b'>')).chain(maze.start().map(|cell| (cell, b'<')));
    for (cell, stairs) in stairs {
        let point = size.point(cell);
        blocks[(2 * point.row as usize + 1) * wide + 2 * point.col as usize + 1] = stairs;
    }
    Ok(blocks.chunks(wide).map(|line| String::from_utf8_lossy(line) + "\n").collect())
}

/// Reads such a map.
pub fn read_dungeon(bytes: &[u8]) -> Result<Maze, Located<FormatError>> {
    let lines: Vec<&[u8]> = bytes.trim_ascii_end().split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    let wide = lines[0].len();
    let (mut floor, mut stairs) = (Vec::with_capacity(bytes.len()), Vec::new());
    for (row, line) in lines.iter().enumerate() {
        let fault = |column: usize, found: String| Located::new(row + 1, column + 1, FormatError::Block { found });
        for (column, &block) in line.iter().enumerate() {
            if !b"#.<>".contains(&block) {
                let rest = String::from_utf8_lossy(&line[column..line.len().min(column + 8)]);
                return Err(fault(column, crate::formats::shown(rest.chars().next())));
            }
            let between = row.is_multiple_of(2) || column.is_multiple_of(2);
            if matches!(block, b'<' | b'>') {
                if between {
                    return Err(fault(column, crate::formats::shown(Some(char::from(block)))));
                }
                let cell = Cell::new((row / 2 * (wide / 2) + column / 2) as u32);
                stairs.push((cell, if block == b'<' { 'S' } else { 'G' }));
            }
            floor.push(block != b'#');
        }
        if line.len() != wide {
            return Err(Located::new(row + 1, line.len().min(wide) + 1, FormatError::Blocks));
        }
    }
    let map = from_tiles(wide, lines.len(), &floor);
    let mut maze = map.ok_or_else(|| Located::new(lines.len(), wide, FormatError::Blocks))?;
    maze.marks.extend(stairs);
    Ok(maze)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read;
    use crate::{Algorithm, Options, Plan, generate};
    use dedale_grid::{Dir, Size};

    #[test]
    fn maps_read_back() {
        for seed in 0..20 {
            let mut plan = Plan::new(Size::new(4, 6).unwrap());
            plan.remove(Cell::new(8));
            let mut maze = Maze::from(generate(Algorithm::Wilson, &plan, &Options::default(), seed));
            maze.absent = plan.absent().cloned();
            maze.gaps.insert((Cell::new(3), Dir::Up));
            let again = read(to_dungeon(&maze).unwrap().as_bytes()).unwrap();
            assert_eq!((&again.absent, &again.gaps), (&maze.absent, &maze.gaps));
            assert!(
                maze.walls.inner().all(|(cell, dir)| maze.walls.is_open(cell, dir) == again.walls.is_open(cell, dir))
            );
            assert_eq!((again.start(), again.goals()), (maze.start(), maze.goals()));
        }
    }

    #[test]
    fn faults_are_found_where_they_are() {
        let place = |map: &str| read(map.as_bytes()).map_err(|fault| (fault.line, fault.column)).unwrap_err();
        assert_eq!(place("###\n#x#\n###"), (2, 2));
        assert_eq!(place("###\n#.\n###"), (2, 3));
        assert_eq!(place("###\n#.##\n###"), (2, 4));
        assert_eq!(place("#####\n#.>.#\n#####"), (2, 3));
        assert_eq!(place("###\n#.#"), (2, 3));
        assert_eq!(place("#"), (1, 1));
        assert_eq!(place("###\n#é#\n###"), (2, 2));
    }
}
