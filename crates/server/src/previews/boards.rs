//! The boards of race, town and levels for pictures of links, in the page's
//! materials: stone on grass, plots in a harbour, wood and slate. Light comes
//! from the top left: what stands has a shadow, a front and a lit edge. As in
//! the page, of a wall around a board the half that faces the floor is enough.

use super::moved;
use dedale_draw::{Paint, Role, Scene, Shape, role};
use dedale_sokoban::{Ground, Level};
use serde_json::Value;

const SHADE: Role = Role::veil("shade", 0x32341e, 56);
pub(super) const LIGHT: Role = Role::veil("light", 0xffffff, 130);
const CREAM: Role = Role::new("cream", 0xfffdf8, 0xfffdf8);

/// What stands: its top, its front and its lit edge.
struct Material {
    top: Role,
    front: Role,
    lit: Role,
}

static STONE: Material = Material {
    top: Role::new("stone", 0x8f8d80, 0x53565c),
    front: Role::new("stone-front", 0x605e53, 0x24262b),
    lit: Role::new("stone-lit", 0xb4b2a4, 0x777b84),
};
static SLATE: Material = Material {
    top: Role::new("slate", 0x58627c, 0x414966),
    front: Role::new("slate-front", 0x3a4259, 0x1b1f30),
    lit: Role::new("slate-lit", 0x8a95b0, 0x646e92),
};

/// Rows of cells, as text.
struct Cells(Vec<Vec<u8>>);

impl Cells {
    fn of(rows: &Value) -> Option<Self> {
        let rows: Option<Vec<Vec<u8>>> =
            rows.as_array()?.iter().map(|row| Some(row.as_str()?.as_bytes().to_vec())).collect();
        rows.map(Self).filter(|cells| cells.width() > 0)
    }

    fn width(&self) -> usize {
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
    fn each(&self) -> impl Iterator<Item = (usize, usize, u8)> {
        self.0.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |(c, cell)| (r, c, *cell)))
    }

    /// Two close tones where cells are of a kind.
    fn checker(&self, scene: &mut Scene, is: impl Fn(usize, usize, u8) -> bool, tones: [&'static Role; 2]) {
        for (r, c, _) in self.each().filter(|(r, c, cell)| is(*r, *c, *cell)) {
            scene.add(Shape::rect(c as f32, r as f32, 1.0, 1.0).fill(tones[(r + c) % 2]));
        }
    }

    /// Quarters of a kind as one thing that stands.
    fn stand(&self, scene: &mut Scene, is: impl Fn(u8) -> bool, material: &'static Material) {
        const SIDE: f32 = 0.5;
        let solid = |r: isize, c: isize| self.at(r, c).is_some_and(&is);
        let cells: Vec<(usize, usize)> = self.each().filter(|(_, _, cell)| is(*cell)).map(|(r, c, _)| (r, c)).collect();
        // Neighbours in a row are one shape, and rows overlap a little: no seam is seen between them.
        let mut runs: Vec<(usize, usize, usize)> = Vec::new();
        for &(r, c) in &cells {
            match runs.last_mut() {
                Some((row, first, long)) if *row == r && *first + *long == c => *long += 1,
                _ => runs.push((r, c, 1)),
            }
        }
        let mut lay = |right: f32, down: f32, tall: f32, paint: &'static Role| {
            for &(r, c, long) in &runs {
                let (x, y) = (c as f32 * SIDE + right, r as f32 * SIDE + down);
                scene.add(Shape::rect(x, y, long as f32 * SIDE, tall).fill(paint));
            }
        };
        lay(0.12, 0.23, SIDE, &SHADE);
        lay(0.0, 0.15, SIDE + 0.02, &material.front);
        lay(0.0, 0.0, SIDE + 0.02, &material.top);
        let mut edges = Vec::new();
        for (r, c) in &cells {
            let (row, col) = (*r as isize, *c as isize);
            let (x, y) = (*c as f32 * SIDE, *r as f32 * SIDE);
            for (beside, from, to) in [
                (solid(row - 1, col), (x, y), (x + SIDE, y)),
                (solid(row + 1, col), (x, y + SIDE), (x + SIDE, y + SIDE)),
                (solid(row, col - 1), (x, y), (x, y + SIDE)),
                (solid(row, col + 1), (x + SIDE, y), (x + SIDE, y + SIDE)),
            ] {
                if !beside {
                    edges.push(vec![from, to]);
                }
            }
        }
        scene.add(Shape::lines(edges).stroke(&material.lit, 0.05));
    }
}

/// What lies inside a part of a scene, given by its left, top, width and
/// height, and below it the front of the lowest wall.
fn cropped(scene: Scene, (left, top, wide, high): (f32, f32, f32, f32)) -> Scene {
    let mut part = Scene::new(wide, high + 0.2);
    for shape in scene.shapes {
        part.add(moved(shape, 1.0, -left, -top));
    }
    part
}

/// Where something stands: column and row.
fn spot(place: &Value) -> Option<(f32, f32)> {
    Some((place[1].as_u64()? as f32, place[0].as_u64()? as f32))
}

/// A pawn with a base and a head.
pub(super) fn pawn(scene: &mut Scene, (x, y): (f32, f32), paint: &'static Role) {
    scene.add(Shape::rounded(x + 0.18, y + 0.78, 0.72, 0.18, 0.09).fill(&SHADE));
    let body = [(0.16, 0.84), (0.24, 0.56), (0.4, 0.42), (0.6, 0.42), (0.76, 0.56), (0.84, 0.84), (0.5, 0.92)];
    scene.add(Shape::line(body.map(|(dx, dy)| (x + dx, y + dy)).to_vec()).fill(paint));
    scene.add(Shape::circle(x + 0.5, y + 0.27, 0.21).fill(paint));
    scene.add(Shape::circle(x + 0.43, y + 0.2, 0.06).fill(&LIGHT));
}

/// A target, inlaid.
fn target(scene: &mut Scene, (x, y): (f32, f32)) {
    const PALE: Role = Role::veil("target-pale", 0xb8336a, 60);
    let (x, y) = (x + 0.5, y + 0.5);
    scene.add(Shape::circle(x, y, 0.38).fill(&PALE).stroke(&role::GOAL, 0.09));
    scene.add(Shape::circle(x, y, 0.15).fill(&role::GOAL));
}

/// The board of a race with its pawns.
pub fn race(course: &Value) -> Option<Scene> {
    const GRASS: Role = Role::new("grass", 0xe3e8cb, 0x232a22);
    const GRASS_2: Role = Role::new("grass-2", 0xdbe2be, 0x272f26);
    const HALO: Role = Role::veil("halo", 0xb8336a, 34);
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
    cells.checker(&mut scene, |_, _, cell| !closed || cell != b'*', [&GRASS, &GRASS_2]);
    let goal = spot(&course["target"])?;
    for radius in [1.1, 0.65] {
        scene.add(Shape::circle(goal.0 + 0.5, goal.1 + 0.5, radius).fill(&HALO));
    }
    cells.quarters(at_rim).stand(&mut scene, |cell| cell == b'*', &STONE);
    target(&mut scene, goal);
    for (seat, place) in course["positions"].as_array()?.iter().enumerate() {
        pawn(&mut scene, spot(place)?, &role::PLAYERS[seat % 8]);
    }
    let (wide, high) = (scene.width, scene.height);
    Some(if closed { cropped(scene, (0.5, 0.5, wide - 1.0, high - 1.0)) } else { scene })
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
    const WOOD: [Role; 3] = [
        Role::new("wood", 0xcf8b43, 0xb0743a),
        Role::new("wood-side", 0x99602a, 0x6d4520),
        Role::new("wood-line", 0x8a5524, 0xe0a566),
    ];
    const HOME: [Role; 3] = [
        Role::new("home", 0x2f8f68, 0x2f9a70),
        Role::new("home-side", 0x1d6147, 0x185840),
        Role::new("home-line", 0xffffff, 0xffffff),
    ];
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
    cells.checker(&mut scene, |_, _, cell| cell == b' ', [&FLOOR, &FLOOR_2]);
    let seen = |r: usize, c: usize| cells.0[r][c] == b' ' || boxes.contains(&(c as f32, r as f32));
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
        target(&mut scene, *place);
    }
    for (x, y) in boxes {
        let home = targets.contains(&(*x, *y));
        let [top, side, line] = if home { &HOME } else { &WOOD };
        scene.add(Shape::rounded(x + 0.14, y + 0.24, 0.86, 0.8, 0.08).fill(&SHADE));
        scene.add(Shape::rounded(x + 0.08, y + 0.16, 0.84, 0.8, 0.08).fill(side));
        scene.add(Shape::rounded(x + 0.08, y + 0.04, 0.84, 0.8, 0.08).fill(top));
        let sign: &[(f32, f32)] =
            if home { &[(0.3, 0.46), (0.45, 0.6), (0.72, 0.28)] } else { &[(0.22, 0.72), (0.78, 0.16)] };
        let sign = sign.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        scene.add(Shape::line(sign).stroke(line, 0.09));
        if !home {
            scene.add(Shape::rounded(x + 0.18, y + 0.14, 0.64, 0.6, 0.03).stroke(line, 0.05));
        }
    }
    pawn(&mut scene, player, &role::PLAYERS[0]);
    let floor = cells.each().filter(|(r, c, _)| seen(*r, *c)).map(|(r, c, _)| (r as f32, c as f32));
    let around = |(top, left, bottom, right): (f32, f32, f32, f32), (r, c): (f32, f32)| {
        (top.min(r), left.min(c), bottom.max(r), right.max(c))
    };
    let (top, left, bottom, right) = floor.fold((player.1, player.0, player.1, player.0), around);
    cropped(scene, (left - 0.5, top - 0.5, right - left + 2.0, bottom - top + 2.0))
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

/// The town in its harbour.
pub fn fish(view: &Value) -> Option<Scene> {
    const WATER: Role = Role::new("water", 0x7fb4d3, 0x1c3648);
    const PLOT: Role = Role::new("plot", 0xb2dfc6, 0x315346);
    const ISLAND: Role = Role::new("island", 0xe4f2e8, 0x22302b);
    const STREET: Role = Role::new("street", 0x6f717a, 0x4a4d57);
    const LANE: Role = Role::new("lane", 0xf4efe3, 0xcfc7a8);
    const TREE: Role = Role::new("leaves", 0x3c8a5d, 0x3c8a5d);
    const TRUNK: Role = Role::new("trunk", 0x7b5a3c, 0x7b5a3c);
    const BLOCK: Role = Role::new("block", 0x3d4454, 0x5a6272);
    const GOODS: [Role; 5] = [
        Role::new("avocado", 0x4f7d33, 0x4f7d33),
        Role::new("broccoli", 0x2f7d4f, 0x2f7d4f),
        Role::new("carrot", 0xe77a26, 0xe77a26),
        Role::new("date", 0x8a4a21, 0x8a4a21),
        Role::new("shallot", 0xa3588b, 0xa3588b),
    ];
    let cells = Cells::of(&view["board"])?;
    let mut scene = Scene::new(cells.width() as f32 + 1.0, cells.0.len() as f32 + 1.0);
    scene.add(Shape::rounded(0.0, 0.0, scene.width, scene.height, 0.3).fill(&WATER));
    scene.add(Shape::rect(0.5, 0.5, scene.width - 1.0, scene.height - 1.0).fill(&ISLAND));
    let mut owners = Vec::new();
    for (seat, trader) in view["players"].as_array().into_iter().flatten().enumerate() {
        let shops = trader["shops"].as_array().into_iter().flatten();
        owners.extend(shops.filter_map(|shop| Some((spot(&shop["cell"])?, seat))));
    }
    let owner = |c: usize, r: usize| owners.iter().find(|(at, _)| *at == (c as f32, r as f32)).map(|(_, seat)| *seat);
    for (r, c, cell) in cells.each() {
        let (x, y) = (c as f32 + 0.5, r as f32 + 0.5);
        if cell == b'#' {
            scene.add(Shape::rect(x, y, 1.0, 1.0).fill(&STREET));
            scene.add(Shape::line(vec![(x + 0.2, y + 0.5), (x + 0.45, y + 0.5)]).stroke(&LANE, 0.06));
            continue;
        }
        scene.add(Shape::rounded(x + 0.04, y + 0.04, 0.92, 0.92, 0.14).fill(&PLOT));
        match cell {
            b'T' => {
                scene.add(Shape::rounded(x + 0.26, y + 0.76, 0.56, 0.14, 0.07).fill(&SHADE));
                scene.add(Shape::rect(x + 0.44, y + 0.55, 0.12, 0.32).fill(&TRUNK));
                for (dx, dy, radius) in [(0.36, 0.44, 0.2), (0.64, 0.44, 0.2), (0.5, 0.3, 0.22)] {
                    scene.add(Shape::circle(x + dx, y + dy, radius).fill(&TREE));
                }
            }
            b'A'..=b'E' => {
                scene.add(Shape::rounded(x + 0.06, y + 0.06, 0.88, 0.88, 0.14).fill(&BLOCK));
                scene.add(Shape::circle(x + 0.5, y + 0.5, 0.34).fill(&CREAM));
                scene.add(Shape::circle(x + 0.5, y + 0.5, 0.22).fill(&GOODS[usize::from(cell - b'A')]));
            }
            b'a'..=b'e' => {
                let roof: Paint = owner(c, r).map_or(Paint::Role(&BLOCK), |seat| (&role::PLAYERS[seat % 8]).into());
                scene.add(Shape::rounded(x + 0.2, y + 0.8, 0.72, 0.14, 0.07).fill(&SHADE));
                scene.add(Shape::rect(x + 0.18, y + 0.44, 0.64, 0.42).fill(&CREAM).stroke(roof, 0.05));
                let gable = [(0.08, 0.46), (0.5, 0.1), (0.92, 0.46)].map(|(dx, dy)| (x + dx, y + dy));
                scene.add(Shape::line(gable.to_vec()).fill(roof));
                scene.add(Shape::circle(x + 0.5, y + 0.65, 0.14).fill(&GOODS[usize::from(cell - b'a')]));
            }
            b'1'..=b'5' => {
                let seat = usize::from(cell - b'1');
                scene.add(Shape::circle(x + 0.5, y + 0.5, 0.28).fill(&role::PLAYERS[seat % 8]).stroke(&CREAM, 0.08));
            }
            _ => {}
        }
    }
    Some(scene)
}
