//! Corrals by flooding against corrals by union-find, on positions of real
//! levels.
//!
//! `cargo run --release -p dedale-sokoban --no-default-features --example regions -- FILE`
//!
//! Every level is played at random for some hundred pushes, and for each
//! position it is found out where the player can go (the zone, which every
//! search wants), what all regions are by floods, and what they are by
//! union-find in one pass with memory kept from position to position. All three
//! must agree. Prints nanoseconds a position and the ratios.

use dedale_grid::{Rng, UnionFind};
use dedale_sokoban::engine::{Board, Position, Push, Square, Zone};
use dedale_sokoban::read;
use std::hint::black_box;
use std::time::Instant;

const PUSHES: usize = 300;
const ROUNDS: usize = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("a file is missing")?;
    let (mut names, mut positions, mut times) = (Vec::new(), 0, [0.0; 3]);
    for entry in &read(&std::fs::read_to_string(file)?)?.entries {
        let board = Board::new(&entry.level)?;
        let played = play(&board);
        let (mut zone, mut floods, mut sets) = (Zone::new(&board), Floods::default(), UnionFind::new(0));
        for position in &played {
            zone.flood(&board, &position.solid, position.player);
            floods.name(&board, &position.solid);
            unite(&mut sets, &board, &position.solid, &mut names);
            assert_eq!(floods.names[..board.squares], names[..board.squares]);
            assert!((0..board.squares).all(|at| {
                let free = position.solid[at] == 0;
                zone.contains(at as Square) == (free && names[at] == names[position.player as usize])
            }));
        }
        positions += played.len() * ROUNDS;
        let mut clock = |which: usize, work: &mut dyn FnMut(&Position)| {
            let start = Instant::now();
            for _ in 0..ROUNDS {
                played.iter().for_each(&mut *work);
            }
            times[which] += start.elapsed().as_secs_f64();
        };
        clock(0, &mut |at| _ = black_box(zone.flood(&board, &at.solid, at.player)));
        clock(1, &mut |at| floods.name(&board, black_box(&at.solid)));
        clock(2, &mut |at| unite(&mut sets, &board, black_box(&at.solid), &mut names));
    }
    let [zone, floods, sets] = times.map(|seconds| seconds * 1e9 / positions as f64);
    println!("player's zone by flood  {zone:.0} ns");
    println!("all regions by floods   {floods:.0} ns, {:.2} times the zone", floods / zone);
    println!(
        "all by union-find       {sets:.0} ns, {:.2} times the zone, {:.2} times the floods",
        sets / zone,
        sets / floods
    );
    Ok(())
}

/// Positions of a game of random pushes.
fn play(board: &Board) -> Vec<Position> {
    let (mut rng, mut zone) = (Rng::new(5), Zone::new(board));
    let mut position = Position::start(board);
    let mut played = vec![position.clone()];
    for _ in 0..PUSHES {
        zone.flood(board, &position.solid, position.player);
        let mut pushes = Vec::new();
        for &at in &zone.list {
            for dir in 0..4 {
                let from = board.next[at as usize][dir];
                let to = board.next[from as usize][dir];
                if position.solid[from as usize] == 1 && position.solid[to as usize] == 0 && board.live[to as usize] {
                    pushes.push(Push { from, dir: dir as u8 });
                }
            }
        }
        match rng.choose(&pushes) {
            Some(&push) => position.push(board, push),
            None => position = Position::start(board),
        }
        played.push(position.clone());
    }
    played
}

/// Names every square by the lowest one of its region, flood after flood.
#[derive(Default)]
struct Floods {
    names: Vec<Square>,
    queue: Vec<Square>,
}

impl Floods {
    fn name(&mut self, board: &Board, solid: &[u8]) {
        const NONE: Square = Square::MAX;
        self.names.clear();
        self.names.extend(solid.iter().enumerate().map(|(at, &what)| if what == 0 { NONE } else { at as Square }));
        for start in 0..board.squares as Square {
            if self.names[start as usize] != NONE {
                continue;
            }
            self.queue.clear();
            self.queue.push(start);
            self.names[start as usize] = start;
            let mut head = 0;
            while let Some(&at) = self.queue.get(head) {
                head += 1;
                for &to in &board.next[at as usize] {
                    if self.names[to as usize] == NONE {
                        self.names[to as usize] = start;
                        self.queue.push(to);
                    }
                }
            }
        }
    }
}

/// The same by union-find: each square looks up and left only.
fn unite(sets: &mut UnionFind, board: &Board, solid: &[u8], names: &mut Vec<Square>) {
    sets.reset(board.squares + 1);
    for square in 0..board.squares {
        if solid[square] == 0 {
            for dir in [0, 3] {
                let beside = board.next[square][dir] as usize;
                if solid[beside] == 0 {
                    sets.union(square, beside);
                }
            }
        }
    }
    names.clear();
    names.resize(board.squares + 1, Square::MAX);
    for square in 0..=board.squares {
        // The first square of a set to come is its lowest: the root keeps its
        // number until the root's own turn, which gives the same one.
        let root = sets.find(square);
        names[root] = names[root].min(square as Square);
        names[square] = names[root];
    }
}
