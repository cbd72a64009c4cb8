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

mod goals;

pub use goals::{Aim, Goals};

use crate::careful;
use crate::game::{Action, Open, Phase, Role, scenario};
use crate::joint::{Moves, Planner, Task, verify};
use crate::path::{Means, Move};
use crate::solo::{self, Turns};
use crate::worth::from_afar;
use crate::{Colour, Site, Spot};
use dedale_grid::Rng;
use dedale_play::{Budget, Seat};
use dedale_text::Text;
use goals::{Urgent, balanced, one_each};
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
                "le sablier a été retourné : une tuile dont personne n’a besoin va sous la pioche",
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
                        "le pion {} est sur une porte encore fermée de sa couleur, et tout n’est pas trouvé",
                        pawn.word()
                    ),
                ),
                _ => Text::new(
                    "purple stands on the crystal ball and something is missing",
                    "le pion violet est sur la boule de cristal, et tout n’est pas trouvé",
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
