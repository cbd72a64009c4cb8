//! A move and why: what the strong bot would do, with the reason in points.
//!
//! The reason is measured as the move is: by playing the choice and what else
//! could be done to the end in the same worlds.

use super::greedy::nearest;
use super::strong::{Search, strong};
use crate::game::event::Silence;
use crate::{Action, Good, Phase, Piece, State, View};
use dedale_grid::Rng;
use dedale_play::{Budget, Seat};
use dedale_text::{Lang, Say, Text, decimal};

/// Worlds played to put a number to a reason.
const WORLDS: u64 = 200;

/// A move and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// What to do.
    pub action: Action,
    /// Why.
    pub reason: Text,
}

impl std::fmt::Display for Advice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl Say for Advice {
    fn say(&self, lang: Lang) -> String {
        let what = match self.action {
            Action::Reserve(at) => format!("{} {at}", lang.pick("reserve", "réserver")),
            Action::Build(at) => format!("{} {at}", lang.pick("build", "aménager")),
            Action::Bid(coins) => format!("{} {coins}", lang.pick("bid", "miser")),
            Action::Draw => lang.pick("draw", "piocher").to_owned(),
        };
        format!("{what}{} {}", lang.pick(":", " :"), self.reason.say(lang))
    }
}

/// What to do in a seat, if it is its turn to do something.
pub fn advise(view: &View, seat: Seat, budget: Budget, rng: &mut Rng) -> Option<Advice> {
    let state = view.state();
    let mut legal = Vec::new();
    state.legal(seat, &mut legal);
    let action = strong(view, seat, &legal, rng, budget)?;
    Some(Advice { action, reason: reason(state, seat, action, rng) })
}

fn reason(state: &State, seat: Seat, action: Action, rng: &mut Rng) -> Text {
    match (action, state.phase()) {
        (Action::Reserve(at), _) => {
            let Some(spot) = state.ground().frame().spot(at) else { return Text::new("", "") };
            let mine = state.player(seat).reserved;
            let gain = |good: Good| {
                let (before, after) = (nearest(state, good, mine).0, nearest(state, good, mine | spot.bit()).0);
                (before.saturating_sub(after), good, before, after)
            };
            let best = state.goods().filter(|good| state.player(seat).lacks(*good)).map(gain).max_by_key(|gain| gain.0);
            match best {
                Some((1.., good, before, after)) => Text::new(
                    format!("your {good} could be {after} steps away instead of {before}"),
                    format!("votre {good} pourrait être à {after} pas au lieu de {before}"),
                ),
                _ => Text::new(
                    "a place more for what comes, unlikely to become a road",
                    "une place de plus pour la suite, qui a peu de chances de devenir une route",
                ),
            }
        }
        (Action::Draw, _) => {
            let held = state.player(seat).reserved.count_ones();
            Text::new(
                format!("your {held} reservations are good enough; another would bring less than a turn"),
                format!("vos {held} réservations suffisent ; une de plus rapporterait moins qu'un tour"),
            )
        }
        (Action::Bid(_), Phase::Auction(good)) => {
            let worth = worth_of_winning(state, seat, good, rng);
            let (near, _) = nearest(state, good, state.player(seat).reserved);
            let en = format!("{worth:.1}");
            let fr = decimal(Lang::Fr, &en);
            Text::new(
                format!("winning it now is worth {en} points: your {good} would be {near} steps away"),
                format!("la gagner maintenant vaut {fr} points : votre {good} serait à {near} pas"),
            )
        }
        (Action::Build(at), Phase::Build(_, Piece::Shop(good))) => {
            let walk =
                state.ground().frame().spot(at).map(|spot| nearest(state, good, spot.bit()).0).unwrap_or_default();
            Text::new(
                format!("from there it is {walk} steps to the producer of {good}"),
                format!("de là il y a {walk} pas jusqu'au producteur de {good}"),
            )
        }
        _ => Text::new(
            "no shop you lack wants that place more",
            "aucune boutique qui vous manque ne veut davantage de cette place",
        ),
    }
}

/// The points that winning the shop at hand for nothing brings on average,
/// against the best of the others winning it.
fn worth_of_winning(state: &State, seat: Seat, good: Good, rng: &mut Rng) -> f64 {
    let mut search = Search::new(state, seat, rng.bits());
    let bidders: Vec<Seat> = state.bidders(good).iter().collect();
    let mut mean = |winner: Seat| {
        let total: i64 = (0..WORLDS)
            .map(|world| i64::from(search.scores(world, |state| state.sell(winner, 0, &mut Silence))[seat.index()]))
            .sum();
        total as f64 / WORLDS as f64
    };
    let mine = mean(seat);
    let theirs: Vec<f64> = bidders.iter().filter(|other| **other != seat).map(|other| mean(*other)).collect();
    theirs.iter().sum::<f64>() / theirs.len().max(1) as f64 - mine
}
