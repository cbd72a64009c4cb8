//! New levels that can be solved.

use super::levels::{FORMATS, found, rows, write_levels};
use crate::{Collection, Effort, Entry, Generated, NoLevel, Recipe, Wish, sample_many, write_text};
use dedale_grid::Size;
use dedale_question::{Answer, BoardSize, Control, Cost, Kind, Progress, Question, Reader, Refusal, Seed};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

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

    /// Choose each level from this many; more are harder. Thirty unless given.
    #[arg(long, value_name = "N", conflicts_with = "quick", help = tr(
        "Choose each level from this many; more are harder [default: 30]",
        "Choisir chaque niveau parmi autant ; plus, c'est plus dur [défaut : 30]"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<u32>,

    /// Thousands of small levels: each is the first good one, and the search
    /// backwards is short.
    #[arg(long, help = tr(
        "Thousands of small levels: each is the first good one found by a short search",
        "Des milliers de petits niveaux : chacun est le premier bon trouvé par une recherche courte"
    ))]
    pub quick: bool,

    /// Only levels this hard.
    #[arg(long, value_name = "CLASS", help = tr(
        "Only levels this hard: easy, medium, hard or expert", "Seulement cette difficulté : easy, medium, hard ou expert"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Class>,

    /// The fewest pushes; a few for every box unless given.
    #[arg(long, value_name = "N", help = tr(
        "The fewest pushes; a few for every box unless given", "Le moins de poussées ; quelques-unes par caisse par défaut"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_pushes: Option<usize>,

    /// Boxes may stand on targets at the start.
    #[arg(long, help = tr(
        "Boxes may stand on targets at the start", "Des caisses peuvent être sur des cibles au départ"
    ))]
    pub home: bool,

    /// The seed of the first level; each further one has the next.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,
}

impl Default for Generate {
    fn default() -> Self {
        let size = BoardSize(Size::new(8, 9).expect("a small size"));
        Self {
            size,
            boxes: 3,
            count: 1,
            attempts: None,
            quick: false,
            difficulty: None,
            min_pushes: None,
            home: false,
            seed: Seed::default(),
        }
    }
}

/// How hard a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// A few pushes, one after the other.
    Easy,
    /// Some thought.
    Medium,
    /// Boxes in each other's way.
    Hard,
    /// For those who have done the others.
    Expert,
}

impl Class {
    /// Its name.
    const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
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
/// The attempts at a level unless said.
const ATTEMPTS: u32 = 30;

impl Question for Generate {
    type Answer = NewLevels;
    const NAME: &'static str = "generate";
    const EXAMPLE: &'static str = r#"{"size":"8x7","boxes":2,"attempts":4,"seed":1}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale sokoban generate --size 10x9 --boxes 4 --count 3 --seed 7 -o new.sok",
        "dedale sokoban generate --size 10x10 --boxes 4 --difficulty hard",
        "dedale sokoban generate --size 10x10 --boxes 4 --quick --count 1000 -o many.sok",
    ];
    const COST: Cost = Cost::Large;
    const STREAMS: bool = true;

    fn about() -> Text {
        Text::new("Make new levels that can be solved", "Créer de nouveaux niveaux solubles")
    }

    fn answer(&self, control: &Control<'_>) -> Result<NewLevels, Refusal> {
        let (size, attempts) = (self.size.0, self.attempts.unwrap_or(if self.quick { 1 } else { ATTEMPTS }));
        control.cells((size.area() as u64).saturating_mul(self.count))?;
        if self.quick && self.attempts.is_some() {
            return Err(Refusal::no_effect("attempts", "beside `quick`", "avec `quick`"));
        }
        if !(1..=MOST_ATTEMPTS).contains(&attempts) {
            return Err(Refusal::new(
                format!("found {attempts} attempts, expected 1 to {MOST_ATTEMPTS}"),
                format!("trouvé {attempts} essais, attendu de 1 à {MOST_ATTEMPTS}"),
            ));
        }
        let effort = if self.quick { Effort::QUICK } else { Effort::FULL };
        let recipe = Recipe { effort, ..Recipe::new(size, self.boxes, attempts)? };
        let usual = Wish::of(&recipe);
        let wish = Wish {
            pushes: self.min_pushes.unwrap_or(usual.pushes),
            home: self.home,
            class: self.difficulty.map(Class::name),
        };
        let first = self.seed.get();
        let (mut levels, mut entries, mut broken) = (Vec::new(), Vec::new(), Ok(()));
        let seeds = first..first.wrapping_add(self.count);
        control.progress(|| Progress { done: 0, total: Some(self.count), ..Progress::default() });
        let end = sample_many(&recipe, &wish, seeds, control.threads(), &|| !control.stopped(), |seed, made| {
            let level = NewLevel {
                seed,
                rows: rows(&made.level),
                difficulty: (made.difficulty.score * 10.0).round() / 10.0,
                class: made.difficulty.class(),
                pushes: made.difficulty.metrics.pushes,
                moves: made.difficulty.metrics.moves,
                solution: made.solution.to_string(),
            };
            broken = control.emit(&level);
            levels.push(level);
            entries.push(entry(seed, &recipe, made));
            let done = levels.len() as u64;
            control.progress(|| Progress { done, total: Some(self.count), ..Progress::default() });
            broken.is_ok()
        });
        broken?;
        match end {
            Err(NoLevel::Stopped) if levels.is_empty() => return Err(Refusal::stopped()),
            Err(NoLevel::Rare) => return Err(self.rare(&wish)),
            _ => {}
        }
        Ok(NewLevels { levels, collection: Collection { entries, ..Collection::default() }, seed: first })
    }
}

impl Generate {
    /// No level was like that.
    fn rare(&self, wish: &Wish) -> Refusal {
        let (size, boxes, pushes) = (self.size, self.boxes, wish.pushes);
        let (class_en, class_fr) = wish.class.map_or_else(Default::default, |class| {
            (format!(", of the class {class}"), format!(", de la classe {class}"))
        });
        let (home_en, home_fr) = match wish.home {
            true => ("", ""),
            false => (", no box on a target at the start", ", aucune caisse sur une cible au départ"),
        };
        Refusal::of(
            Kind::No,
            Text::new(
                format!(
                    "found no level of {size} with {boxes} boxes, at least {pushes} pushes{home_en}{class_en}; \
                     try another size, other boxes or --min-pushes"
                ),
                format!(
                    "trouvé aucun niveau de {size} avec {boxes} caisses, au moins {pushes} poussées{home_fr}{class_fr} ; \
                     essayez une autre taille, d'autres caisses ou --min-pushes"
                ),
            ),
        )
    }
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
