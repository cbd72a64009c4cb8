//! Boards divided into areas of three to five cells, each of which holds one
//! or two buildings.
//!
//! How many areas of the published boards bear a 1 is not told anywhere; here
//! as many as there are boards, and at least one for each truck, which leaves
//! about as many places as there are pieces.

use super::rim;
use crate::{Frame, Spot, Spots};
use dedale_grid::Rng;

const LEAST: u32 = 3;
const MOST: u32 = 5;
/// How often a division is begun anew before the cells are cut off in line.
const TRIES: usize = 200;

/// Cells that hold a few buildings; the rest becomes road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The cells.
    pub cells: u128,
    /// How many buildings it holds, 1 or 2.
    pub limit: u8,
}

/// Divides each part and gives every area its number; at least `trucks` areas
/// at the rim hold one building, if there are as many.
pub(super) fn draw(frame: &Frame, parts: &[u128], trucks: usize, rng: &mut Rng) -> Vec<Area> {
    let mut cells: Vec<u128> = parts.iter().flat_map(|part| divide(frame, *part, rng)).collect();
    let ones = trucks.max(parts.len());
    // The smallest at the rim bear a 1, so that little room is lost.
    rng.shuffle(&mut cells);
    cells.sort_by_key(|area| (area & rim(frame) == 0, area.count_ones()));
    let limit = |number: usize| if number < ones { 1 } else { 2 };
    let mut areas: Vec<Area> =
        cells.iter().enumerate().map(|(number, cells)| Area { cells: *cells, limit: limit(number) }).collect();
    areas.sort_by_key(|area| area.cells.trailing_zeros());
    areas
}

fn divide(frame: &Frame, part: u128, rng: &mut Rng) -> Vec<u128> {
    (0..TRIES).find_map(|_| try_to_divide(frame, part, rng)).unwrap_or_else(|| in_line(frame, part))
}

/// Grows areas one after the other from the first cell that is left.
fn try_to_divide(frame: &Frame, part: u128, rng: &mut Rng) -> Option<Vec<u128>> {
    let (mut left, mut areas) = (part, Vec::new());
    while let Some(first) = Spot::lowest(left) {
        let wanted = LEAST + rng.index((MOST - LEAST + 1) as usize) as u32;
        let mut area = first.bit();
        while area.count_ones() < wanted {
            let around: Vec<Spot> = Spots(frame.beside(area) & left & !area).collect();
            let Some(next) = rng.choose(&around) else { break };
            area |= next.bit();
        }
        if area.count_ones() < LEAST {
            return None;
        }
        left &= !area;
        areas.push(area);
    }
    Some(areas)
}

/// Cuts the rows, walked to and fro, into pieces of three to five.
fn in_line(frame: &Frame, part: u128) -> Vec<u128> {
    let mut line: Vec<Spot> = Spots(part).collect();
    line.sort_by_key(|spot| {
        let at = frame.point(*spot);
        (at.row, if at.row % 2 == 0 { at.col } else { -at.col })
    });
    let mut areas = Vec::new();
    let mut rest = &line[..];
    while !rest.is_empty() {
        let take = match rest.len() {
            few @ ..=5 => few,
            6 | 7 => 3,
            _ => 4,
        };
        let (area, left) = rest.split_at(take);
        areas.push(area.iter().fold(0, |cells, spot| cells | spot.bit()));
        rest = left;
    }
    areas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_cover_a_board_once() {
        for (rows, cols) in [(3, 4), (4, 4), (3, 5), (3, 7), (10, 10), (4, 20)] {
            let frame = Frame::new(rows, cols).unwrap();
            for seed in 0..20 {
                let drawn = draw(&frame, &[frame.board()], 2, &mut Rng::new(seed));
                let lined = in_line(&frame, frame.board()).into_iter().map(|cells| Area { cells, limit: 2 }).collect();
                for areas in [&drawn, &lined] {
                    let mut seen = 0;
                    for area in areas {
                        assert_eq!(seen & area.cells, 0);
                        seen |= area.cells;
                        assert!((LEAST..=MOST).contains(&area.cells.count_ones()), "{rows}x{cols}");
                        let first = area.cells & area.cells.wrapping_neg();
                        assert_eq!(frame.flow(first, area.cells), area.cells, "an area hangs together");
                    }
                    assert_eq!(seen, frame.board());
                }
                assert_eq!(drawn.iter().filter(|area| area.limit == 1).count(), 2);
            }
        }
    }
}
