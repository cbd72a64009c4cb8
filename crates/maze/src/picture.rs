//! Pictures of mazes, and of mazes in the making.
//!
//! A maze becomes a [`Scene`], of which the draw crate makes SVG, PNG and GIF,
//! or a [`Canvas`] of characters for the terminal. Walls in a line are one
//! stroke and cells of one colour in a row are one rectangle, so a picture has
//! far fewer shapes than cells.

use crate::analysis::{classes, distances};
use crate::generation::Generation;
use crate::maze::Maze;
use crate::view::View;
use crate::watch::{Change, Mark};
use dedale_draw::term::{self, Canvas, Glyph};
use dedale_draw::{Color, Gif, Paint, PictureError, Scene, Shape, Theme, role};
use dedale_grid::{Cell, Dir, Grid, Point};
use std::io::Write;

/// The colour of each cell, if it has any.
pub type Paints = Grid<Option<Paint>>;

/// What is shown besides the walls.
#[derive(Clone, Debug, Default)]
pub struct Look<'a> {
    /// Colours of cells.
    pub paints: Option<Paints>,
    /// A way through the maze.
    pub path: &'a [Cell],
    /// Where something happens.
    pub current: Option<Cell>,
    /// Whether start and goals are shown.
    pub ends: bool,
}

/// Colours by the distance from some cells, cold to warm.
pub fn by_distance(maze: &Maze, from: &[Cell]) -> Paints {
    heat(maze, &distances(maze, from))
}

/// Colours by when each cell was first touched by its generator, early to late.
pub fn by_age(maze: &Maze, mut generation: Generation) -> Paints {
    let mut ages: Grid<Option<u32>> = Grid::new(maze.size(), None);
    let mut now = 0;
    while let Some(step) = generation.next_step() {
        for change in step.changes() {
            if let Change::Mark { cell, to: Mark::Visited | Mark::Done, .. } = *change {
                ages[cell].get_or_insert(now);
            }
        }
        now += 1;
    }
    heat(maze, &ages)
}

/// A colour for each piece of the maze, as union-find sees it.
pub fn by_class(maze: &Maze) -> Paints {
    let classes = classes(maze);
    Grid::from_fn(maze.size(), |point| classes.get(point).copied().flatten().map(Paint::Class))
}

/// Colours by what an algorithm thinks of each cell.
pub fn by_mark(view: &View) -> Paints {
    let size = view.walls().size();
    Grid::from_fn(size, |point| match view.mark(size.cell(point)?) {
        Mark::Fresh => None,
        Mark::Frontier => Some((&role::FRONTIER).into()),
        Mark::Visited => Some((&role::VISITED).into()),
        Mark::Walk => Some((&role::PATH).into()),
        Mark::Done => Some((&role::LINE).into()),
    })
}

fn heat(maze: &Maze, values: &Grid<Option<u32>>) -> Paints {
    let most = values.values().iter().flatten().copied().max().unwrap_or(0).max(1);
    let shade = |value: u32| Paint::Heat((u64::from(value) * 255 / u64::from(most)) as u8);
    Grid::from_fn(maze.size(), |point| values.get(point).copied().flatten().map(shade))
}

/// Space around the board, in cells.
const MARGIN: f32 = 0.5;

/// The maze as shapes.
pub fn scene(maze: &Maze, look: &Look<'_>) -> Scene {
    let size = maze.size();
    let (width, height) = (size.cols() as f32, size.rows() as f32);
    let title = format!("maze {size}");
    let mut scene = Scene::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN).titled(title);
    scene.add(Shape::rect(0.0, 0.0, scene.width, scene.height).fill(&role::PAPER));
    scene.add(Shape::rect(MARGIN, MARGIN, width, height).fill(&role::FLOOR));
    let paint = |point: Point| -> Option<Paint> {
        let cell = size.cell(point)?;
        if !maze.contains(cell) {
            return Some((&role::PAPER).into());
        }
        look.paints.as_ref().and_then(|paints| paints[cell])
    };
    if maze.absent.is_some() || look.paints.is_some() {
        fill_cells(&mut scene, maze, paint);
    }
    let centre = |cell: Cell| {
        let Point { row, col } = size.point(cell);
        (MARGIN + col as f32 + 0.5, MARGIN + row as f32 + 0.5)
    };
    if look.ends {
        let ends = maze.start().into_iter().map(|cell| (cell, &role::START));
        for (cell, role) in ends.chain(maze.goals().into_iter().map(|cell| (cell, &role::GOAL))) {
            let (x, y) = centre(cell);
            scene.add(Shape::circle(x, y, 0.3).fill(role));
        }
    }
    if look.path.len() > 1 {
        scene
            .add(Shape::line(corners(look.path.iter().map(|&cell| centre(cell)))).stroke(&role::PATH, 0.24).id("path"));
    }
    if let Some(cell) = look.current {
        let (x, y) = centre(cell);
        scene.add(Shape::circle(x, y, 0.34).fill(&role::CURRENT).id("current"));
    }
    for (&cell, mark) in maze.marks.iter().filter(|(_, mark)| !look.ends || !"SG".contains(**mark)) {
        let (x, y) = centre(cell);
        scene.add(Shape::text(x, y, 0.6, mark.to_string()).fill(&role::INK));
    }
    add_walls(&mut scene, maze);
    scene
}

/// A line with only the points where it turns.
fn corners(points: impl Iterator<Item = (f32, f32)>) -> Vec<(f32, f32)> {
    let mut line: Vec<(f32, f32)> = Vec::new();
    for point in points {
        if let [.., a, b] = line[..]
            && ((a.0 == b.0 && b.0 == point.0) || (a.1 == b.1 && b.1 == point.1))
        {
            line.pop();
        }
        line.push(point);
    }
    line
}

fn fill_cells(scene: &mut Scene, maze: &Maze, paint: impl Fn(Point) -> Option<Paint>) {
    let (rows, cols) = (maze.size().rows() as i32, maze.size().cols() as i32);
    for row in 0..rows {
        let mut col = 0;
        while col < cols {
            let here = paint(Point::new(row, col));
            let end = (col..cols).find(|&end| paint(Point::new(row, end)) != here).unwrap_or(cols);
            if let Some(color) = here {
                let (x, y) = (MARGIN + col as f32, MARGIN + row as f32);
                scene.add(Shape::rect(x, y, (end - col) as f32, 1.0).fill(color));
            }
            col = end;
        }
    }
}

fn add_walls(scene: &mut Scene, maze: &Maze) {
    let size = maze.size();
    let (rows, cols) = (size.rows(), size.cols());
    let gap = |cell: Cell, dir: Dir| maze.gaps.contains(&(cell, dir));
    let inside = |row: usize, col: usize| maze.contains(Cell::new((row * cols + col) as u32));
    // 0 none, 1 a wall, 2 an unbreakable inner wall; between two cells that
    // are not part of the maze there is none.
    let wall = |row: usize, col: usize, dir: Dir| -> u8 {
        let cell = Cell::new((row * cols + col) as u32);
        let other = size.step(cell, dir);
        if maze.walls.is_open(cell, dir) || gap(cell, dir) {
            return 0;
        }
        let beyond = other.is_some_and(|other| maze.contains(other));
        if !inside(row, col) && !beyond {
            return 0;
        }
        let inner = inside(row, col) && beyond;
        1 + u8::from(inner && maze.walls.is_unbreakable(cell, dir))
    };
    let across = |line: usize, at: usize| if line == 0 { wall(0, at, Dir::Up) } else { wall(line - 1, at, Dir::Down) };
    let upright =
        |line: usize, at: usize| if line == 0 { wall(at, 0, Dir::Left) } else { wall(at, line - 1, Dir::Right) };
    let mut strokes: [Vec<Vec<(f32, f32)>>; 2] = [Vec::new(), Vec::new()];
    let mut runs = |lines: usize, length: usize, wall: &dyn Fn(usize, usize) -> u8, flat: bool| {
        for line in 0..=lines {
            let mut at = 0;
            while at < length {
                let kind = wall(line, at);
                let end = (at..length).find(|&end| wall(line, end) != kind).unwrap_or(length);
                if kind > 0 {
                    let point = |along: usize| {
                        let (along, line) = (MARGIN + along as f32, MARGIN + line as f32);
                        if flat { (along, line) } else { (line, along) }
                    };
                    strokes[usize::from(kind) - 1].push(vec![point(at), point(end)]);
                }
                at = end;
            }
        }
    };
    runs(rows, cols, &across, true);
    runs(cols, rows, &upright, false);
    let [walls, solid] = strokes;
    scene.add(Shape::lines(walls).stroke(&role::WALL, 0.12).id("walls"));
    if !solid.is_empty() {
        scene.add(Shape::lines(solid).stroke(&role::SOLID, 0.16).id("solid"));
    }
}

/// What the cells of an animation show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shades {
    /// What the algorithm thinks of each cell.
    #[default]
    Marks,
    /// The pieces that are connected so far.
    Classes,
}

/// Writes the making of a maze as an animated GIF of at most so many frames;
/// `steps` is how many steps it takes. Gives the finished maze.
pub fn animate<W: Write>(
    mut generation: Generation,
    template: &Maze,
    steps: u64,
    frames: u64,
    pixels_per_cell: f32,
    shades: Shades,
    out: W,
) -> Result<(), PictureError> {
    let mut maze = template.clone();
    let mut show = |view: &View| {
        maze.walls = view.walls().clone();
        let paints = match shades {
            Shades::Marks => by_mark(view),
            Shades::Classes => by_class(&maze),
        };
        scene(&maze, &Look { paints: Some(paints), current: view.current(), ..Look::default() })
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
    maze.walls = generation.view().walls().clone();
    gif.frame(&scene(&maze, &Look { ends: true, ..Look::default() }), 300)
}

/// The maze as characters: posts and walls one character thick, cells so many
/// characters wide.
pub fn canvas(maze: &Maze, look: &Look<'_>, cell_width: usize, unicode: bool) -> Canvas {
    let size = maze.size();
    let (rows, cols, stride) = (size.rows(), size.cols(), cell_width + 1);
    let mut canvas = Canvas::new(rows * 2 + 1, cols * stride + 1);
    let theme = Theme::Dark;
    let ink = role::WALL.color(theme);
    let cell = |row: usize, col: usize| Cell::new((row * cols + col) as u32);
    let stands = |row: usize, col: usize, dir: Dir| {
        let at = cell(row, col);
        let beyond = size.step(at, dir).is_some_and(|other| maze.contains(other));
        (maze.contains(at) || beyond) && !maze.walls.is_open(at, dir) && !maze.gaps.contains(&(at, dir))
    };
    let across = |line: usize, col: usize| match line {
        0 => stands(0, col, Dir::Up),
        _ => stands(line - 1, col, Dir::Down),
    };
    let upright = |row: usize, line: usize| match line {
        0 => stands(row, 0, Dir::Left),
        _ => stands(row, line - 1, Dir::Right),
    };
    let wall = |letter: char| Glyph { letter, ink: Some(ink), ..Glyph::BLANK };
    for line in 0..=rows {
        for post in 0..=cols {
            let arms = [
                line > 0 && upright(line - 1, post),
                post < cols && across(line, post),
                line < rows && upright(line, post),
                post > 0 && across(line, post - 1),
            ];
            canvas.put(line * 2, post * stride, wall(term::corner(arms[0], arms[1], arms[2], arms[3], unicode)));
            if arms[1] {
                let bar = if unicode { '─' } else { '-' };
                (1..stride).for_each(|at| canvas.put(line * 2, post * stride + at, wall(bar)));
            }
            if arms[2] {
                canvas.put(line * 2 + 1, post * stride, wall(if unicode { '│' } else { '|' }));
            }
        }
    }
    let ground = |at: Cell| look.paints.as_ref().and_then(|paints| paints[at]).map(|paint| color(paint, theme));
    for at in size.cells().filter(|&at| maze.contains(at)) {
        let Point { row, col } = size.point(at);
        let (row, col) = (row as usize * 2 + 1, col as usize * stride + 1);
        let letter = maze.marks.get(&at).copied();
        for offset in 0..cell_width {
            let middle = letter.filter(|_| offset == cell_width / 2);
            canvas.put(row, col + offset, Glyph { letter: middle.unwrap_or(' '), ink: None, ground: ground(at) });
        }
    }
    let mut symbol = |at: Cell, letter: char, color: Color| {
        let Point { row, col } = size.point(at);
        let (row, col) = (row as usize * 2 + 1, col as usize * stride + 1 + cell_width / 2);
        canvas.put(row, col, Glyph { letter, ink: Some(color), ground: ground(at) });
    };
    for &at in look.path {
        symbol(at, if unicode { '•' } else { '*' }, role::PATH.color(theme));
    }
    if look.ends {
        maze.start().into_iter().for_each(|at| symbol(at, 'S', role::START.color(theme)));
        maze.goals().into_iter().for_each(|at| symbol(at, 'G', role::GOAL.color(theme)));
    }
    if let Some(at) = look.current {
        symbol(at, if unicode { '●' } else { '@' }, role::CURRENT.color(theme));
    }
    canvas
}

fn color(paint: Paint, theme: Theme) -> Color {
    match paint {
        Paint::Role(role) => role.color(theme),
        Paint::Heat(value) => Color::heat(value),
        Paint::Class(class) => Color::class(class),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Options, Plan, formats};
    use dedale_draw::term::Style;
    use dedale_grid::Size;

    fn sample() -> Maze {
        formats::read(b"o---o---o\n| S     |\no---o   o\n|     G |\no---o---o\n").expect("a maze")
    }

    #[test]
    fn characters() {
        let path = [0, 1, 3].map(Cell::new);
        let text =
            |look: &Look<'_>, unicode| canvas(&sample(), look, 3, unicode).to_text(Style { color: false, unicode });
        let plain = "+-------+\n| S     |\n+----   |\n|     G |\n+-------+\n";
        assert_eq!(text(&Look::default(), false), plain);
        let shown = text(&Look { path: &path, ends: true, ..Look::default() }, true);
        assert_eq!(shown, "┌───────┐\n│ S   • │\n├───╴   │\n│     G │\n└───────┘\n");
    }

    #[test]
    fn walls_in_a_line_are_one_stroke() {
        let scene = scene(&sample(), &Look { ends: true, ..Look::default() });
        let walls = scene.shapes.iter().find(|shape| shape.id.as_deref() == Some("walls")).expect("walls");
        let dedale_draw::Geometry::Lines(lines) = &walls.geometry else { panic!("walls are lines") };
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn all_colours_draw() {
        let plan = Plan::new(Size::new(6, 7).expect("a size"));
        let generation = || Generation::new(Algorithm::SpanningTree, &plan, &Options::default(), 3);
        let maze = Maze::from(generation().finish());
        for paints in [by_distance(&maze, &[Cell::new(0)]), by_age(&maze, generation()), by_class(&maze)] {
            assert!(paints.values().iter().all(Option::is_some));
            let picture = scene(&maze, &Look { paints: Some(paints), ..Look::default() });
            assert!(dedale_draw::svg(&picture).contains("<svg"));
        }
        for shades in [Shades::Marks, Shades::Classes] {
            let mut gif = Vec::new();
            animate(generation(), &maze, 50, 10, 6.0, shades, &mut gif).expect("a small picture");
            assert!(gif.starts_with(b"GIF89a"));
        }
    }
}
