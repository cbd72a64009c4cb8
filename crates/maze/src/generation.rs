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
use crate::generators::{GoOn, Maker, Stepper, tiles};
use crate::nibbles::Nibbles;
use crate::options::Options;
use crate::plan::Plan;
use crate::view::View;
use crate::watch::{Silent, Step};
use crate::watched::{Watched, Work};
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
    finished(raw(algorithm, plan, options, seed), algorithm, plan, options, seed)
}

/// The same for large boards: a generator that grows cell by cell says now and
/// then how many cells it has done since it last said so, and gives up, with
/// nothing, if it is told to.
pub fn generate_telling(
    algorithm: Algorithm,
    plan: &Plan,
    options: &Options,
    seed: u64,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Walls> {
    let walls = if !grows(algorithm) {
        raw(algorithm, plan, options, seed)
    } else if plan.is_plain() {
        grow(algorithm, plan, options, seed, Plain, Some(go_on))?
    } else {
        grow(algorithm, plan, options, seed, Fenced(Nibbles::breakable(&plan.closed())), Some(go_on))?
    };
    Some(finished(walls, algorithm, plan, options, seed))
}

fn finished(mut walls: Walls, algorithm: Algorithm, plan: &Plan, options: &Options, seed: u64) -> Walls {
    let mut finish = Finish::new(algorithm, plan, options, seed);
    while finish.advance(&mut walls, &mut Silent) {}
    walls
}

/// Whether an algorithm grows trees cell by cell.
fn grows(algorithm: Algorithm) -> bool {
    let at_once = matches!(algorithm, Algorithm::Empty | Algorithm::SpanningTree | Algorithm::Division);
    !at_once && algorithm.rows().is_none()
}

fn raw(algorithm: Algorithm, plan: &Plan, options: &Options, seed: u64) -> Walls {
    let bias = Bias::new(options.bias);
    let whole = "nobody stops it";
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
        _ if plan.is_plain() => grow(algorithm, plan, options, seed, Plain, None).expect(whole),
        _ => {
            let ground = Fenced(Nibbles::breakable(&plan.closed()));
            grow(algorithm, plan, options, seed, ground, None).expect(whole)
        }
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

/// Runs one of the algorithms that grow trees cell by cell; nothing if it was
/// told not to go on.
fn grow(
    algorithm: Algorithm,
    plan: &Plan,
    options: &Options,
    seed: u64,
    ground: impl Ground,
    go_on: Option<&mut GoOn<'_>>,
) -> Option<Walls> {
    let run = Run { plan, go_on };
    let (field, dice) = (Field::new(plan), Dice::new(seed, Bias::new(options.bias)));
    let whole = plan.is_plain();
    match algorithm {
        Algorithm::RandomWalk => run.finish_with(RandomWalk::new(field, ground, dice, whole), |maker| maker.field),
        Algorithm::Dfs => run.finish_with(Dfs::new(field, ground, dice), |maker| maker.field),
        Algorithm::Prim => run.finish_with(Prim::new(field, ground, dice), |maker| maker.field),
        Algorithm::Wilson => run.finish_with(Wilson::new(field, ground, dice, whole), |maker| maker.field),
        Algorithm::HuntAndKill => run.finish_with(HuntAndKill::new(field, ground, dice), |maker| maker.field),
        Algorithm::GrowingTree => {
            run.finish_with(GrowingTree::new(field, ground, dice, options.policy), |maker| maker.field)
        }
        _ => run.finish_with(Backtracker::new(field, ground, dice), |maker| maker.field),
    }
}

struct Run<'a, 'b> {
    plan: &'a Plan,
    go_on: Option<&'a mut GoOn<'b>>,
}

impl Run<'_, '_> {
    fn finish_with<M: Maker>(self, mut maker: M, field: impl FnOnce(M) -> Field) -> Option<Walls> {
        let whole = match self.go_on {
            Some(go_on) => maker.finish_telling(go_on),
            None => {
                maker.finish();
                true
            }
        };
        whole.then(|| field(maker).walls(self.plan))
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

/// A maze in the making, step by step.
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
pub type Generation = Watched<Making>;

/// A generator and the finish, one after the other.
pub struct Making {
    maker: Option<Box<dyn Stepper>>,
    finish: Finish,
}

impl Work for Making {
    type View = View;
    type Step = Step;

    fn work(&mut self, view: &View, step: &mut Step) -> bool {
        step.clear();
        if let Some(maker) = &mut self.maker {
            if maker.step(step) {
                return true;
            }
            self.maker = None;
        }
        // The finish works on the walls themselves; they get ahead of the view
        // by the prepared step, so it has its own copy.
        self.finish.advance_watched(view.walls(), step)
    }

    fn show(view: &mut View, step: &mut Step) {
        view.apply(step);
    }
}

impl Watched<Making> {
    /// Gives the algorithm its board.
    pub fn new(algorithm: Algorithm, plan: &Plan, options: &Options, seed: u64) -> Self {
        let walls = if algorithm == Algorithm::Division { plan.opened() } else { plan.closed() };
        let maker = Some(stepper(algorithm, plan, options, seed));
        let finish = Finish::new(algorithm, plan, options, seed);
        Self::begin(Making { maker, finish }, View::new(walls))
    }

    /// Does all remaining steps and gives the maze.
    pub fn finish(self) -> Walls {
        self.last_view().into_walls()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_grid::{Cell, Dir, Size};

    #[test]
    fn telling_changes_nothing_and_can_be_stopped() {
        let mut fenced = Plan::new(Size::new(700, 500).expect("a size"));
        let plain = fenced.clone();
        fenced.fix(Cell::new(7), Dir::Right);
        for plan in [&plain, &fenced] {
            for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| grows(algorithm)) {
                let options = Options::default();
                let mut told = 0;
                let made = generate_telling(algorithm, plan, &options, 5, &mut |cells| {
                    told += cells;
                    true
                });
                assert!(made == Some(generate(algorithm, plan, &options, 5)), "{algorithm}");
                assert!(told > 0, "{algorithm}");
                assert_eq!(generate_telling(algorithm, plan, &options, 5, &mut |_| false), None, "{algorithm}");
            }
        }
    }
}
