//! `maze convert` and `maze show`, and what pictures look like.

use super::file;
use crate::args::OutputArg;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::output;
use clap::{Args, ValueEnum};
use dedale_draw::{Raster, Scene, Theme};
use dedale_grid::Cell;
use dedale_maze::formats::Origin;
use dedale_maze::picture::{self, Look, Paints};
use dedale_maze::solvers::{Method, solve};
use dedale_maze::{Generation, Maze};
use dedale_text::tr;

/// What the colours of cells say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Painted {
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

#[derive(Args, Clone, Copy)]
pub struct PictureArg {
    #[arg(long, help = tr("Draw the shortest way", "Tracer le plus court chemin"))]
    pub solution: bool,

    #[arg(long, value_enum, default_value_t, value_name = "WHAT", help = tr(
        "Colour cells by distance, age or class (the pieces of union-find)",
        "Colorer les cases par distance, âge ou classe (les morceaux d'union-find)"
    ))]
    pub paint: Painted,

    #[arg(long, value_name = "N", help = tr("Pixels a cell in PNG and GIF; 16 or fewer, as fits, unless given", "Pixels par case en PNG et GIF ; 16 ou moins, selon la place, par défaut"))]
    pub pixels: Option<u16>,
}

/// A picture to be made.
pub struct Picture<'a> {
    pub args: PictureArg,
    /// How the maze was made, for colours by age.
    pub generation: Option<&'a dyn Fn() -> Generation>,
    /// A way already found.
    pub path: Option<&'a [Cell]>,
}

impl Picture<'_> {
    fn paints(&self, maze: &Maze) -> Result<Option<Paints>, Failure> {
        Ok(match (self.args.paint, self.generation) {
            (Painted::None, _) => None,
            (Painted::Distance, _) => maze.start().map(|start| picture::by_distance(maze, &[start])),
            (Painted::Class, _) => Some(picture::by_class(maze)),
            (Painted::Age, Some(generation)) => Some(picture::by_age(maze, generation())),
            (Painted::Age, None) => {
                return Err(Failure::new(
                    "only a maze that is being made has ages: use --paint age with `maze generate`",
                    "seul un labyrinthe en création a des âges : utilisez --paint age avec « maze generate »",
                ));
            }
        })
    }

    /// The way to draw, if any.
    fn way(&self, maze: &Maze) -> Vec<Cell> {
        match (self.path, maze.start()) {
            (Some(path), _) => path.to_vec(),
            (None, Some(start)) if self.args.solution => {
                solve(maze, Method::Bfs, start, &maze.goals()).path.unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    pub fn scene(&self, maze: &Maze) -> Result<Scene, Failure> {
        let path = self.way(maze);
        Ok(picture::scene(maze, &Look { paints: self.paints(maze)?, path: &path, ends: true, ..Look::default() }))
    }

    pub fn png(&self, maze: &Maze) -> Result<Vec<u8>, Failure> {
        let scene = self.scene(maze)?;
        dedale_draw::png(&scene, self.pixels(&scene, 100_000_000), Theme::Light).map_err(Failure::broken)
    }

    /// Pixels a cell: as asked, or as many as make a picture of bearable size.
    pub fn pixels(&self, scene: &Scene, most: usize) -> f32 {
        let fits = |pixels: &f32| f64::from(scene.width * pixels) * f64::from(scene.height * pixels) <= most as f64;
        let asked = self.args.pixels.map(f32::from);
        asked.unwrap_or_else(|| [16.0, 12.0, 8.0, 6.0, 4.0].into_iter().find(fits).unwrap_or(2.0))
    }

    /// The maze as characters.
    pub fn text(&self, maze: &Maze, context: &Context) -> Result<String, Failure> {
        let style = context.style();
        let path = self.way(maze);
        let look = Look { paints: self.paints(maze)?, path: &path, ends: !path.is_empty(), ..Look::default() };
        Ok(picture::canvas(maze, &look, 3, style.unicode).to_text(style))
    }
}

#[derive(Args)]
pub struct Convert {
    #[arg(value_name = "FILE", help = tr("The maze, `-` for standard input", "Le labyrinthe, « - » pour l'entrée standard"))]
    file: String,

    #[command(flatten)]
    output: OutputArg,

    #[command(flatten)]
    picture: PictureArg,
}

impl Convert {
    pub fn run(self) -> Answer {
        let format = file::format(&self.output)?;
        if matches!(format, "gif" | "steps") {
            return Err(Failure::new(
                format!("a finished maze has no {format}: only `maze generate` shows how one is made"),
                format!("un labyrinthe fini n'a pas de {format} : seul « maze generate » montre comment il se fait"),
            ));
        }
        let maze = file::read(&self.file)?;
        let picture = Picture { args: self.picture, generation: None, path: None };
        file::write(&maze, &Origin::default(), &self.output, format, &picture)?;
        Ok(Done::Yes)
    }
}

#[derive(Args)]
pub struct Show {
    #[arg(value_name = "FILE", help = tr("The maze, `-` for standard input", "Le labyrinthe, « - » pour l'entrée standard"))]
    file: String,

    #[command(flatten)]
    picture: PictureArg,
}

impl Show {
    pub fn run(self, context: &Context) -> Answer {
        let maze = file::read(&self.file)?;
        // Beyond this a terminal shows nothing useful, and a picture does.
        let most = Raster::LARGEST / 100;
        if maze.size().area() > most {
            return Err(Failure::new(
                format!(
                    "found {} cells, a terminal shows at most {most}; try `maze convert -o maze.png`",
                    maze.size().area()
                ),
                format!(
                    "trouvé {} cases, un terminal en montre au plus {most} ; essayez « maze convert -o maze.png »",
                    maze.size().area()
                ),
            ));
        }
        let picture = Picture { args: self.picture, generation: None, path: None };
        output::stdout(picture.text(&maze, context)?.as_bytes())?;
        Ok(Done::Yes)
    }
}
