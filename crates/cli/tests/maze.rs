//! `dedale maze` as scripts use it.

#![allow(missing_docs)]

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

fn dedale(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("dedale").expect("the binary is built");
    command.arg("maze").args(args).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command
}

/// Exit status, standard output, standard error.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let output = dedale(args).write_stdin(input).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

fn json(args: &[&str], input: &str) -> (i32, Value) {
    let (status, out, _) = run(args, input);
    (status, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}")))
}

/// A folder of its own that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("dedale-maze-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_algorithm_is_listed_generated_and_checked() {
    let (status, algos) = json(&["algos", "--json"], "");
    assert_eq!(status, 0);
    let names: Vec<&str> = algos.as_array().unwrap().iter().map(|algo| algo["name"].as_str().unwrap()).collect();
    let expected = "empty binary-tree random-walk dfs prim spanning-tree division \
                    backtracker wilson sidewinder eller hunt-and-kill growing-tree";
    assert_eq!(names.join(" "), expected.split_whitespace().collect::<Vec<_>>().join(" "));
    for algo in algos.as_array().unwrap() {
        let name = algo["name"].as_str().unwrap();
        let make = || run(&["generate", name, "--size", "13x7", "--seed", "42"], "");
        let (status, maze, note) = make();
        assert_eq!((status, note.trim()), (0, "seed 42"), "{name}");
        assert_eq!(make().1, maze, "{name}: same seed, same bytes");
        assert_eq!(maze.lines().count(), 15);
        assert!(maze.ends_with('\n') && maze.lines().all(|line| line.len() == 53));
        let (status, check) = json(&["check", "-", "--json"], &maze);
        assert_eq!(check["perfect"], algo["perfect"], "{name}");
        assert_eq!(status, i32::from(algo["perfect"] == false), "{name}");
        assert_eq!((&check["columns"], &check["rows"], &check["connected"]), (&13.into(), &7.into(), &true.into()));
    }
}

#[test]
fn answers_have_the_shape_of_the_contract() {
    let maze = "o---o---o\n|       |\no---o   o\n|       |\no---o---o\n";
    let (status, check) = json(&["check", "--json", "-"], maze);
    let keys: Vec<&String> = check.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 9);
    assert_eq!(status, 0);
    assert_eq!(check["solution_length"], 2);
    let (status, solved) = json(&["solve", "-", "--json"], maze);
    assert_eq!((status, solved.to_string()), (0, r#"{"length":2,"path":[[0,0],[0,1],[1,1]]}"#.to_owned()));
    let (_, solved) = json(&["solve", "-", "--from", "1,0", "--to", "0,0", "--json"], maze);
    assert_eq!(solved["length"], 3);
    let marked = "o---o---o\n|     S |\no---o   o\n| G     |\no---o---o\n";
    assert_eq!(json(&["solve", "-", "--json"], marked).1["path"].to_string(), "[[0,1],[1,1],[1,0]]");
    let walled = maze.replace("o---o   o", "o---o---o");
    let (status, solved) = json(&["solve", "-", "--json"], &walled);
    assert_eq!((status, &solved["length"]), (1, &Value::Null));
    let (status, check) = json(&["check", "-", "--json"], &walled);
    assert_eq!((status, &check["components"], &check["solution_length"]), (1, &2.into(), &Value::Null));
    for method in ["bfs", "bidirectional", "astar", "dead-end-filling", "wall-follower", "tremaux"] {
        assert_eq!(json(&["solve", "-", "--method", method, "--json"], maze).1["length"], 2, "{method}");
    }
}

#[test]
fn formats_convert_into_each_other() {
    let folder = Folder::new("formats");
    let first = folder.file("a.maz");
    assert_eq!(run(&["generate", "wilson", "--size", "9x6", "--seed", "3", "-o", &first], "").0, 0);
    let original = std::fs::read_to_string(&first).unwrap();
    for ending in ["json", "num", "txt"] {
        let (second, third) = (folder.file(&format!("b.{ending}")), folder.file("c.maz"));
        assert_eq!(run(&["convert", &first, "-o", &second], "").0, 0);
        assert_eq!(run(&["convert", &second, "-o", &third], "").0, 0);
        assert_eq!(std::fs::read_to_string(&third).unwrap(), original, "{ending}");
    }
    for (ending, magic) in [("svg", "<svg"), ("png", "\u{fffd}PNG"), ("gif", "GIF89a"), ("steps", "DMS1")] {
        let path = folder.file(&format!("p.{ending}"));
        let mut args = vec!["generate", "prim", "--size", "8x6", "-o", &path];
        // Colours and a solution are of pictures; elsewhere they are refused.
        let picture = ["--paint", "age", "--solution"];
        if !["svg", "png"].contains(&ending) {
            assert_eq!(run(&[&args[..], &picture].concat(), "").0, 2, "{ending}");
        } else {
            args.extend(picture);
        }
        assert_eq!(run(&args, "").0, 0, "{ending}");
        let bytes = std::fs::read(&path).unwrap();
        assert!(String::from_utf8_lossy(&bytes).starts_with(magic), "{ending}");
    }
    assert!(run(&["show", &first, "--solution"], "").1.contains('*'));
    assert_eq!(run(&["distances", &first], "").1.lines().count(), 6);
}

#[test]
fn masks_rooms_and_the_best_of_several() {
    let folder = Folder::new("masks");
    let mask = folder.file("mask.txt");
    std::fs::write(&mask, "...#...\n...#...\n").unwrap();
    let (status, _, note) = run(&["generate", "prim", "--mask", &mask, "--seed", "1"], "");
    assert!(status == 0 && note.contains("2 parts"), "{note}");
    let maze = folder.file("m.json");
    let (status, made) = json(&["generate", "prim", "--mask", &mask, "--seed", "1", "--json", "-o", &maze], "");
    assert_eq!((status, &made["parts"], &made["seed"]), (0, &2.into(), &1.into()));
    assert_eq!(json(&["check", &maze, "--json"], "").1["components"], 2);
    let measured = |best: &str| {
        let args =
            ["generate", "dfs", "--size", "12x12", "--seed", "1", "--best-of", best, "--by", "turns", "-o", &maze];
        assert_eq!(run(&args, "").0, 0);
        json(&["measure", &maze, "--json"], "").1["turns"].as_u64().unwrap()
    };
    assert!(measured("30") > measured("1"));
    let args = ["generate", "wilson", "--size", "20x20", "--rooms", "3", "--braid", "1", "--seed", "4"];
    let (status, text, _) = run(&args, "");
    assert_eq!(status, 0);
    assert_eq!(json(&["check", "-", "--json"], &text).1["dead_ends"], 0);
}

#[test]
fn bad_input_is_refused_and_leaves_no_file() {
    let folder = Folder::new("bad");
    let out = folder.file("x.maz");
    for (args, words) in [
        (vec!["generate", "prims", "--size", "4x4"], "prim"),
        (vec!["generate", "prim", "--size", "0x4"], "expected at least one"),
        (vec!["generate", "prim", "--size", "60000x60000", "-o", &out], "would need"),
        (vec!["generate", "prim", "--size", "1000000x1000000", "-o", &out], "GiB"),
        (vec!["generate", "eller", "--size", "0x3"], "at least one"),
        (vec!["generate", "wilson", "--size", "900x900", "--memory-limit", "100K"], "--memory-limit"),
        (vec!["generate", "prim", "--size", "4x4", "--braid", "2"], "0 to 1"),
        (vec!["generate", "prim", "--size", "4x4", "-o", "x.pgn"], "png"),
        (vec!["generate", "prim", "--size", "4x4", "--best-of", "2", "--by", "turn"], "turns"),
        (vec!["check", "/no/such/file"], "/no/such/file"),
        (vec!["animate", "prim", "--size", "4x4"], "terminal"),
    ] {
        let (status, stdout, stderr) = run(&args, "");
        assert_eq!((status, stdout.as_str()), (2, ""), "{args:?}: {stderr}");
        assert!(stderr.contains(words), "{args:?}: {stderr}");
    }
    let (status, _, stderr) = run(&["check", "-"], "o---o\n|   |\no-x-o\n");
    assert_eq!((status, stderr.starts_with("-:3:3: ")), (2, true), "{stderr}");
    let french = dedale(&["check", "-", "--lang", "fr"]).write_stdin("o---o\n").output().unwrap();
    assert!(String::from_utf8_lossy(&french.stderr).starts_with("-:2:1: trouvé la fin du fichier"));
    assert_eq!(run(&["solve", "-", "--from", "5,5"], "o---o\n|   |\no---o\n").0, 2);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn endless_mazes_stream() {
    let output = dedale(&["generate", "eller", "--size", "50x4000", "--seed", "9"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.lines().count(), 8001);
    assert_eq!(json(&["check", "-", "--json"], &text).1["perfect"], true);
}
