//! What can be asked about Magic Maze: one file a question, one line here.

mod explain;
mod market_build;
mod market_path;
mod market_show;
mod pawn_move;
mod plan;
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
pub use plan::Plan;
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
        Entry::of::<Simulate>(),
    ]
}
