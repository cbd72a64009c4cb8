//! A small picture in every format, with a QR code on it.
//!
//! `cargo run -p dedale-draw --example card -- FOLDER`

use dedale_draw::term::{Style, braille};
use dedale_draw::{Page, Placed, Raster, Scene, Shape, Theme, pdf, png, qr, role, svg};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "card".to_owned()));
    std::fs::create_dir_all(&folder)?;
    let mut scene = Scene::new(10.0, 6.0).titled("a card");
    scene.add(Shape::rect(0.0, 0.0, 10.0, 6.0).fill(&role::PAPER));
    scene.add(Shape::line(vec![(1.0, 5.0), (1.0, 1.0), (5.0, 1.0), (5.0, 3.0)]).stroke(&role::WALL, 0.2));
    scene.add(Shape::circle(3.0, 3.0, 0.5).fill(&role::GOAL));
    scene.add(Shape::text(7.5, 5.0, 0.8, "Dédale").fill(&role::INK));
    std::fs::write(folder.join("card.svg"), svg(&scene))?;
    std::fs::write(folder.join("card.png"), png(&scene, 40.0, Theme::Light)?)?;
    let code = qr("a card").ok_or("the text is short")?;
    let placed = vec![
        Placed { scene: &scene, x: 20.0, y: 20.0, scale: 10.0, clip: None },
        Placed { scene: &code, x: 85.0, y: 22.0, scale: 0.9, clip: None },
    ];
    std::fs::write(folder.join("card.pdf"), pdf("a card", &[Page { width: 140.0, height: 100.0, placed }]))?;
    print!("{}", braille(&Raster::draw(&scene, 8.0, Theme::Light, false)?, Style { color: false, unicode: true }));
    Ok(())
}
