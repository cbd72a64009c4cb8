//! Every reader of files, under the name of its corpus: it reads or it refuses
//! in both languages, never panics, and what it has read it writes and reads
//! again the same.

use dedale_fish::Fish;
use dedale_magic::format::{read_tiles, write_tile};
use dedale_magic::game::MagicMaze;
use dedale_magic::market_format::{read_market, write_market};
use dedale_maze::{Maze, formats, mask};
use dedale_play::{Game, file};
use dedale_race::{Board, Race};
use dedale_sokoban::game::{self as sokoban, Sokoban};
use dedale_sokoban::read_solutions;
use dedale_text::{Lang, Say};

/// What was read, written anew, or `None` where nothing is written.
pub type Read = Result<Option<String>, Box<dyn Say>>;

/// The readers by name.
pub const READERS: &[(&str, fn(&[u8]) -> Read)] = &[
    ("maze", |bytes| formats::read(bytes).map(|maze| Some(maze_text(&maze))).map_err(refused)),
    ("mask", |bytes| mask::read(bytes, None).map(|_| None).map_err(refused)),
    ("race", |bytes| text(bytes).parse::<Board>().map(|board| Some(board.to_string())).map_err(refused)),
    ("fish", |bytes| text(bytes).parse::<dedale_fish::Board>().map(|board| Some(board.to_string())).map_err(refused)),
    ("magic-market", |bytes| read_market(&text(bytes)).map(|market| Some(write_market(&market))).map_err(refused)),
    ("magic-tile", |bytes| {
        let tiles = read_tiles(&text(bytes)).map_err(refused)?;
        Ok(Some(tiles.iter().map(write_tile).collect()))
    }),
    ("sokoban", |bytes| {
        let collection = dedale_sokoban::read(&old_text(bytes)).map_err(refused)?;
        Ok(Some(dedale_sokoban::write_text(&collection)))
    }),
    ("sokoban-solutions", |bytes| read_solutions(&text(bytes)).map(|_| None).map_err(refused)),
    ("match-race", match_file::<Race>),
    ("match-fish", match_file::<Fish>),
    ("match-magic", match_file::<MagicMaze>),
    ("match-sokoban", match_of_sokoban),
];

/// Reads, and if it worked, reads what was written; says what was refused.
///
/// # Panics
/// When a reader breaks its promise; that is its purpose.
pub fn check(read: fn(&[u8]) -> Read, bytes: &[u8]) -> bool {
    let shown = || String::from_utf8_lossy(bytes).into_owned();
    match read(bytes) {
        Err(fault) => {
            for lang in [Lang::En, Lang::Fr] {
                assert!(!fault.say(lang).is_empty(), "refused without a word:\n{}", shown());
            }
            return false;
        }
        Ok(None) => {}
        Ok(Some(written)) => match read(written.as_bytes()) {
            Ok(again) => assert_eq!(again.as_ref(), Some(&written), "read otherwise:\n{}", shown()),
            Err(fault) => panic!("wrote what it refuses ({}):\n{}", fault.say(Lang::En), shown()),
        },
    }
    true
}

fn match_file<G: Game>(bytes: &[u8]) -> Read {
    let text = text(bytes);
    // As where strangers upload: what takes seconds to start is left to the command.
    let config = file::header(&text).ok().and_then(|header| header.config.parse::<G::Config>().ok());
    if config.is_some_and(|config| G::check_cost(&config).is_err()) {
        return Ok(None);
    }
    file::read::<G>(&text).map(|loaded| Some(file::write(&loaded.game))).map_err(refused)
}

/// Files of Sokoban matches, but for those that make a new level: that takes
/// thousands of times as long as to read one, and one reads the same whatever
/// level it is.
fn match_of_sokoban(bytes: &[u8]) -> Read {
    let config = file::header(&text(bytes)).ok().and_then(|header| header.config.parse().ok());
    if matches!(config, Some(sokoban::Config::Fresh(size, _)) if size.area() > 36) {
        return Ok(None);
    }
    match_file::<Sokoban>(bytes)
}

fn refused(fault: impl Say + 'static) -> Box<dyn Say> {
    Box::new(fault)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Where old files are read, too: what is not UTF-8 is a character a byte.
fn old_text(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect(), str::to_owned)
}

fn maze_text(maze: &Maze) -> String {
    let mut lines = Vec::new();
    formats::write_text(maze, &mut lines).expect("memory takes everything");
    text(&lines)
}
