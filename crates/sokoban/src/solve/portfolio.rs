//! Which engines take part, when each begins and how large its share is.
//!
//! Shares are tenths of a usual part of the time. They follow what the engines solve
//! alone, and the board: push searches finish what they begin where boxes have few
//! placements, planners and macro moves lead on large boards.

use super::restarts::{self, LINE as RESTARTED, Restarted, Restarts};
use super::turns::Entry;
use crate::board::Board;
use crate::bound::Heuristic;
use crate::expand::Knowledge;
use crate::fess::meeting::MeetingTable;
use crate::fess::relay::{Relay, Ways};
use crate::fess::two_sides::TwoSides;
use crate::fess::{Advisors, Exit, Fess, FessOptions, Order as FeatureOrder, PlanCache, PlanStrategy};
use crate::search::Engine;
use crate::search::backward::Backward;
use crate::search::best_first::{BestFirst, Order};
use crate::search::homeward::Homeward;
use crate::technique::Techniques;
use std::sync::Arc;

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
/// One live square in so many with a box makes a crowded board, where searches for home lead.
const CROWDED: usize = 4;
/// Up to so many the greedy search backwards does better than all others.
const DENSE_BITS: f64 = 38.0;
/// The planners that take part, by name, so that a table of results tells who solved
/// what, in the order they begin: those that solve most alone, each unlike those
/// before it in plan and order.
const LINE: [(usize, &str); 6] =
    [(2, "fess-2"), (1, "fess-1"), (0, "fess-0"), (17, "fess-17"), (6, "fess-6"), (11, "fess-11")];
/// The rank at which all engines have had some ten seconds together: what has not
/// solved a level by then seldom will, so late shares count.
pub(super) const LATE: u64 = 120_000;
/// What one move of a position takes, as far as it was measured.
const MOVE_BYTES: usize = 16;
/// How much work one begins after another; on small boards all of them begin
/// before the first has a larger share, since one of them is often done at once.
pub(super) const LATER: u64 = 35_000;
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
pub(super) fn portfolio(knowledge: &Arc<Knowledge>, techniques: Techniques, memory: usize) -> Vec<Entry<'static>> {
    let bits = placements(&knowledge.board);
    let small = bits <= SMALL_BITS;
    let dense = bits <= DENSE_BITS;
    let crowded = !small && knowledge.board.boxes.len() * CROWDED >= knowledge.board.live_squares.len();
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
            let planner = Fess::new(Arc::clone(&knowledge), options).with(techniques).named(name);
            planner.telling(teller, Arc::clone(&ways)).sharing(Arc::clone(&plans)).meeting(Arc::clone(&table))
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
        let share = if crowded { 240 } else { 120 };
        entries.push(Entry { used: 100_000, share, late: Some(share / 2), ..Entry::of(make) });
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
