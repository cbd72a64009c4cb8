//! A board drawn by hand, in one word that fits in a match's settings: rows
//! separated by `|`, `*` rubble, `-` a free cell, `C` the target, `A` to `D` the
//! starts of the players; a number before a character repeats it.
//! `5*|*A-C*|5*|5*|5*` is a small one.

use crate::{Board, BoardError, Distances, Drawing};
use dedale_grid::Cell;
use dedale_play::ConfigError;
use dedale_text::{Lang, Located, Say};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// The longest word, and the largest side of a board.
const LONGEST: usize = 8000;
const LARGEST: usize = 201;
const SMALLEST: usize = 5;

/// A board drawn by hand that so many players can play on.
#[derive(Clone, Debug)]
pub struct DrawnBoard {
    text: String,
    board: Arc<Board>,
}

impl DrawnBoard {
    /// Reads the word. Players without a start of their own begin on the free
    /// cells next to the first one's; everybody must be able to reach the
    /// target.
    pub fn read(text: &str, players: usize) -> Result<Self, ConfigError> {
        let rows = unpacked(text)?;
        let wide = rows.first().map_or(0, String::len);
        if rows.len() != wide || !(SMALLEST..=LARGEST).contains(&wide) {
            let (found, high) = (wide, rows.len());
            return Err(ConfigError::new(
                format!(
                    "found a drawn board of {high} rows and {found} columns, expected a square of {SMALLEST} to {LARGEST}"
                ),
                format!(
                    "trouvé un plateau dessiné de {high} lignes et {found} colonnes, attendu un carré de {SMALLEST} à {LARGEST}"
                ),
            ));
        }
        let drawing: Drawing = rows.join("\n").parse().map_err(|wrong: Located<BoardError>| {
            ConfigError::new(
                format!("in the drawn board, {}", wrong.say(Lang::En)),
                format!("dans le plateau dessiné, {}", wrong.say(Lang::Fr)),
            )
        })?;
        let board = seated(drawing, players)?;
        Ok(Self { text: text.to_owned(), board: Arc::new(board) })
    }

    /// The word.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl PartialEq for DrawnBoard {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Serialize for DrawnBoard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// The rows as boards are written; never more cells than a board may have.
fn unpacked(text: &str) -> Result<Vec<String>, ConfigError> {
    let refuse = |found: String| {
        ConfigError::new(
            format!("found {found} in a drawn board, expected `*`, `-`, `C`, `A` to `D`, `|` and numbers before them"),
            format!(
                "trouvé {found} dans un plateau dessiné, attendu `*`, `-`, `C`, `A` à `D`, `|` et des nombres devant"
            ),
        )
    };
    if text.len() > LONGEST {
        return Err(refuse(format!("{}", text.len())));
    }
    let (mut rows, mut count) = (vec![String::new()], 0_usize);
    for (at, found) in text.chars().enumerate() {
        if let Some(digit) = found.to_digit(10) {
            count = (count * 10 + digit as usize).min(LARGEST + 1);
            continue;
        }
        let cell = match found {
            '*' | 'C' => found,
            '-' => ' ',
            'A'..='D' => char::from(b'1' + (found as u8 - b'A')),
            '|' if count == 0 => {
                rows.push(String::new());
                continue;
            }
            _ => return Err(refuse(format!("`{found}` ({})", at + 1))),
        };
        let row = rows.last_mut().expect("there is always a row");
        if row.len() + count > LARGEST || rows_full(at, text) {
            return Err(refuse(format!("`{count}{found}` ({})", at + 1)));
        }
        row.extend(std::iter::repeat_n(cell, count.max(1)));
        count = 0;
    }
    if count > 0 {
        return Err(refuse(format!("{count}")));
    }
    Ok(rows)
}

/// Whether more rows came than a board may have.
fn rows_full(at: usize, text: &str) -> bool {
    text.as_bytes()[..at].iter().filter(|byte| **byte == b'|').count() >= LARGEST
}

/// The board with so many players on it.
fn seated(drawing: Drawing, players: usize) -> Result<Board, ConfigError> {
    let Drawing { labyrinth, target, players: drawn } = drawing;
    let cannot = |en: String, fr: String| Err(ConfigError::new(en, fr));
    let (Some(target), Some(first)) = (target, drawn[0]) else {
        return cannot(
            "found a drawn board without `C` or `A`, expected a target and a start".into(),
            "trouvé un plateau dessiné sans `C` ou `A`, attendu une cible et un départ".into(),
        );
    };
    let distances = Distances::to(&labyrinth, target);
    let near = labyrinth.size().point(first);
    let mut taken: Vec<Cell> = drawn.iter().flatten().copied().chain([target]).collect();
    let mut starts = Vec::new();
    for (number, own) in drawn.iter().enumerate().take(players) {
        let start = own.or_else(|| labyrinth.nearest(near, &taken).map(|(cell, _)| cell));
        let Some(start) = start.filter(|cell| distances.get(*cell).is_some()) else {
            let id = number + 1;
            return cannot(
                format!("found a drawn board on which player {id} cannot reach the target"),
                format!("trouvé un plateau dessiné où le joueur {id} ne peut pas atteindre la cible"),
            );
        };
        taken.push(start);
        starts.push(start);
    }
    Ok(Board { labyrinth, target, starts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Config, Race};
    use dedale_play::{Game, Match, file};
    use proptest::prelude::*;

    const SMALL: &str = "7*|*A4-*|*-4**|*-3-C*|*4-**|*5-*|7*";

    #[test]
    fn a_drawn_board_is_played_and_replayed() {
        let config: Config = format!("players=2,rounds=2,board={SMALL}").parse().unwrap();
        assert_eq!(config.to_string(), format!("players=2,rounds=2,board={SMALL}"));
        let mut game: Match<Race> = Match::new(config, 3).unwrap();
        let seat = Race::active(game.state()).iter().next().unwrap();
        let action = game.legal(seat)[0];
        game.act(seat, &action, 0).unwrap();
        let text = file::write(&game);
        assert_eq!(file::read::<Race>(&text).unwrap().game.digest(), game.digest());
        let board = DrawnBoard::read(SMALL, 3).unwrap();
        assert_eq!(board.board().rows()[1].matches(char::is_numeric).count(), 2, "beside the first");
        assert_eq!(board.board().starts.len(), 3);
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        for (config, why) in [
            ("board=5*|*A-C*|5*", "square"),
            ("board=5*|*A*C*|5*|5*|5*,players=1", "cannot reach"),
            ("board=5*|*A-C*|5*|5*|5*,players=4", "cannot reach"),
            ("board=5*|*--C*|5*|5*|5*", "without"),
            ("board=5*|*Ax C*|5*|5*|5*", "found `x`"),
            ("board=99999999999999999999*", "expected"),
            ("board=5*|*A-C*|5*|5*|5*,players=1,size=9", "size"),
            ("board=5*|*A-C*|5*|5*|5*,players=1,repair", "repair"),
            ("board=5*|*A-C*|5*|5*|5*,players=2,fair", "`fair` with a drawn board"),
        ] {
            let said = config.parse::<Config>().unwrap_err().say(Lang::En);
            assert!(said.contains(why), "{config}: {said}");
        }
    }

    proptest! {
        #[test]
        fn no_word_makes_it_panic(text in "[*A-D|C0-9x-]{0,80}", players in 1..5_usize) {
            let _ = DrawnBoard::read(&text, players);
        }
    }
}
