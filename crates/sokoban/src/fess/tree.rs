//! A tree in which values are backed up: an ε-greedy search.
//!
//! Each move not yet played has a value; a position is worth as much as the
//! best of what is below it. The next move is found from the root by going to
//! the child worth most, but at every position each so many visits go to the
//! children in turn, so that the way branches off now at the top, now at the
//! bottom. Cost: a look at all children of each position on the way.

/// No position: the move has not been played.
const LEAF: u32 = u32::MAX;
/// The value of what leads nowhere.
const CLOSED: i32 = i32::MIN;

#[derive(Clone, Debug)]
struct Child<T> {
    value: i32,
    item: T,
    node: u32,
}

#[derive(Clone, Debug)]
struct Branching<T> {
    children: Vec<Child<T>>,
    visits: u32,
    turn: usize,
}

/// Moves by the positions they belong to.
#[derive(Clone, Debug)]
pub(super) struct ValueTree<T> {
    nodes: Vec<Branching<T>>,
    /// The way to the move given out last: positions and children.
    path: Vec<(u32, u32)>,
    /// How many visits of a position there are to one in turn.
    every: u32,
    children: usize,
}

impl<T: Copy> ValueTree<T> {
    /// A tree without positions.
    pub fn new(every: usize) -> Self {
        let root = Branching { children: Vec::new(), visits: 0, turn: 0 };
        Self { nodes: vec![root], path: Vec::new(), every: every.max(2) as u32, children: 0 }
    }

    /// Adds a position that comes from nowhere, with its moves and their values.
    pub fn plant(&mut self, item: T, children: impl Iterator<Item = (i32, T)>) {
        let place = self.nodes[0].children.len() as u32;
        self.nodes[0].children.push(Child { value: CLOSED, item, node: LEAF });
        self.path = vec![(0, place)];
        self.grow(children);
    }

    /// The next move to play; whoever takes it says what came of it.
    pub fn next(&mut self) -> Option<T> {
        self.path.clear();
        let mut at = 0;
        loop {
            let every = self.every;
            let Branching { children, visits, turn } = &mut self.nodes[at as usize];
            *visits += 1;
            let open = |place: &usize| children[*place].value != CLOSED;
            let place = if visits.is_multiple_of(every) {
                let place = (1..=children.len()).map(|step| (*turn + step) % children.len()).find(open)?;
                *turn = place;
                place
            } else {
                (0..children.len()).filter(open).rev().max_by_key(|&place| children[place].value)?
            };
            self.path.push((at, place as u32));
            let child = &children[place];
            if child.node == LEAF {
                return Some(child.item);
            }
            at = child.node;
        }
    }

    /// The last move leads nowhere.
    pub fn close(&mut self) {
        if let Some(&(node, place)) = self.path.last() {
            self.nodes[node as usize].children[place as usize].value = CLOSED;
            self.back_up();
        }
    }

    /// The last move leads to a position with these moves.
    pub fn grow(&mut self, children: impl Iterator<Item = (i32, T)>) {
        let Some(&(node, place)) = self.path.last() else { return };
        let id = self.nodes.len() as u32;
        let children: Vec<Child<T>> = children.map(|(value, item)| Child { value, item, node: LEAF }).collect();
        self.children += children.len();
        self.nodes.push(Branching { children, visits: 0, turn: 0 });
        self.nodes[node as usize].children[place as usize].node = id;
        self.back_up();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.children * size_of::<Child<T>>() + self.nodes.len() * size_of::<Branching<T>>()
    }

    fn back_up(&mut self) {
        for &(node, place) in self.path.iter().rev() {
            let below = self.nodes[node as usize].children[place as usize].node;
            if below != LEAF {
                let best = self.nodes[below as usize].children.iter().map(|child| child.value).max();
                self.nodes[node as usize].children[place as usize].value = best.unwrap_or(CLOSED);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_played_once_the_best_first() {
        // Moves of a binary tree of depth five: the value is the number itself.
        let mut tree = ValueTree::new(4);
        let children = |item: i32| [item * 2, item * 2 + 1].into_iter().filter(|&n| n < 64).map(|n| (n % 7, n));
        tree.plant(1, children(1));
        let mut played = Vec::new();
        while let Some(item) = tree.next() {
            played.push(item);
            match item % 5 {
                0 => tree.close(),
                _ => tree.grow(children(item)),
            }
        }
        assert_eq!(played[0], 3, "worth 3, its sister 2");
        let dead = |mut n: i32| {
            n /= 2;
            while n > 1 && n % 5 != 0 {
                n /= 2;
            }
            n > 1
        };
        let mut expected: Vec<i32> = (2..64).filter(|&n| !dead(n)).collect();
        played.sort_unstable();
        expected.sort_unstable();
        assert_eq!(played, expected);
    }
}
