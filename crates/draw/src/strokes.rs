//! Lines joined into as few strokes as possible, for plotters and for short
//! files.
//!
//! Segments are edges of a graph. A piece of it with 2k corners where an odd
//! number of segments meet needs max(1, k) strokes, and Hierholzer's method
//! (1873) finds so many: odd corners are joined in pairs by jumps, a closed
//! round over everything is walked, and it is cut at the jumps. O(segments).

use std::collections::HashMap;

/// Joins segments, given by the numbers of their ends, into the fewest strokes
/// that draw each of them once. A segment given twice is drawn twice.
///
/// ```
/// use dedale_draw::strokes::joined;
/// let square_with_cross = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]];
/// assert_eq!(joined(&square_with_cross).len(), 1);
/// assert_eq!(joined(&[[0, 1], [2, 3]]).len(), 2);
/// ```
pub fn joined(segments: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let mut at = meeting(segments);
    let pieces = pieces(segments, &at);
    let mut strokes = Vec::new();
    let mut edges = segments.to_vec();
    let mut drawn = vec![false; segments.len()];
    for piece in pieces {
        // Jumps between odd corners; all but one pair, so that the walk need
        // not come home, would do as well: cutting drops the empty stroke.
        let odd: Vec<u32> = piece.iter().copied().filter(|&corner| at[corner as usize].len() % 2 == 1).collect();
        for pair in odd.chunks_exact(2) {
            let number = edges.len() as u32;
            edges.push([pair[0], pair[1]]);
            drawn.push(false);
            at[pair[0] as usize].push(number);
            at[pair[1] as usize].push(number);
        }
        let start = odd.first().copied().unwrap_or(piece[0]);
        let round = round(start, &edges, &mut at, &mut drawn);
        cut(&round, segments.len() as u32, &mut strokes);
    }
    strokes
}

/// Draws segments without lifting the pen within a piece: one stroke each, for
/// which some segments are drawn twice.
///
/// The odd corners of a piece have to be joined by doubled segments. Within a
/// tree over the piece there is one way to do so: a branch is doubled if there
/// is an odd number of odd corners in it. O(segments).
///
/// ```
/// use dedale_draw::strokes::toured;
/// assert_eq!(toured(&[[0, 1], [0, 2], [0, 3]]).len(), 1);
/// assert_eq!(toured(&[[0, 1], [2, 3]]).len(), 2);
/// ```
pub fn toured(segments: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let at = meeting(segments);
    // Each corner with the segment towards the root, in the order found.
    let mut seen = vec![false; at.len()];
    let mut found: Vec<(u32, Option<u32>)> = Vec::new();
    for &[first, _] in segments {
        if std::mem::replace(&mut seen[first as usize], true) {
            continue;
        }
        let mut next = found.len();
        found.push((first, None));
        while let Some(&(corner, _)) = found.get(next) {
            next += 1;
            for &number in &at[corner as usize] {
                let [a, b] = segments[number as usize];
                let end = if a == corner { b } else { a };
                if !std::mem::replace(&mut seen[end as usize], true) {
                    found.push((end, Some(number)));
                }
            }
        }
    }
    let mut odd: Vec<bool> = at.iter().map(|here| here.len() % 2 == 1).collect();
    let mut doubled = segments.to_vec();
    for &(corner, by) in found.iter().rev() {
        if let Some(number) = by.filter(|_| odd[corner as usize]) {
            let [a, b] = segments[number as usize];
            odd[if a == corner { b } else { a } as usize] ^= true;
            doubled.push([a, b]);
        }
    }
    joined(&doubled)
}

/// The segments that meet at every corner.
fn meeting(segments: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let corners = segments.iter().flatten().max().map_or(0, |&most| most as usize + 1);
    let mut at = vec![Vec::new(); corners];
    for (number, &[a, b]) in segments.iter().enumerate() {
        at[a as usize].push(number as u32);
        at[b as usize].push(number as u32);
    }
    at
}

/// The corners of every connected piece.
fn pieces(segments: &[[u32; 2]], at: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut seen = vec![false; at.len()];
    let mut pieces = Vec::new();
    for &[first, _] in segments {
        if std::mem::replace(&mut seen[first as usize], true) {
            continue;
        }
        let mut piece = vec![first];
        let mut next = 0;
        while let Some(&corner) = piece.get(next) {
            next += 1;
            for &number in &at[corner as usize] {
                for end in segments[number as usize] {
                    if !std::mem::replace(&mut seen[end as usize], true) {
                        piece.push(end);
                    }
                }
            }
        }
        pieces.push(piece);
    }
    pieces
}

/// A closed walk over all segments of a piece: each corner with the segment by
/// which it was reached, the first without one.
fn round(start: u32, edges: &[[u32; 2]], at: &mut [Vec<u32>], drawn: &mut [bool]) -> Vec<(u32, Option<u32>)> {
    let mut stack = vec![(start, None)];
    let mut walk = Vec::new();
    while let Some(&(corner, _)) = stack.last() {
        match at[corner as usize].pop() {
            Some(number) if drawn[number as usize] => {}
            Some(number) => {
                drawn[number as usize] = true;
                let [a, b] = edges[number as usize];
                stack.push((if a == corner { b } else { a }, Some(number)));
            }
            None => walk.extend(stack.pop()),
        }
    }
    walk
}

/// Cuts a closed walk at its jumps. The walk comes backwards, so a corner's
/// segment leads to the corner after it.
fn cut(walk: &[(u32, Option<u32>)], first_jump: u32, strokes: &mut Vec<Vec<u32>>) {
    let mut parts: Vec<Vec<u32>> = vec![Vec::new()];
    let mut jumps = 0;
    for &(corner, by) in walk {
        parts.last_mut().expect("there is a part").push(corner);
        if by.is_some_and(|number| number >= first_jump) {
            jumps += 1;
            parts.push(Vec::new());
        }
    }
    // The walk is closed: where it was cut, its last part goes on in its first.
    if jumps > 0
        && let Some(last) = parts.pop()
    {
        let first = std::mem::take(&mut parts[0]);
        parts[0] = last.into_iter().chain(first.into_iter().skip(1)).collect();
    }
    strokes.extend(parts.into_iter().filter(|part| part.len() > 1));
}

/// Numbers for points that are the same up to a thousandth.
#[derive(Debug, Default)]
pub struct Corners {
    numbers: HashMap<(i64, i64), u32>,
    points: Vec<(f32, f32)>,
}

impl Corners {
    /// No points yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of a point.
    pub fn number(&mut self, (x, y): (f32, f32)) -> u32 {
        let key = |value: f32| (f64::from(value) * 1000.0).round() as i64;
        let next = self.points.len() as u32;
        let number = *self.numbers.entry((key(x), key(y))).or_insert(next);
        if number == next {
            self.points.push((x, y));
        }
        number
    }

    /// The point of a number.
    pub fn point(&self, number: u32) -> (f32, f32) {
        self.points[number as usize]
    }

    /// Lines as the fewest strokes over the same ink; straight runs become one
    /// segment.
    pub fn strokes(lines: &[Vec<(f32, f32)>]) -> Vec<Vec<(f32, f32)>> {
        Self::drawn(lines, joined)
    }

    /// Lines as one stroke a connected piece, some drawn twice.
    pub fn tours(lines: &[Vec<(f32, f32)>]) -> Vec<Vec<(f32, f32)>> {
        Self::drawn(lines, toured)
    }

    fn drawn(lines: &[Vec<(f32, f32)>], order: impl Fn(&[[u32; 2]]) -> Vec<Vec<u32>>) -> Vec<Vec<(f32, f32)>> {
        let mut corners = Self::new();
        let mut segments = Vec::new();
        for line in lines {
            let numbers: Vec<u32> = line.iter().map(|&point| corners.number(point)).collect();
            segments.extend(numbers.windows(2).map(|pair| [pair[0], pair[1]]).filter(|[a, b]| a != b));
        }
        order(&segments).into_iter().map(|stroke| straightened(stroke.iter().map(|&at| corners.point(at)))).collect()
    }
}

/// A line with only the points where it turns.
pub fn straightened(points: impl Iterator<Item = (f32, f32)>) -> Vec<(f32, f32)> {
    let mut line: Vec<(f32, f32)> = Vec::new();
    for point in points {
        if let [.., a, b] = line[..] {
            let (x, y, u, v) = (b.0 - a.0, b.1 - a.1, point.0 - b.0, point.1 - b.1);
            let (aside, along) = (x * v - y * u, x * u + y * v);
            if along > 0.0 && aside.abs() < 1e-4 * along {
                line.pop();
            }
        }
        line.push(point);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest strokes, by the rule.
    fn least(segments: &[[u32; 2]]) -> usize {
        let at = meeting(segments);
        let odd = |piece: &Vec<u32>| piece.iter().filter(|&&corner| at[corner as usize].len() % 2 == 1).count();
        pieces(segments, &at).iter().map(|piece| (odd(piece) / 2).max(1)).sum()
    }

    #[test]
    fn every_segment_once_and_as_few_strokes_as_can_be() {
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for round in 0..400 {
            let corners = 2 + random(12);
            let segments: Vec<[u32; 2]> = (0..random(24))
                .map(|_| [random(corners) as u32, random(corners) as u32])
                .filter(|[a, b]| a != b)
                .collect();
            let strokes = joined(&segments);
            let sorted = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
            let mut found: Vec<[u32; 2]> =
                strokes.iter().flat_map(|stroke| stroke.windows(2).map(|pair| sorted([pair[0], pair[1]]))).collect();
            let mut expected: Vec<[u32; 2]> = segments.iter().copied().map(sorted).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "round {round}");
            assert_eq!(strokes.len(), least(&segments), "round {round}: {segments:?}");

            let tours = toured(&segments);
            let mut walked: Vec<[u32; 2]> =
                tours.iter().flat_map(|tour| tour.windows(2).map(|pair| sorted([pair[0], pair[1]]))).collect();
            walked.sort_unstable();
            for segment in expected.iter().collect::<std::collections::BTreeSet<_>>() {
                let times = |all: &[[u32; 2]]| all.iter().filter(|other| *other == segment).count();
                let (given, drawn) = (times(&expected), times(&walked));
                assert!((given..=2 * given).contains(&drawn), "round {round}: {segment:?} {drawn} times");
            }
            assert!(tours.iter().all(|tour| tour.first() == tour.last()), "round {round}: {tours:?}");
            assert_eq!(tours.len(), pieces(&segments, &meeting(&segments)).len(), "round {round}");
        }
    }

    #[test]
    fn straight_runs_are_one_segment() {
        let line = vec![(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0)];
        let reversed: Vec<(f32, f32)> = line.iter().rev().copied().collect();
        assert_eq!(straightened(line.iter().copied()).len(), 3);
        let strokes = Corners::strokes(&[line[..2].to_vec(), line[1..].to_vec()]);
        assert_eq!(strokes.len(), 1);
        assert!(strokes[0] == straightened(line.into_iter()) || strokes[0] == straightened(reversed.into_iter()));
    }
}
