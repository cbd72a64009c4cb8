//! Two players who block each other: perfect play, and the best plan together.
//!
//! A position is where the player to move stands and where the other stands;
//! both have the same target and the same rules, so it does not matter which
//! is which. Perfect play comes from retrograde analysis (Ströhlein, 1970;
//! Thompson, 1986): from the positions that are lost at once, wins and losses
//! spread backwards in the order of their length. A position that neither
//! reaches would be a draw. O(cells²) time, 5 bytes a position.
//!
//! The analysis shows, and the tests check, what a short argument proves: the
//! player who would arrive first if nobody stood in the way wins by following
//! any shortest path. To stop them the other would have to reach a cell of that
//! path before them, and would then be nearer to the target themselves. So
//! blocking decides races only after mistakes, or when a player must be let
//! through: [`together`] finds the shortest way of doing that.

use crate::Labyrinth;
use dedale_grid::search::Bfs;
use dedale_grid::{Cell, Queue};
use dedale_text::messages;

/// The most positions a duel is solved for: boards of about 4,000 free cells.
pub const MOST_POSITIONS: usize = 1 << 24;

messages! {
    /// Why a duel was not solved.
    pub enum DuelError {
        /// Too many positions.
        Large { cells: usize, most: usize } =>
            "found {cells} cells from which the target is reached, expected at most {most} for the analysis of a duel",
            "trouvé {cells} cases d'où la cible est atteinte, attendu au plus {most} pour l'analyse d'un duel";
        /// Someone cannot take part.
        Apart =>
            "both players need different cells from which the target is reached, and not the target itself",
            "il faut aux deux joueurs des cases différentes d'où la cible est atteinte, et non la cible elle-même";
    }
}

/// What perfect play makes of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They win with their so-manieth turn and the other's in between counted.
    Win(u32),
    /// They lose after so many turns of both.
    Loss(u32),
    /// Nobody can force a win.
    Draw,
}

/// The solved duel of a board: a verdict for every position.
#[derive(Clone, Debug)]
pub struct Duel {
    rules: Rules,
    /// Turns to the end by position: odd for a win of the player to move, even
    /// for a loss.
    turns: Vec<u32>,
}

const OPEN: u32 = u32::MAX;

impl Duel {
    /// Solves all positions of a board, at most [`MOST_POSITIONS`].
    pub fn solve(labyrinth: &Labyrinth, target: Cell) -> Result<Self, DuelError> {
        Self::solve_within(labyrinth, target, MOST_POSITIONS)
    }

    /// Solves all positions of a board if there are at most `most`.
    pub fn solve_within(labyrinth: &Labyrinth, target: Cell, most: usize) -> Result<Self, DuelError> {
        let rules = Rules::new(labyrinth, target, most)?;
        let count = rules.count();
        let mut turns = vec![OPEN; count * count];
        // How many moves of a position are not yet known to lose.
        let mut hopes: Vec<u8> = (0..count * count).map(|at| rules.degree(at / count, at % count)).collect();
        let mut queue = Queue::new();
        for mover in 1..count {
            turns[mover * count] = 0; // The other stands on the target.
            queue.push((mover as u32, 0u32));
        }
        while let Some((mover, other)) = queue.pop() {
            let (mover, other) = (mover as usize, other as usize);
            let now = turns[mover * count + other];
            let mut judge = |before: usize| {
                // It was the other's turn, who stood on `before`.
                let position = before * count + mover;
                if before == mover || before == 0 || turns[position] != OPEN {
                    return;
                }
                let lost = now.is_multiple_of(2);
                if !lost {
                    hopes[position] -= 1;
                }
                if lost || hopes[position] == 0 {
                    turns[position] = now + 1;
                    queue.push((before as u32, mover as u32));
                }
            };
            rules.neighbours(other).for_each(&mut judge);
            if other != 0 && rules.is_stuck(other, mover) {
                judge(other);
            }
        }
        Ok(Self { rules, turns })
    }

    /// The verdict on a position; `None` if a cell is not part of it.
    pub fn verdict(&self, mover: Cell, other: Cell) -> Option<Verdict> {
        let (mover, other) = (self.rules.number(mover)?, self.rules.number(other)?);
        if mover == other || mover == 0 {
            return None;
        }
        Some(match self.turns[mover * self.rules.count() + other] {
            OPEN => Verdict::Draw,
            turns if turns.is_multiple_of(2) => Verdict::Loss(turns),
            turns => Verdict::Win(turns),
        })
    }

    /// The best cell to step to, the player's own cell when they must pass:
    /// the fastest win, else a draw, else the slowest loss.
    pub fn best(&self, mover: Cell, other: Cell) -> Option<Cell> {
        self.verdict(mover, other)?;
        let (from, against) = (self.rules.number(mover)?, self.rules.number(other)?);
        let rank = |to: usize| match self.turns[against * self.rules.count() + to] {
            OPEN => (1, 0),
            // The other loses: fast is good.
            turns if turns.is_multiple_of(2) => (0, turns),
            turns => (2, OPEN - turns),
        };
        let to = self.rules.neighbours(from).filter(|&to| to != against).min_by_key(|&to| rank(to));
        Some(to.map_or(mover, |to| self.rules.cells[to]))
    }

    /// Perfect play to the end as the cells stepped to, the player to move
    /// first; a draw is followed for as many turns as there are cells.
    pub fn line(&self, mover: Cell, other: Cell) -> Vec<Cell> {
        let mut line = Vec::new();
        let (mut mover, mut other) = (mover, other);
        while line.len() <= 2 * self.rules.count() || self.verdict(mover, other) != Some(Verdict::Draw) {
            let Some(to) = self.best(mover, other) else { break };
            line.push(to);
            if to == self.rules.cells[0] {
                break;
            }
            (mover, other) = (other, to);
        }
        line
    }
}

/// The fewest turns after which a player stands on the target when the other
/// helps: a breadth-first search over both positions. The cells stepped to, by
/// turns, `runner` first; the helper keeps off the target and passes only when
/// stuck. `None` if it cannot be done.
pub fn together(
    labyrinth: &Labyrinth,
    target: Cell,
    runner: Cell,
    helper: Cell,
) -> Result<Option<Vec<Cell>>, DuelError> {
    let rules = Rules::new(labyrinth, target, MOST_POSITIONS)?;
    let count = rules.count();
    let number = |cell| rules.number(cell).filter(|&number| number != 0).ok_or(DuelError::Apart);
    let (runner, helper) = (number(runner)?, number(helper)?);
    if runner == helper {
        return Err(DuelError::Apart);
    }
    // A state is a position and whether the runner is to move.
    let state = |mover: usize, other: usize, runs: bool| (mover * count + other) * 2 + usize::from(runs);
    let mut before = vec![OPEN; count * count * 2];
    let start = state(runner, helper, true);
    before[start] = start as u32;
    let mut queue = Queue::new();
    queue.push(start as u32);
    while let Some(at) = queue.pop() {
        let (position, runs) = (at as usize / 2, at % 2 == 1);
        let (mover, other) = (position / count, position % count);
        if other == 0 {
            return Ok(Some(unwind(&rules, &before, at)));
        }
        let mut enter = |to: usize| {
            let next = state(other, to, !runs);
            if to != other && (runs || to != 0) && before[next] == OPEN {
                before[next] = at;
                queue.push(next as u32);
            }
        };
        rules.neighbours(mover).for_each(&mut enter);
        if rules.neighbours(mover).all(|to| to == other || (!runs && to == 0)) {
            enter(mover);
        }
    }
    Ok(None)
}

/// The cells stepped to on the way to a state.
fn unwind(rules: &Rules, before: &[u32], mut at: u32) -> Vec<Cell> {
    let mut cells = Vec::new();
    while before[at as usize] != at {
        // Whoever has just moved is the other now.
        cells.push(rules.cells[at as usize / 2 % rules.count()]);
        at = before[at as usize];
    }
    cells.reverse();
    cells
}

/// The cells from which the target is reached, numbered from the target, 0.
#[derive(Clone, Debug)]
struct Rules {
    cells: Vec<Cell>,
    /// The number of each cell of the board.
    numbers: Vec<u32>,
    beside: Vec<[u32; 4]>,
}

impl Rules {
    fn new(labyrinth: &Labyrinth, target: Cell, most: usize) -> Result<Self, DuelError> {
        let mut bfs = Bfs::new();
        bfs.explore(labyrinth.free(), [target]);
        let cells = bfs.reached().to_vec();
        if cells.len().saturating_mul(cells.len()) > most {
            return Err(DuelError::Large { cells: cells.len(), most: most.isqrt() });
        }
        let mut numbers = vec![OPEN; labyrinth.size().area()];
        cells.iter().enumerate().for_each(|(number, cell)| numbers[cell.index()] = number as u32);
        let beside = |cell: &Cell| {
            let mut beside = [OPEN; 4];
            labyrinth.size().neighbours(*cell).for_each(|(dir, near)| beside[dir.index()] = numbers[near.index()]);
            beside
        };
        Ok(Self { beside: cells.iter().map(beside).collect(), cells, numbers })
    }

    fn count(&self) -> usize {
        self.cells.len()
    }

    fn number(&self, cell: Cell) -> Option<usize> {
        self.numbers.get(cell.index()).filter(|&&number| number != OPEN).map(|&number| number as usize)
    }

    fn neighbours(&self, number: usize) -> impl Iterator<Item = usize> {
        self.beside[number].into_iter().filter(|&near| near != OPEN).map(|near| near as usize)
    }

    fn is_stuck(&self, mover: usize, other: usize) -> bool {
        self.neighbours(mover).all(|near| near == other)
    }

    /// The number of moves; passing is the only one of a player who is stuck.
    fn degree(&self, mover: usize, other: usize) -> u8 {
        self.neighbours(mover).filter(|&near| near != other).count().max(1) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_labyrinth;
    use dedale_grid::Rng;

    fn moves(labyrinth: &Labyrinth, mover: Cell, other: Cell) -> Vec<Cell> {
        let to = labyrinth.size().neighbours(mover).map(|(_, to)| to);
        let to: Vec<Cell> = to.filter(|&to| labyrinth.is_free(to) && to != other).collect();
        if to.is_empty() { vec![mover] } else { to }
    }

    /// Whether the player to move can force a win within so many turns.
    fn wins(labyrinth: &Labyrinth, target: Cell, mover: Cell, other: Cell, turns: u32) -> bool {
        turns > 0
            && moves(labyrinth, mover, other)
                .into_iter()
                .any(|to| to == target || (turns > 1 && loses(labyrinth, target, other, to, turns - 1)))
    }

    fn loses(labyrinth: &Labyrinth, target: Cell, mover: Cell, other: Cell, turns: u32) -> bool {
        moves(labyrinth, mover, other)
            .into_iter()
            .all(|to| to != target && wins(labyrinth, target, other, to, turns - 1))
    }

    #[test]
    fn agrees_with_looking_ahead() {
        let mut rng = Rng::new(4);
        let mut seen = [0; 3];
        for _ in 0..150 {
            let labyrinth = random_labyrinth(&mut rng, 6);
            let free: Vec<Cell> = labyrinth.free().cells().collect();
            let Some(&target) = rng.choose(&free) else { continue };
            let duel = Duel::solve(&labyrinth, target).unwrap();
            for _ in 0..6 {
                let (mover, other) = (free[rng.index(free.len())], free[rng.index(free.len())]);
                let Some(verdict) = duel.verdict(mover, other).filter(|_| other != target) else { continue };
                let first_win = (1..=9).find(|&turns| wins(&labyrinth, target, mover, other, turns));
                let first_loss = (2..=8).find(|&turns| loses(&labyrinth, target, mover, other, turns));
                match verdict {
                    Verdict::Win(turns) if turns <= 9 => assert_eq!(first_win, Some(turns)),
                    Verdict::Loss(turns) if turns <= 8 => assert_eq!(first_loss, Some(turns)),
                    _ => assert_eq!((first_win, first_loss), (None, None)),
                }
                seen[match verdict {
                    Verdict::Win(_) => 0,
                    Verdict::Loss(_) => 1,
                    Verdict::Draw => 2,
                }] += 1;
                let line = duel.line(mover, other);
                match verdict {
                    Verdict::Win(turns) | Verdict::Loss(turns) => {
                        assert_eq!((line.len() as u32, line.last()), (turns, Some(&target)));
                    }
                    Verdict::Draw => assert!(!line.contains(&target)),
                }
            }
        }
        assert!(seen[0] > 50 && seen[1] > 20, "{seen:?}");
    }

    /// Nobody who is ahead can be stopped, and nobody draws.
    #[test]
    fn whoever_is_nearer_wins() {
        let mut rng = Rng::new(12);
        for _ in 0..60 {
            let labyrinth = random_labyrinth(&mut rng, 10);
            let free: Vec<Cell> = labyrinth.free().cells().collect();
            let Some(&target) = rng.choose(&free) else { continue };
            let distances = crate::Distances::to(&labyrinth, target);
            let duel = Duel::solve(&labyrinth, target).unwrap();
            for (&mover, &other) in free.iter().flat_map(|mover| free.iter().map(move |other| (mover, other))) {
                let Some(verdict) = duel.verdict(mover, other) else { continue };
                let (mine, theirs) = (distances.get(mover).unwrap(), distances.get(other).unwrap());
                let expected = if mine <= theirs { Verdict::Win(2 * mine - 1) } else { Verdict::Loss(2 * theirs) };
                assert_eq!(verdict, expected);
            }
        }
    }

    /// A corridor with a niche: the helper must step aside into it.
    #[test]
    fn the_helper_steps_aside() {
        let board: crate::Board = "********\n*1 2  C*\n**** ***\n********".parse().unwrap();
        let (labyrinth, target) = (&board.labyrinth, board.target);
        let plan = together(labyrinth, target, board.starts[0], board.starts[1]).unwrap().unwrap();
        // Five steps of the runner, four turns of the helper in between.
        assert_eq!((plan.len(), plan.last()), (9, Some(&target)));
        let duel = Duel::solve(labyrinth, target).unwrap();
        assert_eq!(duel.verdict(board.starts[0], board.starts[1]), Some(Verdict::Loss(6)));
        assert_eq!(together(labyrinth, target, target, board.starts[0]), Err(DuelError::Apart));
        assert!(matches!(Duel::solve_within(labyrinth, target, 10), Err(DuelError::Large { cells: 7, most: 3 })));
    }

    /// The plan together is never shorter than alone and keeps the rules.
    #[test]
    fn plans_keep_the_rules() {
        let mut rng = Rng::new(9);
        for _ in 0..200 {
            let labyrinth = random_labyrinth(&mut rng, 8);
            let free: Vec<Cell> = labyrinth.free().cells().collect();
            if free.len() < 3 {
                continue;
            }
            let mut three = free.clone();
            rng.shuffle(&mut three);
            let [target, runner, helper] = [three[0], three[1], three[2]];
            let Ok(Some(plan)) = together(&labyrinth, target, runner, helper) else { continue };
            let alone = crate::shortest_path(&labyrinth, runner, target).unwrap().len() - 1;
            assert!(plan.len() >= 2 * alone - 1);
            let (mut mover, mut other) = (runner, helper);
            for (turn, &to) in plan.iter().enumerate() {
                let stuck_but_target = turn % 2 == 1 && moves(&labyrinth, mover, other) == [target];
                assert!(moves(&labyrinth, mover, other).contains(&to) || (stuck_but_target && to == mover));
                assert_eq!(to == target, turn + 1 == plan.len());
                (mover, other) = (other, to);
            }
        }
    }
}
