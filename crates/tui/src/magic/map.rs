//! The map with axes, the pawn in hand and the cells its numbers name.

use crate::axes::{Cells, SPACE, with_axes};
use dedale_draw::term::{Canvas, Glyph};
use dedale_draw::{Theme, role};
use dedale_grid::Point;
use dedale_magic::game::{Open, Phase};
use dedale_magic::{Colour, Site, Spot, Square, picture};

/// The map around a pawn, and the place to keep in sight.
pub fn canvas(open: &Open, selected: Colour) -> (Canvas, (usize, usize)) {
    let plain = picture::canvas(&open.market, &open.pawns, &open.used);
    let cells = Cells { first: picture::origin(&open.market), size: (2, 4), middle: (1, 2) };
    let mut canvas = with_axes(&plain, cells);
    let place = |spot: Spot| {
        let (row, col) = picture::canvas_place(&open.market, spot);
        (row + SPACE.0, col + SPACE.1)
    };
    let bright = Some(role::CURRENT.color(Theme::Dark));
    let mut number = |spots: &mut dyn Iterator<Item = Spot>| {
        for (spot, digit) in spots.zip('1'..='9') {
            let (row, col) = place(spot);
            canvas.put(row, col + 1, Glyph { letter: digit, ink: bright, ground: None });
        }
    };
    if open.crystal_works() {
        let mut doors: Vec<(Point, Spot)> =
            open.market.unused_doors().map(|(spot, ..)| (open.market.point(spot), spot)).collect();
        doors.sort_by_key(|(point, _)| (point.row, point.col));
        number(&mut doors.into_iter().map(|(_, spot)| spot));
    } else if open.phase == Phase::Search {
        number(&mut open.market.sites().filter(|(_, site)| *site == Site::Teleporter(selected)).map(|(spot, _)| spot));
    }
    let Some(spot) = open.pawns[selected.index()] else {
        return (canvas, place(Spot::new(0, Square::STARTS[0])));
    };
    let (row, col) = place(spot);
    for (col, letter) in [(col - 1, '['), (col + 1, ']')] {
        canvas.put(row, col, Glyph { letter, ink: bright, ground: None });
    }
    (canvas, (row, col))
}
