//! The table of Magic Maze: a scrolling map, one keyboard for all people at
//! it, bots in the other seats, and replays.

mod map;
mod rules;
mod say;

use crate::axes::SPACE;
use crate::{Board, Flow, Journal, Screen, role_style, words};
use dedale_grid::{Dir, Rng};
use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::game::{Action, MagicMaze, Open, Phase, Refusal};
use dedale_magic::{Colour, Site, picture};
use dedale_play::{Bot, Match, Rejected, Seat, Viewer};
use dedale_text::{Lang, Say, tr};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use std::time::Duration;

/// A match on the screen.
pub struct MagicScreen {
    game: Match<MagicMaze>,
    people: Vec<Seat>,
    bot: Option<&'static Bot<MagicMaze>>,
    /// When each seat's bot looks up again.
    looks_up: Vec<u64>,
    rng: Rng,
    selected: Colour,
    cells: Option<u32>,
    message: String,
    clock: Clock,
    hint: bool,
    /// How many entries of the log are shown; all of them when playing.
    replay: Option<usize>,
    running: bool,
    journal: Option<Journal<MagicMaze>>,
}

/// The time of the match: it runs from the first key on, and neither during a
/// pause nor under a window.
struct Clock {
    now: u64,
    /// When the screen was last asked.
    asked: Duration,
    begun: bool,
    paused: bool,
    covered: bool,
}

impl Clock {
    fn runs(&self) -> bool {
        self.begun && !self.paused && !self.covered
    }

    fn pass(&mut self, screen: Duration) {
        let passed = screen.saturating_sub(self.asked);
        self.asked = screen;
        if self.runs() {
            self.now += passed.as_millis() as u64;
        }
    }
}

impl MagicScreen {
    /// A match to play, with people in some seats and a bot in the others. It
    /// waits for a key before the sand runs.
    pub fn new(game: Match<MagicMaze>, people: Vec<Seat>, bot: Option<&'static Bot<MagicMaze>>) -> Self {
        let seats = game.state().open.roles.len();
        let rng = Rng::stream(game.seed(), 0xB07 + game.log().len() as u64);
        let now = game.clock();
        Self {
            game,
            people,
            bot,
            looks_up: vec![now + 2000; seats],
            rng,
            selected: Colour::Yellow,
            cells: None,
            message: String::new(),
            clock: Clock { now, asked: Duration::ZERO, begun: false, paused: false, covered: false },
            hint: false,
            replay: None,
            running: false,
            journal: None,
        }
    }

    /// Keeps the match while it is played.
    #[must_use]
    pub fn kept_by(self, journal: Journal<MagicMaze>) -> Self {
        Self { journal: Some(journal), ..self }
    }

    /// A finished match to look at.
    pub fn replay(game: Match<MagicMaze>) -> Self {
        Self { replay: Some(0), ..Self::new(game, Vec::new(), None) }
    }

    /// The match as it stands.
    pub fn game(&self) -> &Match<MagicMaze> {
        &self.game
    }

    fn open(&self) -> Open {
        match self.replay {
            Some(entries) => self.game.at(entries).state().open.clone(),
            None => self.game.state().open.clone(),
        }
    }

    /// Does an action for the first person who may. When nobody may, the
    /// reason is that of someone who owns the action, not that another does.
    fn act(&mut self, action: Action) {
        let mut refused = None;
        for seat in self.people.clone() {
            match self.game.act(seat, &action, self.clock.now) {
                Ok(_) => {
                    self.message = told(tr("player", "joueur"), seat, &action);
                    return;
                }
                Err(error) if refused.is_none() || !matches!(error, Rejected::Refused(Refusal::Role)) => {
                    refused = Some(error);
                }
                Err(_) => {}
            }
        }
        if let Some(error) = refused {
            self.message = error.say(Lang::current());
        }
    }

    /// Slides the selected pawn as far as it goes, or as many cells as typed.
    fn slide(&mut self, dir: Dir, one: bool) {
        let open = &self.game.state().open;
        let cells = self.cells.take().or(one.then_some(1)).unwrap_or_else(|| {
            let mut actions = Vec::new();
            for seat in &self.people {
                open.legal(*seat, &mut actions);
            }
            let lengths = actions.iter().filter_map(|action| match action {
                Action::Move(pawn, way, cells) if *pawn == self.selected && *way == dir => Some(*cells),
                _ => None,
            });
            lengths.max().unwrap_or(1)
        });
        self.act(Action::Move(self.selected, dir, cells));
    }

    fn teleport(&mut self) {
        let market = &self.game.state().open.market;
        let jump = market
            .sites()
            .filter(|(_, site)| *site == Site::Teleporter(self.selected))
            .map(|(spot, _)| market.point(spot));
        let jumps: Vec<_> = jump.collect();
        match jumps.as_slice() {
            [] => {
                self.message =
                    tr("no teleporter of this colour yet", "pas encore de téléporteur de cette couleur").into();
            }
            _ => {
                let to = jumps[self.cells.take().unwrap_or(1).saturating_sub(1) as usize % jumps.len()];
                self.act(Action::Teleport(self.selected, to));
            }
        }
    }

    /// Looks into the crystal ball: behind the door with the number typed, by
    /// rows and columns, or else the one that bots would take.
    fn crystal(&mut self) {
        let open = &self.game.state().open;
        if !open.crystal_works() {
            self.message = tr(
                "purple is not on a crystal ball that works",
                "le violet n'est pas sur une boule de cristal en service",
            )
            .into();
            return;
        }
        let mut doors: Vec<_> = open.market.unused_doors().map(|(spot, ..)| open.market.point(spot)).collect();
        doors.sort_by_key(|point| (point.row, point.col));
        let best = Guide::default().explain(open, Strategy::Joint).first().map(|next| next.action);
        let door = match (self.cells.take(), best) {
            (Some(number), _) => doors.get(number as usize - 1).copied(),
            (None, Some(Action::Crystal(door))) => Some(door),
            (None, _) => doors.first().copied(),
        };
        match door {
            Some(door) => self.act(Action::Crystal(door)),
            None => {
                self.message = format!("{} {}", tr("unused doors:", "portes inutilisées :"), doors.len());
            }
        }
    }

    /// Puts the pawn before the player with the number typed, or before the
    /// one whose move is next.
    fn point(&mut self) {
        if let Some(number) = self.cells.take() {
            if number as usize > self.looks_up.len() {
                self.message = tr("nobody sits there", "personne n'est assis là").into();
            } else {
                self.act(Action::Point(Seat::new(number as usize - 1)));
            }
            return;
        }
        let open = self.game.state().open.clone();
        match Guide::default().next_owner(&open, Strategy::Joint) {
            Some(seat) => self.act(Action::Point(seat)),
            None => self.message = tr("nothing is to be done", "il n'y a rien à faire").into(),
        }
    }

    fn let_bots_act(&mut self) {
        let Some(bot) = self.bot else { return };
        for number in 0..self.looks_up.len() {
            let seat = Seat::new(number);
            let now = self.clock.now;
            if self.people.contains(&seat) || self.looks_up[number] > now || self.game.outcome().is_some() {
                continue;
            }
            // As slow as people are: half a second to two seconds.
            self.looks_up[number] = now + 500 + self.rng.below(1500);
            let (view, legal) = (self.game.view(Viewer::Seat(seat)), self.game.legal(seat));
            let action = (bot.choose)(&view, seat, &legal, &mut self.rng, bot.budget);
            if let Some(action) = action.filter(|action| self.game.act(seat, action, now).is_ok()) {
                self.message = told(tr("bot", "robot"), seat, &action);
            }
        }
    }

    fn status(&self, open: &Open) -> String {
        let phase = match open.phase {
            Phase::Search => tr("find everything, stand on the objectives", "trouver tout, se poser sur les objectifs"),
            Phase::Escape => tr("out by the exits!", "tous aux sorties !"),
            Phase::Won => tr("won! q leaves", "gagné ! q pour quitter"),
            Phase::Lost => tr("lost: the sand ran out; q leaves", "perdu : le sable est épuisé ; q pour quitter"),
        };
        // The sand stands still in a replay, and when the match is won.
        let still = self.replay.is_some() || open.phase == Phase::Won;
        let clock = if still { open.clock } else { self.clock.now };
        let time = open.deadline.map_or("∞".to_owned(), |deadline| {
            // The last second is still a second.
            let left = deadline.saturating_sub(clock).div_ceil(1000);
            format!("{}:{:02}", left / 60, left % 60)
        });
        let waiting = if self.replay.is_some() || open.over() || self.clock.runs() {
            ""
        } else if self.clock.begun {
            tr("pause, space goes on · ", "pause, espace pour reprendre · ")
        } else {
            tr("press a key and the sand runs · ", "une touche, et le sable coule · ")
        };
        format!(
            "{time} · {waiting}{phase} · {} {} · {} {}{}",
            tr("tiles left", "tuiles restantes"),
            open.cards_left,
            tr("moves", "coups"),
            open.moves,
            match (open.pointed, open.talking) {
                (Some(seat), _) => format!(" · {} {seat}!", tr("do something, player", "fais quelque chose, joueur")),
                (None, true) => format!(" · {}", tr("you may talk", "on peut parler")),
                (None, false) => String::new(),
            },
        )
    }
}

impl MagicScreen {
    /// What the keys do now.
    fn keys(&self) -> &'static str {
        if self.replay.is_some() {
            return tr(
                "arrows step · space plays · ? rules · q leaves",
                "flèches pas à pas · espace défiler · ? règles · q quitter",
            );
        }
        tr(
            "y p g o pawn · arrows slide · shift one cell · 1-9 length · x explore · e escalator · t teleport · \
             c crystal · n card · ! point · h hint · space pause · ? rules · q quit",
            "y p g o pion · flèches glisser · maj une case · 1-9 longueur · x explorer · e escalator · t téléporter · \
             c cristal · n carte · ! désigner · h aide · espace pause · ? règles · q quitter",
        )
    }
}

/// Who did what.
fn told(who: &str, seat: Seat, action: &Action) -> String {
    format!("{who} {seat}{} {}", tr(":", " :"), action.say(Lang::current()))
}

impl MagicScreen {
    /// The pawn in hand, what was last done or refused, and the hint; each in
    /// as many lines as it needs.
    fn words(&self, open: &Open, width: u16) -> Vec<Line<'static>> {
        let chosen = format!("[{}]", self.selected.name(Lang::current()));
        let typed = self.cells.map_or(String::new(), |cells| format!(" {cells}"));
        let mut lines = words::sentence(&format!("{chosen}{typed} {}", self.message), width);
        if let Some(first) = lines.first_mut() {
            let rest = first.to_string().chars().skip(chosen.chars().count()).collect::<String>();
            let ink = role_style(&picture::PAWNS[self.selected.index()]);
            *first = Line::from(vec![Span::styled(chosen, ink), Span::raw(rest)]);
        }
        let next = if self.hint { Guide::default().explain(open, Strategy::Joint).into_iter().next() } else { None };
        if let Some(next) = next {
            let what = match next.seat {
                Some(seat) => told(tr("player", "joueur"), seat, &next.action),
                None => next.action.say(Lang::current()),
            };
            let hint = format!("{} {what} ({})", tr("hint:", "conseil :"), next.why.say(Lang::current()));
            lines.extend(words::sentence(&hint, width));
        }
        lines
    }
}

impl Screen for MagicScreen {
    fn rules(&self) -> Option<String> {
        Some(rules::text(self.game.config(), Lang::current()))
    }

    fn cover(&mut self, covered: bool) {
        self.clock.covered = covered;
    }

    fn keep(&mut self) {
        if self.replay.is_none()
            && let Some(journal) = &mut self.journal
        {
            journal(&self.game);
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        let open = self.open();
        let width = frame.area().width;
        let status = words::set(&self.status(&open), width);
        let mut who = Vec::new();
        for (number, role) in open.roles.iter().enumerate() {
            let seat = Seat::new(number);
            let human = if self.people.contains(&seat) { "*" } else { "" };
            let names = if open.cards.is_empty() { role.names() } else { open.role(seat).names() };
            let names: Vec<String> = names.into_iter().map(say::name).collect();
            who.push(format!("{seat}{human}{} {}", tr(":", " :"), names.join(" ")));
        }
        let who = words::set(&who.join(" · "), width);
        let keys = words::set(self.keys(), width);
        let words = self.words(&open, width);
        let height = |lines: &[Line<'_>]| Constraint::Length(lines.len() as u16);
        let [top, map, roles, message, foot] =
            Layout::vertical([height(&status), Constraint::Min(3), height(&who), height(&words), height(&keys)])
                .areas(frame.area());
        frame.render_widget(Paragraph::new(status), top);
        let (canvas, focus) = map::canvas(&open, self.selected);
        frame.render_widget(Board { canvas: &canvas, focus, fixed: SPACE }, map);
        frame.render_widget(Paragraph::new(who), roles);
        frame.render_widget(Paragraph::new(words), message);
        frame.render_widget(Paragraph::new(keys), foot);
    }

    fn least(&self) -> (u16, u16) {
        (40, 14)
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        let one = key.modifiers.contains(KeyModifiers::SHIFT);
        let arrow = match key.code {
            KeyCode::Up => Some(Dir::Up),
            KeyCode::Right => Some(Dir::Right),
            KeyCode::Down => Some(Dir::Down),
            KeyCode::Left => Some(Dir::Left),
            _ => None,
        };
        if key.code == KeyCode::Char('q') || key.code == KeyCode::Esc {
            let in_play = self.replay.is_none() && !self.game.log().is_empty() && self.game.outcome().is_none();
            return if in_play { Flow::Ask } else { Flow::Leave };
        }
        if let Some(shown) = self.replay {
            let last = self.game.log().len();
            match (arrow, key.code) {
                (Some(Dir::Right | Dir::Down), _) => self.replay = Some((shown + 1).min(last)),
                (Some(Dir::Left | Dir::Up), _) => self.replay = Some(shown.saturating_sub(1)),
                (_, KeyCode::Char(' ')) => self.running = !self.running,
                _ => {}
            }
            return Flow::Stay;
        }
        if !self.clock.begun {
            // The key that sets the sand running does nothing else.
            self.clock.begun = true;
            return Flow::Stay;
        }
        if key.code == KeyCode::Char(' ') {
            self.clock.paused = !self.clock.paused;
            return Flow::Stay;
        }
        if self.clock.paused {
            self.message = tr("the game is paused: space goes on", "la partie est en pause : espace reprend").into();
            return Flow::Stay;
        }
        match (arrow, key.code) {
            (Some(dir), _) => self.slide(dir, one),
            (_, KeyCode::Char(letter)) => match letter {
                '0'..='9' => {
                    let digit = letter as u32 - '0' as u32;
                    self.cells = Some(self.cells.unwrap_or(0).min(99) * 10 + digit).filter(|cells| *cells > 0);
                }
                'x' => self.act(Action::Explore(self.selected)),
                'e' => self.act(Action::Escalator(self.selected)),
                't' => self.teleport(),
                'c' => self.crystal(),
                'n' => self.act(Action::Next),
                'h' => self.hint = !self.hint,
                '!' => self.point(),
                _ => {
                    if let Ok(pawn) = letter.to_string().parse() {
                        self.selected = pawn;
                    }
                }
            },
            (_, KeyCode::Tab) => self.selected = Colour::ALL[(self.selected.index() + 1) % 4],
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self, now: Duration) -> Flow {
        self.clock.pass(now);
        match self.replay {
            Some(shown) if self.running => self.replay = Some((shown + 1).min(self.game.log().len())),
            Some(_) => {}
            None if self.clock.runs() => {
                self.game.advance(self.clock.now);
                self.let_bots_act();
            }
            None => {}
        }
        Flow::Stay
    }

    fn pace(&self) -> Duration {
        Duration::from_millis(if self.replay.is_some() { 300 } else { 100 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render;

    fn screen(config: &str) -> MagicScreen {
        let game = Match::new(config.parse().unwrap(), 1).unwrap();
        let mut screen = MagicScreen::new(game, vec![Seat::new(0)], Bot::named("joint"));
        screen.clock.begun = true;
        screen
    }

    /// The sand waits for the first key, for the end of a pause, and under a
    /// window.
    #[test]
    fn time_runs_only_while_one_plays() {
        let game = Match::new("players=2,time=60".parse().unwrap(), 1).unwrap();
        let mut screen = MagicScreen::new(game, vec![Seat::new(0)], None);
        screen.tick(Duration::from_secs(100));
        assert!(render(&mut screen, 100, 24).starts_with("1:00 · press a key"));
        screen.key(KeyEvent::from(KeyCode::Char('y')));
        screen.tick(Duration::from_secs(105));
        assert!(render(&mut screen, 100, 24).starts_with("0:55 · find"));
        screen.key(KeyEvent::from(KeyCode::Char(' ')));
        screen.tick(Duration::from_secs(200));
        assert!(render(&mut screen, 100, 24).starts_with("0:55 · pause"));
        screen.key(KeyEvent::from(KeyCode::Char(' ')));
        screen.cover(true);
        screen.tick(Duration::from_secs(300));
        screen.cover(false);
        screen.tick(Duration::from_secs(301));
        assert!(render(&mut screen, 100, 24).starts_with("0:54 · find"));
    }

    /// Whoever owns the direction hears why it cannot be done; that it is
    /// another player's is no reason then.
    #[test]
    fn refusals_say_the_true_reason() {
        let game = Match::new("scenario=2".parse().unwrap(), 5).unwrap();
        let mut screen = MagicScreen::new(game, (0..4).map(Seat::new).collect(), None);
        screen.clock.begun = true;
        for (pawn, arrow) in [('y', KeyCode::Down), ('p', KeyCode::Right), ('o', KeyCode::Down), ('y', KeyCode::Left)] {
            screen.key(KeyEvent::from(KeyCode::Char(pawn)));
            screen.key(KeyEvent::from(arrow));
            assert!(!screen.message.contains("another player's"), "{pawn} {arrow:?}: {}", screen.message);
        }
        assert!(screen.message.contains("in the way"), "{}", screen.message);
    }

    #[test]
    fn the_map_has_axes_and_marks() {
        let mut screen = screen("players=2,scenario=2");
        insta::assert_snapshot!(render(&mut screen, 100, 30));
        screen.key(KeyEvent::from(KeyCode::Char('h')));
        insta::assert_snapshot!(render(&mut screen, 46, 30));
        insta::assert_snapshot!(screen.rules().unwrap());
    }

    #[test]
    fn keys_act_for_people_and_time_for_bots() {
        let mut screen = screen("players=2,time=0");
        let press = |screen: &mut MagicScreen, code| screen.key(KeyEvent::new(code, KeyModifiers::NONE));
        press(&mut screen, KeyCode::Char('p'));
        press(&mut screen, KeyCode::Left);
        assert!(screen.message.contains("another player"), "{}", screen.message);
        for seconds in 1..60 {
            screen.tick(Duration::from_secs(seconds));
        }
        // The bot moves, then waits where the next move of the plan is the person's.
        assert!(!screen.game().log().is_empty());
        assert_eq!(press(&mut screen, KeyCode::Char('q')), Flow::Ask);
    }

    #[test]
    fn the_crystal_ball_and_the_red_pawn_have_keys() {
        let mut screen = screen("players=2,scenario=5");
        let press = |screen: &mut MagicScreen, code| screen.key(KeyEvent::new(code, KeyModifiers::NONE));
        press(&mut screen, KeyCode::Char('c'));
        assert!(screen.message.contains("crystal ball"), "{}", screen.message);
        press(&mut screen, KeyCode::Char('2'));
        press(&mut screen, KeyCode::Char('!'));
        assert!(render(&mut screen, 100, 24).contains("do something, player 2!"), "{}", screen.message);
    }

    #[test]
    fn the_sand_runs_to_the_end() {
        let mut screen = screen("players=2,time=5");
        screen.people = (0..2).map(Seat::new).collect();
        screen.tick(Duration::from_secs(1));
        assert!(render(&mut screen, 100, 24).contains("0:04"));
        screen.tick(Duration::from_secs(6));
        assert!(render(&mut screen, 100, 24).contains("0:00 · lost: the sand ran out"));
    }

    #[test]
    fn french_names_roles_and_moves() {
        let action = Action::Move(Colour::Yellow, Dir::Up, 3);
        assert_eq!((action.say(Lang::En), action.say(Lang::Fr)), ("yellow up 3".into(), "jaune haut 3".into()));
        assert_eq!(say::name("left"), "left");
        assert_eq!(say::name_in("left", Lang::Fr), "gauche");
    }

    #[test]
    fn replays_step_both_ways() {
        let mut played = screen("players=2,time=0");
        played.people.clear();
        for tenths in 1..600 {
            played.tick(Duration::from_millis(tenths * 100));
        }
        let mut replay = MagicScreen::replay(played.game().clone());
        let first = render(&mut replay, 90, 20);
        for _ in 0..5 {
            replay.key(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE));
        }
        assert_ne!(render(&mut replay, 90, 20), first);
        for _ in 0..5 {
            replay.key(KeyEvent::new(KeyCode::Left, KeyModifiers::NONE));
        }
        assert_eq!(render(&mut replay, 90, 20), first);
    }
}
