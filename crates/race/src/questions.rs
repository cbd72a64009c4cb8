//! What can be asked about the race: one file a question, one line here.

mod board;
mod duel;
mod nearest;
mod new;
mod open;
mod path;
mod show;
mod simulate;

pub use board::{BoardSettings, BoardSource};
pub use duel::Duel;
pub use nearest::Nearest;
pub use new::New;
pub use open::Open;
pub use path::Path;
pub use show::Show;
pub use simulate::Simulate;

use dedale_question::Entry;

/// All of them, in the order of the help.
pub fn table() -> Vec<Entry> {
    vec![
        Entry::of::<New>(),
        Entry::of::<Path>(),
        Entry::of::<Open>(),
        Entry::of::<Nearest>(),
        Entry::of::<Duel>(),
        Entry::of::<Show>(),
        Entry::of::<Simulate>(),
    ]
}
