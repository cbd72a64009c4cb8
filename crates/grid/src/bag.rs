//! The mixer: things go in, and come out in random order.

use crate::Rng;

/// A bag from which things are drawn uniformly at random, in O(1).
///
/// The course's mixer is generic by copying bytes behind a `void *`: no
/// constructor or destructor runs, so only plain data may go in. Here the bag
/// is generic over `T`: things are *moved* in and out, whatever they own moves
/// along, and what is still inside when the bag goes away is dropped exactly
/// once. The compiler checks what the byte copies left to the reader.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bag<T> {
    things: Vec<T>,
}

impl<T> Bag<T> {
    /// An empty bag.
    pub const fn new() -> Self {
        Self { things: Vec::new() }
    }

    /// Puts a thing in.
    pub fn add(&mut self, thing: T) {
        self.things.push(thing);
    }

    /// Takes out one of the things, each with the same chance; `None` from an
    /// empty bag.
    pub fn draw(&mut self, rng: &mut Rng) -> Option<T> {
        if self.things.is_empty() {
            return None;
        }
        let index = rng.index(self.things.len());
        Some(self.things.swap_remove(index))
    }

    /// How many things are inside.
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// Whether nothing is inside.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// Takes everything out, keeping the memory.
    pub fn clear(&mut self) {
        self.things.clear();
    }

    /// What is inside, in no meaningful order.
    pub fn things(&self) -> &[T] {
        &self.things
    }
}

impl<T> Default for Bag<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> FromIterator<T> for Bag<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        Self { things: things.into_iter().collect() }
    }
}

impl<T> Extend<T> for Bag<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, things: I) {
        self.things.extend(things);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn gives_back_everything_once() {
        let mut rng = Rng::new(1);
        let mut bag: Bag<u32> = (0..100).collect();
        let mut drawn: Vec<u32> = std::iter::from_fn(|| bag.draw(&mut rng)).collect();
        assert_eq!(bag.draw(&mut rng), None);
        drawn.sort_unstable();
        assert_eq!(drawn, (0..100).collect::<Vec<_>>());
    }

    /// The order of a seed may never change: piles of cards are named by seeds.
    #[test]
    fn golden_order() {
        let mut rng = Rng::new(42);
        let mut bag: Bag<char> = "abcdefghij".chars().collect();
        let order: String = std::iter::from_fn(|| bag.draw(&mut rng)).collect();
        assert_eq!(order, "ichegjabdf");
    }

    #[test]
    fn draws_uniformly() {
        let mut rng = Rng::new(2);
        let mut orders = [0u32; 6];
        for _ in 0..6000 {
            let mut bag: Bag<usize> = (0..3).collect();
            let first = bag.draw(&mut rng).unwrap();
            let second = bag.draw(&mut rng).unwrap();
            orders[first * 2 + usize::from(second > (3 - first - second))] += 1;
        }
        assert!(orders.iter().all(|&count| (850..1150).contains(&count)), "{orders:?}");
    }

    #[test]
    fn drops_what_it_owns_exactly_once() {
        let thing = Rc::new(());
        let mut bag = Bag::new();
        for _ in 0..5 {
            bag.add(Rc::clone(&thing));
        }
        let drawn = bag.draw(&mut Rng::new(3));
        assert_eq!((bag.len(), Rc::strong_count(&thing)), (4, 6));
        drop(bag);
        assert_eq!(Rc::strong_count(&thing), 2);
        drop(drawn);
        assert_eq!(Rc::strong_count(&thing), 1);
    }
}
