//! Levels in and out, and what can be seen on a board at a glance.
//!
//! The page asks after every push, so nothing here searches for long: static
//! masks, the corrals of the moment, and the cheap reasons why a position is
//! lost. Whoever wants certainty asks the solver.

use crate::api_error::ApiError;
use crate::limits::Limits;
use crate::worlds::Answer;
use dedale_grid::Cell;
use dedale_sokoban::deadlock::corral::Corrals;
use dedale_sokoban::deadlock::freeze::frozen;
use dedale_sokoban::deadlock::matching::Serving;
use dedale_sokoban::deadlock::pairs::Pairs;
use dedale_sokoban::deadlock::{corral, diagonal};
use dedale_sokoban::{
    Board, BoardError, Bounds, Entry, Heuristic, Level, Square, Terrain, Zone, duplicates, read, replay, shipped,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Positions that the question about a corral may look at.
const CORRAL_LIMIT: usize = 5_000;
/// How long the table of lost pairs may take.
const PAIRS_TIME: Duration = Duration::from_millis(300);

/// The text of a question.
fn text<'a>(question: &'a Value, name: &str) -> Result<&'a str, ApiError> {
    question
        .get(name)
        .and_then(Value::as_str)
        .ok_or_else(|| ApiError::refuse(format!("expected the text `{name}`"), format!("attendu le texte « {name} »")))
}

/// The first level of a question.
pub fn level(question: &Value, limits: &Limits) -> Result<Level, ApiError> {
    let collection = read(text(question, "levels")?).map_err(|error| ApiError::bad(&error))?;
    let level = collection.entries.into_iter().next().map(|entry| entry.level);
    let level = level.ok_or_else(|| ApiError::refuse("expected a level", "attendu un niveau"))?;
    let (area, most) = (level.size().area(), limits.cells);
    if area > most {
        return Err(ApiError::limit(
            format!("found a board of {area} cells, expected at most {most} here"),
            format!("trouvé une grille de {area} cases, attendu au plus {most} ici"),
        ));
    }
    Ok(level)
}

fn rows(level: &Level) -> Vec<String> {
    level.to_string().lines().map(str::to_owned).collect()
}

/// A level as the page keeps it; a solution is told only if it is one.
fn told(entry: &Entry) -> Value {
    let best = entry.solutions.iter().filter_map(|solution| replay(&entry.level, &solution.moves).ok());
    let best = best.min_by_key(|(_, metrics)| (metrics.pushes, metrics.moves));
    json!({
        "title": entry.title,
        "author": entry.author,
        "notes": entry.notes,
        "rows": rows(&entry.level),
        "solution": best.as_ref().map(|(moves, _)| moves.to_string()),
        "pushes": best.as_ref().map(|(_, metrics)| metrics.pushes),
        "moves": best.as_ref().map(|(_, metrics)| metrics.moves),
    })
}

/// The shipped collection, from easy to hard.
pub fn collection(_: Value, _: &Limits) -> Result<Answer, ApiError> {
    Ok(Answer::Json(json!({"levels": shipped().iter().map(told).collect::<Vec<Value>>()})))
}

/// The levels of a text, each with its board.
pub fn open(question: Value, _: &Limits) -> Result<Answer, ApiError> {
    let collection = read(text(&question, "levels")?).map_err(|error| ApiError::bad(&error))?;
    let same = duplicates(collection.entries.iter().map(|entry| &entry.level));
    let levels = collection.entries.iter().zip(same).map(|(entry, same)| {
        let mut level = told(entry);
        level["same_as"] = json!(same.map(|index| index + 1));
        level
    });
    Ok(Answer::Json(json!({"levels": levels.collect::<Vec<Value>>()})))
}

/// Masks, corrals and the reasons why a position is lost.
pub fn look(question: Value, limits: &Limits) -> Result<Answer, ApiError> {
    let level = level(&question, limits)?;
    let board = match Board::new(&level) {
        Ok(board) => board,
        Err(error @ BoardError::TooFewTargets { .. }) => {
            let text = dedale_text::Text::of(&error);
            return Ok(Answer::Json(json!({
                "dead": [], "tunnels": [], "rooms": [], "corrals": [], "frozen": [], "bound": null,
                "lost": [{"why": "targets", "boxes": [], "cells": [], "en": text.en, "fr": text.fr}],
            })));
        }
        Err(error) => return Err(ApiError::bad(&error)),
    };
    let size = level.size();
    let place = |cell: Cell| [size.point(cell).row, size.point(cell).col];
    let places = |squares: &[Square]| -> Vec<[i32; 2]> {
        squares.iter().map(|&square| place(board.cells[square as usize])).collect()
    };
    let terrain = Terrain::new(&board);
    let solid = board.solid(&board.boxes);
    let mut zone = Zone::new(&board);
    let player = zone.flood(&board, &solid, board.player);
    let dead: Vec<Square> = (0..board.squares as Square).filter(|&square| !board.live[square as usize]).collect();
    let regions = corral::regions(&board, &solid);
    let corrals: Vec<Vec<[i32; 2]>> = (0..board.squares as Square)
        .filter(|&name| solid[name as usize] == 0 && regions[name as usize] == name && name != player)
        .map(|name| {
            let inside = (name..board.squares as Square)
                .filter(|&square| solid[square as usize] == 0 && regions[square as usize] == name);
            places(&inside.collect::<Vec<Square>>())
        })
        .collect();
    let mut stuck = Vec::new();
    frozen(&board, &solid, &board.boxes, true, &mut stuck);
    let bound = Bounds::new(&board, Heuristic::Hungarian).of(&board, &board.boxes);
    let lost: Vec<Value> = reasons(&board, &solid, &zone, player, bound)
        .into_iter()
        .map(|(why, boxes, cells)| json!({"why": why, "boxes": places(&boxes), "cells": places(&cells)}))
        .collect();
    Ok(Answer::Json(json!({
        "dead": places(&dead),
        "tunnels": terrain.tunnels.iter().map(|tunnel| places(&tunnel.squares)).collect::<Vec<_>>(),
        "rooms": terrain.rooms.iter().map(|room| places(&room.squares)).collect::<Vec<_>>(),
        "corrals": corrals,
        "frozen": places(&stuck),
        "bound": bound,
        "lost": lost,
    })))
}

/// Why a position can never be solved: the rule, the boxes, the cells.
fn reasons(
    board: &Board,
    solid: &[u8],
    zone: &Zone,
    player: Square,
    bound: Option<u32>,
) -> Vec<(&'static str, Vec<Square>, Vec<Square>)> {
    let mut lost = Vec::new();
    let away = |square: &Square| !board.is_target[*square as usize];
    let dead: Vec<Square> = board.boxes.iter().copied().filter(|&square| !board.live[square as usize]).collect();
    if !dead.is_empty() {
        lost.push(("dead", dead.clone(), dead));
    }
    let mut held = Vec::new();
    frozen(board, solid, &board.boxes, false, &mut held);
    if held.iter().any(away) {
        // A frozen box at home belongs to the story only if it holds another.
        let holds = |square: &Square| board.next[*square as usize].iter().any(|next| held.contains(next) && away(next));
        let group: Vec<Square> = held.iter().copied().filter(|square| away(square) || holds(square)).collect();
        lost.push(("freeze", group, Vec::new()));
    }
    let diagonal: Vec<Square> =
        board.boxes.iter().copied().filter(|&square| diagonal::kills(board, solid, square, player)).collect();
    if !diagonal.is_empty() {
        lost.push(("diagonal", diagonal, Vec::new()));
    }
    if !lost.is_empty() {
        return lost;
    }
    if bound.is_none() {
        return vec![("matching", board.boxes.iter().copied().filter(away).collect(), Vec::new())];
    }
    let start = Instant::now();
    let pairs = Pairs::new(board, &|| start.elapsed() < PAIRS_TIME);
    if let Some(pairs) = &pairs {
        let pair = board.boxes.iter().enumerate().find_map(|(index, &one)| {
            let other = board.boxes[index + 1..].iter().find(|&&other| pairs.dead(one, other))?;
            Some(vec![one, *other])
        });
        if let Some(pair) = pair {
            return vec![("pair", pair, Vec::new())];
        }
    }
    let mut corrals = Corrals::new(board);
    if let Some(corral) = corrals.find(board, solid, board.boxes.len(), zone) {
        let mut serving = Serving::new(board);
        if corrals.dead(board, &corral, player, pairs.as_ref(), &mut serving, CORRAL_LIMIT) {
            return vec![("corral", corral.boxes, corral.squares)];
        }
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(levels: &str) -> Value {
        match look(json!({"levels": levels}), &Limits::default()) {
            Ok(Answer::Json(value)) => value,
            _ => panic!("no answer"),
        }
    }

    #[test]
    fn a_box_in_a_corner_is_lost_on_a_dead_tile() {
        let seen = ask("######\n#$   #\n# @ .#\n######\n");
        assert_eq!(seen["lost"][0]["why"], "dead");
        assert_eq!(seen["lost"][0]["boxes"], json!([[1, 1]]));
    }

    #[test]
    fn two_boxes_at_a_wall_freeze_each_other() {
        let seen = ask("#########\n#  $$   #\n#@      #\n#  ..   #\n#########\n");
        let why: Vec<&str> =
            seen["lost"].as_array().expect("a list").iter().filter_map(|l| l["why"].as_str()).collect();
        assert!(why.contains(&"freeze"), "{why:?}");
    }

    #[test]
    fn a_sound_position_is_not_lost_and_has_its_masks() {
        let seen = ask("#######\n#  #  #\n#@ $. #\n#  #  #\n#######\n");
        assert_eq!(seen["lost"], json!([]));
        assert_eq!(seen["tunnels"].as_array().map(Vec::len), Some(1));
        assert_eq!(seen["rooms"].as_array().map(Vec::len), Some(2));
        assert_eq!(seen["corrals"].as_array().map(Vec::len), Some(1));
    }

    #[test]
    fn dearer_reasons_are_found_where_the_cheap_ones_are_silent() {
        let corral = "######\n# .+ #\n# . $##\n##$   #\n #.#$ #\n #$   ###\n #      #\n ########\n";
        let diagonal = "#####\n#   #\n#.  ##\n#..# #\n#$$  #\n# $#@#\n##   #\n #####\n";
        for (levels, why) in [(corral, "corral"), (diagonal, "diagonal")] {
            assert_eq!(ask(levels)["lost"][0]["why"], why);
        }
    }

    #[test]
    fn a_wrong_character_is_named_with_line_and_column() {
        let fault = open(json!({"levels": "#####\n#@$x#\n#####\n"}), &Limits::default()).err().expect("a fault");
        assert!(fault.text.en.starts_with("2:4:"), "{}", fault.text.en);
    }

    #[test]
    fn the_shipped_levels_come_with_their_best() {
        let Ok(Answer::Json(told)) = collection(json!({}), &Limits::default()) else { panic!("no answer") };
        let levels = told["levels"].as_array().expect("a list");
        assert!(levels.len() >= 60);
        assert!(levels.iter().all(|level| level["pushes"].as_u64() > Some(0)));
    }
}
