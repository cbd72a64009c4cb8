//! What serde says of a wrong value, in both languages. The types of this crate
//! speak the current language themselves; serde speaks English only, in a few
//! fixed sentences, which are told anew here.

use crate::Refusal;
use serde_path_to_error::Error;

/// What is wrong with which setting.
pub fn wrong_value(error: &Error<serde_json::Error>) -> Refusal {
    let (path, en) = (error.path().to_string(), error.inner().to_string());
    let fr = french(&en).unwrap_or_else(|| en.clone());
    if path == "." {
        return Refusal::new(format!("the question is wrong: {en}"), format!("la question est fausse : {fr}"));
    }
    Refusal::new(format!("found a wrong value for `{path}`: {en}"), format!("mauvaise valeur pour `{path}` : {fr}"))
}

/// One of serde's sentences in French; nothing for a sentence of another's.
fn french(text: &str) -> Option<String> {
    let field = |start: &str| text.strip_prefix(start);
    if let Some(name) = field("missing field ") {
        return Some(format!("il manque le réglage {name}"));
    }
    if let Some(name) = field("duplicate field ") {
        return Some(format!("le réglage {name} est donné deux fois"));
    }
    let (found, expected) = text.split_once(", expected ")?;
    let expected = expectation(expected);
    if let Some(name) = found.strip_prefix("unknown variant ").or_else(|| found.strip_prefix("unknown field ")) {
        return Some(format!("trouvé {name}, attendu {expected}"));
    }
    if let Some(length) = found.strip_prefix("invalid length ") {
        return Some(format!("trouvé une longueur de {length}, attendu {expected}"));
    }
    let found = found.strip_prefix("invalid type: ").or_else(|| found.strip_prefix("invalid value: "))?;
    Some(format!("trouvé {}, attendu {expected}", thing(found)))
}

/// What was expected: a list of names, or a sort of value.
fn expectation(text: &str) -> String {
    for (en, fr) in [("one of ", "l'un de "), ("an array of length ", "une liste de longueur ")] {
        if let Some(rest) = text.strip_prefix(en) {
            return format!("{fr}{rest}");
        }
    }
    // Two names: "`a` or `b`".
    if text.starts_with('`') { text.replace(" or ", " ou ") } else { thing(text) }
}

/// A sort of value, followed by the value itself where it was found.
fn thing(text: &str) -> String {
    const THINGS: &[(&str, &str)] = &[
        ("floating point", "le nombre à virgule"),
        ("integer", "l'entier"),
        ("string", "le texte"),
        ("boolean", "le booléen"),
        ("map", "un objet"),
        ("sequence", "une liste"),
        ("null", "rien"),
        ("a string", "un texte"),
        ("a boolean", "vrai ou faux"),
        ("a map", "un objet"),
        ("a sequence", "une liste"),
        ("unit", "rien"),
    ];
    if let Some((_, fr)) = THINGS.iter().find(|(en, _)| text == *en) {
        return (*fr).to_owned();
    }
    if let Some((fr, rest)) = THINGS.iter().find_map(|(en, fr)| Some((fr, text.strip_prefix(en)?.strip_prefix(' ')?))) {
        return format!("{fr} {rest}");
    }
    match text {
        "f32" | "f64" => "un nombre".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => format!("un entier ({text})"),
        "u8" | "u16" | "u32" | "u64" | "usize" => format!("un entier positif ou nul ({text})"),
        _ => text.strip_prefix("struct ").map_or_else(|| text.to_owned(), |_| "un objet".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_text::Lang;
    use serde::Deserialize;

    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "only what goes wrong is looked at")]
    struct Settings {
        count: u32,
        mode: Option<Mode>,
        at: Option<[i32; 2]>,
        share: Option<f64>,
    }

    #[derive(Deserialize, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Mode {
        Fast,
        Slow,
    }

    #[test]
    fn serde_speaks_french_too() {
        for (json, fr) in [
            (r#"{}"#, "la question est fausse : il manque le réglage `count`"),
            (r#"{"count":"x"}"#, "`count` : trouvé le texte \"x\", attendu un entier positif ou nul (u32)"),
            (r#"{"count":-1}"#, "`count` : trouvé l'entier `-1`, attendu un entier positif ou nul (u32)"),
            (r#"{"count":1,"mode":"x"}"#, "`mode` : trouvé `x`, attendu `fast` ou `slow`"),
            (r#"{"count":1,"at":[1]}"#, "`at` : trouvé une longueur de 1, attendu une liste de longueur 2"),
            (r#"{"count":1,"at":{}}"#, "trouvé un objet, attendu une liste de longueur 2"),
            (r#"{"count":1,"share":true}"#, "`share` : trouvé le booléen `true`, attendu un nombre"),
        ] {
            let value: serde_json::Value = serde_json::from_str(json).expect("JSON");
            let error = serde_path_to_error::deserialize::<_, Settings>(value).expect_err("a wrong value");
            let said = wrong_value(&error).message(Lang::Fr);
            assert!(said.ends_with(fr), "{json}: {said}");
        }
    }
}
