//! A beam along a solution, for fewer pushes.
//!
//! The boxes of the solution each have a trajectory. A position of the beam
//! agrees with the position after some push of the solution but for a few
//! boxes, the displaced ones; what it still costs is guessed as what is left
//! of the trajectories of all other boxes, and for a displaced box the way of
//! a lone box to wherever on its trajectory it pays most to join it. A box that
//! leaves out a detour is displaced and counts what it saves at once; a box
//! pushed before its turn costs nothing until its turn comes and passes.
//!
//! The search goes push by push; of all positions after so many pushes the
//! most promising are kept, so many for each lag behind the solution. Without
//! the lags, positions that hope for more than they will ever get would crowd
//! out the solution itself. After vicinity search (Gouëzel, Damgaard), with
//! trajectories in place of distances. Cost: positions × pushes × the pushes
//! possible in a position; memory: eight bytes for each position kept, and
//! those of one layer in full.

use crate::board::{Board, Square};
use crate::deadlock::freeze::Freeze;
use crate::position::{Position, Push, Zone};
use crate::zobrist::Zobrist;
use rustc_hash::FxHashSet;

/// How wide to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    /// Positions kept of each layer for each lag.
    pub positions: usize,
    /// By how many pushes a position may lag behind the solution.
    pub lag: u32,
    /// Boxes that may be elsewhere than in the solution.
    pub displaced: usize,
    /// By how much a position may look worse than the solution.
    pub slack: u32,
}

/// How far ahead a position is compared with the solution.
const AHEAD: usize = 60;
/// The most positions kept in one search.
const MOST_KEPT: usize = 2_000_000;

/// The solution, as the search needs it.
struct Line {
    pushes: Vec<Push>,
    /// The box that each push moves.
    moved: Vec<u16>,
    /// Where each box stands after each number of pushes.
    at: Vec<Vec<Square>>,
    /// Pushes left of each box's trajectory, after each number of pushes.
    left: Vec<Vec<u32>>,
    /// What a displaced box still costs on a square.
    rest: Vec<Vec<u32>>,
}

/// A position of the present layer; its boxes stand in a list of their own.
#[derive(Clone, Copy)]
struct Entry {
    player: Square,
    /// The pushes of the solution it is compared with.
    align: u32,
    key: u64,
    /// The link that says how it was reached.
    link: u32,
}

/// A push that may lead into the next layer.
#[derive(Clone, Copy)]
struct Candidate {
    /// Pushes of the solution not yet made up for; negative if ahead.
    lag: i32,
    displaced: bool,
    guess: u32,
    align: u32,
    parent: u32,
    row: u16,
    dir: u8,
}

/// The search with its working memory.
pub(super) struct Beam<'a> {
    board: &'a Board,
    zobrist: Zobrist,
    zone: Zone,
    later: Zone,
    freeze: Freeze,
    solid: Vec<u8>,
    /// Positions gone on with so far.
    pub looked: u64,
}

impl<'a> Beam<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        Self {
            board,
            zobrist: Zobrist::new(board.squares),
            zone: Zone::new(board),
            later: Zone::new(board),
            freeze: Freeze::default(),
            solid: board.solid(&[]),
            looked: 0,
        }
    }

    /// A solution with fewer pushes, if the beam meets one.
    pub(super) fn shorter(&mut self, pushes: &[Push], width: Width, keep_on: &dyn Fn() -> bool) -> Option<Vec<Push>> {
        let board = self.board;
        let count = board.boxes.len();
        let line = Line::new(board, pushes)?;
        let most = pushes.len() as u32 + width.slack;
        let mut links: Vec<(u32, Push)> = Vec::new();
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let player = self.zone.flood(board, &board.solid(&board.boxes), board.player);
        let key = self.zobrist.boxes(&board.boxes);
        let mut layer = vec![Entry { player, align: 0, key, link: u32::MAX }];
        let mut boxes: Vec<Square> = board.boxes.clone();
        let (mut next, mut next_boxes): (Vec<Entry>, Vec<Square>) = (Vec::new(), Vec::new());
        let mut candidates: Vec<Candidate> = Vec::new();
        for made in 1..pushes.len() as u32 {
            candidates.clear();
            self.looked += layer.len() as u64;
            for (parent, entry) in layer.iter().enumerate() {
                if parent % 64 == 0 && !keep_on() {
                    return None;
                }
                let here = &boxes[parent * count..][..count];
                here.iter().for_each(|&square| self.solid[square as usize] = 1);
                self.zone.flood(board, &self.solid, entry.player);
                for (row, &from) in here.iter().enumerate() {
                    for dir in 0..4 {
                        let to = board.next[from as usize][dir];
                        let stand = board.next[from as usize][(dir + 2) & 3];
                        if self.solid[to as usize] != 0 || !board.live[to as usize] || !self.zone.contains(stand) {
                            continue;
                        }
                        let found = line.guess(here, row, to, entry.align as usize, width.displaced);
                        let Some((left, align, out)) = found else { continue };
                        let (guess, lag) = (made + left, made as i32 - align as i32);
                        if guess <= most && lag <= width.lag as i32 {
                            candidates.push(Candidate {
                                lag,
                                displaced: out > 0,
                                guess,
                                align: align as u32,
                                parent: parent as u32,
                                row: row as u16,
                                dir: dir as u8,
                            });
                        }
                    }
                }
                here.iter().for_each(|&square| self.solid[square as usize] = 0);
            }
            candidates.sort_unstable_by_key(|c| (c.lag, c.displaced, c.guess, c.parent, c.row, c.dir));
            next.clear();
            next_boxes.clear();
            let mut taken = (i32::MIN, 0);
            for candidate in &candidates {
                if taken.0 != candidate.lag {
                    taken = (candidate.lag, 0);
                }
                if taken.1 >= width.positions {
                    continue;
                }
                let parent = layer[candidate.parent as usize];
                let here = &boxes[candidate.parent as usize * count..][..count];
                let from = here[candidate.row as usize];
                let push = Push { from, dir: candidate.dir };
                let to = board.next[from as usize][candidate.dir as usize];
                here.iter().for_each(|&square| self.solid[square as usize] = 1);
                self.solid[from as usize] = 0;
                self.solid[to as usize] = 1;
                let key = parent.key ^ self.zobrist.of(from) ^ self.zobrist.of(to);
                let player = self.later.flood(board, &self.solid, from);
                let fresh =
                    seen.insert(key ^ self.zobrist.player(player)) && !self.freeze.kills(board, &mut self.solid, to);
                here.iter().for_each(|&square| self.solid[square as usize] = 0);
                self.solid[to as usize] = 0;
                if !fresh {
                    continue;
                }
                taken.1 += 1;
                let link = links.len() as u32;
                links.push((parent.link, push));
                let start = next_boxes.len();
                next_boxes.extend_from_slice(here);
                next_boxes[start + candidate.row as usize] = to;
                if board.solved(&next_boxes[start..]) {
                    return Some(trace(&links, link));
                }
                line.exchange(&mut next_boxes[start..], candidate.row as usize, candidate.align as usize);
                next.push(Entry { player, align: candidate.align, key, link });
            }
            if next.is_empty() || links.len() > MOST_KEPT {
                return None;
            }
            std::mem::swap(&mut layer, &mut next);
            std::mem::swap(&mut boxes, &mut next_boxes);
        }
        None
    }
}

fn trace(links: &[(u32, Push)], last: u32) -> Vec<Push> {
    let mut pushes = Vec::new();
    let mut at = last;
    while let Some(&(parent, push)) = links.get(at as usize) {
        pushes.push(push);
        at = parent;
    }
    pushes.reverse();
    pushes
}

impl Line {
    fn new(board: &Board, pushes: &[Push]) -> Option<Self> {
        let count = board.boxes.len();
        let mut position = Position::start(board);
        let mut boxes = board.boxes.clone();
        let mut moved = Vec::with_capacity(pushes.len());
        let mut at = vec![boxes.clone()];
        let mut trajectories: Vec<Vec<Square>> = boxes.iter().map(|&square| vec![square]).collect();
        for &push in pushes {
            let row = boxes.iter().position(|&square| square == push.from)?;
            position.push(board, push);
            boxes[row] = board.next[push.from as usize][push.dir as usize];
            trajectories[row].push(boxes[row]);
            moved.push(row as u16);
            at.push(boxes.clone());
        }
        let mut left = vec![trajectories.iter().map(|way| way.len() as u32 - 1).collect::<Vec<u32>>()];
        for &row in &moved {
            let mut now = left.last().cloned().unwrap_or_default();
            now[row as usize] -= 1;
            left.push(now);
        }
        let rest = (0..count).map(|row| rest(board, &trajectories[row])).collect();
        Some(Self { pushes: pushes.to_vec(), moved, at, left, rest })
    }

    /// What the position still costs after box `row` of `here` went to `to`,
    /// the pushes of the solution it compares with best, and how many boxes
    /// are displaced then; `None` if more
    /// boxes are displaced than allowed wherever one looks.
    fn guess(
        &self,
        here: &[Square],
        row: usize,
        to: Square,
        align: usize,
        displaced: usize,
    ) -> Option<(u32, usize, usize)> {
        let square = |other: usize| if other == row { to } else { here[other] };
        let mut out = 0;
        let mut left = 0u32;
        for other in 0..here.len() {
            let square = square(other);
            if self.at[align][other] == square {
                left += self.left[align][other];
            } else {
                out += 1;
                left = left.saturating_add(self.rest[other][square as usize]);
            }
        }
        let mut best: Option<(u32, usize, usize)> = None;
        let mut step = align;
        loop {
            // A displaced box is a hope: where fewest are, there it belongs.
            if out <= displaced && best.is_none_or(|(known, _, least)| (out, left) <= (least, known)) {
                best = Some((left, step, out));
            }
            if step >= self.pushes.len() || step > align + AHEAD {
                return best.filter(|(left, ..)| *left < u32::MAX / 2);
            }
            // One push of the solution further, one box stands elsewhere.
            let other = self.moved[step] as usize;
            let square = square(other);
            let term = |step: usize| {
                let near = self.at[step][other] == square;
                (!near, if near { self.left[step][other] } else { self.rest[other][square as usize] })
            };
            let ((was_out, was), (is_out, is)) = (term(step), term(step + 1));
            out = out + usize::from(is_out) - usize::from(was_out);
            left = left.saturating_sub(was).saturating_add(is);
            step += 1;
        }
    }
}

impl Line {
    /// Lets the box just moved take over another's trajectory, and that one
    /// its own, if both together are cheaper so: boxes have no names.
    fn exchange(&self, here: &mut [Square], row: usize, align: usize) {
        let cost = |trajectory: usize, square: Square| {
            if self.at[align][trajectory] == square {
                self.left[align][trajectory]
            } else {
                self.rest[trajectory][square as usize]
            }
        };
        let mine = here[row];
        let gain = |other: usize| {
            let theirs = here[other];
            let now = cost(row, mine).saturating_add(cost(other, theirs));
            now.saturating_sub(cost(row, theirs).saturating_add(cost(other, mine)))
        };
        let best = (0..here.len()).filter(|&other| other != row).max_by_key(|&other| gain(other));
        if let Some(other) = best.filter(|&other| gain(other) > 0) {
            here.swap(row, other);
        }
    }
}

/// The pushes of a lone box from every square to wherever on a trajectory it
/// pays most to join it, and to its end from there.
fn rest(board: &Board, trajectory: &[Square]) -> Vec<u32> {
    let none = u32::MAX / 4;
    let mut best = vec![none; board.squares + 1];
    let mut known = vec![none; (board.squares + 1) * 4];
    // The end is cheapest, so one pass in order of cost does: buckets by cost.
    let mut buckets: Vec<Vec<(Square, u8)>> = vec![Vec::new(); trajectory.len()];
    for (steps, &square) in trajectory.iter().rev().enumerate() {
        for group in board.sides[square as usize] {
            if group < 4 {
                buckets[steps].push((square, group));
            }
        }
    }
    let mut cost = 0;
    while cost < buckets.len() {
        while let Some((square, group)) = buckets[cost].pop() {
            let slot = &mut known[square as usize * 4 + group as usize];
            if *slot <= cost as u32 {
                continue;
            }
            *slot = cost as u32;
            best[square as usize] = best[square as usize].min(cost as u32);
            for dir in 0..4 {
                let to = board.next[square as usize][dir];
                if board.sides[square as usize][dir] != group || board.next[to as usize][dir] == board.wall() {
                    continue;
                }
                let side = board.sides[to as usize][dir];
                if side < 4 && known[to as usize * 4 + side as usize] > cost as u32 + 1 {
                    if buckets.len() <= cost + 1 {
                        buckets.push(Vec::new());
                    }
                    buckets[cost + 1].push((to, side));
                }
            }
        }
        cost += 1;
    }
    best
}
