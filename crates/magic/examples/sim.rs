//! Plays games and prints what came of them (a measuring aid).
use dedale_magic::{bots::*, game::Config, simulate::*};
use std::time::Instant;
fn main() {
    let arg = |n: usize, d: &str| std::env::args().nth(n).unwrap_or(d.into());
    let games: u64 = arg(1, "200").parse().unwrap();
    let config: Config = arg(2, "time=0").parse().unwrap();
    let mut means = vec![];
    for strategy in [Strategy::Base, Strategy::Joint] {
        let mut guide = Guide::default();
        let (mut won, mut stuck, mut moves, mut tiles, mut rounds, mut max) = (0, 0, 0u64, 0, 0u64, 0);
        let mut us = vec![];
        let t = Instant::now();
        for seed in 0..games {
            let r = play(&config, seed, &mut guide, |g, o, s| {
                let t = Instant::now();
                let a = g.decide(o, s, strategy);
                us.push(t.elapsed().as_nanos() as u64);
                a
            });
            won += u64::from(r.won);
            stuck += u64::from(r.stuck);
            moves += u64::from(r.moves);
            tiles += r.tiles;
            rounds += u64::from(r.rounds);
            max = max.max(r.moves);
            if r.stuck {
                println!("stuck {seed} {r:?}")
            }
        }
        let s = t.elapsed().as_secs_f64();
        us.sort();
        let n = us.len();
        println!(
            "{:?} games {games} won {won} stuck {stuck} moves {:.1} max {max} tiles {:.1} rounds {:.1} {:.0} games/s decision ns p50 {} p99 {} p999 {} max {}",
            strategy,
            moves as f64 / games as f64,
            tiles as f64 / games as f64,
            rounds as f64 / games as f64,
            games as f64 / s,
            us[n / 2],
            us[n * 99 / 100],
            us[n * 999 / 1000],
            us[n - 1]
        );
        means.push(moves as f64);
    }
    println!("ratio {:.3}", means[1] / means[0]);
}
