//! What the search looks at in a position.

use super::carry::{Carrier, Carry};
use super::plan::Plan;
use crate::board::{Board, Square};
use crate::terrain::Terrain;
use dedale_grid::Marks;

/// The features of a position. Better is greater `packed`, less of the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// Steps of the plan that are fulfilled.
    pub packed: u16,
    /// Regions into which the boxes cut the free floor.
    pub regions: u16,
    /// Passages between rooms with a box in them.
    pub blocked: u16,
    /// Boxes for which no step of the plan is left.
    pub stray: u16,
}

/// Which feature counts before which, after the packed steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Stray boxes, regions, passages.
    #[default]
    StrayFirst,
    /// Regions, passages, stray boxes.
    RegionsFirst,
    /// Passages, regions, stray boxes.
    PassagesFirst,
}

impl Features {
    /// A number of 30 bits that orders positions, the best lowest.
    pub fn rank(&self, order: Order) -> u64 {
        let rest = match order {
            Order::StrayFirst => [self.stray, self.regions, self.blocked],
            Order::RegionsFirst => [self.regions, self.blocked, self.stray],
            Order::PassagesFirst => [self.blocked, self.regions, self.stray],
        };
        let rest = rest.iter().fold(0, |sum, &feature| sum << 7 | u64::from(feature.min(127)));
        u64::from(511 - self.packed.min(511)) << 21 | rest
    }
}

/// What else is seen of a position; it breaks ties and speaks to advisors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aside {
    /// The name of the player's region.
    pub player: Square,
    /// How many squares it has.
    pub reach: u16,
    /// How many pushes the player can make.
    pub pushes: u16,
    /// How many boxes stand in another's way.
    pub hot: u16,
}

impl Aside {
    /// A number of 18 bits that orders positions, the best lowest.
    pub fn rank(&self) -> u64 {
        u64::from(self.hot.min(255)) << 10 | u64::from(1023 - self.pushes.min(1023))
    }
}

/// Computes features for positions of one board and plan.
#[derive(Clone, Debug)]
pub struct Feeler {
    /// The squares that must hold boxes after each number of steps.
    after: Vec<Vec<Square>>,
    /// Whether no step moves a box that was placed before.
    plain: bool,
    /// Steps that use a new box, as a bit for each; and from which squares a
    /// box can still be used for them.
    serves: Vec<u128>,
    /// For each number of steps done, the steps still to do.
    to_do: Vec<u128>,
    /// Squares of passages: the passage's number.
    passage: Vec<u16>,
    passages: usize,
    owner: Vec<u16>,
    labels: Marks,
    queue: Vec<Square>,
    blocked: Marks,
    placed: Marks,
}

impl Feeler {
    /// Prepares for a plan.
    pub fn new(board: &Board, terrain: &Terrain, plan: &Plan) -> Self {
        let mut after: Vec<Vec<Square>> = vec![Vec::new()];
        for step in &plan.steps {
            let mut squares = after.last().cloned().unwrap_or_default();
            if let Some(from) = step.from {
                squares.retain(|&square| square != from);
            }
            squares.push(step.to);
            after.push(squares);
        }
        let mut serves = vec![0u128; board.squares + 1];
        let mut to_do = vec![0u128; after.len()];
        let mut carrier = Carrier::new(board);
        let mut carries: Vec<Carry> = Vec::new();
        let new_boxes: Vec<usize> = (0..plan.steps.len()).filter(|&index| plan.steps[index].from.is_none()).collect();
        for (bit, &index) in new_boxes.iter().enumerate().take(128) {
            let mut solid = board.solid(&after[index]);
            let to = plan.steps[index].to;
            solid[to as usize] = 0;
            carries.clear();
            carrier.pull(board, &solid, to, |_| true, &mut carries);
            serves[to as usize] |= 1 << bit;
            for carry in &carries {
                serves[carry.to as usize] |= 1 << bit;
            }
            for done in to_do.iter_mut().take(index + 1) {
                *done |= 1 << bit;
            }
        }
        let mut passage = vec![u16::MAX; board.squares + 1];
        let mut passages = 0;
        for tunnel in &terrain.tunnels {
            let touches = |square: &Square| {
                board.next[*square as usize].iter().filter_map(|&to| terrain.room_of[to as usize]).collect::<Vec<_>>()
            };
            let mut rooms: Vec<u16> = tunnel.squares.iter().flat_map(touches).collect();
            rooms.sort_unstable();
            rooms.dedup();
            if rooms.len() >= 2 {
                for &square in &tunnel.squares {
                    passage[square as usize] = passages as u16;
                }
                passages += 1;
            }
        }
        Self {
            plain: new_boxes.len() == plan.steps.len(),
            after,
            serves,
            to_do,
            passage,
            passages,
            owner: vec![u16::MAX; 128],
            labels: Marks::new(board.squares + 1),
            queue: Vec::new(),
            blocked: Marks::new(passages),
            placed: Marks::new(board.squares + 1),
        }
    }

    /// How many steps are fulfilled: the most after which all squares that
    /// must hold boxes do.
    pub fn packed(&self, solid: &[u8]) -> u16 {
        let filled = |square: &Square| solid[*square as usize] == 1;
        if self.plain {
            let all = self.after.last().map_or(&[][..], Vec::as_slice);
            return all.iter().take_while(|square| filled(square)).count() as u16;
        }
        (0..self.after.len()).rev().find(|&steps| self.after[steps].iter().all(filled)).unwrap_or(0) as u16
    }

    /// All features, given the number of regions; `solid` holds the boxes.
    pub fn feel(&mut self, solid: &[u8], boxes: &[Square], regions: u16) -> Features {
        let packed = self.packed(solid);
        Features { packed, regions, blocked: self.count_blocked(boxes), stray: self.stray(boxes, packed) }
    }

    /// The number of regions, and what the player's own is like.
    pub fn regions(&mut self, board: &Board, solid: &[u8], player: Square) -> (u16, Aside) {
        self.labels.clear();
        let mut aside = Aside { player, ..Aside::default() };
        self.flood(board, solid, player);
        aside.reach = self.queue.len() as u16;
        for &at in &self.queue {
            aside.player = aside.player.min(at);
            for dir in 0..4 {
                let ahead = board.next[at as usize][dir];
                let beyond = board.next[ahead as usize][dir] as usize;
                aside.pushes += u16::from(solid[ahead as usize] == 1 && solid[beyond] == 0 && board.live[beyond]);
            }
        }
        let mut count = 1;
        for start in 0..board.squares as Square {
            if solid[start as usize] == 0 && !self.labels.contains(start as usize) {
                count += 1;
                self.flood(board, solid, start);
            }
        }
        (count, aside)
    }

    fn flood(&mut self, board: &Board, solid: &[u8], start: Square) {
        self.labels.insert(start as usize);
        self.queue.clear();
        self.queue.push(start);
        let mut head = 0;
        while head < self.queue.len() {
            let at = self.queue[head];
            head += 1;
            for &to in &board.next[at as usize] {
                if solid[to as usize] == 0 && self.labels.insert(to as usize) {
                    self.queue.push(to);
                }
            }
        }
    }

    fn count_blocked(&mut self, boxes: &[Square]) -> u16 {
        if self.passages == 0 {
            return 0;
        }
        self.blocked.clear();
        let mut count = 0;
        for &square in boxes {
            let passage = self.passage[square as usize];
            if passage != u16::MAX && self.blocked.insert(passage as usize) {
                count += 1;
            }
        }
        count
    }

    /// Boxes that cannot all be given different steps still to do.
    pub fn stray(&mut self, boxes: &[Square], packed: u16) -> u16 {
        self.placed.clear();
        for &square in &self.after[packed as usize] {
            self.placed.insert(square as usize);
        }
        let open = self.to_do[packed as usize];
        self.owner.fill(u16::MAX);
        let mut lost = 0;
        for row in 0..boxes.len() {
            if !self.placed.contains(boxes[row] as usize) {
                let mut tried = 0u128;
                lost += u16::from(!self.give(boxes, row, open, &mut tried));
            }
        }
        lost
    }

    fn give(&mut self, boxes: &[Square], row: usize, open: u128, tried: &mut u128) -> bool {
        loop {
            let choices = self.serves[boxes[row] as usize] & open & !*tried;
            if choices == 0 {
                return false;
            }
            let bit = choices.trailing_zeros() as usize;
            *tried |= 1 << bit;
            let owner = self.owner[bit];
            if owner == u16::MAX || self.give(boxes, owner as usize, open, tried) {
                self.owner[bit] = row as u16;
                return true;
            }
        }
    }
}
