//! The race on a terminal: the board scrolled to whoever's turn it is, live
//! scores, four people at one keyboard.

mod keys;
mod paint;
mod panel;
mod rules;
mod session;

pub use keys::{Command, Keys, KeysError};
pub use session::Session;

use crate::axes::{Cells, SPACE, with_axes};
use crate::{Board, Flow, Journal, Screen, role_style, words};
use dedale_draw::role;
use dedale_draw::term::Style;
use dedale_grid::{Cell, Dir};
use dedale_play::Seat;
use dedale_race::Mode;
use dedale_race::game::{Action, Ending, Event, Phase, View, tell, tell_outcome};
use dedale_text::{Lang, Say, Text, tr};
use paint::{Look, paint};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style as Ink};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
use std::time::Duration;

/// The columns of the list of players beside the board.
const PANEL: u16 = 28;

/// The race as a screen.
pub struct RaceScreen {
    session: Session,
    keys: Keys,
    style: Style,
    /// The last thing to tell.
    message: Option<Text>,
    /// The cell a hint points out.
    pointed: Option<Cell>,
    /// What is being typed where size and density are asked.
    typed: String,
    /// What is being typed in the middle of a round: wall, bomb or bet.
    token: Option<&'static str>,
    now: Duration,
    /// The time of the match when the screen opened.
    before: u64,
    journal: Option<Journal<dedale_race::Race>>,
}

impl RaceScreen {
    /// A screen for a session.
    pub fn new(session: Session, keys: Keys, style: Style) -> Self {
        let view = session.view();
        let message = view.course.as_ref().map(|course| {
            let order = course.order.clone();
            Event::Began { round: view.round, order, opened: course.track.opened.len() }
        });
        let message = message.and_then(|event| tell(&event, &view));
        let before = session.game().clock();
        let (typed, now) = (String::new(), Duration::ZERO);
        Self { session, keys, style, message, pointed: None, typed, token: None, now, before, journal: None }
    }

    /// Keeps the match while it is played.
    #[must_use]
    pub fn kept_by(self, journal: Journal<dedale_race::Race>) -> Self {
        Self { journal: Some(journal), ..self }
    }

    /// Leaving in the middle of a match is worth a question.
    fn leave(&self) -> Flow {
        let nothing_to_lose = self.session.game().log().is_empty() || self.session.is_over();
        if nothing_to_lose { Flow::Leave } else { Flow::Ask }
    }

    /// The session, to be saved when the screen is left.
    pub fn into_session(self) -> Session {
        self.session
    }

    fn time(&self) -> u64 {
        self.before + self.now.as_millis() as u64
    }

    fn act(&mut self, action: Action) {
        let answer = self.session.act(action, self.time());
        self.hear(answer);
    }

    fn hear(&mut self, answer: Result<Vec<Event>, Text>) {
        match answer {
            Ok(events) => {
                self.pointed = None;
                let view = self.session.view();
                if let Some(text) = events.iter().filter_map(|event| tell(event, &view)).next_back() {
                    self.message = Some(text);
                } else if view.phase == Phase::Play {
                    self.message = None;
                }
            }
            Err(text) => self.message = Some(text),
        }
    }

    fn command(&mut self, command: Command) -> Flow {
        match command {
            Command::Step(seat, dir) if self.session.may_act(seat) => {
                let answer = self.session.act_as(seat, Action::Go(dir), self.time());
                self.hear(answer);
            }
            Command::Step(seat, _) => {
                self.message = Some(Text::new(
                    format!("this is a key of player {seat}, whose turn it is not"),
                    format!("c'est une touche du joueur {seat}, dont ce n'est pas le tour"),
                ));
            }
            Command::Finish => self.act(Action::Propose(Ending::Finish)),
            Command::Reveal => self.act(Action::Propose(Ending::Reveal)),
            Command::Pass => self.act(Action::Pass),
            Command::Hint => self.hint(),
            Command::Undo => match self.session.undo() {
                Ok(()) => (self.message, self.pointed) = (None, None),
                Err(text) => self.message = Some(text),
            },
            Command::Quit => return self.leave(),
        }
        Flow::Stay
    }

    fn hint(&mut self) {
        let view = self.session.view();
        let (Some(action), Some(course)) = (self.session.hint(), &view.course) else { return };
        if let Action::Go(dir) = action {
            self.pointed = course.step(course.mover(), dir);
        }
        let left = course.left(course.mover());
        let Text { en, fr } = match action {
            Action::Go(dir) => Text::of(&dir),
            _ => Text::new("pass", "passer"),
        };
        self.message = Some(Text::new(
            format!("best step: {en} ({left} steps to the target)"),
            format!("meilleur coup : {fr} ({left} pas jusqu'à la cible)"),
        ));
    }

    fn type_board(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char(letter) if letter.is_ascii_digit() || "., ".contains(letter) => {
                self.typed.push(if letter == ',' { '.' } else { letter });
            }
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Enter => {
                let config = self.session.view().config;
                let mut words = self.typed.split_whitespace();
                let size = words.next().map_or(Some(config.size), |word| word.parse().ok());
                let density = words.next().map_or(Some(config.density), |word| word.parse().ok());
                match (size, density, words.next()) {
                    (Some(size), Some(density), None) => self.act(Action::Board { size, density }),
                    _ => {
                        self.message = Some(Text::new(
                            "expected SIZE DENSITY such as 31 0.65",
                            "attendu TAILLE DENSITÉ comme 31 0.65",
                        ));
                    }
                }
                self.typed.clear();
            }
            _ => {}
        }
    }

    /// Types where a block or a bomb goes, or how much is bet.
    fn type_token(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char(letter) if letter.is_ascii_digit() || letter == ',' => self.typed.push(letter),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Enter => {
                let text = format!("{} {}", self.token.take().unwrap_or_default(), self.typed);
                match text.parse() {
                    Ok(action) => self.act(action),
                    Err(_) => {
                        self.message = Some(Text::new(
                            "expected ROW,COLUMN for a block or a bomb, a number of steps for a bet",
                            "attendu LIGNE,COLONNE pour un bloc ou une bombe, un nombre de coups pour un pari",
                        ));
                    }
                }
                self.typed.clear();
            }
            _ => {
                self.token = None;
                self.typed.clear();
            }
        }
    }

    fn draw_board(&self, view: &View, mode: Mode, frame: &mut Frame<'_>, area: Rect) {
        let Some(course) = &view.course else {
            let text = tr(
                "Type the size and the density of the board, such as 31 0.65, then Enter.",
                "Tapez la taille et la densité du plateau, par exemple 31 0.65, puis Entrée.",
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        };
        let size = course.track.board.size();
        let look = Look { style: self.style, wide: size.cols() * 2 + SPACE.1 <= usize::from(area.width) };
        let cells = Cells { first: dedale_grid::Point::new(0, 0), size: (1, look.width()), middle: (0, 0) };
        let canvas = with_axes(&paint(course, mode, self.pointed, look), cells);
        let looked_at = if mode == Mode::Play {
            course.runners[course.mover().index()].position
        } else {
            course.track.board.target
        };
        let point = size.point(looked_at);
        let focus = (point.row as usize + SPACE.0, point.col as usize * look.width() + SPACE.1);
        frame.render_widget(Board { canvas: &canvas, focus, fixed: SPACE }, area);
    }
}

/// What is asked for while it is typed.
fn token_name(token: Option<&str>) -> &'static str {
    match token {
        Some("wall") => tr("block on ROW,COLUMN: ", "bloc en LIGNE,COLONNE : "),
        Some("bomb") => tr("bomb on ROW,COLUMN: ", "bombe en LIGNE,COLONNE : "),
        _ => tr("bet, steps of the winner: ", "pari, coups du gagnant : "),
    }
}

impl Screen for RaceScreen {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let view = self.session.view();
        let mode = view.mode();
        let lines = self.players(&view, mode);
        let area = frame.area();
        let beside = area.width >= PANEL + 34;
        let below = if beside { 0 } else { (lines.len() as u16).min(area.height / 2) };
        let keys = words::set(&self.help(), area.width);
        let key_lines = keys.len() as u16;
        let text = match (&self.message, view.phase) {
            _ if self.token.is_some() => format!("{}{}_", token_name(self.token), self.typed),
            (_, Phase::Over) => tell_outcome(&view).say(Lang::current()),
            (Some(text), _) => text.say(Lang::current()),
            (None, _) => String::new(),
        };
        let text = words::sentence(&text, area.width);
        let [heading, middle, panel_below, message, help] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(1),
            Constraint::Length(below),
            Constraint::Length(text.len() as u16),
            Constraint::Length(key_lines),
        ])
        .areas(area);
        let (board, panel) = if beside {
            let [board, panel] = Layout::horizontal([Constraint::Min(1), Constraint::Length(PANEL)]).areas(middle);
            (board, panel)
        } else {
            (middle, panel_below)
        };
        let bold = Ink::new().add_modifier(Modifier::BOLD);
        frame.render_widget(Paragraph::new(Line::styled(self.heading(&view), bold)), heading);
        self.draw_board(&view, mode, frame, board);
        frame.render_widget(Paragraph::new(lines), panel);
        frame.render_widget(Paragraph::new(text), message);
        let faint = if self.style.color { role_style(&role::FAINT) } else { Ink::new() };
        frame.render_widget(Paragraph::new(keys).style(faint), help);
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        let view = self.session.view();
        if key.code == KeyCode::Esc {
            return self.leave();
        }
        match view.phase {
            Phase::Over => {
                let quit = matches!(key.code, KeyCode::Char(letter) if letter == self.keys.quit || letter == 'q');
                if key.code == KeyCode::Enter || quit { Flow::Leave } else { Flow::Stay }
            }
            Phase::Vote { .. } => {
                match key.code {
                    KeyCode::Char('y' | 'Y' | 'o' | 'O') => self.act(Action::Agree),
                    KeyCode::Char('n' | 'N') => self.act(Action::Refuse),
                    _ => {}
                }
                Flow::Stay
            }
            Phase::Between { .. } => {
                let asked = self.session.asking() == Some(Seat::new(0)) && view.config.ask;
                match key.code {
                    KeyCode::Char(letter) if letter == self.keys.quit => return self.leave(),
                    _ if asked => {
                        self.type_board(key);
                        // The other people need not say that they are ready.
                        if self.session.asking() != Some(Seat::new(0)) {
                            let answer = self.session.all_ready(self.time());
                            self.hear(answer);
                        }
                    }
                    KeyCode::Enter | KeyCode::Char(' ') => {
                        let answer = self.session.all_ready(self.time());
                        self.hear(answer);
                    }
                    _ => {}
                }
                Flow::Stay
            }
            Phase::Play if self.token.is_some() => {
                self.type_token(key);
                Flow::Stay
            }
            Phase::Play => {
                let config = &view.config;
                let token = match key.code {
                    KeyCode::Char('W') if config.walls > 0 => Some("wall"),
                    KeyCode::Char('B') if config.bombs > 0 => Some("bomb"),
                    KeyCode::Char('$') if config.bets => Some("bet"),
                    _ => None,
                };
                if token.is_some() {
                    self.token = token;
                    self.typed.clear();
                    return Flow::Stay;
                }
                let dir = match key.code {
                    KeyCode::Up => Dir::Up,
                    KeyCode::Right => Dir::Right,
                    KeyCode::Down => Dir::Down,
                    KeyCode::Left => Dir::Left,
                    KeyCode::Char(letter) => {
                        return self.keys.command(letter).map_or(Flow::Stay, |command| self.command(command));
                    }
                    _ => return Flow::Stay,
                };
                self.act(Action::Go(dir));
                Flow::Stay
            }
        }
    }

    fn tick(&mut self, now: Duration) -> Flow {
        self.now = now;
        if let Some(events) = self.session.bot_step(self.time()) {
            self.hear(Ok(events));
        }
        Flow::Stay
    }

    fn pace(&self) -> Duration {
        Duration::from_millis(60)
    }

    fn rules(&self) -> Option<String> {
        Some(rules::text(&self.session.view().config, &self.keys, Lang::current()))
    }

    fn keep(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal(self.session.game());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;
    use dedale_play::{Bot, Match};

    fn screen(config: &str, bots: &[Option<&str>], style: Style) -> RaceScreen {
        let game = Match::new(config.parse().unwrap(), 5).unwrap();
        let bots = bots.iter().map(|name| name.and_then(Bot::named)).collect();
        RaceScreen::new(Session::new(game, bots, true), Keys::default(), style)
    }

    fn press(screen: &mut RaceScreen, code: KeyCode) -> Flow {
        screen.key(KeyEvent::from(code))
    }

    fn letter(screen: &mut RaceScreen, letter: char) -> Flow {
        press(screen, KeyCode::Char(letter))
    }

    #[test]
    fn fits_in_80_by_24_and_scrolls() {
        for config in ["size=31,density=0.65,players=4,rounds=1", "size=101,density=0.7,players=4,rounds=1"] {
            let mut screen = screen(config, &[], Style::PLAIN);
            let text = render(&mut screen, 80, 24);
            let mover = screen.session.view().course.unwrap().mover();
            assert_eq!(text.lines().count(), 24);
            insta::assert_snapshot!(text);
            // Whoever's turn it is is in sight.
            let board: String = text.lines().skip(2).take(20).map(|l| l.chars().take(54).collect::<String>()).collect();
            assert!(board.contains(&mover.to_string()), "{text}");
            // The keys take a second line where one is too short for them.
            assert!(render(&mut screen, 70, 24).contains("Q quit"));
            render(&mut screen, 30, 12);
            render(&mut screen, 1, 1);
        }
    }

    #[test]
    fn people_play_a_round_by_keys() {
        let mut screen = screen("size=9,density=1,players=2,rounds=2", &[], Style::PLAIN);
        let first = screen.session.asking().unwrap().index();
        // The other's keys are refused, one's own and the arrows move.
        letter(&mut screen, if first == 0 { 'k' } else { 's' });
        insta::assert_snapshot!(render(&mut screen, 80, 24));
        letter(&mut screen, if first == 0 { 's' } else { 'k' });
        press(&mut screen, KeyCode::Down);
        press(&mut screen, KeyCode::Up);
        assert_eq!(screen.session.game().log().len(), 3);
        letter(&mut screen, 'U');
        assert_eq!(screen.session.game().log().len(), 2);
        letter(&mut screen, 'H');
        assert!(render(&mut screen, 80, 24).contains("best step"));
        letter(&mut screen, 'F');
        assert!(render(&mut screen, 80, 24).contains("y/n"));
        letter(&mut screen, 'n');
        assert!(render(&mut screen, 80, 24).contains("refuses"));
        press(&mut screen, KeyCode::Down);
        letter(&mut screen, 'R');
        letter(&mut screen, 'y');
        insta::assert_snapshot!(render(&mut screen, 80, 24));
        press(&mut screen, KeyCode::Enter);
        assert_eq!(screen.session.view().round, 2);
        letter(&mut screen, 'F');
        letter(&mut screen, 'y');
        assert!(render(&mut screen, 80, 24).contains("wins the match") || screen.session.view().scores == [1, 1]);
        assert_eq!(press(&mut screen, KeyCode::Enter), Flow::Leave);
    }

    #[test]
    fn size_and_density_are_typed() {
        let mut screen = screen("players=2,rounds=1,ask", &[None, Some("best")], Style::RICH);
        screen.tick(Duration::from_millis(1));
        "13 0,9".chars().for_each(|key| {
            letter(&mut screen, key);
        });
        assert!(render(&mut screen, 80, 24).contains("13 0.9_"));
        press(&mut screen, KeyCode::Enter);
        let view = screen.session.view();
        assert_eq!((view.round, view.course.unwrap().track.board.size().rows()), (1, 13));
        assert_eq!(letter(&mut screen, 'Q'), Flow::Ask);
    }

    #[test]
    fn bots_race_while_one_watches() {
        let mut screen = screen("size=11,density=0.8,players=2,rounds=1", &[Some("best"), Some("stray")], Style::RICH);
        for tick in 0..200 {
            screen.tick(Duration::from_millis(tick * 60));
        }
        assert!(screen.session.is_over());
        insta::assert_snapshot!(render(&mut screen, 80, 24));
    }
}
