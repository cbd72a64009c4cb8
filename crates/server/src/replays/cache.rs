//! Matches that were looked at lately, ready to be looked at again.
//!
//! Opening one may take seconds where the level was made by a search; whoever
//! looks at a replay looks at it more than once. Only matches that are over
//! are kept here.

use crate::rooms::wire::Player;
use dedale_play::Table;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The most matches, and the most entries of them all together.
const MATCHES: usize = 32;
const ENTRIES: usize = 400_000;

/// A match and who played it.
#[derive(Clone)]
pub struct Looked {
    /// The match.
    pub table: Arc<dyn Table>,
    /// Who played it.
    pub players: Arc<Vec<Player>>,
}

/// The matches looked at last, the latest first.
#[derive(Default)]
pub struct Cache {
    kept: Mutex<VecDeque<(String, Looked)>>,
}

impl Cache {
    /// The match of this id, if it is here.
    pub fn get(&self, id: &str) -> Option<Looked> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|(known, _)| known == id)?;
        let found = kept.remove(found)?;
        let looked = found.1.clone();
        kept.push_front(found);
        Some(looked)
    }

    /// The match has changed: practice can be taken back after its end.
    pub fn forget(&self, id: &str) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).retain(|(known, _)| known != id);
    }

    /// Keeps a match, and lets go of those looked at longest ago.
    pub fn keep(&self, id: &str, looked: &Looked) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known != id);
        kept.push_front((id.to_owned(), looked.clone()));
        let mut entries = 0;
        let mut matches = 0;
        kept.retain(|(_, looked)| {
            matches += 1;
            entries += looked.table.entries();
            matches == 1 || matches <= MATCHES && entries <= ENTRIES
        });
    }
}
