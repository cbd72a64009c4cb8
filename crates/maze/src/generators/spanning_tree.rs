//! A random spanning tree by Kruskal's algorithm (1956).
//!
//! Walls are looked at in random order; a wall is opened if it separates two
//! trees. The random order is that of a weight hashed from the seed and the
//! wall, so the maze is the minimum spanning tree of these weights and every
//! algorithm for minimum spanning trees finds the same one: this one, which is
//! watched, sorts all walls; [`super::tiles`] works in pieces that fit the
//! cache.

use super::Maker;
use crate::dice::Bias;
use crate::plan::Plan;
use crate::watch::{Change, Mark, Watch};
use dedale_grid::{Cell, Dir, Rng, UnionFind};

/// The weights of all walls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    salt: u64,
    /// Factors for walls east and south of a cell, in 256ths.
    factors: [u64; 2],
}

/// Bits of a key that hold the number of the wall.
pub(crate) const WALL_BITS: u32 = 33;

impl Weights {
    pub fn new(seed: u64, bias: Bias) -> Self {
        // A wall is opened the sooner the smaller its weight.
        let most = bias.horizontal().max(bias.vertical());
        let factors = [bias.vertical() * 256 / most, bias.horizontal() * 256 / most];
        Self { salt: Rng::new(seed).bits(), factors }
    }

    /// The weight of a wall in the upper bits, the number of the wall below:
    /// twice the cell, and one more for the wall to the south.
    #[inline(always)]
    pub fn key(&self, wall: u64) -> u64 {
        self.weight(wall) << WALL_BITS | wall
    }

    /// 31 bits, equal weights being ordered by the number of the wall.
    #[inline(always)]
    pub fn weight(&self, wall: u64) -> u64 {
        let mut z = self.salt.wrapping_add(wall.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z >> WALL_BITS) * self.factors[(wall & 1) as usize]) >> 8
    }
}

/// The cell and the side of a wall by its number.
pub(crate) fn wall_of(key: u64) -> (Cell, Dir) {
    let wall = key & ((1 << WALL_BITS) - 1);
    (Cell::new((wall / 2) as u32), if wall & 1 == 0 { Dir::Right } else { Dir::Down })
}

pub(crate) struct Kruskal {
    plan: Plan,
    trees: UnionFind,
    /// The walls not yet looked at, the lightest last.
    keys: Vec<u64>,
    /// Unions still possible, when that is known without a search.
    left: usize,
}

impl Kruskal {
    pub fn new(plan: &Plan, weights: Weights) -> Self {
        let size = plan.size();
        let walls = plan.closed();
        let inner = walls.inner().filter(|&(cell, dir)| !walls.is_unbreakable(cell, dir));
        let mut keys: Vec<u64> =
            inner.map(|(cell, dir)| weights.key(cell.index() as u64 * 2 + u64::from(dir == Dir::Down))).collect();
        keys.sort_unstable_by(|a, b| b.cmp(a));
        let left = plan.cells() - plan.parts();
        Self { plan: plan.clone(), trees: UnionFind::new(size.area()), keys, left }
    }
}

impl Maker for Kruskal {
    fn advance<W: Watch>(&mut self, watch: &mut W) -> bool {
        if self.left == 0 {
            return false;
        }
        let Some(key) = self.keys.pop() else { return false };
        let (cell, dir) = wall_of(key);
        let other = self.plan.size().step(cell, dir).expect("an inner wall has two sides");
        watch.change(Change::Current(cell));
        for cell in [cell, other] {
            if W::ON && self.trees.set_size(cell.index()) == 1 {
                watch.mark(cell, Mark::Fresh, Mark::Visited);
            }
        }
        if self.trees.union(cell.index(), other.index()) {
            self.left -= 1;
            watch.change(Change::Open(cell, dir));
        }
        true
    }
}
