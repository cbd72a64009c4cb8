//! Bots against each other, in paired games.
//!
//! Every seed is played once for each rotation of the seats, so that nobody
//! owes a place in the table to a lucky pile or to who began. Means come with
//! 95 % confidence intervals over the seeds, which are independent; the games
//! of one seed are not.

use crate::{Config, Fish, State};
use dedale_grid::Rng;
use dedale_play::{Bot, Budget, ConfigError, Game, Match, Seat, Viewer};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// What to simulate.
pub struct Contest {
    /// The settings; the number of players is that of the bots.
    pub config: Config,
    /// Who plays.
    pub bots: Vec<&'static Bot<Fish>>,
    /// How many games.
    pub games: u64,
    /// The seed of everything.
    pub seed: u64,
    /// What each bot may spend instead of its usual budget.
    pub budget: Option<Budget>,
}

/// A line of the table: how one of the bots did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The name.
    pub bot: &'static str,
    /// The games played.
    pub games: u64,
    /// The games won, alone or not.
    pub wins: u64,
    /// The share of the games won, a shared win counting in part.
    pub win_rate: f64,
    /// The least that `win_rate` may be with 95 % confidence (Wilson's interval
    /// over the deals, which is honest at 0 and 100 % too).
    pub win_rate_low: f64,
    /// The most that `win_rate` may be.
    pub win_rate_high: f64,
    /// The mean final score; smaller is better.
    pub mean_score: f64,
    /// The mean of the others' scores less one's own; larger is better.
    pub mean_lead: f64,
    /// The half width of the 95 % confidence interval of `mean_lead`.
    pub mean_lead_ci: Option<f64>,
    /// The mean place, 1 the first; equal scores share the mean of theirs.
    pub mean_rank: f64,
    /// The mean number of lost shops.
    pub mean_lost: f64,
}

/// How one bot fared in one game.
#[derive(Clone, Copy, Default)]
struct Result {
    score: f64,
    lead: f64,
    rank: f64,
    win: f64,
    best: bool,
    lost: f64,
}

/// Plays all games and makes the table, in the order of the bots. After each
/// game, from any thread, `go_on` is asked whether to; if not, the table is of
/// the games played so far.
pub fn simulate(contest: &Contest, go_on: impl Fn() -> bool + Sync) -> std::result::Result<Vec<Standing>, ConfigError> {
    let seats = contest.bots.len();
    State::start(&contest.config, contest.seed)?;
    let stopped = AtomicBool::new(false);
    let games: Vec<Played> = (0..contest.games)
        .into_par_iter()
        .filter_map(|game| {
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
            let pile = game / seats as u64;
            let results = play(contest, pile, (game % seats as u64) as usize);
            stopped.fetch_or(!go_on(), Ordering::Relaxed);
            Some(Played { pile, results })
        })
        .collect();
    Ok((0..seats).map(|bot| standing(contest.bots[bot].name, &games, bot)).collect())
}

/// A game that was played, with the results in the order of the bots.
struct Played {
    pile: u64,
    results: Vec<Result>,
}

/// One game: the seats are rotated so that bot `b` sits in seat
/// `b + rotation`. Results are in the order of the bots.
fn play(contest: &Contest, pile: u64, rotation: usize) -> Vec<Result> {
    let seats = contest.bots.len();
    let seed = Rng::stream(contest.seed, pile).bits();
    let mut game = Match::<Fish>::new(contest.config, seed).expect("the settings were tried before");
    let mut rng = Rng::stream(contest.seed ^ 0x5EED, pile * seats as u64 + rotation as u64);
    while let Some(seat) = Fish::active(game.state()).iter().next() {
        let bot = contest.bots[(seat.index() + seats - rotation) % seats];
        let legal = game.legal(seat);
        let view = game.view(Viewer::Seat(seat));
        let action = (bot.choose)(&view, seat, &legal, &mut rng, contest.budget.unwrap_or(bot.budget));
        let action = action.unwrap_or(legal[0]);
        game.act(seat, &action, 0).expect("bots choose legal actions");
    }
    results(game.state(), rotation)
}

fn results(state: &State, rotation: usize) -> Vec<Result> {
    let seats = state.seats();
    let scores: Vec<i32> = (0..seats).map(|seat| state.score(Seat::new(seat))).collect();
    let total: i32 = scores.iter().sum();
    (0..seats)
        .map(|bot| (bot + rotation) % seats)
        .map(|seat| {
            let score = scores[seat];
            let better = scores.iter().filter(|other| **other < score).count();
            let equal = scores.iter().filter(|other| **other == score).count();
            let lost = state.player(Seat::new(seat)).shops.iter().filter(|shop| **shop == crate::Shop::Lost).count();
            Result {
                score: score.into(),
                lead: f64::from(total - score) / (seats - 1) as f64 - f64::from(score),
                rank: better as f64 + (equal as f64 + 1.0) / 2.0,
                win: if better == 0 { 1.0 / equal as f64 } else { 0.0 },
                best: better == 0,
                lost: lost as f64,
            }
        })
        .collect()
}

fn standing(name: &'static str, games: &[Played], bot: usize) -> Standing {
    let mean = |games: &[Played], value: fn(&Result) -> f64| {
        games.iter().map(|game| value(&game.results[bot])).sum::<f64>() / games.len() as f64
    };
    let interval = |value: fn(&Result) -> f64| {
        let piles = games.chunk_by(|a, b| a.pile == b.pile);
        half_width(&piles.map(|games| mean(games, value)).collect::<Vec<f64>>())
    };
    let deals = games.chunk_by(|a, b| a.pile == b.pile).count();
    let (win_rate_low, win_rate_high) = wilson(mean(games, |result| result.win), deals);
    Standing {
        bot: name,
        games: games.len() as u64,
        wins: games.iter().filter(|game| game.results[bot].best).count() as u64,
        win_rate: mean(games, |result| result.win),
        win_rate_low,
        win_rate_high,
        mean_score: mean(games, |result| result.score),
        mean_lead: mean(games, |result| result.lead),
        mean_lead_ci: interval(|result| result.lead),
        mean_rank: mean(games, |result| result.rank),
        mean_lost: mean(games, |result| result.lost),
    }
}

/// The 95 % interval of a share seen in so many independent trials (Wilson
/// 1927). The games of a deal count as one trial: they are not independent.
pub fn wilson(share: f64, trials: usize) -> (f64, f64) {
    let (n, z) = (trials.max(1) as f64, 1.96f64);
    let centre = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// Half of the 95 % confidence interval of a mean; fewer than two values have
/// none.
fn half_width(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Some(1.96 * (variance / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_table() {
        let bots = || vec![Bot::named("greedy").unwrap(), Bot::named("random").unwrap(), Bot::named("random").unwrap()];
        let contest = Contest { config: Config::default(), bots: bots(), games: 60, seed: 7, budget: None };
        let table = simulate(&contest, || true).unwrap();
        assert_eq!(simulate(&contest, || true).unwrap(), table);
        assert!(table[0].wins > 50, "{table:?}");
        let stopped = simulate(&contest, || false).unwrap();
        assert!((1..60).contains(&stopped[0].games), "{stopped:?}");
        let one_deal = simulate(&Contest { games: 1, ..contest }, || true).unwrap();
        assert_eq!((one_deal[0].mean_lead_ci, table[0].mean_lead_ci.is_some()), (None, true));
        // All or nothing is not certain after a few deals.
        let (low, high) = wilson(1.0, 20);
        assert!((low - 0.8389).abs() < 1e-3 && high > 0.9999, "{low} {high}");
        let (low, high) = wilson(0.5, 100);
        assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3);
        assert!((table.iter().map(|line| line.win_rate).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((table.iter().map(|line| line.mean_rank).sum::<f64>() - 6.0).abs() < 1e-9);
    }
}
