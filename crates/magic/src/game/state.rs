//! The state of a game and what actions do to it.

use super::action::Action;
use super::config::Config;
use super::roles::Role;
use super::scenario;
use crate::deck::{Card, Deck, Face, start_tile};
use crate::generate::Generator;
use crate::grow::{Horizon, reveal};
use crate::path::{Means, Move};
use crate::{Colour, Lot, Market, Site, Spot, Tile};
use dedale_grid::{Dir, Point};
use dedale_play::{Seat, Seed};
use dedale_text::messages;
use serde::Serialize;

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
pub struct Open {
    /// The tiles on the table.
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

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A pawn moved.
    Moved {
        /// Which.
        pawn: Colour,
        /// Where from.
        from: Spot,
        /// Where to.
        to: Spot,
    },
    /// A tile was turned over.
    Explored {
        /// Its number.
        tile: usize,
        /// The row of its top left cell.
        row: i32,
        /// The column of its top left cell.
        column: i32,
    },
    /// The sand timer was turned.
    Flipped {
        /// The time left now.
        remaining_ms: u64,
    },
    /// Roles went to the left neighbours.
    RolesPassed,
    /// A camera fell asleep.
    CameraOff {
        /// Its cell.
        at: Spot,
    },
    /// All four stood on their objectives.
    Stolen,
    /// A pawn left.
    Left {
        /// Which.
        pawn: Colour,
    },
    /// Talking is allowed, or no longer.
    Talking {
        /// Whether it is.
        open: bool,
    },
    /// The *Do something!* pawn was put before someone.
    Pointed {
        /// By whom.
        by: Seat,
        /// Before whom.
        to: Seat,
    },
    /// The single player turned a card.
    CardTurned,
    /// A tile went under the deck; those after it are numbered one less.
    Discarded {
        /// Its number.
        tile: usize,
        /// The row of its top left cell.
        row: i32,
        /// The column of its top left cell.
        column: i32,
    },
    /// No two tiles could be discarded.
    Trapped,
    /// All are out.
    Won,
    /// The sand ran out.
    Lost,
}

messages! {
    /// Why an action was refused.
    pub enum Refusal {
        /// The game is over.
        Over => "the game is over", "la partie est finie";
        /// Not this player's action.
        Role => "this action is another player's", "cette action est à un autre joueur";
        /// The pawn has left.
        Gone { pawn: Colour } => "the pawn {pawn} has left", "le pion {pawn} est sorti";
        /// A move of no cells.
        Still => "a move is at least one cell long", "un déplacement fait au moins une case";
        /// A wall is in the way.
        Wall => "a wall is in the way", "un mur barre le chemin";
        /// A pawn is in the way.
        Pawn => "another pawn is in the way", "un autre pion barre le chemin";
        /// Two cameras watch the timers.
        Cameras => "two cameras are awake: nobody may enter a timer cell", "deux caméras sont éveillées : personne ne peut entrer sur un sablier";
        /// No escalator here.
        Escalator => "the pawn is not on an escalator", "le pion n'est pas sur un escalator";
        /// Not a teleporter of the pawn's colour.
        Teleporter => "there is no teleporter of the pawn's colour there", "il n'y a pas là de téléporteur de la couleur du pion";
        /// The theft has happened.
        Stolen => "teleporters are out of order since the theft", "les téléporteurs sont hors service depuis le vol";
        /// No unused door of the pawn's colour.
        Door => "there is no unused door of that pawn's colour", "il n'y a pas de porte inutilisée de la couleur de ce pion";
        /// No tile is left.
        Deck => "no tile is left", "il ne reste aucune tuile";
        /// Purple is not on a crystal ball in order.
        Crystal => "purple is not on a crystal ball that works", "le violet n'est pas sur une boule de cristal en service";
        /// Nobody sits there, or the pawn stands there already.
        Pointing => "the pawn cannot be put there", "le pion ne peut pas être placé là";
        /// Only the single player has cards.
        Cards => "only a single player has cards", "seul un joueur unique a des cartes";
        /// Tiles must be discarded first.
        Discard => "two tiles must be discarded first", "il faut d'abord défausser deux tuiles";
        /// This tile cannot be discarded.
        Needed { tile: usize } =>
            "tile {tile} cannot be discarded now: a pawn or a token lies on it, or something would be out of reach",
            "la tuile {tile} ne peut pas être défaussée : un pion ou un jeton y est, ou quelque chose serait inaccessible";
        /// Pointing is the leader's.
        Leader => "only the player without a role moves the pawn", "seul le joueur sans rôle pose le pion";
        /// There is no pawn in this scenario.
        NoPawn => "this scenario is played without the pawn", "ce scénario se joue sans le pion";
        /// Teleporters never work in this scenario.
        OutOfOrder => "teleporters are out of order in this scenario", "les téléporteurs sont hors service dans ce scénario";
        /// A second pawn on one tile.
        Crowd => "another pawn stands on that tile", "un autre pion est sur cette tuile";
        /// Not from a teleporter to the other part.
        Part => "in this scenario one jumps from a teleporter of the pawn's colour to one in the other part",
            "dans ce scénario on saute d'un téléporteur de la couleur du pion à un autre dans l'autre partie";
        /// All four would be in one part.
        Together => "all four pawns would be in one part", "les quatre pions seraient dans la même partie";
    }
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
            Action::Crystal(door) => {
                let door = self.open.crystal_door(seat, door)?;
                let first = self.open.crystal == 0;
                self.turn_over(door, Colour::Purple, &mut events)?;
                self.open.crystal = if first { 1 } else { 0 };
                if !first || self.deck.is_empty() {
                    self.open.crystal = 0;
                    self.open.used.extend(self.open.pawns[Colour::Purple.index()]);
                }
            }
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

    fn turn_over(&mut self, door: Spot, pawn: Colour, events: &mut Vec<Event>) -> Result<(), Refusal> {
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

    /// A tile goes under the deck.
    fn discard(&mut self, tile: usize, events: &mut Vec<Event>) {
        let corner = self.open.market.corner(tile);
        events.push(Event::Discarded { tile, row: corner.row, column: corner.col });
        self.open.market = self.open.market.without(tile);
        let lower = |spot: &mut Spot| {
            if spot.tile() > tile {
                *spot = Spot::new(spot.tile() - 1, spot.square());
            }
        };
        self.open.pawns.iter_mut().flatten().for_each(lower);
        self.open.stood.iter_mut().flatten().for_each(lower);
        self.open.used.iter_mut().for_each(lower);
        let card = self.placed.remove(tile - 1);
        self.deck.insert(0, card);
        self.open.cards_left = self.deck.len();
        self.open.discards -= 1;
        self.open.mark();
        self.or_trapped(events);
    }

    /// Lost, if tiles must be discarded and none can be.
    fn or_trapped(&mut self, events: &mut Vec<Event>) {
        let open = &mut self.open;
        if open.discards > 0 && !(1..open.market.len()).any(|tile| open.discardable(tile)) {
            open.phase = Phase::Lost;
            open.discards = 0;
            events.push(Event::Trapped);
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

impl Open {
    /// Whether the game is over.
    pub fn over(&self) -> bool {
        matches!(self.phase, Phase::Won | Phase::Lost)
    }

    /// An event: plans begin anew here.
    fn mark(&mut self) {
        self.marks = self.pawns;
        self.since.clear();
    }

    /// What a seat may do now.
    pub fn role(&self, seat: Seat) -> Role {
        match self.cards.last() {
            Some(card) => *card,
            None => self.roles.get(seat.index()).copied().unwrap_or_default(),
        }
    }

    fn need(&self, seat: Seat, role: Role) -> Result<(), Refusal> {
        if self.role(seat).may(role) { Ok(()) } else { Err(Refusal::Role) }
    }

    /// Whether a pawn leaves by the exit of a colour.
    pub fn may_leave(&self, pawn: Colour, exit: Colour) -> bool {
        if scenario::mistaken(self.scenario) {
            return exit != pawn;
        }
        if self.scenario == 1 { exit == Colour::Purple } else { exit == pawn }
    }

    /// Whether a seat may put the pawn before someone.
    fn may_point(&self, seat: Seat) -> Result<(), Refusal> {
        if scenario::pointless(self.scenario) {
            return Err(Refusal::NoPawn);
        }
        if scenario::led(self.scenario) && self.role(seat) != Role::default() {
            return Err(Refusal::Leader);
        }
        Ok(())
    }

    /// The part of the supermarket that a cell belongs to: 0, or 1 for the far
    /// one where there are two.
    pub fn part(&self, spot: Spot) -> usize {
        if !scenario::parted(self.scenario) || self.market.len() < 2 {
            return 0;
        }
        // Halfway between the two first tiles.
        usize::from(2 * self.market.lot(spot.tile()).east > self.market.lot(1).east)
    }

    /// Whether a tile may be discarded now: nothing lies on it, everything else
    /// stays within reach on foot, exploring can go on, and so can discarding.
    pub fn discardable(&self, tile: usize) -> bool {
        self.discards > 0
            && self.dispensable(tile)
            && (self.discards == 1 || {
                let mut next = self.clone();
                next.market = self.market.without(tile);
                let lower = |spot: &mut Spot| {
                    if spot.tile() > tile {
                        *spot = Spot::new(spot.tile() - 1, spot.square());
                    }
                };
                next.pawns.iter_mut().flatten().for_each(lower);
                next.used.iter_mut().for_each(lower);
                (1..next.market.len()).any(|other| next.dispensable(other))
            })
    }

    fn dispensable(&self, tile: usize) -> bool {
        if tile == 0 || tile >= self.market.len() {
            return false;
        }
        let on_it = |spot: &Spot| spot.tile() == tile;
        if self.pawns.iter().flatten().chain(&self.used).any(on_it) {
            return false;
        }
        let rest = self.market.without(tile);
        // On foot: corridors, doors and escalators, for pawns of every colour.
        let start = self.pawns.iter().flatten().next().map_or(0, |spot| spot.tile());
        let lowered = if start > tile { start - 1 } else { start };
        let mut seen = vec![false; rest.len()];
        let mut queue = vec![lowered];
        seen[lowered] = true;
        while let Some(here) = queue.pop() {
            for side in Dir::ALL {
                let doors = rest.tile(here).door(side).is_some();
                let Some(there) = rest.tile_at(rest.lot(here).step(side)).filter(|_| doors) else { continue };
                if rest.tile(there).door(side.opposite()).is_some() && !std::mem::replace(&mut seen[there], true) {
                    queue.push(there);
                }
            }
        }
        seen.iter().all(|seen| *seen) && Horizon::default().survives(&rest, rest.lot(0), &[])
    }

    /// Whether nobody may enter a timer cell.
    pub fn watched(&self) -> bool {
        let awake = |(spot, site): &(Spot, Site)| *site == Site::Camera && !self.used.contains(spot);
        self.scenario >= 6 && self.market.sites().filter(awake).count() >= 2
    }

    /// Whether a pawn may end or pass on a cell while the pawns stand so.
    pub(crate) fn enter(&self, standing: &[Option<Spot>; 4], pawn: Colour, spot: Spot) -> Result<(), Refusal> {
        if standing.contains(&Some(spot)) || self.stood.contains(&Some(spot)) {
            return Err(Refusal::Pawn);
        }
        if scenario::apart(self.scenario) && spot.tile() != 0 {
            let others = Colour::ALL.into_iter().filter(|other| *other != pawn);
            let mut others = others.filter_map(|other| standing[other.index()].or(self.stood[other.index()]));
            if others.any(|other| other.tile() == spot.tile()) {
                return Err(Refusal::Crowd);
            }
        }
        let timer = self.market.site(spot) == Some(Site::Timer) && !self.used.contains(&spot);
        if timer && self.watched() { Err(Refusal::Cameras) } else { Ok(()) }
    }

    /// Whether teleporters let a pawn jump to a cell while the pawns stand so.
    pub(crate) fn jump(&self, standing: &[Option<Spot>; 4], pawn: Colour, to: Spot) -> Result<(), Refusal> {
        if scenario::grounded(self.scenario) {
            return Err(Refusal::OutOfOrder);
        }
        if self.phase != Phase::Search && !scenario::parted(self.scenario) {
            return Err(Refusal::Stolen);
        }
        if self.market.site(to) != Some(Site::Teleporter(pawn)) {
            return Err(Refusal::Teleporter);
        }
        if scenario::parted(self.scenario) {
            let from = standing[pawn.index()].ok_or(Refusal::Gone { pawn })?;
            let own = self.market.site(from) == Some(Site::Teleporter(pawn));
            if !own || self.part(from) == self.part(to) {
                return Err(Refusal::Part);
            }
            let mut others = Colour::ALL.into_iter().filter(|other| *other != pawn);
            if others.all(|other| standing[other.index()].is_some_and(|spot| self.part(spot) == self.part(to))) {
                return Err(Refusal::Together);
            }
        }
        self.enter(standing, pawn, to)
    }

    /// The move that an action is, if its rules allow it.
    pub fn move_of(&self, seat: Seat, action: &Action) -> Result<(Colour, Move), Refusal> {
        let (pawn, role) = match *action {
            Action::Move(pawn, dir, _) => (pawn, Role::direction(dir)),
            Action::Escalator(pawn) => (pawn, Role::ESCALATOR),
            Action::Teleport(pawn, _) => (pawn, Role::TELEPORT),
            _ => return Err(Refusal::Role),
        };
        self.need(seat, role)?;
        let from = self.pawns[pawn.index()].ok_or(Refusal::Gone { pawn })?;
        let step = match *action {
            Action::Move(_, dir, cells) => {
                if cells == 0 {
                    return Err(Refusal::Still);
                }
                let mut at = from;
                for _ in 0..cells {
                    at = self.market.step_as(at, dir, pawn).ok_or(Refusal::Wall)?;
                    self.enter(&self.pawns, pawn, at)?;
                }
                Move { by: Means::Slide(dir, cells), to: at }
            }
            Action::Escalator(_) => {
                let to = self.market.escalator(from).ok_or(Refusal::Escalator)?;
                self.enter(&self.pawns, pawn, to)?;
                Move { by: Means::Escalator, to }
            }
            Action::Teleport(_, to) => {
                let to = self.market.spot(to).ok_or(Refusal::Teleporter)?;
                self.jump(&self.pawns, pawn, to)?;
                Move { by: Means::Teleport, to }
            }
            _ => return Err(Refusal::Role),
        };
        Ok((pawn, step))
    }

    /// The unused door of its colour on which a pawn stands.
    pub fn explorable(&self, seat: Seat, pawn: Colour) -> Result<Spot, Refusal> {
        self.need(seat, Role::EXPLORE)?;
        let spot = self.pawns[pawn.index()].ok_or(Refusal::Gone { pawn })?;
        match self.market.unused_door(spot) {
            Some((colour, ..)) if colour == pawn => {}
            _ => return Err(Refusal::Door),
        }
        if self.cards_left == 0 { Err(Refusal::Deck) } else { Ok(spot) }
    }

    /// The crystal balls in order.
    pub fn crystals(&self) -> impl Iterator<Item = Spot> + '_ {
        let works = |(spot, site): &(Spot, Site)| *site == Site::Crystal && !self.used.contains(spot);
        self.market.sites().filter(move |_| self.scenario >= 5).filter(works).map(|(spot, _)| spot)
    }

    /// Whether purple stands on a crystal ball in order.
    pub fn crystal_works(&self) -> bool {
        self.crystals().any(|ball| self.pawns[Colour::Purple.index()] == Some(ball))
    }

    fn crystal_door(&self, seat: Seat, door: Point) -> Result<Spot, Refusal> {
        self.need(seat, Role::EXPLORE)?;
        if !self.crystal_works() {
            return Err(Refusal::Crystal);
        }
        let spot =
            self.market.spot(door).filter(|spot| self.market.unused_door(*spot).is_some()).ok_or(Refusal::Door)?;
        if self.cards_left == 0 { Err(Refusal::Deck) } else { Ok(spot) }
    }

    /// Appends every action a seat may take.
    pub fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.over() {
            return;
        }
        let points = |actions: &mut Vec<Action>| {
            if self.may_point(seat).is_ok() {
                let others = (0..self.roles.len()).map(Seat::new);
                actions.extend(others.filter(|to| *to != seat && self.pointed != Some(*to)).map(Action::Point));
            }
        };
        if self.discards > 0 {
            actions.extend((1..self.market.len()).filter(|tile| self.discardable(*tile)).map(Action::Discard));
            return points(actions);
        }
        let role = self.role(seat);
        for pawn in Colour::ALL {
            let Some(from) = self.pawns[pawn.index()] else { continue };
            for dir in Dir::ALL.into_iter().filter(|dir| role.may(Role::direction(*dir))) {
                let (mut at, mut cells) = (from, 0);
                while let Some(next) =
                    self.market.step_as(at, dir, pawn).filter(|next| self.enter(&self.pawns, pawn, *next).is_ok())
                {
                    (at, cells) = (next, cells + 1);
                    actions.push(Action::Move(pawn, dir, cells));
                }
            }
            let mut offer = |action: Action| {
                if self.move_of(seat, &action).is_ok() {
                    actions.push(action);
                }
            };
            offer(Action::Escalator(pawn));
            if role.may(Role::TELEPORT) {
                for (spot, _) in self.market.sites().filter(|(_, site)| *site == Site::Teleporter(pawn)) {
                    offer(Action::Teleport(pawn, self.market.point(spot)));
                }
            }
            if self.explorable(seat, pawn).is_ok() {
                actions.push(Action::Explore(pawn));
            }
        }
        for (spot, ..) in self.market.unused_doors() {
            let door = self.market.point(spot);
            if self.crystal_door(seat, door).is_ok() {
                actions.push(Action::Crystal(door));
            }
        }
        points(actions);
        if !self.cards.is_empty() {
            actions.push(Action::Next);
        }
    }

    /// What has been found: the cell of each objective.
    pub fn objective(&self, pawn: Colour) -> Option<Spot> {
        self.find(|site| site == Site::Objective(pawn))
    }

    /// The exit by which a pawn leaves, if it has been found.
    pub fn exit(&self, pawn: Colour) -> Option<Spot> {
        if scenario::mistaken(self.scenario) {
            // Which one it takes is a matter of plans; whether all are found,
            // of its own.
            return self.find(|site| site == Site::Exit(pawn));
        }
        self.find(|site| matches!(site, Site::Exit(exit) if self.may_leave(pawn, exit)))
    }

    fn find(&self, wanted: impl Fn(Site) -> bool) -> Option<Spot> {
        self.market.sites().find(|(_, site)| wanted(*site)).map(|(spot, _)| spot)
    }

    /// Whether an objective or an exit is still to be found.
    pub fn missing(&self) -> bool {
        Colour::ALL.into_iter().any(|pawn| self.objective(pawn).is_none() || self.exit(pawn).is_none())
    }
}

/// A start tile where the start cells are teleporters of their colours.
fn with_teleporters(tile: &Tile) -> Tile {
    let mut other = *tile;
    for (square, site) in tile.sites() {
        if let Site::Start(Some(colour)) = site {
            other.clear(square);
            other.put(square, Site::Teleporter(colour));
        }
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

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
