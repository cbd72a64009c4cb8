//! Measures of a maze on any surface, the same as on squares.

use super::maze::GraphMaze;
use super::solvers::solve;
use crate::analysis::{EXACT_DIAMETER, Hung, Measures, Survey};
use crate::solvers::Method;
use dedale_grid::Cell;

/// The steps from some cell to every other; nothing where there is no way.
pub fn distances(maze: &GraphMaze, from: Cell) -> Vec<Option<u32>> {
    let mut far = vec![None; maze.graph().len()];
    far[from.index()] = Some(0);
    let (mut queue, mut next) = (vec![from], 0);
    while let Some(&at) = queue.get(next) {
        next += 1;
        for link in maze.around(at) {
            if far[link.cell.index()].is_none() {
                far[link.cell.index()] = far[at.index()].map(|steps: u32| steps + 1);
                queue.push(link.cell);
            }
        }
    }
    far
}

/// The shape of a maze. Columns are those of the longest row.
pub fn survey(maze: &GraphMaze) -> Survey {
    let graph = maze.graph();
    let cells = graph.cells().count();
    let components = maze.pieces().sets() - (graph.len() - cells);
    let cycles = (maze.passages() + components).saturating_sub(cells);
    let with = |holds: fn(usize) -> bool| graph.cells().filter(|&cell| holds(maze.degree(cell))).count();
    let way = maze.start().zip(maze.goal()).and_then(|(from, to)| distances(maze, from)[to.index()]);
    Survey {
        columns: (0..graph.rows()).map(|row| graph.row(row).len()).max().unwrap_or(0),
        rows: graph.rows(),
        connected: components == 1,
        perfect: components == 1 && cycles == 0,
        components,
        cycles,
        dead_ends: with(|degree| degree == 1),
        junctions: with(|degree| degree > 2),
        solution_length: way.map(|steps| steps as usize),
    }
}

/// Measures a maze from its first cell to its last, or between other cells.
pub fn measure(maze: &GraphMaze) -> Measures {
    let graph = maze.graph();
    let survey = survey(maze);
    let ends = maze.start().zip(maze.goal());
    let path = ends.and_then(|(from, to)| solve(maze, Method::Bfs, from, to).path);
    let walker = |method| {
        let (from, to) = ends?;
        let solution = solve(maze, method, from, to);
        solution.path.map(|_| solution.steps)
    };
    let hanging = path.as_deref().map(|path| hanging(maze, path));
    let branches = hanging.as_ref().map(|(branches, _)| branches);
    let far = |from: Cell| {
        let far = distances(maze, from);
        let most = far.iter().flatten().copied().max().unwrap_or(0);
        let at = far.iter().position(|steps| *steps == Some(most)).unwrap_or(from.index());
        (Cell::new(at as u32), most)
    };
    // Exact by two searches without cycles, by one from every cell with them.
    let every = survey.cycles > 0 && graph.len() <= EXACT_DIAMETER;
    let diameter = maze.start().map(|start| {
        let from = far(start).0;
        let (to, length) = far(from);
        if !every {
            return (from, to, length);
        }
        let reached = distances(maze, start);
        let all = graph.cells().filter(|cell| reached[cell.index()].is_some());
        all.map(|from| (from, far(from))).fold((from, to, length), |best, (from, (to, length))| {
            if length > best.2 { (from, to, length) } else { best }
        })
    });
    let (corridors, corridor_mean) = corridors(maze);
    let pair = |cell: Cell| graph.at(cell);
    let difficulty = hanging
        .as_ref()
        .map(|(branches, at)| Hung { branches, at, cells: graph.cells().count(), dead_ends: survey.dead_ends }.rate());
    Measures {
        start: maze.start().map(pair),
        goal: path.as_ref().and_then(|path| path.last()).copied().map(pair),
        path_length: path.as_ref().map(|path| path.len() - 1),
        turns: path.as_ref().map(|path| turns(maze, path)),
        decisions: path.as_ref().map(|path| decisions(maze, path)),
        false_branches: branches.map(Vec::len),
        false_cells: branches.map(|branches| branches.iter().sum()),
        largest_false_branch: branches.map(|branches| branches.iter().copied().max().unwrap_or(0)),
        corridors,
        corridor_mean,
        diameter: diameter.map(|(_, _, length)| length),
        diameter_ends: diameter.map(|(one, other, _)| [pair(one), pair(other)]),
        diameter_exact: survey.cycles == 0 || every,
        random_walk_steps: hanging.as_ref().filter(|_| survey.cycles == 0).map(|(_, at)| random_walk(at)),
        wall_follower_steps: walker(Method::WallFollower),
        tremaux_steps: walker(Method::Tremaux),
        difficulty,
        survey,
    }
}

/// Cells of the way where it bends by more than 45 degrees.
fn turns(maze: &GraphMaze, path: &[Cell]) -> usize {
    let at = |cell: Cell| maze.graph().centre(cell);
    let bends = path.windows(3).filter(|three| {
        let [[a, b], [c, d], [e, f]] = [at(three[0]), at(three[1]), at(three[2])];
        let (x, y, u, v) = (c - a, d - b, e - c, f - d);
        let straight = (x * u + y * v) / (x.hypot(y) * u.hypot(v)).max(f32::MIN_POSITIVE);
        straight < 0.7
    });
    bends.count()
}

fn decisions(maze: &GraphMaze, path: &[Cell]) -> usize {
    let inner = &path[..path.len() - 1];
    inner.iter().enumerate().filter(|&(index, &cell)| maze.degree(cell) > 1 + usize::from(index > 0)).count()
}

/// The cells of each piece that hangs on a way, and for each cell of the way
/// the cells of the pieces first met there.
fn hanging(maze: &GraphMaze, path: &[Cell]) -> (Vec<usize>, Vec<usize>) {
    let mut seen = vec![false; maze.graph().len()];
    path.iter().for_each(|cell| seen[cell.index()] = true);
    let (mut branches, mut at, mut stack) = (Vec::new(), Vec::with_capacity(path.len()), Vec::new());
    for &cell in path {
        let mut here = 0;
        for root in maze.around(cell) {
            if std::mem::replace(&mut seen[root.cell.index()], true) {
                continue;
            }
            stack.push(root.cell);
            let mut cells = 0;
            while let Some(inner) = stack.pop() {
                cells += 1;
                for next in maze.around(inner) {
                    if !std::mem::replace(&mut seen[next.cell.index()], true) {
                        stack.push(next.cell);
                    }
                }
            }
            branches.push(cells);
            here += cells;
        }
        at.push(here);
    }
    (branches, at)
}

/// The mean steps of a random walk along a way, from what hangs on it: to
/// cross a passage of a tree for the first time takes one step and two for
/// every passage behind.
fn random_walk(at: &[usize]) -> f64 {
    let (mut behind, mut steps) = (0.0, 0.0);
    for &hanging in &at[..at.len() - 1] {
        behind += hanging as f64;
        steps += 2.0 * behind + 1.0;
        behind += 1.0;
    }
    steps
}

/// The stretches between cells that are not passed straight through.
fn corridors(maze: &GraphMaze) -> (usize, f64) {
    let (mut ends, mut length) = (0usize, 0usize);
    for node in maze.graph().cells().filter(|&cell| maze.degree(cell) != 2) {
        for first in maze.around(node) {
            let (mut at, mut came) = (first.cell, first.edge);
            length += 1;
            while maze.degree(at) == 2 {
                let Some(on) = maze.around(at).find(|link| link.edge != came) else { break };
                (at, came) = (on.cell, on.edge);
                length += 1;
            }
            ends += 1;
        }
    }
    (ends / 2, if ends == 0 { 0.0 } else { length as f64 / ends as f64 })
}
