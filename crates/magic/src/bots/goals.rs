//! Where each pawn should go next, and why.
//!
//! Goals follow from what everybody sees: something urgent first (sand that
//! runs out, a camera), then objectives, exits and doors to explore.

use super::{Basis, Guide, Strategy, by_the_rules, closed, teleporters};
use crate::aisles::FAR;
use crate::careful;
use crate::game::{Open, Phase, scenario};
use crate::joint::{Planner, Task};
use crate::worth::{Next, next_tile};
use crate::{Colour, Site, Spot};
use dedale_text::Text;

/// What must be done before anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Urgent {
    pub(super) pawn: Colour,
    pub(super) cell: Spot,
    pub(super) aim: Aim,
    /// Nothing else is done meanwhile.
    pub(super) alone: bool,
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
    /// The goals at the last event.
    pub(super) fn choose_goals(&mut self, open: &Open, basis: &Basis) -> Goals {
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
    pub(super) fn urgent(&mut self, open: &Open) -> Option<Urgent> {
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
                format!("pour rejoindre la porte encore fermée en {at}"),
            ),
            Aim::Objective => Text::new(
                format!("everything is found: to its objective at {at}"),
                format!("tout est trouvé, il rejoint son objectif en {at}"),
            ),
            Aim::Exit => Text::new(
                format!("the theft is done: to the exit at {at}"),
                format!("le vol est fait, il rejoint la sortie en {at}"),
            ),
            Aim::Timer => Text::new(
                format!("the sand runs out: to the timer at {at}"),
                format!("le sable s’épuise, il rejoint le sablier en {at}"),
            ),
            Aim::Camera => Text::new(
                format!("two cameras are awake: to the one at {at}"),
                format!("deux caméras sont éveillées, il va endormir celle en {at}"),
            ),
            Aim::Crystal => Text::new(
                format!("something is missing: to the crystal ball at {at}"),
                format!("pour rejoindre la boule de cristal en {at}"),
            ),
            Aim::Wait => Text::new("steps out of the way of another pawn", "pour laisser passer un autre pion"),
        }
    }
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
pub(super) fn balanced(open: &Open, door: Spot) -> bool {
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

/// How long a pawn needs for a move: as seen so far, and at first a guess. A
/// single player turns some cards before each.
fn move_ms(open: &Open) -> u64 {
    let (guess, share) = if open.cards.is_empty() { (2000, 1) } else { (6000, 3) };
    if open.moves < 10 { guess } else { guess.max(share * open.clock / u64::from(open.moves)) }
}

/// The task without goals that another pawn has already.
pub(super) fn one_each(mut task: Task) -> Task {
    for pawn in 1..4 {
        if task.goals[..pawn].contains(&task.goals[pawn]) {
            task.goals[pawn] = None;
        }
    }
    task
}
