//! The names of roles in the reader's words.

use dedale_grid::Dir;
use dedale_text::{Lang, Say};

/// What a name of an action is called.
pub fn name(name: &str) -> String {
    name_in(name, Lang::current())
}

/// The name in a language.
pub fn name_in(name: &str, lang: Lang) -> String {
    if let Ok(dir) = name.parse::<Dir>() {
        return dir.say(lang);
    }
    let french = match name {
        "explore" => "explorer",
        "teleport" => "téléporter",
        same => same,
    };
    lang.pick(name, french).to_owned()
}
