//! All ways of finding roads agree: naive, one search, explained, as bits and
//! one construction at a time.

use dedale_fish::roads::{self, LiveRoads};
use dedale_fish::{Access, Board, Explanation, Ground, Tile};
use dedale_grid::{Cell, Dir, Point, Rng, Size};

const BOTH: [Access; 2] = [Access::Everything, Access::Traders];

/// Checks one sound board with every algorithm, and the bits one construction
/// at a time: every legal construction from here, against the whole search
/// after it.
fn agree(board: &Board, access: Access, starts: bool) -> Vec<Cell> {
    let expected = roads::naive(board, access);
    assert_eq!(roads::find(board, access).unwrap(), expected, "{access:?}\n{board}");
    let size = board.size();
    for (cell, tile) in board.tiles().filter(|(_, tile)| tile.is_open()).take(if starts { 99 } else { 1 }) {
        let told = Explanation::of(board, Some(size.point(cell)), access).unwrap();
        let found: Vec<Cell> = told.roads.iter().map(|(cell, _)| *cell).collect();
        assert_eq!(found, expected, "{access:?} {tile:?} from {}\n{board}", size.point(cell));
    }
    let ground = Ground::of(board, access).unwrap();
    let found: Vec<Cell> = dedale_fish::Spots(ground.roads()).map(|spot| ground.cell(spot)).collect();
    assert_eq!(found, expected, "{access:?}\n{board}");
    assert!(ground.is_sound());
    expected
}

/// Builds on a free cell and checks the roads that appear; the roads of the
/// board must all be laid already.
fn build(board: &mut Board, ground: &mut Ground, live: &mut LiveRoads, cell: Cell, tile: Tile, access: Access) {
    live.build(cell, tile).unwrap();
    let spot = ground.frame().spot(board.size().point(cell)).unwrap();
    ground.build(spot, access.needed(tile));
    board.set(cell, tile);
    let expected = roads::find(board, access).unwrap_or_else(|error| panic!("{error}\n{board}"));
    let found: Vec<Cell> = dedale_fish::Spots(ground.roads()).map(|spot| ground.cell(spot)).collect();
    assert_eq!(found, expected, "after {}\n{board}", board.size().point(cell));
    roads::lay(board, &expected);
    assert_eq!(live.board(), board);
    assert_eq!(live.build(cell, tile), None, "nothing is built twice");
}

/// Every sound board up to 4×4 with every start and every construction, under
/// both rules; the number of boards times starts is known.
#[test]
fn exhaustive() {
    let shop = Tile::Shop(dedale_fish::Good::ALL[0], None);
    for (rows, cols, expected) in
        [(1, 1, 1), (2, 2, 24), (2, 3, 96), (1, 6, 20), (3, 3, 768), (3, 4, 4_964), (4, 4, 61_168)]
    {
        let size = Size::new(rows, cols).unwrap();
        let mut searches = 0;
        for (built, access) in (0u32..1 << size.area()).flat_map(|built| BOTH.map(|access| (built, access))) {
            let mut board = Board::new(size);
            for cell in size.cells().filter(|cell| built >> cell.index() & 1 == 1) {
                // A third of the buildings are shops, so that the two rules differ.
                board.set(cell, if (cell.index() + built as usize).is_multiple_of(3) { shop } else { Tile::Tree });
            }
            if board.check(access).is_ok() {
                agree(&board, access, true);
                step_everywhere(&board, access);
                if access == Access::Everything {
                    searches += size.area() - built.count_ones() as usize;
                }
            }
        }
        assert_eq!(searches, expected, "{size}");
    }
}

/// Each legal construction of a board, once its roads are laid.
fn step_everywhere(board: &Board, access: Access) {
    let mut laid = board.clone();
    roads::lay(&mut laid, &roads::naive(board, access));
    for cell in board.size().cells().filter(|cell| laid.tile(*cell) == Tile::Free) {
        let mut ground = Ground::of(&laid, access).unwrap();
        let mut live = LiveRoads::new(board.clone(), access).unwrap();
        build(&mut laid.clone(), &mut ground, &mut live, cell, Tile::Tree, access);
    }
}

/// Random fills of a 10×10 board until no free cell is left, every position.
#[test]
fn random_fills() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let access = BOTH[seed as usize % 2];
        let (rows, cols) = [(10, 10), (10, 10), (7, 9), (11, 10), (5, 20), (1, 126), (2, 63)][seed as usize % 7];
        let size = Size::new(rows, cols).unwrap();
        let mut board = Board::new(size);
        let mut ground = Ground::of(&board, access).unwrap();
        let given = roads::find(&board, access).unwrap();
        roads::lay(&mut board, &given);
        let mut live = LiveRoads::new(board.clone(), access).unwrap();
        let mut thorough = 0;
        loop {
            let free: Vec<Cell> = size.cells().filter(|cell| board.tile(*cell) == Tile::Free).collect();
            let Some(&cell) = rng.choose(&free) else { break };
            let tile = if rng.chance(0.5) { Tile::Tree } else { Tile::Shop(dedale_fish::Good::ALL[1], None) };
            build(&mut board, &mut ground, &mut live, cell, tile, access);
            thorough += 1;
            if thorough % 6 == 0 {
                agree(&board, access, false);
            }
        }
        board.check(access).unwrap();
        assert!(rows < 5 || thorough > size.area() / 4, "{thorough}\n{board}");
    }
}

/// The neighbours of a position come up, right, down, left, off the board too.
#[test]
fn neighbours_of_the_specification() {
    let steps = Dir::ALL.map(|dir| Point::new(0, 3).step(dir));
    assert_eq!(steps, [Point::new(-1, 3), Point::new(0, 4), Point::new(1, 3), Point::new(0, 2)]);
}

#[test]
fn edge_cases() {
    for (text, expected) in [
        ("....\n....\n", ""),
        (".....\n", "0,1 0,2 0,3"),
        (".\n", "0,0"),
        ("..\n", ""),
        ("T.\n", "0,1"),
        // The tree in the corner has one access, which cuts nothing; the free
        // corner hangs on the other road.
        (".AT\n...\n...\n", "1,0 1,2"),
        // Two built cells share one access; it is named once.
        ("AT.\n...\n", "1,0 1,1 1,2"),
        // A road stays, needed or not.
        ("#..\n...\n", "0,0"),
        // Reservations are free cells.
        ("A2.\n1..\n", "1,1"),
    ] {
        let board: Board = text.parse().unwrap();
        let found = agree(&board, Access::Everything, true);
        let found: Vec<String> = found.iter().map(|cell| board.size().point(*cell).to_string()).collect();
        assert_eq!(found.join(" "), expected, "{text}");
    }
}

#[test]
fn large_boards_take_linear_memory_and_no_recursion() {
    let size = Size::new(600, 700).unwrap();
    let mut board = Board::new(size);
    let mut rng = Rng::new(1);
    // A comb of walls: the search goes as deep as the board is large.
    for row in (1..600).step_by(2) {
        for col in 0..699 {
            let col = if row % 4 == 1 { col } else { col + 1 };
            let cell = size.cell(Point::new(row, col)).unwrap();
            board.set(cell, Tile::Tree);
        }
    }
    let found = roads::find(&board, Access::Everything).unwrap();
    assert_eq!(found.len(), board.tiles().filter(|(_, tile)| tile.is_open()).count() - 2);
    // Sparse trees on a large board: no cuts but few.
    let mut sparse = Board::new(size);
    for _ in 0..20_000 {
        let cell = Cell::new(rng.index(size.area()) as u32);
        sparse.set(cell, Tile::Tree);
        if sparse.size().neighbours(cell).any(|(_, next)| sparse.tile(next).is_built()) {
            sparse.set(cell, Tile::Free);
        }
    }
    if sparse.check(Access::Everything).is_ok() {
        assert!(roads::find(&sparse, Access::Everything).unwrap().len() < 20_000);
    }
}
