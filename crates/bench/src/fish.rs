//! Roads of Fresh Fish, games a second, and how long the strong bot thinks.

use crate::measure::{Race, fastest};
use dedale_fish::bots::{Policy, play_out};
use dedale_fish::roads::{self, LiveRoads, Lowlink};
use dedale_fish::{Access, Board, Config, Fish, Ground, State, Tile};
use dedale_grid::{Cell, Rng, Size};
use dedale_play::{Bot, Game, Match, Viewer};
use petgraph::graph::{NodeIndex, UnGraph};
use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Runs the suite.
pub fn run() {
    small_boards(200);
    large_board(1000);
    growth(&[10, 20, 40, 80]);
    games(20_000);
    decisions(2);
}

/// A random fill: the order of its constructions, and every position.
fn fill(side: usize, share: f64, seed: u64) -> (Vec<Cell>, Board) {
    let size = Size::new(side, side).expect("the sizes of the suite are sizes");
    let mut live = LiveRoads::new(Board::new(size), Access::Everything).expect("an empty board is sound");
    let mut order: Vec<Cell> = size.cells().collect();
    Rng::new(seed).shuffle(&mut order);
    let most = (size.area() as f64 * share) as usize;
    let mut built = Vec::new();
    for cell in order {
        if built.len() < most && live.build(cell, Tile::Tree).is_some() {
            built.push(cell);
        }
    }
    // The walls alone: whoever looks for the roads finds them anew.
    let mut board = Board::new(size);
    built.iter().for_each(|cell| board.set(*cell, Tile::Tree));
    (built, board)
}

/// The roads of all positions of random games on 10×10.
fn small_boards(games: u64) {
    let mut positions = Vec::new();
    let mut orders = Vec::new();
    for seed in 0..games {
        let (order, board) = fill(10, 1.0, seed);
        let mut position = Board::new(board.size());
        for cell in &order {
            position.set(*cell, Tile::Tree);
            positions.push(position.clone());
        }
        orders.push(order);
    }
    let grounds: Vec<Ground> = positions.iter().filter_map(|board| Ground::given(board, Access::Everything)).collect();
    let mut lowlink = Lowlink::default();
    println!("\nroads of a 10 x 10 board, {} positions of {games} random fills", positions.len());
    let each = |name: &str, time: Duration, count: usize| {
        println!("  {name:<44} {:>9.0} ns a board", time.as_secs_f64() * 1e9 / count as f64);
    };
    let (full, count) = fastest(|| {
        let mut count = 0;
        for ground in &grounds {
            let mut ground = *ground;
            ground.lay_all_roads();
            count += ground.roads().count_ones() as usize;
        }
        count
    });
    each("Ground, in full", full, positions.len());
    let (time, same) =
        fastest(|| positions.iter().map(|board| lowlink.find(board, Access::Everything).len()).sum::<usize>());
    assert_eq!(same, count);
    each("one depth-first search, board to list", time, positions.len());
    let (time, same) =
        fastest(|| positions.iter().map(|board| roads::naive(board, Access::Everything).len()).sum::<usize>());
    assert_eq!(count, same);
    each("naive", time, positions.len());
    let (time, _) = fastest(|| {
        for order in &orders {
            let Some(mut ground) = Ground::of(&Board::new(Size::new(10, 10).expect("a size")), Access::Everything)
            else {
                return;
            };
            for cell in order {
                let at = dedale_grid::Point::new(cell.index() as i32 / 10, cell.index() as i32 % 10);
                if let Some(spot) = ground.frame().spot(at) {
                    black_box(ground.build(spot, true));
                }
            }
        }
    });
    each("Ground, one construction", time, positions.len());
}

/// A large board against a general graph library.
fn large_board(side: usize) {
    let (order, board) = fill(side, 0.3, 1);
    let size = board.size();
    let mut graph: UnGraph<(), ()> = UnGraph::with_capacity(size.area(), 2 * size.area());
    size.cells().for_each(|_| {
        graph.add_node(());
    });
    let open = |cell: Cell| board.tile(cell).is_open();
    for cell in size.cells().filter(|cell| open(*cell)) {
        for (_, next) in size.neighbours(cell).filter(|(_, next)| *next > cell && open(*next)) {
            graph.add_edge(NodeIndex::new(cell.index()), NodeIndex::new(next.index()), ());
        }
    }
    let mut lowlink = Lowlink::default();
    let title = format!("roads, {side} x {side}, 30 % built; building the graph is not counted");
    Race::new(title, "one depth-first search", || lowlink.find(&board, Access::Everything).len())
        .against("petgraph articulation_points", Some(5.0), || {
            let cuts = petgraph::algo::articulation_points::articulation_points(&graph);
            let mut found: BTreeSet<usize> = cuts.into_iter().map(NodeIndex::index).collect();
            for (cell, _) in board.tiles().filter(|(_, tile)| tile.is_built()) {
                let mut accesses = size.neighbours(cell).map(|(_, next)| next).filter(|next| open(*next));
                if let (Some(only), None) = (accesses.next(), accesses.next()) {
                    found.insert(only.index());
                }
            }
            found.len()
        })
        .run();
    let (time, _) = fastest(|| {
        let mut live = LiveRoads::new(Board::new(size), Access::Everything).expect("an empty board is sound");
        order.iter().for_each(|cell| drop(live.build(*cell, Tile::Tree)));
    });
    println!("  LiveRoads: {:.0} ns a construction", time.as_secs_f64() * 1e9 / order.len() as f64);
}

/// How the naive search grows beside the single one.
fn growth(sides: &[usize]) {
    println!("\ngrowth with the board, 30 % built");
    let mut lowlink = Lowlink::default();
    for &side in sides {
        let (_, board) = fill(side, 0.3, 2);
        let (one, count) = fastest(|| lowlink.find(&board, Access::Everything).len());
        let (naive, same) = fastest(|| roads::naive(&board, Access::Everything).len());
        assert_eq!(count, same);
        println!(
            "  {side:>4} x {side:<4} one search {:>9.1} µs   naive {:>11.1} µs   {:>8.0} x",
            one.as_secs_f64() * 1e6,
            naive.as_secs_f64() * 1e6,
            naive.as_secs_f64() / one.as_secs_f64()
        );
    }
}

/// Complete games, set up included, on one core.
fn games(count: u64) {
    println!("\ncomplete games a second, one core");
    for players in [3, 5] {
        let config = Config::new(dedale_fish::Rules::Standard, players);
        for policy in [Policy::Random, Policy::Greedy] {
            let (time, _) = fastest(|| {
                for seed in 0..count {
                    let mut state = State::start(&config, seed).expect("the usual settings are valid");
                    play_out(&mut state, policy, &mut Rng::new(seed));
                    black_box(state.is_over());
                }
            });
            println!("  {players} players, {policy:?}: {:>9.0}", count as f64 / time.as_secs_f64());
        }
    }
}

/// How long the strong bot thinks, in games against greedy ones.
fn decisions(games: u64) {
    let strong = Bot::<Fish>::named("strong").expect("the ladder has a strong bot");
    let greedy = Bot::<Fish>::named("greedy").expect("the ladder has a greedy bot");
    println!("\nthe strong bot's decisions at its usual budget");
    for players in [3, 5] {
        let mut times = Vec::new();
        for seed in 0..games {
            let config = Config::new(dedale_fish::Rules::Standard, players);
            let mut game = Match::<Fish>::new(config, seed).expect("the usual settings are valid");
            let mut rng = Rng::new(seed);
            while let Some(seat) = Fish::active(game.state()).iter().next() {
                let bot = if seat.index() == 0 { strong } else { greedy };
                let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal(seat));
                let start = Instant::now();
                let action = (bot.choose)(&view, seat, &legal, &mut rng, bot.budget).unwrap_or(legal[0]);
                if seat.index() == 0 {
                    times.push(start.elapsed());
                }
                game.act(seat, &action, 0).expect("bots choose legal actions");
            }
        }
        times.sort_unstable();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "  {players} players: {} decisions, median {:.1} ms, 95 % {:.1} ms, longest {:.1} ms",
            times.len(),
            ms(times[times.len() / 2]),
            ms(times[times.len() * 95 / 100]),
            ms(times[times.len() - 1])
        );
    }
}

#[cfg(test)]
mod tests {
    /// Small boards, for the sake of the agreement that every race checks.
    #[test]
    fn rivals_agree() {
        super::small_boards(2);
        super::large_board(30);
        super::growth(&[5, 10]);
        super::games(5);
    }
}
