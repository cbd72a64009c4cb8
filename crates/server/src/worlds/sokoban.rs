//! Sokoban in the studio: alone, with undo, a solver and its analysis.

use super::{Hosted, HowLong, Work, World, asked};
use crate::command::{Asked, Input};
use dedale_sokoban::game::Sokoban;

/// Push boxes.
pub fn world() -> World {
    const SMALL: &str = "{\"levels\":\"#####\\n#@$.#\\n#####\\n\"}";
    let levels = |words, settings, formats| Asked { words, bare: &[], input: Input::File("levels"), settings, formats };
    World {
        name: "sokoban",
        game: Some(Hosted { secrets: false, hints: true, ..Hosted::of::<Sokoban>((1, 1)) }),
        verbs: vec![
            asked(
                "analyze",
                "What can be said of levels without solving them",
                SMALL,
                levels("sokoban analyze", &[("level", "level")], &["svg", "png"]),
            ),
            asked(
                "parse",
                "The levels of a file, or what is wrong with it and where",
                SMALL,
                levels("sokoban convert", &[("level", "level"), ("unique", "unique")], &["xsb", "sok", "slc"]),
            ),
            asked(
                "generate",
                "New levels that can be solved",
                r#"{"size":"8x7","boxes":2,"seed":1}"#,
                Asked {
                    words: "sokoban generate",
                    bare: &[],
                    input: Input::Nothing,
                    settings: &[
                        ("size", "size"),
                        ("boxes", "boxes"),
                        ("count", "count"),
                        ("attempts", "attempts"),
                        ("seed", "seed"),
                    ],
                    formats: &[],
                },
            ),
            asked(
                "solve",
                "Small levels solved at once",
                SMALL,
                levels(
                    "sokoban solve --time-limit=5s --memory-limit=512M --threads=1",
                    &[("level", "level"), ("optimal", "optimal"), ("method", "method"), ("heuristic", "heuristic")],
                    &[],
                ),
            ),
        ],
        work: vec![Work {
            kind: "sokoban-solve",
            example: SMALL,
            how: HowLong::Command(levels(
                "sokoban solve --memory-limit=2G --threads=1",
                &[
                    ("level", "level"),
                    ("optimal", "optimal"),
                    ("method", "method"),
                    ("heuristic", "heuristic"),
                    ("time_limit", "time-limit"),
                    ("polish", "polish"),
                ],
                &[],
            )),
        }],
    }
}
