//! What can be asked about mazes: one file a question, one line here.

mod algos;
mod check;
mod convert;
mod distances;
mod drawing;
mod generate;
mod measure;
mod recipe;
mod show;
mod solve;
mod source;
mod steps;
mod words;

pub use algos::Algos;
pub use check::Check;
pub use convert::Convert;
pub use distances::Distances;
pub use drawing::{Look, Paint};
pub use generate::Generate;
pub use measure::Measure;
pub use recipe::{Prepared, Recipe};
pub use show::Show;
pub use solve::Solve;
pub use source::{MazeSource, Way, read};
pub use steps::Steps;
pub use words::{RoomSide, Sides, named};

use dedale_question::Entry;

/// All of them, in the order of the help.
pub fn table() -> Vec<Entry> {
    vec![
        Entry::of::<Algos>(),
        Entry::of::<Generate>(),
        Entry::of::<Check>(),
        Entry::of::<Measure>(),
        Entry::of::<Solve>(),
        Entry::of::<Distances>(),
        Entry::of::<Convert>(),
        Entry::of::<Show>(),
        Entry::of::<Steps>(),
    ]
}
