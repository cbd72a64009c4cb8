//! Scenes as pixels, and pixels as PNG.

use crate::{Anchor, Color, Geometry, Paint, Scene, Shape, Theme, font};
use std::fmt;
use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};

/// Why a picture could not be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum PictureError {
    /// No pixels, or more than [`Raster::LARGEST`].
    Size {
        /// The width in pixels.
        width: f32,
        /// The height in pixels.
        height: f32,
    },
    /// The encoder or the writer failed.
    Encoding(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { width, height } => {
                write!(
                    f,
                    "found a picture of {width} by {height} pixels, expected 1 to {} pixels in all",
                    Raster::LARGEST
                )
            }
            Self::Encoding(error) => write!(f, "the picture could not be written: {error}"),
        }
    }
}

impl std::error::Error for PictureError {}

/// A picture as opaque pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    width: usize,
    height: usize,
    pixels: Vec<Color>,
}

impl Raster {
    /// The most pixels a picture may have.
    pub const LARGEST: usize = 400_000_000;

    /// Draws a scene with so many pixels a cell; `smooth` softens edges.
    pub fn draw(scene: &Scene, pixels_per_cell: f32, theme: Theme, smooth: bool) -> Result<Self, PictureError> {
        let (width, height) = ((scene.width * pixels_per_cell).ceil(), (scene.height * pixels_per_cell).ceil());
        let refused = PictureError::Size { width, height };
        if !(width >= 1.0 && height >= 1.0 && width * height <= Self::LARGEST as f32) {
            return Err(refused);
        }
        let Some(mut map) = Pixmap::new(width as u32, height as u32) else { return Err(refused) };
        map.fill(skia(crate::role::PAPER.color(theme)));
        let pen = Pen { theme, smooth, transform: Transform::from_scale(pixels_per_cell, pixels_per_cell) };
        for shape in &scene.shapes {
            pen.draw(&mut map, shape);
        }
        let pixels = map.pixels().iter().map(|p| Color { r: p.red(), g: p.green(), b: p.blue(), a: 255 }).collect();
        Ok(Self { width: width as usize, height: height as usize, pixels })
    }

    /// Width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The pixels, row by row.
    pub fn pixels(&self) -> &[Color] {
        &self.pixels
    }

    /// The pixel in a row and a column; the last one beyond the edges.
    pub fn at(&self, row: usize, col: usize) -> Color {
        self.pixels[row.min(self.height - 1) * self.width + col.min(self.width - 1)]
    }
}

/// The scene as a PNG file with so many pixels a cell.
pub fn png(scene: &Scene, pixels_per_cell: f32, theme: Theme) -> Result<Vec<u8>, PictureError> {
    let raster = Raster::draw(scene, pixels_per_cell, theme, true)?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, raster.width as u32, raster.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let bytes: Vec<u8> = raster.pixels.iter().flat_map(|p| [p.r, p.g, p.b]).collect();
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&bytes));
    written.map_err(|error| PictureError::Encoding(error.into()))?;
    Ok(file)
}

struct Pen {
    theme: Theme,
    smooth: bool,
    transform: Transform,
}

impl Pen {
    fn draw(&self, map: &mut Pixmap, shape: &Shape) {
        let mut builder = PathBuilder::new();
        match &shape.geometry {
            Geometry::Rect { x, y, w, h, r } => rect(&mut builder, *x, *y, *w, *h, *r),
            Geometry::Circle { x, y, r } => builder.push_circle(*x, *y, *r),
            Geometry::Lines(lines) => {
                for (first, rest) in lines.iter().filter_map(|line| line.split_first()) {
                    builder.move_to(first.0, first.1);
                    rest.iter().for_each(|point| builder.line_to(point.0, point.1));
                }
            }
            Geometry::Text { x, y, size, anchor, text } => letters(&mut builder, *x, *y, *size, *anchor, text),
        }
        let Some(path) = builder.finish() else { return };
        if let Some(paint) = shape.fill {
            map.fill_path(&path, &self.paint(paint), FillRule::Winding, self.transform, None);
        }
        if let Some((paint, width)) = shape.stroke {
            let stroke = Stroke {
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                dash: if shape.dashed { StrokeDash::new(vec![width * 2.0; 2], 0.0) } else { None },
                ..Stroke::default()
            };
            map.stroke_path(&path, &self.paint(paint), &stroke, self.transform, None);
        }
    }

    fn paint(&self, paint: Paint) -> tiny_skia::Paint<'static> {
        let color = match paint {
            Paint::Role(role) => role.color(self.theme),
            Paint::Heat(value) => Color::heat(value),
            Paint::Class(class) => Color::class(class),
        };
        let mut out = tiny_skia::Paint { anti_alias: self.smooth, ..Default::default() };
        out.set_color(skia(color));
        out
    }
}

fn skia(color: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(color.r, color.g, color.b, color.a)
}

fn rect(builder: &mut PathBuilder, x: f32, y: f32, w: f32, h: f32, r: f32) {
    let r = r.min(w / 2.0).min(h / 2.0);
    if r <= 0.0 {
        if let Some(rect) = Rect::from_xywh(x, y, w, h) {
            builder.push_rect(rect);
        }
        return;
    }
    let (right, bottom) = (x + w, y + h);
    builder.move_to(x + r, y);
    builder.line_to(right - r, y);
    builder.quad_to(right, y, right, y + r);
    builder.line_to(right, bottom - r);
    builder.quad_to(right, bottom, right - r, bottom);
    builder.line_to(x + r, bottom);
    builder.quad_to(x, bottom, x, bottom - r);
    builder.line_to(x, y + r);
    builder.quad_to(x, y, x + r, y);
    builder.close();
}

fn letters(builder: &mut PathBuilder, x: f32, y: f32, size: f32, anchor: Anchor, text: &str) {
    // A glyph is 5 dots wide and 7 high, with one dot between letters; capitals
    // take about 0.72 of the nominal size, as in common fonts.
    let dot = size * 0.72 / 7.0;
    let width = text.chars().count() as f32 * 6.0 * dot - dot;
    let mut left = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let top = y - 3.5 * dot;
    for letter in text.chars() {
        for (row, bits) in font::glyph(letter).into_iter().enumerate() {
            for col in (0..5).filter(|col| bits >> (4 - col) & 1 == 1) {
                // A hair of overlap, or seams show between the dots.
                let edge = dot * 1.04;
                if let Some(rect) = Rect::from_xywh(left + col as f32 * dot, top + row as f32 * dot, edge, edge) {
                    builder.push_rect(rect);
                }
            }
        }
        left += 6.0 * dot;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role;

    #[test]
    fn shapes_land_where_they_should() {
        let mut scene = Scene::new(2.0, 1.0);
        scene.add(Shape::rect(1.0, 0.0, 1.0, 1.0).fill(&role::WALL));
        for (theme, wall) in [(Theme::Light, role::WALL.light), (Theme::Dark, role::WALL.dark)] {
            let raster = Raster::draw(&scene, 4.0, theme, false).unwrap();
            assert_eq!((raster.width(), raster.height()), (8, 4));
            assert_eq!(raster.at(1, 1), role::PAPER.color(theme));
            assert_eq!(raster.at(1, 6), wall);
        }
        assert!(png(&scene, 4.0, Theme::Light).unwrap().starts_with(b"\x89PNG"));
    }

    #[test]
    fn absurd_sizes_are_refused_before_memory_is_taken() {
        for (width, height) in [(0.0, 5.0), (1e9, 1e9), (f32::NAN, 1.0)] {
            assert!(matches!(png(&Scene::new(width, height), 10.0, Theme::Light), Err(PictureError::Size { .. })));
        }
    }
}
