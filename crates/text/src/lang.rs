//! The two languages.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};

/// A language of the readers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English, the default.
    #[default]
    En,
    /// French.
    Fr,
}

/// The language of a program with a single reader, such as the command.
static CURRENT: AtomicU8 = AtomicU8::new(0);

thread_local! {
    /// The language of the reader this thread works for, in a program with many.
    static HERE: Cell<Option<Lang>> = const { Cell::new(None) };
}

impl Lang {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Fr];

    /// `"en"` or `"fr"`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
        }
    }

    /// The text of this language.
    pub const fn pick<'a>(self, en: &'a str, fr: &'a str) -> &'a str {
        match self {
            Self::En => en,
            Self::Fr => fr,
        }
    }

    /// The language of [`Lang::with`], else that of [`Lang::set_current`],
    /// English before.
    pub fn current() -> Self {
        HERE.get().unwrap_or_else(|| if CURRENT.load(Ordering::Relaxed) == 1 { Self::Fr } else { Self::En })
    }

    /// Does something for a reader of this language, on this thread.
    pub fn with<T>(self, work: impl FnOnce() -> T) -> T {
        let before = HERE.replace(Some(self));
        let done = work();
        HERE.set(before);
        done
    }

    /// Sets the language of [`tr`] for the whole program.
    pub fn set_current(self) {
        CURRENT.store(u8::from(self == Self::Fr), Ordering::Relaxed);
    }

    /// The language of a POSIX locale such as `fr_FR.UTF-8`; English unless it
    /// begins with `fr`.
    pub fn from_locale(locale: &str) -> Self {
        if locale.get(..2).is_some_and(|two| two.eq_ignore_ascii_case("fr")) { Self::Fr } else { Self::En }
    }

    /// The language a browser prefers, from its `Accept-Language` header.
    pub fn from_accept_language(header: &str) -> Self {
        let quality = |part: &str| -> (Option<Self>, f32) {
            let (tag, rest) = part.split_once(';').unwrap_or((part, ""));
            let lang =
                Self::ALL.into_iter().find(|l| tag.trim().get(..2).is_some_and(|t| t.eq_ignore_ascii_case(l.code())));
            (lang, rest.trim().strip_prefix("q=").and_then(|q| q.parse().ok()).unwrap_or(1.0))
        };
        let mut best = (Self::En, 0.0);
        for (lang, q) in header.split(',').map(quality) {
            if let Some(lang) = lang.filter(|_| q > best.1) {
                best = (lang, q);
            }
        }
        best.0
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|lang| lang.code() == text)
            .ok_or_else(|| format!("found `{text}`, expected en or fr"))
    }
}

/// The text in the current language.
pub fn tr(en: &'static str, fr: &'static str) -> &'static str {
    Lang::current().pick(en, fr)
}

/// The singular or the plural: English keeps the singular for one only,
/// French for zero as well.
pub fn plural<'a>(lang: Lang, count: u64, one: &'a str, many: &'a str) -> &'a str {
    let single = match lang {
        Lang::En => count == 1,
        Lang::Fr => count < 2,
    };
    if single { one } else { many }
}

/// A number with what it counts, each as one and as many.
pub fn counted(lang: Lang, count: u64, en: [&str; 2], fr: [&str; 2]) -> String {
    let [one, many] = match lang {
        Lang::En => en,
        Lang::Fr => fr,
    };
    format!("{count} {}", plural(lang, count, one, many))
}

/// A number as it is written in a sentence: with a comma in French.
pub fn decimal(lang: Lang, number: impl ToString) -> String {
    match lang {
        Lang::En => number.to_string(),
        Lang::Fr => number.to_string().replace('.', ","),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_and_headers() {
        assert_eq!(Lang::from_locale("fr_CA.UTF-8"), Lang::Fr);
        assert_eq!(Lang::from_locale("C"), Lang::En);
        for (header, lang) in [
            ("fr-FR,fr;q=0.9,en;q=0.8", Lang::Fr),
            ("en;q=0.5, fr;q=0.7", Lang::Fr),
            ("de,en;q=0.3", Lang::En),
            ("", Lang::En),
            ("é;q=x", Lang::En),
        ] {
            assert_eq!(Lang::from_accept_language(header), lang, "{header}");
        }
    }

    #[test]
    fn zero_is_singular_in_french() {
        assert_eq!(plural(Lang::En, 0, "step", "steps"), "steps");
        assert_eq!(plural(Lang::Fr, 0, "pas", "pas nombreux"), "pas");
    }
}
