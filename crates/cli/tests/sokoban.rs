//! `dedale sokoban …` as scripts call it.

#![allow(missing_docs)]

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

const LEVELS: &str = "; first\n\n######\n#@ $.#\n######\n\n; second\n\n####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n\n\
                      ; lost\n\n#####\n#@ $#\n#  .#\n#####\n";

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("dedale-sokoban-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("levels.xsb"), LEVELS).expect("a file");
    folder
}

fn run(folder: &PathBuf, line: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("dedale").expect("the command is built");
    let output =
        command.current_dir(folder).env("LC_ALL", "C").args(line.split_whitespace()).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("an exit status"), text(output.stdout), text(output.stderr))
}

#[test]
fn solve_answers_in_json_lines() {
    let folder = folder("solve");
    let (code, out, _) = run(&folder, "sokoban solve levels.xsb --level 1-2 --threads 1 --json");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((code, lines.len()), (0, 2));
    assert_eq!(lines[0]["solution"], "rR");
    assert_eq!(
        (&lines[1]["level"], &lines[1]["title"], &lines[1]["status"]),
        (&2.into(), &"second".into(), &"solved".into())
    );
    assert!(lines[1]["pushes"].is_u64() && lines[1]["moves"].is_u64() && lines[1]["nodes"].is_u64());
    let (code, out, _) = run(&folder, "sokoban solve levels.xsb --json");
    assert_eq!(code, 1);
    assert!(out.lines().last().expect("three lines").contains(r#""solved":false,"status":"unsolvable","pushes":null"#));
}

#[test]
fn optimal_answers_are_proved() {
    let folder = folder("optimal");
    for (goal, pushes, moves) in [("pushes", 8, None), ("moves", 8, Some(33))] {
        let line = format!("sokoban solve levels.xsb --level 2 --optimal {goal} --json");
        let answer: Value = serde_json::from_str(&run(&folder, &line).1).expect("JSON");
        assert_eq!((&answer["proved"], &answer["pushes"]), (&true.into(), &pushes.into()));
        assert!(moves.is_none_or(|moves: u64| answer["moves"] == moves));
    }
}

#[test]
fn festival_scripts_keep_working_and_solutions_verify() {
    let folder = folder("festival");
    let (code, ..) = run(&folder, "sokoban solve levels.xsb -time 10 -from 1 -to 2 -cores 1 -out_file out.sok");
    assert_eq!(code, 0);
    let (code, out, _) = run(&folder, "sokoban verify levels.xsb out.sok --audit --json");
    assert_eq!(code, 0);
    assert!(out.lines().all(|line| line.contains(r#""valid":true"#)) && out.lines().count() == 2, "{out}");
    std::fs::write(folder.join("bad.txt"), "rRl\nrr\n").expect("a file");
    let (code, out, _) = run(&folder, "sokoban verify levels.xsb bad.txt");
    assert_eq!(code, 1);
    assert!(out.contains("1: valid") && out.contains("2: ") && out.contains("boxes not on targets"), "{out}");
    let (code, out, _) = run(&folder, "sokoban optimize levels.xsb out.sok --time-limit 200ms --json");
    assert_eq!((code, out.lines().count()), (0, 2));
}

#[test]
fn bad_files_are_named_with_line_and_column() {
    let folder = folder("bad");
    for (text, place) in [
        ("#####\n#@$x#\n#####\n", "bad.xsb:2:4: found `x`"),
        ("#####\n# $.#\n#####\n", "bad.xsb:1:1: found no player"),
        ("#####\n#@$.#\n#@  #\n#####\n", "bad.xsb:3:2: found a second player"),
        ("#####\n#@$$.#\n#####\n", "bad.xsb:1:1: found 2 boxes and 1 targets"),
        ("3#|2(#@$.#", "bad.xsb:1:4: "),
        ("<SokobanLevels><Level>\n<L>###", "bad.xsb:2:7: "),
        ("nothing here\n", "bad.xsb:1:1: found no level"),
    ] {
        std::fs::write(folder.join("bad.xsb"), text).expect("a file");
        let (code, out, error) = run(&folder, "sokoban solve bad.xsb");
        assert_eq!((code, out.as_str()), (2, ""), "{text}");
        assert!(error.starts_with(place), "{error}");
    }
    let (_, _, error) = run(&folder, "--lang fr sokoban solve bad.xsb");
    assert!(error.contains("trouvé aucun niveau"), "{error}");
}

#[test]
fn bench_goes_on_where_it_stopped() {
    let folder = folder("bench");
    let line = "sokoban bench levels.xsb --time-limit 5s --csv out.csv --json";
    let (code, first, _) = run(&folder, &format!("{line} --level 1"));
    assert!(code == 0 && first.contains(r#""solved":1"#), "{first}");
    let (_, second, _) = run(&folder, line);
    assert!(second.contains(r#""levels":3,"solved":2,"unsolvable":1"#), "{second}");
    let csv = std::fs::read_to_string(folder.join("out.csv")).expect("a file");
    assert_eq!(csv.lines().count(), 4, "{csv}");
    let (_, table, _) = run(&folder, "sokoban ablation levels.xsb --level 1-2 --time-limit 2s");
    assert!(table.contains("without freeze") && table.contains("bound simple"), "{table}");
}

#[test]
fn pictures_levels_and_conversions() {
    let folder = folder("more");
    let (code, ..) = run(&folder, "sokoban analyze levels.xsb --level 2 -o a.svg");
    let picture = std::fs::read_to_string(folder.join("a.svg")).expect("a picture");
    assert!(code == 0 && picture.starts_with("<svg"));
    let (_, out, _) = run(&folder, "sokoban analyze levels.xsb --level 2 --json");
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert!(["dead", "tunnels", "rooms", "corrals"].iter().all(|key| answer[key].is_array()), "{out}");
    let (_, one, _) = run(&folder, "sokoban generate --size 8x7 --boxes 2 --attempts 2 --seed 3");
    let (_, two, _) = run(&folder, "sokoban generate --size 8x7 --boxes 2 --attempts 2 --seed 3");
    assert!(one == two && one.contains("Solution"), "{one}");
    run(&folder, "sokoban convert levels.xsb -o out.slc");
    let (_, back, _) = run(&folder, "sokoban convert out.slc --format rle");
    assert!(back.starts_with("6#|#@-$.#|6#"), "{back}");
    let (code, _, error) = run(&folder, "sokoban play");
    assert!(code == 2 && error.contains("terminal"));
}
