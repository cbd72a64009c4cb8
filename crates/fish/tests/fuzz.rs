//! Random actions against a slow model of the rules.
//!
//! The model is written from the rule book and shares nothing with the game but
//! the board's type and the naive road search: plain grids, everything computed
//! anew. After every action it must agree on the board, the coins, the phase,
//! the scores and on every action that is allowed. Some actions tried are not
//! allowed: they must be refused and change nothing.
//!
//! `DEDALE_FUZZ=1000000 cargo test --release -p dedale-fish --test fuzz` makes
//! it long.

use dedale_fish::roads::{find_naive, lay};
use dedale_fish::{Action, Board, Config, Event, Fish, Good, Phase, Piece, Shop, State, Ties, Tile, Touch};
use dedale_grid::{Cell, Rng};
use dedale_play::{Game, Match, Seat};
use std::collections::{BTreeSet, VecDeque};

#[derive(Clone, PartialEq, Debug)]
enum Doing {
    Turn,
    Auction(Good),
    Build(usize, Piece),
    Over,
}

#[derive(Clone)]
struct Model {
    config: Config,
    board: Board,
    left: usize,
    turn: usize,
    doing: Doing,
    coins: Vec<u8>,
    /// Bought or not, by player and good; `None` lost.
    bought: Vec<Vec<Option<Option<Cell>>>>,
    started: Vec<bool>,
    bids: Vec<Option<u8>>,
}

impl Model {
    fn new(state: &State) -> Self {
        let config = *state.config();
        let (trees, shops) = state.pile();
        let players = usize::from(config.players);
        Self {
            config,
            board: state.board(),
            left: trees + shops.iter().sum::<usize>(),
            turn: 0,
            doing: Doing::Turn,
            coins: vec![config.coins; players],
            bought: vec![vec![None; config.goods.into()]; players],
            started: vec![false; players],
            bids: vec![None; players],
        }
    }

    fn players(&self) -> usize {
        self.config.players.into()
    }

    fn mine(&self, seat: usize) -> Vec<Cell> {
        let own = |tile: Tile| tile == Tile::Reserved(Seat::new(seat));
        self.board.tiles().filter(|(_, tile)| own(*tile)).map(|(cell, _)| cell).collect()
    }

    fn reservable(&self, seat: usize) -> Vec<Cell> {
        if self.config.discs > 0 && self.mine(seat).len() >= usize::from(self.config.discs) {
            return Vec::new();
        }
        let size = self.board.size();
        let touches = |cell: Cell| {
            size.neighbours(cell).any(|(_, beside)| match self.board.tile(beside) {
                Tile::Free | Tile::Outside => false,
                Tile::Road | Tile::Reserved(_) => true,
                Tile::Tree | Tile::Producer(_) | Tile::Shop(..) => self.config.touch == Touch::Any,
            })
        };
        let free = self.board.tiles().filter(|(_, tile)| *tile == Tile::Free).map(|(cell, _)| cell);
        free.filter(|cell| !self.started[seat] || touches(*cell)).collect()
    }

    fn lackers(&self, good: Good) -> Vec<usize> {
        (0..self.players()).filter(|seat| self.bought[*seat][good.index()].is_none()).collect()
    }

    fn legal(&self, seat: usize) -> BTreeSet<String> {
        let name = |verb: &str, cell: Cell| format!("{verb} {}", self.board.size().point(cell));
        let mut all = BTreeSet::new();
        match &self.doing {
            Doing::Turn if seat == self.turn => {
                let cells = self.reservable(seat);
                if !self.config.hold || !self.mine(seat).is_empty() || cells.is_empty() {
                    all.insert("draw".to_owned());
                }
                all.extend(cells.into_iter().map(|cell| name("reserve", cell)));
            }
            Doing::Auction(good) if self.lackers(*good).contains(&seat) && self.bids[seat].is_none() => {
                all.extend((0..=self.coins[seat]).map(|bid| format!("bid {bid}")));
            }
            Doing::Build(builder, _) if *builder == seat => {
                all.extend(self.mine(seat).into_iter().map(|cell| name("build", cell)));
            }
            _ => {}
        }
        all
    }

    fn act(&mut self, seat: usize, action: Action, events: &[Event]) {
        let cell = |at| self.board.size().cell(at).expect("on the board");
        match action {
            Action::Reserve(at) => {
                let cell = cell(at);
                self.board.set(cell, Tile::Reserved(Seat::new(seat)));
                self.started[seat] = true;
                self.next();
            }
            Action::Draw => {
                self.left -= 1;
                let drawn = events.iter().find_map(|event| match event {
                    Event::Drew { piece, .. } => Some(*piece),
                    _ => None,
                });
                match drawn.expect("a draw is told") {
                    Piece::Tree => {
                        let order = (0..self.players()).map(|step| (seat + step) % self.players());
                        match order.into_iter().find(|seat| !self.mine(*seat).is_empty()) {
                            Some(builder) => self.doing = Doing::Build(builder, Piece::Tree),
                            None => self.next(),
                        }
                    }
                    Piece::Shop(good) => {
                        self.bids = vec![None; self.players()];
                        self.doing = Doing::Auction(good);
                        if let [only] = self.lackers(good)[..] {
                            self.sell(only, 0, good);
                        }
                    }
                }
            }
            Action::Bid(coins) => {
                self.bids[seat] = Some(coins);
                let Doing::Auction(good) = self.doing else { unreachable!() };
                let lackers = self.lackers(good);
                if lackers.iter().all(|seat| self.bids[*seat].is_some()) {
                    let first = if self.config.ties == Ties::Drawer { self.turn } else { self.turn + 1 };
                    let order = (0..self.players()).map(|step| (first + step) % self.players());
                    let mut best: Option<(usize, u8)> = None;
                    for seat in order.filter(|seat| lackers.contains(seat)) {
                        let bid = self.bids[seat].expect("all have bid");
                        if best.is_none_or(|(_, highest)| bid > highest) {
                            best = Some((seat, bid));
                        }
                    }
                    let (winner, price) = best.expect("somebody lacks it");
                    self.sell(winner, price, good);
                }
            }
            Action::Build(at) => {
                let cell = cell(at);
                let Doing::Build(_, piece) = self.doing.clone() else { unreachable!() };
                let tile = match piece {
                    Piece::Tree => Tile::Tree,
                    Piece::Shop(good) => {
                        self.bought[seat][good.index()] = Some(Some(cell));
                        Tile::Shop(good, Some(Seat::new(seat)))
                    }
                };
                self.board.set(cell, tile);
                let roads = find_naive(&self.board, self.config.access()).expect("the board stays sound");
                lay(&mut self.board, &roads);
                if piece == Piece::Tree { self.next() } else { self.after_shop(seat) }
            }
        }
    }

    fn sell(&mut self, winner: usize, price: u8, good: Good) {
        self.coins[winner] -= price;
        if self.mine(winner).is_empty() {
            self.bought[winner][good.index()] = Some(None);
            self.after_shop(winner);
        } else {
            self.doing = Doing::Build(winner, Piece::Shop(good));
        }
    }

    fn after_shop(&mut self, winner: usize) {
        if self.config.again && winner != self.turn && self.left > 0 {
            self.doing = Doing::Turn;
        } else {
            self.next();
        }
    }

    fn next(&mut self) {
        self.turn = (self.turn + 1) % self.players();
        self.doing = Doing::Turn;
        if self.left > 0 {
            return;
        }
        self.doing = Doing::Over;
        if !self.config.aside {
            return;
        }
        for good in Good::ALL.into_iter().take(self.config.goods.into()) {
            let Some(&seat) = self.lackers(good).first() else { continue };
            if !self.mine(seat).is_empty() {
                self.doing = Doing::Build(seat, Piece::Shop(good));
                return;
            }
            self.bought[seat][good.index()] = Some(None);
        }
    }

    fn score(&self, seat: usize) -> i32 {
        let walk = |good: usize| match self.bought[seat][good] {
            None => 0,
            Some(None) => i32::from(self.config.max),
            Some(Some(shop)) => self.walk(shop, Good::ALL[good]),
        };
        (0..usize::from(self.config.goods)).map(walk).sum::<i32>() - i32::from(self.coins[seat])
    }

    /// The open cells between a shop and its producer, breadth first.
    fn walk(&self, shop: Cell, good: Good) -> i32 {
        let size = self.board.size();
        let max = i32::from(self.config.max);
        let mut seen = vec![false; size.area()];
        let mut queue: VecDeque<(Cell, i32)> = VecDeque::new();
        for (_, beside) in size.neighbours(shop).filter(|(_, beside)| self.board.tile(*beside).is_open()) {
            seen[beside.index()] = true;
            queue.push_back((beside, 1));
        }
        while let Some((cell, steps)) = queue.pop_front() {
            for (_, beside) in size.neighbours(cell) {
                if self.board.tile(beside) == Tile::Producer(good) {
                    return steps.min(max);
                }
                if self.board.tile(beside).is_open() && !std::mem::replace(&mut seen[beside.index()], true) {
                    queue.push_back((beside, steps + 1));
                }
            }
        }
        max
    }

    fn agree(&self, state: &State) {
        assert_eq!(state.board(), self.board, "the boards differ");
        let doing = match state.phase() {
            Phase::Turn => Doing::Turn,
            Phase::Auction(good) => Doing::Auction(good),
            Phase::Build(seat, piece) => Doing::Build(seat.index(), piece),
            Phase::Over => Doing::Over,
        };
        assert_eq!(doing, self.doing);
        for number in 0..self.players() {
            let seat = Seat::new(number);
            assert_eq!(state.player(seat).coins, self.coins[number], "coins of player {seat}");
            assert_eq!(state.score(seat), self.score(number), "score of player {seat}\n{}", self.board);
            for good in state.goods() {
                let built = self.bought[number][good.index()];
                match state.player(seat).shops[good.index()] {
                    Shop::Missing => assert_eq!(built, None),
                    Shop::Lost => assert_eq!(built, Some(None)),
                    Shop::Built(_) => assert!(matches!(built, Some(Some(_)))),
                }
            }
            let mut legal = Vec::new();
            state.legal(seat, &mut legal);
            let legal: BTreeSet<String> = legal.iter().map(ToString::to_string).collect();
            assert_eq!(legal, self.legal(number), "what player {seat} may do");
        }
    }
}

const CONFIGS: [&str; 8] = [
    "players=3",
    "players=2,discs=3,size=6x6,goods=3",
    "players=5,practice",
    "rules=classic,players=3",
    "rules=classic,players=2,ties=drawer",
    "rules=classic,players=5,hold=false,again=false",
    "players=4,aside,touch=street,closed",
    "players=3,size=5x7,goods=2,trees=20,coins=3,max=4",
];

#[test]
fn random_play_agrees_with_the_model() {
    let wanted: u64 = std::env::var("DEDALE_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(1500);
    let (mut done, mut seed) = (0, 0);
    while done < wanted {
        let config = CONFIGS[seed as usize % CONFIGS.len()];
        let mut rng = Rng::stream(0xF154, seed);
        let mut game = Match::<Fish>::new(config.parse().unwrap(), seed).unwrap();
        let mut model = Model::new(game.state());
        model.agree(game.state());
        while game.outcome().is_none() && done < wanted {
            let active: Vec<Seat> = Fish::active(game.state()).iter().collect();
            let seat = *rng.choose(&active).unwrap();
            // What nobody allows is refused without a trace.
            let size = model.board.size();
            let cell = size.point(Cell::new(rng.index(size.area()) as u32));
            let odd = [Action::Reserve(cell), Action::Build(cell), Action::Bid(rng.below(30) as u8), Action::Draw];
            let odd = odd[rng.index(4)];
            let other = Seat::new(rng.index(model.players()));
            if !model.legal(other.index()).contains(&odd.to_string()) {
                let before = game.digest();
                assert!(game.act(other, &odd, 0).is_err(), "{odd} of player {other}");
                assert_eq!(game.digest(), before);
            }
            let legal = game.legal(seat);
            // Draws come often enough for games to end.
            let action = if legal.contains(&Action::Draw) && rng.chance(0.4) {
                Action::Draw
            } else {
                *rng.choose(&legal).unwrap()
            };
            let events = game.act(seat, &action, 0).unwrap();
            model.act(seat.index(), action, &events);
            model.agree(game.state());
            done += 1;
        }
        seed += 1;
    }
    println!("{done} actions in {seed} games of Fresh Fish, {} settings", CONFIGS.len());
}
