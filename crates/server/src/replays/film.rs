//! A whole match in one answer: the first view, then for every entry what it
//! changed. A page that has it scrubs without asking again.

use super::cache::Looked;
use crate::api_error::ApiError;
use crate::rooms::patch::patch;
use crate::rooms::wire::Ended;
use axum::http::StatusCode;
use dedale_play::{EntryKind, Moment, Seat, Viewer};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The most bytes of a film; what is longer can be downloaded as a match file
/// and looked at moment by moment.
const LONGEST: usize = 16 << 20;

/// An entry of the log and what it changed.
#[derive(Serialize)]
struct Frame<'a> {
    /// When, in milliseconds of the match.
    t: u64,
    /// Who acted; nobody if time did.
    seat: Option<usize>,
    /// What they did.
    #[serde(rename = "do", skip_serializing_if = "Option::is_none")]
    action: Option<&'a str>,
    /// What happened.
    events: &'a [Value],
    /// What changed in the view: a merge patch.
    patch: Map<String, Value>,
    /// The seats that may act.
    active: Vec<usize>,
    /// When time itself will act.
    deadline: Option<u64>,
    /// How it ended, once it has.
    outcome: Option<Ended>,
}

/// The film of a match as one viewer sees it, as JSON.
pub fn film(id: &str, looked: &Looked, viewer: Viewer) -> Result<String, ApiError> {
    shoot(id, looked, viewer, LONGEST)
}

fn shoot(id: &str, looked: &Looked, viewer: Viewer, longest: usize) -> Result<String, ApiError> {
    let (table, mut text) = (&looked.table, String::new());
    let mut last = Value::Null;
    table.replay(viewer, &mut |moment: Moment| {
        if let Some(entry) = &moment.entry {
            let (seat, action) = match &entry.kind {
                EntryKind::Act(seat, action) => (Some(seat.index()), Some(action.as_str())),
                EntryKind::Tick => (None, None),
            };
            let frame = Frame {
                t: entry.t_ms,
                seat,
                action,
                events: &moment.events,
                patch: patch(&last, &moment.view),
                active: moment.active.iter().map(Seat::index).collect(),
                deadline: moment.deadline,
                outcome: moment.outcome.map(Ended::from),
            };
            text.push_str(if text.ends_with('[') { "" } else { "," });
            text.push_str(&serde_json::to_string(&frame).expect("frames are plain JSON"));
        } else {
            let game = table.id();
            let mut head = json!({
                "id": id, "game": game.game, "config": game.config, "seed": game.seed.number(), "link": game.to_string(),
                "commitment": game.seed.commitment(),
                "seats": table.seats(), "players": looked.players.as_ref(), "entries": table.entries(),
                "view": moment.view, "active": moment.active.iter().map(Seat::index).collect::<Vec<_>>(),
                "deadline": moment.deadline, "outcome": moment.outcome.map(Ended::from),
            })
            .to_string();
            // The frames are written one by one behind the head.
            head.pop();
            text = head + ",\"frames\":[";
        }
        last = moment.view;
        text.len() <= longest
    });
    if text.len() > longest {
        return Err(ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            "this match is too long to be shown at once; it can be downloaded",
            "cette partie est trop longue pour être montrée d'un coup ; on peut la télécharger",
        ));
    }
    Ok(text + "]}")
}
