//! The interface proved on the smallest game that uses all of it.

#![allow(missing_docs)]

#[path = "nim/game.rs"]
mod game;

use dedale_play::file::{self, FileError};
use dedale_play::{Match, Seat, Seats, Seed, Table, Undo, Viewer, kit};
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
    // What is refused leaves no trace, deadlines included; time alone does.
    assert_eq!((game.log().len(), game.outcome()), (1, None));
    game.advance(1600);
    assert_eq!(game.log().len(), 2);
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
    assert!(table.act(SECOND, "take 1", 0, None).unwrap_err().en.contains("may not act"));
    assert!(table.act(FIRST, "give 1", 0, None).unwrap_err().fr.contains("n'est pas une action"));
    table.act(FIRST, &thought, 0, Some("a".into())).unwrap();
    assert_eq!((table.find("a"), table.find("b")), (Some(0), None));
    assert_eq!(table.view(Viewer::Spectator)["heap"], 4);
    assert_eq!(table.view(Viewer::Spectator)["my_lucky"], serde_json::Value::Null);
    assert_eq!((table.undo_for(Seats::only(SECOND)), table.entries()), (Undo::Nothing, 1));
    assert_eq!((table.undo_for(Seats::only(FIRST)), table.entries()), (Undo::Done, 0));
}

/// Old matches stay readable where the game knows how, and otherwise are
/// refused by words that say what can be done.
#[test]
fn older_rules_are_upgraded_or_named() {
    let mut game = nim("heap=20,patience=4294967295");
    game.act(FIRST, &"take 2".parse().unwrap(), 5).unwrap();
    let text = file::write(&game);
    let old = text.replacen("\"version\":1", "\"version\":0", 1).replacen(",patience=4294967295", "", 1);
    let read = file::read::<Nim>(&old).unwrap().game;
    assert_eq!((read.digest(), file::write(&read)), (game.digest(), text.clone()), "written as a file of today");
    let newer = text.replacen("\"version\":1", "\"version\":2", 1);
    let refused = file::read::<Nim>(&newer).unwrap_err();
    assert!(refused.to_string().contains("the release of Dédale that wrote this match replays it"), "{refused}");
}

/// A match of a secret replays from its file, and not if the secret is not the
/// one whose commitment was shown at the start.
#[test]
fn secrets_are_kept_and_checked() {
    let mut game = Match::<Nim>::begin("heap=20".parse().unwrap(), Seed::secret([9; 32])).unwrap();
    game.act(FIRST, &"take 2".parse().unwrap(), 5).unwrap();
    let text = file::write(&game);
    let again = file::read::<Nim>(&text).unwrap().game;
    assert_eq!((again.digest(), again.id()), (game.digest(), game.id()));
    assert_eq!(game.id().to_string().parse(), Ok(game.id()));
    let other = text.replacen(&"09".repeat(32), &"08".repeat(32), 1);
    assert_eq!(file::read::<Nim>(&other).unwrap_err().error, FileError::Commitment);
    let unknown = text.replacen(&"09".repeat(32), "9", 1);
    assert_eq!(file::read::<Nim>(&unknown).unwrap_err().error, FileError::Commitment);
}

#[test]
fn names_of_actions_survive_the_file() {
    let mut game = nim("heap=20");
    game.act_once(FIRST, &"take 2".parse().unwrap(), 5, Some("n1".into())).unwrap();
    let again = file::read::<Nim>(&file::write(&game)).unwrap().game;
    assert_eq!((again.find("n1"), again.log()), (Some(0), game.log()));
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

/// What anybody may do to a match.
#[derive(Clone, Debug)]
enum Step {
    Act(usize, u32, u64),
    Advance(u64),
    Undo(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        20 => (0..2usize, 0..5u32, 0..40u64).prop_map(|(seat, count, later)| Step::Act(seat, count, later)),
        1 => (0..200u64).prop_map(Step::Advance),
        2 => (0..2usize).prop_map(Step::Undo),
    ]
}

/// The fold that remembers nothing: every entry from the start.
fn naive(game: &Match<Nim>, entries: usize) -> Match<Nim> {
    let mut again = Match::<Nim>::new(game.config().clone(), game.seed()).unwrap();
    for entry in &game.log()[..entries] {
        again.redo(entry).unwrap();
    }
    again
}

proptest! {
    #[test]
    fn every_moment_is_what_the_naive_fold_gives(steps in prop::collection::vec(step(), 1..600), probe in 0..600usize) {
        let mut game = nim("heap=900,patience=190");
        for step in steps {
            let (log, digest, clock) = (game.log().to_vec(), game.digest(), game.clock());
            match step {
                Step::Act(seat, count, later) => {
                    let action = format!("take {count}").parse().unwrap();
                    if game.act(Seat::new(seat), &action, clock + later).is_err() {
                        prop_assert_eq!((game.log(), game.digest()), (&log[..], digest), "a refusal left a trace");
                    }
                }
                Step::Advance(later) => drop(game.advance(clock + later)),
                Step::Undo(seat) => {
                    let seats = Seats::only(Seat::new(seat));
                    let last = log.iter().rposition(|entry| entry.seat().is_some_and(|seat| seats.contains(seat)));
                    prop_assert_eq!(game.undo_for(seats) == Undo::Done, last.is_some());
                    prop_assert_eq!(game.log(), &log[..last.unwrap_or(log.len())]);
                }
            }
        }
        prop_assert_eq!(game.digest(), naive(&game, game.log().len()).digest());
        let probe = probe.min(game.log().len());
        let past = game.at(probe);
        prop_assert_eq!((past.log(), past.digest()), (&game.log()[..probe], naive(&game, probe).digest()));
        let mut replay = past.replay();
        while replay.step().is_some() {}
        prop_assert_eq!(replay.digest(), past.digest());
    }

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

/// What is no action is refused in the language of the room.
#[test]
fn parse_errors_speak_both_languages() {
    let mut table: Box<dyn Table> = Box::new(nim("heap=9"));
    let refused = table.act(Seat::new(0), "grab 2", 0, None).unwrap_err();
    assert_eq!(refused.say(Lang::En), "`grab 2` is not an action: expected `take N`");
    assert_eq!(refused.say(Lang::Fr), "« grab 2 » n'est pas une action : attendu « take N »");
}
