//! What actions do. Events go to a sink, so that simulations that tell nobody
//! pay nothing for them.

use super::event::{At, Sink};
use super::{Action, Bid, Event, Phase, Piece, Refusal, Shop, State, Ties, Touch};
use crate::{Good, Spot, Spots};
use dedale_grid::Point;
use dedale_play::Seat;

impl State {
    /// Does an action, or refuses it and changes nothing.
    pub fn act(&mut self, seat: Seat, action: Action, tell: &mut impl Sink) -> Result<(), Refusal> {
        if let Phase::Auction(good) = self.phase
            && seat.index() < self.seats()
            && let Action::Bid(_) = action
        {
            if !self.player(seat).lacks(good) {
                return Err(Refusal::NoBidder);
            }
            if self.bid(seat) != Bid::None {
                return Err(Refusal::BidTwice);
            }
        }
        if !self.active().contains(seat) {
            return Err(Refusal::NotYou);
        }
        match (self.phase, action) {
            (Phase::Turn, Action::Reserve(at)) => {
                let spot = self.reservable_at(seat, at)?;
                self.reserve(seat, spot, tell);
            }
            (Phase::Turn, Action::Draw) => {
                if !self.may_draw(seat) {
                    return Err(Refusal::Hold);
                }
                self.draw(tell);
            }
            (Phase::Auction(_), Action::Bid(bid)) => {
                let coins = self.player(seat).coins;
                if bid > coins {
                    return Err(Refusal::Poor { bid, coins });
                }
                self.seal(seat, bid, tell);
            }
            (Phase::Build(..), Action::Build(at)) => {
                let spot = self.ground.frame().spot(at).ok_or(Refusal::Outside { at })?;
                if self.player(seat).reserved & spot.bit() == 0 {
                    return Err(Refusal::NotYours { at });
                }
                self.build(spot, tell);
            }
            _ => return Err(Refusal::NotNow),
        }
        Ok(())
    }

    /// Appends every action a seat may take now.
    pub fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if !self.active().contains(seat) {
            return;
        }
        let frame = self.ground.frame();
        match self.phase {
            Phase::Turn => {
                actions.extend(Spots(self.reservable(seat)).map(|spot| Action::Reserve(frame.point(spot))));
                if self.may_draw(seat) {
                    actions.push(Action::Draw);
                }
            }
            Phase::Auction(_) => actions.extend((0..=self.player(seat).coins).map(Action::Bid)),
            Phase::Build(seat, _) => {
                actions.extend(Spots(self.player(seat).reserved).map(|spot| Action::Build(frame.point(spot))));
            }
            Phase::Over => {}
        }
    }

    /// The cells a player may reserve in a turn.
    #[inline]
    pub fn reservable(&self, seat: Seat) -> u128 {
        let player = self.player(seat);
        let limit = u32::from(self.config.discs);
        if limit > 0 && player.reserved.count_ones() >= limit {
            return 0;
        }
        let reserved = self.reserved();
        let free = self.ground.free() & !reserved;
        if !player.started {
            return free;
        }
        let built = if self.config.touch == Touch::Any { self.ground.built() } else { 0 };
        free & self.ground.frame().beside(built | self.ground.roads() | reserved)
    }

    /// Whether a player may draw in a turn.
    #[inline]
    pub fn may_draw(&self, seat: Seat) -> bool {
        !self.config.hold || self.player(seat).reserved != 0 || self.reservable(seat) == 0
    }

    fn reservable_at(&self, seat: Seat, at: Point) -> Result<Spot, Refusal> {
        let spot = self.ground.frame().spot(at).ok_or(Refusal::Outside { at })?;
        if self.reservable(seat) & spot.bit() != 0 {
            return Ok(spot);
        }
        let limit = self.config.discs;
        Err(if self.ground.built() & spot.bit() != 0 {
            Refusal::Occupied { at }
        } else if self.ground.roads() & spot.bit() != 0 {
            Refusal::Road { at }
        } else if self.reserved() & spot.bit() != 0 {
            Refusal::Taken { at }
        } else if limit > 0 && self.player(seat).reserved.count_ones() >= u32::from(limit) {
            Refusal::Discs { limit }
        } else if self.config.touch == Touch::Street {
            Refusal::NoStreet { at }
        } else {
            Refusal::Alone { at }
        })
    }

    fn at(&self, spot: Spot) -> At {
        At(self.ground.frame().point(spot))
    }

    /// Reserves a cell that may be reserved.
    #[inline]
    pub(crate) fn reserve(&mut self, seat: Seat, spot: Spot, tell: &mut impl Sink) {
        let player = &mut self.players[seat.index()];
        player.reserved |= spot.bit();
        player.started = true;
        self.revealed = false;
        tell.tell(|| Event::Reserved { seat, cell: self.at(spot) });
        self.next_turn(tell);
    }

    /// Draws the next piece.
    #[inline]
    pub(crate) fn draw(&mut self, tell: &mut impl Sink) {
        let piece = self.pile.pop().expect("the game ends when the pile is empty");
        self.revealed = true;
        tell.tell(|| Event::Drew { seat: self.turn, piece });
        match piece {
            Piece::Tree => {
                let builder = self.clockwise(self.turn).find(|seat| self.player(*seat).reserved != 0);
                if let Some(seat) = builder {
                    self.phase = Phase::Build(seat, piece);
                } else {
                    tell.tell(|| Event::Dropped);
                    self.next_turn(tell);
                }
            }
            Piece::Shop(good) => {
                self.bids = Default::default();
                self.phase = Phase::Auction(good);
                let bidders = self.bidders(good);
                if bidders.len() == 1 {
                    let only = bidders.iter().next().expect("there is one");
                    self.sell(only, 0, tell);
                }
            }
        }
    }

    /// Takes a bid that may be made; the last one opens them all.
    fn seal(&mut self, seat: Seat, bid: u8, tell: &mut impl Sink) {
        self.bids[seat.index()] = Bid::Coins(bid);
        self.revealed = false;
        tell.tell(|| Event::Sealed { seat, bid: Some(bid) });
        if self.active().is_empty() {
            self.revealed = true;
            let (winner, price) = self.highest();
            self.sell(winner, price, tell);
        }
    }

    /// The winner of the auction at hand and the price.
    fn highest(&self) -> (Seat, u8) {
        let bids = (0..self.seats()).map(Seat::new).filter_map(|seat| match self.bid(seat) {
            Bid::Coins(coins) => Some((seat, coins)),
            Bid::None | Bid::Hidden => None,
        });
        self.best_of(bids)
    }

    /// The winner among bids, and the price.
    #[inline]
    pub(crate) fn best_of(&self, bids: impl Iterator<Item = (Seat, u8)>) -> (Seat, u8) {
        bids.max_by_key(|(seat, bid)| (*bid, usize::MAX - self.tie_rank(*seat)))
            .expect("somebody lacks a shop that is still in the pile")
    }

    /// The place of a seat among equal bids, 0 the first.
    #[inline]
    pub(crate) fn tie_rank(&self, seat: Seat) -> usize {
        let first = match self.config.ties {
            Ties::Drawer => self.turn.index(),
            Ties::After => self.turn.index() + 1,
        };
        (seat.index() + 2 * self.seats() - first) % self.seats()
    }

    /// Sells the shop at hand.
    #[inline]
    pub(crate) fn sell(&mut self, winner: Seat, price: u8, tell: &mut impl Sink) {
        let Phase::Auction(good) = self.phase else { return };
        let open = |bid: &Bid| if let Bid::Coins(coins) = bid { Some(*coins) } else { None };
        tell.tell(|| Event::Sold {
            good,
            seat: winner,
            price,
            bids: self.bids[..self.seats()].iter().map(open).collect(),
        });
        self.bids = Default::default();
        let player = &mut self.players[winner.index()];
        player.coins -= price;
        if player.reserved == 0 {
            player.shops[good.index()] = Shop::Lost;
            tell.tell(|| Event::Lost { seat: winner, good });
            self.end_action(winner, tell);
        } else {
            self.phase = Phase::Build(winner, Piece::Shop(good));
        }
    }

    /// Builds the piece at hand on a reservation of its builder.
    #[inline]
    pub(crate) fn build(&mut self, spot: Spot, tell: &mut impl Sink) {
        let Phase::Build(seat, piece) = self.phase else { return };
        self.revealed = false;
        let player = &mut self.players[seat.index()];
        player.reserved &= !spot.bit();
        if let Piece::Shop(good) = piece {
            player.shops[good.index()] = Shop::Built(spot);
        }
        tell.tell(|| Event::Built { seat, piece, cell: self.at(spot) });
        let roads = self.construct(spot, piece);
        if roads != 0 {
            tell.tell(|| Event::Roads { cells: Spots(roads).map(|spot| self.at(spot)).collect() });
            for number in 0..self.seats() {
                for spot in Spots(self.players[number].reserved & roads) {
                    tell.tell(|| Event::Returned { seat: Seat::new(number), cell: self.at(spot) });
                }
                self.players[number].reserved &= !roads;
            }
        }
        if piece == Piece::Tree && self.config.onward && seat == self.turn && !self.pile.is_empty() {
            self.phase = Phase::Turn;
        } else if piece == Piece::Tree {
            self.next_turn(tell);
        } else {
            self.end_action(seat, tell);
        }
    }

    /// After a shop was sold: the next player, or the drawer again.
    fn end_action(&mut self, winner: Seat, tell: &mut impl Sink) {
        if self.config.again && winner != self.turn && !self.pile.is_empty() {
            self.phase = Phase::Turn;
        } else {
            self.next_turn(tell);
        }
    }

    #[inline]
    fn next_turn(&mut self, tell: &mut impl Sink) {
        self.turn = self.after(self.turn);
        self.phase = Phase::Turn;
        if self.pile.is_empty() && !self.give(tell) {
            self.phase = Phase::Over;
            tell.tell(|| Event::Over { scores: (0..self.seats()).map(|seat| self.score(Seat::new(seat))).collect() });
        }
    }

    /// At the end each shop that was set aside goes to the player who lacks it,
    /// to be built or lost; true while one is to be built.
    fn give(&mut self, tell: &mut impl Sink) -> bool {
        if !self.config.aside {
            return false;
        }
        for good in self.goods() {
            let Some(seat) = self.bidders(good).iter().next() else { continue };
            tell.tell(|| Event::Given { seat, good });
            if self.player(seat).reserved != 0 {
                self.phase = Phase::Build(seat, Piece::Shop(good));
                return true;
            }
            self.players[seat.index()].shops[good.index()] = Shop::Lost;
            tell.tell(|| Event::Lost { seat, good });
        }
        false
    }

    #[inline]
    fn after(&self, seat: Seat) -> Seat {
        Seat::new((seat.index() + 1) % self.seats())
    }

    /// All seats, clockwise from one.
    pub(crate) fn clockwise(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats();
        (0..seats).map(move |step| Seat::new((first.index() + step) % seats))
    }

    /// The number of shops a player has yet to buy.
    pub(crate) fn missing(&self, seat: Seat) -> usize {
        self.goods().filter(|good: &Good| self.player(seat).lacks(*good)).count()
    }
}
