//! Joint plans are valid, and as short as a search without any cleverness
//! finds.

use dedale_grid::{Dir, Rng};
use dedale_magic::deck::Extras;
use dedale_magic::grow::grow;
use dedale_magic::joint::{Planner, Task, verify};
use dedale_magic::{Colour, Market, Site, Spot, Square};
use std::collections::{HashSet, VecDeque};

/// Corridor cells drawn at random, all different.
fn draw<const N: usize>(market: &Market, rng: &mut Rng) -> [Spot; N] {
    let mut cells: Vec<Spot> = (0..market.len())
        .flat_map(|number| Square::all().map(move |square| Spot::new(number, square)))
        .filter(|spot| market.tile(spot.tile()).corridors() & spot.square().bit() != 0)
        .filter(|spot| market.site(*spot) != Some(Site::Timer))
        .collect();
    rng.shuffle(&mut cells);
    std::array::from_fn(|n| cells[n])
}

/// Breadth-first search over all standings.
fn slow(market: &Market, task: &Task) -> Option<usize> {
    let mut seen = HashSet::from([task.pawns]);
    let mut queue = VecDeque::from([(task.pawns, 0)]);
    while let Some((pawns, moves)) = queue.pop_front() {
        let done = |pawn: usize| pawns[pawn].is_none() || task.goals[pawn].is_none() || pawns[pawn] == task.goals[pawn];
        if (0..4).all(done) {
            return Some(moves);
        }
        for pawn in Colour::ALL {
            let Some(from) = pawns[pawn.index()] else { continue };
            let mut stops: Vec<Spot> = Vec::new();
            for dir in Dir::ALL {
                let mut at = from;
                while let Some(next) = market.step_as(at, dir, pawn).filter(|next| !pawns.contains(&Some(*next))) {
                    stops.push(next);
                    at = next;
                }
            }
            stops.extend(market.escalator(from));
            stops.extend(&task.teleporters[pawn.index()]);
            for to in stops.into_iter().filter(|to| !pawns.contains(&Some(*to))) {
                let mut next = pawns;
                next[pawn.index()] = Some(to);
                if seen.insert(next) {
                    queue.push_back((next, moves + 1));
                }
            }
        }
    }
    None
}

#[test]
fn plans_are_as_short_as_a_plain_search_finds() {
    let mut rng = Rng::new(1);
    let mut planner = Planner::new();
    let mut longer_than_sum = 0;
    for seed in 0..80 {
        let extras = Extras { escalators: 2, passages: 2, ..Extras::default() };
        let market = grow(1 + rng.index(2), if seed % 2 == 0 { extras } else { Extras::default() }, seed);
        let places: [Spot; 8] = draw(&market, &mut rng);
        let mut task = Task::default();
        for pawn in 0..4 {
            // Now and then a pawn has left, or goes nowhere in particular.
            task.pawns[pawn] = (seed % 5 != 4 || pawn != 2).then_some(places[pawn]);
            task.goals[pawn] = (seed % 7 != 6 || pawn != 1).then_some(places[4 + pawn]);
        }
        // Somebody without a goal may stand where another wants to go.
        if seed % 4 == 1 {
            task.goals[0] = None;
            task.goals[3] = task.pawns[0];
        }
        if seed % 3 == 0 {
            task.teleporters[0] = draw::<1>(&market, &mut rng).to_vec();
        }
        planner.forget();
        let plan = planner.solve(&market, &task);
        assert_eq!(plan.as_ref().map(|plan| plan.moves.len()), slow(&market, &task), "seed {seed}");
        let Some(plan) = plan else { continue };
        assert!(plan.proved && verify(&market, &task, &plan.moves));
        longer_than_sum += usize::from(plan.moves.len() > plan.single_sum);
    }
    assert!(longer_than_sum > 3, "some cases must be hard: {longer_than_sum}");
}

#[test]
fn large_markets_are_planned_with_proof() {
    let mut rng = Rng::new(2);
    let mut planner = Planner::new();
    for seed in 0..15 {
        let market = grow(24, Extras::default(), seed);
        planner.forget();
        for _ in 0..6 {
            let places: [Spot; 8] = draw(&market, &mut rng);
            let task = Task {
                pawns: std::array::from_fn(|pawn| Some(places[pawn])),
                goals: std::array::from_fn(|pawn| Some(places[4 + pawn])),
                ..Task::default()
            };
            let plan = planner.solve(&market, &task).expect("the start tile lets all pawns pass");
            assert!(plan.proved && verify(&market, &task, &plan.moves));
            assert!(plan.moves.len() >= plan.single_sum);
        }
    }
}
