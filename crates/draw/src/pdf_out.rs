//! Scenes on paper: PDF with vector lines.
//!
//! Letters use Helvetica, which every reader of PDF has, in the encoding of
//! Western Europe; other letters become `?`.

use crate::{Anchor, Color, Geometry, Paint, Scene, Shape, Theme, role};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// Points, the unit of PDF, in a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// A sheet of paper with scenes on it; everything in millimetres, from its top
/// left corner.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// What is on it, from the ground up.
    pub placed: Vec<Placed<'a>>,
}

/// A scene on a page.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Where its left edge is.
    pub x: f32,
    /// Where its top edge is.
    pub y: f32,
    /// Millimetres a unit of the scene.
    pub scale: f32,
    /// Left, top, width and height of the part of the page that it may cover.
    pub clip: Option<[f32; 4]>,
}

/// Pages as a PDF document. Paper and floors are left white, to spare ink.
///
/// ```
/// use dedale_draw::{Page, Placed, Scene, Shape, pdf, role};
/// let mut scene = Scene::new(4.0, 3.0);
/// scene.add(Shape::line(vec![(0.0, 0.0), (4.0, 3.0)]).stroke(&role::WALL, 0.1));
/// let placed = vec![Placed { scene: &scene, x: 10.0, y: 10.0, scale: 20.0, clip: None }];
/// let document = pdf("a line", &[Page { width: 210.0, height: 297.0, placed }]);
/// assert!(document.starts_with(b"%PDF"));
/// ```
pub fn pdf(title: &str, pages: &[Page<'_>]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let (catalog, tree, font, info) = (Ref::new(1), Ref::new(2), Ref::new(3), Ref::new(4));
    let page_id = |index: usize| Ref::new(5 + 2 * index as i32);
    let content_id = |index: usize| Ref::new(6 + 2 * index as i32);
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title)).creator(TextStr("Dédale"));
    pdf.pages(tree).kids((0..pages.len()).map(page_id)).count(pages.len() as i32);
    let mut helvetica = pdf.type1_font(font);
    helvetica.base_font(Name(b"Helvetica"));
    helvetica.encoding_predefined(Name(b"WinAnsiEncoding"));
    helvetica.finish();
    for (index, page) in pages.iter().enumerate() {
        let mut written = pdf.page(page_id(index));
        written.media_box(Rect::new(0.0, 0.0, page.width * POINTS, page.height * POINTS));
        written.parent(tree);
        written.contents(content_id(index));
        written.resources().fonts().pair(Name(b"F"), font);
        written.finish();
        pdf.stream(content_id(index), &content(page).finish());
    }
    pdf.finish()
}

fn content(page: &Page<'_>) -> Content {
    let mut content = Content::new();
    content.set_line_cap(LineCapStyle::RoundCap);
    content.set_line_join(LineJoinStyle::RoundJoin);
    for placed in &page.placed {
        content.save_state();
        if let Some([x, y, width, height]) = placed.clip {
            let bottom = (page.height - y - height) * POINTS;
            content.rect(x * POINTS, bottom, width * POINTS, height * POINTS);
            content.clip_nonzero().end_path();
        }
        // The scene's units, from its top left corner down.
        let scale = placed.scale * POINTS;
        content.transform([scale, 0.0, 0.0, -scale, placed.x * POINTS, (page.height - placed.y) * POINTS]);
        placed.scene.shapes.iter().for_each(|shape| draw(&mut content, shape));
        content.restore_state();
    }
    content
}

fn draw(content: &mut Content, shape: &Shape) {
    let is_paper = |paint: &Paint| matches!(paint, Paint::Role(role) if **role == role::PAPER || **role == role::FLOOR);
    let fill = shape.fill.filter(|paint| !is_paper(paint));
    let stroke = shape.stroke.filter(|(paint, _)| !is_paper(paint));
    if fill.is_none() && stroke.is_none() {
        return;
    }
    if let Some(paint) = fill {
        let [r, g, b] = rgb(paint);
        content.set_fill_rgb(r, g, b);
    }
    if let Some((paint, width)) = stroke {
        let [r, g, b] = rgb(paint);
        content.set_stroke_rgb(r, g, b);
        content.set_line_width(width);
        let dash = if shape.dashed { vec![width * 2.0, width * 2.0] } else { Vec::new() };
        content.set_dash_pattern(dash, 0.0);
    }
    match &shape.geometry {
        Geometry::Rect { x, y, w, h, .. } => {
            content.rect(*x, *y, *w, *h);
        }
        Geometry::Circle { x, y, r } => circle(content, *x, *y, *r),
        Geometry::Lines(lines) => {
            for (first, rest) in lines.iter().filter_map(|line| line.split_first()) {
                content.move_to(first.0, first.1);
                rest.iter().for_each(|point| {
                    content.line_to(point.0, point.1);
                });
            }
        }
        Geometry::Text { x, y, size, anchor, text } => {
            letters(content, (*x, *y), *size, *anchor, text);
            return;
        }
    }
    match (fill, stroke) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        _ => content.stroke(),
    };
}

/// Four curves, the usual way.
fn circle(content: &mut Content, x: f32, y: f32, r: f32) {
    let k = r * 0.552_285;
    content.move_to(x + r, y);
    content.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
    content.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
    content.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
    content.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
    content.close_path();
}

fn letters(content: &mut Content, (x, y): (f32, f32), size: f32, anchor: Anchor, text: &str) {
    let bytes: Vec<u8> = text.chars().map(|letter| western(letter).unwrap_or(b'?')).collect();
    let width = bytes.iter().map(|&byte| f32::from(advance(byte))).sum::<f32>() / 1000.0 * size;
    let left = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    content.begin_text();
    content.set_font(Name(b"F"), size);
    // Letters stand upright though the scene's y points down; a third of
    // their height below the point centres them.
    content.set_text_matrix([1.0, 0.0, 0.0, -1.0, left, y + size * 0.35]);
    content.show(Str(&bytes));
    content.end_text();
}

/// The code of a letter in the encoding of Western Europe.
fn western(letter: char) -> Option<u8> {
    match letter {
        '’' => Some(0x92),
        '‘' => Some(0x91),
        '“' => Some(0x93),
        '”' => Some(0x94),
        '–' => Some(0x96),
        '—' => Some(0x97),
        '…' => Some(0x85),
        'œ' => Some(0x9c),
        'Œ' => Some(0x8c),
        '€' => Some(0x80),
        '\u{202f}' => Some(0xa0),
        ' '..='~' | '\u{a0}'..='ÿ' => u8::try_from(letter as u32).ok(),
        _ => None,
    }
}

/// Widths of Helvetica, in thousandths of its size; those of accented letters
/// are near those of plain ones.
fn advance(byte: u8) -> u16 {
    match byte {
        b'i' | b'j' | b'l' | b'\'' => 222,
        b' ' | b'.' | b',' | b':' | b';' | b'!' | b'/' | b'I' | b'[' | b']' | b'f' | b't' | 0xa0 => 278,
        b'r' | b'(' | b')' | b'-' => 333,
        b'c' | b'k' | b's' | b'v' | b'x' | b'y' | b'z' | b'J' => 500,
        b'm' | b'M' => 833,
        b'w' | b'C' | b'D' | b'H' | b'N' | b'R' | b'U' => 722,
        b'A' | b'B' | b'E' | b'K' | b'P' | b'S' | b'V' | b'X' | b'Y' | b'&' => 667,
        b'F' | b'T' | b'Z' => 611,
        b'G' | b'O' | b'Q' => 778,
        b'W' => 944,
        _ => 556,
    }
}

fn rgb(paint: Paint) -> [f32; 3] {
    let Color { r, g, b, .. } = match paint {
        Paint::Role(role) => role.color(Theme::Light),
        Paint::Heat(value) => Color::heat(value),
        Paint::Class(class) => Color::class(class),
    };
    [r, g, b].map(|channel| f32::from(channel) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_has_its_pages_and_its_letters() {
        let mut scene = Scene::new(3.0, 2.0);
        scene.add(Shape::rect(0.0, 0.0, 3.0, 2.0).fill(&role::PAPER));
        scene.add(Shape::circle(1.0, 1.0, 0.5).fill(&role::GOAL).stroke(&role::WALL, 0.1).dashed());
        scene.add(Shape::text(1.5, 1.0, 0.4, "Dédale ☃").fill(&role::INK));
        let page = || Page {
            width: 210.0,
            height: 297.0,
            placed: vec![Placed { scene: &scene, x: 5.0, y: 5.0, scale: 10.0, clip: Some([5.0, 5.0, 20.0, 20.0]) }],
        };
        let document = pdf("two pages", &[page(), page()]);
        let has = |text: &[u8]| document.windows(text.len()).filter(|part| part == &text).count();
        assert_eq!(has(b"/Type /Page\n"), 2);
        // Letters beyond ASCII are written as hexadecimal numbers.
        let lower = document.to_ascii_lowercase();
        assert_eq!(lower.windows(16).filter(|part| part == b"44e964616c65203f").count(), 2);
        assert_eq!(has(b"%%EOF"), 1);
        // The paper is not drawn: one circle a page is filled.
        assert_eq!(has(b"\nB\n"), 2);
        assert_eq!(has(b"\nf\n"), 0);
    }
}
