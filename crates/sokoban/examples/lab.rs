//! A laboratory: which levels of a collection are solved, in processor time.
//!
//! `cargo run --release -p dedale-sokoban --example lab -- FILE SECONDS [all|odd|even|N,N,…] [auto|short|default|fess:N|two|relay:N,…|backward|novelty|homeward[-player]+WEIGHT+SEED+FREE|parts|optimal|rate] [CSV]`
//!
//! `fess:N` runs the Nth feature-space search of the portfolio alone, `probe:N` also
//! shows its plan and how far it came, as `probe:homeward` does for that search (the squares
//! of the start marked as targets); switches may follow, as in
//! `fess:0+rooms+coarse`. `two` is the search from two sides, `relay:N,N,…` some planners and the search that
//! heads for what they have reached; `rate` prints how many microseconds a
//! unit of work takes in each engine; `short` shortens what was found for the rest of the
//! time, `default` as long as `solve` does unasked; `optimal` counts proofs of the fewest pushes.
//!
//! The clock is the time this thread has run (Linux), so that a machine shared
//! with others gives the same figures as a quiet one.

use dedale_sokoban::engine::{
    Backward, BestFirst, Board, Control, Engine, Exit, FeatureOrder, Fess, FessOptions, Homeward, Knowledge,
    MeetingTable, Order, Parts, Relay, Status, TwoSides, Ways, variant,
};
use dedale_sokoban::{Goal, Heuristic, Level, Limits, Options, Techniques, read, solve};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("a file is missing")?;
    let seconds: f64 = args.next().as_deref().unwrap_or("10").parse()?;
    let which = args.next().unwrap_or_else(|| "all".to_owned());
    let method = args.next().unwrap_or_else(|| "auto".to_owned());
    let csv = args.next();
    let probe = method.starts_with("probe:");
    let method = match method.strip_prefix("probe:") {
        Some(name @ ("homeward" | "homeward-player")) => name.to_owned(),
        Some(words) => format!("fess:{words}"),
        None => method,
    };
    let wanted = |number: usize| match which.as_str() {
        "all" => true,
        "odd" => number % 2 == 1,
        "even" => number.is_multiple_of(2),
        list => list.split(',').any(|one| one == number.to_string()),
    };
    let mut table = String::from("level,status,seconds,pushes,nodes,engine\n");
    let (mut solved, mut missing, mut total, mut pushes) = ([0, 0], Vec::new(), 0.0, 0);
    for (index, entry) in read(&std::fs::read_to_string(&file)?)?.entries.iter().enumerate() {
        let number = index + 1;
        if !wanted(number) {
            continue;
        }
        if method == "rate" {
            rate(number, &entry.level)?;
            continue;
        }
        let start = thread_seconds();
        // Reading the clock takes longer than many a move: one call in 32 does.
        let (calls, last) = (AtomicU32::new(0), AtomicU64::new(0));
        let clock = || {
            if calls.fetch_add(1, Ordering::Relaxed).is_multiple_of(32) {
                last.store((thread_seconds() - start).to_bits(), Ordering::Relaxed);
            }
            f64::from_bits(last.load(Ordering::Relaxed))
        };
        let megabytes: usize = std::env::var("LAB_MEMORY").map_or(Ok(4096), |text| text.parse())?;
        let limits = Limits { seconds, memory: megabytes << 20, clock: &clock, ..Limits::default() };
        let (found, nodes, engine) = match method.strip_prefix("fess:") {
            None if method == "two" => {
                let control = Control::new(limits);
                let knowledge = Arc::new(Knowledge::new(Board::new(&entry.level)?, &|| control.stop().is_none()));
                let mut engine = TwoSides::new(knowledge, Arc::default());
                let status = engine.run(u64::MAX, &control);
                let pushes = if let Status::Solved(pushes) = status { Some(pushes.len()) } else { None };
                (pushes, control.nodes(), engine.name())
            }
            None if method.starts_with("relay:") => {
                let control = Control::new(limits);
                let knowledge = Arc::new(Knowledge::new(Board::new(&entry.level)?, &|| control.stop().is_none()));
                relay(&knowledge, &method["relay:".len()..], &control)?
            }
            Some(words) => alone(&entry.level, words, probe, limits)?,
            None if method == "backward" || method == "novelty" => {
                let control = Control::new(limits);
                let knowledge = Arc::new(Knowledge::new(Board::new(&entry.level)?, &|| control.stop().is_none()));
                let mut engine = Backward::new(knowledge);
                if method == "novelty" {
                    engine = engine.by_novelty();
                }
                let status = engine.run(u64::MAX, &control);
                let pushes = if let Status::Solved(pushes) = status { Some(pushes.len()) } else { None };
                (pushes, control.nodes(), engine.name())
            }
            None if method.starts_with("homeward") => {
                let control = Control::new(limits);
                let knowledge = Arc::new(Knowledge::new(Board::new(&entry.level)?, &|| control.stop().is_none()));
                let mut words = method.split('+').skip(1).map(str::parse);
                let weight = words.next().unwrap_or(Ok(1))?;
                let seed = words.next().unwrap_or(Ok(0))?;
                let advised = words.next().unwrap_or(Ok(1))? == 1;
                let mut engine = Homeward::new(Arc::clone(&knowledge), Arc::default())
                    .with(Techniques { advisors: advised, ..Techniques::ALL })
                    .varied(weight as u16, seed);
                if method.starts_with("homeward-player") {
                    engine = engine.with_player();
                }
                let status = engine.run(u64::MAX, &control);
                if let Some((wanting, boxes, player)) = engine.nearest().filter(|_| probe) {
                    println!("{wanting} squares of the start want a box:");
                    draw(&knowledge.board, &boxes, player, &knowledge.board.boxes);
                }
                let pushes = if let Status::Solved(pushes) = status { Some(pushes.len()) } else { None };
                (pushes, control.nodes(), engine.name())
            }
            None if method == "parts" => {
                let control = Control::new(limits);
                let knowledge = Arc::new(Knowledge::new(Board::new(&entry.level)?, &|| control.stop().is_none()));
                let mut engine = Parts::new(knowledge, Techniques::ALL, 4 << 30);
                let status = engine.run(u64::MAX, &control);
                let pushes = if let Status::Solved(pushes) = status { Some(pushes.len()) } else { None };
                (pushes, control.nodes(), engine.name())
            }
            None if method == "optimal" => {
                let options = Options { optimal: Some(Goal::Pushes), ..Options::default() };
                let answer = solve(&entry.level, &options, limits)?;
                let found = answer.solution.map_or(0, |(_, metrics)| metrics.pushes);
                eprintln!("{number}: {found} found, at least {}", answer.at_least.unwrap_or(0));
                (answer.proved.then_some(found), answer.nodes, answer.engine)
            }
            None => {
                let polish = match method.as_str() {
                    "short" => seconds,
                    "default" => Options::AS_LONG,
                    _ => 0.0,
                };
                let answer = solve(&entry.level, &Options { polish, ..Options::default() }, limits)?;
                (answer.solution.map(|(_, metrics)| metrics.pushes), answer.nodes, answer.engine)
            }
        };
        let took = thread_seconds() - start;
        total += took;
        match found {
            Some(_) => solved[number % 2] += 1,
            None => missing.push(number.to_string()),
        }
        pushes += found.unwrap_or(0);
        let found = found.map_or_else(String::new, |pushes| pushes.to_string());
        let status = if found.is_empty() { "open" } else { "solved" };
        writeln!(table, "{number},{status},{took:.3},{found},{nodes},{engine}")?;
        if let Some(csv) = &csv {
            std::fs::write(csv, &table)?;
        } else {
            println!("{number:4} {status:6} {took:7.2} s {found:>5} pushes {nodes:9} nodes {engine}");
        }
    }
    let (odd, even) = (solved[1], solved[0]);
    println!(
        "{file}: odd {odd} + even {even} = {}; {total:.0} s, {pushes} pushes; open: {}",
        odd + even,
        missing.join(" ")
    );
    Ok(())
}

/// The options of a search, by its number and switches.
fn options(words: &str) -> Result<FessOptions, Box<dyn std::error::Error>> {
    let mut words = words.split('+');
    let mut options = variant(words.next().unwrap_or("0").parse()?);
    for word in words {
        match word {
            "rooms" => options.room_pairs = true,
            "coarse" => options.coarse = true,
            "spread" => options.spread = true,
            "open" => options.strategy.open_first = !options.strategy.open_first,
            "early" => options.strategy.park_early = !options.strategy.park_early,
            "near" => options.strategy.far_first = !options.strategy.far_first,
            "sink" => options.strategy.exit = Exit::Sink,
            "any" => options.strategy.exit = Exit::Anywhere,
            "out" => options.advisors.out_of_plan = !options.advisors.out_of_plan,
            "way" => options.advisors.way = !options.advisors.way,
            "new" => options.advisors.new_pushes = !options.advisors.new_pushes,
            "hot" => options.advisors.hotspots = !options.advisors.hotspots,
            "stray" => options.order = FeatureOrder::StrayFirst,
            "fair" => options.fair = !options.fair,
            _ if word.starts_with("seed") => options.strategy.seed = word[4..].parse()?,
            _ => return Err(format!("found {word}, expected a switch").into()),
        }
    }
    Ok(options)
}

/// Some planners, and as much work for the search that heads for their ways.
fn relay(
    knowledge: &Arc<Knowledge>,
    planners: &str,
    control: &Control<'_>,
) -> Result<(Option<usize>, u64, &'static str), Box<dyn std::error::Error>> {
    let ways: Arc<Ways> = Arc::default();
    let table = Arc::new(MeetingTable::default());
    let mut engines: Vec<Box<dyn Engine>> = Vec::new();
    for words in planners.split(',') {
        let name: &'static str = Box::leak(words.to_owned().into_boxed_str());
        let planner = Fess::new(Arc::clone(knowledge), options(words)?).named(name);
        engines.push(Box::new(planner.telling(name, Arc::clone(&ways)).meeting(Arc::clone(&table))));
    }
    let mut last: Box<dyn Engine> = Box::new(Relay::new(Arc::clone(knowledge), ways, table));
    let mut slice = 50_000;
    loop {
        let all = slice * engines.len() as u64;
        for engine in engines.iter_mut().chain([&mut last]) {
            match engine.run(if engine.name() == "relay" { all } else { slice }, control) {
                Status::Solved(pushes) => return Ok((Some(pushes.len()), control.nodes(), engine.name())),
                Status::Stopped(_) => return Ok((None, control.nodes(), "")),
                Status::Paused | Status::Exhausted => {}
            }
        }
        slice += slice / 4;
    }
}

/// One feature-space search alone: pushes, nodes, name.
fn alone(
    level: &Level,
    words: &str,
    probe: bool,
    limits: Limits<'_>,
) -> Result<(Option<usize>, u64, &'static str), Box<dyn std::error::Error>> {
    let control = Control::new(limits);
    let knowledge = Arc::new(Knowledge::new(Board::new(level)?, &|| control.stop().is_none()));
    let mut engine = Fess::new(Arc::clone(&knowledge), options(words)?);
    let status = engine.run(u64::MAX, &control);
    if probe {
        show(&knowledge.board, &engine);
    }
    let pushes = if let Status::Solved(pushes) = status { Some(pushes.len()) } else { None };
    Ok((pushes, control.nodes(), engine.name()))
}

/// Prints the plan of a search, and the best position it has seen.
fn show(board: &Board, engine: &Fess) {
    let progress = engine.progress();
    let place = |square: u16| {
        format!(
            "{}:{}",
            board.cells[square as usize].index() / board.cols,
            board.cells[square as usize].index() % board.cols
        )
    };
    let steps = progress.plan.steps.iter().map(|step| match step.from {
        Some(from) => format!("{}>{}", place(from), place(step.to)),
        None => place(step.to),
    });
    let steps: Vec<String> = steps.collect();
    let parked = progress.plan.steps.iter().filter(|step| !board.is_target[step.to as usize]).count();
    let (count, looked, left) = (steps.len(), progress.plan.looked, progress.plan.left);
    println!("plan: {count} steps, {parked} parkings, {left} left, {looked} positions: {}", steps.join(" "));
    println!(
        "{:?}, {} positions in {} cells, {} in the best; next {}",
        progress.features,
        progress.nodes,
        progress.cells,
        progress.in_best,
        steps.get(progress.features.packed as usize).map_or("", String::as_str),
    );
    let milestones = progress.milestones.iter().map(|(nodes, packed)| format!("{packed}@{nodes}"));
    println!("steps done: {}", milestones.collect::<Vec<_>>().join(" "));
    draw(board, progress.boxes, progress.player, &board.targets);
}

/// Prints a position; some squares are marked as targets.
fn draw(board: &Board, boxes: &[u16], player: u16, marked: &[u16]) {
    for row in 0..board.square_of.len() / board.cols {
        let mut line = String::new();
        for col in 0..board.cols {
            let square = board.square_of[row * board.cols + col];
            let inside = square != board.wall();
            let (target, holds) = (marked.contains(&square), boxes.contains(&square));
            line.push(match (inside, holds, target) {
                (false, ..) => '#',
                (_, true, true) => '*',
                (_, true, false) => '$',
                (_, _, true) if square == player => '+',
                _ if square == player => '@',
                (_, _, true) => '.',
                _ => ' ',
            });
        }
        println!("{line}");
    }
}

/// Microseconds a unit of work; `!` where the engine ended early.
fn rate(number: usize, level: &Level) -> Result<(), Box<dyn std::error::Error>> {
    let start = thread_seconds();
    let knowledge = Arc::new(Knowledge::new(Board::new(level)?, &|| true));
    let control = Control::new(Limits::default());
    let (boxes, squares) = (knowledge.board.boxes.len(), knowledge.board.squares);
    print!("{number:3}: {boxes} boxes, {squares} squares, known {:.3} s;", thread_seconds() - start);
    let greedy = |order| Box::new(BestFirst::new(Arc::clone(&knowledge), Techniques::ALL, order, Heuristic::Hungarian));
    let engines: [(&str, Box<dyn Engine>); 8] = [
        ("fess0", Box::new(Fess::new(Arc::clone(&knowledge), variant(0)))),
        ("fess2", Box::new(Fess::new(Arc::clone(&knowledge), variant(2)))),
        ("back", Box::new(Backward::new(Arc::clone(&knowledge)))),
        ("novelty", Box::new(Backward::new(Arc::clone(&knowledge)).by_novelty())),
        ("homeward", Box::new(Homeward::new(Arc::clone(&knowledge), Arc::default()))),
        ("greedy", greedy(Order::Greedy)),
        ("astar", greedy(Order::AStar)),
        ("tidy", greedy(Order::Tidy)),
    ];
    for (name, mut engine) in engines {
        engine.run(10, &control);
        let start = thread_seconds();
        let status = engine.run(300_000, &control);
        let took = (thread_seconds() - start) / 0.3;
        let mark = if matches!(status, Status::Paused) { "" } else { "!" };
        print!(" {name} {took:.2}{mark}");
    }
    println!();
    Ok(())
}

/// How long this thread has run, in seconds.
fn thread_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).map_or(0.0, |nanoseconds| nanoseconds / 1e9)
}
