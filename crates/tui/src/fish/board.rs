//! The board as characters: the framed layout with colours and a cursor.

use dedale_draw::term::{Canvas, Glyph};
use dedale_draw::{Color, Role, Theme, role};
use dedale_fish::{Layout, Preview, Spot, Spots, State, Tile, picture};
use dedale_grid::{Dir, Grid, Point};
use dedale_text::tr;

/// What is laid over the free cells.
pub enum Shown {
    /// Roads to come.
    Preview(Option<Preview>),
    /// Chances of becoming a road.
    Risk(Grid<f64>),
    /// How far a shop would be; the letter of the good.
    Distance(char, Grid<Option<u32>>),
}

impl Shown {
    /// The distances of a good, or an empty preview where it is not in play.
    pub fn distance(state: &State, good: usize) -> Self {
        state.goods().nth(good).map_or(Self::Preview(None), |good| Self::Distance(good.letter(), state.distances(good)))
    }

    /// What it is.
    pub fn title(&self) -> String {
        match self {
            Self::Preview(_) => tr("roads to come", "routes à venir").into(),
            Self::Risk(_) => tr("chance of becoming a road, %", "chance de devenir une route, %").into(),
            Self::Distance(good, _) => format!("{} {good}", tr("distances to", "distances à")),
        }
    }
}

/// Rows and columns of the canvas before the board: its axes.
pub const AXES: (usize, usize) = (1, 3);

/// What of the canvas must be in sight for a cursor.
pub fn focus(cursor: Point) -> (usize, usize) {
    let (row, col) = place(cursor);
    (row, col + 1)
}

/// The board with its axes, its overlay and the cursor.
pub fn canvas(state: &State, cursor: Point, shown: &Shown) -> Canvas {
    let board = state.board();
    let size = board.size();
    let (top, left) = AXES;
    let mut canvas = Canvas::new(2 * size.rows() + 1 + top, 4 * size.cols() + 1 + left);
    let faint = Some(role::FAINT.color(Theme::Dark));
    for (row, line) in Layout::Framed.write(&board).lines().enumerate() {
        canvas.write(row + top, left, line, faint);
    }
    areas(&mut canvas, state);
    for col in 0..size.cols() {
        canvas.write(0, 4 * col + 2 + left, &col.to_string(), faint);
    }
    for row in 0..size.rows() {
        canvas.write(2 * row + 1 + top, 0, &format!("{row:>2}"), faint);
    }
    for (cell, tile) in board.tiles() {
        let at = size.point(cell);
        let (row, col) = place(at);
        if let Some(text) = overlay(shown, at, tile) {
            canvas.write(row, col, &text, Some(role::FRONTIER.color(Theme::Dark)));
        } else if let Some(role) = colour(tile) {
            let text: String =
                (0..3).filter_map(|offset| canvas.get(row, col + offset)).map(|glyph| glyph.letter).collect();
            canvas.write(row, col, &text, Some(role.color(Theme::Dark)));
        }
    }
    if let Shown::Preview(Some(preview)) = shown {
        for road in &preview.roads {
            let (row, col) = place(road.0);
            // A letter as well: not every terminal has colours.
            canvas.write(row, col, " # ", Some(role::FRONTIER.color(Theme::Dark)));
            paint(&mut canvas, row, col, picture::ROAD.color(Theme::Dark));
        }
    }
    let (row, col) = place(cursor);
    // Around the cell, so that what stands there stays legible.
    for (col, letter) in [(col - 1, '['), (col + 3, ']')] {
        if let Some(glyph) = canvas.get(row, col) {
            canvas.put(row, col, Glyph { letter, ..glyph });
        }
    }
    paint(&mut canvas, row, col, role::CURRENT.color(Theme::Dark));
    canvas
}

/// The borders of the areas, and in the corner of each how many buildings it
/// still holds.
fn areas(canvas: &mut Canvas, state: &State) {
    let Some(market) = state.market().filter(|market| !market.areas().is_empty()) else { return };
    let frame = state.ground().frame();
    let area = |at: Point| frame.spot(at).and_then(|spot| market.area(spot)).map(|area| area.cells);
    let line = Some(role::INK.color(Theme::Dark));
    for spot in Spots(frame.board()) {
        let at = frame.point(spot);
        let (row, col) = place(at);
        if area(at) != area(at.step(Dir::Left)) {
            canvas.write(row, col - 1, "|", line);
        }
        if area(at) != area(at.step(Dir::Up)) {
            canvas.write(row - 1, col, "---", line);
        }
    }
    for area in market.areas() {
        let left = u32::from(area.limit).saturating_sub((area.cells & state.ground().built()).count_ones());
        if let Some(first) = Spot::lowest(area.cells).filter(|_| left > 0) {
            let (row, col) = place(frame.point(first));
            canvas.write(row - 1, col - 1, &left.to_string(), Some(role::FRONTIER.color(Theme::Dark)));
        }
    }
}

/// Where the three characters of a cell begin.
fn place(at: Point) -> (usize, usize) {
    (2 * at.row as usize + 1 + AXES.0, 4 * at.col as usize + 1 + AXES.1)
}

fn paint(canvas: &mut Canvas, row: usize, col: usize, ground: Color) {
    for offset in 0..3 {
        if let Some(glyph) = canvas.get(row, col + offset) {
            canvas.put(row, col + offset, Glyph { ground: Some(ground), ..glyph });
        }
    }
}

/// The number shown on a free cell.
fn overlay(shown: &Shown, at: Point, tile: Tile) -> Option<String> {
    if tile != Tile::Free {
        return None;
    }
    match shown {
        Shown::Preview(_) => None,
        Shown::Risk(risk) => risk.get(at).map(|chance| format!("{:>3.0}", chance * 100.0)),
        Shown::Distance(_, distances) => {
            Some(distances.get(at).copied().flatten().map_or_else(String::new, |d| format!("{d:>2} ")))
        }
    }
}

fn colour(tile: Tile) -> Option<&'static Role> {
    match tile {
        Tile::Free => None,
        Tile::Outside => Some(&role::FAINT),
        Tile::Road => Some(&picture::ROAD),
        Tile::Tree => Some(&picture::TREE),
        Tile::Reserved(seat) | Tile::Shop(_, Some(seat)) => role::PLAYERS.get(seat.index()),
        Tile::Producer(good) | Tile::Shop(good, None) => picture::GOODS.get(good.index()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_have_borders_and_numbers() {
        let state = State::start(&"rules=2014,players=2".parse().unwrap(), 4).unwrap();
        let canvas = canvas(&state, Point::new(0, 0), &Shown::Preview(None));
        let frame = state.ground().frame();
        let areas = state.market().unwrap().areas();
        let mut numbers = 0;
        for area in areas {
            let (row, col) = place(frame.point(Spot::lowest(area.cells).unwrap()));
            let letter = canvas.get(row - 1, col - 1).unwrap().letter;
            numbers += usize::from(letter == '1' || letter == '2');
        }
        // The trucks' areas are full.
        assert_eq!(numbers, areas.len() - 4);
        // Between two areas there is a line, within one there is none.
        for spot in Spots(frame.board()) {
            let at = frame.point(spot);
            let Some(left) = frame.spot(at.step(Dir::Left)) else { continue };
            let apart = state.market().unwrap().area(spot) != state.market().unwrap().area(left);
            let (row, col) = place(at);
            let letter = canvas.get(row, col - 1).unwrap().letter;
            assert!(letter == '[' || letter == ']' || (letter == '|') == apart, "{at}: {letter}");
        }
    }
}
