//! The interface proved on the smallest game that uses all of it.

#![allow(missing_docs)]

#[path = "nim/game.rs"]
mod game;

use dedale_play::file::{self, FileError};
use dedale_play::{Match, Seat, Table, Viewer, kit};
use dedale_text::{Lang, Say};
use game::Nim;
use proptest::prelude::*;

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

fn nim(config: &str) -> Match<Nim> {
    Match::new(config.parse().unwrap(), 1).unwrap()
}

#[test]
fn keeps_the_laws() {
    kit::check::<Nim>(&["heap=1", "heap=7", "heap=50", "heap=30,patience=1500"], 0..30);
}

#[test]
fn a_deadline_comes_before_a_late_action() {
    let mut game = nim("heap=9,patience=1000");
    game.act(FIRST, &"take 1".parse().unwrap(), 500).unwrap();
    let late = game.act(SECOND, &"take 1".parse().unwrap(), 1600).unwrap_err();
    assert_eq!(late.say(Lang::Fr), "la partie est finie");
    assert!(game.outcome().unwrap().winners.contains(FIRST));
    assert_eq!(file::read::<Nim>(&file::write(&game)).unwrap().game.digest(), game.digest());
}

#[test]
fn tables_speak_text() {
    let mut table: Box<dyn Table> = Box::new(nim("heap=6"));
    assert_eq!(table.legal(FIRST), ["take 1", "take 2", "take 3"]);
    assert!(table.legal(SECOND).is_empty());
    let thought = table.think("perfect", FIRST, 9, None).unwrap()().unwrap();
    assert_eq!(thought, "take 2");
    assert!(table.act(SECOND, "take 1", 0).unwrap_err().en.contains("may not act"));
    assert!(table.act(FIRST, "give 1", 0).unwrap_err().fr.contains("n'est pas une action"));
    table.act(FIRST, &thought, 0).unwrap();
    assert_eq!(table.view(Viewer::Spectator)["heap"], 4);
    assert_eq!(table.view(Viewer::Spectator)["my_lucky"], serde_json::Value::Null);
    assert!(table.undo() && !table.undo());
}

#[test]
fn a_cut_last_line_is_dropped_and_reported() {
    let mut game = nim("heap=20");
    for turn in 0..4 {
        game.act(Seat::new(turn % 2), &"take 2".parse().unwrap(), turn as u64).unwrap();
    }
    let text = file::write(&game);
    let lines: Vec<&str> = text.lines().collect();
    // The header, four entries, the digest: cut inside the third entry.
    let cut = [lines[..3].join("\n"), lines[3][..20].to_string()].join("\n");
    let loaded = file::read::<Nim>(&cut).unwrap();
    assert_eq!((loaded.game.log().len(), loaded.cut), (2, Some(4)));
}

#[test]
fn anything_else_wrong_is_refused_with_its_line() {
    let mut game = nim("heap=20");
    for turn in 0..4 {
        game.act(Seat::new(turn % 2), &"take 2".parse().unwrap(), turn as u64).unwrap();
    }
    let text = file::write(&game);
    let cases: [(&str, &str, usize, fn(&FileError) -> bool); 8] = [
        ("\"nim\"", "\"chess\"", 1, |e| matches!(e, FileError::Game { .. })),
        ("\"version\":1", "\"version\":9", 1, |e| matches!(e, FileError::Version { .. })),
        ("heap=20", "heap=0", 1, |e| matches!(e, FileError::Config { .. })),
        ("\"seq\":1,", "\"seq\":7,", 3, |e| matches!(e, FileError::Sequence { found: 7, expected: 1 })),
        ("\"seq\":2,\"t\":2,\"seat\":0", "\"seq\":2,\"t\":2,\"seat\":1", 4, |e| matches!(e, FileError::Action { .. })),
        ("\"seq\":2,\"t\":2,\"seat\":0", "\"seq\":2,\"t\":2,\"seat\":77", 4, |e| matches!(e, FileError::Action { .. })),
        ("\"seq\":3,", "\"sec\":3,", 5, |e| matches!(e, FileError::Line { .. })),
        ("\"hash\":\"", "\"hash\":\"f", 6, |e| matches!(e, FileError::Hash { .. })),
    ];
    for (from, to, line, kind) in cases {
        assert!(text.contains(from), "{from} in {text}");
        let error = file::read::<Nim>(&text.replacen(from, to, 1)).unwrap_err();
        assert!(error.line == line && kind(&error.error), "{from} -> {to}: {error}");
    }
    assert_eq!(file::read::<Nim>("").unwrap_err().error, FileError::Empty);
}

proptest! {
    #[test]
    fn no_file_makes_it_panic(text in ".{0,200}") {
        let _ = file::read::<Nim>(&text);
    }

    #[test]
    fn no_damage_makes_it_panic(at in 0..400usize, byte in 32u8..127) {
        let mut game = nim("heap=20");
        game.act(FIRST, &"take 2".parse().unwrap(), 5).unwrap();
        game.act(SECOND, &"take 3".parse().unwrap(), 9).unwrap();
        let mut bytes = file::write(&game).into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(loaded) = file::read::<Nim>(&String::from_utf8(bytes).unwrap()) {
            prop_assert!(loaded.game.log().len() <= 2);
        }
    }
}
