//! Corrals: places the player cannot reach, and the boxes that fence them.
//!
//! [`regions`] names all connected pieces of free floor in one pass with
//! union-find (each square looks up and left only), O(squares). Searches flood
//! instead, where a position is asked millions of times: with memory kept, on
//! random positions of XSokoban, union-find takes 2.3 to 2.7 times as long as
//! floods of all regions and 4 to 6 times as long as the player's zone alone
//! (`examples/regions.rs`).
//!
//! A corral is *I* (inwards) if every push the player could make from outside
//! on a fence box goes into it, and *PI* if the player can make all of them
//! now. Then the next pushes may be taken from the corral alone: whatever is
//! pushed elsewhere first can as well be pushed later (Damgaard & Meger). If a
//! neighbouring region or box is in the way of the proof, it is taken into the
//! corral and the proof starts again.
//!
//! A corral alone, all other boxes removed, is a small level. If no box of it
//! can get out and they cannot all be put on targets, the position is dead;
//! [`Corrals::dead`] searches for that with a limit and remembers verdicts. That
//! holds for every corral, PI or not ([`Corrals::all`]).

use super::freeze::Freeze;
use super::matching::Serving;
use super::pairs::Pairs;
use super::patterns::Patterns;
use crate::board::{Board, Square};
use crate::position::{Push, Zone};
use crate::zobrist::Zobrist;
use dedale_grid::{Marks, UnionFind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The region of every square: the lowest square connected with it over free
/// squares; a box or wall is its own region.
pub fn regions(board: &Board, solid: &[u8]) -> Vec<Square> {
    let mut sets = UnionFind::new(board.squares + 1);
    for square in 0..board.squares {
        if solid[square] != 0 {
            continue;
        }
        for dir in [0, 3] {
            let beside = board.next[square][dir] as usize;
            if solid[beside] == 0 {
                sets.union(square, beside);
            }
        }
    }
    let mut lowest: Vec<Square> = vec![Square::MAX; board.squares + 1];
    (0..=board.squares)
        .map(|square| {
            let root = sets.find(square);
            lowest[root] = lowest[root].min(square as Square);
            lowest[root]
        })
        .collect()
}

/// A corral that must be opened before anything else needs to be done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corral {
    /// The boxes that fence it, or stand in it.
    pub boxes: Vec<Square>,
    /// The pushes the player can make into it.
    pub pushes: Vec<Push>,
    /// Its free squares and its boxes.
    pub squares: Vec<Square>,
}

/// Verdicts remembered; they are forgotten together when there are more.
const MOST_VERDICTS: usize = 200_000;

/// Finder of corrals with its working memory.
#[derive(Clone, Debug)]
pub struct Corrals {
    inside: Marks,
    tried: Marks,
    squares: Vec<Square>,
    boxes: Vec<Square>,
    zone: Zone,
    later: Zone,
    solid: Vec<u8>,
    stack: Vec<Square>,
    seen: FxHashSet<u64>,
    pushes: Vec<(usize, Push)>,
    freeze: Freeze,
    patterns: Patterns,
    verdicts: FxHashMap<u64, bool>,
    /// Positions looked at in corrals so far.
    pub looked: u64,
    zobrist: Zobrist,
}

/// Whether the player can push a box from one place within reach to another:
/// then it fences no PI-corral, however that grows.
fn open(board: &Board, zone: &Zone, square: Square) -> bool {
    (0..2).any(|axis| {
        let one = board.next[square as usize][axis];
        let two = board.next[square as usize][axis + 2];
        zone.contains(one) && zone.contains(two) && (board.live[one as usize] || board.live[two as usize])
    })
}

impl Corrals {
    /// Working memory for a board.
    pub fn new(board: &Board) -> Self {
        Self {
            inside: Marks::new(board.squares + 1),
            tried: Marks::new(board.squares + 1),
            squares: Vec::new(),
            boxes: Vec::new(),
            zone: Zone::new(board),
            later: Zone::new(board),
            solid: board.solid(&[]),
            stack: Vec::new(),
            seen: FxHashSet::default(),
            pushes: Vec::new(),
            freeze: Freeze::default(),
            patterns: Patterns::new(board),
            verdicts: FxHashMap::default(),
            looked: 0,
            zobrist: Zobrist::new(board.squares),
        }
    }

    /// Bytes of the verdicts that are remembered.
    pub(crate) fn bytes(&self) -> usize {
        // A slot of the map is a key, a verdict and a byte of its own.
        self.verdicts.capacity() * 8 / 7 * 17 + self.seen.capacity() * 8 / 7 * 9
    }

    /// The PI-corral with the fewest pushes, if there is one that must be
    /// opened and does not contain all boxes. `zone` is the player's.
    pub fn find(&mut self, board: &Board, solid: &[u8], boxes: usize, zone: &Zone) -> Option<Corral> {
        let mut best: Option<Corral> = None;
        self.tried.clear();
        let reached = zone.list.len();
        if reached + boxes == board.squares {
            return None;
        }
        let mut left = board.squares.saturating_sub(reached + boxes);
        for seed in 0..board.squares as Square {
            if left == 0 {
                break;
            }
            if solid[seed as usize] != 0 || zone.contains(seed) {
                continue;
            }
            left -= 1;
            if self.tried.contains(seed as usize) {
                continue;
            }
            let Some(pushes) = self.grow(board, solid, boxes, zone, seed) else { continue };
            if best.as_ref().is_none_or(|best| pushes.len() < best.pushes.len()) {
                let stop = pushes.is_empty();
                best = Some(Corral { boxes: self.boxes.clone(), pushes, squares: self.squares.clone() });
                if stop {
                    break;
                }
            }
        }
        best
    }

    /// Every place the player cannot reach, with its fence, whether PI or not,
    /// if a box of the fence is off its target. What a search of it alone
    /// finds dead is dead: more boxes only take pushes away.
    pub fn all(&mut self, board: &Board, solid: &[u8], boxes: usize, zone: &Zone) -> Vec<Corral> {
        let mut found = Vec::new();
        if zone.list.len() + boxes == board.squares {
            return found;
        }
        self.tried.clear();
        for seed in 0..board.squares as Square {
            if solid[seed as usize] != 0 || zone.contains(seed) || self.tried.contains(seed as usize) {
                continue;
            }
            self.inside.clear();
            self.squares.clear();
            self.boxes.clear();
            self.absorb(board, solid, zone, seed);
            if self.boxes.iter().any(|&square| !board.is_target[square as usize]) {
                found.push(Corral { boxes: self.boxes.clone(), pushes: Vec::new(), squares: self.squares.clone() });
            }
        }
        found
    }

    /// Takes a region with its fence, or a box, into the corral; whether it can
    /// still be PI.
    fn absorb(&mut self, board: &Board, solid: &[u8], zone: &Zone, start: Square) -> bool {
        let mut head = self.squares.len();
        let first = self.boxes.len();
        self.inside.insert(start as usize);
        self.squares.push(start);
        if solid[start as usize] == 1 {
            self.boxes.push(start);
        }
        while let Some(&at) = self.squares.get(head) {
            head += 1;
            if solid[at as usize] == 1 {
                continue;
            }
            self.tried.insert(at as usize);
            for &to in &board.next[at as usize] {
                if solid[to as usize] != 2 && self.inside.insert(to as usize) {
                    self.squares.push(to);
                    if solid[to as usize] == 1 {
                        self.boxes.push(to);
                    }
                }
            }
        }
        !self.boxes[first..].iter().any(|&square| open(board, zone, square))
    }

    /// Grows a corral from a square until it is PI; its pushes, or `None`.
    fn grow(&mut self, board: &Board, solid: &[u8], boxes: usize, zone: &Zone, seed: Square) -> Option<Vec<Push>> {
        self.inside.clear();
        self.squares.clear();
        self.boxes.clear();
        if !self.absorb(board, solid, zone, seed) {
            return None;
        }
        let mut pushes = Vec::new();
        // What was found about a box stays true when the corral grows, so that
        // every push is examined once.
        let mut index = 0;
        while index < self.boxes.len() {
            let from = self.boxes[index];
            let mut dir = 0;
            while dir < 4 {
                if self.boxes.len() >= boxes {
                    return None;
                }
                match self.examine(board, solid, zone, from, dir) {
                    Ok(true) => pushes.push(Push { from, dir: dir as u8 }),
                    Ok(false) => {}
                    Err(square) => {
                        if !self.absorb(board, solid, zone, square) {
                            return None;
                        }
                        continue;
                    }
                }
                dir += 1;
            }
            index += 1;
        }
        let misplaced = self.boxes.iter().any(|&square| !board.is_target[square as usize]);
        let unfilled = boxes == board.targets.len()
            && self.squares.iter().any(|&square| board.is_target[square as usize] && solid[square as usize] == 0);
        (misplaced || unfilled).then_some(pushes)
    }

    /// Whether a push of a fence box is possible now; the square to take into
    /// the corral if the push may become possible against the rules of a
    /// PI-corral. That the box is not [`open`] is known.
    fn examine(&self, board: &Board, solid: &[u8], zone: &Zone, from: Square, dir: usize) -> Result<bool, Square> {
        let to = board.next[from as usize][dir];
        let stand = board.next[from as usize][(dir + 2) & 3];
        if solid[to as usize] == 2 || solid[stand as usize] == 2 || !board.live[to as usize] {
            return Ok(false);
        }
        if self.inside.contains(stand as usize) {
            return Ok(false);
        }
        if self.inside.contains(to as usize) {
            return if zone.contains(stand) { Ok(solid[to as usize] == 0) } else { Err(stand) };
        }
        Err(if zone.contains(to) { stand } else { to })
    }

    /// Whether the corral, taken alone, is dead. At most `limit` positions are
    /// looked at; when they do not suffice the answer is no.
    pub fn dead(
        &mut self,
        board: &Board,
        corral: &Corral,
        player: Square,
        pairs: Option<&Pairs>,
        serving: &mut Serving,
        limit: usize,
    ) -> bool {
        let lowest = corral.squares.iter().copied().min().unwrap_or(0);
        let start = self.zobrist.boxes(&corral.boxes) ^ self.zobrist.player(lowest).rotate_left(17);
        // Seen from the very square it needs no flood to be known.
        let near = start ^ self.zobrist.player(player).rotate_left(31);
        if let Some(&verdict) = self.verdicts.get(&near) {
            return verdict;
        }
        self.solid.fill(0);
        self.solid[board.squares] = 2;
        for &square in &corral.boxes {
            self.solid[square as usize] = 1;
        }
        let name = self.zone.flood(board, &self.solid, player);
        let key = start ^ self.zobrist.player(name);
        let verdict = match self.verdicts.get(&key) {
            Some(&verdict) => verdict,
            None => self.exhausted(board, corral, name, pairs, serving, limit),
        };
        if self.verdicts.len() > MOST_VERDICTS {
            self.verdicts.clear();
        }
        self.verdicts.insert(key, verdict);
        self.verdicts.insert(near, verdict);
        verdict
    }

    fn exhausted(
        &mut self,
        board: &Board,
        corral: &Corral,
        player: Square,
        pairs: Option<&Pairs>,
        serving: &mut Serving,
        limit: usize,
    ) -> bool {
        self.inside.clear();
        for &square in &corral.squares {
            self.inside.insert(square as usize);
        }
        let mut boxes = corral.boxes.clone();
        if !serving.complete(board, &boxes) {
            return true;
        }
        // Positions to look at, one after another: the boxes, then the player.
        self.stack.clear();
        self.stack.extend_from_slice(&boxes);
        self.stack.push(player);
        self.seen.clear();
        self.seen.insert(self.zobrist.boxes(&boxes) ^ self.zobrist.player(player));
        let mut count = 0;
        while let Some(player) = self.stack.pop() {
            let rest = self.stack.len() - boxes.len();
            count += 1;
            self.looked += 1;
            if count > limit {
                return false;
            }
            for &square in &boxes {
                self.solid[square as usize] = 0;
            }
            boxes.copy_from_slice(&self.stack[rest..]);
            self.stack.truncate(rest);
            for &square in &boxes {
                self.solid[square as usize] = 1;
            }
            // The caller has flooded the first position.
            if count > 1 {
                self.zone.flood(board, &self.solid, player);
            }
            // A box that gets out ends it: look for that before anything dearer.
            self.pushes.clear();
            for (index, &from) in boxes.iter().enumerate() {
                for dir in 0..4 {
                    let to = board.next[from as usize][dir];
                    let stand = board.next[from as usize][(dir + 2) & 3];
                    if self.solid[to as usize] != 0 || !board.live[to as usize] || !self.zone.contains(stand) {
                        continue;
                    }
                    if !self.inside.contains(to as usize) {
                        return false;
                    }
                    self.pushes.push((index, Push { from, dir: dir as u8 }));
                }
            }
            for &(index, push) in &self.pushes {
                let (from, to) = (push.from, board.next[push.from as usize][push.dir as usize]);
                let short = self.zone.after_push(board, &self.solid, push);
                self.solid[from as usize] = 0;
                self.solid[to as usize] = 1;
                boxes[index] = to;
                let hopeless = self.freeze.kills(board, &mut self.solid, to)
                    || pairs.is_some_and(|pairs| pairs.kills(to, &boxes))
                    || self.patterns.kills(&self.solid, to, from, 3)
                    || (serving.loses(from, to) && !serving.complete(board, &boxes));
                if !hopeless {
                    if board.solved(&boxes) {
                        return false;
                    }
                    let name = short.unwrap_or_else(|| self.later.flood(board, &self.solid, from));
                    if self.seen.insert(self.zobrist.boxes(&boxes) ^ self.zobrist.player(name)) {
                        self.stack.extend_from_slice(&boxes);
                        self.stack.push(name);
                    }
                }
                boxes[index] = from;
                self.solid[from as usize] = 1;
                self.solid[to as usize] = 0;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use dedale_grid::Rng;

    #[test]
    fn regions_agree_with_floods() {
        let rows = ["#########", "#   $   #", "# # $#$ #", "#$ ... .#", "#   #@  #", "#########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut rng = Rng::new(2);
        let mut zone = Zone::new(&board);
        for _ in 0..200 {
            let mut squares: Vec<Square> = (0..board.squares as Square).collect();
            rng.shuffle(&mut squares);
            squares.truncate(rng.index(12));
            let solid = board.solid(&squares);
            let names = regions(&board, &solid);
            for square in (0..board.squares as Square).filter(|&s| solid[s as usize] == 0) {
                assert_eq!(names[square as usize], zone.flood(&board, &solid, square));
            }
        }
    }

    /// What is called a corral is one by its definition: planners leave a
    /// position out of a sink plan for it, and searches go on in it alone.
    #[test]
    fn corrals_are_pi_by_definition() {
        let rows = ["##########", "#   $  . #", "# # $#$# #", "#$ ... . #", "#   #@   #", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let mut rng = Rng::new(6);
        let (mut zone, mut corrals, mut found) = (Zone::new(&board), Corrals::new(&board), 0);
        for _ in 0..3_000 {
            let mut squares = board.live_squares.clone();
            rng.shuffle(&mut squares);
            squares.truncate(3 + rng.index(8));
            let solid = board.solid(&squares);
            let Some(player) = (0..board.squares as Square).find(|&square| solid[square as usize] == 0) else {
                continue;
            };
            zone.flood(&board, &solid, player);
            let Some(corral) = corrals.find(&board, &solid, squares.len(), &zone) else { continue };
            found += 1;
            let inside = |square: Square| corral.squares.contains(&square);
            assert!(corral.squares.iter().all(|&square| !zone.contains(square)));
            assert!(corral.boxes.iter().all(|&square| inside(square) && solid[square as usize] == 1));
            for &from in &corral.boxes {
                for dir in 0..4 {
                    let (to, stand) = (board.next[from as usize][dir], board.next[from as usize][(dir + 2) & 3]);
                    let open =
                        |square: Square| square != board.wall() && (inside(square) || solid[square as usize] == 0);
                    // A push that could ever be made from outside, as far as the
                    // boxes outside stay where they are.
                    let outside = stand != board.wall() && !inside(stand) && solid[stand as usize] == 0;
                    if !outside || !open(to) || !board.live[to as usize] {
                        continue;
                    }
                    assert!(inside(to), "{from} {dir}: a push out of the corral {corral:?}");
                    assert!(zone.contains(stand), "{from} {dir}: the player is not there {corral:?}");
                    let push = Push { from, dir: dir as u8 };
                    assert_eq!(corral.pushes.contains(&push), solid[to as usize] == 0, "{push:?} {corral:?}");
                }
            }
        }
        assert!(found > 50, "{found}");
    }

    /// A position with a corral that is found dead has no solution.
    #[test]
    fn dead_corrals_leave_no_solution() {
        use crate::solve::{Method, Options, Verdict, solve};
        use crate::{Limits, Techniques};
        let floor = ["#########", "#. #   ##", "#.    . #", "#### #  #", "  #.    #", "  #   ###", "  #####"];
        let empty: Vec<Vec<u8>> = floor.iter().map(|row| row.bytes().collect()).collect();
        let spots: Vec<(usize, usize)> = (1..6)
            .flat_map(|row| (1..8).map(move |col| (row, col)))
            .filter(|&(row, col)| matches!(empty[row].get(col), Some(b' ' | b'.')) && (row < 4 || col > 2))
            .collect();
        let mut rng = Rng::new(3);
        let mut dead = 0;
        for _ in 0..1_500 {
            let mut spots = spots.clone();
            rng.shuffle(&mut spots);
            let mut rows = empty.clone();
            for (index, &(row, col)) in spots.iter().take(5).enumerate() {
                let target = rows[row][col] == b'.';
                rows[row][col] = match (index, target) {
                    (0, false) => b'@',
                    (0, true) => b'+',
                    (_, false) => b'$',
                    (_, true) => b'*',
                };
            }
            let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().map(char::from).collect()).collect();
            let level = Level::from_rows(&rows).expect("a level");
            let Ok(board) = Board::new(&level) else { continue };
            if board.boxes.len() < 4 || board.boxes.iter().any(|&square| !board.live[square as usize]) {
                continue;
            }
            let solid = board.solid(&board.boxes);
            let mut zone = Zone::new(&board);
            let player = zone.flood(&board, &solid, board.player);
            let mut corrals = Corrals::new(&board);
            let mut serving = Serving::new(&board);
            let all = corrals.all(&board, &solid, board.boxes.len(), &zone);
            if all.iter().any(|corral| corrals.dead(&board, corral, player, None, &mut serving, 1_000)) {
                dead += 1;
                let options = Options { method: Method::Bfs, techniques: Techniques::NONE, ..Options::default() };
                let answer = solve(&level, &options, Limits::default()).expect("a small level");
                assert_eq!(answer.verdict, Verdict::Unsolvable, "{rows:?}");
            }
        }
        assert!(dead > 10, "{dead}");
    }

    #[test]
    fn a_pocket_with_one_way_in_is_pi() {
        // The box on the left closes a pocket; above it is a dead square, so
        // it can only go in.
        let rows = ["########", "#. #   #", "#.  $@ #", "###### #", "   #.$ #", "   #####"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let solid = board.solid(&board.boxes);
        let mut zone = Zone::new(&board);
        zone.flood(&board, &solid, board.player);
        let corral = Corrals::new(&board).find(&board, &solid, board.boxes.len(), &zone);
        let corral = corral.expect("a corral");
        assert_eq!(corral.pushes.len(), 1, "{corral:?}");
    }
}
