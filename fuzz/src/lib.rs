//! What a fuzzer feeds: readers of files, questions, settings of games, their
//! actions, and the messages of rooms.

pub mod readers;
#[allow(missing_docs, dead_code)]
#[path = "../../crates/server/src/rooms/wire.rs"]
mod wire;

use dedale_fish::Fish;
use dedale_magic::game::MagicMaze;
use dedale_play::{Game, Match, Seat, Viewer};
use dedale_question::{Control, Cost, Limits, Reader};
use dedale_race::Race;
use dedale_sokoban::game::Sokoban;
use dedale_text::Lang;
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Feeds the reader of a name.
pub fn read(name: &str, bytes: &[u8]) {
    let (_, reader) = readers::READERS.iter().find(|(known, _)| *known == name).expect("a reader of this name");
    readers::check(*reader, bytes);
}

/// A line such as `maze solve`, then the question as JSON. It is parsed or
/// refused; a small one is answered under limits, or refused, in both
/// languages, and asked again it says the same.
pub fn question(bytes: &[u8]) {
    static WORLDS: LazyLock<Vec<dedale_api::World>> = LazyLock::new(dedale_api::worlds);
    let Some((name, json)) = std::str::from_utf8(bytes).ok().and_then(|text| text.split_once('\n')) else { return };
    let Some((world, name)) = name.split_once(' ') else { return };
    let entries = WORLDS.iter().filter(|known| known.name == world).flat_map(|known| &known.questions);
    let Some(entry) = entries.into_iter().find(|entry| entry.name == name) else { return };
    let Ok(value) = serde_json::from_str(json) else { return };
    let question = match entry.parse(value) {
        Ok(question) => question,
        Err(refusal) => return said(&refusal),
    };
    let again = question.to_json().map(|json| entry.parse(json).map(|question| question.to_json()));
    match again {
        Ok(Ok(Ok(again))) => assert_eq!(question.to_json().ok(), Some(again), "a question written is another"),
        Ok(Err(refusal)) => panic!("a question written is refused: {}", refusal.message(Lang::En)),
        _ => {}
    }
    if entry.cost == Cost::Small {
        let limits = Limits { cells: 4096, bytes: 1 << 20, seconds: 1.0, memory: 256 << 20, threads: Some(1) };
        match question.answer(&Control::new(limits, Reader::default(), Default::default())) {
            Err(refusal) => said(&refusal),
            Ok(answer) => {
                serde_json::from_slice::<serde_json::Value>(&answer.json()).expect("an answer is JSON");
                for lang in [Lang::En, Lang::Fr] {
                    let reader = Reader { lang, ..Reader::default() };
                    answer.write_text(&reader, &mut Vec::new()).expect("an answer has words");
                }
            }
        }
    }
}

fn said(refusal: &dedale_question::Refusal) {
    for lang in [Lang::En, Lang::Fr] {
        assert!(!refusal.message(lang).is_empty(), "refused without a word");
    }
}

/// A line with the name of a game, then settings.
pub fn config(bytes: &[u8]) {
    fn check<G: Game>(text: &str) {
        if let Ok(config) = text.parse::<G::Config>() {
            let written = config.to_string();
            assert_eq!(
                written.parse::<G::Config>().as_ref(),
                Ok(&config),
                "`{text}` written as `{written}` is another"
            );
        }
    }
    let Some((name, text)) = std::str::from_utf8(bytes).ok().and_then(|text| text.split_once('\n')) else { return };
    match name {
        Race::NAME => check::<Race>(text),
        Fish::NAME => check::<Fish>(text),
        MagicMaze::NAME => check::<MagicMaze>(text),
        Sokoban::NAME => check::<Sokoban>(text),
        _ => {}
    }
}

/// Settings small enough to start a thousand times a second.
const GAMES: [(&str, &[&str]); 4] = [
    (Race::NAME, &["size=7,density=0.8,players=2,rounds=2", "size=5,density=1,players=4,block"]),
    (Fish::NAME, &["players=2", "rules=classic,players=5"]),
    (MagicMaze::NAME, &["players=2,time=180", "players=1,scenario=2", "players=8,scenario=7,time=900"]),
    (Sokoban::NAME, &["board=7#|#@$-.-#|#-$-.-#|7#"]),
];

/// A byte for the game and its settings, then an action a line:
/// `SEAT MILLISECONDS ACTION`. `!` instead plays the legal action of that
/// number, so that the fuzzer gets deep into a match; `undo` takes one back.
pub fn actions(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let (name, configs) = GAMES[usize::from(first) % GAMES.len()];
    let config = configs[usize::from(first) / GAMES.len() % configs.len()];
    match name {
        Race::NAME => play::<Race>(config, text),
        Fish::NAME => play::<Fish>(config, text),
        MagicMaze::NAME => play::<MagicMaze>(config, text),
        _ => play::<Sokoban>(config, text),
    }
}

/// A match that begins; made once for all inputs, as that takes longer than to
/// play most of them.
fn begin<G: Game>(config: &'static str) -> Match<G> {
    thread_local! {
        static BEGUN: RefCell<HashMap<&'static str, Box<dyn Any>>> = RefCell::default();
    }
    BEGUN.with_borrow_mut(|begun| {
        let fresh = || {
            let settings: G::Config = config.parse().expect("settings of this file");
            Box::new(Match::<G>::new(settings, 1).expect("settings of this file")) as Box<dyn Any>
        };
        begun.entry(config).or_insert_with(fresh).downcast_ref::<Match<G>>().expect("settings of one game").clone()
    })
}

fn play<G: Game>(config: &'static str, lines: &str) {
    let mut game = begin::<G>(config);
    let seats = G::seats(game.state());
    let mut clock = 0u64;
    for line in lines.lines().take(200) {
        let mut words = line.splitn(3, ' ');
        let (Some(seat), Some(time), Some(text)) = (words.next(), words.next(), words.next()) else { continue };
        let (Ok(seat), Ok(time)) = (seat.parse::<usize>(), time.parse::<u16>()) else { continue };
        let seat = Seat::new(seat % seats);
        clock += u64::from(time);
        if text == "undo" {
            game.undo();
            continue;
        }
        let action = match text.strip_prefix('!').and_then(|number| number.parse::<usize>().ok()) {
            Some(number) => {
                let legal = game.legal(seat);
                legal.get(number % legal.len().max(1)).cloned()
            }
            None => text.parse::<G::Action>().ok(),
        };
        let Some(action) = action else { continue };
        let written = action.to_string();
        assert_eq!(written.parse::<G::Action>().ok().as_ref(), Some(&action), "`{text}` parses back to something else");
        let (before, entries) = (game.state().clone(), game.log().len());
        if game.act(seat, &action, clock).is_err() {
            assert_eq!(game.digest(), G::digest(&before), "the refused `{text}` left a trace");
            assert_eq!(game.log().len(), entries, "the refused `{text}` is in the log");
        }
    }
    for viewer in Viewer::all(seats) {
        let _ = game.view(viewer);
    }
    // The file is read back for one input of eight: that begins two matches anew.
    if !lines.bytes().fold(0, u8::wrapping_add).is_multiple_of(8) {
        return;
    }
    readers::check(
        |bytes| {
            let text = std::str::from_utf8(bytes).expect("a match is text");
            let loaded = dedale_play::file::read::<G>(text).unwrap_or_else(|error| panic!("its own match: {error}"));
            Ok(Some(dedale_play::file::write(&loaded.game)))
        },
        dedale_play::file::write(&game).as_bytes(),
    );
}

/// A message from a client of a room.
pub fn message(bytes: &[u8]) {
    let _ = serde_json::from_slice::<wire::ClientMessage>(bytes);
}
