//! From a position to the positions one push (or tunnel) further.
//!
//! All push searches share this: it finds the player's zone, asks the corrals
//! whether only some pushes need be tried, makes each push, carries the box
//! through a tunnel or to its place in a goal room, and drops what is dead.

use crate::board::{Board, Square};
use crate::deadlock::corral::{Corral, Corrals};
use crate::deadlock::diagonal;
use crate::deadlock::freeze::Freeze;
use crate::deadlock::matching::Serving;
use crate::deadlock::pairs::Pairs;
use crate::deadlock::patterns::Patterns;
use crate::fess::hotspot::Hotspots;
use crate::fess::learned::DeadlockPattern;
use crate::fess::macros::{BoxMacro, MacroGenerator};
use crate::packing::Packing;
use crate::position::{Position, Push, Zone};
use crate::tally::{Count, Counter, Counters};
use crate::technique::Techniques;
use crate::terrain::{Passage, Rule};
use std::sync::{Arc, Mutex, OnceLock};

/// A position reached from the one expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// Which box of the position moved.
    pub row: usize,
    /// Where it stood.
    pub from: Square,
    /// Where it stands.
    pub to: Square,
    /// The direction.
    pub dir: u8,
    /// How many pushes that took.
    pub pushes: u16,
    /// The name of the player's new zone.
    pub player: Square,
}

/// What is known about a board before the search, shared by its engines.
#[derive(Clone, Debug)]
pub struct Knowledge {
    /// The board.
    pub board: Board,
    /// Its dead pairs, if a table was made.
    pub pairs: Option<Pairs>,
    /// Its tunnels.
    pub passage: Passage,
    /// Its goal rooms.
    pub packing: Packing,
    /// Which targets each square serves.
    pub serving: Serving,
    /// Its small patterns, without tables yet.
    pub(crate) patterns: Patterns,
    /// Where boxes stand in each other's way; computed when first asked for.
    hotspots: OnceLock<Hotspots>,
    /// What searches have learned so far, for the others.
    pub(crate) learned: Arc<Mutex<Vec<Arc<DeadlockPattern>>>>,
    /// What its searches count.
    pub(crate) counters: Counters,
}

impl Knowledge {
    /// Looks at a board so long as `keep_on`; the tables that were not done by
    /// then are missing, and the searches do without.
    pub fn new(board: Board, keep_on: &dyn Fn() -> bool) -> Self {
        Self::with_pairs(board, true, keep_on)
    }

    /// The same, with or without the table of pairs.
    pub fn with_pairs(board: Board, pairs: bool, keep_on: &dyn Fn() -> bool) -> Self {
        let pairs = if pairs { Pairs::new(&board, keep_on) } else { None };
        let passage = Passage::new(&board);
        let packing = Packing::within(&board, keep_on);
        let serving = Serving::new(&board);
        let patterns = Patterns::new(&board);
        Self {
            board,
            pairs,
            passage,
            packing,
            serving,
            patterns,
            hotspots: OnceLock::new(),
            learned: Arc::default(),
            counters: Counters::default(),
        }
    }

    /// Bytes of the tables, and of the working memory that one engine needs
    /// for a board of this size.
    pub fn bytes(&self) -> (usize, usize) {
        let (squares, targets) = (self.board.squares + 1, self.board.targets.len());
        let pairs = if self.pairs.is_some() { squares * squares / 8 } else { 0 };
        let tables = squares * targets * 2 + pairs * 2 + squares * (targets / 8 + 200);
        (tables, squares * (300 + targets / 8) + (64 << 10))
    }

    /// Where boxes stand in each other's way.
    pub fn hotspots(&self, keep_on: &dyn Fn() -> bool) -> &Hotspots {
        self.hotspots.get_or_init(|| Hotspots::new(&self.board, keep_on))
    }
}

/// The most positions a corral is searched for, and how many when corrals have
/// already cost more than the search itself.
const CORRAL_LIMITS: [usize; 2] = [300, 20];

/// Expands positions of one board.
#[derive(Clone, Debug)]
pub struct Expander {
    /// What is known about the board.
    pub knowledge: Arc<Knowledge>,
    techniques: Techniques,
    exact: bool,
    patterns: Patterns,
    carrier: MacroGenerator,
    carries: Vec<BoxMacro>,
    /// The position expanded last.
    pub position: Position,
    zone: Zone,
    later: Zone,
    freeze: Freeze,
    serving: Serving,
    corrals: Corrals,
    /// Positions expanded.
    expanded: u64,
    counter: Arc<Counter>,
    index: Vec<u16>,
}

impl Expander {
    /// An expander with its working memory. An exact one uses no technique that
    /// may lose a push.
    pub fn new(knowledge: Arc<Knowledge>, techniques: Techniques, exact: bool) -> Self {
        let board = &knowledge.board;
        Self {
            techniques,
            exact,
            patterns: knowledge.patterns.clone(),
            carrier: MacroGenerator::new(board),
            carries: Vec::new(),
            position: Position::start(board),
            zone: Zone::new(board),
            later: Zone::new(board),
            freeze: Freeze::default(),
            serving: knowledge.serving.clone(),
            corrals: Corrals::new(board),
            expanded: 0,
            counter: knowledge.counters.add(),
            index: vec![0; board.squares + 1],
            knowledge,
        }
    }

    /// Bytes that grow with the search.
    pub(crate) fn bytes(&self) -> usize {
        self.corrals.bytes()
    }

    /// Whether the position is dead as far as the techniques see.
    pub fn hopeless(&mut self, boxes: &[Square]) -> bool {
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        let mut solid = board.solid(boxes);
        boxes.iter().any(|&square| {
            !board.live[square as usize]
                || (self.techniques.freeze && self.freeze.kills(board, &mut solid, square))
                || (self.techniques.pairs && knowledge.pairs.as_ref().is_some_and(|pairs| pairs.kills(square, boxes)))
        }) || (self.techniques.bipartite && !self.serving.complete(board, boxes))
    }

    /// Fills `out` with the positions after the one given.
    pub fn expand(&mut self, boxes: &[Square], player: Square, out: &mut Vec<Child>) {
        out.clear();
        self.expanded += 1;
        self.counter.count(Count::Expansion);
        let knowledge = Arc::clone(&self.knowledge);
        let board = &knowledge.board;
        self.position.set(boxes.iter().copied(), player);
        for (row, &square) in boxes.iter().enumerate() {
            self.index[square as usize] = row as u16;
        }
        self.zone.flood(board, &self.position.solid, player);
        let wanted = self.techniques.corral_pruning || self.techniques.corral_deadlocks;
        let find = || self.corrals.find(board, &self.position.solid, boxes.len(), &self.zone);
        if let Some(corral) = wanted.then(find).flatten() {
            if self.corral_dead(&knowledge, &corral, player) {
                self.counter.count(Count::Corral);
                return;
            }
            if self.techniques.corral_pruning {
                for push in corral.pushes {
                    self.child(&knowledge, push, out);
                }
                return;
            }
        }
        for &from in boxes {
            for dir in 0..4 {
                if self.zone.contains(board.next[from as usize][(dir + 2) & 3]) {
                    self.child(&knowledge, Push { from, dir: dir as u8 }, out);
                }
            }
        }
    }

    fn corral_dead(&mut self, knowledge: &Knowledge, corral: &Corral, player: Square) -> bool {
        if corral.pushes.is_empty() {
            return true;
        }
        self.techniques.corral_deadlocks && {
            let pairs = knowledge.pairs.as_ref().filter(|_| self.techniques.pairs);
            let limit = CORRAL_LIMITS[usize::from(self.corrals.looked > self.expanded + 5_000)];
            self.corrals.dead(&knowledge.board, corral, player, pairs, &mut self.serving, limit)
        }
    }

    /// Makes a push and appends the child unless it is dead.
    fn child(&mut self, knowledge: &Knowledge, push: Push, out: &mut Vec<Child>) {
        let board = &knowledge.board;
        let dir = push.dir as usize;
        let to = board.next[push.from as usize][dir];
        if self.position.solid[to as usize] != 0 || !board.live[to as usize] {
            return;
        }
        if !self.techniques.tunnels {
            return self.leave(knowledge, push, to, 1, out);
        }
        let onward = |at: Square| {
            let beyond = board.next[at as usize][dir];
            (self.position.solid[beyond as usize] == 0 && board.live[beyond as usize]).then_some(beyond)
        };
        let through = |mut at: Square, mut pushes: u16| {
            while knowledge.passage.rule(at, dir) == Rule::Through {
                at = onward(at)?;
                pushes += 1;
            }
            Some((at, pushes))
        };
        match knowledge.passage.rule(to, dir) {
            Rule::Through => {
                if let Some((end, pushes)) = through(to, 1) {
                    self.leave(knowledge, push, end, pushes, out);
                }
            }
            // Two children: one square in, and out at the other end.
            Rule::Enter if !self.exact => {
                let second = onward(to);
                let end = second.and_then(&onward).and_then(|third| through(third, 3));
                if let Some(second) = second {
                    self.leave(knowledge, push, second, 2, out);
                }
                if let Some((end, pushes)) = end {
                    self.leave(knowledge, push, end, pushes, out);
                }
            }
            Rule::Stay | Rule::Enter => self.leave(knowledge, push, to, 1, out),
        }
    }

    /// Leaves a pushed box on a square, or carries it to its place if the
    /// square is in a goal room; appends the children that are not dead.
    fn leave(&mut self, knowledge: &Knowledge, push: Push, to: Square, pushes: u16, out: &mut Vec<Child>) {
        let board = &knowledge.board;
        let row = self.index[push.from as usize] as usize;
        let stand = board.next[to as usize][(push.dir as usize + 2) & 3];
        let short = if pushes == 1 { self.zone.after_push(board, &self.position.solid, push) } else { None };
        self.move_box(row, push.from, to);
        let macros = self.techniques.goal_rooms && !self.exact;
        let room = if macros { knowledge.packing.entered(push.from, to) } else { None };
        let next = room.and_then(|room| Some((room, room.next(&self.position.solid, to)?)));
        let placed = next.filter(|&(_, target)| target != to).and_then(|(room, target)| {
            let (more, player) = self.carry(board, to, stand, target, room.entrances[0])?;
            out.push(Child { row, from: push.from, to: target, dir: push.dir, pushes: pushes + more, player });
            Some(room.sole)
        });
        if placed != Some(true) && !self.kills(knowledge, push.from, to, stand) {
            let player = short.unwrap_or_else(|| self.later.flood(board, &self.position.solid, stand));
            out.push(Child { row, from: push.from, to, dir: push.dir, pushes, player });
        }
        self.move_box(row, to, push.from);
    }

    fn move_box(&mut self, row: usize, from: Square, to: Square) {
        self.position.boxes[row] = to;
        self.position.solid[from as usize] = 0;
        self.position.solid[to as usize] = 1;
    }

    /// Carries the box on `from` to `to` so that the player can walk to `exit`
    /// afterwards: the pushes and the player's zone.
    fn carry(
        &mut self,
        board: &Board,
        from: Square,
        player: Square,
        to: Square,
        exit: Square,
    ) -> Option<(u16, Square)> {
        self.later.flood(board, &self.position.solid, player);
        self.position.solid[from as usize] = 0;
        self.carries.clear();
        self.carrier.push(board, &self.position.solid, from, &self.later, None, &mut self.carries);
        self.position.solid[to as usize] = 1;
        let mut found = None;
        for carry in self.carries.iter().filter(|carry| carry.to == to) {
            let name = self.later.flood(board, &self.position.solid, board.next[to as usize][carry.side as usize]);
            if self.later.contains(exit) && found.is_none_or(|(pushes, _)| carry.pushes < pushes) {
                found = Some((carry.pushes, name));
            }
        }
        self.position.solid[to as usize] = 0;
        self.position.solid[from as usize] = 1;
        found
    }

    fn kills(&mut self, knowledge: &Knowledge, from: Square, to: Square, player: Square) -> bool {
        let board = &knowledge.board;
        let counter = &self.counter;
        let pair = self.techniques.pairs
            && knowledge.pairs.as_ref().is_some_and(|pairs| pairs.kills(to, &self.position.boxes));
        counter.count_if(pair, Count::Pair)
            || (self.techniques.freeze
                && counter.count_if(self.freeze.kills(board, &mut self.position.solid, to), Count::Freeze))
            || (self.techniques.patterns && {
                // Pairs are known exactly where there is a table of them.
                let least = if self.techniques.pairs && knowledge.pairs.is_some() { 3 } else { 2 };
                counter.count_if(self.patterns.kills(&self.position.solid, to, player, least), Count::Pattern)
            })
            || (self.techniques.diagonals
                && counter.count_if(diagonal::kills(board, &self.position.solid, to, player), Count::Diagonal))
            || (self.techniques.bipartite
                && self.serving.loses(from, to)
                && counter.count_if(!self.serving.complete(board, &self.position.boxes), Count::Matching))
    }
}
