//! Boards on which nobody is much nearer to the target than another.
//!
//! Chance alone puts a player half as far again from the target as another.
//! Here boards are drawn until the ways of all differ by [`FAIR_GAP`] at most.
//! The draws are those of [`Recipe::make`], whose board is the first of them:
//! so a fair board is never less fair than the one that the same seed gives
//! otherwise, and often it is the same one.
//!
//! Where no draw is fair, the fairest is levelled: a stone from anywhere is
//! laid on the way of the nearest player, or one beside the way of the farthest
//! is laid anywhere, and stays there if the ways differ by no more than before.
//! A climb from board to board, one search a step; a few of some hundred stones
//! move, the density stays.

use super::{Made, Recipe, RecipeError, lengths, place, repaired};
use crate::Board;
use dedale_grid::search::TileBfs;
use dedale_grid::{Cell, Rng};

/// By how many steps the shortest ways of a fair board differ at most.
pub const FAIR_GAP: u32 = 1;

/// The stones that are moved on trial to level a board, in cells searched.
const MOST_LEVELLED_CELLS: usize = 1 << 22;

/// By how many steps a board on the way may be less fair than the fairest yet:
/// a climb that only goes up ends on the first hill.
const SLACK: u32 = 2;

/// The cells that are drawn for a fair board, in all: some milliseconds.
const MOST_CELLS: usize = 1 << 22;

/// The same where every board is repaired, which takes as long as many draws.
const MOST_REPAIRED_CELLS: usize = 1 << 16;

impl Made {
    /// The steps between the player with the shortest way and the one with the
    /// longest.
    pub fn gap(&self) -> u32 {
        unevenness(&self.best).0
    }
}

/// How far ways are from being equally long: the gap between the shortest and
/// the longest, then all that the others lack of the longest.
fn unevenness(ways: &[u32]) -> (u32, u32) {
    let longest = ways.iter().max().copied().unwrap_or(0);
    let lacks = ways.iter().map(|way| longest - way);
    (lacks.clone().max().unwrap_or(0), lacks.sum())
}

impl Recipe {
    /// Makes a board as [`Recipe::make`] does, and draws again until the
    /// shortest ways of all players differ by [`FAIR_GAP`] at most; after a
    /// bounded number of draws the fairest, and of equals the first, is levelled.
    /// The same recipe and seed make the same board for ever. Turns that
    /// somebody sits out are no matter of the board: a handicap that the board
    /// made up for would be none.
    pub fn make_fair(&self, seed: u64) -> Result<Made, RecipeError> {
        self.check()?;
        let search = &mut TileBfs::new();
        let enough = self.most_fair_tries();
        // Where boards that can be played are rare, the first is looked for as
        // long as without fairness, and then repaired.
        let most = if self.repair { enough } else { self.most_tries() };
        let (mut fairest, mut least, mut tries) = (None, u32::MAX, 0);
        while least > FAIR_GAP && tries < if fairest.is_some() { enough } else { most } {
            let board = self.draw(seed, tries as u64);
            tries += 1;
            search.run(board.labyrinth.free(), [board.target], None);
            let made = if board.starts.iter().all(|&start| search.contains(start)) {
                let best = lengths(search, &board);
                Made { board, best, tries, opened: Vec::new() }
            } else if self.repair {
                repaired(board, search, tries)
            } else {
                continue;
            };
            let gap = made.gap();
            if gap < least {
                (fairest, least) = (Some(made), gap);
            }
        }
        match fairest {
            Some(made) => Ok(self.levelled(Made { tries, ..made }, seed, search)),
            // Every draw cut someone off; repaired, the first can be played.
            None => Self { repair: true, ..*self }.make_fair(seed),
        }
    }

    /// Moves stones until the ways differ by [`FAIR_GAP`] at most, or enough
    /// was tried. Cells that repair freed stay free.
    fn levelled(&self, made: Made, seed: u64, search: &mut TileBfs) -> Made {
        let Made { mut board, mut best, tries, opened } = made;
        // The draws have the numbers from 0.
        let rng = &mut Rng::stream(seed, u64::MAX);
        search.run(board.labyrinth.free(), [board.target], None);
        let mut changes = Changes::of(&board, &best, &opened, search);
        let mut now = board.labyrinth.clone();
        for _ in 0..MOST_LEVELLED_CELLS / now.size().area() {
            if unevenness(&best).0 <= FAIR_GAP {
                break;
            }
            let Some((laid, lifted)) = changes.choose(rng) else { continue };
            let mut labyrinth = now.clone();
            labyrinth.block(laid);
            labyrinth.open(lifted);
            let changed = place(labyrinth, self.players);
            search.run(changed.labyrinth.free(), [changed.target], None);
            if !changed.starts.iter().all(|&start| search.contains(start)) {
                continue;
            }
            let ways = lengths(search, &changed);
            let (gap, least) = (unevenness(&ways), unevenness(&best));
            if gap <= (least.0 + SLACK, u32::MAX) {
                changes = Changes::of(&changed, &ways, &opened, search);
                now = changed.labyrinth.clone();
                if gap <= least {
                    (board, best) = (changed, ways);
                }
            }
        }
        Made { board, best, tries, opened }
    }

    /// How many boards are drawn for a fair one; fewer where they are large.
    pub fn most_fair_tries(&self) -> usize {
        let cells = if self.repair { MOST_REPAIRED_CELLS } else { MOST_CELLS };
        (cells / (self.size * self.size)).clamp(4, 4000)
    }
}

/// Where stones may be laid and lifted on a board.
struct Changes {
    /// Free cells where nobody begins or ends.
    floor: Vec<Cell>,
    /// Those on the way of the nearest player.
    near: Vec<Cell>,
    stones: Vec<Cell>,
    /// Those beside the way of the farthest player.
    far: Vec<Cell>,
}

impl Changes {
    /// The changes of a board that was searched last.
    fn of(board: &Board, best: &[u32], opened: &[Cell], search: &TileBfs) -> Self {
        let (size, labyrinth) = (board.labyrinth.size(), &board.labyrinth);
        let (stones, mut floor): (Vec<Cell>, Vec<Cell>) =
            size.cells().filter(|&cell| labyrinth.is_inner(cell)).partition(|&cell| !labyrinth.is_free(cell));
        let stays = |cell: &Cell| *cell == board.target || board.starts.contains(cell) || opened.contains(cell);
        floor.retain(|cell| !stays(cell));
        let players = || board.starts.iter().zip(best);
        let way = |player: Option<(&Cell, &u32)>| player.map_or(Vec::new(), |(&start, _)| search.path(start));
        let mut near = way(players().min_by_key(|(_, steps)| **steps));
        near.retain(|cell| !stays(cell));
        let beside = way(players().max_by_key(|(_, steps)| **steps)).into_iter().flat_map(|cell| size.neighbours(cell));
        let far = beside.map(|(_, cell)| cell).filter(|&cell| labyrinth.is_inner(cell) && !labyrinth.is_free(cell));
        Self { floor, near, far: far.collect(), stones }
    }

    /// Where a stone is laid and where one is lifted.
    fn choose(&self, rng: &mut Rng) -> Option<(Cell, Cell)> {
        let (laid, lifted) = if rng.chance(0.5) { (&self.near, &self.stones) } else { (&self.floor, &self.far) };
        Some((*rng.choose(laid)?, *rng.choose(lifted)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortest_path;
    use dedale_grid::Rng;

    fn recipe(size: usize, density: f64, players: usize) -> Recipe {
        Recipe { size, density, players, repair: false }
    }

    /// The ways of all differ by a step at most, on small boards and on large
    /// ones, where no draw is fair by chance.
    #[test]
    fn nobody_is_nearer() {
        let mut levelled = 0;
        for (size, density, players, seeds) in [
            (21, 0.65, 2, 60),
            (31, 0.65, 2, 60),
            (15, 0.65, 3, 60),
            (21, 0.65, 4, 60),
            (41, 0.65, 4, 8),
            (31, 0.6, 4, 8),
        ] {
            let recipe = recipe(size, density, players);
            for seed in 0..seeds {
                let made = recipe.make_fair(seed).unwrap();
                assert!(made.gap() <= FAIR_GAP, "{recipe:?} {seed}: {:?}", made.best);
                levelled += u32::from(made.tries == recipe.most_fair_tries());
                assert_eq!(made.board.labyrinth.free().count(), recipe.free_cells());
                assert_eq!(place(made.board.labyrinth.clone(), players), made.board);
                for (&start, &best) in made.board.starts.iter().zip(&made.best) {
                    let path = shortest_path(&made.board.labyrinth, start, made.board.target).unwrap();
                    assert_eq!(path.len() as u32 - 1, best);
                }
            }
        }
        assert!(levelled >= 5, "{levelled}");
    }

    /// Whatever the recipe: never less fair than without, always the same, and
    /// the board that was fair already stays.
    #[test]
    fn never_less_fair_than_without() {
        let mut rng = Rng::new(8);
        let mut kept = 0;
        for seed in 0..200 {
            let recipe = Recipe {
                size: 5 + rng.index(16),
                density: 0.4 + 0.6 * rng.unit(),
                players: 2 + rng.index(3),
                repair: rng.chance(0.5),
            };
            let Ok(plain) = recipe.make(seed) else { continue };
            let fair = recipe.make_fair(seed).unwrap();
            assert!(fair.gap() <= plain.gap(), "{recipe:?} {seed}");
            if seed % 4 == 0 {
                assert_eq!(recipe.make_fair(seed).unwrap(), fair);
            }
            if plain.gap() <= FAIR_GAP {
                assert_eq!(fair.board, plain.board);
                kept += 1;
            }
        }
        assert!(kept > 20, "{kept}");
    }

    /// Where boards are so large that few are drawn for fairness, and so thin
    /// that the first ones cut someone off, the board is still no worse.
    #[test]
    fn thin_and_large_boards_are_found() {
        for density in [0.35, 0.6] {
            let recipe = recipe(151, density, 4);
            let (plain, fair) = (recipe.make(3).unwrap(), recipe.make_fair(3).unwrap());
            assert!(fair.gap() <= plain.gap());
            assert_eq!(fair.opened.is_empty(), plain.opened.is_empty());
        }
    }

    /// Fair boards are named by their seeds too: these may never change.
    #[test]
    fn golden_board() {
        let made = recipe(11, 0.65, 2).make_fair(42).unwrap();
        assert_eq!(made.board.to_string(), include_str!("../../tests/golden/fair-11-65-2-42.txt"));
        assert_eq!((made.best, made.tries), (vec![7, 7], 22));
        let levelled = recipe(41, 0.65, 4);
        let made = levelled.make_fair(1).unwrap();
        assert_eq!(made.tries, levelled.most_fair_tries());
        assert_eq!(made.board.to_string(), include_str!("../../tests/golden/fair-41-65-4-1.txt"));
    }
}
