//! Sokoban in the terminal.
//!
//! Walk and push with the arrows; take back and do again without end; choose a
//! box and where it goes; ask for dead squares, frozen boxes, a hint, or
//! whether the level can still be solved. The solver thinks on a thread of its
//! own, so that keys are answered at once.

mod carry;
mod plain;
mod record;
mod rules;
mod show;
mod think;

pub use plain::plain;
pub use record::{Keeper, Record};

use crate::{Board, Flow, Screen, words};
use dedale_draw::{Theme, role};
use dedale_grid::{Cell, Dir};
use dedale_play::{Match, Seat};
use dedale_sokoban::game::{Action, Config, Sokoban as Rules};
use dedale_sokoban::{Analysis, DiagnoseOptions, Entry, Level, Loss, Moves, Step, diagnose};
use dedale_text::{Lang, Say, plural, tr};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::time::{Duration, Instant};
use think::{Question, Thinking};

/// What the arrows do.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mode {
    /// Move the player.
    Walk,
    /// Choose a box: its number.
    Pick(usize),
    /// Choose where the box goes: its cell, the choices, the chosen one.
    Place(Cell, Vec<Cell>, usize),
}

/// The screen.
pub struct Sokoban {
    levels: Vec<Entry>,
    index: usize,
    game: Match<Rules>,
    undone: Vec<Dir>,
    replaying: Vec<Dir>,
    /// Whether the solver played along: that is no result of the player's.
    shown: bool,
    mode: Mode,
    show_dead: bool,
    show_frozen: bool,
    dead: Vec<Cell>,
    /// Why the position is lost, if that is plain to see.
    lost: Option<Loss>,
    message: String,
    thinking: Option<Thinking>,
    /// Whether moves are kept as they are made: not over a saved game that was
    /// not taken up.
    keeping: bool,
    keeper: Box<dyn Keeper>,
    record: Record,
    started: Instant,
}

impl Sokoban {
    /// A screen for some levels, starting with one of them.
    ///
    /// # Panics
    /// If there are no levels.
    pub fn new(levels: Vec<Entry>, index: usize, keeper: Box<dyn Keeper>) -> Self {
        let index = index.min(levels.len() - 1);
        let game = begin(&levels[index].level);
        let mut screen = Self {
            levels,
            index,
            game,
            undone: Vec::new(),
            replaying: Vec::new(),
            shown: false,
            mode: Mode::Walk,
            show_dead: false,
            show_frozen: false,
            dead: Vec::new(),
            lost: None,
            message: String::new(),
            thinking: None,
            keeping: false,
            keeper,
            record: Record::default(),
            started: Instant::now(),
        };
        screen.open(index);
        screen
    }

    fn open(&mut self, index: usize) {
        self.stop_thinking();
        self.index = index;
        self.game = begin(&self.levels[index].level);
        self.undone.clear();
        self.replaying.clear();
        self.shown = false;
        self.mode = Mode::Walk;
        self.dead = Analysis::new(&self.levels[index].level).map(|analysis| analysis.dead).unwrap_or_default();
        self.lost = lost(&self.levels[index].level);
        self.record = self.keeper.load(&self.levels[index].level);
        self.keeping = self.record.saved.is_empty();
        self.message = if self.record.saved.is_empty() {
            String::new()
        } else {
            tr("a saved game is here: press l to load it", "une partie est gardée : touche l pour la reprendre")
                .to_owned()
        };
    }

    fn start_level(&self) -> &Level {
        &self.levels[self.index].level
    }

    fn boxes(&self) -> Vec<Cell> {
        self.game.state().boxes()
    }

    fn player(&self) -> Cell {
        self.game.state().player()
    }

    /// The present position as a level.
    fn present(&self) -> Option<Level> {
        Level::from_rows(self.start_level().rows_with(&self.boxes(), self.player())).ok()
    }

    fn played(&self) -> Vec<Dir> {
        let deeds = self.game.log().iter().map(|entry| &entry.kind);
        deeds
            .filter_map(
                |deed| if let dedale_play::EntryKind::Act(_, Action::Go(dir)) = deed { Some(*dir) } else { None },
            )
            .collect()
    }

    /// Makes a step; what was taken back before is forgotten.
    fn step(&mut self, dir: Dir) -> bool {
        let time = self.started.elapsed().as_millis() as u64;
        let pushes = self.pushes();
        let done = match self.game.act(Seat::new(0), &Action::Go(dir), time.max(self.game.clock())) {
            Ok(_) => true,
            Err(refused) => {
                self.message = refused.say(Lang::current());
                false
            }
        };
        if pushes != self.pushes() {
            self.look();
        }
        if done && self.game.outcome().is_some() {
            self.finish();
        }
        done
    }

    fn pushes(&self) -> u64 {
        u64::from(self.game.state().counts().1)
    }

    /// Sees whether the boxes can still come home.
    fn look(&mut self) {
        let solved = self.game.outcome().is_some();
        self.lost = self.present().filter(|_| !solved).and_then(|level| lost(&level));
    }

    fn finish(&mut self) {
        let (moves, pushes) = self.game.state().counts();
        let (moves, pushes) = (moves as usize, pushes as usize);
        if !self.shown {
            self.record.keep(moves, pushes);
            self.keeper.save(&self.levels[self.index].level, &self.record);
        }
        self.message = tr("Solved! n: next level", "Résolu ! n : niveau suivant").to_owned();
    }

    fn walk(&mut self, dir: Dir) {
        self.message.clear();
        self.stop_thinking();
        if self.step(dir) {
            self.undone.clear();
        }
    }

    fn undo(&mut self) {
        self.message.clear();
        self.stop_thinking();
        let last = self.played().last().copied();
        if let Some(dir) = last.filter(|_| self.game.undo()) {
            self.undone.push(dir);
        }
        self.look();
    }

    fn redo(&mut self) {
        self.message.clear();
        self.stop_thinking();
        if let Some(dir) = self.undone.pop() {
            self.step(dir);
        }
    }

    /// Shows everything that was done so far again from the start.
    fn replay(&mut self) {
        let mut played = self.played();
        played.reverse();
        let shown = self.shown;
        self.open(self.index);
        self.shown = shown;
        self.replaying = played;
        self.message = tr("watch; any key goes to the end", "regardez ; une touche va à la fin").to_owned();
    }
}

/// So many moves, in words.
pub fn count_moves(count: usize) -> String {
    let lang = Lang::current();
    format!("{count} {}", plural(lang, count as u64, lang.pick("move", "coup"), lang.pick("moves", "coups")))
}

/// So many pushes, in words.
pub fn count_pushes(count: usize) -> String {
    let lang = Lang::current();
    format!("{count} {}", plural(lang, count as u64, lang.pick("push", "poussée"), lang.pick("pushes", "poussées")))
}

fn begin(level: &Level) -> Match<Rules> {
    Match::new(Config::Board(level.clone()), 0).expect("a level can always be played")
}

fn direction(key: KeyCode) -> Option<Dir> {
    match key {
        KeyCode::Up | KeyCode::Char('k' | 'z') => Some(Dir::Up),
        KeyCode::Right | KeyCode::Char('m') => Some(Dir::Right),
        KeyCode::Down | KeyCode::Char('j') => Some(Dir::Down),
        KeyCode::Left => Some(Dir::Left),
        _ => None,
    }
}

impl Screen for Sokoban {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let width = frame.area().width;
        let mut lines: Vec<Line<'_>> = Vec::new();
        if let Some(lost) = &self.lost {
            let warning = lost.line().say(Lang::current());
            let style = Style::new().fg(crate::color(role::CURRENT.color(Theme::Dark))).add_modifier(Modifier::BOLD);
            lines.extend(words::sentence(&format!("{warning} ({})", tr("u takes it back", "u annule")), width));
            lines.iter_mut().for_each(|line| line.style = style);
        }
        lines.push(Line::from(Span::styled(self.message.clone(), bold)));
        lines.extend(words::set(self.keys(), width));
        let [head, body, foot] =
            Layout::vertical([Constraint::Length(2), Constraint::Min(1), Constraint::Length(lines.len() as u16)])
                .areas(frame.area());
        let (moves, pushes) = self.game.state().counts();
        let entry = &self.levels[self.index];
        let title = format!(
            "{}/{} {}   {} {moves}   {} {pushes}",
            self.index + 1,
            self.levels.len(),
            entry.title,
            tr("moves", "coups"),
            tr("pushes", "poussées"),
        );
        let best = match (self.record.best_moves, self.record.best_pushes) {
            (Some((moves, _)), Some((pushes, _))) => {
                format!("{} {}, {}", tr("best:", "record :"), count_moves(moves), count_pushes(pushes))
            }
            _ => String::new(),
        };
        let top = vec![Line::from(Span::styled(title, bold)), Line::from(best)];
        frame.render_widget(Paragraph::new(top), head);
        let at = self.start_level().size().point(self.player());
        let canvas = self.canvas();
        frame.render_widget(
            Board { canvas: &canvas, focus: (at.row as usize, at.col as usize * 2), fixed: (0, 0) },
            body,
        );
        frame.render_widget(Paragraph::new(lines), foot);
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if !self.replaying.is_empty() {
            self.message.clear();
            while let Some(dir) = self.replaying.pop() {
                self.step(dir);
            }
            return Flow::Stay;
        }
        if self.mode != Mode::Walk {
            self.pick(key.code);
            return Flow::Stay;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => {
                let nothing_to_lose = self.game.log().is_empty() || self.game.outcome().is_some();
                return if nothing_to_lose { Flow::Leave } else { Flow::Ask };
            }
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('R') => self.open(self.index),
            KeyCode::Char('b') | KeyCode::Tab => self.mode = Mode::Pick(0),
            KeyCode::Char('d') => self.show_dead = !self.show_dead,
            KeyCode::Char('f') => self.show_frozen = !self.show_frozen,
            KeyCode::Char('h') => self.ask(Question::Hint),
            KeyCode::Char('c') => self.ask(Question::Solvable),
            KeyCode::Char('v') => self.ask(Question::Show),
            KeyCode::Char('w') => self.replay(),
            KeyCode::Char('n') => self.open((self.index + 1) % self.levels.len()),
            KeyCode::Char('p') => self.open((self.index + self.levels.len() - 1) % self.levels.len()),
            KeyCode::Char('s') => {
                self.keeping = true;
                self.keep();
                self.message = tr("saved", "gardé").to_owned();
            }
            KeyCode::Char('l') => {
                let saved = Moves::parse(&self.record.saved).unwrap_or_default();
                self.open(self.index);
                self.message.clear();
                self.keeping = true;
                for step in saved.0 {
                    self.walk(step.dir);
                }
            }
            code => {
                if let Some(dir) = direction(code) {
                    self.walk(dir);
                }
            }
        }
        Flow::Stay
    }

    fn rules(&self) -> Option<String> {
        Some(rules::text(Lang::current()))
    }

    /// The moves so far, where the next sitting finds them.
    fn keep(&mut self) {
        if !self.keeping || self.shown || !self.replaying.is_empty() || self.game.outcome().is_some() {
            return;
        }
        let steps = self.played().into_iter().map(|dir| Step { dir, push: false }.letter());
        let played: String = steps.collect();
        if played != self.record.saved {
            self.record.saved = played;
            self.keeper.save(&self.levels[self.index].level, &self.record);
        }
    }

    fn tick(&mut self, _: Duration) -> Flow {
        let answer = self.thinking.as_ref().and_then(|t| Some((t.question, t.answer.try_recv().ok()?)));
        if let Some((question, (verdict, moves))) = answer {
            self.thinking = None;
            self.told(question, verdict, moves);
        }
        if let Some(dir) = self.replaying.pop() {
            if self.replaying.is_empty() {
                self.message.clear();
            }
            self.step(dir);
        }
        Flow::Stay
    }
}

impl Drop for Sokoban {
    fn drop(&mut self) {
        self.stop_thinking();
    }
}

/// Why this position is lost, if that is plain to see.
fn lost(level: &Level) -> Option<Loss> {
    diagnose(level, DiagnoseOptions::GLANCE).ok()?.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;
    use dedale_sokoban::Verdict;
    use ratatui::crossterm::event::KeyModifiers;

    struct Nowhere;

    impl Keeper for Nowhere {
        fn load(&self, _: &Level) -> Record {
            Record::default()
        }

        fn save(&mut self, _: &Level, _: &Record) {}
    }

    fn screen(text: &str) -> Sokoban {
        Sokoban::new(dedale_sokoban::read(text).expect("levels").entries, 0, Box::new(Nowhere))
    }

    fn press(screen: &mut Sokoban, keys: &[KeyCode]) {
        for &code in keys {
            screen.key(KeyEvent::new(code, KeyModifiers::NONE));
        }
    }

    const LEVEL: &str = "; one\n\n########\n#@ $  .#\n#      #\n########\n";

    #[test]
    fn walks_pushes_and_takes_back() {
        let mut screen = screen(LEVEL);
        press(&mut screen, &[KeyCode::Right, KeyCode::Right, KeyCode::Right]);
        assert_eq!(screen.game.state().counts(), (3, 2));
        press(&mut screen, &[KeyCode::Char('u'), KeyCode::Char('u')]);
        assert_eq!(screen.game.state().counts(), (1, 0));
        press(&mut screen, &[KeyCode::Char('r'), KeyCode::Char('r'), KeyCode::Char('r')]);
        assert_eq!(screen.game.state().counts(), (3, 2));
        insta::assert_snapshot!(render(&mut screen, 100, 14));
    }

    #[test]
    fn a_box_travels() {
        let mut screen = screen(LEVEL);
        press(&mut screen, &[KeyCode::Char('b'), KeyCode::Enter]);
        press(&mut screen, &[KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::Enter]);
        assert!(screen.game.outcome().is_some(), "{}", render(&mut screen, 100, 14));
        assert_eq!(screen.record.best_moves, Some((4, 3)));
    }

    #[test]
    fn a_game_is_shown_again() {
        let mut screen = screen(LEVEL);
        press(&mut screen, &[KeyCode::Right, KeyCode::Right, KeyCode::Char('w')]);
        assert_eq!(screen.game.state().counts(), (0, 0));
        screen.tick(Duration::ZERO);
        assert_eq!(screen.game.state().counts(), (1, 0));
        press(&mut screen, &[KeyCode::Char('x')]);
        assert_eq!(screen.game.state().counts(), (2, 1));
    }

    #[test]
    fn a_solution_shown_is_no_result() {
        let mut screen = screen(LEVEL);
        let moves = Moves::parse("rRRR").expect("moves");
        screen.told(Question::Show, Verdict::Solved, Some(moves));
        press(&mut screen, &[KeyCode::Char('x')]);
        assert!(screen.game.outcome().is_some() && screen.record == Record::default());
        assert!(screen.message.contains("Solved"), "{}", screen.message);
    }

    #[test]
    fn a_lost_position_is_told_with_its_reason() {
        let mut screen = screen("########\n#  .   #\n#  $   #\n#  @   #\n#      #\n#   $. #\n########\n");
        press(&mut screen, &[KeyCode::Right, KeyCode::Right, KeyCode::Up, KeyCode::Left, KeyCode::Left]);
        assert!(screen.lost.is_none() && screen.game.state().counts().1 == 1, "{}", render(&mut screen, 80, 24));
        press(&mut screen, &[KeyCode::Left]);
        // The box stands in the left column, where no target is.
        insta::assert_snapshot!(render(&mut screen, 80, 24));
        press(&mut screen, &[KeyCode::Char('u')]);
        let text = render(&mut screen, 80, 24);
        assert!(!text.contains("lost") && !text.contains("XX"), "{text}");
    }

    #[test]
    fn taking_back_a_solution_unsays_it() {
        let mut screen = screen(LEVEL);
        press(&mut screen, &[KeyCode::Right, KeyCode::Right, KeyCode::Right, KeyCode::Right]);
        assert!(render(&mut screen, 80, 24).contains("Solved!"));
        press(&mut screen, &[KeyCode::Char('u')]);
        assert!(!render(&mut screen, 80, 24).contains("Solved!"));
    }

    #[test]
    fn dead_squares_are_shown_on_request() {
        let mut screen = screen(LEVEL);
        assert!(!render(&mut screen, 100, 14).contains("xx"));
        press(&mut screen, &[KeyCode::Char('d')]);
        insta::assert_snapshot!(render(&mut screen, 100, 14));
    }

    #[test]
    fn the_solver_answers() {
        let mut screen = screen(LEVEL);
        press(&mut screen, &[KeyCode::Char('c')]);
        let (verdict, moves) = screen.thinking.take().expect("asked").answer.recv().expect("an answer");
        screen.told(Question::Hint, verdict, moves);
        assert!(screen.message.contains('r'), "{}", screen.message);
    }
}
