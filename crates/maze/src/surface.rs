//! Mazes on surfaces that are not square grids.
//!
//! A [`Surface`] is a kind, such as hexagons, and its sides; its [`Graph`] has
//! the cells as polygons and the walls between them. Generators, solvers and
//! measures here know only the graph, so each of them works on every surface.
//! Square grids have a world of their own in the rest of this crate, which is
//! many times faster; here they are one surface among others.
//!
//! ```
//! use dedale_maze::surface::{Kind, Surface, generate};
//! use dedale_maze::{Algorithm, Options};
//! use std::sync::Arc;
//!
//! let graph = Arc::new(Surface::new(Kind::Hex, 20, 10)?.graph());
//! let maze = generate(Algorithm::Wilson, &graph, &Options::default(), 1);
//! assert_eq!(maze.passages(), 199);
//! # Ok::<(), dedale_maze::surface::SurfaceError>(())
//! ```

mod division;
mod film;
mod finish;
mod generation;
mod graph;
mod grow;
mod growth;
mod hex_rows;
mod hex_text;
mod json;
mod kruskal;
mod maze;
mod measure;
mod pairs;
pub mod picture;
mod rows;
mod solvers;
mod tilings;
mod voronoi;
mod walks;
mod watch;
mod weave;

pub use film::{Film, FilmError, encode, header};
pub use generation::{Generation, generate, generate_telling};
pub use graph::{Edge, Graph, Link, Side};
pub use hex_rows::HexRowMaker;
#[cfg(feature = "questions")]
pub(crate) use hex_text::read_hex_checked;
pub use hex_text::{HexError, fits_hex_text, is_hex_text, read_hex_text, write_hex_text};
pub(crate) use hex_text::{write_row, write_top};
#[cfg(feature = "questions")]
pub(crate) use json::{GraphDocument, is_graph, read_checked};
pub use json::{JsonError, read_json, to_json};
pub use maze::{GraphMaze, View};
pub use measure::{distances, measure, survey};
#[cfg(feature = "questions")]
pub(crate) use pairs::check_options;
pub use pairs::{PairError, check};
pub use solvers::{Solving, solve};
pub use watch::{Change, Step};

use crate::algorithm::nearest;
use dedale_text::{Text, messages};
use std::fmt;
use std::str::FromStr;

/// The shape of the cells, and how the board closes on itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Squares.
    #[default]
    Square,
    /// Hexagons with a corner on top, every other row shifted.
    Hex,
    /// Triangles, pointing up and down in turn.
    Triangle,
    /// Rings around a round cell; cells split in two where they get too wide.
    Polar,
    /// Octagons with squares between them.
    Upsilon,
    /// Bricks, every other row shifted by half of one.
    Brick,
    /// Squares, some of them bridges with a tunnel below.
    Weave,
    /// Floors of squares, with stairs.
    Stack,
    /// Squares; the left border is the right one.
    Cylinder,
    /// Squares; opposite borders are the same.
    Torus,
    /// Squares; the left border is the right one upside down.
    Moebius,
    /// The regions nearest to scattered points.
    Voronoi,
}

messages! {
    /// Why there is no such surface.
    pub enum SurfaceError {
        /// No such name, and the nearest one.
        Unknown { found: String, nearest: &'static str } =>
            "found surface `{found}`, did you mean `{nearest}`? `dedale maze surfaces` lists all",
            "trouvé la surface « {found} », vouliez-vous dire « {nearest} » ? « dedale maze surfaces » les liste toutes";
        /// No cells.
        Empty => "found a surface without cells, expected at least one row and one column",
            "trouvé une surface sans case, attendu au moins une ligne et une colonne";
        /// A border that meets itself too soon.
        TooSmall { kind: &'static str, columns: u32, rows: u32, least_columns: u32, least_rows: u32 } =>
            "found a {kind} of {columns}x{rows}, expected at least {least_columns}x{least_rows}: on a smaller one cells are their own neighbours, or neighbours twice",
            "trouvé {kind} {columns}x{rows}, attendu au moins {least_columns}x{least_rows} : en dessous, des cases sont leurs propres voisines, ou deux fois voisines";
        /// Too many cells.
        TooLarge { cells: u64, most: u64 } =>
            "found {cells} cells, expected at most {most} on a surface; squares may have thousands of millions",
            "trouvé {cells} cases, attendu au plus {most} sur une surface ; les carrés peuvent en avoir des milliards";
        /// Floors where there are none.
        Levels { kind: &'static str } =>
            "found `levels` on {kind}, expected it only on stack", "trouvé `levels` sur {kind}, attendu seulement sur stack";
    }
}

impl Kind {
    /// All surfaces.
    pub const ALL: [Self; 12] = [
        Self::Square,
        Self::Hex,
        Self::Triangle,
        Self::Polar,
        Self::Upsilon,
        Self::Brick,
        Self::Weave,
        Self::Stack,
        Self::Cylinder,
        Self::Torus,
        Self::Moebius,
        Self::Voronoi,
    ];

    /// The name in the command.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Hex => "hex",
            Self::Triangle => "triangle",
            Self::Polar => "polar",
            Self::Upsilon => "upsilon",
            Self::Brick => "brick",
            Self::Weave => "weave",
            Self::Stack => "stack",
            Self::Cylinder => "cylinder",
            Self::Torus => "torus",
            Self::Moebius => "moebius",
            Self::Voronoi => "voronoi",
        }
    }

    /// What it is, in a sentence.
    pub fn summary(self) -> Text {
        let (en, fr) = match self {
            Self::Square => ("squares", "des carrés"),
            Self::Hex => ("hexagons, every other row shifted", "des hexagones, une ligne sur deux décalée"),
            Self::Triangle => {
                ("triangles, pointing up and down in turn", "des triangles, tour à tour la pointe en haut et en bas")
            }
            Self::Polar => (
                "rings around a round cell; columns are the cells of the first ring, rows the rings",
                "des anneaux autour d'une case ronde ; les colonnes sont les cases du premier anneau, les lignes les anneaux",
            ),
            Self::Upsilon => ("octagons with squares between them", "des octogones séparés par des carrés"),
            Self::Brick => ("bricks, every other row shifted", "des briques, une rangée sur deux décalée"),
            Self::Weave => (
                "squares, some of them bridges with a tunnel below",
                "des carrés, dont certains sont des ponts au-dessus d'un tunnel",
            ),
            Self::Stack => {
                ("floors of squares with stairs between them", "des étages de carrés reliés par des escaliers")
            }
            Self::Cylinder => (
                "squares; who leaves on the right comes in on the left",
                "des carrés ; qui sort à droite rentre à gauche",
            ),
            Self::Torus => (
                "squares; who leaves on one side comes in on the other",
                "des carrés ; qui sort d'un côté rentre par l'autre",
            ),
            Self::Moebius => (
                "squares; who leaves on the right comes in on the left upside down",
                "des carrés ; qui sort à droite rentre à gauche, la tête en bas",
            ),
            Self::Voronoi => (
                "the regions nearest to scattered points, by the seed",
                "les régions les plus proches de points dispersés, selon la graine",
            ),
        };
        Text::new(en, fr)
    }

    /// Whether passages have directions that can be preferred.
    pub const fn has_directions(self) -> bool {
        !matches!(self, Self::Voronoi)
    }

    /// Whether cells stand in rows, each joined only to the row before and
    /// the row after, as the row-wise generators need.
    pub const fn has_rows(self) -> bool {
        matches!(
            self,
            Self::Square | Self::Hex | Self::Triangle | Self::Polar | Self::Upsilon | Self::Brick | Self::Cylinder
        )
    }

    /// Whether the board lies in the plane, every passage through a wall of
    /// its own: what can be printed and built.
    pub const fn is_flat(self) -> bool {
        matches!(
            self,
            Self::Square | Self::Hex | Self::Triangle | Self::Polar | Self::Upsilon | Self::Brick | Self::Voronoi
        )
    }

    /// Whether the surface itself depends on the seed.
    pub const fn is_seeded(self) -> bool {
        matches!(self, Self::Weave | Self::Voronoi)
    }

    /// The fewest columns and rows.
    const fn least(self) -> (u32, u32) {
        match self {
            Self::Polar | Self::Cylinder | Self::Moebius => (3, 1),
            Self::Torus => (3, 3),
            _ => (1, 1),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Names that others use, and ours.
const ALIASES: [(&str, &str); 10] = [
    ("squares", "square"),
    ("hexagon", "hex"),
    ("sigma", "hex"),
    ("delta", "triangle"),
    ("theta", "polar"),
    ("circle", "polar"),
    ("bricks", "brick"),
    ("3d", "stack"),
    ("mobius", "moebius"),
    ("möbius", "moebius"),
];

impl FromStr for Kind {
    type Err = SurfaceError;

    fn from_str(text: &str) -> Result<Self, SurfaceError> {
        let name = ALIASES.iter().find(|(alias, _)| *alias == text).map_or(text, |(_, name)| name);
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            SurfaceError::Unknown { found: text.to_owned(), nearest: nearest(text, &names) }
        })
    }
}

/// A kind with its sides: everything that a graph is built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surface {
    kind: Kind,
    columns: u32,
    rows: u32,
    levels: u32,
    seed: u64,
}

impl Surface {
    /// The most cells of a surface: its polygons take about a hundred bytes a
    /// cell.
    pub const LARGEST: u64 = 4_000_000;

    /// A surface of so many columns and rows.
    pub fn new(kind: Kind, columns: u32, rows: u32) -> Result<Self, SurfaceError> {
        if columns == 0 || rows == 0 {
            return Err(SurfaceError::Empty);
        }
        let (least_columns, least_rows) = kind.least();
        if columns < least_columns || rows < least_rows {
            return Err(SurfaceError::TooSmall { kind: kind.name(), columns, rows, least_columns, least_rows });
        }
        Self { kind, columns, rows, levels: 1, seed: 0 }.checked()
    }

    /// The same with so many floors.
    pub fn levels(self, levels: u32) -> Result<Self, SurfaceError> {
        match (self.kind, levels) {
            (_, 0) => Err(SurfaceError::Empty),
            (Kind::Stack, _) => Self { levels, ..self }.checked(),
            (_, 1) => Ok(self),
            (kind, _) => Err(SurfaceError::Levels { kind: kind.name() }),
        }
    }

    /// The same, made from a seed where that makes a difference.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        Self { seed: if self.kind.is_seeded() { seed } else { 0 }, ..self }
    }

    fn checked(self) -> Result<Self, SurfaceError> {
        let cells = self.cells();
        if cells > Self::LARGEST { Err(SurfaceError::TooLarge { cells, most: Self::LARGEST }) } else { Ok(self) }
    }

    /// The kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The rows of a floor.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The floors.
    pub fn floors(&self) -> u32 {
        self.levels
    }

    /// The seed that the surface itself was made from; 0 where none was.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many cells it has.
    pub fn cells(&self) -> u64 {
        match self.kind {
            Kind::Polar => tilings::rings(self.columns, self.rows),
            _ => u64::from(self.columns) * u64::from(self.rows) * u64::from(self.levels),
        }
    }

    /// Its cells and walls.
    pub fn graph(&self) -> Graph {
        self.masked(|_, _| false)
    }

    /// Its cells and walls without some cells.
    pub(crate) fn without(&self, absent: &[bool]) -> Graph {
        let mut builder = self.builder();
        builder.leave_out_numbers(absent);
        builder.finish(*self)
    }

    fn builder(&self) -> graph::Builder {
        match self.kind {
            Kind::Voronoi => voronoi::cells(self.columns, self.rows, self.seed),
            Kind::Weave => weave::cells(self.columns, self.rows, self.seed),
            _ => tilings::cells(self),
        }
    }

    /// Its cells and walls without the cells whose centre is left out: the
    /// function gets places from 0 to 1, across and down the drawing.
    pub fn masked(&self, absent: impl Fn(f32, f32) -> bool) -> Graph {
        let mut builder = self.builder();
        let (left, top, width, height) = builder.bounds();
        builder.leave_out(|[x, y]| absent((x - left) / width, (y - top) / height));
        builder.finish(*self)
    }
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}x{}", self.kind, self.columns, self.rows)?;
        if self.kind == Kind::Stack { write!(f, "x{}", self.levels) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_and_sizes_are_checked() {
        for kind in Kind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        for (alias, name) in ALIASES {
            assert_eq!(alias.parse::<Kind>(), name.parse());
        }
        let unknown = SurfaceError::Unknown { found: "hexs".to_owned(), nearest: "hex" };
        assert_eq!("hexs".parse::<Kind>(), Err(unknown));
        assert_eq!(Surface::new(Kind::Hex, 0, 3), Err(SurfaceError::Empty));
        assert!(matches!(Surface::new(Kind::Torus, 3, 2), Err(SurfaceError::TooSmall { .. })));
        assert!(matches!(Surface::new(Kind::Polar, 6, u32::MAX), Err(SurfaceError::TooLarge { .. })));
        assert!(matches!(Surface::new(Kind::Hex, 9, 9).unwrap().levels(2), Err(SurfaceError::Levels { .. })));
        assert!(matches!(Surface::new(Kind::Stack, 2000, 2000).unwrap().levels(9), Err(SurfaceError::TooLarge { .. })));
    }
}
