//! Levels that are worth playing: drawn one after another until one is.
//!
//! A seed names one level for ever: the first good one among the draws that
//! follow from it. Difficulty is measured without a solver (positions nearer
//! to the solved board, changes of box, pushes), for a better solver must not
//! change what a seed means.

use super::{Generated, Recipe, generate_while};
use crate::level::Ground;
use crate::symmetry::canonical;
use dedale_grid::Rng;
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a level must be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The fewest pushes.
    pub pushes: usize,
    /// Whether boxes may stand on targets at the start.
    pub home: bool,
    /// `easy`, `medium`, `hard` or `expert`; any if `None`.
    pub class: Option<&'static str>,
}

impl Wish {
    /// The least that is asked of a level of this recipe: some pushes for every
    /// box, as far as so small a board has room for them.
    pub fn of(recipe: &Recipe) -> Self {
        let inside = (recipe.size.rows() - 2) * (recipe.size.cols() - 2);
        Self { pushes: (2 * recipe.boxes + 4).min(inside / 4 + 1), home: false, class: None }
    }

    /// Whether a level is like this.
    pub fn fits(&self, made: &Generated) -> bool {
        let level = &made.level;
        made.difficulty.metrics.pushes >= self.pushes
            && (self.home || level.boxes().iter().all(|&cell| level.ground(cell) != Ground::Target))
            && self.class.is_none_or(|class| made.difficulty.class() == class)
    }
}

/// Draws before a wish counts as impossible.
const DRAWS: u64 = 2000;

/// Why there is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoLevel {
    /// It was called off.
    Stopped,
    /// None of many draws was like that.
    Rare,
}

/// The level of a seed, from a draw on, with the number of that draw.
fn sample(
    recipe: &Recipe,
    wish: &Wish,
    seed: u64,
    from: u64,
    keep_on: &(dyn Fn() -> bool + Sync),
) -> Result<(u64, Generated), NoLevel> {
    for draw in from..DRAWS {
        // The first draw is the seed's own level.
        let drawn = if draw == 0 { seed } else { Rng::stream(seed, draw << 32).bits() };
        let made = generate_while(recipe, drawn, keep_on).ok_or(NoLevel::Stopped)?;
        if wish.fits(&made) {
            return Ok((draw, made));
        }
    }
    Err(NoLevel::Rare)
}

/// The levels of consecutive seeds, each handed out in order as soon as it and
/// all before it are there, no two the same puzzle under symmetry. `take` says
/// whether to go on.
pub fn sample_many(
    recipe: &Recipe,
    wish: &Wish,
    seeds: std::ops::Range<u64>,
    threads: usize,
    keep_on: &(dyn Fn() -> bool + Sync),
    mut take: impl FnMut(u64, Generated) -> bool,
) -> Result<(), NoLevel> {
    /// Levels made before they are handed out.
    const BATCH: u64 = 256;
    let mut known: HashSet<String> = HashSet::new();
    let count = seeds.end.wrapping_sub(seeds.start);
    for first in (0..count).step_by(BATCH as usize) {
        let batch: Vec<u64> = (first..count.min(first + BATCH)).map(|n| seeds.start.wrapping_add(n)).collect();
        for (seed, made) in batch.iter().zip(made_beside(recipe, wish, &batch, threads, keep_on)) {
            let (mut draw, mut made) = made?;
            while !known.insert(canonical(&made.level)) {
                (draw, made) = sample(recipe, wish, *seed, draw + 1, keep_on)?;
            }
            if !take(*seed, made) {
                return Err(NoLevel::Stopped);
            }
        }
    }
    Ok(())
}

/// The levels of some seeds, made by several threads, in the order of the seeds.
fn made_beside(
    recipe: &Recipe,
    wish: &Wish,
    seeds: &[u64],
    threads: usize,
    keep_on: &(dyn Fn() -> bool + Sync),
) -> Vec<Result<(u64, Generated), NoLevel>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(seeds.len()));
    let work = || {
        while let Some(&seed) = seeds.get(next.fetch_add(1, Ordering::Relaxed)) {
            let made = sample(recipe, wish, seed, 0, keep_on);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((seed, made));
        }
    };
    match threads.min(seeds.len()) {
        0 | 1 => work(),
        threads => std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        }),
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let place = |seed: u64| seed.wrapping_sub(seeds[0]);
    done.sort_by_key(|(seed, _)| place(*seed));
    done.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Effort, generate};
    use super::*;
    use crate::verify::replay;
    use dedale_grid::Size;

    fn recipe(rows: usize, cols: usize, boxes: usize) -> Recipe {
        let recipe = Recipe::new(Size::new(rows, cols).expect("a size"), boxes, 1).expect("a recipe");
        Recipe { effort: Effort::QUICK, ..recipe }
    }

    fn levels(recipe: &Recipe, wish: &Wish, count: u64, threads: usize) -> Vec<(u64, Generated)> {
        let mut made = Vec::new();
        let end = sample_many(recipe, wish, 7..7 + count, threads, &|| true, |seed, level| {
            made.push((seed, level));
            true
        });
        assert_eq!(end, Ok(()));
        made
    }

    #[test]
    fn levels_are_like_the_wish_and_no_two_are_the_same() {
        let recipe = recipe(8, 8, 3);
        let wish = Wish::of(&recipe);
        let made = levels(&recipe, &wish, 40, 2);
        assert_eq!(made, levels(&recipe, &wish, 40, 1));
        let puzzles: HashSet<String> = made.iter().map(|(_, made)| canonical(&made.level)).collect();
        assert_eq!(puzzles.len(), 40);
        for (seed, made) in &made {
            assert!(wish.fits(made), "seed {seed}");
            let (_, metrics) = replay(&made.level, &made.solution).expect("a solution");
            assert!(metrics.pushes >= wish.pushes);
        }
    }

    #[test]
    fn a_good_first_draw_is_the_seeds_own_level() {
        let recipe = recipe(8, 8, 2);
        let wish = Wish { pushes: 1, home: true, class: None };
        assert_eq!(levels(&recipe, &wish, 1, 1)[0].1, generate(&recipe, 7));
    }

    #[test]
    fn what_cannot_be_is_said_and_a_stop_is_obeyed() {
        let recipe = recipe(5, 5, 1);
        let wish = Wish { pushes: 500, ..Wish::of(&recipe) };
        assert_eq!(sample_many(&recipe, &wish, 0..1, 1, &|| true, |_, _| true), Err(NoLevel::Rare));
        assert_eq!(sample_many(&recipe, &wish, 0..1, 2, &|| false, |_, _| true), Err(NoLevel::Stopped));
    }
}
