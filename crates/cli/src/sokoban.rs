//! `dedale sokoban …`: solve, verify, optimise, analyse, measure, make, play.

mod ablation;
mod analyze;
mod bench;
mod convert;
pub mod festival;
mod generate;
mod play;
mod replay;
mod solve;
mod verify;

use crate::context::Context;
use crate::failure::{Answer, Failure};
use crate::help::examples;
use crate::input::Source;
use clap::{Args, Subcommand};
use dedale_sokoban::{Collection, Entry, Heuristic, Method, Techniques, read};
use dedale_text::{Lang, Say, tr};
use std::time::{Duration, Instant};

#[derive(Subcommand)]
pub enum Verb {
    #[command(about = tr("Solve levels", "Résoudre des niveaux"))]
    #[command(after_help = examples(&[
        "dedale sokoban solve levels.xsb --time-limit 60s --json",
        "dedale sokoban solve levels.xsb --level 3-5 --optimal pushes -o solved.sok",
        "dedale sokoban solve levels.xsb -time 60 -from 1 -to 5 -cores 2 -out_file solved.sok",
    ]))]
    Solve(solve::SolveArgs),

    #[command(about = tr("Replay solutions on their levels", "Rejouer des solutions sur leurs niveaux"))]
    #[command(after_help = examples(&["dedale sokoban verify levels.xsb solved.sok --json"]))]
    Verify(verify::VerifyArgs),

    #[command(about = tr("Shorten given solutions", "Raccourcir des solutions données"))]
    #[command(after_help = examples(&["dedale sokoban optimize levels.xsb solved.sok --time-limit 10s -o better.sok"]))]
    Optimize(verify::OptimizeArgs),

    #[command(about = tr("Show what can be said without solving", "Montrer ce qui se dit sans résoudre"))]
    #[command(after_help = examples(&[
        "dedale sokoban analyze levels.xsb --level 1 -o level.svg",
        "dedale sokoban analyze levels.xsb --json",
    ]))]
    Analyze(analyze::AnalyzeArgs),

    #[command(about = tr("Measure the solver on collections", "Mesurer le solveur sur des collections"))]
    #[command(after_help = examples(&["dedale sokoban bench a.xsb b.xsb --time-limit 10s --csv results.csv"]))]
    Bench(bench::BenchArgs),

    #[command(about = tr("Measure what each technique is worth", "Mesurer ce que vaut chaque technique"))]
    #[command(after_help = examples(&["dedale sokoban ablation levels.xsb --level 1-20 --time-limit 2s"]))]
    Ablation(ablation::AblationArgs),

    #[command(about = tr("Make new levels that can be solved", "Créer de nouveaux niveaux solubles"))]
    #[command(after_help = examples(&["dedale sokoban generate --size 10x9 --boxes 4 --count 3 --seed 7 -o new.sok"]))]
    Generate(generate::GenerateArgs),

    #[command(about = tr(
        "Convert collections and find duplicates", "Convertir des collections et trouver les doublons"
    ))]
    #[command(after_help = examples(&["dedale sokoban convert levels.xsb -o levels.slc", "dedale sokoban convert levels.xsb --unique"]))]
    Convert(convert::ConvertArgs),

    #[command(about = tr("Play in the terminal", "Jouer dans le terminal"))]
    #[command(after_help = examples(&["dedale sokoban play", "dedale sokoban play levels.xsb --level 3"]))]
    Play(play::PlayArgs),

    #[command(about = tr("Show a kept match or solution", "Montrer une partie ou une solution gardée"))]
    #[command(after_help = examples(&["dedale sokoban replay match.jsonl", "dedale sokoban replay match.jsonl --at 20"]))]
    Replay(replay::ReplayArgs),
}

pub fn run(verb: Verb, context: &Context) -> Answer {
    match verb {
        Verb::Solve(args) => solve::run(&args, context),
        Verb::Verify(args) => verify::verify(&args),
        Verb::Optimize(args) => verify::optimize(&args, context),
        Verb::Analyze(args) => analyze::run(&args),
        Verb::Bench(args) => bench::run(&args, context),
        Verb::Ablation(args) => ablation::run(&args, context),
        Verb::Generate(args) => generate::run(&args, context),
        Verb::Convert(args) => convert::run(&args),
        Verb::Play(args) => play::run(&args, context),
        Verb::Replay(args) => replay::run(&args),
    }
}

/// Which levels of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    from: usize,
    to: usize,
}

impl Range {
    const ALL: Self = Self { from: 1, to: usize::MAX };

    fn contains(self, number: usize) -> bool {
        (self.from..=self.to).contains(&number)
    }
}

#[derive(Args, Clone, Copy)]
pub struct LevelArg {
    #[arg(long, value_name = "N|A-B", value_parser = range, help = tr(
        "Only this level, or these", "Seulement ce niveau, ou ceux-ci"
    ))]
    level: Option<Range>,
}

impl LevelArg {
    fn get(self) -> Range {
        self.level.unwrap_or(Range::ALL)
    }
}

/// What a search may use.
#[derive(Args, Clone, Copy)]
pub struct LimitArgs {
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, help = tr(
        "Time for each level, such as 60s or 2m", "Temps pour chaque niveau, comme 60s ou 2m"
    ))]
    time_limit: Duration,

    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = bytes, help = tr(
        "Memory, such as 512M or 4G", "Mémoire, comme 512M ou 4G"
    ))]
    memory_limit: usize,

    #[arg(long, value_name = "N", help = tr(
        "Threads; with 1 the answer is always the same; all the machine has unless given", "Fils d'exécution ; avec 1 la réponse est toujours la même ; par défaut tous ceux de la machine"
    ))]
    threads: Option<usize>,
}

impl LimitArgs {
    fn threads(self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.filter(|&threads| threads > 0).unwrap_or_else(all)
    }
}

#[derive(Args, Clone)]
pub struct MethodArgs {
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = method, help = tr(
        "auto, bfs, dfs, astar, ida, greedy, backward or fess", "auto, bfs, dfs, astar, ida, greedy, backward ou fess"
    ))]
    method: Method,

    #[arg(long, value_name = "BOUND", default_value = "hungarian", value_parser = heuristic, help = tr(
        "Lower bound: none, simple, greedy or hungarian", "Borne inférieure : none, simple, greedy ou hungarian"
    ))]
    heuristic: Heuristic,

    #[arg(long, value_name = "NAMES", value_parser = techniques, help = tr(
        "Techniques to switch off, such as freeze,pairs", "Techniques à éteindre, comme freeze,pairs"
    ))]
    without: Option<Techniques>,
}

fn named<T: Copy>(text: &str, known: &[(&str, T)]) -> Result<T, String> {
    known.iter().find(|(name, _)| *name == text).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
        format!("{} {}", tr("expected one of", "attendu l'un de"), names.join(", "))
    })
}

fn method(text: &str) -> Result<Method, String> {
    named(text, &Method::ALL)
}

fn heuristic(text: &str) -> Result<Heuristic, String> {
    named(text, &Heuristic::ALL)
}

fn techniques(text: &str) -> Result<Techniques, String> {
    Techniques::without(text.split(',').map(str::trim).filter(|name| !name.is_empty())).map_err(|name| {
        let names: Vec<&str> = Techniques::SWITCHES.iter().map(|(name, _)| *name).collect();
        format!("`{name}`; {} {}", tr("expected any of", "attendu parmi"), names.join(", "))
    })
}

fn range(text: &str) -> Result<Range, String> {
    let parse = || {
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        (1 <= from && from <= to).then_some(Range { from, to })
    };
    parse().ok_or_else(|| tr("expected N or A-B, from 1", "attendu N ou A-B, à partir de 1").to_owned())
}

fn duration(text: &str) -> Result<Duration, String> {
    let parse = || {
        let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let value: f64 = text[..split].parse().ok()?;
        let unit = match text[split..].trim() {
            "" | "s" => 1.0,
            "ms" => 0.001,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        Duration::try_from_secs_f64(value * unit).ok()
    };
    parse().ok_or_else(|| {
        tr("expected a time such as 60s, 500ms or 2m", "attendu un temps comme 60s, 500ms ou 2m").to_owned()
    })
}

fn bytes(text: &str) -> Result<usize, String> {
    let parse = || {
        let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let value: usize = text[..split].parse().ok()?;
        let shift = match text[split..].trim().to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
            "" => 0,
            "K" => 10,
            "M" => 20,
            "G" => 30,
            _ => return None,
        };
        value.checked_mul(1 << shift)
    };
    parse().ok_or_else(|| tr("expected a size such as 512M or 4G", "attendu une taille comme 512M ou 4G").to_owned())
}

/// Text in any encoding: what is not UTF-8 is taken as Latin-1, in which many
/// old collections are written.
fn text_of(source: &Source) -> String {
    match std::str::from_utf8(&source.bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => source.bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// The levels of a file.
fn levels(file: &str) -> Result<Collection, Failure> {
    let source = Source::read(file)?;
    read(&text_of(&source)).map_err(|error| source.at(&error))
}

/// The numbered levels of a file that were asked for; an error if none is.
fn chosen(collection: &Collection, range: Range, file: &str) -> Result<Vec<usize>, Failure> {
    let count = collection.entries.len();
    let numbers: Vec<usize> = (1..=count).filter(|&number| range.contains(number)).collect();
    if numbers.is_empty() {
        return Err(Failure::new(
            format!("{file}: found {count} levels, expected level {} to be one of them", range.from),
            format!("{file} : trouvé {count} niveaux, attendu le niveau {} parmi eux", range.from),
        ));
    }
    Ok(numbers)
}

/// What is wrong with a level of a file, at the line where its board begins.
fn at_level(file: &str, entry: &Entry, error: &dyn Say) -> Failure {
    let line = entry.line;
    Failure::new(
        format!("{file}:{line}:1: {}", error.say(Lang::En)),
        format!("{file}:{line}:1: {}", error.say(Lang::Fr)),
    )
}

/// A clock that starts now.
fn clock() -> impl Fn() -> f64 + Sync {
    let start = Instant::now();
    move || start.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_people_write_them() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(duration("-3s").is_err() && duration("s").is_err() && duration("1e400h").is_err());
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert!(bytes("99999999999999999999G").is_err() && bytes("x").is_err());
        assert_eq!(range("3-5"), Ok(Range { from: 3, to: 5 }));
        assert!(range("0").is_err() && range("5-3").is_err());
        assert!(techniques("freeze,nothing").is_err() && techniques("freeze,pairs").is_ok());
    }
}
