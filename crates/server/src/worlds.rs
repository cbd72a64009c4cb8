//! The table of worlds: what each one plugs into the studio.
//!
//! A world has a game that rooms can host, verbs that answer questions at
//! once, and kinds of long work; each is optional. Everything else in this
//! crate reads this table and knows no world by name.

mod fish;
mod magic;
mod maze;
mod race;
mod sokoban;

use crate::api_error::ApiError;
use crate::command::Asked;
use crate::jobs::Control;
use crate::limits::Limits;
use dedale_play::{Game, Match, Seed, Table, file};
use dedale_text::Text;
use serde_json::{Value, json};

/// Everything the studio knows of a world.
pub struct World {
    /// The name in paths and files.
    pub name: &'static str,
    /// The game, if rooms can host one.
    pub game: Option<Hosted>,
    /// Questions answered at once.
    pub verbs: Vec<Verb>,
    /// Kinds of long work.
    pub work: Vec<Work>,
}

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
    /// Begins a match of settings and a seed.
    pub start: fn(&str, Seed) -> Result<Box<dyn Table>, Text>,
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
            start: |config, seed| {
                let config: G::Config = config.parse().map_err(|error: dedale_play::ConfigError| error.0)?;
                Ok(Box::new(Match::<G>::begin(config, seed).map_err(|error| error.0)?))
            },
            open: |text| match file::read::<G>(text) {
                Ok(loaded) => Ok(Box::new(loaded.game)),
                Err(error) => Err(Text::of(&error)),
            },
        }
    }
}

/// A question answered at once: `POST /api/WORLD/VERB`.
pub struct Verb {
    /// The last part of the path.
    pub name: &'static str,
    /// One line for the API's document.
    pub about: &'static str,
    /// A question that works, for the document and its test.
    pub example: &'static str,
    /// How it is answered.
    pub how: How,
}

/// How a question is answered.
#[derive(Clone, Copy)]
pub enum How {
    /// By a function, on a thread that may compute.
    Here(fn(Value, &Limits) -> Result<Answer, ApiError>),
    /// By the command.
    Command(Asked),
}

/// How long work is done.
#[derive(Clone, Copy)]
pub enum HowLong {
    /// By a function that tells its progress and stops when told.
    Here(fn(Value, &Control, &Limits) -> Result<Value, ApiError>),
    /// By the command; stopping ends its process.
    Command(Asked),
}

/// What a verb answers.
pub enum Answer {
    /// The document that the command prints with `--json`.
    Json(Value),
    /// A file: its media type and its bytes.
    File(&'static str, Vec<u8>),
}

/// A kind of long work.
pub struct Work {
    /// The name, `WORLD-VERB`.
    pub kind: &'static str,
    /// Parameters that work, for the test of the API.
    pub example: &'static str,
    /// How it is done.
    pub how: HowLong,
}

/// The worlds of a server.
pub struct Worlds {
    list: Vec<World>,
}

impl Worlds {
    /// A table of these.
    pub fn new(list: Vec<World>) -> Self {
        Self { list }
    }

    /// All of them, in the order of the home page.
    pub fn iter(&self) -> impl Iterator<Item = &World> {
        self.list.iter()
    }

    /// The world of this name.
    pub fn named(&self, name: &str) -> Result<&World, ApiError> {
        self.list
            .iter()
            .find(|world| world.name == name)
            .ok_or_else(|| ApiError::missing("there is no such world", "ce monde n'existe pas"))
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Result<&Hosted, ApiError> {
        self.list
            .iter()
            .find(|world| world.name == name)
            .and_then(|world| world.game.as_ref())
            .ok_or_else(|| ApiError::missing("there is no such game", "ce jeu n'existe pas"))
    }

    /// The kind of long work of this name.
    pub fn work(&self, kind: &str) -> Result<&Work, ApiError> {
        self.list
            .iter()
            .flat_map(|world| &world.work)
            .find(|work| work.kind == kind)
            .ok_or_else(|| ApiError::missing("there is no such kind of job", "cette sorte de tâche n'existe pas"))
    }

    /// What `GET /api/worlds` tells.
    pub fn describe(&self) -> Value {
        let games = self.list.iter().filter_map(|world| Some((world.name, world.game.as_ref()?)));
        games
            .map(|(name, game)| {
                let presets: Vec<Value> =
                    game.presets.iter().map(|(name, config)| json!({"name": name, "config": config})).collect();
                json!({
                    "name": name, "presets": presets, "bots": game.bots,
                    "seats": [game.seats.0, game.seats.1], "hints": game.hints, "live": game.live,
                })
            })
            .collect()
    }
}

/// The worlds that Dédale serves.
pub fn all() -> Vec<World> {
    vec![maze::world(), race::world(), fish::world(), magic::world(), sokoban::world()]
}

/// A verb that the command answers.
fn asked(name: &'static str, about: &'static str, example: &'static str, asked: Asked) -> Verb {
    Verb { name, about, example, how: How::Command(asked) }
}
