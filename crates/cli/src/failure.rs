//! How a verb ends: yes, no, refused, interrupted.

use crate::context::Context;
use dedale_text::{Say, Text};
use std::fmt;
use std::process::ExitCode;

/// The end of a verb that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Done, or the answer is yes: exit status 0.
    Yes,
    /// A good question whose answer is no: exit status 1.
    No,
    /// Stopped by Ctrl-C with what was finished kept: exit status 130.
    Interrupted,
}

/// Why a verb could not do its work: exit status 2.
#[derive(Debug)]
pub struct Failure(Text);

pub type Answer = Result<Done, Failure>;

impl Failure {
    /// A failure from its two texts.
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Self {
        Self(Text::new(clean(&en.into(), ('`', '`')), clean(&quoted(&fr.into()), ('«', '»'))))
    }

    /// A failure of the system, in its own words.
    pub fn broken(error: impl fmt::Display) -> Self {
        let text = error.to_string();
        let french = in_french(&text);
        Self::new(text, french)
    }
}

impl<E: Say> From<E> for Failure {
    fn from(error: E) -> Self {
        let text = Text::of(&error);
        Self::new(text.en, text.fr)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.en)
    }
}

/// The most letters of a quotation that are shown.
const LONGEST: usize = 60;

/// A message fit for a terminal: no control characters, no endless quotations.
fn clean(text: &str, (open, close): (char, char)) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        shown += before;
        shown.push(open);
        let Some((inside, after)) = after.split_once(close) else {
            rest = after;
            break;
        };
        match inside.char_indices().nth(LONGEST) {
            Some((end, _)) => shown.extend([&inside[..end], "…"]),
            None => shown += inside,
        }
        shown.push(close);
        rest = after;
    }
    shown += rest;
    let mut safe = String::new();
    for letter in shown.chars() {
        match letter {
            '\n' => safe.push(letter),
            '\u{feff}' => safe.extend(letter.escape_unicode()),
            letter if letter.is_control() => safe.extend(letter.escape_debug()),
            letter => safe.push(letter),
        }
    }
    safe
}

/// French quotation marks instead of backquotes.
fn quoted(text: &str) -> String {
    let mut parts = text.split('`');
    let mut said = parts.next().unwrap_or_default().to_owned();
    let parts: Vec<&str> = parts.collect();
    if parts.len() % 2 == 1 {
        return text.to_owned();
    }
    for (number, part) in parts.into_iter().enumerate() {
        said += if number % 2 == 0 { "« " } else { " »" };
        said += part;
    }
    said
}

/// What the system says, in French where it is one of its common complaints.
fn in_french(text: &str) -> String {
    let Some((before, code)) = text.rsplit_once(" (os error ") else { return text.to_owned() };
    let said = match code.trim_end_matches(')') {
        "2" => "fichier ou dossier introuvable",
        "11" => "ressource momentanément indisponible",
        "12" => "mémoire insuffisante",
        "13" => "permission refusée",
        "17" => "existe déjà",
        "20" => "un élément du chemin n'est pas un dossier",
        "21" => "est un dossier",
        "27" => "fichier trop grand",
        "28" => "plus de place sur le disque",
        "30" => "système de fichiers en lecture seule",
        "36" => "nom de fichier trop long",
        "98" => "adresse déjà utilisée",
        _ => return text.to_owned(),
    };
    match before.rsplit_once(": ") {
        Some((name, _)) => format!("{name} : {said}"),
        None => said.to_owned(),
    }
}

/// Says what went wrong, if anything, and gives the exit status.
pub fn exit(answer: Answer, context: &Context) -> ExitCode {
    match answer {
        Ok(Done::Yes) => ExitCode::SUCCESS,
        Ok(Done::No) => ExitCode::from(1),
        Ok(Done::Interrupted) => ExitCode::from(130),
        Err(failure) => {
            anstream::eprintln!("{}", failure.0.say(context.lang));
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_text::Lang;

    #[test]
    fn messages_are_fit_for_a_terminal() {
        let long = "#".repeat(5000);
        let failure =
            Failure::new(format!("a:1:1: found `{long}`, expected `x`"), format!("trouvé `{long}`, attendu `x`"));
        let (en, fr) = (failure.0.say(Lang::En), failure.0.say(Lang::Fr));
        assert!(en.ends_with("#…`, expected `x`") && en.len() < 120, "{en}");
        assert!(fr.ends_with("#… », attendu « x »") || fr.ends_with("#…», attendu « x »"), "{fr}");
        assert_eq!(Failure::new("found `\u{1b}[31m\0`", "").0.en, "found `\\u{1b}[31m\\0`");
        assert_eq!(Failure::new("a lone ` stays", "").0.en, "a lone ` stays");
    }

    #[test]
    fn the_system_speaks_french() {
        let error = std::io::Error::from_raw_os_error(2);
        let failure = Failure::broken(format!("levels.xsb: {error}"));
        assert_eq!(failure.0.fr, "levels.xsb : fichier ou dossier introuvable");
        assert_eq!(Failure::broken(std::io::Error::from_raw_os_error(28)).0.fr, "plus de place sur le disque");
    }
}
