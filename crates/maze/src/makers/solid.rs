//! Mazes as solid bodies for 3-D printers: STL and 3MF.
//!
//! Seen from above, the board falls into faces: the floor of each cell, a strip
//! for each side of a cell, half of the wall's thickness to both sides of the
//! line, and a post where strips meet. A face is as high as the base or as the
//! walls. The body is the faces on top, the same at the bottom, and an upright
//! rectangle wherever the height changes, so each edge has exactly two faces
//! by construction: the body is watertight. Where walls meet there is a post as
//! high as they are, so high faces never touch in a point only.

use crate::surface::{Graph, GraphMaze};
use dedale_grid::Cell;
use dedale_text::messages;
use std::collections::HashMap;
use std::io::{Cursor, Write};

/// The measures of a body, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidSize {
    /// A cell, from the middle of a wall to the middle of the next.
    pub cell: f32,
    /// How thick walls are.
    pub wall: f32,
    /// How high walls stand above the base.
    pub height: f32,
    /// How thick the base is.
    pub base: f32,
}

impl Default for SolidSize {
    fn default() -> Self {
        Self { cell: 10.0, wall: 2.0, height: 8.0, base: 1.6 }
    }
}

messages! {
    /// Why a maze cannot be a body.
    pub enum SolidError {
        /// Passages that lead out of the plane.
        NotFlat { kind: &'static str } =>
            "a maze on {kind} does not lie in the plane: its passages lead over its borders or over each other, so it cannot be built as walls on a base",
            "un labyrinthe sur {kind} n'est pas plan : ses passages sortent par les bords ou se croisent, on ne peut pas le bâtir en murs sur un socle";
        /// Not a length.
        Length { name: &'static str, found: f32 } =>
            "found {name} {found}, expected millimetres from 0.1 to 10000", "trouvé {name} {found}, attendu des millimètres de 0.1 à 10000";
        /// No room between the walls.
        TooThick { wall: f32, row: i32, column: i32 } =>
            "walls of {wall} mm leave no floor in cell [{row},{column}], expected thinner walls or larger cells",
            "des murs de {wall} mm ne laissent pas de sol dans la case [{row},{column}], attendu des murs plus fins ou des cases plus grandes";
    }
}

/// A closed body of triangles, counter-clockwise seen from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
}

type Point = [f32; 2];

/// A part of the board with one height; its corners as seen from above,
/// clockwise.
struct Face {
    corners: Vec<u32>,
    high: bool,
}

impl Solid {
    /// The body of a maze.
    pub fn new(maze: &GraphMaze, size: &SolidSize) -> Result<Self, SolidError> {
        let graph = maze.graph();
        let kind = graph.surface().kind();
        if !kind.is_flat() {
            return Err(SolidError::NotFlat { kind: kind.name() });
        }
        let lengths = [("cell", size.cell), ("wall", size.wall), ("height", size.height), ("base", size.base)];
        if let Some((name, found)) = lengths.into_iter().find(|(_, length)| !(0.1..=10_000.0).contains(length)) {
            return Err(SolidError::Length { name, found });
        }
        let mut corners = Corners::new(graph, size.wall / size.cell / 2.0);
        let faces = corners.faces(maze).map_err(|cell| {
            let [row, column] = graph.at(cell);
            SolidError::TooThick { wall: size.wall, row, column }
        })?;
        Ok(extruded(&corners.points, &faces, graph.height(), size))
    }

    /// How many triangles it has.
    pub fn triangles(&self) -> usize {
        self.triangles.len()
    }

    /// A binary STL file.
    pub fn stl(&self) -> Vec<u8> {
        let mut out = vec![0; 80];
        out[..11].copy_from_slice(b"dedale maze");
        out.extend((self.triangles.len() as u32).to_le_bytes());
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|vertex| self.vertices[vertex as usize]);
            let numbers = [normal(a, b, c), a, b, c];
            numbers.iter().flatten().for_each(|number: &f32| out.extend(number.to_le_bytes()));
            out.extend([0, 0]);
        }
        out
    }

    /// A 3MF file.
    pub fn to_3mf(&self) -> std::io::Result<Vec<u8>> {
        let mut model = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"millimeter\" xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\
             <resources><object id=\"1\" type=\"model\" name=\"maze\"><mesh><vertices>",
        );
        for [x, y, z] in &self.vertices {
            model += &format!("<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
        }
        model += "</vertices><triangles>";
        for [a, b, c] in &self.triangles {
            model += &format!("<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
        }
        model += "</triangles></mesh></object></resources><build><item objectid=\"1\"/></build></model>\n";
        let types = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
             <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
             <Default Extension=\"model\" ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/></Types>\n";
        let relations = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
             <Relationship Target=\"/3D/3dmodel.model\" Id=\"model\" Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>\n";
        let mut file = zip::ZipWriter::new(Cursor::new(Vec::new()));
        // A fixed date: the same maze is the same file.
        let options = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default());
        for (name, text) in
            [("[Content_Types].xml", types), ("_rels/.rels", relations), ("3D/3dmodel.model", model.as_str())]
        {
            file.start_file(name, options)?;
            file.write_all(text.as_bytes())?;
        }
        Ok(file.finish()?.into_inner())
    }
}

fn normal(a: [f32; 3], b: [f32; 3], c: [f32; 3]) -> [f32; 3] {
    let side = |p: [f32; 3]| [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
    let (u, v) = (side(b), side(c));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = cross.iter().map(|part| part * part).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    cross.map(|part| part / length)
}

/// The corners of all faces: one for each corner of a cell, set back by half
/// the wall, and one for each corner of what is outside.
struct Corners<'a> {
    graph: &'a Graph,
    half: f32,
    points: Vec<Point>,
    /// Which side of which cell leads from one point to another.
    sides: HashMap<(u32, u32), (Cell, usize)>,
    /// The corner of the face on the right of a side where it begins, and
    /// where it ends; outside, of the side turned around.
    begins: HashMap<(u32, u32), u32>,
    ends: HashMap<(u32, u32), u32>,
}

impl<'a> Corners<'a> {
    fn new(graph: &'a Graph, half: f32) -> Self {
        let mut sides = HashMap::new();
        for cell in graph.cells() {
            for (index, side) in graph.sides(cell).iter().enumerate() {
                sides.insert((side.from, side.to), (cell, index));
            }
        }
        Self { graph, half, points: Vec::new(), sides, begins: HashMap::new(), ends: HashMap::new() }
    }

    /// Adds the corner between two sides that follow each other around a face
    /// on their right.
    fn corner(&mut self, [a, b, c]: [u32; 3]) -> u32 {
        let [p, q, r] = [a, b, c].map(|number| self.graph.point(number));
        let inward = |from: Point, to: Point| {
            let (x, y) = (to[0] - from[0], to[1] - from[1]);
            let length = x.hypot(y).max(f32::MIN_POSITIVE);
            [-y / length, x / length]
        };
        let (m, n) = (inward(p, q), inward(q, r));
        // The two lines moved inwards meet here; at a spike not too far away.
        let scale = self.half / (1.0 + m[0] * n[0] + m[1] * n[1]).max(0.2);
        self.points.push([q[0] + (m[0] + n[0]) * scale, q[1] + (m[1] + n[1]) * scale]);
        let number = self.points.len() as u32 - 1;
        self.ends.insert((a, b), number);
        self.begins.insert((b, c), number);
        number
    }

    /// The faces; the cell that has no floor left instead.
    fn faces(&mut self, maze: &GraphMaze) -> Result<Vec<Face>, Cell> {
        let graph = self.graph;
        let mut faces = Vec::new();
        for cell in graph.cells() {
            let sides = graph.sides(cell);
            let corners: Vec<u32> = (0..sides.len())
                .map(|index| {
                    let before = &sides[(index + sides.len() - 1) % sides.len()];
                    self.corner([before.from, before.to, sides[index].to])
                })
                .collect();
            let kept = |index: usize| {
                // A side of the floor that runs backwards: the walls overlap.
                let side = &sides[index];
                let (p, q) = (graph.point(side.from), graph.point(side.to));
                let next = (index + 1) % corners.len();
                let (a, b) = (self.points[corners[index] as usize], self.points[corners[next] as usize]);
                (q[0] - p[0]) * (b[0] - a[0]) + (q[1] - p[1]) * (b[1] - a[1]) > 0.0
            };
            if !(0..corners.len()).all(kept) {
                return Err(cell);
            }
            faces.push(Face { corners, high: false });
        }
        self.outside();
        let mut high_points = std::collections::HashSet::new();
        let mut strips: Vec<(u32, u32)> = Vec::new();
        for cell in graph.cells() {
            for (index, side) in graph.sides(cell).iter().enumerate() {
                let standing = side.edge.map_or(!maze.is_gap(cell, index), |edge| !maze.is_open(edge));
                if standing {
                    high_points.extend([side.from, side.to]);
                }
                let twin = self.sides.get(&(side.to, side.from));
                if twin.is_some_and(|(other, _)| *other < cell) {
                    continue;
                }
                strips.push((side.from, side.to));
                let corners = [
                    self.begins[&(side.from, side.to)],
                    self.ends[&(side.to, side.from)],
                    self.begins[&(side.to, side.from)],
                    self.ends[&(side.from, side.to)],
                ];
                faces.push(Face { corners: corners.to_vec(), high: standing });
            }
        }
        faces.extend(self.posts(&high_points));
        Ok(faces)
    }

    /// The corners of what is outside.
    fn outside(&mut self) {
        let border: Vec<(u32, u32)> =
            self.sides.keys().filter(|(from, to)| !self.sides.contains_key(&(*to, *from))).copied().collect();
        let mut border = border;
        border.sort_unstable();
        for (from, to) in border {
            // Turned around it comes from `to`; around `from` to the next border.
            let next = self.around((from, to));
            self.corner([to, from, next]);
        }
    }

    /// From a border side that begins at a point, through the cells around the
    /// point, to the border side that ends there: where that one begins.
    fn around(&self, (from, to): (u32, u32)) -> u32 {
        let mut at = (from, to);
        loop {
            let (cell, index) = self.sides[&at];
            let sides = self.graph.sides(cell);
            let before = sides[(index + sides.len() - 1) % sides.len()];
            if !self.sides.contains_key(&(before.to, before.from)) {
                return before.from;
            }
            at = (before.to, before.from);
        }
    }

    /// A face around every point where strips meet; none where only two do in
    /// a line and share their end.
    fn posts(&self, high: &std::collections::HashSet<u32>) -> Vec<Face> {
        let mut around: Vec<Vec<u32>> = vec![Vec::new(); self.graph.points().len()];
        let mut begun: Vec<(&(u32, u32), &u32)> = self.begins.iter().collect();
        begun.sort_unstable();
        for (&(from, to), _) in begun {
            around[from as usize].push(to);
        }
        let mut posts = Vec::new();
        for (point, others) in around.iter().enumerate() {
            let point = point as u32;
            // Every corner begins one side; by the angle of that side they
            // come clockwise.
            let [x, y] = self.graph.point(point);
            let angle = |other: &u32| {
                let [u, v] = self.graph.point(*other);
                (v - y).atan2(u - x)
            };
            let mut others = others.clone();
            others.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
            let corners: Vec<u32> = others.iter().map(|other| self.begins[&(point, *other)]).collect();
            if corners.len() > 2 {
                posts.push(Face { corners, high: high.contains(&point) });
            }
        }
        posts
    }
}

/// The body over some faces.
fn extruded(points: &[Point], faces: &[Face], depth: f32, size: &SolidSize) -> Solid {
    let count = points.len() as u32;
    let levels = [0.0, size.base, size.base + size.height];
    let vertices = levels
        .iter()
        .flat_map(|&z| points.iter().map(move |[x, y]| [x * size.cell, (depth - y) * size.cell, z]))
        .collect();
    let at = |level: u32, corner: u32| level * count + corner;
    let mut triangles = Vec::new();
    let mut owners: HashMap<(u32, u32), bool> = HashMap::new();
    for face in faces {
        let top = if face.high { 2 } else { 1 };
        for [a, b, c] in ears(points, &face.corners) {
            triangles.push([at(top, a), at(top, c), at(top, b)]);
            triangles.push([at(0, a), at(0, b), at(0, c)]);
        }
        for (a, b) in around(&face.corners) {
            owners.insert((a, b), face.high);
        }
    }
    // An upright rectangle under a side of a face, between two levels.
    let mut upright = |a: u32, b: u32, low: u32, high: u32| {
        triangles.push([at(low, a), at(high, a), at(high, b)]);
        triangles.push([at(low, a), at(high, b), at(low, b)]);
    };
    for face in faces {
        for (a, b) in around(&face.corners) {
            match owners.get(&(b, a)) {
                Some(false) if face.high => upright(a, b, 1, 2),
                Some(_) => {}
                None => {
                    upright(a, b, 0, 1);
                    if face.high {
                        upright(a, b, 1, 2);
                    }
                }
            }
        }
    }
    used_only(vertices, triangles)
}

fn around(corners: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    (0..corners.len()).map(|index| (corners[index], corners[(index + 1) % corners.len()]))
}

/// Leaves out the vertices that no triangle has.
fn used_only(vertices: Vec<[f32; 3]>, mut triangles: Vec<[u32; 3]>) -> Solid {
    let mut numbers = vec![u32::MAX; vertices.len()];
    let mut kept = Vec::new();
    for vertex in triangles.iter_mut().flatten() {
        let number = &mut numbers[*vertex as usize];
        if *number == u32::MAX {
            *number = kept.len() as u32;
            kept.push(vertices[*vertex as usize]);
        }
        *vertex = *number;
    }
    Solid { vertices: kept, triangles }
}

/// A polygon as triangles, by cutting off ears; its corners are clockwise as
/// seen with y pointing down.
fn ears(points: &[Point], corners: &[u32]) -> Vec<[u32; 3]> {
    let at = |corner: u32| points[corner as usize];
    let cross = |a: Point, b: Point, c: Point| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let mut left = corners.to_vec();
    let mut triangles = Vec::with_capacity(corners.len());
    while left.len() > 3 {
        let count = left.len();
        let three = |index: usize| [left[(index + count - 1) % count], left[index], left[(index + 1) % count]];
        let is_ear = |&index: &usize| {
            let [a, b, c] = three(index);
            let (p, q, r) = (at(a), at(b), at(c));
            let inside = |corner: &&u32| {
                let x = at(**corner);
                ![a, b, c].contains(*corner) && cross(p, q, x) >= 0.0 && cross(q, r, x) >= 0.0 && cross(r, p, x) >= 0.0
            };
            cross(p, q, r) > 1e-9 && !left.iter().any(|corner| inside(&corner))
        };
        // Without an ear the polygon is as flat as numbers go: any will do.
        let index = (0..count).find(is_ear).unwrap_or(0);
        triangles.push(three(index));
        left.remove(index);
    }
    triangles.extend(<[u32; 3]>::try_from(left).ok());
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::{Kind, Surface, generate};
    use crate::{Algorithm, Options};
    use std::sync::Arc;

    fn body(kind: Kind, columns: u32, rows: u32, mask: bool) -> Result<Solid, SolidError> {
        let surface = Surface::new(kind, columns, rows).unwrap().seeded(3);
        let graph = surface.masked(|x, y| mask && (x - 0.5).hypot(y - 0.5) < 0.2);
        let options = Options { braid: 0.3, ..Options::default() };
        let maze = generate(Algorithm::Wilson, &Arc::new(graph), &options, 5);
        Solid::new(&maze, &SolidSize { wall: 1.2, ..SolidSize::default() })
    }

    /// The volume of a body; every edge of a triangle is an edge of exactly one
    /// other, the other way around.
    fn volume(solid: &Solid) -> f64 {
        let mut edges: HashMap<(u32, u32), i32> = HashMap::new();
        let mut volume = 0.0f64;
        for [a, b, c] in &solid.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((*from, *to)).or_default() += 1;
            }
            let [p, q, r] = [a, b, c].map(|&vertex| solid.vertices[vertex as usize].map(f64::from));
            volume += p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0])
                + p[2] * (q[0] * r[1] - q[1] * r[0]);
        }
        assert!(edges.iter().all(|((a, b), count)| *count == 1 && edges.get(&(*b, *a)) == Some(&1)));
        volume / 6.0
    }

    /// A way in and a way out are as low as the floor.
    #[test]
    fn gaps_in_the_border_are_open() {
        let text = |first: &str, last: &str| format!("o{first}o---o\n|       |\no---o   o\n|       |\no---o{last}o\n");
        let built = |first: &str, last: &str| {
            let maze = crate::formats::read(text(first, last).as_bytes()).unwrap();
            volume(&Solid::new(&crate::makers::graph_of(&maze).unwrap(), &SolidSize::default()).unwrap())
        };
        // A wall is 8 mm high and 2 mm thick; mitred in a corner and at the
        // post of a wall that meets it, it is 9.5 mm long in its middle.
        let (closed, open) = (built("---", "---"), built("   ", "   "));
        assert!((closed - open - 2.0 * 8.0 * 2.0 * 9.5).abs() < 0.1, "{closed} {open}");
    }

    #[test]
    fn bodies_are_watertight() {
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_flat()) {
            for (columns, rows, mask) in [(3, 1, false), (3, 3, false), (9, 7, false), (12, 12, true)] {
                let solid =
                    body(kind, columns, rows, mask).unwrap_or_else(|error| panic!("{kind} {columns}x{rows}: {error}"));
                assert!(volume(&solid) > 0.0, "{kind} {columns}x{rows} {mask}");
                assert_eq!(solid.stl().len(), 84 + 50 * solid.triangles());
            }
        }
    }

    #[test]
    fn walls_as_thick_as_usual_fit_every_surface() {
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_flat()) {
            for seed in 0..4 {
                let graph = Arc::new(Surface::new(kind, 12, 9).unwrap().seeded(seed).graph());
                let built = Solid::new(&GraphMaze::closed(graph), &SolidSize::default());
                assert!(built.is_ok(), "{kind} {seed}: {}", built.err().map(|e| e.to_string()).unwrap_or_default());
            }
        }
    }

    #[test]
    fn what_cannot_be_built_is_refused() {
        assert_eq!(body(Kind::Torus, 4, 4, false), Err(SolidError::NotFlat { kind: "torus" }));
        let graph = Arc::new(Surface::new(Kind::Hex, 3, 3).unwrap().graph());
        let maze = GraphMaze::closed(graph);
        let thick = Solid::new(&maze, &SolidSize { wall: 10.5, ..SolidSize::default() });
        assert!(matches!(thick, Err(SolidError::TooThick { .. })));
        let flat = Solid::new(&maze, &SolidSize { height: f32::NAN, ..SolidSize::default() });
        assert!(matches!(flat, Err(SolidError::Length { name: "height", .. })));
        let file = body(Kind::Hex, 3, 3, false).unwrap().to_3mf().unwrap();
        assert!(file.starts_with(b"PK"));
    }
}
