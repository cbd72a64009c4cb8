//! A maze from an algorithm, a graph and a seed: at once, or step by step.
//!
//! Both are the same code, with somebody who looks on or nobody.

use super::finish::Finish;
use super::graph::Graph;
use super::grow::{Backtracker, Dfs, GrowingTree, HuntAndKill, Prim};
use super::growth::{Growth, Maker};
use super::maze::{GraphMaze, View};
use super::rows::Rows;
use super::walks::{RandomWalk, Wilson};
use super::watch::{Change, Onlooker, Step};
use super::{division::Division, kruskal::Kruskal};
use crate::algorithm::Algorithm;
use crate::generators::rows::RowKind;
use crate::options::Options;
use crate::watch::Mark;
use dedale_grid::Cell;
use std::sync::Arc;

/// Makes a maze at once. The same algorithm, graph, options and seed give the
/// same maze for ever, and the same as [`Generation`] gives step by step.
///
/// Every pair gives a maze; [`super::check`] says which make sense.
pub fn generate(algorithm: Algorithm, graph: &Arc<Graph>, options: &Options, seed: u64) -> GraphMaze {
    let mut work = Work::new(algorithm, graph, options, seed, Onlooker::default());
    while work.advance() {}
    work.growth.maze
}

/// A generator and the finish, one after the other.
struct Work {
    growth: Growth,
    maker: Option<Box<dyn Maker>>,
    finish: Finish,
}

impl Work {
    fn new(algorithm: Algorithm, graph: &Arc<Graph>, options: &Options, seed: u64, onlooker: Onlooker) -> Self {
        let maze = first(algorithm, graph);
        Self {
            growth: Growth::new(maze, options.bias, seed, onlooker),
            maker: Some(maker(algorithm, options)),
            finish: Finish::new(algorithm.rows().is_some(), algorithm.is_perfect(), options, seed),
        }
    }

    fn advance(&mut self) -> bool {
        if let Some(maker) = &mut self.maker {
            if maker.advance(&mut self.growth) {
                return true;
            }
            self.maker = None;
        }
        self.finish.advance(&mut self.growth)
    }
}

/// The board before the first step.
fn first(algorithm: Algorithm, graph: &Arc<Graph>) -> GraphMaze {
    match algorithm {
        Algorithm::Division => GraphMaze::opened(Arc::clone(graph)),
        _ => GraphMaze::closed(Arc::clone(graph)),
    }
}

fn maker(algorithm: Algorithm, options: &Options) -> Box<dyn Maker> {
    match algorithm {
        Algorithm::Empty => Box::new(Empty::default()),
        Algorithm::BinaryTree => Box::new(Rows::new(RowKind::BinaryTree, options.bias)),
        Algorithm::Sidewinder => Box::new(Rows::new(RowKind::Sidewinder, options.bias)),
        Algorithm::Eller => Box::new(Rows::new(RowKind::Eller, options.bias)),
        Algorithm::RandomWalk => Box::new(RandomWalk::default()),
        Algorithm::Dfs => Box::new(Dfs::default()),
        Algorithm::Prim => Box::new(Prim::default()),
        Algorithm::SpanningTree => Box::new(Kruskal::default()),
        Algorithm::Division => Box::new(Division::default()),
        Algorithm::Backtracker => Box::new(Backtracker::default()),
        Algorithm::Wilson => Box::new(Wilson::default()),
        Algorithm::HuntAndKill => Box::new(HuntAndKill::default()),
        Algorithm::GrowingTree => Box::new(GrowingTree::new(options.policy)),
    }
}

/// No walls but those that may not be opened, cell after cell.
#[derive(Default)]
struct Empty {
    next: usize,
}

impl Maker for Empty {
    fn advance(&mut self, growth: &mut Growth) -> bool {
        let graph = Arc::clone(growth.graph());
        let Some(cell) = (self.next..graph.len()).map(|at| Cell::new(at as u32)).find(|&cell| graph.contains(cell))
        else {
            return false;
        };
        self.next = cell.index() + 1;
        growth.onlooker.tell(Change::Current(cell));
        growth.onlooker.mark(cell, Mark::Visited);
        for link in graph.links(cell).iter().filter(|link| link.cell > cell) {
            growth.open(link.edge);
        }
        true
    }
}

/// A maze in the making: ask whether there is a next step, do it, look.
///
/// ```
/// use dedale_maze::surface::{Generation, Kind, Surface, generate};
/// use dedale_maze::{Algorithm, Options};
/// use std::sync::Arc;
/// let graph = Arc::new(Surface::new(Kind::Polar, 6, 5)?.graph());
/// let mut generation = Generation::new(Algorithm::Prim, &graph, &Options::default(), 7);
/// let mut steps = 0;
/// while generation.next_step().is_some() {
///     steps += 1;
/// }
/// assert_eq!(steps, graph.len());
/// assert_eq!(generation.view().maze(), &generate(Algorithm::Prim, &graph, &Options::default(), 7));
/// # Ok::<(), dedale_maze::surface::SurfaceError>(())
/// ```
pub struct Generation {
    work: Work,
    view: View,
    /// The step that comes next, made in advance to know that there is one.
    next: Step,
    has_next: bool,
    done: Step,
    steps: u64,
}

impl Generation {
    /// Gives the algorithm its board.
    pub fn new(algorithm: Algorithm, graph: &Arc<Graph>, options: &Options, seed: u64) -> Self {
        let mut generation = Self {
            work: Work::new(algorithm, graph, options, seed, Onlooker::watching()),
            view: View::new(first(algorithm, graph)),
            next: Step::default(),
            has_next: true,
            done: Step::default(),
            steps: 0,
        };
        generation.prepare();
        generation
    }

    fn prepare(&mut self) {
        self.has_next = self.work.advance();
        if let Some(step) = &mut self.work.growth.onlooker.0 {
            std::mem::swap(step, &mut self.next);
            step.changes.clear();
        }
    }

    /// Whether there is a next step.
    pub fn has_next(&self) -> bool {
        self.has_next
    }

    /// Does the next step and gives what it changed; nothing at the end.
    pub fn next_step(&mut self) -> Option<&Step> {
        if !self.has_next {
            return None;
        }
        std::mem::swap(&mut self.next, &mut self.done);
        self.view.apply(&mut self.done);
        self.steps += 1;
        self.prepare();
        Some(&self.done)
    }

    /// The board as it stands.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// How many steps were done.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}
