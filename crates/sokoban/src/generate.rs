//! New levels that can certainly be solved.
//!
//! Rooms are dug by a wandering digger; targets are put where boxes can be
//! pulled away from; then the level is played backwards from the solved board,
//! breadth-first, and the position farthest away becomes the start. Of several
//! attempts the hardest is kept. The solution is found again by the solver, so
//! that the difficulty can be measured by its work.

use crate::board::{Board, Square};
use crate::bound::Heuristic;
use crate::control::{Control, Limits};
use crate::expand::Knowledge;
use crate::level::Level;
use crate::moves::Moves;
use crate::position::{Position, Zone};
use crate::search::best_first::{BestFirst, Order};
use crate::search::{Engine, Status, to_moves};
use crate::store::{Id, NO_ID, Store};
use crate::technique::Techniques;
use crate::verify::{Metrics, replay};
use crate::zobrist::Zobrist;
use dedale_grid::{Cell, Dir, Rng, Size};
use dedale_text::messages;
use std::cell::Cell as Counter;
use std::sync::Arc;

/// What kind of level is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Rows and columns, the outer walls included.
    pub size: Size,
    /// How many boxes.
    pub boxes: usize,
    /// How many attempts the best is chosen from.
    pub attempts: u32,
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
        Ok(Self { size, boxes, attempts })
    }
}

/// How hard a level is, from 1 for a child to about 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The estimate.
    pub score: f64,
    /// Positions the solver looked at.
    pub nodes: u64,
    /// The measures of the solution.
    pub metrics: Metrics,
}

impl Difficulty {
    /// Combines the solver's work with what a player notices: how often one
    /// changes the box, and how long it all is.
    fn of(nodes: u64, metrics: Metrics) -> Self {
        let score = (nodes as f64 + 1.0).log2() * 2.5 + metrics.box_changes as f64 * 1.5 + metrics.pushes as f64 / 8.0;
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
    /// A solution with the fewest pushes.
    pub solution: Moves,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// Positions a level is played backwards for.
const BACKWARD: usize = 20_000;
/// Positions the solver may look at.
const FORWARD: f64 = 150_000.0;

/// Makes a level; the same recipe and seed always give the same one.
pub fn generate(recipe: &Recipe, seed: u64) -> Generated {
    let mut best: Option<Generated> = None;
    let mut number = 0;
    // Some attempts fail: go on until one does not.
    while number < u64::from(recipe.attempts.max(1)) || best.is_none() {
        let mut rng = Rng::stream(seed, number);
        number += 1;
        let Some(found) = attempt(recipe, &mut rng) else { continue };
        if best.as_ref().is_none_or(|best| found.difficulty.score > best.difficulty.score) {
            best = Some(found);
        }
    }
    best.expect("the loop ends with a level")
}

/// Estimates the difficulty of any level by solving it with the fewest pushes;
/// `None` if that takes more positions than the limit allows.
pub fn rate(level: &Level, limit: u64) -> Option<(Moves, Difficulty)> {
    let board = Board::new(level).ok()?;
    let knowledge = Arc::new(Knowledge::new(board, &|| true));
    let mut engine = BestFirst::new(Arc::clone(&knowledge), Techniques::ALL, Order::AStar, Heuristic::Hungarian);
    // The clock of this search counts looks at it: one every 256 positions.
    let looks = std::sync::atomic::AtomicU64::new(0);
    let clock = || looks.fetch_add(256, std::sync::atomic::Ordering::Relaxed) as f64;
    let control = Control::new(Limits { seconds: limit as f64, clock: &clock, ..Limits::default() });
    let Status::Solved(pushes) = engine.run(u64::MAX, &control) else { return None };
    let moves = to_moves(&knowledge.board, &Position::start(&knowledge.board), &pushes)?;
    let (moves, metrics) = replay(level, &moves).ok()?;
    Some((moves, Difficulty::of(control.nodes(), metrics)))
}

fn attempt(recipe: &Recipe, rng: &mut Rng) -> Option<Generated> {
    let rows = dig(recipe, rng);
    let targets = choose_targets(recipe, &rows, rng)?;
    let level = pull_apart(recipe.size, &rows, &targets)?;
    let (solution, difficulty) = rate(&level, FORWARD as u64)?;
    Some(Generated { level, solution, difficulty })
}

/// Digs until about two fifths of the inside are floor: a digger that walks on,
/// turns now and then, and sometimes clears a small block.
fn dig(recipe: &Recipe, rng: &mut Rng) -> Vec<bool> {
    let (rows, cols) = (recipe.size.rows(), recipe.size.cols());
    let mut floor = vec![false; rows * cols];
    let inner = (rows - 2) * (cols - 2);
    let wanted = (inner * 45 / 100).max(recipe.boxes * 4 + 4).min(inner * 7 / 10);
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

/// Plays backwards from the solved board; the farthest position is the start.
fn pull_apart(size: Size, floor: &[bool], targets: &[usize]) -> Option<Level> {
    let text = |boxes: &[Cell], player: Cell| -> Vec<String> {
        (0..size.rows())
            .map(|row| {
                (0..size.cols())
                    .map(|col| {
                        let at = row * size.cols() + col;
                        let has = boxes.iter().any(|cell| cell.index() == at);
                        match (floor[at], targets.contains(&at), has, player.index() == at) {
                            (false, ..) => '#',
                            (_, true, true, _) => '*',
                            (_, true, _, true) => '+',
                            (_, true, ..) => '.',
                            (_, _, true, _) => '$',
                            (_, _, _, true) => '@',
                            _ => ' ',
                        }
                    })
                    .collect()
            })
            .collect()
    };
    // The solved level, with the player anywhere free.
    let player = (0..floor.len()).find(|&at| floor[at] && !targets.contains(&at))?;
    let cells: Vec<Cell> = targets.iter().map(|&at| Cell::new(at as u32)).collect();
    let solved = Level::from_rows(text(&cells, Cell::new(player as u32))).ok()?;
    let board = Board::new(&solved).ok()?;
    if board.boxes.len() != targets.len() {
        return None;
    }
    let zobrist = Zobrist::new(board.squares);
    let mut store = Store::new(&board);
    let mut zone = Zone::new(&board);
    let mut later = Zone::new(&board);
    let solid = board.solid(&board.boxes);
    for square in 0..board.squares as Square {
        if solid[square as usize] == 0 && zone.flood(&board, &solid, square) == square {
            let key = zobrist.boxes(&board.boxes) ^ zobrist.player(square);
            store.insert(&board, key, &board.boxes, square, NO_ID, 0)?;
        }
    }
    let mut position = Position::start(&board);
    let mut boxes = Vec::new();
    let mut next: Id = 0;
    while (next as usize) < store.len() && store.len() < BACKWARD {
        store.boxes(&board, next, &mut boxes);
        position.set(boxes.iter().copied(), store.player(next));
        zone.flood(&board, &position.solid, position.player);
        let depth = store.pushes(next);
        for row in 0..boxes.len() {
            let at = boxes[row];
            for dir in 0..4 {
                let to = board.next[at as usize][dir];
                let back = board.next[to as usize][dir];
                if !zone.contains(to) || position.solid[back as usize] != 0 {
                    continue;
                }
                position.solid[at as usize] = 0;
                position.solid[to as usize] = 1;
                let name = later.flood(&board, &position.solid, back);
                position.solid[at as usize] = 1;
                position.solid[to as usize] = 0;
                boxes[row] = to;
                let key = zobrist.boxes(&boxes) ^ zobrist.player(name);
                store.insert(&board, key, &boxes, name, next, depth + 1)?;
                boxes[row] = at;
            }
        }
        store.make_room(&board, &zobrist);
        next += 1;
    }
    // Farthest first, but every box off its target if possible.
    let last = store.len() as Id - 1;
    let far = (0..=last).rev().max_by_key(|&id| {
        let mut boxes = Vec::new();
        store.boxes(&board, id, &mut boxes);
        let away = boxes.iter().filter(|&&square| !board.is_target[square as usize]).count();
        (away.min(targets.len()), store.pushes(id), id)
    })?;
    if store.pushes(far) == 0 {
        return None;
    }
    store.boxes(&board, far, &mut boxes);
    let cells: Vec<Cell> = boxes.iter().map(|&square| board.cells[square as usize]).collect();
    Level::from_rows(text(&cells, board.cells[store.player(far) as usize])).ok()
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

    const GOLDEN: &str = "#######\n##@####\n##$####\n## ####\n# .*  #\n#  #  #\n#######\n";

    #[test]
    fn impossible_recipes_are_refused() {
        let size = |rows, cols| Size::new(rows, cols).expect("a size");
        assert!(Recipe::new(size(4, 9), 1, 1).is_err());
        assert!(Recipe::new(size(99, 9), 1, 1).is_err());
        assert!(Recipe::new(size(7, 7), 0, 1).is_err());
        assert!(Recipe::new(size(7, 7), 9, 1).is_err());
    }
}
