//! The boards of race and levels for pictures of links, in the page's materials
//! and by its measures (`worlds/race/drawing.js`, `worlds/sokoban/drawing.js`, 20
//! points a cell): stone and moss on grass, wood and slate. Light comes from the
//! top left: what stands has a shadow, a front and a lit edge. As in the page, of
//! a wall around a board the half that faces the floor is enough.

use super::tinted;
use dedale_draw::{Role, Scene, Shape, outline, path, role};
use dedale_sokoban::{Ground, Level};
use serde_json::Value;

pub(super) const CREAM: Role = Role::new("cream", 0xfffdf8, 0xfffdf8);
/// A point of the page's drawings.
const POINT: f32 = 1.0 / 20.0;
/// Sides from which on a cell is too small for texture.
const VAST: usize = 61;

/// The shape of a seat, as the page has it (`app/icons.js`), on a field of 32 by 32.
const SEATS: [&str; 8] = [
    "M16 4a12 12 0 1 0 0 24 12 12 0 0 0 0-24z",
    "M5 5h22v22H5z",
    "M16 3l13.500 24h-27z",
    "M16 2l14 14-14 14L2 16z",
    "M16 2l4.100 9.400 10.200.9-7.700 6.700 2.300 10L16 23.700 7.100 29l2.300-10-7.700-6.700 10.200-.9z",
    "M10 3h12l7 13-7 13H10L3 16z",
    "M11 4h10v7h7v10h-7v7H11v-7H4V11h7z",
    "M16 29C5 21 3 15.500 3 11.500a6.700 6.700 0 0 1 13-2.400 6.700 6.700 0 0 1 13 2.400C29 15.500 27 21 16 29z",
];

/// What stands: its top, its front and its lit edge with its width, its shadow.
struct Material {
    top: Role,
    front: Role,
    lit: Role,
    edge: f32,
    shade: Role,
}

static STONE: Material = Material {
    top: Role::new("stone", 0x8f8d80, 0x53565c),
    front: Role::new("stone-front", 0x605e53, 0x24262b),
    lit: Role::new("stone-lit", 0xb4b2a4, 0x777b84),
    edge: 0.8 * POINT,
    shade: tinted("stone-shade", (0x32341e, 56), (0x000000, 115)),
};
static SLATE: Material = Material {
    top: Role::new("slate", 0x58627c, 0x414966),
    front: Role::new("slate-front", 0x3a4259, 0x1b1f30),
    lit: Role::new("slate-lit", 0x8a95b0, 0x646e92),
    edge: 0.6 * POINT,
    shade: tinted("slate-shade", (0x3c2c14, 51), (0x000000, 115)),
};

/// Rows of cells, as text.
pub(super) struct Cells(pub Vec<Vec<u8>>);

impl Cells {
    pub fn of(rows: &Value) -> Option<Self> {
        let rows: Option<Vec<Vec<u8>>> =
            rows.as_array()?.iter().map(|row| Some(row.as_str()?.as_bytes().to_vec())).collect();
        rows.map(Self).filter(|cells| cells.width() > 0)
    }

    pub fn width(&self) -> usize {
        self.0.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The cell in a row and a column; nothing beyond the edges.
    fn at(&self, row: isize, col: isize) -> Option<u8> {
        self.0.get(usize::try_from(row).ok()?)?.get(usize::try_from(col).ok()?).copied()
    }

    fn scene(&self) -> Scene {
        Scene::new(self.width() as f32, self.0.len() as f32)
    }

    /// Every cell as four quarters, those that are left out as nothing.
    fn quarters(&self, left_out: impl Fn(usize, usize) -> bool) -> Self {
        let quarter = |r: usize, c: usize| if left_out(r, c) { 0 } else { self.0[r / 2][c / 2] };
        Self((0..2 * self.0.len()).map(|r| (0..2 * self.0[r / 2].len()).map(|c| quarter(r, c)).collect()).collect())
    }

    /// Every cell with its row and column.
    pub fn each(&self) -> impl Iterator<Item = (usize, usize, u8)> {
        self.0.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |(c, cell)| (r, c, *cell)))
    }

    /// Two close tones where cells are of a kind.
    fn checker(&self, scene: &mut Scene, is: impl Fn(usize, usize, u8) -> bool, tones: [&'static Role; 2]) {
        for (r, c, _) in self.each().filter(|(r, c, cell)| is(*r, *c, *cell)) {
            scene.add(Shape::rect(c as f32, r as f32, 1.0, 1.0).fill(tones[(r + c) % 2]));
        }
    }

    /// Quarters of a kind as one thing that stands, its corners rounded.
    fn stand(&self, scene: &mut Scene, is: impl Fn(u8) -> bool, material: &'static Material) {
        let (tall, wide) = (self.0.len(), self.width());
        let soft = if tall.max(wide) > 2 * VAST { 0.0 } else { 4.0 * POINT };
        let has = |row: usize, col: usize| self.0[row].get(col).is_some_and(|cell| is(*cell));
        let walls = Shape::lines(outline(tall, wide, has, 0.5, soft));
        scene.add(walls.clone().moved(1.0, 0.12, 0.23).fill(&material.shade));
        scene.add(walls.clone().moved(1.0, 0.0, 0.135).fill(&material.front));
        scene.add(walls.fill(&material.top).stroke(&material.lit, material.edge));
    }
}

/// What lies inside a part of a scene, given by its left, top, width and
/// height, and below it the front of the lowest wall.
fn cropped(scene: Scene, (left, top, wide, high): (f32, f32, f32, f32)) -> Scene {
    let mut part = Scene::new(wide, high + 0.2);
    for shape in scene.shapes {
        part.add(shape.moved(1.0, -left, -top));
    }
    part
}

/// Where something stands: column and row.
pub(super) fn spot(place: &Value) -> Option<(f32, f32)> {
    Some((place[1].as_u64()? as f32, place[0].as_u64()? as f32))
}

/// A pawn with a base and a head, as in the page; a sign of its seat is put on it.
pub(super) fn pawn(scene: &mut Scene, (x, y): (f32, f32), paint: &'static Role) {
    const RIM: Role = tinted("pawn-rim", (0x000000, 115), (0x000000, 153));
    const GLINT: Role = Role::veil("glint", 0xffffff, 128);
    let put = |shape: Shape| shape.moved(POINT, x, y);
    scene.add(put(Shape::lines(path("M4 17.4a7 2.2 0 1 0 14 0a7 2.2 0 1 0-14 0z"))).fill(&STONE.shade));
    let body = "M3 16.800c0-4.500 2.400-7 4.600-8.300h4.800c2.200 1.300 4.600 3.800 4.600 8.300q-7 2-14 0z";
    for shape in [Shape::lines(path(body)), Shape::circle(10.0, 5.4, 4.3)] {
        scene.add(put(shape.stroke(&RIM, 0.8)).fill(paint));
    }
    scene.add(put(Shape::circle(8.5, 3.9, 1.2)).fill(&GLINT));
}

/// The sign of a seat, with a field of 32 by 32 put at a place in a size.
pub(super) fn sign(seat: usize, scale: f32, (x, y): (f32, f32)) -> Shape {
    Shape::lines(path(SEATS[seat % SEATS.len()])).moved(scale, x, y)
}

/// The board of a race with its pawns.
pub fn race(course: &Value) -> Option<Scene> {
    const GRASS: Role = Role::new("grass", 0xe3e8cb, 0x232a22);
    const GRASS_2: Role = Role::new("grass-2", 0xdbe2be, 0x272f26);
    let cells = Cells::of(&course["rows"])?;
    let mut scene = cells.scene();
    let (last, wide) = (cells.0.len() - 1, cells.width());
    let stone = |cell: &u8| *cell == b'*';
    let closed = last > 1
        && cells.0.iter().enumerate().all(|(r, row)| {
            row.len() == wide
                && if r == 0 || r == last { row.iter().all(stone) } else { stone(&row[0]) && stone(&row[wide - 1]) }
        });
    let at_rim = |r: usize, c: usize| closed && ([0, 2 * last + 1].contains(&r) || [0, 2 * wide - 1].contains(&c));
    // Under the round corners of stones there is grass, but none outside the rim.
    let inside = |r: usize, c: usize| !closed || (![0, last].contains(&r) && ![0, wide - 1].contains(&c));
    cells.checker(&mut scene, |r, c, _| inside(r, c), [&GRASS_2, &GRASS]);
    let vast = cells.0.len().max(wide) > VAST;
    if !vast {
        lawn(&mut scene, &cells);
    }
    let goal = spot(&course["target"])?;
    halo(&mut scene, goal, if closed { 0.7 } else { 0.0 });
    cells.quarters(at_rim).stand(&mut scene, |cell| cell == b'*', &STONE);
    if !vast {
        weather(&mut scene, &cells, closed);
    }
    for (seat, place) in course["positions"].as_array()?.iter().enumerate() {
        let (x, y) = spot(place)?;
        pawn(&mut scene, (x, y), &role::PLAYERS[seat % 8]);
        scene.add(sign(seat, 0.2 * POINT, (x + 6.8 * POINT, y + 9.9 * POINT)).fill(&CREAM));
    }
    let (wide, high) = (scene.width, scene.height);
    Some(if closed { cropped(scene, (0.5, 0.5, wide - 1.0, high - 1.0)) } else { scene })
}

/// The target of a race with the light around it, which keeps off the edge by so much.
fn halo(scene: &mut Scene, (x, y): (f32, f32), rim: f32) {
    const HALO: Role = tinted("halo", (0xb8336a, 33), (0xe86a9c, 33));
    const RING: Role = Role::new("target-ring", 0xd6b2ae, 0x5e3d47);
    let (x, y) = (x + 0.5, y + 0.5);
    let (right, bottom) = (scene.width - rim, scene.height - rim);
    for radius in [1.1_f32, 0.65] {
        let around = (0..48).map(|step| (step as f32 * std::f32::consts::TAU / 48.0).sin_cos());
        let inside =
            |(sin, cos): (f32, f32)| ((x + radius * cos).clamp(rim, right), (y + radius * sin).clamp(rim, bottom));
        scene.add(Shape::line(around.map(inside).collect()).fill(&HALO));
    }
    scene.add(Shape::circle(x, y, 7.5 * POINT).fill(&RING).stroke(&role::GOAL, 2.0 * POINT));
    scene.add(Shape::circle(x, y, 3.0 * POINT).fill(&role::GOAL));
}

/// A number that looks random, the same for the same cell, as the page has it.
fn scatter(n: usize) -> f32 {
    (((n as u32 + 7).wrapping_mul(2_654_435_761) >> 8) % 1000) as f32 / 1000.0
}

/// Tufts and flowers on the grass, here and there.
fn lawn(scene: &mut Scene, cells: &Cells) {
    const TUFT: Role = Role::new("tuft", 0xa9bb7e, 0x46553f);
    const FLOWER: Role = Role::new("flower", 0xfffdf2, 0x8f8a6a);
    let mut blades = Vec::new();
    for (r, c, _) in cells.each().filter(|(_, _, cell)| *cell != b'*') {
        let (n, m) = (scatter(r * 211 + c), scatter(c * 97 + r));
        let (x, y) = (c as f32 + (4.0 + n * 11.0) * POINT, r as f32 + (6.0 + m * 10.0) * POINT);
        if n > 0.78 {
            let tips = [(-1.5, -3.6), (0.0, -4.6), (1.6, -3.4)];
            blades.extend(tips.map(|(dx, dy)| vec![(x, y), (x + dx * POINT, y + dy * POINT)]));
        } else if n > 0.7 && n < 0.75 {
            for (dx, dy) in [(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)] {
                scene.add(Shape::circle(x + dx * POINT, y + dy * POINT, 0.9 * POINT).fill(&FLOWER));
            }
        }
    }
    scene.add(Shape::lines(blades).stroke(&TUFT, 0.9 * POINT));
}

/// Cracks in stones, and moss at the edges that have the weather.
fn weather(scene: &mut Scene, cells: &Cells, closed: bool) {
    const MOSS: Role = Role::new("moss", 0x6f9254, 0x587a4a);
    const CRACK: Role = tinted("crack", (0x605e53, 178), (0x24262b, 178));
    let stone = |r: usize, c: usize| cells.at(r as isize, c as isize).is_none_or(|cell| cell == b'*');
    let (last, end) = (cells.0.len() - 1, cells.width() - 1);
    let mut moss = |x: f32, y: f32, leaves: &[(f32, f32, f32)]| {
        for (dx, dy, radius) in leaves {
            scene.add(Shape::circle(x + dx * POINT, y + dy * POINT, radius * POINT).fill(&MOSS));
        }
    };
    let mut cracks = Vec::new();
    for (r, c, _) in cells.each().filter(|(_, _, cell)| *cell == b'*') {
        let (n, m) = (scatter(r * 211 + c), scatter(c * 97 + r));
        let (left, top) = (c as f32, r as f32);
        let at_rim = closed && ([0, last].contains(&r) || [0, end].contains(&c));
        if n > 0.9 && !at_rim {
            let (x, y) = (left + (4.0 + n * 11.0) * POINT, top + (2.0 + m * 10.0) * POINT);
            let crack = Shape::lines(path("M0 0l2 3l-1.5 2.5l2.5 3.5M2 3l2.5-1"));
            cracks.push(crack.moved(POINT, x, y).stroke(&CRACK, 0.6 * POINT));
        }
        if !stone(r + 1, c) && n < 0.3 {
            let leaves = [(-2.6, 0.3, 1.7), (0.0, -0.4, 2.4), (2.8, 0.4, 1.6), (0.6, 1.6, 1.4)];
            moss(left + (5.0 + m * 10.0) * POINT, top + 1.0 - POINT, &leaves);
        } else if c > 0 && !stone(r, c - 1) && m < 0.25 {
            moss(
                left + 1.5 * POINT,
                top + (5.0 + n * 9.0) * POINT,
                &[(0.0, -2.0, 1.5), (0.4, 0.0, 2.1), (0.0, 2.4, 1.4)],
            );
        }
    }
    cracks.into_iter().for_each(|crack| scene.add(crack));
}

/// A level as it stands.
pub fn sokoban(view: &Value) -> Option<Scene> {
    let rows: Option<Vec<&str>> = view["rows"].as_array()?.iter().map(Value::as_str).collect();
    let level = Level::from_rows(rows?).ok()?;
    let boxes: Option<Vec<(f32, f32)>> = view["boxes"].as_array()?.iter().map(spot).collect();
    Some(level_with(&level, &boxes?, spot(&view["player"])?))
}

/// A level as it begins.
pub fn level(level: &Level) -> Scene {
    let place = |cell| {
        let at = level.size().point(cell);
        (at.col as f32, at.row as f32)
    };
    let boxes: Vec<(f32, f32)> = level.boxes().iter().map(|cell| place(*cell)).collect();
    level_with(level, &boxes, place(level.player()))
}

fn level_with(level: &Level, boxes: &[(f32, f32)], player: (f32, f32)) -> Scene {
    const FLOOR: Role = Role::new("boards", 0xefe3ca, 0x252830);
    const FLOOR_2: Role = Role::new("boards-2", 0xe7d8b9, 0x2a2e37);
    let size = level.size();
    let inside = level.inside();
    let kind = |cell| match level.ground(cell) {
        Ground::Wall => b'#',
        _ if inside[cell.index()] => b' ',
        _ => b'-',
    };
    let letters: Vec<u8> = size.cells().map(kind).collect();
    let cells = Cells(letters.chunks(size.cols()).map(<[u8]>::to_vec).collect());
    let mut scene = cells.scene();
    let seen = |r: usize, c: usize| cells.0[r][c] == b' ' || boxes.contains(&(c as f32, r as f32));
    cells.checker(&mut scene, |_, _, cell| cell == b' ', [&FLOOR, &FLOOR_2]);
    corners(&mut scene, &cells, &FLOOR);
    let outer = outside(size.rows(), size.cols(), seen);
    cells.quarters(|r, c| outer[r * 2 * size.cols() + c]).stand(&mut scene, |cell| cell == b'#', &SLATE);
    let targets: Vec<(f32, f32)> = level
        .targets()
        .map(|cell| {
            let at = size.point(cell);
            (at.col as f32, at.row as f32)
        })
        .collect();
    for place in &targets {
        inlay(&mut scene, *place);
    }
    for place in boxes {
        crate_at(&mut scene, *place, targets.contains(place));
    }
    pawn(&mut scene, player, &role::PLAYERS[0]);
    scene.add(Shape::circle(player.0 + 0.5, player.1 + 7.0 * POINT, 1.3 * POINT).fill(&CREAM));
    let floor = cells.each().filter(|(r, c, _)| seen(*r, *c)).map(|(r, c, _)| (r as f32, c as f32));
    let around = |(top, left, bottom, right): (f32, f32, f32, f32), (r, c): (f32, f32)| {
        (top.min(r), left.min(c), bottom.max(r), right.max(c))
    };
    let (top, left, bottom, right) = floor.fold((player.1, player.0, player.1, player.0), around);
    cropped(scene, (left - 0.5, top - 0.5, right - left + 2.0, bottom - top + 2.0))
}

/// The floor under the round corner of a wall, where it has floor on two sides.
fn corners(scene: &mut Scene, cells: &Cells, paint: &'static Role) {
    const SIDE: f32 = 4.0 * POINT;
    for (r, c, _) in cells.each().filter(|(_, _, cell)| *cell == b'#') {
        let floor = |dr: isize, dc: isize| cells.at(r as isize + dr, c as isize + dc) == Some(b' ');
        for (down, right) in
            [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().filter(|(d, r)| floor(*d, 0) && floor(0, *r))
        {
            let at = |start: usize, side: isize| start as f32 + if side < 0 { 0.0 } else { 1.0 - SIDE };
            scene.add(Shape::rect(at(c, right), at(r, down), SIDE, SIDE).fill(paint));
        }
    }
}

/// A target let into the floor.
fn inlay(scene: &mut Scene, (x, y): (f32, f32)) {
    const PALE: Role = tinted("target-pale", (0xb8336a, 51), (0xe86a9c, 51));
    let rings =
        path("M5.4 10a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0zM8.3 10a1.7 1.7 0 1 1 3.4 0a1.7 1.7 0 1 1-3.4 0z");
    scene.add(Shape::lines(rings).moved(POINT, x, y).fill(&PALE).stroke(&role::GOAL, POINT));
}

/// A box: planks off its target, another colour and a tick on it.
fn crate_at(scene: &mut Scene, (x, y): (f32, f32), home: bool) {
    static WOOD: [Role; 3] = [
        Role::new("wood", 0xcf8b43, 0xb0743a),
        Role::new("wood-side", 0x99602a, 0x6d4520),
        Role::new("wood-lit", 0xe5bf98, 0xd4b393),
    ];
    static HOME: [Role; 3] = [
        Role::new("home", 0x2f8f68, 0x2f9a70),
        Role::new("home-side", 0x1d6147, 0x185840),
        Role::new("home-lit", 0x8dc1ac, 0x8dc7b0),
    ];
    const LINE: Role = Role::new("wood-line", 0x8a5524, 0xe0a566);
    const FRAME: Role = tinted("wood-frame", (0x8a5524, 191), (0xe0a566, 191));
    let [top, side, lit] = if home { &HOME } else { &WOOD };
    let mut put = |shape: Shape| scene.add(shape.moved(POINT, x, y));
    put(Shape::rect(4.0, 4.0, 15.5, 15.5).fill(&SLATE.shade));
    put(Shape::rounded(2.0, 4.0, 16.0, 15.0, 2.0).fill(side));
    put(Shape::rounded(2.0, 1.5, 16.0, 14.5, 2.0).fill(top).stroke(lit, 0.5));
    if home {
        put(Shape::lines(path("M6.5 8.8L9 11.3L13.8 6")).stroke(&CREAM, 1.8));
    } else {
        put(Shape::rect(4.5, 4.0, 11.0, 9.5).stroke(&FRAME, 0.7));
        put(Shape::lines(path("M5 13L15 4.5")).stroke(&LINE, 1.5));
    }
}

/// The quarters of cells that are reached from the edge of a picture without
/// coming near what is seen of the floor.
fn outside(rows: usize, cols: usize, seen: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let (tall, wide) = (2 * rows, 2 * cols);
    let near = |r: usize, c: usize| {
        let range = |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
        range(r, tall).any(|r| range(c, wide).any(|c| seen(r / 2, c / 2)))
    };
    let mut reached = vec![false; tall * wide];
    let mut waiting: Vec<(usize, usize)> = (0..tall).flat_map(|r| [(r, 0), (r, wide - 1)]).collect();
    waiting.extend((0..wide).flat_map(|c| [(0, c), (tall - 1, c)]));
    while let Some((r, c)) = waiting.pop() {
        if r >= tall || c >= wide || reached[r * wide + c] || near(r, c) {
            continue;
        }
        reached[r * wide + c] = true;
        waiting.extend([(r + 1, c), (r, c + 1), (r.wrapping_sub(1), c), (r, c.wrapping_sub(1))]);
    }
    reached
}
