//! Given solutions made shorter.

use super::levels::{SOLVED_FORMATS, Skipped, at_level, found, millis, write_solved};
use super::names::GoalName;
use super::search::SearchLimits;
use super::solutions::SolutionsSource;
use crate::{Collection, Goal, Metrics, Moves, OptimizeOptions, replay, shorten_with};
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal};
use dedale_text::{Lang, Say, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// Shorten solutions.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Optimize {
    /// The levels and their solutions.
    #[command(flatten)]
    #[serde(flatten)]
    pub source: SolutionsSource,

    /// What may be used for each solution.
    #[command(flatten)]
    #[serde(flatten)]
    pub limits: SearchLimits,

    /// What to make small.
    #[arg(long, value_name = "pushes|moves", default_value_t = goal(), help = tr(
        "What to make small", "Ce qu'il faut réduire"
    ))]
    #[serde(default = "goal")]
    pub goal: GoalName,
}

const fn goal() -> GoalName {
    GoalName(Goal::Pushes)
}

/// A solution and how long it was before.
#[derive(Default, Serialize, JsonSchema)]
pub struct Optimized {
    level: usize,
    title: String,
    /// Pushes and moves of the given solution.
    before: Option<[usize; 2]>,
    pushes: Option<usize>,
    moves: Option<usize>,
    solution: Option<String>,
    seconds: f64,
    /// Why it is no solution to begin with.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// All of them.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct OptimizedSolutions {
    solutions: Vec<Optimized>,
    #[serde(skip)]
    all: bool,
    #[serde(skip)]
    collection: Collection,
    #[serde(skip)]
    skipped: Skipped,
}

impl Question for Optimize {
    type Answer = OptimizedSolutions;
    const NAME: &'static str = "optimize";
    const EXAMPLE: &'static str = r#"{"levels":"; easy\n######\n#@ $.#\n######\n","solution":"rR","seconds":1}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale sokoban optimize levels.xsb solved.sok --time-limit 10s -o better.sok"];
    const COST: Cost = Cost::Job;
    const STREAMS: bool = true;

    fn about() -> Text {
        Text::new("Shorten given solutions", "Raccourcir des solutions données")
    }

    fn answer(&self, control: &Control<'_>) -> Result<OptimizedSolutions, Refusal> {
        self.limits.check()?;
        let (mut levels, pairs) = self.source.pairs(control)?;
        levels.collection.entries.iter_mut().for_each(|entry| entry.solutions.clear());
        let count = pairs.len();
        let mut solutions = Vec::new();
        for (done, pair) in pairs.into_iter().enumerate() {
            if control.stopped() {
                break;
            }
            // A solution of a level that is none is left out with it.
            let Ok(place) = levels.place(pair.number) else { continue };
            let start = Instant::now();
            let limit = self.limits.seconds(control);
            let tell = |message: String| {
                control.progress(|| Progress {
                    done: done as u64,
                    total: Some(count as u64),
                    message,
                    detail: json!({"level": pair.number, "seconds": start.elapsed().as_secs_f64(), "limit": limit}),
                });
            };
            tell(String::new());
            let entry = &mut levels.collection.entries[place];
            let mut line = Optimized { level: pair.number, title: entry.title.clone(), ..Optimized::default() };
            match replay(&entry.level, &pair.moves) {
                Err(error) => line.error = Some(error.say(control.reader.lang)),
                Ok((moves, before)) => {
                    let options = OptimizeOptions { goal: self.goal.0, ..self.limits.shortening(control) };
                    let keep_on = || start.elapsed().as_secs_f64() < limit && !control.stopped();
                    let better = &mut |_: &Moves, now: &Metrics| {
                        tell(format!("{}/{} → {}/{}", before.pushes, before.moves, now.pushes, now.moves));
                    };
                    let (moves, metrics) = shorten_with(&entry.level, &moves, options, &keep_on, better)
                        .map_err(|error| at_level(self.source.levels.name(), entry, error))?;
                    line.before = Some([before.pushes, before.moves]);
                    (line.pushes, line.moves) = (Some(metrics.pushes), Some(metrics.moves));
                    line.solution = Some(moves.to_string());
                    entry.solutions.push(found(moves));
                }
            }
            line.seconds = millis(start.elapsed().as_secs_f64());
            control.emit(&line)?;
            solutions.push(line);
        }
        if solutions.is_empty() && control.stopped() {
            return Err(Refusal::stopped());
        }
        let skipped = levels.skipped();
        let all = skipped.none() && solutions.len() == count && solutions.iter().all(|line| line.error.is_none());
        Ok(OptimizedSolutions { solutions, all, collection: levels.collection, skipped })
    }
}

impl Answer for Optimized {
    fn yes(&self) -> bool {
        self.error.is_none()
    }

    fn text(&self, reader: &Reader) -> String {
        let (lang, level, colon) = (reader.lang, self.level, reader.lang.pick(":", " :"));
        let (Some(before), Some(pushes), Some(moves), Some(solution)) =
            (self.before, self.pushes, self.moves, &self.solution)
        else {
            return format!("{level}{colon} {}\n", self.error.as_deref().unwrap_or_default());
        };
        format!(
            "{level}{colon} {} → {pushes} {}, {} → {moves} {}\n{solution}\n",
            before[0],
            lang.pick("pushes", "poussées"),
            before[1],
            lang.pick("moves", "coups"),
        )
    }
}

impl Answer for OptimizedSolutions {
    const FORMATS: &'static [&'static str] = &SOLVED_FORMATS;

    fn yes(&self) -> bool {
        self.all
    }

    fn note(&self, lang: Lang) -> Option<String> {
        self.skipped.note(lang)
    }

    /// Every solution was told when it was done.
    fn text(&self, _: &Reader) -> String {
        String::new()
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        write_solved(&self.collection, format, out)
    }
}
