//! Solvers and measures against plain code.

use dedale_grid::{Cell, Dir, Rng, Size, UnionFind};
use dedale_maze::analysis::{distances, measure, survey};
use dedale_maze::solvers::{Method, Solving, solve};
use dedale_maze::steps::{self, Replay};
use dedale_maze::{Algorithm, Maze, Options, Plan, formats, generate};

/// A random maze: a tree, a tree with loops, or random walls.
fn random_maze(rng: &mut Rng, round: usize) -> Maze {
    let size = Size::new(1 + rng.index(14), 1 + rng.index(14)).unwrap();
    let options = Options { braid: [0.0, 0.6][round % 2], ..Options::default() };
    let mut walls = generate(Algorithm::ALL[1 + round % 12], &Plan::new(size), &options, rng.bits());
    if round % 3 == 2 {
        for (cell, dir) in walls.clone().inner() {
            match rng.below(5) {
                0 => _ = walls.close(cell, dir),
                1 => _ = walls.open(cell, dir),
                _ => {}
            }
        }
    }
    walls.into()
}

fn naive_distance(maze: &Maze, from: Cell, to: Cell) -> Option<usize> {
    naive_distances(maze, from)[to.index()]
}

/// Distances by relaxing every passage until nothing changes.
fn naive_distances(maze: &Maze, from: Cell) -> Vec<Option<usize>> {
    let size = maze.size();
    let mut best = vec![None; size.area()];
    best[from.index()] = Some(0);
    loop {
        let mut changed = false;
        for cell in size.cells() {
            let Some(here) = best[cell.index()] else { continue };
            for (dir, other) in size.neighbours(cell) {
                if maze.walls.is_open(cell, dir) && best[other.index()].is_none_or(|old| old > here + 1) {
                    best[other.index()] = Some(here + 1);
                    changed = true;
                }
            }
        }
        if !changed {
            return best;
        }
    }
}

#[test]
fn solvers_find_ways_and_shortest_ones() {
    let mut rng = Rng::new(1);
    for round in 0..300 {
        let maze = random_maze(&mut rng, round);
        let size = maze.size();
        let random = |rng: &mut Rng| Cell::new(rng.index(size.area()) as u32);
        let from = random(&mut rng);
        let goals: Vec<Cell> = (0..1 + rng.index(3)).map(|_| random(&mut rng)).collect();
        let best = goals.iter().filter_map(|&goal| naive_distance(&maze, from, goal)).min();
        let cycles = survey(&maze).cycles;
        for method in Method::ALL {
            let solution = solve(&maze, method, from, &goals);
            let found = solution.path.as_ref().map(|path| path.len() - 1);
            let note = format!("{method} round {round} {size}");
            if let Some(path) = &solution.path {
                assert!(path[0] == from && goals.contains(path.last().unwrap()), "{note}");
                for step in path.windows(2) {
                    assert!(maze.walls.neighbours(step[0]).any(|(_, next)| next == step[1]), "{note}");
                }
            }
            match method {
                Method::WallFollower if cycles > 0 => assert!(found.is_none() || found >= best, "{note}"),
                // A walker takes the goal that it meets first.
                Method::Tremaux | Method::WallFollower if cycles > 0 || goals.len() > 1 => {
                    assert_eq!(found.is_some(), best.is_some(), "{note}");
                    assert!(found >= best, "{note}");
                }
                _ => assert_eq!(found, best, "{note}"),
            }
            let mut solving = Solving::new(&maze, method, from, &goals);
            let mut words = Vec::new();
            while let Some(step) = solving.next_step() {
                steps::encode(step, size, &mut words);
            }
            assert_eq!(solving.solution(), solution, "{note}");
            let mut replay = Replay::new(maze.walls.clone(), words).unwrap();
            while replay.forward() {}
            assert_eq!(replay.view(), solving.view(), "{note}");
            while replay.back() {}
            assert!(size.cells().all(|cell| replay.view().mark(cell) == Default::default()), "{note}");
        }
    }
}

#[test]
fn surveys_and_measures_agree_with_counting() {
    let mut rng = Rng::new(2);
    for round in 0..200 {
        let maze = random_maze(&mut rng, round);
        let (size, walls) = (maze.size(), &maze.walls);
        let mut sets = UnionFind::new(size.area());
        let open: Vec<(Cell, Dir)> = walls.inner().filter(|&(cell, dir)| walls.is_open(cell, dir)).collect();
        let extra = open.iter().filter(|(c, d)| !sets.union(c.index(), size.step(*c, *d).unwrap().index())).count();
        let degree = |cell: Cell| walls.neighbours(cell).count();
        let count = |test: fn(usize) -> bool| size.cells().filter(|&cell| test(degree(cell))).count();
        let last = Cell::new(size.area() as u32 - 1);
        let found = measure(&maze);
        let shape = &found.survey;
        assert_eq!((shape.components, shape.cycles), (sets.sets(), extra));
        assert_eq!((shape.dead_ends, shape.junctions), (count(|d| d == 1), count(|d| d > 2)));
        assert_eq!((shape.connected, shape.perfect), (sets.sets() == 1, sets.sets() == 1 && extra == 0));
        assert_eq!(shape.solution_length, naive_distance(&maze, Cell::new(0), last));
        assert_eq!(found.path_length, shape.solution_length);

        // Corridors: each open side of a cell that is not a mere passage
        // begins one; without rings all passages lie in one.
        let ends: usize = size.cells().map(degree).filter(|&d| d != 2).sum();
        assert_eq!(found.corridors, ends / 2);
        if extra == 0 && ends > 0 {
            assert!((found.corridor_mean * found.corridors as f64 - open.len() as f64).abs() < 1e-6);
        }
        if let Some(length) = found.path_length {
            let reached = size.cells().filter(|&cell| sets.same(cell.index(), 0)).count();
            assert_eq!(found.false_cells, Some(reached - length - 1));
        }
        let farthest = |from| naive_distances(&maze, from).into_iter().flatten().max().unwrap_or(0);
        if round % 8 == 0 {
            let piece: Vec<Cell> = size.cells().filter(|cell| sets.same(cell.index(), 0)).collect();
            let exact = piece.iter().map(|&cell| farthest(cell)).max().unwrap() as u32;
            let said = found.diameter.unwrap();
            assert!(if found.diameter_exact { said == exact } else { said <= exact }, "{said} {exact}");
            let map = distances(&maze, &[Cell::new(0)]);
            let plain = naive_distances(&maze, Cell::new(0));
            assert!(size.cells().all(|cell| map[cell].map(|d| d as usize) == plain[cell.index()]));
        }
    }
}

#[test]
fn the_mean_random_walk_is_what_walks_take() {
    let plan = Plan::new(Size::new(3, 4).unwrap());
    let maze = Maze::from(generate(Algorithm::Wilson, &plan, &Options::default(), 4));
    let said = measure(&maze).random_walk_steps.unwrap();
    let mut rng = Rng::new(5);
    let walks = 20_000;
    let mut steps = 0u64;
    for _ in 0..walks {
        let mut at = Cell::new(0);
        while at != Cell::new(11) {
            let next: Vec<Cell> = maze.walls.neighbours(at).map(|(_, next)| next).collect();
            at = *rng.choose(&next).unwrap();
            steps += 1;
        }
    }
    let seen = steps as f64 / f64::from(walks);
    assert!((seen / said - 1.0).abs() < 0.03, "{seen} {said}");
}

#[test]
fn the_samples_are_what_they_are_called() {
    let read = |name: &str| {
        let path = format!("{}/samples/{name}.maz", env!("CARGO_MANIFEST_DIR"));
        survey(&formats::read(&std::fs::read(path).unwrap()).unwrap())
    };
    let (snake, snail, unperfect) = (read("snake"), read("snail"), read("unperfect"));
    assert!(snake.perfect && snake.junctions == 0 && snake.dead_ends == 2);
    assert!(snail.perfect && snail.junctions == 0);
    assert_eq!((unperfect.connected, unperfect.components), (false, 2));
}
