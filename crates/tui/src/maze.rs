//! Watching a maze being made or solved: pause, step, back, speed.

use crate::{Board, Flow, Screen, role_style, words};
use dedale_draw::role;
use dedale_grid::Cell;
use dedale_maze::picture::{self, Look};
use dedale_maze::solvers::{Method, Solving};
use dedale_maze::steps::Replay;
use dedale_maze::{Generation, Maze, Plan, Step};
use dedale_text::tr;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use std::time::Duration;

/// Where steps come from.
enum Source {
    Generation(Box<Generation>),
    Solving(Box<Solving>),
}

impl Source {
    fn next(&mut self) -> Option<&Step> {
        match self {
            Self::Generation(generation) => generation.next_step(),
            Self::Solving(solving) => solving.next_step(),
        }
    }
}

/// A maze that is watched. Steps are kept as they are made, so that one can go
/// back.
pub struct Watching {
    source: Source,
    replay: Replay,
    maze: Maze,
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
        let mut maze = Maze::from(generation.view().walls().clone());
        maze.absent = plan.absent().cloned();
        Self::new(maze, Source::Generation(Box::new(generation)), title, method)
    }

    /// Watches a solver.
    pub fn solving(maze: &Maze, solving: Solving, title: String) -> Self {
        Self::new(maze.clone(), Source::Solving(Box::new(solving)), title, None)
    }

    fn new(maze: Maze, source: Source, title: String, method: Option<Method>) -> Self {
        let replay = Replay::new(maze.walls.clone(), Vec::new()).expect("no words are good words");
        // A board of any size takes about ten seconds at first.
        let speed = (maze.size().area() as u64 / 8).max(4).ilog2().min(FASTEST);
        let now = Duration::ZERO;
        Self { source, replay, maze, title, method, playing: true, speed, due: 0, now, step: 0, path: Vec::new() }
    }

    fn forward(&mut self) -> bool {
        if !self.replay.forward() {
            let Some(step) = self.source.next() else { return self.finished() };
            self.replay.append(step);
            self.replay.forward();
        }
        self.step += 1;
        true
    }

    /// Goes on from the generator to the solver, if one was asked for; the
    /// end is shown with the way found.
    fn finished(&mut self) -> bool {
        if let Source::Solving(solving) = &self.source {
            self.path = solving.solution().path.unwrap_or_default();
        }
        let (Some(method), Some(start)) = (self.method.take(), self.maze.start()) else { return false };
        self.maze.walls = self.replay.view().walls().clone();
        let solving = Solving::new(&self.maze, method, start, &self.maze.goals());
        *self = Self { step: 0, ..Self::solving(&self.maze, solving, format!("{method} {}", self.maze.size())) };
        true
    }

    fn back(&mut self) {
        self.path.clear();
        if self.replay.back() {
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
        let view = self.replay.view();
        self.maze.walls = view.walls().clone();
        let look = Look { paints: Some(picture::by_mark(view)), path: &self.path, current: view.current(), ends: true };
        // Cells become narrower where the board would not fit.
        let wide = self.maze.size().cols() * 4 < usize::from(middle.width);
        let width = if wide { 3 } else { 1 };
        let canvas = picture::canvas(&self.maze, &look, width, true);
        let focus = view.current().map_or((0, 0), |cell| {
            let point = self.maze.size().point(cell);
            (point.row as usize * 2 + 1, point.col as usize * (width + 1) + 1)
        });
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
    use dedale_grid::Size;
    use dedale_maze::{Algorithm, Options, generate};

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
        assert!(seventh.contains("step 7") && seventh.contains("paused"), "{seventh}");
        press(&mut watching, KeyCode::Left);
        press(&mut watching, KeyCode::Right);
        assert_eq!(render(&mut watching, 60, 12), seventh);
        press(&mut watching, KeyCode::Home);
        press(&mut watching, KeyCode::Char(' '));
        assert_eq!(render(&mut watching, 60, 12), first);
        press(&mut watching, KeyCode::End);
        let plan = Plan::new(Size::new(3, 5).unwrap());
        let walls = generate(Algorithm::Backtracker, &plan, &Options::default(), 2);
        assert_eq!(watching.replay.view().walls(), &walls);
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
}
