//! A level made, rated, solved and told:
//! `cargo run --release -p dedale-sokoban --example solve`.

use dedale_grid::Size;
use dedale_sokoban::{Limits, Options, Recipe, generate, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let recipe = Recipe::new(Size::new(8, 9)?, 3, 10)?;
    let made = generate(&recipe, 7);
    println!("{}\n{}: {} pushes known", made.level, made.difficulty.class(), made.solution.pushes());
    let answer = solve(&made.level, &Options::default(), Limits::default())?;
    if let Some((moves, metrics)) = answer.solution {
        println!(
            "{} found {} pushes, {} moves after {} positions:",
            answer.engine, metrics.pushes, metrics.moves, answer.nodes
        );
        println!("{moves}");
    }
    Ok(())
}
