//! The regions nearest to scattered points (Voronoi cells).
//!
//! Points are scattered one to a square of the board and moved twice to the
//! middle of their region (Lloyd's method), so that regions become about
//! equally large. A region is the board cut by the bisector with every point
//! near enough to matter, nearest first: O(1) cuts a point.
//!
//! Only sums, products and quotients are used, so a seed gives the same
//! regions on every machine. A corner belongs to three regions (or two and a
//! border) and is known by them, not by its place; corners very near to each
//! other become one.

use super::graph::Builder;
use dedale_grid::{Rng, UnionFind};
use std::collections::HashMap;

/// A corner of a region, with what lies beyond the side that begins there.
#[derive(Clone, Copy)]
struct Corner {
    x: f64,
    y: f64,
    beyond: u64,
}

/// What lies beyond the borders, counted from here.
const BORDER: u64 = 1 << 32;

struct Scatter {
    columns: usize,
    rows: usize,
    points: Vec<[f64; 2]>,
    /// The points of each square of the board.
    squares: Vec<Vec<u32>>,
}

pub(super) fn cells(columns: u32, rows: u32, seed: u64) -> Builder {
    let (columns, rows) = (columns as usize, rows as usize);
    let mut rng = Rng::stream(seed, 2);
    let mut near = |middle: usize| middle as f64 + 0.05 + rng.unit() * 0.9;
    let mut points = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        for column in 0..columns {
            points.push([near(column), near(row)]);
        }
    }
    for _ in 0..2 {
        let scatter = Scatter::new(columns, rows, points);
        points = (0..scatter.points.len()).map(|point| middle(&scatter.region(point))).collect();
    }
    let scatter = Scatter::new(columns, rows, points);
    let regions: Vec<Vec<Corner>> = (0..scatter.points.len()).map(|point| scatter.region(point)).collect();
    let corners = Corners::merged(&regions);
    let mut builder = Builder::default();
    for row in 0..rows {
        builder.row();
        for (own, region) in regions.iter().enumerate().skip(row * columns).take(columns) {
            let numbers = corners.of(own, region);
            let points: Vec<u32> = numbers
                .iter()
                .map(|&number| {
                    let [x, y] = corners.places[number];
                    builder.point(number as u128, x, y)
                })
                .collect();
            let [x, y] = middle(region);
            builder.cell(x, y, &points);
        }
    }
    builder
}

/// Sides shorter than this are shrunk to a point: nobody could pass there, and
/// walls with a thickness would not fit.
const SHORTEST: f64 = 0.22;

/// The corners of all regions, each known by what it lies between.
struct Corners {
    numbers: HashMap<[u64; 3], usize>,
    /// Corners that are one are in one set.
    sets: UnionFind,
    places: Vec<[f64; 2]>,
}

impl Corners {
    fn key(own: usize, region: &[Corner], index: usize) -> [u64; 3] {
        let before = region[(index + region.len() - 1) % region.len()];
        let mut around = [own as u64, before.beyond, region[index].beyond];
        around.sort_unstable();
        around
    }

    fn merged(regions: &[Vec<Corner>]) -> Self {
        let (mut numbers, mut places, mut borders) = (HashMap::new(), Vec::new(), Vec::new());
        for (own, region) in regions.iter().enumerate() {
            for (index, corner) in region.iter().enumerate() {
                let key = Self::key(own, region, index);
                numbers.entry(key).or_insert_with(|| {
                    places.push([corner.x, corner.y]);
                    borders.push(key.iter().filter(|beyond| **beyond >= BORDER).count());
                    places.len() - 1
                });
            }
        }
        let mut sets = UnionFind::new(places.len());
        for (own, region) in regions.iter().enumerate() {
            for (index, corner) in region.iter().enumerate() {
                let next = (index + 1) % region.len();
                let short = squared(corner.x - region[next].x, corner.y - region[next].y) < SHORTEST * SHORTEST;
                let [a, b] = [index, next].map(|index| numbers[&Self::key(own, region, index)]);
                // Two corners of the board, or of a region of three, stay two.
                if short && region.len() > 3 && borders[a] + borders[b] < 4 {
                    sets.union(a, b);
                }
            }
        }
        // What is on the border stays there, most of all the four corners.
        let mut best: Vec<usize> = (0..places.len()).collect();
        for corner in 0..places.len() {
            let root = sets.find(corner);
            if borders[corner] > borders[best[root]] {
                best[root] = corner;
            }
        }
        let moved = (0..places.len()).map(|corner| places[best[sets.find(corner)]]).collect();
        Self { numbers, sets, places: moved }
    }

    /// The corners of a region, clockwise, each once.
    fn of(&self, own: usize, region: &[Corner]) -> Vec<usize> {
        let number = |index: usize| self.sets.root(self.numbers[&Self::key(own, region, index)]);
        let mut corners: Vec<usize> = (0..region.len()).map(number).collect();
        corners.dedup();
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        corners
    }
}

impl Scatter {
    fn new(columns: usize, rows: usize, points: Vec<[f64; 2]>) -> Self {
        let mut squares = vec![Vec::new(); columns * rows];
        for (number, [x, y]) in points.iter().enumerate() {
            let (column, row) = ((*x as usize).min(columns - 1), (*y as usize).min(rows - 1));
            squares[row * columns + column].push(number as u32);
        }
        Self { columns, rows, points, squares }
    }

    /// The region of a point, clockwise.
    fn region(&self, own: usize) -> Vec<Corner> {
        let (right, bottom) = (self.columns as f64, self.rows as f64);
        let [x, y] = self.points[own];
        let corner = |x, y, side| Corner { x, y, beyond: BORDER + side };
        let mut region =
            vec![corner(0.0, 0.0, 0), corner(right, 0.0, 1), corner(right, bottom, 2), corner(0.0, bottom, 3)];
        let (column, row) = ((x as usize).min(self.columns - 1), (y as usize).min(self.rows - 1));
        for ring in 0..self.columns.max(self.rows) {
            // Points this far out cut nothing if they are farther away than
            // twice the farthest corner.
            let reach = ring.saturating_sub(1) as f64;
            let farthest = region.iter().map(|c| squared(c.x - x, c.y - y)).fold(0.0, f64::max);
            if reach * reach > 4.0 * farthest {
                break;
            }
            self.ring(column, row, ring, |other| {
                if other as usize != own {
                    region = cut(&region, [x, y], self.points[other as usize], u64::from(other));
                }
            });
        }
        region
    }

    /// The points in the squares at a distance from a square.
    fn ring(&self, column: usize, row: usize, ring: usize, mut each: impl FnMut(u32)) {
        let rows = row.saturating_sub(ring)..=(row + ring).min(self.rows - 1);
        for at in rows {
            let columns = column.saturating_sub(ring)..=(column + ring).min(self.columns - 1);
            for across in columns {
                if at.abs_diff(row).max(across.abs_diff(column)) == ring {
                    self.squares[at * self.columns + across].iter().for_each(|&point| each(point));
                }
            }
        }
    }
}

/// The part of a region that is nearer to one point than to another.
fn cut(region: &[Corner], [x, y]: [f64; 2], [u, v]: [f64; 2], other: u64) -> Vec<Corner> {
    // How much nearer a place is to the other point.
    let (across, down) = (2.0 * (u - x), 2.0 * (v - y));
    let level = u * u + v * v - x * x - y * y;
    let excess = |corner: &Corner| corner.x * across + corner.y * down - level;
    let mut kept = Vec::with_capacity(region.len() + 1);
    for (index, here) in region.iter().enumerate() {
        let next = &region[(index + 1) % region.len()];
        let (a, b) = (excess(here), excess(next));
        if a <= 0.0 {
            kept.push(*here);
        }
        if (a <= 0.0) != (b <= 0.0) {
            let share = a / (a - b);
            let (x, y) = (here.x + share * (next.x - here.x), here.y + share * (next.y - here.y));
            // Leaving, the new side follows; coming back, the old one goes on.
            kept.push(Corner { x, y, beyond: if a <= 0.0 { other } else { here.beyond } });
        }
    }
    kept
}

fn squared(x: f64, y: f64) -> f64 {
    x * x + y * y
}

/// The centre of gravity of a region.
fn middle(region: &[Corner]) -> [f64; 2] {
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for (index, a) in region.iter().enumerate() {
        let b = &region[(index + 1) % region.len()];
        let cross = a.x * b.y - b.x * a.y;
        area += cross;
        x += (a.x + b.x) * cross;
        y += (a.y + b.y) * cross;
    }
    [x / (3.0 * area), y / (3.0 * area)]
}
