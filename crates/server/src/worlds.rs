//! The worlds of a server: what can be asked of each ([`dedale_api`]), and
//! the games that rooms can host. Everything else in this crate reads this and
//! knows no world by name.

use crate::api_error::ApiError;
use dedale_play::{ConfigError, Game, Match, Seed, Table, file};
use dedale_question::Entry;
use dedale_text::Text;
use serde_json::{Value, json};

/// A game as rooms need it.
pub struct Hosted {
    /// The fewest and the most seats.
    pub seats: (usize, usize),
    /// Named settings.
    pub presets: &'static [(&'static str, &'static str)],
    /// The names of the bots, weakest first.
    pub bots: Vec<&'static str>,
    /// Whether the seed would give away what players must not know.
    pub secrets: bool,
    /// Whether players may ask for hints outside practice.
    pub hints: bool,
    /// Whether the game runs against the clock, so that a bot must take over
    /// for someone who is gone.
    pub live: bool,
    /// Whether it is played in silence.
    pub silent: bool,
    /// Begins a match of settings and a seed.
    pub start: fn(&str, Seed) -> Result<Box<dyn Table>, Text>,
    /// Refuses settings with which a match takes seconds to start.
    pub check: fn(&str) -> Result<(), Text>,
    /// Reads a match file.
    pub open: fn(&str) -> Result<Box<dyn Table>, Text>,
}

impl Hosted {
    /// The entry of a game; secrets are assumed until the world says otherwise.
    pub fn of<G: Game>(seats: (usize, usize)) -> Self {
        Self {
            seats,
            presets: G::presets(),
            bots: G::bots().iter().map(|bot| bot.name).collect(),
            secrets: true,
            hints: false,
            live: false,
            silent: false,
            start: |config, seed| {
                let config: G::Config = config.parse().map_err(|error: ConfigError| error.0)?;
                G::check_cost(&config).map_err(|error| error.0)?;
                Ok(Box::new(Match::<G>::begin(config, seed).map_err(|error| error.0)?))
            },
            // Of settings that are wrong the reader says more, and where.
            check: |config| match config.parse::<G::Config>() {
                Ok(config) => G::check_cost(&config).map_err(|error| error.0),
                Err(_) => Ok(()),
            },
            open: |text| match file::read::<G>(text) {
                Ok(loaded) => Ok(Box::new(loaded.game)),
                Err(error) => Err(Text::of(&error)),
            },
        }
    }
}

/// The worlds of a server.
pub struct Worlds {
    /// What can be asked.
    pub questions: Vec<dedale_api::World>,
    /// What can be played, by the name of its world.
    pub games: Vec<(&'static str, Hosted)>,
}

impl Worlds {
    /// The worlds that Dédale serves.
    pub fn all() -> Self {
        let open = |hosted: Hosted| Hosted { secrets: false, hints: true, ..hosted };
        let games = vec![
            ("race", open(Hosted::of::<dedale_race::Race>((1, 4)))),
            ("fish", Hosted::of::<dedale_fish::Fish>((2, 5))),
            // Against the clock, so bots stand in for those who leave; nobody says a word.
            ("magic", Hosted { live: true, silent: true, ..Hosted::of::<dedale_magic::game::MagicMaze>((1, 8)) }),
            ("sokoban", open(Hosted::of::<dedale_sokoban::game::Sokoban>((1, 1)))),
        ];
        Self { questions: dedale_api::worlds(), games }
    }

    /// The question of this name in the world of that name.
    pub fn question(&self, world: &str, question: &str) -> Result<&Entry, ApiError> {
        let world = self.questions.iter().find(|known| known.name == world);
        let world = world.ok_or_else(|| ApiError::missing("there is no such world", "ce monde n'existe pas"))?;
        world
            .question(question)
            .ok_or_else(|| ApiError::missing("this world does not know that", "ce monde ne sait pas faire cela"))
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Result<&Hosted, ApiError> {
        let game = self.games.iter().find(|(known, _)| *known == name);
        game.map(|(_, game)| game).ok_or_else(|| ApiError::missing("there is no such game", "ce jeu n'existe pas"))
    }

    /// What `GET /api/worlds` tells.
    pub fn describe(&self) -> Value {
        let preset = |(name, config): &(&str, &str)| json!({"name": name, "config": config});
        let game = |(name, game): &(&str, Hosted)| {
            json!({
                "name": name, "presets": game.presets.iter().map(preset).collect::<Vec<_>>(), "bots": game.bots,
                "seats": [game.seats.0, game.seats.1], "hints": game.hints, "live": game.live, "silent": game.silent,
            })
        };
        self.games.iter().map(game).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_that_takes_seconds_to_start_is_refused() {
        let worlds = Worlds::all();
        for (name, game) in &worlds.games {
            for (preset, config) in game.presets {
                assert!((game.start)(config, Seed::Number(1)).is_ok(), "{name} {preset}");
            }
        }
        for (name, config) in
            [("sokoban", "size=30x30,boxes=10"), ("sokoban", "size=28x7,boxes=4"), ("race", "size=501")]
        {
            let game = worlds.game(name).unwrap();
            assert!((game.start)(config, Seed::Number(1)).is_err_and(|text| text.en.contains("expected at most")));
            assert!((game.check)(config).is_err_and(|text| text.en.contains("expected at most")));
        }
    }
}
