//! Sokoban in the studio: alone, with undo, a solver and its analysis.

mod look;
mod search;

use super::{Hosted, How, HowLong, Verb, Work, World, asked};
use crate::command::{Asked, Input};
use dedale_sokoban::game::Sokoban;

/// Push boxes.
pub fn world() -> World {
    const SMALL: &str = "{\"levels\":\"#####\\n#@$.#\\n#####\\n\"}";
    const SOLVED: &str = "{\"levels\":\"######\\n#@ $.#\\n######\\n\",\"solution\":\"rR\",\"seconds\":1}";
    let levels = |words, settings, formats| Asked { words, bare: &[], input: Input::File("levels"), settings, formats };
    World {
        name: "sokoban",
        game: Some(Hosted { secrets: false, hints: true, ..Hosted::of::<Sokoban>((1, 1)) }),
        verbs: vec![
            Verb {
                name: "collection",
                about: "The levels that come with the program",
                example: "{}",
                how: How::Here(look::collection),
            },
            Verb {
                name: "open",
                about: "The levels of a text with their boards, or what is wrong with it and where",
                example: SMALL,
                how: How::Here(look::open),
            },
            Verb {
                name: "look",
                about: "The masks of a position, and why it is lost if that can be seen",
                example: SMALL,
                how: How::Here(look::look),
            },
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
        work: vec![
            Work { kind: "sokoban-solve", example: SMALL, how: HowLong::Here(search::solve) },
            Work { kind: "sokoban-optimize", example: SOLVED, how: HowLong::Here(search::improve) },
        ],
    }
}
