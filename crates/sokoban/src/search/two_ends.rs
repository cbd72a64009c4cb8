//! The fewest pushes, proved from two ends.
//!
//! One A* pushes from the start, another pulls from the solved board, each with
//! its own bound: the matching and what pairs of boxes cost beyond it. Neither
//! looks at what cannot be shorter than the shortest solution known. Where they
//! meet there is a solution; when either has nothing left, or only what promises
//! no less, the shortest known is the shortest there is. On many levels one end
//! is far easier than the other, so the one that promises more works more. A
//! third search pushes boldly: it proves nothing, but finds short solutions
//! early, and the others need not look at what is no shorter.

use super::end::{End, Ended};
use super::{Engine, Status};
use crate::conflicts::Conflicts;
use crate::control::Control;
use crate::deadlock::matching::Assignment;
use crate::expand::Knowledge;
use crate::position::Push;
use crate::search::home::ways;
use crate::solve::{SMALL_BITS, placements};
use crate::technique::Techniques;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The work of one end before the other has its turn.
const SLICE: u64 = 50_000;
/// So much less work has the end that promises less.
const BEHIND: u64 = 4;

/// The search.
pub struct TwoEnds {
    knowledge: Arc<Knowledge>,
    techniques: Techniques,
    front: Option<End>,
    back: Option<End>,
    /// One more that pushes, boldly, for solutions.
    bold: Option<End>,
    below: Arc<AtomicU32>,
    /// The shortest solution found here.
    best: Option<Vec<Push>>,
    /// Whether nobody was told of it yet.
    fresh: bool,
    /// Bytes of the tables.
    tables: usize,
    small: bool,
    /// Whether the end that pulls is still to be made.
    one_ended: bool,
}

impl TwoEnds {
    /// A search that has not begun.
    pub fn new(knowledge: Arc<Knowledge>, techniques: Techniques) -> Self {
        Self {
            small: placements(&knowledge.board) <= SMALL_BITS,
            knowledge,
            techniques,
            front: None,
            back: None,
            bold: None,
            below: Arc::new(AtomicU32::new(u32::MAX)),
            best: None,
            fresh: false,
            tables: 0,
            one_ended: true,
        }
    }

    /// Only solutions with fewer pushes than this are looked for; whoever knows
    /// one may lower it meanwhile. When nothing is left, there is none.
    pub fn below(&self) -> Arc<AtomicU32> {
        Arc::clone(&self.below)
    }

    /// Work done so far.
    pub fn used(&self) -> u64 {
        [&self.front, &self.back, &self.bold].into_iter().flatten().map(|end| end.used).sum()
    }

    /// No solution has fewer pushes.
    pub fn at_least(&self) -> u32 {
        let ends = [&self.front, &self.back];
        ends.into_iter().flatten().map(End::at_least).max().unwrap_or(0).min(self.below.load(Ordering::Relaxed))
    }

    /// The shortest solution found here, proved or not, if it is news.
    pub fn news(&mut self) -> Option<Vec<Push>> {
        std::mem::take(&mut self.fresh).then(|| self.best.clone()).flatten()
    }

    /// Makes the ends that push; `false` if there is certainly no solution, or
    /// the time is over.
    fn start(&mut self, control: &Control<'_>) -> bool {
        let board = &self.knowledge.board;
        let keep_on = || control.keep_on();
        let conflicts = self.techniques.conflicts.then(|| Conflicts::new(board, &keep_on)).flatten();
        self.tables = conflicts.as_ref().map_or(0, Conflicts::bytes);
        control.memory(0, self.tables);
        let mut front = End::pushing(&self.knowledge, self.techniques, conflicts.clone(), &keep_on);
        let begun = front.begin(board, &keep_on);
        self.front = Some(front);
        if begun && keep_on() {
            let mut bold = End::pushing_boldly(&self.knowledge, self.techniques, conflicts);
            bold.begin(board, &keep_on);
            self.bold = Some(bold);
        }
        begun
    }

    /// Makes the end that pulls, unless there are targets to spare: then the
    /// solved boards are too many to begin with.
    fn start_back(&mut self, control: &Control<'_>) {
        let board = &self.knowledge.board;
        let keep_on = || control.keep_on();
        // Where its table does not fit, the others do without it.
        let bytes = board.squares * board.boxes.len() * size_of::<u16>() + Assignment::bytes(board.boxes.len());
        let fits = control.memory(0, bytes);
        control.memory(bytes, 0);
        let possible = fits && board.targets.len() == board.boxes.len();
        let Some(ways) = possible.then(|| ways(board, &keep_on)).flatten() else { return };
        let wanted = self.techniques.conflicts;
        let conflicts = wanted.then(|| Conflicts::from_start(board, &ways, &keep_on)).flatten();
        let bytes = ways.len() * size_of::<u16>() + conflicts.as_ref().map_or(0, Conflicts::bytes);
        let mut back = End::pulling(&self.knowledge, ways, conflicts);
        // Half made it would seem to have nothing left.
        if !back.begin(board, &keep_on) && !keep_on() {
            return;
        }
        self.back = Some(back);
        self.tables += bytes;
        control.memory(0, bytes);
    }

    /// Whose turn it is: the end that promises more works more.
    fn next(&self) -> Which {
        let promise = |end: &Option<End>| end.as_ref().map_or(0, End::at_least);
        let most = promise(&self.front).max(promise(&self.back));
        let used = |end: &Option<End>, usual: bool| {
            end.as_ref().map_or(u64::MAX, |end| end.used * if usual { 1 } else { BEHIND })
        };
        let turns = [
            (used(&self.front, promise(&self.front) == most), Which::Front),
            (used(&self.back, promise(&self.back) == most), Which::Back),
            // On small boards the others come to an end without it.
            (if self.small { used(&self.bold, false) } else { used(&self.bold, true) / 2 }, Which::Bold),
        ];
        turns.into_iter().min_by_key(|turn| turn.0).map_or(Which::Front, |turn| turn.1)
    }

    /// One turn of one end.
    fn turn(&mut self, work: u64, control: &Control<'_>) -> (Which, Ended) {
        let which = self.next();
        let (mine, other) = match which {
            Which::Front => (&mut self.front, &self.back),
            Which::Back => (&mut self.back, &self.front),
            Which::Bold => (&mut self.bold, &self.back),
        };
        let Some(end) = mine else { return (which, Ended::Nothing) };
        let ended = end.run(other.as_ref(), &self.below, work, control);
        if let Some((here, there)) = end.met.take() {
            let board = &self.knowledge.board;
            let (front, first, second) = match which {
                Which::Front => (&self.front, Some(here), there),
                Which::Back => (&self.front, there, Some(here)),
                Which::Bold => (&self.bold, Some(here), there),
            };
            let mut pushes = Vec::new();
            pushes.extend(front.iter().zip(first).flat_map(|(end, id)| end.trace_pushes(board, id)));
            pushes.extend(self.back.iter().zip(second).flat_map(|(end, id)| end.trace_pulls(board, id)));
            if self.best.as_ref().is_none_or(|best| pushes.len() < best.len()) {
                self.best = Some(pushes);
                self.fresh = true;
            }
        }
        (which, ended)
    }
}

/// The ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Front,
    Back,
    Bold,
}

impl Engine for TwoEnds {
    fn run(&mut self, work: u64, control: &Control<'_>) -> Status {
        if self.knowledge.board.solved(&self.knowledge.board.boxes) {
            return Status::Solved(Vec::new());
        }
        if self.front.is_none() && !self.start(control) {
            return control.stop().map_or(Status::Exhausted, Status::Stopped);
        }
        let mut done = 0;
        loop {
            if done >= work {
                return Status::Paused;
            }
            // Tables of large boards take their time: something is searched first.
            if self.one_ended && self.front.as_ref().is_some_and(|front| front.used > 0) {
                self.one_ended = false;
                self.start_back(control);
            }
            let slice = SLICE.min(work - done);
            done += slice;
            let (which, ended) = self.turn(slice, control);
            let shortest = self.below.load(Ordering::Relaxed);
            match ended {
                Ended::Paused => {}
                Ended::Stopped(stop) => return Status::Stopped(stop),
                Ended::Nothing if which == Which::Bold => {
                    control.memory(self.bold.as_ref().map_or(0, End::counted), 0);
                    self.bold = None;
                }
                Ended::Nothing => {
                    let mine = self.best.clone().filter(|best| best.len() as u32 <= shortest);
                    return mine.map_or(Status::Exhausted, Status::Solved);
                }
            }
        }
    }

    fn complete(&self) -> bool {
        true
    }

    fn memory(&self) -> usize {
        self.tables + [&self.front, &self.back, &self.bold].into_iter().flatten().map(End::counted).sum::<usize>()
    }

    fn name(&self) -> &'static str {
        "astar"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::bound::Heuristic;
    use crate::control::{Limits, Stop};
    use crate::level::Level;
    use crate::position::Position;
    use crate::search::best_first::{BestFirst, Order};
    use crate::search::delivery::Delivery;
    use crate::search::to_moves;
    use crate::verify::replay;
    use dedale_grid::Rng;

    /// A hall with some walls and boxes; the targets lie in it too, or in a room
    /// behind a door or two.
    fn draw(rng: &mut Rng, with_room: bool) -> Option<Level> {
        let (rows, cols) = (4 + rng.index(2), 5);
        let mut cells = vec![vec![' '; cols]; rows];
        cells.iter_mut().flatten().for_each(|cell| *cell = if rng.chance(0.1) { '#' } else { ' ' });
        let mut room = vec![vec![' '; 2 + rng.index(2)]; rows];
        room.iter_mut().flatten().for_each(|cell| *cell = if rng.chance(0.1) { '#' } else { ' ' });
        let count = 2 + rng.index(2);
        let mut put = |cells: &mut Vec<Vec<char>>, what: char| {
            let free: Vec<(usize, usize)> = (0..cells.len())
                .flat_map(|row| (0..cells[0].len()).map(move |col| (row, col)))
                .filter(|&(row, col)| cells[row][col] == ' ')
                // Along the walls a box is mostly dead.
                .filter(|&(row, col)| what != '$' || row % (cells.len() - 1) > 0 && col % (cells[0].len() - 1) > 0)
                .collect();
            let &(row, col) = rng.choose(&free)?;
            cells[row][col] = what;
            Some(())
        };
        (0..count).try_for_each(|_| put(if with_room { &mut room } else { &mut cells }, '.'))?;
        (0..count).try_for_each(|_| put(&mut cells, '$'))?;
        put(&mut cells, '@')?;
        let doors = [1 + rng.index(rows - 2), rng.index(rows)];
        let width = cols + 2 + if with_room { room[0].len() + 1 } else { 0 };
        let mut text = vec!["#".repeat(width)];
        for row in 0..rows {
            let mut line: String = std::iter::once('#').chain(cells[row].iter().copied()).collect();
            if with_room {
                line.push(if doors.contains(&row) { ' ' } else { '#' });
                line.extend(&room[row]);
            }
            text.push(line + "#");
        }
        text.push("#".repeat(width));
        Level::from_rows(text).ok()
    }

    /// The fewest pushes by going through everything.
    fn truth(board: &Board) -> Option<usize> {
        let knowledge = Arc::new(Knowledge::new(board.clone(), &|| true));
        let mut engine = BestFirst::new(knowledge, Techniques::NONE, Order::Breadth, Heuristic::Nothing);
        match engine.run(u64::MAX, &Control::new(Limits::default())) {
            Status::Solved(pushes) => Some(pushes.len()),
            _ => None,
        }
    }

    #[test]
    fn proofs_agree_with_going_through_everything() {
        let mut rng = Rng::new(17);
        let (mut solved, mut dead, mut rooms) = (0, 0, [0, 0]);
        for round in 0..900 {
            let Some(level) = draw(&mut rng, round % 3 > 0) else { continue };
            let Ok(board) = Board::new(&level) else { continue };
            let expected = truth(&board);
            if let Some(kinds) =
                Delivery::find(&board, &|| true).filter(|_| expected.is_some()).map(|room| room.kinds())
            {
                rooms[kinds.min(2) - 1] += 1;
            }
            let knowledge = Arc::new(Knowledge::new(board, &|| true));
            let mut search = TwoEnds::new(Arc::clone(&knowledge), Techniques::ALL);
            let found = match search.run(u64::MAX, &Control::new(Limits::default())) {
                Status::Solved(pushes) => {
                    let moves = to_moves(&knowledge.board, &Position::start(&knowledge.board), &pushes);
                    let moves = moves.expect("the player can walk");
                    assert_eq!(replay(&level, &moves).expect("a solution").1.pushes, pushes.len());
                    Some(pushes.len())
                }
                Status::Exhausted => None,
                other => panic!("{other:?}"),
            };
            assert_eq!(found, expected, "\n{level}");
            solved += u32::from(found.is_some());
            dead += u32::from(found.is_none());
            // Told of a solution as short, it says that there is none shorter.
            let mut search = TwoEnds::new(knowledge, Techniques::ALL);
            search.below().store(expected.map_or(u32::MAX, |pushes| pushes as u32), Ordering::Relaxed);
            let status = search.run(u64::MAX, &Control::new(Limits::default()));
            assert!(status == Status::Exhausted || expected == Some(0), "\n{level}");
        }
        assert!(solved > 150 && dead > 150 && rooms[0] > 40 && rooms[1] > 15, "{solved} {dead} {rooms:?}");
    }

    /// The clock counts how often it is looked at: with hundreds of boxes one
    /// position takes many looks, and whoever is told to stop does so at once.
    #[test]
    fn huge_halls_are_left_at_once() {
        let (rows, cols) = (30, 32);
        let mut text = vec![vec![' '; cols]; rows];
        for (row, line) in text.iter_mut().enumerate() {
            for (col, cell) in line.iter_mut().enumerate() {
                let edge = row % (rows - 1) == 0 || col % (cols - 1) == 0;
                let inner = (3..rows - 2).contains(&row) && (2..cols - 2).contains(&col);
                *cell = match (edge, inner && row % 2 == 0 && col % 2 == 0) {
                    (true, _) => '#',
                    (_, true) if row < rows / 2 => '$',
                    (_, true) if row > rows / 2 => '.',
                    _ => ' ',
                };
            }
        }
        text[1][1] = '@';
        let level = Level::from_rows(text.iter().map(|row| row.iter().collect::<String>())).expect("a level");
        let knowledge = Arc::new(Knowledge::new(Board::new(&level).expect("a board"), &|| true));
        for limit in [1, 50, 500] {
            let looks = AtomicU32::new(0);
            let clock = || f64::from(looks.fetch_add(1, Ordering::Relaxed));
            let control = Control::new(Limits { seconds: f64::from(limit), clock: &clock, ..Limits::default() });
            let status = TwoEnds::new(Arc::clone(&knowledge), Techniques::ALL).run(u64::MAX, &control);
            assert_eq!(status, Status::Stopped(Stop::Time));
            let looks = looks.load(Ordering::Relaxed);
            assert!(looks <= limit + 20, "{looks} looks, {limit} allowed");
        }
    }
}
