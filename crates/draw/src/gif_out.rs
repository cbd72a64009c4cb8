//! Animated GIF.

use crate::{Color, PictureError, Raster, Scene, Theme};
use gif::{Encoder, Frame, Repeat};
use std::collections::HashMap;
use std::io::Write;

/// An animated GIF written frame by frame; only what changed since the last
/// frame is stored.
pub struct Gif<W: Write> {
    encoder: Encoder<W>,
    pixels_per_cell: f32,
    theme: Theme,
    palette: Palette,
    last: Option<Raster>,
}

impl<W: Write> Gif<W> {
    /// Begins a film of scenes as large as this one.
    pub fn new(out: W, scene: &Scene, pixels_per_cell: f32, theme: Theme) -> Result<Self, PictureError> {
        let (width, height) = ((scene.width * pixels_per_cell).ceil(), (scene.height * pixels_per_cell).ceil());
        if !(width >= 1.0 && height >= 1.0 && width <= 65_535.0 && height <= 65_535.0) {
            return Err(PictureError::Size { width, height });
        }
        let mut encoder = Encoder::new(out, width as u16, height as u16, &[]).map_err(encoding)?;
        encoder.set_repeat(Repeat::Infinite).map_err(encoding)?;
        Ok(Self { encoder, pixels_per_cell, theme, palette: Palette::default(), last: None })
    }

    /// Adds a frame shown for so many hundredths of a second.
    pub fn frame(&mut self, scene: &Scene, hundredths: u16) -> Result<(), PictureError> {
        let raster = Raster::draw(scene, self.pixels_per_cell, self.theme, false)?;
        let (rows, cols) = changed(self.last.as_ref(), &raster);
        let mut indices = Vec::with_capacity(rows.len() * cols.len());
        self.palette.start();
        for row in rows.clone() {
            indices.extend(cols.clone().map(|col| self.palette.index(raster.at(row, col))));
        }
        let frame = Frame {
            delay: hundredths,
            left: cols.start as u16,
            top: rows.start as u16,
            width: cols.len() as u16,
            height: rows.len() as u16,
            palette: Some(self.palette.bytes()),
            buffer: indices.into(),
            ..Frame::default()
        };
        self.last = Some(raster);
        self.encoder.write_frame(&frame).map_err(encoding)
    }
}

/// The rows and columns that differ between two pictures; one pixel when none
/// does, for a frame cannot be empty.
fn changed(last: Option<&Raster>, now: &Raster) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
    let Some(last) = last.filter(|last| (last.width(), last.height()) == (now.width(), now.height())) else {
        return (0..now.height(), 0..now.width());
    };
    let (mut top, mut bottom, mut left, mut right) = (usize::MAX, 0, usize::MAX, 0);
    for row in 0..now.height() {
        let line = row * now.width()..(row + 1) * now.width();
        let (old, new) = (&last.pixels()[line.clone()], &now.pixels()[line]);
        if let Some(first) = (0..now.width()).find(|col| old[*col] != new[*col]) {
            let end = (0..now.width()).rev().find(|col| old[*col] != new[*col]).map_or(first, |col| col) + 1;
            (top, bottom) = (top.min(row), row + 1);
            (left, right) = (left.min(first), right.max(end));
        }
    }
    if top == usize::MAX { (0..1, 0..1) } else { (top..bottom, left..right) }
}

/// Up to 256 colours of one frame. Pictures of boards have few; when there are
/// more (heat maps with overlays) the rest is rounded to the nearest kept one.
#[derive(Default)]
struct Palette {
    colors: Vec<Color>,
    known: HashMap<Color, u8>,
}

impl Palette {
    fn start(&mut self) {
        self.colors.clear();
        self.known.clear();
    }

    fn index(&mut self, color: Color) -> u8 {
        if let Some(index) = self.known.get(&color) {
            return *index;
        }
        let index = if self.colors.len() < 256 {
            self.colors.push(color);
            self.colors.len() - 1
        } else {
            let distance = |other: &Color| {
                let d = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
                d(color.r, other.r) + d(color.g, other.g) + d(color.b, other.b)
            };
            (0..256).min_by_key(|index| distance(&self.colors[*index])).expect("256 colours are known")
        };
        self.known.insert(color, index as u8);
        index as u8
    }

    fn bytes(&self) -> Vec<u8> {
        self.colors.iter().flat_map(|c| [c.r, c.g, c.b]).collect()
    }
}

fn encoding(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> PictureError {
    PictureError::Encoding(error.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Paint, Shape};

    #[test]
    fn frames_decode_to_what_was_drawn() {
        let frames: Vec<Scene> = (0..4u8)
            .map(|step| {
                let mut scene = Scene::new(4.0, 2.0);
                scene.add(Shape::rect(f32::from(step), 0.0, 1.0, 1.0).fill(Paint::Heat(step * 60)));
                scene
            })
            .collect();
        let mut file = Vec::new();
        let mut film = Gif::new(&mut file, &frames[0], 3.0, Theme::Light).unwrap();
        for scene in frames.iter().chain([&frames[3]]) {
            film.frame(scene, 10).unwrap();
        }
        drop(film);

        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&file[..]).unwrap();
        let mut screen = vec![[0u8; 3]; 12 * 6];
        let mut count = 0;
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let (row, col) = (index / usize::from(frame.width), index % usize::from(frame.width));
                screen[(row + usize::from(frame.top)) * 12 + col + usize::from(frame.left)] =
                    [pixel[0], pixel[1], pixel[2]];
            }
            let expected = Raster::draw(&frames[count.min(3)], 3.0, Theme::Light, false).unwrap();
            assert!(expected.pixels().iter().zip(&screen).all(|(p, s)| [p.r, p.g, p.b] == *s), "frame {count}");
            count += 1;
        }
        assert_eq!(count, 5);
    }
}
