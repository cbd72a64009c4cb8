//! Every technique and every bound, on and off.

use super::levels::{LevelChoice, LevelsSource, millis};
use super::names::{HeuristicName, MethodName};
use super::search::{Numbered, SearchLimits, search};
use crate::technique::Switch;
use crate::{Heuristic, Method, Options, Techniques};
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal};
use dedale_text::{Lang, Text, tr};
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

    /// The bound of all rows but its own, where the search uses one.
    #[arg(long, value_name = "BOUND", default_value_t = bound(), help = tr(
        "The bound of all rows but its own: none, simple, greedy or hungarian",
        "La borne de toutes les lignes sauf la sienne : none, simple, greedy ou hungarian"
    ))]
    #[serde(default = "bound")]
    pub heuristic: HeuristicName,
}

const fn method() -> MethodName {
    MethodName(Method::AStar)
}

const fn bound() -> HeuristicName {
    HeuristicName(Heuristic::Hungarian)
}

/// What a set of techniques achieves.
#[derive(Serialize, JsonSchema)]
pub struct Variant {
    variant: String,
    solved: usize,
    levels: usize,
    /// Levels that this row and the first one solve both: what follows is
    /// measured on them, since an unsolved level's cost is only its limit.
    common: usize,
    nodes: u64,
    seconds: f64,
    /// Its nodes over those of the first row on the same levels.
    ratio: Option<f64>,
    /// Whether the heading of the table stands above it.
    #[serde(skip)]
    first: bool,
}

/// All of them.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Variants {
    variants: Vec<Variant>,
    /// Whether the bound sees dead squares, so that they have no rows.
    #[serde(skip)]
    seen_by_bound: bool,
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
        self.limits.check()?;
        let all = self.levels.read_each(control)?;
        let (levels, _) = all.sorted(self.level, self.levels.name())?;
        let options = self.variants()?;
        let total = options.len() * levels.len();
        let mut variants: Vec<Variant> = Vec::new();
        // Nodes and seconds of the first row on each level, if solved.
        let mut base: Vec<Option<(u64, f64)>> = Vec::new();
        for (variant, options) in options {
            let mut lines = Vec::new();
            for (index, &(number, entry)) in levels.iter().enumerate() {
                let done = variants.len() * levels.len() + index;
                control.progress(|| Progress {
                    done: done as u64,
                    total: Some(total as u64),
                    message: variant.clone(),
                    ..Progress::default()
                });
                let task = Numbered { file: self.levels.name(), number, entry, step: (done, total) };
                if control.stopped() {
                    break;
                }
                let Some(line) = search(&self.limits, &options, task, control) else { break };
                lines.push(line.solved.then_some((line.nodes, line.seconds)));
            }
            if lines.len() < levels.len() {
                break;
            }
            let row =
                Variant::new(variant, if variants.is_empty() { &lines } else { &base }, &lines, variants.is_empty());
            control.emit(&row)?;
            if variants.is_empty() {
                base = lines;
            }
            variants.push(row);
        }
        if variants.is_empty() {
            return Err(Refusal::stopped());
        }
        Ok(Variants { variants, seen_by_bound: self.seen_by_bound() })
    }
}

impl Ablation {
    /// Whether the search has a bound that measures distances: it refuses dead
    /// squares by itself, so that their switch would change nothing.
    fn seen_by_bound(&self) -> bool {
        uses_bound(self.method.0) && self.heuristic.0 != Heuristic::Nothing
    }

    /// The rows: every switch that this search looks at, off and alone, and
    /// every bound.
    fn variants(&self) -> Result<Vec<(String, Options)>, Refusal> {
        let (method, heuristic) = (self.method.0, self.heuristic.0);
        if heuristic != Heuristic::default() && !uses_bound(method) {
            return Err(Refusal::no_effect("heuristic", "beside this method", "avec cette méthode"));
        }
        let switches: Vec<Switch> = Techniques::SWITCHES
            .into_iter()
            .filter(|(name, _)| Techniques::applies(name, method, None))
            .filter(|(name, _)| *name != "dead-squares" || !self.seen_by_bound())
            .collect();
        if switches.is_empty() && !uses_bound(method) {
            return Err(Refusal::new(
                format!("found the method {}, expected one with techniques to switch off", self.method),
                format!("trouvé la méthode {}, attendu une avec des techniques à éteindre", self.method),
            ));
        }
        let base = Options { method, heuristic, ..Options::default() };
        let mut variants = vec![("all".to_owned(), base)];
        for (name, switch) in &switches {
            let mut options = base;
            *switch(&mut options.techniques) = false;
            variants.push((format!("without {name}"), options));
        }
        for (name, switch) in &switches {
            let mut options = Options { techniques: Techniques::NONE, ..base };
            *switch(&mut options.techniques) = true;
            variants.push((format!("only {name}"), options));
        }
        variants.push(("nothing".to_owned(), Options { techniques: Techniques::NONE, ..base }));
        if uses_bound(method) {
            let bounds = Heuristic::ALL.into_iter().filter(|(_, bound)| *bound != heuristic);
            variants.extend(bounds.map(|(name, heuristic)| (format!("bound {name}"), Options { heuristic, ..base })));
        }
        Ok(variants)
    }
}

fn uses_bound(method: Method) -> bool {
    matches!(method, Method::AStar | Method::Ida | Method::Greedy)
}

impl Variant {
    fn new(variant: String, base: &[Option<(u64, f64)>], lines: &[Option<(u64, f64)>], first: bool) -> Self {
        let both: Vec<_> =
            base.iter().zip(lines).filter_map(|(base, line)| Some((base.as_ref()?, line.as_ref()?))).collect();
        let nodes: u64 = both.iter().map(|(_, line)| line.0).sum();
        let before: u64 = both.iter().map(|(base, _)| base.0).sum();
        Self {
            variant,
            solved: lines.iter().flatten().count(),
            levels: lines.len(),
            common: both.len(),
            nodes,
            seconds: millis(both.iter().map(|(_, line)| line.1).sum()),
            ratio: (before > 0).then(|| (nodes as f64 / before as f64 * 1000.0).round() / 1000.0),
            first,
        }
    }
}

impl Answer for Variant {
    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let mut text = String::new();
        if self.first {
            text += &format!(
                "{:<24} {:>11} {:>8} {:>14} {:>8} {:>10}\n",
                lang.pick("variant", "variante"),
                lang.pick("solved", "résolus"),
                lang.pick("common", "communs"),
                lang.pick("nodes", "nœuds"),
                lang.pick("ratio", "rapport"),
                lang.pick("seconds", "secondes"),
            );
        }
        let solved = format!("{}/{}", self.solved, self.levels);
        let ratio = self.ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        text + &format!(
            "{:<24} {solved:>11} {:>8} {:>14} {ratio:>8} {:>10.2}\n",
            self.variant, self.common, self.nodes, self.seconds
        )
    }
}

impl Answer for Variants {
    /// Every row was told when it was done.
    fn text(&self, _: &Reader) -> String {
        String::new()
    }

    fn note(&self, lang: Lang) -> Option<String> {
        self.seen_by_bound.then(|| {
            lang.pick(
                "dead squares have no rows: the bound sees them by itself (--heuristic none shows what they are worth)",
                "les cases mortes n'ont pas de ligne : la borne les voit d'elle-même (--heuristic none montre ce qu'elles valent)",
            )
            .to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(settings: &str) -> Result<Variants, Refusal> {
        let levels = r#""levels":"; two\n######\n#@   #\n# $$ #\n# .. #\n######\n""#;
        let question: Ablation = serde_json::from_str(&format!("{{{levels}{settings}}}")).expect("a question");
        question.answer(&Control::default())
    }

    #[test]
    fn rows_are_those_that_can_differ() {
        let names = |settings| -> Vec<String> {
            ask(settings).expect("an answer").variants.into_iter().map(|row| row.variant).collect()
        };
        let astar = names("");
        assert!(
            astar.contains(&"without freeze".to_owned()) && !astar.iter().any(|name| name.contains("dead-squares"))
        );
        assert!(!astar.iter().any(|name| name.contains("packing") || name.contains("goal-rooms")));
        assert!(names(r#","heuristic":"none""#).contains(&"without dead-squares".to_owned()));
        let fess = names(r#","method":"fess""#);
        let parts = ["dead-squares", "plans", "advisors", "learned", "corrals"];
        assert_eq!(fess[1..6], parts.map(|part| format!("without {part}")));
        assert_eq!(fess.len(), 12);
        assert!(!astar.iter().any(|name| name.ends_with("plans") || name.ends_with("corrals")));
        assert!(ask(r#","method":"backward""#).is_err());
        assert!(ask(r#","method":"bfs","heuristic":"simple""#).is_err());
    }

    #[test]
    fn figures_are_those_of_common_levels() {
        let base = [Some((10, 1.0)), Some((20, 2.0)), None];
        let row = Variant::new("x".into(), &base, &[Some((30, 3.0)), None, Some((1000, 9.0))], false);
        assert_eq!((row.solved, row.common, row.nodes, row.seconds, row.ratio), (2, 1, 30, 3.0, Some(3.0)));
    }
}
