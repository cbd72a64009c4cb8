//! Links between rooms, and how many of them boxes block.

use crate::board::{Board, Square};
use crate::terrain::Terrain;
use dedale_grid::Marks;

/// The links of a board: tunnels that touch at least two rooms.
#[derive(Clone, Debug)]
pub(crate) struct RoomLinks {
    /// The link each square belongs to, or `u16::MAX`.
    link_of: Vec<u16>,
    links: usize,
    blocked: Marks,
}

impl RoomLinks {
    /// Finds the links.
    pub fn new(board: &Board, terrain: &Terrain) -> Self {
        let mut link_of = vec![u16::MAX; board.squares + 1];
        let mut links = 0;
        for tunnel in &terrain.tunnels {
            let touches = |square: &Square| {
                board.next[*square as usize].iter().filter_map(|&to| terrain.room_of[to as usize]).collect::<Vec<_>>()
            };
            let mut rooms: Vec<u16> = tunnel.squares.iter().flat_map(touches).collect();
            rooms.sort_unstable();
            rooms.dedup();
            if rooms.len() >= 2 {
                for &square in &tunnel.squares {
                    link_of[square as usize] = links as u16;
                }
                links += 1;
            }
        }
        Self { link_of, links, blocked: Marks::new(links) }
    }

    /// How many links have a box in them.
    pub fn blocked(&mut self, boxes: &[Square]) -> u16 {
        if self.links == 0 {
            return 0;
        }
        self.blocked.clear();
        let mut count = 0;
        for &square in boxes {
            let link = self.link_of[square as usize];
            if link != u16::MAX && self.blocked.insert(link as usize) {
                count += 1;
            }
        }
        count
    }
}
