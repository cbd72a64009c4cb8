//! Games that survive whatever happens to the terminal: every move is on disk
//! before the next one.
//!
//! A match file is appended to as the log grows and written anew when something
//! was taken back, so that a game is at most one move behind. Without `--save`
//! a game at a terminal is kept in the user's data directory, from where
//! `--resume` goes on with it.

use crate::failure::Failure;
use crate::input::Source;
use crate::output;
use dedale_play::file::{self, HASH_EVERY, Loaded};
use dedale_play::{Game, Match};
use dedale_text::tr;
use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::rc::Rc;

/// Where a game is kept and how much of it is there.
#[derive(Clone)]
pub struct Keep(Rc<RefCell<Files>>);

struct Files {
    paths: Vec<PathBuf>,
    players: Vec<String>,
    /// How many entries are on disk; none before the first move.
    written: Option<usize>,
    failure: Option<Failure>,
}

impl Keep {
    /// Keeps a game of a world where `--save` says and, at a terminal, where
    /// `--resume` looks.
    pub fn new(world: &str, save: Option<&std::path::Path>, players: Vec<String>) -> Result<Self, Failure> {
        output::writable(save)?;
        let mut paths: Vec<PathBuf> = save.map(PathBuf::from).into_iter().collect();
        if std::io::stdin().is_terminal()
            && let Some(path) = last(world)
        {
            // A home that cannot be written to is no reason not to play.
            let ready = path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok());
            if ready && output::writable(Some(&path)).is_ok() {
                paths.push(path);
            }
        }
        Ok(Self(Rc::new(RefCell::new(Files { paths, players, written: None, failure: None }))))
    }

    /// Brings the files up to the match; nothing is written before its first
    /// entry, so that a look at a new game does not cost the last one.
    pub fn note<G: Game>(&self, game: &Match<G>) {
        let mut files = self.0.borrow_mut();
        if files.failure.is_some() || game.log().is_empty() && files.written.is_none() {
            return;
        }
        if let Err(failure) = files.bring(game) {
            files.failure = Some(failure);
        }
    }

    /// What a screen calls after every key and every tick.
    pub fn journal<G: Game>(&self) -> dedale_tui::Journal<G> {
        let keep = self.clone();
        Box::new(move |game| keep.note(game))
    }

    /// The last word: the whole file with its closing digest.
    pub fn finish<G: Game>(&self, game: &Match<G>) -> Result<(), Failure> {
        let mut files = self.0.borrow_mut();
        if let Some(failure) = files.failure.take() {
            return Err(failure);
        }
        // A file that was asked for is written even if nothing happened.
        let usual = last(G::NAME);
        for path in files.paths.iter().filter(|path| files.written.is_some() || Some(*path) != usual.as_ref()) {
            output::result(Some(path), file::write_of(game, &files.players).as_bytes())?;
        }
        Ok(())
    }
}

impl Files {
    fn bring<G: Game>(&mut self, game: &Match<G>) -> Result<(), Failure> {
        let length = game.log().len();
        match self.written {
            Some(written) if written == length => return Ok(()),
            Some(written) if written < length => {
                let mut text = String::new();
                for (seq, entry) in game.log().iter().enumerate().skip(written) {
                    text += &(file::entry_line(seq, entry) + "\n");
                    if (seq + 1) % HASH_EVERY == 0 && seq + 1 == length {
                        text += &(file::hash_line(length, game.digest()) + "\n");
                    }
                }
                for path in self.paths.iter().filter(|path| path.as_os_str() != "-") {
                    let named = |error: std::io::Error| Failure::broken(format!("{}: {error}", path.display()));
                    let mut out = OpenOptions::new().append(true).open(path).map_err(named)?;
                    out.write_all(text.as_bytes()).map_err(named)?;
                }
            }
            _ => {
                for path in self.paths.iter().filter(|path| path.as_os_str() != "-") {
                    output::result(Some(path), file::write_of(game, &self.players).as_bytes())?;
                }
            }
        }
        self.written = Some(length);
        Ok(())
    }
}

/// Where the last game of a world at a terminal is kept.
fn last(world: &str) -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")))?;
    Some(base.join("dedale").join(format!("last-{world}.jsonl")))
}

/// The game of `--load FILE` or `--resume`, if either was asked for.
pub fn loaded<G: Game>(load: Option<&str>, resume: bool) -> Result<Option<Loaded<G>>, Failure> {
    let source = match (load, resume) {
        (Some(name), _) => Source::read(name)?,
        (None, true) => {
            let nothing =
                || Failure::new("there is no game to go on with yet", "il n'y a pas encore de partie à reprendre");
            let path = last(G::NAME).filter(|path| path.exists()).ok_or_else(nothing)?;
            Source::read(&path.to_string_lossy())?
        }
        (None, false) => return Ok(None),
    };
    let loaded = file::read::<G>(source.text()?).map_err(|error| source.at(&error))?;
    if let Some(line) = loaded.cut {
        anstream::eprintln!(
            "{}: {} {line}",
            tr("the last line was cut short and is dropped", "la dernière ligne, coupée, est laissée de côté"),
            tr("line", "ligne"),
        );
    }
    Ok(Some(loaded))
}

/// Refuses options that say how a new game is, given with a game to go on with.
pub fn no_new_game(what: &str, options: &[(&str, bool)]) -> Result<(), Failure> {
    match options.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((name, _)) => Err(Failure::new(
            format!("found {name} with {what}, where it has no effect: the game has its settings"),
            format!("trouvé {name} avec {what}, où elle est sans effet : la partie a ses réglages"),
        )),
    }
}
