//! The rules, as [`dedale_play::Game`] wants them.

use super::{Action, Config, Course, End, Ended, Ending, Extras, Runner, Track, extras};
use crate::{Distances, Mode, bots};
use dedale_grid::{Dir, Rng};
use dedale_play::{Bot, ConfigError, Game, Outcome, Seat, Seats, Viewer};
use dedale_text::{Text, messages};
use serde::Serialize;
use std::sync::Arc;

/// The labyrinth race.
#[derive(Debug)]
pub struct Race;

/// Everything there is to know at a moment.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    seed: u64,
    config: Config,
    /// The round being played or just ended, from 1; 0 before the first.
    round: u32,
    phase: Phase,
    scores: Vec<u32>,
    /// Size and density chosen for the next board.
    asked: Option<(usize, f64)>,
    course: Option<Course>,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", tag = "name")]
pub enum Phase {
    /// Before a round: these are ready.
    Between {
        /// Those who are ready.
        ready: Seats,
    },
    /// Someone makes a step.
    Play,
    /// An end is proposed.
    Vote {
        /// Which.
        ending: Ending,
        /// Those who agree.
        agreed: Seats,
    },
    /// The match is over.
    Over,
}

/// The largest boards that are quick to make: beyond, drawing one that can be
/// played takes seconds.
const QUICK_SIZE: usize = 201;

/// What everybody sees: there are no secrets but the boards to come.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "RaceView"))]
pub struct View {
    /// The settings.
    pub config: Config,
    /// The round being played or just ended, from 1; 0 before the first.
    pub round: u32,
    /// What is going on.
    pub phase: Phase,
    /// The rounds each seat has won.
    pub scores: Vec<u32>,
    /// The round; nothing before the first.
    #[cfg_attr(feature = "questions", schemars(with = "Option<super::course::CourseView>"))]
    pub course: Option<Course>,
}

impl View {
    /// The screen to show: the one of play, or how the round ended.
    pub fn mode(&self) -> Mode {
        self.course.as_ref().map_or(Mode::Play, Course::mode)
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "RaceEvent"))]
#[serde(rename_all = "lowercase", tag = "event")]
#[non_exhaustive]
pub enum Event {
    /// A round began.
    Began {
        /// Its number, from 1.
        round: u32,
        /// The order of play.
        order: Vec<Seat>,
        /// How many cells were freed to make the board playable.
        opened: usize,
    },
    /// A player made a step.
    Moved {
        /// Who.
        seat: Seat,
        /// Whereto.
        dir: &'static str,
        /// The row and column reached.
        to: [i32; 2],
    },
    /// A player was blocked in.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A player proposed an end.
    Proposed {
        /// Who.
        seat: Seat,
        /// Which.
        ending: Ending,
    },
    /// A player agreed or refused.
    Answered {
        /// Who.
        seat: Seat,
        /// Whether they agree.
        agree: bool,
    },
    /// A player is ready for the next round.
    Ready {
        /// Who.
        seat: Seat,
    },
    /// A player has chosen a step that all will make at once.
    Chose {
        /// Who.
        seat: Seat,
    },
    /// A player put a block on a cell.
    Walled {
        /// Who.
        seat: Seat,
        /// Where.
        at: [i32; 2],
    },
    /// A player freed a cell.
    Bombed {
        /// Who.
        seat: Seat,
        /// Where.
        at: [i32; 2],
    },
    /// A player made a bet; how high is told at the end.
    Bet {
        /// Who.
        seat: Seat,
    },
    /// These bets were right.
    Right {
        /// Who made them.
        seats: Seats,
        /// The steps of the winner.
        steps: u32,
    },
    /// The round ended.
    Ended {
        /// What ended it.
        by: Ended,
        /// Those who scored.
        winners: Seats,
    },
}

messages! {
    /// Why an action was refused.
    pub enum Refusal {
        /// Another player's turn.
        Turn => "it is not your turn", "ce n'est pas votre tour";
        /// Rubble lies there.
        Wall { dir: Dir } => "the way is blocked", "le passage est bloqué";
        /// Another player stands there.
        Occupied { seat: Seat } => "player {seat} stands there", "le joueur {seat} s'y trouve";
        /// There is a step to make.
        CanMove => "only a player who cannot move may pass", "seul un joueur qui ne peut pas bouger peut passer";
        /// Refused a moment ago.
        Again => "this turn's proposal was refused: make a step first", "la proposition de ce tour a été refusée : avancez d'abord";
        /// Nothing to answer, or nothing but an answer.
        Now => "this cannot be done now", "ceci n'est pas possible maintenant";
        /// No block or bomb left.
        NoToken => "you have none left", "vous n'en avez plus";
        /// Not a cell for it.
        NotThere => "it cannot go there", "cela ne peut pas aller là";
        /// Too far from the player.
        TooFar { reach: u32 } => "it must be within {reach} steps of you", "cela doit être à {reach} pas de vous au plus";
        /// Somebody would be cut off.
        CutOff => "somebody could no longer reach the target", "quelqu'un ne pourrait plus atteindre la cible";
        /// Not a number of steps to bet on.
        Steps { most: u32 } => "a bet is from 1 to {most} steps", "un pari va de 1 à {most} coups";
        /// Bets come before steps.
        TooLate => "bets are made before one's first step, once", "on parie avant son premier pas, une fois";
        /// The board is not possible.
        Board { en: String, fr: String } => "{en}", "{fr}";
    }
}

impl Race {
    /// Draws the board of the next round and begins it.
    fn begin(state: &mut State) -> Result<Event, ConfigError> {
        let round = state.round + 1;
        let recipe = match state.asked.take() {
            Some((size, density)) => state.config.with_board(size, density)?,
            None => state.config.recipe(),
        };
        // The first round has the board that this seed names everywhere.
        let seed = if round == 1 { state.seed } else { Rng::stream(state.seed, round.into()).bits() };
        let (board, opened) = match &state.config.board {
            Some(drawn) => (drawn.board().clone(), Vec::new()),
            None => {
                let made = if state.config.fair { recipe.make_fair(seed) } else { recipe.make(seed) };
                let made = made.map_err(|error| ConfigError(Text::of(&error)))?;
                (made.board, made.opened)
            }
        };
        let distances = Distances::to(&board.labyrinth, board.target);
        let runners = board.starts.iter().zip(state.config.handicap);
        let runners = runners.map(|(&position, waits)| Runner { position, moves: 0, waits }).collect();
        let mut order: Vec<Seat> = (0..state.config.players).map(Seat::new).collect();
        Rng::stream(state.seed, 1 << 32 | u64::from(round)).shuffle(&mut order);
        let freed = opened.len();
        let track = Arc::new(Track { board, distances, opened });
        let mut course =
            Course { track, runners, order, turn: 0, refused: false, end: None, extras: Extras::default() };
        extras::begin(&state.config, &mut course);
        if !state.config.together {
            course.skip_waiting();
        }
        let event = Event::Began { round, order: course.order.clone(), opened: freed };
        state.round = round;
        state.phase = Phase::Play;
        state.course = Some(course);
        Ok(event)
    }

    fn end(state: &mut State, by: Ended) -> Vec<Event> {
        let (config, Some(course)) = (&state.config, &mut state.course) else { return Vec::new() };
        let seats = (0..config.players).map(Seat::new);
        let made = |seat: Seat| course.runners[seat.index()].moves;
        let totals: Vec<u32> = match by {
            Ended::Finished => {
                seats.clone().map(|seat| made(seat) + course.left(seat) + config.handicap[seat.index()]).collect()
            }
            Ended::Won | Ended::Revealed => seats.clone().map(made).collect(),
        };
        let winners: Seats = match by {
            Ended::Won if config.together => {
                let there = |seat: &Seat| course.runners[seat.index()].position == course.track.board.target;
                seats.filter(there).collect()
            }
            Ended::Won => Seats::only(course.mover()),
            Ended::Finished => seats.filter(|seat| Some(&totals[seat.index()]) == totals.iter().min()).collect(),
            Ended::Revealed => Seats::NONE,
        };
        winners.iter().for_each(|seat| state.scores[seat.index()] += 1);
        let steps = winners.iter().next().map(|seat| totals[seat.index()]);
        course.end = Some(End { by, winners, totals });
        let mut events = vec![Event::Ended { by, winners }];
        if let Some(steps) = steps {
            let right = |seat: &Seat| course.extras.bets.get(seat.index()).copied().flatten() == Some(steps);
            let seats: Seats = (0..config.players).map(Seat::new).filter(right).collect();
            if !seats.is_empty() {
                seats.iter().for_each(|seat| state.scores[seat.index()] += 1);
                events.push(Event::Right { seats, steps });
            }
        }
        let last = state.round >= config.rounds;
        state.phase = if last { Phase::Over } else { Phase::Between { ready: Seats::NONE } };
        events
    }

    /// A step that will be made when all have chosen theirs.
    fn choose(state: &mut State, seat: Seat, dir: Dir) -> Result<Vec<Event>, Refusal> {
        let Some(course) = &mut state.course else { return Err(Refusal::Now) };
        course.step(seat, dir).ok_or(Refusal::Wall { dir })?;
        course.extras.chosen[seat.index()] = Some(dir);
        let mut events = vec![Event::Chose { seat }];
        if course.choosing().is_empty() {
            events.extend(Self::step_together(state));
        }
        Ok(events)
    }

    /// All chosen steps at once.
    fn step_together(state: &mut State) -> Vec<Event> {
        let Some(course) = &mut state.course else { return Vec::new() };
        let to = extras::resolve(course, state.config.block);
        let mut events = Vec::new();
        for (number, to) in to.into_iter().enumerate() {
            let dir = course.extras.chosen[number].take();
            let runner = &mut course.runners[number];
            let Some(dir) = dir else {
                runner.waits = runner.waits.saturating_sub(1);
                continue;
            };
            runner.moves += 1;
            if runner.position != to {
                runner.position = to;
                let point = course.track.board.point(to);
                events.push(Event::Moved { seat: Seat::new(number), dir: dir.name(), to: [point.row, point.col] });
            }
        }
        course.refused = false;
        extras::look(&state.config, course);
        let target = course.track.board.target;
        if course.runners.iter().any(|runner| runner.position == target) {
            events.extend(Self::end(state, Ended::Won));
        }
        events
    }

    /// The blocks and bombs that a player may use, as far as a viewer knows.
    pub(crate) fn tokens(view: &View, seat: Seat) -> Vec<Action> {
        let Some(course) = &view.course else { return Vec::new() };
        let mut actions = Vec::new();
        for at in extras::in_reach(course, seat) {
            if extras::may_wall(course, seat, at).is_ok() {
                actions.push(Action::Wall(at));
            }
            if extras::may_bomb(course, seat, at).is_ok() {
                actions.push(Action::Bomb(at));
            }
        }
        actions
    }

    /// A block, a bomb or a bet.
    fn extra(state: &mut State, seat: Seat, action: Action) -> Result<Vec<Event>, Refusal> {
        let Some(course) = &mut state.course else { return Err(Refusal::Now) };
        let number = seat.index();
        let event = match action {
            Action::Wall(at) => {
                let (_, labyrinth) = extras::may_wall(course, seat, at)?;
                extras::change(course, labyrinth);
                course.extras.walls[number] -= 1;
                course.next_turn();
                Event::Walled { seat, at: [at.row, at.col] }
            }
            Action::Bomb(at) => {
                let cell = extras::may_bomb(course, seat, at)?;
                let mut labyrinth = course.track.board.labyrinth.clone();
                labyrinth.open(cell);
                extras::change(course, labyrinth);
                course.extras.bombs[number] -= 1;
                course.next_turn();
                Event::Bombed { seat, at: [at.row, at.col] }
            }
            Action::Bet(steps) => {
                let (moved, most) = (course.runners[number].moves > 0, most_bet(course));
                let bet = course.extras.bets.get_mut(number).ok_or(Refusal::Now)?;
                if moved || bet.is_some() {
                    return Err(Refusal::TooLate);
                }
                if !(1..=most).contains(&steps) {
                    return Err(Refusal::Steps { most });
                }
                *bet = Some(steps);
                Event::Bet { seat }
            }
            _ => return Err(Refusal::Now),
        };
        Ok(vec![event])
    }

    fn go(state: &mut State, seat: Seat, dir: Dir) -> Result<Vec<Event>, Refusal> {
        if state.config.together {
            return Self::choose(state, seat, dir);
        }
        let block = state.config.block;
        let Some(course) = &mut state.course else { return Err(Refusal::Now) };
        let to = can_go(course, block, seat, dir)?;
        let runner = &mut course.runners[seat.index()];
        runner.position = to;
        runner.moves += 1;
        let point = course.track.board.point(to);
        let mut events = vec![Event::Moved { seat, dir: dir.name(), to: [point.row, point.col] }];
        if to == course.track.board.target {
            events.extend(Self::end(state, Ended::Won));
        } else {
            course.next_turn();
            extras::look(&state.config, course);
        }
        Ok(events)
    }

    fn answer(state: &mut State, ending: Ending, agreed: Seats) -> Vec<Event> {
        if agreed.len() < state.config.players {
            state.phase = Phase::Vote { ending, agreed };
            return Vec::new();
        }
        let by = match ending {
            Ending::Finish => Ended::Finished,
            Ending::Reveal => Ended::Revealed,
        };
        Self::end(state, by)
    }

    fn ready(state: &mut State, seat: Seat, ready: Seats) -> Result<Vec<Event>, Refusal> {
        let ready = ready.with(seat);
        let mut events = vec![Event::Ready { seat }];
        if ready.len() < state.config.players {
            state.phase = Phase::Between { ready };
        } else {
            events.push(Self::begin(state).map_err(|error| Refusal::Board { en: error.0.en, fr: error.0.fr })?);
        }
        Ok(events)
    }
}

/// The most steps that may be bet on.
fn most_bet(course: &Course) -> u32 {
    4 * course.track.board.size().rows() as u32
}

/// The cell a player may step to.
fn can_go(course: &Course, block: bool, seat: Seat, dir: Dir) -> Result<dedale_grid::Cell, Refusal> {
    let to = course.step(seat, dir).ok_or(Refusal::Wall { dir })?;
    match course.occupant(to, seat).filter(|_| block) {
        Some(seat) => Err(Refusal::Occupied { seat }),
        None => Ok(to),
    }
}

/// The boards offered where the first player is asked; others are accepted too.
const MENU_SIZES: [usize; 5] = [9, 15, 21, 31, 41];
const MENU_DENSITIES: [f64; 5] = [0.5, 0.6, 0.65, 0.7, 0.8];

impl Game for Race {
    const NAME: &'static str = "race";
    const VERSION: u32 = 1;
    type Config = Config;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;

    fn check_cost(config: &Config) -> Result<(), ConfigError> {
        if config.size <= QUICK_SIZE {
            return Ok(());
        }
        Err(ConfigError::new(
            format!("found a size of {}, expected at most {QUICK_SIZE} in a room", config.size),
            format!("trouvé une taille de {}, attendu au plus {QUICK_SIZE} dans une salle", config.size),
        ))
    }

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[
            ("duel", "size=31,density=0.65,players=2,rounds=3"),
            ("solo", "size=31,density=0.65,players=1,rounds=1"),
            ("party", "size=41,density=0.65,players=4,rounds=5"),
            ("crowd", "size=15,density=0.7,players=4,rounds=5,block"),
            ("thin", "size=31,density=0.45,players=2,rounds=3,repair"),
            ("fog", "size=21,density=0.7,players=2,rounds=3,fog=4"),
            ("together", "size=15,density=0.7,players=3,rounds=5,block,together"),
        ]
    }

    fn start(config: &Config, seed: u64) -> Result<State, ConfigError> {
        let mut state = State {
            seed,
            config: config.clone(),
            round: 0,
            phase: Phase::Between { ready: Seats::NONE },
            scores: vec![0; config.players],
            asked: None,
            course: None,
        };
        if !config.ask {
            Self::begin(&mut state)?;
        }
        Ok(state)
    }

    fn seats(state: &State) -> usize {
        state.config.players
    }

    fn active(state: &State) -> Seats {
        let all = Seats::first(state.config.players);
        let but = |done: Seats| all.iter().filter(|seat| !done.contains(*seat)).collect();
        match state.phase {
            Phase::Over => Seats::NONE,
            Phase::Play if state.config.together => state.course.as_ref().map_or(Seats::NONE, Course::choosing),
            Phase::Play => state.course.as_ref().map_or(Seats::NONE, |course| Seats::only(course.mover())),
            Phase::Vote { agreed, .. } => but(agreed),
            Phase::Between { ready } => but(ready),
        }
    }

    /// Every action there is, but for the boards: of those a selection, as any
    /// size and density can be chosen.
    fn legal(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        if !Self::active(state).contains(seat) {
            return;
        }
        match (state.phase, &state.course) {
            (Phase::Play, Some(course)) => {
                // Together, whoever stands there may be gone by then.
                let block = state.config.block && !state.config.together;
                let before = actions.len();
                actions.extend(
                    Dir::ALL.into_iter().filter(|&dir| can_go(course, block, seat, dir).is_ok()).map(Action::Go),
                );
                if actions.len() == before {
                    actions.push(Action::Pass);
                }
                if !course.refused {
                    actions.extend([Ending::Finish, Ending::Reveal].map(Action::Propose));
                }
                let reach: Vec<_> = extras::in_reach(course, seat).collect();
                if !course.extras.walls.is_empty() {
                    let may = |at: &&dedale_grid::Point| extras::may_wall(course, seat, **at).is_ok();
                    actions.extend(reach.iter().filter(may).map(|at| Action::Wall(*at)));
                }
                if !course.extras.bombs.is_empty() {
                    let may = |at: &&dedale_grid::Point| extras::may_bomb(course, seat, **at).is_ok();
                    actions.extend(reach.iter().filter(may).map(|at| Action::Bomb(*at)));
                }
                let bets = course.extras.bets.get(seat.index()).is_some_and(Option::is_none);
                if bets && course.runners[seat.index()].moves == 0 {
                    actions.extend((1..=most_bet(course)).map(Action::Bet));
                }
            }
            (Phase::Vote { .. }, _) => actions.extend([Action::Agree, Action::Refuse]),
            (Phase::Between { .. }, _) if state.config.ask && seat.index() == 0 => {
                let boards = MENU_SIZES.into_iter().flat_map(|size| MENU_DENSITIES.map(|density| (size, density)));
                actions.extend(boards.map(|(size, density)| Action::Board { size, density }));
            }
            (Phase::Between { .. }, _) => actions.push(Action::Ready),
            (Phase::Play, None) | (Phase::Over, _) => {}
        }
    }

    fn apply(state: &mut State, seat: Seat, action: &Action, _: u64) -> Result<Vec<Event>, Refusal> {
        if !Self::active(state).contains(seat) {
            return Err(Refusal::Turn);
        }
        match (state.phase, *action) {
            (Phase::Play, Action::Go(dir)) => Self::go(state, seat, dir),
            (Phase::Play, Action::Wall(_) | Action::Bomb(_) | Action::Bet(_)) => Self::extra(state, seat, *action),
            (Phase::Play, Action::Pass) => {
                let block = state.config.block && !state.config.together;
                let Some(course) = &mut state.course else { return Err(Refusal::Now) };
                if Dir::ALL.into_iter().any(|dir| can_go(course, block, seat, dir).is_ok()) {
                    return Err(Refusal::CanMove);
                }
                course.next_turn();
                Ok(vec![Event::Passed { seat }])
            }
            (Phase::Play, Action::Propose(ending)) => {
                if state.course.as_ref().is_some_and(|course| course.refused) {
                    return Err(Refusal::Again);
                }
                let mut events = vec![Event::Proposed { seat, ending }];
                events.extend(Self::answer(state, ending, Seats::only(seat)));
                Ok(events)
            }
            (Phase::Vote { ending, agreed }, Action::Agree) => {
                let mut events = vec![Event::Answered { seat, agree: true }];
                events.extend(Self::answer(state, ending, agreed.with(seat)));
                Ok(events)
            }
            (Phase::Vote { .. }, Action::Refuse) => {
                state.phase = Phase::Play;
                if let Some(course) = &mut state.course {
                    course.refused = true;
                }
                Ok(vec![Event::Answered { seat, agree: false }])
            }
            (Phase::Between { ready }, Action::Ready) if !(state.config.ask && seat.index() == 0) => {
                Self::ready(state, seat, ready)
            }
            (Phase::Between { ready }, Action::Board { size, density }) if state.config.ask && seat.index() == 0 => {
                let refused = |error: ConfigError| Refusal::Board { en: error.0.en, fr: error.0.fr };
                state.config.with_board(size, density).map_err(refused)?;
                state.asked = Some((size, density));
                Self::ready(state, seat, ready)
            }
            _ => Err(Refusal::Now),
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        if state.phase != Phase::Over {
            return None;
        }
        let best = state.scores.iter().copied().max().filter(|&best| best > 0);
        let winners = (0..state.config.players).map(Seat::new);
        Some(Outcome {
            winners: winners.filter(|seat| Some(state.scores[seat.index()]) == best).collect(),
            scores: state.scores.iter().map(|&score| score.into()).collect(),
        })
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View {
            config: state.config.clone(),
            round: state.round,
            phase: state.phase,
            scores: state.scores.clone(),
            course: state.course.as_ref().map(|course| extras::shown(&state.config, course, viewer)),
        }
    }

    fn disguise(state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        // The boards to come are secret, and so are steps chosen and bets made
        // by others.
        let mut other = State { seed: rng.bits(), ..state.clone() };
        if let Some(course) = other.course.as_mut().filter(|course| course.end.is_none()) {
            for number in (0..course.runners.len()).filter(|number| !viewer.is(Seat::new(*number))) {
                let ways = Dir::ALL.into_iter().filter(|dir| course.step(Seat::new(number), *dir).is_some());
                let ways: Vec<Dir> = ways.collect();
                if let Some(Some(chosen)) = course.extras.chosen.get_mut(number) {
                    *chosen = rng.choose(&ways).copied().unwrap_or(*chosen);
                }
                if let Some(Some(bet)) = course.extras.bets.get_mut(number) {
                    *bet = rng.below(99) as u32;
                }
            }
        }
        other
    }

    /// Not once the solutions have been shown.
    fn undoable(state: &State) -> bool {
        state.course.as_ref().is_none_or(|course| course.end.is_none())
    }

    fn bots() -> &'static [Bot<Self>] {
        bots::ALL
    }
}
