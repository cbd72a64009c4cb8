//! A maze from an algorithm, a plan and a seed: at once, or step by step.

use crate::algorithm::Algorithm;
use crate::dice::{Bias, Dice};
use crate::field::{Fenced, Field, Ground, Plain};
use crate::finish::Finish;
use crate::generators::backtracker::Backtracker;
use crate::generators::dfs::Dfs;
use crate::generators::division::Division;
use crate::generators::empty::Empty;
use crate::generators::growing_tree::GrowingTree;
use crate::generators::hunt_and_kill::HuntAndKill;
use crate::generators::prim::Prim;
use crate::generators::random_walk::RandomWalk;
use crate::generators::rows::{RowKind, RowMaker, RowSteps};
use crate::generators::spanning_tree::{Kruskal, Weights};
use crate::generators::wilson::Wilson;
use crate::generators::{Maker, Stepper, tiles};
use crate::nibbles::Nibbles;
use crate::options::Options;
use crate::plan::Plan;
use crate::view::View;
use crate::watch::{Silent, Step};
use dedale_grid::{Rng, Walls};
use std::borrow::Cow;

/// Makes a maze at once. The same algorithm, plan, options and seed give the
/// same maze for ever, and the same as [`Generation`] gives step by step.
///
/// ```
/// use dedale_grid::Size;
/// use dedale_maze::{Algorithm, Options, Plan, generate};
/// let plan = Plan::new(Size::new(20, 30)?);
/// let walls = generate(Algorithm::Wilson, &plan, &Options::default(), 42);
/// assert_eq!(walls.passages(), 20 * 30 - 1);
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
pub fn generate(algorithm: Algorithm, plan: &Plan, options: &Options, seed: u64) -> Walls {
    let mut walls = raw(algorithm, plan, options, seed);
    let mut finish = Finish::new(algorithm, plan, options, seed);
    while finish.advance(&mut walls, &mut Silent) {}
    walls
}

fn raw(algorithm: Algorithm, plan: &Plan, options: &Options, seed: u64) -> Walls {
    let bias = Bias::new(options.bias);
    match algorithm {
        Algorithm::Empty => plan.opened(),
        Algorithm::BinaryTree | Algorithm::Sidewinder | Algorithm::Eller => {
            let kind = algorithm.rows().expect("these are the row-wise ones");
            by_rows(kind, plan, seed, bias)
        }
        Algorithm::SpanningTree => tiles::spanning_tree(plan, Weights::new(seed, bias)),
        Algorithm::Division => {
            let mut division = Division::new(Cow::Borrowed(plan), Rng::new(seed), bias);
            division.finish();
            division.walls()
        }
        _ if plan.is_plain() => grow(algorithm, plan, options, seed, Plain),
        _ => grow(algorithm, plan, options, seed, Fenced(Nibbles::breakable(&plan.closed()))),
    }
}

fn by_rows(kind: RowKind, plan: &Plan, seed: u64, bias: Bias) -> Walls {
    let (rows, cols) = (plan.size().rows(), plan.size().cols());
    let maker = RowMaker::with(kind, cols, seed, bias);
    if kind != RowKind::Eller {
        return plan.build(|row, east, south| {
            let mut maker = maker.clone();
            maker.jump(row as u64);
            maker.fenced_row(east, south, row + 1 == rows, |word| plan.fixed_words(row, word));
        });
    }
    let mut maker = maker;
    let mut walls = plan.closed();
    let (mut east, mut south) = (vec![0; cols.div_ceil(64)], vec![0; cols.div_ceil(64)]);
    for row in 0..rows {
        maker.fenced_row(&mut east, &mut south, row + 1 == rows, |word| plan.fixed_words(row, word));
        walls.edit_row(row, |word, e, s| (*e, *s) = (east[word], south[word]));
    }
    walls
}

/// Runs one of the algorithms that grow trees cell by cell.
fn grow(algorithm: Algorithm, plan: &Plan, options: &Options, seed: u64, ground: impl Ground) -> Walls {
    fn done<M: Maker>(mut maker: M, field: impl FnOnce(M) -> Field, plan: &Plan) -> Walls {
        maker.finish();
        field(maker).walls(plan)
    }
    let (field, dice) = (Field::new(plan), Dice::new(seed, Bias::new(options.bias)));
    let whole = plan.is_plain();
    match algorithm {
        Algorithm::RandomWalk => done(RandomWalk::new(field, ground, dice, whole), |maker| maker.field, plan),
        Algorithm::Dfs => done(Dfs::new(field, ground, dice), |maker| maker.field, plan),
        Algorithm::Prim => done(Prim::new(field, ground, dice), |maker| maker.field, plan),
        Algorithm::Wilson => done(Wilson::new(field, ground, dice, whole), |maker| maker.field, plan),
        Algorithm::HuntAndKill => done(HuntAndKill::new(field, ground, dice), |maker| maker.field, plan),
        Algorithm::GrowingTree => {
            done(GrowingTree::new(field, ground, dice, options.policy), |maker| maker.field, plan)
        }
        _ => done(Backtracker::new(field, ground, dice), |maker| maker.field, plan),
    }
}

/// The same algorithm, to be watched.
fn stepper(algorithm: Algorithm, plan: &Plan, options: &Options, seed: u64) -> Box<dyn Stepper> {
    fn grower(
        algorithm: Algorithm,
        plan: &Plan,
        options: &Options,
        seed: u64,
        ground: impl Ground + Send + 'static,
    ) -> Box<dyn Stepper> {
        let (field, dice) = (Field::new(plan), Dice::new(seed, Bias::new(options.bias)));
        let whole = plan.is_plain();
        match algorithm {
            Algorithm::RandomWalk => Box::new(RandomWalk::new(field, ground, dice, whole)),
            Algorithm::Dfs => Box::new(Dfs::new(field, ground, dice)),
            Algorithm::Prim => Box::new(Prim::new(field, ground, dice)),
            Algorithm::Wilson => Box::new(Wilson::new(field, ground, dice, whole)),
            Algorithm::HuntAndKill => Box::new(HuntAndKill::new(field, ground, dice)),
            Algorithm::GrowingTree => Box::new(GrowingTree::new(field, ground, dice, options.policy)),
            _ => Box::new(Backtracker::new(field, ground, dice)),
        }
    }
    let bias = Bias::new(options.bias);
    match algorithm {
        Algorithm::Empty => Box::new(Empty::new(plan)),
        Algorithm::BinaryTree | Algorithm::Sidewinder | Algorithm::Eller => {
            let kind = algorithm.rows().expect("these are the row-wise ones");
            let maker = RowMaker::with(kind, plan.size().cols(), seed, bias);
            Box::new(RowSteps::new(plan.clone(), maker))
        }
        Algorithm::SpanningTree => Box::new(Kruskal::new(plan, Weights::new(seed, bias))),
        Algorithm::Division => Box::new(Division::new(Cow::Owned(plan.clone()), Rng::new(seed), bias)),
        _ if plan.is_plain() => grower(algorithm, plan, options, seed, Plain),
        _ => grower(algorithm, plan, options, seed, Fenced(Nibbles::breakable(&plan.closed()))),
    }
}

/// A maze in the making: ask whether there is a next step, do it, look.
///
/// Steps are made when they are asked for and not kept; the board as it stands
/// is in [`Generation::view`].
///
/// ```
/// use dedale_grid::Size;
/// use dedale_maze::{Algorithm, Generation, Options, Plan, generate};
/// let plan = Plan::new(Size::new(5, 8)?);
/// let mut generation = Generation::new(Algorithm::Prim, &plan, &Options::default(), 7);
/// let mut steps = 0;
/// while generation.has_next() {
///     generation.next_step();
///     steps += 1;
/// }
/// assert_eq!(steps, 40);
/// assert_eq!(generation.view().walls(), &generate(Algorithm::Prim, &plan, &Options::default(), 7));
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
pub struct Generation {
    maker: Option<Box<dyn Stepper>>,
    finish: Finish,
    view: View,
    /// The step that comes next, made in advance to know that there is one.
    next: Step,
    has_next: bool,
    done: Step,
    steps: u64,
}

impl Generation {
    /// Gives the algorithm its board.
    pub fn new(algorithm: Algorithm, plan: &Plan, options: &Options, seed: u64) -> Self {
        let walls = if algorithm == Algorithm::Division { plan.opened() } else { plan.closed() };
        let mut generation = Self {
            maker: Some(stepper(algorithm, plan, options, seed)),
            finish: Finish::new(algorithm, plan, options, seed),
            view: View::new(walls),
            next: Step::new(),
            has_next: true,
            done: Step::new(),
            steps: 0,
        };
        generation.prepare();
        generation
    }

    fn prepare(&mut self) {
        self.next.clear();
        if let Some(maker) = &mut self.maker {
            if maker.step(&mut self.next) {
                return;
            }
            self.maker = None;
        }
        // The finish works on the walls themselves; they get ahead of the view
        // by the prepared step, so it has its own copy.
        self.has_next = self.finish.advance_watched(self.view.walls(), &mut self.next);
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

    /// Does all remaining steps and gives the maze.
    pub fn finish(mut self) -> Walls {
        while self.next_step().is_some() {}
        self.view.into_walls()
    }
}
