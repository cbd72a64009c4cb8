//! Shapes with roles and stable ids.

use crate::Role;

/// What colours a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    /// The colour of a role, following the theme.
    Role(&'static Role),
    /// A place on the heat scale.
    Heat(u8),
    /// The colour of a class.
    Class(u32),
}

impl From<&'static Role> for Paint {
    fn from(role: &'static Role) -> Self {
        Self::Role(role)
    }
}

/// Where the given point lies in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// At its left end.
    Start,
    /// In its middle.
    #[default]
    Middle,
    /// At its right end.
    End,
}

/// The outline of a shape, in units of one cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// A rectangle with rounded corners.
    Rect {
        /// Left edge.
        x: f32,
        /// Top edge.
        y: f32,
        /// Width.
        w: f32,
        /// Height.
        h: f32,
        /// Radius of the corners.
        r: f32,
    },
    /// A circle.
    Circle {
        /// Centre, across.
        x: f32,
        /// Centre, down.
        y: f32,
        /// Radius.
        r: f32,
    },
    /// Any number of polylines as one shape; filled, they are polygons.
    Lines(Vec<Vec<(f32, f32)>>),
    /// A line of text, vertically centred on the point.
    Text {
        /// The point, across.
        x: f32,
        /// The point, down.
        y: f32,
        /// Height of the letters.
        size: f32,
        /// Where in the text the point lies.
        anchor: Anchor,
        /// The letters.
        text: String,
    },
}

/// One shape: an outline, filled or stroked.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The outline.
    pub geometry: Geometry,
    /// The inside, if filled.
    pub fill: Option<Paint>,
    /// The line and its width, if stroked.
    pub stroke: Option<(Paint, f32)>,
    /// Whether the line is dashed.
    pub dashed: bool,
    /// A name that stays the same from picture to picture, so that a page can
    /// change one shape instead of all.
    pub id: Option<String>,
}

impl Shape {
    /// A shape without colour yet.
    pub fn new(geometry: Geometry) -> Self {
        Self { geometry, fill: None, stroke: None, dashed: false, id: None }
    }

    /// A rectangle.
    pub fn rect(x: f32, y: f32, w: f32, h: f32) -> Self {
        Self::new(Geometry::Rect { x, y, w, h, r: 0.0 })
    }

    /// A rectangle with rounded corners.
    pub fn rounded(x: f32, y: f32, w: f32, h: f32, r: f32) -> Self {
        Self::new(Geometry::Rect { x, y, w, h, r })
    }

    /// A circle.
    pub fn circle(x: f32, y: f32, r: f32) -> Self {
        Self::new(Geometry::Circle { x, y, r })
    }

    /// One polyline, or polygon when filled.
    pub fn line(points: Vec<(f32, f32)>) -> Self {
        Self::new(Geometry::Lines(vec![points]))
    }

    /// Many polylines as one shape.
    pub fn lines(lines: Vec<Vec<(f32, f32)>>) -> Self {
        Self::new(Geometry::Lines(lines))
    }

    /// A text centred on a point.
    pub fn text(x: f32, y: f32, size: f32, text: impl Into<String>) -> Self {
        Self::new(Geometry::Text { x, y, size, anchor: Anchor::Middle, text: text.into() })
    }

    /// Moves a text's point to its left or right end.
    #[must_use]
    pub fn anchor(mut self, at: Anchor) -> Self {
        if let Geometry::Text { anchor, .. } = &mut self.geometry {
            *anchor = at;
        }
        self
    }

    /// Fills the inside.
    #[must_use]
    pub fn fill(mut self, paint: impl Into<Paint>) -> Self {
        self.fill = Some(paint.into());
        self
    }

    /// Draws the line.
    #[must_use]
    pub fn stroke(mut self, paint: impl Into<Paint>, width: f32) -> Self {
        self.stroke = Some((paint.into(), width));
        self
    }

    /// The shape at another size, then at another place.
    #[must_use]
    pub fn moved(mut self, scale: f32, left: f32, top: f32) -> Self {
        let at = |x: f32, y: f32| (left + x * scale, top + y * scale);
        match &mut self.geometry {
            Geometry::Rect { x, y, w, h, r } => {
                (*x, *y) = at(*x, *y);
                (*w, *h, *r) = (*w * scale, *h * scale, *r * scale);
            }
            Geometry::Circle { x, y, r } => {
                (*x, *y) = at(*x, *y);
                *r *= scale;
            }
            Geometry::Lines(lines) => {
                for (x, y) in lines.iter_mut().flatten() {
                    (*x, *y) = at(*x, *y);
                }
            }
            Geometry::Text { x, y, size, .. } => {
                (*x, *y) = at(*x, *y);
                *size *= scale;
            }
        }
        if let Some((_, width)) = &mut self.stroke {
            *width *= scale;
        }
        self
    }

    /// Makes the line dashed.
    #[must_use]
    pub fn dashed(mut self) -> Self {
        self.dashed = true;
        self
    }

    /// Names the shape.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }
}

/// A picture: shapes drawn one over the other, in units of one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width in cells.
    pub width: f32,
    /// Height in cells.
    pub height: f32,
    /// What the picture shows, for those who cannot see it.
    pub title: String,
    /// The shapes, from the ground up.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// An empty picture.
    pub fn new(width: f32, height: f32) -> Self {
        Self { width, height, title: String::new(), shapes: Vec::new() }
    }

    /// Says what the picture shows.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Adds a shape on top.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }
}
