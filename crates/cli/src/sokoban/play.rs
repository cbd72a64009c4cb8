//! `dedale sokoban play`.

use crate::ask::refused;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use clap::Args;
use dedale_question::{Control, Source};
use dedale_sokoban::game::code;
use dedale_sokoban::questions::{LevelChoice, Levels};
use dedale_sokoban::{Level, shipped};
use dedale_text::tr;
use dedale_tui::sokoban::{Keeper, Record, Sokoban, plain};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::PathBuf;

#[derive(Args)]
pub struct PlayArgs {
    #[arg(value_name = "FILE", help = tr("The levels; without, those that come with the program", "Les niveaux ; sans, ceux fournis avec le programme"))]
    file: Option<String>,

    #[command(flatten)]
    level: LevelChoice,

    #[arg(long, help = tr(
        "Line by line, as when there is no terminal: moves and commands in, boards out (try `help`)",
        "Ligne par ligne, comme sans terminal : coups et commandes en entrée, plateaux en sortie (essayer « help »)"
    ))]
    plain: bool,
}

pub fn run(args: &PlayArgs, context: &Context) -> Answer {
    let (entries, index) = match &args.file {
        Some(file) => {
            let levels = Levels::read(&Source::File(file.clone()), &Control::default()).map_err(refused)?;
            let (good, skipped) = levels.sorted(args.level, file).map_err(refused)?;
            skipped.note(context.lang).into_iter().for_each(|note| anstream::eprintln!("{note}"));
            let first = good.first().and_then(|(number, _)| levels.place(*number).ok()).unwrap_or(0);
            (levels.collection.entries, first)
        }
        None => {
            let entries = shipped().to_vec();
            let first = args.level.first(entries.len(), "dedale").map_err(refused)?;
            (entries, first)
        }
    };
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if args.plain || !terminal {
        let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
        let solved = plain(&entries, index, &mut Book::open(), &mut input, &mut output).map_err(Failure::broken)?;
        return Ok(if solved { Done::Yes } else { Done::No });
    }
    let mut screen = Sokoban::new(entries, index, Box::new(Book::open()));
    context.show(&mut screen)
}

/// Records in a file: one line a level, fields separated by tabs.
struct Book {
    path: Option<PathBuf>,
    records: BTreeMap<String, Record>,
}

impl Book {
    /// The book in the user's data directory; kept in memory only if there is
    /// none.
    fn open() -> Self {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let base = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
        let path = base.map(|base| base.join("dedale/sokoban.tsv"));
        let text = path.as_ref().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        Self { path, records: parse(&text) }
    }
}

fn parse(text: &str) -> BTreeMap<String, Record> {
    let pair = |text: &str| {
        let (one, two) = text.split_once('/')?;
        Some((one.parse().ok()?, two.parse().ok()?))
    };
    let line = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [level, moves, pushes, saved] = fields[..] else { return None };
        let record = Record { best_moves: pair(moves), best_pushes: pair(pushes), saved: saved.to_owned() };
        Some((level.to_owned(), record))
    };
    text.lines().filter_map(line).collect()
}

fn write(records: &BTreeMap<String, Record>) -> String {
    let pair = |pair: Option<(usize, usize)>| pair.map(|(one, two)| format!("{one}/{two}")).unwrap_or_default();
    records
        .iter()
        .map(|(level, r)| format!("{level}\t{}\t{}\t{}\n", pair(r.best_moves), pair(r.best_pushes), r.saved))
        .collect()
}

impl Keeper for Book {
    fn load(&self, level: &Level) -> Record {
        self.records.get(&code(level)).cloned().unwrap_or_default()
    }

    fn save(&mut self, level: &Level, record: &Record) {
        self.records.insert(code(level), record.clone());
        let Some(path) = &self.path else { return };
        // A record that cannot be kept must not end the game.
        if let Some(folder) = path.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let _ = crate::output::result(Some(path), write(&self.records).as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_reads_back() {
        let record = Record { best_moves: Some((9, 4)), best_pushes: None, saved: "rrl".to_owned() };
        let records = BTreeMap::from([("5#|#@$.#|5#".to_owned(), record)]);
        assert_eq!(parse(&write(&records)), records);
        assert!(parse("torn line\tx").is_empty());
    }
}
