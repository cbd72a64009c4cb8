//! Cells of pawns as people write them: `y=R,C,p=R,C`, in JSON too.

use crate::Colour;
use dedale_grid::Point;
use dedale_text::tr;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A cell for some of the pawns, by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", inline)]
pub struct Places(pub [Option<Point>; 4]);

impl FromStr for Places {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || tr("expected y=R,C,p=R,C,g=R,C,o=R,C", "attendu y=L,C,p=L,C,g=L,C,o=L,C").to_owned();
        let mut places = Self::default();
        let mut parts = text.split(',');
        while let Some(part) = parts.next() {
            let (pawn, row) = part.split_once('=').ok_or_else(expected)?;
            let pawn: Colour = pawn.trim().parse().map_err(|_| expected())?;
            let (row, col) = (row.trim().parse(), parts.next().unwrap_or_default().trim().parse());
            let (Ok(row), Ok(col)) = (row, col) else { return Err(expected()) };
            if places.0[pawn.index()].replace(Point::new(row, col)).is_some() {
                return Err(expected());
            }
        }
        Ok(places)
    }
}

impl TryFrom<String> for Places {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Places> for String {
    fn from(places: Places) -> Self {
        let standing = Colour::ALL.into_iter().zip(places.0);
        let parts: Vec<Self> = standing.filter_map(|(pawn, at)| Some(format!("{pawn}={}", at?))).collect();
        parts.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_back() {
        let text = "y=1,-2,o=30,4";
        let places: Places = text.parse().unwrap();
        assert_eq!(serde_json::to_string(&places).unwrap(), format!("{text:?}"));
        assert_eq!(serde_json::from_str::<Places>(&format!("{text:?}")).unwrap(), places);
        for bad in ["", "y", "y=1", "y=1,x", "b=1,1", "y=1,1,y=2,2", "y=99999999999,1"] {
            assert!(bad.parse::<Places>().is_err(), "{bad}");
        }
    }
}
