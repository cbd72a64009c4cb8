//! Makes the collection that comes with the program:
//! `cargo run --release -p dedale-sokoban --example collection > crates/sokoban/levels/dedale.sok`.
//!
//! New levels of growing size are solved with the fewest pushes; the solver's
//! work gives the difficulty, and levels are taken evenly along its scale.

use dedale_grid::Size;
use dedale_sokoban::{
    Collection, Difficulty, Entry, Level, Moves, Recipe, Solution, canonical, generate, rate, write_text,
};
use std::collections::BTreeSet;

/// Columns, rows, boxes, seeds.
const KINDS: [(usize, usize, usize, u64); 8] = [
    (7, 7, 2, 8),
    (8, 8, 3, 16),
    (9, 8, 3, 8),
    (9, 8, 4, 16),
    (10, 9, 4, 16),
    (10, 9, 5, 16),
    (11, 10, 5, 16),
    (11, 10, 6, 16),
];
/// Attempts for a level: few for easy ones.
const ATTEMPTS: [u32; 4] = [9, 60, 120, 240];
/// How many levels the collection has.
const LEVELS: usize = 72;
/// Positions the solver may look at for one level.
const LIMIT: u64 = 400_000;

fn main() {
    let mut found: Vec<(Level, Moves, Difficulty)> = Vec::new();
    let mut seen = BTreeSet::new();
    for (cols, rows, boxes, seeds) in KINDS {
        let size = Size::new(rows, cols).expect("a size");
        for seed in 0..seeds {
            let attempts = ATTEMPTS[seed as usize % ATTEMPTS.len()];
            let recipe = Recipe::new(size, boxes, attempts).expect("a recipe");
            let made = generate(&recipe, seed);
            let Some((solution, difficulty)) = rate(&made.level, LIMIT) else { continue };
            // A box that never leaves its target, or hardly any change of box,
            // is no puzzle.
            let dull = difficulty.metrics.box_changes < boxes || difficulty.metrics.pushes < 6;
            if dull || !seen.insert(canonical(&made.level)) {
                continue;
            }
            found.push((made.level, solution, difficulty));
        }
        eprintln!("{cols}x{rows} {boxes}: {} levels", found.len());
    }
    found.sort_by(|one, two| one.2.score.total_cmp(&two.2.score));
    let entries = evenly(found)
        .into_iter()
        .enumerate()
        .map(|(number, (level, solution, difficulty))| {
            let metrics = difficulty.metrics;
            Entry {
                level,
                title: format!("Dédale {}", number + 1),
                author: "Dédale".to_owned(),
                notes: vec![format!(
                    "difficulty {:.0} ({}), {} pushes, {} moves",
                    difficulty.score,
                    difficulty.class(),
                    metrics.pushes,
                    metrics.moves
                )],
                solutions: vec![Solution { name: "Pushes".to_owned(), moves: solution, line: 0 }],
                line: 0,
            }
        })
        .collect();
    let header = vec![
        "Dédale: levels made by its own generator, from easy to hard.".to_owned(),
        "Licence: MIT or Apache-2.0, as the program they come with.".to_owned(),
    ];
    print!("{}", write_text(&Collection { header, entries, ..Collection::default() }));
}

/// Levels whose difficulties lie as evenly as possible: again and again the
/// level goes whose neighbours are nearest to each other.
fn evenly(mut found: Vec<(Level, Moves, Difficulty)>) -> Vec<(Level, Moves, Difficulty)> {
    while found.len() > LEVELS {
        let gap = |index: &usize| found[index + 1].2.score - found[index - 1].2.score;
        let crowded = (1..found.len() - 1).min_by(|one, two| gap(one).total_cmp(&gap(two)));
        found.remove(crowded.expect("there are more than two levels"));
    }
    found
}
