//! Mazes on paper.

use super::board::{Board, caption};
use super::recipe::Recipe;
use super::words::named;
use crate::Algorithm;
use crate::makers::graph_of;
use crate::makers::paper::{Exercise, Layout, Paper as Sheet, Printed, document};
use crate::surface::Generation;
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// What pupils are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "MazeExercise")]
pub enum Task {
    /// Mark the frontier of Prim's algorithm.
    Frontier,
    /// Colour the classes of union-find.
    Classes,
}

/// Put mazes on paper.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Paper {
    /// How they are made; the seeds from the given one on.
    #[command(flatten)]
    #[serde(flatten)]
    pub recipe: Recipe,

    /// How many mazes.
    #[arg(long, value_name = "N", default_value_t = Self::default().count, value_parser = clap::value_parser!(u32).range(1..=200), help = tr(
        "How many mazes, with the seeds from N on", "Combien de labyrinthes, de graines à partir de N"
    ))]
    pub count: u32,

    /// How many of them on a page.
    #[arg(long, value_name = "N", default_value_t = Self::default().per_page, value_parser = clap::value_parser!(u32).range(1..=24), help = tr(
        "How many mazes on a page", "Combien de labyrinthes par page"
    ))]
    pub per_page: u32,

    /// The paper: `a4`, `a3` or `letter`.
    #[arg(long, value_name = "PAPER", default_value_t = Self::default().paper, value_parser = named::<Sheet>, help = tr(
        "a4, a3 or letter", "a4, a3 ou letter"
    ))]
    pub paper: Sheet,

    /// One maze over so many sheets across and down, such as `2x3`.
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = named::<super::words::Sides>, help = tr(
        "One maze over so many sheets, to be glued", "Un labyrinthe sur tant de feuilles, à coller"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub poster: Option<super::words::Sides>,

    /// What stands on top.
    #[arg(long, value_name = "TEXT", help = tr("What stands on top of every page", "Ce qui est écrit en haut de chaque page"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,

    /// The address of a studio: QR codes lead to the maze there.
    #[arg(long, value_name = "URL", help = tr(
        "The address of a studio: QR codes lead to the maze there; without it they hold the command",
        "L'adresse d'un studio : les codes QR y mènent au labyrinthe ; sans elle ils contiennent la commande"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,

    /// A sheet of exercises in their stead: mazes half made, to be gone on with.
    #[arg(long, value_enum, value_name = "TASK", help = tr(
        "A sheet of exercises: mark the frontier of Prim, or colour the classes of union-find, half way",
        "Une feuille d'exercices : marquer la frontière de Prim ou colorier les classes d'union-find, à mi-chemin"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exercise: Option<Task>,
}

impl Default for Paper {
    fn default() -> Self {
        Self {
            recipe: Recipe::default(),
            count: 1,
            per_page: 1,
            paper: Sheet::A4,
            poster: None,
            title: None,
            link: None,
            exercise: None,
        }
    }
}

/// The pages.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MazePaper")]
pub struct Pages {
    /// The mazes on them.
    mazes: u32,
    /// The seed of the first.
    seed: u64,
    /// The bytes of the document.
    bytes: usize,
    #[serde(skip)]
    document: Vec<u8>,
}

/// The most cells on paper in all: more is no picture any more.
const MOST: u64 = 1_000_000;

impl Question for Paper {
    type Answer = Pages;
    const NAME: &'static str = "paper";
    const EXAMPLE: &'static str = r#"{"algo":"prim","surface":"hex","size":"8x6","seed":1,"count":4,"per_page":4}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale maze paper wilson --surface hex --size 20x24 --count 8 --per-page 2 -o mazes.pdf",
        "dedale maze paper backtracker --size 80x110 --poster 2x2 --title Labyrinth -o poster.pdf",
        "dedale maze paper prim --size 10x10 --exercise frontier --count 4 --per-page 2 -o exercises.pdf",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Put mazes on paper, with solutions", "Mettre des labyrinthes sur papier, avec les solutions")
    }

    fn answer(&self, control: &Control<'_>) -> Result<Pages, Refusal> {
        let poster = self.sheets()?;
        let seed = self.recipe.seed.get();
        let lang = control.reader.lang;
        let mazes = match self.exercise {
            Some(task) => self.exercises(task, seed, control)?,
            None => self.mazes(seed, control)?,
        };
        let title = self.title.clone().unwrap_or_else(|| match self.exercise {
            None => lang.pick("Mazes", "Labyrinthes").to_owned(),
            Some(_) => lang.pick("Exercises", "Exercices").to_owned(),
        });
        let layout = Layout { paper: self.paper, per_page: self.per_page as usize, poster, title, lang };
        let document = document(&mazes, &layout);
        control.bytes(document.len() as u64)?;
        Ok(Pages { mazes: self.count, seed, bytes: document.len(), document })
    }
}

impl Paper {
    /// The sheets of a poster.
    fn sheets(&self) -> Result<(usize, usize), Refusal> {
        let Some(sides) = self.poster else { return Ok((1, 1)) };
        if !(1..=10).contains(&sides.columns) || !(1..=10).contains(&sides.rows) {
            return Err(Refusal::new(
                format!("found a poster of {sides} sheets, expected 1x1 to 10x10"),
                format!("trouvé une affiche de {sides} feuilles, attendu de 1x1 à 10x10"),
            ));
        }
        for (given, setting) in [(self.per_page != 1, "per_page"), (self.link.is_some(), "link")] {
            if given {
                return Err(Refusal::no_effect(setting, "on a poster", "sur une affiche"));
            }
        }
        Ok((sides.columns as usize, sides.rows as usize))
    }

    fn few_enough(&self, cells: usize) -> Result<(), Refusal> {
        let all = cells as u64 * u64::from(self.count);
        if all <= MOST {
            return Ok(());
        }
        Err(Refusal::too_large(
            format!("found {all} cells on paper, expected at most {MOST}"),
            format!("trouvé {all} cases sur papier, attendu au plus {MOST}"),
        ))
    }

    fn mazes(&self, first: u64, control: &Control<'_>) -> Result<Vec<Printed>, Refusal> {
        let mut recipe = self.recipe.clone();
        recipe.seed.seed = Some(first);
        let ready = recipe.ready(control)?;
        let mut mazes = Vec::new();
        for index in 0..u64::from(self.count) {
            control.progress(|| Progress { done: index, total: Some(self.count.into()), ..Progress::default() });
            let seed = first.wrapping_add(index);
            let maze = match ready.board(seed, &control.quiet())? {
                Board::Surface(maze) => maze,
                Board::Squares(maze) => graph_of(&maze)?,
            };
            self.few_enough(maze.graph().len())?;
            let link = recipe.link(seed, self.link.as_deref(), control).filter(|_| self.poster.is_none());
            mazes.push(Printed::maze(&maze, caption(recipe.algo, &maze, seed, control.reader.lang), link));
        }
        Ok(mazes)
    }

    fn exercises(&self, task: Task, first: u64, control: &Control<'_>) -> Result<Vec<Printed>, Refusal> {
        let (wanted, exercise) = match task {
            Task::Frontier => (Algorithm::Prim, Exercise::Frontier),
            Task::Classes => (Algorithm::SpanningTree, Exercise::Classes),
        };
        if self.recipe.algo != wanted {
            let found = self.recipe.algo;
            return Err(Refusal::new(
                format!("found an exercise on {found}, expected {wanted}"),
                format!("trouvé un exercice sur {found}, attendu {wanted}"),
            ));
        }
        if self.link.is_some() {
            return Err(Refusal::no_effect("link", "with `exercise`", "avec `exercise`"));
        }
        let mut recipe = self.recipe.clone();
        recipe.seed.seed = Some(first);
        let prepared = recipe.on_any_surface(control)?;
        self.few_enough(prepared.graph.len())?;
        let sheet = |index: u32| {
            let seed = first.wrapping_add(index.into());
            let again = || Generation::new(prepared.algorithm, &prepared.graph, &prepared.options, seed);
            // Half of the cells: later the frontier hardly has any.
            exercise.sheet(again(), prepared.graph.len() as u64 / 2, control.reader.lang)
        };
        Ok((0..self.count).map(sheet).collect())
    }
}

impl Answer for Pages {
    const FORMATS: &'static [&'static str] = &["pdf"];

    fn text(&self, reader: &Reader) -> String {
        let Self { mazes, bytes, .. } = self;
        reader
            .lang
            .pick(
                &format!("{mazes} mazes in {bytes} bytes; `-o mazes.pdf` keeps them\n"),
                &format!("{mazes} labyrinthes en {bytes} octets ; « -o mazes.pdf » les garde\n"),
            )
            .to_owned()
    }

    fn write(&self, _: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        out.write_all(&self.document).map_err(Refusal::broken)
    }

    fn note(&self, lang: Lang) -> Option<String> {
        Some(format!("{} {}", lang.pick("seed", "graine"), self.seed))
    }
}
