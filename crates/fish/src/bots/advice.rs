//! A move and why: what the expert would do, with the reason in coins.
//!
//! The reason is measured as the move is: by playing the choice and what else
//! could be done to the end in the same worlds.

use super::expert::expert;
use super::greedy::nearest;
use super::review;
use super::worth_of_winning;
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
    let action = expert(view, seat, &legal, rng, budget)?;
    Some(Advice { action, reason: reason(state, seat, action, rng) })
}

/// Why an action is good: what it is worth against the best other, where that
/// is more than luck, and what it does to the walks.
fn reason(state: &State, seat: Seat, action: Action, rng: &mut Rng) -> Text {
    let what = match (action, state.phase()) {
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
                    format!("your {good} falls from {before} to {after}"),
                    format!("votre {good} passe de {before} à {after}"),
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
            let (near, _) = nearest(state, good, state.player(seat).reserved);
            let worth = worth_of_winning(state, seat, good, WORLDS, rng);
            return coins(worth.own).map_or_else(
                || {
                    Text::new(
                        format!("your {good} would be {near} steps away, and it loses nothing by waiting"),
                        format!("votre {good} serait à {near} pas, et attendre ne lui coûte rien"),
                    )
                },
                |(en, fr)| {
                    Text::new(
                        format!("winning it now is worth {en}: your {good} would be {near} steps away"),
                        format!("la gagner maintenant vaut {fr} : votre {good} serait à {near} pas"),
                    )
                },
            );
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
    };
    match coins(review::gain(state, seat, action, WORLDS / 4, rng)) {
        Some((en, fr)) => {
            Text::new(format!("worth {en}: {}", what.say(Lang::En)), format!("vaut {fr} : {}", what.say(Lang::Fr)))
        }
        None => what,
    }
}

/// So many coins in words, in both languages; nothing if it rounds to none.
fn coins(points: f64) -> Option<(String, String)> {
    if points < 0.05 {
        return None;
    }
    let number = format!("{points:.1}");
    let number = number.strip_suffix(".0").unwrap_or(&number);
    let [en, fr] = if number == "1" { ["coin", "pièce"] } else { ["coins", "pièces"] };
    let fr = if points < 1.95 { "pièce" } else { fr };
    Some((format!("{number} {en}"), format!("{} {fr}", decimal(Lang::Fr, number))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fish;
    use dedale_play::{Game, Match, Viewer};

    /// Hints of a whole game: legal, with a reason in both languages, and some
    /// of them with what they are worth.
    #[test]
    fn hints_say_what_they_are_worth() {
        let mut game: Match<Fish> = Match::new("players=2,trees=6,goods=3,size=7x7".parse().unwrap(), 3).unwrap();
        let mut rng = Rng::new(1);
        let (mut worth, mut falls) = (0, 0);
        while let Some(seat) = Fish::active(game.state()).iter().next() {
            let advice = advise(&game.view(Viewer::Seat(seat)), seat, Budget { nodes: 40 }, &mut rng).unwrap();
            assert!(game.legal(seat).contains(&advice.action));
            let (en, fr) = (advice.say(Lang::En), advice.say(Lang::Fr));
            assert!(en.contains(": ") && fr.contains(" : "), "{en} / {fr}");
            assert_eq!(en.contains("worth"), fr.contains("vaut"), "{en} / {fr}");
            worth += usize::from(en.contains("worth"));
            falls += usize::from(en.contains("falls from"));
            game.act(seat, &advice.action, 0).unwrap();
        }
        assert!(worth > 3 && falls > 3, "{worth} {falls}");
    }

    #[test]
    fn coins_are_counted_in_words() {
        let words = |points| coins(points).map(|(en, fr)| format!("{en}, {fr}"));
        assert_eq!(words(0.01), None);
        assert_eq!(words(1.02).as_deref(), Some("1 coin, 1 pièce"));
        assert_eq!(words(1.5).as_deref(), Some("1.5 coins, 1,5 pièce"));
        assert_eq!(words(3.04).as_deref(), Some("3 coins, 3 pièces"));
    }
}
