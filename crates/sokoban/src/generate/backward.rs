//! From the solved board backwards to a start that is far away.
//!
//! Positions are found in layers of equal distance by pulling boxes. At first
//! all of them are followed, so that on small boards distances are exact; when
//! there are many, a random part of each layer is, which reaches much farther
//! in the same time. Of the farthest positions the one with the longest way
//! back and the most changes of box on it is taken.

use super::Recipe;
use crate::board::{Board, Square};
use crate::level::Level;
use crate::moves::Moves;
use crate::position::{Position, Push, Zone};
use crate::search::to_moves;
use crate::store::{Id, NO_ID, Store};
use crate::zobrist::Zobrist;
use dedale_grid::{Cell, Rng, Size};

/// A start with its way to the solved board.
pub(super) struct Start {
    pub level: Level,
    pub solution: Moves,
    /// Positions found that are nearer to the solved board.
    pub nearer: u64,
}

/// How far the search backwards looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Positions found before layers are thinned.
    all: usize,
    /// The most positions kept of a layer then.
    width: usize,
    /// The most positions found.
    positions: usize,
}

impl Effort {
    /// As far as it takes for levels that are hard.
    pub const FULL: Self = Self { all: 40_000, width: 200, positions: 60_000 };
    /// Far enough for small levels, thousands of them.
    pub const QUICK: Self = Self { all: 150, width: 12, positions: 500 };
}

/// How many of the farthest positions are compared.
const COMPARED: usize = 60;

/// Finds a start for a floor and targets; `None` if no box can be pulled far.
pub(super) fn start(
    recipe: &Recipe,
    floor: &[bool],
    targets: &[usize],
    rng: &mut Rng,
    keep_on: &dyn Fn() -> bool,
) -> Option<Start> {
    let size = recipe.size;
    let player = (0..floor.len()).find(|&at| floor[at] && !targets.contains(&at))?;
    let cells: Vec<Cell> = targets.iter().map(|&at| Cell::new(at as u32)).collect();
    let solved = Level::from_rows(picture(size, floor, targets, &cells, Cell::new(player as u32))).ok()?;
    let board = Board::new(&solved).ok()?;
    if board.boxes.len() != targets.len() {
        return None;
    }
    let mut search = Search::new(&board);
    let layers = search.layers(recipe.effort, rng, keep_on)?;
    let (id, pushes) = search.choose(&layers)?;
    let nearer = layers.iter().take(usize::from(search.store.pushes(id))).map(|layer| layer.count).sum();
    let mut boxes = Vec::new();
    search.store.boxes(&board, id, &mut boxes);
    let player = search.store.player(id);
    let mut position = Position::start(&board);
    position.set(boxes.iter().copied(), player);
    let solution = to_moves(&board, &position, &pushes)?;
    let cells: Vec<Cell> = boxes.iter().map(|&square| board.cells[square as usize]).collect();
    let level = Level::from_rows(picture(size, floor, targets, &cells, board.cells[player as usize])).ok()?;
    Some(Start { level, solution, nearer })
}

/// Positions at one distance.
struct Layer {
    /// Those that were followed.
    kept: Vec<Id>,
    /// How many were found.
    count: u64,
}

struct Search<'a> {
    board: &'a Board,
    zobrist: Zobrist,
    store: Store,
    zone: Zone,
    later: Zone,
    position: Position,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            zobrist: Zobrist::new(board.squares),
            store: Store::new(board),
            zone: Zone::new(board),
            later: Zone::new(board),
            position: Position::start(board),
        }
    }

    fn layers(&mut self, effort: Effort, rng: &mut Rng, keep_on: &dyn Fn() -> bool) -> Option<Vec<Layer>> {
        let board = self.board;
        let solid = board.solid(&board.boxes);
        let mut first = Vec::new();
        for square in 0..board.squares as Square {
            if solid[square as usize] == 0 && self.zone.flood(board, &solid, square) == square {
                let key = self.zobrist.boxes(&board.boxes) ^ self.zobrist.player(square);
                first.push(self.store.insert(board, key, &board.boxes, square, NO_ID, 0)?.0);
            }
        }
        let mut layers = vec![Layer { count: first.len() as u64, kept: first }];
        while self.store.len() < effort.positions {
            if !keep_on() {
                return None;
            }
            let mut found = Vec::new();
            for &id in &layers.last().expect("there is a first layer").kept {
                self.pulls(id, &mut found)?;
            }
            if found.is_empty() {
                break;
            }
            let count = found.len() as u64;
            if found.len() > effort.width && self.store.len() > effort.all {
                rng.shuffle(&mut found);
                found.truncate(effort.width);
            }
            layers.push(Layer { kept: found, count });
        }
        Some(layers)
    }

    /// The positions one pull further that were not known.
    fn pulls(&mut self, id: Id, found: &mut Vec<Id>) -> Option<()> {
        let board = self.board;
        let mut boxes = Vec::new();
        self.store.boxes(board, id, &mut boxes);
        self.position.set(boxes.iter().copied(), self.store.player(id));
        self.zone.flood(board, &self.position.solid, self.position.player);
        let depth = self.store.pushes(id);
        for row in 0..boxes.len() {
            let at = boxes[row];
            for dir in 0..4 {
                let to = board.next[at as usize][dir];
                let back = board.next[to as usize][dir];
                if !self.zone.contains(to) || self.position.solid[back as usize] != 0 {
                    continue;
                }
                let solid = &mut self.position.solid;
                let name = self.zone.after_pull(board, solid, at, to).unwrap_or_else(|| {
                    (solid[at as usize], solid[to as usize]) = (0, 1);
                    let name = self.later.flood(board, solid, back);
                    (solid[at as usize], solid[to as usize]) = (1, 0);
                    name
                });
                boxes[row] = to;
                let key = self.zobrist.boxes(&boxes) ^ self.zobrist.player(name);
                let (child, new) = self.store.insert(board, key, &boxes, name, id, depth + 1)?;
                if new {
                    found.push(child);
                }
                boxes[row] = at;
            }
        }
        Some(())
    }

    /// The most demanding of the farthest positions, with its pushes.
    fn choose(&self, layers: &[Layer]) -> Option<(Id, Vec<Push>)> {
        let deepest = layers.len() - 1;
        if deepest == 0 {
            return None;
        }
        let shallow = deepest * 4 / 5;
        let far: Vec<Id> = layers[shallow.max(1)..].iter().rev().flat_map(|layer| layer.kept.iter().copied()).collect();
        let away = |id: Id| {
            let mut boxes = Vec::new();
            self.store.boxes(self.board, id, &mut boxes);
            boxes.iter().filter(|&&square| !self.board.is_target[square as usize]).count()
        };
        let most = far.iter().map(|&id| away(id)).max()?;
        let best: Vec<Id> = far.into_iter().filter(|&id| away(id) == most).collect();
        let stride = best.len().div_ceil(COMPARED).max(1);
        best.into_iter()
            .step_by(stride)
            .map(|id| (id, self.way(id)))
            .max_by_key(|(id, pushes)| (changes(self.board, pushes) * 3 + pushes.len(), std::cmp::Reverse(*id)))
    }

    /// The pushes from a position to the solved board.
    fn way(&self, mut id: Id) -> Vec<Push> {
        let mut pushes = Vec::new();
        let (mut here, mut after) = (Vec::new(), Vec::new());
        while self.store.parent(id) != NO_ID {
            self.store.boxes(self.board, id, &mut here);
            self.store.boxes(self.board, self.store.parent(id), &mut after);
            let from = here.iter().copied().find(|square| !after.contains(square));
            let to = after.iter().copied().find(|square| !here.contains(square));
            if let Some((from, dir)) = from.zip(to).and_then(|(from, to)| Some((from, self.board.direction(from, to)?)))
            {
                pushes.push(Push { from, dir: dir as u8 });
            }
            id = self.store.parent(id);
        }
        pushes
    }
}

/// How often another box is pushed than the time before.
fn changes(board: &Board, pushes: &[Push]) -> usize {
    let goes_on = |pair: &&[Push]| board.next[pair[0].from as usize][pair[0].dir as usize] == pair[1].from;
    pushes.windows(2).filter(|pair| !goes_on(pair)).count()
}

/// The rows of a level, without walls that touch no floor and without rows and
/// columns that hold nothing then.
fn picture(size: Size, floor: &[bool], targets: &[usize], boxes: &[Cell], player: Cell) -> Vec<String> {
    let (rows, cols) = (size.rows(), size.cols());
    let near = |at: usize| {
        let (row, col) = (at / cols, at % cols);
        let down = row.saturating_sub(1)..(row + 2).min(rows);
        let across = col.saturating_sub(1)..(col + 2).min(cols);
        down.into_iter().any(|row| across.clone().any(|col| floor[row * cols + col]))
    };
    let letter = |at: usize| {
        let has = boxes.iter().any(|cell| cell.index() == at);
        match (floor[at], targets.contains(&at), has, player.index() == at) {
            (false, ..) if near(at) => '#',
            (false, ..) => ' ',
            (_, true, true, _) => '*',
            (_, true, _, true) => '+',
            (_, true, ..) => '.',
            (_, _, true, _) => '$',
            (_, _, _, true) => '@',
            _ => ' ',
        }
    };
    let used: Vec<usize> = (0..rows * cols).filter(|&at| near(at)).collect();
    let ends = |values: &mut dyn Iterator<Item = usize>| {
        values.fold((usize::MAX, 0), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (top, bottom) = ends(&mut used.iter().map(|at| at / cols));
    let (left, right) = ends(&mut used.iter().map(|at| at % cols));
    (top..=bottom).map(|row| (left..=right).map(|col| letter(row * cols + col)).collect()).collect()
}
