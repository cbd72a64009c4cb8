//! Cells as polygons, and the walls between them.

use super::Surface;
use dedale_grid::{Cell, UnionFind};
use std::collections::HashMap;

/// A wall between two cells that may be opened, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);

impl Edge {
    /// The wall of a number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A neighbour, and the wall on the way to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The wall.
    pub edge: Edge,
    /// The neighbour.
    pub cell: Cell,
}

/// One side of a cell: a straight line to the next corner clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The corner where it begins.
    pub from: u32,
    /// The corner where it ends.
    pub to: u32,
    /// The wall that may be opened here; none at the border.
    pub edge: Option<Edge>,
}

/// The cells of a surface and the walls between them.
///
/// Cells are numbered row by row; rows need not have the same length.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    surface: Surface,
    width: f32,
    height: f32,
    points: Vec<[f32; 2]>,
    centres: Vec<[f32; 2]>,
    /// The first cell of each row, and the number of cells.
    row_starts: Vec<u32>,
    side_starts: Vec<u32>,
    sides: Vec<Side>,
    edges: Vec<[u32; 2]>,
    link_starts: Vec<u32>,
    links: Vec<Link>,
    absent: Vec<bool>,
    /// Walls that were taken out of the choice, as pairs of cells.
    fixed: Vec<[u32; 2]>,
}

impl Graph {
    /// What it was built from.
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// The width of the drawing; a cell is about 1 wide.
    pub fn width(&self) -> f32 {
        self.width
    }

    /// The height of the drawing.
    pub fn height(&self) -> f32 {
        self.height
    }

    /// The number of cells, those left out included.
    pub fn len(&self) -> usize {
        self.centres.len()
    }

    /// Whether there are no cells; there always are.
    pub fn is_empty(&self) -> bool {
        self.centres.is_empty()
    }

    /// The number of walls that may be opened.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// All cells, those left out included.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + use<> {
        (0..self.centres.len() as u32).map(Cell::new)
    }

    /// The cells that are part of the surface.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> {
        self.all().filter(|&cell| self.contains(cell))
    }

    /// Whether a cell is part of the surface, and not left out.
    pub fn contains(&self, cell: Cell) -> bool {
        self.absent.get(cell.index()).is_some_and(|absent| !absent)
    }

    /// The two cells that a wall is between.
    pub fn ends(&self, edge: Edge) -> [Cell; 2] {
        self.edges[edge.index()].map(Cell::new)
    }

    /// The cell on the other side of a wall.
    pub fn beyond(&self, cell: Cell, edge: Edge) -> Cell {
        let [a, b] = self.ends(edge);
        if a == cell { b } else { a }
    }

    /// The neighbours of a cell, clockwise.
    pub fn links(&self, cell: Cell) -> &[Link] {
        let range = &self.link_starts[cell.index()..cell.index() + 2];
        &self.links[range[0] as usize..range[1] as usize]
    }

    /// The wall between two cells.
    pub fn between(&self, a: Cell, b: Cell) -> Option<Edge> {
        self.links(a).iter().find(|link| link.cell == b).map(|link| link.edge)
    }

    /// The sides of a cell, clockwise.
    pub fn sides(&self, cell: Cell) -> &[Side] {
        let range = &self.side_starts[cell.index()..cell.index() + 2];
        &self.sides[range[0] as usize..range[1] as usize]
    }

    /// A corner.
    pub fn point(&self, number: u32) -> [f32; 2] {
        self.points[number as usize]
    }

    /// All corners.
    pub fn points(&self) -> &[[f32; 2]] {
        &self.points
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> [f32; 2] {
        self.centres[cell.index()]
    }

    /// The corners of a cell, clockwise.
    pub fn outline(&self, cell: Cell) -> impl Iterator<Item = [f32; 2]> + '_ {
        self.sides(cell).iter().map(|side| self.point(side.from))
    }

    /// The number of rows, over all floors.
    pub fn rows(&self) -> usize {
        self.row_starts.len() - 1
    }

    /// The cells of a row.
    pub fn row(&self, row: usize) -> std::ops::Range<u32> {
        self.row_starts[row]..self.row_starts[row + 1]
    }

    /// Row and place in the row of a cell, from 0.
    pub fn at(&self, cell: Cell) -> [i32; 2] {
        let number = cell.index() as u32;
        let row = self.row_starts.partition_point(|&start| start <= number) - 1;
        [row as i32, (number - self.row_starts[row]) as i32]
    }

    /// The cell at a row and a place in it.
    pub fn cell(&self, [row, column]: [i32; 2]) -> Option<Cell> {
        let row = usize::try_from(row).ok().filter(|row| *row < self.rows())?;
        let range = self.row(row);
        let number = range.start.checked_add(u32::try_from(column).ok()?)?;
        (number < range.end).then(|| Cell::new(number))
    }

    /// Whether a wall stands between two cells of the same row.
    pub fn is_across(&self, edge: Edge) -> bool {
        let [a, b] = self.ends(edge);
        self.at(a)[0] == self.at(b)[0]
    }

    /// The pieces that the surface falls into when all walls are open.
    pub fn parts(&self) -> usize {
        let mut sets = UnionFind::new(self.len());
        self.edges.iter().for_each(|&[a, b]| {
            sets.union(a as usize, b as usize);
        });
        sets.sets() - self.absent.iter().filter(|absent| **absent).count()
    }

    /// The cells that were left out.
    pub fn absent(&self) -> impl Iterator<Item = Cell> + '_ {
        self.all().filter(|&cell| !self.contains(cell))
    }

    /// The walls that may not be opened though there are cells on both sides.
    pub fn fixed(&self) -> &[[u32; 2]] {
        &self.fixed
    }

    /// The same with walls that may not be opened any more.
    #[must_use]
    pub fn fenced(self, keep: impl Fn([Cell; 2]) -> bool) -> Self {
        let mut numbers = Vec::with_capacity(self.edges.len());
        let (mut edges, mut fixed) = (Vec::new(), self.fixed);
        for &[a, b] in &self.edges {
            if keep([a, b].map(Cell::new)) {
                numbers.push(Some(Edge(edges.len() as u32)));
                edges.push([a, b]);
            } else {
                numbers.push(None);
                fixed.push([a, b]);
            }
        }
        let anew = |edge: Edge| numbers[edge.index()];
        let sides = self.sides.into_iter().map(|side| Side { edge: side.edge.and_then(anew), ..side }).collect();
        let mut kept: Vec<Vec<Link>> = Vec::with_capacity(self.centres.len());
        for pair in self.link_starts.windows(2) {
            let links = &self.links[pair[0] as usize..pair[1] as usize];
            let still = |link: &Link| anew(link.edge).map(|edge| Link { edge, ..*link });
            kept.push(links.iter().filter_map(still).collect());
        }
        let (link_starts, links) = flattened(kept);
        Self { sides, edges, link_starts, links, fixed, ..self }
    }
}

fn flattened(lists: Vec<Vec<Link>>) -> (Vec<u32>, Vec<Link>) {
    let mut starts = Vec::with_capacity(lists.len() + 1);
    let mut flat = Vec::new();
    starts.push(0);
    for list in lists {
        flat.extend(list);
        starts.push(flat.len() as u32);
    }
    (starts, flat)
}

/// Builds a graph from polygons: cells that share a side are neighbours.
#[derive(Default)]
pub(super) struct Builder {
    points: Vec<[f32; 2]>,
    keys: HashMap<u128, u32>,
    centres: Vec<[f32; 2]>,
    row_starts: Vec<u32>,
    side_starts: Vec<u32>,
    corners: Vec<u32>,
    absent: Vec<bool>,
    /// Sides that no neighbour shares, whatever the corners say.
    cut: Vec<usize>,
    /// Pairs of sides that are the same wall.
    seams: Vec<[(u32, u32); 2]>,
    /// Neighbours without a wall that could be drawn.
    stairs: Vec<[u32; 2]>,
}

impl Builder {
    /// The corner of a key; cells that share it give the same key.
    pub fn point(&mut self, key: u128, x: f64, y: f64) -> u32 {
        let next = self.points.len() as u32;
        let number = *self.keys.entry(key).or_insert(next);
        if number == next {
            self.points.push([x as f32, y as f32]);
        }
        number
    }

    /// A corner on a lattice.
    pub fn lattice(&mut self, x: i64, y: i64, place: impl FnOnce() -> (f64, f64)) -> u32 {
        let (px, py) = place();
        self.point(u128::from(x as u64) << 64 | u128::from(y as u64), px, py)
    }

    /// Begins a row.
    pub fn row(&mut self) {
        self.row_starts.push(self.centres.len() as u32);
    }

    /// Adds a cell with its corners, clockwise.
    pub fn cell(&mut self, x: f64, y: f64, corners: &[u32]) {
        self.side_starts.push(self.corners.len() as u32);
        self.centres.push([x as f32, y as f32]);
        self.corners.extend(corners);
        self.absent.push(false);
    }

    /// Makes two sides of cells the same wall.
    pub fn seam(&mut self, a: (u32, u32), b: (u32, u32)) {
        self.seams.push([a, b]);
    }

    /// Makes two cells neighbours without a common side.
    pub fn stairs(&mut self, a: u32, b: u32) {
        self.stairs.push([a, b]);
    }

    /// Makes a side of a cell a border, though another cell shares it.
    pub fn cut(&mut self, cell: u32, side: u32) {
        self.cut.push((self.side_starts[cell as usize] + side) as usize);
    }

    /// Left, top, width and height of everything.
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        let side = |axis: usize| {
            let values = self.points.iter().map(|point| point[axis]);
            let least = values.clone().fold(f32::INFINITY, f32::min);
            (least, values.fold(f32::NEG_INFINITY, f32::max) - least)
        };
        let ((left, width), (top, height)) = (side(0), side(1));
        (left, top, width, height)
    }

    /// Leaves out the cells whose centre says so.
    pub fn leave_out(&mut self, absent: impl Fn([f32; 2]) -> bool) {
        for (cell, centre) in self.absent.iter_mut().zip(&self.centres) {
            *cell |= absent(*centre);
        }
    }

    /// Leaves out cells by their numbers.
    pub fn leave_out_numbers(&mut self, absent: &[bool]) {
        self.absent.iter_mut().zip(absent).for_each(|(cell, absent)| *cell |= absent);
    }

    pub fn finish(mut self, surface: Surface) -> Graph {
        let (left, top, width, height) = self.bounds();
        for [x, y] in self.points.iter_mut().chain(&mut self.centres) {
            (*x, *y) = (*x - left, *y - top);
        }
        let cells = self.centres.len();
        self.row_starts.push(cells as u32);
        self.side_starts.push(self.corners.len() as u32);
        let mut sides = Vec::with_capacity(self.corners.len());
        for cell in 0..cells {
            let corners = &self.corners[self.side_starts[cell] as usize..self.side_starts[cell + 1] as usize];
            for (index, &from) in corners.iter().enumerate() {
                sides.push(Side { from, to: corners[(index + 1) % corners.len()], edge: None });
            }
        }
        let mut graph = Graph {
            surface,
            width,
            height,
            points: self.points,
            centres: self.centres,
            row_starts: self.row_starts,
            side_starts: self.side_starts,
            sides,
            edges: Vec::new(),
            link_starts: Vec::new(),
            links: Vec::new(),
            absent: self.absent,
            fixed: Vec::new(),
        };
        let pairs = shared(&graph, &self.cut);
        join(&mut graph, &pairs, &self.seams, &self.stairs);
        graph
    }
}

/// The sides that two cells share, by their numbers, in the order of the later
/// cell.
fn shared(graph: &Graph, cut: &[usize]) -> Vec<[(u32, usize); 2]> {
    let cut: std::collections::HashSet<usize> = cut.iter().copied().collect();
    let mut open: HashMap<(u32, u32), (u32, usize)> = HashMap::with_capacity(graph.sides.len() / 2);
    let mut pairs = Vec::with_capacity(graph.sides.len() / 2);
    for cell in 0..graph.len() {
        if graph.absent[cell] {
            continue;
        }
        for number in graph.side_starts[cell] as usize..graph.side_starts[cell + 1] as usize {
            if cut.contains(&number) {
                continue;
            }
            let Side { from, to, .. } = graph.sides[number];
            match open.remove(&(to, from)) {
                Some(other) => pairs.push([other, (cell as u32, number)]),
                None => {
                    open.insert((from, to), (cell as u32, number));
                }
            }
        }
    }
    pairs
}

/// Numbers the walls and lists the neighbours of every cell.
fn join(graph: &mut Graph, pairs: &[[(u32, usize); 2]], seams: &[[(u32, u32); 2]], stairs: &[[u32; 2]]) {
    let mut numbers: HashMap<[u32; 2], Edge> = HashMap::with_capacity(pairs.len());
    let (mut edges, sides) = (Vec::with_capacity(pairs.len()), &mut graph.sides);
    let mut number = |edges: &mut Vec<[u32; 2]>, a: u32, b: u32| {
        *numbers.entry([a.min(b), a.max(b)]).or_insert_with(|| {
            edges.push([a, b]);
            Edge(edges.len() as u32 - 1)
        })
    };
    for &[(a, side), (b, other)] in pairs {
        let edge = number(&mut edges, a, b);
        (sides[side].edge, sides[other].edge) = (Some(edge), Some(edge));
    }
    let present = |cell: u32| !graph.absent[cell as usize];
    for &[(a, side), (b, other)] in seams.iter().filter(|[(a, _), (b, _)]| present(*a) && present(*b)) {
        let edge = number(&mut edges, a, b);
        for (cell, side) in [(a, side), (b, other)] {
            sides[(graph.side_starts[cell as usize] + side) as usize].edge = Some(edge);
        }
    }
    let mut steps = vec![Vec::new(); if stairs.is_empty() { 0 } else { graph.centres.len() }];
    for &[a, b] in stairs.iter().filter(|[a, b]| present(*a) && present(*b)) {
        let edge = number(&mut edges, a, b);
        steps[a as usize].push(Link { edge, cell: Cell::new(b) });
        steps[b as usize].push(Link { edge, cell: Cell::new(a) });
    }
    let mut links = Vec::with_capacity(graph.centres.len());
    for cell in 0..graph.centres.len() {
        let mut here: Vec<Link> = Vec::with_capacity(6);
        for side in &sides[graph.side_starts[cell] as usize..graph.side_starts[cell + 1] as usize] {
            let Some(edge) = side.edge.filter(|edge| here.iter().all(|link| link.edge != *edge)) else { continue };
            let [a, b] = edges[edge.index()];
            here.push(Link { edge, cell: Cell::new(if a as usize == cell { b } else { a }) });
        }
        here.extend(steps.get(cell).into_iter().flatten());
        links.push(here);
    }
    graph.edges = edges;
    (graph.link_starts, graph.links) = flattened(links);
}
