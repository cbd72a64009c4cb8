//! The three searches agree, and what they find can be walked.

use dedale_grid::Rng;
use dedale_magic::aisles::{Aisles, DistanceMap, FAR};
use dedale_magic::deck::Extras;
use dedale_magic::doors::DoorFinder;
use dedale_magic::grow::grow;
use dedale_magic::path::{Finder, Means, Path};
use dedale_magic::{Colour, Market, Spot, Square};

/// Walks a path cell by cell and tells where it ends.
fn walk(market: &Market, from: Spot, path: &Path) -> Spot {
    path.moves.iter().fold(from, |mut at, step| {
        match step.by {
            Means::Slide(dir, cells) => {
                assert!(cells > 0);
                for _ in 0..cells {
                    at = market.step(at, dir).expect("no wall in the way");
                }
            }
            Means::Escalator => at = market.escalator(at).expect("an escalator"),
            Means::Teleport => panic!("nobody teleports here"),
        }
        assert_eq!(at, step.to);
        at
    })
}

#[test]
fn three_searches_agree_on_thousands_of_markets() {
    let mut rng = Rng::new(1);
    let mut finder = Finder::new();
    let (mut found, mut missing) = (0, 0);
    for seed in 0..3000 {
        let extras = Extras { escalators: if seed % 3 == 0 { 4 } else { 0 }, ..Extras::default() };
        let market = grow(1 + rng.index(24), extras, seed);
        let mut doors = DoorFinder::new(&market);
        let aisles = Aisles::new(&market, Colour::Yellow);
        let mut map = DistanceMap::default();
        for _ in 0..6 {
            let mut spot = || Spot::new(rng.index(market.len()), Square::new(rng.below(16) as u8).unwrap());
            let (from, to) = (spot(), spot());
            aisles.distances(to, &[], &mut map);
            let Some(bfs) = finder.bfs(&market, from, to) else {
                assert_eq!(finder.astar(&market, from, to), None);
                assert_eq!(doors.path(&market, from, to), None);
                assert_eq!(map.get(from), FAR);
                missing += 1;
                continue;
            };
            let astar = finder.astar(&market, from, to).expect("there is a way");
            let by_doors = doors.path(&market, from, to).expect("there is a way");
            for path in [&bfs, &astar, &by_doors] {
                assert_eq!(path.moves.len(), bfs.moves.len(), "seed {seed} {from:?} {to:?}");
                assert_eq!(walk(&market, from, path), to);
            }
            assert_eq!(usize::from(map.get(from)), bfs.moves.len());
            assert!(astar.expanded <= bfs.expanded + 1);
            found += 1;
        }
    }
    assert!(found > 5000 && missing > 1000, "{found} {missing}");
}

#[test]
fn tiles_placed_later_are_known_too() {
    let market = grow(60, Extras::default(), 9);
    let mut whole = DoorFinder::new(&market);
    let poses: Vec<_> = (0..60).map(|n| (market.corner(n), *market.tile(n))).collect();
    let mut growing = DoorFinder::default();
    for count in 1..=60 {
        growing.update(&Market::assemble(&poses[..count]).unwrap());
    }
    let (from, to) = (Spot::new(0, Square::STARTS[0]), Spot::new(59, Square::DOORS[1]));
    assert_eq!(growing.path(&market, from, to), whole.path(&market, from, to));
}

/// The doors-only search looks at far fewer nodes than the cells it crosses.
#[test]
fn doors_expand_a_fifth_of_the_nodes() {
    let mut rng = Rng::new(2);
    let mut finder = Finder::new();
    let (mut cells, mut nodes) = (0, 0);
    for seed in 0..20 {
        let market = grow(200, Extras::default(), seed);
        let mut doors = DoorFinder::new(&market);
        for _ in 0..10 {
            let mut door = || {
                let number = rng.index(200);
                let (square, _) = market.tile(number).sites().next().expect("every tile has sites");
                Spot::new(number, square)
            };
            let (from, to) = (door(), door());
            cells += finder.bfs(&market, from, to).expect("all sites are joined").expanded;
            nodes += doors.path(&market, from, to).expect("all sites are joined").expanded;
        }
    }
    assert!(nodes * 5 <= cells, "{nodes} nodes against {cells} cells");
}
