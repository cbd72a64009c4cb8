//! Random boards of an exact density.
//!
//! Rubble is strewn 64 cells at a time: a random word whose bits are 1 with a
//! probability of k/65536 is made of the binary digits of k, one random word a
//! digit. Then single cells drawn at random are freed or blocked until the
//! count is exact. Given its count, a set of independent cells is uniform, and
//! random additions or removals keep it so: every board with that many free
//! cells has the same chance.
//!
//! One search from the target then tells whether all players can reach it;
//! its cost is a bit-parallel search with 4 bits a cell ([`TileBfs`]).

mod fair;

pub use fair::FAIR_GAP;

use crate::{Board, Labyrinth, MAX_PLAYERS, repair};
use dedale_grid::search::TileBfs;
use dedale_grid::{BitGrid, Cell, Point, Rng, Size};
use dedale_text::messages;

/// The smallest side of a board, the ring included.
pub const MIN_SIZE: usize = 5;
/// The largest side of a board.
pub const MAX_SIZE: usize = 30_000;

/// What a board should be like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// The side of the square, the ring included: 5 to 30,000.
    pub size: usize,
    /// The share of the cells inside the ring that are free: above 0, up to 1.
    pub density: f64,
    /// One to four.
    pub players: usize,
    /// Free the fewest cells that let everybody reach the target, instead of
    /// drawing another board.
    pub repair: bool,
}

messages! {
    /// Why no board was made.
    pub enum RecipeError {
        /// The size is not possible.
        Size { size: usize } => "found the size {size}, expected 5 to 30000", "trouvé la taille {size}, attendu 5 à 30000";
        /// The density is not possible.
        Density { density: f64 } =>
            "found the density {density}, expected more than 0 and at most 1",
            "trouvé la densité {density}, attendu plus de 0 et au plus 1";
        /// The number of players is not possible.
        Players { players: usize } => "found {players} players, expected 1 to 4", "trouvé {players} joueurs, attendu 1 à 4";
        /// Not enough free cells to stand on.
        Crowded { free: usize, needed: usize } =>
            "this size and density leave {free} free cells, expected at least {needed} for the target and the players: raise the density",
            "cette taille et cette densité laissent {free} cases libres, attendu au moins {needed} pour la cible et les joueurs : augmentez la densité";
    }
}

/// A board that was made, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The board; every player can reach the target.
    pub board: Board,
    /// The steps of each player's shortest path.
    pub best: Vec<u32>,
    /// How many boards were drawn.
    pub tries: usize,
    /// The cells freed by repair.
    pub opened: Vec<Cell>,
}

impl Recipe {
    /// Checks every part.
    pub fn check(&self) -> Result<(), RecipeError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&self.size) {
            return Err(RecipeError::Size { size: self.size });
        }
        if !(self.density > 0.0 && self.density <= 1.0) {
            return Err(RecipeError::Density { density: self.density });
        }
        if !(1..=MAX_PLAYERS).contains(&self.players) {
            return Err(RecipeError::Players { players: self.players });
        }
        if self.free_cells() <= self.players {
            return Err(RecipeError::Crowded { free: self.free_cells(), needed: self.players + 1 });
        }
        Ok(())
    }

    /// The number of free cells a board of this recipe has, to the cell.
    pub fn free_cells(&self) -> usize {
        let inner = self.size.saturating_sub(2).pow(2);
        ((self.density * inner as f64).round() as usize).min(inner)
    }

    /// How many boards are drawn before one is repaired: 1000, fewer for large
    /// boards, which look alike anyway.
    pub fn most_tries(&self) -> usize {
        ((1 << 28) / (self.size * self.size)).clamp(4, 1000)
    }

    /// Makes a board on which every player can reach the target; where no draw
    /// gives one, the fewest cells of the first are freed. The same recipe and
    /// seed make the same board for ever.
    pub fn make(&self, seed: u64) -> Result<Made, RecipeError> {
        self.make_with(seed, &mut TileBfs::new())
    }

    /// As [`Recipe::make`], with the buffers of a search to use again.
    pub fn make_with(&self, seed: u64, search: &mut TileBfs) -> Result<Made, RecipeError> {
        self.check()?;
        let most = if self.repair { 1 } else { self.most_tries() };
        for attempt in 0..most {
            let board = self.draw(seed, attempt as u64);
            search.run(board.labyrinth.free(), [board.target], None);
            if board.starts.iter().all(|&start| search.contains(start)) {
                let best = lengths(search, &board);
                return Ok(Made { board, best, tries: attempt + 1, opened: Vec::new() });
            }
            if self.repair {
                return Ok(repaired(board, search, 1));
            }
        }
        Ok(repaired(self.draw(seed, 0), search, most))
    }

    /// Draws a board, playable or not. The caller has checked the recipe.
    pub(crate) fn draw(&self, seed: u64, attempt: u64) -> Board {
        let size = Size::new(self.size, self.size).expect("the recipe was checked");
        let free = strew(size, self.density, self.free_cells(), &mut Rng::stream(seed, attempt));
        let labyrinth = Labyrinth::new(free).expect("rubble is strewn inside the ring");
        place(labyrinth, self.players)
    }
}

/// Puts the target on the free cell nearest the centre and the players on
/// those nearest their corners (top left, top right, bottom left, bottom
/// right), all different. There are enough free cells for all of them.
pub(crate) fn place(labyrinth: Labyrinth, players: usize) -> Board {
    let (last_row, last_col) = (labyrinth.size().rows() as i32 - 2, labyrinth.size().cols() as i32 - 2);
    let corners = [(1, 1), (1, last_col), (last_row, 1), (last_row, last_col)];
    let mut taken = Vec::with_capacity(players + 1);
    let centre = Point::new((last_row + 2) / 2, (last_col + 2) / 2);
    for point in std::iter::once(centre).chain(corners.map(|(row, col)| Point::new(row, col))).take(players + 1) {
        let (cell, _) = labyrinth.nearest(point, &taken).expect("there are enough free cells");
        taken.push(cell);
    }
    Board { labyrinth, target: taken[0], starts: taken.split_off(1) }
}

/// Frees cells, then lets target and players move to freed cells that are
/// nearer to where they belong: those are connected as well.
pub(crate) fn with_opened(board: Board, cells: &[Cell]) -> Board {
    let players = board.starts.len();
    let mut labyrinth = board.labyrinth;
    cells.iter().for_each(|&cell| labyrinth.open(cell));
    place(labyrinth, players)
}

/// Frees the fewest cells that let everybody reach the target.
fn repaired(board: Board, search: &mut TileBfs, tries: usize) -> Made {
    let repair = repair::connect(&board.labyrinth, board.target, &board.starts);
    let board = with_opened(board, &repair.cells);
    search.run(board.labyrinth.free(), [board.target], None);
    let best = lengths(search, &board);
    Made { board, best, tries, opened: repair.cells }
}

/// The steps of each player's shortest path, all of which exist.
fn lengths(search: &TileBfs, board: &Board) -> Vec<u32> {
    board.starts.iter().map(|&start| search.path(start).len() as u32 - 1).collect()
}

/// A random set of exactly `count` cells inside the ring.
fn strew(size: Size, density: f64, count: usize, rng: &mut Rng) -> BitGrid {
    const DIGITS: u32 = 16;
    let share = (density * f64::from(1u32 << DIGITS)).round() as u32;
    let mut free = BitGrid::new(size);
    let (stride, last_col) = (free.words_per_row(), size.cols() - 1);
    let inner_rows = stride..(size.rows() - 1) * stride;
    free.edit(|words| {
        for row in words[inner_rows].chunks_exact_mut(stride) {
            row.iter_mut().for_each(|word| *word = random_word(share, DIGITS, rng));
            row[0] &= !1;
            row[last_col / 64] &= !(1 << (last_col % 64));
        }
    });
    let inner = [size.rows() - 2, size.cols() - 2].map(|side| side as u64);
    let mut now = free.count();
    while now != count {
        let [row, col] = inner.map(|side| 1 + rng.below(side) as i32);
        let cell = size.cell(Point::new(row, col)).expect("inner cells lie on the board");
        if now < count {
            now += usize::from(free.set(cell));
        } else {
            now -= usize::from(free.clear(cell));
        }
    }
    free
}

/// 64 bits, each 1 with a probability of `share / 2^digits`.
fn random_word(share: u32, digits: u32, rng: &mut Rng) -> u64 {
    if share >> digits != 0 {
        return u64::MAX;
    }
    // From the last digit that is 1 up: or-ing halves the distance to 1,
    // and-ing the distance to 0.
    (share.trailing_zeros().min(digits)..digits).fold(0, |word, digit| {
        let random = rng.bits();
        if share >> digit & 1 == 1 { word | random } else { word & random }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shortest_path;

    fn recipe(size: usize, density: f64, players: usize) -> Recipe {
        Recipe { size, density, players, repair: false }
    }

    #[test]
    fn density_is_exact_and_everything_is_in_its_place() {
        let mut rng = Rng::new(1);
        for seed in 0..600 {
            let recipe = Recipe {
                size: 5 + rng.index(70),
                density: 0.25 + 0.75 * rng.unit(),
                players: 1 + rng.index(4),
                repair: false,
            };
            if recipe.check().is_err() {
                continue;
            }
            let board = recipe.draw(seed, 0);
            let free = board.labyrinth.free().count();
            let inner = (recipe.size - 2).pow(2) as f64;
            assert!((free as f64 - recipe.density * inner).abs() <= 0.5 + 1e-9);
            let far = recipe.size as i32 - 2;
            let centre = Point::new(recipe.size as i32 / 2, recipe.size as i32 / 2);
            assert_eq!(board.labyrinth.nearest(centre, &[]).unwrap().0, board.target);
            let mut taken = vec![board.target];
            for (&start, corner) in board.starts.iter().zip([(1, 1), (1, far), (far, 1), (far, far)]) {
                let nearest = board.labyrinth.nearest(Point::new(corner.0, corner.1), &taken);
                assert_eq!(nearest.unwrap().0, start);
                taken.push(start);
            }
            assert_eq!(board.starts.len(), recipe.players);
        }
    }

    #[test]
    fn boards_are_playable_and_lengths_right() {
        for (seed, density) in (0..60).flat_map(|seed| [0.62, 0.8, 1.0].map(|density| (seed, density))) {
            let made = recipe(21, density, 4).make(seed).unwrap();
            for (&start, &best) in made.board.starts.iter().zip(&made.best) {
                let path = shortest_path(&made.board.labyrinth, start, made.board.target).unwrap();
                assert_eq!(path.len() as u32 - 1, best);
            }
        }
    }

    #[test]
    fn repair_makes_thin_boards_playable() {
        for seed in 0..60 {
            let recipe = Recipe { size: 25, density: 0.4, players: 4, repair: true };
            let made = recipe.make(seed).unwrap();
            assert_eq!(made.board.labyrinth.free().count(), recipe.free_cells() + made.opened.len());
            assert_eq!(place(made.board.labyrinth.clone(), 4), made.board);
            for (&start, &best) in made.board.starts.iter().zip(&made.best) {
                let path = shortest_path(&made.board.labyrinth, start, made.board.target).unwrap();
                assert_eq!(path.len() as u32 - 1, best);
            }
        }
    }

    /// Every cell is free about as often as any other.
    #[test]
    fn rubble_is_spread_evenly() {
        let size = Size::new(9, 9).unwrap();
        let mut counts = [0u32; 81];
        let mut rng = Rng::new(5);
        for _ in 0..20_000 {
            strew(size, 0.3, 15, &mut rng).cells().for_each(|cell| counts[cell.index()] += 1);
        }
        for cell in size.cells() {
            let inner = crate::labyrinth::is_inner(size, cell);
            let expected = if inner { 20_000 * 15 / 49 } else { 0 };
            assert!(counts[cell.index()].abs_diff(expected) < 350, "{cell:?}: {}", counts[cell.index()]);
        }
    }

    #[test]
    fn bad_recipes_are_refused() {
        assert!(matches!(recipe(4, 0.5, 1).make(0), Err(RecipeError::Size { size: 4 })));
        assert!(matches!(recipe(30_001, 0.5, 1).make(0), Err(RecipeError::Size { .. })));
        for density in [0.0, -0.1, 1.01, f64::NAN, f64::INFINITY] {
            assert!(matches!(recipe(9, density, 1).make(0), Err(RecipeError::Density { .. })), "{density}");
        }
        for players in [0, 5] {
            assert_eq!(recipe(9, 0.5, players).make(0), Err(RecipeError::Players { players }));
        }
        assert_eq!(recipe(5, 0.2, 2).make(0), Err(RecipeError::Crowded { free: 2, needed: 3 }));
    }

    /// Where every draw cuts someone off, the first one is repaired.
    #[test]
    fn a_playable_board_is_always_found() {
        let thin = recipe(61, 0.3, 4);
        let made = thin.make(0).unwrap();
        assert_eq!(made.tries, thin.most_tries());
        assert!(!made.opened.is_empty() && made.best.iter().all(|&steps| steps > 0));
        assert_eq!(made.board, Recipe { repair: true, ..thin }.make(0).unwrap().board);
    }

    /// Boards are named by their seeds: these may never change.
    #[test]
    fn golden_board() {
        let made = recipe(11, 0.65, 2).make(42).unwrap();
        assert_eq!(made.board.to_string(), include_str!("../tests/golden/board-11-65-2-42.txt"));
        assert_eq!(made.best, [6, 14]);
    }
}
