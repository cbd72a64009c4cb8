//! What a move cost, by the strong bot's own measure: the lead over the best
//! other at the end, on average over worlds played out.
//!
//! The best choice is picked in some worlds and compared with the move in
//! others: judged where it was picked, it would look better than it is. What
//! could be luck counts as nothing.

use super::greedy;
use super::playout::Policy;
use super::strong::{Search, promising};
use crate::game::event::Silence;
use crate::{Action, Phase, State, View};
use dedale_grid::Rng;
use dedale_play::Seat;

/// How many standard errors a difference must have.
const SURE: f64 = 2.0;

/// The points that a legal move cost against the best one known, and that one,
/// with so many worlds a choice.
pub fn cost(view: &View, seat: Seat, action: Action, worlds: u64, rng: &mut Rng) -> (f64, Action) {
    let state = view.state();
    let mut choices = choices(state, seat, worlds, rng);
    if !choices.contains(&action) {
        choices.push(action);
    }
    if choices.len() < 2 {
        return (0.0, action);
    }
    let mut search = Search::new(state, seat, rng.bits());
    let best = best_of(&mut search, &choices, worlds).unwrap_or(action);
    let lost = if best == action { 0.0 } else { difference(&mut search, best, action, worlds, worlds) };
    (lost, best)
}

/// The points that a move brings against the best of the others, as the
/// expert sees it; a reservation, against drawing instead.
pub(super) fn gain(state: &State, seat: Seat, action: Action, worlds: u64, rng: &mut Rng) -> f64 {
    let mut others = choices(state, seat, worlds, rng);
    if matches!(action, Action::Reserve(_)) && others.contains(&Action::Draw) {
        others = vec![Action::Draw];
    }
    others.retain(|other| *other != action);
    let mut search = Search::new(state, seat, rng.bits());
    search.policy = Policy::Keen;
    let Some(other) = best_of(&mut search, &others, worlds) else { return 0.0 };
    difference(&mut search, action, other, worlds, 4 * worlds)
}

/// The choice with the best lead in the first worlds.
fn best_of(search: &mut Search<'_>, choices: &[Action], worlds: u64) -> Option<Action> {
    let mut total = |choice: Action| (0..worlds).map(|world| lead(search, choice, world)).sum::<f64>();
    let worths: Vec<f64> = choices.iter().map(|choice| total(*choice)).collect();
    (0..choices.len()).max_by(|a, b| worths[*a].total_cmp(&worths[*b])).map(|at| choices[at])
}

/// How much more one action brings than another in the worlds after `from`;
/// nothing where that could be luck.
fn difference(search: &mut Search<'_>, one: Action, other: Action, from: u64, worlds: u64) -> f64 {
    let mut leads = |action: Action| -> Vec<f64> { (from..from + worlds).map(|n| lead(search, action, n)).collect() };
    let more: Vec<f64> = leads(one).into_iter().zip(leads(other)).map(|(a, b)| a - b).collect();
    let count = more.len() as f64;
    let mean = more.iter().sum::<f64>() / count;
    let spread = more.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    if mean > SURE * (spread / count).sqrt() { mean } else { 0.0 }
}

/// What is worth a comparison.
fn choices(state: &State, seat: Seat, worlds: u64, rng: &mut Rng) -> Vec<Action> {
    let mut legal = Vec::new();
    state.legal(seat, &mut legal);
    if state.phase() == Phase::Turn && legal.len() > 2 {
        let frame = *state.ground().frame();
        let completions = u32::try_from(worlds).unwrap_or(u32::MAX);
        let near: Vec<Action> = promising(state, seat, Policy::Greedy, completions, rng)
            .map(|spot| Action::Reserve(frame.point(spot)))
            .collect();
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
        let thumb = greedy::bid(state, other, good) + u8::from(rng.below(4) == 0);
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
            good += cost(&view, seat, best, 12, &mut rng).0;
            any += cost(&view, seat, other, 12, &mut rng).0;
            game.act(seat, &best, 0).unwrap();
        }
        assert!(good < any, "{good} against {any}");
    }
}
