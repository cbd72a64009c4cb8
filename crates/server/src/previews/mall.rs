//! The supermarket for pictures of links, in the page's materials: polished
//! tiles, shelves with goods, slate walls, doors of neon. Colour never stands
//! alone: every pawn has a shape.

use super::boards::{CREAM, pawn};
use dedale_draw::{Role, Scene, Shape, role};
use dedale_grid::{Dir, Point};
use dedale_magic::picture::PAWNS;
use dedale_magic::{Colour, Market, Site, Spot, Square, Wall};

const TILE: [Role; 2] = [Role::new("tile", 0xefedf5, 0x262530), Role::new("tile-2", 0xe3e0ed, 0x2c2b37)];
const SHELF: Role = Role::new("shelf", 0xc2a379, 0x5a4936);
const BOARD: Role = Role::new("shelf-board", 0x7c613e, 0x2a2118);
const GOODS: [Role; 4] = [
    Role::new("goods-1", 0xd79a3a, 0xc58b37),
    Role::new("goods-2", 0xc65f52, 0xad5a4f),
    Role::new("goods-3", 0x5a8f6c, 0x4f8463),
    Role::new("goods-4", 0x5d83b5, 0x5478a8),
];
const WALL: Role = Role::new("mall-wall", 0x58617a, 0x4a5270);
const FRONT: Role = Role::new("mall-wall-front", 0x363d54, 0x191c2b);
const NEON: [Role; 4] = [
    Role::veil("neon-yellow", 0xb59f00, 70),
    Role::veil("neon-purple", 0x7a4fa3, 70),
    Role::veil("neon-green", 0x00805c, 70),
    Role::veil("neon-orange", 0xd55e00, 70),
];
const RAIL: Role = Role::new("rail", 0xcdc5b2, 0x474c59);

/// The supermarket with its pawns, one unit a cell.
pub fn mall(market: &Market, pawns: &[Option<Spot>; 4]) -> Scene {
    let points = || (0..market.len()).map(|number| market.corner(number));
    let low = |of: fn(Point) -> i32| points().map(of).min().unwrap_or(0);
    let high = |of: fn(Point) -> i32| points().map(of).max().unwrap_or(0) + 4;
    let (top, left) = (low(|point| point.row), low(|point| point.col));
    let (rows, cols) = (high(|point| point.row) - top, high(|point| point.col) - left);
    let mut scene = Scene::new(cols as f32 + 1.0, rows as f32 + 1.0);
    let place = |spot: Spot| {
        let point = market.point(spot);
        ((point.col - left) as f32 + 0.5, (point.row - top) as f32 + 0.5)
    };
    let mut walls = Vec::new();
    let mut doors = Vec::new();
    for spot in (0..market.len()).flat_map(|number| Square::all().map(move |square| Spot::new(number, square))) {
        let (x, y) = place(spot);
        let (tile, square) = (market.tile(spot.tile()), spot.square());
        let corridor = tile.corridors() & square.bit() != 0;
        if corridor {
            scene.add(Shape::rect(x, y, 1.0, 1.0).fill(&TILE[(x + y) as usize % 2]));
        } else {
            shelves(&mut scene, (x, y));
        }
        for dir in Dir::ALL.into_iter().filter(|dir| market.step(spot, *dir).is_none()) {
            let side = match dir {
                Dir::Up => [(x, y), (x + 1.0, y)],
                Dir::Right => [(x + 1.0, y), (x + 1.0, y + 1.0)],
                Dir::Down => [(x, y + 1.0), (x + 1.0, y + 1.0)],
                Dir::Left => [(x, y), (x, y + 1.0)],
            };
            match tile.door(dir).flatten().filter(|_| Square::DOORS[dir.index()] == square) {
                Some(colour) => doors.push((colour, side)),
                // Between two shelves there is nothing to see.
                None if corridor || Wall::beside(square, dir).is_none() => walls.push(side.to_vec()),
                None => {}
            }
        }
    }
    for (a, b) in (0..market.len()).filter_map(|number| {
        let (a, b) = market.tile(number).escalator()?;
        Some((place(Spot::new(number, a)), place(Spot::new(number, b))))
    }) {
        let line = vec![(a.0 + 0.5, a.1 + 0.5), (b.0 + 0.5, b.1 + 0.5)];
        scene.add(Shape::line(line.clone()).stroke(&RAIL, 0.34));
        scene.add(Shape::line(line).stroke(&role::FAINT, 0.1).dashed());
    }
    for (spot, site) in market.sites() {
        sign(&mut scene, place(spot), site);
    }
    let lower = |line: &Vec<(f32, f32)>| line.iter().map(|(x, y)| (*x, y + 0.07)).collect();
    scene.add(Shape::lines(walls.iter().map(lower).collect()).stroke(&FRONT, 0.16));
    scene.add(Shape::lines(walls).stroke(&WALL, 0.13));
    for (colour, side) in doors {
        scene.add(Shape::line(side.to_vec()).stroke(&NEON[colour.index()], 0.3));
        scene.add(Shape::line(side.to_vec()).stroke(&PAWNS[colour.index()], 0.12));
    }
    for colour in Colour::ALL {
        let Some(spot) = pawns[colour.index()] else { continue };
        let (x, y) = place(spot);
        pawn(&mut scene, (x, y), &PAWNS[colour.index()]);
        scene.add(shape(colour, (x + 0.5, y + 0.66), 0.17).fill(&CREAM));
    }
    scene
}

/// Two boards with goods, the same for the same place.
fn shelves(scene: &mut Scene, (x, y): (f32, f32)) {
    // A hair of overlap, or seams show between shelves.
    scene.add(Shape::rect(x, y, 1.01, 1.01).fill(&SHELF));
    for (shelf, foot) in [0.46_f32, 0.9].into_iter().enumerate() {
        scene.add(Shape::rect(x + 0.08, y + foot, 0.84, 0.05).fill(&BOARD));
        for place in 0..5_u32 {
            let key = (x as u32 * 67 + y as u32 * 13 + shelf as u32 * 5 + place + 3).wrapping_mul(2_654_435_761) >> 9;
            let tall = 0.16 + (key % 6) as f32 * 0.025;
            if !key.is_multiple_of(7) {
                let goods = Shape::rect(x + 0.1 + place as f32 * 0.165, y + foot - tall, 0.12, tall);
                scene.add(goods.fill(&GOODS[key as usize % 4]));
            }
        }
    }
}

/// What lies on a cell.
fn sign(scene: &mut Scene, (x, y): (f32, f32), site: Site) {
    let paint = site.colour().map_or(&role::FAINT, |colour| &PAWNS[colour.index()]);
    let middle = (x + 0.5, y + 0.5);
    match site {
        Site::Door(_) | Site::Start(_) => return,
        Site::Objective(_) => scene.add(Shape::circle(middle.0, middle.1, 0.38).fill(&role::PAPER).stroke(paint, 0.08)),
        Site::Exit(_) => {
            scene.add(Shape::rounded(x + 0.12, y + 0.12, 0.76, 0.76, 0.12).fill(&role::PAPER).stroke(paint, 0.1));
        }
        _ => scene.add(Shape::circle(middle.0, middle.1, 0.34).stroke(paint, 0.08)),
    }
    match (site, site.colour()) {
        (Site::Timer, _) => {
            let glass = [(-0.13, -0.18), (0.13, -0.18), (-0.13, 0.18), (0.13, 0.18), (-0.13, -0.18)];
            scene.add(Shape::line(glass.map(|(dx, dy)| (middle.0 + dx, middle.1 + dy)).to_vec()).stroke(paint, 0.06));
        }
        (Site::Crystal, _) => scene.add(Shape::circle(middle.0, middle.1, 0.2).fill(&PAWNS[1])),
        (Site::Camera, _) => scene.add(Shape::circle(middle.0, middle.1, 0.14).fill(&role::CURRENT)),
        (_, Some(colour)) => scene.add(shape(colour, middle, 0.19).fill(paint)),
        _ => {}
    }
}

/// The shape of a colour: circle, diamond, triangle, square.
fn shape(colour: Colour, (x, y): (f32, f32), r: f32) -> Shape {
    let corners: &[(f32, f32)] = match colour {
        Colour::Yellow => return Shape::circle(x, y, r),
        Colour::Purple => &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
        Colour::Green => &[(0.0, -1.1), (1.1, 0.9), (-1.1, 0.9)],
        Colour::Orange => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    };
    Shape::line(corners.iter().map(|(dx, dy)| (x + dx * r, y + dy * r)).collect())
}
