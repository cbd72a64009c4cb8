//! The rules, case by case, and thousands of games against independent twins.

use dedale_fish::bots::{Policy, play_out};
use dedale_fish::{Action, Config, Event, Fish, Phase, Piece, Refusal, Shop, State, roads, shops};
use dedale_grid::{Point, Rng};
use dedale_play::{Bot, Budget, Game, Match, Rejected, Seat, Viewer};

fn game(config: &str, seed: u64) -> Match<Fish> {
    Match::new(config.parse().unwrap(), seed).unwrap()
}

fn act(game: &mut Match<Fish>, seat: usize, action: &str) -> Vec<Event> {
    game.act(Seat::new(seat), &action.parse().unwrap(), 0).unwrap_or_else(|error| panic!("{action}: {error}"))
}

fn refused(game: &Match<Fish>, seat: usize, action: &str) -> Refusal {
    match game.clone().act(Seat::new(seat), &action.parse().unwrap(), 0) {
        Err(Rejected::Refused(refusal)) => refusal,
        other => panic!("{action}: {other:?}"),
    }
}

/// A game whose first piece is a tree, or is not.
fn first_is_tree(config: &str, tree: bool) -> Match<Fish> {
    (0..)
        .map(|seed| game(config, seed))
        .find(|game| {
            let mut trial = game.clone();
            let drew = act(&mut trial, 0, "draw");
            tree == matches!(drew[0], Event::Drew { piece: Piece::Tree, .. })
        })
        .unwrap()
}

/// Any cell the seat may reserve.
fn reserve_any(game: &mut Match<Fish>, seat: usize) -> Point {
    let legal = game.legal(Seat::new(seat));
    let Some(Action::Reserve(at)) = legal.first().copied() else { panic!("{legal:?}") };
    act(game, seat, &Action::Reserve(at).to_string());
    at
}

#[test]
fn a_tree_without_reservation_goes_round_the_table() {
    let mut nobody = first_is_tree("", true);
    let told = act(&mut nobody, 0, "draw");
    assert!(told.contains(&Event::Dropped));
    assert_eq!((nobody.state().phase(), nobody.state().turn()), (Phase::Turn, Seat::new(1)));

    // The second player draws without reservation; the first has one.
    let mut first = first_is_tree("", true);
    let at = reserve_any(&mut first, 0);
    act(&mut first, 1, "draw");
    assert_eq!(first.state().phase(), Phase::Build(Seat::new(0), Piece::Tree));
    let told = act(&mut first, 0, &format!("build {at}"));
    assert!(matches!(told[0], Event::Built { piece: Piece::Tree, .. }));
    assert_eq!(first.state().turn(), Seat::new(2), "the turn goes on from who drew");
}

#[test]
fn equal_bids_go_to_the_drawer_or_to_the_next() {
    for (config, winner) in [("", 0), ("ties=after", 1)] {
        let mut sold = first_is_tree(config, false);
        act(&mut sold, 0, "draw");
        act(&mut sold, 2, "bid 3");
        act(&mut sold, 0, "bid 3");
        assert_eq!(refused(&sold, 1, "bid 16"), Refusal::Poor { bid: 16, coins: 15 });
        let told = act(&mut sold, 1, "bid 3");
        let Some(Event::Sold { seat, price, bids, .. }) = told.iter().find(|event| matches!(event, Event::Sold { .. }))
        else {
            panic!("{told:?}")
        };
        assert_eq!((seat.index(), *price), (winner, 3));
        assert_eq!(bids, &[Some(3); 3]);
        // Nobody has a reservation: the shop is lost, the coins are paid.
        assert_eq!(sold.state().player(*seat).coins, 12);
        assert!(sold.state().player(*seat).shops.contains(&Shop::Lost));
        assert_eq!(sold.state().score(*seat), 10 - 12);
        assert_eq!(sold.state().turn(), Seat::new(1));
    }
}

#[test]
fn the_highest_bid_builds_and_pays() {
    let mut sold = first_is_tree("", false);
    let cells: Vec<Point> = (0..3).map(|seat| reserve_any(&mut sold, seat)).collect();
    act(&mut sold, 0, "draw");
    let Phase::Auction(good) = sold.state().phase() else { panic!() };
    for (seat, bid) in [(1, 4), (0, 2), (2, 3)] {
        act(&mut sold, seat, &format!("bid {bid}"));
    }
    assert_eq!(sold.state().phase(), Phase::Build(Seat::new(1), Piece::Shop(good)));
    assert_eq!(refused(&sold, 1, &format!("build {}", cells[0])), Refusal::NotYours { at: cells[0] });
    act(&mut sold, 1, &format!("build {}", cells[1]));
    assert_eq!(sold.state().player(Seat::new(1)).coins, 11);
    assert!(matches!(sold.state().player(Seat::new(1)).shops[good.index()], Shop::Built(_)));
    assert!(sold.state().distance(Seat::new(1), good).unwrap() >= 1);
}

#[test]
fn reservations_touch_something_after_the_first() {
    let mut one = game("players=2", 3);
    let board = one.state().board();
    let size = board.size();
    // A free cell with nothing beside it, and one far away from everything.
    let lonely: Vec<Point> = size
        .cells()
        .filter(|cell| board.tile(*cell).is_open() && board.tile(*cell) != dedale_fish::Tile::Road)
        .filter(|cell| size.neighbours(*cell).all(|(_, next)| board.tile(next) == dedale_fish::Tile::Free))
        .map(|cell| size.point(cell))
        .collect();
    let far = lonely.iter().copied().find(|at| at.manhattan(lonely[0]) > 3).unwrap();
    act(&mut one, 0, &format!("reserve {}", lonely[0]));
    assert_eq!(refused(&one, 1, &format!("reserve {}", lonely[0])), Refusal::Taken { at: lonely[0] });
    assert_eq!(refused(&one, 1, "reserve 10,0"), Refusal::Outside { at: Point::new(10, 0) });
    assert_eq!(refused(&one, 1, "bid 1"), Refusal::NotNow);
    act(&mut one, 1, &format!("reserve {far}"));
    let third = lonely.iter().copied().find(|at| at.manhattan(lonely[0]) > 1 && at.manhattan(far) > 1).unwrap();
    assert_eq!(refused(&one, 0, &format!("reserve {third}")), Refusal::Alone { at: third });
    act(&mut one, 0, &format!("reserve {}", lonely[0].step(dedale_grid::Dir::Down)));
}

#[test]
fn the_classic_drawer_who_loses_acts_again() {
    let mut classic = classic_shop_next();
    act(&mut classic, 0, "draw");
    for (seat, bid) in [(0, 0), (1, 2), (2, 1)] {
        act(&mut classic, seat, &format!("bid {bid}"));
    }
    let at = classic.legal(Seat::new(1))[0].to_string();
    act(&mut classic, 1, &at);
    assert_eq!((classic.state().phase(), classic.state().turn()), (Phase::Turn, Seat::new(0)));
    let mut hold = game("rules=classic", 1);
    assert_eq!(refused(&hold, 0, "draw"), Refusal::Hold);
    for _ in 0..6 {
        for seat in 0..3 {
            reserve_any(&mut hold, seat);
        }
    }
    assert_eq!(hold.legal(Seat::new(0)), [Action::Draw], "six reservations are all");
}

/// A classic game in which everybody has a reservation and a shop comes next.
fn classic_shop_next() -> Match<Fish> {
    (0..)
        .map(|seed| {
            let mut game = game("rules=classic", seed);
            for seat in 0..3 {
                reserve_any(&mut game, seat);
            }
            game
        })
        .find(|game| {
            let mut trial = game.clone();
            act(&mut trial, 0, "draw");
            matches!(trial.state().phase(), Phase::Auction(_))
        })
        .unwrap()
}

#[test]
fn what_was_revealed_is_not_taken_back_except_in_practice() {
    let mut strict = first_is_tree("", false);
    act(&mut strict, 0, "draw");
    assert!(!strict.undo());
    act(&mut strict, 0, "bid 1");
    assert!(strict.undo(), "a sealed bid is still one's own");
    let mut practice = first_is_tree("practice", false);
    act(&mut practice, 0, "draw");
    assert!(practice.undo() && practice.log().is_empty());
}

#[test]
fn views_show_neither_bids_nor_the_order_of_the_pile() {
    let mut sold = first_is_tree("", false);
    act(&mut sold, 0, "draw");
    act(&mut sold, 0, "bid 7");
    let json = |viewer| serde_json::to_value(sold.view(viewer)).unwrap();
    assert_eq!(json(Viewer::Seat(Seat::new(0)))["bid"], 7);
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat::new(1))] {
        let seen = json(viewer);
        assert!(seen["bid"].is_null() && seen["players"][0]["sealed"] == true, "{seen}");
        assert_eq!(seen["pile"]["left"], 26);
        assert_eq!(seen["board"].as_array().unwrap().len(), 10);
    }
}

/// Thousands of games of all kinds: the roads at the end are those the naive
/// search finds, the scores are those of an independent walk, nothing is lost.
#[test]
fn thousands_of_games_end_well() {
    let configs = ["players=2", "", "players=4", "players=5", "rules=classic", "rules=classic,players=5"];
    for seed in 0..2400 {
        let config: Config = configs[seed as usize % configs.len()].parse().unwrap();
        let mut state = State::start(&config, seed).unwrap();
        let policy = if seed % 4 == 0 { Policy::Greedy } else { Policy::Random };
        play_out(&mut state, policy, &mut Rng::new(seed));
        let board = state.board();
        board.check(config.access()).unwrap_or_else(|error| panic!("{seed}: {error}\n{board}"));
        let laid: Vec<_> =
            board.tiles().filter(|(_, tile)| *tile == dedale_fish::Tile::Road).map(|(cell, _)| cell).collect();
        assert_eq!(roads::naive(&board, config.access()), laid, "{seed}\n{board}");
        let measured = shops(&board, config.max.into());
        for number in 0..state.seats() {
            let seat = Seat::new(number);
            let player = state.player(seat);
            let own =
                measured.iter().filter(|shop| board.tile(shop.cell) == dedale_fish::Tile::Shop(shop.good, Some(seat)));
            let walks: u32 = own.clone().filter_map(|shop| shop.distance).sum();
            let lost = player.shops.iter().filter(|shop| **shop == Shop::Lost).count();
            assert_eq!(own.count() + lost, usize::from(config.goods), "{seed}");
            assert_eq!(
                state.score(seat),
                (walks + lost as u32 * u32::from(config.max)) as i32 - i32::from(player.coins)
            );
        }
        let outcome = Fish::outcome(&state).unwrap();
        assert_eq!(outcome.scores.iter().min(), outcome.winners.iter().map(|seat| &outcome.scores[seat.index()]).min());
    }
}

/// Every bot plays whole games of every kind, always legally and, for the same
/// seed and budget, always the same.
#[test]
fn bots_are_legal_and_deterministic() {
    for (round, config) in ["players=2", "", "players=5", "rules=classic,players=4"].iter().enumerate() {
        let digests: Vec<u64> = (0..2).map(|_| play_bots(config, round as u64)).collect();
        assert_eq!(digests[0], digests[1], "{config}");
    }
}

fn play_bots(config: &str, seed: u64) -> u64 {
    let mut game = game(config, seed);
    let mut rng = Rng::new(seed);
    while let Some(seat) = Fish::active(game.state()).iter().next() {
        let bot: &Bot<Fish> = &Fish::bots()[(seat.index() + 2) % 3];
        let legal = game.legal(seat);
        let view = game.view(Viewer::Seat(seat));
        let action = (bot.choose)(&view, seat, &legal, &mut rng, Budget { nodes: 12 }).expect("bots always act");
        assert!(legal.contains(&action), "{} plays {action}", bot.name);
        game.act(seat, &action, 0).unwrap();
    }
    game.digest()
}

/// `touch=street`: beside a producer is not enough, beside a reservation is.
#[test]
fn a_reservation_touches_a_street_or_a_reservation() {
    let mut strict = game("players=2,touch=street", 4);
    let board = strict.state().board();
    let size = board.size();
    let first = reserve_any(&mut strict, 0);
    reserve_any(&mut strict, 1);
    let reserved = [first, strict_reservation(&strict, 1)];
    let far = |cell| {
        let at = size.point(cell);
        reserved.iter().all(|other| at.row.abs_diff(other.row) + at.col.abs_diff(other.col) > 1)
    };
    let beside_producer = board.tiles().filter(|(_, tile)| tile.is_built()).flat_map(|(cell, _)| size.neighbours(cell));
    let streets = |cell| size.neighbours(cell).any(|(_, beside)| board.tile(beside) == dedale_fish::Tile::Road);
    let at = beside_producer
        .map(|(_, cell)| cell)
        .find(|cell| board.tile(*cell) == dedale_fish::Tile::Free && far(*cell) && !streets(*cell))
        .map(|cell| size.point(cell))
        .expect("a producer has a free side");
    assert_eq!(refused(&strict, 0, &format!("reserve {at}")), Refusal::NoStreet { at });
    let mut loose = game("players=2,touch=any", 4);
    reserve_any(&mut loose, 0);
    reserve_any(&mut loose, 1);
    act(&mut loose, 0, &format!("reserve {at}"));
}

fn strict_reservation(game: &Match<Fish>, seat: usize) -> Point {
    let board = game.state().board();
    let own = dedale_fish::Tile::Reserved(Seat::new(seat));
    let (cell, _) = board.tiles().find(|(_, tile)| *tile == own).expect("it was just made");
    board.size().point(cell)
}

/// `aside`: one shop of each good is not in the pile and comes at the end, for
/// nothing, to the player who lacks it.
#[test]
fn shops_set_aside_come_at_the_end() {
    for seed in 0..20 {
        let mut game = game("players=3,aside,goods=3,size=7x7,trees=3", seed);
        assert_eq!(game.state().pile(), (3, [2, 2, 2, 0, 0]));
        let greedy = Bot::<Fish>::named("greedy").unwrap();
        let mut rng = Rng::new(seed);
        let mut given = 0;
        while let Some(seat) = Fish::active(game.state()).iter().next() {
            let legal = game.legal(seat);
            let view = game.view(Viewer::Seat(seat));
            let action = (greedy.choose)(&view, seat, &legal, &mut rng, Budget::default()).unwrap_or(legal[0]);
            let coins: u32 = game.state().players().iter().map(|player| u32::from(player.coins)).sum();
            let told = game.act(seat, &action, 0).unwrap();
            let gifts = told.iter().filter(|event| matches!(event, Event::Given { .. })).count();
            if gifts > 0 && !told.iter().any(|event| matches!(event, Event::Sold { .. })) {
                let after: u32 = game.state().players().iter().map(|player| u32::from(player.coins)).sum();
                assert_eq!(after, coins, "a gift costs nothing");
            }
            given += gifts;
        }
        assert_eq!(given, 3, "one of each good");
        for player in game.state().players() {
            assert!(game.state().goods().all(|good| !player.lacks(good)), "nobody lacks a shop in the end");
        }
    }
}

/// `discs`: eight reservations at once by the standard rules, six by the
/// classic ones, any number with 0.
#[test]
fn reservations_are_limited() {
    for (config, limit) in [("players=2", 8u8), ("rules=classic,players=2", 6), ("players=2,discs=3", 3)] {
        let mut game = game(config, 2);
        for _ in 0..limit {
            reserve_any(&mut game, 0);
            reserve_any(&mut game, 1);
        }
        let legal = game.legal(Seat::new(0));
        assert!(legal.iter().all(|action| !matches!(action, Action::Reserve(_))), "{config}");
        let free =
            game.state().board().tiles().find(|(_, tile)| *tile == dedale_fish::Tile::Free).map(|(cell, _)| cell);
        let at = game.state().board().size().point(free.unwrap());
        assert_eq!(refused(&game, 0, &format!("reserve {at}")), Refusal::Discs { limit }, "{config}");
    }
    let mut unlimited = game("players=2,discs=0", 2);
    for _ in 0..10 {
        reserve_any(&mut unlimited, 0);
        reserve_any(&mut unlimited, 1);
    }
}

/// The classic board is smaller below five players.
#[test]
fn the_classic_board_shrinks() {
    let sides: Vec<usize> = (2..=5)
        .map(|players| game(&format!("rules=classic,players={players}"), 1).state().board().size().rows())
        .collect();
    assert_eq!(sides, [7, 8, 9, 10]);
}
