//! The rules of 2014: areas, trucks and ways outside against naive twins.

use dedale_fish::bots::{Policy, play_out};
use dedale_fish::{Action, Fish, Phase, Piece, Shop, Spots, State, Tile};
use dedale_grid::{Dir, Point, Rng};
use dedale_play::{Game, Match, Seat, Viewer, file};
use std::collections::{BTreeMap, BTreeSet};

const CONFIGS: [&str; 8] = [
    "rules=2014,players=2",
    "rules=2014,players=3",
    "rules=2014,players=4",
    "rules=2014,players=5",
    "rules=2014,players=2,boards=2,onward",
    "rules=classic,boards=4",
    "areas,size=8x9,outside=1",
    "trucks,outside=9,size=7x7",
];

/// A state after some random actions.
fn played(config: &str, seed: u64, actions: usize) -> State {
    let mut state = State::start(&config.parse().unwrap(), seed).unwrap();
    let mut rng = Rng::new(seed);
    for _ in 0..actions {
        let Some(seat) = state.active().iter().next() else { break };
        let mut legal = Vec::new();
        state.legal(seat, &mut legal);
        let action = *rng.choose(&legal).unwrap();
        Fish::apply(&mut state, seat, &action, 0).unwrap();
    }
    state
}

/// Dijkstra's search over points, on the board as it is shown.
fn naive_distance(state: &State, from: Point, to: Point) -> u32 {
    let board = state.board();
    let inside = |at: Point| board.at(at).is_some_and(|tile| tile != Tile::Outside);
    let ring = |at: Point| {
        !inside(at) && (-1..=1).any(|row| (-1..=1).any(|col| inside(Point::new(at.row + row, at.col + col))))
    };
    let cost = |at: Point| match board.at(at) {
        Some(tile) if tile.is_open() => Some(1),
        _ if state.config().outside > 0 && ring(at) => Some(u32::from(state.config().outside)),
        _ => None,
    };
    let max = u32::from(state.config().max);
    let mut best: BTreeMap<(i32, i32), u32> = BTreeMap::new();
    let mut todo = BTreeSet::from([(0, from.row, from.col)]);
    while let Some((walked, row, col)) = todo.pop_first() {
        for next in Dir::ALL.map(|dir| Point::new(row, col).step(dir)) {
            if next == to && walked > 0 {
                return walked.min(max);
            }
            let Some(step) = cost(next) else { continue };
            let far = walked + step;
            if best.get(&(next.row, next.col)).is_none_or(|known| far < *known) {
                best.insert((next.row, next.col), far);
                todo.insert((far, next.row, next.col));
            }
        }
    }
    max
}

#[test]
fn walks_agree_with_a_plain_search() {
    let mut round = 0;
    for config in CONFIGS {
        for seed in 0..12 {
            let state = played(config, seed, 40 + 8 * seed as usize);
            let frame = *state.ground().frame();
            for good in state.goods() {
                let producer = frame.point(state.producer(good));
                for spot in Spots(state.ground().built()).filter(|spot| *spot != state.producer(good)) {
                    let naive = naive_distance(&state, producer, frame.point(spot));
                    let fast = state.distance_from(good, spot);
                    assert_eq!(fast, naive, "{config}, seed {seed}, {good} {}\n{}", frame.point(spot), state.board());
                    // Without the way outside it would be longer now and then.
                    let inside = state.ground().distance(state.producer(good), spot, state.config().max.into());
                    assert!(fast <= inside);
                    round += u32::from(fast < inside);
                }
            }
        }
    }
    assert!(round > 100, "ways outside matter: {round}");
}

#[test]
fn full_areas_become_roads_and_nothing_else_does() {
    for config in CONFIGS.iter().filter(|config| config.contains("2014") || config.contains("areas")) {
        for seed in 0..8 {
            for actions in [0, 30, 90, 400] {
                let state = played(config, seed, actions);
                let ground = state.ground();
                let areas = state.market().unwrap().areas();
                let mut roads = 0;
                for area in areas {
                    let built = (ground.built() & area.cells).count_ones();
                    assert!(built <= u32::from(area.limit), "{config}, seed {seed}");
                    if built == u32::from(area.limit) {
                        roads |= area.cells & !ground.built();
                    }
                }
                assert_eq!(ground.roads(), roads, "{config}, seed {seed}");
                for player in state.players() {
                    assert_eq!(player.reserved & (roads | ground.built()), 0, "reservations on roads go back");
                }
            }
        }
    }
}

#[test]
fn trucks_park_at_the_rim() {
    for config in CONFIGS.iter().filter(|config| config.contains("2014") || config.contains("trucks")) {
        for seed in 0..20 {
            let state = played(config, seed, 0);
            let board = state.board();
            for good in state.goods() {
                let at = state.ground().frame().point(state.producer(good));
                let beyond = Dir::ALL.map(|dir| board.at(at.step(dir)));
                assert!(beyond.iter().any(|tile| tile.is_none_or(|tile| tile == Tile::Outside)), "{config} {at}");
                if state.config().areas {
                    assert_eq!(state.market().unwrap().area(state.producer(good)).unwrap().limit, 1);
                }
            }
        }
    }
}

/// On a market of boards roads appear by themselves too, by the old rules.
#[test]
fn boards_with_the_old_roads_agree_with_the_naive_search() {
    for seed in 0..10 {
        let state = played("rules=classic,players=4,boards=5", seed, 10 * seed as usize);
        let board = state.board();
        let naive = dedale_fish::roads::find_naive(&board, state.config().access()).unwrap();
        let size = board.size();
        let roads: Vec<Point> = Spots(state.ground().roads()).map(|spot| state.ground().frame().point(spot)).collect();
        assert_eq!(naive.iter().map(|cell| size.point(*cell)).collect::<Vec<_>>(), roads, "seed {seed}\n{board}");
    }
}

#[test]
fn the_pile_is_what_the_boards_say() {
    for (players, boards) in [(2, 3), (3, 4), (4, 5), (5, 6)] {
        let state = State::start(&format!("rules=2014,players={players}").parse().unwrap(), 5).unwrap();
        assert_eq!(usize::from(state.config().boards), boards);
        let (trees, shops) = state.pile();
        assert!((2 * boards..=18).contains(&trees), "{trees} trees");
        assert_eq!(shops, [players - 1, players - 1, players - 1, players - 1, 0], "one of each is set aside");
    }
    let given = State::start(&"rules=2014,trees=7".parse().unwrap(), 5).unwrap();
    assert_eq!(given.pile().0, 7);
}

/// Who built a tree acts again where the setting says so.
#[test]
fn onward() {
    for (config, again) in [("hold=false", false), ("hold=false,onward", true)] {
        let tree = (0..).find_map(|seed| {
            let mut game = Match::<Fish>::new(config.parse().unwrap(), seed).unwrap();
            for seat in 0..3 {
                let legal = game.legal(Seat::new(seat));
                game.act(Seat::new(seat), &legal[0], 0).unwrap();
            }
            game.act(Seat::new(0), &Action::Draw, 0).unwrap();
            matches!(game.state().phase(), Phase::Build(_, Piece::Tree)).then_some(game)
        });
        let mut game = tree.unwrap();
        let build = game.legal(Seat::new(0))[0];
        game.act(Seat::new(0), &build, 0).unwrap();
        assert_eq!(game.state().turn(), Seat::new(usize::from(!again)), "{config}");
    }
}

/// What is foretold is what happens.
#[test]
fn previews_and_distances_come_true() {
    for config in ["rules=2014", "rules=classic,boards=4", ""] {
        for seed in 0..30 {
            let state = played(config, seed, 60);
            let Phase::Build(seat, piece) = state.phase() else { continue };
            let mut legal = Vec::new();
            state.legal(seat, &mut legal);
            for action in legal {
                let Action::Build(at) = action else { panic!("{action}") };
                let seen = state.preview(at, piece).unwrap();
                let mut then = state.clone();
                Fish::apply(&mut then, seat, &action, 0).unwrap();
                let fresh = then.ground().roads() & !state.ground().roads();
                let roads: Vec<Point> = Spots(fresh).map(|spot| then.ground().frame().point(spot)).collect();
                assert_eq!(seen.roads.iter().map(|road| road.0).collect::<Vec<_>>(), roads);
                if let Piece::Shop(good) = piece {
                    let Shop::Built(spot) = then.player(seat).shops[good.index()] else { panic!("it was built") };
                    assert_eq!(state.distances(good).get(at), Some(&Some(then.distance_from(good, spot))));
                }
            }
        }
    }
}

#[test]
fn games_end_and_their_files_replay() {
    for config in CONFIGS {
        let mut state = State::start(&config.parse().unwrap(), 9).unwrap();
        play_out(&mut state, Policy::Greedy, &mut Rng::new(1));
        assert!(state.is_over());
        let mut game = Match::<Fish>::new(config.parse().unwrap(), 3).unwrap();
        let mut rng = Rng::new(3);
        while let Some(seat) = Fish::active(game.state()).iter().next() {
            let legal = game.legal(seat);
            let view = game.view(Viewer::Seat(seat));
            let action = dedale_fish::bots::greedy(&view, seat, &legal, &mut rng, Default::default()).unwrap();
            game.act(seat, &action, 0).unwrap();
        }
        let again = file::read::<Fish>(&file::write(&game)).unwrap().game;
        assert_eq!(again.state(), game.state(), "{config}");
    }
}
