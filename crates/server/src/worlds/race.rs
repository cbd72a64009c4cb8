//! The race in the studio.

use super::{Hosted, World, asked};
use crate::command::{Asked, Input};
use dedale_race::Race;

/// Up to four players race through random rubble.
pub fn world() -> World {
    let board = |words, settings| Asked { words, bare: &[], input: Input::File("board"), settings, formats: &[] };
    World {
        name: "race",
        game: Some(Hosted { secrets: false, hints: true, ..Hosted::of::<Race>((1, 4)) }),
        verbs: vec![
            asked(
                "new",
                "A board that every player can win",
                r#"{"size":15,"density":0.7,"players":2,"seed":1}"#,
                Asked {
                    words: "race new",
                    bare: &[],
                    input: Input::Nothing,
                    settings: &[
                        ("size", "size"),
                        ("density", "density"),
                        ("players", "players"),
                        ("repair", "repair"),
                        ("seed", "seed"),
                    ],
                    formats: &["txt", "svg", "png"],
                },
            ),
            asked(
                "path",
                "A shortest path between two cells",
                r#"{"board":"*****\n*1 C*\n*****\n","from":[1,1],"to":[1,3]}"#,
                board("race path", &[("from", "from"), ("to", "to"), ("predecessors", "predecessors")]),
            ),
            asked(
                "open",
                "The fewest blocked cells to free between two cells",
                r#"{"board":"*****\n*1*C*\n*****\n","from":[1,1],"to":[1,3]}"#,
                board("race open", &[("from", "from"), ("to", "to")]),
            ),
            asked(
                "nearest",
                "The free cell nearest to a cell",
                r#"{"board":"*****\n*1*C*\n*****\n","at":[1,2]}"#,
                board("race nearest", &[("at", "at")]),
            ),
        ],
        work: Vec::new(),
    }
}
