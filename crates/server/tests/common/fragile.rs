//! A game whose rules panic when somebody says `boom`, and whose seats may all
//! act at any time as far as rooms know: its bots choose to wait until it is
//! their turn.

use dedale_play::{Budget, Entry, GameId, Happened, Moment, Outcome, Seat, Seats, Seed, Table, Thought, Undo, Viewer};
use dedale_server::worlds::{Hosted, Worlds};
use dedale_text::Text;
use serde_json::Value;
use std::sync::OnceLock;

type Start = fn(&str, Seed) -> Result<Box<dyn Table>, Text>;
type Open = fn(&str) -> Result<Box<dyn Table>, Text>;

static SOUND: OnceLock<(Start, Open)> = OnceLock::new();

/// The same worlds with fragile tables.
pub fn worlds(sound: Worlds) -> Worlds {
    let fragile = |(name, game): (&'static str, Hosted)| {
        SOUND.get_or_init(|| (game.start, game.open));
        let start: Start = |config, seed| Ok(Box::new(Fragile(SOUND.get().unwrap().0(config, seed)?)));
        let open: Open = |text| Ok(Box::new(Fragile(SOUND.get().unwrap().1(text)?)));
        (name, Hosted { start, open, ..game })
    };
    Worlds { games: sound.games.into_iter().map(fragile).collect(), ..sound }
}

struct Fragile(Box<dyn Table>);

impl Table for Fragile {
    fn id(&self) -> GameId {
        self.0.id()
    }
    fn seats(&self) -> usize {
        self.0.seats()
    }
    fn active(&self) -> Seats {
        if self.0.outcome().is_some() { self.0.active() } else { Seats::first(self.0.seats()) }
    }
    fn legal(&self, seat: Seat) -> Vec<String> {
        self.0.legal(seat)
    }
    fn act(&mut self, seat: Seat, action: &str, t_ms: u64, id: Option<String>) -> Result<Vec<Happened>, Text> {
        assert_ne!(action, "boom", "as asked");
        self.0.act(seat, action, t_ms, id)
    }
    fn find(&self, id: &str) -> Option<usize> {
        self.0.find(id)
    }
    fn deadline(&self) -> Option<u64> {
        self.0.deadline()
    }
    fn advance(&mut self, t_ms: u64) -> Vec<Happened> {
        self.0.advance(t_ms)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn view(&self, viewer: Viewer) -> Value {
        self.0.view(viewer)
    }
    fn undo_for(&mut self, seats: Seats) -> Undo {
        self.0.undo_for(seats)
    }
    fn clock(&self) -> u64 {
        self.0.clock()
    }
    fn entries(&self) -> usize {
        self.0.entries()
    }
    fn entry(&self, number: usize) -> Option<Entry<String>> {
        self.0.entry(number)
    }
    fn lines(&self, from: usize) -> Vec<String> {
        self.0.lines(from)
    }
    fn header(&self) -> String {
        self.0.header()
    }
    fn at(&self, entries: usize) -> Box<dyn Table> {
        self.0.at(entries)
    }
    fn replay(&self, viewer: Viewer, visit: &mut dyn FnMut(Moment) -> bool) {
        self.0.replay(viewer, visit);
    }
    fn digest(&self) -> u64 {
        self.0.digest()
    }
    fn bots(&self) -> Vec<&'static str> {
        self.0.bots()
    }
    fn think(&self, bot: &str, seat: Seat, seed: u64, budget: Option<Budget>) -> Option<Thought> {
        if self.0.active().contains(seat) { self.0.think(bot, seat, seed, budget) } else { Some(Box::new(|| None)) }
    }
}
