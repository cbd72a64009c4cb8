//! The names of roles in the reader's words.

use dedale_text::Lang;

/// What a name of an action is called.
pub fn name(name: &str) -> &str {
    name_in(name, Lang::current())
}

/// The name in a language.
pub fn name_in(name: &str, lang: Lang) -> &str {
    let french = match name {
        "up" => "haut",
        "right" => "droite",
        "down" => "bas",
        "left" => "gauche",
        "explore" => "explorer",
        "teleport" => "téléporter",
        same => same,
    };
    lang.pick(name, french)
}
