//! Boards in a terminal: a canvas of characters, box drawing, and pictures in
//! half blocks.

use crate::{Color, Raster};
use std::fmt::Write;

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// ANSI colours.
    pub color: bool,
    /// Characters beyond ASCII.
    pub unicode: bool,
}

impl Style {
    /// Plain ASCII without colour.
    pub const PLAIN: Self = Self { color: false, unicode: false };
    /// Colours and Unicode.
    pub const RICH: Self = Self { color: true, unicode: true };
}

/// A character with its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character.
    pub letter: char,
    /// The ink, or the terminal's own.
    pub ink: Option<Color>,
    /// The ground, or the terminal's own.
    pub ground: Option<Color>,
}

impl Glyph {
    /// A space in the terminal's own colours.
    pub const BLANK: Self = Self { letter: ' ', ink: None, ground: None };
}

/// A rectangle of characters to draw on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    cols: usize,
    glyphs: Vec<Glyph>,
}

impl Canvas {
    /// An empty canvas.
    pub fn new(rows: usize, cols: usize) -> Self {
        Self { cols, glyphs: vec![Glyph::BLANK; rows * cols] }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.glyphs.len() / self.cols.max(1)
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The glyph at a place; `None` outside.
    pub fn get(&self, row: usize, col: usize) -> Option<Glyph> {
        if col < self.cols { self.glyphs.get(row * self.cols + col).copied() } else { None }
    }

    /// Puts a glyph; outside, nothing happens.
    pub fn put(&mut self, row: usize, col: usize, glyph: Glyph) {
        if col < self.cols
            && let Some(place) = self.glyphs.get_mut(row * self.cols + col)
        {
            *place = glyph;
        }
    }

    /// Writes a text from a place rightwards.
    pub fn write(&mut self, row: usize, col: usize, text: &str, ink: Option<Color>) {
        for (offset, letter) in text.chars().enumerate() {
            let ground = self.get(row, col + offset).and_then(|old| old.ground);
            self.put(row, col + offset, Glyph { letter, ink, ground });
        }
    }

    /// The canvas as lines of text, spaces at their ends left out.
    pub fn to_text(&self, style: Style) -> String {
        let mut out = String::new();
        for row in self.glyphs.chunks(self.cols.max(1)) {
            let mut line = Line { out: &mut out, style, ink: None, ground: None };
            let used = row.iter().rposition(|glyph| glyph.letter != ' ' || (style.color && glyph.ground.is_some()));
            row.iter().take(used.map_or(0, |last| last + 1)).for_each(|glyph| line.put(*glyph));
            line.end();
        }
        out
    }
}

/// The box-drawing character with these arms, or its nearest in ASCII.
pub fn corner(up: bool, right: bool, down: bool, left: bool, unicode: bool) -> char {
    const BOX: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    let arms = usize::from(up) | usize::from(right) << 1 | usize::from(down) << 2 | usize::from(left) << 3;
    match (unicode, arms) {
        (true, _) => BOX[arms],
        (false, 0) => ' ',
        (false, 1 | 4 | 5) => '|',
        (false, 2 | 8 | 10) => '-',
        (false, _) => '+',
    }
}

/// A picture in half blocks, two pixels a character; without Unicode or colour
/// it becomes shades of ASCII.
pub fn picture(raster: &Raster, style: Style) -> String {
    let mut out = String::new();
    for row in (0..raster.height()).step_by(2) {
        let mut line = Line { out: &mut out, style, ink: None, ground: None };
        for col in 0..raster.width() {
            let (upper, lower) = (raster.at(row, col), raster.at(row + 1, col));
            line.put(if style.color && style.unicode {
                Glyph { letter: '▀', ink: Some(upper), ground: Some(lower) }
            } else {
                let luma = (usize::from(upper.luma()) + usize::from(lower.luma())) / 2;
                Glyph { letter: SHADES[(luma * (SHADES.len() - 1) + 127) / 255], ink: None, ground: None }
            });
        }
        line.end();
    }
    out
}

/// A picture in Braille, eight pixels a character: what is darker than the
/// paper by much is a dot, in its colour; without Unicode the same as
/// [`picture`].
pub fn braille(raster: &Raster, style: Style) -> String {
    if !style.unicode {
        return picture(raster, Style { color: false, ..style });
    }
    dots(raster, false).to_text(style)
}

/// A picture in Braille on a canvas; `grounds` for the colours of what is no
/// dot, without which it is the terminal's own.
pub fn dots(raster: &Raster, grounds: bool) -> Canvas {
    // The dots of a character are numbered down its columns, the last row last.
    const BITS: [[u32; 2]; 4] = [[0, 3], [1, 4], [2, 5], [6, 7]];
    let mut canvas = Canvas::new(raster.height().div_ceil(4), raster.width().div_ceil(2));
    for row in 0..canvas.rows() {
        for col in 0..canvas.cols() {
            let (mut pattern, mut dark, mut light) = (0u32, Mean::default(), Mean::default());
            for (down, bits) in BITS.iter().enumerate() {
                for (across, bit) in bits.iter().enumerate() {
                    let (y, x) = (row * 4 + down, col * 2 + across);
                    if y >= raster.height() || x >= raster.width() {
                        continue;
                    }
                    let color = raster.at(y, x);
                    if color.luma() < 160 {
                        pattern |= 1 << bit;
                        dark.add(color);
                    } else {
                        light.add(color);
                    }
                }
            }
            // Dark ink on dark terminals would not be seen: grey is the terminal's own.
            let ink = dark.color().filter(|color| grounds || !is_grey(*color));
            let ground = light.color().or(ink).filter(|_| grounds);
            let letter = if pattern == 0 { ' ' } else { char::from_u32(0x2800 + pattern).unwrap_or(' ') };
            canvas.put(row, col, Glyph { letter, ink, ground });
        }
    }
    canvas
}

fn is_grey(Color { r, g, b, .. }: Color) -> bool {
    r.max(g).max(b) - r.min(g).min(b) < 40
}

/// The mean of some colours.
#[derive(Default)]
struct Mean {
    sum: [u32; 3],
    count: u32,
}

impl Mean {
    fn add(&mut self, Color { r, g, b, .. }: Color) {
        for (sum, channel) in self.sum.iter_mut().zip([r, g, b]) {
            *sum += u32::from(channel);
        }
        self.count += 1;
    }

    fn color(&self) -> Option<Color> {
        let [r, g, b] = self.sum.map(|sum| sum.checked_div(self.count));
        Some(Color::hex(r? << 16 | g? << 8 | b?))
    }
}

/// From dark to light, on the assumption of dark letters on light paper.
const SHADES: [char; 10] = ['@', '%', '#', '*', '+', '=', '-', ':', '.', ' '];

/// Writes glyphs, changing colours only when they change.
struct Line<'a> {
    out: &'a mut String,
    style: Style,
    ink: Option<Color>,
    ground: Option<Color>,
}

impl Line<'_> {
    fn put(&mut self, glyph: Glyph) {
        if self.style.color && (glyph.ink, glyph.ground) != (self.ink, self.ground) {
            self.out.push_str("\x1b[0");
            if let Some(c) = glyph.ink {
                let _ = write!(self.out, ";38;2;{};{};{}", c.r, c.g, c.b);
            }
            if let Some(c) = glyph.ground {
                let _ = write!(self.out, ";48;2;{};{};{}", c.r, c.g, c.b);
            }
            self.out.push('m');
            (self.ink, self.ground) = (glyph.ink, glyph.ground);
        }
        self.out.push(if self.style.unicode || glyph.letter.is_ascii() { glyph.letter } else { '?' });
    }

    fn end(self) {
        if (self.ink, self.ground) != (None, None) {
            self.out.push_str("\x1b[0m");
        }
        self.out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Scene, Shape, Theme, role};

    #[test]
    fn canvas_as_text() {
        let mut canvas = Canvas::new(2, 5);
        canvas.write(0, 1, "ab", Some(Color::hex(0x010203)));
        canvas.write(1, 4, "xyz", None);
        assert_eq!(canvas.to_text(Style::PLAIN), " ab\n    x\n");
        assert_eq!(canvas.to_text(Style::RICH), " \x1b[0;38;2;1;2;3mab\x1b[0m\n    x\n");
    }

    #[test]
    fn corners() {
        assert_eq!(corner(true, true, true, true, true), '┼');
        assert_eq!(corner(false, true, true, false, true), '┌');
        assert_eq!(corner(false, true, true, false, false), '+');
        assert_eq!(corner(true, false, true, false, false), '|');
    }

    #[test]
    fn pictures_shrink_to_characters() {
        let mut scene = Scene::new(2.0, 2.0);
        scene.add(Shape::rect(0.0, 0.0, 1.0, 2.0).fill(&role::WALL));
        let raster = Raster::draw(&scene, 1.0, Theme::Light, false).unwrap();
        assert_eq!(picture(&raster, Style::PLAIN), "# \n");
        assert!(picture(&raster, Style::RICH).contains('▀'));
        let large = Raster::draw(&scene, 2.0, Theme::Light, false).unwrap();
        assert_eq!(braille(&large, Style { color: false, unicode: true }), "⣿\n");
        assert_eq!(braille(&large, Style::PLAIN), picture(&large, Style::PLAIN));
    }
}
