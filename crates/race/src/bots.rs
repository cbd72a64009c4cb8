//! The players that compute.
//!
//! `random` wanders; `stray` follows a shortest path but strays one step in
//! five; `best` follows a shortest path and, where players block each other,
//! compares its way round the others with theirs round itself. That is perfect
//! play: whoever is ahead wins by a shortest path (see [`crate::duel`]), and
//! whoever is behind stands where a mistake of the others costs them most.
//!
//! All of them agree to finish when they would score, and to reveal when they
//! are not ahead.

use crate::game::{Action, Course, Ending, Phase, Race, View};
use crate::{Distances, Labyrinth};
use dedale_grid::{Cell, Dir, Rng};
use dedale_play::{Bot, Budget, Seat};

/// The bots, weakest first.
pub const ALL: &[Bot<Race>] = &[
    Bot { name: "random", budget: Budget { nodes: 1 }, choose: random },
    Bot { name: "stray", budget: Budget { nodes: 1 }, choose: stray },
    Bot { name: "best", budget: Budget { nodes: 1 }, choose: best },
];

/// How often `stray` leaves its path.
const STRAY: f64 = 0.2;

fn random(view: &View, seat: Seat, legal: &[Action], rng: &mut Rng, _: Budget) -> Option<Action> {
    answer(view, seat, legal).or_else(|| wander(legal, rng))
}

fn stray(view: &View, seat: Seat, legal: &[Action], rng: &mut Rng, _: Budget) -> Option<Action> {
    answer(view, seat, legal).or_else(|| {
        if rng.chance(STRAY) {
            return wander(legal, rng);
        }
        follow(view.course.as_ref()?, seat, legal).or_else(|| wander(legal, rng))
    })
}

fn best(view: &View, seat: Seat, legal: &[Action], rng: &mut Rng, _: Budget) -> Option<Action> {
    answer(view, seat, legal).or_else(|| hint(view, seat)).or_else(|| wander(legal, rng))
}

/// The best step, or pass, of the player whose turn it is: along a shortest
/// path, with an eye on the others where they block.
pub fn hint(view: &View, seat: Seat) -> Option<Action> {
    let together = view.config.together;
    let course =
        view.course.as_ref().filter(|course| view.phase == Phase::Play && (together || course.mover() == seat))?;
    if let Some(token) = token(view, course, seat) {
        return Some(token);
    }
    let positions = course.positions();
    let board = &course.track.board;
    if !view.config.block || positions.len() == 1 || together {
        return Some(Action::Go(first(course.track.distances.nearer(positions[seat.index()]))?));
    }
    let dir = keep_ahead(&board.labyrinth, board.target, &positions, seat.index(), &mut Distances::default());
    Some(dir.map_or(Action::Pass, Action::Go))
}

/// How many steps a block or a bomb must win over the nearest rival to be worth
/// the step it costs.
const WORTH: i64 = 3;

/// The block or bomb within reach that gains most on the nearest rival, if it
/// gains enough. What fog hides is hoped to be free, as everywhere.
fn token(view: &View, course: &Course, seat: Seat) -> Option<Action> {
    if course.extras.walls.is_empty() && course.extras.bombs.is_empty() {
        return None;
    }
    let board = &course.track.board;
    let lead = |map: &Distances| {
        let steps = |number: usize| map.get(course.runners[number].position).map_or(i64::MAX / 4, i64::from);
        let theirs = (0..course.runners.len()).filter(|other| *other != seat.index()).map(steps).min();
        theirs.unwrap_or(0) - steps(seat.index())
    };
    let now = lead(&course.track.distances);
    let mut map = Distances::default();
    let mut best: Option<(i64, Action)> = None;
    for action in crate::game::Race::tokens(view, seat) {
        let mut labyrinth = board.labyrinth.clone();
        let Some(cell) = (match action {
            Action::Wall(at) | Action::Bomb(at) => board.size().cell(at),
            _ => None,
        }) else {
            continue;
        };
        match action {
            Action::Wall(_) => labyrinth.block(cell),
            _ => labyrinth.open(cell),
        }
        map.compute(&labyrinth, board.target, &[]);
        let gain = lead(&map) - now;
        if gain >= WORTH && best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, action));
        }
    }
    best.map(|(_, action)| action)
}

/// The step after which one's own way round the others compares best with
/// theirs round oneself; of equally good ones the nearest to the target.
/// Nothing if no step is possible.
pub(crate) fn keep_ahead(
    labyrinth: &Labyrinth,
    target: Cell,
    positions: &[Cell],
    me: usize,
    map: &mut Distances,
) -> Option<Dir> {
    let far = labyrinth.size().area() as i64;
    let others: Vec<Cell> = positions.iter().enumerate().filter(|(seat, _)| *seat != me).map(|(_, &at)| at).collect();
    map.compute(labyrinth, target, &others);
    let mine: Vec<(Dir, Cell, i64)> = Dir::ALL
        .into_iter()
        .filter_map(|dir| labyrinth.step(positions[me], dir).map(|to| (dir, to)))
        .filter(|(_, to)| !others.contains(to))
        .map(|(dir, to)| (dir, to, map.get(to).map_or(far, i64::from)))
        .collect();
    let rank = |&(_, to, steps): &(Dir, Cell, i64), map: &mut Distances| {
        if steps == 0 {
            return (i64::MIN, 0);
        }
        map.compute(labyrinth, target, &[to]);
        let theirs = others.iter().map(|&at| map.get(at).map_or(far, i64::from)).min().unwrap_or(far);
        // To be ahead is enough: more would tempt one to stand in the way for ever.
        (-(theirs - steps).min(1), steps)
    };
    mine.iter().map(|option| (rank(option, map), option.0)).min_by_key(|(rank, _)| *rank).map(|(_, dir)| dir)
}

/// What to say when no step is asked for.
fn answer(view: &View, seat: Seat, legal: &[Action]) -> Option<Action> {
    match view.phase {
        Phase::Vote { ending, .. } => {
            let course = view.course.as_ref()?;
            let total =
                |seat: usize| course.runners[seat].moves + course.left(Seat::new(seat)) + view.config.handicap[seat];
            let least = (0..course.runners.len()).map(total).min()?;
            let ahead = total(seat.index()) == least;
            Some(if ahead == (ending == Ending::Finish) { Action::Agree } else { Action::Refuse })
        }
        Phase::Between { .. } => {
            let usual = Action::Board { size: 21, density: 0.65 };
            legal.iter().find(|&&action| action == Action::Ready || action == usual).copied()
        }
        Phase::Play | Phase::Over => None,
    }
}

/// A step along a shortest path, if one is legal.
fn follow(course: &Course, seat: Seat, legal: &[Action]) -> Option<Action> {
    let nearer = course.track.distances.nearer(course.runners[seat.index()].position);
    let steps = Dir::ALL.into_iter().filter(|dir| nearer >> dir.index() & 1 == 1).map(Action::Go);
    steps.into_iter().find(|step| legal.contains(step))
}

/// Any step; to propose something is not for wanderers.
fn wander(legal: &[Action], rng: &mut Rng) -> Option<Action> {
    let steps: Vec<Action> = legal.iter().filter(|a| matches!(a, Action::Go(_) | Action::Pass)).copied().collect();
    rng.choose(&steps).copied()
}

fn first(dirs: u8) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| dirs >> dir.index() & 1 == 1)
}
