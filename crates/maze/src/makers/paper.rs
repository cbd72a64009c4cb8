//! Mazes on paper: pages with titles, several mazes a page, the solutions at
//! the end, posters over several sheets, and sheets of exercises.

use crate::solvers::Method;
use crate::surface::{Generation, GraphMaze, picture, solve};
use dedale_draw::{Anchor, Page, Placed, Scene, Shape, pdf, qr, role};
use dedale_text::{Lang, messages};
use std::fmt;
use std::str::FromStr;

/// A sheet of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 297 by 420 mm.
    A3,
    /// 8.5 by 11 inches.
    Letter,
}

messages! {
    /// Why there is no such paper.
    pub enum PaperError {
        /// No such name.
        Unknown { found: String } =>
            "found paper `{found}`, expected a4, a3 or letter", "trouvé le papier « {found} », attendu a4, a3 ou letter";
    }
}

impl Paper {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::A4, Self::A3, Self::Letter];

    /// The name in the command.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::A3 => "a3",
            Self::Letter => "letter",
        }
    }

    /// Width and height in millimetres.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0, 297.0),
            Self::A3 => (297.0, 420.0),
            Self::Letter => (215.9, 279.4),
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Paper {
    type Err = PaperError;

    fn from_str(text: &str) -> Result<Self, PaperError> {
        let known = Self::ALL.into_iter().find(|paper| paper.name() == text.to_lowercase());
        known.ok_or_else(|| PaperError::Unknown { found: text.to_owned() })
    }
}

/// A maze on a page.
pub struct Printed {
    /// The picture without the solution.
    pub scene: Scene,
    /// The picture with it.
    pub solution: Option<Scene>,
    /// What stands above it.
    pub caption: String,
    /// What its QR code says, if it has one.
    pub link: Option<String>,
}

impl Printed {
    /// A maze with its shortest way as the solution.
    pub fn maze(maze: &GraphMaze, caption: String, link: Option<String>) -> Self {
        let ends = maze.start().zip(maze.goal());
        let path = ends.and_then(|(from, to)| solve(maze, Method::Bfs, from, to).path);
        let look = picture::Look { ends, ..picture::Look::default() };
        let scene = picture::scene(maze, &look);
        let solution = path.map(|path| picture::scene(maze, &picture::Look { path: &path, ..look }));
        Self { scene, solution, caption, link }
    }
}

/// What is asked of a pupil.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exercise {
    /// Mark the frontier of Prim's algorithm, half way.
    Frontier,
    /// Colour the classes of union-find, half way.
    Classes,
}

impl Exercise {
    /// The sheet of a maze in the making, half of whose steps are done; what
    /// is to be found is the solution.
    pub fn sheet(self, mut generation: Generation, half: u64, lang: Lang) -> Printed {
        while generation.steps() < half && generation.next_step().is_some() {}
        let view = generation.view();
        let marks = picture::by_mark(view);
        let frontier = Some(dedale_draw::Paint::from(&role::FRONTIER));
        let (given, found, caption) = match self {
            Self::Frontier => {
                let given = marks.iter().map(|paint| paint.filter(|paint| Some(*paint) != frontier)).collect();
                let cells = marks.iter().filter(|paint| **paint == frontier).count();
                let caption = lang.pick(
                    &format!("Shaded cells are in the maze. Colour the frontier: the {cells} cells beside it. Join any one of them to it."),
                    &format!("Les cases teintées sont dans le labyrinthe. Coloriez la frontière : les {cells} cases à côté. Reliez-en une."),
                ).to_owned();
                (Some(given), marks, caption)
            }
            Self::Classes => {
                let classes = picture::by_class(view.maze());
                let count = view.maze().pieces().sets() - view.maze().graph().absent().count();
                let caption = lang.pick(
                    &format!("Cells with a way between them are one class. Colour each class: there are {count}. Which walls may still be opened?"),
                    &format!("Des cases reliées forment une classe. Coloriez chaque classe : il y en a {count}. Quels murs peut-on encore ouvrir ?"),
                ).to_owned();
                (None, classes, caption)
            }
        };
        let scene = |paints| picture::scene(view.maze(), &picture::Look { paints, ..picture::Look::default() });
        Printed { scene: scene(given), solution: Some(scene(Some(found))), caption, link: None }
    }
}

/// How pages are laid out.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The paper.
    pub paper: Paper,
    /// How many mazes there are on a page.
    pub per_page: usize,
    /// Sheets across and down that one maze is spread over.
    pub poster: (usize, usize),
    /// What stands on top of every page.
    pub title: String,
    /// The language of the few words on it.
    pub lang: Lang,
}

/// Space around everything on a page, in millimetres.
const MARGIN: f32 = 12.0;

/// Mazes as a PDF document: the mazes, then their solutions, smaller.
pub fn document(mazes: &[Printed], layout: &Layout) -> Vec<u8> {
    let (width, height) = layout.paper.size();
    let mut texts = Texts::default();
    let codes: Vec<Option<Scene>> = mazes.iter().map(|maze| maze.link.as_deref().and_then(qr)).collect();
    let mut plan: Vec<Vec<Piece<'_>>> = Vec::new();
    let poster = layout.poster.0 * layout.poster.1 > 1;
    if poster {
        for maze in mazes {
            plan.extend(sheets(&maze.scene, layout, &mut texts));
        }
    } else {
        let grid = grid(layout.per_page);
        for (page, group) in mazes.chunks(layout.per_page.max(1)).enumerate() {
            let mut pieces = vec![texts.title(&layout.title, width)];
            for (index, maze) in group.iter().enumerate() {
                let number = page * layout.per_page.max(1) + index;
                let place = place(index, grid, (width, height));
                pieces.extend(texts.labelled(maze, number, place, codes[number].as_ref(), mazes.len() > 1));
            }
            plan.push(pieces);
        }
    }
    let solved: Vec<(usize, &Scene)> =
        mazes.iter().enumerate().filter_map(|(number, maze)| Some((number, maze.solution.as_ref()?))).collect();
    // Solutions are small: four times as many a page, at most twelve.
    let many = if poster { 1 } else { (layout.per_page * 4).clamp(1, 12).min(solved.len().max(1)) };
    for group in solved.chunks(many) {
        let heading = layout.lang.pick("Solutions", "Solutions");
        let mut pieces = vec![texts.title(heading, width)];
        for (index, (number, scene)) in group.iter().enumerate() {
            let place = place(index, grid(many), (width, height));
            if mazes.len() > 1 {
                pieces.push(texts.line(&format!("{}", number + 1), place[0], place[1], 4.0));
            }
            pieces.push(fitted(scene, [place[0], place[1] + 6.0, place[2], place[3] - 6.0]));
        }
        plan.push(pieces);
    }
    let pages: Vec<Page<'_>> = plan
        .iter()
        .map(|pieces| Page { width, height, placed: pieces.iter().map(|piece| piece.placed(&texts)).collect() })
        .collect();
    pdf(&layout.title, &pages)
}

/// A scene on a page: one of the mazes', or a text.
struct Piece<'a> {
    scene: Result<&'a Scene, usize>,
    x: f32,
    y: f32,
    scale: f32,
    clip: Option<[f32; 4]>,
}

impl<'a> Piece<'a> {
    fn placed<'b>(&self, texts: &'b Texts) -> Placed<'b>
    where
        'a: 'b,
    {
        let scene = self.scene.unwrap_or_else(|number| &texts.scenes[number]);
        Placed { scene, x: self.x, y: self.y, scale: self.scale, clip: self.clip }
    }
}

#[derive(Default)]
struct Texts {
    scenes: Vec<Scene>,
}

impl Texts {
    /// A line of text with its middle at a height, in millimetres.
    fn line<'a>(&mut self, text: &str, x: f32, y: f32, size: f32) -> Piece<'a> {
        let mut scene = Scene::new(1.0, 1.0);
        scene.add(Shape::text(0.0, size / 2.0, size, text).anchor(Anchor::Start).fill(&role::INK));
        Piece { scene: Err(self.add(scene)), x, y, scale: 1.0, clip: None }
    }

    fn add(&mut self, scene: Scene) -> usize {
        self.scenes.push(scene);
        self.scenes.len() - 1
    }

    fn title<'a>(&mut self, text: &str, width: f32) -> Piece<'a> {
        // Long titles are set smaller, so that they fit.
        let size = (1.9 * (width - 2.0 * MARGIN) / text.chars().count().max(1) as f32).min(7.0);
        self.line(text, MARGIN, MARGIN, size)
    }

    /// A maze with its number and caption above and its code beside them.
    fn labelled<'a>(
        &mut self,
        maze: &'a Printed,
        number: usize,
        [x, y, width, height]: [f32; 4],
        code: Option<&'a Scene>,
        numbered: bool,
    ) -> Vec<Piece<'a>> {
        let side = if code.is_some() { (height * 0.16).clamp(14.0, 26.0) } else { 0.0 };
        let mut pieces = Vec::new();
        let room = width - side;
        let text = if numbered { format!("{}. {}", number + 1, maze.caption) } else { maze.caption.clone() };
        let letters = (room / 1.9) as usize;
        let lines = wrapped(&text, letters.max(12));
        for (index, line) in lines.iter().enumerate() {
            pieces.push(self.line(line, x, y + 4.6 * index as f32, 3.6));
        }
        if let Some(code) = code {
            pieces.push(fitted(code, [x + width - side, y, side, side]));
        }
        let top = (4.6 * lines.len() as f32 + 2.0).max(side + 2.0);
        pieces.push(fitted(&maze.scene, [x, y + top, width, height - top]));
        pieces
    }
}

/// A text in lines of at most so many letters, broken at spaces.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Columns and rows of a page with so many mazes.
fn grid(per_page: usize) -> (usize, usize) {
    let columns = (per_page.max(1) as f32 / 1.4).sqrt().round().max(1.0) as usize;
    (columns, per_page.max(1).div_ceil(columns))
}

/// The part of a page for one of its mazes: left, top, width, height.
fn place(index: usize, (columns, rows): (usize, usize), (width, height): (f32, f32)) -> [f32; 4] {
    let (left, top) = (MARGIN, MARGIN + 12.0);
    let (wide, tall) = ((width - 2.0 * MARGIN) / columns as f32, (height - MARGIN - top) / rows as f32);
    let gap = if columns * rows > 1 { 6.0 } else { 0.0 };
    let (column, row) = (index % columns, index / columns);
    [left + wide * column as f32, top + tall * row as f32, wide - gap, tall - gap]
}

/// A scene as large as a place allows, in its middle.
fn fitted(scene: &Scene, [x, y, width, height]: [f32; 4]) -> Piece<'_> {
    let scale = (width / scene.width).min(height / scene.height);
    let (left, top) = (x + (width - scene.width * scale) / 2.0, y);
    Piece { scene: Ok(scene), x: left, y: top, scale, clip: None }
}

/// A scene over several sheets, to be glued: each shows its part, and in the
/// margin which part it is and where to cut.
fn sheets<'a>(scene: &'a Scene, layout: &Layout, texts: &mut Texts) -> Vec<Vec<Piece<'a>>> {
    let (width, height) = layout.paper.size();
    let (across, down) = layout.poster;
    let (wide, tall) = (width - 2.0 * MARGIN, height - 2.0 * MARGIN);
    let scale = (wide * across as f32 / scene.width).min(tall * down as f32 / scene.height);
    let left = (wide * across as f32 - scene.width * scale) / 2.0;
    let top = (tall * down as f32 - scene.height * scale) / 2.0;
    let marks = texts.add(cutting_marks(width, height));
    let mut sheet = |row: usize, column: usize| {
        let (x, y) = (MARGIN + left - wide * column as f32, MARGIN + top - tall * row as f32);
        let (row, column) = (row + 1, column + 1);
        let part = match layout.lang {
            Lang::Fr => format!("{} — rangée {row} sur {down}, colonne {column} sur {across}", layout.title),
            Lang::En => format!("{} — row {row} of {down}, column {column} of {across}", layout.title),
        };
        vec![
            Piece { scene: Ok(scene), x, y, scale, clip: Some([MARGIN, MARGIN, wide, tall]) },
            texts.line(&part, MARGIN + 6.0, MARGIN / 2.0 - 1.5, 3.0),
            Piece { scene: Err(marks), x: 0.0, y: 0.0, scale: 1.0, clip: None },
        ]
    };
    let places = (0..down).flat_map(|row| (0..across).map(move |column| (row, column)));
    places.map(|(row, column)| sheet(row, column)).collect()
}

/// Short lines in the margin that go on the edges of the picture.
fn cutting_marks(width: f32, height: f32) -> Scene {
    let mut lines = Vec::new();
    for (x, out) in [(MARGIN, -1.0), (width - MARGIN, 1.0)] {
        for (y, away) in [(MARGIN, -1.0), (height - MARGIN, 1.0)] {
            let [from, to] = [1.5, 6.0];
            lines.push(vec![(x + out * from, y), (x + out * to, y)]);
            lines.push(vec![(x, y + away * from), (x, y + away * to)]);
        }
    }
    let mut scene = Scene::new(width, height);
    scene.add(Shape::lines(lines).stroke(&role::INK, 0.2));
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::{Kind, Surface, generate};
    use crate::{Algorithm, Options};
    use std::sync::Arc;

    fn pages(document: &[u8]) -> usize {
        let mark = b"/Type /Page\n";
        document.windows(mark.len()).filter(|part| part == mark).count()
    }

    #[test]
    fn mazes_and_then_their_solutions() {
        let graph = Arc::new(Surface::new(Kind::Hex, 8, 6).unwrap().graph());
        let printed = |seed| {
            let maze = generate(Algorithm::Prim, &graph, &Options::default(), seed);
            Printed::maze(&maze, format!("seed {seed}"), Some("dedale".to_owned()))
        };
        let mazes: Vec<Printed> = (0..5).map(printed).collect();
        let layout =
            |per_page, poster| Layout { paper: Paper::A4, per_page, poster, title: "Mazes".to_owned(), lang: Lang::En };
        assert_eq!(pages(&document(&mazes, &layout(2, (1, 1)))), 3 + 1);
        assert_eq!(pages(&document(&mazes, &layout(1, (1, 1)))), 5 + 2);
        assert_eq!(pages(&document(&mazes[..1], &layout(1, (2, 3)))), 6 + 1);
        let exercise = |exercise: Exercise, algorithm| {
            exercise.sheet(Generation::new(algorithm, &graph, &Options::default(), 1), 24, Lang::Fr)
        };
        let sheets =
            [exercise(Exercise::Frontier, Algorithm::Prim), exercise(Exercise::Classes, Algorithm::SpanningTree)];
        assert!(sheets.iter().all(|sheet| sheet.solution.as_ref() != Some(&sheet.scene)));
        assert_eq!(pages(&document(&sheets, &layout(1, (1, 1)))), 2 + 1);
        assert_eq!("A4".parse(), Ok(Paper::A4));
        assert!("b5".parse::<Paper>().is_err());
    }
}
