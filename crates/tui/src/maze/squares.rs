//! Steps on squares.

use super::Reel;
use dedale_draw::term::Canvas;
use dedale_grid::Cell;
use dedale_maze::picture::{self, Look};
use dedale_maze::solvers::{Method, Solving};
use dedale_maze::steps::Replay;
use dedale_maze::{Generation, Maze, Plan, Step};

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

pub(super) struct Squares {
    source: Source,
    replay: Replay,
    /// The board of the first step, for its marks and the cells left out.
    maze: Maze,
}

impl Squares {
    pub fn generation(plan: &Plan, generation: Generation) -> Self {
        let mut maze = Maze::from(generation.view().walls().clone());
        maze.absent = plan.absent().cloned();
        Self::new(maze, Source::Generation(Box::new(generation)))
    }

    pub fn solving(maze: &Maze, solving: Solving) -> Self {
        Self::new(maze.clone(), Source::Solving(Box::new(solving)))
    }

    fn new(maze: Maze, source: Source) -> Self {
        let replay = Replay::new(maze.walls.clone(), Vec::new()).expect("no words are good words");
        Self { source, replay, maze }
    }

    /// The board as it stands.
    fn now(&self) -> Maze {
        Maze { walls: self.replay.view().walls().clone(), ..self.maze.clone() }
    }
}

impl Reel for Squares {
    fn forward(&mut self) -> bool {
        if !self.replay.forward() {
            let Some(step) = self.source.next() else { return false };
            self.replay.append(step);
            self.replay.forward();
        }
        true
    }

    fn back(&mut self) -> bool {
        self.replay.back()
    }

    fn path(&self) -> Vec<Cell> {
        match &self.source {
            Source::Generation(_) => Vec::new(),
            Source::Solving(solving) => solving.solution().path.unwrap_or_default(),
        }
    }

    fn solved_by(&self, method: Method) -> Option<(Box<dyn Reel>, String)> {
        let maze = self.now();
        let solving = Solving::new(&maze, method, maze.start()?, &maze.goals());
        Some((Box::new(Self::solving(&maze, solving)), maze.size().to_string()))
    }

    fn canvas(&self, path: &[Cell], (columns, _): (u16, u16)) -> (Canvas, (usize, usize)) {
        let (maze, view) = (self.now(), self.replay.view());
        let look = Look { paints: Some(picture::by_mark(view)), path, current: view.current(), ends: true };
        // Cells become narrower where the board would not fit.
        let wide = maze.size().cols() * 4 < usize::from(columns);
        let width = if wide { 3 } else { 1 };
        let focus = view.current().map_or((0, 0), |cell| {
            let point = maze.size().point(cell);
            (point.row as usize * 2 + 1, point.col as usize * (width + 1) + 1)
        });
        (picture::canvas(&maze, &look, width, true), focus)
    }

    fn cells(&self) -> usize {
        self.maze.size().area()
    }
}
