//! What can be asked about Fresh Fish: one file a question, one line here.

mod board;
mod distances;
mod explain;
mod fill;
mod neighbours;
mod preview;
mod review;
mod risk;
mod roads;
mod score;
mod show;
mod simulate;

pub use board::{BoardSource, RuledBoard};
pub use distances::Distances;
pub use explain::Explain;
pub use fill::Fill;
pub use neighbours::Neighbours;
pub use preview::Preview;
pub use review::Review;
pub use risk::Risk;
pub use roads::Roads;
pub use score::Score;
pub use show::Show;
pub use simulate::{Simulate, bot, config};

use dedale_question::Entry;

/// All of them, in the order of the help.
pub fn table() -> Vec<Entry> {
    vec![
        Entry::of::<Roads>(),
        Entry::of::<Explain>(),
        Entry::of::<Score>(),
        Entry::of::<Show>(),
        Entry::of::<Neighbours>(),
        Entry::of::<Fill>(),
        Entry::of::<Preview>(),
        Entry::of::<Risk>(),
        Entry::of::<Distances>(),
        Entry::of::<Review>(),
        Entry::of::<Simulate>(),
    ]
}
