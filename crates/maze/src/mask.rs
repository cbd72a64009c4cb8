//! Masks: which cells are not part of a maze.
//!
//! A text mask has a character a cell: `#`, `X`, `x` and `*` are left out, `.`,
//! space and any of `oO01` are part. Lines may have different lengths; what is
//! missing at their ends is left out. In a PNG, PBM or PGM every pixel is a
//! cell; dark or transparent pixels are left out. A mask of another size is
//! stretched. [`letters`] makes a mask of a text.

use dedale_grid::{BitGrid, Point, Size};
use dedale_text::{Located, messages};
use std::io::Cursor;

messages! {
    /// Why a file is not a mask.
    pub enum MaskError {
        /// Nothing there.
        Empty => "found nothing, expected a mask", "rien trouvé, attendu un masque";
        /// Not a character of a mask.
        Letter { found: char } =>
            "found `{found}`, expected `.` or a space for a cell, `#` or `X` for none",
            "trouvé `{found}`, attendu `.` ou une espace pour une case, `#` ou `X` sinon";
        /// Not a picture.
        Picture { reason: String } =>
            "not a PNG picture that can be read: {reason}", "ce n'est pas une image PNG lisible : {reason}";
        /// Not a PBM or PGM.
        Netpbm => "not a PBM or PGM picture that can be read: expected P1, P2, P4 or P5, the sides and a pixel for each cell",
            "ce n'est pas une image PBM ou PGM lisible : attendu P1, P2, P4 ou P5, les côtés et un pixel par case";
        /// A text that is no shape.
        Letters => "found letters without a shape, expected 1 to 64 of them", "trouvé des lettres sans forme, attendu de 1 à 64";
        /// More pixels than a mask may have.
        TooLarge { width: u32, height: u32 } =>
            "found a picture of {width} by {height} pixels, expected at most 100 million",
            "trouvé une image de {width} par {height} pixels, attendu au plus 100 millions";
    }
}

type Fault = Located<MaskError>;

const MOST_PIXELS: u64 = 100_000_000;

/// Reads a mask, text or PNG, as the set of cells that are left out; stretched
/// to a size if one is given.
///
/// ```
/// use dedale_maze::mask;
/// let ring = mask::read(b"...\n.#.\n...", None)?;
/// assert_eq!(ring.to_string(), "...\n.#.\n...\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(bytes: &[u8], size: Option<Size>) -> Result<BitGrid, Fault> {
    let mask = match bytes {
        [0x89, b'P', b'N', b'G', ..] => picture(bytes)?,
        [b'P', b'1' | b'2' | b'4' | b'5', ..] => netpbm(bytes)?,
        _ => text(bytes)?,
    };
    Ok(match size.filter(|size| *size != mask.size()) {
        Some(size) => stretched(&mask, size),
        None => mask,
    })
}

/// The cells that a mask has before it is stretched, seen before any memory is
/// taken for them: a few bytes can name a very large board.
pub fn cells(bytes: &[u8]) -> u64 {
    if bytes.starts_with(b"\x89PNG") {
        let side =
            |at: usize| bytes.get(at..at + 4).map_or(0, |four| four.iter().fold(0, |n, &b| n << 8 | u64::from(b)));
        return side(16) * side(20);
    }
    if let [b'P', b'1' | b'2' | b'4' | b'5', ..] = bytes {
        return netpbm_header(bytes).map_or(0, |header| header.width as u64 * header.height as u64);
    }
    let lines = bytes.split(|&byte| byte == b'\n');
    let (rows, cols) = lines.fold((0u64, 0), |(rows, cols), line| (rows + 1, line.len().max(cols)));
    rows * cols as u64
}

fn text(bytes: &[u8]) -> Result<BitGrid, Fault> {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().collect();
    let used = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    let lines = &lines[..used];
    let cols = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let size = Size::new(lines.len(), cols).map_err(|_| Located::new(1, 1, MaskError::Empty))?;
    let mut mask = BitGrid::full(size);
    for (row, line) in lines.iter().enumerate() {
        for (col, letter) in line.chars().enumerate() {
            match letter {
                '#' | 'X' | 'x' | '*' => {}
                '.' | ' ' | 'o' | 'O' | '0' | '1' => {
                    size.cell(Point::new(row as i32, col as i32)).map(|cell| mask.clear(cell));
                }
                found => return Err(Located::new(row + 1, col + 1, MaskError::Letter { found })),
            }
        }
    }
    Ok(mask)
}

fn picture(bytes: &[u8]) -> Result<BitGrid, Fault> {
    let fault = |error| Located::new(1, 1, error);
    let broken = |error: png::DecodingError| fault(MaskError::Picture { reason: error.to_string() });
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(fault(MaskError::TooLarge { width, height }));
    }
    let too_large = || fault(MaskError::TooLarge { width, height });
    let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    let samples = frame.color_type.samples();
    let size = Size::new(height as usize, width as usize).map_err(|_| fault(MaskError::Empty))?;
    Ok(BitGrid::from_fn(size, |point| {
        let at = point.row as usize * frame.line_size + point.col as usize * samples;
        let pixel = &pixels[at..at + samples];
        let (color, alpha) = match samples {
            2 | 4 => (&pixel[..samples - 1], pixel[samples - 1]),
            _ => (pixel, 255),
        };
        let brightness: u32 = match color {
            [r, g, b] => (u32::from(*r) * 54 + u32::from(*g) * 183 + u32::from(*b) * 19) >> 8,
            _ => u32::from(color[0]),
        };
        alpha < 128 || brightness < 128
    }))
}

/// The shape of some letters in dots, five by seven each; three cells a dot
/// unless a size is given.
///
/// ```
/// let shape = dedale_maze::mask::letters("I", None)?;
/// assert_eq!((shape.size().cols(), shape.size().rows()), (21, 27));
/// # Ok::<(), dedale_maze::mask::MaskError>(())
/// ```
pub fn letters(text: &str, size: Option<Size>) -> Result<BitGrid, MaskError> {
    let count = text.chars().count();
    let dots = dedale_draw::letter_dots(text);
    if !(1..=64).contains(&count) || dots.iter().flatten().all(|dot| !dot) {
        return Err(MaskError::Letters);
    }
    let (rows, cols) = (dots.len() + 2, dots[0].len() + 2);
    let shape = Size::new(rows, cols).map_err(|_| MaskError::Letters)?;
    let mask = BitGrid::from_fn(shape, |point| {
        let (row, col) = (point.row as usize, point.col as usize);
        row == 0 || col == 0 || !dots.get(row - 1).and_then(|row| row.get(col - 1)).copied().unwrap_or(false)
    });
    let size = size.map_or_else(|| Size::new(rows * 3, cols * 3).map_err(|_| MaskError::Letters), Ok)?;
    Ok(stretched(&mask, size))
}

/// What stands before the pixels.
struct Header {
    kind: u8,
    width: usize,
    height: usize,
    most: u32,
    /// Where the pixels begin.
    at: usize,
}

fn netpbm_header(bytes: &[u8]) -> Option<Header> {
    let mut at = 2;
    let mut number = || {
        loop {
            match bytes.get(at)? {
                b'#' => at += bytes[at..].iter().position(|&byte| byte == b'\n')?,
                byte if byte.is_ascii_whitespace() => at += 1,
                _ => break,
            }
        }
        let end = bytes[at..].iter().position(|byte| !byte.is_ascii_digit())? + at;
        let number: u32 = std::str::from_utf8(&bytes[at..end]).ok()?.parse().ok()?;
        at = end;
        Some(number)
    };
    let kind = *bytes.get(1)?;
    let (width, height) = (number()? as usize, number()? as usize);
    let most = if matches!(kind, b'2' | b'5') { number()? } else { 1 };
    (1..=255).contains(&most).then_some(Header { kind, width, height, most, at: at + 1 })
}

/// Plain and raw bitmaps and greymaps (PBM and PGM).
fn netpbm(bytes: &[u8]) -> Result<BitGrid, Fault> {
    let fault = |error| Located::new(1, 1, error);
    let Header { kind, width, height, most, at } = netpbm_header(bytes).ok_or_else(|| fault(MaskError::Netpbm))?;
    if (width as u64).saturating_mul(height as u64) > MOST_PIXELS {
        return Err(fault(MaskError::TooLarge { width: width as u32, height: height as u32 }));
    }
    let size = Size::new(height, width).map_err(|_| fault(MaskError::Empty))?;
    let body = bytes.get(at..).unwrap_or_default();
    let dark: Vec<bool> = match kind {
        b'1' => body.iter().filter(|byte| byte.is_ascii_digit()).map(|&byte| byte == b'1').collect(),
        b'2' => {
            let numbers = body.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            let value = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<u32>().ok();
            let values: Option<Vec<u32>> = numbers.map(value).collect();
            values.ok_or_else(|| fault(MaskError::Netpbm))?.into_iter().map(|value| value < most.div_ceil(2)).collect()
        }
        b'4' => {
            let rows = body.chunks_exact(width.div_ceil(8)).take(height);
            rows.flat_map(|row| (0..width).map(|col| row[col / 8] >> (7 - col % 8) & 1 == 1)).collect()
        }
        _ => body.iter().map(|&value| u32::from(value) * 2 < most).collect(),
    };
    if dark.len() < size.area() {
        return Err(fault(MaskError::Netpbm));
    }
    Ok(BitGrid::from_fn(size, |point| dark[point.row as usize * width + point.col as usize]))
}

fn stretched(mask: &BitGrid, size: Size) -> BitGrid {
    let from = mask.size();
    BitGrid::from_fn(size, |point| {
        let row = point.row as usize * from.rows() / size.rows();
        let col = point.col as usize * from.cols() / size.cols();
        mask.at(Point::new(row as i32, col as i32))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_masks() {
        let mask = read(b".#\r\n.\n..\n\n", None).unwrap();
        assert_eq!(mask.to_string(), ".#\n.#\n..\n");
        assert_eq!(cells(b".#\n."), 4);
        let large = read(b".#", Some(Size::new(2, 4).unwrap())).unwrap();
        assert_eq!(large.to_string(), "..##\n..##\n");
        assert_eq!(read(b"..\n.q", None).unwrap_err(), Located::new(2, 2, MaskError::Letter { found: 'q' }));
        assert_eq!(read(b"\n", None).unwrap_err().error, MaskError::Empty);
    }

    #[test]
    fn bitmaps_are_masks() {
        let expected = ".#.\n..#\n";
        for file in [
            &b"P1\n# a comment\n3 2\n0 1 0\n001\n"[..],
            b"P2 3 2 9\n9 0 9 9 9 0\n",
            b"P4\n3 2\n\x40\x20",
            b"P5 3 2 255\n\xff\x00\xff\xff\xff\x00",
        ] {
            assert_eq!(read(file, None).unwrap().to_string(), expected);
            assert_eq!(super::cells(file), 6);
        }
        for file in [&b"P1"[..], b"P1 3 2\n0 1", b"P4 3 2\n\x40", b"P2 3 2 999\n", b"P1 0 2\n", b"P1 99999 99999\n"] {
            assert!(read(file, None).is_err(), "{}", String::from_utf8_lossy(file));
        }
    }

    #[test]
    fn letters_are_shapes() {
        let shape = letters("L", Some(Size::new(9, 7).unwrap())).unwrap();
        assert_eq!(shape.to_string().lines().nth(1), Some("#.#####"));
        assert!(letters("", None).is_err() && letters(&"x".repeat(65), None).is_err() && letters("  ", None).is_err());
    }

    #[test]
    fn pictures_are_masks() {
        for (kind, dark, light) in [
            (png::ColorType::Grayscale, vec![0], vec![255]),
            (png::ColorType::Rgb, vec![10, 20, 30], vec![200, 220, 210]),
            (png::ColorType::Rgba, vec![255, 255, 255, 0], vec![255, 255, 255, 255]),
        ] {
            let mut file = Vec::new();
            let mut encoder = png::Encoder::new(&mut file, 3, 2);
            encoder.set_color(kind);
            encoder.set_depth(png::BitDepth::Eight);
            let cells = [true, false, true, true, true, false];
            let pixels: Vec<u8> =
                cells.iter().flat_map(|&cell| if cell { light.clone() } else { dark.clone() }).collect();
            encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
            assert_eq!(read(&file, None).unwrap().to_string(), ".#.\n..#\n");
            assert_eq!(super::cells(&file), 6);
            assert!(read(&file[..file.len() / 2], None).is_err());
        }
        assert!(read(b"\x89PNG nonsense", None).is_err());
    }
}
