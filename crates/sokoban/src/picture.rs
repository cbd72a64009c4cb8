//! Levels as pictures: the board, the way of a solution, and what the analysis
//! sees. The masks have the usual colours: tunnels (200, 192, 100),
//! rooms (89, 133, 198), dead squares (255, 0, 0), each at a quarter.

mod shapes;

use crate::analyze::Analysis;
use crate::level::{Ground, Level};
use crate::moves::Moves;
use crate::verify::Replay;
use dedale_draw::{Anchor, Geometry, Gif, PictureError, Role, Scene, Shape, Theme, role};
use dedale_grid::{Cell, Point, Size};
use dedale_text::Lang;
use std::io::Write;

/// Tunnels, a quarter opaque.
pub const TUNNEL: Role = Role::veil("tunnel", 0xc8c064, 64);
/// Rooms, a quarter opaque.
pub const ROOM: Role = Role::veil("room", 0x5985c6, 64);
/// Dead squares, a quarter opaque.
pub const DEAD: Role = Role::veil("dead", 0xff0000, 64);
/// The line around places the player cannot reach.
pub const CORRAL: Role = Role::new("corral", 0x7b3fa0, 0xb98ae0);
/// A box.
pub const BOX: Role = Role::new("box", 0xc98a3b, 0xc9934f);
/// The planks and the edge of a box.
pub const BOX_EDGE: Role = Role::new("box-edge", 0x8a5a20, 0x4a3212);
/// A box on its target.
pub const BOX_HOME: Role = Role::new("box-home", 0x4f9d69, 0x74b061);
/// The planks and the edge of a box on its target.
pub const HOME_EDGE: Role = Role::new("home-edge", 0x2f6b43, 0x2d5638);
/// The line around a box that can no longer move.
pub const FROZEN: Role = Role::new("frozen", 0x2d8fb8, 0x63c3ea);
/// Mortar between the bricks of a wall.
pub const MORTAR: Role = Role::new("mortar", 0x4a5264, 0x9aa1b0);

/// The board with these boxes and this player; the ids of boxes (`box-0` …)
/// follow the order given, so that a page can move one.
pub fn scene(level: &Level, boxes: &[Cell], player: Cell) -> Scene {
    let mut scene = ground(level);
    pieces(&mut scene, level, boxes, player);
    scene
}

/// Pictures side by side, row by row, as near to a square as they go.
pub fn sheet(scenes: Vec<Scene>) -> Scene {
    /// Between two pictures.
    const GAP: f32 = 1.0;
    if scenes.len() == 1 {
        return scenes.into_iter().next().expect("there is one");
    }
    let columns = (scenes.len() as f32).sqrt().ceil() as usize;
    let wide = scenes.iter().map(|scene| scene.width).fold(0.0, f32::max) + GAP;
    let (mut shapes, mut top) = (Vec::new(), 0.0);
    let count = columns.min(scenes.len()) as f32;
    let title = scenes
        .iter()
        .map(|scene| scene.title.as_str())
        .filter(|title| !title.is_empty())
        .collect::<Vec<_>>()
        .join(", ");
    let mut scenes = scenes.into_iter().peekable();
    while scenes.peek().is_some() {
        let row: Vec<Scene> = scenes.by_ref().take(columns).collect();
        let tall = row.iter().map(|scene| scene.height).fold(0.0, f32::max);
        for (scene, left) in row.into_iter().zip((0..).map(|column| column as f32 * wide)) {
            shapes.extend(scene.shapes.into_iter().map(|shape| shifted(shape, left, top)));
        }
        top += tall + GAP;
    }
    let mut sheet = Scene::new(count * wide - GAP, top - GAP).titled(title);
    sheet.shapes = shapes;
    sheet
}

/// A shape further right and down.
fn shifted(mut shape: Shape, right: f32, down: f32) -> Shape {
    match &mut shape.geometry {
        Geometry::Rect { x, y, .. } | Geometry::Circle { x, y, .. } | Geometry::Text { x, y, .. } => {
            (*x, *y) = (*x + right, *y + down);
        }
        Geometry::Lines(lines) => {
            for (x, y) in lines.iter_mut().flatten() {
                (*x, *y) = (*x + right, *y + down);
            }
        }
    }
    shape
}

/// A film of some moves as an animated GIF: a frame a move, pushes a little
/// longer than walks, a pause at both ends. The picture gets smaller as the
/// board grows.
pub fn film(level: &Level, moves: &Moves, theme: Theme, out: &mut dyn Write) -> Result<(), PictureError> {
    /// Hundredths of a second.
    const WALK: u16 = 6;
    const PUSH: u16 = 10;
    const PAUSE: u16 = 120;
    /// Pixels of the longer side, about.
    const SIDE: f32 = 640.0;
    let mut replay = Replay::new(level);
    let first = scene(level, &replay.boxes(), replay.player());
    let mut film = Gif::new(out, &first, (SIDE / first.width.max(first.height)).clamp(4.0, 32.0), theme)?;
    film.frame(&first, PAUSE)?;
    for (step, left) in moves.0.iter().zip((0..moves.0.len()).rev()) {
        let Some(push) = replay.step(step.dir) else { break };
        let shown = match (left, push) {
            (0, _) => PAUSE,
            (_, true) => PUSH,
            (_, false) => WALK,
        };
        film.frame(&scene(level, &replay.boxes(), replay.player()), shown)?;
    }
    Ok(())
}

/// The start of a level with the way of some moves: walks as a fine dashed
/// line, pushes as a broad one.
pub fn way_scene(level: &Level, moves: &Moves) -> Scene {
    let mut scene = ground(level);
    pieces(&mut scene, level, level.boxes(), level.player());
    let mut replay = Replay::new(level);
    let (mut walks, mut pushes): (Vec<Vec<(f32, f32)>>, Vec<Vec<(f32, f32)>>) = (Vec::new(), Vec::new());
    let mut last = None;
    for step in &moves.0 {
        let from = middle(level.size(), replay.player());
        let Some(push) = replay.step(step.dir) else { break };
        let to = middle(level.size(), replay.player());
        let lines = if push { &mut pushes } else { &mut walks };
        match lines.last_mut() {
            Some(line) if last == Some(push) => line.push(to),
            _ => lines.push(vec![from, to]),
        }
        last = Some(push);
    }
    scene.add(Shape::lines(walks).stroke(&role::FAINT, 0.06).dashed());
    scene.add(Shape::lines(pushes).stroke(&role::PATH, 0.12));
    scene
}

/// The start of a level with the masks of its analysis: corrals in a dashed
/// line, frozen boxes in a frame, the packing order written on the targets.
pub fn analysis_scene(level: &Level, analysis: &Analysis) -> Scene {
    let size = level.size();
    let mut scene = ground(level);
    let mut veil = |cells: &[Cell], paint: &'static Role| {
        for &cell in cells {
            let (x, y) = corner(size, cell);
            scene.add(Shape::rect(x, y, 1.0, 1.0).fill(paint));
        }
    };
    for tunnel in &analysis.tunnels {
        veil(&tunnel.cells, &TUNNEL);
    }
    for room in &analysis.rooms {
        veil(&room.cells, &ROOM);
    }
    veil(&analysis.dead, &DEAD);
    pieces(&mut scene, level, level.boxes(), level.player());
    for corral in &analysis.corrals {
        scene.add(Shape::lines(outline(size, &corral.cells)).stroke(&CORRAL, 0.08).dashed());
    }
    for &cell in &analysis.frozen {
        let (x, y) = corner(size, cell);
        scene.add(Shape::rounded(x + 0.04, y + 0.04, 0.92, 0.92, 0.14).stroke(&FROZEN, 0.08));
    }
    for (number, (_, cell)) in analysis.packing.iter().enumerate() {
        let (x, y) = corner(size, *cell);
        scene.add(Shape::circle(x + 0.82, y + 0.82, 0.17).fill(&role::PAPER));
        scene.add(Shape::text(x + 0.82, y + 0.82, 0.22, (number + 1).to_string()).fill(&role::INK));
    }
    scene
}

/// Adds a line below the picture that explains the masks.
pub fn explain(scene: &mut Scene, lang: Lang) {
    let items: [(&'static Role, &str); 4] = [
        (&TUNNEL, "tunnel"),
        (&ROOM, lang.pick("room", "salle")),
        (&DEAD, lang.pick("dead", "morte")),
        (&CORRAL, lang.pick("corral", "enclos")),
    ];
    let y = scene.height + 0.5;
    for (index, (paint, name)) in items.into_iter().enumerate() {
        let x = 0.3 + index as f32 * 2.3;
        scene.add(Shape::rect(x, y - 0.2, 0.4, 0.4).fill(&role::FLOOR));
        let sample = Shape::rect(x, y - 0.2, 0.4, 0.4);
        scene.add(if *paint == CORRAL { sample.stroke(paint, 0.07).dashed() } else { sample.fill(paint) });
        scene.add(Shape::text(x + 0.52, y, 0.32, name).anchor(Anchor::Start).fill(&role::INK));
    }
    scene.height += 1.0;
    scene.width = scene.width.max(9.6);
}

/// Walls and floor. Only walls that touch the inside are drawn.
fn ground(level: &Level) -> Scene {
    let size = level.size();
    let inside = level.inside();
    let mut scene = Scene::new(size.cols() as f32, size.rows() as f32);
    let near = |cell: Cell| {
        let at = size.point(cell);
        let around = (-1..=1).flat_map(|row| (-1..=1).map(move |col| Point::new(at.row + row, at.col + col)));
        around.filter_map(|point| size.cell(point)).any(|cell| inside[cell.index()])
    };
    for cell in size.cells() {
        if level.ground(cell) != Ground::Wall && inside[cell.index()] {
            shapes::floor(&mut scene, corner(size, cell));
        } else if level.ground(cell) == Ground::Wall && near(cell) {
            shapes::wall(&mut scene, corner(size, cell));
        }
    }
    scene
}

/// Targets, boxes and the player.
fn pieces(scene: &mut Scene, level: &Level, boxes: &[Cell], player: Cell) {
    let size = level.size();
    for cell in level.targets() {
        shapes::target(scene, corner(size, cell));
    }
    for (index, &cell) in boxes.iter().enumerate() {
        shapes::crate_with_planks(scene, corner(size, cell), level.ground(cell) == Ground::Target, index);
    }
    shapes::player(scene, corner(size, player));
}

fn corner(size: Size, cell: Cell) -> (f32, f32) {
    let at = size.point(cell);
    (at.col as f32, at.row as f32)
}

fn middle(size: Size, cell: Cell) -> (f32, f32) {
    let (x, y) = corner(size, cell);
    (x + 0.5, y + 0.5)
}

/// The edges between these cells and all others, a little inside.
fn outline(size: Size, cells: &[Cell]) -> Vec<Vec<(f32, f32)>> {
    const LOW: f32 = 0.08;
    const HIGH: f32 = 1.0 - LOW;
    let mut edges = Vec::new();
    for &cell in cells {
        let (x, y) = corner(size, cell);
        let ends = [
            ((LOW, LOW), (HIGH, LOW)),
            ((HIGH, LOW), (HIGH, HIGH)),
            ((LOW, HIGH), (HIGH, HIGH)),
            ((LOW, LOW), (LOW, HIGH)),
        ];
        for (dir, (from, to)) in dedale_grid::Dir::ALL.into_iter().zip(ends) {
            if !size.step(cell, dir).is_some_and(|beside| cells.contains(&beside)) {
                edges.push(vec![(x + from.0, y + from.1), (x + to.0, y + to.1)]);
            }
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_the_colours_of_the_notes() {
        let rows = ["####   ####", "#  #####  #", "# @$    . #", "#  #####  #", "####   ####"];
        let level = Level::from_rows(rows).expect("a level");
        let analysis = Analysis::new(&level).expect("a small level");
        let mut scene = analysis_scene(&level, &analysis);
        explain(&mut scene, Lang::Fr);
        let picture = dedale_draw::svg(&scene);
        for part in ["#c8c06440", "#5985c640", "#ff000040", "salle", "box-0"] {
            assert!(picture.contains(part), "{part} in {picture}");
        }
    }

    #[test]
    fn a_way_has_walks_and_pushes() {
        let level = Level::from_rows(["######", "#@ $.#", "######"]).expect("a level");
        let plain = scene(&level, level.boxes(), level.player()).shapes.len();
        let way = way_scene(&level, &Moves::parse("rR").expect("moves"));
        assert_eq!(way.shapes.len(), plain + 2);
        assert!(way.shapes.iter().any(|shape| shape.dashed));
    }

    #[test]
    fn an_outline_has_no_inner_edges() {
        let size = Size::new(5, 5).expect("a size");
        assert_eq!(outline(size, &[Cell::new(7)]).len(), 4);
        assert_eq!(outline(size, &[Cell::new(7), Cell::new(8)]).len(), 6);
    }
}
