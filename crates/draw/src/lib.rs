//! Pictures of boards.
//!
//! A world describes its board once, as a [`Scene`]: shapes with roles
//! ("wall", "path"), not pixels. From that come SVG that follows the reader's
//! light or dark theme ([`svg`]), PNG ([`png()`]), animated GIF ([`Gif`]), PDF ([`pdf()`]) and
//! characters in a terminal ([`term`]).
//! [`strokes`] joins lines for plotters, [`outline()`] cells into one shape, and [`path()`] reads outlines
//! as SVG writes them.
//!
//! ```
//! use dedale_draw::{Scene, Shape, role, svg};
//!
//! let mut scene = Scene::new(4.0, 3.0);
//! scene.add(Shape::rect(0.0, 0.0, 4.0, 3.0).fill(&role::FLOOR));
//! scene.add(Shape::circle(1.5, 1.5, 0.4).fill(&role::PLAYERS[0]).id("player-1"));
//! assert!(svg(&scene).starts_with("<svg"));
//! ```
//!
//! Letters in PNG and GIF come from a small stroke-free font drawn for this
//! crate, so no font file is needed; SVG uses the reader's own fonts.

mod color;
mod font;
mod gif_out;
mod outline;
mod path;
mod pdf_out;
mod qr;
mod raster;
pub mod role;
mod scene;
pub mod strokes;
mod svg_out;
pub mod term;

pub use color::Color;
pub use font::letter_dots;
pub use gif_out::Gif;
pub use outline::outline;
pub use path::path;
pub use pdf_out::{Page, Placed, pdf};
pub use qr::qr;
pub use raster::{PictureError, Raster, png};
pub use role::Role;
pub use scene::{Anchor, Geometry, Paint, Scene, Shape};
pub use svg_out::svg;

/// Whether a picture is for a light or a dark background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on light paper.
    #[default]
    Light,
    /// Light ink on dark paper.
    Dark,
}
