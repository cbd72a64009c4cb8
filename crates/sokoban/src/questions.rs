//! What can be asked about Sokoban: one file a question, one line here.

mod ablation;
mod analyze;
mod convert;
mod generate;
mod levels;
mod look;
mod names;
mod open;
mod optimize;
mod search;
mod solutions;
mod solve;
mod verify;

pub use ablation::Ablation;
pub use analyze::Analyze;
pub use convert::Convert;
pub use generate::Generate;
pub use levels::{LevelChoice, LevelRange, Levels, LevelsSource, Skipped, read_levels};
pub use look::Look;
pub use names::{GoalName, HeuristicName, MethodName, TechniqueName};
pub use open::{Open, Shipped};
pub use optimize::Optimize;
pub use search::{LevelSolved, MethodSettings, Numbered, SearchLimits, search};
pub use solutions::SolutionsSource;
pub use solve::Solve;
pub use verify::Verify;

use dedale_question::Entry;

/// All of them, in the order of the help.
pub fn table() -> Vec<Entry> {
    vec![
        Entry::of::<Solve>(),
        Entry::of::<Verify>(),
        Entry::of::<Optimize>(),
        Entry::of::<Analyze>(),
        Entry::of::<Look>(),
        Entry::of::<Ablation>(),
        Entry::of::<Generate>(),
        Entry::of::<Convert>(),
        Entry::of::<Open>(),
        Entry::of::<Shipped>(),
    ]
}
