//! Learning why a position is lost.
//!
//! A search that plans can spend its life in positions that look best and are
//! dead. [`DeadlockProver`] takes such a position and tries all pushes from it, within
//! a limit; if nothing is left to try, the position is dead. Then boxes are
//! taken off as long as the rest is still dead: what remains is a pattern, a
//! few boxes and the zone of the player among them, and every position that
//! holds these boxes with the player in that zone is dead too, whatever else
//! stands around, because more boxes only take pushes away.
//!
//! A proof costs some microseconds for each position looked at; asking
//! [`LearnedDeadlocks`] costs one look at each pattern that has a box on the square asked
//! about.

use crate::board::{Board, Square};
use crate::control::Control;
use crate::expand::{Child, Expander, Knowledge};
use crate::position::Zone;
use crate::technique::Techniques;
use crate::zobrist::Zobrist;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The most positions looked at for one pattern, roughly.
const LEARNING: u64 = 50_000;

/// The waiting positions of a proof take at most this part of the memory.
const STACK_PART: usize = 16;

/// Boxes that are lost together while the player is in a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeadlockPattern {
    boxes: Vec<Square>,
    /// The zone, one bit a square.
    zone: Vec<u64>,
}

impl DeadlockPattern {
    fn new(board: &Board, boxes: Vec<Square>, player: Square, area: &mut Zone) -> Self {
        area.flood(board, &board.solid(&boxes), player);
        let mut zone = vec![0; (board.squares + 1).div_ceil(64)];
        for &square in &area.list {
            zone[square as usize / 64] |= 1 << (square % 64);
        }
        Self { boxes, zone }
    }

    fn fits(&self, solid: &[u8], player: Square) -> bool {
        self.boxes.iter().all(|&square| solid[square as usize] == 1)
            && self.zone[player as usize / 64] >> (player % 64) & 1 == 1
    }
}

/// The patterns learned on a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct LearnedDeadlocks {
    all: Vec<Arc<DeadlockPattern>>,
    /// For each square the patterns with a box on it.
    at: Vec<Vec<u32>>,
}

impl LearnedDeadlocks {
    /// No patterns yet.
    pub fn new(board: &Board) -> Self {
        Self { all: Vec::new(), at: vec![Vec::new(); board.squares + 1] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Adds one.
    pub fn add(&mut self, pattern: Arc<DeadlockPattern>) {
        for &square in &pattern.boxes {
            self.at[square as usize].push(self.all.len() as u32);
        }
        self.all.push(pattern);
    }

    /// Whether a position is dead by a pattern with a box on `square`; the
    /// player may stand anywhere in the zone.
    pub fn kills(&self, solid: &[u8], square: Square, player: Square) -> bool {
        self.at[square as usize].iter().any(|&index| self.all[index as usize].fits(solid, player))
    }

    /// Whether a position is dead by a pattern after the first `known`.
    pub fn kill_since(&self, known: usize, solid: &[u8], player: Square) -> bool {
        self.all[known..].iter().any(|pattern| pattern.fits(solid, player))
    }
}

/// Proves positions dead; keeps its working memory.
pub(crate) struct DeadlockProver {
    knowledge: Arc<Knowledge>,
    expander: Expander,
    zobrist: Zobrist,
    seen: FxHashSet<u64>,
    /// Positions to look at: the boxes, then the player.
    stack: Vec<Square>,
    children: Vec<Child>,
    zone: Zone,
    /// Positions looked at so far.
    pub looked: u64,
}

impl DeadlockProver {
    /// Bytes that grow with the proofs.
    pub fn bytes(&self) -> usize {
        self.seen.capacity() * 8 / 7 * 9 + self.stack.capacity() * 2 + self.expander.bytes()
    }

    /// A prover for a board.
    pub fn new(knowledge: Arc<Knowledge>) -> Self {
        let board = &knowledge.board;
        Self {
            zobrist: Zobrist::new(board.squares),
            seen: FxHashSet::default(),
            stack: Vec::new(),
            children: Vec::new(),
            zone: Zone::new(board),
            looked: 0,
            expander: Expander::new(Arc::clone(&knowledge), Techniques::ALL, true),
            knowledge,
        }
    }

    /// Whether the boxes cannot all be brought to targets. At most `limit`
    /// positions are looked at; when they do not suffice the answer is no. All
    /// that are waiting have to be looked at for a proof, so that it fails as soon
    /// as they are too many, at the price of one that went on to the limit.
    pub fn dead(&mut self, boxes: &[Square], player: Square, limit: u64, control: &Control<'_>) -> bool {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        if board.solved(boxes) {
            return false;
        }
        if self.expander.hopeless(boxes) {
            return true;
        }
        let mut now = boxes.to_vec();
        let player = self.zone.flood(board, &board.solid(boxes), player);
        self.seen.clear();
        self.seen.insert(self.zobrist.boxes(boxes) ^ self.zobrist.player(player));
        self.stack.clear();
        self.stack.extend_from_slice(boxes);
        self.stack.push(player);
        let position = boxes.len() + 1;
        let most = limit.min((control.limits().memory / STACK_PART / (position * size_of::<Square>())) as u64);
        let pace = u64::from(Control::pace(board).min(64));
        let mut count = 0;
        while let Some(player) = self.stack.pop() {
            count += 1;
            self.looked += 1;
            if count > limit || (count % pace == 0 && control.tick(pace).is_some()) {
                return false;
            }
            if count + (self.stack.len() / position) as u64 > most {
                self.looked += limit - count;
                return false;
            }
            let rest = self.stack.len() - now.len();
            now.copy_from_slice(&self.stack[rest..]);
            self.stack.truncate(rest);
            let mut children = std::mem::take(&mut self.children);
            self.expander.expand(&now, player, &mut children);
            let base = self.zobrist.boxes(&now);
            let mut solved = false;
            for child in &children {
                let key =
                    base ^ self.zobrist.of(child.from) ^ self.zobrist.of(child.to) ^ self.zobrist.player(child.player);
                if !self.seen.insert(key) {
                    continue;
                }
                now[child.row] = child.to;
                solved |= board.is_target[child.to as usize] && board.solved(&now);
                self.stack.extend_from_slice(&now);
                self.stack.push(child.player);
                now[child.row] = child.from;
            }
            self.children = children;
            if solved {
                return false;
            }
        }
        control.tick(count % pace);
        true
    }

    /// Takes boxes off a dead position as long as the rest is dead, which is
    /// tried with `limit` positions each time, the farthest from `near` first.
    pub fn learn(
        &mut self,
        boxes: &[Square],
        player: Square,
        near: Square,
        limit: u64,
        control: &Control<'_>,
    ) -> DeadlockPattern {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        // The order in which a walk over the empty board comes by.
        let mut order = vec![0; board.squares + 1];
        self.zone.flood(board, &board.solid(&[]), near);
        for (index, &square) in self.zone.list.iter().enumerate() {
            order[square as usize] = index;
        }
        let mut kept = boxes.to_vec();
        kept.sort_by_key(|&square| std::cmp::Reverse(order[square as usize]));
        // Many at a time at first, then fewer.
        let mut group = kept.len() / 2;
        let end_at = self.looked + LEARNING;
        while group > 0 {
            let mut index = 0;
            while index < kept.len() && self.looked < end_at && control.keep_on() {
                let end = (index + group).min(kept.len());
                let mut fewer = kept.clone();
                fewer.drain(index..end);
                if !fewer.is_empty() && self.dead(&fewer, player, limit, control) {
                    kept = fewer;
                } else {
                    index = end;
                }
            }
            group /= 2;
        }
        DeadlockPattern::new(board, kept, player, &mut self.zone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::level::Level;
    use dedale_grid::Rng;
    use rustc_hash::FxHashMap;

    const ROWS: [&str; 6] = ["########", "#  . . #", "# #$ # #", "# $  $ #", "# . @  #", "########"];

    fn board() -> Board {
        Board::new(&Level::from_rows(ROWS).expect("a level")).expect("a board")
    }

    /// Breadth-first search with no rule but the rules of the game.
    fn solvable(board: &Board, boxes: &[Square], player: Square, known: &mut FxHashMap<u64, bool>) -> bool {
        let zobrist = Zobrist::new(board.squares);
        let mut zone = Zone::new(board);
        let name = zone.flood(board, &board.solid(boxes), player);
        let first = zobrist.boxes(boxes) ^ zobrist.player(name);
        if let Some(&answer) = known.get(&first) {
            return answer;
        }
        let mut seen = FxHashSet::from_iter([first]);
        let mut queue = vec![(boxes.to_vec(), name)];
        let mut answer = false;
        while let Some((boxes, player)) = queue.pop() {
            answer = answer || board.solved(&boxes);
            let solid = board.solid(&boxes);
            zone.flood(board, &solid, player);
            let reached = zone.list.clone();
            for &stand in reached.iter().filter(|_| !answer) {
                for dir in 0..4 {
                    let from = board.next[stand as usize][dir];
                    let to = board.next[from as usize][dir];
                    if solid[from as usize] != 1 || solid[to as usize] != 0 {
                        continue;
                    }
                    let after: Vec<Square> = boxes.iter().map(|&b| if b == from { to } else { b }).collect();
                    let name = zone.flood(board, &board.solid(&after), from);
                    if seen.insert(zobrist.boxes(&after) ^ zobrist.player(name)) {
                        queue.push((after, name));
                    }
                }
            }
        }
        known.insert(first, answer);
        answer
    }

    #[test]
    fn dead_is_dead_and_so_is_whatever_fits_the_lesson() {
        let board = board();
        let knowledge = Arc::new(Knowledge::new(board.clone(), &|| true));
        let control = Control::new(Limits::default());
        let mut prover = DeadlockProver::new(knowledge);
        let mut learned = LearnedDeadlocks::new(&board);
        let mut known = FxHashMap::default();
        let mut rng = Rng::new(11);
        let (mut dead, mut fitted) = (0, 0);
        for _ in 0..400 {
            let mut squares: Vec<Square> = board.live_squares.clone();
            rng.shuffle(&mut squares);
            squares.truncate(3);
            let free: Vec<Square> = (0..board.squares as Square).filter(|s| !squares.contains(s)).collect();
            let player = *rng.choose(&free).expect("free squares");
            let solid = board.solid(&squares);
            let alive = solvable(&board, &squares, player, &mut known);
            assert_eq!(prover.dead(&squares, player, 100_000, &control), !alive, "{squares:?} {player}");
            if learned.kill_since(0, &solid, player) {
                assert!(!alive, "a pattern is wrong about {squares:?} {player}");
                assert!(squares.iter().any(|&square| learned.kills(&solid, square, player)));
                fitted += 1;
            } else if !alive {
                let pattern = prover.learn(&squares, player, squares[0], 1_000, &control);
                assert!(pattern.fits(&solid, player));
                learned.add(Arc::new(pattern));
                dead += 1;
            }
        }
        assert!(dead > 10 && fitted > 50, "{dead} {fitted}");
    }

    /// Whatever its limit, a proof holds few positions, and one that cannot come to
    /// an end is left at once, for the price of its limit.
    #[test]
    fn a_hopeless_proof_is_left_early() {
        let mut rows = vec!["#".repeat(30); 30];
        for (index, row) in rows.iter_mut().enumerate().take(29).skip(1) {
            let inside = if index % 3 == 0 { "  $.".repeat(7) } else { " ".repeat(28) };
            *row = format!("#{}{}#", if index == 1 { "@" } else { " " }, &inside[1..]);
        }
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let knowledge = Arc::new(Knowledge::with_pairs(board.clone(), false, &|| true));
        let memory = 4 << 20;
        let control = Control::new(Limits { memory, ..Limits::default() });
        let mut prover = DeadlockProver::new(knowledge);
        assert!(!prover.dead(&board.boxes, board.player, 20_000, &control));
        assert_eq!(prover.looked, 20_000);
        assert!(control.nodes() < 1_000, "{}", control.nodes());
        assert!(prover.bytes() < memory / 4, "{}", prover.bytes());
    }

    #[test]
    fn a_limit_too_small_proves_nothing() {
        let board = board();
        let control = Control::new(Limits::default());
        let mut prover = DeadlockProver::new(Arc::new(Knowledge::new(board.clone(), &|| true)));
        assert!(!prover.dead(&board.boxes, board.player, 1, &control));
    }
}
