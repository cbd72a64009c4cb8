//! How long joint plans take on random tasks (a measuring aid).
use dedale_grid::Rng;
use dedale_magic::{deck::Extras, grow::grow, joint::*, *};
use std::time::Instant;
fn main() {
    let mut rng = Rng::new(7);
    let mut planner = Planner::new();
    let mut times = vec![];
    let (mut hard, mut unproved, mut worst) = (0, 0, (0.0, 0, 0));
    for case in 0..std::env::args().nth(1).map_or(10_000u64, |n| n.parse().unwrap()) {
        let market = grow(24, Extras::default(), case);
        planner.forget();
        let mut cells: Vec<Spot> = (0..24)
            .flat_map(|n| Square::all().map(move |s| Spot::new(n, s)))
            .filter(|s| market.tile(s.tile()).corridors() & s.square().bit() != 0)
            .collect();
        rng.shuffle(&mut cells);
        let task = Task {
            pawns: std::array::from_fn(|p| Some(cells[p])),
            goals: std::array::from_fn(|p| Some(cells[4 + p])),
            ..Task::default()
        };
        let t = Instant::now();
        let plan = planner.solve(&market, &task);
        let us = t.elapsed().as_secs_f64() * 1e6;
        let Some(plan) = plan else {
            println!("none {case}");
            continue;
        };
        if plan.moves.len() > plan.single_sum {
            hard += 1
        }
        if !plan.proved {
            unproved += 1;
            println!("unproved {case} {us}")
        }
        if us > worst.0 {
            worst = (us, case, plan.expanded)
        }
        times.push(us);
    }
    times.sort_by(f64::total_cmp);
    let n = times.len();
    println!(
        "n {n} p50 {:.1} p90 {:.1} p99 {:.1} p999 {:.1} worst {:?} hard {hard} unproved {unproved}",
        times[n / 2],
        times[n * 9 / 10],
        times[n * 99 / 100],
        times[n * 999 / 1000],
        worst
    );
}
