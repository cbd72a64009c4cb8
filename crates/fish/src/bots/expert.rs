//! The strongest player: as the strong one, with more of everything.
//!
//! Each choice is played out in the same thousands of worlds (paired: luck
//! cancels out of the differences), the weak half dropped each time. Beyond
//! what the strong bot does:
//!
//! - everybody plays on by rules that look at what follows ([`Policy::Keen`]):
//!   ten times as dear as rules of thumb, and worth it: fewer worlds tell more;
//! - where few orders of the pile are left, worlds take all of them in turn
//!   instead of drawing some;
//! - the last constructions are computed: see [`last`];
//! - more reservations are looked at;
//! - bids reply to rivals who reply themselves: see [`auction`].
//!
//! A tree search over determinised piles (Cowling, Powley & Whitehouse 2012)
//! was tried and was no stronger than `strong`: a game has some forty choices
//! of a dozen cells to come, so what a tree adds below the first of them is
//! thinner than what it takes from the worlds there.
//!
//! The budget counts games played out, so decisions replay exactly.

use super::auction;
use super::last;
use super::playout::Policy;
use super::strong::{Choice, Search, promising};
use crate::{Action, Phase, Piece, Spots, View};
use dedale_grid::Rng;
use dedale_play::{Budget, Seat};

/// The games of a decision unless told otherwise.
pub const EXPERT_NODES: u64 = 10_000;
/// The most reservations looked at in a turn.
const WIDTH: usize = 16;
/// Below so many pieces all orders of the pile are taken in turn.
const FEW: usize = 5;

/// Plays by search in many worlds.
pub fn expert(view: &View, seat: Seat, legal: &[Action], rng: &mut Rng, budget: Budget) -> Option<Action> {
    let state = view.state();
    if legal.len() <= 1 {
        return legal.first().copied();
    }
    let mut search = Search::new(state, seat, rng.bits());
    search.policy = Policy::Keen;
    if state.pile.len() <= FEW {
        search.orders = orders(&state.pile);
    }
    let frame = *state.ground().frame();
    match state.phase() {
        Phase::Over => None,
        Phase::Auction(good) => Some(Action::Bid(auction::deep_bid(&mut search, good, budget.nodes, rng))),
        Phase::Build(..) => {
            if let Some(spot) = last::site(state, seat) {
                return Some(Action::Build(frame.point(spot)));
            }
            let choices: Vec<Choice> = Spots(state.player(seat).reserved).map(Choice::Build).collect();
            Some(search.best(&choices, budget.nodes).action(&frame))
        }
        Phase::Turn => {
            let mut choices: Vec<Choice> = legal.contains(&Action::Draw).then_some(Choice::Draw).into_iter().collect();
            let spent = (budget.nodes / 12).min(400) + 1;
            choices.extend(promising(state, seat, Policy::Keen, spent as u32, rng).take(WIDTH).map(Choice::Reserve));
            Some(search.best(&choices, budget.nodes - spent.min(budget.nodes)).action(&frame))
        }
    }
}

/// All different orders of a short pile.
fn orders(pile: &[Piece]) -> Vec<Vec<Piece>> {
    fn go(left: &mut Vec<Piece>, order: &mut Vec<Piece>, all: &mut Vec<Vec<Piece>>) {
        if left.is_empty() {
            all.push(order.clone());
            return;
        }
        for at in 0..left.len() {
            if left[..at].contains(&left[at]) {
                continue;
            }
            let piece = left.remove(at);
            order.push(piece);
            go(left, order, all);
            order.pop();
            left.insert(at, piece);
        }
    }
    let mut all = Vec::new();
    go(&mut pile.to_vec(), &mut Vec::new(), &mut all);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Good;

    /// Whole games, every choice legal, by every rule book.
    #[test]
    fn it_plays_to_the_end() {
        use crate::Fish;
        use dedale_play::{Game, Match, Viewer};
        for config in ["players=3", "rules=classic,players=2", "players=4,discs=2,trees=30"] {
            let mut game = Match::<Fish>::new(config.parse().unwrap(), 1).unwrap();
            let mut rng = Rng::new(1);
            while let Some(seat) = Fish::active(game.state()).iter().next() {
                let legal = game.legal(seat);
                let view = game.view(Viewer::Seat(seat));
                let action = expert(&view, seat, &legal, &mut rng, Budget { nodes: 60 }).unwrap();
                game.act(seat, &action, 0).unwrap();
            }
            assert!(game.outcome().is_some());
        }
    }

    #[test]
    fn short_piles_are_taken_in_every_order() {
        let (tree, shop) = (Piece::Tree, Piece::Shop(Good::ALL[0]));
        assert_eq!(orders(&[tree, tree, shop]).len(), 3);
        assert_eq!(orders(&[tree, shop, Piece::Shop(Good::ALL[1]), tree]).len(), 12);
        assert_eq!(orders(&[]).len(), 1);
    }
}
