//! What players of this game ask for most: which roads a construction would
//! make, which cells are at risk of becoming roads, how far a shop would be.

use crate::At;
use crate::bots::Policy;
use crate::roads::LiveRoads;
use crate::{Access, Board, Distances, Good, Outlook, Piece, Refusal, Shop, Spots, State, Tile, Unsound};
use dedale_grid::{Cell, Grid, Point, Rng};
use dedale_play::Seat;

/// What building on a cell would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// Where one would build.
    pub cell: At,
    /// Whether one may: it is free and no road.
    pub possible: bool,
    /// Why one may not.
    pub refused: Option<Refusal>,
    /// The cells that would become roads.
    pub roads: Vec<At>,
    /// The reservations that would go back to their owners, with their seats.
    pub returned: Vec<(At, Seat)>,
}

/// What building on a cell of a sound board would do; `None` outside.
pub fn preview(board: &Board, at: Point, tile: Tile, access: Access) -> Result<Option<Preview>, Unsound> {
    let mut live = LiveRoads::new(board.clone(), access)?;
    let size = board.size();
    let Some(cell) = size.cell(at) else { return Ok(None) };
    let before = live.board().clone();
    let built = live.build(cell, tile);
    let roads = built.clone().unwrap_or_default();
    let returned = roads.iter().filter_map(|road| match before.tile(*road) {
        Tile::Reserved(seat) => Some((At(size.point(*road)), seat)),
        _ => None,
    });
    Ok(Some(Preview {
        cell: At(at),
        possible: built.is_some(),
        refused: if built.is_some() {
            None
        } else if before.tile(cell).is_open() {
            // Free as it was given, a road as it must be.
            Some(Refusal::Road { at })
        } else {
            Some(Refusal::Occupied { at })
        },
        returned: returned.collect(),
        roads: roads.iter().map(|road| At(size.point(*road))).collect(),
    }))
}

/// The chance of each cell to become a road when `pieces` more trees are built
/// at random, over so many fills. Built cells have no chance, roads are
/// certain. After each fill `go_on` is asked whether to; if not, the chances
/// are over the fills so far.
pub fn risk(
    board: &Board,
    access: Access,
    pieces: usize,
    fills: u32,
    rng: &mut Rng,
    mut go_on: impl FnMut() -> bool,
) -> Result<Grid<f64>, Unsound> {
    let start = LiveRoads::new(board.clone(), access)?;
    let size = board.size();
    let free: Vec<Cell> = start.board().tiles().filter(|(_, tile)| is_free(*tile)).map(|(cell, _)| cell).collect();
    let mut counts = Grid::new(size, 0u32);
    let mut done = 0;
    let mut order = free;
    while done < fills.max(1) {
        let mut live = start.clone();
        rng.shuffle(&mut order);
        let mut left = pieces;
        for &cell in &order {
            if left == 0 {
                break;
            }
            if live.build(cell, Tile::Tree).is_some() {
                left -= 1;
            }
        }
        for (cell, _) in live.board().tiles().filter(|(_, tile)| *tile == Tile::Road) {
            counts[cell] += 1;
        }
        done += 1;
        if !go_on() {
            break;
        }
    }
    Ok(Grid::from_fn(size, |point| f64::from(*counts.get(point).expect("the point is on the board")) / f64::from(done)))
}

const fn is_free(tile: Tile) -> bool {
    matches!(tile, Tile::Free | Tile::Reserved(_))
}

/// How far a shop of a good would be on each cell, by the board as it stands;
/// nothing where no way leads. `None` if the board has no such producer.
pub fn distances(board: &Board, good: Good) -> Option<Grid<Option<u32>>> {
    let (producer, _) = board.tiles().find(|(_, tile)| *tile == Tile::Producer(good))?;
    let from = Distances::from(board, producer);
    let size = board.size();
    let mut map = Grid::from_fn(size, |point| from.of_shop(size.cell(point).expect("the point is on the board")));
    // Beside the producer the shop itself may bar the shortest way.
    for (_, beside) in size.neighbours(producer).filter(|(_, beside)| board.tile(*beside).is_open()) {
        let mut trial = board.clone();
        trial.set(beside, Tile::Tree);
        map[beside] = Distances::from(&trial, producer).of_shop(beside);
    }
    Some(map)
}

impl State {
    /// What building a piece on a cell would do, by the rules of this game;
    /// `None` outside.
    pub fn preview(&self, at: Point, piece: Piece) -> Option<Preview> {
        let ground = self.ground();
        let frame = ground.frame();
        let spot = frame.spot(at)?;
        let refused = if ground.built() & spot.bit() != 0 {
            Some(Refusal::Occupied { at })
        } else if ground.roads() & spot.bit() != 0 {
            Some(Refusal::Road { at })
        } else {
            None
        };
        let roads = if refused.is_none() { self.roads_after(spot, piece) } else { 0 };
        let returned = self.players().iter().enumerate().flat_map(|(seat, player)| {
            Spots(player.reserved & roads).map(move |road| (At(frame.point(road)), Seat::new(seat)))
        });
        let (roads, returned) = (Spots(roads).map(|road| At(frame.point(road))).collect(), returned.collect());
        Some(Preview { cell: At(at), possible: refused.is_none(), refused, roads, returned })
    }

    /// How far a shop of a good would be on each cell, by the board as it
    /// stands, at most the maximum; nothing outside and where a producer stands.
    pub fn distances(&self, good: Good) -> Grid<Option<u32>> {
        let frame = self.ground().frame();
        Grid::from_fn(self.board().size(), |at| {
            let spot = frame.spot(at)?;
            if self.ground().open() & spot.bit() == 0 {
                let shop = self.players().iter().any(|player| player.shops.contains(&Shop::Built(spot)));
                return shop.then(|| self.distance_from(good, spot));
            }
            // The shop itself may bar the shortest way.
            let mut trial = self.clone();
            trial.ground.put(spot, false);
            Some(trial.distance_from(good, spot))
        })
    }

    /// The chance of each cell to become a road in the rest of this game, when
    /// everybody plays by rules of thumb, over so many completions.
    pub fn risk(&self, completions: u32, rng: &mut Rng) -> Grid<f64> {
        self.risk_while(completions, rng, || true)
    }

    /// As [`State::risk`]; after each completion `go_on` is asked whether to.
    pub fn risk_while(&self, completions: u32, rng: &mut Rng, go_on: impl FnMut() -> bool) -> Grid<f64> {
        let outlook = Outlook::of(self, Policy::Greedy, completions, rng, go_on);
        let frame = self.ground().frame();
        let size = self.board().size();
        Grid::from_fn(size, |at| frame.spot(at).map_or(0.0, |spot| outlook.road(spot)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_names_roads_and_reservations() {
        let board: Board = "...\n1..\n...\n".parse().unwrap();
        let seen = preview(&board, Point::new(0, 1), Tile::Tree, Access::Everything).unwrap().unwrap();
        assert!(seen.possible);
        assert_eq!(seen.roads, [At(Point::new(1, 0)), At(Point::new(1, 2))]);
        assert_eq!(seen.returned, [(At(Point::new(1, 0)), Seat::new(0))]);
        let road: Board = "#..\n...\n".parse().unwrap();
        let refused = preview(&road, Point::new(0, 0), Tile::Tree, Access::Everything).unwrap().unwrap();
        assert_eq!((refused.possible, refused.refused), (false, Some(Refusal::Road { at: Point::new(0, 0) })));
        assert_eq!(preview(&road, Point::new(5, 0), Tile::Tree, Access::Everything), Ok(None));
    }

    #[test]
    fn risks_are_chances() {
        let board: Board = "A....\n.....\n..#..\n.....\n....B\n".parse().unwrap();
        let risk = risk(&board, Access::Everything, 99, 200, &mut Rng::new(1), || true).unwrap();
        assert_eq!(risk.get(Point::new(2, 2)), Some(&1.0));
        assert_eq!(risk.get(Point::new(0, 0)), Some(&0.0));
        let near = *risk.get(Point::new(1, 1)).unwrap();
        assert!(near > 0.1 && near < 1.0, "{near}");
    }

    #[test]
    fn distances_of_all_cells() {
        let board: Board = "A.T\n...\n".parse().unwrap();
        let map = distances(&board, Good::ALL[0]).unwrap();
        assert_eq!(map.values(), [Some(1), Some(2), Some(1), Some(2), Some(1), Some(2)]);
        assert!(distances(&board, Good::ALL[1]).is_none());
        let barred: Board = "A...\n.T..\n....\n".parse().unwrap();
        let map = distances(&barred, Good::ALL[0]).unwrap();
        assert_eq!(map.get(Point::new(0, 1)), Some(&Some(6)));
    }
}
