//! Generators of mazes against `irrgarten`, `amaze` and, with the feature
//! `knossos`, `knossos`; then memory, writing and steps.
//!
//! Every generator makes a maze of its own, so answers cannot be equal; each of
//! ours is checked to have the passages of a perfect maze. Rivals run once, ours
//! is the fastest of three runs. Some rivals do not end within minutes on the
//! large board (amaze's Wilson and hunt-and-kill, knossos's Kruskal and Prim);
//! they run on a smaller one, and so does ours beside them.

use crate::MEMORY;
use crate::measure::fastest;
use amaze::generators::{
    BinaryTree4, CellSelector, Eller4, GrowingTree4, HuntAndKill4, Kruskal4, MazeGenerator2D, MixedCell, NewestCell,
    Prim4, RandomCell, RecursiveBacktracker4, Sidewinder4, Wilson4,
};
use dedale_grid::Size;
use dedale_maze::rows::RowMaker;
use dedale_maze::{Algorithm, Generation, Maze, Options, Plan, formats, generate};
use rand_08::SeedableRng;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Somebody else's generator, and by how much its board is smaller than the
/// suite's, so that it ends.
struct Rival {
    name: &'static str,
    smaller: usize,
    run: fn(usize),
}

/// Runs the suite.
pub fn run() {
    generators(4000);
    large(10_000);
    writing(10_000);
    steps(1000);
}

/// Makes mazes of the seeds from 1 on, for callgrind to watch.
pub fn repeat(algorithm: Algorithm, side: usize, times: usize) {
    let plan = Plan::new(Size::new(side, side).expect("a size"));
    for seed in 1..=times as u64 {
        black_box(generate(algorithm, &plan, &Options::default(), seed));
    }
}

/// The most bytes that making a maze holds, for each of its cells.
pub fn bytes_a_cell(algorithm: Algorithm, side: usize) -> f64 {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    repeat(algorithm, side, 1);
    MEMORY.peak_usage().saturating_sub(before) as f64 / (side * side) as f64
}

/// Ours against the rivals that have the algorithm.
fn generators(side: usize) {
    println!(
        "\nmazes of {side} x {side}, nanoseconds a cell; rivals marked with a size, and ours beside them, at that size"
    );
    for algorithm in Algorithm::ALL {
        let policies: &[&str] =
            if algorithm == Algorithm::GrowingTree { &["newest", "newest:75,random:25", "random"] } else { &[""] };
        for policy in policies {
            let policy_used = policy.parse().unwrap_or_default();
            let options = Options { policy: policy_used, ..Options::default() };
            let side = if algorithm == Algorithm::RandomWalk { side / 4 } else { side };
            let (ours, bytes) = ours(algorithm, &options, side);
            print!("  {:<14} {policy:<20} {ours:>9.3} ns {bytes:>6.2} B a cell", algorithm.name());
            for rival in rivals(algorithm, policy) {
                let small = side / rival.smaller;
                let ours = if rival.smaller == 1 { ours } else { self::ours(algorithm, &options, small).0 };
                let start = Instant::now();
                (rival.run)(small);
                let theirs = start.elapsed().as_secs_f64() * 1e9 / (small * small) as f64;
                let size = if rival.smaller == 1 { String::new() } else { format!(" {small} x {small}") };
                print!("   {}{size} {theirs:.1} ns = {:.1} x", rival.name, theirs / ours);
            }
            println!();
        }
    }
}

/// Nanoseconds and bytes a cell.
fn ours(algorithm: Algorithm, options: &Options, side: usize) -> (f64, f64) {
    let (plan, cells) = (plan(side), (side * side) as f64);
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let (time, passages) = fastest(|| generate(algorithm, &plan, options, 42).passages());
    let bytes = MEMORY.peak_usage().saturating_sub(before) as f64 / cells;
    assert!(!algorithm.is_perfect() || passages == side * side - 1, "{algorithm} is not perfect");
    (time.as_secs_f64() * 1e9 / cells, bytes)
}

fn plan(side: usize) -> Plan {
    Plan::new(Size::new(side, side).expect("the sizes of the suite are sizes"))
}

fn amaze<G: MazeGenerator2D>(side: usize) {
    black_box(G::new_from_seed(42).generate(side, side));
}

fn amaze_tree(side: usize, selector: impl CellSelector + Default) {
    black_box(GrowingTree4::new_from_seed_with_selector(42, selector).generate(side, side));
}

fn rivals(algorithm: Algorithm, policy: &str) -> Vec<Rival> {
    let rival = |name, run| Rival { name, smaller: 1, run };
    let mut rivals: Vec<Rival> = match (algorithm, policy) {
        (Algorithm::Backtracker | Algorithm::Dfs, _) => {
            vec![rival("irrgarten", irrgarten), rival("amaze", amaze::<RecursiveBacktracker4>)]
        }
        (Algorithm::Prim, _) => vec![rival("amaze", amaze::<Prim4>)],
        (Algorithm::SpanningTree, _) => vec![rival("amaze", amaze::<Kruskal4>)],
        (Algorithm::BinaryTree, _) => vec![rival("amaze", amaze::<BinaryTree4>)],
        (Algorithm::Sidewinder, _) => vec![rival("amaze", amaze::<Sidewinder4>)],
        (Algorithm::Eller, _) => vec![rival("amaze", amaze::<Eller4>)],
        (Algorithm::Wilson, _) => vec![Rival { name: "amaze", smaller: 20, run: amaze::<Wilson4> }],
        (Algorithm::HuntAndKill, _) => vec![Rival { name: "amaze", smaller: 10, run: amaze::<HuntAndKill4> }],
        (Algorithm::GrowingTree, "newest") => vec![rival("amaze", |side| amaze_tree(side, NewestCell))],
        (Algorithm::GrowingTree, "random") => {
            vec![Rival { name: "amaze", smaller: 4, run: |side| amaze_tree(side, RandomCell) }]
        }
        (Algorithm::GrowingTree, _) => {
            let run = |side| amaze_tree(side, MixedCell { newest_probability: 0.75 });
            vec![Rival { name: "amaze", smaller: 4, run }]
        }
        _ => Vec::new(),
    };
    rivals.extend(knossos(algorithm, policy));
    rivals
}

fn irrgarten(side: usize) {
    let mut random = rand_08::rngs::StdRng::seed_from_u64(42);
    let maze = irrgarten::Maze::new(2 * side + 1, 2 * side + 1).expect("an odd size").generate(&mut random);
    black_box(maze);
}

#[cfg(not(feature = "knossos"))]
fn knossos(_: Algorithm, _: &str) -> Option<Rival> {
    None
}

/// Those of knossos that do not recurse for each cell.
#[cfg(feature = "knossos")]
fn knossos(algorithm: Algorithm, policy: &str) -> Option<Rival> {
    use knossos::maze;
    fn build(side: usize, algorithm: impl maze::Algorithm + 'static) {
        let builder = maze::OrthogonalMazeBuilder::new().width(side).height(side).seed(Some(42));
        black_box(builder.algorithm(Box::new(algorithm)).build());
    }
    let (smaller, run): (usize, fn(usize)) = match (algorithm, policy) {
        (Algorithm::RandomWalk, _) => (1, |side| build(side, maze::AldousBroder)),
        (Algorithm::BinaryTree, _) => (1, |side| build(side, maze::BinaryTree::new(maze::Bias::SouthEast))),
        (Algorithm::Sidewinder, _) => (1, |side| build(side, maze::Sidewinder)),
        (Algorithm::Eller, _) => (1, |side| build(side, maze::Eller)),
        (Algorithm::Division, _) => (1, |side| build(side, maze::RecursiveDivision)),
        (Algorithm::Prim, _) => (4, |side| build(side, maze::Prim::new())),
        (Algorithm::SpanningTree, _) => (40, |side| build(side, maze::Kruskal)),
        (Algorithm::HuntAndKill, _) => (4, |side| build(side, maze::HuntAndKill::new())),
        (Algorithm::GrowingTree, "newest") => (1, |side| build(side, maze::GrowingTree::new(maze::Method::Newest))),
        (Algorithm::GrowingTree, "random") => (4, |side| build(side, maze::GrowingTree::new(maze::Method::Random))),
        _ => return None,
    };
    Some(Rival { name: "knossos", smaller, run })
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
