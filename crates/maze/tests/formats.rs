//! Files: round trips, variants, refusals, real contest mazes.

use dedale_grid::{Cell, Dir, Rng, Size};
use dedale_maze::formats::{self, Lines, Origin};
use dedale_maze::rows::RowMaker;
use dedale_maze::{Algorithm, Maze, Options, Plan, generate};
use dedale_text::{Lang, Say};

fn text(maze: &Maze) -> String {
    let mut out = Vec::new();
    formats::write_text(maze, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn read(text: &str) -> Maze {
    formats::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn every_format_gives_back_what_was_written() {
    let mut rng = Rng::new(1);
    for round in 0..60 {
        let size = Size::new(1 + rng.index(20), 1 + rng.index(if round % 2 == 0 { 9 } else { 140 })).unwrap();
        let algorithm = Algorithm::ALL[round % 13];
        let mut maze = Maze::from(generate(algorithm, &Plan::new(size), &Options::default(), rng.bits()));
        if round % 3 == 0 {
            maze.marks.insert(Cell::new(rng.index(size.area()) as u32), 'S');
            maze.gaps.insert((Cell::new(0), Dir::Up));
            maze.gaps.insert((Cell::new(size.area() as u32 - 1), Dir::Right));
            maze.gaps.insert((Cell::new(size.area() as u32 - 1), Dir::Down));
            maze.gaps.insert((Cell::new(0), Dir::Left));
        }
        let lines = text(&maze);
        assert_eq!(lines, Lines::new(&maze).map(|line| line + "\n").collect::<String>());
        assert_eq!(lines.lines().count(), size.rows() * 2 + 1);
        assert_eq!(read(&lines), maze);
        assert_eq!(read(&formats::to_json(&maze, &Origin::default()).to_string()), maze);
        maze.marks.clear();
        assert_eq!(read(&formats::to_numbers(&maze)), maze);
    }
}

#[test]
fn json_keeps_masks_and_unbreakable_walls() {
    let size = Size::new(5, 6).unwrap();
    let mut plan = Plan::new(size);
    plan.fix(Cell::new(8), Dir::Down);
    plan.remove(Cell::new(20));
    let mut maze = Maze::from(generate(Algorithm::Prim, &plan, &Options::default(), 3));
    maze.absent = plan.absent().cloned();
    let origin = Origin { algorithm: Some("prim".into()), seed: Some(3) };
    let json = formats::to_json(&maze, &origin);
    assert_eq!((json["algorithm"].as_str(), json["seed"].as_u64()), (Some("prim"), Some(3)));
    assert_eq!(read(&json.to_string()), maze);
}

#[test]
fn variants_of_the_text_are_the_same_maze() {
    let plain = "o---o---o\n| S     |\no   o---o\n|     G |\no---o---o\n";
    let maze = read(plain);
    assert_eq!(maze.start(), Some(Cell::new(0)));
    assert_eq!(maze.goals(), [Cell::new(3)]);
    for variant in [
        plain.replace('o', "+"),
        plain.replace('\n', "\r\n"),
        plain.trim_end().to_owned(),
        plain.replace('\n', "   \n"),
        format!("{plain}\n\n"),
        format!("\u{feff}{plain}"),
        plain.replace("o   o", "o . o"),
    ] {
        assert_eq!(read(&variant), maze, "{variant}");
    }
    assert_eq!(text(&read(&plain.replace('o', "+"))), plain);
    let open = read("o---o\n|\no---o\n");
    assert_eq!(open.gaps.iter().collect::<Vec<_>>(), [&(Cell::new(0), Dir::Right)]);
    assert_eq!(text(&open), "o---o\n|    \no---o\n");
}

#[test]
fn bad_files_are_refused_at_their_place() {
    for (text, place) in [
        ("", "1:1"),
        ("  \n\n", "1:1"),
        ("hello", "1:1"),
        ("o", "1:2"),
        ("o--", "1:4"),
        ("o---", "1:5"),
        ("o---o--", "1:8"),
        ("o-x-o\n|   |\no---o\n", "1:3"),
        ("o---x\n|   |\no---o\n", "1:5"),
        ("o---o\n", "2:1"),
        ("o---o\n|   |\n", "3:1"),
        ("o---o\n|   |\no---o\n|   |\n", "5:1"),
        ("o---o\n|   |\no---+\n", "3:5"),
        ("o---o\n|   |\no- -o\n", "3:3"),
        ("o---o\n|   |\no -- o\n", "3:3"),
        ("o---o\n|   |\n+---+\n", "3:1"),
        ("o---o\n/   |\no---o\n", "2:1"),
        ("o---o\n|S  |\no---o\n", "2:2"),
        ("o---o\n| é |\no---o\n", "2:3"),
        ("o---o\n|\t  |\no---o\n", "2:2"),
        ("o---o\n|   |   |\no---o\n", "2:9"),
        ("o---o\n|   |\no---o---o\n", "3:6"),
        ("o---o---o\n|   |\no---o\n", "3:6"),
        ("o---o\n\n|   |\no---o\n", "3:1"),
        ("0 0 1 1 1", "1:10"),
        ("0 0 1 1 1 2", "1:11"),
        ("0 0 1 1 1 1 1", "1:13"),
        ("0 0 1 1 1 x", "1:11"),
        ("0 -1 1 1 1 1", "1:3"),
        ("0 0 1 1 1 1\n0 0 1 1 1 1", "2:1"),
        ("0 0 1 0 1 1\n1 0 1 1 1 1", "1:7"),
        ("0 0 1 1 1 1\n2 0 1 1 1 1", "3:1"),
        ("0 0 1 1 1 1\n1000000 1000000 1 1 1 1", "2:1"),
        ("99999999999999999999999 0 1 1 1 1", "1:1"),
        ("{", "1:1"),
        ("{\"format\":\"dedale-maze-1\",\n\"columns\":}", "2:11"),
        ("{\"format\":\"other\",\"columns\":1,\"rows\":1,\"lines\":[]}", "1:1"),
        ("{\"format\":\"dedale-maze-1\",\"columns\":2,\"rows\":1,\"lines\":[\"o---o\",\"|   |\",\"o---o\"]}", "1:1"),
    ] {
        let error = formats::read(text.as_bytes()).expect_err(text);
        assert_eq!(format!("{}:{}", error.line, error.column), place, "{text:?}: {error}");
        assert_ne!(error.say(Lang::En), error.say(Lang::Fr));
    }
    assert!(formats::read(&[0; 256]).is_err());
    assert!(formats::read(&[0xFF; 300]).is_err());
}

#[test]
fn contest_bytes_are_read() {
    let size = Size::new(16, 16).unwrap();
    let walls = generate(Algorithm::Wilson, &Plan::new(size), &Options::default(), 9);
    let mut bytes = Vec::new();
    for col in 0..16 {
        for y in 0..16 {
            let cell = Cell::new((15 - y) * 16 + col);
            let sides = Dir::ALL.into_iter().filter(|&dir| !walls.is_open(cell, dir));
            bytes.push(sides.fold(0xF0, |byte, dir| byte | 1 << dir.index()));
        }
    }
    assert_eq!(formats::read(&bytes).unwrap(), Maze::from(walls));
}

#[test]
fn streams_are_the_same_as_mazes() {
    for algorithm in Algorithm::ALL {
        let Some(kind) = algorithm.rows() else { continue };
        for (rows, cols) in [(1, 1), (3, 64), (9, 100), (300, 70)] {
            for bias in [0.5, 0.3] {
                let options = Options { bias, ..Options::default() };
                let whole = generate(algorithm, &Plan::new(Size::new(rows, cols).unwrap()), &options, 8);
                let mut out = Vec::new();
                formats::stream(RowMaker::new(kind, cols, 8, bias), rows as u64, &mut out, |_| true).unwrap();
                assert_eq!(String::from_utf8(out).unwrap(), text(&whole.into()), "{algorithm} {rows} {cols}");
            }
        }
    }
    let maker = RowMaker::new(Algorithm::Eller.rows().unwrap(), 4, 1, 0.5);
    let stopped = formats::stream(maker, u64::MAX, &mut Vec::new(), |row| row < 10);
    assert_eq!(stopped.unwrap_err().kind(), std::io::ErrorKind::Interrupted);
}

#[test]
fn real_contest_mazes_round_trip() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/mazefiles");
    let Ok(files) = std::fs::read_dir(folder) else {
        println!("no contest mazes at {folder}: nothing to check");
        return;
    };
    let mut count = 0;
    for path in files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "txt")) {
        let original = std::fs::read_to_string(&path).unwrap();
        let maze = read(&original);
        assert_eq!(text(&maze), original.replace("\r\n", "\n"), "{}", path.display());
        assert_eq!((maze.size().rows(), !maze.goals().is_empty()), (16, true));
        let start = maze.start().unwrap();
        let found = dedale_maze::analysis::distances(&maze, &[start]);
        assert_eq!(found.values(), flooded(&original, start.index()), "{}", path.display());
        count += 1;
    }
    println!("{count} contest mazes");
}

/// The distances on the text itself, by asking each character between two
/// cells: nothing of ours but the shape of the text.
fn flooded(text: &str, from: usize) -> Vec<Option<u32>> {
    let lines: Vec<Vec<u8>> = text.lines().map(|line| line.trim_end().bytes().collect()).collect();
    let (rows, cols) = (lines.len() / 2, lines[0].len() / 4);
    let blank = |row: usize, col: usize| lines[row].get(col).copied().unwrap_or(b' ') == b' ';
    let mut far = vec![None; rows * cols];
    far[from] = Some(0);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        let (row, col) = (at / cols, at % cols);
        let mut go = |open: bool, to: usize| {
            if open && far[to].is_none() {
                far[to] = far[at].map(|steps| steps + 1);
                queue.push(to);
            }
        };
        if row > 0 {
            go(blank(2 * row, 4 * col + 2), at - cols);
        }
        if row + 1 < rows {
            go(blank(2 * row + 2, 4 * col + 2), at + cols);
        }
        if col > 0 {
            go(blank(2 * row + 1, 4 * col), at - 1);
        }
        if col + 1 < cols {
            go(blank(2 * row + 1, 4 * col + 4), at + 1);
        }
    }
    far
}

#[test]
fn distances_agree_with_the_text() {
    for (algorithm, braid) in [(Algorithm::Wilson, 0.0), (Algorithm::Division, 0.6)] {
        let plan = Plan::new(Size::new(16, 16).unwrap());
        let maze: Maze = generate(algorithm, &plan, &Options { braid, ..Options::default() }, 9).into();
        let found = dedale_maze::analysis::distances(&maze, &[Cell::new(17)]);
        assert_eq!(found.values(), flooded(&text(&maze), 17));
    }
}
