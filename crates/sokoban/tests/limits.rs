//! Limits hold on boards of any size. No clock is read: the clock of these
//! tests counts how often it is looked at, so a limit of so many seconds is a
//! limit of so many looks, and whoever forgets to look never comes back.

use dedale_sokoban::engine::{Board, Control, Engine, Knowledge, Packing, Status, TwoSides};
use dedale_sokoban::{Analysis, BoardError, Level, Limits, Method, Options, Stop, Verdict, rate_within, solve};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A hall with boxes on every second square of its upper half and targets in
/// rows below.
fn hall(rows: usize, cols: usize, boxes: usize) -> Level {
    let mut cells = vec![vec!['#'; cols]; rows];
    cells[1..rows - 1].iter_mut().for_each(|row| row[1..cols - 1].fill(' '));
    let places = (2..rows / 2).step_by(2).flat_map(|row| (2..cols - 2).step_by(2).map(move |col| (row, col)));
    let targets = (2..rows - 2).rev().flat_map(|row| (2..cols - 2).map(move |col| (row, col)));
    places.take(boxes).for_each(|(row, col)| cells[row][col] = '$');
    targets.take(boxes).for_each(|(row, col)| cells[row][col] = '.');
    cells[1][1] = '@';
    Level::from_rows(cells.iter().map(|row| row.iter().collect::<String>())).expect("a level")
}

/// A hall whose lower half is a goal room behind a wall with many doors: what
/// once took eighteen minutes before the first position.
fn warehouse(rows: usize, cols: usize, boxes: usize) -> Level {
    let text = hall(rows, cols, boxes).to_string();
    let mut lines: Vec<String> = text.lines().map(|line| format!("{line:cols$}")).collect();
    let door = |col: usize| if col % 4 == 2 { ' ' } else { '#' };
    lines[rows / 2] = (0..cols).map(|col| if col == 0 || col + 1 == cols { '#' } else { door(col) }).collect();
    Level::from_rows(lines).expect("a level")
}

/// One corridor that winds through the whole board, a box and a target in it.
fn snake(rows: usize, cols: usize) -> Level {
    let mut cells = vec![vec!['#'; cols]; rows];
    for row in (1..rows - 1).step_by(2) {
        cells[row][1..cols - 1].fill(' ');
        let end = if row % 4 == 1 { cols - 2 } else { 1 };
        if row + 2 < rows - 1 {
            cells[row + 1][end] = ' ';
        }
    }
    (cells[1][1], cells[1][3], cells[1][cols - 4]) = ('@', '$', '.');
    Level::from_rows(cells.iter().map(|row| row.iter().collect::<String>())).expect("a level")
}

/// Solves with a limit in looks at the clock; the verdict, and the looks.
fn looks(level: &Level, method: Method, limit: u64) -> (Verdict, u64, u64) {
    let count = AtomicU64::new(0);
    let clock = || count.fetch_add(1, Ordering::Relaxed) as f64;
    let limits = Limits { seconds: limit as f64, clock: &clock, ..Limits::default() };
    let answer = solve(level, &Options { method, ..Options::default() }, limits).expect("a board that fits");
    (answer.verdict, count.load(Ordering::Relaxed), answer.nodes)
}

#[test]
fn everybody_looks_at_the_clock_and_obeys() {
    for level in [hall(30, 32, 130), warehouse(30, 32, 100)] {
        for (name, method) in Method::ALL {
            for limit in [1, 60] {
                let (verdict, looks, _) = looks(&level, method, limit);
                assert_eq!(verdict, Verdict::Unknown(Stop::Time), "{name}");
                // A few more looks by those who pass the news on.
                assert!(looks <= limit + 40, "{name}: {looks} looks, {limit} allowed");
            }
        }
    }
}

#[test]
fn both_sides_look_at_the_clock() {
    let board = Board::new(&warehouse(20, 22, 40)).expect("a board that fits");
    let knowledge = Arc::new(Knowledge::new(board, &|| true));
    for limit in [1, 60, 1_000] {
        let count = AtomicU64::new(0);
        let clock = || count.fetch_add(1, Ordering::Relaxed) as f64;
        let control = Control::new(Limits { seconds: limit as f64, clock: &clock, ..Limits::default() });
        let mut engine = TwoSides::new(Arc::clone(&knowledge), Arc::default());
        assert_eq!(engine.run(u64::MAX, &control), Status::Stopped(Stop::Time));
        let looks = count.load(Ordering::Relaxed);
        assert!(looks <= limit + 40, "{looks} looks, {limit} allowed");
    }
}

#[test]
fn large_boards_are_searched_soon() {
    // Pulls are what preparing costs; each is asked for, so looks count them.
    let (_, _, nodes) = looks(&hall(30, 32, 130), Method::Auto, 12_000);
    assert!(nodes > 1, "{nodes}");
}

#[test]
fn long_corridors_are_no_trouble() {
    let (verdict, ..) = looks(&snake(101, 102), Method::Auto, 100_000);
    assert_eq!(verdict, Verdict::Solved);
}

#[test]
fn who_cancels_is_heard_before_anything_begins() {
    let cancel = AtomicBool::new(true);
    let limits = Limits { cancel: &cancel, ..Limits::default() };
    let answer = solve(&hall(43, 45, 256), &Options::default(), limits).expect("a board that fits");
    assert_eq!((answer.verdict, answer.nodes), (Verdict::Unknown(Stop::Cancelled), 0));
}

#[test]
fn goal_rooms_too_large_for_an_order_are_left_alone() {
    let board = Board::new(&warehouse(40, 42, 200)).expect("a board that fits");
    assert_eq!(Packing::new(&board).rooms, []);
    let control = Control::new(Limits { seconds: -1.0, ..Limits::default() });
    assert!(Knowledge::new(board, &|| control.keep_on()).pairs.is_none());
}

#[test]
fn difficulty_is_rated_within_limits() {
    let level = warehouse(30, 32, 80);
    let count = AtomicU64::new(0);
    let clock = || count.fetch_add(1, Ordering::Relaxed) as f64;
    let limits = Limits { seconds: 100.0, clock: &clock, ..Limits::default() };
    assert!(rate_within(&level, 1_000_000, limits).is_none());
    assert!(count.load(Ordering::Relaxed) < 120);
    // With more boxes than positions that may be looked at, none is.
    count.store(0, Ordering::Relaxed);
    let limits = Limits { clock: &clock, ..Limits::default() };
    assert!(rate_within(&hall(60, 60, 600), 50_000, limits).is_none());
    assert!(count.load(Ordering::Relaxed) < 620, "{count:?}");
    let asked = AtomicU64::new(0);
    let keep_on = || asked.fetch_add(1, Ordering::Relaxed) < 50;
    assert_eq!(Analysis::within(&level, &keep_on), Ok::<_, BoardError>(None));
}
