//! The state of a game and what actions do to it.

use super::action::Action;
use super::config::Config;
use super::event::{Event, Refusal};
use super::parts::with_teleporters;
use super::roles::Role;
use super::scenario;
use crate::deck::{Card, Deck, Face, start_tile};
use crate::generate::Generator;
use crate::grow::{Horizon, reveal};
use crate::path::Move;
use crate::{Colour, Lot, Market, Site, Spot};
use dedale_grid::Point;
use dedale_play::{Seat, Seed};
use serde::Serialize;

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Until all four stand on their objectives.
    Search,
    /// Everybody out.
    Escape,
    /// All are out.
    Won,
    /// The sand ran out.
    Lost,
}

/// Everything about a game that everybody sees.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MagicView"))]
pub struct Open {
    /// The tiles on the table.
    #[cfg_attr(feature = "questions", schemars(with = "Vec<((i32, i32), crate::tile::TileView)>"))]
    pub market: Market,
    /// The pawns, by colour; those who left are gone.
    pub pawns: [Option<Spot>; 4],
    /// Where the pawns stood at the last event (a tile, a flip, the theft, an
    /// exit), and the moves since: shared plans begin there.
    pub marks: [Option<Spot>; 4],
    /// The moves since the last event.
    #[serde(skip)]
    pub since: Vec<(Colour, Move)>,
    /// What each seat may do.
    pub roles: Vec<Role>,
    /// The single player's cards, the one in force last; in a view those face
    /// down allow nothing.
    pub cards: Vec<Role>,
    /// Where the game stands.
    pub phase: Phase,
    /// The rules in force.
    pub scenario: usize,
    /// Cells out of order: timers turned, cameras asleep, crystals used.
    pub used: Vec<Spot>,
    /// How many tiles the crystal ball may still show while purple stays.
    pub crystal: u8,
    /// When the sand runs out.
    pub deadline: Option<u64>,
    /// How long a full glass of sand runs, in milliseconds; 0 without a clock.
    #[serde(skip_serializing_if = "no_clock")]
    pub glass: u64,
    /// The time of the last action.
    pub clock: u64,
    /// Whether talking is allowed until the next action.
    pub talking: bool,
    /// Before whom the *Do something!* pawn stands.
    pub pointed: Option<Seat>,
    /// Moves of pawns so far.
    pub moves: u32,
    /// Flips so far.
    pub flips: u32,
    /// Cards left.
    pub cards_left: usize,
    /// Where pawns that have left still stand, in the scenarios where they do.
    #[serde(skip_serializing_if = "nowhere")]
    pub stood: [Option<Spot>; 4],
    /// The next card, where it lies face up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<Face>,
    /// How many tiles must be discarded before anything else.
    #[serde(skip_serializing_if = "none_left")]
    pub discards: u8,
}

fn nowhere(stood: &[Option<Spot>; 4]) -> bool {
    *stood == [None; 4]
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn none_left(count: &u8) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn no_clock(glass: &u64) -> bool {
    *glass == 0
}

/// The whole state.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// What everybody sees.
    pub open: Open,
    /// The tiles not yet turned over, the next one last.
    pub(crate) deck: Vec<Card>,
    pub(crate) seed: Seed,
    pub(crate) time: u64,
    /// How often the single player turned a card since they were shuffled; it
    /// follows from the rest of the log.
    #[serde(skip)]
    pub(crate) turned: usize,
    /// The cards of the tiles on the table, the first excepted, where they may
    /// go back under the deck.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) placed: Vec<Card>,
}

impl State {
    pub(crate) fn new(config: &Config, seed: Seed) -> Self {
        let mut rng = seed.rng();
        let mut generator = Generator::new();
        let deck = Deck::new(config.tiles, config.extras(), &mut rng, &mut generator);
        let mut market = Market::new(deck.start, Point::new(0, 0));
        let mut pawns = [None; 4];
        for (square, site) in deck.start.sites() {
            if let Site::Start(Some(colour)) = site {
                pawns[colour.index()] = Some(Spot::new(0, square));
            }
        }
        if scenario::parted(config.scenario) {
            let other = start_tile(config.extras(), &mut rng, &mut generator);
            for (square, site) in other.sites() {
                if let Site::Start(Some(colour @ (Colour::Yellow | Colour::Purple))) = site {
                    pawns[colour.index()] = Some(Spot::new(1, square));
                }
            }
            market = Market::new(with_teleporters(&deck.start), Point::new(0, 0));
            // So far apart that all tiles together do not reach across.
            market.place(Lot { east: config.tiles as i32 + 2, south: 0 }, with_teleporters(&other));
        }
        let mut cards = if config.players == 1 { Role::CARDS.to_vec() } else { Vec::new() };
        rng.shuffle(&mut cards);
        let open = Open {
            market,
            pawns,
            marks: pawns,
            since: Vec::new(),
            roles: if scenario::led(config.scenario) {
                Role::deal_led(config.players)
            } else {
                Role::deal(config.players)
            },
            cards,
            phase: Phase::Search,
            scenario: config.scenario,
            used: Vec::new(),
            crystal: 0,
            deadline: (config.time > 0).then_some(config.time * 1000),
            glass: config.time * 1000,
            clock: 0,
            talking: false,
            pointed: None,
            moves: 0,
            flips: 0,
            cards_left: deck.cards.len(),
            stood: [None; 4],
            top: None,
            discards: 0,
        };
        let time = config.time * 1000;
        let mut state = Self { open, deck: deck.cards, seed, time, turned: 0, placed: Vec::new() };
        state.show_top();
        state
    }

    /// Turns the next card face up where it lies so.
    fn show_top(&mut self) {
        if scenario::face_up(self.open.scenario) {
            self.open.top = self.deck.last().map(Card::face);
        }
    }

    pub(crate) fn apply(&mut self, seat: Seat, action: &Action, t_ms: u64) -> Result<Vec<Event>, Refusal> {
        if self.open.over() {
            return Err(Refusal::Over);
        }
        let mut events = Vec::new();
        if self.open.discards > 0 && !matches!(action, Action::Point(_) | Action::Discard(_)) {
            return Err(Refusal::Discard);
        }
        match *action {
            Action::Discard(tile) => {
                if !self.open.discardable(tile) {
                    return Err(Refusal::Needed { tile: tile.saturating_add(1) });
                }
                self.discard(tile, &mut events);
            }
            Action::Point(to) => {
                self.open.may_point(seat)?;
                if to == seat || to.index() >= self.open.roles.len() || self.open.pointed == Some(to) {
                    return Err(Refusal::Pointing);
                }
                self.open.pointed = Some(to);
                events.push(Event::Pointed { by: seat, to });
                return Ok(events);
            }
            Action::Next => {
                if self.open.cards.is_empty() {
                    return Err(Refusal::Cards);
                }
                self.open.cards.rotate_right(1);
                self.turned += 1;
                events.push(Event::CardTurned);
            }
            Action::Explore(pawn) => {
                let door = self.open.explorable(seat, pawn)?;
                self.turn_over(door, pawn, &mut events)?;
            }
            Action::Crystal(door) => self.look(seat, door, &mut events)?,
            Action::Move(..) | Action::Escalator(_) | Action::Teleport(..) => {
                let (pawn, step) = self.open.move_of(seat, action)?;
                self.go(pawn, step, t_ms, &mut events);
            }
        }
        self.open.clock = t_ms;
        if self.open.pointed == Some(seat) {
            self.open.pointed = None;
        }
        let opens = events.iter().any(|event| matches!(event, Event::Talking { open: true }));
        if self.open.talking && !opens {
            self.open.talking = false;
            events.push(Event::Talking { open: false });
        }
        Ok(events)
    }

    /// The single player's cards that nobody has seen since they were shuffled.
    pub(crate) fn face_down(&self) -> std::ops::Range<usize> {
        let seen_again = self.open.cards.len().saturating_sub(1);
        self.turned.min(seen_again)..seen_again
    }

    pub(super) fn turn_over(&mut self, door: Spot, pawn: Colour, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let card = self.deck.pop().ok_or(Refusal::Deck)?;
        let last = self.deck.is_empty();
        let tile = reveal(&mut self.open.market, door, &card, last, &mut Horizon::default(), &mut Generator::new())
            .expect("some way to lay the doors keeps the supermarket open");
        self.open.cards_left = self.deck.len();
        self.show_top();
        if scenario::crumbles(self.open.scenario) {
            self.placed.push(card);
        }
        let corner = self.open.market.corner(tile);
        events.push(Event::Explored { tile, row: corner.row, column: corner.col });
        if self.open.scenario >= 4 && pawn == Colour::Green && !scenario::silent(self.open.scenario) {
            self.open.talking = true;
            events.push(Event::Talking { open: true });
        }
        self.open.mark();
        Ok(())
    }

    fn go(&mut self, pawn: Colour, step: Move, t_ms: u64, events: &mut Vec<Event>) {
        let open = &mut self.open;
        let from = open.pawns[pawn.index()].expect("the move was checked");
        open.pawns[pawn.index()] = Some(step.to);
        open.since.push((pawn, step));
        open.moves += 1;
        events.push(Event::Moved { pawn, from, to: step.to });
        // A crystal ball half used is out of order once purple leaves it.
        if open.crystal > 0 && pawn == Colour::Purple {
            open.crystal = 0;
            open.used.push(from);
        }
        let site = open.market.site(step.to).filter(|_| !open.used.contains(&step.to));
        match site {
            Some(Site::Timer) => self.flip(step.to, t_ms, events),
            Some(Site::Camera) if pawn == Colour::Yellow => {
                open.used.push(step.to);
                open.mark();
                events.push(Event::CameraOff { at: step.to });
            }
            _ => {}
        }
        let open = &mut self.open;
        let mistaken = scenario::mistaken(open.scenario);
        let home = |colour: Colour| match open.pawns[colour.index()].and_then(|spot| open.market.site(spot)) {
            Some(Site::Objective(of)) => (of == colour) != mistaken,
            _ => false,
        };
        if open.phase == Phase::Search && Colour::ALL.into_iter().all(home) {
            open.phase = Phase::Escape;
            open.mark();
            events.push(Event::Stolen);
        }
        if open.phase == Phase::Escape
            && matches!(open.market.site(step.to), Some(Site::Exit(exit)) if open.may_leave(pawn, exit))
        {
            open.pawns[pawn.index()] = None;
            if scenario::stays(open.scenario) {
                open.stood[pawn.index()] = Some(step.to);
            }
            open.mark();
            events.push(Event::Left { pawn });
            if open.pawns.iter().all(Option::is_none) {
                open.phase = Phase::Won;
                events.push(Event::Won);
            }
        }
    }

    fn flip(&mut self, timer: Spot, t_ms: u64, events: &mut Vec<Event>) {
        let open = &mut self.open;
        open.used.push(timer);
        open.flips += 1;
        if let Some(deadline) = open.deadline {
            let remaining = self.time.saturating_sub(deadline.saturating_sub(t_ms));
            open.deadline = Some(t_ms + remaining);
            events.push(Event::Flipped { remaining_ms: remaining });
        }
        if open.scenario >= 3 && open.roles.len() > 1 {
            open.roles.rotate_right(1);
            events.push(Event::RolesPassed);
        }
        if !open.cards.is_empty() {
            self.seed.stream(open.flips.into()).shuffle(&mut open.cards);
            self.turned = 0;
        }
        if !scenario::silent(open.scenario) {
            open.talking = true;
            events.push(Event::Talking { open: true });
        }
        open.mark();
        if scenario::crumbles(open.scenario) {
            open.discards = 2;
            self.or_trapped(events);
        }
    }

    pub(crate) fn tick(&mut self, t_ms: u64) -> Vec<Event> {
        if !self.open.over() && self.open.deadline.is_some_and(|deadline| deadline <= t_ms) {
            self.open.phase = Phase::Lost;
            return vec![Event::Lost];
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_grid::Dir;

    /// A state with a pawn one step from the timer of the start tile, and the
    /// move that turns it.
    fn beside_timer(config: &str) -> (State, Action, Seat) {
        let mut state = State::new(&config.parse().unwrap(), Seed::Number(4));
        let (timer, _) = state.open.market.sites().find(|(_, site)| *site == Site::Timer).unwrap();
        let way = Dir::ALL.into_iter().find_map(|dir| Some((dir, state.open.market.step(timer, dir)?)));
        let (back, beside) = way.expect("a timer has one way in");
        state.open.pawns[0] = Some(beside);
        for pawn in 1..4 {
            state.open.pawns[pawn] = state.open.pawns[pawn].filter(|spot| *spot != beside);
        }
        let dir = back.opposite();
        let seats = (0..state.open.roles.len()).map(Seat::new);
        let seat = seats.into_iter().find(|seat| state.open.role(*seat).may(Role::direction(dir))).unwrap();
        (state, Action::Move(Colour::Yellow, dir, 1), seat)
    }

    #[test]
    fn a_flip_leaves_what_had_run_through() {
        let (mut state, step, seat) = beside_timer("scenario=2");
        let events = state.apply(seat, &step, 50_000).unwrap();
        assert!(events.contains(&Event::Flipped { remaining_ms: 50_000 }), "{events:?}");
        assert_eq!(state.open.deadline, Some(100_000));
        assert!(state.open.talking && state.tick(99_999).is_empty());
        assert_eq!(state.tick(100_000), [Event::Lost]);
    }

    #[test]
    fn roles_pass_from_the_third_scenario_on() {
        for (config, passes) in [("scenario=2", false), ("scenario=3", true)] {
            let (mut state, step, seat) = beside_timer(config);
            let before = state.open.roles.clone();
            state.apply(seat, &step, 1000).unwrap();
            assert_eq!(state.open.roles != before, passes);
        }
    }

    /// The single player knows a card once it was turned, not before.
    #[test]
    fn cards_face_down_are_hidden() {
        use super::super::MagicMaze;
        use dedale_play::{Game, Viewer};
        let mut state = State::new(&"players=1".parse().unwrap(), Seed::Number(3));
        for turned in 0..9 {
            let view = MagicMaze::view(&state, Viewer::Seat(Seat::new(0)));
            let hidden = view.cards.iter().filter(|card| **card == Role::default()).count();
            assert_eq!(hidden, 6usize.saturating_sub(turned));
            assert_eq!(view.cards.last(), state.open.cards.last());
            state.apply(Seat::new(0), &Action::Next, 0).unwrap();
        }
    }

    #[test]
    fn two_cameras_forbid_the_timers() {
        let (mut state, step, seat) = beside_timer("scenario=6");
        let mut tile = *state.open.market.tile(0);
        let free = crate::Square::all().filter(|square| tile.site(*square).is_none());
        let cells: Vec<_> = free.take(2).collect();
        for square in cells {
            tile.put(square, Site::Camera);
        }
        state.open.market = Market::new(tile, Point::new(0, 0));
        assert!(matches!(state.apply(seat, &step, 1000), Err(Refusal::Cameras)));
    }
}
