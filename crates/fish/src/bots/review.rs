//! What a move cost, by the strong bot's own measure: the lead over the best
//! other at the end, on average over worlds played out.
//!
//! The best choice is picked in some worlds and compared with the move in
//! others: judged where it was picked, it would look better than it is. What
//! could be luck counts as nothing.

use super::greedy;
use super::strong::{Search, promising};
use crate::game::event::Silence;
use crate::{Action, Phase, State, View};
use dedale_grid::Rng;
use dedale_play::Seat;

/// How many standard errors a difference must have.
const SURE: f64 = 2.0;

/// The points that a legal move cost against the best one known, with so many
/// worlds a choice.
pub fn cost(view: &View, seat: Seat, action: Action, worlds: u64, rng: &mut Rng) -> f64 {
    let state = view.state();
    let mut choices = choices(state, seat, worlds, rng);
    if !choices.contains(&action) {
        choices.push(action);
    }
    if choices.len() < 2 {
        return 0.0;
    }
    let mut search = Search::new(state, seat, rng.bits());
    let mut leads = |action: Action, from: u64| -> Vec<f64> {
        (from..from + worlds).map(|n| lead(&mut search, action, n)).collect()
    };
    let total = |leads: Vec<f64>| leads.iter().sum::<f64>();
    let worths: Vec<f64> = choices.iter().map(|choice| total(leads(*choice, 0))).collect();
    let best = (0..choices.len()).max_by(|a, b| worths[*a].total_cmp(&worths[*b])).map_or(action, |at| choices[at]);
    if best == action {
        return 0.0;
    }
    let lost: Vec<f64> = leads(best, worlds).into_iter().zip(leads(action, worlds)).map(|(a, b)| a - b).collect();
    let count = lost.len() as f64;
    let mean = lost.iter().sum::<f64>() / count;
    let spread = lost.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    if mean > SURE * (spread / count).sqrt() { mean } else { 0.0 }
}

/// What is worth a comparison.
fn choices(state: &State, seat: Seat, worlds: u64, rng: &mut Rng) -> Vec<Action> {
    let mut legal = Vec::new();
    state.legal(seat, &mut legal);
    if state.phase() == Phase::Turn && legal.len() > 2 {
        let frame = *state.ground().frame();
        let completions = u32::try_from(worlds).unwrap_or(u32::MAX);
        let near: Vec<Action> =
            promising(state, seat, completions, rng).map(|spot| Action::Reserve(frame.point(spot))).collect();
        legal.retain(|action| *action == Action::Draw || near.contains(action));
    }
    legal
}

/// The lead at the end of a world in which an action is done first.
fn lead(search: &mut Search<'_>, action: Action, world: u64) -> f64 {
    let (seat, seats) = (search.seat, search.state.seats());
    let frame = *search.state.ground().frame();
    let scores = search.scores(world, |state| match action {
        Action::Draw => state.draw(&mut Silence),
        Action::Reserve(at) => {
            if let Some(spot) = frame.spot(at) {
                state.reserve(seat, spot, &mut Silence);
            }
        }
        Action::Build(at) => {
            if let Some(spot) = frame.spot(at) {
                state.build(spot, &mut Silence);
            }
        }
        Action::Bid(coins) => sell(state, seat, coins, &mut Rng::stream(world, 1)),
    });
    let others = (0..seats).filter(|other| *other != seat.index()).map(|other| scores[other]);
    f64::from(others.min().unwrap_or(0) - scores[seat.index()])
}

/// Settles an auction in which one bid is known and the others follow rules of
/// thumb.
fn sell(state: &mut State, seat: Seat, coins: u8, rng: &mut Rng) {
    let Phase::Auction(good) = state.phase() else { return };
    let bids = state.bidders(good).iter().map(|other| {
        let thumb = greedy::bid(state, other, good, &greedy::GREEDY) + u8::from(rng.below(4) == 0);
        (other, if other == seat { coins } else { thumb.min(state.player(other).coins) })
    });
    let (winner, price) = state.best_of(bids);
    state.sell(winner, price, &mut Silence);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fish;
    use crate::bots::strong;
    use dedale_play::{Budget, Game, Match, Viewer};

    /// Over a whole game, what the strong bot chooses costs less than what
    /// comes at random.
    #[test]
    fn good_moves_cost_less_than_any() {
        let mut game: Match<Fish> = Match::new("rules=standard,players=2".parse().unwrap(), 5).unwrap();
        let mut rng = Rng::new(1);
        let (mut good, mut any) = (0.0, 0.0);
        for _ in 0..40 {
            let Some(seat) = Fish::active(game.state()).iter().next() else { break };
            let view = Fish::view(game.state(), Viewer::Seat(seat));
            let legal = game.legal(seat);
            let best = strong(&view, seat, &legal, &mut rng, Budget { nodes: 300 }).unwrap();
            let other = *rng.choose(&legal).unwrap();
            good += cost(&view, seat, best, 12, &mut rng);
            any += cost(&view, seat, other, 12, &mut rng);
            game.act(seat, &best, 0).unwrap();
        }
        assert!(good < any, "{good} against {any}");
    }
}
