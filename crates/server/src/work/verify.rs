//! What a stranger's answer is worth.
//!
//! A worker outside the house is believed where its answer proves itself: a
//! solution is replayed. A claim that cannot be checked, such as that there is
//! no solution, is asked again inside; one that is wrong is a lie.

use dedale_api::pipe::Ask;
use dedale_question::{Control, Limits, Reader, Source};
use dedale_sokoban::Moves;
use dedale_sokoban::questions::read_levels;
use serde::Deserialize;
use serde_json::Value;

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// It proves itself.
    Proved,
    /// It may be right; nobody can tell.
    Unproved,
    /// It is wrong.
    False,
}

/// Whether answers to this question can prove themselves.
pub fn is_possible(ask: &Ask) -> bool {
    (ask.world.as_str(), ask.question.as_str(), ask.format.as_str()) == ("sokoban", "solve", "json")
        && ask.settings.get("optimal").is_none_or(Value::is_null)
}

/// A level as a worker answers it.
#[derive(Deserialize)]
struct Solved {
    level: usize,
    solved: bool,
    pushes: Option<usize>,
    moves: Option<usize>,
    solution: Option<String>,
    proved: bool,
}

/// What an answer to a question is worth.
pub fn verify(ask: &Ask, answer: &str) -> Worth {
    if !is_possible(ask) {
        return Worth::Unproved;
    }
    let Ok(answered) = serde_json::from_str::<Vec<Solved>>(answer) else { return Worth::False };
    let levels = ask.settings.get("levels").and_then(Value::as_str).unwrap_or_default();
    let control = Control::new(Limits::NONE, Reader::default(), std::sync::Arc::default());
    let Ok(collection) = read_levels(&Source::Content(levels.as_bytes().to_vec()), &control) else {
        return Worth::Unproved;
    };
    let mut all = !answered.is_empty();
    for one in answered {
        let entry = one.level.checked_sub(1).and_then(|at| collection.entries.get(at));
        let Some(entry) = entry else { return Worth::False };
        if !one.solved {
            all = false;
            continue;
        }
        let moves = one.solution.as_deref().and_then(|text| Moves::parse(text).ok());
        let replayed = moves.and_then(|moves| dedale_sokoban::replay(&entry.level, &moves).ok());
        let Some((_, metrics)) = replayed else { return Worth::False };
        if one.pushes != Some(metrics.pushes) || one.moves != Some(metrics.moves) {
            return Worth::False;
        }
        // That none is shorter is more than a solution shows.
        all &= !one.proved;
    }
    if all { Worth::Proved } else { Worth::Unproved }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ask(settings: Value) -> Ask {
        let (world, question, format) = ("sokoban".into(), "solve".into(), "json".into());
        Ask { world, question, settings, format, lang: "en".into(), limits: Limits::NONE }
    }

    #[test]
    fn only_what_proves_itself_is_believed() {
        let question = ask(json!({"levels": "#####\n#@$.#\n#####\n"}));
        assert!(is_possible(&question));
        assert!(!is_possible(&ask(json!({"levels": "", "optimal": "pushes"}))));
        let line = |solution: &str, pushes: usize, proved: bool| {
            json!([{"level": 1, "solved": true, "pushes": pushes, "moves": 1, "solution": solution, "proved": proved}])
                .to_string()
        };
        let unsolved = r#"[{"level":1,"solved":false,"proved":false}]"#;
        let nowhere = r#"[{"level":9,"solved":false,"proved":false}]"#;
        for (answer, worth) in [
            (line("R", 1, false), Worth::Proved),
            (line("R", 1, true), Worth::Unproved),
            (line("R", 2, false), Worth::False),
            (line("L", 1, false), Worth::False),
            (line("", 0, false), Worth::False),
            (unsolved.into(), Worth::Unproved),
            (nowhere.into(), Worth::False),
            ("[]".into(), Worth::Unproved),
            ("nonsense".into(), Worth::False),
        ] {
            assert_eq!(verify(&question, &answer), worth, "{answer}");
        }
    }
}
