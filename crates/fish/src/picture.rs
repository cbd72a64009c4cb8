//! The board as a picture, and what can be laid over it.

mod explained;

use crate::{Board, Good, Preview, Tile};
use dedale_draw::{Paint, Role, Scene, Shape, role};
use dedale_grid::{Grid, Point};

pub use explained::explained;

/// A road.
pub const ROAD: Role = Role::new("road", 0xb08968, 0x7a5c43);
/// A tree.
pub const TREE: Role = Role::new("tree", 0x4f8a4c, 0x6cb168);
/// Letters on strong colours.
const LETTER: Role = Role::new("letter", 0xffffff, 0x15171c);
/// Roads that would appear.
const FORESEEN: Role = Role::veil("foreseen", 0xb08968, 150);
/// The goods, told apart by their letters too.
pub const GOODS: [Role; 5] = [
    Role::new("good-a", 0x3f7d20, 0x7cc653),
    Role::new("good-b", 0x1f6f8b, 0x59b8d6),
    Role::new("good-c", 0xcf5c17, 0xf59a58),
    Role::new("good-d", 0x7b4b94, 0xb98bd2),
    Role::new("good-e", 0xa23b55, 0xe3849b),
];

/// The board.
pub fn board(board: &Board) -> Scene {
    let size = board.size();
    let (rows, cols) = (size.rows() as f32, size.cols() as f32);
    let mut scene = Scene::new(cols + 0.2, rows + 0.2).titled("Fresh Fish");
    scene.add(Shape::rect(0.0, 0.0, cols + 0.2, rows + 0.2).fill(&role::PAPER));
    scene.add(Shape::rect(0.1, 0.1, cols, rows).fill(&role::FLOOR));
    let mut lines = Vec::new();
    for row in 0..=size.rows() {
        lines.push(vec![(0.1, row as f32 + 0.1), (cols + 0.1, row as f32 + 0.1)]);
    }
    for col in 0..=size.cols() {
        lines.push(vec![(col as f32 + 0.1, 0.1), (col as f32 + 0.1, rows + 0.1)]);
    }
    scene.add(Shape::lines(lines).stroke(&role::LINE, 0.03));
    for (cell, tile) in board.tiles() {
        add_tile(&mut scene, size.point(cell), tile);
    }
    scene
}

/// The top left corner of a cell.
fn corner(at: Point) -> (f32, f32) {
    (at.col as f32 + 0.1, at.row as f32 + 0.1)
}

fn add_tile(scene: &mut Scene, at: Point, tile: Tile) {
    let (x, y) = corner(at);
    let (cx, cy) = (x + 0.5, y + 0.5);
    let id = |kind: &str| format!("{kind}-{}-{}", at.row, at.col);
    match tile {
        Tile::Free => {}
        Tile::Outside => scene.add(Shape::rect(x, y, 1.0, 1.0).fill(&role::PAPER).stroke(&role::LINE, 0.03)),
        Tile::Road => scene.add(Shape::rect(x, y, 1.0, 1.0).fill(&ROAD).id(id("road"))),
        Tile::Tree => {
            scene.add(Shape::rect(cx - 0.06, cy + 0.1, 0.12, 0.32).fill(&ROAD));
            scene.add(Shape::circle(cx, cy - 0.08, 0.3).fill(&TREE).id(id("tree")));
        }
        Tile::Reserved(seat) => {
            let player = &role::PLAYERS[seat.index() % role::PLAYERS.len()];
            scene.add(Shape::circle(cx, cy, 0.28).stroke(player, 0.09).id(id("reserved")));
            scene.add(Shape::text(cx, cy, 0.34, seat.to_string()).fill(player));
        }
        Tile::Producer(good) => {
            scene.add(Shape::rect(x + 0.06, y + 0.06, 0.88, 0.88).fill(&GOODS[good.index()]).id(id("producer")));
            scene.add(Shape::text(cx, cy, 0.6, good.to_string()).fill(&LETTER));
        }
        Tile::Shop(good, owner) => {
            let shop = Shape::rounded(x + 0.12, y + 0.12, 0.76, 0.76, 0.2).fill(&role::PAPER);
            let rim: &'static Role = owner.map_or(&role::INK, |seat| &role::PLAYERS[seat.index() % 8]);
            scene.add(shop.stroke(rim, 0.1).id(id("shop")));
            scene.add(
                Shape::text(cx, cy, 0.44, good.letter().to_ascii_lowercase().to_string()).fill(&GOODS[good.index()]),
            );
            if let Some(seat) = owner {
                scene.add(Shape::text(x + 0.78, y + 0.78, 0.26, seat.to_string()).fill(rim));
            }
        }
    }
}

/// Lays over a board what a construction would do.
pub fn add_preview(scene: &mut Scene, preview: &Preview) {
    for road in &preview.roads {
        let (x, y) = corner(road.0);
        scene.add(Shape::rect(x, y, 1.0, 1.0).fill(&FORESEEN).stroke(&ROAD, 0.06).dashed());
    }
    let (x, y) = corner(preview.cell.0);
    let shape = Shape::rect(x + 0.05, y + 0.05, 0.9, 0.9).stroke(&role::CURRENT, 0.1);
    scene.add(if preview.possible { shape } else { shape.dashed() }.id("preview"));
}

/// Lays over a board the chance of each open cell to become a road, as heat
/// and as a percentage.
pub fn add_risk(scene: &mut Scene, board: &Board, risk: &Grid<f64>) {
    for (cell, chance) in risk.iter() {
        if matches!(board.tile(cell), Tile::Free | Tile::Reserved(_)) {
            let (x, y) = corner(board.size().point(cell));
            let heat = (chance * 255.0).round() as u8;
            scene.add(Shape::rounded(x + 0.08, y + 0.8, 0.84, 0.14, 0.06).fill(Paint::Heat(heat)));
            scene.add(Shape::text(x + 0.5, y + 0.16, 0.22, format!("{:.0}%", chance * 100.0)).fill(&role::INK));
        }
    }
}

/// Lays over a board how far a shop of a good would be on each open cell.
pub fn add_distances(scene: &mut Scene, board: &Board, good: Good, distances: &Grid<Option<u32>>) {
    for (cell, distance) in distances.iter() {
        if let Some(distance) = distance.filter(|_| board.tile(cell).is_open()) {
            let (x, y) = corner(board.size().point(cell));
            scene.add(Shape::text(x + 0.5, y + 0.5, 0.32, distance.to_string()).fill(&GOODS[good.index()]));
        }
    }
}
