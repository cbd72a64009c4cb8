//! QR codes as scenes.

use crate::{Scene, Shape, role};
use qrcode::{EcLevel, QrCode};

/// A text as a QR code, a unit a dot, with the quiet zone of four dots that
/// readers need; nothing if the text is too long for one.
///
/// ```
/// let scene = dedale_draw::qr("https://example.org/maze?seed=1").expect("short enough");
/// assert!(scene.width >= 29.0);
/// ```
pub fn qr(text: &str) -> Option<Scene> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let side = code.width();
    let dots = code.to_colors();
    let mut scene = Scene::new(side as f32 + 8.0, side as f32 + 8.0).titled(text);
    scene.add(Shape::rect(0.0, 0.0, scene.width, scene.height).fill(&role::PAPER));
    let mut runs = Vec::new();
    for row in 0..side {
        let dark = |col: usize| dots[row * side + col] == qrcode::Color::Dark;
        let mut col = 0;
        while col < side {
            let end = (col..side).find(|&end| dark(end) != dark(col)).unwrap_or(side);
            if dark(col) {
                let (left, right, top) = (col as f32 + 4.0, end as f32 + 4.0, row as f32 + 4.0);
                runs.push(vec![(left, top), (right, top), (right, top + 1.0), (left, top + 1.0)]);
            }
            col = end;
        }
    }
    scene.add(Shape::lines(runs).fill(&role::INK));
    Some(scene)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;

    #[test]
    fn a_code_has_its_three_eyes() {
        let scene = qr("dedale maze generate prim --size 5x4 --seed 1").expect("short enough");
        let Geometry::Lines(runs) = &scene.shapes[1].geometry else { panic!("runs are lines") };
        // The first row begins and ends with the seven dots of an eye.
        let first: Vec<_> = runs.iter().filter(|run| run[0].1 == 4.0).collect();
        assert_eq!((first[0][0].0, first[0][1].0), (4.0, 11.0));
        assert_eq!(first.last().map(|run| run[1].0 - run[0].0), Some(7.0));
        assert!(qr(&"x".repeat(5000)).is_none());
    }
}
