//! What people read, in English and in French.
//!
//! Both languages of a message stand side by side in the source, so that a
//! missing translation is a compile error and no key can go astray. Errors are
//! enums made by [`messages!`]: [`Display`](std::fmt::Display) gives the
//! English, [`Say::say`] either language.
//!
//! ```
//! use dedale_text::{Lang, Say, messages};
//!
//! messages! {
//!     /// Why a step is refused.
//!     pub enum Refused {
//!         /// A wall stands there.
//!         Wall { row: i32 } => "there is a wall in row {row}", "il y a un mur à la ligne {row}";
//!     }
//! }
//!
//! let refused = Refused::Wall { row: 3 };
//! assert_eq!(refused.to_string(), "there is a wall in row 3");
//! assert_eq!(refused.say(Lang::Fr), "il y a un mur à la ligne 3");
//! ```
//!
//! Front ends that know the reader's language once and for all set it with
//! [`Lang::set_current`] and write short texts with [`tr`].

mod lang;
mod located;
mod messages;
mod text;

pub use lang::{Lang, counted, decimal, plural, tr};
pub use located::Located;
pub use messages::Say;
pub use text::Text;
