//! Boards on which nobody is much nearer to the target than another.
//!
//! Chance alone puts a player half as far again from the target as another.
//! Here boards are drawn until the ways of all differ by [`FAIR_GAP`] at most,
//! and the fairest is taken where none does. The draws are those of
//! [`Recipe::make`], whose board is the first of them: so a fair board is never
//! less fair than the one that the same seed gives otherwise, and often it is
//! the same one.

use super::{Made, Recipe, RecipeError, lengths, repaired};
use dedale_grid::search::TileBfs;

/// By how many steps the shortest ways of a fair board differ at most.
pub const FAIR_GAP: u32 = 1;

/// The cells that are drawn for a fair board, in all: some milliseconds.
const MOST_CELLS: usize = 1 << 22;

/// The same where every board is repaired, which takes as long as many draws.
const MOST_REPAIRED_CELLS: usize = 1 << 16;

impl Made {
    /// The steps between the player with the shortest way and the one with the
    /// longest.
    pub fn gap(&self) -> u32 {
        let ways = self.best.iter();
        ways.clone().max().unwrap_or(&0) - ways.min().unwrap_or(&0)
    }
}

impl Recipe {
    /// Makes a board as [`Recipe::make`] does, and draws again until the
    /// shortest ways of all players differ by [`FAIR_GAP`] at most; after a
    /// bounded number of draws the fairest is taken, and of equals the first.
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
            Some(made) => Ok(Made { tries, ..made }),
            // Every draw cut someone off; repaired, the first can be played.
            None => Self { repair: true, ..*self }.make_fair(seed),
        }
    }

    /// How many boards are drawn for a fair one; fewer where they are large.
    pub fn most_fair_tries(&self) -> usize {
        let cells = if self.repair { MOST_REPAIRED_CELLS } else { MOST_CELLS };
        (cells / (self.size * self.size)).clamp(4, 4000)
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

    /// The ways of two or three differ by a step at most on every board of the
    /// usual sizes, those of four on nearly every one.
    #[test]
    fn nobody_is_nearer() {
        for (size, players, most_unfair) in [(21, 2, 0), (31, 2, 0), (15, 3, 0), (21, 4, 3)] {
            let recipe = recipe(size, 0.65, players);
            let mut unfair = 0;
            for seed in 0..150 {
                let made = recipe.make_fair(seed).unwrap();
                let gap = made.gap();
                unfair += u32::from(gap > FAIR_GAP);
                assert!(gap <= FAIR_GAP || made.tries == recipe.most_fair_tries(), "seed {seed}");
                assert_eq!(made.board.labyrinth.free().count(), recipe.free_cells());
                for (&start, &best) in made.board.starts.iter().zip(&made.best) {
                    let path = shortest_path(&made.board.labyrinth, start, made.board.target).unwrap();
                    assert_eq!(path.len() as u32 - 1, best);
                }
            }
            assert!(unfair <= most_unfair, "{unfair} of {recipe:?}");
        }
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
    }
}
