//! A round as characters: rubble, target, players and paths.
//!
//! Players are told apart by their numbers as well as by their colours, and
//! where they stand is bold ground under the number, so the picture reads
//! without colours too.

use dedale_draw::term::{Canvas, Glyph, Style};
use dedale_draw::{Color, Role, Theme, role};
use dedale_grid::{Cell, Point};
use dedale_race::Mode;
use dedale_race::game::Course;

/// How a board is shown.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colours and characters the terminal has.
    pub style: Style,
    /// Two characters a cell, so that cells are nearly square.
    pub wide: bool,
}

impl Look {
    /// The columns of a cell.
    pub fn width(self) -> usize {
        if self.wide { 2 } else { 1 }
    }

    fn ink(self, role: &Role) -> Option<Color> {
        self.style.color.then(|| role.color(Theme::Dark))
    }
}

/// The board of a round in one of its three screens, with a cell to point out.
pub fn paint(course: &Course, mode: Mode, pointed: Option<Cell>, look: Look) -> Canvas {
    let board = &course.track.board;
    let size = board.size();
    let mut canvas = Canvas::new(size.rows(), size.cols() * look.width());
    let wall = Glyph { letter: if look.style.unicode { '█' } else { '*' }, ink: look.ink(&role::WALL), ground: None };
    for cell in size.cells().filter(|&cell| !board.labyrinth.is_free(cell)) {
        let Point { row, col } = size.point(cell);
        for column in 0..look.width() {
            canvas.put(row as usize, col as usize * look.width() + column, wall);
        }
    }
    let fog = Glyph { letter: '?', ink: look.ink(&role::FAINT), ground: None };
    for cell in course.extras.unseen.iter().flat_map(dedale_grid::BitGrid::cells) {
        let Point { row, col } = size.point(cell);
        for column in 0..look.width() {
            canvas.put(row as usize, col as usize * look.width() + column, fog);
        }
    }
    let mut put = |cell: Cell, text: [char; 2], ink: Option<Color>, ground: Option<Color>| {
        let Point { row, col } = size.point(cell);
        for (column, letter) in text.into_iter().take(look.width()).enumerate() {
            canvas.put(row as usize, col as usize * look.width() + column, Glyph { letter, ink, ground });
        }
    };
    let number = |seat: usize| char::from(b'1' + seat as u8);
    let paths = course.solutions(mode);
    for (seat, path) in paths.iter().enumerate().rev() {
        for &cell in path {
            put(cell, [number(seat), ' '], look.ink(&role::PLAYERS[seat]), None);
        }
    }
    if let Some(cell) = pointed {
        let letter = if look.style.unicode { '◆' } else { '+' };
        put(cell, [letter, ' '], look.ink(&role::CURRENT), None);
    }
    let goal = look.ink(&role::GOAL);
    let target_ink = if look.style.color { look.ink(&role::PAPER) } else { None };
    put(board.target, ['C', ' '], target_ink, goal);
    let shown = if mode == Mode::FromStart { board.starts.clone() } else { course.positions() };
    for (seat, &cell) in shown.iter().enumerate().rev() {
        let ink = if look.style.color { look.ink(&role::PAPER) } else { None };
        let mark = if look.style.unicode { ['●', '▲', '■', '◆'][seat % 4] } else { '<' };
        put(cell, [number(seat), mark], ink, look.ink(&role::PLAYERS[seat]));
    }
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_play::{Match, Viewer};
    use dedale_race::Race;

    fn course() -> Course {
        let game: Match<Race> = Match::new("size=7,density=1,players=2,rounds=1".parse().unwrap(), 1).unwrap();
        game.view(Viewer::Spectator).course.unwrap()
    }

    #[test]
    fn plain_characters_tell_everything() {
        let narrow = Look { style: Style::PLAIN, wide: false };
        let canvas = paint(&course(), Mode::FromHere, None, narrow);
        assert_eq!(canvas.to_text(Style::PLAIN), "*******\n*111 2*\n*  1 2*\n*  C22*\n*     *\n*     *\n*******\n");
    }

    #[test]
    fn wide_cells_carry_a_symbol() {
        let wide = Look { style: Style::RICH, wide: true };
        let canvas = paint(&course(), Mode::Play, Some(Cell::new(9)), wide);
        assert_eq!(canvas.cols(), 14);
        let text = canvas.to_text(Style { color: false, unicode: true });
        assert!(text.contains("1●") && text.contains("2▲") && text.contains('C') && text.contains('◆'), "{text}");
    }
}
