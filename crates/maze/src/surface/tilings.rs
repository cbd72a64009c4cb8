//! The surfaces whose corners lie on a lattice.

use super::graph::Builder;
use super::{Kind, Surface};

/// The polygons of a surface.
pub(super) fn cells(surface: &Surface) -> Builder {
    let (columns, rows) = (i64::from(surface.columns), i64::from(surface.rows));
    match surface.kind {
        Kind::Hex => hexagons(columns, rows),
        Kind::Triangle => triangles(columns, rows),
        Kind::Polar => polar(surface.columns, surface.rows),
        Kind::Upsilon => upsilon(columns, rows),
        Kind::Brick => bricks(columns, rows),
        kind => {
            let mut builder = Builder::default();
            for level in 0..i64::from(surface.levels) {
                squares(&mut builder, columns, rows, level);
            }
            seams(&mut builder, kind, surface.columns, surface.rows);
            stairs(&mut builder, surface.columns * surface.rows, surface.levels);
            builder
        }
    }
}

/// The sides of a square, as its corners come.
pub(super) const TOP: u32 = 0;
pub(super) const RIGHT: u32 = 1;
pub(super) const BOTTOM: u32 = 2;
pub(super) const LEFT: u32 = 3;

/// A floor of squares; floors stand side by side.
pub(super) fn squares(builder: &mut Builder, columns: i64, rows: i64, level: i64) {
    let left = level * (columns + 1);
    for row in 0..rows {
        builder.row();
        for column in left..left + columns {
            let mut corner = |x: i64, y: i64| builder.lattice(x, y, || (x as f64, y as f64));
            let corners =
                [corner(column, row), corner(column + 1, row), corner(column + 1, row + 1), corner(column, row + 1)];
            builder.cell(column as f64 + 0.5, row as f64 + 0.5, &corners);
        }
    }
}

fn seams(builder: &mut Builder, kind: Kind, columns: u32, rows: u32) {
    if matches!(kind, Kind::Cylinder | Kind::Torus | Kind::Moebius) {
        for row in 0..rows {
            let other = if kind == Kind::Moebius { rows - 1 - row } else { row };
            builder.seam((row * columns + columns - 1, RIGHT), (other * columns, LEFT));
        }
    }
    if kind == Kind::Torus {
        (0..columns).for_each(|column| builder.seam(((rows - 1) * columns + column, BOTTOM), (column, TOP)));
    }
}

fn stairs(builder: &mut Builder, floor: u32, levels: u32) {
    for below in 0..floor * (levels - 1) {
        builder.stairs(below, below + floor);
    }
}

fn hexagons(columns: i64, rows: i64) -> Builder {
    // Corners lie on half widths across and quarter heights down.
    let quarter = 0.5 / 3f64.sqrt();
    let mut builder = Builder::default();
    for row in 0..rows {
        builder.row();
        for column in 0..columns {
            let (x, y) = (2 * column + 1 + row % 2, 3 * row + 2);
            let corners = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map(|(dx, dy)| {
                let (x, y) = (x + dx, y + dy);
                builder.lattice(x, y, || (x as f64 * 0.5, y as f64 * quarter))
            });
            builder.cell(x as f64 * 0.5, y as f64 * quarter, &corners);
        }
    }
    builder
}

fn triangles(columns: i64, rows: i64) -> Builder {
    // A side of 1.5 gives cells about as large as squares.
    let (half, height) = (0.75, 0.75 * 3f64.sqrt());
    let mut builder = Builder::default();
    for row in 0..rows {
        builder.row();
        for column in 0..columns {
            let up = (row + column) % 2 == 0;
            let corners: [(i64, i64); 3] = if up {
                [(column + 1, row), (column + 2, row + 1), (column, row + 1)]
            } else {
                [(column, row), (column + 2, row), (column + 1, row + 1)]
            };
            let corners = corners.map(|(x, y)| builder.lattice(x, y, || (x as f64 * half, y as f64 * height)));
            let middle = row as f64 + if up { 2.0 / 3.0 } else { 1.0 / 3.0 };
            builder.cell((column + 1) as f64 * half, middle * height, &corners);
        }
    }
    builder
}

fn bricks(columns: i64, rows: i64) -> Builder {
    let (half, height) = (0.7, 0.75);
    let mut builder = Builder::default();
    for row in 0..rows {
        builder.row();
        for column in 0..columns {
            let left = 2 * column + row % 2;
            let corners = [(0, 0), (1, 0), (2, 0), (2, 1), (1, 1), (0, 1)].map(|(dx, dy)| {
                let (x, y) = (left + dx, row + dy);
                builder.lattice(x, y, || (x as f64 * half, y as f64 * height))
            });
            builder.cell((left + 1) as f64 * half, (row as f64 + 0.5) * height, &corners);
        }
    }
    builder
}

/// Octagons and squares in turn. With cells one apart, all coordinates are the
/// middle of a column or row, more or less half a side of a square; an
/// octagon reaches into the cells around it.
fn upsilon(columns: i64, rows: i64) -> Builder {
    let half_side = 1.0 - 0.5f64.sqrt();
    let place = |at: i64| at.div_euclid(2) as f64 + 0.5 + if at.rem_euclid(2) == 1 { half_side } else { -half_side };
    let mut builder = Builder::default();
    for row in 0..rows {
        builder.row();
        for column in 0..columns {
            let (x, y) = (2 * column, 2 * row);
            // From one middle to the next, 2 is a cell: -1 is beyond the side.
            let octagon: &[(i64, i64)] = &[(0, -1), (1, -1), (2, 0), (2, 1), (1, 2), (0, 2), (-1, 1), (-1, 0)];
            let square: &[(i64, i64)] = &[(0, 0), (1, 0), (1, 1), (0, 1)];
            let shape = if (row + column) % 2 == 0 { octagon } else { square };
            let corners: Vec<u32> = shape
                .iter()
                .map(|(dx, dy)| builder.lattice(x + dx, y + dy, || (place(x + dx), place(y + dy))))
                .collect();
            builder.cell(column as f64 + 0.5, row as f64 + 0.5, &corners);
        }
    }
    builder
}

/// The cells of a ring, from those of the ring inside it: twice as many where
/// they would be nearly two wide. Radii are whole numbers.
fn split(inside: u64, radius: u64) -> u64 {
    if radius * 6283 >= inside * 1800 { inside * 2 } else { inside }
}

/// The cells of all rings together; the round one in the middle is the first.
pub(super) fn rings(columns: u32, rows: u32) -> u64 {
    let (mut cells, mut ring) = (1, u64::from(columns));
    for radius in 1..u64::from(rows) {
        ring = if radius == 1 { ring } else { split(ring, radius) };
        cells += ring;
        if cells > Surface::LARGEST {
            break;
        }
    }
    cells
}

fn polar(columns: u32, rows: u32) -> Builder {
    let mut builder = Builder::default();
    // The cells of each ring; the circle outside the last is as fine as it.
    let mut counts = vec![1, u64::from(columns)];
    for radius in 2..u64::from(rows) {
        let inside = *counts.last().expect("there is a ring");
        counts.push(split(inside, radius));
    }
    counts.truncate(rows as usize);
    // A circle is a polygon; the cells on both sides divide its corners.
    let fineness = |radius: usize| {
        let cells = counts.get(radius).or(counts.last()).copied().unwrap_or(1).max(u64::from(columns));
        let mut corners = cells * 2;
        while corners < 48 {
            corners *= 2;
        }
        corners
    };
    let corner = |builder: &mut Builder, radius: usize, number: u64| {
        let fine = fineness(radius);
        let number = number % fine;
        let turn = number as f64 / fine as f64 * std::f64::consts::TAU;
        builder.lattice(radius as i64, number as i64, || (radius as f64 * turn.sin(), -(radius as f64) * turn.cos()))
    };
    for (ring, &cells) in counts.iter().enumerate() {
        builder.row();
        for cell in 0..cells {
            let arc = |radius: usize| {
                let step = fineness(radius) / cells;
                cell * step..=(cell + 1) * step
            };
            if ring == 0 {
                let corners: Vec<u32> = (0..fineness(1)).map(|number| corner(&mut builder, 1, number)).collect();
                builder.cell(0.0, 0.0, &corners);
                continue;
            }
            let mut corners: Vec<u32> = arc(ring + 1).map(|number| corner(&mut builder, ring + 1, number)).collect();
            corners.extend(arc(ring).rev().map(|number| corner(&mut builder, ring, number)));
            let turn = (cell as f64 + 0.5) / cells as f64 * std::f64::consts::TAU;
            let middle = ring as f64 + 0.5;
            builder.cell(middle * turn.sin(), -middle * turn.cos(), &corners);
        }
    }
    builder
}
