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
use crate::lone::{NO_WAY, any_side, lone_ways};
use crate::position::{Position, Push, Zone};
use crate::zobrist::Zobrist;
use rustc_hash::FxHashSet;
use std::ops::Range;

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

/// How far ahead a position is compared with the solution; fits into the
/// lowest bits of a [`Profile`].
const AHEAD: usize = 60;
/// The most positions kept in one search, and the bytes of each while tables double.
const MOST_KEPT: usize = 2_000_000;
const KEPT_BYTES: usize = 40;

/// The solution, as the search needs it.
struct Line {
    pushes: Vec<Push>,
    /// The box that each push moves.
    moved: Vec<u16>,
    /// For each box, where it stands after each number of pushes.
    at: Vec<Vec<Square>>,
    /// For each box, the pushes left of its trajectory then.
    left: Vec<Vec<u32>>,
    /// For each box, what it still costs on a square when it is displaced.
    rest: Vec<Vec<u32>>,
}

/// A position held against the solution: the boxes displaced and the pushes
/// left, as one number, the best lowest, for each number of pushes from where
/// it stood before. The later comes first among equals.
struct Profile {
    align: usize,
    terms: Vec<u64>,
}

/// One displaced box, and one push left, in a [`Profile`].
const DISPLACED: u64 = 1 << 48;
const LEFT: u64 = 1 << 8;

/// A position of the present layer; its boxes stand in a list of their own.
#[derive(Clone, Copy)]
struct Entry {
    player: Square,
    /// The pushes of the solution it is compared with.
    align: u32,
    /// Whether those were its own.
    follows: bool,
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
    follows: bool,
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
    /// The most positions kept.
    most: usize,
    /// Positions gone on with so far.
    pub looked: u64,
}

impl<'a> Beam<'a> {
    /// Working memory for a board; the positions kept take so many bytes at the most.
    pub(super) fn new(board: &'a Board, memory: usize) -> Self {
        Self {
            board,
            most: MOST_KEPT.min(memory / KEPT_BYTES),
            zobrist: Zobrist::new(board.squares),
            zone: Zone::new(board),
            later: Zone::new(board),
            freeze: Freeze::default(),
            solid: board.solid(&[]),
            looked: 0,
        }
    }

    /// Bytes of what is known of a stretch.
    pub(super) fn bytes(board: &Board, stretch: usize) -> usize {
        board.boxes.len() * (board.squares * size_of::<u32>() + stretch * (size_of::<Square>() + size_of::<u32>()))
    }

    /// Fewer pushes in the place of a stretch of a solution, if the beam meets
    /// them: they lead to the same position, or to any solved one from the
    /// last stretch.
    pub(super) fn shorter(
        &mut self,
        solution: &[Push],
        stretch: Range<usize>,
        width: Width,
        keep_on: &dyn Fn() -> bool,
    ) -> Option<Vec<Push>> {
        let board = self.board;
        let count = board.boxes.len();
        let mut position = Position::start(board);
        solution[..stretch.start].iter().for_each(|&push| position.push(board, push));
        let pushes = &solution[stretch.clone()];
        let line = Line::new(board, &position, pushes, keep_on)?;
        let goal = (stretch.end < solution.len()).then(|| {
            let mut last = position.clone();
            pushes.iter().for_each(|&push| last.push(board, push));
            let player = self.zone.flood(board, &last.solid, last.player);
            self.zobrist.boxes(&last.boxes) ^ self.zobrist.player(player)
        });
        let most = pushes.len() as u32 + width.slack;
        let mut links: Vec<(u32, Push)> = Vec::new();
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let player = self.zone.flood(board, &position.solid, position.player);
        let key = self.zobrist.boxes(&position.boxes);
        let mut layer = vec![Entry { player, align: 0, follows: true, key, link: u32::MAX }];
        let mut boxes: Vec<Square> = position.boxes;
        let (mut next, mut next_boxes): (Vec<Entry>, Vec<Square>) = (Vec::new(), Vec::new());
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut order: Vec<u64> = Vec::new();
        let mut profile = Profile { align: 0, terms: Vec::new() };
        let mut taken = vec![0; pushes.len() + width.lag as usize + 1];
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
                line.profile(here, entry.align as usize, &mut profile);
                for (row, &from) in here.iter().enumerate() {
                    for dir in 0..4 {
                        let to = board.next[from as usize][dir];
                        let stand = board.next[from as usize][(dir + 2) & 3];
                        if self.solid[to as usize] != 0 || !board.live[to as usize] || !self.zone.contains(stand) {
                            continue;
                        }
                        let push = Push { from, dir: dir as u8 };
                        let follows = entry.follows && line.pushes[entry.align as usize] == push;
                        let found = if follows {
                            // A solution may come back to the same boxes with the
                            // player elsewhere: it is not to be cut short here.
                            Some((pushes.len() as u32 - made, made as usize, 0))
                        } else {
                            line.guess(&profile, row, from, to).filter(|found| found.2 <= width.displaced)
                        };
                        let Some((left, align, out)) = found else { continue };
                        let (guess, lag) = (made + left, made as i32 - align as i32);
                        if guess <= most && lag <= width.lag as i32 {
                            candidates.push(Candidate {
                                lag,
                                displaced: out > 0,
                                follows,
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
            order.clear();
            order.extend(candidates.iter().enumerate().map(|(index, candidate)| {
                let slot = (candidate.lag + pushes.len() as i32) as u64;
                // The solution itself comes before whatever claims its positions.
                let class = u64::from(!candidate.follows) << 1 | u64::from(candidate.displaced);
                class << 62 | slot.min(0xFFFF) << 46 | u64::from(candidate.guess.min(0xFFFF)) << 30 | index as u64
            }));
            order.sort_unstable();
            next.clear();
            next_boxes.clear();
            taken.fill(0);
            for candidate in order.iter().map(|key| &candidates[(key & ((1 << 30) - 1)) as usize]) {
                let taken = &mut taken[(candidate.lag + pushes.len() as i32) as usize];
                if *taken >= width.positions {
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
                let name = key ^ self.zobrist.player(player);
                let fresh = seen.insert(name) && !self.freeze.kills(board, &mut self.solid, to);
                here.iter().for_each(|&square| self.solid[square as usize] = 0);
                self.solid[to as usize] = 0;
                if !fresh {
                    continue;
                }
                *taken += 1;
                let link = links.len() as u32;
                links.push((parent.link, push));
                let start = next_boxes.len();
                next_boxes.extend_from_slice(here);
                next_boxes[start + candidate.row as usize] = to;
                if goal.map_or_else(|| board.solved(&next_boxes[start..]), |goal| goal == name) {
                    return Some(trace(&links, link));
                }
                next.push(Entry { player, align: candidate.align, follows: candidate.follows, key, link });
                let (row, align) = (candidate.row as usize, candidate.align as usize);
                let Some(other) = line.exchange(&next_boxes[start..], row, align) else { continue };
                if !candidate.displaced {
                    // What agrees with the solution goes on as it is too.
                    next_boxes.extend_from_within(start..);
                    next.push(Entry { player, align: candidate.align, follows: false, key, link });
                }
                let start = next_boxes.len() - count;
                next_boxes.swap(start + row, start + other);
            }
            if next.is_empty() || links.len() > self.most {
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
    /// `None` if the time is over before.
    fn new(board: &Board, start: &Position, pushes: &[Push], keep_on: &dyn Fn() -> bool) -> Option<Self> {
        let count = board.boxes.len();
        let mut boxes = start.boxes.clone();
        let mut moved = Vec::with_capacity(pushes.len());
        let mut at: Vec<Vec<Square>> = boxes.iter().map(|&square| vec![square]).collect();
        let mut trajectories = at.clone();
        for &push in pushes {
            let row = boxes.iter().position(|&square| square == push.from)?;
            boxes[row] = board.next[push.from as usize][push.dir as usize];
            trajectories[row].push(boxes[row]);
            moved.push(row as u16);
            at.iter_mut().zip(&boxes).for_each(|(at, &square)| at.push(square));
        }
        let left = (0..count).map(|row| {
            let mut left = trajectories[row].len() as u32 - 1;
            let pushed = moved.iter().map(|&other| {
                left -= u32::from(other as usize == row);
                left
            });
            std::iter::once(trajectories[row].len() as u32 - 1).chain(pushed).collect()
        });
        let left = left.collect();
        // A displaced box joins its trajectory wherever that pays most.
        let rest = trajectories.iter().map(|trajectory| {
            if !keep_on() {
                return None;
            }
            let ends = trajectory.iter().rev().enumerate();
            let ends = ends.flat_map(|(left, &square)| any_side(&board.sides, square, left as u32));
            Some(lone_ways(board, &board.sides, ends, |_| true))
        });
        let rest = rest.collect::<Option<_>>()?;
        Some(Self { pushes: pushes.to_vec(), moved, at, left, rest })
    }

    /// What a box on a square adds when it is held against the solution after
    /// some pushes.
    fn term(&self, row: usize, square: Square, step: usize) -> u64 {
        if self.at[row][step] == square {
            u64::from(self.left[row][step]) * LEFT
        } else {
            DISPLACED + u64::from(self.rest[row][square as usize]) * LEFT
        }
    }

    /// Holds a position against the solution, from `align` pushes on.
    fn profile(&self, here: &[Square], align: usize, profile: &mut Profile) {
        profile.align = align;
        profile.terms.clear();
        let last = (align + AHEAD).min(self.pushes.len());
        let all = (0..here.len()).map(|row| self.term(row, here[row], align));
        let mut sum: u64 = all.sum::<u64>() + 255;
        profile.terms.push(sum);
        for step in align..last {
            // One push of the solution further, one box stands elsewhere.
            let row = self.moved[step] as usize;
            sum = sum - self.term(row, here[row], step) + self.term(row, here[row], step + 1) - 1;
            profile.terms.push(sum);
        }
    }

    /// What a position still costs after box `row` went from a square to
    /// another, the pushes of the solution it compares with best, and how many
    /// boxes are displaced then. A displaced box is a hope: where fewest are,
    /// there it belongs.
    fn guess(&self, profile: &Profile, row: usize, from: Square, to: Square) -> Option<(u32, usize, usize)> {
        let steps = profile.align..profile.align + profile.terms.len();
        let (at, left) = (&self.at[row][steps.clone()], &self.left[row][steps]);
        let [out_from, out_to] = [from, to].map(|s| DISPLACED + u64::from(self.rest[row][s as usize]) * LEFT);
        let best = profile.terms.iter().zip(at).zip(left).map(|((&sum, &at), &left)| {
            let near = u64::from(left) * LEFT;
            let was = if at == from { near } else { out_from };
            let is = if at == to { near } else { out_to };
            sum - was + is
        });
        let best = best.min()?;
        let (step, left) = (profile.align + 255 - (best % LEFT) as usize, best % DISPLACED / LEFT);
        (left < u64::from(NO_WAY)).then_some((left as u32, step, (best / DISPLACED) as usize))
    }

    /// The box that the one just moved had better change trajectories with:
    /// boxes have no names.
    fn exchange(&self, here: &[Square], row: usize, align: usize) -> Option<usize> {
        let cost = |trajectory: usize, square: Square| {
            if self.at[trajectory][align] == square {
                self.left[trajectory][align]
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
        best.filter(|&other| gain(other) > 0)
    }
}
