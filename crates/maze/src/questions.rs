//! What can be asked about mazes: one file a question, one line here.

mod algos;
mod board;
mod check;
mod convert;
mod distances;
mod drawing;
mod generate;
mod link;
mod measure;
mod mouse;
mod paper;
mod physical;
mod recipe;
mod sample;
mod shape;
mod show;
mod solve;
mod source;
mod steps;
mod surfaces;
mod words;

pub use algos::Algos;
pub use board::Board;
pub use check::Check;
pub use convert::Convert;
pub use distances::Distances;
pub use drawing::{Look, Paint};
pub use generate::Generate;
pub use measure::Measure;
pub use mouse::Mouse;
pub use paper::{Paper, Task};
pub use physical::Physical;
pub use recipe::{Prepared, PreparedSurface, Ready, Recipe};
pub use sample::GetSample;
pub use shape::Shape;
pub use show::Show;
pub use solve::Solve;
pub use source::{MazeSource, Way, read, read_any};
pub use steps::Steps;
pub use surfaces::Surfaces;
pub use words::{RoomSide, Sides, named};

use dedale_question::Entry;

/// All of them, in the order of the help.
pub fn table() -> Vec<Entry> {
    vec![
        Entry::of::<Algos>(),
        Entry::of::<Surfaces>(),
        Entry::of::<Generate>(),
        Entry::of::<Check>(),
        Entry::of::<Measure>(),
        Entry::of::<Solve>(),
        Entry::of::<Distances>(),
        Entry::of::<Convert>(),
        Entry::of::<Show>(),
        Entry::of::<Shape>(),
        Entry::of::<Paper>(),
        Entry::of::<GetSample>(),
        Entry::of::<Mouse>(),
        Entry::of::<Steps>(),
    ]
}
