//! Masks: which cells are not part of a maze.
//!
//! A text mask has a character a cell: `#`, `X`, `x` and `*` are left out, `.`,
//! space and any of `oO01` are part. Lines may have different lengths; what is
//! missing at their ends is left out. In a PNG every pixel is a cell; dark or
//! transparent pixels are left out. A mask of another size is stretched.

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
    let mask = if bytes.starts_with(b"\x89PNG") { picture(bytes)? } else { text(bytes)? };
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
