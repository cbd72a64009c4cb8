//! Fresh Fish in the studio.

use super::{Hosted, HowLong, Work, World, asked};
use crate::command::{Asked, Input};
use dedale_fish::Fish;

/// Shops, trees and auctions; roads appear by themselves.
pub fn world() -> World {
    let board = |words, settings, formats| Asked { words, bare: &[], input: Input::File("board"), settings, formats };
    let pictures: &[&str] = &["txt", "svg", "png"];
    World {
        name: "fish",
        game: Some(Hosted::of::<Fish>((2, 5))),
        verbs: vec![
            asked(
                "roads",
                "The cells that must be roads",
                r#"{"board":"...\n.A.\n..a\n"}"#,
                board("fish roads", &[("algo", "algo"), ("rules", "rules")], pictures),
            ),
            asked(
                "explain",
                "Depths, low-links, arcs and the reason for each road",
                r#"{"board":"...\n.A.\n..a\n"}"#,
                board("fish explain", &[("start", "start"), ("rules", "rules")], pictures),
            ),
            asked(
                "score",
                "The walk from each shop to its producer",
                r#"{"board":"...\n.A.\n..a\n","max":10}"#,
                board("fish score", &[("max", "max"), ("rules", "rules")], &[]),
            ),
            asked(
                "preview",
                "The roads that a construction would make",
                r#"{"board":"...\n.A.\n..a\n","at":[0,0]}"#,
                board("fish preview", &[("at", "at"), ("piece", "piece"), ("rules", "rules")], pictures),
            ),
            asked(
                "risk",
                "How likely each cell is to become a road",
                r#"{"board":"...\n.A.\n..a\n","pieces":2,"fills":50,"seed":1}"#,
                board(
                    "fish risk",
                    &[("pieces", "pieces"), ("fills", "fills"), ("seed", "seed"), ("rules", "rules")],
                    pictures,
                ),
            ),
            asked(
                "distances",
                "How far a shop would be on each cell",
                r#"{"board":"...\n.A.\n..a\n","good":"A"}"#,
                board("fish distances", &[("good", "good"), ("rules", "rules")], pictures),
            ),
        ],
        work: vec![Work {
            kind: "fish-simulate",
            example: r#"{"players":"greedy,greedy","games":1,"seed":1}"#,
            how: HowLong::Command(Asked {
                words: "fish simulate",
                bare: &[],
                input: Input::Nothing,
                settings: &[("players", "players"), ("games", "games"), ("seed", "seed")],
                formats: &[],
            }),
        }],
    }
}
