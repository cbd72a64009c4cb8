//! The solver and the optimiser as long work that tells how it goes.

use super::look::level;
use crate::api_error::ApiError;
use crate::jobs::Control;
use crate::limits::Limits;
use dedale_sokoban::{
    Goal, Limits as Bounds, Moves, Options, Progress, Stop, Verdict, replay, shorten, solve as search_for,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::Instant;

/// Bytes that one search may take.
const MEMORY: usize = 1 << 30;
/// Seconds between two reports.
const PAUSE: f64 = 0.1;

/// What is to be small.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Small {
    Pushes,
    Moves,
}

impl From<Small> for Goal {
    fn from(small: Small) -> Self {
        match small {
            Small::Pushes => Self::Pushes,
            Small::Moves => Self::Moves,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    #[serde(rename = "levels")]
    _levels: String,
    solution: Option<String>,
    #[serde(default)]
    optimal: Option<Small>,
    #[serde(default)]
    goal: Option<Small>,
    #[serde(default = "a_minute")]
    seconds: f64,
    #[serde(default)]
    polish: f64,
}

fn a_minute() -> f64 {
    60.0
}

impl Wish {
    fn of(params: &Value) -> Result<Self, ApiError> {
        Self::deserialize(params).map_err(|error| {
            ApiError::refuse(format!("the question is wrong: {error}"), format!("la question est fausse : {error}"))
        })
    }

    /// How long the work may take: what was asked, within what is allowed.
    fn seconds(&self, control: &Control) -> f64 {
        self.seconds.clamp(0.1, 600.0).min(control.left().as_secs_f64() - 1.0)
    }
}

/// Solves the first level; progress tells the positions looked at, the most
/// boxes seen at home and the engine that speaks.
pub fn solve(params: Value, control: &Control, limits: &Limits) -> Result<Value, ApiError> {
    let wish = Wish::of(&params)?;
    let level = level(&params, limits)?;
    let start = Instant::now();
    let clock = || start.elapsed().as_secs_f64();
    let cancel = control.flag();
    let spoke = Mutex::new((-PAUSE, 0));
    let told = |news: &Progress| {
        let Ok(mut spoke) = spoke.lock() else { return };
        let now = clock();
        spoke.1 = spoke.1.max(news.placed.0);
        if now - spoke.0 >= PAUSE {
            spoke.0 = now;
            control.progress(json!({
                "nodes": news.nodes, "memory": news.memory, "placed": spoke.1, "boxes": news.placed.1,
                "engine": news.engine, "seconds": now, "limit": wish.seconds,
                "best": news.best.as_deref().map(|best| level.rows_with(&best.boxes, best.player)),
            }));
        }
    };
    let bounds = Bounds {
        seconds: wish.seconds(control),
        memory: MEMORY,
        threads: 1,
        clock: &clock,
        cancel: &cancel,
        progress: &told,
    };
    let options = Options {
        optimal: wish.optimal.map(Goal::from),
        polish: if wish.polish.is_finite() { wish.polish.clamp(0.0, 600.0) } else { 0.0 },
        ..Options::default()
    };
    let answer = search_for(&level, &options, bounds).map_err(|error| ApiError::bad(&error))?;
    if control.stopped() && answer.solution.is_none() && answer.verdict != Verdict::Unsolvable {
        return Err(crate::jobs::called_off());
    }
    let status = match answer.verdict {
        Verdict::Solved => "solved",
        Verdict::Unsolvable => "unsolvable",
        Verdict::Unknown(Stop::Memory) => "memory",
        Verdict::Unknown(Stop::Time | Stop::Cancelled) => "time",
    };
    let solution = answer.solution.as_ref();
    Ok(json!({
        "solved": solution.is_some(),
        "status": status,
        "pushes": solution.map(|(_, metrics)| metrics.pushes),
        "moves": solution.map(|(_, metrics)| metrics.moves),
        "solution": solution.map(|(moves, _)| moves.to_string()),
        "seconds": (clock() * 1000.0).round() / 1000.0,
        "nodes": answer.nodes,
        "proved": answer.proved,
        "engine": answer.engine,
    }))
}

/// Shortens a solution of the first level.
pub fn improve(params: Value, control: &Control, limits: &Limits) -> Result<Value, ApiError> {
    let wish = Wish::of(&params)?;
    let level = level(&params, limits)?;
    let given = Moves::parse(wish.solution.as_deref().unwrap_or_default()).map_err(|error| ApiError::bad(&error))?;
    let (_, before) = replay(&level, &given).map_err(|error| ApiError::bad(&error))?;
    let start = Instant::now();
    let limit = wish.seconds(control);
    let goal = wish.goal.map_or(Goal::Pushes, Goal::from);
    control.progress(json!({"seconds": 0, "limit": limit}));
    let keep_on = || start.elapsed().as_secs_f64() < limit && !control.stopped();
    let (moves, metrics) = shorten(&level, &given, goal, &keep_on).map_err(|error| ApiError::bad(&error))?;
    Ok(json!({
        "before": [before.pushes, before.moves],
        "pushes": metrics.pushes,
        "moves": metrics.moves,
        "solution": moves.to_string(),
        "seconds": (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
    }))
}
