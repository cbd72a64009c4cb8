//! The command as scripts use it: the real binary, its output, its exit status.

#![allow(missing_docs)]

#[path = "shared/dedale.rs"]
mod shared;

use shared::{dedale, text};

#[test]
fn version_and_help() {
    dedale(&["--version"]).assert().success().stdout(format!("dedale {}\n", env!("CARGO_PKG_VERSION")));
    assert!(text(&dedale(&["--help"]).output().unwrap().stdout).contains("Usage: dedale"));
    assert!(text(&dedale(&["--lang", "fr", "--help"]).output().unwrap().stdout).contains("Utilisation : dedale"));
}

#[test]
fn the_language_comes_from_the_environment() {
    for (variable, value) in [("LC_ALL", "fr_FR.UTF-8"), ("LC_MESSAGES", "fr_BE"), ("LANG", "fr_CA.UTF-8")] {
        let output = dedale(&["--help"]).env(variable, value).output().unwrap();
        assert!(text(&output.stdout).contains("Utilisation"), "{variable}");
    }
    let output = dedale(&["--lang", "en", "--help"]).env("LC_ALL", "fr_FR.UTF-8").output().unwrap();
    assert!(text(&output.stdout).contains("Usage"));
}

#[test]
fn bad_usage_is_status_2_on_standard_error() {
    for (lang, word) in [("en", "unrecognized"), ("fr", "n'existe pas")] {
        let output = dedale(&["--lang", lang, "labyrinth"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty() && text(&output.stderr).contains(word), "{lang}");
    }
}

#[test]
fn completions_and_manual_on_demand() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(text(&dedale(&["completions", shell]).output().unwrap().stdout).contains("dedale"), "{shell}");
    }
    assert!(text(&dedale(&["man"]).output().unwrap().stdout).contains(".TH dedale"));
}
