//! Mazes for pictures of links in the page's ink and watercolour (`worlds/maze/painter.js`,
//! `ink_painter.js`): the colours of distance as its scale has them, and walls
//! with a shadow, a front and a lit edge.

use super::tinted;
use dedale_draw::{Color, Geometry, Paint, Role, Scene, role};
use std::sync::LazyLock;

/// Cells from which on walls are too fine for a front and a lit edge.
const FINE: f32 = 60.0;
const FRONT: Role = Role::new("ink-front", 0x171b25, 0x3d4458);
const LIT: Role = Role::new("ink-lit", 0x6c7794, 0xc3c9d8);
const WALL: Role = Role::new("ink-wall", 0x2f3542, 0x8d95ab);
const SHADE: Role = tinted("ink-shade", (0x2b2a33, 41), (0x000000, 115));

/// The scale from near to far, thinned with paper as watercolour is.
static SCALE: LazyLock<Vec<Role>> = LazyLock::new(|| {
    const MAZE: Role = Role::new("world-maze", 0x1d6a96, 0x6cb6e2);
    let stops = [&MAZE, &role::PLAYERS[5], &role::FRONTIER, &role::PATH, &role::GOAL];
    let thinned = |pick: fn(&Role) -> Color, share: f32| stops.map(|stop| pick(stop).mix(pick(&role::PAPER), share));
    // In the dark the colours are deep, so that the lighter walls stand out.
    let (light, dark) = (thinned(|role| role.light, 0.18), thinned(|role| role.dark, 0.55));
    let between = |stops: &[Color; 5], value: usize| {
        let place = value as f32 / 255.0 * 4.0;
        let low = (place as usize).min(3);
        stops[low].mix(stops[low + 1], place - low as f32)
    };
    let role = |value| Role { name: "watercolour", light: between(&light, value), dark: between(&dark, value) };
    (0..256).map(role).collect()
});

/// A maze as its world draws it for files, in the page's colours.
pub fn inked(maze: Scene) -> Scene {
    let mut scene = Scene::new(maze.width, maze.height);
    let deep = maze.width.max(maze.height) <= FINE;
    let washed = |paint: Paint| match paint {
        Paint::Heat(value) => Paint::Role(&SCALE[usize::from(value)]),
        other => other,
    };
    for mut shape in maze.shapes {
        match shape.stroke {
            Some((Paint::Role(paint), width)) if paint.name == role::WALL.name => {
                let mut line = |right: f32, down: f32, paint: &'static Role, share: f32| {
                    scene.add(shape.clone().moved(1.0, right, down).stroke(paint, width * share));
                };
                if deep {
                    line(0.06, 0.12, &SHADE, 1.15);
                    line(0.0, 0.06, &FRONT, 1.0);
                }
                line(0.0, 0.0, &WALL, 1.0);
                if deep {
                    line(-0.025, -0.035, &LIT, 0.2);
                }
            }
            stroke => {
                // A hair of overlap, or seams show between the colours.
                if let (Some(Paint::Heat(_)), Geometry::Rect { w, h, .. }) = (shape.fill, &mut shape.geometry) {
                    (*w, *h) = (*w + 0.02, *h + 0.02);
                }
                shape.fill = shape.fill.map(washed);
                shape.stroke = stroke.map(|(paint, width)| (washed(paint), width));
                scene.add(shape);
            }
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_draw::Shape;

    #[test]
    fn walls_are_inked_and_colours_washed() {
        let mut scene = Scene::new(4.0, 4.0);
        scene.add(Shape::rect(0.0, 0.0, 1.0, 1.0).fill(Paint::Heat(255)));
        scene.add(Shape::line(vec![(0.0, 0.0), (4.0, 0.0)]).stroke(&role::WALL, 0.12));
        let drawn = inked(scene);
        assert_eq!(drawn.shapes.len(), 5);
        assert!(matches!(drawn.shapes[0].fill, Some(Paint::Role(role)) if role.name == "watercolour"));
        let ends = [&SCALE[0], &SCALE[255]].map(|role| role.light.to_string());
        assert_eq!(ends, ["#4584a6", "#c45682"]);
    }
}
