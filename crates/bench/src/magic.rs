//! `dedale-magic`: tiles, distances, paths by doors, joint plans, games.

use crate::MEMORY;
use crate::measure::{Race, fastest};
use dedale_grid::Rng;
use dedale_magic::aisles::{Aisles, DistanceMap};
use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::deck::Extras;
use dedale_magic::doors::DoorFinder;
use dedale_magic::game::Config;
use dedale_magic::generate::Generator;
use dedale_magic::grow::grow;
use dedale_magic::joint::{Planner, Task};
use dedale_magic::path::Finder;
use dedale_magic::rules::Lie;
use dedale_magic::simulate::{play, play_with};
use dedale_magic::{Colour, Market, Spot, Square, Tile};
use std::time::Instant;

/// Runs the suite.
pub fn run() {
    tiles(200_000);
    distance_maps();
    doors();
    large_market(10_000);
    joint_plans(10_000);
    println!();
    for config in ["time=0", "time=0,teleporters=0"] {
        let joint = games(Strategy::Joint, 1_000, config);
        for strategy in [Strategy::Base, Strategy::Jump] {
            let moves = games(strategy, 1_000, config);
            println!("  joint saves {:.1} % against {}", 100.0 * (1.0 - joint / moves), strategy.name());
        }
    }
}

fn tiles(count: usize) {
    let made = || -> Vec<Tile> {
        let (mut rng, mut generator) = (Rng::new(1), Generator::new());
        (0..count).map(|_| generator.classic(&mut rng)).collect()
    };
    let (time, tiles) = fastest(made);
    println!("\nmagic: {count} tiles");
    let rate = |seconds: f64| count as f64 / seconds / 1e6;
    println!("  generated {:>8.2} million a second (wanted 1)", rate(time.as_secs_f64()));
    let (time, good) = fastest(|| tiles.iter().filter(|tile| tile.check(Lie::Made).is_ok()).count());
    assert_eq!(good, count);
    println!("  checked   {:>8.2} million a second (wanted 2)", rate(time.as_secs_f64()));
}

/// The corridor cells of a supermarket.
fn corridors(market: &Market) -> Vec<Spot> {
    (0..market.len())
        .flat_map(|number| Square::all().map(move |square| Spot::new(number, square)))
        .filter(|spot| market.tile(spot.tile()).corridors() & spot.square().bit() != 0)
        .collect()
}

/// Distance maps over aisles, checked against breadth-first search.
fn distance_maps() {
    let market = grow(24, Extras::default(), 1);
    let aisles = Aisles::new(&market, Colour::Yellow);
    let goals: Vec<Spot> = corridors(&market).into_iter().take(100).collect();
    let mut map = DistanceMap::default();
    let (time, _) = fastest(|| goals.iter().for_each(|goal| aisles.distances(*goal, &[], &mut map)));
    let last = goals[goals.len() - 1];
    let moves = Finder::new().bfs(&market, goals[0], last).expect("joined").moves.len();
    assert_eq!(usize::from(map.get(goals[0])), moves);
    let each = time.as_secs_f64() * 1e6 / goals.len() as f64;
    println!("\nmagic: a distance map, 24 tiles: {each:.2} µs (wanted 5)");
}

fn doors() {
    let market = grow(200, Extras::default(), 1);
    let mut rng = Rng::new(1);
    let mut cells = corridors(&market);
    rng.shuffle(&mut cells);
    let pairs: Vec<(Spot, Spot)> = cells.chunks_exact(2).take(200).map(|pair| (pair[0], pair[1])).collect();
    let (mut by_doors, mut finder) = (DoorFinder::new(&market), Finder::new());
    let mut expanded = [0usize; 3];
    for (from, to) in &pairs {
        expanded[0] += by_doors.path(&market, *from, *to).expect("joined").expanded;
        expanded[1] += finder.bfs(&market, *from, *to).expect("joined").expanded;
        expanded[2] += finder.astar(&market, *from, *to).expect("joined").expanded;
    }
    let mut astar = Finder::new();
    Race::new("magic: 200 paths, 200 tiles", "door by door", || {
        pairs.iter().map(|(from, to)| by_doors.path(&market, *from, *to).expect("joined").moves.len()).sum::<usize>()
    })
    .against("breadth-first search", Some(3.0), || {
        pairs.iter().map(|(from, to)| finder.bfs(&market, *from, *to).expect("joined").moves.len()).sum::<usize>()
    })
    .against("A*", None, || {
        pairs.iter().map(|(from, to)| astar.astar(&market, *from, *to).expect("joined").moves.len()).sum::<usize>()
    })
    .run();
    let ratio = expanded[1] as f64 / expanded[0] as f64;
    println!(
        "  nodes expanded: doors {}, bfs {}, astar {}; {ratio:.1} x fewer (wanted 5)",
        expanded[0], expanded[1], expanded[2]
    );
}

fn large_market(tiles: usize) {
    println!();
    for tiles in [tiles / 10, tiles] {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let start = Instant::now();
        let market = grow(tiles, Extras::default(), 1);
        let time = start.elapsed().as_secs_f64();
        let bytes = MEMORY.current_usage() - before;
        println!("magic: {} tiles grown in {:.3} s, {} bytes a tile", market.len(), time, bytes / tiles);
    }
}

fn joint_plans(cases: u64) {
    let (mut rng, mut planner) = (Rng::new(7), Planner::new());
    let (mut times, mut hard, mut unproved) = (Vec::new(), 0, 0);
    for case in 0..cases {
        let market = grow(24, Extras::default(), case);
        planner.forget();
        let mut cells = corridors(&market);
        rng.shuffle(&mut cells);
        let task = Task {
            pawns: std::array::from_fn(|pawn| Some(cells[pawn])),
            goals: std::array::from_fn(|pawn| Some(cells[4 + pawn])),
            ..Task::default()
        };
        let start = Instant::now();
        let plan = planner.solve(&market, &task).expect("pawns can always pass");
        times.push(start.elapsed().as_secs_f64() * 1e6);
        hard += usize::from(plan.moves.len() > plan.single_sum);
        unproved += usize::from(!plan.proved);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("\nmagic: {cases} joint plans, 24 tiles, random pawns and goals");
    println!(
        "  median {:.1} µs (wanted 100), p99 {:.2} ms (wanted 20), worst {:.1} ms (wanted 1000)",
        at(0.5),
        at(0.99) / 1e3,
        at(1.0) / 1e3
    );
    println!("  longer than the sum of single distances: {hard}; not proved: {unproved}");
}

/// Plays games with a strategy in every seat; the mean of their moves. A fresh
/// decision is one that had to look at a new position.
fn games(strategy: Strategy, games: u64, config: &str) -> f64 {
    let parsed: Config = config.parse().expect("these settings are valid");
    let mut guide = Guide::default();
    let (mut won, mut stuck, mut moves) = (0, 0, 0u64);
    let start = Instant::now();
    for seed in 0..games {
        let report = play_with(&parsed, seed, &mut guide, strategy);
        won += usize::from(report.won);
        stuck += usize::from(report.stuck);
        moves += u64::from(report.moves);
    }
    let rate = games as f64 / start.elapsed().as_secs_f64();
    // Once more with a clock, and every decision by players without memory.
    let mut fresh = Vec::new();
    for seed in 0..games / 10 {
        play(&parsed, seed, &mut guide, |guide, open, seat| {
            guide.forget();
            let begun = Instant::now();
            let action = guide.decide(open, seat, strategy);
            fresh.push(begun.elapsed().as_nanos() as u64);
            action
        });
    }
    fresh.sort_unstable();
    let mean = moves as f64 / games as f64;
    println!(
        "magic: {games} games, {}, {config}: {rate:.0} a second, won {won}, stuck {stuck}, {mean:.1} moves",
        strategy.name()
    );
    println!(
        "  fresh decision p50 {:.1} µs, p99 {:.1} µs (wanted 1000 for base, 20000 for joint)",
        fresh[fresh.len() / 2] as f64 / 1e3,
        fresh[fresh.len() * 99 / 100] as f64 / 1e3
    );
    mean
}
