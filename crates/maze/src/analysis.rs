//! What can be counted about a maze.
//!
//! These are measures, not grades: which of them people find hard is not known.

mod distances;
mod measures;
mod survey;

pub use distances::{Distances, classes, distances, farthest};
pub use measures::{Measure, MeasureError, Measures, measure};
pub use survey::{Survey, survey};
