//! Everything there is to know at a moment.

use super::config::{Config, OF_BOARDS};
use crate::market::{Market, Outside};
use crate::{Board, Frame, Good, Ground, MAX_PLAYERS, Spot, Spots, Tile};
use dedale_grid::{Rng, Size};
use dedale_play::{ConfigError, Seat, Seats};
use serde::Serialize;
use std::sync::Arc;

/// A piece of the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// A tree.
    Tree,
    /// A shop.
    Shop(Good),
}

/// What has become of a player's shop of one good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shop {
    /// The player has not bought it yet.
    #[default]
    Missing,
    /// It stands on a cell.
    Built(Spot),
    /// Bought without a reservation to build it on.
    Lost,
}

/// A player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The coins left.
    pub coins: u8,
    /// The shops by good.
    pub shops: [Shop; 5],
    /// The reserved cells.
    pub reserved: u128,
    /// Whether the player has ever reserved a cell.
    pub started: bool,
}

impl Player {
    /// Whether the player has yet to buy this shop.
    #[inline]
    pub fn lacks(&self, good: Good) -> bool {
        self.shops[good.index()] == Shop::Missing
    }
}

/// A bid in the auction at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bid {
    /// None yet, or none asked for.
    #[default]
    None,
    /// So many coins.
    Coins(u8),
    /// Made, but hidden from the one who looks.
    Hidden,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The player whose turn it is reserves or draws.
    Turn,
    /// A shop is being sold to those who lack it.
    Auction(Good),
    /// A player builds a piece on a reservation.
    Build(Seat, Piece),
    /// The game is over.
    Over,
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    pub(crate) config: Config,
    pub(crate) ground: Ground,
    pub(crate) producers: [Spot; 5],
    pub(crate) players: [Player; MAX_PLAYERS],
    /// The pieces to come, the next one last.
    pub(crate) pile: Vec<Piece>,
    pub(crate) turn: Seat,
    pub(crate) phase: Phase,
    pub(crate) bids: [Bid; MAX_PLAYERS],
    /// Whether the last action revealed something hidden.
    pub(crate) revealed: bool,
    /// Boards, areas and ways outside, where the rules have them. They follow
    /// from the settings and the seed and never change, so digests go without.
    #[serde(skip)]
    pub(crate) market: Option<Arc<Market>>,
}

/// How often producers are placed anew before a board counts as too small.
const DRAWS: usize = 1000;

impl State {
    /// The state before the first action.
    pub fn start(config: &Config, seed: u64) -> Result<Self, ConfigError> {
        Self::drawn(config, Rng::new(seed))
    }

    /// The state before the first action, its producers and its pile drawn
    /// from a generator.
    pub(super) fn drawn(config: &Config, mut rng: Rng) -> Result<Self, ConfigError> {
        let too_small = || {
            ConfigError::new(
                format!("found a board ({}) too small for {} producers", config, config.goods),
                format!("trouvé un plateau ({}) trop petit pour {} producteurs", config, config.goods),
            )
        };
        let special = config.boards > 0 || config.areas || config.trucks || config.outside > 0;
        let market = if special { Some(Market::draw(config, &mut rng).ok_or_else(too_small)?) } else { None };
        let frame = match &market {
            Some(market) => market.frame,
            None => Frame::new(config.rows.into(), config.cols.into()).ok_or_else(too_small)?,
        };
        let (ground, producers) =
            (0..DRAWS).find_map(|_| place_producers(frame, config, market.as_ref(), &mut rng)).ok_or_else(too_small)?;
        let brought = market.as_ref().and_then(|market| market.trees).unwrap_or(0);
        let trees = if config.trees == OF_BOARDS { brought } else { config.trees };
        let goods = Good::ALL.into_iter().take(config.goods.into());
        let each = config.players - u8::from(config.aside);
        let shops = goods.flat_map(|good| (0..each).map(move |_| Piece::Shop(good)));
        let mut pile: Vec<Piece> = (0..trees).map(|_| Piece::Tree).chain(shops).collect();
        rng.shuffle(&mut pile);
        let mut players = [Player::default(); MAX_PLAYERS];
        for player in players.iter_mut().take(config.players.into()) {
            player.coins = config.coins;
        }
        Ok(Self {
            config: *config,
            ground,
            producers,
            players,
            pile,
            turn: Seat::new(0),
            phase: Phase::Turn,
            bids: Default::default(),
            revealed: false,
            market: market.map(Arc::new),
        })
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The walls and roads.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The number of players.
    #[inline]
    pub fn seats(&self) -> usize {
        self.config.players.into()
    }

    /// The players, by seat.
    #[inline]
    pub fn players(&self) -> &[Player] {
        &self.players[..self.seats()]
    }

    /// A player.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// The goods of the game.
    pub fn goods(&self) -> impl Iterator<Item = Good> + use<> {
        Good::ALL.into_iter().take(self.config.goods.into())
    }

    /// Where a good is produced.
    #[inline]
    pub fn producer(&self, good: Good) -> Spot {
        self.producers[good.index()]
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// What is being done.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The bid of a seat in the auction at hand.
    pub fn bid(&self, seat: Seat) -> Bid {
        self.bids[seat.index()]
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// How many pieces are left, and how many of them are trees and shops of
    /// each good.
    pub fn pile(&self) -> (usize, [usize; 5]) {
        let mut shops = [0; 5];
        for piece in &self.pile {
            if let Piece::Shop(good) = piece {
                shops[good.index()] += 1;
            }
        }
        (self.pile.len() - shops.iter().sum::<usize>(), shops)
    }

    /// The players who lack a shop, and so may bid for it.
    pub fn bidders(&self, good: Good) -> Seats {
        (0..self.seats()).map(Seat::new).filter(|seat| self.player(*seat).lacks(good)).collect()
    }

    /// The seats that may act now.
    pub fn active(&self) -> Seats {
        match self.phase {
            Phase::Turn => Seats::only(self.turn),
            Phase::Auction(good) => self.bidders(good).iter().filter(|seat| self.bid(*seat) == Bid::None).collect(),
            Phase::Build(seat, _) => Seats::only(seat),
            Phase::Over => Seats::NONE,
        }
    }

    /// All reserved cells.
    #[inline]
    pub fn reserved(&self) -> u128 {
        self.players.iter().fold(0, |all, player| all | player.reserved)
    }

    /// The distance of a player's shop from its producer as the board stands,
    /// the maximum for a lost one; `None` while it is missing.
    pub fn distance(&self, seat: Seat, good: Good) -> Option<u32> {
        match self.player(seat).shops[good.index()] {
            Shop::Missing => None,
            Shop::Lost => Some(self.config.max.into()),
            Shop::Built(spot) => Some(self.distance_from(good, spot)),
        }
    }

    /// How far a shop on a cell is from the producer of a good, at most the
    /// maximum.
    pub fn distance_from(&self, good: Good, spot: Spot) -> u32 {
        self.distance_on(&self.ground, good, spot)
    }

    /// The same on another ground.
    #[inline]
    pub(crate) fn distance_on(&self, ground: &Ground, good: Good, spot: Spot) -> u32 {
        let (producer, max) = (self.producer(good), u32::from(self.config.max));
        let Some(outside) = self.outside() else { return ground.distance(producer, spot, max) };
        let mut found = max;
        outside.walk(ground, producer, max, |distance, near| {
            let there = near & spot.bit() != 0;
            if there {
                found = distance;
            }
            there
        });
        found
    }

    /// Boards, areas and ways outside, where the rules have them.
    pub fn market(&self) -> Option<&Market> {
        self.market.as_deref()
    }

    /// The way outside, where there is one.
    #[inline]
    pub(crate) fn outside(&self) -> Option<&Outside> {
        self.market.as_deref().and_then(Market::outside)
    }

    /// The roads that a construction would make, without doing it.
    pub fn roads_after(&self, spot: Spot, piece: Piece) -> u128 {
        let mut ground = self.ground;
        self.construct_on(&mut ground, spot, piece)
    }

    /// Builds on a free cell and returns the roads this makes.
    #[inline]
    pub(super) fn construct(&mut self, spot: Spot, piece: Piece) -> u128 {
        let mut ground = self.ground;
        let roads = self.construct_on(&mut ground, spot, piece);
        self.ground = ground;
        roads
    }

    /// Builds on a free cell of a copy of the ground and returns the roads this
    /// makes.
    #[inline]
    pub(crate) fn construct_on(&self, ground: &mut Ground, spot: Spot, piece: Piece) -> u128 {
        let needs_access = piece != Piece::Tree || !self.config.closed;
        match self.market.as_deref() {
            Some(market) if self.config.areas => {
                ground.put(spot, needs_access);
                let roads = market.filled(ground.built(), spot) & ground.free();
                ground.pave(roads);
                roads
            }
            _ => ground.build(spot, needs_access),
        }
    }

    /// The score as the board stands: the distances of the shops less the
    /// coins; shops still missing count nothing. The smallest wins.
    pub fn score(&self, seat: Seat) -> i32 {
        let walks: u32 = self.goods().filter_map(|good| self.distance(seat, good)).sum();
        walks as i32 - i32::from(self.player(seat).coins)
    }

    /// Whether the last action may be taken back: it revealed nothing, or
    /// this is practice.
    pub fn undoable(&self) -> bool {
        self.config.practice || !self.revealed
    }

    /// The board with owners and reservations.
    pub fn board(&self) -> Board {
        let frame = self.ground.frame();
        let size = Size::new(frame.rows(), frame.cols()).expect("the settings allow only small boards");
        let mut board = Board::new(size);
        for cell in size.cells().filter(|cell| frame.spot(size.point(*cell)).is_none()) {
            board.set(cell, Tile::Outside);
        }
        let mut put = |spots: u128, tile| {
            for spot in Spots(spots) {
                board.set(self.ground.cell(spot), tile);
            }
        };
        put(self.ground.built(), Tile::Tree);
        put(self.ground.roads(), Tile::Road);
        for good in self.goods() {
            put(self.producer(good).bit(), Tile::Producer(good));
        }
        for (number, player) in self.players().iter().enumerate() {
            let seat = Seat::new(number);
            put(player.reserved, Tile::Reserved(seat));
            for good in self.goods() {
                if let Shop::Built(spot) = player.shops[good.index()] {
                    put(spot.bit(), Tile::Shop(good, Some(seat)));
                }
            }
        }
        board
    }
}

/// Puts the producers on random cells; nothing if that leaves a cell that
/// cannot be reached.
fn place_producers(
    frame: Frame,
    config: &Config,
    market: Option<&Market>,
    rng: &mut Rng,
) -> Option<(Ground, [Spot; 5])> {
    let mut cells: Vec<Spot> = match market {
        Some(market) if config.trucks => market
            .parking()
            .into_iter()
            .map(|places| Spots(places).nth(rng.index(places.count_ones() as usize)).expect("a parking has a cell"))
            .collect(),
        _ => Spots(frame.board()).collect(),
    };
    rng.shuffle(&mut cells);
    let goods = usize::from(config.goods);
    if cells.len() < goods {
        return None;
    }
    let mut producers = [*cells.first()?; 5];
    let mut ground = Ground::new(frame);
    for (good, spot) in cells.iter().take(goods).enumerate() {
        producers[good] = *spot;
        ground.put(*spot, true);
    }
    let Some(market) = market.filter(|_| config.areas) else {
        if !ground.is_sound() {
            return None;
        }
        ground.lay_all_roads();
        return Some((ground, producers));
    };
    for spot in &producers[..goods] {
        // Producers keep to their numbers too.
        let area = market.area(*spot)?;
        if (ground.built() & area.cells).count_ones() > u32::from(area.limit) {
            return None;
        }
        ground.pave(market.filled(ground.built(), *spot));
    }
    Some((ground, producers))
}
