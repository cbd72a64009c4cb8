//! The plan of the house, checked against what cargo says of the workspace:
//! who may know whom.

#![allow(missing_docs)]

use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

const WORLDS: [&str; 5] = ["dedale-maze", "dedale-race", "dedale-fish", "dedale-magic", "dedale-sokoban"];

/// The direct dependencies of every crate of the workspace; those of tests are
/// left out.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo answers in JSON");
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let all = package["dependencies"].as_array().expect("dependencies");
            (
                name(package),
                all.iter().filter(|dep| dep["kind"].is_null() && dep["optional"] == false).map(name).collect(),
            )
        })
        .collect()
}

fn ours(deps: &[String]) -> Vec<&str> {
    deps.iter().map(String::as_str).filter(|dep| dep.starts_with("dedale")).collect()
}

#[test]
fn the_grid_knows_nobody() {
    assert_eq!(dependencies()["dedale-grid"], Vec::<String>::new());
}

#[test]
fn worlds_know_neither_each_other_nor_the_outside() {
    let forbidden = ["tokio", "axum", "sqlx", "ratatui", "crossterm", "dedale-store", "dedale-server", "dedale-tui"];
    for (name, deps) in dependencies().iter().filter(|(name, _)| WORLDS.contains(&name.as_str())) {
        for dep in deps {
            assert!(!forbidden.contains(&dep.as_str()) && !WORLDS.contains(&dep.as_str()), "{name} knows {dep}");
        }
    }
}

#[test]
fn the_shared_rooms_know_no_world() {
    let all = dependencies();
    for name in ["dedale-text", "dedale-play", "dedale-draw", "dedale-question"] {
        let known = ours(&all[name]);
        assert!(known.iter().all(|dep| ["dedale-grid", "dedale-text"].contains(dep)), "{name} knows {known:?}");
    }
}

#[test]
fn only_the_store_knows_sql_and_only_the_server_http() {
    let owners = [("sqlx", "dedale-store"), ("axum", "dedale-server"), ("ratatui", "dedale-tui")];
    for (name, deps) in dependencies() {
        for (part, owner) in owners {
            // The benchmarks drive everything.
            assert!(
                !deps.iter().any(|dep| dep == part) || name == owner || name == "dedale-bench",
                "{name} knows {part}"
            );
        }
    }
}
