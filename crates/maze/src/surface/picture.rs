//! Pictures of mazes on surfaces, and of mazes in the making.

use super::graph::{Edge, Graph, Side};
use super::maze::{GraphMaze, View};
use super::watch::Change;
use super::{Generation, Kind, distances};
use crate::watch::Mark;
use dedale_draw::strokes::{Corners, straightened};
use dedale_draw::{Gif, Paint, PictureError, Scene, Shape, Theme, role};
use dedale_grid::Cell;
use std::io::Write;

type Point = (f32, f32);

/// The colour of each cell, if it has any.
pub type Paints = Vec<Option<Paint>>;

/// What is shown besides the walls.
#[derive(Clone, Debug, Default)]
pub struct Look<'a> {
    /// Colours of cells.
    pub paints: Option<Paints>,
    /// A way through the maze.
    pub path: &'a [Cell],
    /// Where something happens.
    pub current: Option<Cell>,
    /// Where the way begins and ends.
    pub ends: Option<(Cell, Cell)>,
}

/// Colours by the distance from a cell, cold to warm.
pub fn by_distance(maze: &GraphMaze, from: Cell) -> Paints {
    heat(&distances(maze, from))
}

/// Colours by when each cell was first touched by its generator, early to late.
pub fn by_age(mut generation: Generation) -> Paints {
    let mut ages = vec![None; generation.view().maze().graph().len()];
    let mut now = 0;
    while let Some(step) = generation.next_step() {
        for change in step.changes() {
            if let Change::Mark { cell, to: Mark::Visited | Mark::Done, .. } = *change {
                ages[cell.index()].get_or_insert(now);
            }
        }
        now += 1;
    }
    heat(&ages)
}

/// A colour for each piece of the maze, as union-find sees it.
pub fn by_class(maze: &GraphMaze) -> Paints {
    let graph = maze.graph();
    let mut pieces = maze.pieces();
    let mut numbers = std::collections::HashMap::new();
    let mut number = |cell: Cell| {
        let next = numbers.len() as u32;
        *numbers.entry(pieces.find(cell.index())).or_insert(next)
    };
    graph.all().map(|cell| graph.contains(cell).then(|| Paint::Class(number(cell)))).collect()
}

/// Colours by what an algorithm thinks of each cell.
pub fn by_mark(view: &View) -> Paints {
    let paint = |cell: Cell| match view.mark(cell) {
        Mark::Fresh => None,
        Mark::Frontier => Some((&role::FRONTIER).into()),
        Mark::Visited => Some((&role::VISITED).into()),
        Mark::Walk => Some((&role::PATH).into()),
        Mark::Done => Some((&role::LINE).into()),
    };
    view.maze().graph().all().map(paint).collect()
}

fn heat(values: &[Option<u32>]) -> Paints {
    let most = values.iter().flatten().copied().max().unwrap_or(0).max(1);
    let shade = |value: u32| Paint::Heat((u64::from(value) * 255 / u64::from(most)) as u8);
    values.iter().map(|value| value.map(shade)).collect()
}

/// Space around the board.
const MARGIN: f32 = 0.5;
/// How far the walls of a bridge stand inside its cell.
const INSET: f32 = 0.16;

fn shifted([x, y]: [f32; 2]) -> Point {
    (x + MARGIN, y + MARGIN)
}

/// The maze as shapes.
pub fn scene(maze: &GraphMaze, look: &Look<'_>) -> Scene {
    let graph = maze.graph();
    let floors = graph.surface().kind() == Kind::Stack;
    let foot = if floors { 0.6 } else { 0.0 };
    let (width, height) = (graph.width() + 2.0 * MARGIN, graph.height() + 2.0 * MARGIN + foot);
    let mut scene = Scene::new(width, height).titled(format!("maze {}", graph.surface()));
    scene.add(Shape::rect(0.0, 0.0, width, height).fill(&role::PAPER));
    fill_cells(&mut scene, maze, look);
    let spot = |cell: Cell| shifted(graph.centre(cell));
    if let Some((start, goal)) = look.ends {
        for (cell, role) in [(start, &role::START), (goal, &role::GOAL)] {
            let (x, y) = spot(cell);
            scene.add(Shape::circle(x, y, 0.24).fill(role));
        }
    }
    if look.path.len() > 1 {
        scene.add(Shape::lines(way(maze, look.path)).stroke(&role::PATH, 0.2).id("path"));
    }
    if floors {
        stairs(&mut scene, maze);
    }
    if let Some(cell) = look.current {
        let (x, y) = spot(cell);
        scene.add(Shape::circle(x, y, 0.26).fill(&role::CURRENT).id("current"));
    }
    seams(&mut scene, maze);
    scene.add(Shape::lines(Corners::strokes(&walls(maze))).stroke(&role::WALL, 0.12).id("walls"));
    scene
}

/// Cells of one colour are one shape; a thin line of it hides the joints.
fn fill_cells(scene: &mut Scene, maze: &GraphMaze, look: &Look<'_>) {
    let graph = maze.graph();
    let mut groups: Vec<(Paint, Vec<Vec<Point>>)> = vec![((&role::FLOOR).into(), Vec::new())];
    let mut known = std::collections::HashMap::new();
    for cell in graph.cells() {
        let paint = look.paints.as_ref().and_then(|paints| paints[cell.index()]);
        let key = match paint {
            None => (0, 0),
            Some(Paint::Role(role)) => (1, std::ptr::from_ref(role) as usize),
            Some(Paint::Heat(value)) => (2, usize::from(value)),
            Some(Paint::Class(class)) => (3, class as usize),
        };
        let group = *known.entry(key).or_insert_with(|| match paint {
            None => 0,
            Some(paint) => {
                groups.push((paint, Vec::new()));
                groups.len() - 1
            }
        });
        if graph.surface().kind() == Kind::Weave {
            groups[group].1.extend(bridge_floor(maze, cell));
        } else {
            groups[group].1.push(closed(graph.outline(cell).map(shifted).collect()));
        }
    }
    for (paint, outlines) in groups.into_iter().filter(|(_, outlines)| !outlines.is_empty()) {
        scene.add(Shape::lines(outlines).fill(paint).stroke(paint, 0.03));
    }
}

fn closed(mut outline: Vec<Point>) -> Vec<Point> {
    outline.extend(outline.first().copied());
    outline
}

/// Where the wall on the way to a neighbour is crossed; none on stairs.
fn door(graph: &Graph, cell: Cell, edge: Edge) -> Option<Point> {
    let sides: Vec<&Side> = graph.sides(cell).iter().filter(|side| side.edge == Some(edge)).collect();
    let middle = sides.get(sides.len() / 2)?;
    let (a, b) = (shifted(graph.point(middle.from)), shifted(graph.point(middle.to)));
    Some(if sides.len().is_multiple_of(2) { a } else { ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0) })
}

/// A way as lines from centre to centre through the doors, in pieces where it
/// leaves the drawing.
fn way(maze: &GraphMaze, path: &[Cell]) -> Vec<Vec<Point>> {
    let graph = maze.graph();
    let mut lines = vec![vec![shifted(graph.centre(path[0]))]];
    for pair in path.windows(2) {
        let Some(edge) = graph.between(pair[0], pair[1]) else { continue };
        let (out, into) = (door(graph, pair[0], edge), door(graph, pair[1], edge));
        let line = lines.last_mut().expect("there is a line");
        line.extend(out);
        if out.is_none() || out != into {
            lines.push(into.into_iter().collect());
        }
        lines.last_mut().expect("there is a line").push(shifted(graph.centre(pair[1])));
    }
    lines.into_iter().map(|line| straightened(line.into_iter())).collect()
}

/// The walls that stand, as lines.
pub fn walls(maze: &GraphMaze) -> Vec<Vec<Point>> {
    let graph = maze.graph();
    let weave = graph.surface().kind() == Kind::Weave;
    let mut lines = Vec::new();
    for cell in graph.cells() {
        if weave {
            bridge_walls(maze, cell, &mut lines);
            continue;
        }
        for (index, side) in graph.sides(cell).iter().enumerate() {
            let stands = match side.edge {
                None => !maze.is_gap(cell, index),
                Some(edge) if maze.is_open(edge) => false,
                // A wall between two cells is drawn once, at a seam twice.
                Some(edge) => {
                    let other = graph.beyond(cell, edge);
                    cell < other || !graph.sides(other).iter().any(|twin| twin.from == side.to && twin.to == side.from)
                }
            };
            if stands {
                lines.push(vec![shifted(graph.point(side.from)), shifted(graph.point(side.to))]);
            }
        }
    }
    lines
}

/// A square with a margin, and where its four sides go on to the neighbours:
/// for each open side the corridor's two lines, a little into the bridge where
/// it is a tunnel.
fn arms(maze: &GraphMaze, cell: Cell) -> [(Point, Point, Option<[Point; 2]>); 4] {
    let graph = maze.graph();
    let sides = graph.sides(cell);
    let (x, y) = shifted(graph.centre(cell));
    let inner = 0.5 - INSET;
    let corner = |index: usize| {
        let (dx, dy) = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)][index % 4];
        (x + dx * inner, y + dy * inner)
    };
    [0, 1, 2, 3].map(|index| {
        let (from, to) = (corner(index), corner(index + 1));
        let out = sides[index].edge.filter(|&edge| maze.is_open(edge)).map(|edge| {
            let twin = |side: &Side| side.from == sides[index].to && side.to == sides[index].from;
            let tunnel = !graph.sides(graph.beyond(cell, edge)).iter().any(twin);
            let reach = if tunnel { 2.0 * INSET } else { INSET };
            let (dx, dy) = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)][index];
            [from, to].map(|(x, y)| (x + dx * reach, y + dy * reach))
        });
        (from, to, out)
    })
}

fn bridge_walls(maze: &GraphMaze, cell: Cell, lines: &mut Vec<Vec<Point>>) {
    for (from, to, out) in arms(maze, cell) {
        match out {
            None => lines.push(vec![from, to]),
            Some([left, right]) => lines.extend([vec![from, left], vec![to, right]]),
        }
    }
}

fn bridge_floor(maze: &GraphMaze, cell: Cell) -> Vec<Vec<Point>> {
    let arms = arms(maze, cell);
    let mut floor = vec![closed(arms.iter().map(|(from, _, _)| *from).collect())];
    let corridors =
        arms.iter().filter_map(|(from, to, out)| out.map(|[left, right]| closed(vec![*from, left, right, *to])));
    floor.extend(corridors);
    floor
}

/// Arrows in the gaps of a border that goes on elsewhere.
fn seams(scene: &mut Scene, maze: &GraphMaze) {
    let graph = maze.graph();
    if !matches!(graph.surface().kind(), Kind::Cylinder | Kind::Torus | Kind::Moebius) {
        return;
    }
    let mut arrows = Vec::new();
    for cell in graph.cells() {
        for side in graph.sides(cell) {
            let Some(edge) = side.edge.filter(|&edge| maze.is_open(edge)) else { continue };
            if graph.sides(graph.beyond(cell, edge)).iter().any(|twin| twin.from == side.to) {
                continue;
            }
            let (a, b) = (shifted(graph.point(side.from)), shifted(graph.point(side.to)));
            let (x, y) = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            // Sides run clockwise, so outside is to the left of them.
            let (along, out) = ((b.0 - a.0, b.1 - a.1), (b.1 - a.1, a.0 - b.0));
            let at = |s: f32, t: f32| (x + along.0 * s + out.0 * t, y + along.1 * s + out.1 * t);
            arrows.push(closed(vec![at(-0.2, 0.08), at(0.0, 0.32), at(0.2, 0.08)]));
        }
    }
    if !arrows.is_empty() {
        scene.add(Shape::lines(arrows).fill(&role::FAINT).id("seams"));
    }
}

/// Triangles where one can go up or down, and the number of every floor.
fn stairs(scene: &mut Scene, maze: &GraphMaze) {
    let graph = maze.graph();
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for edge in maze.open_edges() {
        let [below, above] = graph.ends(edge);
        if !graph.sides(below).iter().any(|side| side.edge == Some(edge)) {
            let (x, y) = shifted(graph.centre(below));
            up.push(closed(vec![(x + 0.1, y + 0.12), (x + 0.24, y - 0.16), (x + 0.38, y + 0.12)]));
            let (x, y) = shifted(graph.centre(above));
            down.push(closed(vec![(x - 0.38, y - 0.12), (x - 0.1, y - 0.12), (x - 0.24, y + 0.16)]));
        }
    }
    scene.add(Shape::lines(up).fill(&role::START).id("up"));
    scene.add(Shape::lines(down).fill(&role::GOAL).id("down"));
    let surface = graph.surface();
    for floor in 0..surface.floors() {
        let x = floor as f32 * (surface.columns() + 1) as f32 + surface.columns() as f32 / 2.0 + MARGIN;
        scene.add(Shape::text(x, graph.height() + MARGIN + 0.5, 0.5, (floor + 1).to_string()).fill(&role::INK));
    }
}

/// Writes the making of a maze as an animated GIF of at most so many frames;
/// `steps` is how many steps it takes.
pub fn animate<W: Write>(
    mut generation: Generation,
    steps: u64,
    frames: u64,
    pixels_per_cell: f32,
    classes: bool,
    out: W,
) -> Result<(), PictureError> {
    let show = |view: &View| {
        let paints = if classes { by_class(view.maze()) } else { by_mark(view) };
        scene(view.maze(), &Look { paints: Some(paints), current: view.current(), ..Look::default() })
    };
    let first = show(generation.view());
    let mut gif = Gif::new(out, &first, pixels_per_cell, Theme::Light)?;
    gif.frame(&first, 20)?;
    let stride = steps.div_ceil(frames.max(1)).max(1);
    while generation.next_step().is_some() {
        if generation.steps().is_multiple_of(stride) && generation.has_next() {
            gif.frame(&show(generation.view()), 4)?;
        }
    }
    let maze = generation.view().maze();
    let ends = maze.start().zip(maze.goal());
    gif.frame(&scene(maze, &Look { ends, ..Look::default() }), 300)
}
