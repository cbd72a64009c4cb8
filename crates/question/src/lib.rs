//! A question is a type, and it is answered in one place.
//!
//! A world declares each of its questions as a struct: what can be asked
//! (read from JSON and from the command line alike), the answer, and the
//! function that answers under a [`Control`] (limits, cancel, progress). One
//! table of [`Entry`]s holds them all; every way in — the command, the server,
//! a worker behind a pipe — is a thin adapter of that table, so that the same
//! question with the same settings has the same answer everywhere.
//!
//! ```
//! use dedale_question::{Answer, Control, Cost, Entry, Question, Reader, Refusal};
//! use dedale_text::{Text, tr};
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//!
//! /// How much is twice a number?
//! #[derive(clap::Args, Deserialize, Serialize, JsonSchema)]
//! struct Double {
//!     /// The number.
//!     #[arg(help = tr("The number", "Le nombre"))]
//!     n: u32,
//! }
//!
//! #[derive(Serialize, JsonSchema)]
//! struct Doubled {
//!     n: u64,
//! }
//!
//! impl Question for Double {
//!     type Answer = Doubled;
//!     const NAME: &str = "double";
//!     const EXAMPLE: &str = r#"{"n":2}"#;
//!     const COMMANDS: &[&str] = &["dedale nim double 2"];
//!
//!     fn about() -> Text {
//!         Text::new("Double a number", "Doubler un nombre")
//!     }
//!
//!     fn answer(&self, _: &Control<'_>) -> Result<Doubled, Refusal> {
//!         Ok(Doubled { n: u64::from(self.n) * 2 })
//!     }
//! }
//!
//! impl Answer for Doubled {
//!     fn text(&self, _: &Reader) -> String {
//!         format!("{}\n", self.n)
//!     }
//! }
//!
//! let entry = Entry::of::<Double>();
//! let question = entry.parse(serde_json::json!({"n": 21})).unwrap();
//! let answer = question.answer(&Control::default()).unwrap();
//! assert_eq!(answer.json(), br#"{"n":42}"#);
//! assert!(entry.parse(serde_json::json!({"m": 21})).is_err());
//! ```

mod control;
mod entry;
mod question;
mod refusal;
mod source;
mod values;
mod wrong_value;

pub use control::{Control, Limits, Progress};
pub use entry::{AnyAnswer, AnyQuestion, Entry};
pub use question::{Answer, Cost, Question, Reader, write_json};
pub use refusal::{Kind, Place, Refusal};
pub use source::{Input, Source};
pub use values::{At, BoardSize, Bytes, Seconds, Seed, nearest, point, sides, size};
