//! Paths that cross tiles without looking inside them.
//!
//! For each tile and each door through which one may enter, two tables are
//! made once: the moves to every cell, and the moves to leave by every other
//! door. Entering means sliding in, and the slide may go on: all cells
//! straight behind the door cost nothing. Leaving means a slide out through
//! the door, which goes on in the next tile; it costs one move from any cell
//! straight before the door. Slides can be undone, so the moves to leave by a
//! door are one more than the moves from entering by it.
//!
//! The search is A* over (tile, door entered by), at most four nodes a tile,
//! with the bound of [`bound_to_tile`]; a path of a pawn then
//! follows by walking the tables back.

use crate::path::{Buckets, Path, bound_to_tile, move_between};
use crate::{Lot, Market, Spot, Square, Tile};
use dedale_grid::Dir;

/// No way there.
const FAR: u8 = u8::MAX;

/// The tables of one tile as placed.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// The cells straight behind each door.
    rays: [u16; 4],
    /// Moves from entering by a door to each cell.
    to_cell: [[u8; 16]; 4],
    /// Moves from entering by a door to leaving by another.
    to_door: [[u8; 4]; 4],
}

impl Crossing {
    fn new(tile: &Tile) -> Self {
        let rays = Dir::ALL.map(|side| ray(tile, side));
        let to_cell = rays.map(|ray| levels(tile, ray));
        let to_door = rays.map(|entered| to_cell.each_ref().map(|left| nearest(left, entered).0.saturating_add(1)));
        Self { rays, to_cell, to_door }
    }
}

/// The cells straight behind a door, none without a door.
fn ray(tile: &Tile, side: Dir) -> u16 {
    if tile.door(side).is_none() {
        return 0;
    }
    spread(tile, Square::DOORS[side.index()].bit(), side.opposite())
}

/// Slides from some cells in one direction, all stops included.
fn spread(tile: &Tile, cells: u16, dir: Dir) -> u16 {
    let open = tile.openings().towards(dir);
    (0..3).fold(cells, |cells, _| {
        let moving = cells & open;
        cells
            | match dir {
                Dir::Up => moving >> 4,
                Dir::Right => moving << 1,
                Dir::Down => moving << 4,
                Dir::Left => moving >> 1,
            }
    })
}

/// The cells one move away from some cells, and they themselves.
fn one_move(tile: &Tile, cells: u16) -> u16 {
    let mut next = Dir::ALL.into_iter().fold(cells, |next, dir| next | spread(tile, cells, dir));
    if let Some((a, b)) = tile.escalator() {
        next |= if cells & a.bit() != 0 { b.bit() } else { 0 } | if cells & b.bit() != 0 { a.bit() } else { 0 };
    }
    next
}

/// Moves within a tile from some cells to every cell.
fn levels(tile: &Tile, from: u16) -> [u8; 16] {
    let mut moves = [FAR; 16];
    let (mut reached, mut level, mut count) = (0, from, 0);
    while level != 0 {
        squares(level).for_each(|square| moves[square.index()] = count);
        reached |= level;
        level = one_move(tile, level) & !reached;
        count += 1;
    }
    moves
}

/// The squares of a set, in their order.
fn squares(mut set: u16) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| Square::of(set.trailing_zeros() as usize));
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The least entry among some cells, and its cell.
fn nearest(moves: &[u8; 16], cells: u16) -> (u8, Square) {
    squares(cells).map(|square| (moves[square.index()], square)).min().unwrap_or((FAR, Square::of(0)))
}

/// Finds paths door by door. Made once for a supermarket; tiles placed later
/// are added by [`DoorFinder::update`].
#[derive(Clone, Debug, Default)]
pub struct DoorFinder {
    crossings: Vec<Crossing>,
    /// The tile behind each door of each tile.
    behind: Vec<[u32; 4]>,
    /// Where each tile lies.
    lots: Vec<Lot>,
    /// For each tile and door entered by, the ways on.
    ways: Vec<Ways>,
    nodes: Vec<Node>,
    /// Which search a node was reached by; counts the searches.
    search: u32,
    buckets: Buckets,
}

/// A tile entered by a door, as the last search that came there knew it.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    search: u32,
    moves: u32,
    before: u32,
}

/// From a tile entered by a door, the nodes behind its other doors and the
/// moves until one is there.
#[derive(Clone, Copy, Debug, Default)]
struct Ways {
    count: usize,
    to: [(u32, u32); 3],
}

const UNSEEN: u32 = u32::MAX;

impl DoorFinder {
    /// The tables of a supermarket.
    pub fn new(market: &Market) -> Self {
        let mut finder = Self::default();
        finder.update(market);
        finder
    }

    /// Adds the tiles placed since.
    pub fn update(&mut self, market: &Market) {
        for number in self.crossings.len()..market.len() {
            self.crossings.push(Crossing::new(market.tile(number)));
            let behind = Dir::ALL.map(|side| {
                let next = market.step(Spot::new(number, Square::DOORS[side.index()]), side);
                next.map_or(UNSEEN, |next| next.tile() as u32)
            });
            self.behind.push(behind);
            self.lots.push(market.lot(number));
            self.ways.resize(market.len() * 4, Ways::default());
            self.link(number);
            for (side, next) in Dir::ALL.into_iter().zip(behind) {
                if let Some(there) = self.behind.get_mut(next as usize) {
                    there[side.opposite().index()] = number as u32;
                    self.link(next as usize);
                }
            }
        }
        self.nodes.resize(market.len() * 4, Node::default());
    }

    /// Lists the ways through a tile.
    fn link(&mut self, tile: usize) {
        for entered in 0..4 {
            let ways = &mut self.ways[tile * 4 + entered];
            ways.count = 0;
            for side in Dir::ALL.into_iter().filter(|side| side.index() != entered) {
                let (cost, next) =
                    (self.crossings[tile].to_door[entered][side.index()], self.behind[tile][side.index()]);
                if cost != FAR && next != UNSEEN {
                    ways.to[ways.count] = (node_of(next, side), u32::from(cost));
                    ways.count += 1;
                }
            }
        }
    }

    /// A shortest path; `None` if there is no way.
    pub fn path(&mut self, market: &Market, from: Spot, to: Spot) -> Option<Path> {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            // What searches of long ago left would look like this one's.
            self.nodes.fill(Node::default());
            self.search = 1;
        }
        self.buckets.clear();
        let inside = levels(market.tile(from.tile()), from.square().bit());
        let goal = self.lots[to.tile()];
        let last_steps = self.crossings[to.tile()].to_cell.map(|cells| cells[to.square().index()]);
        let at_least = u32::from(*last_steps.iter().min().expect("a tile has four sides"));
        // The end is a node of its own; so is a path that stays in the tile.
        const END: u32 = u32::MAX;
        let (mut end, mut end_before) = (UNSEEN, UNSEEN);
        if from.tile() == to.tile() && inside[to.square().index()] != FAR {
            end = u32::from(inside[to.square().index()]);
            self.buckets.push(end, END, end);
        }
        for side in Dir::ALL {
            let (moves, _) = nearest(&inside, self.crossings[from.tile()].rays[side.index()]);
            let next = self.behind[from.tile()][side.index()];
            if moves != FAR && next != UNSEEN {
                self.enter(node_of(next, side), u32::from(moves) + 1, UNSEEN, goal, at_least);
            }
        }
        let mut expanded = 0;
        while let Some((node, moves)) = self.buckets.pop() {
            if node == END {
                return Some(Path { moves: self.walk_back(market, from, to, &inside, end_before), expanded });
            }
            if self.nodes[node as usize].moves != moves {
                continue;
            }
            expanded += 1;
            let (tile, entered) = (node as usize / 4, node as usize % 4);
            if tile == to.tile() && last_steps[entered] != FAR {
                let total = moves + u32::from(last_steps[entered]);
                if total < end {
                    (end, end_before) = (total, node);
                    self.buckets.push(total, END, total);
                }
            }
            let ways = self.ways[node as usize];
            for &(next, cost) in &ways.to[..ways.count] {
                self.enter(next, moves + cost, node, goal, at_least);
            }
        }
        None
    }

    /// Enters a tile by a door, if that is better than before.
    #[inline]
    fn enter(&mut self, node: u32, moves: u32, before: u32, goal: Lot, at_least: u32) {
        let known = &mut self.nodes[node as usize];
        if known.search != self.search || known.moves > moves {
            *known = Node { search: self.search, moves, before };
            let last = Dir::from_index(node as usize % 4).opposite();
            let cost = moves + bound_to_tile(last, self.lots[node as usize / 4], goal) + at_least;
            self.buckets.push(cost, node, moves);
        }
    }

    /// The moves of a path that ended after entering by `node`.
    fn walk_back(&self, market: &Market, from: Spot, to: Spot, inside: &[u8; 16], node: u32) -> Vec<crate::path::Move> {
        let mut stops = vec![to];
        let mut node = node;
        while node != UNSEEN {
            let (tile, entered) = (node as usize / 4, Dir::from_index(node as usize % 4));
            let table = &self.crossings[tile].to_cell[entered.index()];
            walk_down(market, table, &mut stops);
            // The slide that entered began straight before the door, in the
            // tile it left.
            let earlier = self.nodes[node as usize].before;
            let side = entered.opposite();
            let left_tile = self.behind[tile][entered.index()] as usize;
            let moves = match earlier {
                UNSEEN => inside,
                _ => &self.crossings[earlier as usize / 4].to_cell[earlier as usize % 4],
            };
            let (_, square) = nearest(moves, self.crossings[left_tile].rays[side.index()]);
            stops.push(Spot::new(left_tile, square));
            node = earlier;
        }
        walk_down(market, inside, &mut stops);
        debug_assert_eq!(stops.last(), Some(&from));
        stops.reverse();
        stops.windows(2).map(|pair| move_between(market, pair[0], pair[1])).collect()
    }
}

/// A tile entered through the side of its neighbour.
fn node_of(tile: u32, side: Dir) -> u32 {
    tile * 4 + side.opposite().index() as u32
}

/// Walks within a tile from the last stop down to a cell with no moves to go.
fn walk_down(market: &Market, moves: &[u8; 16], stops: &mut Vec<Spot>) {
    let Some(&last) = stops.last() else { return };
    let tile = market.tile(last.tile());
    let mut at = last.square();
    while moves[at.index()] > 0 {
        // Slides can be undone, so a cell one move nearer is one slide away.
        at = squares(one_move(tile, at.bit()))
            .find(|square| moves[square.index()] + 1 == moves[at.index()])
            .expect("a cell some moves away has a neighbour one move nearer");
        stops.push(Spot::new(last.tile(), at));
    }
}
