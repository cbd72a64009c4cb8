//! Fresh Fish on a full screen: the board with a cursor that foresees roads,
//! the players, the auction, the log.

mod board;
mod panel;
mod rules;

use crate::effort::{Effort, think};
use crate::{Board as BoardWidget, Flow, Journal, Screen, words};
use crossterm::event::{KeyCode, KeyEvent};
use dedale_fish::bots::{Advice, STRONG_NODES, advise};
use dedale_fish::{Action, Fish, Phase, Piece};
use dedale_grid::{Grid, Point, Rng};
use dedale_play::{Bot, Budget, Game, Match, Rejected, Seat, Viewer};
use dedale_text::{Lang, Say, tr};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::widgets::{Block, Borders, Paragraph};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// Who sits in a seat.
#[derive(Clone, Copy)]
pub enum Chair {
    /// Someone at the keyboard.
    Human,
    /// A bot, and how much it may think.
    Bot(&'static Bot<Fish>, Effort),
}

/// What is laid over the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overlay {
    /// The roads that building under the cursor would make.
    Preview,
    /// The chance of each cell to become a road.
    Risk,
    /// How far a shop of a good would be.
    Distance(usize),
}

/// A game on a full screen.
pub struct Play {
    game: Match<Fish>,
    chairs: Vec<Chair>,
    cursor: Point,
    bid: u8,
    overlay: Overlay,
    risk: Option<(usize, Grid<f64>)>,
    log: Vec<String>,
    notice: String,
    thinking: Option<Receiver<Option<Action>>>,
    /// A hint on its way, and for which position.
    advice: Option<(usize, Receiver<Option<Advice>>)>,
    /// Milliseconds since the game began, as far as it was played here.
    now: u64,
    /// Those that had passed when the screen opened.
    before: u64,
    journal: Option<Journal<Fish>>,
}

impl Play {
    /// Goes on with a game; there must be as many chairs as seats.
    pub fn new(game: Match<Fish>, chairs: Vec<Chair>) -> Self {
        let mut log = vec![game.id().to_string()];
        let mut replay = game.replay();
        while let Some((_, events)) = replay.step() {
            log.extend(events.iter().map(|event| event.say(Lang::current())));
        }
        drop(replay);
        let before = game.clock();
        let size = game.state().board().size();
        Self {
            game,
            chairs,
            cursor: Point::new(size.rows() as i32 / 2, size.cols() as i32 / 2),
            bid: 0,
            overlay: Overlay::Preview,
            risk: None,
            log,
            notice: String::new(),
            thinking: None,
            advice: None,
            now: before,
            before,
            journal: None,
        }
    }

    /// Keeps the game while it is played.
    #[must_use]
    pub fn kept_by(self, journal: Journal<Fish>) -> Self {
        Self { journal: Some(journal), ..self }
    }

    /// The game as it stands.
    pub fn into_game(self) -> Match<Fish> {
        self.game
    }

    /// The person who may act now, if it is a person's turn.
    fn person(&self) -> Option<Seat> {
        let seat = Fish::active(self.game.state()).iter().next()?;
        matches!(self.chairs.get(seat.index()), Some(Chair::Human)).then_some(seat)
    }

    fn act(&mut self, seat: Seat, action: Action) {
        self.notice.clear();
        match self.game.act(seat, &action, self.now) {
            Ok(events) => self.log.extend(events.iter().map(|event| event.say(Lang::current()))),
            Err(Rejected::Refused(refusal)) => self.notice = refusal.say(Lang::current()),
            Err(other) => self.notice = other.say(Lang::current()),
        }
        self.bid = 0;
    }

    /// What Enter does: reserve, bid or build.
    fn confirm(&mut self) {
        let Some(seat) = self.person() else { return };
        let action = match self.game.state().phase() {
            Phase::Turn => Action::Reserve(self.cursor),
            Phase::Auction(_) => Action::Bid(self.bid),
            Phase::Build(..) => Action::Build(self.cursor),
            Phase::Over => return,
        };
        self.act(seat, action);
    }

    fn undo(&mut self) {
        self.thinking = None; // Whatever a bot is about to answer, the question has changed.
        let before = self.game.clone();
        while self.game.undo() {
            if self.person().is_some() {
                self.notice = tr("taken back", "repris").into();
                return;
            }
        }
        self.game = before;
        self.notice = tr("nothing can be taken back here", "rien ne peut être repris ici").into();
    }

    /// Moves the cursor; during an auction too, so that one can look around.
    fn steer(&mut self, down: i32, right: i32) {
        let frame = self.game.state().ground().frame();
        self.cursor.row = (self.cursor.row + down).clamp(0, frame.rows() as i32 - 1);
        self.cursor.col = (self.cursor.col + right).clamp(0, frame.cols() as i32 - 1);
    }

    /// Asks a bot in another thread, or takes its answer.
    fn think(&mut self) {
        if let Some(answer) = &self.thinking {
            let action = match answer.try_recv() {
                Ok(action) => action,
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => None,
            };
            self.thinking = None;
            if let Some(seat) = Fish::active(self.game.state()).iter().next()
                && let Some(action) = action.or_else(|| self.game.legal(seat).first().copied())
            {
                self.act(seat, action);
            }
            return;
        }
        let Some(seat) = Fish::active(self.game.state()).iter().next() else { return };
        if let Some(Chair::Bot(bot, effort)) = self.chairs.get(seat.index()).copied() {
            self.thinking = Some(ask(&self.game, bot, seat, effort));
        }
    }

    /// The chances of cells to become roads, computed once a position.
    fn risks(&mut self) -> Grid<f64> {
        let entries = self.game.log().len();
        match &self.risk {
            Some((at, risk)) if *at == entries => risk.clone(),
            _ => {
                let risk = self.game.state().risk(200, &mut Rng::stream(self.game.seed(), entries as u64));
                self.risk = Some((entries, risk.clone()));
                risk
            }
        }
    }
}

/// A bot's decision, in another thread.
fn ask(game: &Match<Fish>, bot: &'static Bot<Fish>, seat: Seat, effort: Effort) -> Receiver<Option<Action>> {
    let (send, receive) = channel();
    let view = game.view(Viewer::Seat(seat));
    let legal = game.legal(seat);
    let rng = Rng::stream(game.seed(), game.log().len() as u64);
    std::thread::spawn(move || {
        // The screen may be gone by now; then nobody needs the answer.
        let _ = send.send(think(bot, effort, &view, seat, &legal, &rng));
    });
    receive
}

impl Screen for Play {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let bidding = matches!(self.game.state().phase(), Phase::Auction(_)) && self.person().is_some();
        let keys = if bidding {
            tr(
                "digits, + and - bid · Enter seals · arrows look around · r risk · v preview · A-E distances · h hint · ? rules · q quit",
                "chiffres, + et - miser · Entrée sceller · flèches regarder · r risque · v aperçu · A-E distances · h conseil · ? règles · q quitter",
            )
        } else {
            tr(
                "arrows move · Enter reserve, build · d draw · r risk · v preview · A-E distances · h hint · u undo · ? rules · q quit",
                "flèches bouger · Entrée réserver, aménager · d piocher · r risque · v aperçu · A-E distances · h conseil · u reprendre · ? règles · q quitter",
            )
        };
        let keys = words::set(keys, frame.area().width);
        let [main, foot] =
            Layout::vertical([Constraint::Min(10), Constraint::Length(keys.len() as u16)]).areas(frame.area());
        // The panel needs its words, the board scrolls.
        let panel = if main.width >= 90 { 42 } else { 32 };
        let [left, right] = Layout::horizontal([Constraint::Min(20), Constraint::Length(panel)]).areas(main);
        let shown = match self.overlay {
            Overlay::Risk => board::Shown::Risk(self.risks()),
            Overlay::Distance(good) => board::Shown::distance(self.game.state(), good),
            Overlay::Preview => {
                let state = self.game.state();
                board::Shown::Preview(state.preview(self.cursor, Piece::Tree))
            }
        };
        let canvas = board::canvas(self.game.state(), self.cursor, &shown);
        let block = Block::new().borders(Borders::ALL).title(shown.title());
        let inner = block.inner(left);
        frame.render_widget(block, left);
        frame.render_widget(
            BoardWidget { canvas: &canvas, focus: board::focus(self.cursor), fixed: board::AXES },
            inner,
        );
        panel::draw(frame, right, self);
        frame.render_widget(Paragraph::new(keys), foot);
    }

    fn least(&self) -> (u16, u16) {
        (64, 18)
    }

    fn rules(&self) -> Option<String> {
        Some(rules::text(self.game.config(), Lang::current()))
    }

    fn keep(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal(&self.game);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => {
                let nothing_to_lose = self.game.log().is_empty() || self.game.outcome().is_some();
                return if nothing_to_lose { Flow::Leave } else { Flow::Ask };
            }
            KeyCode::Up => self.steer(-1, 0),
            KeyCode::Down => self.steer(1, 0),
            KeyCode::Left => self.steer(0, -1),
            KeyCode::Right => self.steer(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.confirm(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => self.overlay = Overlay::Risk,
            KeyCode::Char('v') => self.overlay = Overlay::Preview,
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('d' | 'p') => {
                if let Some(seat) = self.person() {
                    self.act(seat, Action::Draw);
                }
            }
            KeyCode::Char(digit @ '0'..='9') => self.type_bid(digit),
            KeyCode::Char('+' | '=') => self.raise(1),
            KeyCode::Char('-') => self.raise(-1),
            KeyCode::Char(letter @ 'A'..='E') => self.overlay = Overlay::Distance(letter as usize - 'A' as usize),
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self, now: Duration) -> Flow {
        self.now = self.before + now.as_millis() as u64;
        self.think();
        self.listen();
        Flow::Stay
    }

    fn pace(&self) -> Duration {
        Duration::from_millis(if self.thinking.is_some() || self.advice.is_some() { 20 } else { 100 })
    }
}

impl Play {
    /// Bids a coin more or less.
    fn raise(&mut self, by: i16) {
        if let Some(seat) = self.person() {
            let coins = i16::from(self.game.state().player(seat).coins);
            self.bid = (i16::from(self.bid) + by).clamp(0, coins) as u8;
        }
    }

    /// Two digits make a bid; more than one has is too much.
    fn type_bid(&mut self, digit: char) {
        let Some(seat) = self.person() else { return };
        let coins = self.game.state().player(seat).coins;
        let digit = digit as u8 - b'0';
        let longer = self.bid.saturating_mul(10).saturating_add(digit);
        self.bid = if longer <= coins { longer } else { digit.min(coins) };
    }

    /// Asks what the expert would do and why; it takes its time.
    fn hint(&mut self) {
        let Some(seat) = self.person() else { return };
        let (send, receive) = channel();
        let view = self.game.view(Viewer::Seat(seat));
        let mut rng = Rng::stream(self.game.seed(), self.game.log().len() as u64);
        std::thread::spawn(move || {
            let _ = send.send(advise(&view, seat, Budget { nodes: STRONG_NODES }, &mut rng));
        });
        self.advice = Some((self.game.log().len(), receive));
        self.notice = tr("thinking…", "je réfléchis…").into();
    }

    /// Takes the hint when it is there, unless the game has gone on.
    fn listen(&mut self) {
        let Some((asked, answer)) = &self.advice else { return };
        let answer = match answer.try_recv() {
            Err(TryRecvError::Empty) => return,
            Ok(action) if *asked == self.game.log().len() => action,
            _ => None,
        };
        self.advice = None;
        let Some(advice) = answer else { return };
        self.notice = format!("{} {}", tr("hint:", "conseil :"), advice.say(Lang::current()));
        match advice.action {
            Action::Reserve(at) | Action::Build(at) => self.cursor = at,
            Action::Bid(coins) => self.bid = coins,
            Action::Draw => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    fn press(screen: &mut Play, keys: &[KeyCode]) {
        for key in keys {
            screen.key(KeyEvent::from(*key));
        }
    }

    fn wait(screen: &mut Play) {
        // A bot answers through a channel; the screen polls it.
        while screen.person().is_none() && screen.game.outcome().is_none() {
            screen.tick(Duration::ZERO);
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_person_reserves_and_the_bots_answer() {
        let game = Match::<Fish>::new("players=3".parse().unwrap(), 7).unwrap();
        let greedy = Bot::<Fish>::named("greedy").unwrap();
        let mut screen = Play::new(
            game,
            vec![
                Chair::Human,
                Chair::Bot(greedy, Effort::Steps(greedy.budget)),
                Chair::Bot(greedy, Effort::Steps(greedy.budget)),
            ],
        );
        insta::assert_snapshot!(render(&mut screen, 100, 30));
        press(&mut screen, &[KeyCode::Up, KeyCode::Enter]);
        wait(&mut screen);
        insta::assert_snapshot!(render(&mut screen, 100, 30));
        press(&mut screen, &[KeyCode::Enter]);
        assert!(!screen.notice.is_empty(), "the cell is taken");
        press(&mut screen, &[KeyCode::Char('r')]);
        assert!(render(&mut screen, 100, 30).contains('%'));
        press(&mut screen, &[KeyCode::Char('A')]);
        render(&mut screen, 100, 30);
        assert_eq!(screen.key(KeyEvent::from(KeyCode::Char('q'))), Flow::Ask);
    }

    /// A game that was put aside goes on with its story, and a small terminal
    /// shows every number whole.
    #[test]
    fn nothing_is_cut_on_a_small_terminal() {
        for players in 2..=5 {
            let mut game = Match::<Fish>::new(format!("players={players}").parse().unwrap(), 7).unwrap();
            game.act(Seat::new(0), &Action::Reserve(Point::new(4, 5)), 0).unwrap();
            let mut screen = Play::new(game, vec![Chair::Human; players]);
            let text = render(&mut screen, 64, 18);
            for seat in 1..=players {
                let line = text.lines().find(|line| line.contains(&format!("│{seat} you"))).unwrap_or_default();
                assert!(line.contains("15") && line.contains("-15"), "{text}");
            }
            assert!(text.contains("reserve or draw") && text.contains("q quit"), "{text}");
            let large = render(&mut screen, 120, 40);
            assert!(large.contains("player 1 reserves 4,5"), "{large}");
        }
    }

    #[test]
    fn a_bidder_sees_the_board_and_moves_about() {
        let mut game = Match::<Fish>::new("players=2,trees=0".parse().unwrap(), 7).unwrap();
        game.act(Seat::new(0), &Action::Draw, 0).unwrap();
        let mut screen = Play::new(game, vec![Chair::Human, Chair::Human]);
        let before = screen.cursor;
        press(&mut screen, &[KeyCode::Up, KeyCode::Char('1'), KeyCode::Char('2'), KeyCode::Char('-')]);
        assert_eq!((screen.cursor.row, screen.bid), (before.row - 1, 11));
        let text = render(&mut screen, 100, 30);
        assert!(text.contains("11 of 15") && text.contains("+A+"), "{text}");
        press(&mut screen, &[KeyCode::Enter, KeyCode::Enter]);
        assert!(render(&mut screen, 100, 40).contains("for 11"), "{}", render(&mut screen, 100, 40));
    }

    #[test]
    fn a_hint_comes_by_itself_and_the_cursor_needs_no_colour() {
        let game = Match::<Fish>::new("players=2,size=6x6,goods=2".parse().unwrap(), 3).unwrap();
        let mut screen = Play::new(game, vec![Chair::Human, Chair::Human]);
        assert!(render(&mut screen, 100, 30).contains("[   ]"));
        press(&mut screen, &[KeyCode::Char('h')]);
        assert!(render(&mut screen, 100, 30).contains("thinking"));
        while screen.advice.is_some() {
            screen.tick(Duration::ZERO);
            std::thread::yield_now();
        }
        assert!(render(&mut screen, 100, 30).contains("hint: "));
    }

    #[test]
    fn a_whole_game_from_the_keyboard() {
        let game = Match::<Fish>::new("players=2,size=6x6,goods=2".parse().unwrap(), 3).unwrap();
        let greedy = Bot::<Fish>::named("greedy").unwrap();
        let mut screen = Play::new(game, vec![Chair::Human, Chair::Bot(greedy, Effort::Steps(greedy.budget))]);
        for _ in 0..2000 {
            wait(&mut screen);
            let Some(seat) = screen.person() else { break };
            let legal = screen.game.legal(seat);
            match screen.game.state().phase() {
                Phase::Turn if screen.game.state().player(seat).reserved != 0 => {
                    press(&mut screen, &[KeyCode::Char('d')]);
                }
                Phase::Auction(_) => press(&mut screen, &[KeyCode::Up, KeyCode::Char('1'), KeyCode::Enter]),
                _ => {
                    if let Some(Action::Reserve(at) | Action::Build(at)) = legal.first() {
                        screen.cursor = *at;
                        press(&mut screen, &[KeyCode::Enter]);
                    } else {
                        press(&mut screen, &[KeyCode::Char('d')]);
                    }
                }
            }
        }
        assert!(screen.game.outcome().is_some());
        assert!(render(&mut screen, 100, 30).contains("the game is over"));
    }
}
