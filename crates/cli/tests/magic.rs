//! `dedale magic` as scripts use it.

#![allow(missing_docs)]

use assert_cmd::Command;
use serde_json::Value;

fn magic(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("dedale").expect("the binary is built");
    command.arg("magic").args(args).env("LANG", "C").env_remove("LC_ALL").env_remove("LC_MESSAGES");
    let output = command.write_stdin(input).output().expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn generated_tiles_are_checked_shown_and_walked() {
    for kind in ["start", "classic"] {
        let (code, tiles, _) = magic(&["tile", "generate", "--kind", kind, "--count", "5", "--seed", "3"], "");
        assert_eq!((code, tiles.matches("tuile\n").count()), (Some(0), 5));
        let again = magic(&["tile", "generate", "--kind", kind, "--count", "5", "--seed", "3"], "").1;
        assert_eq!(again, tiles);
        let (code, answer, _) = magic(&["tile", "check", "-", "--json"], &tiles);
        assert_eq!((code, json(&answer)["valid"].as_bool()), (Some(0), Some(true)));
        assert!(magic(&["tile", "show", "-"], &tiles).1.contains("+---+"));
        let (code, answer, _) =
            magic(&["tile", "path", "-", "--tile", "4", "--from", "13", "--to", "13", "--json"], &tiles);
        assert_eq!((code, json(&answer)["count"].as_u64()), (Some(0), Some(0)));
    }
}

#[test]
fn bad_tiles_are_refused_with_place_and_rule() {
    for (tile, verb, code, part) in [
        ("tuile\nmur 24\nfin\n", "check", 2, "-:2:5:"),
        ("tuile\nsite 5 porte vert\nfin\n", "check", 1, "door-place"),
        ("tuile\nsite 5 porte vert\nfin\n", "show", 2, "-:2:6:"),
        ("tuile\nmur 1\n", "show", 2, "`fin`"),
        ("tuile\nsite 13 porte aucune\nfin\n", "check", 1, "way-out"),
        ("tuile\nsite 2 porte bleu\nfin\n", "check", 2, "bleu"),
    ] {
        let (found, out, err) = magic(&["tile", verb, "-"], tile);
        assert_eq!(found, Some(code), "{tile}");
        assert!(format!("{out}{err}").contains(part), "{tile}{out}{err}");
    }
}

#[test]
fn three_searches_and_plans_agree_on_a_market() {
    let (_, market, _) = magic(&["market", "build", "--tiles", "12", "--seed", "1"], "");
    assert_eq!(market.matches("pose ").count(), 12);
    assert!(market.starts_with("supermarche\npose 0 0\ntuile\n") && market.ends_with("fin\nfin\n"));
    let to = a_site_of_the_last_tile(&market);
    let counts: Vec<Option<u64>> = ["bfs", "astar", "doors"]
        .iter()
        .map(|algo| {
            let args = ["market", "path", "-", "--from", "1,1", "--to", to.as_str(), "--algo", algo, "--json"];
            json(&magic(&args, &market).1)["count"].as_u64()
        })
        .collect();
    assert!(counts[0].is_some() && counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    let swap = ["plan", "-", "--pawns", "y=1,1,p=1,2", "--goals", "y=1,2,p=1,1", "--joint", "--json"];
    let (code, answer, _) = magic(&swap, &market);
    assert_eq!(code, Some(0));
    assert_eq!(json(&answer)["proved"].as_bool(), Some(true));
    assert!(json(&answer)["count"].as_u64() > Some(2), "{answer}");
    let reasons: Vec<Value> =
        json(&answer)["moves"].as_array().unwrap().iter().map(|it| it["reason"].clone()).collect();
    assert!(reasons.contains(&Value::from("makes-way")), "two pawns cannot pass through each other: {answer}");
    assert_eq!(reasons.last(), Some(&Value::from("arrives")));
    let (_, text, _) = magic(&swap[..swap.len() - 1], &market);
    assert!(text.contains("(makes way)") && text.contains("proved least"), "{text}");
    let (code, _, err) = magic(&["market", "path", "-", "--from", "1,1", "--to", "900,900"], &market);
    assert!(code == Some(2) && err.contains("900,900"), "{err}");
}

/// The point of a site of the tile placed last.
fn a_site_of_the_last_tile(market: &str) -> String {
    let last = &market[market.rfind("pose ").expect("there are tiles")..];
    let numbers = |line: &str| -> Vec<i32> { line.split_whitespace().filter_map(|word| word.parse().ok()).collect() };
    let corner = numbers(last.lines().next().expect("a pose"));
    let cell = numbers(last.lines().find(|line| line.starts_with("site ")).expect("a site"))[0];
    format!("{},{}", corner[0] + cell / 4, corner[1] + cell % 4)
}

#[test]
fn formats_and_options_without_effect_are_refused() {
    let (code, out, err) = magic(&["market", "build", "--tiles", "2", "--seed", "1", "--json"], "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let market = json(&out)["market"].as_str().expect("a text").to_owned();
    assert_eq!(magic(&["market", "build", "--tiles", "2", "--seed", "1"], "").1, market);
    let plan = ["plan", "-", "--pawns", "y=1,1", "--goals", "y=1,2"];
    for args in [
        &["tile", "generate", "--kind", "classic", "-o", "tiles.png"][..],
        &["market", "build", "--tiles", "2", "--format", "nonsense"],
        &[&plan[..], &["--players", "3"]].concat(),
        &[&plan[..], &["--joint", "--time"]].concat(),
    ] {
        let (code, out, err) = magic(args, &market);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
        assert!(!std::path::Path::new("tiles.png").exists());
    }
}

#[test]
fn a_public_state_is_explained() {
    let view = r#"{"market":[[[0,0],{"walls":0,"passages":0,"sites":[[2,"door","yellow"],[4,"door","purple"],
        [11,"door","green"],[13,"door","orange"]],"escalator":null}]],"pawns":[5,6,9,10],"roles":[127],
        "phase":"search","scenario":0,"cards_left":11}"#;
    let (code, out, _) = magic(&["explain", "-"], view);
    assert!(code == Some(0) && out.contains("something is missing"), "{out}");
    let plan = json(&magic(&["explain", "-", "--json"], view).1)["plan"].clone();
    assert_eq!(plan.as_array().map(Vec::len), Some(out.lines().count()));
    let (code, _, err) = magic(&["explain", "-"], "{\n  nonsense");
    assert!(code == Some(2) && err.starts_with("-:2:3:"), "{err}");
}

#[test]
fn simulated_games_never_get_stuck() {
    for strategy in ["base", "joint"] {
        let args = ["simulate", "--players", "4", "--strategy", strategy, "--games", "5", "--seed", "1", "--json"];
        let answer = json(&magic(&args, "").1);
        assert_eq!((answer["wins"].as_u64(), answer["stuck"].as_u64()), (Some(5), Some(0)), "{answer}");
        assert!(answer["moves"]["mean"].as_f64() > Some(10.0) && answer["decision_us"]["p99"].is_number());
    }
}

#[test]
fn lines_play_a_game() {
    let args = ["play", "--plain", "--seed", "1", "--players", "2", "--seats", "1"];
    let (code, out, _) = magic(&args, "plan\n1: move y left 1\ndance\nwait 2\nquit\n");
    assert_eq!(code, Some(0));
    for part in ["magic:players=2", "another player", "not understood", "not over"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (_, out, _) = magic(&["play", "--plain", "--seats", "0", "--seed", "2"], "wait 500\n");
    assert!(out.ends_with("won\n"), "{out}");
}
