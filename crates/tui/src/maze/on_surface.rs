//! Steps on any other surface: its picture in dots, eight to a character.

use super::Reel;
use dedale_draw::term::{Canvas, dots};
use dedale_draw::{Raster, Theme};
use dedale_grid::Cell;
use dedale_maze::solvers::Method;
use dedale_maze::surface::picture::{self, Look};
use dedale_maze::surface::{Film, Generation, Solving, Step};

/// Where steps come from.
enum Source {
    Generation(Box<Generation>),
    Solving(Box<Solving>),
}

impl Source {
    fn next(&mut self) -> Option<&Step> {
        match self {
            Self::Generation(generation) => generation.next_step(),
            Self::Solving(solving) => solving.next_step(),
        }
    }
}

pub(super) struct OnSurface {
    source: Source,
    film: Film,
}

/// The fewest and the most dots for the side of a cell.
const DOTS: (f32, f32) = (5.0, 16.0);

impl OnSurface {
    pub fn generation(generation: Generation) -> Self {
        let start = generation.view().maze().clone();
        let film = Film::new(start, Vec::new()).expect("no words are good words");
        Self { film, source: Source::Generation(Box::new(generation)) }
    }

    pub fn solving(solving: Solving) -> Self {
        let start = solving.view().maze().clone();
        let film = Film::new(start, Vec::new()).expect("no words are good words");
        Self { film, source: Source::Solving(Box::new(solving)) }
    }
}

impl Reel for OnSurface {
    fn forward(&mut self) -> bool {
        if !self.film.forward() {
            let Some(step) = self.source.next() else { return false };
            self.film.append(step);
            self.film.forward();
        }
        true
    }

    fn back(&mut self) -> bool {
        self.film.back()
    }

    fn path(&self) -> Vec<Cell> {
        match &self.source {
            Source::Generation(_) => Vec::new(),
            Source::Solving(solving) => solving.solution().path.unwrap_or_default(),
        }
    }

    fn solved_by(&self, method: Method) -> Option<(Box<dyn Reel>, String)> {
        let maze = self.film.view().maze();
        let solving = Solving::new(maze, method, maze.start()?, maze.goal()?);
        Some((Box::new(Self::solving(solving)), maze.graph().surface().to_string()))
    }

    fn canvas(&self, path: &[Cell], (columns, rows): (u16, u16)) -> (Canvas, (usize, usize)) {
        let view = self.film.view();
        let maze = view.maze();
        let ends = maze.start().zip(maze.goal());
        let look = Look { paints: Some(picture::by_mark(view)), path, current: view.current(), ends };
        let scene = picture::scene(maze, &look);
        // As large as fits; what is too large scrolls.
        let fits = (f32::from(columns) * 2.0 / scene.width).min(f32::from(rows) * 4.0 / scene.height);
        let scale = fits.clamp(DOTS.0, DOTS.1);
        let canvas = Raster::draw(&scene, scale, Theme::Light, false)
            .map_or_else(|_| Canvas::new(0, 0), |raster| dots(&raster, true));
        let focus = view.current().map_or((0, 0), |cell| {
            let [x, y] = maze.graph().centre(cell);
            ((y * scale / 4.0) as usize, (x * scale / 2.0) as usize)
        });
        (canvas, focus)
    }

    fn cells(&self) -> usize {
        self.film.view().maze().graph().len()
    }
}
