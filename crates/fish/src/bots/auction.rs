//! How much to bid: a small simultaneous game, solved by regret matching.
//!
//! Worlds are played out once for every possible winner of the shop; that
//! gives what each outcome is worth to each bidder at each price, since a coin
//! paid is a point lost. The sealed bids are then a matrix game. Regret
//! matching (Hart & Mas-Colell 2000) finds bids that nobody regrets on
//! average. The answer is the best reply to a mixture of those and of what the
//! rules of thumb would bid: rivals are neither fools nor perfect.
//!
//! The expert thinks one step further: rivals may reply so themselves, and a
//! rival who has bought shops without spending a coin may never bid.

use super::greedy;
use super::playout::Policy;
use super::strong::{Search, utility};
use crate::game::event::Silence;
use crate::{Good, State};
use dedale_grid::Rng;
use dedale_play::Seat;

/// Nobody bids more than this.
const MOST: usize = 15;
const BIDS: usize = MOST + 1;
/// Rounds of regret matching.
const ROUNDS: usize = 1500;
/// How much of the rivals' bids is the solution, the rest being rules of thumb.
const PERFECT: f64 = 0.4;
/// How much of them is the solution to the expert, the rest being replies.
const SOLVED: f64 = 0.3;
/// The odds that a rival never bids, before anything was seen of it; each shop
/// it has without having spent a coin doubles them.
const IDLE: f64 = 0.25;

/// What an outcome is worth: by winner (a bidder's number), price, bidder.
type Worths = Vec<[[f64; 5]; BIDS]>;

/// The bid of the searching player, who takes rivals for players by rules of
/// thumb that are perfect now and then.
pub(super) fn bid(search: &mut Search<'_>, good: Good, nodes: u64, rng: &mut Rng) -> u8 {
    let auction = Auction::new(search, good, nodes);
    let simple = auction.simple(search, &auction.solve(rng));
    auction.best_reply(&simple, auction.me) as u8
}

/// The bid of a player who takes rivals for such players.
pub(super) fn deep_bid(search: &mut Search<'_>, good: Good, nodes: u64, rng: &mut Rng) -> u8 {
    let auction = Auction::new(search, good, nodes);
    let solved = auction.solve(rng);
    let simple = auction.simple(search, &solved);
    let believed: Vec<Chances> = (0..auction.bidders.len())
        .map(|number| {
            let (limit, reply) = (auction.limits[number], auction.best_reply(&simple, number));
            let idle = never_bids(search.state, auction.bidders[number]);
            let mut chances = solved[number].map(|chance| chance * SOLVED * (1.0 - idle));
            for (bid, chance) in [(reply, 0.6), (reply.saturating_sub(1), 0.2), ((reply + 1).min(limit), 0.2)] {
                chances[bid] += chance * (1.0 - SOLVED) * (1.0 - idle);
            }
            chances[0] += idle;
            chances
        })
        .collect();
    auction.best_reply(&believed, auction.me) as u8
}

/// What it brings to win the shop at hand for nothing rather than to see
/// another win it, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Points that the winner gains.
    pub own: f64,
    /// Points that each of the others loses, on average.
    pub others: f64,
}

/// What winning the shop at hand is worth to a bidder, over so many worlds.
pub fn worth_of_winning(state: &State, seat: Seat, good: Good, worlds: u64, rng: &mut Rng) -> Worth {
    let mut search = Search::new(state, seat, rng.bits());
    search.policy = Policy::Keen;
    let seats = state.seats();
    // Mean scores, one's own and the others', if a bidder wins.
    let mut means = |winner: Seat| {
        let mut sums = (0, 0);
        for world in 0..worlds {
            let scores = search.scores(world, |state| state.sell(winner, 0, &mut Silence));
            sums.0 += scores[seat.index()];
            sums.1 += scores[..seats].iter().sum::<i32>() - scores[seat.index()];
        }
        (f64::from(sums.0) / worlds as f64, f64::from(sums.1) / worlds as f64 / (seats - 1) as f64)
    };
    let won = means(seat);
    let lost: Vec<(f64, f64)> = state.bidders(good).iter().filter(|other| *other != seat).map(&mut means).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| lost.iter().map(of).sum::<f64>() / lost.len().max(1) as f64;
    Worth { own: mean(|lost| lost.0) - won.0, others: won.1 - mean(|lost| lost.1) }
}

/// The chance that a player never bids, by what it has and has spent.
fn never_bids(state: &State, seat: Seat) -> f64 {
    if state.player(seat).coins < state.config.coins {
        return 0.0;
    }
    let bought = state.config.goods as usize - state.missing(seat);
    let odds = IDLE * f64::from(1u32 << bought);
    odds / (1.0 + odds)
}

/// A chance for every bid.
type Chances = [f64; BIDS];

/// The matrix game.
struct Auction {
    good: Good,
    bidders: Vec<Seat>,
    /// The number of the searching player among them.
    me: usize,
    /// The most that each can bid.
    limits: Vec<usize>,
    /// The place of each among equal bids.
    ranks: Vec<usize>,
    worths: Worths,
}

impl Auction {
    fn new(search: &mut Search<'_>, good: Good, nodes: u64) -> Self {
        let state = search.state;
        let bidders: Vec<Seat> = state.bidders(good).iter().collect();
        let worths = worths(search, &bidders, (nodes / bidders.len() as u64).max(1));
        let limits = bidders.iter().map(|seat| usize::from(state.player(*seat).coins).min(MOST)).collect();
        let ranks = bidders.iter().map(|seat| state.tie_rank(*seat)).collect();
        let me = bidders.iter().position(|seat| *seat == search.seat).expect("only bidders bid");
        Self { good, bidders, me, limits, ranks, worths }
    }

    /// What players bid who are perfect now and then and follow rules of thumb
    /// otherwise.
    fn simple(&self, search: &Search<'_>, solved: &[Chances]) -> Vec<Chances> {
        let thumbs = self.bidders.iter().map(|seat| usize::from(greedy::bid(search.state, *seat, self.good)));
        thumbs
            .zip(solved)
            .zip(&self.limits)
            .map(|((thumb, solved), limit)| {
                let mut chances = solved.map(|chance| chance * PERFECT);
                chances[thumb.min(*limit)] += (1.0 - PERFECT) * 0.75;
                chances[(thumb.min(*limit) + 1).min(*limit)] += (1.0 - PERFECT) * 0.25;
                chances
            })
            .collect()
    }

    /// The average strategies of regret matching.
    fn solve(&self, rng: &mut Rng) -> Vec<Chances> {
        let (limits, count) = (&self.limits, self.limits.len());
        let mut regrets = vec![[0.0; BIDS]; count];
        let mut sums = vec![[0.0; BIDS]; count];
        for _ in 0..ROUNDS {
            let strategies: Vec<Chances> =
                (0..count).map(|number| matching(&regrets[number], limits[number])).collect();
            let bids: Vec<usize> = strategies.iter().map(|strategy| sample(strategy, rng)).collect();
            for number in 0..count {
                let rival = self.strongest_rival(&bids, number);
                let mut gains = [0.0; BIDS];
                for (bid, gain) in gains.iter_mut().enumerate().take(limits[number] + 1) {
                    *gain = self.outcome(number, bid, rival);
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

    /// The other bidder who wins if this one stays out, and that bid.
    fn strongest_rival(&self, bids: &[usize], me: usize) -> (usize, usize) {
        let others = (0..bids.len()).filter(|number| *number != me);
        let rival = others
            .max_by_key(|number| (bids[*number], usize::MAX - self.ranks[*number]))
            .expect("an auction has rivals");
        (rival, bids[rival])
    }

    /// What a bid against the strongest rival is worth to the one who makes it.
    fn outcome(&self, me: usize, bid: usize, (rival, rival_bid): (usize, usize)) -> f64 {
        if bid > rival_bid || bid == rival_bid && self.ranks[me] < self.ranks[rival] {
            self.worths[me][bid][me]
        } else {
            self.worths[rival][rival_bid][me]
        }
    }

    /// A bidder's bid with the best average against independent rivals.
    fn best_reply(&self, mixed: &[Chances], me: usize) -> usize {
        let rivals: Vec<usize> = (0..self.limits.len()).filter(|number| *number != me).collect();
        // For each rival and bid, the chance that this is what must be beaten.
        let mut strongest = vec![[0.0; BIDS]; self.limits.len()];
        for &rival in &rivals {
            for bid in 0..BIDS {
                let behind = rivals.iter().filter(|other| **other != rival).map(|other| {
                    let below = bid + usize::from(self.ranks[rival] < self.ranks[*other]);
                    mixed[*other][..below.min(BIDS)].iter().sum::<f64>()
                });
                strongest[rival][bid] = mixed[rival][bid] * behind.product::<f64>();
            }
        }
        let worth = |bid: usize| -> f64 {
            let against = |rival: usize, theirs: usize| self.outcome(me, bid, (rival, theirs));
            rivals
                .iter()
                .flat_map(|rival| (0..BIDS).map(|theirs| (*rival, theirs)))
                .map(|(rival, theirs)| strongest[rival][theirs] * against(rival, theirs))
                .sum()
        };
        (0..=self.limits[me]).max_by(|a, b| worth(*a).total_cmp(&worth(*b)).then(b.cmp(a))).unwrap_or(0)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// An auction with random worths and random beliefs.
    fn random(count: usize, rng: &mut Rng) -> (Auction, Vec<Chances>) {
        let limits: Vec<usize> = (0..count).map(|_| rng.index(4)).collect();
        let mut ranks: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut ranks);
        let worths = (0..count).map(|_| std::array::from_fn(|_| std::array::from_fn(|_| rng.unit()))).collect();
        let mixed = limits.iter().map(|limit| matching(&std::array::from_fn(|_| rng.unit()), *limit)).collect();
        let bidders = (0..count).map(Seat::new).collect();
        (Auction { good: Good::ALL[0], bidders, me: 0, limits, ranks, worths }, mixed)
    }

    /// The best reply is the best over all combinations of bids, one by one.
    #[test]
    fn replies_are_best() {
        let mut rng = Rng::new(5);
        for case in 0..60 {
            let count = 2 + case % 3;
            let (auction, mixed) = random(count, &mut rng);
            let worth = |mine: usize| {
                let mut total = 0.0;
                for number in 0..4usize.pow(count as u32 - 1) {
                    let bids: Vec<usize> =
                        (0..count).map(|at| if at == 0 { mine } else { number >> (2 * (at - 1)) & 3 }).collect();
                    let chance: f64 = (1..count).map(|at| mixed[at][bids[at]]).product();
                    let winner = (0..count).max_by_key(|at| (bids[*at], count - auction.ranks[*at])).unwrap();
                    total += chance * auction.worths[winner][bids[winner]][0];
                }
                total
            };
            let reply = auction.best_reply(&mixed, 0);
            let best = (0..=auction.limits[0]).map(worth).fold(f64::NEG_INFINITY, f64::max);
            assert!((worth(reply) - best).abs() < 1e-9, "case {case}");
        }
    }

    /// Whoever has spent bids; whoever has shops for nothing may not.
    #[test]
    fn those_who_never_bid_are_known_by_their_coins() {
        let mut state = State::start(&"players=3".parse().unwrap(), 1).unwrap();
        let seat = Seat::new(1);
        let at_first = never_bids(&state, seat);
        for shop in &mut state.players[1].shops[..3] {
            *shop = crate::Shop::Lost;
        }
        assert!(never_bids(&state, seat) > 0.6 && at_first < 0.3);
        state.players[1].coins -= 1;
        assert_eq!(never_bids(&state, seat), 0.0);
    }
}
