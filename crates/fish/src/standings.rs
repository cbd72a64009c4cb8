//! How a game stands, as a table: owner, shops, distances, coins, score, and
//! who wins.

use crate::{Good, Shop, State};
use dedale_play::Seat;
use dedale_text::{Lang, Say};
use serde::Serialize;

/// A shop of a player and its walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
pub struct Walk {
    /// What it sells.
    pub good: Good,
    /// The cells walked over, at most the maximum, which a lost shop costs;
    /// none while the shop is missing.
    pub distance: Option<u32>,
    /// Bought without a place to build it on.
    pub lost: bool,
}

/// A player of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
pub struct Place {
    /// The player, counted from 1.
    pub player: usize,
    /// The shops, by good.
    pub walks: Vec<Walk>,
    /// The sum of the distances.
    pub distance: u32,
    /// The coins left.
    pub coins: u8,
    /// Distances less coins: the smallest wins.
    pub score: i32,
}

/// The table, best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
pub struct Standings {
    /// The players, best first.
    pub places: Vec<Place>,
    /// Those who won, counted from 1; nobody before the end.
    pub winners: Vec<usize>,
}

/// The table of a game as it stands.
pub fn standings(state: &State) -> Standings {
    let place = |seat: Seat| {
        let walk = |good: Good| Walk {
            good,
            distance: state.distance(seat, good),
            lost: state.player(seat).shops[good.index()] == Shop::Lost,
        };
        let walks: Vec<Walk> = state.goods().map(walk).collect();
        let distance = walks.iter().filter_map(|walk| walk.distance).sum();
        Place { player: seat.index() + 1, walks, distance, coins: state.player(seat).coins, score: state.score(seat) }
    };
    let places: Vec<Place> = state.ranking().into_iter().map(place).collect();
    let best = places.iter().map(|place| place.score).min();
    let won = |place: &&Place| state.is_over() && Some(place.score) == best;
    let winners = places.iter().filter(won).map(|place| place.player).collect();
    Standings { places, winners }
}

impl std::fmt::Display for Standings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl Say for Standings {
    fn say(&self, lang: Lang) -> String {
        let goods = self.places.first().map_or(&[][..], |place| &place.walks);
        let mut text = format!("{:<8}", lang.pick("player", "joueur"));
        for walk in goods {
            text += &format!(" {:>3}", walk.good.letter());
        }
        text += &format!(
            "  {:>9} {:>6} {:>6}\n",
            lang.pick("distances", "distances"),
            lang.pick("coins", "pièces"),
            "score"
        );
        for place in &self.places {
            text += &format!("{:<8}", place.player);
            for walk in &place.walks {
                let cell = match (walk.distance, walk.lost) {
                    (Some(distance), true) => format!("x{distance}"),
                    (Some(distance), false) => distance.to_string(),
                    (None, _) => ".".into(),
                };
                text += &format!(" {cell:>3}");
            }
            text += &format!("  {:>9} {:>6} {:>6}\n", place.distance, place.coins, place.score);
        }
        let names: Vec<String> = self.winners.iter().map(ToString::to_string).collect();
        text += &match (self.winners.len(), lang) {
            (0, _) => String::new(),
            (1, Lang::En) => format!("player {} wins\n", names[0]),
            (1, Lang::Fr) => format!("le joueur {} gagne\n", names[0]),
            (_, Lang::En) => format!("players {} share the win\n", names.join(", ")),
            (_, Lang::Fr) => format!("les joueurs {} se partagent la victoire\n", names.join(", ")),
        };
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fish, bots};
    use dedale_grid::Rng;
    use dedale_play::{Budget, Game, Match, Viewer};

    #[test]
    fn the_end_names_the_winner() {
        let mut game = Match::<Fish>::new("players=2,goods=2,size=6x6,trees=2".parse().unwrap(), 3).unwrap();
        assert!(standings(game.state()).winners.is_empty());
        while let Some(seat) = Fish::active(game.state()).iter().next() {
            let legal = game.legal(seat);
            let view = game.view(Viewer::Seat(seat));
            let action = bots::greedy(&view, seat, &legal, &mut Rng::new(1), Budget::default()).unwrap();
            game.act(seat, &action, 0).unwrap();
        }
        let table = standings(game.state());
        let best = table.places.iter().min_by_key(|place| place.score).unwrap();
        assert_eq!(table.places[0].score, best.score);
        assert!(table.winners.contains(&best.player));
        let scores: Vec<i32> =
            table.places.iter().map(|place| place.distance as i32 - i32::from(place.coins)).collect();
        assert_eq!(scores, table.places.iter().map(|place| place.score).collect::<Vec<_>>());
        assert!(table.say(Lang::Fr).contains("gagne") || table.winners.len() > 1);
        assert_eq!(table.say(Lang::En).lines().count(), 4);
    }
}
