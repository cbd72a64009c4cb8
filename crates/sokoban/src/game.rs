//! Sokoban as a game for one: one step at a time or a whole push, undo by the
//! match.
//!
//! A level of one's own travels in a link ([`link`]): run-length code in the
//! letters that links take as they are.

use crate::board::Board;
use crate::collection::shipped;
use crate::control::Limits;
use crate::format::rle;
use crate::generate::{Recipe, generate};
use crate::level::{Ground, Level};
use crate::solve::{Options, solve};
use crate::verify::Replay;
use dedale_grid::{Cell, Dir, Point, Rng, Size};
use dedale_play::{Bot, Budget, ConfigError, Game, Outcome, Params, Seat, Seats, Viewer, bot};
use dedale_text::{Lang, Say, messages};
use serde::Serialize;
use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The rules.
pub struct Sokoban;

/// Which level is played.
#[derive(Clone, Debug, PartialEq)]
pub enum Config {
    /// One of the shipped collection, counted from 1.
    Shipped(usize),
    /// A level written in run-length code.
    Board(Level),
    /// A fresh level of a size with so many boxes, from the match's seed.
    Fresh(Size, usize),
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shipped(number) => write!(f, "level={number}"),
            Self::Board(level) => write!(f, "board={}", link(level)),
            Self::Fresh(size, boxes) => write!(f, "size={size},boxes={boxes}"),
        }
    }
}

/// A level on one line.
pub fn code(level: &Level) -> String {
    let rows: Vec<String> = level.to_string().lines().map(|row| rle::compress(&row.replace(' ', "-"))).collect();
    rows.join("|")
}

/// The letters of links for those of boards: wall, player, player on target,
/// box, box on target, target, end of row.
const LINK: [(char, char); 7] = [('w', '#'), ('p', '@'), ('P', '+'), ('b', '$'), ('B', '*'), ('t', '.'), ('~', '|')];

/// A level on one line that needs no escaping in a link.
///
/// ```
/// use dedale_sokoban::{Level, game::link};
/// let level = Level::from_rows(["#####", "#@$.#", "#####"])?;
/// assert_eq!(link(&level), "5w~wpbtw~5w");
/// # Ok::<(), dedale_sokoban::LevelError>(())
/// ```
pub fn link(level: &Level) -> String {
    let safe = |letter: char| LINK.iter().find(|(_, plain)| *plain == letter).map_or(letter, |(safe, _)| *safe);
    code(level).chars().map(safe).collect()
}

/// The level of a line made by [`link`] or [`code`].
fn linked(text: &str) -> Result<Level, ConfigError> {
    let refuse = |error: &dyn Say| ConfigError::new(error.say(Lang::En), error.say(Lang::Fr));
    let plain = |letter: char| LINK.iter().find(|(safe, _)| *safe == letter).map_or(letter, |(_, plain)| *plain);
    let text: String = text.chars().map(plain).collect();
    let rows = rle::expand(&text, LARGEST * 2).map_err(|error| refuse(&error))?;
    let level = Level::from_rows(rows.split('|')).map_err(|error| refuse(&error))?;
    let cells = level.size().area();
    if cells > LARGEST {
        return Err(ConfigError::new(
            format!("found a board of {cells} cells, expected at most {LARGEST}"),
            format!("trouvé un plateau de {cells} cases, attendu au plus {LARGEST}"),
        ));
    }
    Ok(level)
}

/// The most cells of a level that is played.
const LARGEST: usize = 10_000;

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        let mut params = Params::parse(text)?;
        let board: String = params.take("board", String::new())?;
        let size: String = params.take("size", String::new())?;
        let boxes = params.take_in("boxes", 3usize, 1, 20)?;
        let number = params.take_in("level", 1usize, 1, shipped().len())?;
        params.finish()?;
        if !board.is_empty() {
            return linked(&board).map(Self::Board);
        }
        if size.is_empty() {
            return Ok(Self::Shipped(number));
        }
        let sides = size.split_once('x').and_then(|(cols, rows)| Some((rows.parse().ok()?, cols.parse().ok()?)));
        let size = sides.and_then(|(rows, cols)| Size::new(rows, cols).ok()).ok_or_else(|| {
            ConfigError::new(
                format!("found `{size}` for the setting `size`, expected COLUMNSxROWS"),
                format!("trouvé « {size} » pour le réglage « size », attendu COLONNESxLIGNES"),
            )
        })?;
        match Recipe::new(size, boxes, 1) {
            Ok(_) => Ok(Self::Fresh(size, boxes)),
            Err(error) => Err(ConfigError::new(error.say(Lang::En), error.say(Lang::Fr))),
        }
    }
}

/// The level being played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    rows: Vec<String>,
    #[serde(skip)]
    level: Level,
    boxes: Vec<u32>,
    player: u32,
    /// Steps made, pushes included.
    moves: u32,
    /// Pushes made.
    pushes: u32,
    /// What is said about the level, and never changes.
    #[serde(skip)]
    about: Arc<About>,
}

/// What is said about a level beside its board.
#[derive(Clone, Debug, Default, PartialEq)]
struct About {
    title: String,
    number: Option<usize>,
    best: Option<Best>,
    dead: Vec<[i32; 2]>,
}

/// A solution worth measuring up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
pub struct Best {
    /// Its pushes.
    pub pushes: usize,
    /// Its moves.
    pub moves: usize,
}

impl State {
    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// The boxes.
    pub fn boxes(&self) -> Vec<Cell> {
        self.boxes.iter().map(|&cell| Cell::new(cell)).collect()
    }

    /// The player.
    pub fn player(&self) -> Cell {
        Cell::new(self.player)
    }

    /// Steps and pushes made.
    pub fn counts(&self) -> (u32, u32) {
        (self.moves, self.pushes)
    }

    fn solved(&self) -> bool {
        let inside = self.level.inside();
        self.boxes().iter().all(|&cell| !inside[cell.index()] || self.level.ground(cell) == Ground::Target)
    }

    /// Where a step leads: the player's cell and the box pushed to where.
    fn step(&self, dir: Dir) -> Result<(Cell, Option<(usize, Cell)>), Refusal> {
        let size = self.level.size();
        let open = |cell: &Cell| self.level.ground(*cell) != Ground::Wall;
        let next = size.step(self.player(), dir).filter(open).ok_or(Refusal::Wall)?;
        let Some(index) = self.boxes.iter().position(|&cell| cell as usize == next.index()) else {
            return Ok((next, None));
        };
        let beyond = size.step(next, dir).filter(open).ok_or(Refusal::Stuck)?;
        if self.boxes.iter().any(|&cell| cell as usize == beyond.index()) {
            return Err(Refusal::Stuck);
        }
        Ok((next, Some((index, beyond))))
    }

    /// Steps of the player to every cell; `u32::MAX` where there is no way.
    fn reach(&self) -> Vec<u32> {
        let size = self.level.size();
        let mut steps = vec![u32::MAX; size.area()];
        let mut blocked = vec![false; size.area()];
        for &cell in &self.boxes {
            blocked[cell as usize] = true;
        }
        steps[self.player as usize] = 0;
        let mut queue = VecDeque::from([self.player()]);
        while let Some(cell) = queue.pop_front() {
            for (_, next) in size.neighbours(cell) {
                let index = next.index();
                if self.level.ground(next) != Ground::Wall && !blocked[index] && steps[index] == u32::MAX {
                    steps[index] = steps[cell.index()] + 1;
                    queue.push_back(next);
                }
            }
        }
        steps
    }

    /// Where to stand, and how many steps away that is, to push the box on a
    /// cell in a direction.
    fn behind(&self, reach: &[u32], cell: Cell, dir: Dir) -> Result<(Cell, u32), Refusal> {
        let size = self.level.size();
        let at = size.point(cell);
        let stand = size.step(cell, dir.opposite()).filter(|stand| reach[stand.index()] != u32::MAX);
        let stand = stand.ok_or(Refusal::Away { at })?;
        let free = |to: &Cell| {
            self.level.ground(*to) != Ground::Wall && !self.boxes.iter().any(|&other| other as usize == to.index())
        };
        size.step(cell, dir).filter(free).ok_or(Refusal::Stuck)?;
        Ok((stand, reach[stand.index()]))
    }

    /// Boxes off target that can never get home.
    fn lost(&self) -> Vec<Cell> {
        let size = self.level.size();
        let boxes = self.boxes();
        let wall = |cell: Option<Cell>| cell.is_none_or(|cell| self.level.ground(cell) == Ground::Wall);
        // All boxes are held until one is seen to be free on some axis.
        let mut held: Vec<Cell> = boxes.clone();
        loop {
            let stuck = |cell: Option<Cell>| wall(cell) || cell.is_some_and(|cell| held.contains(&cell));
            let axis = |cell: Cell, dir: Dir| stuck(size.step(cell, dir)) || stuck(size.step(cell, dir.opposite()));
            let free = held.iter().position(|&cell| !(axis(cell, Dir::Up) && axis(cell, Dir::Left)));
            match free {
                Some(index) => drop(held.swap_remove(index)),
                None => break,
            }
        }
        let inside = self.level.inside();
        let dead = |cell: Cell| self.about.dead.contains(&[size.point(cell).row, size.point(cell).col]);
        let lost = |cell: &Cell| {
            inside[cell.index()] && self.level.ground(*cell) != Ground::Target && (dead(*cell) || held.contains(cell))
        };
        boxes.into_iter().filter(lost).collect()
    }
}

/// The cells of a level from which no box reaches a target.
fn dead_cells(level: &Level) -> Vec<Cell> {
    let Ok(board) = Board::new(level) else { return Vec::new() };
    (0..board.squares).filter(|&square| !board.live[square]).map(|square| board.cells[square]).collect()
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// One step, pushing the box that stands there: `right`.
    Go(Dir),
    /// Walk to the box on a cell and push it: `push 3,4 right`.
    Push(Point, Dir),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Go(dir) => f.write_str(dir.name()),
            Self::Push(at, dir) => write!(f, "push {at} {dir}"),
        }
    }
}

messages! {
    /// Why a text is no action.
    pub enum ActionError {
        /// Neither a direction nor a push.
        Unknown { found: String } => "found `{found}`, expected up, right, down, left or `push ROW,COLUMN DIRECTION`",
            "trouvé « {found} », attendu up, right, down, left ou « push LIGNE,COLONNE DIRECTION »";
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let parse = || match text.strip_prefix("push ") {
            None => text.parse().ok().map(Self::Go),
            Some(rest) => {
                let (at, dir) = rest.split_once(' ')?;
                Some(Self::Push(at.parse().ok()?, dir.parse().ok()?))
            }
        };
        parse().ok_or_else(|| ActionError::Unknown { found: text.to_owned() })
    }
}

/// The largest new level that is quick to make, the outer walls included: that
/// of the preset `hard`, which takes half a second; 30 by 30 with ten boxes
/// would take twelve.
const QUICK_CELLS: usize = 13 * 11;
const QUICK_BOXES: usize = 6;

/// What a step did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "SokobanEvent"))]
#[non_exhaustive]
pub enum Event {
    /// The player walked to a cell, perhaps over many others.
    Walked {
        /// Row and column.
        to: [i32; 2],
    },
    /// The player pushed a box.
    Pushed {
        /// Which box, in the order of the view.
        index: usize,
        /// Where the box stands now.
        to: [i32; 2],
    },
    /// All boxes are home.
    Solved,
}

messages! {
    /// Why a step is refused.
    pub enum Refusal {
        /// A wall, or the edge of the board.
        Wall => "there is a wall", "il y a un mur";
        /// The box cannot move.
        Stuck => "the box cannot move", "la caisse ne peut pas bouger";
        /// No box stands on the cell.
        NoBox { at: Point } => "there is no box on {at}", "il n'y a pas de caisse en {at}";
        /// The player cannot get behind the box.
        Away { at: Point } => "nobody can get behind the box on {at}", "on ne peut pas passer derrière la caisse en {at}";
        /// It is over, or nobody sits there.
        Over => "the level is solved", "le niveau est résolu";
    }
}

/// What everyone sees: everything.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "SokobanView"))]
pub struct View {
    /// The level at the start, row by row.
    pub rows: Vec<String>,
    /// The boxes now, as `[row, column]`.
    pub boxes: Vec<[i32; 2]>,
    /// The player now.
    pub player: [i32; 2],
    /// Steps made.
    pub moves: u32,
    /// Pushes made.
    pub pushes: u32,
    /// Whether all boxes are home.
    pub solved: bool,
    /// The targets.
    pub targets: Vec<[i32; 2]>,
    /// Cells from which no box reaches a target.
    pub dead: Vec<[i32; 2]>,
    /// Boxes off target that can never get home: they stand on dead cells, or
    /// walls and other boxes hold them for ever.
    pub lost: Vec<[i32; 2]>,
    /// The level's title, perhaps empty.
    pub title: String,
    /// Its number in the shipped collection.
    pub number: Option<usize>,
    /// The solution that comes with it.
    pub best: Option<Best>,
}

impl Game for Sokoban {
    const NAME: &'static str = "sokoban";
    const VERSION: u32 = 1;
    type Config = Config;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[("easy", "size=8x7,boxes=2"), ("medium", "size=10x9,boxes=4"), ("hard", "size=13x11,boxes=6")]
    }

    fn check_cost(config: &Config) -> Result<(), ConfigError> {
        match config {
            Config::Fresh(size, boxes) if size.area() > QUICK_CELLS || *boxes > QUICK_BOXES => Err(ConfigError::new(
                format!(
                    "found a new level of {size} cells with {boxes} boxes, expected at most {QUICK_CELLS} cells and {QUICK_BOXES} boxes; a larger one is made first and played as `board=`"
                ),
                format!(
                    "trouvé un nouveau niveau de {size} cases avec {boxes} caisses, attendu au plus {QUICK_CELLS} cases et {QUICK_BOXES} caisses ; un plus grand se crée d'abord et se joue par « board= »"
                ),
            )),
            _ => Ok(()),
        }
    }

    fn start(config: &Config, seed: u64) -> Result<State, ConfigError> {
        let mut about = About::default();
        let level = match config {
            Config::Shipped(number) => {
                let entry = shipped()
                    .get(number.wrapping_sub(1))
                    .ok_or_else(|| ConfigError::new("there is no such level", "ce niveau n'existe pas"))?;
                about.number = Some(*number);
                about.title.clone_from(&entry.title);
                about.best = entry
                    .solutions
                    .first()
                    .map(|solution| Best { pushes: solution.moves.pushes(), moves: solution.moves.moves() });
                entry.level.clone()
            }
            Config::Board(level) => level.clone(),
            Config::Fresh(size, boxes) => {
                let recipe = Recipe::new(*size, *boxes, 12);
                let recipe = recipe.map_err(|error| ConfigError::new(error.say(Lang::En), error.say(Lang::Fr)))?;
                let made = generate(&recipe, seed);
                about.best = Some(Best { pushes: made.solution.pushes(), moves: made.solution.moves() });
                made.level
            }
        };
        let place = |cell: Cell| [level.size().point(cell).row, level.size().point(cell).col];
        about.dead = dead_cells(&level).into_iter().map(place).collect();
        Ok(State {
            rows: level.to_string().lines().map(str::to_owned).collect(),
            boxes: level.boxes().iter().map(|cell| cell.index() as u32).collect(),
            player: level.player().index() as u32,
            level,
            moves: 0,
            pushes: 0,
            about: Arc::new(about),
        })
    }

    fn seats(_: &State) -> usize {
        1
    }

    fn active(state: &State) -> Seats {
        if state.solved() { Seats::NONE } else { Seats::first(1) }
    }

    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if Self::active(state).contains(seat) {
            actions.extend(Dir::ALL.into_iter().filter(|&dir| state.step(dir).is_ok()).map(Action::Go));
            let reach = state.reach();
            for cell in state.boxes() {
                let at = state.level.size().point(cell);
                let can = |dir: &Dir| state.behind(&reach, cell, *dir).is_ok();
                actions.extend(Dir::ALL.into_iter().filter(can).map(|dir| Action::Push(at, dir)));
            }
        }
    }

    fn apply(state: &mut State, seat: Seat, action: &Action, _: u64) -> Result<Vec<Event>, Refusal> {
        if !Self::active(state).contains(seat) {
            return Err(Refusal::Over);
        }
        let size = state.level.size();
        let place = |cell: Cell| [size.point(cell).row, size.point(cell).col];
        let mut events = Vec::new();
        let dir = match *action {
            Action::Go(dir) => {
                state.step(dir)?;
                dir
            }
            Action::Push(at, dir) => {
                let cell = size.cell(at).filter(|cell| state.boxes.contains(&(cell.index() as u32)));
                let cell = cell.ok_or(Refusal::NoBox { at })?;
                let (stand, steps) = state.behind(&state.reach(), cell, dir)?;
                if steps > 0 {
                    events.push(Event::Walked { to: place(stand) });
                }
                state.player = stand.index() as u32;
                state.moves += steps;
                dir
            }
        };
        let (player, pushed) = state.step(dir)?;
        state.player = player.index() as u32;
        state.moves += 1;
        events.push(match pushed {
            None => Event::Walked { to: place(player) },
            Some((index, to)) => {
                state.boxes[index] = to.index() as u32;
                state.pushes += 1;
                Event::Pushed { index, to: place(to) }
            }
        });
        if state.solved() {
            events.push(Event::Solved);
        }
        Ok(events)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.solved().then(|| Outcome { winners: Seats::first(1), scores: vec![i64::from(state.moves)] })
    }

    fn view(state: &State, _: Viewer) -> View {
        let size = state.level.size();
        let place = |cell: Cell| [size.point(cell).row, size.point(cell).col];
        View {
            rows: state.rows.clone(),
            boxes: state.boxes().into_iter().map(place).collect(),
            player: place(state.player()),
            moves: state.moves,
            pushes: state.pushes,
            solved: state.solved(),
            targets: state.level.targets().map(place).collect(),
            dead: state.about.dead.clone(),
            lost: state.lost().into_iter().map(place).collect(),
            title: state.about.title.clone(),
            number: state.about.number,
            best: state.about.best,
        }
    }

    fn bots() -> &'static [Bot<Self>] {
        const BOTS: &[Bot<Sokoban>] = &[
            Bot { name: "random", budget: Budget { nodes: 1 }, choose: bot::random::<Sokoban> },
            Bot { name: "solver", budget: Budget { nodes: 100_000 }, choose: by_solving },
        ];
        BOTS
    }
}

/// Makes the next push of a solution; waits if none is found.
fn by_solving(view: &View, _: Seat, legal: &[Action], _: &mut Rng, budget: Budget) -> Option<Action> {
    let level = now(view)?;
    let (at, dir) = next_push(&level, budget.nodes)?;
    Some(Action::Push(level.size().point(at), dir)).filter(|push| legal.contains(push))
}

/// The position of a view as a level of its own.
pub fn now(view: &View) -> Option<Level> {
    let level = Level::from_rows(&view.rows).ok()?;
    let size = level.size();
    let cell = |[row, col]: [i32; 2]| size.cell(dedale_grid::Point::new(row, col));
    let boxes: Option<Vec<Cell>> = view.boxes.iter().map(|&at| cell(at)).collect();
    Level::from_rows(level.rows_with(&boxes?, cell(view.player)?)).ok()
}

/// The next push of a solution found within so many positions: the box and the
/// direction. The hint of every front end.
pub fn next_push(level: &Level, nodes: u64) -> Option<(Cell, Dir)> {
    let options = Options { nodes: Some(nodes), ..Options::default() };
    let (moves, _) = solve(level, &options, Limits::default()).ok()?.solution?;
    let mut replay = Replay::new(level);
    for step in &moves.0 {
        let ahead = level.size().step(replay.player(), step.dir)?;
        if replay.step(step.dir)? {
            return Some((ahead, step.dir));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_play::{Match, kit};

    #[test]
    fn keeps_the_laws_of_games() {
        kit::check::<Sokoban>(&["level=1", "board=6w~wpb-tw~6w", "board=6#|#@$-.#|6#", "size=7x7,boxes=2"], 0..4);
    }

    fn game(config: &str) -> Match<Sokoban> {
        Match::new(config.parse().expect("a configuration"), 0).expect("a match")
    }

    #[test]
    fn links_carry_levels() {
        let config: Config = "board=7#|#@-$*.#|7#".parse().expect("a level");
        assert_eq!(config.to_string(), "board=7w~wp-bBtw~7w");
        assert_eq!(config.to_string().parse(), Ok(config));
        for bad in ["board=7", "board=3x", "board=99999999w", "board=(((", "level=0", "level=100000", "size=3"] {
            assert!(bad.parse::<Config>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_push_walks_there_first() {
        let mut game = game("board=7w~w-b-tpw~w5-w~7w");
        let seat = Seat::new(0);
        let push: Action = "push 1,2 right".parse().expect("an action");
        let refused = game.act(seat, &"push 1,3 right".parse().expect("an action"), 0).expect_err("no box");
        assert_eq!(refused.say(Lang::Fr), "il n'y a pas de caisse en 1,3");
        game.act(seat, &push, 0).expect("the way is free");
        assert_eq!(game.state().counts(), (7, 1));
        game.act(seat, &"right".parse().expect("an action"), 0).expect("a push");
        assert!(game.outcome().is_some());
        assert!(game.undo() && game.undo());
        assert_eq!(game.state().counts(), (0, 0));
    }

    #[test]
    fn lost_boxes_are_seen() {
        let mut game = game("board=7w~w--t--w~w-b---w~wp----w~7w");
        let view = game.view(Viewer::Spectator);
        assert!(view.lost.is_empty() && view.dead.contains(&[3, 1]) && view.targets == [[1, 3]]);
        game.act(Seat::new(0), &"push 2,2 left".parse().expect("an action"), 0).expect("a push");
        assert_eq!(game.view(Viewer::Spectator).lost, [[2, 1]]);
    }

    #[test]
    fn the_solver_bot_solves() {
        let mut game = game("level=1");
        let bot = Bot::<Sokoban>::named("solver").expect("a bot");
        let mut rng = Rng::new(0);
        for _ in 0..400 {
            if game.outcome().is_some() {
                return;
            }
            let (seat, view) = (Seat::new(0), game.view(Viewer::Spectator));
            let go = (bot.choose)(&view, seat, &game.legal(seat), &mut rng, bot.budget).expect("a push");
            game.act(seat, &go, 0).expect("a legal step");
        }
        panic!("not solved in 400 steps");
    }
}
