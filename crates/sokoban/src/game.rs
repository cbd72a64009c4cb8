//! Sokoban as a game for one: one step at a time, undo by the match.

use crate::collection::shipped;
use crate::control::Limits;
use crate::format::rle;
use crate::generate::{Recipe, generate};
use crate::level::{Ground, Level};
use crate::solve::{Options, solve};
use dedale_grid::{Cell, Dir, Rng, Size};
use dedale_play::{Bot, Budget, ConfigError, Game, Outcome, Params, Seat, Seats, Viewer, bot};
use dedale_text::{Lang, Say, messages};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

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
            Self::Board(level) => write!(f, "board={}", code(level)),
            Self::Fresh(size, boxes) => write!(f, "size={size},boxes={boxes}"),
        }
    }
}

/// A level on one line.
pub fn code(level: &Level) -> String {
    let rows: Vec<String> = level.to_string().lines().map(|row| rle::compress(&row.replace(' ', "-"))).collect();
    rows.join("|")
}

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
            let refuse = |error: &dyn Say| ConfigError::new(error.say(Lang::En), error.say(Lang::Fr));
            let plain = rle::expand(&board, crate::level::MAX_AREA).map_err(|error| refuse(&error))?;
            return Level::from_rows(plain.split('|')).map(Self::Board).map_err(|error| refuse(&error));
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
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go(pub Dir);

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl FromStr for Go {
    type Err = dedale_grid::DirError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Go)
    }
}

/// What a step did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Event {
    /// The player walked to a cell.
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
        /// It is over, or nobody sits there.
        Over => "the level is solved", "le niveau est résolu";
    }
}

/// What everyone sees: everything.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
}

impl Game for Sokoban {
    const NAME: &'static str = "sokoban";
    const VERSION: u32 = 1;
    type Config = Config;
    type State = State;
    type Action = Go;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[("easy", "size=8x7,boxes=2"), ("medium", "size=10x9,boxes=4"), ("hard", "size=13x11,boxes=6")]
    }

    fn start(config: &Config, seed: u64) -> Result<State, ConfigError> {
        let level = match config {
            Config::Shipped(number) => shipped()
                .get(number.wrapping_sub(1))
                .map(|entry| entry.level.clone())
                .ok_or_else(|| ConfigError::new("there is no such level", "ce niveau n'existe pas"))?,
            Config::Board(level) => level.clone(),
            Config::Fresh(size, boxes) => {
                let recipe = Recipe::new(*size, *boxes, 4);
                let recipe = recipe.map_err(|error| ConfigError::new(error.say(Lang::En), error.say(Lang::Fr)))?;
                generate(&recipe, seed).level
            }
        };
        Ok(State {
            rows: level.to_string().lines().map(str::to_owned).collect(),
            boxes: level.boxes().iter().map(|cell| cell.index() as u32).collect(),
            player: level.player().index() as u32,
            level,
            moves: 0,
            pushes: 0,
        })
    }

    fn seats(_: &State) -> usize {
        1
    }

    fn active(state: &State) -> Seats {
        if state.solved() { Seats::NONE } else { Seats::first(1) }
    }

    fn legal(state: &State, seat: Seat, actions: &mut Vec<Go>) {
        if Self::active(state).contains(seat) {
            actions.extend(Dir::ALL.into_iter().filter(|&dir| state.step(dir).is_ok()).map(Go));
        }
    }

    fn apply(state: &mut State, seat: Seat, action: &Go, _: u64) -> Result<Vec<Event>, Refusal> {
        if !Self::active(state).contains(seat) {
            return Err(Refusal::Over);
        }
        let (player, pushed) = state.step(action.0)?;
        let size = state.level.size();
        let place = |cell: Cell| [size.point(cell).row, size.point(cell).col];
        state.player = player.index() as u32;
        state.moves += 1;
        let mut events = vec![match pushed {
            None => Event::Walked { to: place(player) },
            Some((index, to)) => {
                state.boxes[index] = to.index() as u32;
                state.pushes += 1;
                Event::Pushed { index, to: place(to) }
            }
        }];
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
        }
    }

    fn bots() -> &'static [Bot<Self>] {
        const BOTS: &[Bot<Sokoban>] = &[
            Bot { name: "random", budget: Budget { nodes: 1 }, choose: bot::random::<Sokoban> },
            Bot { name: "solver", budget: Budget { nodes: 20_000 }, choose: by_solving },
        ];
        BOTS
    }
}

/// Plays the first step of a solution; any step if none is found.
fn by_solving(view: &View, _: Seat, legal: &[Go], rng: &mut Rng, budget: Budget) -> Option<Go> {
    let hint = now(view).and_then(|level| next_step(&level, budget.nodes));
    hint.map(Go).filter(|go| legal.contains(go)).or_else(|| rng.choose(legal).copied())
}

/// The position of a view as a level of its own.
pub fn now(view: &View) -> Option<Level> {
    let level = Level::from_rows(&view.rows).ok()?;
    let size = level.size();
    let cell = |[row, col]: [i32; 2]| size.cell(dedale_grid::Point::new(row, col));
    let boxes: Option<Vec<Cell>> = view.boxes.iter().map(|&at| cell(at)).collect();
    Level::from_rows(level.rows_with(&boxes?, cell(view.player)?)).ok()
}

/// The first step of a solution found within so many positions.
pub fn next_step(level: &Level, nodes: u64) -> Option<Dir> {
    // A clock that counts how often it is looked at makes the answer the same
    // on every machine.
    let looks = AtomicU64::new(0);
    let clock = || looks.fetch_add(1, Ordering::Relaxed) as f64;
    let limits = Limits { seconds: nodes as f64, clock: &clock, ..Limits::default() };
    let answer = solve(level, &Options::default(), limits).ok()?;
    answer.solution.and_then(|(moves, _)| moves.0.first().map(|step| step.dir))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_play::{Match, kit};

    #[test]
    fn keeps_the_laws_of_games() {
        kit::check::<Sokoban>(&["level=1", "board=6#|#@$-.#|6#", "size=7x7,boxes=2"], 0..4);
    }

    #[test]
    fn the_solver_bot_solves() {
        let mut game = Match::<Sokoban>::new("level=1".parse().expect("a level"), 0).expect("a match");
        let bot = Bot::<Sokoban>::named("solver").expect("a bot");
        let mut rng = Rng::new(0);
        for _ in 0..400 {
            if game.outcome().is_some() {
                return;
            }
            let (seat, view) = (Seat::new(0), game.view(Viewer::Spectator));
            let go = (bot.choose)(&view, seat, &game.legal(seat), &mut rng, bot.budget).expect("a step");
            game.act(seat, &go, 0).expect("a legal step");
        }
        panic!("not solved in 400 steps");
    }
}
