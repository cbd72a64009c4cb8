//! One question, one answer: solves a level by any method.
//!
//! `auto` is a portfolio: several engines take turns, each turn going to the
//! one that has worked least for its share so far, with slices that grow. With
//! one thread the turns depend on counted work alone, so the answer is always
//! the same; with more, the first moments belong to one thread, enough for
//! most levels, and then every thread takes the next engine in line. Whoever solves the
//! level first stops the others; an engine that runs out of memory is put
//! away and the others go on. Every solution passes the referee.

mod groups;
pub(crate) mod parts;
mod proof;
mod restarts;
mod weave;

use crate::board::{Board, BoardError};
use crate::bound::Heuristic;
use crate::control::{Control, Limits, Stop};
use crate::expand::Knowledge;
use crate::fess::meeting::MeetingTable;
use crate::fess::relay::{Relay, Ways};
use crate::fess::two_sides::TwoSides;
use crate::fess::{Advisors, Exit, Fess, FessOptions, Order as FeatureOrder, PlanCache, PlanStrategy};
use crate::level::Level;
use crate::moves::Moves;
use crate::optimize::{Goal, OptimizeOptions, optimize};
use crate::position::{Position, Push};
use crate::search::backward::Backward;
use crate::search::best_first::{BestFirst, Order};
use crate::search::deepening::Deepening;
use crate::search::fewest_moves::FewestMoves;
use crate::search::homeward::Homeward;
use crate::search::{Engine, Status, to_moves};
use crate::tally::Tally;
use crate::technique::Techniques;
use crate::verify::{Metrics, replay};
use parts::Parts;
use restarts::{LINE as RESTARTED, Restarted, Restarts};
use std::sync::{Arc, Condvar, Mutex};

/// Which engine solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The portfolio.
    #[default]
    Auto,
    /// Breadth-first.
    Bfs,
    /// Depth-first.
    Dfs,
    /// A*.
    AStar,
    /// Iterative-deepening A*.
    Ida,
    /// Nearest to the targets first.
    Greedy,
    /// Greedy, backwards.
    Backward,
    /// Feature-space search.
    Fess,
}

impl Method {
    /// All of them, by name.
    pub const ALL: [(&'static str, Self); 8] = [
        ("auto", Self::Auto),
        ("bfs", Self::Bfs),
        ("dfs", Self::Dfs),
        ("astar", Self::AStar),
        ("ida", Self::Ida),
        ("greedy", Self::Greedy),
        ("backward", Self::Backward),
        ("fess", Self::Fess),
    ];
}

/// How a level is solved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// By which method.
    pub method: Method,
    /// With which bound, where the method uses one.
    pub heuristic: Heuristic,
    /// With which techniques, where the method uses them.
    pub techniques: Techniques,
    /// Whether the answer must be the best of its kind.
    pub optimal: Option<Goal>,
    /// Positions to look at, for an answer that is the same on every machine
    /// however slow; no limit if `None`.
    pub nodes: Option<u64>,
    /// Seconds that may be spent on shortening an answer that need not be;
    /// [`Options::AS_LONG`] for as long as solving took, at least one.
    pub polish: f64,
}

impl Options {
    /// For [`Options::polish`]: as long as solving took, at least a second,
    /// always within the limit of time.
    pub const AS_LONG: f64 = -1.0;
}

/// What came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a solution.
    Solved,
    /// There is none.
    Unsolvable,
    /// Nobody knows: the time was over, the memory full, or someone stopped.
    Unknown(Stop),
}

/// An answer with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What came out.
    pub verdict: Verdict,
    /// The solution, replayed by the referee.
    pub solution: Option<(Moves, Metrics)>,
    /// Whether the solution is proved to be the best asked for.
    pub proved: bool,
    /// Where the fewest pushes were asked for: no solution has fewer.
    pub at_least: Option<u32>,
    /// Positions looked at.
    pub nodes: u64,
    /// The engine that answered.
    pub engine: &'static str,
    /// The most bytes of tables at a time.
    pub memory: usize,
    /// What the searches counted.
    pub tally: Tally,
}

/// Solves a level.
///
/// ```
/// use dedale_sokoban::{Level, Limits, Options, Verdict, solve};
/// let level = Level::from_rows(["######", "#@ $.#", "######"])?;
/// let answer = solve(&level, &Options::default(), Limits::default())?;
/// assert_eq!(answer.verdict, Verdict::Solved);
/// assert_eq!(answer.solution.map(|(moves, _)| moves.to_string()), Some("rR".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(level: &Level, options: &Options, limits: Limits<'_>) -> Result<Answer, BoardError> {
    let mut control = Control::new(limits).with_nodes(options.nodes.unwrap_or(u64::MAX));
    let nothing = |verdict| Answer {
        verdict,
        solution: None,
        proved: false,
        at_least: None,
        nodes: 0,
        engine: "",
        memory: 0,
        tally: Tally::default(),
    };
    let mut board = match Board::prepare(level, &|| control.keep_on()) {
        Ok(Some(board)) => board,
        Ok(None) => return Ok(nothing(Verdict::Unknown(control.stop().unwrap_or(Stop::Cancelled)))),
        Err(BoardError::TooFewTargets { .. }) => return Ok(nothing(Verdict::Unsolvable)),
        Err(error) => return Err(error),
    };
    control.set_boxes(&board, level.boxes());
    let mut techniques = options.techniques;
    if !techniques.dead_squares {
        board.forget_dead();
    }
    let with_pairs =
        techniques.pairs && (options.method == Method::Auto || options.optimal.is_some() || board.boxes.len() > 1);
    let knowledge = Arc::new(Knowledge::with_pairs(board, with_pairs, &|| control.keep_on()));
    techniques.pairs &= with_pairs;
    let make = |method: Method, heuristic: Heuristic| -> Box<dyn Engine> {
        let best_first = |order| Box::new(BestFirst::new(Arc::clone(&knowledge), techniques, order, heuristic));
        match method {
            Method::Bfs => best_first(Order::Breadth),
            Method::Dfs => best_first(Order::Depth),
            Method::AStar => Box::new(proof::astar(&knowledge, techniques, heuristic, &control)),
            Method::Greedy => best_first(Order::Greedy),
            Method::Ida => Box::new(Deepening::new(Arc::clone(&knowledge), techniques, heuristic)),
            Method::Backward => Box::new(Backward::new(Arc::clone(&knowledge))),
            Method::Auto | Method::Fess => Box::new(Fess::new(Arc::clone(&knowledge), variant(0)).with(techniques)),
        }
    };
    let (tables, working) = knowledge.bytes();
    control.memory(0, tables);
    let bound = if options.heuristic.admissible() { options.heuristic } else { Heuristic::Hungarian };
    let mut entries: Vec<Entry<'_>> = match (options.optimal, options.method) {
        (Some(Goal::Moves), _) => vec![Entry::of(|| Box::new(FewestMoves::new(Arc::clone(&knowledge))))],
        (Some(Goal::Pushes), Method::Auto) => Vec::new(),
        (Some(Goal::Pushes), Method::Ida) => vec![Entry::of(|| make(Method::Ida, bound))],
        (Some(Goal::Pushes), _) => vec![Entry::of(|| make(Method::AStar, bound))],
        (None, Method::Auto) => {
            let (known, memory) = (Arc::clone(&knowledge), control.limits().memory);
            let mut entries = portfolio(&knowledge, techniques, memory);
            let parts = move || Parts::new(known, techniques, memory);
            entries.push(Entry { used: 20_000, share: 300, ..Entry::of(|| Box::new(parts())) });
            entries
        }
        // A feature-space search that has nothing left proves nothing: then a
        // complete one says whether there is a solution.
        (None, Method::Fess) => vec![
            Entry::of(|| make(Method::Fess, options.heuristic)),
            Entry { used: 1 << 50, ..Entry::of(|| make(Method::Greedy, Heuristic::Hungarian)) },
        ],
        (None, method) => vec![Entry::of(move || make(method, options.heuristic))],
    };
    entries.iter_mut().for_each(|entry| entry.working = working);
    let bound_fits = options.method == Method::AStar && options.heuristic.admissible() || options.method == Method::Ida;
    let (mut proved, mut at_least) = (options.optimal.is_some() || bound_fits, None);
    let (verdict, pushes, engine) = if (options.optimal, options.method) == (Some(Goal::Pushes), Method::Auto) {
        let fewest = proof::fewest_pushes(&knowledge, techniques, &control);
        (proved, at_least) = (fewest.proved, Some(fewest.at_least));
        fewest.finding
    } else if control.limits().threads <= 1 || options.method != Method::Auto {
        take_turns(&mut entries, &control, u64::MAX).unwrap_or(NOTHING)
    } else {
        take_turns(&mut entries, &control, ALONE).unwrap_or_else(|| run_together(entries, &control))
    };
    let (nodes, memory, tally) = (control.nodes(), control.peak(), knowledge.counters.tally());
    let Some(pushes) = pushes else {
        return Ok(Answer { at_least, nodes, engine, memory, tally, ..nothing(verdict) });
    };
    let board = &knowledge.board;
    let start = Position::start(board);
    // An engine's answer counts only if the referee agrees.
    let checked = |pushes: &[Push]| {
        let moves = to_moves(board, &start, pushes)?;
        replay(level, &moves).ok()
    };
    let Some(mut solution) = checked(&pushes) else {
        return Ok(Answer { nodes, engine, memory, tally, ..nothing(Verdict::Unknown(Stop::Cancelled)) });
    };
    let polish = if options.polish < 0.0 { control.elapsed().max(1.0) } else { options.polish };
    let spare = polish.min(control.left());
    if options.optimal.is_none() && !proved && spare > 0.0 {
        let clock = control.limits().clock;
        let end = clock() + spare;
        let shorter = OptimizeOptions {
            threads: control.limits().threads,
            // The searches may still hold theirs.
            memory: control.limits().memory / 2,
            ..OptimizeOptions::new(Goal::Pushes)
        };
        let keep_on = || clock() < end && !cancelled(&control);
        let better = optimize(board, &pushes, shorter, &keep_on, &mut |_| {});
        if let Some(found) = checked(&better).filter(|found| found.1.pushes <= solution.1.pushes) {
            solution = found;
        }
    }
    Ok(Answer { verdict: Verdict::Solved, solution: Some(solution), proved, at_least, nodes, engine, memory, tally })
}

fn cancelled(control: &Control<'_>) -> bool {
    control.limits().cancel.load(std::sync::atomic::Ordering::Relaxed)
}

/// How many feature-space searches differ in plan, advisors or order.
pub(crate) const VARIANTS: usize = 24;

/// The options of one of them. They differ because no single set is best: each
/// solves levels at once on which the others lose their way.
pub fn variant(number: usize) -> FessOptions {
    use FeatureOrder::{NoneStray, PassagesFirst, RegionsFirst, StrayFirst};
    let quiet = Advisors::default();
    let hot = Advisors { hotspots: true, ..quiet };
    let way = Advisors { way: true, new_pushes: true, ..hot };
    let guide = Advisors { out_of_plan: true, ..way };
    let all = Advisors { hotspots: true, explorer: true, opener: true, ..quiet };
    let reserve = Advisors { reserved: true, ..all };
    let near = PlanStrategy { limit: 3_000, ..PlanStrategy::default() };
    let far = PlanStrategy { far_first: true, ..near };
    let opening = PlanStrategy { opening: true, ..far };
    let open = PlanStrategy { exit: Exit::Sink, open_first: true, limit: 5_000, ..PlanStrategy::default() };
    let early = PlanStrategy { park_early: true, ..open };
    let seeded = |strategy: PlanStrategy, seed: u64| PlanStrategy { seed, ..strategy };
    let (advisors, order, strategy, fair) = match number {
        0 => (guide, RegionsFirst, open, false),
        1 => (guide, RegionsFirst, near, false),
        2 => (way, NoneStray, near, false),
        3 => (hot, RegionsFirst, far, true),
        4 => (way, NoneStray, far, false),
        5 => (guide, RegionsFirst, near, false),
        6 => (hot, NoneStray, opening, false),
        7 => (reserve, StrayFirst, seeded(near, 12), false),
        8 => (quiet, StrayFirst, near, false),
        9 => (hot, RegionsFirst, seeded(far, 5), true),
        10 => (guide, RegionsFirst, seeded(PlanStrategy { far_first: true, ..early }, 3), true),
        11 => (reserve, StrayFirst, far, true),
        12 => (hot, RegionsFirst, near, true),
        13 => (hot, StrayFirst, near, true),
        14 => (way, RegionsFirst, seeded(far, 8), false),
        15 => (all, RegionsFirst, seeded(near, 9), true),
        16 => (reserve, RegionsFirst, seeded(near, 3), true),
        17 => (hot, PassagesFirst, seeded(far, 7), true),
        18 => (way, PassagesFirst, seeded(early, 4), true),
        19 => (all, StrayFirst, near, false),
        20 => (quiet, RegionsFirst, near, true),
        21 => (quiet, PassagesFirst, near, false),
        22 => (all, PassagesFirst, seeded(far, 14), false),
        _ => (hot, RegionsFirst, seeded(near, number as u64), false),
    };
    let eager = !matches!(number, 13 | 15 | 21 | 23);
    let tidy = matches!(number, 8 | 9 | 12 | 20 | 22);
    let (any_order, spread) = (matches!(number, 2 | 4 | 6), matches!(number, 2 | 4));
    let (coarse, room_pairs) = (matches!(number, 0 | 1 | 5), number == 1);
    FessOptions { strategy, order, fair, eager, spread, tidy, any_order, room_pairs, coarse, advisors }
}

/// Up to so many ways to place the boxes, as a power of two, push searches are
/// likely to finish what they begin.
pub(crate) const SMALL_BITS: f64 = 44.0;
/// Up to so many the greedy search backwards does better than all others.
const DENSE_BITS: f64 = 38.0;
/// The planners that take part, by name, so that a table of results tells who solved
/// what, in the order they begin: those that solve most alone, each unlike those
/// before it in plan and order.
const LINE: [(usize, &str); 6] =
    [(2, "fess-2"), (1, "fess-1"), (0, "fess-0"), (17, "fess-17"), (6, "fess-6"), (11, "fess-11")];
/// The rank at which all engines have had some ten seconds together: what has not
/// solved a level by then seldom will, so late shares count.
const LATE: u64 = 120_000;
/// What one move of a position takes, as far as it was measured.
const MOVE_BYTES: usize = 16;
/// How much work one begins after another; on small boards all of them begin
/// before the first has a larger share, since one of them is often done at once.
const LATER: u64 = 35_000;
const SOON: u64 = EVEN_START / LINE.len() as u64;
/// What a push search does before its share drops.
const FAIR_TRY: u64 = 200_000;
/// What a planner does before its larger share counts: small levels are often
/// done by then.
const EVEN_START: u64 = 30_000;

/// How many ways there are to place the boxes, as a power of two.
pub(crate) fn placements(board: &Board) -> f64 {
    let live = board.live_squares.len();
    (0..board.boxes.len().min(live)).map(|index| ((live - index) as f64 / (index + 1) as f64).log2()).sum()
}

/// The engines of the portfolio with their shares. Searches backwards, by
/// distance and by novelty, have most of the time on the smallest boards, a third of it on
/// those of middle size and a fifth on others, where those that head for what planners
/// have reached have as much again; searches forwards by single pushes a
/// little on small boards and hardly any on others, once they had a fair try. The
/// first planners have most of the rest. Late, two fifths of the time go to restarts on
/// large boards, three tenths to the relay, which restarts by itself, and what is left to
/// the searches that have run all the time.
fn portfolio(knowledge: &Arc<Knowledge>, techniques: Techniques, memory: usize) -> Vec<Entry<'static>> {
    let bits = placements(&knowledge.board);
    let small = bits <= SMALL_BITS;
    let dense = bits <= DENSE_BITS;
    let ours = || Arc::clone(knowledge);
    let best_first = |order| {
        let knowledge = ours();
        Entry::of(move || Box::new(BestFirst::new(knowledge, techniques, order, Heuristic::Hungarian)))
    };
    let plans: Arc<PlanCache> = Arc::default();
    let table = Arc::new(MeetingTable::new(memory / 8));
    let ways: Arc<Ways> = Arc::default();
    let mut entries: Vec<Entry<'static>> = Vec::new();
    let first: &[u64] = if dense { &[20; 3] } else { &[60, 60, 60, 30, 30, 30] };
    // With hundreds of boxes a plan takes its time: push searches look first.
    let behind = u64::from(knowledge.board.boxes.len() > 128);
    // All moves of a position at once: where they take most of the memory there are no planners.
    let moves = knowledge.board.boxes.len() * knowledge.board.squares * MOVE_BYTES;
    let planned = moves <= memory / 2;
    let line = LINE.iter().enumerate().map(|(place, &planner)| {
        let share = first.get(place).copied().unwrap_or(10);
        let used = behind + if small { SOON } else { LATER } * place as u64;
        (planner, used, share, EVEN_START)
    });
    let planner = {
        let (knowledge, plans, table, ways) = (ours(), Arc::clone(&plans), Arc::clone(&table), Arc::clone(&ways));
        move |number, name, teller, seed: u64| {
            let mut options = variant(number);
            options.strategy.seed += seed;
            let planner = Fess::new(Arc::clone(&knowledge), options).with(techniques).named(teller);
            planner.telling(Arc::clone(&ways)).named(name).sharing(Arc::clone(&plans)).meeting(Arc::clone(&table))
        }
    };
    for ((number, name), used, share, early) in line.filter(|_| planned) {
        let planner = planner.clone();
        let make = move || Box::new(planner(number, name, name, 0)) as Box<dyn Engine>;
        entries.push(Entry { used, share, early, late: Some(share / 3), ..Entry::of(make) });
    }
    let homeward = {
        let (knowledge, table) = (ours(), Arc::clone(&table));
        move |lost_weight: u16, seed: u64| {
            let search = Homeward::new(Arc::clone(&knowledge), Arc::clone(&table)).with(techniques);
            search.varied(lost_weight, seed)
        }
    };
    let fits = |restarted: &Restarted| match restarted {
        Restarted::Planner(..) => planned,
        Restarted::Homeward(_) | Restarted::HomewardPlayer(_) => Homeward::fits(knowledge),
    };
    let first_homeward = homeward.clone();
    let restarted: Vec<Restarted> = RESTARTED.into_iter().filter(fits).collect();
    if !restarted.is_empty() {
        let (places, late) = (restarted.len(), Some(if small { 180 } else { 400 }));
        let make = move |place: usize, lap: u64| -> Box<dyn Engine> {
            let seed = restarts::SEEDS * lap;
            match restarted[place] {
                // One way of all of them, so that those of the others are drawn as often as before.
                Restarted::Planner(number, name) => Box::new(planner(number, name, "restarts", seed)),
                Restarted::Homeward(weight) => Box::new(homeward(weight, place as u64 * lap + seed)),
                Restarted::HomewardPlayer(weight) => {
                    Box::new(homeward(weight, place as u64 * lap + seed).with_player())
                }
            }
        };
        let restarts = move || Box::new(Restarts::new(places, make)) as Box<dyn Engine>;
        entries.push(Entry { used: LATE, late, ..Entry::of(restarts) });
    }
    if TwoSides::fits(knowledge) {
        let (known, met) = (ours(), Arc::clone(&table));
        let two_sides = move || TwoSides::new(known, met).with(techniques);
        entries.push(Entry { used: 200_000, share: 90, ..Entry::of(|| Box::new(two_sides())) });
    }
    if Homeward::fits(knowledge) {
        let make = move || Box::new(first_homeward(1, 0)) as Box<dyn Engine>;
        entries.push(Entry { used: 100_000, share: 120, late: Some(60), ..Entry::of(make) });
    }
    let (known, met) = (ours(), Arc::clone(&table));
    let near = move || Backward::new(known).meeting(met);
    let (near_share, new_share) = if dense {
        (250, 350)
    } else if small {
        (60, 240)
    } else {
        (40, 120)
    };
    let forwards = |share: u64| if small { share } else { 2 };
    let pushers = [
        (Entry::of(|| Box::new(near())), 0, near_share),
        (best_first(Order::Greedy), 0, forwards(30)),
        (best_first(Order::Tidy), 50_000, forwards(15)),
        (best_first(Order::AStar), 600_000, forwards(12)),
    ];
    if Backward::fits_novelty(knowledge) {
        let (known, met) = (ours(), Arc::clone(&table));
        let new = move || Backward::new(known).by_novelty().meeting(met);
        entries.push(Entry {
            used: 100_000,
            share: new_share,
            late: Some(new_share / if small { 1 } else { 2 }),
            ..Entry::of(|| Box::new(new()))
        });
        let known = ours();
        let relay = move || Relay::new(known, ways, table).with(techniques);
        let share = if dense { 100 } else { 180 };
        let late = Some(if small { share } else { 300 });
        entries.push(Entry { used: 250_000, share, late, ..Entry::of(|| Box::new(relay())) });
    }
    // The first of them looks backwards, which not every board allows.
    for (entry, used, share) in pushers.into_iter().skip(usize::from(!Backward::fits(knowledge))) {
        // Where they may have more than a usual part they have it from the start.
        let early = if share > 10 { 0 } else { FAIR_TRY };
        entries.push(Entry { used, share, early, ..entry });
    }
    entries
}

/// The work one thread does alone before others join.
const ALONE: u64 = 150_000;

/// An engine in line, made when its first turn comes: most levels are solved
/// before most engines have one.
struct Entry<'a> {
    /// Work done, and a handicap for those that start later.
    used: u64,
    /// Its part of the time, in tenths of a usual one, after it has done
    /// `early` work with a usual part, and its part beyond the rank of [`LATE`] if it
    /// is another one.
    share: u64,
    early: u64,
    late: Option<u64>,
    make: Option<Box<dyn FnOnce() -> Box<dyn Engine> + Send + 'a>>,
    engine: Option<Box<dyn Engine>>,
    /// Bytes an engine takes before it grows.
    working: usize,
}

impl<'a> Entry<'a> {
    fn of(make: impl FnOnce() -> Box<dyn Engine> + Send + 'a) -> Self {
        Self { used: 0, share: 10, early: 0, late: None, make: Some(Box::new(make)), engine: None, working: 0 }
    }

    /// One turn; what it means for the whole, or `None` if the engine goes on.
    fn turn(&mut self, control: &Control<'_>) -> Option<Finding> {
        if let Some(make) = self.make.take() {
            control.memory(0, self.working);
            self.engine = Some(make());
        }
        let engine = self.engine.as_mut().expect("made at its first turn");
        let slice = 20_000.max(self.used / 2);
        let status = engine.run(slice, control);
        self.used += slice;
        settle(status, engine.as_ref())
    }

    /// Bytes that come back when the engine goes.
    fn bytes(&self) -> usize {
        self.engine.as_ref().map_or(0, |engine| engine.memory() + self.working)
    }

    /// The least comes next.
    fn rank(&self) -> u64 {
        let early = self.used.min(self.early);
        let rank = early + (self.used - early) * 10 / self.share;
        match self.late {
            Some(late) if rank > LATE => LATE + (rank - LATE) * self.share / late,
            _ => rank,
        }
    }
}

type Finding = (Verdict, Option<Vec<Push>>, &'static str);

/// Nobody found anything.
const NOTHING: Finding = (Verdict::Unknown(Stop::Cancelled), None, "");

fn settle(status: Status, engine: &dyn Engine) -> Option<Finding> {
    let name = engine.name();
    match status {
        Status::Solved(pushes) => Some((Verdict::Solved, Some(pushes), name)),
        Status::Exhausted if engine.complete() => Some((Verdict::Unsolvable, None, name)),
        Status::Exhausted => Some((Verdict::Unknown(Stop::Cancelled), None, name)),
        Status::Paused => None,
        Status::Stopped(stop) => Some((Verdict::Unknown(stop), None, name)),
    }
}

/// Whether a finding ends the whole search and not just its engine.
fn decides(finding: &Finding) -> bool {
    !matches!(finding.0, Verdict::Unknown(Stop::Memory | Stop::Cancelled))
}

/// Lets the engines take turns for so much work; `None` if that was not enough.
fn take_turns(entries: &mut Vec<Entry<'_>>, control: &Control<'_>, mut work: u64) -> Option<Finding> {
    let mut last = NOTHING;
    while work > 0 {
        let next = (0..entries.len()).min_by_key(|&index| entries[index].rank());
        let Some(index) = next else { return Some(last) };
        let before = entries[index].used;
        let finding = entries[index].turn(control);
        work = work.saturating_sub(entries[index].used - before);
        if let Some(finding) = finding {
            if decides(&finding) || control.stop().is_some() {
                return Some(finding);
            }
            // When memory is short, whoever has most of it goes.
            let full = finding.0 == Verdict::Unknown(Stop::Memory);
            let largest = (0..entries.len()).max_by_key(|&other| entries[other].bytes());
            let index = if full { largest.unwrap_or(index) } else { index };
            control.memory(entries[index].bytes(), 0);
            entries.swap_remove(index);
            last = worse(last, finding);
        }
    }
    None
}

/// Of two reasons for not knowing, memory is the one to tell.
fn worse(one: Finding, two: Finding) -> Finding {
    if one.0 == Verdict::Unknown(Stop::Memory) { one } else { two }
}

fn run_together(entries: Vec<Entry<'_>>, control: &Control<'_>) -> Finding {
    struct Line<'a> {
        waiting: Vec<Entry<'a>>,
        running: usize,
        finding: Option<Finding>,
        last: Finding,
    }
    let line = Mutex::new(Line { waiting: entries, running: 0, finding: None, last: NOTHING });
    let change = Condvar::new();
    let lock = || line.lock().expect("no thread panics while it holds the line");
    std::thread::scope(|scope| {
        for _ in 0..control.limits().threads {
            scope.spawn(|| {
                loop {
                    let mut held = lock();
                    let mut entry = loop {
                        if held.finding.is_some() || (held.waiting.is_empty() && held.running == 0) {
                            return;
                        }
                        let next = (0..held.waiting.len()).min_by_key(|&index| held.waiting[index].rank());
                        match next {
                            Some(index) => break held.waiting.swap_remove(index),
                            None => held = change.wait(held).expect("no thread panics while it holds the line"),
                        }
                    };
                    held.running += 1;
                    drop(held);
                    let finding = entry.turn(control);
                    let mut held = lock();
                    held.running -= 1;
                    match finding {
                        None => held.waiting.push(entry),
                        Some(finding) if held.finding.is_none() && decides(&finding) => {
                            held.finding = Some(finding);
                            control.finish();
                        }
                        Some(finding) => {
                            // When memory is short, whoever has most of it goes.
                            let full = finding.0 == Verdict::Unknown(Stop::Memory);
                            let larger = held.waiting.iter_mut().max_by_key(|other| other.bytes());
                            if let Some(other) = larger.filter(|other| full && other.bytes() > entry.bytes()) {
                                std::mem::swap(other, &mut entry);
                            }
                            control.memory(entry.bytes(), 0);
                            let last = std::mem::replace(&mut held.last, NOTHING);
                            held.last = worse(last, finding);
                        }
                    }
                    change.notify_all();
                }
            });
        }
    });
    let line = line.into_inner().expect("all threads are done");
    line.finding.unwrap_or(line.last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(rows: &[&str]) -> Level {
        Level::from_rows(rows).expect("a level")
    }

    #[test]
    fn all_methods_agree() {
        let level = level(&["####", "# .#", "#  ###", "#*@  #", "#  $ #", "#  ###", "####"]);
        for (name, method) in Method::ALL {
            let options = Options { method, ..Options::default() };
            let answer = solve(&level, &options, Limits::default()).expect("a small level");
            assert_eq!(answer.verdict, Verdict::Solved, "{name}");
            assert!(answer.solution.is_some_and(|(_, metrics)| metrics.pushes >= 8), "{name}");
        }
        for (goal, pushes, moves) in [(Goal::Pushes, 8, None), (Goal::Moves, 8, Some(33))] {
            let options = Options { optimal: Some(goal), ..Options::default() };
            let answer = solve(&level, &options, Limits::default()).expect("a small level");
            let metrics = answer.solution.expect("solved").1;
            assert!(answer.proved);
            assert_eq!(metrics.pushes, pushes);
            assert!(moves.is_none_or(|moves| moves == metrics.moves), "{metrics:?}");
        }
    }

    /// With little time there is a solution and what is needed at least; with
    /// enough, both ends meet where breadth-first search says.
    #[test]
    fn fewest_pushes_are_proved_from_two_ends() {
        let rows = ["#########", "#   #   #", "# $$  . #", "# @# #. #", "# $   . #", "#   #   #", "#########"];
        let level = level(&rows);
        let breadth = Options { method: Method::Bfs, techniques: Techniques::NONE, ..Options::default() };
        let truth = solve(&level, &breadth, Limits::default()).expect("a small level");
        let truth = truth.solution.expect("it can be solved").1.pushes;
        for threads in [1, 2] {
            for techniques in [Techniques::ALL, Techniques { conflicts: false, ..Techniques::ALL }] {
                let options = Options { optimal: Some(Goal::Pushes), techniques, ..Options::default() };
                let answer = solve(&level, &options, Limits { threads, ..Limits::default() }).expect("a small level");
                assert!(answer.proved);
                assert_eq!(answer.solution.map(|(_, metrics)| metrics.pushes), Some(truth));
                assert_eq!(answer.at_least, Some(truth as u32));
            }
        }
        let crowd = self::level(&[
            "##########",
            "#  #     #",
            "# $$$ #$ #",
            "#@$ $ .. #",
            "# #   ...#",
            "#  #  .  #",
            "##########",
        ]);
        let options = Options { optimal: Some(Goal::Pushes), nodes: Some(600), ..Options::default() };
        let answer = solve(&crowd, &options, Limits::default()).expect("a small level");
        assert!(!answer.proved && answer.at_least.is_some_and(|least| least > 20), "{answer:?}");
    }

    #[test]
    fn says_that_there_is_no_solution() {
        for rows in [
            &["#####", "#@  #", "#  .#", "# $ #", "#####"][..],
            &["########", "#@ $ ..#", "####$###", "   # #", "   ###"],
        ] {
            let answer = solve(&level(rows), &Options::default(), Limits::default()).expect("a small level");
            assert_eq!(answer.verdict, Verdict::Unsolvable, "{rows:?}");
        }
    }

    #[test]
    fn little_memory_is_a_verdict() {
        let rows = ["##########", "#        #", "# $$ $$  #", "#   @    #", "# .. ..  #", "#        #", "##########"];
        let options = Options { method: Method::Bfs, techniques: Techniques::NONE, ..Options::default() };
        let limits = Limits { memory: 1 << 16, ..Limits::default() };
        let answer = solve(&level(&rows), &options, limits).expect("a small level");
        assert_eq!(answer.verdict, Verdict::Unknown(Stop::Memory));
    }

    #[test]
    fn threads_find_a_solution_too() {
        let level = level(&["  ####", "###  ####", "#   $   #", "# #  #$ #", "# . .#@ #", "#########"]);
        let limits = Limits { threads: 3, ..Limits::default() };
        let answer = solve(&level, &Options::default(), limits).expect("a small level");
        assert_eq!(answer.verdict, Verdict::Solved);
    }
}
