//! Sokoban line by line, for scripts and for terminals that cannot draw.
//!
//! Each line is a command or moves in LURD; after each the board is printed,
//! or the answer. The same rules and the same helpers as on the screen.

use super::think::hint;
use super::{Keeper, begin, count_moves, count_pushes, lost};
use dedale_grid::{Cell, Dir, Point};
use dedale_play::{EntryKind, Match, Seat};
use dedale_sokoban::game::{Action, Sokoban as Rules};
use dedale_sokoban::{Analysis, Entry, Level, Limits, Moves, Options, Travel, Verdict, solve};
use dedale_text::{Lang, Say, tr};
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// How long the solver thinks about a question.
const PATIENCE: f64 = 20.0;

/// Plays some levels, starting with one of them, until the input ends. True
/// if the level at hand is solved then.
///
/// # Panics
/// If there are no levels.
pub fn plain(
    levels: &[Entry],
    index: usize,
    keeper: &mut dyn Keeper,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<bool> {
    let index = index.min(levels.len() - 1);
    let mut game = Plain { levels, index, game: begin(&levels[index].level), undone: Vec::new(), keeper };
    write!(output, "{}", game.board())?;
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let command = line.trim().to_owned();
        line.clear();
        match command.as_str() {
            "" => {}
            "quit" => break,
            command => write!(output, "{}", game.answer(command))?,
        }
        output.flush()?;
    }
    Ok(game.game.outcome().is_some())
}

struct Plain<'a> {
    levels: &'a [Entry],
    index: usize,
    game: Match<Rules>,
    undone: Vec<Action>,
    keeper: &'a mut dyn Keeper,
}

impl Plain<'_> {
    fn start(&self) -> &Level {
        &self.levels[self.index].level
    }

    fn present(&self) -> Option<Level> {
        let state = self.game.state();
        Level::from_rows(self.start().rows_with(&state.boxes(), state.player())).ok()
    }

    fn board(&self) -> String {
        let state = self.game.state();
        let (moves, pushes) = state.counts();
        let mut text = self.start().rows_with(&state.boxes(), state.player()).join("\n");
        let solved = self.game.outcome().is_some();
        text += &format!(
            "\n{}/{} {}: {}, {}{}\n",
            self.index + 1,
            self.levels.len(),
            self.levels[self.index].title,
            count_moves(moves as usize),
            count_pushes(pushes as usize),
            if solved { tr(", solved", ", résolu") } else { "" },
        );
        if let Some(lost) = self.present().filter(|_| !solved).and_then(|level| lost(&level)) {
            text += &told(&lost.line().say(Lang::current()));
        }
        text
    }

    fn answer(&mut self, command: &str) -> String {
        let mut words = command.split_whitespace();
        let (first, second, third) = (words.next().unwrap_or_default(), words.next(), words.next());
        match first {
            "help" => return help(),
            "undo" => {
                let last = self.game.log().last().and_then(|entry| match entry.kind {
                    EntryKind::Act(_, action) => Some(action),
                    EntryKind::Tick => None,
                });
                match last.filter(|_| self.game.undo()) {
                    Some(action) => self.undone.push(action),
                    None => return told(tr("there is nothing to take back", "il n'y a rien à annuler")),
                }
            }
            "redo" => match self.undone.pop() {
                Some(action) => return self.act(action, false).unwrap_or_else(|| self.board()),
                None => return told(tr("there is nothing to do again", "il n'y a rien à refaire")),
            },
            "restart" => self.open(self.index),
            "next" => self.open((self.index + 1) % self.levels.len()),
            "previous" => self.open((self.index + self.levels.len() - 1) % self.levels.len()),
            "level" => {
                match second.and_then(|word| word.parse().ok()).filter(|n| (1..=self.levels.len()).contains(n)) {
                    Some(number) => self.open(number - 1),
                    None => {
                        return format!(
                            "{} 1-{}\n",
                            tr("expected a level of", "attendu un niveau de"),
                            self.levels.len()
                        );
                    }
                }
            }
            "push" => match command.parse() {
                Ok(action) => return self.act(action, true).unwrap_or_else(|| self.board()),
                Err(error) => return told(&dedale_text::Say::say(&error, Lang::current())),
            },
            "carry" => return self.carry(second, third),
            "hint" | "solvable" | "solve" => return self.ask(first),
            "dead" => {
                let analysis = Analysis::new(self.start()).map(|analysis| analysis.dead).unwrap_or_default();
                return self.places(&analysis);
            }
            "frozen" => {
                let analysis = self.present().and_then(|level| Analysis::new(&level).ok());
                return self.places(&analysis.map(|analysis| analysis.frozen).unwrap_or_default());
            }
            "save" => {
                let mut record = self.keeper.load(self.start());
                record.saved = self.lurd().to_string();
                let level = self.levels[self.index].level.clone();
                self.keeper.save(&level, &record);
                return told(tr("saved", "gardé"));
            }
            "load" => {
                let saved = Moves::parse(&self.keeper.load(self.start()).saved).unwrap_or_default();
                self.open(self.index);
                return self.walk(&saved);
            }
            "moves" => return format!("{}\n", self.lurd()),
            _ => match Moves::parse(command) {
                Ok(moves) => return self.walk(&moves),
                Err(error) => return format!("{}\n{}", error.say(Lang::current()), help()),
            },
        }
        self.board()
    }

    fn open(&mut self, index: usize) {
        self.index = index;
        self.game = begin(&self.levels[index].level);
        self.undone.clear();
    }

    fn walk(&mut self, moves: &Moves) -> String {
        for step in &moves.0 {
            if let Some(refused) = self.act(Action::Go(step.dir), true) {
                return refused + &self.board();
            }
        }
        self.board()
    }

    /// Does something; what was refused otherwise.
    fn act(&mut self, action: Action, anew: bool) -> Option<String> {
        if let Err(refused) = self.game.act(Seat::new(0), &action, 0) {
            return Some(told(&refused.say(Lang::current())));
        }
        if anew {
            self.undone.clear();
        }
        if self.game.outcome().is_some() {
            let (moves, pushes) = self.game.state().counts();
            let level = self.levels[self.index].level.clone();
            let mut record = self.keeper.load(&level);
            record.keep(moves as usize, pushes as usize);
            self.keeper.save(&level, &record);
        }
        None
    }

    /// Everything done so far as moves.
    fn lurd(&self) -> Moves {
        let mut past: Match<Rules> = begin(self.start());
        let mut steps = Vec::new();
        for entry in self.game.log() {
            let EntryKind::Act(seat, action) = &entry.kind else { continue };
            if let Action::Push(at, dir) = action {
                let way = Level::from_rows(self.start().rows_with(&past.state().boxes(), past.state().player()))
                    .ok()
                    .and_then(|level| walk_behind(&level, *at, *dir));
                steps.extend(way.unwrap_or_default());
            }
            let (Action::Go(dir) | Action::Push(_, dir)) = *action;
            let before = past.state().counts().1;
            if past.act(*seat, action, entry.t_ms).is_ok() {
                steps.push(dedale_sokoban::Step { dir, push: past.state().counts().1 > before });
            }
        }
        Moves(steps)
    }

    fn carry(&mut self, from: Option<&str>, to: Option<&str>) -> String {
        let size = self.start().size();
        let cell = |word: Option<&str>| size.cell(word?.parse::<Point>().ok()?);
        let (Some(from), Some(to)) = (cell(from), cell(to)) else {
            return told(tr("expected carry ROW,COLUMN ROW,COLUMN", "attendu carry LIGNE,COLONNE LIGNE,COLONNE"));
        };
        match self.present().and_then(|level| Travel::new(&level, from)?.moves(to)) {
            Some(moves) => self.walk(&moves),
            None => told(tr("the box cannot get there", "la caisse ne peut pas y aller")),
        }
    }

    fn ask(&self, question: &str) -> String {
        let Some(level) = self.present() else { return String::new() };
        let begin = Instant::now();
        let clock = || begin.elapsed().as_secs_f64();
        let answer =
            solve(&level, &Options::default(), Limits { seconds: PATIENCE, clock: &clock, ..Limits::default() });
        match answer.map(|answer| (answer.verdict, answer.solution)) {
            Ok((_, Some((moves, _)))) => match question {
                "hint" => format!("{}\n", hint(&moves)),
                "solve" => format!("{moves}\n"),
                _ => told(tr("yes, it can be solved", "oui, c'est soluble")),
            },
            Ok((Verdict::Unsolvable, _)) => told(tr("no: take something back", "non : il faut revenir en arrière")),
            _ => told(tr("I could not find out", "je n'ai pas trouvé")),
        }
    }

    fn places(&self, cells: &[Cell]) -> String {
        let size = self.start().size();
        let places: Vec<String> = cells.iter().map(|&cell| size.point(cell).to_string()).collect();
        format!("{}\n", places.join(" "))
    }
}

/// The walk to the far side of a box.
fn walk_behind(level: &Level, at: Point, dir: Dir) -> Option<Vec<dedale_sokoban::Step>> {
    let size = level.size();
    let stand = size.step(size.cell(at)?, dir.opposite())?;
    let free = |cell: Cell| level.ground(cell) != dedale_sokoban::Ground::Wall && !level.boxes().contains(&cell);
    let mut came: Vec<Option<Dir>> = vec![None; size.area()];
    let mut queue = std::collections::VecDeque::from([level.player()]);
    while let Some(cell) = queue.pop_front() {
        if cell == stand {
            break;
        }
        for (dir, next) in size.neighbours(cell) {
            if free(next) && came[next.index()].is_none() && next != level.player() {
                came[next.index()] = Some(dir);
                queue.push_back(next);
            }
        }
    }
    let mut way = Vec::new();
    let mut cell = stand;
    while cell != level.player() {
        let dir = came[cell.index()]?;
        way.push(dedale_sokoban::Step { dir, push: false });
        cell = size.step(cell, dir.opposite())?;
    }
    way.reverse();
    Some(way)
}

fn told(text: &str) -> String {
    format!("{text}\n")
}

fn help() -> String {
    told(tr(
        "moves such as rrU · push ROW,COLUMN DIRECTION · carry ROW,COLUMN ROW,COLUMN · undo · redo · restart\n\
         hint · solvable · solve · dead · frozen · moves · save · load · level N · next · previous · quit",
        "des coups comme rrU · push LIGNE,COLONNE DIRECTION · carry LIGNE,COLONNE LIGNE,COLONNE · undo · redo · restart\n\
         hint · solvable · solve · dead · frozen · moves · save · load · level N · next · previous · quit",
    ))
}

#[cfg(test)]
mod tests {
    use super::super::Record;
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[derive(Default)]
    struct Pocket(Rc<RefCell<Record>>);

    impl Keeper for Pocket {
        fn load(&self, _: &Level) -> Record {
            self.0.borrow().clone()
        }

        fn save(&mut self, _: &Level, record: &Record) {
            *self.0.borrow_mut() = record.clone();
        }
    }

    const LEVEL: &str = "; one\n\n########\n#@ $  .#\n#      #\n########\n";

    fn play(script: &str) -> (String, bool, Record) {
        let levels = dedale_sokoban::read(LEVEL).expect("levels").entries;
        let mut pocket = Pocket::default();
        let mut said = Vec::new();
        let solved = plain(&levels, 0, &mut pocket, &mut script.as_bytes(), &mut said).expect("memory does not fail");
        let record = pocket.0.borrow().clone();
        (String::from_utf8(said).expect("text"), solved, record)
    }

    #[test]
    fn a_script_solves_a_level() {
        let (said, solved, record) = play("hint\nrr\nundo\nredo\nmoves\npush 1,4 right\ncarry 1,5 1,6\nmoves\n");
        assert!(solved, "{said}");
        assert!(said.contains("#  @$ .#\n") && said.contains("1/1 one: 2 moves, 1 push\n"), "{said}");
        assert!(said.contains("\nrR\n") && said.contains("\nrRRR\n") && said.contains("solved"), "{said}");
        assert_eq!((record.best_moves, record.best_pushes), (Some((4, 3)), Some((3, 4))));
    }

    #[test]
    fn nonsense_is_answered() {
        for (script, part) in [
            ("dance\n", "expected one of"),
            ("u\n", "there is a wall"),
            ("push 0,0 up\n", "there is no box on 0,0"),
            ("push x\n", "expected up, right, down, left"),
            ("carry 1,3 9,9\n", "expected carry"),
            ("level 7\n", "1-1"),
            ("undo\n", "nothing to take back"),
        ] {
            let (said, solved, _) = play(script);
            assert!(said.contains(part) && !solved, "{script}: {said}");
        }
    }

    #[test]
    fn a_push_is_written_with_its_walk() {
        let (said, ..) = play("push 1,3 left\nmoves\nsolvable\ndead\nsave\nrestart\nload\n");
        assert!(said.contains("\nrdrruL\n"), "{said}");
        assert!(said.contains("yes, it can be solved") && said.contains("2,1 "), "{said}");
        assert!(said.trim_end().ends_with("6 moves, 1 push"), "{said}");
    }
}
