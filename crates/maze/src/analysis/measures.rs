//! Measures of a maze and of its solution.

use super::difficulty::{Difficulty, Hung};
use super::{Survey, distances, farthest, survey};
use crate::algorithm::nearest;
use crate::maze::Maze;
use crate::nibbles::Nibbles;
use crate::solvers::{Method, solve};
use dedale_grid::{Cell, Dir, Point};
use dedale_text::{Text, messages};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// Everything that is measured. The way is a shortest one from the start to the
/// nearest goal; what needs a way is missing without one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MazeMeasures"))]
pub struct Measures {
    /// The shape of the maze.
    #[serde(flatten)]
    pub survey: Survey,
    /// Where the way begins, `[row, column]`.
    pub start: Option<[i32; 2]>,
    /// Where it ends.
    pub goal: Option<[i32; 2]>,
    /// Steps of the way.
    pub path_length: Option<usize>,
    /// Changes of direction on the way.
    pub turns: Option<usize>,
    /// Cells of the way, the goal excepted, where one could go on in two or
    /// more directions.
    pub decisions: Option<usize>,
    /// Pieces that hang on the way and lead nowhere.
    pub false_branches: Option<usize>,
    /// Cells in them.
    pub false_cells: Option<usize>,
    /// Cells in the largest of them.
    pub largest_false_branch: Option<usize>,
    /// Stretches between dead ends and junctions.
    pub corridors: usize,
    /// Their mean length in steps.
    pub corridor_mean: f64,
    /// The longest of all shortest ways in the piece of the start.
    pub diameter: Option<u32>,
    /// Its two ends.
    pub diameter_ends: Option<[[i32; 2]; 2]>,
    /// Whether the diameter is exact; on large boards with cycles it is only a
    /// lower bound.
    pub diameter_exact: bool,
    /// Steps that a random walk from the start takes on average to the goal;
    /// only without cycles.
    pub random_walk_steps: Option<f64>,
    /// Moves of a wall follower, if it arrives.
    pub wall_follower_steps: Option<u64>,
    /// Moves by Trémaux's method.
    pub tremaux_steps: Option<u64>,
    /// How hard the maze is, and why.
    pub difficulty: Option<Difficulty>,
}

/// The most cells of a maze with cycles whose diameter is searched from every
/// cell.
pub(crate) const EXACT_DIAMETER: usize = 4096;

/// Measures a maze from its start to its nearest goal, in O(cells).
pub fn measure(maze: &Maze) -> Measures {
    let (start, goals) = (maze.start(), maze.goals());
    let survey = survey(maze);
    let size = maze.size();
    let pair = |cell: Cell| {
        let Point { row, col } = size.point(cell);
        [row, col]
    };
    let passages = Nibbles::passages(&maze.walls);
    let (corridors, corridor_mean) = corridors(&passages);
    let path = start.and_then(|start| solve(maze, Method::Bfs, start, &goals).path);
    let walker = |method| {
        let solution = solve(maze, method, start?, &goals);
        solution.path.map(|_| solution.steps)
    };
    let hanging = path.as_deref().map(|path| Hanging::new(&passages, path));
    let every = survey.cycles > 0 && size.area() <= EXACT_DIAMETER;
    let ends = start.and_then(|start| {
        let reached = distances(maze, &[start]);
        let (one, _) = farthest(&reached)?;
        let (other, length) = farthest(&distances(maze, &[one]))?;
        let best = (one, other, length);
        let all = size.cells().filter(|&cell| every && reached[cell].is_some());
        Some(all.fold(best, |best, from| match farthest(&distances(maze, &[from])) {
            Some((to, length)) if length > best.2 => (from, to, length),
            _ => best,
        }))
    });
    let difficulty = hanging.as_ref().map(|hanging| {
        let Hanging { branches, at } = hanging;
        Hung { branches, at, cells: maze.cells(), dead_ends: survey.dead_ends }.rate()
    });
    Measures {
        start: start.map(pair),
        goal: path.as_ref().and_then(|path| path.last()).copied().map(pair),
        path_length: path.as_ref().map(|path| path.len() - 1),
        turns: path.as_ref().map(|path| turns(maze, path)),
        decisions: path.as_ref().map(|path| decisions(&passages, path)),
        false_branches: hanging.as_ref().map(|hanging| hanging.branches.len()),
        false_cells: hanging.as_ref().map(|hanging| hanging.branches.iter().sum()),
        largest_false_branch: hanging.as_ref().map(|hanging| hanging.branches.iter().copied().max().unwrap_or(0)),
        corridors,
        corridor_mean,
        diameter: ends.map(|(_, _, length)| length),
        diameter_ends: ends.map(|(one, other, _)| [pair(one), pair(other)]),
        diameter_exact: survey.cycles == 0 || every,
        random_walk_steps: hanging.as_ref().filter(|_| survey.cycles == 0).map(Hanging::random_walk),
        wall_follower_steps: walker(Method::WallFollower),
        tremaux_steps: walker(Method::Tremaux),
        difficulty,
        survey,
    }
}

fn turns(maze: &Maze, path: &[Cell]) -> usize {
    let dirs: Vec<Dir> = dedale_grid::search::directions(maze.size(), path).collect();
    dirs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

fn decisions(passages: &Nibbles, path: &[Cell]) -> usize {
    let inner = &path[..path.len() - 1];
    let ways = |cell: Cell| passages.get(passages.frame.place(cell)).count_ones();
    inner.iter().enumerate().filter(|&(index, &cell)| ways(cell) > 1 + u32::from(index > 0)).count()
}

/// The number of stretches between cells that are not passed straight through,
/// and their mean length. Rings without dead end or junction are none.
fn corridors(passages: &Nibbles) -> (usize, f64) {
    let frame = passages.frame;
    let (mut ends, mut length) = (0usize, 0usize);
    for node in frame.places_from(frame.first()) {
        let sides = passages.get(node);
        if sides.count_ones() == 2 {
            continue;
        }
        for dir in (0..4).filter(|dir| sides >> dir & 1 == 1) {
            let (mut at, mut back) = (frame.step(node, dir), dir ^ 2);
            length += 1;
            while passages.get(at).count_ones() == 2 {
                let on = (passages.get(at) & !(1 << back)).trailing_zeros() as usize;
                (at, back) = (frame.step(at, on), on ^ 2);
                length += 1;
            }
            ends += 1;
        }
    }
    // Every stretch was walked from both ends.
    (ends / 2, if ends == 0 { 0.0 } else { length as f64 / ends as f64 })
}

/// What hangs on a way.
struct Hanging {
    /// The cells of each piece.
    branches: Vec<usize>,
    /// For each cell of the way the cells of the pieces first met there.
    at: Vec<usize>,
}

impl Hanging {
    fn new(passages: &Nibbles, path: &[Cell]) -> Self {
        let frame = passages.frame;
        let mut seen = Nibbles::new(frame.size, 0, 1);
        path.iter().for_each(|&cell| seen.set(frame.place(cell), 1));
        let (mut branches, mut at, mut stack) = (Vec::new(), Vec::with_capacity(path.len()), Vec::new());
        for &cell in path {
            let mut here = 0;
            let place = frame.place(cell);
            for dir in (0..4).filter(|dir| passages.get(place) >> dir & 1 == 1) {
                let root = frame.step(place, dir);
                if seen.get(root) != 0 {
                    continue;
                }
                seen.set(root, 1);
                stack.push(root);
                let mut cells = 0;
                while let Some(place) = stack.pop() {
                    cells += 1;
                    for dir in (0..4).filter(|dir| passages.get(place) >> dir & 1 == 1) {
                        let next = frame.step(place, dir);
                        if seen.get(next) == 0 {
                            seen.set(next, 1);
                            stack.push(next);
                        }
                    }
                }
                branches.push(cells);
                here += cells;
            }
            at.push(here);
        }
        Self { branches, at }
    }

    /// The mean steps of a random walk along the way: to cross a passage of a
    /// tree for the first time takes one step and two for every passage behind.
    fn random_walk(&self) -> f64 {
        let (mut behind, mut steps) = (0.0, 0.0);
        for &hanging in &self.at[..self.at.len() - 1] {
            behind += hanging as f64;
            steps += 2.0 * behind + 1.0;
            behind += 1.0;
        }
        steps
    }
}

/// A measure by which mazes can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Measure {
    /// Steps of the way.
    PathLength,
    /// Changes of direction on the way.
    Turns,
    /// Cells of the way where one could go wrong.
    Decisions,
    /// Cells that lead nowhere.
    FalseCells,
    /// Pieces that lead nowhere.
    FalseBranches,
    /// Cells with one passage.
    DeadEnds,
    /// Cells with three or four passages.
    Junctions,
    /// The mean length of corridors.
    CorridorMean,
    /// The longest of all shortest ways.
    Diameter,
    /// Mean steps of a random walk.
    RandomWalkSteps,
    /// Moves of a wall follower.
    WallFollowerSteps,
    /// Moves by Trémaux's method.
    TremauxSteps,
    /// How hard the maze is, from 1 to 10.
    Difficulty,
}

messages! {
    /// Why a name was refused.
    pub enum MeasureError {
        /// No such name, and the nearest one.
        Unknown { found: String, nearest: &'static str } =>
            "found measure `{found}`, did you mean `{nearest}`?",
            "trouvé la mesure « {found} », vouliez-vous dire « {nearest} » ?";
    }
}

impl Measure {
    /// All measures by which mazes can be compared.
    pub const ALL: [Self; 13] = [
        Self::PathLength,
        Self::Turns,
        Self::Decisions,
        Self::FalseCells,
        Self::FalseBranches,
        Self::DeadEnds,
        Self::Junctions,
        Self::CorridorMean,
        Self::Diameter,
        Self::RandomWalkSteps,
        Self::WallFollowerSteps,
        Self::TremauxSteps,
        Self::Difficulty,
    ];

    /// The name, as in [`Measures`].
    pub const fn name(self) -> &'static str {
        match self {
            Self::PathLength => "path_length",
            Self::Turns => "turns",
            Self::Decisions => "decisions",
            Self::FalseCells => "false_cells",
            Self::FalseBranches => "false_branches",
            Self::DeadEnds => "dead_ends",
            Self::Junctions => "junctions",
            Self::CorridorMean => "corridor_mean",
            Self::Diameter => "diameter",
            Self::RandomWalkSteps => "random_walk_steps",
            Self::WallFollowerSteps => "wall_follower_steps",
            Self::TremauxSteps => "tremaux_steps",
            Self::Difficulty => "difficulty",
        }
    }

    /// What it counts.
    pub fn summary(self) -> Text {
        let (en, fr) = match self {
            Self::PathLength => ("steps of the shortest way", "pas du plus court chemin"),
            Self::Turns => ("changes of direction on the way", "changements de direction sur le chemin"),
            Self::Decisions => ("cells of the way where one could go wrong", "cases du chemin où l'on peut se tromper"),
            Self::FalseCells => ("cells off the way", "cases hors du chemin"),
            Self::FalseBranches => ("pieces that hang on the way", "morceaux accrochés au chemin"),
            Self::DeadEnds => ("cells with one passage", "cases à un seul passage"),
            Self::Junctions => ("cells with three or four passages", "cases à trois ou quatre passages"),
            Self::CorridorMean => {
                ("mean steps between dead ends and junctions", "pas moyens entre culs-de-sac et carrefours")
            }
            Self::Diameter => ("longest of all shortest ways", "le plus long des plus courts chemins"),
            Self::RandomWalkSteps => {
                ("mean steps of a random walk to the goal", "pas moyens d'une marche aléatoire vers le but")
            }
            Self::WallFollowerSteps => ("moves with the right hand on the wall", "pas avec la main droite sur le mur"),
            Self::TremauxSteps => ("moves by Trémaux's method", "pas par la méthode de Trémaux"),
            Self::Difficulty => ("how hard it is, from 1 to 10", "sa difficulté, de 1 à 10"),
        };
        Text::new(en, fr)
    }

    /// Its value, nothing where it has none.
    pub fn value(self, measures: &Measures) -> Option<f64> {
        let whole = |value: Option<usize>| value.map(|value| value as f64);
        match self {
            Self::PathLength => whole(measures.path_length),
            Self::Turns => whole(measures.turns),
            Self::Decisions => whole(measures.decisions),
            Self::FalseCells => whole(measures.false_cells),
            Self::FalseBranches => whole(measures.false_branches),
            Self::DeadEnds => Some(measures.survey.dead_ends as f64),
            Self::Junctions => Some(measures.survey.junctions as f64),
            Self::CorridorMean => Some(measures.corridor_mean),
            Self::Diameter => measures.diameter.map(f64::from),
            Self::RandomWalkSteps => measures.random_walk_steps,
            Self::WallFollowerSteps => measures.wall_follower_steps.map(|steps| steps as f64),
            Self::TremauxSteps => measures.tremaux_steps.map(|steps| steps as f64),
            Self::Difficulty => measures.difficulty.map(|difficulty| difficulty.rating),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(text: &str) -> Result<Self, MeasureError> {
        let name = text.replace('-', "_");
        Self::ALL.into_iter().find(|measure| measure.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            MeasureError::Unknown { found: text.to_owned(), nearest: nearest(&name, &names) }
        })
    }
}
