//! A maze by union-find, and the shortest way through it:
//! `cargo run -p dedale-grid --example maze`.

use dedale_grid::{Cell, Dir, Rng, Size, SizeError, UnionFind, Walls};
use std::collections::VecDeque;

fn main() -> Result<(), SizeError> {
    let size = Size::new(8, 16)?;
    let mut walls = Walls::closed(size);
    let mut inner: Vec<(Cell, Dir)> = size.cells().flat_map(|cell| [(cell, Dir::Right), (cell, Dir::Down)]).collect();
    Rng::new(7).shuffle(&mut inner);
    let mut sets = UnionFind::new(size.area());
    for (cell, dir) in inner {
        // A wall falls if it keeps two regions apart.
        if let Some(beyond) = size.step(cell, dir)
            && sets.union(cell.index(), beyond.index())
        {
            walls.open(cell, dir);
        }
    }
    println!("{} passages between {} cells", walls.passages(), size.area());

    let (start, goal) = (Cell::new(0), Cell::new(size.area() as u32 - 1));
    let mut steps = vec![None; size.area()];
    steps[start.index()] = Some(0);
    let mut queue = VecDeque::from([start]);
    while let Some(cell) = queue.pop_front() {
        for dir in Dir::ALL {
            let open = walls.is_open(cell, dir);
            if let Some(next) = size.step(cell, dir).filter(|next| open && steps[next.index()].is_none()) {
                steps[next.index()] = steps[cell.index()].map(|steps: u32| steps + 1);
                queue.push_back(next);
            }
        }
    }
    println!("from corner to corner: {} steps", steps[goal.index()].expect("every cell is reached"));
    Ok(())
}
