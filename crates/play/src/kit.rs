//! The laws every game keeps, checked by one call from its tests.
//!
//! ```no_run
//! # mod nim { include!("../tests/nim/game.rs"); }
//! dedale_play::kit::check::<nim::Nim>(&["heap=7"], 0..20);
//! ```

use crate::{EntryKind, Game, Match, Seat, Viewer, file};
use dedale_grid::Rng;
use std::ops::Range;
use std::path::Path;

/// The most actions of a random match; games that go on longer are left there.
const LONGEST: usize = 2000;

/// Plays random matches of every configuration and seed and checks, all along:
/// settings and actions parse back from their text; what is legal is accepted
/// and nothing else among all actions seen; a refusal changes nothing; nobody
/// sees what is hidden from them; a file read back gives the same state; undo
/// after an action gives the state before it.
///
/// # Panics
/// When a law is broken; that is its purpose.
pub fn check<G: Game>(configs: &[&str], seeds: Range<u64>) {
    for text in configs {
        let config: G::Config = text.parse().unwrap_or_else(|error| panic!("`{text}` is refused: {error}"));
        let again: G::Config = config.to_string().parse().expect("the text form of a configuration parses");
        assert_eq!(again, config, "a configuration parses back from its text");
        for seed in seeds.clone() {
            let mut game = Match::<G>::new(config.clone(), seed).expect("a valid configuration starts");
            play(&mut game, &mut Rng::stream(seed, 1));
            replay(&game);
        }
    }
}

/// Replays every match file of a folder, digest by digest; written again each
/// is a match of today, and still the same one.
///
/// # Panics
/// When a file is refused or replays otherwise, or there is none.
pub fn replay_files<G: Game>(folder: &Path) {
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder of match files") {
        let path = entry.expect("a match file").path();
        let text = std::fs::read_to_string(&path).expect("a match file");
        let loaded = file::read::<G>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(loaded.cut, None, "{}", path.display());
        let again = file::read::<G>(&file::write(&loaded.game)).expect("a match of today");
        assert_eq!((again.game.digest(), again.game.log()), (loaded.game.digest(), loaded.game.log()));
        count += 1;
    }
    assert!(count > 0, "no match file in {}", folder.display());
}

fn play<G: Game>(game: &mut Match<G>, rng: &mut Rng) {
    // A sample of all actions seen so far, to try where they are not legal.
    let mut seen: Vec<G::Action> = Vec::new();
    let mut time = 0;
    for step in 0..LONGEST {
        let seats = G::seats(game.state());
        for viewer in Viewer::all(seats) {
            let disguised = G::disguise(game.state(), viewer, rng);
            assert_eq!(G::view(&disguised, viewer), game.view(viewer), "{viewer:?} sees something hidden");
        }
        if game.outcome().is_some() {
            assert!(G::active(game.state()).is_empty(), "someone may act after the end");
            return;
        }
        let active: Vec<Seat> = G::active(game.state()).iter().collect();
        let thorough = step < 20 || step % 16 == 0;
        for seat in (0..seats).map(Seat::new).filter(|_| thorough) {
            let legal = game.legal(seat);
            assert!(active.contains(&seat) || legal.is_empty(), "seat {seat} has actions but may not act");
            try_all(game, seat, &legal, &seen);
            seen.extend(legal.into_iter().filter(|_| rng.chance(0.2)));
            seen.truncate(200);
        }
        time += rng.below(2000);
        let Some(&seat) = rng.choose(&active) else {
            let deadline = G::deadline(game.state()).expect("someone may act, or time will");
            time = time.max(deadline);
            game.advance(time);
            continue;
        };
        game.advance(time);
        let legal = game.legal(seat);
        let Some(action) = rng.choose(&legal) else { continue };
        let undoable_before = game.clone();
        if let Err(rejected) = game.act(seat, action, time) {
            panic!("legal `{action}` was refused: {rejected}");
        }
        if thorough && G::undoable(game.state()) && game.log().len() == undoable_before.log().len() + 1 {
            let mut taken_back = game.clone();
            assert!(taken_back.undo());
            assert_eq!(taken_back.digest(), undoable_before.digest(), "undo after `{action}` is not the state before");
        }
    }
}

/// Everything legal is accepted, everything else seen is refused without a trace.
fn try_all<G: Game>(game: &Match<G>, seat: Seat, legal: &[G::Action], seen: &[G::Action]) {
    let before = game.digest();
    let now = game.clock();
    for action in legal {
        let text = action.to_string();
        let parsed = text.parse::<G::Action>().unwrap_or_else(|error| panic!("`{text}` does not parse: {error}"));
        assert_eq!(parsed, *action, "`{text}` parses back to something else");
        let mut state = game.state().clone();
        if let Err(refusal) = G::apply(&mut state, seat, action, now) {
            panic!("legal `{action}` of seat {seat} was refused: {refusal}");
        }
    }
    for action in seen.iter().filter(|action| !legal.contains(action)) {
        let mut state = game.state().clone();
        assert!(
            G::apply(&mut state, seat, action, now).is_err(),
            "`{action}` of seat {seat} is not legal but accepted"
        );
        assert_eq!(G::digest(&state), before, "the refused `{action}` changed the state");
    }
}

fn replay<G: Game>(game: &Match<G>) {
    let text = file::write(game);
    let loaded = file::read::<G>(&text).unwrap_or_else(|error| panic!("the match file is refused: {error}"));
    assert_eq!(loaded.cut, None);
    assert_eq!(loaded.game.digest(), game.digest(), "the replay differs");
    assert_eq!(loaded.game.log(), game.log());
    let middle = game.log().len() / 2;
    let mut past = game.replay();
    for _ in 0..middle {
        past.step();
    }
    assert_eq!(game.at(middle).digest(), past.digest(), "the middle of the match is not where the log leads");
    let acts = game.log().iter().filter(|entry| matches!(entry.kind, EntryKind::Act(..))).count();
    assert!(acts > 0 || game.outcome().is_some(), "nothing happened");
}
