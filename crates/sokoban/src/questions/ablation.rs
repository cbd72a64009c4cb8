//! Every technique and every bound, on and off.

use super::levels::{LevelChoice, LevelsSource, millis};
use super::names::MethodName;
use super::search::{Numbered, SearchLimits, search};
use crate::{Heuristic, Method, Options, Techniques};
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Measure the techniques.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ablation {
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

    /// The search to measure with.
    #[arg(long, value_name = "METHOD", default_value_t = method(), help = tr(
        "The search to measure with", "La recherche avec laquelle mesurer"
    ))]
    #[serde(default = "method")]
    pub method: MethodName,
}

const fn method() -> MethodName {
    MethodName(Method::AStar)
}

/// What a set of techniques achieves.
#[derive(Serialize, JsonSchema)]
pub struct Variant {
    variant: String,
    solved: usize,
    levels: usize,
    nodes: u64,
    seconds: f64,
    /// Whether the heading of the table stands above it.
    #[serde(skip)]
    first: bool,
}

/// All of them.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Variants {
    variants: Vec<Variant>,
}

impl Question for Ablation {
    type Answer = Variants;
    const NAME: &'static str = "ablation";
    const EXAMPLE: &'static str = r#"{"levels":"; easy\n#####\n#@$.#\n#####\n","seconds":1}"#;
    const COMMANDS: &'static [&'static str] = &["dedale sokoban ablation levels.xsb --level 1-20 --time-limit 2s"];
    const COST: Cost = Cost::Job;
    const STREAMS: bool = true;

    fn about() -> Text {
        Text::new("Measure what each technique is worth", "Mesurer ce que vaut chaque technique")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Variants, Refusal> {
        let collection = self.levels.read(control)?;
        let numbers = self.level.of(&collection, self.levels.name())?;
        let options = variants(self.method.0);
        let total = options.len() * numbers.len();
        let mut variants: Vec<Variant> = Vec::new();
        'variants: for (variant, options) in options {
            let first = variants.is_empty();
            let mut row = Variant { variant, solved: 0, levels: numbers.len(), nodes: 0, seconds: 0.0, first };
            for (index, &number) in numbers.iter().enumerate() {
                let done = variants.len() * numbers.len() + index;
                control.progress(|| Progress {
                    done: done as u64,
                    total: Some(total as u64),
                    message: row.variant.clone(),
                    ..Progress::default()
                });
                if control.stopped() {
                    break 'variants;
                }
                let entry = &collection.entries[number - 1];
                let task = Numbered { file: self.levels.name(), number, entry, step: (done, total) };
                let Some(line) = search(&self.limits, &options, task, control) else { break 'variants };
                row.solved += usize::from(line.solved);
                row.nodes += line.nodes;
                row.seconds += line.seconds;
            }
            row.seconds = millis(row.seconds);
            control.emit(&row)?;
            variants.push(row);
        }
        if variants.is_empty() {
            return Err(Refusal::stopped());
        }
        Ok(Variants { variants })
    }
}

fn variants(method: Method) -> Vec<(String, Options)> {
    let base = Options { method, ..Options::default() };
    let mut variants = vec![("all".to_owned(), base)];
    for (name, switch) in Techniques::SWITCHES {
        let mut options = base;
        *switch(&mut options.techniques) = false;
        variants.push((format!("without {name}"), options));
    }
    for (name, switch) in Techniques::SWITCHES {
        let mut options = Options { techniques: Techniques::NONE, ..base };
        *switch(&mut options.techniques) = true;
        variants.push((format!("only {name}"), options));
    }
    variants.push(("nothing".to_owned(), Options { techniques: Techniques::NONE, ..base }));
    for (name, heuristic) in Heuristic::ALL {
        variants.push((format!("bound {name}"), Options { heuristic, ..base }));
    }
    variants
}

impl Answer for Variant {
    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let mut text = String::new();
        if self.first {
            text += &format!(
                "{:<24} {:>11} {:>14} {:>10}\n",
                lang.pick("variant", "variante"),
                lang.pick("solved", "résolus"),
                lang.pick("nodes", "nœuds"),
                lang.pick("seconds", "secondes"),
            );
        }
        let solved = format!("{}/{}", self.solved, self.levels);
        text + &format!("{:<24} {solved:>11} {:>14} {:>10.2}\n", self.variant, self.nodes, self.seconds)
    }
}

impl Answer for Variants {
    /// Every row was told when it was done.
    fn text(&self, _: &Reader) -> String {
        String::new()
    }
}
