//! `dedale-race` against plain code: huge boards, exact repair, the simulator.

use crate::measure::Race;
use dedale_grid::Cell;
use dedale_race::simulate::{Setup, Simulation};
use dedale_race::{Board, Recipe, repair};
use std::collections::VecDeque;
use std::time::Instant;

/// Runs the suite.
pub fn run() {
    solve(10_000);
    repair_all(1000);
    simulate(20_000);
}

/// A board for four players drawn and solved, against one plain search over
/// the same board. Wanted: at most three times as long, 3 bytes a cell.
fn solve(size: usize) {
    let recipe = Recipe { size, density: 0.7, players: 4, repair: false };
    let board = recipe.make(1).expect("such boards are playable").board;
    Race::new(format!("race: {size} x {size}, four players"), "draw a playable board and solve it", || {
        recipe.make(1).expect("such boards are playable").best
    })
    .against("plain breadth-first search only", Some(1.0 / 3.0), || plain(&board))
    .run();
}

/// One search from the target with a queue and an array of distances.
fn plain(board: &Board) -> Vec<u32> {
    let (free, cols) = (board.labyrinth.free(), board.size().cols());
    let mut steps = vec![u32::MAX; board.size().area()];
    let mut queue = VecDeque::from([board.target.index()]);
    steps[board.target.index()] = 0;
    while let Some(at) = queue.pop_front() {
        for next in [at - cols, at + 1, at + cols, at - 1] {
            if steps[next] == u32::MAX && free.get(Cell::new(next as u32)) {
                steps[next] = steps[at] + 1;
                queue.push_back(next);
            }
        }
    }
    board.starts.iter().map(|start| steps[start.index()]).collect()
}

/// The exact repair for four players near the density where boards fall apart.
fn repair_all(size: usize) {
    println!("\nrace: fewest cells to free, {size} x {size}, four players (wanted: under 10 s)");
    for density in [0.40, 0.45, 0.50, 0.55, 0.58] {
        // Only to have a board of this density: the repair is asked anew.
        let made = Recipe { size, density, players: 4, repair: true }.make(3).expect("repair makes boards playable");
        let mut labyrinth = made.board.labyrinth.free().clone();
        made.opened.iter().for_each(|&cell| {
            labyrinth.clear(cell);
        });
        let labyrinth = dedale_race::Labyrinth::new(labyrinth).expect("the ring is closed");
        let start = Instant::now();
        let repair = repair::connect(&labyrinth, made.board.target, &made.board.starts);
        let time = start.elapsed();
        println!("  density {density:.2}: {:>5} cells in {:>8.3} s", repair.cells.len(), time.as_secs_f64());
    }
}

/// Rounds a second of two players on shortest paths.
fn simulate(rounds: u64) {
    println!("\nrace: rounds a second, two players, 31 x 31 (wanted: 20000)");
    for density in [0.65, 0.7, 0.8] {
        let recipe = Recipe { size: 31, density, players: 2, repair: false };
        let setup = Setup { recipe, noise: 0.0, block: false, walkers: Vec::new(), seed: 1 };
        let mut simulation = Simulation::new(setup).expect("the setup is possible");
        let start = Instant::now();
        for _ in 0..rounds {
            simulation.round().expect("such boards are playable");
        }
        let speed = rounds as f64 / start.elapsed().as_secs_f64();
        let boards = simulation.summary().boards as f64 / rounds as f64;
        println!("  density {density:.2}: {speed:>9.0} rounds/s, {boards:.2} boards drawn a round");
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn plain_code_agrees() {
        super::solve(60);
        super::repair_all(40);
        super::simulate(50);
    }
}
