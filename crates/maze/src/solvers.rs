//! Solvers, each of which can be watched.
//!
//! | name | finds | how |
//! |---|---|---|
//! | `bfs` | a shortest way | cells in the order of their distance |
//! | `bidirectional` | a shortest way | the same from both ends, level by level, until they meet |
//! | `astar` | a shortest way | cells that lie towards the goal first |
//! | `dead-end-filling` | a shortest way | dead ends are filled until only ways and loops remain |
//! | `wall-follower` | a way, or none on boards with loops | the right hand stays on the wall |
//! | `tremaux` | a way | marks on passages: none is taken a third time |

mod astar;
mod bfs;
mod dead_ends;
mod follower;
mod tremaux;

use crate::algorithm::nearest;
use crate::generators::Maker;
use crate::maze::Maze;
use crate::nibbles::{Frame, Nibbles};
use crate::view::View;
use crate::watch::Step;
use crate::watched::{Watched, Work};
use dedale_grid::Cell;
use dedale_text::{Text, messages};
use std::fmt;
use std::str::FromStr;

/// A solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Breadth-first search.
    #[default]
    Bfs,
    /// Breadth-first search from both ends.
    Bidirectional,
    /// A* with the distance as the crow walks.
    AStar,
    /// Filling of dead ends.
    DeadEndFilling,
    /// The right hand on the wall.
    WallFollower,
    /// Trémaux's marks.
    Tremaux,
}

messages! {
    /// Why a name was refused.
    pub enum MethodError {
        /// No such name, and the nearest one.
        Unknown { found: String, nearest: &'static str } =>
            "found method `{found}`, did you mean `{nearest}`?",
            "trouvé la méthode « {found} », vouliez-vous dire « {nearest} » ?";
    }
}

impl Method {
    /// All solvers.
    pub const ALL: [Self; 6] =
        [Self::Bfs, Self::Bidirectional, Self::AStar, Self::DeadEndFilling, Self::WallFollower, Self::Tremaux];

    /// The name in the command.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::Bidirectional => "bidirectional",
            Self::AStar => "astar",
            Self::DeadEndFilling => "dead-end-filling",
            Self::WallFollower => "wall-follower",
            Self::Tremaux => "tremaux",
        }
    }

    /// What it does, in a sentence.
    pub fn summary(self) -> Text {
        let (en, fr) = match self {
            Self::Bfs => ("cells in the order of their distance", "les cases dans l'ordre de leur distance"),
            Self::Bidirectional => ("from both ends until they meet", "des deux bouts jusqu'à la rencontre"),
            Self::AStar => ("cells towards the goal first", "d'abord les cases vers le but"),
            Self::DeadEndFilling => ("fills dead ends until the way remains", "comble les culs-de-sac jusqu'au chemin"),
            Self::WallFollower => ("keeps the right hand on the wall", "garde la main droite sur le mur"),
            Self::Tremaux => {
                ("marks passages, takes none a third time", "marque les passages, jamais trois fois le même")
            }
        };
        Text::new(en, fr)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let exact = Self::ALL.into_iter().find(|method| method.name() == text);
        exact.ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            MethodError::Unknown { found: text.to_owned(), nearest: nearest(text, &names) }
        })
    }
}

/// What a solver works on.
pub(crate) struct Question {
    /// Through which sides of each cell one may pass.
    pub passages: Nibbles,
    pub from: usize,
    pub goals: Vec<usize>,
}

impl Question {
    pub fn new(maze: &Maze, from: Cell, goals: &[Cell]) -> Self {
        let passages = Nibbles::passages(&maze.walls);
        let frame = passages.frame;
        let goals = goals.iter().filter(|&&goal| maze.contains(goal)).map(|&goal| frame.place(goal)).collect();
        Self { passages, from: frame.place(from), goals }
    }

    pub fn frame(&self) -> &Frame {
        &self.passages.frame
    }

    #[inline]
    pub fn is_goal(&self, place: usize) -> bool {
        self.goals.contains(&place)
    }

    /// The open sides of a place with the places beyond.
    #[inline(always)]
    pub fn around(&self, place: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (sides, frame) = (self.passages.get(place), self.passages.frame);
        (0..4).filter(move |dir| sides >> dir & 1 == 1).map(move |dir| (dir, frame.step(place, dir)))
    }
}

/// A solver at work.
pub(crate) trait Solver: Maker {
    /// The way found, from the start to a goal, once the work is done.
    fn path(&self) -> Option<Vec<usize>>;

    fn question(&self) -> &Question;
}

/// A [`Solver`] whose type is forgotten.
trait AnySolver: Send {
    fn step(&mut self, step: &mut Step) -> bool;
    fn answer(&self) -> Option<Vec<Cell>>;
}

impl<S: Solver + Send> AnySolver for S {
    fn step(&mut self, step: &mut Step) -> bool {
        self.advance(step)
    }

    fn answer(&self) -> Option<Vec<Cell>> {
        let frame = self.question().frame();
        Some(self.path()?.into_iter().map(|place| frame.cell(place)).collect())
    }
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The way, both ends included; nothing if none was found.
    pub path: Option<Vec<Cell>>,
    /// How many steps the solver took: cells looked at, or moves of a walker.
    pub steps: u64,
}

/// Solves a maze at once. Cells outside the maze are no goals.
///
/// ```
/// use dedale_grid::{Cell, Size, Walls};
/// use dedale_maze::solvers::{Method, solve};
/// let maze = Walls::opened(Size::new(3, 4)?).into();
/// let solution = solve(&maze, Method::AStar, Cell::new(0), &[Cell::new(11)]);
/// assert_eq!(solution.path.unwrap().len(), 6);
/// # Ok::<(), dedale_grid::SizeError>(())
/// ```
pub fn solve(maze: &Maze, method: Method, from: Cell, goals: &[Cell]) -> Solution {
    fn run<S: Solver>(mut solver: S) -> Solution {
        let mut steps = 0;
        while solver.advance(&mut crate::watch::Silent) {
            steps += 1;
        }
        let frame = *solver.question().frame();
        let path = solver.path().map(|path| path.into_iter().map(|place| frame.cell(place)).collect());
        Solution { path, steps }
    }
    let question = Question::new(maze, from, goals);
    match method {
        Method::Bfs => run(bfs::Bfs::new(question)),
        Method::Bidirectional => run(bfs::Bidirectional::new(question)),
        Method::AStar => run(astar::AStar::new(question)),
        Method::DeadEndFilling => run(dead_ends::DeadEnds::new(question)),
        Method::WallFollower => run(follower::Follower::new(question)),
        Method::Tremaux => run(tremaux::Tremaux::new(question)),
    }
}

/// A solver to be watched, step by step.
pub type Solving = Watched<Search>;

/// A solver at work on squares.
pub struct Search(Box<dyn AnySolver>);

impl Work for Search {
    type View = View;
    type Step = Step;

    fn work(&mut self, _: &View, step: &mut Step) -> bool {
        step.clear();
        self.0.step(step)
    }

    fn show(view: &mut View, step: &mut Step) {
        view.apply(step);
    }
}

impl Watched<Search> {
    /// Gives a solver its maze.
    pub fn new(maze: &Maze, method: Method, from: Cell, goals: &[Cell]) -> Self {
        let question = Question::new(maze, from, goals);
        let solver: Box<dyn AnySolver> = match method {
            Method::Bfs => Box::new(bfs::Bfs::new(question)),
            Method::Bidirectional => Box::new(bfs::Bidirectional::new(question)),
            Method::AStar => Box::new(astar::AStar::new(question)),
            Method::DeadEndFilling => Box::new(dead_ends::DeadEnds::new(question)),
            Method::WallFollower => Box::new(follower::Follower::new(question)),
            Method::Tremaux => Box::new(tremaux::Tremaux::new(question)),
        };
        Self::begin(Search(solver), View::new(maze.walls.clone()))
    }

    /// What was found; the path only once there is no next step.
    pub fn solution(&self) -> Solution {
        Solution { path: self.finished().and_then(|search| search.0.answer()), steps: self.steps() }
    }
}

/// Follows directions to parents from a place to one without.
pub(crate) fn trace(parents: &Nibbles, from: usize) -> Vec<usize> {
    let mut path = vec![from];
    let mut at = from;
    while let state @ 8.. = parents.get(at) {
        at = parents.frame.step(at, usize::from(state & 3));
        path.push(at);
    }
    path
}
