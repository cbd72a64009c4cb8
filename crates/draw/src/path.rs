//! Outlines written down as SVG writes them (`M0 0h4q1 0 1 1z`), as polylines.
//!
//! Curves become a few straight pieces each, always the same: enough for what is
//! drawn some dozens of pixels large.

use std::f32::consts::{PI, TAU};

/// Pieces of a curve.
const PIECES: usize = 12;

type Point = (f32, f32);

/// The polylines of a path: lines, quadratic and cubic curves and arcs of
/// upright ellipses. Reading ends at what is none of these.
///
/// ```
/// use dedale_draw::path;
/// assert_eq!(path("M1 1h2v3z"), [[(1.0, 1.0), (3.0, 1.0), (3.0, 4.0), (1.0, 1.0)]]);
/// assert_eq!(path("M0 0l.5-1M2 2L3 3").len(), 2);
/// ```
pub fn path(d: &str) -> Vec<Vec<Point>> {
    let mut drawn: Vec<Vec<Point>> = Vec::new();
    let mut starts: Vec<(usize, char)> = d.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic()).collect();
    starts.push((d.len(), ' '));
    let mut at = (0.0, 0.0);
    // The last handle of the cubic curve before, which a smooth one goes on from.
    let mut handle = None;
    for pair in starts.windows(2) {
        let ((from, letter), (to, _)) = (pair[0], pair[1]);
        let values = numbers(&d[from + 1..to]);
        let count = match letter.to_ascii_lowercase() {
            'z' => {
                if let Some(line) = drawn.last_mut().filter(|line| line.first() != line.last()) {
                    line.push(line[0]);
                }
                at = drawn.last().and_then(|line| line.last()).copied().unwrap_or(at);
                continue;
            }
            'h' | 'v' => 1,
            'm' | 'l' => 2,
            'q' | 's' => 4,
            'c' => 6,
            'a' => 7,
            _ => return drawn,
        };
        for (turn, given) in values.chunks_exact(count).enumerate() {
            let base = if letter.is_ascii_lowercase() { at } else { (0.0, 0.0) };
            let point = |n: usize| (base.0 + given[n], base.1 + given[n + 1]);
            let pieces = match letter.to_ascii_lowercase() {
                'h' => vec![(base.0 + given[0], at.1)],
                'v' => vec![(at.0, base.1 + given[0])],
                'q' => curve(&[at, point(0), point(2)]),
                'c' => curve(&[at, point(0), point(2), point(4)]),
                's' => {
                    let back: Point = handle.unwrap_or(at);
                    curve(&[at, (2.0 * at.0 - back.0, 2.0 * at.1 - back.1), point(0), point(2)])
                }
                'a' => arc(at, (given[0], given[1]), [given[3] != 0.0, given[4] != 0.0], point(5)),
                _ => vec![point(0)],
            };
            handle = match letter.to_ascii_lowercase() {
                'c' => Some(point(2)),
                's' => Some(point(0)),
                _ => None,
            };
            at = pieces[pieces.len() - 1];
            match drawn.last_mut() {
                Some(line) if turn > 0 || !matches!(letter, 'm' | 'M') => line.extend(pieces),
                _ => drawn.push(pieces),
            }
        }
    }
    drawn
}

/// Numbers one after the other: apart by a space or a comma, or where a sign or
/// a second point begins the next.
fn numbers(text: &str) -> Vec<f32> {
    let mut found = Vec::new();
    let mut one = String::new();
    for letter in text.chars().chain([' ']) {
        let apart = matches!(letter, ' ' | ',' | '\n') || letter == '-' || (letter == '.' && one.contains('.'));
        if apart && !one.is_empty() {
            found.extend(one.parse::<f32>().ok());
            one.clear();
        }
        if !matches!(letter, ' ' | ',' | '\n') {
            one.push(letter);
        }
    }
    found
}

/// A Bézier curve by de Casteljau's construction, without its first point.
fn curve(points: &[Point]) -> Vec<Point> {
    let between = |a: Point, b: Point, share: f32| (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share);
    let at = |share: f32| {
        let mut left = points.to_vec();
        while left.len() > 1 {
            left = left.windows(2).map(|two| between(two[0], two[1], share)).collect();
        }
        left[0]
    };
    (1..=PIECES).map(|piece| at(piece as f32 / PIECES as f32)).collect()
}

/// An arc of an upright ellipse (SVG 2, B.2.4), without its first point.
fn arc(from: Point, (wide, tall): Point, [large, clockwise]: [bool; 2], to: Point) -> Vec<Point> {
    if wide <= 0.0 || tall <= 0.0 {
        return vec![to];
    }
    // On a circle of radius 1.
    let (a, b) = ((from.0 / wide, from.1 / tall), (to.0 / wide, to.1 / tall));
    let (half_x, half_y) = ((b.0 - a.0) / 2.0, (b.1 - a.1) / 2.0);
    let half = half_x.hypot(half_y);
    if half == 0.0 {
        return vec![to];
    }
    let radius = half.max(1.0);
    let side = if large == clockwise { -1.0 } else { 1.0 };
    let away = side * (radius * radius - half * half).max(0.0).sqrt() / half;
    let middle = (a.0 + half_x - half_y * away, a.1 + half_y + half_x * away);
    let angle = |point: Point| (point.1 - middle.1).atan2(point.0 - middle.0);
    let (first, mut sweep) = (angle(a), angle(b) - angle(a));
    if clockwise && sweep <= 0.0 {
        sweep += TAU;
    } else if !clockwise && sweep >= 0.0 {
        sweep -= TAU;
    }
    let pieces = (sweep.abs() / (PI / (2 * PIECES) as f32)).ceil().max(2.0);
    let at = |piece: f32| {
        let turned = first + sweep * piece / pieces;
        ((middle.0 + radius * turned.cos()) * wide, (middle.1 + radius * turned.sin()) * tall)
    };
    let inner = (1..pieces as usize).map(|piece| at(piece as f32));
    inner.chain([to]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_keep_to_their_circle() {
        // A circle as the page writes it, and a quarter of one each way round.
        for (d, middle, radius) in [
            ("M16 4a12 12 0 1 0 0 24 12 12 0 0 0 0-24z", (16.0, 16.0), 12.0),
            ("M5 0a5 5 0 0 1 -5 5", (0.0, 0.0), 5.0),
            ("M0 5a5 5 0 0 0 5-5", (0.0, 0.0), 5.0),
            ("M0 -5a5 5 0 1 1 -5 5", (0.0, 0.0), 5.0),
        ] {
            for (x, y) in path(d).concat() {
                let far = (x - middle.0).hypot(y - middle.1);
                assert!((far - radius).abs() < 5e-3, "{d}: {x} {y}");
            }
        }
    }

    #[test]
    fn curves_end_where_they_should() {
        for (d, end) in
            [("M1 2q3 4 5 6", (6.0, 8.0)), ("M1 2c0 0 1 1 2-3", (3.0, -1.0)), ("M1 2Q0 0 .5.25", (0.5, 0.25))]
        {
            assert_eq!(path(d).concat().last(), Some(&end), "{d}");
        }
        // A smooth curve goes on as the one before it ended.
        assert_eq!(path("M0 0c0 2 1 3 2 3s2-1 2-3"), path("M0 0c0 2 1 3 2 3c1 0 2-1 2-3"));
        assert!(path("M0 0 L").concat().len() < 2);
        assert!(path("?").is_empty());
    }
}
