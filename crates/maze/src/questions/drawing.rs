//! What pictures of mazes look like, and mazes in their formats.

use crate::formats;
use crate::picture::{self, Paints};
use crate::solvers::{Method, solve};
use crate::{Generation, Maze};
use dedale_draw::term::Style;
use dedale_draw::{Scene, Theme};
use dedale_grid::Cell;
use dedale_question::{Reader, Refusal};
use dedale_text::tr;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// What the colours of cells say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "MazePaint")]
pub enum Paint {
    /// No colours.
    #[default]
    None,
    /// The distance from the start.
    Distance,
    /// When the generator came.
    Age,
    /// The piece of the maze.
    Class,
}

impl Paint {
    /// Only a maze in the making has ages.
    pub fn of_finished(self) -> Result<(), Refusal> {
        if self != Self::Age {
            return Ok(());
        }
        Err(Refusal::new(
            "only a maze that is being made has ages: use --paint age with `maze generate`",
            "seul un labyrinthe en création a des âges : utilisez --paint age avec « maze generate »",
        ))
    }
}

/// What a picture shows besides the walls.
#[derive(clap::Args, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Look {
    /// Draw the shortest way.
    #[arg(long, help = tr("Draw the shortest way", "Tracer le plus court chemin"))]
    pub solution: bool,

    /// Colour cells by distance, age or class (the pieces of union-find).
    #[arg(long, value_enum, default_value_t, value_name = "WHAT", help = tr(
        "Colour cells by distance, age or class (the pieces of union-find)",
        "Colorer les cases par distance, âge ou classe (les morceaux d'union-find)"
    ))]
    pub paint: Paint,

    /// Pixels a cell in PNG and GIF; 16 or fewer, as fits, unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help = tr(
        "Pixels a cell in PNG and GIF; 16 or fewer, as fits, unless given",
        "Pixels par case en PNG et GIF ; 16 ou moins, selon la place, par défaut"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pixels: Option<u16>,
}

impl Look {
    /// Refuses what a format does not show.
    pub fn check(self, format: &str) -> Result<(), Refusal> {
        let plain = !matches!(format, "svg" | "png" | "gif" | "terminal");
        let film = format == "gif";
        let (en, fr) = (format!("in {format}"), format!("en {format}"));
        for (found, setting) in [
            ((plain || film) && self.solution, "solution"),
            (plain && self.paint != Paint::None, "paint"),
            (film && matches!(self.paint, Paint::Distance | Paint::Age), "paint"),
            (self.pixels.is_some() && !matches!(format, "png" | "gif"), "pixels"),
        ] {
            if found {
                return Err(Refusal::no_effect(setting, &en, &fr));
            }
        }
        Ok(())
    }

    /// Pixels a cell: as asked, or as many as make a picture of bearable size.
    pub fn pixels(self, scene: &Scene, most: usize) -> f32 {
        let fits = |pixels: &f32| f64::from(scene.width * pixels) * f64::from(scene.height * pixels) <= most as f64;
        let asked = self.pixels.map(f32::from);
        asked.unwrap_or_else(|| [16.0, 12.0, 8.0, 6.0, 4.0].into_iter().find(fits).unwrap_or(2.0))
    }
}

impl Look {
    /// A scene as PNG, if there is memory for it.
    pub fn png(self, scene: &Scene, memory: u64) -> Result<Vec<u8>, Refusal> {
        let pixels = self.pixels(scene, 100_000_000);
        // Four bytes a pixel, once as a picture and once as a file.
        let needed = f64::from(scene.width * pixels) * f64::from(scene.height * pixels) * 8.0;
        if needed > memory as f64 {
            return Err(Refusal::too_large(
                "this picture is too large here; fewer `pixels` make a smaller one",
                "cette image est trop grande ici ; moins de `pixels` en font une plus petite",
            ));
        }
        dedale_draw::png(scene, pixels, Theme::Light).map_err(Refusal::broken)
    }
}

/// A maze on squares to be drawn.
pub struct Drawing<'a> {
    pub maze: &'a Maze,
    pub look: Look,
    /// A way already found.
    pub path: Option<&'a [Cell]>,
    /// How the maze was made, for colours by age.
    pub generation: Option<&'a dyn Fn() -> Generation>,
    /// The most bytes of memory for a picture.
    pub memory: u64,
}

impl Drawing<'_> {
    fn paints(&self) -> Option<Paints> {
        match self.look.paint {
            Paint::None => None,
            Paint::Distance => self.maze.start().map(|start| picture::by_distance(self.maze, &[start])),
            Paint::Class => Some(picture::by_class(self.maze)),
            Paint::Age => self.generation.map(|generation| picture::by_age(self.maze, generation())),
        }
    }

    /// The way to draw, if any.
    fn way(&self) -> Vec<Cell> {
        match (self.path, self.maze.start()) {
            (Some(path), _) => path.to_vec(),
            (None, Some(start)) if self.look.solution => {
                solve(self.maze, Method::Bfs, start, &self.maze.goals()).path.unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    fn scene(&self) -> Scene {
        let path = self.way();
        let look = picture::Look { paints: self.paints(), path: &path, ends: true, ..picture::Look::default() };
        picture::scene(self.maze, &look)
    }

    /// The maze as characters.
    pub fn text(&self, reader: &Reader) -> String {
        let path = self.way();
        let look =
            picture::Look { paints: self.paints(), path: &path, ends: !path.is_empty(), ..picture::Look::default() };
        let style = Style { color: reader.color, unicode: reader.unicode };
        picture::canvas(self.maze, &look, 3, reader.unicode).to_text(style)
    }

    /// Writes the maze as `maz`, `txt`, `num`, `svg` or `png`.
    pub fn write(&self, format: &str, mut out: &mut dyn Write) -> Result<(), Refusal> {
        self.look.check(format)?;
        match format {
            "num" => out.write_all(formats::to_numbers(self.maze).as_bytes()),
            "svg" => out.write_all(dedale_draw::svg(&self.scene()).as_bytes()),
            "png" => out.write_all(&self.look.png(&self.scene(), self.memory)?),
            _ => formats::write_text(self.maze, &mut out),
        }
        .map_err(Refusal::broken)
    }
}

/// What a writer writes, as a text.
pub fn collected(write: impl FnOnce(&mut dyn Write) -> Result<(), Refusal>) -> String {
    let mut bytes = Vec::new();
    match write(&mut bytes) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(refusal) => refusal.message(dedale_text::Lang::current()) + "\n",
    }
}

/// The schema of answers whose JSON is the document of a maze.
pub(crate) type Schema = super::board::AnyDocument<Vec<String>>;

/// Says that the JSON of an answer is the document of a maze.
macro_rules! is_document {
    ($type:ty) => {
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                crate::questions::drawing::Schema::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                crate::questions::drawing::Schema::json_schema(generator)
            }
        }
    };
}
pub(super) use is_document;
