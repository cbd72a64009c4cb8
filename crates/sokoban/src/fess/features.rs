//! What the search looks at in a position.

use super::links::{RoomLinks, RoomPairs};
use super::macros::{BoxMacro, MacroGenerator};
use super::out_of_turn::OutOfTurn;
use super::picture::{Heading, Picture};
use super::plan::Plan;
use super::zones::OutOfPlan;
use crate::board::{Board, FAR, Square};
use crate::position::Zone;
use crate::terrain::Terrain;
use dedale_grid::Marks;

/// The features of a position. Better is greater `packed`, less of the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// Steps of the plan that are fulfilled, those out of turn included where
    /// they count.
    pub packed: u16,
    /// Regions into which the boxes cut the free floor.
    pub regions: u16,
    /// Passages between rooms with a box in them, or pairs of rooms that lost
    /// their link; where a picture is headed for,
    /// boxes and squares of it that are obstructed.
    pub blocked: u16,
    /// Boxes for which no step of the plan is left, and those out of plan.
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
    /// Stray boxes even before packed steps, then regions, passages.
    NoneStray,
    /// Stray boxes and regions even before packed steps, then passages: for a
    /// picture, which can be filled in any order.
    PictureFirst,
}

impl Features {
    /// A number of 30 bits that orders positions, the best lowest.
    pub fn rank(&self, order: Order) -> u64 {
        let least = |feature: u16| u64::from(feature.min(127));
        let packed = u64::from(511 - self.packed.min(511));
        let rest = match order {
            Order::PictureFirst => {
                return least(self.stray) << 23 | least(self.regions) << 16 | packed << 7 | least(self.blocked);
            }
            Order::NoneStray => {
                return least(self.stray) << 23 | packed << 14 | least(self.regions) << 7 | least(self.blocked);
            }
            Order::StrayFirst => [self.stray, self.regions, self.blocked],
            Order::RegionsFirst => [self.regions, self.blocked, self.stray],
            Order::PassagesFirst => [self.blocked, self.regions, self.stray],
        };
        let rest = rest.iter().fold(0, |sum, &feature| sum << 7 | least(feature));
        packed << 21 | rest
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
    /// How many of these the player could not make before the last move.
    pub fresh: u16,
    /// How many boxes stand in another's way.
    pub hot: u16,
    /// How far the boxes are from the picture, if there is one.
    pub gap: u16,
}

impl Aside {
    /// A number of 18 bits that orders positions, the best lowest.
    pub fn rank(&self) -> u64 {
        if self.gap > 0 {
            return u64::from(self.gap.min(4095)) << 6 | u64::from(63 - self.pushes.min(63));
        }
        u64::from(self.hot.min(255)) << 10 | u64::from(1023 - self.pushes.min(1023))
    }
}

/// The mark of a square that was reached.
const REACHED: u8 = 3;

/// Computes features for positions of one board and plan.
#[derive(Clone, Debug)]
pub struct FeatureExtractor {
    /// The squares that must hold boxes after each number of steps.
    after: Vec<Vec<Square>>,
    /// Whether no step moves a box that was placed before.
    plain: bool,
    /// Steps that use a new box, as a bit for each; and from which squares a
    /// box can still be used for them.
    serves: Vec<u128>,
    /// For each number of steps done, the steps still to do.
    to_do: Vec<u128>,
    links: RoomLinks,
    /// Pairs of rooms that take the place of links.
    pairs: Option<RoomPairs>,
    owner: Vec<u16>,
    /// The rows without a step, and the steps given, for the position felt last.
    lost: Vec<u16>,
    given: Vec<u16>,
    /// The position looked at last, with the squares flooded marked in it.
    state: Vec<u8>,
    queue: Vec<Square>,
    placed: Marks,
    /// The square each step fills.
    fills: Vec<Square>,
    /// Steps that count though their turn has not come.
    out_of_turn: Option<OutOfTurn>,
    /// The steps done in turn in the position felt last.
    done: u16,
    /// Zones whose boxes are stray beside those without a step.
    zones: Option<OutOfPlan>,
    /// A position to head for instead of a plan.
    picture: Option<Picture>,
}

impl FeatureExtractor {
    /// Prepares for a plan; `tidy` if a box on a square of the plan before its
    /// turn is stray, though it could stay there. Asked to stop, it looks at no
    /// further step.
    pub fn new(board: &Board, terrain: &Terrain, plan: &Plan, tidy: bool, keep_on: &dyn Fn() -> bool) -> Self {
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
        let mut generator = MacroGenerator::new(board);
        let mut macros: Vec<BoxMacro> = Vec::new();
        let new_boxes: Vec<usize> = (0..plan.steps.len()).filter(|&index| plan.steps[index].from.is_none()).collect();
        for (bit, &index) in new_boxes.iter().enumerate().take(128) {
            if !keep_on() {
                break;
            }
            let mut solid = board.solid(&after[index]);
            let to = plan.steps[index].to;
            solid[to as usize] = 0;
            macros.clear();
            generator.pull(board, &solid, to, |_| true, &mut macros);
            serves[to as usize] |= 1 << bit;
            for carry in &macros {
                serves[carry.to as usize] |= 1 << bit;
            }
            for done in to_do.iter_mut().take(index + 1) {
                *done |= 1 << bit;
            }
        }
        if tidy {
            for step in &plan.steps {
                serves[step.to as usize] = 0;
            }
        }
        Self {
            plain: new_boxes.len() == plan.steps.len(),
            after,
            serves,
            to_do,
            links: RoomLinks::new(board, terrain),
            pairs: None,
            owner: vec![u16::MAX; 128],
            lost: Vec::new(),
            given: vec![u16::MAX; 128],
            state: Vec::with_capacity(board.squares + 1),
            queue: Vec::new(),
            placed: Marks::new(board.squares + 1),
            fills: plan.steps.iter().map(|step| step.to).collect(),
            out_of_turn: None,
            done: 0,
            zones: None,
            picture: None,
        }
    }

    /// Prepares for a position to head for instead of a plan.
    pub fn towards(board: &Board, terrain: &Terrain, squares: &[Square], weights: &[u16]) -> Self {
        let picture = Picture::new(board, squares, weights, Heading::Forwards);
        let all = (0..squares.len().min(128)).fold(0u128, |set, index| set | 1 << index);
        Self {
            plain: false,
            after: vec![Vec::new(); squares.len() + 1],
            to_do: vec![all; squares.len() + 1],
            serves: (0..=board.squares).map(|square| picture.serves(square)).collect(),
            picture: Some(picture),
            ..Self::new(board, terrain, &Plan::default(), false, &|| true)
        }
    }

    /// How far the boxes are from the position to head for, if there is one.
    pub fn match_picture(&mut self, boxes: &[Square]) -> u16 {
        self.picture.as_mut().map_or(0, |picture| picture.match_boxes(boxes))
    }

    /// Looks at the position felt last without one of its boxes; what
    /// [`Self::extract_after`] is asked next are moves of that box.
    pub fn lift(&mut self, board: &Board, solid: &[u8]) {
        if let (None, Some(pairs)) = (&self.picture, &mut self.pairs) {
            pairs.lift(board, solid);
        }
    }

    /// The same as `blocked`, after the box that was lifted was put down.
    fn blocked_with(&mut self, board: &Board, solid: &[u8], boxes: &[Square], to: Square) -> u16 {
        match (&self.picture, &mut self.pairs) {
            (None, Some(pairs)) => pairs.lost_with(board, solid, to),
            _ => self.blocked(board, solid, boxes),
        }
    }

    /// Blocked passages, or what keeps boxes from the picture if there is one.
    fn blocked(&mut self, board: &Board, solid: &[u8], boxes: &[Square]) -> u16 {
        match (&self.picture, &mut self.pairs) {
            (Some(picture), _) => picture.obstructed(board, solid, boxes),
            (None, Some(pairs)) => pairs.lost(board, solid),
            (None, None) => self.links.blocked(boxes),
        }
    }

    /// How far they are when one of them is on another square.
    pub fn gap_after(&mut self, row: usize, to: Square) -> u16 {
        self.picture.as_mut().map_or(0, |picture| picture.gap_after(row, to))
    }

    /// From now on pairs of rooms that lost their link are what is blocked.
    pub fn watch_rooms(&mut self, board: &Board) {
        self.pairs = Some(RoomPairs::new(board));
    }

    /// From now on boxes out of plan are stray too.
    pub fn watch_zones(&mut self, board: &Board, plan: &Plan, keep_on: &dyn Fn() -> bool) {
        self.zones = Some(OutOfPlan::new(board, plan, &self.after, keep_on));
    }

    /// From now on steps fulfilled out of turn count, unless the board is too large to look for them.
    pub fn in_any_order(&mut self, board: &Board, plan: &Plan, keep_on: &dyn Fn() -> bool) {
        let fits = OutOfTurn::fits(board, &plan.steps);
        self.out_of_turn = fits.then(|| OutOfTurn::new(board, &plan.steps, &self.after, keep_on));
    }

    /// Bytes of what was prepared.
    pub fn bytes(&self) -> usize {
        self.out_of_turn.as_ref().map_or(0, OutOfTurn::bytes)
            + self.zones.as_ref().map_or(0, OutOfPlan::bytes)
            + self.after.iter().map(|squares| squares.capacity() * size_of::<Square>() + 24).sum::<usize>()
            + self.serves.len() * 16
    }

    /// The square that the plan fills next after the position felt last.
    pub fn next_square(&self) -> Option<Square> {
        self.fills.get(self.done as usize).copied()
    }

    /// How far a square is from the zone that the plan shuts next after the
    /// position felt last.
    pub fn away(&self, square: Square) -> u16 {
        self.zones.as_ref().map_or(FAR, |zones| zones.away(self.done, square))
    }

    /// How many steps are fulfilled in turn: the most after which all squares
    /// that must hold boxes do.
    fn done(&self, solid: &[u8], boxes: &[Square]) -> u16 {
        if let Some(picture) = &self.picture {
            return picture.filled(boxes);
        }
        let filled = |square: &Square| solid[*square as usize] == 1;
        if self.plain {
            let all = self.after.last().map_or(&[][..], Vec::as_slice);
            return all.iter().take_while(|square| filled(square)).count() as u16;
        }
        (0..self.after.len()).rev().find(|&steps| self.after[steps].iter().all(filled)).unwrap_or(0) as u16
    }

    /// All features, given the number of regions and where the player is;
    /// `solid` holds the boxes.
    pub fn extract(
        &mut self,
        board: &Board,
        solid: &[u8],
        boxes: &[Square],
        (regions, player): (u16, Square),
    ) -> Features {
        let done = self.done(solid, boxes);
        self.done = done;
        let blocked = self.blocked(board, solid, boxes);
        if let Some(steps) = &mut self.out_of_turn {
            let (packed, stray) = steps.look(board, done, solid, boxes, player);
            return Features { packed, regions, blocked, stray };
        }
        let stray = self.out_of_plan(done, boxes) + self.stray(boxes, done);
        self.given.copy_from_slice(&self.owner);
        Features { packed: done, regions, blocked, stray }
    }

    /// All features after one carry from the position felt last: the box of
    /// `row`, which was [lifted](Self::lift), went from a square to where it is
    /// in `boxes`.
    pub fn extract_after(
        &mut self,
        board: &Board,
        solid: &[u8],
        boxes: &[Square],
        (regions, player): (u16, Square),
        (row, from): (usize, Square),
    ) -> Features {
        let done = self.done(solid, boxes);
        let blocked = self.blocked_with(board, solid, boxes, boxes[row]);
        if let Some(steps) = &mut self.out_of_turn {
            let (packed, stray) = steps.look_after(board, done, solid, boxes, player, (from, boxes[row]));
            return Features { packed, regions, blocked, stray };
        }
        let stray = if done == self.done {
            self.stray_after(boxes, done, (row, from))
        } else {
            let lost = std::mem::take(&mut self.lost);
            let stray = self.stray(boxes, done);
            self.lost = lost;
            stray
        };
        let stray = stray + self.out_of_plan(done, boxes);
        Features { packed: done, regions, blocked, stray }
    }

    fn out_of_plan(&self, done: u16, boxes: &[Square]) -> u16 {
        self.zones.as_ref().map_or(0, |zones| zones.count(done, boxes))
    }

    /// Stray boxes after one carry that changed no step: the other boxes keep
    /// what they were given, and only those without are asked again.
    fn stray_after(&mut self, boxes: &[Square], packed: u16, (row, from): (usize, Square)) -> u16 {
        let open = self.to_do[packed as usize];
        let choices = |square: Square| self.serves[square as usize] & open;
        if choices(from) == choices(boxes[row]) {
            return self.lost.len() as u16;
        }
        self.owner.copy_from_slice(&self.given);
        if let Some(owner) = self.owner.iter_mut().find(|owner| **owner == row as u16) {
            *owner = u16::MAX;
        }
        let mut lost = u16::from(!self.give(boxes, row, open, &mut 0));
        for index in 0..self.lost.len() {
            let other = self.lost[index] as usize;
            if other != row {
                lost += u16::from(!self.give(boxes, other, open, &mut 0));
            }
        }
        lost
    }

    /// The number of regions, and what the player's own is like.
    /// `moved` is the player's zone before the last move, and the box moved.
    pub fn regions(
        &mut self,
        board: &Board,
        solid: &[u8],
        player: Square,
        moved: Option<(&Zone, Square)>,
    ) -> (u16, Aside) {
        self.state.clear();
        self.state.extend_from_slice(solid);
        let mut aside = Aside { player, ..Aside::default() };
        self.flood(board, player);
        aside.reach = self.queue.len() as u16;
        for &at in &self.queue {
            aside.player = aside.player.min(at);
            for dir in 0..4 {
                let ahead = board.next[at as usize][dir];
                let beyond = board.next[ahead as usize][dir] as usize;
                if solid[ahead as usize] == 1 && solid[beyond] == 0 && board.live[beyond] {
                    aside.pushes += 1;
                    let fresh = |(zone, to): (&Zone, Square)| ahead != to && !zone.contains(at);
                    aside.fresh += u16::from(moved.is_some_and(fresh));
                }
            }
        }
        let mut count = 1;
        for start in 0..board.squares as Square {
            if self.state[start as usize] == 0 {
                count += 1;
                self.flood(board, start);
            }
        }
        (count, aside)
    }

    fn flood(&mut self, board: &Board, start: Square) {
        let Self { state, queue, .. } = self;
        state[start as usize] = REACHED;
        queue.clear();
        queue.push(start);
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            for &to in &board.next[at as usize] {
                let mark = &mut state[to as usize];
                if *mark == 0 {
                    *mark = REACHED;
                    queue.push(to);
                }
            }
        }
    }

    /// Boxes that cannot all be given different steps still to do.
    pub fn stray(&mut self, boxes: &[Square], packed: u16) -> u16 {
        self.placed.clear();
        for &square in &self.after[packed as usize] {
            self.placed.insert(square as usize);
        }
        let open = self.to_do[packed as usize];
        self.owner.fill(u16::MAX);
        self.lost.clear();
        for row in 0..boxes.len() {
            if !self.placed.contains(boxes[row] as usize) && !self.give(boxes, row, open, &mut 0) {
                self.lost.push(row as u16);
            }
        }
        self.lost.len() as u16
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fess::plan::PlanStrategy;
    use crate::level::Level;
    use dedale_grid::Rng;

    #[test]
    fn what_changed_gives_the_same_as_all() {
        for tidy in [false, true] {
            check_changes(tidy);
        }
    }

    fn check_changes(tidy: bool) {
        let rows = ["##########", "#   .    #", "# # ..#  #", "#  $  $  #", "# $ .  $ #", "#  #  @. #", "##########"];
        let board = Board::new(&Level::from_rows(rows).expect("a level")).expect("a board");
        let plan = Plan::new(&board, &board.targets, PlanStrategy { limit: 100, ..PlanStrategy::default() }, &|| true);
        let mut whole = FeatureExtractor::new(&board, &Terrain::new(&board), &plan, tidy, &|| true);
        whole.watch_rooms(&board);
        let mut quick = whole.clone();
        let mut rng = Rng::new(8);
        let mut strays = 0;
        for _ in 0..500 {
            let mut squares: Vec<Square> = (0..board.squares as Square).collect();
            rng.shuffle(&mut squares);
            let (boxes, free) = squares.split_at(board.boxes.len());
            quick.extract(&board, &board.solid(boxes), boxes, (1, board.player));
            for row in 0..boxes.len() {
                let mut after = boxes.to_vec();
                let rest: Vec<Square> = boxes.iter().copied().filter(|&square| square != boxes[row]).collect();
                quick.lift(&board, &board.solid(&rest));
                after[row] = *rng.choose(free).expect("free squares");
                let solid = board.solid(&after);
                let expected = whole.extract(&board, &solid, &after, (1, board.player));
                assert_eq!(quick.extract_after(&board, &solid, &after, (1, board.player), (row, boxes[row])), expected);
                strays += expected.stray;
            }
        }
        assert!(strays > 100, "{strays}");
    }
}
