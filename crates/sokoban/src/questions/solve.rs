//! Levels solved, one line a level.

use super::levels::{LevelChoice, LevelsSource, SOLVED_FORMATS, found, millis, write_solved};
use super::names::GoalName;
use super::search::{LevelSolved, MethodSettings, Numbered, SearchLimits, search};
use crate::{Collection, Entry, Goal, Level, Method, Moves, OptimizeOptions, Options, write_level};
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal, Seconds};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::time::Instant;

/// Solve levels.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Solve {
    /// The levels.
    #[command(flatten)]
    #[serde(flatten)]
    pub levels: LevelsSource,

    /// Which of them.
    #[command(flatten)]
    #[serde(flatten)]
    pub level: LevelChoice,

    /// What a search may use.
    #[command(flatten)]
    #[serde(flatten)]
    pub limits: SearchLimits,

    /// How it is done.
    #[command(flatten)]
    #[serde(flatten)]
    pub method: MethodSettings,

    /// Prove that there is no shorter solution; without enough time, the
    /// shortest found.
    #[arg(long, value_name = "pushes|moves", help = tr(
        "Prove that there is no shorter solution; if the time is over first, give the shortest found",
        "Prouver qu'il n'y a pas de solution plus courte ; faute de temps, donner la plus courte trouvée"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal: Option<GoalName>,

    /// Seconds of the time left to spend on shortening the solution; about as
    /// many as solving took unless given, and at least one.
    #[arg(long, value_name = "TIME", help = tr(
        "Spend up to this much of the time left on shortening the solution; as much as solving took, at least about 1s, unless given",
        "Consacrer jusqu'à ce temps, s'il en reste, à raccourcir la solution ; par défaut autant que pour résoudre, au moins environ 1s"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polish: Option<Seconds>,
}

/// What came out of the levels.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct SolvedLevels {
    levels: Vec<LevelSolved>,
    #[serde(skip)]
    all: bool,
    #[serde(skip)]
    collection: Collection,
}

impl Question for Solve {
    type Answer = SolvedLevels;
    const NAME: &'static str = "solve";
    const EXAMPLE: &'static str = r#"{"levels":"; easy\n#####\n#@$.#\n#####\n","seconds":5}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale sokoban solve levels.xsb --time-limit 60s --json",
        "dedale sokoban solve levels.xsb --level 3-5 --optimal pushes -o solved.sok",
        "dedale sokoban solve levels.xsb --level 1 -o film.gif",
        "dedale sokoban solve levels.xsb -time 60 -from 1 -to 5 -cores 2 -out_file solved.sok",
    ];
    const COST: Cost = Cost::Job;
    const STREAMS: bool = true;

    fn about() -> Text {
        Text::new("Solve levels", "Résoudre des niveaux")
    }

    fn answer(&self, control: &Control<'_>) -> Result<SolvedLevels, Refusal> {
        self.limits.check()?;
        let options = self.options()?;
        let all = self.levels.read_each(control)?;
        let chosen = all.chosen(self.level, self.levels.name())?;
        let (mut levels, mut entries) = (Vec::new(), Vec::new());
        for (done, (number, entry)) in chosen.iter().enumerate() {
            if control.stopped() {
                break;
            }
            let number = *number;
            let mut entry = match entry {
                Ok(entry) => Entry::clone(entry),
                Err(refusal) => {
                    let line = LevelSolved::invalid(number, refusal.message(control.reader.lang));
                    control.emit(&line)?;
                    levels.push(line);
                    continue;
                }
            };
            entry.solutions.clear();
            let task = Numbered { file: self.levels.name(), number, entry: &entry, step: (done, chosen.len()) };
            let Some(mut line) = search(&self.limits, &options, task, control) else { break };
            if self.polish.is_none() && self.optimal.is_none() {
                self.polish(&mut line, &entry.level, control);
            }
            control.emit(&line)?;
            let moves = line.solution.as_deref().and_then(|text| Moves::parse(text).ok());
            entry.solutions.extend(moves.map(found));
            entries.push(entry);
            levels.push(line);
        }
        if levels.is_empty() {
            return Err(Refusal::stopped());
        }
        let done = |line: &LevelSolved| line.solved && (line.proved || self.optimal.is_none());
        let complete = levels.len() == chosen.len() && levels.iter().all(done);
        let collection = Collection { entries, ..all.collection.clone() };
        Ok(SolvedLevels { levels, all: complete, collection })
    }
}

impl Solve {
    /// The options of the solver; settings that would change nothing are
    /// refused.
    fn options(&self) -> Result<Options, Refusal> {
        let optimal = self.optimal.map(|goal| goal.0);
        let mut options = self.method.options(optimal)?;
        options.polish = self.polish.map_or(0.0, |polish| polish.0);
        let method = options.method;
        match (optimal, method) {
            (Some(Goal::Moves), method) if method != Method::Auto => {
                return Err(Refusal::no_effect("method", "beside the fewest moves", "avec le moins de coups"));
            }
            (Some(Goal::Pushes), Method::Bfs | Method::Dfs | Method::Greedy | Method::Backward | Method::Fess) => {
                return Err(Refusal::no_effect(
                    "method",
                    "beside the fewest pushes, which astar or ida proves",
                    "avec le moins de poussées, que prouve astar ou ida",
                ));
            }
            _ => {}
        }
        let proved = method == Method::Ida || method == Method::AStar && options.heuristic.admissible();
        if self.polish.is_some() && (options.optimal.is_some() || proved) {
            return Err(Refusal::no_effect(
                "polish",
                "on a solution that is proved shortest",
                "sur une solution prouvée la plus courte",
            ));
        }
        Ok(options)
    }

    /// Shortens a solution within the time of the level. A fixed amount of
    /// work, so that the answer does not depend on the machine; as long as
    /// solving took where that was longer and several threads had their say
    /// already.
    fn polish(&self, line: &mut LevelSolved, level: &Level, control: &Control<'_>) {
        if line.solution.is_none() || line.proved {
            return;
        }
        let (start, spent) = (Instant::now(), line.seconds);
        let threads = self.limits.threads(control);
        let options = self.limits.shortening(control);
        let (options, seconds) = if threads > 1 && spent > LONG {
            (options, spent)
        } else {
            (OptimizeOptions { threads: 1, work: WORK, ..options }, f64::INFINITY)
        };
        let seconds = seconds.min(self.limits.seconds.0 - spent);
        line.shorten_while(level, options, &|| start.elapsed().as_secs_f64() < seconds && !control.stopped());
        line.seconds = millis(spent + start.elapsed().as_secs_f64());
    }
}

/// The work of shortening a solution unless asked for more, and about how many
/// seconds it takes.
const WORK: u64 = 1_000_000;
const LONG: f64 = 1.5;

impl Answer for SolvedLevels {
    const FORMATS: &'static [&'static str] = &SOLVED_FORMATS;

    fn yes(&self) -> bool {
        self.all
    }

    /// Every level was told when it was done.
    fn text(&self, _: &Reader) -> String {
        String::new()
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        match &self.collection.entries[..] {
            [entry] if !["slc", "gif"].contains(&format) => {
                out.write_all(write_level(entry).as_bytes()).map_err(Refusal::broken)
            }
            _ => write_solved(&self.collection, format, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(settings: &str) -> Result<SolvedLevels, Refusal> {
        let levels = r#""levels":"; easy\n#####\n#@$.#\n#####\n""#;
        let solve: Solve = serde_json::from_str(&format!("{{{levels}{settings}}}")).expect("settings");
        solve.answer(&Control::default())
    }

    #[test]
    fn too_little_memory_is_refused() {
        let refusal = ask(r#","memory_limit":1048576"#).err().expect("too little").text.en;
        assert_eq!(refusal, "found a memory limit of 1M, expected at least 32M");
        assert!(ask(r#","memory_limit":33554432"#).is_ok_and(|solved| solved.all));
    }

    #[test]
    fn settings_without_effect_are_refused() {
        for settings in [
            r#","optimal":"moves","method":"astar""#,
            r#","optimal":"moves","heuristic":"simple""#,
            r#","optimal":"pushes","method":"fess""#,
            r#","optimal":"pushes","polish":1"#,
            r#","method":"ida","polish":1"#,
            r#","method":"fess","heuristic":"greedy""#,
            r#","heuristic":"simple""#,
            r#","method":"bfs","heuristic":"simple""#,
            r#","method":"backward","without":["freeze"]"#,
            r#","method":"fess","without":["freeze"]"#,
            r#","method":"astar","without":["packing"]"#,
            r#","optimal":"moves","without":["freeze"]"#,
            r#","method":"astar","without":["plans"]"#,
            r#","method":"greedy","without":["learned"]"#,
        ] {
            assert!(ask(settings).is_err_and(|refusal| refusal.text.en.contains("no effect")), "{settings}");
        }
        for settings in [
            "",
            r#","optimal":"pushes","method":"ida""#,
            r#","polish":0.1,"without":["freeze"]"#,
            r#","method":"fess","without":["plans","corrals"]"#,
            r#","without":["advisors","learned"]"#,
        ] {
            assert!(ask(settings).is_ok_and(|solved| solved.all), "{settings}");
        }
    }
}
