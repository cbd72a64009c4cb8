//! Every reader of the house, fed with its corpus (`fuzz/corpus`) and with
//! copies of it that were broken at random: it reads or it refuses, in both
//! languages, and never panics; what it has read it writes and reads again the
//! same. `fuzz/run.sh` does the same led by coverage.
//!
//! `BROKEN=100000 cargo test --release -p dedale --test broken_files` looks longer.

#[path = "../../../fuzz/src/readers.rs"]
mod readers;

use dedale_grid::Rng;
use readers::{READERS, check};
use std::path::Path;

/// Numbers at the edges of what programs count with.
const NUMBERS: [&str; 8] =
    ["0", "-1", "1e9", "255", "65536", "4294967296", "18446744073709551615", "99999999999999999999"];
/// What files of ours are made of, and some letters that none of them is.
const LETTERS: &[u8] = b"0123456789 \t\r\n#@$.*+|-o{}[]\",:=;_<>/abSEClurdLURD\0\x7f\xc3\xa9\xff";

/// How many broken copies of each file are read.
fn rounds() -> usize {
    std::env::var("BROKEN").ok().and_then(|count| count.parse().ok()).unwrap_or(400)
}

/// Breaks a file in one to four places.
fn broken(whole: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() as u64 + 1) as usize;
        let span = at..(at + 1 + rng.below(12) as usize).min(bytes.len()).max(at);
        match rng.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(span)),
            2 => {
                let copy = bytes[span].to_vec();
                bytes.splice(at..at, copy);
            }
            3 => drop(bytes.splice(at..at, NUMBERS[rng.below(NUMBERS.len() as u64) as usize].bytes())),
            4 => bytes.insert(at, LETTERS[rng.below(LETTERS.len() as u64) as usize]),
            5 => {
                let run: Vec<u8> = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).copied().collect();
                let number = NUMBERS[rng.below(NUMBERS.len() as u64) as usize];
                drop(bytes.splice(at..at + run.len(), number.bytes()));
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = LETTERS[rng.below(LETTERS.len() as u64) as usize];
                }
            }
        }
    }
    bytes
}

/// Feeds a reader with its corpus and with broken copies of it.
fn torment(name: &str) {
    let read = READERS.iter().find(|(known, _)| *known == name).expect("a reader of this name").1;
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut files: Vec<_> =
        std::fs::read_dir(corpus).expect("a corpus").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let (mut rng, mut sound, mut refused) = (Rng::new(7), 0, 0);
    for file in files {
        let whole = std::fs::read(&file).expect("a file of the corpus");
        // The corpus holds what was once broken too.
        sound += usize::from(check(read, &whole));
        for _ in 0..rounds() {
            let bytes = broken(&whole, &mut rng);
            match std::panic::catch_unwind(|| check(read, &bytes)) {
                Ok(read) => refused += usize::from(!read),
                Err(_) => panic!("{name}: failed on\n{}", String::from_utf8_lossy(&bytes)),
            }
        }
    }
    assert!(sound > 0, "{name}: no sound file in the corpus");
    assert!(refused > rounds() / 20, "{name}: hardly anything was refused");
}

/// A test a reader, so that they run beside each other.
macro_rules! torment {
    ($($test:ident: $name:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            torment($name);
        })*

        #[test]
        fn every_reader_has_its_test() {
            assert_eq!(READERS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), [$($name),*]);
        }
    };
}

torment! {
    mazes: "maze",
    masks: "mask",
    boards_of_the_race: "race",
    towns: "fish",
    supermarkets: "magic-market",
    tiles: "magic-tile",
    levels: "sokoban",
    solutions: "sokoban-solutions",
    matches_of_the_race: "match-race",
    matches_of_fresh_fish: "match-fish",
    matches_of_magic_maze: "match-magic",
    matches_of_sokoban: "match-sokoban",
}
