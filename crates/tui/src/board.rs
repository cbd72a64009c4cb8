//! A canvas of characters as a widget, scrolled to what matters.

use dedale_draw::term::Canvas;
use dedale_draw::{Color, Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;

/// Shows a canvas; when it is larger than the place, the part around `focus`.
pub struct Board<'a> {
    /// What to show.
    pub canvas: &'a Canvas,
    /// The row and column to keep in sight.
    pub focus: (usize, usize),
}

impl Widget for Board<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (rows, cols) = (self.canvas.rows(), self.canvas.cols());
        let (top, left) = (first(rows, area.height, self.focus.0), first(cols, area.width, self.focus.1));
        // A board smaller than its place stands in the middle.
        let down = area.height.saturating_sub(rows as u16) / 2;
        let right = area.width.saturating_sub(cols as u16) / 2;
        for row in 0..area.height.min(rows as u16) {
            for col in 0..area.width.min(cols as u16) {
                let Some(glyph) = self.canvas.get(top + usize::from(row), left + usize::from(col)) else { continue };
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
        Board { canvas: &canvas, focus: (0, 0) }.render(area, &mut buffer);
        assert_eq!(buffer, Buffer::with_lines(["       ", "  abc  ", "       "]));
    }
}
