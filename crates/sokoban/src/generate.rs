//! New levels that can certainly be solved.
//!
//! Rooms are dug by a wandering digger and blind alleys are filled in again;
//! targets are put where boxes can be pulled away from; then the level is
//! played backwards from the solved board ([`backward`]) and a far position
//! becomes the start. The way back is the solution. Some attempts begin anew,
//! the others change a few walls or a target of the best level so far; the
//! hardest is kept.
//!
//! Nothing here asks the solvers, so that a seed names the same level for ever
//! while they get better.

mod backward;
mod sampler;

pub use backward::Effort;
pub use sampler::{NoLevel, Wish, sample_many};

use crate::board::Board;
use crate::bound::Heuristic;
use crate::control::{Control, Limits};
use crate::expand::Knowledge;
use crate::level::{Ground, Level};
use crate::moves::Moves;
use crate::position::Position;
use crate::search::best_first::{BestFirst, Order};
use crate::search::{Engine, Status, to_moves};
use crate::technique::Techniques;
use crate::verify::{Metrics, replay};
use dedale_grid::{Dir, Rng, Size};
use dedale_text::messages;
use std::cell::Cell as Counter;
use std::sync::Arc;

/// What kind of level is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The most rows and columns, the outer walls included.
    pub size: Size,
    /// How many boxes.
    pub boxes: usize,
    /// How many attempts the best is chosen from.
    pub attempts: u32,
    /// How far each attempt looks.
    pub effort: Effort,
}

messages! {
    /// Why no level can be made.
    pub enum RecipeError {
        /// Too small or too large.
        Size { rows: usize, cols: usize } => "found a size of {cols}x{rows}, expected 5x5 to 40x40",
            "trouvé une taille de {cols}x{rows}, attendu de 5x5 à 40x40";
        /// No box, or more than the floor can hold.
        Boxes { found: usize, most: usize } => "found {found} boxes, expected 1 to {most} for this size",
            "trouvé {found} caisses, attendu de 1 à {most} pour cette taille";
    }
}

impl Recipe {
    /// A recipe, if there can be such levels.
    pub fn new(size: Size, boxes: usize, attempts: u32) -> Result<Self, RecipeError> {
        let (rows, cols) = (size.rows(), size.cols());
        if !(5..=40).contains(&rows) || !(5..=40).contains(&cols) {
            return Err(RecipeError::Size { rows, cols });
        }
        let most = ((rows - 2) * (cols - 2) / 6).min(20);
        if boxes == 0 || boxes > most {
            return Err(RecipeError::Boxes { found: boxes, most });
        }
        Ok(Self { size, boxes, attempts, effort: Effort::FULL })
    }
}

/// How hard a level is, from 1 for a child to about 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The estimate.
    pub score: f64,
    /// Positions looked at: by the solver, or backwards for a new level.
    pub nodes: u64,
    /// The measures of the solution.
    pub metrics: Metrics,
}

impl Difficulty {
    /// Combines the solver's work with what a player notices: how often one
    /// changes the box, and how long it all is.
    fn of(nodes: u64, metrics: Metrics) -> Self {
        let score = (nodes as f64 + 1.0).log2() * 2.0 + metrics.box_changes as f64 * 1.2 + metrics.pushes as f64 * 0.35;
        Self { score, nodes, metrics }
    }

    /// `easy`, `medium`, `hard` or `expert`.
    pub fn class(&self) -> &'static str {
        match self.score {
            score if score < 28.0 => "easy",
            score if score < 42.0 => "medium",
            score if score < 58.0 => "hard",
            _ => "expert",
        }
    }
}

/// A level with its solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The level.
    pub level: Level,
    /// A solution.
    pub solution: Moves,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// Makes a level; the same recipe and seed always give the same one.
pub fn generate(recipe: &Recipe, seed: u64) -> Generated {
    generate_while(recipe, seed, &|| true).expect("nobody stops it, and the loop ends with a level")
}

/// The same, unless it is called off.
pub fn generate_while(recipe: &Recipe, seed: u64, keep_on: &dyn Fn() -> bool) -> Option<Generated> {
    let mut best: Option<(Plan, Generated)> = None;
    let mut number = 0;
    // Some attempts fail: go on until one does not.
    while number < u64::from(recipe.attempts.max(1)) || best.is_none() {
        if !keep_on() {
            return None;
        }
        let mut rng = Rng::stream(seed, number);
        let plan = match &best {
            Some((plan, _)) if number >= u64::from(recipe.attempts / 3) => plan.changed(recipe.size, &mut rng),
            _ => Plan::fresh(recipe, &mut rng),
        };
        number += 1;
        let Some(plan) = plan else { continue };
        let Some(made) = plan.made(recipe, &mut rng, keep_on) else { continue };
        if best.as_ref().is_none_or(|(_, best)| made.merit() > best.merit()) {
            best = Some((plan, made));
        }
    }
    best.map(|(_, made)| made)
}

impl Generated {
    /// What makes one level better than another: every box has somewhere to
    /// go, and it is hard.
    fn merit(&self) -> f64 {
        let home = self.level.boxes().iter().filter(|&&cell| self.level.ground(cell) == Ground::Target).count();
        self.difficulty.score - 10.0 * home as f64
    }
}

/// Where the floor and the targets are.
struct Plan {
    floor: Vec<bool>,
    targets: Vec<usize>,
}

impl Plan {
    fn fresh(recipe: &Recipe, rng: &mut Rng) -> Option<Self> {
        let floor = fill_alleys(recipe.size, dig(recipe, rng));
        let targets = choose_targets(recipe, &floor, rng)?;
        Some(Self { floor, targets })
    }

    /// This plan with up to three cells opened or closed, or a target moved.
    fn changed(&self, size: Size, rng: &mut Rng) -> Option<Self> {
        let (mut floor, mut targets) = (self.floor.clone(), self.targets.clone());
        if rng.chance(0.4) {
            let places: Vec<usize> = (0..floor.len()).filter(|at| floor[*at] && !targets.contains(at)).collect();
            let moved = rng.index(targets.len());
            targets[moved] = *rng.choose(&places)?;
            targets.sort_unstable();
        }
        for _ in 0..rng.index(4) {
            let (row, col) = (1 + rng.index(size.rows() - 2), 1 + rng.index(size.cols() - 2));
            let at = row * size.cols() + col;
            if !targets.contains(&at) {
                floor[at] = !floor[at];
            }
        }
        let floor = connected(size, &fill_alleys(size, floor), targets[0]);
        targets.iter().all(|&at| floor[at]).then_some(Self { floor, targets })
    }

    fn made(&self, recipe: &Recipe, rng: &mut Rng, keep_on: &dyn Fn() -> bool) -> Option<Generated> {
        let start = backward::start(recipe, &self.floor, &self.targets, rng, keep_on)?;
        let (solution, metrics) = replay(&start.level, &start.solution).ok()?;
        Some(Generated { level: start.level, solution, difficulty: Difficulty::of(start.nearer, metrics) })
    }
}

/// Estimates the difficulty of any level by solving it with the fewest pushes;
/// `None` if that takes more positions than the limit allows. On boards where
/// a position costs more than usual the limit shrinks in proportion.
pub fn rate(level: &Level, limit: u64) -> Option<(Moves, Difficulty)> {
    rate_within(level, limit, Limits::default())
}

/// The same, within limits of time and memory too.
pub fn rate_within(level: &Level, limit: u64, limits: Limits<'_>) -> Option<(Moves, Difficulty)> {
    let control = Control::new(limits);
    let board = Board::prepare(level, &|| control.keep_on()).ok()??;
    let pace = u64::from(Control::pace(&board));
    let nodes = (limit * pace / 256).max(1);
    // Each of them moves at least once, and a position of such a hall takes a second.
    let astray = board.boxes.iter().filter(|&&square| !board.is_target[square as usize]).count();
    if astray as u64 > nodes {
        return None;
    }
    let control = control.with_nodes(nodes);
    let knowledge = Arc::new(Knowledge::new(board, &|| control.keep_on()));
    let mut engine = BestFirst::new(Arc::clone(&knowledge), Techniques::ALL, Order::AStar, Heuristic::Hungarian);
    let Status::Solved(pushes) = engine.run(u64::MAX, &control) else { return None };
    let moves = to_moves(&knowledge.board, &Position::start(&knowledge.board), &pushes)?;
    let (moves, metrics) = replay(level, &moves).ok()?;
    Some((moves, Difficulty::of(control.nodes(), metrics)))
}

/// Digs until about half of the inside is floor: a digger that walks on, turns
/// now and then, and sometimes clears a small block.
fn dig(recipe: &Recipe, rng: &mut Rng) -> Vec<bool> {
    let (rows, cols) = (recipe.size.rows(), recipe.size.cols());
    let mut floor = vec![false; rows * cols];
    let inner = (rows - 2) * (cols - 2);
    let wanted = (inner * (38 + rng.index(20)) / 100).max(recipe.boxes * 4 + 4).min(inner * 7 / 10);
    let (mut row, mut col) = (1 + rng.index(rows - 2), 1 + rng.index(cols - 2));
    let mut dir = Dir::from_index(rng.index(4));
    let open = Counter::new(0);
    let clear = |floor: &mut Vec<bool>, row: usize, col: usize| {
        let inside = (1..rows - 1).contains(&row) && (1..cols - 1).contains(&col);
        if inside && !floor[row * cols + col] {
            floor[row * cols + col] = true;
            open.set(open.get() + 1);
        }
    };
    while open.get() < wanted {
        clear(&mut floor, row, col);
        if rng.chance(0.18) {
            for (down, right) in [(0, 1), (1, 0), (1, 1)] {
                clear(&mut floor, row + down, col + right);
            }
        }
        if rng.chance(0.35) {
            dir = Dir::from_index(rng.index(4));
        }
        let (down, right) = dir.delta();
        let (next_row, next_col) = (row as i32 + down, col as i32 + right);
        if (1..rows as i32 - 1).contains(&next_row) && (1..cols as i32 - 1).contains(&next_col) {
            (row, col) = (next_row as usize, next_col as usize);
        } else {
            dir = Dir::from_index(rng.index(4));
        }
    }
    floor
}

/// Fills cells with walls on three sides until there are none: nobody needs
/// to go there.
fn fill_alleys(size: Size, mut floor: Vec<bool>) -> Vec<bool> {
    let cols = size.cols();
    loop {
        let blind = (0..floor.len()).find(|&at| {
            // Floor never touches the border, so every neighbour exists.
            floor[at] && [at - cols, at + 1, at + cols, at - 1].iter().filter(|&&beside| floor[beside]).count() < 2
        });
        match blind {
            Some(at) => floor[at] = false,
            None => return floor,
        }
    }
}

/// The floor that hangs together with a cell.
fn connected(size: Size, floor: &[bool], from: usize) -> Vec<bool> {
    let mut reached = vec![false; floor.len()];
    let mut stack = vec![from];
    while let Some(at) = stack.pop() {
        if floor[at] && !std::mem::replace(&mut reached[at], true) {
            stack.extend([at - size.cols(), at + 1, at + size.cols(), at - 1]);
        }
    }
    reached
}

/// Cells from which a box can be pulled at least once, some side by side.
fn choose_targets(recipe: &Recipe, floor: &[bool], rng: &mut Rng) -> Option<Vec<usize>> {
    let cols = recipe.size.cols() as i32;
    let steps = [-cols, 1, cols, -1];
    let free = |at: i32| floor.get(at as usize).copied().unwrap_or(false);
    let mut places: Vec<usize> = (0..floor.len())
        .filter(|&at| floor[at] && steps.iter().any(|step| free(at as i32 + step) && free(at as i32 + 2 * step)))
        .collect();
    rng.shuffle(&mut places);
    if places.len() < recipe.boxes * 2 {
        return None;
    }
    let mut targets: Vec<usize> = Vec::new();
    while targets.len() < recipe.boxes {
        // Two times in three, next to a target that is already there.
        let near = |at: &usize| targets.iter().any(|&other| steps.iter().any(|step| other as i32 + step == *at as i32));
        let index = match places.iter().position(near) {
            Some(index) if rng.chance(0.66) => index,
            _ => 0,
        };
        if places.is_empty() {
            return None;
        }
        targets.push(places.swap_remove(index));
    }
    targets.sort_unstable();
    Some(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_same_level_and_it_can_be_solved() {
        let recipe = Recipe::new(Size::new(8, 9).expect("a size"), 3, 2).expect("a recipe");
        for seed in 0..6 {
            let made = generate(&recipe, seed);
            assert_eq!(made.level.boxes().len(), 3);
            replay(&made.level, &made.solution).expect("a solution");
            assert_eq!(generate(&recipe, seed), made);
        }
    }

    #[test]
    fn the_golden_level_stays() {
        let recipe = Recipe::new(Size::new(7, 7).expect("a size"), 2, 1).expect("a recipe");
        let made = generate(&recipe, 1);
        assert_eq!(made.level.to_string(), GOLDEN);
    }

    const GOLDEN: &str = "#######\n#@    #\n#$##  #\n#.#####\n#* #\n#  #\n####\n";

    #[test]
    fn small_and_crowded_recipes_come_to_an_end() {
        for (rows, cols, boxes) in [(5, 5, 1), (5, 9, 3), (6, 6, 2), (7, 7, 4)] {
            let recipe = Recipe::new(Size::new(rows, cols).expect("a size"), boxes, 1).expect("a recipe");
            for seed in 0..3 {
                let made = generate(&recipe, seed);
                assert_eq!(made.level.boxes().len(), boxes);
                assert!(made.level.size().rows() <= rows && made.level.size().cols() <= cols);
            }
        }
    }

    #[test]
    fn impossible_recipes_are_refused() {
        let size = |rows, cols| Size::new(rows, cols).expect("a size");
        assert!(Recipe::new(size(4, 9), 1, 1).is_err());
        assert!(Recipe::new(size(99, 9), 1, 1).is_err());
        assert!(Recipe::new(size(7, 7), 0, 1).is_err());
        assert!(Recipe::new(size(7, 7), 9, 1).is_err());
    }
}
