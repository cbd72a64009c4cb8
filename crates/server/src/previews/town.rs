//! The town of Fish for pictures of links, in the page's materials and by its
//! measures (`worlds/fish/drawing.js`, 40 points a cell): mint plots on a quay,
//! asphalt and harbour blue. Every good keeps its letter.

use super::boards::{CREAM, Cells, sign, spot};
use super::letters::Face;
use super::tinted;
use dedale_draw::{Paint, Role, Scene, Shape, outline, path, role};
use serde_json::Value;

/// A point of the page's drawing.
const POINT: f32 = 1.0 / 40.0;
/// The water around the town, with the numbers of rows and columns.
const RIM: f32 = 18.0 * POINT;
const WATER: Role = Role::new("water", 0x7fb4d3, 0x1c3648);
const PLOT: Role = Role::new("plot", 0xd3eadb, 0x30473e);
const SHADE: Role = tinted("town-shade", (0x143228, 51), (0x000000, 102));
const DARK: Role = Role::new("shop-ink", 0x2b2a33, 0x2b2a33);

/// The goods from A to E: parts on a field of 24 by 24, as the page has them
/// (`worlds/fish/sprites.js`).
static GOODS: [&[(Role, &str)]; 5] = [
    &[
        (
            Role::new("avocado", 0x4f7d33, 0x4f7d33),
            "M12 1.500c3.200 0 4 3 5 6s3.500 5 3.500 8.500a8.500 7 0 0 1-17 0C3.500 12.500 6 10.500 7 7.500s1.800-6 5-6z",
        ),
        (
            Role::new("avocado-2", 0xdfe6a4, 0xdfe6a4),
            "M12 4c1.800 0 2.400 2.500 3.200 5s2.800 4 2.800 7a6 5 0 0 1-12 0c0-3 2-4.500 2.800-7S10.200 4 12 4z",
        ),
        (Role::new("avocado-3", 0x7a4b2a, 0x7a4b2a), "M12 12.500a3.400 3.400 0 1 0 0 6.800 3.400 3.400 0 0 0 0-6.800z"),
    ],
    &[
        (Role::new("broccoli", 0x9cc46b, 0x9cc46b), "M9.500 13h5l1.500 9.500h-8z"),
        (
            Role::new("broccoli-2", 0x2f7d4f, 0x2f7d4f),
            "M6.500 5.500a4.500 4.500 0 0 1 4-4 4.500 4.500 0 0 1 7 3 4.700 4.700 0 0 1 2 9 4.500 4.500 0 0 1-7.500 1.500 4.500 4.500 0 0 1-7.500-1.500 4.300 4.300 0 0 1 2-8z",
        ),
        (
            Role::new("broccoli-3", 0x56a574, 0x56a574),
            "M8.500 6.500a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600zM14 4.500a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600zM16 9.800a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600z",
        ),
    ],
    &[
        (
            Role::new("carrot", 0x3f8f4a, 0x3f8f4a),
            "M12 8C10.500 5 8.500 3.500 6.500 2.500 9 2 11 2.500 12 4c1-2 3-3 5.500-2.500C15 3 13.500 5 13 8z",
        ),
        (
            Role::new("carrot-2", 0xe77a26, 0xe77a26),
            "M5.500 9c2-2.200 11-2.200 13 0 .8 3-4 12-6.500 14C9.500 21 4.700 12 5.500 9z",
        ),
        (Role::new("carrot-3", 0xb95613, 0xb95613), "M8 11.500h4v1H8zM12 15h3.500v1H12zM9.500 17.500h3v1h-3z"),
    ],
    &[
        (Role::new("date", 0x6d8b3c, 0x6d8b3c), "M10 1.500h4l1 3.500H9z"),
        (
            Role::new("date-2", 0x8a4a21, 0x8a4a21),
            "M12 4c4 0 6.500 4 6.500 9.500S16 22.500 12 22.500 5.500 19 5.500 13.500 8 4 12 4z",
        ),
        (
            Role::new("date-3", 0xc98a4b, 0xc98a4b),
            "M9 8c-1.500 3-1.500 8 0 11l1-.5c-1-3-1-7 0-10zM14 8.500c1 3 1 7 0 10l1 .5c1.500-3 1.500-8 0-11z",
        ),
    ],
    &[
        (Role::new("shallot", 0x7f9a45, 0x7f9a45), "M11 1h2l.8 5h-3.600z"),
        (
            Role::new("shallot-2", 0xa3588b, 0xa3588b),
            "M12 3.500c.5 4.500 8 6 8 12 0 4-4 6-8 6s-8-2-8-6c0-6 7.500-7.500 8-12z",
        ),
        (
            Role::new("shallot-3", 0xdcb0cd, 0xdcb0cd),
            "M11.500 7C10 10 7.500 12 7.500 15.500c0 2 .8 3.500 2 4.500l.7-.6c-1-1-1.500-2.400-1.500-4 0-3 2-5 2.800-8.400zM12.600 8c.8 3 2.700 5 2.700 8 0 1.500-.5 2.800-1.300 3.700l.7.6c1.200-1 1.900-2.500 1.900-4.300 0-3.500-2.800-5-4-8z",
        ),
        (Role::new("shallot-4", 0x8a6d4f, 0x8a6d4f), "M9 21.500h1l-.5 2zM11.500 22h1v2zM14 21.500h1l.5 2z"),
    ],
];
const LEAVES: &str = "M12 1c3 0 5 2 5.200 4.300C19.700 6 21 8 21 10.200c0 3.300-2.600 5.800-6 5.800H9c-3.400 0-6-2.500-6-5.800C3 8 4.300 6 6.800 5.300 7 3 9 1 12 1z";
const TRUNK: &str = "M10.800 14h2.400l.8 9h-4z";
const GLINT: &str = "M8 8.500c.5-1.500 1.800-2.500 3.500-2.700M6.500 11.500c.2-.6.5-1 .9-1.400";
/// A fish that swims to the left, on a field of 12 by 6.
const FISH: &str = "M0 3Q3 -0.500 7.500 2.300L11.500 0Q10.500 3 11.500 6L7.500 3.700Q3 6.500 0 3z";

/// What is drawn of a cell, by the page's points from its corner.
struct Plot<'a> {
    scene: &'a mut Scene,
    x: f32,
    y: f32,
}

impl Plot<'_> {
    fn add(&mut self, shape: Shape) {
        self.scene.add(shape.moved(POINT, self.x, self.y));
    }

    fn path(&mut self, d: &str, paint: impl Into<Paint>) {
        self.add(Shape::lines(path(d)).fill(paint));
    }

    /// A sprite of a field of 24 by 24, put at a place in a size.
    fn good(&mut self, good: u8, scale: f32, left: f32, top: f32) {
        for (paint, d) in GOODS[usize::from(good - b'A') % GOODS.len()] {
            self.add(Shape::lines(path(d)).moved(scale, left, top).fill(paint));
        }
    }

    fn letter(&mut self, letter: char, size: f32, (x, y): (f32, f32), paint: impl Into<Paint>) {
        if let Some(text) = Face::inter().centred(letter.encode_utf8(&mut [0; 4]), size, (x, y)) {
            self.add(text.fill(paint));
        }
    }

    fn tree(&mut self) {
        const LEAF: Role = Role::new("leaves", 0x3c8a5d, 0x3c8a5d);
        const WOOD: Role = Role::new("trunk", 0x7b5a3c, 0x7b5a3c);
        const SHINE: Role = Role::new("leaf-shine", 0xa6d8b4, 0xa6d8b4);
        self.path("M12 32a12 4.5 0 1 0 24 0a12 4.5 0 1 0-24 0z", &SHADE);
        let put = |d: &str| Shape::lines(path(d));
        self.add(put(TRUNK).moved(1.25, 5.0, 4.5).fill(&WOOD));
        self.add(put(LEAVES).moved(1.25, 5.0, 4.5).fill(&LEAF));
        self.add(put(GLINT).stroke(&SHINE, 1.2).moved(1.25, 5.0, 4.5));
    }

    fn producer(&mut self, good: u8) {
        const BLOCK: Role = Role::new("block", 0x3d4454, 0x5a6272);
        const SIDE: Role = Role::new("block-side", 0x232937, 0x30353f);
        self.add(Shape::rounded(4.0, 6.0, 36.0, 35.0, 5.0).fill(&SHADE));
        self.add(Shape::rounded(1.5, 4.0, 37.0, 34.5, 5.0).fill(&SIDE));
        self.add(Shape::rounded(1.5, 1.5, 37.0, 33.0, 5.0).fill(&BLOCK));
        self.add(Shape::circle(22.5, 20.5, 12.5).fill(&CREAM));
        self.good(good, 0.81, 12.7, 10.8);
        self.letter(char::from(good), 11.0, (7.5, 12.0), &CREAM);
    }

    fn shop(&mut self, good: u8, owner: Option<usize>) {
        const GLEAM: Role = Role::veil("gleam", 0xffffff, 128);
        let paint: &'static Role = owner.map_or(&role::FAINT, |seat| &role::PLAYERS[seat % 8]);
        self.path("M8 18h31v19.5q0 2-2 2h-29z", &SHADE);
        let house = path("M5 15h30v21.5a1.5 1.5 0 0 1-1.5 1.5h-27a1.5 1.5 0 0 1-1.5-1.5z");
        self.add(Shape::lines(house).fill(&CREAM).stroke(paint, 1.6));
        let roof = path("M20 2l18 12.5a1.5 1.5 0 0 1-1 2.7h-34a1.5 1.5 0 0 1-1-2.7z");
        self.add(Shape::lines(roof).fill(paint).stroke(paint, 1.0));
        self.add(Shape::line(vec![(4.5, 14.2), (20.0, 3.6)]).stroke(&GLEAM, 1.4));
        self.good(good, 0.76, 7.0, 18.5);
        self.letter(char::from(good.to_ascii_lowercase()), 11.0, (30.0, 34.0), &DARK);
        if let Some(seat) = owner {
            self.add(sign(seat, 0.28, (15.5, 7.0)).fill(&CREAM));
        }
    }

    fn reservation(&mut self, seat: usize) {
        self.path("M10 24a12 10 0 1 0 24 0a12 10 0 1 0-24 0z", &SHADE);
        self.add(sign(seat, 0.75, (8.0, 8.0)).fill(&role::PLAYERS[seat % 8]).stroke(&CREAM, 1.9));
        let low = [4.5, 4.5, 8.0, 4.5, 5.5][seat % 5];
        self.letter(char::from(b'1' + seat as u8), 12.0, (20.0, 20.0 + low), &CREAM);
    }
}

/// The town in its harbour.
pub fn fish(view: &Value) -> Option<Scene> {
    let cells = Cells::of(&view["board"])?;
    let (cols, rows) = (cells.width() as f32, cells.0.len() as f32);
    let mut scene = Scene::new(cols + 2.0 * RIM, rows + 2.0 * RIM);
    harbour(&mut scene, cols, rows);
    let mut owners = Vec::new();
    for (seat, trader) in view["players"].as_array().into_iter().flatten().enumerate() {
        let shops = trader["shops"].as_array().into_iter().flatten();
        owners.extend(shops.filter_map(|shop| Some((spot(&shop["cell"])?, seat))));
    }
    plots(&mut scene, &cells);
    streets(&mut scene, &cells);
    for (r, c, cell) in cells.each() {
        let at = (c as f32, r as f32);
        let mut plot = Plot { scene: &mut scene, x: RIM + at.0, y: RIM + at.1 };
        match cell {
            b'T' => plot.tree(),
            b'A'..=b'E' => plot.producer(cell),
            b'a'..=b'e' => {
                let owner = owners.iter().find(|(place, _)| *place == at).map(|(_, seat)| *seat);
                plot.shop(cell.to_ascii_uppercase(), owner);
            }
            b'1'..=b'5' => plot.reservation(usize::from(cell - b'1')),
            _ => {}
        }
    }
    Some(scene)
}

/// The water with its waves and fish, the quay, the numbers of rows and columns.
fn harbour(scene: &mut Scene, cols: f32, rows: f32) {
    const WAVE: Role = Role::new("wave", 0xb9dcee, 0x335a72);
    const QUAY: Role = Role::new("quay", 0xb39a73, 0x3a3a38);
    const MINT: Role = Role::new("mint", 0xe4f2e8, 0x182420);
    const NAMES: Role = Role::new("names", 0x17394d, 0xcfe3ef);
    static SCHOOL: [Role; 3] = [
        Role::new("fish-1", 0xe9824a, 0xe39a63),
        Role::new("fish-2", 0xf4d35e, 0xd9c062),
        Role::new("fish-3", 0xd9e8f2, 0x86a9bd),
    ];
    scene.add(Shape::rounded(0.0, 0.0, scene.width, scene.height, 10.0 * POINT).fill(&WATER));
    let (wide, tall) = (cols / POINT, rows / POINT);
    let mut town = Plot { scene, x: RIM, y: RIM };
    let mut wave = |x: f32, y: f32, long: f32| {
        let crest = format!("M{x} {y}q{a} -3 {b} 0q{a} 3 {b} 0", a = long / 4.0, b = long / 2.0);
        town.add(Shape::lines(path(&crest)).stroke(&WAVE, 1.3));
    };
    (0..).map(|n| 8.0 + 46.0 * n as f32).take_while(|x| *x < wide).for_each(|x| wave(x, tall + 13.0, 12.0));
    (0..).map(|n| 20.0 + 52.0 * n as f32).take_while(|y| *y < tall).for_each(|y| wave(wide + 5.0, y, 10.0));
    let upright = |points: Vec<Vec<(f32, f32)>>| {
        points.into_iter().map(|line| line.into_iter().map(|(x, y)| (-y, x)).collect()).collect::<Vec<Vec<_>>>()
    };
    for (x, y, turned, kind) in [
        (wide * 0.42, tall + 8.0, false, 0),
        (wide * 0.83, tall + 9.0, false, 1),
        (wide + 14.0, tall * 0.34, true, 2),
        (wide + 14.0, tall * 0.72, true, 0),
    ] {
        let shape = if turned { upright(path(FISH)) } else { path(FISH) };
        town.add(Shape::lines(shape).moved(1.0, x, y).fill(&SCHOOL[kind]));
    }
    town.add(Shape::rounded(-3.0, -1.0, wide + 6.0, tall + 6.0, 8.0).fill(&QUAY));
    town.add(Shape::rounded(-3.0, -3.0, wide + 6.0, tall + 6.0, 8.0).fill(&MINT));
    let mut name = |n: usize, at: (f32, f32)| {
        town.scene.add(match Face::inter().centred(&n.to_string(), 9.5, at) {
            Some(text) => text.fill(&NAMES).moved(POINT, RIM, RIM),
            None => return,
        });
    };
    (0..cols as usize).for_each(|col| name(col, (col as f32 * 40.0 + 20.0, -6.0)));
    (0..rows as usize).for_each(|row| name(row, (-9.0, row as f32 * 40.0 + 23.5)));
}

/// The ground of every cell: green where one may build, water where there is none.
fn plots(scene: &mut Scene, cells: &Cells) {
    const MAY: Role = Role::new("plot-free", 0xb2dfc6, 0x3a6853);
    const EDGE: Role = tinted("plot-edge", (0x237056, 140), (0x5fc79d, 140));
    for (r, c, cell) in cells.each() {
        let mut plot = Plot { scene, x: RIM + c as f32, y: RIM + r as f32 };
        let square = Shape::rounded(1.5, 1.5, 37.0, 37.0, 6.0);
        match cell {
            b'_' => plot.add(Shape::rect(-3.0, -3.0, 46.0, 46.0).fill(&WATER)),
            b'.' => plot.add(square.fill(&MAY).stroke(&EDGE, 1.2)),
            _ => plot.add(square.fill(&PLOT)),
        }
    }
}

/// Roads as one street with a kerb, its lanes marked towards the next road.
fn streets(scene: &mut Scene, cells: &Cells) {
    const STREET: Role = Role::new("street", 0x6f717a, 0x4a4d57);
    const KERB: Role = Role::new("kerb", 0xb8bac1, 0x2b2d34);
    const LANE: Role = Role::new("lane", 0xf4efe3, 0xcfc7a8);
    let road = |r: usize, c: usize| cells.0.get(r).and_then(|row| row.get(c)) == Some(&b'#');
    let street = Shape::lines(outline(cells.0.len(), cells.width(), road, 1.0, 7.0 * POINT)).moved(1.0, RIM, RIM);
    scene.add(street.clone().fill(&KERB).stroke(&KERB, 2.4 * POINT));
    scene.add(street.fill(&STREET));
    for (r, c, _) in cells.each().filter(|(_, _, cell)| *cell == b'#') {
        let mut plot = Plot { scene, x: RIM + c as f32, y: RIM + r as f32 };
        let beside = [
            (r > 0 && road(r - 1, c), (0.0, -1.0)),
            (road(r, c + 1), (1.0, 0.0)),
            (road(r + 1, c), (0.0, 1.0)),
            (c > 0 && road(r, c - 1), (-1.0, 0.0)),
        ];
        // Dashes of five points with gaps of five, as the page's pen lays them.
        let mut dashes = Vec::new();
        for (dx, dy) in beside.into_iter().filter(|(is, _)| *is).map(|(_, way)| way) {
            for (from, to) in [(0.0, 2.5), (7.5, 12.5), (17.5, 20.0)] {
                dashes.push(vec![(20.0 + dx * from, 20.0 + dy * from), (20.0 + dx * to, 20.0 + dy * to)]);
            }
        }
        if dashes.is_empty() {
            dashes = vec![vec![(14.0, 20.0), (16.5, 20.0)], vec![(21.5, 20.0), (26.0, 20.0)]];
        }
        plot.add(Shape::lines(dashes).stroke(&LANE, 1.6));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets;

    #[test]
    fn sprites_are_those_of_the_page() {
        let sprites = assets::text("worlds/fish/sprites.js").expect("the goods of the page");
        for (paint, d) in GOODS.iter().copied().flatten() {
            assert!(sprites.contains(d) && sprites.contains(&paint.light.to_string()), "{d}");
        }
        assert!([LEAVES, TRUNK, GLINT].iter().all(|d| sprites.contains(d)));
        assert!(assets::text("worlds/fish/drawing.js").is_some_and(|text| text.contains(FISH)));
    }
}
