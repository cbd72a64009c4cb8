//! Bad days are normal days: odd names, odd files, full disks, closed places.
//! Always status 2 and a sentence, never a panic, never a half file.

#![allow(missing_docs)]

#[path = "shared/dedale.rs"]
mod shared;

use shared::{dedale, text};
use std::fs;
use std::path::PathBuf;

/// A fresh folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Every verb that reads a file, with what else it needs.
const READERS: [&[&str]; 24] = [
    &["maze", "check"],
    &["maze", "solve"],
    &["maze", "measure"],
    &["maze", "distances"],
    &["maze", "convert"],
    &["maze", "show"],
    &["race", "path", "--from", "1,1", "--to", "2,2"],
    &["race", "open"],
    &["race", "nearest", "--at", "1,1"],
    &["race", "show"],
    &["race", "replay"],
    &["fish", "roads"],
    &["fish", "explain"],
    &["fish", "score", "--max", "8"],
    &["fish", "replay"],
    &["magic", "tile", "check"],
    &["magic", "tile", "show"],
    &["magic", "market", "show"],
    &["magic", "play", "--replay"],
    &["sokoban", "solve"],
    &["sokoban", "verify"],
    &["sokoban", "analyze"],
    &["sokoban", "convert"],
    &["sokoban", "replay"],
];

#[test]
fn bad_files_are_named_and_refused() {
    let folder = folder("bad-files");
    let files: [(&str, &[u8]); 5] = [
        ("empty", b""),
        ("nul", &[0; 64]),
        ("latin", b"o---o\n|\xe9  |\no---o\n"),
        ("escape", b"\x1b[31mred\n"),
        ("deep", &[b'['; 20_000]),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("a file");
    }
    for name in ["missing", ".", "empty", "nul", "latin", "escape", "deep"] {
        let path = folder.join(name).display().to_string();
        for reader in READERS {
            let args = [reader, &[path.as_str()]].concat();
            let output = dedale(&args).output().expect("it runs");
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
            assert!(output.stdout.is_empty(), "{args:?}: {}", text(&output.stdout));
            assert!(said.starts_with(&path) && said.len() < path.len() + 300, "{args:?}: {said}");
            assert!(!said.contains('\u{1b}') && !said.contains('\0'), "{args:?}: {said:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_and_windows_lines_are_no_trouble() {
    let folder = folder("marks");
    let files = [
        ("maze", "o---o\n|   |\no---o\n", &["maze", "check"][..]),
        ("board", "*****\n*1  *\n* C *\n*   *\n*****\n", &["race", "show"]),
        ("town", "...\n.A.\n...\n", &["fish", "roads"]),
        ("level.xsb", "#####\n#@$.#\n#####\n", &["sokoban", "analyze"]),
    ];
    for (name, plain, verb) in files {
        let answer = |content: String| {
            let path = folder.join(name);
            fs::write(&path, content).expect("a file");
            dedale(&[verb, &[path.display().to_string().as_str()]].concat()).output().expect("it runs")
        };
        let expected = answer(plain.to_owned());
        assert_eq!(expected.status.code(), Some(0), "{name}: {}", text(&expected.stderr));
        let marked = answer(format!("\u{feff}{}", plain.replace('\n', "\r\n")));
        assert_eq!(text(&marked.stdout), text(&expected.stdout), "{name}: {}", text(&marked.stderr));
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_unicode_is_no_panic() {
    use std::os::unix::ffi::OsStringExt;
    let odd = std::ffi::OsString::from_vec(b"odd\xff.maz".to_vec());
    let output = dedale(&["maze", "check"]).arg(odd).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
}

#[test]
fn the_system_is_quoted_in_the_readers_language() {
    for (lang, words) in [("en", "No such file"), ("fr", "introuvable")] {
        let output = dedale(&["--lang", lang, "maze", "check", "nowhere.maz"]).output().expect("it runs");
        assert!(text(&output.stderr).contains(words), "{lang}: {}", text(&output.stderr));
    }
}

/// What cannot be written is found out before the work, not after it.
#[test]
fn places_that_cannot_be_written_are_refused_first() {
    let folder = folder("places");
    let levels = folder.join("level.xsb");
    fs::write(&levels, "#####\n#@$.#\n#####\n").expect("a file");
    let (levels, place) = (levels.display().to_string(), folder.join("no/place").display().to_string());
    for args in [
        &["sokoban", "solve", &levels, "-o", &place][..],
        &["sokoban", "generate", "--seed", "1", "-o", &place],
        &["race", "play", "--plain", "--seed", "1", "--save", &place],
        &["fish", "play", "--plain", "--seed", "1", "--save", &place],
        &["magic", "play", "--plain", "--seed", "1", "--save", &place],
        &["maze", "generate", "prim", "--size", "4x4", "--seed", "1", "-o", &place],
    ] {
        let output = dedale(args).write_stdin("").output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}: {}", text(&output.stdout));
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    for args in [
        &["maze", "algos"][..],
        &["maze", "generate", "prim", "--size", "4x4", "--seed", "1"],
        &["race", "new", "--seed", "1"],
        &["magic", "simulate", "--games", "1", "--seed", "1"],
        &["magic", "play", "--plain", "--seed", "1"],
        &["completions", "bash"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        let status = std::process::Command::new(assert_cmd::cargo::cargo_bin("dedale"))
            .args(args)
            .stdin(std::process::Stdio::null())
            .stdout(full)
            .stderr(std::process::Stdio::null())
            .status();
        assert_eq!(status.expect("it runs").code(), Some(2), "{args:?}");
    }
}

#[test]
fn an_address_is_explained() {
    for (lang, words) in [("en", "expected an address"), ("fr", "attendu une adresse")] {
        let args = ["--lang", lang, "serve", "--database", "memory:", "--log", "off", "--listen", "nonsense"];
        let output = dedale(&args).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

#[test]
fn a_mask_leaves_something() {
    let folder = folder("masks");
    let mask = folder.join("mask.txt");
    fs::write(&mask, "##\n##\n").expect("a file");
    let output =
        dedale(&["maze", "generate", "prim", "--mask", &mask.display().to_string()]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
}

#[test]
fn help_in_french_is_french() {
    for args in [&["maze", "generate"][..], &["fish", "play"], &["sokoban", "solve"], &["serve"], &[]] {
        let args = [&["--lang", "fr"], args, &["--help"]].concat();
        let said = text(&dedale(&args).output().expect("it runs").stdout);
        for word in ["<FILE>", "COMMAND>", "<METHOD>", "ROWS>", "Commandes:", "Options:", "default", ": ]"] {
            assert!(!said.contains(word), "{args:?}: {word} in\n{said}");
        }
    }
}
