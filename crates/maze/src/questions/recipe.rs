//! How a maze is to be made: the settings that every maze in the making shares.

use super::board::Board;
use super::source::{read, read_any};
use super::words::{RoomSide, Sides, named};
use crate::formats::Rows;
use crate::rows::RowMaker;
use crate::surface::{self, Graph, GraphMaze, HexRowMaker, Kind, Surface};
use crate::{Algorithm, Generation, Maze, Options, Plan, Policy, generate, generate_telling, mask};
use dedale_grid::{BitGrid, Point, Size, SizeError};
use dedale_question::{Bytes, Control, Progress, Refusal, Seed, Source};
use dedale_text::tr;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a maze is to be made.
#[derive(clap::Args, Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "MazeRecipe")]
pub struct Recipe {
    /// The algorithm; the question `algos` lists them.
    #[arg(value_name = "ALGO", value_parser = named::<Algorithm>, default_value_t = Self::default().algo, help = tr(
        "The algorithm; `maze algos` lists them", "L'algorithme ; « maze algos » les liste"
    ))]
    pub algo: Algorithm,

    /// The surface; the question `surfaces` lists them.
    #[arg(long, value_name = "SURFACE", value_parser = named::<Kind>, default_value_t = Self::default().surface, help = tr(
        "The surface; `maze surfaces` lists them", "La surface ; « maze surfaces » les liste"
    ))]
    pub surface: Kind,

    /// Columns and rows; the mask's or the walls' own without it.
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = named::<Sides>, help = tr(
        "Columns and rows; the mask's or the walls' own without it", "Colonnes et lignes ; à défaut celles du masque ou des murs"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Sides>,

    /// The floors of a stack; 3 unless given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help = tr(
        "The floors of a stack, 3 unless given", "Les étages de stack, 3 par défaut"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<u32>,

    /// Its seed.
    #[command(flatten)]
    #[serde(flatten)]
    pub seed: Seed,

    /// Passages run across (towards 1) or up and down (towards 0).
    #[arg(long, value_name = "SHARE", default_value_t = Self::default().bias, help = tr(
        "Passages run across (towards 1) or up and down (towards 0)",
        "Passages plutôt horizontaux (vers 1) ou verticaux (vers 0)"
    ))]
    pub bias: f64,

    /// Share of dead ends opened afterwards, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = Self::default().braid, help = tr(
        "Share of dead ends opened afterwards, 0 to 1", "Part des culs-de-sac ouverts ensuite, de 0 à 1"
    ))]
    pub braid: f64,

    /// How many rooms to clear.
    #[arg(long, value_name = "N", default_value_t = Self::default().rooms, help = tr(
        "How many rooms to clear", "Combien de salles dégager"
    ))]
    pub rooms: u32,

    /// The sides of rooms, such as `2-5`.
    #[arg(long, value_name = "LOW-HIGH", default_value_t = Self::default().room_side, value_parser = named::<RoomSide>, help = tr(
        "The sides of rooms", "Les côtés des salles"
    ))]
    pub room_side: RoomSide,

    /// Where `growing-tree` grows: `newest`, `oldest`, `random` or a mix such
    /// as `newest:75,random:25`.
    #[arg(long, value_name = "POLICY", default_value_t = Self::default().policy, value_parser = named::<Policy>, help = tr(
        "Where growing-tree grows: newest, oldest, random or a mix",
        "Où pousse growing-tree : newest, oldest, random ou un mélange"
    ))]
    pub policy: Policy,

    /// Text, PNG or PBM: dark cells are not part of the maze.
    #[arg(long, value_name = "FILE", help = tr(
        "Text, PNG or PBM: dark cells are not part of the maze", "Texte, PNG ou PBM : les cases sombres ne font pas partie du labyrinthe"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<Source>,

    /// Letters that the maze has the shape of.
    #[arg(long, value_name = "TEXT", conflicts_with = "mask", help = tr(
        "Letters that the maze has the shape of", "Des lettres dont le labyrinthe prend la forme"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letters: Option<String>,

    /// The dark cells of the mask are the maze, as in a silhouette.
    #[arg(long, help = tr(
        "The dark cells of the mask are the maze, as in a silhouette", "Les cases sombres du masque sont le labyrinthe, comme une silhouette"
    ))]
    pub invert: bool,

    /// A maze whose inner walls are unbreakable here.
    #[arg(long, value_name = "FILE", help = tr(
        "A maze whose inner walls are unbreakable here", "Un labyrinthe dont les murs intérieurs sont ici incassables"
    ))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walls: Option<Source>,

    /// The most memory to use, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = Self::default().memory_limit, help = tr(
        "The most memory to use: 500M, 16G", "La mémoire à ne pas dépasser : 500M, 16G"
    ))]
    pub memory_limit: Bytes,
}

impl Default for Recipe {
    fn default() -> Self {
        let Options { bias, braid, rooms, room_side: (low, high), policy } = Options::default();
        Self {
            algo: Algorithm::Backtracker,
            surface: Kind::Square,
            size: None,
            levels: None,
            seed: Seed::default(),
            bias,
            braid,
            rooms,
            room_side: RoomSide(low, high),
            policy,
            mask: None,
            letters: None,
            invert: false,
            walls: None,
            memory_limit: Bytes(4 << 30),
        }
    }
}

impl Recipe {
    fn options(&self) -> Result<Options, Refusal> {
        let RoomSide(low, high) = self.room_side;
        let Self { bias, braid, rooms, policy, .. } = *self;
        let options = Options { bias, braid, rooms, room_side: (low, high), policy };
        options.check()?;
        let usual = Self::default();
        if rooms == 0 && self.room_side != usual.room_side {
            return Err(Refusal::no_effect("room_side", "without `rooms`", "sans `rooms`"));
        }
        if self.algo != Algorithm::GrowingTree && policy != usual.policy {
            let (en, fr) = (format!("with {}", self.algo), format!("avec {}", self.algo));
            return Err(Refusal::no_effect("policy", &en, &fr));
        }
        if self.algo == Algorithm::Empty {
            for (given, setting) in
                [(bias != usual.bias, "bias"), (braid != usual.braid, "braid"), (rooms != usual.rooms, "rooms")]
            {
                if given {
                    return Err(Refusal::no_effect(setting, "with empty", "avec empty"));
                }
            }
        }
        if self.invert && self.mask.is_none() && self.letters.is_none() {
            return Err(Refusal::no_effect("invert", "without `mask` or `letters`", "sans `mask` ni `letters`"));
        }
        Ok(options)
    }

    /// The maker of rows for a maze that can be written while it is made, of
    /// any number of rows. Hexagons that fit into memory are made there.
    pub fn rows(&self, control: &Control<'_>) -> Result<Option<(Rows, Sides)>, Refusal> {
        let plain = matches!(self.surface, Kind::Square | Kind::Hex)
            && self.mask.is_none()
            && self.letters.is_none()
            && self.walls.is_none()
            && self.levels.is_none()
            && self.rooms == 0
            && self.braid == 0.0;
        let (Some(kind), Some(sides), true) = (self.algo.rows(), self.size, plain) else { return Ok(None) };
        let hex = self.surface == Kind::Hex;
        if hex && sides.cells() <= Surface::LARGEST {
            return Ok(None);
        }
        let options = self.options()?;
        control.cells(sides.cells())?;
        if sides.cells() == 0 {
            return Err(SizeError::Empty.into());
        }
        if sides.columns > WIDEST {
            let columns = sides.columns;
            return Err(Refusal::too_large(
                format!("found {columns} columns, expected at most {WIDEST}; rows may be as many as one likes"),
                format!("trouvé {columns} colonnes, attendu au plus {WIDEST} ; les lignes sont sans limite"),
            ));
        }
        // Arrays of 32-bit numbers, words of walls and two lines of text.
        let seed = self.seed.get();
        self.remember(control, &sides, sides.columns.saturating_mul(if hex { 48 } else { 20 }))?;
        let columns = usize::try_from(sides.columns).map_err(Refusal::broken)?;
        let rows = if hex {
            HexRowMaker::new(kind, columns, seed, options.bias).into()
        } else {
            RowMaker::new(kind, columns, seed, options.bias).into()
        };
        Ok(Some((rows, sides)))
    }

    /// What the generators take; everything is checked before memory is taken.
    pub fn prepare(&self, control: &Control<'_>) -> Result<Prepared, Refusal> {
        let options = self.options()?;
        if self.surface != Kind::Square {
            let kind = self.surface;
            return Err(Refusal::new(
                format!(
                    "found the surface {kind}, expected squares here; `maze steps` and `maze generate -o maze.gif` show any surface"
                ),
                format!(
                    "trouvé la surface {kind}, attendu ici des carrés ; « maze steps » et « maze generate -o maze.gif » montrent toute surface"
                ),
            ));
        }
        if self.levels.is_some() {
            return Err(Refusal::no_effect(
                "levels",
                "on squares; `surface` stack has floors",
                "sur des carrés ; `surface` stack a des étages",
            ));
        }
        let size = self.size.map(|sides| self.size(sides, control)).transpose()?;
        let fence = self.walls.as_ref().map(|walls| read(walls, control)).transpose()?;
        let size = size.or(fence.as_ref().map(Maze::size));
        let absent = self.shape(size, control)?;
        let size = size
            .or(absent.as_ref().map(BitGrid::size))
            .ok_or_else(|| Refusal::new("expected `size`, `mask` or `walls`", "attendu `size`, `mask` ou `walls`"))?;
        self.remember(control, &size, self.algo.memory(size))?;
        check_rooms(&options, size)?;
        let mut plan = Plan::new(size);
        if let Some(absent) = absent {
            if absent.count() == size.area() {
                return Err(self.no_cells());
            }
            plan.mask(&absent);
        }
        if let Some(fence) = fence {
            if fence.size() != size {
                return Err(Refusal::new(
                    format!("found walls of {}, expected {size}", fence.size()),
                    format!("trouvé des murs de {}, attendu {size}", fence.size()),
                ));
            }
            plan.fence(&fence.walls);
        }
        Ok(Prepared { algorithm: self.algo, plan, options, seed: self.seed.get() })
    }

    fn no_cells(&self) -> Refusal {
        Refusal::new(
            "found a mask that leaves no cell, expected at least one",
            "trouvé un masque qui ne laisse aucune case, attendu au moins une",
        )
        .within(self.mask.as_ref().map(Source::name).unwrap_or_default())
    }

    /// The cells that the mask or the letters leave out, stretched to a size
    /// if there is one.
    pub(super) fn shape(&self, size: Option<Size>, control: &Control<'_>) -> Result<Option<BitGrid>, Refusal> {
        let mut absent = match (&self.mask, &self.letters) {
            (Some(_), Some(_)) => {
                return Err(Refusal::new(
                    "expected either `mask` or `letters`",
                    "attendu ou bien `mask` ou bien `letters`",
                ));
            }
            (Some(source), None) => read_mask(source, size, control)?,
            (None, Some(text)) => mask::letters(text, size)?,
            (None, None) => return Ok(None),
        };
        control.cells(absent.size().area() as u64)?;
        if self.invert {
            absent.invert();
        }
        Ok(Some(absent))
    }

    /// The same for a surface that is not of squares; nothing if it is.
    pub fn surface(&self, control: &Control<'_>) -> Result<Option<PreparedSurface>, Refusal> {
        if self.surface == Kind::Square {
            return Ok(None);
        }
        self.on_any_surface(control).map(Some)
    }

    /// The same with squares as a surface like the others. A seed then makes
    /// another maze than on squares proper.
    pub fn on_any_surface(&self, control: &Control<'_>) -> Result<PreparedSurface, Refusal> {
        let options = self.options()?;
        surface::check(self.algo, self.surface)?;
        surface::check_options(&options, self.surface)?;
        let seed = self.seed.get();
        let shape = self.shape(None, control)?;
        let sides = match (self.size, &shape, &self.walls) {
            (Some(sides), _, _) => sides,
            (None, Some(shape), _) => Sides { columns: shape.size().cols() as u64, rows: shape.size().rows() as u64 },
            (None, None, Some(_)) => Sides { columns: 0, rows: 0 },
            _ => return Err(Refusal::new("expected `size`, `mask` or `walls`", "attendu `size`, `mask` ou `walls`")),
        };
        let graph = match &self.walls {
            None => self.graph(sides, shape.as_ref(), seed, control)?,
            Some(walls) => self.fenced(walls, shape.is_some(), control)?,
        };
        if graph.cells().next().is_none() {
            return Err(self.no_cells());
        }
        if u64::from(options.rooms) > graph.len() as u64 {
            let (rooms, most) = (options.rooms, graph.len());
            return Err(Refusal::too_large(
                format!("found {rooms} rooms, expected at most {most}, one a cell"),
                format!("trouvé {rooms} salles, attendu au plus {most}, une par case"),
            ));
        }
        if options.rooms > 0 && options.room_side.1 > 64 {
            let side = options.room_side.1;
            return Err(Refusal::too_large(
                format!("found rooms of side {side}, expected at most 64 on a surface"),
                format!("trouvé des salles de côté {side}, attendu au plus 64 sur une surface"),
            ));
        }
        let shape = shape.filter(|_| self.walls.is_none());
        let own = self.walls.is_none();
        Ok(PreparedSurface { algorithm: self.algo, graph: Arc::new(graph), shape, own, options, seed })
    }

    fn graph(&self, sides: Sides, shape: Option<&BitGrid>, seed: u64, control: &Control<'_>) -> Result<Graph, Refusal> {
        control.cells(sides.cells())?;
        let side = |side: u64| u32::try_from(side).unwrap_or(u32::MAX);
        let usual = if self.surface == Kind::Stack { 3 } else { 1 };
        let surface = Surface::new(self.surface, side(sides.columns), side(sides.rows))?;
        let surface = surface.levels(self.levels.unwrap_or(usual))?.seeded(seed);
        control.cells(surface.cells())?;
        self.remember(control, &surface, surface.cells().saturating_mul(300))?;
        Ok(shaped(&surface, shape))
    }

    /// The surface of another maze, whose walls may not be broken.
    fn fenced(&self, walls: &Source, shaped: bool, control: &Control<'_>) -> Result<Graph, Refusal> {
        for (given, setting) in [(shaped, "mask"), (self.size.is_some(), "size"), (self.levels.is_some(), "levels")] {
            if given {
                return Err(Refusal::no_effect(setting, "with `walls` on a surface", "avec `walls` sur une surface"));
            }
        }
        let kind = self.surface;
        let refused = |found: &str| {
            Refusal::new(
                format!("found walls on {found}, expected them on {kind}"),
                format!("trouvé des murs sur {found}, attendu sur {kind}"),
            )
            .within(walls.name())
        };
        match read_any(walls, control)? {
            Board::Surface(maze) if maze.graph().surface().kind() == kind => {
                let graph = Graph::clone(maze.graph());
                Ok(graph.fenced(|[a, b]| maze.graph().between(a, b).is_some_and(|edge| maze.is_open(edge))))
            }
            Board::Surface(maze) => Err(refused(maze.graph().surface().kind().name())),
            Board::Squares(_) => Err(refused(Kind::Square.name())),
        }
    }

    /// What the generators take, whatever the surface.
    pub fn ready(&self, control: &Control<'_>) -> Result<Ready, Refusal> {
        match self.surface(control)? {
            Some(prepared) => Ok(Ready::Surface(prepared)),
            None => self.prepare(control).map(Ready::Squares),
        }
    }

    /// A size that the algorithm can handle.
    fn size(&self, sides: Sides, control: &Control<'_>) -> Result<Size, Refusal> {
        control.cells(sides.cells())?;
        let side = |side: u64| usize::try_from(side).unwrap_or(usize::MAX);
        match Size::new(side(sides.rows), side(sides.columns)) {
            Ok(size) if self.algo.fits(size) => {
                self.remember(control, &size, self.algo.memory(size))?;
                Ok(size)
            }
            Err(error @ SizeError::Empty) => Err(error.into()),
            _ => {
                let algo = self.algo;
                let gigabytes = sides.columns as f64 * sides.rows as f64 / 4.0 / f64::from(1 << 30);
                Err(Refusal::too_large(
                    format!(
                        "{sides} is too large for {algo}: the walls alone would need {gigabytes:.1} GiB and cells have 32-bit numbers; binary-tree, sidewinder and eller write any size to a .maz file"
                    ),
                    format!(
                        "{sides} est trop grand pour {algo} : les murs seuls demanderaient {gigabytes:.1} Gio et les cases ont des numéros de 32 bits ; binary-tree, sidewinder et eller écrivent toute taille dans un fichier .maz"
                    ),
                ))
            }
        }
    }

    /// Refuses work that would need more memory than it may take, and says how
    /// much.
    fn remember(&self, control: &Control<'_>, size: &impl std::fmt::Display, needed: u64) -> Result<(), Refusal> {
        let limit = self.memory_limit.0.min(control.limits.memory);
        if needed <= limit {
            return Ok(());
        }
        let (algo, needed, shown) = (self.algo, human(needed), human(limit));
        let (mut en, mut fr) = (
            format!("{algo} {size} would need about {needed} of memory, the limit is {shown}"),
            format!("{algo} {size} demanderait environ {needed} de mémoire, la limite est {shown}"),
        );
        if limit == self.memory_limit.0 {
            en += "; --memory-limit raises it";
            fr += " ; --memory-limit la relève";
        }
        Err(Refusal::too_large(en, fr))
    }
}

/// A recipe that was checked.
pub struct Prepared {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The board.
    pub plan: Plan,
    /// What the maze should be like.
    pub options: Options,
    /// The seed, drawn if none was given.
    pub seed: u64,
}

impl Prepared {
    /// The maze in the making.
    pub fn generation(&self) -> Generation {
        Generation::new(self.algorithm, &self.plan, &self.options, self.seed)
    }

    /// The maze of a seed.
    pub fn maze(&self, seed: u64) -> Maze {
        let mut maze = Maze::from(generate(self.algorithm, &self.plan, &self.options, seed));
        maze.absent = self.plan.absent().cloned();
        maze
    }

    /// The same; it tells how far it is, and ends when it is called off.
    fn maze_under(&self, seed: u64, control: &Control<'_>) -> Result<Maze, Refusal> {
        let mut go_on = telling(self.plan.size().area(), control);
        let walls = generate_telling(self.algorithm, &self.plan, &self.options, seed, &mut go_on);
        let mut maze = Maze::from(walls.ok_or_else(Refusal::stopped)?);
        maze.absent = self.plan.absent().cloned();
        Ok(maze)
    }
}

/// Adds up what a generator says of its progress; whether it goes on.
fn telling(cells: usize, control: &Control<'_>) -> impl FnMut(u64) -> bool {
    let (mut done, total) = (0, cells as u64);
    move |more| {
        // Some generators look at a cell several times.
        done = (done + more).min(total);
        control.progress(|| Progress { done, total: Some(total), ..Progress::default() });
        !control.stopped()
    }
}

/// A recipe on a surface that was checked.
pub struct PreparedSurface {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The surface.
    pub graph: Arc<Graph>,
    /// The cells that are left out of it, wherever it is built anew.
    shape: Option<BitGrid>,
    /// Whether the surface is made here, and not that of a file.
    own: bool,
    /// What the maze should be like.
    pub options: Options,
    /// The seed, drawn if none was given.
    pub seed: u64,
}

impl PreparedSurface {
    /// The maze in the making.
    pub fn generation(&self) -> surface::Generation {
        surface::Generation::new(self.algorithm, &self.graph, &self.options, self.seed)
    }

    /// The maze of a seed.
    pub fn maze(&self, seed: u64) -> GraphMaze {
        surface::generate(self.algorithm, &self.graph_of(seed), &self.options, seed)
    }

    /// The same for another seed, on which the surface itself may depend.
    fn with_seed(self, seed: u64) -> Self {
        Self { graph: self.graph_of(seed), seed, ..self }
    }

    fn graph_of(&self, seed: u64) -> Arc<Graph> {
        let surface = self.graph.surface();
        if !self.own || surface.seeded(seed) == *surface {
            return Arc::clone(&self.graph);
        }
        Arc::new(shaped(&surface.seeded(seed), self.shape.as_ref()))
    }
}

/// A surface without the cells that a mask leaves out, stretched over it.
fn shaped(surface: &Surface, shape: Option<&BitGrid>) -> Graph {
    let Some(shape) = shape else { return surface.graph() };
    let size = shape.size();
    let place = |share: f32, side: usize| ((share * side as f32) as i32).clamp(0, side as i32 - 1);
    surface.masked(|x, y| shape.at(Point::new(place(y, size.rows()), place(x, size.cols()))))
}

/// The most columns of rows that are made one by one: their cells, and those of
/// the row below, have 32-bit numbers.
const WIDEST: u64 = 1 << 31;

/// From so many cells on, people want to know how far it is.
const LARGE: usize = 1 << 21;

/// A checked recipe on squares or on another surface.
pub enum Ready {
    /// On squares.
    Squares(Prepared),
    /// On a surface.
    Surface(PreparedSurface),
}

impl Ready {
    /// The seed.
    pub fn seed(&self) -> u64 {
        match self {
            Self::Squares(prepared) => prepared.seed,
            Self::Surface(prepared) => prepared.seed,
        }
    }

    /// The same for another seed.
    pub fn with_seed(self, seed: u64) -> Self {
        match self {
            Self::Squares(prepared) => Self::Squares(Prepared { seed, ..prepared }),
            Self::Surface(prepared) => Self::Surface(prepared.with_seed(seed)),
        }
    }

    /// The maze of a seed; a large one tells how far it is, and ends when it
    /// is called off.
    pub fn board(&self, seed: u64, control: &Control<'_>) -> Result<Board, Refusal> {
        let board = match self {
            Self::Squares(prepared) if prepared.plan.size().area() >= LARGE => {
                prepared.maze_under(seed, control)?.into()
            }
            Self::Squares(prepared) => prepared.maze(seed).into(),
            Self::Surface(prepared) => {
                let graph = prepared.graph_of(seed);
                let mut go_on = telling(graph.len(), control);
                let maze = surface::generate_telling(prepared.algorithm, &graph, &prepared.options, seed, &mut go_on);
                Board::Surface(maze.ok_or_else(Refusal::stopped)?)
            }
        };
        control.check()?;
        Ok(board)
    }

    /// The parts that the board falls into.
    pub fn parts(&self) -> usize {
        match self {
            Self::Squares(prepared) => prepared.plan.parts(),
            Self::Surface(prepared) => prepared.graph.parts(),
        }
    }
}

/// Reads a mask, stretched to a size if there is one.
pub fn read_mask(source: &Source, size: Option<Size>, control: &Control<'_>) -> Result<BitGrid, Refusal> {
    let input = source.read()?;
    control.cells(mask::cells(&input.bytes))?;
    mask::read(&input.bytes, size).map_err(|error| input.at(&error))
}

/// Looking for a place looks at every cell of a room; a board is looked at some
/// dozen times at the most.
fn check_rooms(options: &Options, size: Size) -> Result<(), Refusal> {
    let high = options.room_side.1 as usize;
    let looks = ((high.min(size.rows()) + 2) * (high.min(size.cols()) + 2)) as u64;
    let most = 64 * (size.area() as u64).max(1 << 16) / looks;
    if u64::from(options.rooms) <= most {
        return Ok(());
    }
    let rooms = options.rooms;
    Err(Refusal::too_large(
        format!("found {rooms} rooms, expected at most {most} of sides up to {high} on {size}"),
        format!("trouvé {rooms} salles, attendu au plus {most} de côtés jusqu'à {high} sur {size}"),
    ))
}

/// Bytes as people read them.
fn human(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = (bytes.max(1).ilog2() / 10) as usize;
    match unit {
        0 => format!("{bytes} B"),
        unit => format!("{:.1} {}", bytes as f64 / (1u64 << (unit * 10)) as f64, units[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_question::{Kind, Limits, Reader};

    #[test]
    fn bytes_for_people() {
        let shown = [0, 1023, 1536, 4 << 30, u64::MAX].map(human);
        assert_eq!(shown, ["0 B", "1023 B", "1.5 KiB", "4.0 GiB", "16.0 EiB"]);
    }

    #[test]
    fn nothing_is_made_that_would_never_end() {
        let limits = Limits { cells: 1 << 20, ..Limits::NONE };
        let control = Control::new(limits, Reader::default(), Default::default());
        let refused = |recipe: serde_json::Value| {
            let recipe: Recipe = serde_json::from_value(recipe).expect("a recipe");
            recipe.prepare(&control).err().map(|refusal| refusal.kind)
        };
        assert_eq!(refused(serde_json::json!({"size": "40x40", "rooms": 40})), None);
        assert_eq!(refused(serde_json::json!({"size": "3x3", "rooms": 40})), None);
        assert_eq!(refused(serde_json::json!({"size": "40x40", "rooms": u32::MAX})), Some(Kind::TooLarge));
        assert_eq!(
            refused(serde_json::json!({"size": "1000x1000", "rooms": 10_000, "room_side": "500"})),
            Some(Kind::TooLarge)
        );
        assert_eq!(refused(serde_json::json!({"size": "2000x2000"})), Some(Kind::TooLarge));
        let long = format!("{}{}", ".".repeat(3000), "\n.".repeat(3000));
        assert_eq!(refused(serde_json::json!({ "mask": long })), Some(Kind::TooLarge));
        assert_eq!(refused(serde_json::json!({"size": "4x4", "room_side": "3"})), Some(Kind::Wrong));
        assert_eq!(refused(serde_json::json!({"size": "4x4", "policy": "oldest"})), Some(Kind::Wrong));
        assert_eq!(refused(serde_json::json!({})), Some(Kind::Wrong));
    }

    #[test]
    fn rows_of_any_number_have_limits_across() {
        let rows = |surface: &str, size: &str, memory: u64| {
            let recipe = serde_json::json!({"algo": "eller", "surface": surface, "size": size, "seed": 1, "memory_limit": memory});
            let recipe: Recipe = serde_json::from_value(recipe).expect("a recipe");
            recipe.rows(&Control::default()).map(|rows| rows.is_some()).map_err(|refusal| refusal.kind)
        };
        for surface in ["square", "hex"] {
            assert_eq!(rows(surface, "1000x18446744073709551615", 1 << 20), Ok(true));
            assert_eq!(rows(surface, "1000000x5", 1 << 20), Err(Kind::TooLarge), "of memory");
            assert_eq!(rows(surface, "3000000000x5", u64::MAX), Err(Kind::TooLarge), "of numbers");
        }
        assert_eq!(rows("hex", "10x10", 1 << 20), Ok(false), "made in memory");
    }
}
