//! Laws of every generator.

use dedale_grid::{BitGrid, Cell, Dir, Rng, Size, UnionFind, Walls};
use dedale_maze::{Algorithm, Generation, Options, Plan, generate};
use std::collections::HashMap;

fn components(walls: &Walls) -> usize {
    let mut sets = UnionFind::new(walls.size().area());
    for (cell, dir) in walls.inner().filter(|&(cell, dir)| walls.is_open(cell, dir)) {
        sets.union(cell.index(), walls.size().step(cell, dir).unwrap().index());
    }
    sets.sets()
}

fn random_size(rng: &mut Rng, largest: u64) -> Size {
    let mut side = || 1 + rng.below(largest) as usize;
    Size::new(side(), side()).unwrap()
}

fn random_plan(rng: &mut Rng, size: Size) -> Plan {
    let mut plan = Plan::new(size);
    let random = |rng: &mut Rng| Cell::new(rng.index(size.area()) as u32);
    (0..rng.index(1 + size.area() / 4)).for_each(|_| plan.remove(random(rng)));
    for _ in 0..rng.index(1 + size.area() / 3) {
        let dir = Dir::from_index(rng.index(4));
        plan.fix(random(rng), dir);
    }
    plan
}

#[test]
fn mazes_are_perfect() {
    let mut rng = Rng::new(1);
    for algorithm in Algorithm::ALL {
        for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 60), (60, 1), (2, 2), (60, 60), (3, 64), (4, 65), (2, 129)] {
            check_perfect(algorithm, Size::new(rows, cols).unwrap(), rng.bits());
        }
        for _ in 0..40 {
            check_perfect(algorithm, random_size(&mut rng, 60), rng.bits());
        }
    }
}

fn check_perfect(algorithm: Algorithm, size: Size, seed: u64) {
    let walls = generate(algorithm, &Plan::new(size), &Options::default(), seed);
    assert_eq!(components(&walls), 1, "{algorithm} {size} seed {seed}");
    if algorithm.is_perfect() {
        assert_eq!(walls.passages(), size.area() - 1, "{algorithm} {size} seed {seed}");
    } else {
        assert_eq!(walls, Walls::opened(size));
    }
}

#[test]
fn masks_and_unbreakable_walls_are_respected_and_each_part_is_perfect() {
    let mut rng = Rng::new(2);
    for algorithm in Algorithm::ALL {
        for round in 0..40 {
            let size = random_size(&mut rng, 40);
            let plan = random_plan(&mut rng, size);
            let walls = generate(algorithm, &plan, &Options::default(), rng.bits());
            let closed = plan.closed();
            for (cell, dir) in closed.inner() {
                assert_eq!(walls.is_unbreakable(cell, dir), closed.is_unbreakable(cell, dir));
                assert!(!(walls.is_open(cell, dir) && closed.is_unbreakable(cell, dir)), "{algorithm} {size} {round}");
            }
            let absent = size.area() - plan.cells();
            assert_eq!(components(&walls) - absent, plan.parts(), "{algorithm} {size} round {round}");
            if algorithm.is_perfect() {
                assert_eq!(walls.passages(), plan.cells() - plan.parts(), "{algorithm} {size} round {round}");
            }
        }
    }
}

#[test]
fn steps_make_the_same_maze_as_the_fast_form() {
    let mut rng = Rng::new(3);
    for algorithm in Algorithm::ALL {
        for round in 0..24 {
            let size = random_size(&mut rng, 25);
            let plan = if round % 2 == 0 { Plan::new(size) } else { random_plan(&mut rng, size) };
            let options = Options {
                bias: [0.5, 0.8, 0.2][round % 3],
                braid: [0.0, 0.0, 0.5, 1.0][round % 4],
                rooms: [0, 3, 0, 0, 2][round % 5],
                ..Options::default()
            };
            let seed = rng.bits();
            let fast = generate(algorithm, &plan, &options, seed);
            let generation = Generation::new(algorithm, &plan, &options, seed);
            assert!(generation.finish() == fast, "{algorithm} {size} round {round} seed {seed}");
        }
    }
}

#[test]
fn rooms_keep_the_rest_perfect() {
    let mut rng = Rng::new(4);
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_perfect()) {
        let size = Size::new(30, 40).unwrap();
        let options = Options { rooms: 6, room_side: (3, 6), ..Options::default() };
        let walls = generate(algorithm, &Plan::new(size), &options, rng.bits());
        assert_eq!(components(&walls), 1);
        // Every cycle lies in a room: four cells around a post without walls.
        let open_posts = size.cells().filter(|&cell| {
            let (Some(right), Some(down)) = (size.step(cell, Dir::Right), size.step(cell, Dir::Down)) else {
                return false;
            };
            walls.is_open(cell, Dir::Right)
                && walls.is_open(cell, Dir::Down)
                && walls.is_open(right, Dir::Down)
                && walls.is_open(down, Dir::Right)
        });
        let cycles = walls.passages() - (size.area() - 1);
        assert!(cycles > 0 && cycles == open_posts.count(), "{algorithm}");
    }
}

#[test]
fn braiding_removes_dead_ends() {
    let mut rng = Rng::new(5);
    let ends = |walls: &Walls| {
        let openings = |cell| Dir::ALL.into_iter().filter(|&dir| walls.is_open(cell, dir)).count();
        walls.size().cells().filter(|&cell| openings(cell) == 1).count()
    };
    for _ in 0..30 {
        let size = Size::new(2 + rng.index(30), 2 + rng.index(30)).unwrap();
        let seed = rng.bits();
        let braided =
            |braid| generate(Algorithm::Prim, &Plan::new(size), &Options { braid, ..Options::default() }, seed);
        let (none, some, all) = (braided(0.0), braided(0.5), braided(1.0));
        assert_eq!(ends(&all), 0, "{size}");
        let half = ends(&some);
        assert!(half <= ends(&none).div_ceil(2), "{size}: {half} of {}", ends(&none));
        assert!(components(&some) == 1 && some.passages() >= size.area() - 1);
    }
}

/// The chance of a chi-square value above these, for 14 and 191 degrees of
/// freedom, is about one in a million; seeds are fixed.
#[test]
fn random_walk_and_wilson_are_uniform() {
    for (size, trees, limit) in [(Size::new(2, 3).unwrap(), 15, 58.0), (Size::new(3, 3).unwrap(), 192, 300.0)] {
        for algorithm in [Algorithm::RandomWalk, Algorithm::Wilson] {
            assert!(algorithm.is_uniform());
            let mut counts: HashMap<Vec<u64>, u32> = HashMap::new();
            let rounds = trees * 100;
            for seed in 0..rounds {
                let walls = generate(algorithm, &Plan::new(size), &Options::default(), seed);
                let key = walls.east().words().iter().chain(walls.south().words()).copied().collect();
                *counts.entry(key).or_default() += 1;
            }
            assert_eq!(counts.len() as u64, trees, "{algorithm}");
            let chi: f64 = counts.values().map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0).sum();
            assert!(chi < limit, "{algorithm} {size}: {chi}");
        }
    }
}

/// Mazes are named by their seeds: these may never change.
#[test]
fn golden_seeds() {
    let plan = Plan::new(Size::new(6, 9).unwrap());
    let digest = |walls: &Walls| {
        let words = walls.east().words().iter().chain(walls.south().words());
        words.fold(0xCBF2_9CE4_8422_2325, |hash: u64, word| (hash ^ word).wrapping_mul(0x100_0000_01B3))
    };
    let found: Vec<String> = Algorithm::ALL
        .iter()
        .map(|&algorithm| format!("{algorithm} {:016x}", digest(&generate(algorithm, &plan, &Options::default(), 42))))
        .collect();
    assert_eq!(found.join("\n"), include_str!("golden.txt").trim_end());
}

#[test]
fn biased_mazes_run_one_way() {
    let size = Size::new(40, 40).unwrap();
    for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_perfect()) {
        let across = |bias| {
            let walls = generate(algorithm, &Plan::new(size), &Options { bias, ..Options::default() }, 6);
            size.area() - walls.east().count()
        };
        let (low, even, high) = (across(0.15), across(0.5), across(0.85));
        assert!(low < even && even < high, "{algorithm}: {low} {even} {high}");
    }
}

#[test]
fn an_empty_board_has_no_maze() {
    let size = Size::new(3, 70).unwrap();
    let mut plan = Plan::new(size);
    plan.mask(&BitGrid::full(size));
    for algorithm in Algorithm::ALL {
        let walls = generate(algorithm, &plan, &Options { braid: 1.0, rooms: 2, ..Options::default() }, 1);
        assert_eq!((walls.passages(), plan.parts()), (0, 0), "{algorithm}");
        assert_eq!(Generation::new(algorithm, &plan, &Options::default(), 1).finish(), walls);
    }
}
