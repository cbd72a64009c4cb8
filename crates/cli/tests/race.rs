//! `dedale race` as people and scripts use it: the real command, its answers
//! and its exit statuses.

#![allow(missing_docs)]

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn dedale() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
    command.env("LC_ALL", "C").env_remove("LANG").env_remove("LC_MESSAGES");
    command
}

/// Runs `dedale race …` with an input: status, standard output, standard error.
fn race(args: &[&str], input: &str) -> (i32, String, String) {
    let mut child = dedale()
        .arg("race")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn answer(args: &[&str], input: &str) -> (i32, Value) {
    let (status, out, err) = race(args, input);
    (status, serde_json::from_str(&out).unwrap_or_else(|_| panic!("{args:?}: {out}{err}")))
}

/// A directory of its own for a test.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("race-{name}"));
    std::fs::create_dir_all(&path).unwrap();
    path
}

const BOARD: &str = "*******\n*1 * 2*\n*** * *\n* C*  *\n* *** *\n*     *\n*******\n";

#[test]
fn new_boards() {
    let args = ["new", "--size", "21", "--density", "0.62", "--players", "3", "--seed", "9"];
    let (status, text, err) = race(&args, "");
    assert_eq!((status, err.as_str()), (0, "seed 9\n"));
    assert_eq!(race(&args, "").1, text);
    let (status, json) = answer(&[&args[..], &["--json"]].concat(), "");
    let rows: Vec<&str> = json["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!((status, rows.join("\n") + "\n"), (0, text.clone()));
    assert_eq!((&json["size"], &json["density"], &json["seed"]), (&json!(21), &json!(0.62), &json!(9)));
    let free = text.chars().filter(|letter| !"*\n".contains(*letter)).count();
    assert_eq!(free, (0.62f64 * 361.0).round() as usize);
    for player in json["players"].as_array().unwrap() {
        let cell = |value: &Value| format!("{},{}", value[0], value[1]);
        let (from, to) = (cell(&player["start"]), cell(&json["target"]));
        let (status, path) = answer(&["path", "-", "--from", &from, "--to", &to, "--json"], &text);
        assert_eq!((status, &path["length"]), (0, &player["best"]));
        assert_eq!(path["path"].as_array().unwrap().len() as u64, path["length"].as_u64().unwrap() + 1);
    }
    assert_eq!(json["players"].as_array().unwrap().len(), 3);
}

#[test]
fn fair_boards_have_ways_of_one_length() {
    for seed in ["1", "7", "12"] {
        let (status, new) = answer(&["new", "--seed", seed, "--fair", "--json"], "");
        let best = |player: usize| new["players"][player]["best"].as_i64().unwrap();
        assert!(status == 0 && (best(0) - best(1)).abs() <= 1, "{new}");
    }
    // Without effect, or where there is nobody to be fair to.
    for (args, why) in [
        (&["new", "--fair", "--players", "1"][..], "fair boards for one player"),
        (&["play", "--fair", "--players", "1"], "fair boards for one player"),
        (&["play", "--fair", "--preset", "solo"], "fair boards for one player"),
        (&["play", "--fair", "--id", "race:size=21,players=2#42"], "--fair"),
    ] {
        let (status, _, err) = race(args, "quit\n");
        assert!(status == 2 && err.contains(why), "{args:?}: {err}");
    }
    let (_, _, err) =
        race(&["play", "--fair", "--players", "2", "--size", "11", "--rounds", "1", "--seed", "3"], "quit\n");
    assert!(err.ends_with("race:size=11,density=0.65,players=2,rounds=1,fair#3\n"), "{err}");
    // Four on a large, thin board: as fair as it can be, and it says so.
    let (status, _, err) =
        race(&["new", "--size", "151", "--players", "4", "--density", "0.45", "--seed", "1", "--fair"], "");
    assert!(status == 0 && err.contains("the fairest of"), "{err}");
}

#[test]
fn thin_boards_are_repaired() {
    let args = ["new", "--size", "41", "--density", "0.35", "--players", "4", "--seed", "1"];
    let (status, out, err) = race(&args, "");
    assert!(status == 0 && out.contains('C') && err.contains("cells of the first were freed"), "{status} {out} {err}");
    let thin = ["simulate", "--size", "41", "--density", "0.35", "--players", "4", "--rounds", "3", "--seed", "1"];
    assert_eq!(race(&thin, "").0, 0);
    assert_eq!(race(&[&thin[..], &["--repair"]].concat(), "").0, 0);
    let (status, json) = answer(&[&args[..], &["--repair", "--json"]].concat(), "");
    assert_eq!(status, 0);
    assert!(!json["opened"].as_array().unwrap().is_empty());
    assert!(json["players"].as_array().unwrap().iter().all(|player| player["best"].as_u64().unwrap() > 0));
}

#[test]
fn questions_about_a_board() {
    let ask = |args: &[&str]| answer(&[args, &["--json"]].concat(), BOARD);
    assert_eq!(ask(&["path", "-", "--from", "1,5", "--to", "5,1"]).1["length"], 8);
    assert_eq!(ask(&["path", "-", "--from", "1,1", "--to", "5,1"]), (1, json!({"length": null, "path": null})));
    assert_eq!(ask(&["path", "-", "--from", "1,1", "--to", "1,1"]), (0, json!({"length": 0, "path": [[1, 1]]})));
    let (_, with_array) = ask(&["path", "-", "--from", "1,1", "--to", "1,2", "--predecessors"]);
    let array = with_array["predecessors"].as_array().unwrap();
    assert_eq!((array.len(), &array[8], &array[9], &array[10]), (49, &json!(8), &json!(8), &json!(-1)));
    assert_eq!(
        ask(&["open", "-", "--from", "1,1", "--to", "3,2"]),
        (0, json!({"opened": 1, "cells": [[2, 1]], "length": 3}))
    );
    assert_eq!(ask(&["open", "-", "--from", "1,5", "--to", "5,1"]).1["opened"], 0);
    assert_eq!(ask(&["open", "-", "--from", "0,0", "--to", "5,1"]).0, 1);
    let (status, all) = ask(&["open", "-"]);
    assert_eq!((status, &all["opened"], &all["minimum"]), (0, &json!(1), &json!(true)));
    assert_eq!(ask(&["nearest", "-", "--at", "2,2"]), (0, json!({"cell": [1, 2], "distance": 1})));
    assert_eq!(ask(&["nearest", "-", "--at", "1,1"]), (0, json!({"cell": [1, 1], "distance": 0})));
    assert_eq!(race(&["nearest", "-", "--at", "0,0"], "***\n***\n***\n").0, 1);
    let (status, text, _) = race(&["path", "-", "--from", "1,5", "--to", "5,1"], BOARD);
    assert!(status == 0 && text.ends_with("\n8 steps\n") && text.contains('.'), "{text}");
}

#[test]
fn duels_are_analysed() {
    let board = "********\n*1 2  C*\n**** ***\n********\n";
    let (status, json) = answer(&["duel", "-", "--json"], board);
    assert_eq!((status, &json["winner"], &json["turns"]), (0, &json!(2), &json!(6)));
    assert_eq!(json["together"], json!([9, 5]));
    assert_eq!(race(&["duel", "-"], "*****\n*1 C*\n*****\n").0, 2);
}

#[test]
fn bad_input_is_named_and_never_a_panic() {
    let from_to = ["--from", "1,1", "--to", "1,2"];
    for (board, place) in [
        ("*****\n*1 C*\n****\n", "-:3:5: "),
        ("*****\n*1xC*\n*****\n", "-:2:3: "),
        ("*****\n*CC *\n*****\n", "-:2:3: "),
        ("* ***\n*  C*\n*****\n", "-:1:2: "),
        ("", "-:1:1: "),
    ] {
        let (status, out, err) = race(&[&["path", "-"], &from_to[..]].concat(), board);
        assert!(status == 2 && out.is_empty() && err.starts_with(place), "{board:?}: {status} {err}");
    }
    for args in [
        &["new", "--size", "4"][..],
        &["new", "--size", "-1"],
        &["new", "--size", "99999999"],
        &["new", "--density", "0"],
        &["new", "--density", "1.1"],
        &["new", "--density", "NaN"],
        &["new", "--players", "0"],
        &["new", "--players", "5"],
        &["new", "-o", "board.xyz"],
        &["path", "-", "--from", "9,9", "--to", "1,1"],
        &["path", "-", "--from", "1;1", "--to", "1,1"],
        &["path", "no such file", "--from", "1,1", "--to", "1,1"],
        &["open", "-", "--from", "1,1"],
        &["nearest", "-", "--at=-1,0"],
        &["simulate", "--noise", "2"],
        &["simulate", "--players", "1", "--bots", "best,best"],
        &["play", "--size", "3"],
        &["play", "--seats", "human,wizard"],
        &["play", "--keys", "1=aa"],
        &["play", "--id", "nim:#1"],
        &["play", "--preset", "nope"],
        &["replay", "-"],
    ] {
        let (status, out, err) = race(args, BOARD);
        assert!(
            status == 2 && out.is_empty() && !err.is_empty() && !err.contains("panic"),
            "{args:?}: {status} {out}{err}"
        );
    }
    let (_, _, french) = race(&["new", "--size", "4", "--lang", "fr"], "");
    assert!(french.contains("trouvé la taille 4"), "{french}");
}

#[test]
fn simulations_repeat() {
    let args =
        ["simulate", "--rounds", "300", "--noise", "0.2", "--players", "3", "--size", "15", "--seed", "4", "--json"];
    let (status, json) = answer(&args, "");
    assert_eq!((status, &json), (0, &answer(&args, "").1));
    let wins: u64 = json["wins"].as_array().unwrap().iter().map(|wins| wins.as_u64().unwrap()).sum();
    let counted: u64 = json["histogram"].as_array().unwrap().iter().map(|bin| bin["count"].as_u64().unwrap()).sum();
    assert_eq!((wins, counted), (300, 300));
    let (status, text, _) = race(&args[..args.len() - 1], "");
    assert!(status == 0 && text.starts_with("300 rounds, seed 4\n") && text.contains('#'));
}

/// On an empty board of 9 the target is three steps down and three across.
const SOLO: [&str; 11] = ["play", "--players", "1", "--rounds", "1", "--size", "9", "--density", "1", "--seed", "1"];

#[test]
fn a_script_plays_a_match_to_the_end() {
    let (status, out, err) = race(&SOLO, "up\ndown down s\nright right d\n");
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("the way is blocked"));
    assert!(err.ends_with("race:size=9,density=1,players=1,rounds=1#1\n"), "{err}");
    assert!(out.contains("player 1 reaches the target") && out.ends_with("player 1 wins the match (1)\n"), "{out}");
    // The winner's screen shows the best way from the start.
    assert!(out.contains("Player 1: pos=(1,1); score=1; moves=6"), "{out}");
    // An input that ends too early is no win; words nobody knows cost nothing.
    let (status, _, err) = race(&SOLO, "jump down\n");
    assert!(status == 1 && err.contains("found `jump`") && err.contains("input ended"), "{err}");
    assert_eq!(race(&SOLO, "quit\n").0, 0);
}

#[test]
fn two_people_agree_and_refuse() {
    let args = ["play", "--players", "2", "--rounds", "2", "--size", "9", "--density", "1", "--seed", "3"];
    let script = "finish no\nhint\nfinish\nright down left\nfinish yes\nready\nreveal yes\n";
    let (status, out, err) = race(&args, script);
    assert_eq!(status, 0, "{out}{err}");
    assert!(err.contains("was refused"), "{err}");
    for told in
        ["proposes to finish", "refuses", "fewest steps in all", "round 2 of 2", "the round is cancelled", "wins"]
    {
        assert!(out.contains(told), "{told} in {out}");
    }
}

#[test]
fn matches_are_saved_continued_and_replayed() {
    let dir = scratch("save");
    let (first, second) = (dir.join("first.jsonl"), dir.join("second.jsonl"));
    let (first, second) = (first.to_str().unwrap(), second.to_str().unwrap());
    let start = [&SOLO[..], &["--practice", "--save", first]].concat();
    assert_eq!(race(&start, "down right undo quit\n").0, 0);
    let go_on = ["play", "--load", first, "--save", second];
    assert_eq!(race(&go_on, "down down right right right\n").0, 0);
    let (status, out, _) = race(&["replay", second], "");
    assert!(status == 0 && out.ends_with("player 1 wins the match (1)\n"), "{out}");
    assert_eq!(out.matches("player 1: ").count(), 6);
    let (status, out, _) = race(&["replay", second, "--at", "2"], "");
    assert!(status == 0 && out.contains("Player 1: pos=(3,1); score=0; moves=2"), "{out}");
    let film = dir.join("film.gif");
    assert_eq!(race(&["replay", second, "-o", film.to_str().unwrap()], "").0, 0);
    assert!(std::fs::read(&film).unwrap().starts_with(b"GIF89a"));
    let text = std::fs::read_to_string(second).unwrap().replace("\"down\"", "\"up\"");
    let (status, _, err) = race(&["replay", "-"], &text);
    assert!(status == 2 && err.starts_with("-:2:1: "), "{err}");
}

#[test]
fn bots_take_seats_and_events_stream_as_json() {
    let args =
        ["play", "--seats", "best,stray,random", "--block", "--rounds", "2", "--size", "15", "--seed", "8", "--json"];
    let (status, out, _) = race(&args, "");
    assert_eq!(status, 0);
    let events: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.iter().filter(|event| event["event"] == "ended").count(), 2);
    let scores = events.last().unwrap()["outcome"]["scores"].as_array().unwrap();
    assert_eq!(scores.iter().map(|score| score.as_i64().unwrap()).sum::<i64>(), 2);
    assert_eq!(race(&args, "").1, out);
}

#[test]
fn the_first_player_is_asked_for_boards() {
    let args = ["play", "--players", "1", "--rounds", "2", "--ask", "--seed", "2", "--lang", "fr"];
    let (status, out, err) = race(&args, "plateau 4 0,5\nplateau 9 1\nbas\nsolution\nboard 11 0.9\nterminer\n");
    assert_eq!(status, 0, "{out}{err}");
    assert!(err.contains("trouvé la taille 4"), "{err}");
    assert!(out.contains("manche 2 sur 2") && out.contains("Joueur 1 : pos=(1,1); score=0; nb coups=0"), "{out}");
    assert!(out.ends_with("le joueur 1 gagne la partie (1)\n"), "{out}");
}

#[test]
fn pictures_appear_whole() {
    let dir = scratch("pictures");
    let svg = dir.join("board.svg");
    assert_eq!(race(&["new", "--size", "11", "--seed", "3", "-o", svg.to_str().unwrap()], "").0, 0);
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    let png = dir.join("board.png");
    let board = "*****\n*1 2*\n* C *\n*** *\n*****\n";
    assert_eq!(race(&["show", "-", "--solution", "-o", png.to_str().unwrap()], board).0, 0);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let (_, text, _) = race(&["show", "-", "--solution"], board);
    assert_eq!(text, "*****\n*112*\n* C2*\n*** *\n*****\n");
    let (_, text, _) = race(&["open", "-", "--from", "1,1", "--to", "3,1", "-o", "-"], board);
    assert_eq!(text, "*****\n*1 2*\n* C *\n*** *\n*****\n".replacen("*** *", "* * *", 1));
}

/// A match on a real terminal, by keys, to the end.
#[test]
fn a_terminal_game_by_keys() {
    if Command::new("script").arg("--version").output().is_err() {
        println!("skipped: there is no `script` to make a terminal with");
        return;
    }
    let command = format!("stty rows 24 cols 80; {} race {}", env!("CARGO_BIN_EXE_dedale"), SOLO.join(" "));
    let mut child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("LC_ALL", "C")
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut keyboard, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut seen = Vec::new();
    let mut wait_for = |text: &str| {
        let mut byte = [0];
        while !String::from_utf8_lossy(&seen).contains(text) {
            assert_eq!(screen.read(&mut byte).unwrap(), 1, "{text} in {}", String::from_utf8_lossy(&seen));
            seen.push(byte[0]);
        }
        seen.clear();
    };
    wait_for("to move");
    // A wall, a hint, arrows, letters.
    keyboard.write_all(b"w").unwrap();
    wait_for("blocked");
    keyboard.write_all(b"H").unwrap();
    wait_for("best");
    keyboard.write_all(b"\x1b[B\x1b[Bs\x1b[Cdd").unwrap();
    wait_for("wins");
    keyboard.write_all(b"\r").unwrap();
    drop(keyboard);
    assert!(child.wait().unwrap().success());
}
