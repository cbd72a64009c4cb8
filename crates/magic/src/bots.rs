//! Players who agree without talking.
//!
//! What everybody sees decides what everybody does. At each event (a tile, a
//! flip, the theft, an exit) goals follow from the public state alone, ties
//! broken by the numbers of cells; from where the pawns stood then follows one
//! shared plan, the least number of moves to those goals. The moves made since
//! are public too: what is left of the plan is the exact distance still to go.
//! A player acts if and only if one of their moves lowers it: the next move of
//! some pawn, if it can come before the moves of the others that precede it.
//! The first move of the plan always can, its owner sees it, and nobody needs
//! to agree on which shortest path is taken: no deadlock. Each action makes
//! the rest shorter: no livelock. A move outside the plan, a person's, say,
//! only leads to a new plan from there.

use crate::aisles::FAR;
use crate::careful;
use crate::game::{Action, Open, Phase, Role, scenario};
use crate::joint::{Moves, Planner, Task, verify};
use crate::path::{Means, Move};
use crate::solo::{self, Turns};
use crate::worth::{Next, from_afar, next_tile};
use crate::{Colour, Site, Spot};
use dedale_grid::Rng;
use dedale_play::{Budget, Seat};
use dedale_text::Text;
use std::cell::RefCell;

/// How goals are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "questions", derive(clap::ValueEnum, schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Strategy {
    /// Every pawn to its nearest door, then objective, then exit, on foot as
    /// in the course.
    Base,
    /// The same with teleporters on the shortest paths, for fair comparisons.
    Jump,
    /// Only the pawn whose door is worth most explores; the others wait and
    /// step aside; timers are turned in time.
    Joint,
}

impl Strategy {
    /// The strategy with this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Base, Self::Jump, Self::Joint].into_iter().find(|strategy| strategy.name() == name)
    }

    /// `base`, `jump` or `joint`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Jump => "jump",
            Self::Joint => "joint",
        }
    }
}

thread_local! {
    /// The last plan of this thread. It is a memory of a pure function and so
    /// changes no decision.
    static GUIDE: RefCell<Guide> = RefCell::new(Guide::default());
}

/// The base strategy as a bot.
pub fn base(view: &Open, seat: Seat, legal: &[Action], rng: &mut Rng, _: Budget) -> Option<Action> {
    choose(view, seat, legal, rng, Strategy::Base)
}

/// The joint strategy as a bot.
pub fn joint(view: &Open, seat: Seat, legal: &[Action], rng: &mut Rng, _: Budget) -> Option<Action> {
    choose(view, seat, legal, rng, Strategy::Joint)
}

fn choose(view: &Open, seat: Seat, legal: &[Action], rng: &mut Rng, strategy: Strategy) -> Option<Action> {
    let action = GUIDE.with_borrow_mut(|guide| guide.decide(view, seat, strategy));
    if let Some(action) = action.filter(|action| legal.contains(action)) {
        return Some(action);
    }
    // Nothing to do oneself: now and then remind the one who has.
    let next = GUIDE.with_borrow_mut(|guide| guide.next_owner(view, strategy))?;
    let point = Action::Point(next);
    (next != seat && legal.contains(&point) && rng.chance(0.05)).then_some(point)
}

/// A move of the shared plan with its reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasoned {
    /// Who may do it.
    pub seat: Option<Seat>,
    /// What to do.
    pub action: Action,
    /// Why.
    pub why: Text,
}

/// Computes the shared plan of a public state, remembering the last one.
#[derive(Clone, Debug)]
pub struct Guide {
    planner: Planner,
    /// What the remembered plan belongs to.
    of: Option<Basis>,
    /// The supermarket and scenario looked at last, and whether something is
    /// missing there.
    seen: Option<((u64, usize), bool)>,
    goals: Goals,
    /// What is left of it after `done` moves since the event.
    rest: Moves,
    done: usize,
    done_at: [Option<Spot>; 4],
}

impl Default for Guide {
    /// Remembers nothing yet. Its planner is hasty: a game does not wait for a
    /// proof, and the rest of a plan that was begun is followed all the same.
    fn default() -> Self {
        Self {
            planner: Planner::hasty(1_500),
            of: None,
            seen: None,
            goals: Goals::default(),
            rest: Vec::new(),
            done: 0,
            done_at: [None; 4],
        }
    }
}

/// What goals and plans follow from.
#[derive(Clone, Debug, PartialEq)]
struct Basis {
    strategy: Strategy,
    market: u64,
    scenario: usize,
    marks: [Option<Spot>; 4],
    phase: Phase,
    used: usize,
    urgent: Option<Urgent>,
    /// How the single player's cards follow each other, as far as known.
    turns: Option<Turns>,
}

/// What must be done before anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Urgent {
    pawn: Colour,
    cell: Spot,
    aim: Aim,
    /// Nothing else is done meanwhile.
    alone: bool,
}

/// The goals of the pawns and why.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goals {
    /// The goal of each pawn.
    pub cells: [Option<Spot>; 4],
    /// What it is.
    pub kinds: [Aim; 4],
}

/// Why a pawn goes somewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// To explore behind a door.
    Door,
    /// To its objective.
    Objective,
    /// To its exit.
    Exit,
    /// To turn the sand timer.
    Timer,
    /// To switch a camera off.
    Camera,
    /// To look into the crystal ball.
    Crystal,
    /// Nowhere; it steps aside if it must.
    #[default]
    Wait,
}

impl Guide {
    /// What a seat does now, if anything.
    pub fn decide(&mut self, open: &Open, seat: Seat, strategy: Strategy) -> Option<Action> {
        if open.over() {
            return None;
        }
        if open.discards > 0 {
            return dispensable(open).map(Action::Discard);
        }
        let role = open.role(seat);
        if let Some(action) = self.turn_over(open, strategy)
            && role.may(Role::EXPLORE)
        {
            return Some(action);
        }
        self.refresh(open, strategy);
        let mut tried = [false; 4];
        for at in 0..self.rest.len() {
            let (pawn, step) = self.rest[at];
            if std::mem::replace(&mut tried[pawn.index()], true) || !role.may(role_of(step)) {
                continue;
            }
            if at == 0 || self.can_lead(open, at) {
                return Some(action_of(open, pawn, step));
            }
        }
        (!open.cards.is_empty()).then_some(Action::Next)
    }

    /// Forgets the last plan, which changes no decision.
    pub fn forget(&mut self) {
        self.of = None;
        self.seen = None;
    }

    /// The seat that owns the next move of the plan.
    pub fn next_owner(&mut self, open: &Open, strategy: Strategy) -> Option<Seat> {
        self.explain(open, strategy).first()?.seat
    }

    /// The whole plan with the reason of each move.
    pub fn explain(&mut self, open: &Open, strategy: Strategy) -> Vec<Reasoned> {
        if open.over() {
            return Vec::new();
        }
        if open.discards > 0 {
            let why = Text::new(
                "the sand was turned: a tile that nobody needs goes under the deck",
                "le sablier a été retourné : une tuile dont personne n'a besoin va sous la pioche",
            );
            let action = dispensable(open).map(Action::Discard);
            return action.map(|action| Reasoned { seat: Some(Seat::new(0)), action, why }).into_iter().collect();
        }
        let owner = |role: Role| (0..open.roles.len()).map(Seat::new).find(|seat| open.roles[seat.index()].may(role));
        let mut reasons = Vec::new();
        if let Some(action) = self.turn_over(open, strategy) {
            let why = match action {
                Action::Explore(pawn) => Text::new(
                    format!(
                        "{} stands on an unused door of its colour and something is missing",
                        pawn.name(dedale_text::Lang::En)
                    ),
                    format!(
                        "le pion {} est sur une porte inutilisée de sa couleur et il manque quelque chose",
                        pawn.word()
                    ),
                ),
                _ => Text::new(
                    "purple stands on the crystal ball and something is missing",
                    "le pion violet est sur la boule de cristal et il manque quelque chose",
                ),
            };
            reasons.push(Reasoned { seat: owner(Role::EXPLORE), action, why });
        }
        self.refresh(open, strategy);
        for (pawn, step) in &self.rest {
            let action = match step.by {
                Means::Slide(dir, cells) => Action::Move(*pawn, dir, cells),
                Means::Escalator => Action::Escalator(*pawn),
                Means::Teleport => Action::Teleport(*pawn, open.market.point(step.to)),
            };
            reasons.push(Reasoned { seat: owner(role_of(*step)), action, why: self.goals.why(open, *pawn) });
        }
        reasons
    }

    /// Moves left to the goals of the moment.
    pub fn to_go(&mut self, open: &Open, strategy: Strategy) -> usize {
        self.refresh(open, strategy);
        self.rest.len()
    }

    /// A tile to turn over at once: a pawn stands on its door, or purple on the
    /// crystal ball.
    fn turn_over(&mut self, open: &Open, strategy: Strategy) -> Option<Action> {
        let lost_again = open.phase == Phase::Escape && self.look(open);
        if open.phase != Phase::Search && !lost_again || open.cards_left == 0 || !self.look(open) {
            return None;
        }
        let on_door = |pawn: &Colour| {
            let spot = open.pawns[pawn.index()].filter(|spot| balanced(open, *spot));
            let door = spot.and_then(|spot| open.market.unused_door(spot));
            door.is_some_and(|(colour, ..)| colour == *pawn)
        };
        let pawn = Colour::ALL.into_iter().find(on_door);
        if pawn.is_none() && (strategy != Strategy::Joint || !open.crystal_works()) {
            return None;
        }
        // Not while the sand must be turned first; a single player has a card for
        // one thing at a time and turns it meanwhile.
        let first = |urgent: Urgent| urgent.aim == Aim::Timer && (urgent.alone || pawn == Some(urgent.pawn));
        if strategy == Strategy::Joint && self.urgent(open).is_some_and(first) {
            return None;
        }
        match pawn {
            Some(pawn) => Some(Action::Explore(pawn)),
            None => from_afar(open).map(|door| Action::Crystal(open.market.point(door))),
        }
    }

    /// Whether an objective or an exit is still to be found; what was known of
    /// another supermarket is forgotten.
    fn look(&mut self, open: &Open) -> bool {
        let digest = (open.market.digest(), open.scenario);
        match self.seen {
            Some((known, missing)) if known == digest => missing,
            _ => {
                self.planner.forget();
                let missing = open.missing();
                self.seen = Some((digest, missing));
                missing
            }
        }
    }

    /// Brings the remembered plan up to the present state.
    fn refresh(&mut self, open: &Open, strategy: Strategy) {
        self.look(open);
        let basis = Basis {
            strategy,
            market: open.market.digest(),
            scenario: open.scenario,
            marks: open.marks,
            phase: open.phase,
            used: open.used.len(),
            urgent: if strategy == Strategy::Joint { self.urgent(open) } else { None },
            turns: (!open.cards.is_empty()).then(|| Turns::new(&open.cards)),
        };
        let same = self.of.as_ref() == Some(&basis);
        if !same {
            self.goals = self.choose_goals(open, &basis);
            self.of = Some(basis);
        }
        if !same || self.done > open.since.len() {
            self.plan_from(open, open.marks);
            self.done = 0;
            self.done_at = open.marks;
        }
        while let Some((pawn, step)) = open.since.get(self.done) {
            self.done += 1;
            self.done_at[pawn.index()] = Some(step.to);
            let next = self.rest.iter().position(|(other, _)| other == pawn);
            match next.filter(|at| self.rest[*at].1 == *step) {
                Some(at) => {
                    self.rest.remove(at);
                    if at > 0 && !self.still_valid(open) {
                        self.plan_from(open, self.done_at);
                    }
                }
                None => self.plan_from(open, self.done_at),
            }
        }
        // A plan may end on the way: from there one looks again.
        let there = |pawn: usize| self.goals.cells[pawn].is_none_or(|goal| self.done_at[pawn] == Some(goal));
        if self.rest.is_empty() && !(0..4).all(there) {
            self.plan_from(open, self.done_at);
        }
    }

    fn plan_from(&mut self, open: &Open, pawns: [Option<Spot>; 4]) {
        let task = self.task(open, pawns);
        if by_the_rules(open) {
            // Where there is no other way, over a timer.
            let plan = careful::plan(open, pawns, task.goals, &task.closed);
            let plan = plan.or_else(|| careful::plan(open, pawns, task.goals, &[]));
            self.rest = plan.unwrap_or_default();
            return;
        }
        if let Some(turns) = self.of.as_ref().and_then(|of| of.turns.as_ref())
            && let Some(moves) = solo::plan(open, &task, turns)
        {
            self.rest = moves;
            return;
        }
        let task = one_each(task);
        let mut solve = |task: &Task| self.planner.solve(&open.market, task).map(|plan| plan.moves);
        self.rest = solve(&task)
            .or_else(|| {
                // Where one goal is out of reach the others are not.
                let urgent = |pawn: &usize| !matches!(self.goals.kinds[*pawn], Aim::Timer | Aim::Camera);
                let mut pawns: Vec<usize> = (0..4).filter(|pawn| task.goals[*pawn].is_some()).collect();
                pawns.sort_by_key(urgent);
                pawns.into_iter().find_map(|pawn| {
                    let mut goals = [None; 4];
                    goals[pawn] = task.goals[pawn];
                    solve(&Task { goals, ..task.clone() }).filter(|moves| !moves.is_empty())
                })
            })
            .unwrap_or_default();
    }

    fn task(&self, open: &Open, pawns: [Option<Spot>; 4]) -> Task {
        let strategy = self.of.as_ref().map_or(Strategy::Base, |of| of.strategy);
        Task { pawns, goals: self.goals.cells, teleporters: teleporters(open, strategy), closed: closed(open) }
    }

    fn still_valid(&self, open: &Open) -> bool {
        self.holds(open, &self.rest)
    }

    /// Whether moves can be made from here and lead to the goals.
    fn holds(&self, open: &Open, moves: &Moves) -> bool {
        let task = self.task(open, self.done_at);
        if open.cards.is_empty() { verify(&open.market, &task, moves) } else { solo::verify(open, &task, moves) }
    }

    /// Whether a move of the plan can be made before those that precede it.
    fn can_lead(&self, open: &Open, at: usize) -> bool {
        if by_the_rules(open) {
            return false;
        }
        let mut moves = self.rest.clone();
        moves[..=at].rotate_right(1);
        self.holds(open, &moves)
    }

    /// The goals at the last event.
    fn choose_goals(&mut self, open: &Open, basis: &Basis) -> Goals {
        let Some(Urgent { pawn, cell, aim, alone }) = basis.urgent else {
            return self.usual_goals(open, basis.strategy);
        };
        let mut goals = if alone { Goals::default() } else { self.usual_goals(open, basis.strategy) };
        goals.cells[pawn.index()] = Some(cell);
        goals.kinds[pawn.index()] = aim;
        goals
    }

    /// The goals while there is sand.
    fn usual_goals(&mut self, open: &Open, strategy: Strategy) -> Goals {
        let single = !open.cards.is_empty();
        let mut goals = Goals::default();
        let mut set = |pawn: Colour, cell: Option<Spot>, aim: Aim| {
            goals.cells[pawn.index()] = cell;
            goals.kinds[pawn.index()] = if cell.is_some() { aim } else { Aim::Wait };
        };
        if open.phase == Phase::Escape && !self.look(open) {
            let cells = if scenario::mistaken(open.scenario) {
                exchanged(open, Site::Exit)
            } else {
                Colour::ALL.map(|pawn| open.marks[pawn.index()].and_then(|_| open.exit(pawn)))
            };
            if scenario::stays(open.scenario) {
                for pawn in Colour::ALL {
                    set(pawn, cells[pawn.index()], Aim::Exit);
                }
                return goals;
            }
            // By a shared exit they leave one after another; a single player has
            // all of them on the way.
            let shared = open.scenario == 1 && !single;
            let mut first = true;
            for pawn in Colour::ALL.into_iter().filter(|pawn| open.marks[pawn.index()].is_some()) {
                if first || !shared {
                    set(pawn, cells[pawn.index()], Aim::Exit);
                }
                first = false;
            }
            return goals;
        }
        if !self.look(open) {
            let exchanged = scenario::mistaken(open.scenario).then(|| exchanged(open, Site::Objective));
            for pawn in Colour::ALL {
                let cell = exchanged.map_or_else(|| open.objective(pawn), |cells| cells[pawn.index()]);
                set(pawn, cell, Aim::Objective);
            }
            return goals;
        }
        if by_the_rules(open) {
            if let Some((pawn, door)) = nearest_door(open) {
                set(pawn, Some(door), Aim::Door);
            }
            return goals;
        }
        // A single player turns six cards of seven to move one pawn; with a goal
        // for each of the four, most cards are of use.
        if strategy == Strategy::Joint && !single {
            match next_tile(open, &teleporters(open, strategy)) {
                Some(Next::Door(pawn, door)) => set(pawn, Some(door), Aim::Door),
                Some(Next::Crystal(ball)) => set(Colour::Purple, Some(ball), Aim::Crystal),
                None => {}
            }
            return goals;
        }
        for pawn in Colour::ALL {
            let doors = open.market.unused_doors().filter(|(_, colour, _)| *colour == pawn);
            let doors: Vec<Spot> = doors.map(|(spot, ..)| spot).collect();
            let near = self.distances(open, strategy, pawn, &doors).into_iter();
            let nearest = near.filter(|(moves, _)| *moves != FAR).min();
            set(pawn, nearest.map(|(_, spot)| spot), Aim::Door);
        }
        goals
    }

    /// The moves of a pawn from its mark to each of some cells.
    fn distances(&mut self, open: &Open, strategy: Strategy, pawn: Colour, cells: &[Spot]) -> Vec<(u16, Spot)> {
        let Some(from) = open.marks[pawn.index()] else { return Vec::new() };
        let jumps = teleporters(open, strategy);
        self.planner.from(&open.market, pawn, from, &jumps[pawn.index()]);
        cells.iter().map(|spot| (self.planner.from_start(pawn, *spot), *spot)).collect()
    }

    /// A timer, if the sand must be turned now, or a camera that forbids it.
    fn urgent(&mut self, open: &Open) -> Option<Urgent> {
        let remaining = open.deadline?.saturating_sub(open.clock);
        let unused = |wanted: Site| -> Vec<Spot> {
            let sites = open.market.sites().filter(|(spot, site)| *site == wanted && !open.used.contains(spot));
            sites.map(|(spot, _)| spot).collect()
        };
        if open.watched() {
            let cameras = unused(Site::Camera);
            let nearest = self.distances(open, Strategy::Joint, Colour::Yellow, &cameras).into_iter().min()?;
            let alone = open.cards.is_empty() && open.phase == Phase::Search;
            return Some(Urgent { pawn: Colour::Yellow, cell: nearest.1, aim: Aim::Camera, alone });
        }
        let timers = unused(Site::Timer);
        let mut best: Option<(u16, Spot, Colour)> = None;
        for pawn in Colour::ALL {
            // A timer that no way leads to is no timer.
            for (moves, spot) in
                self.distances(open, Strategy::Joint, pawn, &timers).into_iter().filter(|(moves, _)| *moves != FAR)
            {
                best = best.min(Some((moves, spot, pawn))).or(Some((moves, spot, pawn)));
            }
        }
        let (moves, timer, pawn) = best?;
        // Travel and a margin for slow hands; what has run through is what comes
        // back, so a full glass is not turned.
        let margin = (open.glass / 3).min(30_000);
        let pace = move_ms(open);
        let needed = u64::from(moves) * pace + margin;
        let soon = remaining < needed && remaining < open.glass / 2;
        if !soon || open.phase == Phase::Escape && remaining > self.last_moves(open) * pace + margin {
            return None;
        }
        // The others stand still meanwhile, unless all are on their way out. A
        // single player loses little by them while there is time enough.
        let alone = if open.cards.is_empty() { open.phase == Phase::Search } else { remaining < needed / 2 };
        Some(Urgent { pawn, cell: timer, aim: Aim::Timer, alone })
    }

    /// The moves until the last pawn is out, if each went alone.
    fn last_moves(&mut self, open: &Open) -> u64 {
        let mut most = 0;
        for pawn in Colour::ALL {
            if let Some(exit) = open.exit(pawn) {
                let moves = self.distances(open, Strategy::Joint, pawn, &[exit]);
                most = most.max(moves.first().map_or(0, |(moves, _)| u64::from(*moves)));
            }
        }
        most
    }
}

impl Goals {
    /// Why a pawn moves.
    pub fn why(&self, open: &Open, pawn: Colour) -> Text {
        let goal = self.cells[pawn.index()].map(|spot| open.market.point(spot));
        let at = goal.map(|point| point.to_string()).unwrap_or_default();
        match self.kinds[pawn.index()] {
            Aim::Door => Text::new(
                format!("something is missing: to the unused door at {at}"),
                format!("il manque quelque chose : vers la porte inutilisée en {at}"),
            ),
            Aim::Objective => Text::new(
                format!("everything is found: to its objective at {at}"),
                format!("tout est trouvé : vers son objectif en {at}"),
            ),
            Aim::Exit => Text::new(
                format!("the theft is done: to the exit at {at}"),
                format!("le vol est fait : vers la sortie en {at}"),
            ),
            Aim::Timer => Text::new(
                format!("the sand runs out: to the timer at {at}"),
                format!("le sable s'épuise : vers le sablier en {at}"),
            ),
            Aim::Camera => Text::new(
                format!("two cameras are awake: to the one at {at}"),
                format!("deux caméras sont éveillées : vers celle en {at}"),
            ),
            Aim::Crystal => Text::new(
                format!("something is missing: to the crystal ball at {at}"),
                format!("il manque quelque chose : vers la boule de cristal en {at}"),
            ),
            Aim::Wait => Text::new("steps out of the way of another pawn", "s'écarte du chemin d'un autre pion"),
        }
    }
}

/// The teleporters each pawn may jump to: its own, until the theft.
fn teleporters(open: &Open, strategy: Strategy) -> [Vec<Spot>; 4] {
    let mut cells: [Vec<Spot>; 4] = Default::default();
    let work = open.phase == Phase::Search && !scenario::grounded(open.scenario) && !by_the_rules(open);
    if work && strategy != Strategy::Base {
        for (spot, site) in open.market.sites() {
            if let Site::Teleporter(colour) = site {
                cells[colour.index()].push(spot);
            }
        }
    }
    cells
}

/// Timer cells that nobody should step on by the way, and in the escape the
/// exits through which a pawn would leave unasked are its goal anyway.
fn closed(open: &Open) -> Vec<Spot> {
    let unused = |(spot, site): &(Spot, Site)| *site == Site::Timer && !open.used.contains(spot);
    let timers = open.market.sites().filter(unused).map(|(spot, _)| spot);
    timers.chain(open.stood.iter().flatten().copied()).collect()
}

/// How long a pawn needs for a move: as seen so far, and at first a guess. A
/// single player turns some cards before each.
fn move_ms(open: &Open) -> u64 {
    let (guess, share) = if open.cards.is_empty() { (2000, 1) } else { (6000, 3) };
    if open.moves < 10 { guess } else { guess.max(share * open.clock / u64::from(open.moves)) }
}

/// The task without goals that another pawn has already.
fn one_each(mut task: Task) -> Task {
    for pawn in 1..4 {
        if task.goals[..pawn].contains(&task.goals[pawn]) {
            task.goals[pawn] = None;
        }
    }
    task
}

/// Whether plans are made by the rules themselves: see [`careful`].
fn by_the_rules(open: &Open) -> bool {
    scenario::apart(open.scenario) || scenario::parted(open.scenario)
}

/// The tile to discard: one that carries nothing that is needed, the youngest
/// of those.
fn dispensable(open: &Open) -> Option<usize> {
    let worth = |tile: usize| {
        let sites = open.market.tile(tile).sites();
        sites.filter(|(_, site)| matches!(site, Site::Objective(_) | Site::Exit(_) | Site::Timer)).count()
    };
    (1..open.market.len()).rev().filter(|tile| open.discardable(*tile)).min_by_key(|tile| worth(*tile))
}

/// Each pawn to a cell of another colour, as few moves as possible in all;
/// those who have one already keep it.
fn exchanged(open: &Open, site: fn(Colour) -> Site) -> [Option<Spot>; 4] {
    let cells =
        Colour::ALL.map(|colour| open.market.sites().find(|(_, found)| *found == site(colour)).map(|(spot, _)| spot));
    let mut planner = Planner::new();
    for pawn in Colour::ALL {
        if let Some(from) = open.marks[pawn.index()] {
            planner.from(&open.market, pawn, from, &[]);
        }
    }
    let mut best: Option<(u32, [Option<Spot>; 4])> = None;
    let mut order = [0usize; 4];
    // All ways to give each pawn a colour that is not its own.
    for number in 0..256usize {
        for (pawn, of) in order.iter_mut().enumerate() {
            *of = number >> (2 * pawn) & 3;
        }
        let fits = |pawn: usize| {
            let taken = open.stood[pawn];
            order[pawn] != pawn
                && (0..pawn).all(|other| order[other] != order[pawn])
                && taken.is_none_or(|spot| cells[order[pawn]] == Some(spot))
        };
        if !(0..4).all(fits) {
            continue;
        }
        let goals: [Option<Spot>; 4] =
            std::array::from_fn(|pawn| cells[order[pawn]].filter(|_| open.marks[pawn].is_some()));
        let far = |pawn: &Colour| goals[pawn.index()].map_or(0, |goal| u32::from(planner.from_start(*pawn, goal)));
        let total: u32 = Colour::ALL.iter().map(far).sum();
        if best.is_none_or(|(least, _)| total < least) {
            best = Some((total, goals));
        }
    }
    best.map_or([None; 4], |(_, goals)| goals)
}

/// Whether a tile may be laid in the part of a cell: objectives must not all
/// come to lie in one part, for the pawns never all stand there.
fn balanced(open: &Open, door: Spot) -> bool {
    let shows = |face: &crate::deck::Face| face.sites.iter().any(|site| matches!(site, Site::Objective(_)));
    if !scenario::parted(open.scenario) || !open.top.as_ref().is_some_and(shows) {
        return true;
    }
    let objectives = open.market.sites().filter(|(_, site)| matches!(site, Site::Objective(_)));
    let there = objectives.filter(|(spot, _)| open.part(*spot) == open.part(door)).count();
    there < 3
}

/// The door that a pawn of its colour reaches in the fewest moves by the rules.
fn nearest_door(open: &Open) -> Option<(Colour, Spot)> {
    let closed = closed(open);
    let mut marked = open.clone();
    marked.pawns = open.marks;
    let doors = open.market.unused_doors().filter(|(door, ..)| balanced(open, *door));
    let near = doors.filter_map(|(door, pawn, _)| Some((careful::distance(&marked, pawn, door, &closed)?, pawn, door)));
    // Where everybody is in everybody's way, any door will do to untie it.
    let best = near.min_by_key(|(moves, pawn, door)| (*moves, pawn.index(), *door)).map(|(_, pawn, door)| (pawn, door));
    best.or_else(|| {
        let mut doors = open.market.unused_doors().filter(|(door, ..)| balanced(open, *door));
        doors.find_map(|(door, pawn, _)| {
            let mut goals = [None; 4];
            goals[pawn.index()] = Some(door);
            careful::plan(open, open.marks, goals, &closed).map(|_| (pawn, door))
        })
    })
}

/// What a move takes.
fn role_of(step: Move) -> Role {
    match step.by {
        Means::Slide(dir, _) => Role::direction(dir),
        Means::Escalator => Role::ESCALATOR,
        Means::Teleport => Role::TELEPORT,
    }
}

/// A move of the plan as an action now. An escalator was planned for the cell
/// the pawn stands on.
fn action_of(open: &Open, pawn: Colour, step: Move) -> Action {
    match step.by {
        Means::Slide(dir, cells) => Action::Move(pawn, dir, cells),
        Means::Escalator => Action::Escalator(pawn),
        Means::Teleport => Action::Teleport(pawn, open.market.point(step.to)),
    }
}
