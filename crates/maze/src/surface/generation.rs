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
use crate::watched::{Watched, Work};
use dedale_grid::Cell;
use std::sync::Arc;

/// Makes a maze at once. The same algorithm, graph, options and seed give the
/// same maze for ever, and the same as [`Generation`] gives step by step.
///
/// Every pair gives a maze; [`super::check`] says which make sense.
pub fn generate(algorithm: Algorithm, graph: &Arc<Graph>, options: &Options, seed: u64) -> GraphMaze {
    generate_telling(algorithm, graph, options, seed, &mut |_| true).expect("nobody stops it")
}

/// The same for large boards: it says now and then how many steps it has done
/// since it last said so, and gives up, with nothing, if it is told to.
pub fn generate_telling(
    algorithm: Algorithm,
    graph: &Arc<Graph>,
    options: &Options,
    seed: u64,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<GraphMaze> {
    const STEPS: u64 = 1 << 14;
    let mut work = Making::new(algorithm, graph, options, seed, Onlooker::default());
    while (0..STEPS).all(|_| work.advance()) {
        if !go_on(STEPS) {
            return None;
        }
    }
    Some(work.growth.maze)
}

/// A generator and the finish, one after the other.
pub struct Making {
    growth: Growth,
    maker: Option<Box<dyn Maker>>,
    finish: Finish,
}

impl Making {
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

/// A maze in the making, step by step.
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
pub type Generation = Watched<Making>;

impl Work for Making {
    type View = View;
    type Step = Step;

    fn work(&mut self, _: &View, step: &mut Step) -> bool {
        let more = self.advance();
        self.growth.onlooker.hand_over(step);
        more
    }

    fn show(view: &mut View, step: &mut Step) {
        view.apply(step);
    }
}

impl Watched<Making> {
    /// Gives the algorithm its board.
    pub fn new(algorithm: Algorithm, graph: &Arc<Graph>, options: &Options, seed: u64) -> Self {
        let making = Making::new(algorithm, graph, options, seed, Onlooker::watching());
        Self::begin(making, View::new(first(algorithm, graph)))
    }
}
