//! The last constructions of a game, computed.
//!
//! When few pieces are left, every order in which they may come and every site
//! on which they may be built is looked at; whoever builds takes what is best
//! for them (max^n, Luckhardt & Irani 1986). Nobody reserves any more: with so
//! few pieces left a turn is worth more than a place. Shops that several still
//! lack go to the first among equal bids.

use super::strong::utility;
use crate::game::event::Silence;
use crate::{Phase, Piece, Spot, Spots, State};
use dedale_play::Seat;

/// So many pieces after the one at hand at most.
const PIECES: usize = 2;

/// What the end of a game is worth to each seat.
type Worths = [f64; 5];

/// The best site for the piece at hand; nothing while too much is to come.
pub(super) fn site(state: &State, seat: Seat) -> Option<Spot> {
    if state.pile.len() > PIECES || state.config.aside {
        return None;
    }
    let mine = Spots(state.player(seat).reserved);
    let worth = |spot: Spot| {
        let mut next = state.clone();
        next.build(spot, &mut Silence);
        worths(&mut next)[seat.index()]
    };
    mine.map(|spot| (worth(spot), spot)).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, spot)| spot)
}

/// What a position is worth when everybody draws until the end.
fn worths(state: &mut State) -> Worths {
    match state.phase {
        Phase::Over => {
            let mut scores = [0; 5];
            for (number, score) in scores.iter_mut().enumerate().take(state.seats()) {
                *score = state.score(Seat::new(number));
            }
            let mut worths = [0.0; 5];
            for (number, worth) in worths.iter_mut().enumerate().take(state.seats()) {
                *worth = utility(&scores[..state.seats()], number);
            }
            worths
        }
        Phase::Turn => {
            // Every piece that may be next, as often as it lies in the pile.
            let mut sum = [0.0; 5];
            let count = state.pile.len();
            for at in 0..count {
                let mut next = state.clone();
                next.pile.swap(at, count - 1);
                next.draw(&mut Silence);
                for (sum, worth) in sum.iter_mut().zip(worths(&mut next)) {
                    *sum += worth / count as f64;
                }
            }
            sum
        }
        Phase::Auction(good) => {
            let (winner, price) = state.best_of(state.bidders(good).iter().map(|seat| (seat, 0)));
            state.sell(winner, price, &mut Silence);
            worths(state)
        }
        Phase::Build(seat, Piece::Tree | Piece::Shop(_)) => {
            let sites = Spots(state.player(seat).reserved).map(|spot| {
                let mut next = state.clone();
                next.build(spot, &mut Silence);
                worths(&mut next)
            });
            sites.max_by(|a, b| a[seat.index()].total_cmp(&b[seat.index()])).expect("who builds has a reservation")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::greedy;
    use crate::{Action, Fish};
    use dedale_grid::Rng;
    use dedale_play::{Budget, Game, Match, Viewer};

    /// With nothing left to draw the site is the one with the best end, as a
    /// plain comparison of the final scores finds it.
    #[test]
    fn the_last_piece_goes_where_the_end_is_best() {
        let mut seen = 0;
        for seed in 0..40 {
            let mut game = Match::<Fish>::new("players=3,goods=3,trees=4,size=7x7".parse().unwrap(), seed).unwrap();
            let mut rng = Rng::new(seed);
            while let Some(seat) = Fish::active(game.state()).iter().next() {
                let (state, legal) = (game.state().clone(), game.legal(seat));
                if state.pile.is_empty() && matches!(state.phase, Phase::Build(..)) && legal.len() > 1 {
                    seen += 1;
                    let worth = |action: &Action| {
                        let mut end = state.clone();
                        Fish::apply(&mut end, seat, action, 0).unwrap();
                        let scores: Vec<i32> = (0..3).map(|seat| end.score(Seat::new(seat))).collect();
                        utility(&scores, seat.index())
                    };
                    let best = legal.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
                    let spot = site(&state, seat).unwrap();
                    assert_eq!(worth(&Action::Build(state.ground.frame().point(spot))), best, "seed {seed}");
                }
                let view = game.view(Viewer::Seat(seat));
                let action = greedy(&view, seat, &legal, &mut rng, Budget::default()).unwrap();
                game.act(seat, &action, 0).unwrap();
            }
        }
        assert!(seen >= 5, "{seen}");
    }
}
