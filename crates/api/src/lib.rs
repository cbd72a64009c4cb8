//! The one table of everything that can be asked.
//!
//! Every way in reads it: the command makes a verb of each question, the
//! server a path, a worker answers whatever arrives in its pipe. Whoever adds
//! a question adds a file to a world and a line to that world's table; nothing
//! here changes.

pub mod pipe;
pub mod types;
pub mod worker;

use dedale_question::Entry;
use dedale_text::Text;

/// A world and its questions.
pub struct World {
    /// The name in commands and paths.
    pub name: &'static str,
    /// What the world is, in one line.
    pub about: Text,
    /// What verbs of two words are grouped under, such as `tile`.
    pub groups: Vec<(&'static str, Text)>,
    /// The questions, in the order of the help.
    pub questions: Vec<Entry>,
}

impl World {
    /// The question of this path, such as `tile-generate`.
    pub fn question(&self, slug: &str) -> Option<&Entry> {
        self.questions.iter().find(|entry| entry.slug() == slug)
    }
}

/// The five worlds.
pub fn worlds() -> Vec<World> {
    let world =
        |name, en: &str, fr: &str, questions| World { name, about: Text::new(en, fr), groups: Vec::new(), questions };
    vec![
        world(
            "maze",
            "Wall mazes: make, watch, measure, solve",
            "Labyrinthes à murs : créer, observer, mesurer, résoudre",
            dedale_maze::questions::table(),
        ),
        world(
            "race",
            "The labyrinth race: up to four players run for the centre",
            "La course du labyrinthe : jusqu'à quatre joueurs courent vers le centre",
            dedale_race::questions::table(),
        ),
        world(
            "fish",
            "Fresh Fish: shops, trees and auctions; roads appear by themselves",
            "Fresh Fish : boutiques, arbres et enchères ; les routes apparaissent d'elles-mêmes",
            dedale_fish::questions::table(),
        ),
        World {
            groups: vec![
                ("tile", Text::new("Tiles of four by four cells", "Les tuiles de quatre cases sur quatre")),
                ("market", Text::new("Supermarkets of many tiles", "Les supermarchés de plusieurs tuiles")),
            ],
            ..world(
                "magic",
                "Magic Maze: four pawns in a growing supermarket",
                "Magic Maze : quatre pions dans un supermarché qui croît",
                dedale_magic::questions::table(),
            )
        },
        world(
            "sokoban",
            "Push boxes: solve, verify, analyse, make, play",
            "Pousser des caisses : résoudre, vérifier, analyser, créer, jouer",
            dedale_sokoban::questions::table(),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_question::{Control, Limits, Reader};

    /// Every example is a question, has an answer, and the answer's words are
    /// in both languages.
    #[test]
    fn every_example_is_answered() {
        for world in worlds() {
            for entry in &world.questions {
                let name = format!("{} {}", world.name, entry.name);
                let value = serde_json::from_str(entry.example).unwrap_or_else(|error| panic!("{name}: {error}"));
                let question = entry.parse(value).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                let limits = Limits { seconds: 30.0, ..Limits::NONE };
                let control = Control::new(limits, Reader::default(), Default::default());
                let answer = question.answer(&control).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
                assert!(serde_json::from_slice::<serde_json::Value>(&answer.json()).is_ok(), "{name}");
                for format in entry.formats {
                    let mut bytes = Vec::new();
                    answer.write(format, &mut bytes).unwrap_or_else(|refusal| panic!("{name}: {format}: {refusal}"));
                    assert!(!bytes.is_empty(), "{name}: {format}");
                }
                assert!(answer.write("nonsense", &mut Vec::new()).is_err(), "{name}");
                assert!(!entry.commands.is_empty(), "{name} shows no command");
            }
        }
    }

    #[test]
    fn unknown_settings_are_refused_by_name() {
        for world in worlds() {
            for entry in &world.questions {
                let mut value: serde_json::Value = serde_json::from_str(entry.example).expect("an example");
                value["no_such_setting"] = 1.into();
                let refusal = entry.parse(value).err().expect("refused");
                assert!(refusal.text.en.contains("no_such_setting"), "{refusal}");
            }
        }
    }
}
