//! `dedale sokoban` as scripts use it.

#![allow(missing_docs)]

use assert_cmd::Command;
use serde_json::Value;
use std::path::PathBuf;

const LEVELS: &str = "\
; One

####
# .#
#  ###
#*@  #
#  $ #
#  ###
####

; Two

#####
#@$.#
#####

; Lost

#####
#$@.#
#####
";

/// A folder of this test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("dedale-sokoban-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        let folder = Self(path);
        folder.write("levels.xsb", LEVELS);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a file")
    }

    /// Runs `dedale sokoban …` here: exit status, standard output, standard error.
    fn run(&self, words: &str, input: &str) -> (i32, String, String) {
        let mut command = Command::cargo_bin("dedale").expect("the binary is built");
        command.current_dir(&self.0).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
        command.env("XDG_DATA_HOME", &self.0).arg("sokoban").args(words.split(' '));
        let output = command.write_stdin(input).output().expect("the command runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().expect("an exit status"), text(&output.stdout), text(&output.stderr))
    }

    fn json(&self, words: &str) -> (i32, Vec<Value>) {
        let (status, out, error) = self.run(words, "");
        let lines = out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line} {error}")));
        (status, lines.collect())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A level too large for the solver is reported, and the next one solved.
#[test]
fn a_level_too_large_does_not_stop_the_others() {
    let folder = Folder::new("large");
    let wall = "#".repeat(200);
    let row = format!("#{}#\n", "-".repeat(198));
    let first = format!("#@$.{}#\n", "-".repeat(195));
    folder.write("large.xsb", &format!("{wall}\n{first}{}{wall}\n\n#####\n#@$.#\n#####\n", row.repeat(120)));
    let (status, lines) = folder.json("solve large.xsb --threads 1 --json");
    assert_eq!((status, lines.len()), (1, 2));
    assert_eq!((lines[0]["solved"].as_bool(), lines[0]["status"].as_str()), (Some(false), Some("memory")));
    let reason = lines[0]["reason"].as_str().expect("a reason");
    assert!(reason.starts_with("large.xsb:1:1: found 23958 floor squares"), "{reason}");
    assert_eq!(lines[1]["solution"].as_str(), Some("R"));
    assert!(lines[1].get("reason").is_none());
}

#[test]
fn solve_answers_in_json_lines() {
    let folder = Folder::new("solve");
    let (status, lines) = folder.json("solve levels.xsb --threads 1 --json");
    assert_eq!((status, lines.len()), (1, 3));
    assert_eq!(
        (&lines[0]["status"], &lines[0]["pushes"], &lines[0]["title"]),
        (&"solved".into(), &8.into(), &"One".into())
    );
    assert_eq!(lines[1]["solution"], "R");
    assert_eq!((&lines[2]["solved"], &lines[2]["status"]), (&false.into(), &"unsolvable".into()));
    assert!(lines[2]["solution"].is_null() && lines[2]["seconds"].is_number() && lines[2]["nodes"].is_number());
    let (_, again) = folder.json("solve levels.xsb --threads 1 --json");
    assert_eq!(lines[0]["solution"], again[0]["solution"]);
}

#[test]
fn every_method_and_goal_solves() {
    let folder = Folder::new("methods");
    for method in ["auto", "bfs", "dfs", "astar", "ida", "greedy", "backward", "fess"] {
        let (status, lines) = folder.json(&format!("solve levels.xsb --level 1-2 --method {method} --json"));
        assert!(status == 0 && lines.iter().all(|line| line["solved"] == true), "{method}");
    }
    for bound in ["none", "simple", "greedy", "hungarian"] {
        let (status, _) = folder.json(&format!("solve levels.xsb --level 1 --method astar --heuristic {bound} --json"));
        assert_eq!(status, 0, "{bound}");
    }
    for (goal, pushes, moves) in [("pushes", 8, None), ("moves", 8, Some(33))] {
        let (_, lines) = folder.json(&format!("solve levels.xsb --level 1 --optimal {goal} --json"));
        assert_eq!(lines[0]["pushes"], pushes);
        assert!(lines[0]["proved"] == true && moves.is_none_or(|moves| lines[0]["moves"] == moves), "{goal}");
    }
}

/// A level that is none is told of and left out, whatever is asked; the others keep
/// their numbers.
#[test]
fn a_bad_level_keeps_no_other_from_its_answer() {
    let folder = Folder::new("bad");
    folder.write("bad.xsb", &format!("#####\n#@$$#\n#####\n\n{LEVELS}"));
    assert_eq!(folder.run("solve bad.xsb --level 2-3 --threads 1 -o good.sok", "").0, 0);
    for words in ["verify bad.xsb good.sok", "optimize bad.xsb good.sok --time-limit 1s"] {
        let (status, out, err) = folder.run(words, "");
        assert!(status == 1 && out.contains("2: ") && out.contains("3: "), "{out}");
        assert!(err.contains("left out: bad.xsb:1:1: found 2 boxes and 0 targets"), "{err}");
    }
    let (status, out, _) = folder.run("play bad.xsb --level 3 --plain", "R\n");
    assert!(status == 0 && out.contains("#@$.#"), "{out}");
    assert_eq!(folder.run("play bad.xsb --level 5 --plain", "").0, 2);
}

/// What would be ignored is refused.
#[test]
fn a_plot_needs_results_to_compare() {
    let folder = Folder::new("plot");
    let (status, _, err) = folder.run("bench levels.xsb --time-limit 1s -o plot.svg", "");
    assert_eq!((status, err.as_str()), (2, "`output` has no effect without --compare\n"));
}

#[test]
fn solutions_are_written_and_verified() {
    let folder = Folder::new("verify");
    // Festival's flags do the same as ours.
    assert_eq!(folder.run("solve levels.xsb -time 20 -from 1 -to 2 -cores 1 -out_file festival.sok", "").0, 0);
    assert_eq!(folder.run("solve levels.xsb --time-limit 20s --level 1-2 --threads 1 -o ours.sok", "").0, 0);
    assert_eq!(folder.read("festival.sok"), folder.read("ours.sok"));
    let (status, lines) = folder.json("verify levels.xsb ours.sok --json");
    assert!(status == 0 && lines.len() == 2 && lines.iter().all(|line| line["valid"] == true));
    assert_eq!(folder.run("verify ours.sok", "").0, 0);
    let (_, json, _) = folder.run("solve levels.xsb --level 1-2 --json", "");
    assert_eq!(folder.run("verify levels.xsb -", &json).0, 0);
    assert_eq!(folder.run("solve levels.xsb --level 2 -o one.slc", "").0, 0);
    assert!(folder.read("one.slc").contains("<Level"));
}

#[test]
fn verify_names_the_move_that_fails() {
    let folder = Folder::new("fails");
    folder.write("bad.txt", "dlUrrrdLullddrUluRuulDrddrruLdlUUU\nl\nR\n");
    let (status, lines) = folder.json("verify levels.xsb bad.txt --json");
    assert_eq!((status, &lines[0]["failed_move"], &lines[1]["failed_move"]), (1, &34.into(), &1.into()));
    let (status, said, _) = folder.run("verify levels.xsb bad.txt --lang fr", "");
    assert!(status == 1 && said.contains("le coup 34 (U)") && said.contains("le coup 1 (l) va dans un mur"), "{said}");
}

#[test]
fn optimize_shortens() {
    let folder = Folder::new("optimize");
    folder.write("long.xsb", "########\n#      #\n#@$   .#\n#      #\n########\n");
    folder.write("long.txt", "RRurrdLulldRRR\n");
    let (status, lines) = folder.json("optimize long.xsb long.txt --time-limit 2s --json");
    assert_eq!((status, &lines[0]["pushes"], &lines[0]["moves"]), (0, &4.into(), &4.into()));
    assert_eq!(folder.run("optimize long.xsb long.txt --goal moves --time-limit 2s -o short.sok", "").0, 0);
    assert!(folder.read("short.sok").contains("RRRR"));
}

#[test]
fn analyze_tells_and_draws() {
    let folder = Folder::new("analyze");
    let (status, lines) = folder.json("analyze levels.xsb --level 1 --json");
    assert_eq!(status, 0);
    for key in ["dead", "tunnels", "rooms", "corrals"] {
        assert!(lines[0][key].is_array(), "{key}");
    }
    assert!(lines[0]["dead"].as_array().expect("cells").contains(&serde_json::json!([1, 1])));
    assert_eq!(folder.run("analyze levels.xsb -o picture.svg", "").0, 0);
    assert!(folder.read("picture.svg").starts_with("<svg") && folder.read("picture.svg").contains("#ff000040"));
    assert_eq!(folder.run("analyze levels.xsb -o picture.png", "").0, 0);
    let png = std::fs::read(folder.0.join("picture.png")).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"));
    assert_eq!(folder.run("analyze levels.xsb --level 1 -o one.svg", "").0, 0);
    assert!(folder.read("picture.svg").len() > folder.read("one.svg").len(), "every level is drawn");
    assert_eq!(folder.run("analyze levels.xsb --path -o way.svg", "").0, 2);
    assert_eq!(folder.run("solve levels.xsb --level 1 -o solved.sok", "").0, 0);
    assert_eq!(folder.run("analyze solved.sok --path -o way.svg", "").0, 0);
}

#[test]
fn bench_goes_on_where_it_stopped() {
    let folder = Folder::new("bench");
    let bench = "bench levels.xsb --time-limit 5s --threads 1 --csv results.csv";
    let (status, table, _) = folder.run(bench, "");
    assert!(status == 0 && table.contains("2/3"), "{table}");
    let whole = folder.read("results.csv");
    assert_eq!(whole.lines().count(), 4);
    // Whole, nothing is done again; cut in the last line, that one is.
    folder.run(bench, "");
    assert_eq!(folder.read("results.csv"), whole);
    folder.write("results.csv", &whole[..whole.len() - 20]);
    folder.run(bench, "");
    let mended = folder.read("results.csv");
    assert_eq!(mended.lines().count(), 5);
    assert!(mended.lines().last().is_some_and(|line| line.starts_with("levels.xsb,3,unsolvable,")), "{mended}");
    // Other settings are other results.
    folder.run(&format!("{bench} --method astar"), "");
    assert_eq!(folder.read("results.csv").lines().count(), 8);
    folder.write("other.csv", "something else\n");
    let (status, _, error) = folder.run("bench levels.xsb --csv other.csv", "");
    assert!(status == 2 && error.starts_with("other.csv:1:1:"), "{error}");
}

#[test]
fn results_are_compared_and_drawn() {
    let folder = Folder::new("compare");
    folder.run("bench levels.xsb --time-limit 5s --threads 1 --csv one.csv", "");
    folder.run("bench levels.xsb --time-limit 5s --threads 1 --method astar --polish 0.1s --csv two.csv", "");
    let (status, text, _) = folder.run("bench --compare one.csv two.csv -o cactus.svg", "");
    assert!(status == 0 && text.contains("solved by both: 2"), "{text}");
    assert!(folder.read("cactus.svg").contains("two (2)"));
    let (status, lines) = folder.json("bench --compare one.csv two.csv --json");
    assert_eq!((status, &lines[0]["versus"][0]["both"]), (0, &serde_json::json!(2)));
    assert_eq!(folder.run("bench --compare one.csv levels.xsb", "").0, 2);
    assert_eq!(folder.run("bench levels.xsb --compare one.csv two.csv", "").0, 2);
}

#[test]
fn a_bad_level_does_not_spoil_the_others() {
    let folder = Folder::new("bad");
    folder.write("mixed.xsb", "#####\n#@$.#\n#####\n\n####\n#@$#\n####\n\n######\n#@$ .#\n######\n");
    let (status, lines) = folder.json("solve mixed.xsb --json");
    let told: Vec<_> = lines.iter().map(|line| (line["level"].as_u64(), line["status"].as_str())).collect();
    assert_eq!(status, 1);
    assert_eq!(told, [(Some(1), Some("solved")), (Some(2), Some("invalid")), (Some(3), Some("solved"))]);
    assert!(lines[1]["reason"].as_str().is_some_and(|reason| reason.starts_with("mixed.xsb:5:1:")), "{lines:?}");
    for verb in ["convert mixed.xsb", "analyze mixed.xsb", "bench mixed.xsb --time-limit 2s"] {
        let (status, _, error) = folder.run(verb, "");
        assert!(status == 1 && error.contains("mixed.xsb:5:1:"), "{verb}: {error}");
    }
    assert_eq!(folder.run("solve mixed.xsb --level 2", "").0, 2);
}

#[test]
fn a_solution_is_filmed_and_files_to_standard_output_are_whole() {
    let folder = Folder::new("film");
    assert_eq!(folder.run("solve levels.xsb --level 1 -o film.gif", "").0, 0);
    assert!(std::fs::read(folder.0.join("film.gif")).expect("a film").starts_with(b"GIF89a"));
    assert_eq!(folder.run("solve levels.xsb --level 1-2 -o film.gif", "").0, 2);
    let (status, text, _) = folder.run("solve levels.xsb --level 1 --format sok", "");
    assert!(status == 0 && dedale_sokoban::read(&text).is_ok_and(|read| read.entries.len() == 1), "{text}");
    assert!(!text.contains(" s, "), "no words between the lines of the file: {text}");
}

#[test]
fn ablation_measures_every_technique() {
    let folder = Folder::new("ablation");
    let (status, lines) = folder.json("ablation levels.xsb --level 1-2 --time-limit 5s --json");
    assert_eq!(status, 0);
    let names: Vec<&str> = lines.iter().filter_map(|line| line["variant"].as_str()).collect();
    for name in ["all", "nothing", "without freeze", "only freeze", "bound simple", "bound none"] {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    // The bound sees dead squares by itself.
    assert!(!names.iter().any(|name| name.contains("dead-squares")));
    assert!(lines.iter().all(|line| line["solved"] == 2
        && line["common"] == 2
        && line["nodes"].is_number()
        && line["seconds"].is_number()));
}

#[test]
fn generated_levels_come_solved_and_repeat() {
    let folder = Folder::new("generate");
    let make = "generate --size 8x7 --boxes 2 --count 2 --attempts 4 --seed 9";
    assert_eq!(folder.run(&format!("{make} -o new.sok"), "").0, 0);
    assert_eq!(folder.run("verify new.sok", "").0, 0);
    assert_eq!(folder.run(make, "").1, folder.read("new.sok"));
    let (_, lines) = folder.json(&format!("{make} --json"));
    assert!(lines.len() == 2 && lines[0]["seed"] == 9 && lines[0]["difficulty"].is_number());
    assert_eq!(folder.run("generate --size 3x3", "").0, 2);
}

#[test]
fn collections_are_converted() {
    let folder = Folder::new("convert");
    assert_eq!(folder.run("convert levels.xsb -o out.slc", "").0, 0);
    let (status, coded, _) = folder.run("convert out.slc --format rle", "");
    assert!(status == 0 && coded.contains("5#|#@$.#|5#"), "{coded}");
    assert_eq!(folder.run("convert -", &coded).0, 0);
    let (_, twice, _) = folder.run("convert - --unique", &format!("{LEVELS}\n#####\n#.$@#\n#####\n"));
    assert_eq!(twice.matches("Title:").count(), 3, "{twice}");
}

#[test]
fn play_takes_a_script() {
    let folder = Folder::new("play");
    let (status, said, _) = folder.run("play levels.xsb --level 2", "hint\nR\nmoves\n");
    assert!(status == 0 && said.contains("solved") && said.ends_with("R\n"), "{said}");
    let (status, said, _) = folder.run("play --plain", "undo\nquit\n");
    assert!(status == 1 && said.contains("nothing to take back"), "{said}");
    assert_eq!(folder.run("play levels.xsb --level 9", "").0, 2);
}

#[test]
fn a_kept_match_is_shown() {
    let folder = Folder::new("replay");
    let kept = concat!(
        r#"{"dedale":1,"game":"sokoban","version":1,"config":"board=7#|#@$-.-#|7#","seed":0}"#,
        "\n",
        r#"{"seq":0,"t":0,"seat":0,"do":"right"}"#,
        "\n",
        r#"{"seq":1,"t":150,"seat":0,"do":"right"}"#,
        "\n",
    );
    let (status, said, _) = folder.run("replay -", kept);
    assert_eq!((status, said.matches("pushes").count()), (0, 2), "{said}");
    assert!(said.contains("#@$ . #") && said.contains("#  @* #") && said.contains("2 pushes, solved"), "{said}");
    let (_, said, _) = folder.run("replay - --at 1", kept);
    assert!(said.contains("# @$. #") && !said.contains("solved"), "{said}");
    assert_eq!(folder.run("replay - --steps", kept).1.matches("moves").count(), 3);
    let (status, _, error) = folder.run("replay -", &kept.replace("right", "aside"));
    assert!(status == 2 && error.starts_with("-:2:"), "{error}");
}

#[test]
fn bad_input_is_told_with_its_place() {
    let folder = Folder::new("bad");
    for (text, place) in [
        ("####\n#@$x#\n#  .#\n#####\n", "-:2:4:"),
        ("#####\n# $.#\n#####\n", "-:1:1: found no player"),
        ("#####\n#@$.#\n#@  #\n#####\n", "-:3:2: found a second player"),
        ("######\n#@$$.#\n######\n", "-:1:1: found 2 boxes and 1 targets"),
        ("nothing here\n", "-:1:1: found no level"),
        ("3#|2(#@$.#", "-:1:4: "),
        ("<SokobanLevels><Level>\n<L>###", "-:2:7: "),
    ] {
        let (status, out, error) = folder.run("solve -", text);
        assert!(status == 2 && out.is_empty() && error.starts_with(place), "{text} {error}");
    }
    for words in [
        "solve missing.xsb",
        "solve levels.xsb --level 9",
        "solve levels.xsb --time-limit soon",
        "solve levels.xsb --memory-limit much",
        "solve levels.xsb --method luck",
        "analyze levels.xsb -o x.bmp",
    ] {
        assert_eq!(folder.run(words, "").0, 2, "{words}");
    }
    let words =
        "solve - --method bfs --without dead-squares,pairs,freeze,bipartite,corral-pruning --memory-limit 32M --json";
    let hall = ["# $ $      . . #", "#              #"].repeat(3).join("\n");
    let open = format!("{0}\n#@             #\n{hall}\n{0}\n", "#".repeat(16));
    let (status, out, _) = folder.run(words, &open);
    assert!(status == 1 && out.contains("\"status\":\"memory\""), "{out}");
}
