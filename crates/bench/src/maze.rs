//! Generators of mazes against `irrgarten`, `amaze` and, with the feature
//! `knossos`, `knossos`; then memory, writing and steps.
//!
//! Every generator makes a maze of its own, so answers cannot be equal; each of
//! ours is checked to have the passages of a perfect maze. Rivals run once, ours
//! is the fastest of three runs. Left out are rivals that do not end within
//! minutes at this size: amaze's Wilson and hunt-and-kill, knossos's Kruskal.

use crate::MEMORY;
use crate::measure::fastest;
use amaze::generators::{
    BinaryTree4, Eller4, GrowingTree4, Kruskal4, MazeGenerator2D, NewestCell, Prim4, RecursiveBacktracker4, Sidewinder4,
};
use dedale_grid::Size;
use dedale_maze::rows::RowMaker;
use dedale_maze::{Algorithm, Generation, Maze, Options, Plan, formats, generate};
use rand_08::SeedableRng;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

type Rival = (&'static str, fn(usize));

/// Runs the suite.
pub fn run() {
    generators(4000);
    large(10_000);
    writing(10_000);
    steps(1000);
}

/// Ours against the rivals that have the algorithm.
fn generators(side: usize) {
    println!("\nmazes of {side} x {side} ({} x {} for random-walk), nanoseconds a cell", side / 4, side / 4);
    for algorithm in Algorithm::ALL {
        let side = if algorithm == Algorithm::RandomWalk { side / 4 } else { side };
        let (plan, cells) = (plan(side), (side * side) as f64);
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let (time, passages) = fastest(|| generate(algorithm, &plan, &Options::default(), 42).passages());
        let bytes = (MEMORY.peak_usage() - before) as f64 / cells;
        assert!(!algorithm.is_perfect() || passages == side * side - 1, "{algorithm} is not perfect");
        let each = |time: Duration| time.as_secs_f64() * 1e9 / cells;
        print!("  {:<14} {:>9.3} ns {bytes:>6.2} B a cell", algorithm.name(), each(time));
        for (name, rival) in rivals(algorithm) {
            let start = Instant::now();
            rival(side);
            let theirs = start.elapsed();
            print!("   {name} {:.1} ns = {:.1} x", each(theirs), theirs.as_secs_f64() / time.as_secs_f64());
        }
        println!();
    }
}

fn plan(side: usize) -> Plan {
    Plan::new(Size::new(side, side).expect("the sizes of the suite are sizes"))
}

fn amaze<G: MazeGenerator2D>(side: usize) {
    black_box(G::new_from_seed(42).generate(side, side));
}

fn rivals(algorithm: Algorithm) -> Vec<Rival> {
    let mut rivals: Vec<Rival> = match algorithm {
        Algorithm::Backtracker | Algorithm::Dfs => {
            vec![("irrgarten", irrgarten), ("amaze", amaze::<RecursiveBacktracker4>)]
        }
        Algorithm::Prim => vec![("amaze", amaze::<Prim4>)],
        Algorithm::SpanningTree => vec![("amaze", amaze::<Kruskal4>)],
        Algorithm::BinaryTree => vec![("amaze", amaze::<BinaryTree4>)],
        Algorithm::Sidewinder => vec![("amaze", amaze::<Sidewinder4>)],
        Algorithm::Eller => vec![("amaze", amaze::<Eller4>)],
        Algorithm::GrowingTree => vec![("amaze", |side| {
            black_box(GrowingTree4::new_from_seed_with_selector(42, NewestCell).generate(side, side));
        })],
        _ => Vec::new(),
    };
    rivals.extend(knossos(algorithm));
    rivals
}

fn irrgarten(side: usize) {
    let mut random = rand_08::rngs::StdRng::seed_from_u64(42);
    let maze = irrgarten::Maze::new(2 * side + 1, 2 * side + 1).expect("an odd size").generate(&mut random);
    black_box(maze);
}

#[cfg(not(feature = "knossos"))]
fn knossos(_: Algorithm) -> Option<Rival> {
    None
}

/// Those of knossos that end within a minute and do not recurse for each cell.
#[cfg(feature = "knossos")]
fn knossos(algorithm: Algorithm) -> Option<Rival> {
    use knossos::maze;
    fn build(side: usize, algorithm: impl maze::Algorithm + 'static) {
        let builder = maze::OrthogonalMazeBuilder::new().width(side).height(side).seed(Some(42));
        black_box(builder.algorithm(Box::new(algorithm)).build());
    }
    let rival: fn(usize) = match algorithm {
        Algorithm::RandomWalk => |side| build(side, maze::AldousBroder),
        Algorithm::BinaryTree => |side| build(side, maze::BinaryTree::new(maze::Bias::SouthEast)),
        Algorithm::Sidewinder => |side| build(side, maze::Sidewinder),
        Algorithm::Eller => |side| build(side, maze::Eller),
        Algorithm::Division => |side| build(side, maze::RecursiveDivision),
        _ => return None,
    };
    Some(("knossos", rival))
}

/// A hundred million cells; 30,000 a side for the algorithm of one pass.
fn large(side: usize) {
    println!("\nlarge mazes, one run each");
    for algorithm in Algorithm::ALL.into_iter().filter(|&algorithm| algorithm != Algorithm::RandomWalk) {
        let side = if algorithm.rows().is_some() { 3 * side } else { side };
        MEMORY.reset_peak_usage();
        let start = Instant::now();
        let walls = generate(algorithm, &plan(side), &Options::default(), 7);
        let (time, peak) = (start.elapsed(), MEMORY.peak_usage());
        drop(walls);
        println!(
            "  {:<14} {side} x {side} {:>8.2} s {:>8.1} MB",
            algorithm.name(),
            time.as_secs_f64(),
            peak as f64 / 1e6
        );
    }
}

/// Counts what is written and throws it away.
struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += black_box(bytes).len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The text of a maze that exists, and of one that is made while it is written.
fn writing(side: usize) {
    println!("\ntext");
    let maze = Maze::from(generate(Algorithm::Sidewinder, &plan(side), &Options::default(), 7));
    let show = |name: &str, (time, bytes): (Duration, u64)| {
        println!("  {name:<30} {:>8.0} MB/s", bytes as f64 / time.as_secs_f64() / 1e6);
    };
    show(
        "a finished maze",
        fastest(|| {
            let mut out = Counter(0);
            formats::write_text(&maze, &mut out).expect("nothing can fail");
            out.0
        }),
    );
    for algorithm in Algorithm::ALL {
        let Some(kind) = algorithm.rows() else { continue };
        let stream = || {
            let mut out = Counter(0);
            let maker = RowMaker::new(kind, side, 7, 0.5);
            formats::stream(maker, side as u64, &mut out, |_| true).expect("nothing can fail");
            out.0
        };
        show(&format!("{algorithm} while it is made"), fastest(stream));
    }
}

/// The form that is watched.
fn steps(side: usize) {
    println!("\nsteps of {side} x {side}, watched");
    for algorithm in [Algorithm::Backtracker, Algorithm::Prim, Algorithm::SpanningTree, Algorithm::Eller] {
        let start = Instant::now();
        let mut generation = Generation::new(algorithm, &plan(side), &Options::default(), 7);
        while generation.next_step().is_some() {}
        let each = start.elapsed().as_secs_f64() * 1e9 / generation.steps() as f64;
        println!("  {:<14} {each:>8.1} ns a step", algorithm.name());
    }
}

#[cfg(test)]
mod tests {
    /// Small mazes, so that the suite itself is tested.
    #[test]
    fn the_suite_runs() {
        super::generators(40);
        super::large(20);
        super::writing(50);
        super::steps(10);
    }
}
