//! The picture of the single search: in each open cell its depth (above) and
//! its low-link (below), arcs by kind between the cells, roads framed with the
//! number of the criterion that made them.

use super::{GOODS, ROAD, TREE};
use crate::{Arc, ArcKind, Board, Explanation, Tile};
use dedale_draw::{Role, Scene, Shape, role};
use dedale_grid::Point;

/// Half the side of the box of a cell, in units of the distance between cells.
const HALF: f32 = 0.3;
/// Opposite arcs lie this far beside the middle.
const BESIDE: f32 = 0.09;

/// The picture of a search.
pub fn explained(board: &Board, told: &Explanation) -> Scene {
    let size = board.size();
    let (rows, cols) = (size.rows() as f32, size.cols() as f32);
    let mut scene = Scene::new(cols, rows).titled("Fresh Fish: P, R");
    scene.add(Shape::rect(0.0, 0.0, cols, rows).fill(&role::PAPER));
    for arc in &told.arcs {
        add_arc(&mut scene, size.point(arc.from), arc);
    }
    for (cell, tile) in board.tiles() {
        let at = size.point(cell);
        let (x, y) = centre(at);
        let outline = Shape::rounded(x - HALF, y - HALF, 2.0 * HALF, 2.0 * HALF, 0.06);
        let (fill, letter): (&'static Role, String) = match tile {
            Tile::Tree => (&TREE, "T".into()),
            Tile::Producer(good) => (&GOODS[good.index()], good.to_string()),
            Tile::Shop(good, _) => (&GOODS[good.index()], good.letter().to_ascii_lowercase().to_string()),
            Tile::Free | Tile::Road | Tile::Reserved(_) | Tile::Outside => (&role::FLOOR, String::new()),
        };
        scene.add(outline.fill(fill).stroke(&role::LINE, 0.02));
        if !letter.is_empty() {
            scene.add(Shape::text(x, y, 0.36, letter).fill(&role::PAPER));
        }
        if let Some(visit) = told.visits[cell] {
            scene.add(Shape::text(x - 0.1, y - 0.12, 0.22, visit.depth.to_string()).fill(&role::INK));
            scene.add(Shape::text(x + 0.1, y + 0.14, 0.22, visit.low.to_string()).fill(&role::PATH));
        }
        if cell == told.start {
            scene.add(Shape::circle(x, y, HALF + 0.1).stroke(&role::START, 0.05).id("start"));
        }
    }
    for (cell, reasons) in &told.roads {
        let at = size.point(*cell);
        let (x, y) = centre(at);
        let frame = Shape::rounded(x - HALF, y - HALF, 2.0 * HALF, 2.0 * HALF, 0.06).stroke(&ROAD, 0.1);
        scene.add(frame.id(format!("road-{}-{}", at.row, at.col)));
        for (number, reason) in reasons.iter().enumerate() {
            let (cx, cy) = (x + HALF - 0.22 * number as f32, y - HALF);
            scene.add(Shape::circle(cx, cy, 0.11).fill(&role::PAPER).stroke(&ROAD, 0.03));
            let mark = if reason.criterion() == 0 { "#".to_owned() } else { reason.criterion().to_string() };
            scene.add(Shape::text(cx, cy, 0.17, mark).fill(&role::INK));
        }
    }
    scene
}

fn centre(at: Point) -> (f32, f32) {
    (at.col as f32 + 0.5, at.row as f32 + 0.5)
}

fn add_arc(scene: &mut Scene, from: Point, arc: &Arc) {
    let (x, y) = centre(from);
    let (down, right) = arc.dir.delta();
    let (dx, dy) = (right as f32, down as f32);
    // To the right-hand side of the way, so that opposite arcs do not meet.
    let (sx, sy) = (-dy * BESIDE, dx * BESIDE);
    let point = |along: f32, beside: f32| (x + dx * along + sx * beside, y + dy * along + sy * beside);
    let (start, tip) = (point(HALF, 1.0), point(1.0 - HALF - 0.02, 1.0));
    let role: &'static Role = match arc.kind {
        ArcKind::Used => &role::INK,
        ArcKind::Ignored | ArcKind::DeadEnd => &role::FAINT,
    };
    let width = if arc.kind == ArcKind::Used { 0.045 } else { 0.025 };
    let line = Shape::line(vec![start, tip]).stroke(role, width);
    scene.add(if arc.kind == ArcKind::DeadEnd { line.dashed() } else { line });
    let back = 1.0 - HALF - 0.12;
    scene.add(Shape::line(vec![tip, point(back, 0.3), point(back, 1.7)]).fill(role));
}
