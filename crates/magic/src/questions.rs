//! What can be asked about Magic Maze: one file a question, one line here.

mod explain;
mod market_build;
mod market_path;
mod market_show;
mod pawn_move;
mod places;
mod plan;
mod review;
mod simulate;
mod source;
mod tile_check;
mod tile_generate;
mod tile_path;
mod tile_show;
mod view;

pub use explain::Explain;
pub use market_build::MarketBuild;
pub use market_path::MarketPath;
pub use market_show::MarketShow;
pub use places::Places;
pub use plan::Plan;
pub use review::Review;
pub use simulate::Simulate;
pub use source::{MarketSource, TilesSource};
pub use tile_check::TileCheck;
pub use tile_generate::TileGenerate;
pub use tile_path::TilePath;
pub use tile_show::TileShow;
pub use view::{View, ViewSource};

use dedale_question::Entry;

/// All of them, in the order of the help.
pub fn table() -> Vec<Entry> {
    vec![
        Entry::of::<TileGenerate>(),
        Entry::of::<TileShow>(),
        Entry::of::<TileCheck>(),
        Entry::of::<TilePath>(),
        Entry::of::<MarketBuild>(),
        Entry::of::<MarketShow>(),
        Entry::of::<MarketPath>(),
        Entry::of::<Plan>(),
        Entry::of::<Explain>(),
        Entry::of::<Review>(),
        Entry::of::<Simulate>(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_question::{Control, Kind, Limits, Reader};
    use serde_json::{Value, json};

    /// Why a question is refused where boards have at most 100 cells.
    fn refused(slug: &str, question: Value) -> Kind {
        let limits = Limits { cells: 100, ..Limits::NONE };
        let control = Control::new(limits, Reader::default(), Default::default());
        let entry = table().into_iter().find(|entry| entry.slug() == slug).expect("a question");
        let question = entry.parse(question).unwrap_or_else(|refusal| panic!("{slug}: {refusal}"));
        question.answer(&control).err().unwrap_or_else(|| panic!("{slug} is answered")).kind
    }

    #[test]
    fn sizes_are_checked_before_memory_is_taken() {
        let tile = "tuile\nsite 2 porte vert\nsite 13 porte aucune\nfin\n";
        let pose = |n: i32| format!("pose {} {n}\n{tile}", -4 * n);
        let column = format!("supermarche\n{}fin\n", (0..6).map(pose).collect::<String>());
        let far = (0..7).map(pose).collect::<String>();
        for (slug, question) in [
            ("tile-generate", json!({"kind": "start", "count": 7})),
            ("tile-show", json!({"tiles": tile.repeat(7)})),
            ("market-build", json!({"tiles": 7})),
            ("market-path", json!({"market": format!("supermarche\n{far}fin\n"), "from": [0, 0], "to": [0, 0]})),
            // Six tiles are not too many, but their picture is too wide.
            ("market-show", json!({"market": column})),
        ] {
            assert_eq!(refused(slug, question), Kind::TooLarge, "{slug}");
        }
    }

    #[test]
    fn what_has_no_effect_is_refused() {
        let market = "supermarche\npose 0 0\ntuile\nsite 2 porte vert\nsite 13 porte aucune\nfin\nfin\n";
        let plan = |extra: Value| {
            let mut question = json!({"market": market, "pawns": "y=0,0", "goals": "y=1,1"});
            question.as_object_mut().expect("an object").extend(extra.as_object().expect("an object").clone());
            question
        };
        for (slug, question) in [
            ("plan", plan(json!({"players": 3}))),
            ("plan", plan(json!({"players": 9, "time": true}))),
            ("plan", plan(json!({"joint": true, "time": true}))),
            ("market-build", json!({"tiles": 3, "teleporters": 4})),
            ("market-build", json!({"tiles": 3, "escalators": 4})),
        ] {
            assert_eq!(refused(slug, question), Kind::Wrong, "{slug}");
        }
    }
}
