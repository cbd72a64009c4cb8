//! Thousands of rounds without people.
//!
//! Every round draws a board, computes the steps to its target once, and lets
//! the players walk: along a shortest path, straying now and then, or, where
//! they block each other, with an eye on the others. The boards are those that
//! [`Recipe::make`] makes of the same seeds. All buffers are used again; a
//! round of two players on a 31 × 31 board takes some ten microseconds.

mod histogram;

pub use histogram::Tally;

use crate::{Board, Distances, Recipe, RecipeError, bots, repair};
use dedale_grid::{Cell, Dir, Rng};
use dedale_text::messages;

/// How a simulated player walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Walker {
    /// Along a shortest path, straying with the probability of the setup.
    Stray,
    /// Along a shortest path, or the step that keeps ahead where players
    /// block each other; never strays.
    Best,
}

/// What to simulate.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The boards and the number of players.
    pub recipe: Recipe,
    /// The probability that a step is a random one.
    pub noise: f64,
    /// Players block each other's cells.
    pub block: bool,
    /// How each player walks; those who are not listed stray.
    pub walkers: Vec<Walker>,
    /// The seed of all boards, orders and steps.
    pub seed: u64,
}

messages! {
    /// Why nothing was simulated.
    pub enum SetupError {
        /// The noise is no probability.
        Noise { noise: f64 } => "found the noise {noise}, expected 0 to 1", "trouvé le bruit {noise}, attendu 0 à 1";
        /// No board can be made.
        Board { en: String, fr: String } => "{en}", "{fr}";
    }
}

impl From<RecipeError> for SetupError {
    fn from(error: RecipeError) -> Self {
        let dedale_text::Text { en, fr } = dedale_text::Text::of(&error);
        Self::Board { en, fr }
    }
}

/// What came of the rounds so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The rounds played.
    pub rounds: u64,
    /// The rounds each player won.
    pub wins: Vec<u64>,
    /// The rounds won by the first, second … in the order of play.
    pub wins_by_turn: Vec<u64>,
    /// Rounds that were given up because nobody arrived.
    pub abandoned: u64,
    /// The boards drawn, playable or not.
    pub boards: u64,
    /// The cells freed by repair.
    pub opened: u64,
    /// The steps of the winners.
    pub moves: Tally,
    /// The steps of the winners' shortest paths.
    pub best: Tally,
    /// The steps the winners made beyond their shortest paths.
    pub extra: Tally,
}

/// A simulation that can be stopped and continued at any round.
#[derive(Debug)]
pub struct Simulation {
    setup: Setup,
    summary: Summary,
    distances: Distances,
    scratch: Distances,
}

impl Simulation {
    /// A simulation before its first round.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        setup.recipe.check()?;
        if !(0.0..=1.0).contains(&setup.noise) {
            return Err(SetupError::Noise { noise: setup.noise });
        }
        let players = setup.recipe.players;
        let summary = Summary { wins: vec![0; players], wins_by_turn: vec![0; players], ..Summary::default() };
        Ok(Self { setup, summary, distances: Distances::default(), scratch: Distances::default() })
    }

    /// What came of the rounds so far.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Plays one more round.
    pub fn round(&mut self) -> Result<(), SetupError> {
        let seed = Rng::stream(self.setup.seed, self.summary.rounds).bits();
        let board = self.board(seed)?;
        let mut rng = Rng::stream(seed, u64::MAX);
        let players = self.setup.recipe.players;
        let mut order: [usize; crate::MAX_PLAYERS] = [0, 1, 2, 3];
        rng.shuffle(&mut order[..players]);
        let mut positions = board.starts.clone();
        // Nobody needs that long but those who block each other for ever.
        let most = 64 * board.size().area() as u32 + 64;
        self.summary.rounds += 1;
        for moves in 1..=most {
            for (turn, &player) in order[..players].iter().enumerate() {
                let Some(dir) = self.choose(&board, &positions, player, &mut rng) else { continue };
                let Some(to) = board.labyrinth.step(positions[player], dir) else { continue };
                positions[player] = to;
                if to == board.target {
                    self.count(&board, player, turn, moves);
                    return Ok(());
                }
            }
        }
        self.summary.abandoned += 1;
        Ok(())
    }

    fn count(&mut self, board: &Board, player: usize, turn: usize, moves: u32) {
        let summary = &mut self.summary;
        summary.wins[player] += 1;
        summary.wins_by_turn[turn] += 1;
        let best = self.distances.get(board.starts[player]).expect("the board is playable");
        summary.moves.add(moves);
        summary.best.add(best);
        // A player who was stuck for a turn made fewer steps than turns went by.
        summary.extra.add(moves.saturating_sub(best));
    }

    /// The playable board of a seed, with the distances to its target.
    fn board(&mut self, seed: u64) -> Result<Board, RecipeError> {
        let Self { setup: Setup { recipe, .. }, summary, distances, .. } = self;
        let most = if recipe.repair { 0 } else { recipe.most_tries() };
        for attempt in 0..=most {
            // When all draws cut someone off, the first one is repaired.
            let last = attempt == most;
            let mut board = recipe.draw(seed, if last { 0 } else { attempt as u64 });
            summary.boards += u64::from(!last || recipe.repair);
            distances.compute(&board.labyrinth, board.target, &[]);
            let cut_off = board.starts.iter().any(|&start| distances.get(start).is_none());
            if cut_off && last {
                let opened = repair::connect(&board.labyrinth, board.target, &board.starts).cells;
                summary.opened += opened.len() as u64;
                board = crate::generate::with_opened(board, &opened);
                distances.compute(&board.labyrinth, board.target, &[]);
            } else if cut_off {
                continue;
            }
            return Ok(board);
        }
        unreachable!("the last board is repaired if it must be")
    }

    /// The step of a player; nothing for one who is blocked in.
    fn choose(&mut self, board: &Board, positions: &[Cell], player: usize, rng: &mut Rng) -> Option<Dir> {
        let at = positions[player];
        let best = self.setup.walkers.get(player) == Some(&Walker::Best);
        if best && self.setup.block && positions.len() > 1 {
            return bots::keep_ahead(&board.labyrinth, board.target, positions, player, &mut self.scratch);
        }
        let mut open = board.labyrinth.free().sides(at);
        if self.setup.block {
            for dir in Dir::ALL {
                let to = board.size().step(at, dir);
                if to.is_some_and(|to| positions.contains(&to)) {
                    open &= !(1 << dir.index());
                }
            }
        }
        let strays = !best && self.setup.noise > 0.0 && rng.chance(self.setup.noise);
        let nearer = if strays { 0 } else { self.distances.nearer(at) & open };
        match (nearer, open) {
            (0, 0) => None,
            (0, open) => Some(nth(open, rng.below(open.count_ones().into()) as u32)),
            (nearer, _) => Some(nth(nearer, 0)),
        }
    }
}

/// The direction of the n-th bit that is 1.
fn nth(dirs: u8, n: u32) -> Dir {
    let rest = (0..n).fold(dirs, |dirs, _| dirs & (dirs - 1));
    Dir::from_index(rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(noise: f64, block: bool) -> Setup {
        let recipe = Recipe { size: 15, density: 0.7, players: 2, repair: false };
        Setup { recipe, noise, block, walkers: Vec::new(), seed: 3 }
    }

    fn run(setup: Setup, rounds: u64) -> Summary {
        let mut simulation = Simulation::new(setup).unwrap();
        (0..rounds).for_each(|_| simulation.round().unwrap());
        simulation.summary
    }

    /// Without noise the shorter path wins, and of equal ones the first in the
    /// order; the boards are those that a recipe makes.
    #[test]
    fn without_noise_the_shortest_path_wins() {
        let setup = setup(0.0, false);
        let mut simulation = Simulation::new(setup.clone()).unwrap();
        for round in 0..200 {
            let before = simulation.summary.wins.clone();
            simulation.round().unwrap();
            let made = setup.recipe.make(Rng::stream(setup.seed, round).bits()).unwrap();
            let winner = (0..2).find(|&player| simulation.summary.wins[player] > before[player]).unwrap();
            assert_eq!(made.best[winner], *made.best.iter().min().unwrap());
        }
        let summary = simulation.summary();
        assert_eq!((summary.extra.max(), summary.abandoned, summary.moves.count()), (Some(0), 0, 200));
        assert_eq!(summary.moves, summary.best);
    }

    #[test]
    fn noise_costs_steps_and_seeds_repeat() {
        let calm = run(setup(0.1, false), 200);
        let wild = run(setup(0.5, false), 200);
        assert!(calm.extra.mean() < wild.extra.mean());
        assert_eq!(wild, run(setup(0.5, false), 200));
        assert_eq!(wild.wins.iter().sum::<u64>(), 200);
        assert_eq!(wild.wins_by_turn.iter().sum::<u64>(), 200);
    }

    /// Whoever is ahead cannot be stopped, so without mistakes thinking changes
    /// nothing; against those who stray it does not hurt.
    #[test]
    fn thinking_of_blocking() {
        let thinkers = |noise| Setup { walkers: vec![Walker::Best], ..setup(noise, true) };
        assert_eq!(run(thinkers(0.0), 300).wins, run(setup(0.0, true), 300).wins);
        let against_noise = run(thinkers(0.3), 300);
        assert!(against_noise.wins[0] > 5 * against_noise.wins[1], "{:?}", against_noise.wins);
        assert_eq!(against_noise.abandoned, 0);
    }

    #[test]
    fn thin_boards_are_repaired() {
        let mut thin = setup(0.0, false);
        thin.recipe = Recipe { size: 31, density: 0.35, players: 4, repair: true };
        let summary = run(thin.clone(), 20);
        assert!(summary.opened > 0 && summary.boards == 20);
        thin.recipe.repair = false;
        let summary = run(thin.clone(), 2);
        assert!(summary.opened > 0 && summary.boards == 2 * thin.recipe.most_tries() as u64);
        assert!(Simulation::new(setup(1.5, false)).is_err());
        assert!(Simulation::new(setup(f64::NAN, false)).is_err());
    }
}
