//! Studios as processes, disturbed at random while rooms play: is anything
//! that was acknowledged lost?
//!
//! `dedale-bench cluster` runs three studios on a real PostgreSQL and a real
//! NATS, `dedale-bench trust sqlite|postgres` one studio. Players keep a
//! receipt of every action that was acknowledged; studios are killed, paused,
//! told to stop and cut off from the database and the bus; afterwards an
//! independent checker compares receipts and logs and folds every log twice.
//!
//! Options: `--rooms N`, `--disturb N` (how many disturbances), `--measured N`
//! (how many of them one at a time, to measure take-overs), `--calm SECONDS`
//! (moves measured without disturbance), `--jobs N`, `--seed N`, `--durable`
//! (SQLite waits for the disk: what does that cost a move?), `--dedale PROGRAM`,
//! and `--short` for what continuous integration runs.

mod check;
mod http;
mod jobs;
mod links;
mod players;
mod programs;
mod trouble;

use players::{Gap, Room, Tally};
use programs::House;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What went wrong with the harness itself.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many studios.
    pub studios: usize,
    /// Whether the database is PostgreSQL.
    pub postgres: bool,
    /// Rooms that play.
    pub rooms: usize,
    /// Disturbances in all.
    pub disturb: usize,
    /// Those that come one at a time.
    pub measured: usize,
    /// Seconds without any.
    pub calm: u64,
    /// Jobs for the farm.
    pub jobs: usize,
    /// Whether SQLite waits for the disk.
    pub durable: bool,
    /// Of all choices.
    pub seed: u64,
    /// The program.
    pub dedale: std::path::PathBuf,
}

/// Runs `cluster` or `trust` with its arguments.
pub fn run(name: &str, args: &[String]) -> ExitCode {
    let plan = match plan(name, args) {
        Ok(plan) => plan,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads can be started");
    match runtime.block_on(play(&plan)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("the harness itself failed: {error}");
            ExitCode::FAILURE
        }
    }
}

fn plan(name: &str, args: &[String]) -> Outcome<Plan> {
    let beside = std::env::current_exe()?.with_file_name("dedale");
    let mut plan = Plan {
        studios: if name == "cluster" { 3 } else { 1 },
        postgres: name == "cluster",
        rooms: 100,
        disturb: 1000,
        measured: 100,
        calm: 20,
        jobs: if name == "cluster" { 600 } else { 0 },
        durable: false,
        seed: 1,
        dedale: beside,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut number = || -> Outcome<usize> {
            let value = args.next().ok_or_else(|| format!("expected a number after {arg}"))?;
            Ok(value.parse().map_err(|_| format!("found {arg} {value}, expected a number"))?)
        };
        match arg.as_str() {
            "--rooms" => plan.rooms = number()?,
            "--disturb" => plan.disturb = number()?,
            "--measured" => plan.measured = number()?,
            "--calm" => plan.calm = number()? as u64,
            "--jobs" => plan.jobs = number()?,
            "--seed" => plan.seed = number()? as u64,
            "--durable" if name == "trust" => plan.durable = true,
            "--short" => {
                (plan.rooms, plan.disturb, plan.measured, plan.calm) = (12, 10, 5, 3);
                plan.jobs = plan.jobs.min(40);
            }
            "--dedale" => plan.dedale = args.next().ok_or("expected a program after --dedale")?.into(),
            "postgres" if name == "trust" => plan.postgres = true,
            "sqlite" if name == "trust" => plan.postgres = false,
            other => return Err(format!("found `{other}`, expected one of the options of `{name}`").into()),
        }
    }
    if plan.durable && plan.postgres {
        return Err("--durable has no effect on PostgreSQL, which waits for the disk by itself".into());
    }
    plan.measured = plan.measured.min(plan.disturb);
    Ok(plan)
}

/// The whole run; whether everything that was acknowledged is there.
async fn play(plan: &Plan) -> Outcome<bool> {
    let Some(house) = House::start(plan).await? else {
        println!("skipped: PostgreSQL or nats-server is not installed");
        return Ok(std::env::var_os("CI").is_none());
    };
    let house = Arc::new(house);
    let tally = Arc::new(Tally::default());
    println!("{} studios, {} rooms of 4, seed {}", plan.studios, plan.rooms, plan.seed);
    // Before the rooms: the farm's figures are the workers' alone.
    if plan.jobs > 0 {
        jobs::run(&house, plan.jobs).await?;
    }
    let mut rooms = Vec::new();
    for number in 0..plan.rooms {
        rooms.push(Room::open(&house, &tally, number).await?);
    }
    tokio::time::sleep(Duration::from_secs(plan.calm)).await;
    let calm = tally.take_arrivals();
    tally.measure_arrivals(false);
    let began = Instant::now();
    let troubles = trouble::make(&house, plan).await?;
    let took = began.elapsed();
    // Everybody gets to an end: what is under way is acknowledged, soon.
    let stuck = players::settle(&house, rooms).await;
    let receipts = tally.take_receipts();
    println!();
    trouble::report(&troubles, took);
    print_times("take-over, one disturbance at a time", &gaps(&troubles, &tally.acknowledged(), plan.studios > 1));
    print_times("a move to the last screen, undisturbed", &calm);
    println!("sockets opened again {}", tally.reconnections());
    let verdict = check::check(&house, &receipts).await?;
    println!("rooms stuck {stuck}");
    house.end().await;
    Ok(stuck == 0 && verdict)
}

/// For every disturbance that was measured, and every room that its studio
/// held: the time until something was acknowledged there again.
fn gaps(troubles: &[trouble::Trouble], acknowledged: &[Gap], cluster: bool) -> Vec<Duration> {
    let mut all = Vec::new();
    for trouble in troubles.iter().filter(|trouble| trouble.measured) {
        for room in &trouble.rooms {
            let first =
                acknowledged.iter().filter(|gap| gap.room == *room && gap.at >= trouble.at).map(|gap| gap.at).min();
            all.extend(first.map(|at| at - trouble.at));
        }
        if !cluster {
            let first = acknowledged.iter().filter(|gap| gap.at >= trouble.at).map(|gap| gap.at).min();
            all.extend(first.map(|at| at - trouble.at));
        }
    }
    all
}

fn print_times(name: &str, times: &[Duration]) {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |share: f64| {
        let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(index).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
    };
    println!(
        "{name}: {} measured, p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
