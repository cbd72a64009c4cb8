//! `dedale fish` as scripts use it.

#![allow(missing_docs)]

use assert_cmd::Command;
use serde_json::{Value, json};
use std::process::Output;

fn fish(args: &[&str], input: &str) -> Output {
    let mut command = Command::cargo_bin("dedale").expect("the binary is built");
    command.arg("fish").args(args).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.write_stdin(input).output().unwrap()
}

fn json(args: &[&str], input: &str) -> Value {
    let output = fish(args, input);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const BOARD: &str = ".A.a\n....\n...T\n";
const FRAMED: &str = "\
+---+---+---+---+
|    +A+     $A$|
+   +   +   +   +
|               |
+   +   +   +   +
|            {:}|
+---+---+---+---+
";

#[test]
fn both_algorithms_and_both_layouts_find_the_same_roads() {
    let expected = json!({"roads": [[1, 0], [1, 2]]});
    for board in [BOARD, FRAMED] {
        for algo in ["lowlink", "naive"] {
            assert_eq!(json(&["roads", "-", "--algo", algo, "--json"], board), expected);
        }
    }
    // Roads already laid are reported too, and the answer is read back.
    let laid = text(&fish(&["roads", "-"], BOARD).stdout);
    assert_eq!(json(&["roads", "-", "--json"], &laid), expected);
    assert!(text(&fish(&["roads", "-"], FRAMED).stdout).contains("###"));
}

#[test]
fn bad_boards_are_status_2_with_their_place() {
    for (board, place) in [
        (".T.\n", "-:1:3: "),
        ("TT.\nT..\n...\n", "-:1:1: "),
        ("..\n.x\n", "-:2:2: "),
        ("...\n..\n", "-:2:3: "),
        ("A.\n.A\n", "-:2:2: "),
        ("", "-:1:1: "),
        ("+---+---+---+\n|    {:}    |\n+---+---+---+\n", "-:2:10: "),
    ] {
        for verb in ["roads", "explain"] {
            let output = fish(&[verb, "-"], board);
            assert_eq!(output.status.code(), Some(2), "{board}");
            assert!(text(&output.stderr).starts_with(place), "{board} {}", text(&output.stderr));
            assert!(output.stdout.is_empty());
        }
    }
}

#[test]
fn explain_tells_depths_arcs_and_reasons() {
    let told = json(&["explain", "-", "--start", "1,1", "--json"], BOARD);
    assert_eq!(told["start"], json!([1, 1]));
    assert_eq!(told["cells"].as_array().unwrap().len(), 9);
    let reasons: Vec<&Value> = told["roads"].as_array().unwrap().iter().map(|road| &road["reasons"][0]).collect();
    assert!(reasons.contains(&&json!("cut-below")), "{told}");
    let kinds: Vec<&str> = told["arcs"].as_array().unwrap().iter().filter_map(|arc| arc["kind"].as_str()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "used").count(), 8);
    assert!(text(&fish(&["explain", "-", "--format", "svg"], BOARD).stdout).starts_with("<svg"));
    assert_eq!(fish(&["explain", "-", "--start", "0,1"], BOARD).status.code(), Some(2));
}

#[test]
fn score_counts_the_cells_walked() {
    let found = json(&["score", "-", "--max", "10", "--json"], BOARD);
    assert_eq!(found, json!({"shops": [{"cell": [0, 3], "good": "A", "distance": 1}]}));
    assert_eq!(fish(&["score", "-", "--max", "10"], "b.\n..\n").status.code(), Some(2));
}

#[test]
fn advice_before_building() {
    let seen = json(&["preview", "-", "--at", "0,1", "--json"], "...\n1..\n...\n");
    assert_eq!(seen, json!({"cell": [0, 1], "possible": true, "roads": [[1, 0], [1, 2]], "returned": [[[1, 0], 0]]}));
    assert_eq!(fish(&["preview", "-", "--at", "0,1"], BOARD).status.code(), Some(1), "built upon already");
    let risk = json(&["risk", "-", "--seed", "1", "--fills", "50", "--json"], BOARD);
    assert_eq!(risk["risk"][1][0], json!(1.0));
    let distances = json(&["distances", "-", "--good", "A", "--json"], BOARD);
    assert_eq!(distances["distances"][0][3], json!(1));
}

#[test]
fn contests_are_tables_that_replay() {
    let args = ["simulate", "--players", "greedy,random,random", "--games", "12", "--seed", "3", "--json"];
    let table = json(&args, "");
    assert_eq!(table, json(&args, ""));
    let lines = table.as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!((lines[0]["bot"].as_str(), lines[0]["games"].as_u64()), (Some("greedy"), Some(12)));
    assert!(lines[0]["wins"].as_u64().unwrap() >= 9 && lines[0]["mean_rank"].as_f64().unwrap() < 2.0);
    for bad in ["greedy", "greedy,nobody,random", "random,random,random,random,random,random"] {
        assert_eq!(fish(&["simulate", "--players", bad, "--games", "1"], "").status.code(), Some(2), "{bad}");
    }
}

#[test]
fn a_game_line_by_line_is_saved_and_replayed() {
    let dir = std::env::temp_dir().join(format!("dedale-fish-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join("game.jsonl");
    let file = path.to_str().unwrap();
    let players = ["play", "--plain", "--seed", "7", "--players", "human,greedy"];
    let script = "reserve 0,0\nreserve 0,0\nreserve 99,0\nbid 3\nfly\npreview 5,5\nrisk\nundo\nquit\n";
    let output = fish(&[&players[..], &["--save", file]].concat(), script);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for expected in ["player 1 reserves 0,0", "already reserved", "not on the board", "expected reserve", "roads:"] {
        assert!(told.contains(expected), "{expected} in {told}");
    }
    let replay = json(&["replay", file, "--json"], "");
    assert_eq!(replay["steps"].as_u64(), Some(replay["actions"].as_array().unwrap().len() as u64));
    assert!(replay["view"]["pile"]["left"].as_u64().unwrap() > 0);
    assert!(text(&fish(&["show", file], "").stdout).starts_with("+---"));
    // A game of bots alone needs no input and plays to its end.
    let bots = fish(&["play", "--plain", "--seed", "7", "--players", "greedy,greedy,random"], "");
    assert!(text(&bots.stdout).contains("the game is over"));
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn the_rules_of_2014_are_played_saved_and_asked_about() {
    let dir = std::env::temp_dir().join(format!("dedale-fish-2014-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join("game.jsonl");
    let file = path.to_str().unwrap();
    let args =
        ["play", "--plain", "--rules", "2014", "--seed", "7", "--players", "greedy,strong,expert", "--budget", "20"];
    let output = fish(&[&args[..], &["--save", file]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("the game is over"));
    let replay = json(&["replay", file, "--json"], "");
    assert_eq!(replay["view"]["outside"].as_u64(), Some(2));
    let score = json(&["score", file, "--json"], "");
    assert_eq!(score["standings"]["winners"].as_array().map(|winners| !winners.is_empty()), Some(true));
    for verb in ["risk", "show"] {
        assert_eq!(fish(&[verb, file], "").status.code(), Some(0), "{verb}");
    }
    // Roads that fill up areas are not found by searching for cut cells.
    for args in [&["roads", file][..], &["explain", file], &["roads", "-", "--rules", "2014"]] {
        let refused = fish(args, "...\n...\n");
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(text(&refused.stderr).contains("areas"), "{args:?}");
    }
    for bad in ["0", "0s", "-1s", "1h", "nan s", "1e9s", ""] {
        let output = fish(&["play", "--plain", "--players", "random,random", "--budget", bad], "");
        assert_eq!(output.status.code(), Some(2), "{bad}");
    }
    let timed = fish(&["play", "--plain", "--seed", "7", "--players", "strong,greedy", "--budget", "1ms"], "");
    assert!(text(&timed.stdout).contains("the game is over"));
    std::fs::remove_dir_all(&dir).unwrap();
}
