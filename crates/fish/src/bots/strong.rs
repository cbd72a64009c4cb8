//! Monte-Carlo search with common random numbers.
//!
//! Nothing is hidden but the order of the pile and the bids being made, so a
//! *world* is the position with a shuffled pile and a seed, and a choice is
//! worth what it brings on average over many worlds played to the end by rules
//! of thumb. All choices meet the same worlds (common random numbers), so that
//! luck cancels out of their differences; weak choices are dropped half at a
//! time (sequential halving, Karnin, Koren & Somekh 2013).
//!
//! - Reservations are first sorted by an [`Outlook`]: how much nearer the
//!   missing shops would end up, given the chance that the cell becomes a road.
//! - Bids are computed, not guessed; see [`auction`](super::auction).
//!
//! The budget counts worlds played, so decisions replay exactly.

use super::auction;
use super::playout::{Policy, play_out};
use crate::game::event::Silence;
use crate::outlook::Outlook;
use crate::{Action, Frame, Good, Phase, Piece, Spot, Spots, State, View};
use dedale_grid::Rng;
use dedale_play::{Budget, Seat};

/// The worlds of a decision unless told otherwise.
pub const STRONG_NODES: u64 = 1500;
/// The most reservations looked at in a turn.
const WIDTH: usize = 12;

/// Plays by search.
pub fn strong(view: &View, seat: Seat, legal: &[Action], rng: &mut Rng, budget: Budget) -> Option<Action> {
    let state = view.state();
    if legal.len() <= 1 {
        return legal.first().copied();
    }
    let mut search = Search::new(state, seat, rng.bits());
    let frame = *state.ground().frame();
    match state.phase() {
        Phase::Turn => {
            let mut choices: Vec<Choice> = legal.contains(&Action::Draw).then_some(Choice::Draw).into_iter().collect();
            let spent = budget.nodes / 12 + 1;
            choices.extend(promising(state, seat, Policy::Greedy, spent as u32, rng).take(WIDTH).map(Choice::Reserve));
            Some(search.best(&choices, budget.nodes - spent.min(budget.nodes)).action(&frame))
        }
        Phase::Auction(good) => Some(Action::Bid(auction::bid(&mut search, good, budget.nodes, rng))),
        Phase::Build(..) => {
            let choices: Vec<Choice> = Spots(state.player(seat).reserved).map(Choice::Build).collect();
            Some(search.best(&choices, budget.nodes).action(&frame))
        }
        Phase::Over => None,
    }
}

/// Something to try in many worlds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    Draw,
    Reserve(Spot),
    Build(Spot),
}

/// The reservations worth a look, best first.
pub(super) fn promising(
    state: &State,
    seat: Seat,
    policy: Policy,
    completions: u32,
    rng: &mut Rng,
) -> impl Iterator<Item = Spot> {
    let outlook = Outlook::of(state, policy, completions, rng, || true);
    let mine = state.player(seat).reserved;
    let missing: Vec<(Good, f64)> = state
        .goods()
        .filter(|good| state.player(seat).lacks(*good))
        .map(|good| {
            let best =
                Spots(mine).map(|spot| outlook.distance(good, spot)).fold(f64::from(state.config().max), f64::min);
            (good, best)
        })
        .collect();
    let mut spots: Vec<(f64, Spot)> = Spots(state.reservable(seat))
        .map(|spot| {
            let gain: f64 = missing.iter().map(|(good, best)| (best - outlook.distance(*good, spot)).max(0.0)).sum();
            (gain * (1.0 - outlook.road(spot)) + 0.01 * outlook.built(spot), spot)
        })
        .collect();
    spots.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    spots.into_iter().map(|(_, spot)| spot)
}

/// The worlds of a decision.
pub(super) struct Search<'a> {
    pub(super) state: &'a State,
    pub(super) seat: Seat,
    /// How everybody plays on.
    pub(super) policy: Policy,
    seed: u64,
    scratch: State,
    /// All orders of the pile, where there are few: worlds take them in turn.
    pub(super) orders: Vec<Vec<Piece>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(state: &'a State, seat: Seat, seed: u64) -> Self {
        Self { state, seat, policy: Policy::Greedy, seed, scratch: state.clone(), orders: Vec::new() }
    }

    /// The scores at the end of a world in which something is done first.
    pub(super) fn scores(&mut self, world: u64, first: impl FnOnce(&mut State)) -> [i32; 5] {
        let mut rng = Rng::stream(self.seed, world);
        self.scratch.clone_from(self.state);
        match self.orders.len() as u64 {
            0 => self.scratch.shuffle(&mut rng),
            count => self.scratch.pile.clone_from(&self.orders[(world % count) as usize]),
        }
        first(&mut self.scratch);
        play_out(&mut self.scratch, self.policy, &mut rng);
        let mut scores = [0; 5];
        for (number, score) in scores.iter_mut().enumerate().take(self.state.seats()) {
            *score = self.scratch.score(Seat::new(number));
        }
        scores
    }

    /// The best choice within a budget of worlds.
    pub(super) fn best(&mut self, choices: &[Choice], nodes: u64) -> Choice {
        let (seat, seats) = (self.seat, self.state.seats());
        let mut alive: Vec<(f64, usize)> = (0..choices.len()).map(|choice| (0.0, choice)).collect();
        let rounds = u64::from(choices.len().next_power_of_two().trailing_zeros().max(1));
        let mut world = 0;
        while alive.len() > 1 {
            let worlds = (nodes / rounds / alive.len() as u64).max(1);
            for (worth, choice) in &mut alive {
                for world in world..world + worlds {
                    let scores = self.scores(world, |state| choices[*choice].apply(state, seat));
                    *worth += utility(&scores[..seats], seat.index());
                }
            }
            world += worlds;
            alive.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            alive.truncate(alive.len().div_ceil(2));
        }
        choices[alive[0].1]
    }
}

impl Choice {
    /// The action that it is.
    pub(super) fn action(self, frame: &Frame) -> Action {
        match self {
            Self::Draw => Action::Draw,
            Self::Reserve(spot) => Action::Reserve(frame.point(spot)),
            Self::Build(spot) => Action::Build(frame.point(spot)),
        }
    }

    fn apply(self, state: &mut State, seat: Seat) {
        match self {
            Self::Draw => state.draw(&mut Silence),
            Self::Reserve(spot) => state.reserve(seat, spot, &mut Silence),
            Self::Build(spot) => state.build(spot, &mut Silence),
        }
    }
}

/// What final scores are worth to a player: the lead over the best other,
/// squashed, since a win by much is still one win, and a little of the lead
/// itself.
#[inline]
pub(super) fn utility(scores: &[i32], seat: usize) -> f64 {
    let others = scores.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, score)| *score);
    let lead = f64::from(others.min().unwrap_or(0) - scores[seat]);
    lead / (4.0 + lead.abs()) + 0.01 * lead
}
