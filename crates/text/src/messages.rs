//! Messages in two languages from one declaration.

use crate::Lang;
use dedale_grid::{Dir, DirError, PointError, SizeError};
use std::fmt::Display;

/// Something that can be said in either language; `Display` is the English.
pub trait Say: Display {
    /// The message in a language.
    fn say(&self, lang: Lang) -> String;
}

/// Declares an error enum whose messages exist in both languages.
///
/// Each variant is followed by its English and its French text; fields are
/// named in braces as in `format!`. The enum gets `Display` (English),
/// `Error` and [`Say`].
#[macro_export]
macro_rules! messages {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $(
            $(#[$variant_meta:meta])*
            $variant:ident $({ $( $(#[$field_meta:meta])* $field:ident : $type:ty ),+ $(,)? })? => $en:literal, $fr:literal;
        )+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        $vis enum $name {
            $(
                $(#[$variant_meta])*
                $variant $({ $(
                    #[doc = concat!("The `", stringify!($field), "` of the message.")]
                    $(#[$field_meta])*
                    $field: $type
                ),+ })?,
            )+
        }

        impl ::std::fmt::Display for $name {
            #[allow(unused_variables)]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self { $( Self::$variant $({ $($field),+ })? => ::std::write!(f, $en), )+ }
            }
        }

        impl ::std::error::Error for $name {}

        impl $crate::Say for $name {
            #[allow(unused_variables)]
            fn say(&self, lang: $crate::Lang) -> ::std::string::String {
                match lang {
                    $crate::Lang::En => ::std::string::ToString::to_string(self),
                    $crate::Lang::Fr => match self {
                        $( Self::$variant $({ $($field),+ })? => ::std::format!($fr), )+
                    },
                }
            }
        }
    };
}

impl Say for SizeError {
    fn say(&self, lang: Lang) -> String {
        match (lang, self) {
            (Lang::En, _) => self.to_string(),
            (Lang::Fr, Self::Empty) => {
                "trouvé une grille sans ligne ou sans colonne, attendu au moins une de chaque".into()
            }
            (Lang::Fr, Self::TooLarge { rows, cols }) => {
                format!("trouvé {rows} lignes de {cols} colonnes, attendu moins de {} cases", u32::MAX)
            }
        }
    }
}

impl Say for PointError {
    fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Fr => format!("trouvé « {} », attendu LIGNE,COLONNE comme 0,3", self.found()),
        }
    }
}

impl Say for Dir {
    fn say(&self, lang: Lang) -> String {
        lang.pick(self.name(), ["haut", "droite", "bas", "gauche"][self.index()]).to_owned()
    }
}

impl Say for DirError {
    fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::En => self.to_string(),
            Lang::Fr => format!("trouvé « {} », attendu up, right, down ou left", self.found()),
        }
    }
}
