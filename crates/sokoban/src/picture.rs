//! Levels as pictures: the board, and what the analysis sees in it.

use crate::analyze::Analysis;
use crate::level::{Ground, Level};
use dedale_draw::{Role, Scene, Shape, role};
use dedale_grid::Cell;

/// Tunnels, a quarter opaque.
pub const TUNNEL: Role = Role::veil("tunnel", 0xc8c064, 64);
/// Rooms, a quarter opaque.
pub const ROOM: Role = Role::veil("room", 0x5985c6, 64);
/// Dead squares, a quarter opaque.
pub const DEAD: Role = Role::veil("dead", 0xff0000, 64);
/// A box.
pub const BOX: Role = Role::new("box", 0xb9813f, 0xc9934f);
/// A box on its target.
pub const BOX_HOME: Role = Role::new("box-home", 0x5b8f4a, 0x74b061);
/// The line around a box.
pub const BOX_EDGE: Role = Role::new("box-edge", 0x6f4a1d, 0x4a3212);

/// The board with these boxes and this player; the ids of boxes (`box-0` …)
/// follow the order given, so that a page can move one.
pub fn scene(level: &Level, boxes: &[Cell], player: Cell) -> Scene {
    let size = level.size();
    let inside = level.inside();
    let mut scene = Scene::new(size.cols() as f32, size.rows() as f32);
    let corner = |cell: Cell| {
        let at = size.point(cell);
        (at.col as f32, at.row as f32)
    };
    for cell in size.cells() {
        let (x, y) = corner(cell);
        match level.ground(cell) {
            Ground::Wall => scene.add(Shape::rect(x, y, 1.0, 1.0).fill(&role::WALL)),
            Ground::Floor | Ground::Target if inside[cell.index()] => {
                scene.add(Shape::rect(x, y, 1.0, 1.0).fill(&role::FLOOR).stroke(&role::LINE, 0.02));
            }
            _ => {}
        }
        if level.ground(cell) == Ground::Target {
            scene.add(Shape::circle(x + 0.5, y + 0.5, 0.16).fill(&role::GOAL));
        }
    }
    for (index, &cell) in boxes.iter().enumerate() {
        let (x, y) = corner(cell);
        let paint = if level.ground(cell) == Ground::Target { &BOX_HOME } else { &BOX };
        let shape = Shape::rounded(x + 0.12, y + 0.12, 0.76, 0.76, 0.1).fill(paint).stroke(&BOX_EDGE, 0.06);
        scene.add(shape.id(format!("box-{index}")));
    }
    let (x, y) = corner(player);
    scene.add(Shape::circle(x + 0.5, y + 0.5, 0.3).fill(&role::PLAYERS[0]).id("player"));
    scene
}

/// The start of a level with the masks of its analysis, the boxes' frozen ones
/// crossed, and the packing order written on the targets.
pub fn analysis_scene(level: &Level, analysis: &Analysis) -> Scene {
    let size = level.size();
    let mut scene = scene(level, level.boxes(), level.player());
    let mut veil = |cells: &[Cell], paint: &'static Role| {
        for &cell in cells {
            let at = size.point(cell);
            scene.add(Shape::rect(at.col as f32, at.row as f32, 1.0, 1.0).fill(paint));
        }
    };
    for tunnel in &analysis.tunnels {
        veil(&tunnel.cells, &TUNNEL);
    }
    for room in &analysis.rooms {
        veil(&room.cells, &ROOM);
    }
    veil(&analysis.dead, &DEAD);
    for &cell in &analysis.frozen {
        let at = size.point(cell);
        let (x, y) = (at.col as f32, at.row as f32);
        let cross =
            vec![vec![(x + 0.25, y + 0.25), (x + 0.75, y + 0.75)], vec![(x + 0.75, y + 0.25), (x + 0.25, y + 0.75)]];
        scene.add(Shape::lines(cross).stroke(&role::CURRENT, 0.08));
    }
    for (number, (_, cell)) in analysis.packing.iter().enumerate() {
        let at = size.point(*cell);
        let (x, y) = (at.col as f32 + 0.8, at.row as f32 + 0.8);
        scene.add(Shape::text(x, y, 0.3, (number + 1).to_string()).fill(&role::INK));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_the_colours_of_the_notes() {
        let level = Level::from_rows(["#######", "#@ $ .#", "#######"]).expect("a level");
        let analysis = Analysis::new(&level).expect("a small level");
        let picture = dedale_draw::svg(&analysis_scene(&level, &analysis));
        assert!(picture.contains("#c8c06440"), "{picture}");
        assert_eq!(DEAD.light.to_string(), "#ff000040");
        assert_eq!(ROOM.light.to_string(), "#5985c640");
    }
}
