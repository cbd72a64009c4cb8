//! The things on a board, each in its cell.

use super::{BOX, BOX_EDGE, BOX_HOME, HOME_EDGE, MORTAR};
use dedale_draw::{Role, Scene, Shape, role};

type Corner = (f32, f32);

/// A cell of floor.
pub(super) fn floor(scene: &mut Scene, (x, y): Corner) {
    scene.add(Shape::rect(x, y, 1.0, 1.0).fill(&role::FLOOR).stroke(&role::LINE, 0.02));
}

/// A cell of brick wall, a little larger than the cell so that no seam shows.
pub(super) fn wall(scene: &mut Scene, (x, y): Corner) {
    scene.add(Shape::rect(x - 0.01, y - 0.01, 1.02, 1.02).fill(&role::WALL));
    let joints = vec![
        vec![(x + 0.04, y + 0.5), (x + 0.96, y + 0.5)],
        vec![(x + 0.5, y + 0.08), (x + 0.5, y + 0.42)],
        vec![(x + 0.25, y + 0.58), (x + 0.25, y + 0.92)],
        vec![(x + 0.75, y + 0.58), (x + 0.75, y + 0.92)],
    ];
    scene.add(Shape::lines(joints).stroke(&MORTAR, 0.035));
}

/// A ring with a dot.
pub(super) fn target(scene: &mut Scene, (x, y): Corner) {
    scene.add(Shape::circle(x + 0.5, y + 0.5, 0.28).stroke(&role::GOAL, 0.07));
    scene.add(Shape::circle(x + 0.5, y + 0.5, 0.1).fill(&role::GOAL));
}

/// A box of planks; its number names it.
pub(super) fn crate_with_planks(scene: &mut Scene, (x, y): Corner, home: bool, index: usize) {
    let (wood, edge): (&'static Role, &'static Role) = if home { (&BOX_HOME, &HOME_EDGE) } else { (&BOX, &BOX_EDGE) };
    let body = Shape::rounded(x + 0.1, y + 0.1, 0.8, 0.8, 0.1).fill(wood).stroke(edge, 0.07);
    scene.add(body.id(format!("box-{index}")));
    let (low, high) = (0.26, 0.74);
    let planks = vec![
        vec![(x + low, y + low), (x + high, y + high)],
        vec![(x + low, y + high), (x + high, y + low)],
        vec![(x + low, y + low), (x + high, y + low), (x + high, y + high), (x + low, y + high), (x + low, y + low)],
    ];
    scene.add(Shape::lines(planks).stroke(edge, 0.05).id(format!("planks-{index}")));
}

/// A friendly round face.
pub(super) fn player(scene: &mut Scene, (x, y): Corner) {
    scene.add(Shape::circle(x + 0.5, y + 0.5, 0.33).fill(&role::PLAYERS[0]).stroke(&role::INK, 0.05).id("player"));
    scene.add(Shape::circle(x + 0.39, y + 0.43, 0.055).fill(&role::PAPER));
    scene.add(Shape::circle(x + 0.61, y + 0.43, 0.055).fill(&role::PAPER));
    let smile = vec![(x + 0.37, y + 0.6), (x + 0.44, y + 0.66), (x + 0.56, y + 0.66), (x + 0.63, y + 0.6)];
    scene.add(Shape::line(smile).stroke(&role::PAPER, 0.05));
}
