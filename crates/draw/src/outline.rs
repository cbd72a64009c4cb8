//! Cells as one shape: neighbours merge, and only outer and inner corners are
//! rounded. O(cells).

type Point = (f32, f32);

/// Straight pieces of a rounded corner.
const PIECES: usize = 4;

/// The outlines of cells, one closed polyline a loop. Every edge of a cell without
/// a neighbour is walked once, clockwise; holes are walked the other way. Where
/// two cells only touch at a corner they stay apart.
///
/// ```
/// use dedale_draw::outline;
/// let three_of_four = |row: usize, col: usize| row == 0 || col == 0;
/// assert_eq!(outline(2, 2, three_of_four, 1.0, 0.0), [[
///     (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0), (0.0, 0.0), (2.0, 0.0),
/// ]]);
/// ```
pub fn outline(
    rows: usize,
    cols: usize,
    has: impl Fn(usize, usize) -> bool,
    unit: f32,
    radius: f32,
) -> Vec<Vec<Point>> {
    let wide = cols + 1;
    // By corner of the grid: the directions in which an edge leaves, a bit each.
    let mut leaving = vec![0_u8; (rows + 1) * wide];
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).filter(|(r, c)| has(*r, *c)) {
        let corner = row * wide + col;
        if row == 0 || !has(row - 1, col) {
            leaving[corner] |= 1;
        }
        if col + 1 == cols || !has(row, col + 1) {
            leaving[corner + 1] |= 2;
        }
        if row + 1 == rows || !has(row + 1, col) {
            leaving[corner + wide + 1] |= 4;
        }
        if col == 0 || !has(row, col - 1) {
            leaving[corner + wide] |= 8;
        }
    }
    let mut loops = Vec::new();
    for start in 0..leaving.len() {
        for dir in 0..4 {
            if leaving[start] >> dir & 1 == 1 {
                loops.push(rounded(&corners(&mut leaving, wide, start, dir), unit, radius));
            }
        }
    }
    loops
}

/// Walks one loop, taking its edges away, and tells its corners.
fn corners(leaving: &mut [u8], wide: usize, start: usize, first: usize) -> Vec<Point> {
    let mut found = Vec::new();
    let (mut at, mut dir) = (start, first);
    loop {
        leaving[at] &= !(1 << dir);
        at = match dir {
            0 => at + 1,
            1 => at + wide,
            2 => at - 1,
            _ => at - wide,
        };
        // To the right first: that stays with the same cell.
        let next = [(dir + 1) % 4, dir, (dir + 3) % 4].into_iter().find(|next| leaving[at] >> next & 1 == 1);
        let turned = next.unwrap_or(first);
        if turned != dir {
            found.push(((at % wide) as f32, (at / wide) as f32));
        }
        if next.is_none() {
            return found;
        }
        dir = turned;
    }
}

/// A closed polyline with its corners rounded.
fn rounded(corners: &[Point], unit: f32, radius: f32) -> Vec<Point> {
    let count = corners.len();
    let mut line = Vec::new();
    for (index, corner) in corners.iter().enumerate() {
        let (x, y) = (corner.0 * unit, corner.1 * unit);
        let towards = |other: Point| {
            let sign = |from: f32, to: f32| if from == to { 0.0 } else { (to - from).signum() };
            (x + sign(corner.0, other.0) * radius, y + sign(corner.1, other.1) * radius)
        };
        if radius == 0.0 {
            line.push((x, y));
            continue;
        }
        let (from, to) = (towards(corners[(index + count - 1) % count]), towards(corners[(index + 1) % count]));
        for piece in 0..=PIECES {
            // A quadratic curve with the corner as its handle.
            let t = piece as f32 / PIECES as f32;
            let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
            line.push((a * from.0 + b * x + c * to.0, a * from.1 + b * y + c * to.1));
        }
    }
    line.extend(line.first().copied());
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice the area inside, holes taken away.
    fn area(loops: &[Vec<Point>]) -> f32 {
        loops.iter().flat_map(|line| line.windows(2)).map(|two| two[0].0 * two[1].1 - two[1].0 * two[0].1).sum()
    }

    #[test]
    fn the_area_is_that_of_the_cells() {
        for (loops, rows) in [
            (1, vec!["#"]),
            (2, vec!["###", "# #", "###"]),
            // Corner to corner they stay apart.
            (2, vec!["# ", " #"]),
            (3, vec!["#####", "# # #", "#####"]),
            (1, vec!["#  ", "## ", " ##"]),
            (0, vec!["  "]),
        ] {
            let has = |row: usize, col: usize| rows[row].as_bytes()[col] == b'#';
            let found = outline(rows.len(), rows[0].len(), has, 2.0, 0.0);
            assert_eq!(found.len(), loops, "{rows:?}");
            let cells = rows.concat().matches('#').count();
            assert_eq!(area(&found), 8.0 * cells as f32, "{rows:?}");
            let soft = outline(rows.len(), rows[0].len(), has, 2.0, 0.3);
            assert!((area(&soft) - area(&found)).abs() < 0.5 * (1 + cells) as f32);
        }
    }
}
