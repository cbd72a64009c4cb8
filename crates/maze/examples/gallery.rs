//! A maze with its solution on every surface, as SVG and PNG.
//!
//! `cargo run -p dedale-maze --example gallery -- FOLDER`

use dedale_draw::Theme;
use dedale_maze::solvers::Method;
use dedale_maze::surface::{Kind, Surface, generate, picture, solve};
use dedale_maze::{Algorithm, Options};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned()));
    std::fs::create_dir_all(&folder)?;
    for kind in Kind::ALL {
        let (columns, rows) = if kind == Kind::Polar { (6, 10) } else { (16, 12) };
        let levels = if kind == Kind::Stack { 3 } else { 1 };
        let surface = Surface::new(kind, columns, rows)?.levels(levels)?.seeded(7);
        let maze = generate(Algorithm::Backtracker, &Arc::new(surface.graph()), &Options::default(), 7);
        let ends = maze.start().zip(maze.goal());
        let path = ends.and_then(|(from, to)| solve(&maze, Method::Bfs, from, to).path).unwrap_or_default();
        let look = picture::Look { path: &path, ends, ..picture::Look::default() };
        let scene = picture::scene(&maze, &look);
        std::fs::write(folder.join(format!("{kind}.svg")), dedale_draw::svg(&scene))?;
        std::fs::write(folder.join(format!("{kind}.png")), dedale_draw::png(&scene, 24.0, Theme::Light)?)?;
        println!("{kind}: {} cells, a way of {} steps", surface.cells(), path.len() - 1);
    }
    Ok(())
}
