//! The small structures that everything else is made of.

use crate::measure::Race;
use dedale_grid::{Bag, Marks, Rng, UnionFind};
use std::collections::HashSet;

/// Races of many operations each.
pub fn run(times: usize) {
    println!("\n(each line below is {times} operations: ms · {:.0} = ns each)", 1e6 / times as f64);
    Race::new("fill a bag, draw it empty", "Bag", || bag(times))
        .against("a shuffled vector, popped", None, || shuffled(times))
        .run();

    Race::new("join random pairs, then count the sets", "UnionFind", || union_find(times))
        .against("petgraph UnionFind", None, || general_union_find(times))
        .run();

    Race::new("mark 100 of 10 000 numbers, forget, again", "Marks", || marks(times))
        .against("a vector of bools, filled again", None, || bools(times))
        .against("HashSet, cleared", None, || hash_set(times))
        .run();
}

/// Fills a bag and draws it empty; all that was drawn in one number.
pub fn bag(times: usize) -> u64 {
    let mut rng = Rng::new(1);
    let mut bag: Bag<u64> = (0..times as u64).collect();
    std::iter::from_fn(|| bag.draw(&mut rng)).fold(0, |sum, thing| sum ^ thing)
}

/// Joins as many random pairs as there are elements; the number of sets left.
pub fn union_find(times: usize) -> usize {
    let mut rng = Rng::new(1);
    let mut sets = UnionFind::new(times);
    for _ in 0..times {
        sets.union(rng.index(times), rng.index(times));
    }
    sets.sets()
}

/// Marks some numbers, forgets them, again; how many were new.
pub fn marks(times: usize) -> usize {
    let mut marks = Marks::new(10_000);
    rounds(times, |numbers| {
        marks.clear();
        numbers.filter(|&number| marks.insert(number)).count()
    })
}

fn shuffled(times: usize) -> u64 {
    let mut things: Vec<u64> = (0..times as u64).collect();
    Rng::new(1).shuffle(&mut things);
    std::iter::from_fn(|| things.pop()).fold(0, |sum, thing| sum ^ thing)
}

fn general_union_find(times: usize) -> usize {
    let mut rng = Rng::new(1);
    let mut sets = petgraph::unionfind::UnionFind::new(times);
    let joined = (0..times).filter(|_| sets.union(rng.index(times), rng.index(times))).count();
    times - joined
}

fn bools(times: usize) -> usize {
    let mut marked = vec![false; 10_000];
    rounds(times, |numbers| {
        marked.fill(false);
        numbers.filter(|&number| !std::mem::replace(&mut marked[number], true)).count()
    })
}

fn hash_set(times: usize) -> usize {
    let mut marked = HashSet::new();
    rounds(times, |numbers| {
        marked.clear();
        numbers.filter(|&number| marked.insert(number)).count()
    })
}

/// Calls `round` with a hundred random numbers, as often as it takes.
fn rounds(times: usize, mut round: impl FnMut(&mut dyn Iterator<Item = usize>) -> usize) -> usize {
    let mut rng = Rng::new(1);
    (0..times / 100).map(|_| round(&mut (0..100).map(|_| rng.index(10_000)))).sum()
}
