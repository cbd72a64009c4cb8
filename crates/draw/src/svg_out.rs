//! Scenes as SVG.
//!
//! Colours are CSS variables with a value for light and one for dark paper, so
//! the picture follows the reader's theme, and a page may set its own.

use crate::{Anchor, Color, Geometry, Paint, Role, Scene, Shape};
use std::fmt::Write;

/// The scene as an SVG document of 24 pixels a cell; it scales to any size.
pub fn svg(scene: &Scene) -> String {
    let mut out = String::with_capacity(256 + scene.shapes.len() * 64);
    let (width, height) = (number(scene.width), number(scene.height));
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{}\" height=\"{}\" role=\"img\">",
        number(scene.width * 24.0),
        number(scene.height * 24.0)
    );
    if !scene.title.is_empty() {
        let _ = write!(out, "<title>{}</title>", escape(&scene.title));
    }
    style(&mut out, scene);
    for shape in &scene.shapes {
        draw(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

/// The variables and classes of the roles in use, and no others.
fn style(out: &mut String, scene: &Scene) {
    let mut roles: Vec<&'static Role> = Vec::new();
    let paints =
        scene.shapes.iter().flat_map(|shape| shape.fill.into_iter().chain(shape.stroke.map(|(paint, _)| paint)));
    for paint in paints {
        if let Paint::Role(role) = paint
            && !roles.contains(&role)
        {
            roles.push(role);
        }
    }
    let variables = |color: fn(&Role) -> Color| -> String {
        roles.iter().fold(String::new(), |all, role| all + &format!("--{}:{};", role.name, color(role)))
    };
    let _ = write!(
        out,
        "<style>svg{{{}}}@media(prefers-color-scheme:dark){{svg{{{}}}}}",
        variables(|role| role.light),
        variables(|role| role.dark)
    );
    for role in &roles {
        let _ = write!(out, ".{0}{{fill:var(--{0})}}.{0}-s{{stroke:var(--{0})}}", role.name);
    }
    out.push_str(".o{fill:none}text{font-family:ui-sans-serif,system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}</style>");
}

fn draw(out: &mut String, shape: &Shape) {
    let name = match &shape.geometry {
        Geometry::Rect { .. } => "rect",
        Geometry::Circle { .. } => "circle",
        Geometry::Lines(_) => "path",
        Geometry::Text { .. } => "text",
    };
    let _ = write!(out, "<{name}");
    if let Some(id) = &shape.id {
        let _ = write!(out, " id=\"{}\"", escape(id));
    }
    colours(out, shape);
    match &shape.geometry {
        Geometry::Rect { x, y, w, h, r } => {
            attributes(out, &[("x", *x), ("y", *y), ("width", *w), ("height", *h)]);
            if *r > 0.0 {
                attributes(out, &[("rx", *r)]);
            }
        }
        Geometry::Circle { x, y, r } => attributes(out, &[("cx", *x), ("cy", *y), ("r", *r)]),
        Geometry::Lines(lines) => path(out, lines),
        Geometry::Text { x, y, size, anchor, text } => {
            attributes(out, &[("x", *x), ("y", *y), ("font-size", *size)]);
            match anchor {
                Anchor::Start => out.push_str(" style=\"text-anchor:start\""),
                Anchor::End => out.push_str(" style=\"text-anchor:end\""),
                Anchor::Middle => {}
            }
            let _ = write!(out, ">{}</text>", escape(text));
            return;
        }
    }
    out.push_str("/>");
}

fn colours(out: &mut String, shape: &Shape) {
    let mut classes = String::new();
    match shape.fill {
        Some(Paint::Role(role)) => classes += role.name,
        Some(paint) => {
            let _ = write!(out, " fill=\"{}\"", fixed(paint));
        }
        None => classes += "o",
    }
    if let Some((paint, width)) = shape.stroke {
        match paint {
            Paint::Role(role) => {
                let _ = write!(classes, " {}-s", role.name);
            }
            paint => {
                let _ = write!(out, " stroke=\"{}\"", fixed(paint));
            }
        }
        attributes(out, &[("stroke-width", width)]);
        out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        if shape.dashed {
            let _ = write!(out, " stroke-dasharray=\"{0} {0}\"", number(width * 2.0));
        }
    }
    if !classes.is_empty() {
        let _ = write!(out, " class=\"{}\"", classes.trim_start());
    }
}

/// One path for all lines; straight runs use the short `h` and `v` commands.
fn path(out: &mut String, lines: &[Vec<(f32, f32)>]) {
    out.push_str(" d=\"");
    for line in lines {
        let Some(((x, y), rest)) = line.split_first() else { continue };
        let _ = write!(out, "M{} {}", number(*x), number(*y));
        let (mut x, mut y) = (*x, *y);
        for &(next_x, next_y) in rest {
            let _ = if next_y == y {
                write!(out, "H{}", number(next_x))
            } else if next_x == x {
                write!(out, "V{}", number(next_y))
            } else {
                write!(out, "L{} {}", number(next_x), number(next_y))
            };
            (x, y) = (next_x, next_y);
        }
    }
    out.push('"');
}

fn attributes(out: &mut String, pairs: &[(&str, f32)]) {
    for (name, value) in pairs {
        let _ = write!(out, " {name}=\"{}\"", number(*value));
    }
}

/// At most three decimals and no trailing zeros.
fn number(value: f32) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn fixed(paint: Paint) -> Color {
    match paint {
        Paint::Role(role) => role.light,
        Paint::Heat(value) => Color::heat(value),
        Paint::Class(class) => Color::class(class),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role;

    #[test]
    fn a_small_picture() {
        let mut scene = Scene::new(2.0, 1.5).titled("a <wall> & a \"path\"");
        scene.add(Shape::rect(0.0, 0.0, 2.0, 1.5).fill(&role::PAPER));
        scene.add(Shape::line(vec![(0.0, 0.5), (1.0, 0.5), (1.0, 1.25), (2.0, 0.0)]).stroke(&role::WALL, 0.1).id("w"));
        scene.add(Shape::circle(1.0, 1.0, 0.333_333).fill(Paint::Heat(255)));
        scene.add(Shape::text(1.0, 1.0, 0.5, "S").fill(&role::INK));
        assert_eq!(
            svg(&scene),
            concat!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1.5\" width=\"48\" height=\"36\" role=\"img\">",
                "<title>a &lt;wall&gt; &amp; a &quot;path&quot;</title>",
                "<style>svg{--paper:#fbf8f1;--wall:#2f3542;--ink:#2b2a33;}",
                "@media(prefers-color-scheme:dark){svg{--paper:#15171c;--wall:#cfd3dc;--ink:#e8e6df;}}",
                ".paper{fill:var(--paper)}.paper-s{stroke:var(--paper)}.wall{fill:var(--wall)}.wall-s{stroke:var(--wall)}",
                ".ink{fill:var(--ink)}.ink-s{stroke:var(--ink)}.o{fill:none}",
                "text{font-family:ui-sans-serif,system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}</style>",
                "<rect class=\"paper\" x=\"0\" y=\"0\" width=\"2\" height=\"1.5\"/>",
                "<path id=\"w\" stroke-width=\"0.1\" stroke-linecap=\"round\" stroke-linejoin=\"round\" class=\"o wall-s\" ",
                "d=\"M0 0.5H1V1.25L2 0\"/>",
                "<circle fill=\"#fde725\" cx=\"1\" cy=\"1\" r=\"0.333\"/>",
                "<text class=\"ink\" x=\"1\" y=\"1\" font-size=\"0.5\">S</text></svg>\n"
            )
        );
    }
}
