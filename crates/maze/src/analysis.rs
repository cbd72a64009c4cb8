//! What can be counted about a maze.
//!
//! These are measures, not grades: which of them people find hard is not known.
//! The one grade, [`Difficulty`], says what it is made of.

mod difficulty;
mod distances;
mod measures;
mod stream;
mod survey;

pub use difficulty::Difficulty;
pub(crate) use difficulty::Hung;
pub use distances::{Distances, classes, distances, farthest};
pub(crate) use measures::EXACT_DIAMETER;
pub use measures::{Measure, MeasureError, Measures, measure};
pub use stream::{StreamError, StreamSurvey, check_stream};
pub use survey::{Survey, survey};
