//! Supermarkets as pictures: characters for terminals, shapes for the rest.
//!
//! Colour never stands alone: pawns are capital letters, every coloured site
//! carries the small letter of its colour.

use crate::{Colour, Market, Site, Spot, Square, Wall};
use dedale_draw::term::{Canvas, Glyph};
use dedale_draw::{Anchor, Color, Role, Scene, Shape, Theme, role};
use dedale_grid::{Dir, Point};

/// The colours of the pawns.
pub const PAWNS: [Role; 4] = [
    Role::new("pawn-yellow", 0xb59f00, 0xe6d335),
    Role::new("pawn-purple", 0x7a4fa3, 0xb98ae6),
    Role::new("pawn-green", 0x00805c, 0x35c99a),
    Role::new("pawn-orange", 0xd55e00, 0xf28a3c),
];
/// A cell nobody enters.
pub const SHOP: Role = Role::new("shop", 0xd9d3c3, 0x363a45);

/// The sign of a site.
pub fn sign(site: Site) -> char {
    match site {
        Site::Door(None) => ' ',
        Site::Door(Some(_)) => '+',
        Site::Start(_) => '.',
        Site::Objective(_) => '*',
        Site::Exit(_) => '=',
        Site::Teleporter(_) => '@',
        Site::Timer => 'T',
        Site::Crystal => '%',
        Site::Camera => '&',
    }
}

/// The rows and columns of points around all tiles: the least, and how many.
pub(crate) fn extent(market: &Market) -> (Point, usize, usize) {
    let corners = (0..market.len()).map(|number| market.corner(number));
    let (mut low, mut high) = (market.corner(0), market.corner(0));
    for corner in corners {
        low = Point::new(low.row.min(corner.row), low.col.min(corner.col));
        high = Point::new(high.row.max(corner.row), high.col.max(corner.col));
    }
    (low, (high.row - low.row + 4) as usize, (high.col - low.col + 4) as usize)
}

/// The least row and column of a supermarket: the top left of its canvas.
pub fn origin(market: &Market) -> Point {
    extent(market).0
}

/// Where a cell's middle lies on the canvas of [`canvas`].
pub fn canvas_place(market: &Market, spot: Spot) -> (usize, usize) {
    place_from(extent(market).0, market.point(spot))
}

fn place_from(low: Point, point: Point) -> (usize, usize) {
    ((point.row - low.row) as usize * 2 + 1, (point.col - low.col) as usize * 4 + 2)
}

/// The supermarket as characters, `+---+` and `^ v < >` as the specification
/// draws tiles, with pawns and sites.
pub fn canvas(market: &Market, pawns: &[Option<Spot>; 4], used: &[Spot]) -> Canvas {
    let (low, rows, cols) = extent(market);
    let mut canvas = Canvas::new(rows * 2 + 1, cols * 4 + 1);
    let ink = |role: &Role| Some(role.color(Theme::Dark));
    let put = |canvas: &mut Canvas, row: usize, col: usize, letter: char, ink: Option<Color>| {
        canvas.put(row, col, Glyph { letter, ink, ground: None });
    };
    for number in 0..market.len() {
        let tile = market.tile(number);
        let corridors = tile.corridors();
        for square in Square::all() {
            let spot = Spot::new(number, square);
            let (row, col) = place_from(low, market.point(spot));
            for (r, c) in [(row - 1, col - 2), (row - 1, col + 2), (row + 1, col - 2), (row + 1, col + 2)] {
                put(&mut canvas, r, c, '+', ink(&role::WALL));
            }
            for dir in Dir::ALL {
                let door = tile.door(dir).filter(|_| Square::DOORS[dir.index()] == square);
                let passage = tile.passages().any(|wall| Wall::beside(square, dir) == Some(wall));
                let open = market.step(spot, dir).is_some();
                let (down, right) = dir.delta();
                let (r, c) = ((row as i32 + down) as usize, (col as i32 + right * 2) as usize);
                if let Some(colour) = door {
                    // An open door shows no wall; an unused one its arrow.
                    let arrow = if open { ' ' } else { ['^', '>', 'v', '<'][dir.index()] };
                    let paint = colour.map_or(ink(&role::FAINT), |colour| ink(&PAWNS[colour.index()]));
                    for shift in 0..3 {
                        let c = if dir.is_horizontal() { c } else { c + shift - 1 };
                        put(&mut canvas, r, c, if shift == 1 || dir.is_horizontal() { arrow } else { ' ' }, paint);
                    }
                } else if !open {
                    let letter = if passage {
                        ':'
                    } else if dir.is_horizontal() {
                        '|'
                    } else {
                        '-'
                    };
                    for shift in 0..3 {
                        let c = if dir.is_horizontal() { c } else { c + shift - 1 };
                        put(&mut canvas, r, c, letter, ink(&role::WALL));
                    }
                }
            }
            if corridors & square.bit() == 0 {
                canvas.write(row, col - 1, "###", ink(&SHOP));
            }
            if let Some(site) = tile.site(square).filter(|site| !matches!(site, Site::Start(_))) {
                let gone = used.contains(&spot) || matches!(site, Site::Door(_)) && market.unused_door(spot).is_none();
                let paint = site.colour().map_or(ink(&role::INK), |colour| ink(&PAWNS[colour.index()]));
                if !gone {
                    put(&mut canvas, row, col - 1, sign(site), paint);
                    if let Some(colour) = site.colour() {
                        put(&mut canvas, row, col, colour.letter(), paint);
                    }
                }
            }
            if tile.escalator().is_some_and(|(a, b)| a == square || b == square) {
                put(&mut canvas, row, col + 1, '/', ink(&role::FAINT));
            }
        }
    }
    for pawn in Colour::ALL {
        if let Some(spot) = pawns[pawn.index()] {
            let (row, col) = place_from(low, market.point(spot));
            let letter = pawn.letter().to_ascii_uppercase();
            let glyph = Glyph { letter, ink: Some(Color::hex(0x15171c)), ground: ink(&PAWNS[pawn.index()]) };
            canvas.put(row, col, glyph);
        }
    }
    canvas
}

/// The supermarket as shapes, one unit a cell.
pub fn scene(market: &Market, pawns: &[Option<Spot>; 4]) -> Scene {
    let (low, rows, cols) = extent(market);
    let mut scene = Scene::new(cols as f32 + 1.0, rows as f32 + 1.0);
    let place = |spot: Spot| {
        let point = market.point(spot);
        ((point.col - low.col) as f32 + 0.5, (point.row - low.row) as f32 + 0.5)
    };
    let mut walls = Vec::new();
    for number in 0..market.len() {
        let tile = market.tile(number);
        let corridors = tile.corridors();
        for square in Square::all() {
            let spot = Spot::new(number, square);
            let (x, y) = place(spot);
            let ground = if corridors & square.bit() != 0 { &role::FLOOR } else { &SHOP };
            scene.add(Shape::rect(x, y, 1.0, 1.0).fill(ground));
            for dir in Dir::ALL.into_iter().filter(|dir| market.step(spot, *dir).is_none()) {
                let line = match dir {
                    Dir::Up => vec![(x, y), (x + 1.0, y)],
                    Dir::Right => vec![(x + 1.0, y), (x + 1.0, y + 1.0)],
                    Dir::Down => vec![(x, y + 1.0), (x + 1.0, y + 1.0)],
                    Dir::Left => vec![(x, y), (x, y + 1.0)],
                };
                match tile.door(dir).flatten().filter(|_| Square::DOORS[dir.index()] == square) {
                    Some(colour) => scene.add(Shape::line(line).stroke(&PAWNS[colour.index()], 0.16)),
                    None if corridors & square.bit() != 0 || Wall::beside(square, dir).is_none() => walls.push(line),
                    None => {}
                }
            }
            if let Some(site) = tile.site(square) {
                let paint = site.colour().map_or(&role::INK, |colour| &PAWNS[colour.index()]);
                match site {
                    Site::Door(_) | Site::Start(_) => {}
                    Site::Objective(_) => scene.add(Shape::circle(x + 0.5, y + 0.5, 0.36).fill(paint)),
                    Site::Exit(_) => scene.add(Shape::rounded(x + 0.14, y + 0.14, 0.72, 0.72, 0.1).stroke(paint, 0.12)),
                    _ => scene.add(Shape::circle(x + 0.5, y + 0.5, 0.34).stroke(paint, 0.1)),
                }
                if !matches!(site, Site::Door(_) | Site::Start(_)) {
                    let letter = site.colour().map_or(sign(site), Colour::letter);
                    let ink = if matches!(site, Site::Objective(_)) { &role::PAPER } else { &role::INK };
                    let text = Shape::text(x + 0.5, y + 0.66, 0.42, letter.to_string());
                    scene.add(text.anchor(Anchor::Middle).fill(ink));
                }
            }
        }
        if let Some((a, b)) = tile.escalator() {
            let (a, b) = (place(Spot::new(number, a)), place(Spot::new(number, b)));
            scene.add(
                Shape::line(vec![(a.0 + 0.5, a.1 + 0.5), (b.0 + 0.5, b.1 + 0.5)]).stroke(&role::FAINT, 0.08).dashed(),
            );
        }
    }
    scene.add(Shape::lines(walls).stroke(&role::WALL, 0.1));
    for pawn in Colour::ALL {
        if let Some(spot) = pawns[pawn.index()] {
            let (x, y) = place(spot);
            let id = format!("pawn-{pawn}");
            scene.add(Shape::circle(x + 0.5, y + 0.5, 0.42).fill(&PAWNS[pawn.index()]).stroke(&role::INK, 0.06).id(id));
            let letter = Shape::text(x + 0.5, y + 0.68, 0.5, pawn.letter().to_ascii_uppercase().to_string());
            scene.add(letter.anchor(Anchor::Middle).fill(&role::PAPER));
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Extras;
    use crate::grow::grow;
    use dedale_draw::term::Style;

    #[test]
    fn pictures_show_every_pawn_and_open_doors() {
        let market = grow(6, Extras::default(), 3);
        let pawns = Square::STARTS.map(|square| Some(Spot::new(0, square)));
        let text = canvas(&market, &pawns, &[]).to_text(Style { color: false, unicode: false });
        for letter in ['Y', 'P', 'G', 'O'] {
            assert_eq!(text.matches(letter).count(), 1, "{text}");
        }
        let svg = dedale_draw::svg(&scene(&market, &pawns));
        assert!(svg.contains("pawn-y") && svg.contains("pawn-o"));
    }
}
