//! Supermarkets as text: `supermarche`, then for each tile `pose ROW COLUMN`
//! and its `tuile … fin` block as placed, and a last `fin`.

use crate::Market;
use crate::format::{Fault, FormatError, Lines, MOST_TILES, read_body, rule_fault, write_tile};
use dedale_grid::Point;
use dedale_text::Located;
use std::fmt::Write;

/// Writes a supermarket, tiles in the order of placing.
pub fn write_market(market: &Market) -> String {
    let mut text = String::from("supermarche\n");
    for number in 0..market.len() {
        let corner = market.corner(number);
        let _ = writeln!(text, "pose {} {}", corner.row, corner.col);
        text.push_str(&write_tile(market.tile(number)));
    }
    text.push_str("fin\n");
    text
}

/// Reads a supermarket; overlapping or unjoined tiles are refused at their
/// `pose`.
pub fn read_market(text: &str) -> Result<Market, Located<Fault>> {
    let mut lines = Lines::new(text);
    let mut line = lines.next_line().ok_or_else(|| lines.fault(FormatError::Empty))?;
    line.expect(&["supermarche"], "`supermarche`")?;
    line.end()?;
    let (mut poses, mut places) = (Vec::new(), Vec::new());
    loop {
        let mut line = lines.next_line().ok_or_else(|| lines.fault(FormatError::NoEnd))?;
        if line.expect(&["pose", "fin"], "`pose` or `fin`")? == 1 {
            line.end()?;
            if poses.is_empty() {
                return Err(line.fault(FormatError::Empty));
            }
            break;
        }
        if poses.len() == MOST_TILES {
            return Err(line.fault(FormatError::TooMany { high: MOST_TILES }));
        }
        places.push(line.begin());
        let corner = Point::new(line.number()?, line.number()?);
        line.end()?;
        let mut line = lines.next_line().ok_or_else(|| lines.fault(FormatError::NoEnd))?;
        line.expect(&["tuile"], "`tuile`")?;
        line.end()?;
        let draft = read_body(&mut lines, line.begin())?;
        poses.push((corner, draft.tile().map_err(rule_fault)?));
    }
    if let Some(mut line) = lines.next_line() {
        line.expect(&[], "the end of the file")?;
    }
    Market::assemble(&poses).map_err(|(number, error)| {
        let (line, column) = places[number];
        Located::new(line, column, Fault::Place(error))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Extras;
    use crate::grow::grow;

    #[test]
    fn markets_read_back() {
        for seed in 0..20 {
            let market = grow(1 + seed as usize * 3, Extras::default(), seed);
            let text = write_market(&market);
            assert_eq!(read_market(&text).unwrap(), market);
        }
    }

    #[test]
    fn bad_poses_are_located() {
        let tile = "tuile\nsite 2 porte vert\nsite 13 porte aucune\nfin\n";
        let two = |row, col| format!("supermarche\npose 10 20\n{tile}pose {row} {col}\n{tile}fin\n");
        assert!(read_market(&two(6, 21)).is_ok());
        for (text, at, name) in [
            (two(10, 20), (7, 1), "overlap"),
            (two(12, 22), (7, 1), "overlap"),
            (two(6, 20), (7, 1), "lattice"),
            (two(11, 24), (7, 1), "unjoined"),
            (two(2, 22), (7, 1), "unjoined"),
            (two(2_000_000_000, 0), (7, 1), "far"),
            ("supermarche\nfin\n".into(), (2, 4), "format"),
            ("supermarche\npose 1 x\n".into(), (2, 8), "format"),
            (format!("supermarche\npose 0 0\n{tile}"), (7, 1), "format"),
            (format!("supermarche\npose 0 0\n{tile}fin\nfin\n"), (8, 1), "format"),
        ] {
            let error = read_market(&text).unwrap_err();
            assert_eq!((error.line, error.column, error.error.name()), (at.0, at.1, name), "{text}\n{error}");
        }
    }
}
