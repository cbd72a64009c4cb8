//! Every reader of the house, fed with files that were broken at random: it
//! reads or it refuses, in both languages, and never panics; what it has read
//! it writes and reads again the same.
//!
//! `BROKEN=100000 cargo test --release -p dedale --test broken_files` looks longer.

use dedale_fish::{Fish, Layout, Tile};
use dedale_grid::{Rng, Size};
use dedale_magic::deck::Extras;
use dedale_magic::format::{read_tiles, write_tile};
use dedale_magic::game::MagicMaze;
use dedale_magic::generate::Generator;
use dedale_magic::grow::grow;
use dedale_magic::market_format::{read_market, write_market};
use dedale_maze::{Algorithm, Maze, Options, Plan, formats, generate, mask};
use dedale_play::{Game, Match, file};
use dedale_race::{Board, Race};
use dedale_sokoban::game::Sokoban;
use dedale_sokoban::{read_solutions, write_slc};
use dedale_text::{Lang, Say};

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

/// Reads broken copies of the files. A reader gives what it has read, written
/// anew, or why it refused; `None` where nothing is written.
fn torment<F: Say>(what: &str, files: &[String], read: impl Fn(&[u8]) -> Result<Option<String>, F>) {
    let mut rng = Rng::new(7);
    let mut refused = 0;
    for file in files {
        assert!(read(file.as_bytes()).is_ok(), "{what}: a sound file is refused:\n{file}");
        for _ in 0..rounds() {
            let bytes = broken(file.as_bytes(), &mut rng);
            let shown = || String::from_utf8_lossy(&bytes).into_owned();
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(&bytes))) {
                Err(_) => panic!("{what}: the reader panicked on\n{}", shown()),
                Ok(Err(fault)) => {
                    refused += 1;
                    for lang in [Lang::En, Lang::Fr] {
                        assert!(!fault.say(lang).is_empty(), "{what}: refused without a word\n{}", shown());
                    }
                }
                Ok(Ok(None)) => {}
                Ok(Ok(Some(written))) => match read(written.as_bytes()) {
                    Ok(again) => assert_eq!(again.as_ref(), Some(&written), "{what}: read otherwise\n{}", shown()),
                    Err(fault) => panic!("{what}: wrote what it refuses ({}):\n{}", fault.say(Lang::En), shown()),
                },
            }
        }
    }
    assert!(refused > files.len() * rounds() / 20, "{what}: hardly anything was refused");
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The file of a match of some random moves.
fn played<G: Game>(config: &str) -> String {
    let config: G::Config = config.parse().unwrap_or_else(|_| panic!("a sound configuration is refused: {config}"));
    let mut game = Match::<G>::new(config, 5).expect("a sound match");
    let mut rng = Rng::new(3);
    for turn in 0..40 {
        let seats: Vec<_> = G::active(game.state()).iter().collect();
        let Some(&seat) = rng.choose(&seats) else { break };
        let legal = game.legal(seat);
        if let Some(action) = rng.choose(&legal) {
            game.act(seat, action, turn * 10).expect("a legal move");
        }
    }
    file::write(&game)
}

fn torment_matches<G: Game>(configs: &[&str]) {
    let files: Vec<String> = configs.iter().map(|config| played::<G>(config)).collect();
    torment(G::NAME, &files, |bytes| file::read::<G>(&text(bytes)).map(|loaded| Some(file::write(&loaded.game))));
}

fn maze() -> Maze {
    let plan = Plan::new(Size::new(5, 7).expect("a small size"));
    generate(Algorithm::Prim, &plan, &Options::default(), 3).into()
}

fn maze_text(maze: &Maze) -> String {
    let mut lines = Vec::new();
    formats::write_text(maze, &mut lines).expect("memory takes everything");
    text(&lines)
}

#[test]
fn mazes_in_every_format() {
    let maze = maze();
    let json = formats::to_json(&maze, &formats::Origin::default()).to_string();
    let files = [maze_text(&maze), formats::to_numbers(&maze), json];
    torment("maze", &files, |bytes| formats::read(bytes).map(|maze| Some(maze_text(&maze))));
}

#[test]
fn masks() {
    torment("mask", &["..#\n.#.\n...\n".into()], |bytes| mask::read(bytes, None).map(|_| None));
}

#[test]
fn boards_of_the_race() {
    let board = "*********\n*1      *\n* * * * *\n*   C   *\n* * *** *\n*      2*\n*********\n";
    torment("race", &[board.into()], |bytes| text(bytes).parse::<Board>().map(|board| Some(board.to_string())));
}

#[test]
fn towns() {
    let mut board = dedale_fish::Board::new(Size::new(6, 7).expect("a small size"));
    for (cell, tile) in board.size().cells().step_by(5).zip([Tile::Tree, Tile::Road, Tile::Free].into_iter().cycle()) {
        board.set(cell, tile);
    }
    let files = [Layout::Compact.write(&board), Layout::Framed.write(&board)];
    torment("fish", &files, |bytes| text(bytes).parse::<dedale_fish::Board>().map(|board| Some(board.to_string())));
}

#[test]
fn supermarkets_and_tiles() {
    let market = grow(6, Extras::default(), 3);
    torment("magic market", &[write_market(&market)], |bytes| {
        read_market(&text(bytes)).map(|market| Some(write_market(&market)))
    });
    let tile = write_tile(&Generator::new().classic(&mut Rng::new(4)));
    torment("magic tile", &[tile], |bytes| {
        read_tiles(&text(bytes)).map(|tiles| Some(tiles.iter().map(write_tile).collect()))
    });
}

#[test]
fn levels_in_every_format() {
    let level = "; corner\n#######\n#@ $ .#\n# $.  #\n#######\nAuthor: A\n\nSolution:\nrRRlldR\n\n; runs\n7#|#.@-#-#|#$*-$-#|#3-$-#|#-..--#|#--*--#|7#\n";
    let slc = write_slc(&dedale_sokoban::read(level).expect("a sound collection"));
    torment("sokoban", &[level.into(), slc], |bytes| {
        dedale_sokoban::read(&text(bytes)).map(|collection| Some(dedale_sokoban::write_text(&collection)))
    });
    torment("solutions", &["rRR2(lld)R\n3R(uL)2\n".into()], |bytes| read_solutions(&text(bytes)).map(|_| None));
}

#[test]
fn matches() {
    torment_matches::<Race>(&["size=7,density=0.7,players=2,rounds=2", "size=5,density=1,players=4,block"]);
    torment_matches::<Fish>(&["players=2", "rules=classic,players=5"]);
    torment_matches::<MagicMaze>(&["players=2,time=0", "players=1,scenario=2", "players=8,scenario=7,time=900"]);
    torment_matches::<Sokoban>(&["level=1", "board=6#|#@$-.#|6#", "size=7x7,boxes=2"]);
}
