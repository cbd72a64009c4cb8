//! New levels that can be solved.

use super::levels::{FORMATS, found, rows, write_levels};
use crate::{Collection, Entry, Generated, Recipe, generate, write_text};
use dedale_grid::Size;
use dedale_question::{Answer, BoardSize, Control, Cost, Progress, Question, Reader, Refusal, Seed};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Make levels.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Generate {
    /// Largest size, outer walls included.
    #[arg(long, value_name = "COLUMNSxROWS", default_value_t = Self::default().size, help = tr(
        "Largest size, outer walls included", "Taille au plus, murs extérieurs compris"
    ))]
    pub size: BoardSize,

    /// Boxes.
    #[arg(long, value_name = "N", default_value_t = Self::default().boxes, help = tr("Boxes", "Caisses"))]
    pub boxes: usize,

    /// How many levels.
    #[arg(long, value_name = "N", default_value_t = Self::default().count, help = tr("How many levels", "Combien de niveaux"))]
    pub count: u64,

    /// Choose each level from this many; more are harder.
    #[arg(long, value_name = "N", default_value_t = Self::default().attempts, help = tr(
        "Choose each level from this many; more are harder", "Choisir chaque niveau parmi autant ; plus, c'est plus dur"
    ))]
    pub attempts: u32,

    /// The seed of the first level; each further one has the next.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

impl Default for Generate {
    fn default() -> Self {
        let size = BoardSize(Size::new(8, 9).expect("a small size"));
        Self { size, boxes: 3, count: 1, attempts: 30, seed: Seed::default() }
    }
}

/// A new level with its solution.
#[derive(Serialize, JsonSchema)]
pub struct NewLevel {
    seed: u64,
    rows: Vec<String>,
    /// From 1 for a child to about 100.
    difficulty: f64,
    /// `easy`, `medium`, `hard` or `expert`.
    class: &'static str,
    pushes: usize,
    moves: usize,
    solution: String,
}

/// New levels.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct NewLevels {
    levels: Vec<NewLevel>,
    #[serde(skip)]
    collection: Collection,
    #[serde(skip)]
    seed: u64,
}

/// The most attempts at a level.
const MOST_ATTEMPTS: u32 = 10_000;

impl Question for Generate {
    type Answer = NewLevels;
    const NAME: &'static str = "generate";
    const EXAMPLE: &'static str = r#"{"size":"8x7","boxes":2,"attempts":4,"seed":1}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale sokoban generate --size 10x9 --boxes 4 --count 3 --seed 7 -o new.sok"];
    const COST: Cost = Cost::Large;
    const STREAMS: bool = true;

    fn about() -> Text {
        Text::new("Make new levels that can be solved", "Créer de nouveaux niveaux solubles")
    }

    fn answer(&self, control: &Control<'_>) -> Result<NewLevels, Refusal> {
        let (size, attempts) = (self.size.0, self.attempts);
        control.cells((size.area() as u64).saturating_mul(self.count))?;
        if attempts > MOST_ATTEMPTS {
            return Err(Refusal::new(
                format!("found {attempts} attempts, expected at most {MOST_ATTEMPTS}"),
                format!("trouvé {attempts} essais, attendu au plus {MOST_ATTEMPTS}"),
            ));
        }
        let recipe = Recipe::new(size, self.boxes, attempts)?;
        let first = self.seed.get();
        let (mut levels, mut entries) = (Vec::new(), Vec::new());
        for number in 0..self.count {
            control.progress(|| Progress { done: number, total: Some(self.count), ..Progress::default() });
            let seed = first.wrapping_add(number);
            let Some(made) = make(&recipe, seed, control) else { break };
            let level = NewLevel {
                seed,
                rows: rows(&made.level),
                difficulty: (made.difficulty.score * 10.0).round() / 10.0,
                class: made.difficulty.class(),
                pushes: made.difficulty.metrics.pushes,
                moves: made.difficulty.metrics.moves,
                solution: made.solution.to_string(),
            };
            control.emit(&level)?;
            levels.push(level);
            entries.push(entry(seed, &recipe, made));
        }
        if levels.is_empty() && self.count > 0 {
            return Err(Refusal::stopped());
        }
        Ok(NewLevels { levels, collection: Collection { entries, ..Collection::default() }, seed: first })
    }
}

/// Makes a level; nothing if it was called off first. One level may take
/// minutes and does not look up, so it is made beside and left behind.
fn make(recipe: &Recipe, seed: u64, control: &Control<'_>) -> Option<Generated> {
    let (send, receive) = channel();
    let recipe = *recipe;
    std::thread::spawn(move || {
        // Nobody waits for it once it is called off.
        let _ = send.send(generate(&recipe, seed));
    });
    while !control.stopped() {
        match receive.recv_timeout(Duration::from_millis(50)) {
            Ok(made) => return Some(made),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    None
}

fn entry(seed: u64, recipe: &Recipe, made: Generated) -> Entry {
    let note = format!("seed {seed}, {} boxes, {} {:.1}", recipe.boxes, made.difficulty.class(), made.difficulty.score);
    Entry {
        level: made.level,
        title: format!("{} {seed}", recipe.size),
        author: String::new(),
        notes: vec![note],
        solutions: vec![found(made.solution)],
        line: 0,
    }
}

impl Answer for NewLevel {
    /// Told with the others at the end, since a file may be wanted instead.
    fn text(&self, _: &Reader) -> String {
        String::new()
    }
}

impl Answer for NewLevels {
    const FORMATS: &'static [&'static str] = &FORMATS;

    fn text(&self, _: &Reader) -> String {
        write_text(&self.collection)
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        write_levels(&self.collection, format, out)
    }

    fn note(&self, lang: Lang) -> Option<String> {
        Some(format!("{} {}", lang.pick("seed", "graine"), self.seed))
    }
}
