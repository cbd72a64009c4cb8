//! What a viewer may know: everything but the order of the pile and the bids
//! of others.

use super::event::At;
use super::{Bid, Phase, Piece, Shop, State};
use crate::{Area, Good, Market, Outside, Spots};
use dedale_grid::Rng;
use dedale_play::{Seat, Viewer};
use serde::{Serialize, Serializer};

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    state: State,
    viewer: Viewer,
}

impl View {
    /// What a viewer may know of a state.
    pub fn new(state: &State, viewer: Viewer) -> Self {
        let mut state = state.clone();
        state.pile.sort_unstable();
        for seat in (0..state.seats()).map(Seat::new).filter(|seat| !viewer.is(*seat)) {
            if let Bid::Coins(_) = state.bids[seat.index()] {
                state.bids[seat.index()] = Bid::Hidden;
            }
        }
        Self { state, viewer }
    }

    /// The state with its pile sorted and the bids of others hidden. Whoever
    /// wants to play on from it draws a pile with [`State::shuffle`].
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
}

/// A state the viewer cannot tell from this one.
pub(super) fn disguise(state: &State, viewer: Viewer, rng: &mut Rng) -> State {
    let mut other = state.clone();
    other.shuffle(rng);
    for number in (0..state.seats()).filter(|number| !viewer.is(Seat::new(*number))) {
        if let Bid::Coins(_) = other.bids[number] {
            let coins = u64::from(other.players[number].coins);
            other.bids[number] = Bid::Coins(rng.below(coins + 1) as u8);
        }
    }
    other
}

impl State {
    /// Puts the pile in another random order.
    pub fn shuffle(&mut self, rng: &mut Rng) {
        rng.shuffle(&mut self.pile);
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "FishView"))]
struct Public {
    rows: usize,
    cols: usize,
    /// The compact layout, a text a row.
    board: Vec<String>,
    goods: Vec<PublicGood>,
    players: Vec<PublicPlayer>,
    pile: PublicPile,
    turn: Seat,
    phase: PublicPhase,
    /// The piece being sold or built.
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<Piece>,
    /// The seats that may act now.
    active: Vec<Seat>,
    /// The viewer's own sealed bid.
    #[serde(skip_serializing_if = "Option::is_none")]
    bid: Option<u8>,
    /// The longest walk that counts.
    max: u8,
    /// By the rules of areas: which cells belong together, and how many
    /// buildings each area holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    areas: Vec<PublicArea>,
    /// What a step just outside the board counts, where one may walk there.
    #[serde(skip_serializing_if = "Option::is_none")]
    outside: Option<usize>,
    /// Once the game is over: seats from the best score to the worst.
    #[serde(skip_serializing_if = "Option::is_none")]
    ranking: Option<Vec<Seat>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "Phase"))]
#[serde(rename_all = "lowercase")]
enum PublicPhase {
    Turn,
    Auction,
    Build,
    Over,
}

#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "Area"))]
struct PublicArea {
    limit: u8,
    cells: Vec<At>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "OfferedGood"))]
struct PublicGood {
    good: Good,
    producer: At,
}

#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "Trader"))]
struct PublicPlayer {
    coins: u8,
    reservations: Vec<At>,
    shops: Vec<PublicShop>,
    /// The score as the board stands; the smallest wins.
    score: i32,
    /// Whether the player has sealed a bid.
    sealed: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "ShopStatus"))]
#[serde(rename_all = "lowercase")]
enum PublicStatus {
    Missing,
    Built,
    Lost,
}

#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "Shop"))]
struct PublicShop {
    good: Good,
    status: PublicStatus,
    cell: Option<At>,
    distance: Option<u32>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "Pile"))]
struct PublicPile {
    left: usize,
    trees: usize,
    shops: Vec<usize>,
}

#[cfg(feature = "questions")]
impl schemars::JsonSchema for View {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Public::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Public::json_schema(generator)
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        public(self).serialize(serializer)
    }
}

fn public(view: &View) -> Public {
    let state = view.state();
    let frame = state.ground().frame();
    let at = |spot| At(frame.point(spot));
    let shop = |seat: Seat, good: Good| {
        let (status, cell) = match state.player(seat).shops[good.index()] {
            Shop::Missing => (PublicStatus::Missing, None),
            Shop::Built(spot) => (PublicStatus::Built, Some(at(spot))),
            Shop::Lost => (PublicStatus::Lost, None),
        };
        PublicShop { good, status, cell, distance: state.distance(seat, good) }
    };
    let player = |seat: Seat| PublicPlayer {
        coins: state.player(seat).coins,
        reservations: Spots(state.player(seat).reserved).map(at).collect(),
        shops: state.goods().map(|good| shop(seat, good)).collect(),
        score: state.score(seat),
        sealed: state.bid(seat) != Bid::None,
    };
    let area = |area: &Area| PublicArea { limit: area.limit, cells: Spots(area.cells).map(at).collect() };
    let (trees, shops) = state.pile();
    let (phase, piece) = match state.phase() {
        Phase::Turn => (PublicPhase::Turn, None),
        Phase::Auction(good) => (PublicPhase::Auction, Some(Piece::Shop(good))),
        Phase::Build(_, piece) => (PublicPhase::Build, Some(piece)),
        Phase::Over => (PublicPhase::Over, None),
    };
    let own = match view.viewer() {
        Viewer::Seat(seat) => match state.bid(seat) {
            Bid::Coins(coins) => Some(coins),
            Bid::None | Bid::Hidden => None,
        },
        Viewer::Spectator => None,
    };
    Public {
        rows: frame.rows(),
        cols: frame.cols(),
        board: state.board().to_string().lines().map(str::to_owned).collect(),
        goods: state.goods().map(|good| PublicGood { good, producer: at(state.producer(good)) }).collect(),
        players: (0..state.seats()).map(|seat| player(Seat::new(seat))).collect(),
        pile: PublicPile {
            left: trees + shops.iter().sum::<usize>(),
            trees,
            shops: shops[..state.config().goods.into()].to_vec(),
        },
        turn: state.turn(),
        phase,
        piece,
        active: state.active().iter().collect(),
        bid: own,
        max: state.config().max,
        areas: state.market().map_or(&[][..], Market::areas).iter().map(area).collect(),
        outside: state.outside().map(Outside::cost),
        ranking: state.is_over().then(|| state.ranking()),
    }
}

impl State {
    /// The seats from the best score to the worst; equal scores by seat.
    pub fn ranking(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = (0..self.seats()).map(Seat::new).collect();
        seats.sort_by_key(|seat| self.score(*seat));
        seats
    }
}
