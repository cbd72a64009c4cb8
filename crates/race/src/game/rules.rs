//! The rules, as [`dedale_play::Game`] wants them.

use super::{Action, Config, Course, End, Ended, Ending, Runner, Track};
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

/// What everybody sees: there are no secrets but the boards to come.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
#[serde(rename_all = "lowercase", tag = "event")]
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
        let made = recipe.make(seed).map_err(|error| ConfigError(Text::of(&error)))?;
        let distances = Distances::to(&made.board.labyrinth, made.board.target);
        let runners = made.board.starts.iter().zip(state.config.handicap);
        let runners = runners.map(|(&position, waits)| Runner { position, moves: 0, waits }).collect();
        let mut order: Vec<Seat> = (0..state.config.players).map(Seat::new).collect();
        Rng::stream(state.seed, 1 << 32 | u64::from(round)).shuffle(&mut order);
        let opened = made.opened.len();
        let track = Arc::new(Track { board: made.board, distances, opened: made.opened });
        let mut course = Course { track, runners, order, turn: 0, refused: false, end: None };
        course.skip_waiting();
        let event = Event::Began { round, order: course.order.clone(), opened };
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
            Ended::Won => Seats::only(course.mover()),
            Ended::Finished => seats.filter(|seat| Some(&totals[seat.index()]) == totals.iter().min()).collect(),
            Ended::Revealed => Seats::NONE,
        };
        winners.iter().for_each(|seat| state.scores[seat.index()] += 1);
        course.end = Some(End { by, winners, totals });
        let last = state.round >= config.rounds;
        state.phase = if last { Phase::Over } else { Phase::Between { ready: Seats::NONE } };
        vec![Event::Ended { by, winners }]
    }

    fn go(state: &mut State, seat: Seat, dir: Dir) -> Result<Vec<Event>, Refusal> {
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

    fn presets() -> &'static [(&'static str, &'static str)] {
        &[
            ("duel", "size=31,density=0.65,players=2,rounds=3"),
            ("solo", "size=31,density=0.65,players=1,rounds=1"),
            ("party", "size=41,density=0.65,players=4,rounds=5"),
            ("crowd", "size=15,density=0.7,players=4,rounds=5,block"),
            ("thin", "size=31,density=0.45,players=2,rounds=3,repair"),
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
                let block = state.config.block;
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
            (Phase::Play, Action::Pass) => {
                let block = state.config.block;
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

    fn view(state: &State, _: Viewer) -> View {
        View {
            config: state.config.clone(),
            round: state.round,
            phase: state.phase,
            scores: state.scores.clone(),
            course: state.course.clone(),
        }
    }

    fn disguise(state: &State, _: Viewer, rng: &mut Rng) -> State {
        // The boards to come are secret.
        State { seed: rng.bits(), ..state.clone() }
    }

    /// Not once the solutions have been shown.
    fn undoable(state: &State) -> bool {
        state.course.as_ref().is_none_or(|course| course.end.is_none())
    }

    fn bots() -> &'static [Bot<Self>] {
        bots::ALL
    }
}
