//! Watching a maze being made or solved: pause, step, back, speed.

mod on_surface;
mod squares;

use crate::{Board, Flow, Screen, role_style, words};
use dedale_draw::role;
use dedale_draw::term::Canvas;
use dedale_grid::Cell;
use dedale_maze::solvers::{Method, Solving};
use dedale_maze::{Generation, Maze, Plan, surface};
use dedale_text::tr;
use on_surface::OnSurface;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use squares::Squares;
use std::time::Duration;

/// A board whose steps are kept as they are made, so that one can go back.
trait Reel {
    /// Plays or makes a step; false at the end.
    fn forward(&mut self) -> bool;

    /// Takes a step back; false at the beginning.
    fn back(&mut self) -> bool;

    /// The way that a solver found, once it is done.
    fn path(&self) -> Vec<Cell>;

    /// A solver at work on the board as it stands, and its size in words;
    /// nothing if there is no way to look for.
    fn solved_by(&self, method: Method) -> Option<(Box<dyn Reel>, String)>;

    /// The board for a place of so many columns and rows, and the row and
    /// column of it to keep in sight.
    fn canvas(&self, path: &[Cell], place: (u16, u16)) -> (Canvas, (usize, usize));

    /// How many cells there are.
    fn cells(&self) -> usize;
}

/// A maze that is watched.
pub struct Watching {
    reel: Box<dyn Reel>,
    title: String,
    /// A solver to watch once the maze is made.
    method: Option<Method>,
    playing: bool,
    /// Steps a second, as a power of two.
    speed: u32,
    /// Steps due since the last tick, in thousandths.
    due: u64,
    now: Duration,
    step: u64,
    path: Vec<Cell>,
}

/// The fastest speed, 2¹⁶ steps a second.
const FASTEST: u32 = 16;

impl Watching {
    /// Watches a generator, then perhaps a solver.
    pub fn generation(plan: &Plan, generation: Generation, title: String, method: Option<Method>) -> Self {
        Self::new(Box::new(Squares::generation(plan, generation)), title, method)
    }

    /// Watches a solver.
    pub fn solving(maze: &Maze, solving: Solving, title: String) -> Self {
        Self::new(Box::new(Squares::solving(maze, solving)), title, None)
    }

    /// Watches a generator on a surface, then perhaps a solver.
    pub fn surface_generation(generation: surface::Generation, title: String, method: Option<Method>) -> Self {
        Self::new(Box::new(OnSurface::generation(generation)), title, method)
    }

    /// Watches a solver on a surface.
    pub fn surface_solving(solving: surface::Solving, title: String) -> Self {
        Self::new(Box::new(OnSurface::solving(solving)), title, None)
    }

    fn new(reel: Box<dyn Reel>, title: String, method: Option<Method>) -> Self {
        // A board of any size takes about ten seconds at first.
        let speed = (reel.cells() as u64 / 8).max(4).ilog2().min(FASTEST);
        Self { reel, title, method, playing: true, speed, due: 0, now: Duration::ZERO, step: 0, path: Vec::new() }
    }

    fn forward(&mut self) -> bool {
        if !self.reel.forward() {
            return self.finished();
        }
        self.step += 1;
        true
    }

    /// Goes on from the generator to the solver, if one was asked for; the
    /// end is shown with the way found.
    fn finished(&mut self) -> bool {
        self.path = self.reel.path();
        let Some(method) = self.method.take() else { return false };
        let Some((reel, size)) = self.reel.solved_by(method) else { return false };
        *self = Self { now: self.now, ..Self::new(reel, format!("{method} {size}"), None) };
        true
    }

    fn back(&mut self) {
        self.path.clear();
        if self.reel.back() {
            self.step -= 1;
        }
    }

    fn status(&self) -> String {
        let state = if self.playing { tr("playing", "en marche") } else { tr("paused", "en pause") };
        format!(
            "{}  {} {}  {} {}/s  {state}",
            self.title,
            tr("step", "étape"),
            self.step,
            tr("speed", "vitesse"),
            1u64 << self.speed
        )
    }
}

impl Screen for Watching {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let keys = tr(
            "space pause · → step · ← back · +/- speed · end finish · home restart · q quit",
            "espace pause · → étape · ← retour · +/- vitesse · fin terminer · début reprendre · q quitter",
        );
        let keys = words::set(keys, frame.area().width);
        let [top, middle, bottom] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(keys.len() as u16)])
                .areas(frame.area());
        let (canvas, focus) = self.reel.canvas(&self.path, (middle.width, middle.height));
        frame.render_widget(Line::styled(self.status(), role_style(&role::INK)), top);
        frame.render_widget(Board { canvas: &canvas, focus, fixed: (0, 0) }, middle);
        frame.render_widget(Paragraph::new(keys).style(role_style(&role::FAINT)), bottom);
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Leave,
            KeyCode::Char(' ') => self.playing = !self.playing,
            KeyCode::Right | KeyCode::Char('l' | 'n') => {
                self.playing = false;
                self.forward();
            }
            KeyCode::Left | KeyCode::Char('h' | 'b') => {
                self.playing = false;
                self.back();
            }
            KeyCode::Up | KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(FASTEST),
            KeyCode::Down | KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            KeyCode::End => while self.forward() {},
            KeyCode::Home => {
                while self.step > 0 {
                    self.back();
                }
            }
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self, now: Duration) -> Flow {
        let passed = now.saturating_sub(self.now).as_millis() as u64;
        self.now = now;
        if self.playing {
            self.due += passed.min(200) << self.speed;
            while self.due >= 1000 {
                self.due -= 1000;
                if !self.forward() {
                    self.playing = false;
                    self.due = 0;
                }
            }
        }
        Flow::Stay
    }

    fn least(&self) -> (u16, u16) {
        (20, 6)
    }

    fn pace(&self) -> Duration {
        Duration::from_millis(33)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;
    use dedale_draw::term::Style;
    use dedale_grid::Size;
    use dedale_maze::picture::{self, Look};
    use dedale_maze::surface::{Kind, Surface};
    use dedale_maze::{Algorithm, Options, generate};
    use std::sync::Arc;

    fn screen(method: Option<Method>) -> Watching {
        let plan = Plan::new(Size::new(3, 5).unwrap());
        let generation = Generation::new(Algorithm::Backtracker, &plan, &Options::default(), 2);
        Watching::generation(&plan, generation, "backtracker 5x3".into(), method)
    }

    #[test]
    fn keys_step_forwards_and_backwards() {
        let mut watching = screen(None);
        let first = render(&mut watching, 60, 12);
        let press = |watching: &mut Watching, code: KeyCode| assert_eq!(watching.key(code.into()), Flow::Stay);
        for _ in 0..7 {
            press(&mut watching, KeyCode::Right);
        }
        let seventh = render(&mut watching, 60, 12);
        insta::assert_snapshot!(seventh);
        press(&mut watching, KeyCode::Left);
        press(&mut watching, KeyCode::Right);
        assert_eq!(render(&mut watching, 60, 12), seventh);
        press(&mut watching, KeyCode::Home);
        press(&mut watching, KeyCode::Char(' '));
        assert_eq!(render(&mut watching, 60, 12), first);
        press(&mut watching, KeyCode::End);
        let plan = Plan::new(Size::new(3, 5).unwrap());
        let walls = generate(Algorithm::Backtracker, &plan, &Options::default(), 2);
        let look = Look { paints: None, path: &[], current: None, ends: true };
        let whole = picture::canvas(&Maze::from(walls), &look, 3, true).to_text(Style { color: false, unicode: true });
        let shown = render(&mut watching, 60, 12);
        for line in whole.lines().step_by(2) {
            assert!(shown.contains(line), "{line}\n{shown}");
        }
        assert_eq!(watching.key(KeyCode::Char('q').into()), Flow::Leave);
    }

    #[test]
    fn time_plays_and_the_solver_follows() {
        let mut watching = screen(Some(Method::Tremaux));
        for tick in 1..200 {
            watching.tick(Duration::from_millis(tick * 100));
        }
        let text = render(&mut watching, 60, 12);
        assert!(text.contains("tremaux") && text.contains('•') && text.contains("paused"), "{text}");
    }

    #[test]
    fn every_surface_is_watched_and_solved() {
        for kind in Kind::ALL {
            let graph = Arc::new(Surface::new(kind, 6, 5).unwrap().graph());
            let generation = surface::Generation::new(Algorithm::Wilson, &graph, &Options::default(), 3);
            let mut watching = Watching::surface_generation(generation, kind.to_string(), Some(Method::Bfs));
            let first = render(&mut watching, 70, 24);
            let dots = first.chars().filter(|letter| ('\u{2801}'..='\u{28FF}').contains(letter)).count();
            assert!(first.contains(kind.name()) && dots > 100, "{first}");
            for _ in 0..5 {
                watching.key(KeyCode::Right.into());
            }
            let fifth = render(&mut watching, 70, 24);
            assert!(fifth.contains("step 5") && fifth != first, "{kind}\n{fifth}");
            watching.key(KeyCode::Left.into());
            watching.key(KeyCode::Right.into());
            assert_eq!(render(&mut watching, 70, 24), fifth, "{kind}");
            watching.key(KeyCode::End.into());
            let end = render(&mut watching, 70, 24);
            assert!(end.contains("bfs") && !watching.path.is_empty(), "{kind}\n{end}");
        }
    }
}
