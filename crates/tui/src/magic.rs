//! The table of Magic Maze: a scrolling map, one keyboard for all people at
//! it, bots in the other seats, and replays.

mod say;

use crate::{Board, Flow, Screen, role_style, words};
use dedale_grid::{Dir, Rng};
use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::game::{Action, MagicMaze, Open, Phase};
use dedale_magic::{Colour, Site, Square, picture};
use dedale_play::{Bot, Match, Seat, Viewer};
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
    now: u64,
    hint: bool,
    /// How many entries of the log are shown; all of them when playing.
    replay: Option<usize>,
    running: bool,
}

impl MagicScreen {
    /// A match to play, with people in some seats and a bot in the others.
    pub fn new(game: Match<MagicMaze>, people: Vec<Seat>, bot: Option<&'static Bot<MagicMaze>>) -> Self {
        let seats = game.state().open.roles.len();
        let rng = Rng::stream(game.seed(), 0xB07);
        Self {
            game,
            people,
            bot,
            looks_up: vec![2000; seats],
            rng,
            selected: Colour::Yellow,
            cells: None,
            message: String::new(),
            now: 0,
            hint: false,
            replay: None,
            running: false,
        }
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

    /// Does an action for the first person who may.
    fn act(&mut self, action: Action) {
        let mut refused = None;
        for seat in self.people.clone() {
            match self.game.act(seat, &action, self.now) {
                Ok(_) => {
                    self.message = told(tr("player", "joueur"), seat, &action);
                    return;
                }
                Err(error) => refused = Some(error),
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
            if self.people.contains(&seat) || self.looks_up[number] > self.now || self.game.outcome().is_some() {
                continue;
            }
            // As slow as people are: half a second to two seconds.
            self.looks_up[number] = self.now + 500 + self.rng.below(1500);
            let (view, legal) = (self.game.view(Viewer::Seat(seat)), self.game.legal(seat));
            let action = (bot.choose)(&view, seat, &legal, &mut self.rng, bot.budget);
            if let Some(action) = action.filter(|action| self.game.act(seat, action, self.now).is_ok()) {
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
        let clock = if still { open.clock } else { self.now };
        let time = open.deadline.map_or("∞".to_owned(), |deadline| {
            // The last second is still a second.
            let left = deadline.saturating_sub(clock).div_ceil(1000);
            format!("{}:{:02}", left / 60, left % 60)
        });
        format!(
            "{time} · {phase} · {} {} · {} {}{}",
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
            return tr("arrows step · space plays · q leaves", "flèches pas à pas · espace défiler · q quitter");
        }
        tr(
            "y p g o pawn · arrows slide · shift one cell · 1-9 length · x explore · e escalator · t teleport · \
             c crystal · n card · ! point · h hint · q quit",
            "y p g o pion · flèches glisser · maj une case · 1-9 longueur · x explorer · e escalator · t téléporter · \
             c cristal · n carte · ! désigner · h aide · q quitter",
        )
    }
}

/// Who did what.
fn told(who: &str, seat: Seat, action: &Action) -> String {
    format!("{who} {seat}{} {}", tr(":", " :"), say::action(action))
}

impl Screen for MagicScreen {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        let open = self.open();
        let width = frame.area().width;
        let status = words::set(&self.status(&open), width);
        let mut who = Vec::new();
        for (number, role) in open.roles.iter().enumerate() {
            let seat = Seat::new(number);
            let human = if self.people.contains(&seat) { "*" } else { "" };
            let names = if open.cards.is_empty() { role.names() } else { open.role(seat).names() };
            let names: Vec<&str> = names.into_iter().map(say::name).collect();
            who.push(format!("{seat}{human}{} {}", tr(":", " :"), names.join(" ")));
        }
        let who = words::set(&who.join(" · "), width);
        let keys = words::set(self.keys(), width);
        let height = |lines: &[Line<'_>]| Constraint::Length(lines.len() as u16);
        let [top, map, roles, message, foot] =
            Layout::vertical([height(&status), Constraint::Min(3), height(&who), Constraint::Length(1), height(&keys)])
                .areas(frame.area());
        frame.render_widget(Paragraph::new(status), top);
        let canvas = picture::canvas(&open.market, &open.pawns, &open.used);
        let middle = dedale_magic::Spot::new(0, Square::STARTS[0]);
        let focus = picture::canvas_place(&open.market, open.pawns[self.selected.index()].unwrap_or(middle));
        frame.render_widget(Board { canvas: &canvas, focus }, map);
        frame.render_widget(Paragraph::new(who), roles);
        let chosen = Span::styled(
            format!("[{}] ", self.selected.name(Lang::current())),
            role_style(&picture::PAWNS[self.selected.index()]),
        );
        let typed = self.cells.map_or(String::new(), |cells| format!("{cells} "));
        let mut text = self.message.clone();
        let next = if self.hint { Guide::default().explain(&open, Strategy::Joint).into_iter().next() } else { None };
        if let Some(next) = next {
            let what = match next.seat {
                Some(seat) => told(tr("player", "joueur"), seat, &next.action),
                None => say::action(&next.action),
            };
            text = format!("{what} ({})", next.why.say(Lang::current()));
        }
        let line = Line::from(vec![chosen, Span::raw(typed), Span::raw(text)]);
        frame.render_widget(Paragraph::new(line), message);
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
            return Flow::Leave;
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
        self.now = now.as_millis() as u64;
        match self.replay {
            Some(shown) if self.running => self.replay = Some((shown + 1).min(self.game.log().len())),
            Some(_) => {}
            None => {
                self.game.advance(self.now);
                self.let_bots_act();
            }
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
        MagicScreen::new(game, vec![Seat::new(0)], Bot::named("joint"))
    }

    #[test]
    fn shows_pawns_roles_and_time() {
        let mut screen = screen("players=2,scenario=2");
        let text = render(&mut screen, 100, 24);
        assert!(text.contains("3:00") && text.contains("1*: up right teleport"), "{text}");
        for word in ["h hint", "q quit", "! point"] {
            assert!(render(&mut screen, 80, 24).contains(word), "{word}");
        }
        for letter in ['Y', 'P', 'G', 'O'] {
            assert!(text.contains(letter), "{text}");
        }
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
        assert_eq!(press(&mut screen, KeyCode::Char('q')), Flow::Leave);
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
        assert_eq!(say::action(&Action::Move(Colour::Yellow, Dir::Up, 3)), "yellow up 3");
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
