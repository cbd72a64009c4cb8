//! Dédale measured against the crates one would use instead.
//!
//! `cargo run --release -p dedale-bench` runs every suite, `… -- grid` one of
//! them. Rivals solve the same problem in the same run on the same machine;
//! their answers are compared with ours before any time is printed, and what
//! counts is the ratio. A suite is a row of [`SUITES`] and a file of its own:
//! that is all it takes to add a world. `… -- cluster` and `… -- trust` are
//! apart: they disturb real studios and look for what is lost.

mod cluster;
mod counts;
mod fish;
mod games;
mod grid;
mod magic;
mod maze;
mod measure;
mod race;
mod sokoban;

use std::process::ExitCode;

/// Counts the bytes in use, so that memory is measured and not guessed.
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

struct Suite {
    name: &'static str,
    about: &'static str,
    run: fn(),
}

const SUITES: &[Suite] = &[
    Suite { name: "grid", about: "searches, cut vertices, small structures", run: grid::run },
    Suite { name: "fish", about: "roads, random games, the strong bot's decisions", run: fish::run },
    Suite { name: "race", about: "huge boards, exact repair, the simulator", run: race::run },
    Suite { name: "maze", about: "generators, spanning trees by tiles, writing", run: maze::run },
    Suite { name: "magic", about: "tiles, distances, doors, joint plans, games", run: magic::run },
    Suite {
        name: "games",
        about: "how strong the bots are, auctions, imperfect partners (`games --long` for hours)",
        run: || games::run(false),
    },
    Suite { name: "sokoban", about: "pushes a second, bytes a position, Microban beside its peers", run: sokoban::run },
    Suite { name: "sokoban-sets", about: "five collections at 5 s a level (some minutes)", run: sokoban::run_sets },
    Suite {
        name: "maze-counts",
        about: "instructions and bytes of the generators (needs valgrind)",
        run: counts::run_mazes,
    },
    Suite { name: "counts", about: "instructions of the small structures (needs valgrind)", run: counts::run },
];

/// Suites that take so long that they run only by name.
const BY_NAME: &[&str] = &["games"];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [command, name, times] = args.as_slice()
        && command == counts::COMMAND
    {
        return counts::repeat(name, times);
    }
    if args == ["games", "--long"] {
        games::run(true);
        return ExitCode::SUCCESS;
    }
    if let Some((name, rest)) = args.split_first()
        && ["cluster", "trust"].contains(&name.as_str())
    {
        return cluster::run(name, rest);
    }
    let names: Vec<&String> = args.iter().filter(|arg| *arg != "--bench").collect();
    if let Some(unknown) = names.iter().find(|name| SUITES.iter().all(|suite| suite.name != **name)) {
        eprintln!("found suite `{unknown}`, expected none for all, or some of:");
        for suite in SUITES {
            eprintln!("  {:<12} {}", suite.name, suite.about);
        }
        eprintln!("  cluster      three studios, disturbed while rooms play (alone, with options)");
        eprintln!("  trust        one studio, disturbed while rooms play (alone, with options)");
        return ExitCode::from(2);
    }
    let wanted = |suite: &&Suite| match names.as_slice() {
        [] => !BY_NAME.contains(&suite.name),
        names => names.iter().any(|name| *name == suite.name),
    };
    for suite in SUITES.iter().filter(wanted) {
        println!("== {}: {}", suite.name, suite.about);
        (suite.run)();
    }
    ExitCode::SUCCESS
}
