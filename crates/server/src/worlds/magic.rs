//! Magic Maze in the studio: real time, so bots stand in for those who leave.

mod explain;

use super::{Hosted, How, HowLong, Verb, Work, World, asked};
use crate::command::{Asked, Input};
use dedale_magic::game::MagicMaze;

/// Four pawns in a growing supermarket; each player owns a direction.
pub fn world() -> World {
    let file = |words, name, settings| Asked { words, bare: &[], input: Input::File(name), settings, formats: &[] };
    World {
        name: "magic",
        game: Some(Hosted { live: true, ..Hosted::of::<MagicMaze>((1, 8)) }),
        verbs: vec![
            Verb {
                name: "explain",
                about: "What silent players would do from a public state, and why",
                example: explain::EXAMPLE,
                how: How::Here(explain::explain),
            },
            asked(
                "tile-generate",
                "Tiles of the common text format",
                r#"{"kind":"classic","count":2,"seed":1,"format":"txt"}"#,
                Asked {
                    words: "magic tile generate",
                    bare: &[],
                    input: Input::Nothing,
                    settings: &[("kind", "kind"), ("count", "count"), ("seed", "seed")],
                    formats: &["txt"],
                },
            ),
            asked(
                "tile-check",
                "Whether tiles obey the rules",
                "",
                file("magic tile check", "tiles", &[("turned", "turned")]),
            ),
            asked(
                "tile-path",
                "The fewest slides on a tile",
                "",
                file("magic tile path", "tiles", &[("tile", "tile"), ("from", "from"), ("to", "to")]),
            ),
            asked(
                "market-build",
                "A supermarket grown by exploring doors",
                r#"{"tiles":5,"seed":1,"format":"txt"}"#,
                Asked {
                    words: "magic market build",
                    bare: &[],
                    input: Input::Nothing,
                    settings: &[
                        ("tiles", "tiles"),
                        ("teleporters", "teleporters"),
                        ("escalators", "escalators"),
                        ("seed", "seed"),
                    ],
                    formats: &["txt", "svg", "png"],
                },
            ),
            asked(
                "market-path",
                "The fewest slides in a supermarket",
                "",
                file("magic market path", "market", &[("from", "from"), ("to", "to"), ("algo", "algo")]),
            ),
            asked(
                "plan",
                "The moves that bring pawns to their goals",
                "",
                file(
                    "magic plan",
                    "market",
                    &[
                        ("pawns", "pawns"),
                        ("goals", "goals"),
                        ("joint", "joint"),
                        ("time", "time"),
                        ("players", "players"),
                        ("teleporters", "teleporters"),
                    ],
                ),
            ),
        ],
        work: vec![Work {
            kind: "magic-simulate",
            example: r#"{"players":2,"strategy":"base","games":1,"seed":1}"#,
            how: HowLong::Command(Asked {
                words: "magic simulate",
                bare: &[],
                input: Input::Nothing,
                settings: &[
                    ("players", "players"),
                    ("strategy", "strategy"),
                    ("games", "games"),
                    ("tiles", "tiles"),
                    ("seed", "seed"),
                ],
                formats: &[],
            }),
        }],
    }
}
