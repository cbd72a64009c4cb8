//! A canvas of characters as a widget, scrolled to what matters.

use dedale_draw::term::Canvas;
use dedale_draw::{Color, Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;
use std::ops::Range;

/// Shows a canvas; when it is larger than the place, the part around `focus`.
pub struct Board<'a> {
    /// What to show.
    pub canvas: &'a Canvas,
    /// The row and column to keep in sight.
    pub focus: (usize, usize),
    /// The first rows and columns, which stay where they are: axes.
    pub fixed: (usize, usize),
}

impl Widget for Board<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (rows, cols) = (self.canvas.rows(), self.canvas.cols());
        let (fixed_rows, fixed_cols) = self.fixed;
        let room = |place: u16, fixed: usize| place.saturating_sub(fixed as u16);
        let top = first(rows - fixed_rows, room(area.height, fixed_rows), self.focus.0.saturating_sub(fixed_rows));
        let left = first(cols - fixed_cols, room(area.width, fixed_cols), self.focus.1.saturating_sub(fixed_cols));
        // A board smaller than its place stands in the middle.
        let down = area.height.saturating_sub(rows as u16) / 2;
        let right = area.width.saturating_sub(cols as u16) / 2;
        let moved = |at: usize, fixed: usize, by: usize| if at < fixed { at } else { at + by };
        for row in 0..area.height.min(rows as u16) {
            for col in 0..area.width.min(cols as u16) {
                let from = (moved(row.into(), fixed_rows, top), moved(col.into(), fixed_cols, left));
                let Some(glyph) = self.canvas.get(from.0, from.1) else { continue };
                let shown = fixed_cols + left..usize::from(area.width) + left;
                if from.0 < fixed_rows && from.1 >= fixed_cols && !whole(self.canvas, from, &shown) {
                    continue;
                }
                let mut style = Style::new();
                if let Some(ink) = glyph.ink {
                    style = style.fg(color(ink));
                }
                if let Some(ground) = glyph.ground {
                    style = style.bg(color(ground));
                }
                buffer[(area.x + right + col, area.y + down + row)].set_char(glyph.letter).set_style(style);
            }
        }
    }
}

/// The first line shown of `length` lines on a screen of `place`, with `focus`
/// in the middle as far as the ends allow.
fn first(length: usize, place: u16, focus: usize) -> usize {
    focus.saturating_sub(usize::from(place) / 2).min(length.saturating_sub(usize::from(place)))
}

/// Whether the name of a column that a character belongs to is in sight from
/// end to end: half a number is another number.
fn whole(canvas: &Canvas, (row, col): (usize, usize), shown: &Range<usize>) -> bool {
    let letter = |&col: &usize| canvas.get(row, col).is_some_and(|glyph| glyph.letter != ' ');
    let left = (0..=col).rev().take_while(letter).last();
    let right = (col..canvas.cols()).take_while(letter).last();
    left.into_iter().chain(right).all(|end| shown.contains(&end))
}

/// A picture's colour in the terminal.
pub fn color(color: Color) -> ratatui::style::Color {
    ratatui::style::Color::Rgb(color.r, color.g, color.b)
}

/// Letters in the colour of a role on a dark terminal.
pub fn role_style(role: &Role) -> Style {
    Style::new().fg(color(role.color(Theme::Dark)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrolls_to_the_focus_and_stops_at_the_ends() {
        assert_eq!(first(10, 20, 5), 0);
        assert_eq!(first(100, 20, 3), 0);
        assert_eq!(first(100, 20, 50), 40);
        assert_eq!(first(100, 20, 99), 80);
    }

    #[test]
    fn small_boards_stand_in_the_middle() {
        let mut canvas = Canvas::new(1, 3);
        canvas.write(0, 0, "abc", None);
        let area = Rect::new(0, 0, 7, 3);
        let mut buffer = Buffer::empty(area);
        Board { canvas: &canvas, focus: (0, 0), fixed: (0, 0) }.render(area, &mut buffer);
        assert_eq!(buffer, Buffer::with_lines(["       ", "  abc  ", "       "]));
    }

    #[test]
    fn axes_stay_while_the_rest_scrolls() {
        let mut canvas = Canvas::new(4, 8);
        for (row, line) in ["  0 2 4 ", "0 abcdef", "1 ghijkl", "2 mnopqr"].into_iter().enumerate() {
            canvas.write(row, 0, line, None);
        }
        let area = Rect::new(0, 0, 5, 2);
        let mut buffer = Buffer::empty(area);
        Board { canvas: &canvas, focus: (3, 7), fixed: (1, 2) }.render(area, &mut buffer);
        assert_eq!(buffer, Buffer::with_lines(["   4 ", "2 pqr"]));
    }

    #[test]
    fn names_cut_by_an_edge_are_left_out() {
        let mut canvas = Canvas::new(2, 12);
        canvas.write(0, 0, "  10  14  18", None);
        canvas.write(1, 0, "  abcdefghij", None);
        let area = Rect::new(0, 0, 9, 2);
        for (focus, lines) in [
            (2, ["  10  14 ", "  abcdefg"]),
            (6, ["     14  ", "  bcdefgh"]),
            (7, ["    14   ", "  cdefghi"]),
            (11, ["   14  18", "  defghij"]),
        ] {
            let mut buffer = Buffer::empty(area);
            Board { canvas: &canvas, focus: (1, focus), fixed: (1, 2) }.render(area, &mut buffer);
            assert_eq!(buffer, Buffer::with_lines(lines));
        }
    }
}
