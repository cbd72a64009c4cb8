//! The generators, one algorithm a file.
//!
//! Those that grow a tree cell by cell are written once for any onlooker (see
//! [`crate::Watch`]). Those that make whole rows, or many walls at once, have a
//! fast form and a form that is watched; tests hold the two together.

pub(crate) mod backtracker;
pub(crate) mod dfs;
pub(crate) mod division;
pub(crate) mod empty;
pub(crate) mod growing_tree;
pub(crate) mod hunt_and_kill;
pub(crate) mod prim;
pub(crate) mod random_walk;
pub mod rows;
pub(crate) mod spanning_tree;
pub(crate) mod tiles;
pub(crate) mod wilson;

use crate::watch::{Silent, Step, Watch};

/// An algorithm that does one step at a time.
pub(crate) trait Maker {
    /// Does one step; false, and nothing done, at the end.
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool;

    /// Does all steps unwatched.
    fn finish(&mut self) {
        while self.advance(&mut Silent) {}
    }

    /// Does all steps unwatched and says now and then how many it did since it
    /// last said so; false if it was told not to go on.
    fn finish_telling(&mut self, go_on: &mut GoOn<'_>) -> bool {
        loop {
            for _ in 0..OFTEN {
                if !self.advance(&mut Silent) {
                    return true;
                }
            }
            if !go_on(OFTEN) {
                return false;
            }
        }
    }
}

/// Is told how many cells were done, says whether to go on.
pub(crate) type GoOn<'a> = dyn FnMut(u64) -> bool + 'a;

/// After how many steps somebody is told; some hundredths of a second.
pub(crate) const OFTEN: u64 = 1 << 18;

/// A [`Maker`] whose type is forgotten.
pub(crate) trait Stepper: Send {
    fn step(&mut self, step: &mut Step) -> bool;
}

impl<M: Maker + Send> Stepper for M {
    fn step(&mut self, step: &mut Step) -> bool {
        self.advance(step)
    }
}
