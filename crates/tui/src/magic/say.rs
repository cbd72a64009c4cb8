//! Actions and roles in the reader's words; the files and `--plain` keep the
//! words of the rules.

use dedale_grid::Dir;
use dedale_magic::game::Action;
use dedale_text::{Lang, tr};

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

/// What an action does, in a few words.
pub fn action(action: &Action) -> String {
    let lang = Lang::current();
    let way = |dir: Dir| name(dir.name()).to_owned();
    match action {
        Action::Move(pawn, dir, cells) => format!("{} {} {cells}", pawn.name(lang), way(*dir)),
        Action::Escalator(pawn) => format!("{} {}", pawn.name(lang), tr("takes the escalator", "prend l'escalator")),
        Action::Teleport(pawn, to) => format!("{} {} {to}", pawn.name(lang), tr("jumps to", "saute en")),
        Action::Explore(pawn) => format!("{} {}", pawn.name(lang), tr("explores", "explore")),
        Action::Crystal(door) => {
            format!("{} {door}", tr("the crystal ball shows", "la boule de cristal montre"))
        }
        Action::Point(seat) => format!("{} {seat}", tr("do something, player", "fais quelque chose, joueur")),
        Action::Next => tr("the next card", "la carte suivante").to_owned(),
    }
}
