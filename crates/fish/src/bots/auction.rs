//! How much to bid: a small simultaneous game, solved by regret matching.
//!
//! Worlds are played out once for every possible winner of the shop; that
//! gives what each outcome is worth to each bidder at each price, since a coin
//! paid is a point lost. The sealed bids are then a matrix game. Regret
//! matching (Hart & Mas-Colell 2000) finds bids that nobody regrets on
//! average. The answer is the best reply to a mixture of those and of what the
//! rules of thumb would bid: rivals are neither fools nor perfect.

use super::greedy;
use super::strong::{Search, utility};
use crate::Good;
use crate::game::event::Silence;
use dedale_grid::Rng;
use dedale_play::Seat;

/// Nobody bids more than this.
const MOST: usize = 15;
const BIDS: usize = MOST + 1;
/// Rounds of regret matching.
const ROUNDS: usize = 1500;
/// How much of the rivals' bids is the solution, the rest being rules of thumb.
const PERFECT: f64 = 0.4;

/// What an outcome is worth: by winner (a bidder's number), price, bidder.
type Worths = Vec<[[f64; 5]; BIDS]>;

/// The bid of the searching player.
pub(super) fn bid(search: &mut Search<'_>, good: Good, nodes: u64, rng: &mut Rng) -> u8 {
    let state = search.state;
    let bidders: Vec<Seat> = state.bidders(good).iter().collect();
    let worths = worths(search, &bidders, (nodes / bidders.len() as u64).max(1));
    let limits: Vec<usize> = bidders.iter().map(|seat| usize::from(state.player(*seat).coins).min(MOST)).collect();
    let ranks: Vec<usize> = bidders.iter().map(|seat| state.tie_rank(*seat)).collect();
    let mut mixed = solve(&worths, &limits, &ranks, rng);
    for (number, seat) in bidders.iter().enumerate() {
        let thumb = usize::from(greedy::bid(state, *seat, good, search.policy.thumb())).min(limits[number]);
        for chance in &mut mixed[number] {
            *chance *= PERFECT;
        }
        mixed[number][thumb] += (1.0 - PERFECT) * 0.75;
        mixed[number][(thumb + 1).min(limits[number])] += (1.0 - PERFECT) * 0.25;
    }
    let me = bidders.iter().position(|seat| *seat == search.seat).expect("only bidders bid");
    best_reply(&worths, &limits, &ranks, &mixed, me) as u8
}

fn worths(search: &mut Search<'_>, bidders: &[Seat], worlds: u64) -> Worths {
    let seats = search.state.seats();
    bidders
        .iter()
        .map(|winner| {
            let mut worth = [[0.0; 5]; BIDS];
            for world in 0..worlds {
                let mut scores = search.scores(world, |state| state.sell(*winner, 0, &mut Silence));
                for by_bidder in &mut worth {
                    for (number, seat) in bidders.iter().enumerate() {
                        by_bidder[number] += utility(&scores[..seats], seat.index()) / worlds as f64;
                    }
                    scores[winner.index()] += 1;
                }
            }
            worth
        })
        .collect()
}

/// The average strategies of regret matching, a chance for every bid.
fn solve(worths: &Worths, limits: &[usize], ranks: &[usize], rng: &mut Rng) -> Vec<[f64; BIDS]> {
    let count = limits.len();
    let mut regrets = vec![[0.0; BIDS]; count];
    let mut sums = vec![[0.0; BIDS]; count];
    for _ in 0..ROUNDS {
        let strategies: Vec<[f64; BIDS]> =
            (0..count).map(|number| matching(&regrets[number], limits[number])).collect();
        let bids: Vec<usize> = strategies.iter().map(|strategy| sample(strategy, rng)).collect();
        for number in 0..count {
            let rival = strongest_rival(&bids, ranks, number);
            let mut gains = [0.0; BIDS];
            for (bid, gain) in gains.iter_mut().enumerate().take(limits[number] + 1) {
                *gain = outcome(worths, ranks, number, bid, rival);
            }
            for bid in 0..=limits[number] {
                regrets[number][bid] += gains[bid] - gains[bids[number]];
                sums[number][bid] += strategies[number][bid];
            }
        }
    }
    for sum in &mut sums {
        let total: f64 = sum.iter().sum();
        sum.iter_mut().for_each(|chance| *chance /= total);
    }
    sums
}

/// Chances in proportion to the positive regrets; even where there are none.
fn matching(regrets: &[f64; BIDS], limit: usize) -> [f64; BIDS] {
    let positive = regrets.map(|regret| regret.max(0.0));
    let total: f64 = positive[..=limit].iter().sum();
    let mut chances = [0.0; BIDS];
    for bid in 0..=limit {
        chances[bid] = if total > 0.0 { positive[bid] / total } else { 1.0 / (limit + 1) as f64 };
    }
    chances
}

fn sample(chances: &[f64; BIDS], rng: &mut Rng) -> usize {
    let mut left = rng.unit();
    for (bid, chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return bid;
        }
    }
    chances.iter().rposition(|chance| *chance > 0.0).unwrap_or(0)
}

/// The other bidder who wins if this one stays out, and that bid.
fn strongest_rival(bids: &[usize], ranks: &[usize], me: usize) -> (usize, usize) {
    let others = (0..bids.len()).filter(|number| *number != me);
    let rival =
        others.max_by_key(|number| (bids[*number], usize::MAX - ranks[*number])).expect("an auction has rivals");
    (rival, bids[rival])
}

/// What a bid against the strongest rival is worth to the one who makes it.
fn outcome(worths: &Worths, ranks: &[usize], me: usize, bid: usize, (rival, rival_bid): (usize, usize)) -> f64 {
    if bid > rival_bid || bid == rival_bid && ranks[me] < ranks[rival] {
        worths[me][bid][me]
    } else {
        worths[rival][rival_bid][me]
    }
}

/// The bid with the best average against independent rivals.
fn best_reply(worths: &Worths, limits: &[usize], ranks: &[usize], mixed: &[[f64; BIDS]], me: usize) -> usize {
    let rivals: Vec<usize> = (0..limits.len()).filter(|number| *number != me).collect();
    // For each rival and bid, the chance that this is what must be beaten.
    let mut strongest = vec![[0.0; BIDS]; limits.len()];
    for &rival in &rivals {
        for bid in 0..BIDS {
            let behind = rivals.iter().filter(|other| **other != rival).map(|other| {
                let below = bid + usize::from(ranks[rival] < ranks[*other]);
                mixed[*other][..below.min(BIDS)].iter().sum::<f64>()
            });
            strongest[rival][bid] = mixed[rival][bid] * behind.product::<f64>();
        }
    }
    let worth = |bid: usize| -> f64 {
        let against = |rival: usize, theirs: usize| outcome(worths, ranks, me, bid, (rival, theirs));
        rivals
            .iter()
            .flat_map(|rival| (0..BIDS).map(|theirs| (*rival, theirs)))
            .map(|(rival, theirs)| strongest[rival][theirs] * against(rival, theirs))
            .sum()
    };
    (0..=limits[me]).max_by(|a, b| worth(*a).total_cmp(&worth(*b)).then(b.cmp(a))).unwrap_or(0)
}
