//! A market put together from boards, as the box of 2014 has it: its outline,
//! the areas that hold one or two buildings each, and the way round it.
//!
//! The published boards are not copied. Their sizes and their numbers of trees
//! are those of the box; how they lie together and how each falls into areas is
//! drawn from the seed of the game.

mod areas;
mod boards;
mod outside;

use crate::{Config, Frame, Spot, Spots};
use dedale_grid::Rng;

pub use areas::Area;
pub(crate) use boards::MOST_BOARDS;
pub(crate) use outside::DEAREST;
pub use outside::Outside;

/// What a game with boards, areas or ways outside knows beyond its ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Market {
    pub(crate) frame: Frame,
    /// The trees that the boards bring; none without boards.
    pub(crate) trees: Option<u8>,
    /// No areas where roads appear by themselves.
    pub(crate) areas: Vec<Area>,
    /// No way outside where there is none.
    pub(crate) outside: Option<Outside>,
}

impl Market {
    /// Draws what the settings ask for; nothing where they ask for nothing
    /// special, or where the boards cannot be put together.
    pub(crate) fn draw(config: &Config, rng: &mut Rng) -> Option<Self> {
        let (frame, parts, trees) = if config.boards > 0 {
            let laid = boards::lay(config.boards.into(), rng)?;
            (laid.frame, laid.parts, Some(laid.trees))
        } else {
            let frame = Frame::new(config.rows.into(), config.cols.into())?;
            (frame, vec![frame.board()], None)
        };
        let areas = if config.areas { areas::draw(&frame, &parts, config.goods.into(), rng) } else { Vec::new() };
        let outside = (config.outside > 0).then(|| Outside::new(&frame, config.outside.into()));
        Some(Self { frame, trees, areas, outside })
    }

    /// The area of a cell.
    pub fn area(&self, spot: Spot) -> Option<&Area> {
        self.areas.iter().find(|area| area.cells & spot.bit() != 0)
    }

    /// The areas, none where roads appear by themselves.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// What a step outside counts, nothing where there is no way.
    pub fn outside(&self) -> Option<&Outside> {
        self.outside.as_ref()
    }

    /// The rest of the areas that are full once something stands on a cell.
    #[inline]
    pub(crate) fn filled(&self, built: u128, spot: Spot) -> u128 {
        self.area(spot)
            .filter(|area| (built & area.cells).count_ones() >= u32::from(area.limit))
            .map_or(0, |area| area.cells & !built)
    }

    /// Where trucks may park: on the rim, in areas that hold one building; all
    /// of the rim where there are no areas.
    pub(crate) fn parking(&self) -> Vec<u128> {
        let rim = rim(&self.frame);
        if self.areas.is_empty() {
            return Spots(rim).map(Spot::bit).collect();
        }
        let ones = self.areas.iter().filter(|area| area.limit == 1);
        ones.map(|area| area.cells & rim).filter(|cells| *cells != 0).collect()
    }
}

/// The cells with a side on the outside.
fn rim(frame: &Frame) -> u128 {
    let board = frame.board();
    board & !(frame.up(board) & frame.down(board) & frame.left(board) & frame.right(board))
}
