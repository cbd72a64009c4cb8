//! One level solved under limits: what `solve`, `ablation` and the benchmark
//! share.

use super::levels::{at_level, lengths, millis};
use super::names::{HeuristicName, MethodName, TechniqueName};
use crate::{Deadlocks, Level, Moves, OptimizeOptions, Verdict, shorten, solve};
use crate::{Entry, Goal, Heuristic, Limits, Method, Metrics, Options, Progress as SearchProgress, Stop, Techniques};
use dedale_question::{Answer, Bytes, Control, Progress, Reader, Refusal, Seconds};
use dedale_text::{Lang, counted, decimal, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

/// The least memory that a search makes sense with: the program takes some 14 MB of it.
const LEAST_MEMORY: Bytes = Bytes(32 << 20);
/// What the allocator holds back: at most so much, and an eighth of small limits; half
/// as much again where several threads have a store each.
const HELD_BACK: u64 = 12 << 20;
/// What the program takes, where the system does not tell.
const USUAL_BASE: u64 = 14 << 20;
/// Seconds between two reports.
const PAUSE: f64 = 0.1;

/// What the search of a level may use.
#[derive(clap::Args, Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SearchLimits {
    /// Seconds for each level.
    #[arg(long = "time-limit", value_name = "TIME", default_value_t = Self::default().seconds, help = tr(
        "Time for each level, such as 60s or 2m", "Temps pour chaque niveau, comme 60s ou 2m"
    ))]
    pub seconds: Seconds,

    /// Bytes of memory.
    #[arg(long, value_name = "SIZE", default_value_t = Self::default().memory_limit, help = tr(
        "Memory, such as 512M or 4G", "Mémoire, comme 512M ou 4G"
    ))]
    pub memory_limit: Bytes,

    /// Threads; with 1 the answer is always the same.
    #[arg(long, value_name = "N", help = tr(
        "Threads; with 1 the answer is always the same; all the machine has unless given",
        "Fils d'exécution ; avec 1 la réponse est toujours la même ; par défaut tous ceux de la machine"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { seconds: Seconds(60.0), memory_limit: Bytes(4 << 30), threads: None }
    }
}

impl SearchLimits {
    /// Refuses what would mean nothing.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.threads == Some(0) {
            return Err(Refusal::new("found 0 threads, expected at least 1", "trouvé 0 fil, attendu au moins 1"));
        }
        if self.memory_limit < LEAST_MEMORY {
            return Err(Refusal::new(
                format!("found a memory limit of {}, expected at least {LEAST_MEMORY}", self.memory_limit),
                format!("trouvé une limite de mémoire de {}, attendu au moins {LEAST_MEMORY}", self.memory_limit),
            ));
        }
        Ok(())
    }

    /// The seconds of the next level: what was asked, within what is left.
    pub fn seconds(&self, control: &Control<'_>) -> f64 {
        self.seconds.0.min(control.left().as_secs_f64())
    }

    /// The threads: what was asked, within what there is.
    pub fn threads(&self, control: &Control<'_>) -> usize {
        let asked = self.threads.unwrap_or_else(|| control.threads());
        asked.min(control.limits.threads.unwrap_or(usize::MAX)).max(1)
    }

    /// How solutions are shortened within these limits.
    pub fn shortening(&self, control: &Control<'_>) -> OptimizeOptions {
        let (threads, memory) = (self.threads(control), self.memory(control));
        OptimizeOptions { threads, memory, ..OptimizeOptions::new(Goal::Pushes) }
    }

    /// The bytes for tables. The limit is on the whole process: what the program takes
    /// itself and what the allocator holds back is not for them. A quarter of what is
    /// allowed by others, whose limit ends the process, stays free.
    fn memory(&self, control: &Control<'_>) -> usize {
        let allowed = control.limits.memory - control.limits.memory / 4;
        let limit = self.memory_limit.0.min(allowed);
        let held = HELD_BACK.min(limit / 8) * if self.threads(control) > 1 { 3 } else { 2 } / 2;
        let tables = (limit - held).saturating_sub(base()).max(limit / 4);
        usize::try_from(tables).unwrap_or(usize::MAX)
    }
}

/// How levels are solved.
#[derive(clap::Args, Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MethodSettings {
    /// The search.
    #[arg(long, value_name = "METHOD", default_value_t = Self::default().method, help = tr(
        "auto, bfs, dfs, astar, ida, greedy, backward or fess", "auto, bfs, dfs, astar, ida, greedy, backward ou fess"
    ))]
    pub method: MethodName,

    /// The lower bound, where the search uses one.
    #[arg(long, value_name = "BOUND", default_value_t = Self::default().heuristic, help = tr(
        "Lower bound: none, simple, greedy or hungarian", "Borne inférieure : none, simple, greedy ou hungarian"
    ))]
    pub heuristic: HeuristicName,

    /// Techniques to switch off.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help = tr(
        "Techniques to switch off, such as freeze,pairs", "Techniques à éteindre, comme freeze,pairs"
    ))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<TechniqueName>,
}

impl Default for MethodSettings {
    fn default() -> Self {
        Self { method: MethodName(Method::Auto), heuristic: HeuristicName(Heuristic::Hungarian), without: Vec::new() }
    }
}

impl MethodSettings {
    /// The options of the solver; settings that would change nothing are
    /// refused.
    pub fn options(&self, optimal: Option<Goal>) -> Result<Options, Refusal> {
        let (method, heuristic) = (self.method.0, self.heuristic.0);
        if let Some(name) = self.without.iter().find(|name| !Techniques::applies(name.0, method, optimal)) {
            let setting = format!("without {}", name.0);
            return Err(Refusal::no_effect(&setting, "on this search", "sur cette recherche"));
        }
        if heuristic != Heuristic::default() {
            match (optimal, method) {
                (Some(Goal::Moves), _) => {
                    return Err(Refusal::no_effect("heuristic", "beside the fewest moves", "avec le moins de coups"));
                }
                (Some(Goal::Pushes), _) if !heuristic.admissible() => {
                    return Err(Refusal::new(
                        format!("found the bound {}, expected one that is never too high for a proof", self.heuristic),
                        format!(
                            "trouvé la borne {}, attendu une qui n'est jamais trop haute pour une preuve",
                            self.heuristic
                        ),
                    ));
                }
                (None, Method::Auto | Method::Fess | Method::Backward | Method::Bfs | Method::Dfs) => {
                    return Err(Refusal::no_effect("heuristic", "beside this method", "avec cette méthode"));
                }
                _ => {}
            }
        }
        let techniques = Techniques::without(self.without.iter().map(|name| name.0));
        let techniques = techniques.expect("only names of techniques are read");
        Ok(Options { method, heuristic, techniques, optimal, ..Options::default() })
    }
}

/// A level of a file, and how far the work on all of them is.
#[derive(Clone, Copy)]
pub struct Numbered<'a> {
    /// The name of the file, to blame.
    pub file: &'a str,
    /// The number of the level, from 1.
    pub number: usize,
    /// The level.
    pub entry: &'a Entry,
    /// Searches done before, and searches in all.
    pub step: (usize, usize),
}

/// What came out of a level.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct LevelSolved {
    /// The number of the level, from 1.
    pub level: usize,
    /// Its title, perhaps empty.
    pub title: String,
    /// Whether there is a solution here.
    pub solved: bool,
    /// `solved`, `unsolvable`, `time`, `memory`, or `invalid` if it is no level.
    pub status: &'static str,
    /// The pushes of the solution.
    pub pushes: Option<usize>,
    /// The moves of the solution, pushes included.
    pub moves: Option<usize>,
    /// The solution as letters; a push is a capital.
    pub solution: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// Positions looked at.
    pub nodes: u64,
    /// Whether no solution is shorter.
    pub proved: bool,
    /// No solution has fewer pushes, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// The search that answered.
    pub engine: &'static str,
    /// Processor seconds of the whole program meanwhile.
    pub cpu: f64,
    /// The most bytes of tables at a time.
    pub memory: usize,
    /// Positions whose moves were listed.
    pub expansions: u64,
    /// Positions dropped as dead, by rule.
    pub deadlocks: Deadlocks,
    /// Why the level was not even tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Solves one level within the limits; nothing if it was called off.
pub fn search(
    limits: &SearchLimits,
    options: &Options,
    level: Numbered<'_>,
    control: &Control<'_>,
) -> Option<LevelSolved> {
    let Numbered { file, number, entry, step } = level;
    let (start, cpu, cancel) = (Instant::now(), cpu_seconds(), control.cancel_flag());
    let clock = || start.elapsed().as_secs_f64();
    let seconds = limits.seconds(control);
    let spoke = Mutex::new(-PAUSE);
    let progress = |news: &SearchProgress| {
        let Ok(mut spoke) = spoke.lock() else { return };
        let now = clock();
        if now - *spoke >= PAUSE {
            *spoke = now;
            control.progress(|| Progress {
                done: step.0 as u64,
                total: Some(step.1 as u64),
                message: format!("{} {} · {}/{}", news.engine, news.nodes, news.placed.0, news.placed.1),
                detail: json!({
                    "level": number, "nodes": news.nodes, "memory": news.memory, "placed": news.placed.0,
                    "boxes": news.placed.1, "engine": news.engine, "seconds": now, "limit": seconds,
                    "best": news.best.as_deref().map(|best| entry.level.rows_with(&best.boxes, best.player)),
                }),
            });
        }
    };
    let bounds = Limits {
        seconds,
        memory: limits.memory(control),
        threads: limits.threads(control),
        clock: &clock,
        cancel: &cancel,
        progress: &progress,
    };
    let mut line = LevelSolved { level: number, title: entry.title.clone(), ..LevelSolved::default() };
    match solve(&entry.level, options, bounds) {
        Ok(answer) => {
            if answer.solution.is_none() && control.cancelled() {
                return None;
            }
            line.status = match answer.verdict {
                Verdict::Solved => "solved",
                Verdict::Unsolvable => "unsolvable",
                Verdict::Unknown(Stop::Memory) => "memory",
                Verdict::Unknown(Stop::Time | Stop::Cancelled) => "time",
            };
            (line.nodes, line.proved, line.engine) = (answer.nodes, answer.proved, answer.engine);
            line.at_least = answer.at_least;
            (line.memory, line.expansions, line.deadlocks) =
                (answer.memory, answer.tally.expansions, answer.tally.deadlocks);
            if let Some((moves, metrics)) = &answer.solution {
                line.found(moves.to_string(), metrics);
            }
        }
        // A level too large for the tables does not keep the others from theirs.
        Err(error) => {
            line.status = "memory";
            line.reason = Some(at_level(file, entry, error).message(control.reader.lang));
        }
    }
    line.seconds = millis(clock());
    line.cpu = millis(cpu_seconds() - cpu);
    Some(line)
}

/// Bytes that the program had in memory before its first search.
fn base() -> u64 {
    static BASE: OnceLock<u64> = OnceLock::new();
    *BASE.get_or_init(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = resident.and_then(|value| value.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
        kilobytes.map_or(USUAL_BASE, |kilobytes| kilobytes << 10)
    })
}

/// Processor seconds of this program so far, all threads together; 0 where
/// nobody counts them.
fn cpu_seconds() -> f64 {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    0.0
}

impl LevelSolved {
    /// A level that is none, and why.
    pub fn invalid(level: usize, reason: String) -> Self {
        Self { level, status: "invalid", reason: Some(reason), ..Self::default() }
    }

    /// Shortens the solution for at most so many seconds.
    pub fn shorten(&mut self, level: &Level, limits: &SearchLimits, seconds: f64, control: &Control<'_>) {
        let start = Instant::now();
        self.shorten_while(level, limits.shortening(control), &|| {
            start.elapsed().as_secs_f64() < seconds && !control.stopped()
        });
    }

    /// Shortens the solution until it is told to stop.
    pub fn shorten_while(&mut self, level: &Level, options: OptimizeOptions, keep_on: &(dyn Fn() -> bool + Sync)) {
        let solution = self.solution.as_deref().filter(|_| !self.proved);
        let Some(moves) = solution.and_then(|text| Moves::parse(text).ok()) else { return };
        if let Ok((better, metrics)) = shorten(level, &moves, options, keep_on) {
            self.found(better.to_string(), &metrics);
        }
    }

    /// Takes a solution that the referee has seen.
    pub fn found(&mut self, solution: String, metrics: &Metrics) {
        self.solved = true;
        (self.pushes, self.moves) = (Some(metrics.pushes), Some(metrics.moves));
        self.solution = Some(solution);
    }
}

impl Answer for LevelSolved {
    fn yes(&self) -> bool {
        self.solved
    }

    fn text(&self, reader: &Reader) -> String {
        let (lang, colon) = (reader.lang, reader.lang.pick(":", " :"));
        let title = if self.title.is_empty() { String::new() } else { format!(" ({})", self.title) };
        let nodes = counted(lang, self.nodes, ["node", "nodes"], ["nœud", "nœuds"]);
        let cost = format!("{} s, {nodes}", decimal(lang, format!("{:.2}", self.seconds)));
        if let Some(solution) = &self.solution {
            let lengths = lengths(lang, self.pushes.unwrap_or(0), self.moves.unwrap_or(0));
            let proved = match self.at_least {
                _ if self.proved => lang.pick(", proved shortest", ", prouvé le plus court").to_owned(),
                Some(least) => match lang {
                    Lang::En => format!(", not proved shortest: at least {least} pushes are needed"),
                    Lang::Fr => format!(", sans preuve : il faut au moins {least} poussées"),
                },
                None => String::new(),
            };
            return format!("{}{title}{colon} {lengths}, {cost}{proved}\n{solution}\n", self.level);
        }
        if let Some(reason) = &self.reason {
            return format!("{}{title}{colon} {reason}\n", self.level);
        }
        let status = match self.status {
            "unsolvable" => lang.pick("has no solution", "n'a pas de solution"),
            "memory" => lang.pick("unsolved: out of memory", "non résolu : mémoire épuisée"),
            _ => lang.pick("unsolved: out of time", "non résolu : temps écoulé"),
        };
        format!("{}{title}{colon} {status}, {cost}\n", self.level)
    }
}
