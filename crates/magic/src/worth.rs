//! What a door is worth: which one to explore next.
//!
//! Which objectives and exits are still missing is known, where they lie in
//! the deck is not, so any tile is as likely as another to show one; what
//! differs is the price. It counts the moves to the door (or a jump and the
//! moves from a teleporter), the moves of all pawns to it, for what is found
//! there will be walked to, and the moves away from the pawn's own objective
//! if that is known. A tile that will join several others makes short cuts
//! and is worth a little. Trying doors out on imagined decks was measured to
//! save one move in a hundred more for a hundred times the time.

use crate::aisles::{Aisles, DistanceMap};
use crate::game::Open;
use crate::{Colour, Spot};
use dedale_grid::Dir;

/// The pawn and the door to explore with it; `None` if no pawn has a door.
/// Ties go to the lower colour, then to the older tile.
pub fn best_door(open: &Open, teleporters: &[Vec<Spot>; 4]) -> Option<(Colour, Spot)> {
    let aisles = Aisles::new(&open.market, Colour::Yellow);
    let from = |spot: Option<Spot>, jumps: &[Spot]| {
        let mut map = DistanceMap::default();
        match spot {
            Some(spot) => aisles.distances_from(spot, jumps, &mut map),
            None => map.clear(open.market.spots()),
        }
        map
    };
    let pawns = Colour::ALL.map(|pawn| from(open.marks[pawn.index()], &teleporters[pawn.index()]));
    let objectives = Colour::ALL.map(|pawn| open.objective(pawn).map(|spot| from(Some(spot), &[])));
    let priced = open.market.unused_doors().filter_map(|(door, pawn, lot)| {
        let mark = open.marks[pawn.index()]?;
        let moves = |map: &DistanceMap, spot| i32::from(map.get(spot));
        let joined = Dir::ALL.into_iter().filter(|dir| {
            let other = open.market.tile_at(lot.step(*dir));
            other.is_some_and(|other| open.market.tile(other).door(dir.opposite()).is_some())
        });
        let all: i32 = pawns.iter().map(|map| moves(map, door)).sum();
        let away = objectives[pawn.index()].as_ref().map_or(0, |map| moves(map, door) - moves(map, mark));
        let own = moves(&pawns[pawn.index()], door);
        Some((4 * own + all + 4 * away - 4 * joined.count() as i32, pawn, door))
    });
    priced.min().map(|(_, pawn, door)| (pawn, door))
}
