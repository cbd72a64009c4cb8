//! The deck: what is on the tiles of a game, before anyone turns them over.
//!
//! A card says which doors a tile has (how many, which colours) and what lies
//! on it; where its doors are and how its corridors run is decided when it is
//! turned over, from a seed of its own. Each of the four objectives and exits
//! is on exactly one card.

use crate::generate::{Generator, nth_cell, tidy};
use crate::swap::pawns_can_swap;
use crate::{Colour, Site, Tile, Wall};
use dedale_grid::{Dir, Rng};
use serde::Serialize;

/// How much there is in a deck beyond objectives and exits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Teleporters of each colour.
    pub teleporters: usize,
    /// Timer cells, the first of them on the start tile.
    pub timers: usize,
    /// Escalators, the first of them on the start tile.
    pub escalators: usize,
    /// Small openings for orange.
    pub passages: usize,
    /// Crystal balls.
    pub crystals: usize,
    /// Cameras.
    pub cameras: usize,
    /// One exit, of purple, for everybody.
    pub shared_exit: bool,
    /// A card with a crystal ball is the first to be drawn.
    pub crystal_first: bool,
}

/// What a card shows when it lies face up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
pub struct Face {
    /// The colours of its doors.
    pub doors: Vec<Colour>,
    /// What lies on it.
    pub sites: Vec<Site>,
    /// Whether it has an escalator.
    pub escalator: bool,
    /// Whether it has a small opening for orange.
    pub passage: bool,
}

/// A tile that has not been turned over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    doors: Vec<Colour>,
    sites: Vec<Site>,
    escalator: bool,
    passage: bool,
    seed: u64,
}

impl Card {
    /// A card as one may expect it, with this on it.
    pub(crate) fn imagine(content: Option<Site>, rng: &mut Rng) -> Self {
        let mut colours = Colour::ALL;
        let doors = 1 + rng.index(3);
        rng.shuffle(&mut colours);
        Self {
            doors: colours[..doors].to_vec(),
            sites: content.into_iter().collect(),
            escalator: false,
            passage: false,
            seed: rng.bits(),
        }
    }

    /// What the card shows when it lies face up.
    pub fn face(&self) -> Face {
        let Self { doors, sites, escalator, passage, .. } = self.clone();
        Face { doors, sites, escalator, passage }
    }

    /// What lies on the tile, doors apart.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The ways to place the doors, in an order drawn from the card's seed,
    /// each a set of sides (of the tile not yet turned).
    pub fn door_choices(&self) -> Vec<Vec<Dir>> {
        let mut rng = Rng::stream(self.seed, 0);
        let mut sides = [Dir::Up, Dir::Right, Dir::Left];
        rng.shuffle(&mut sides);
        let [a, b, c] = sides;
        match self.doors.len() {
            1 => vec![vec![a], vec![b], vec![c]],
            2 => vec![vec![a, b], vec![b, c], vec![c, a]],
            _ => vec![vec![a, b, c]],
        }
    }

    /// The tile with its doors on these sides.
    pub fn cut(&self, sides: &[Dir], generator: &mut Generator) -> Tile {
        let mut rng = Rng::stream(self.seed, 1);
        let (timers, others): (Vec<Site>, Vec<Site>) = self.sites.iter().partition(|site| **site == Site::Timer);
        loop {
            let doors = sides.iter().copied().zip(self.doors.iter().copied());
            let mut tile = generator.classic_with(doors, &others, &mut rng);
            if timers.iter().all(|timer| add_niche(&mut tile, *timer, &mut rng)) {
                self.furnish(&mut tile, &mut rng);
                return tile;
            }
        }
    }

    fn furnish(&self, tile: &mut Tile, rng: &mut Rng) {
        if self.escalator {
            add_escalator(tile, rng);
        }
        if self.passage {
            let corridors = tile.corridors();
            let between = |wall: &Wall| {
                let (a, b) = wall.sides();
                tile.has_wall(*wall) && corridors & a.bit() != 0 && corridors & b.bit() != 0
            };
            let walls: Vec<Wall> = Wall::all().filter(between).collect();
            if let Some(wall) = rng.choose(&walls) {
                tile.set_passage(*wall);
            }
        }
    }
}

/// A start tile and the cards in drawing order.
#[derive(Clone, Debug)]
pub struct Deck {
    /// The tile on which the pawns start.
    pub start: Tile,
    /// The other tiles, the next one last.
    pub cards: Vec<Card>,
}

impl Deck {
    /// The fewest tiles, the start tile counted, that hold all objectives and
    /// exits.
    pub const fn least(extras: Extras) -> usize {
        if extras.shared_exit { 6 } else { 9 }
    }

    /// A deck of `tiles` tiles, the start tile counted. With fewer than
    /// [`Deck::least`] some objectives and exits are left out.
    pub fn new(tiles: usize, extras: Extras, rng: &mut Rng, generator: &mut Generator) -> Self {
        let start = start_tile(extras, rng, generator);
        let count = tiles.saturating_sub(1);
        let mut contents: Vec<Option<Site>> = Colour::ALL.map(|colour| Some(Site::Objective(colour))).to_vec();
        contents.extend(
            Colour::ALL
                .into_iter()
                .filter(|colour| !extras.shared_exit || *colour == Colour::Purple)
                .map(|colour| Some(Site::Exit(colour))),
        );
        contents.resize(contents.len().max(count), None);
        rng.shuffle(&mut contents);
        let mut cards: Vec<Card> = contents[..count].iter().map(|content| Card::imagine(*content, rng)).collect();
        deal(&mut cards, extras, rng);
        if extras.crystal_first
            && let Some(at) = cards.iter().position(|card| card.sites.contains(&Site::Crystal))
        {
            let last = cards.len() - 1;
            cards.swap(at, last);
        }
        Self { start, cards }
    }
}

/// Puts the extras on random cards, at most three sites a card.
fn deal(cards: &mut [Card], extras: Extras, rng: &mut Rng) {
    let mut sites = Vec::new();
    for colour in Colour::ALL {
        sites.extend(std::iter::repeat_n(Site::Teleporter(colour), extras.teleporters));
    }
    sites.extend(std::iter::repeat_n(Site::Timer, extras.timers.saturating_sub(1)));
    sites.extend(std::iter::repeat_n(Site::Crystal, extras.crystals));
    sites.extend(std::iter::repeat_n(Site::Camera, extras.cameras));
    for site in sites {
        let open: Vec<usize> = (0..cards.len())
            .filter(|card| cards[*card].sites.len() < 3 && !cards[*card].sites.contains(&site))
            .collect();
        if let Some(card) = rng.choose(&open) {
            cards[*card].sites.push(site);
        }
    }
    for _ in 1..extras.escalators {
        if let Some(card) = pick(cards, rng) {
            card.escalator = true;
        }
    }
    for _ in 0..extras.passages {
        if let Some(card) = pick(cards, rng) {
            card.passage = true;
        }
    }
}

fn pick<'a>(cards: &'a mut [Card], rng: &mut Rng) -> Option<&'a mut Card> {
    if cards.is_empty() { None } else { Some(&mut cards[rng.index(cards.len())]) }
}

/// A start tile on which any two pawns can change places, so that no game
/// gets stuck; see [`pawns_can_swap`].
pub(crate) fn start_tile(extras: Extras, rng: &mut Rng, generator: &mut Generator) -> Tile {
    loop {
        let mut tile = generator.start(rng);
        if !pawns_can_swap(&tile) {
            continue;
        }
        if extras.timers > 0 && !add_niche(&mut tile, Site::Timer, rng) {
            continue;
        }
        if extras.escalators > 0 {
            add_escalator(&mut tile, rng);
        }
        // A niche may have taken a cell the pawns needed.
        if pawns_can_swap(&tile) {
            return tile;
        }
    }
}

/// Makes a dead end of one cell and puts a site in it, so that nobody has to
/// pass it; false if no cell is left for that.
fn add_niche(tile: &mut Tile, site: Site, rng: &mut Rng) -> bool {
    let sites = tile.site_cells();
    let mut free = !sites;
    while free != 0 {
        let cell = nth_cell(free, rng.below(u64::from(free.count_ones())) as u32);
        free &= !cell.bit();
        let mut openings = tile.openings();
        openings.isolate(cell.bit());
        let first = sites & sites.wrapping_neg();
        if openings.flood(first) & sites != sites {
            continue;
        }
        tidy(&mut openings, sites);
        openings.isolate(cell.bit());
        let corridors = openings.flood(first);
        let joins = |dir: &Dir| cell.step(*dir).is_some_and(|next| corridors & next.bit() != 0);
        let ways: Vec<Dir> = Dir::ALL.into_iter().filter(joins).collect();
        let Some(wall) = rng.choose(&ways).and_then(|dir| Wall::beside(cell, *dir)) else { continue };
        openings.open(wall);
        *tile.openings_mut() = openings;
        return tile.put(cell, site);
    }
    false
}

/// Joins two corridor cells without a door that are at least two rows or
/// columns apart, if there are any.
fn add_escalator(tile: &mut Tile, rng: &mut Rng) {
    let timers = tile.sites().filter(|(_, site)| matches!(site, Site::Timer | Site::Door(_)));
    let cells = tile.corridors() & !timers.fold(0, |cells, (square, _)| cells | square.bit());
    let mut pairs = Vec::new();
    for a in crate::Square::all().filter(|square| cells & square.bit() != 0) {
        for b in crate::Square::all().filter(|square| cells & square.bit() != 0) {
            if a < b
                && a.row() != b.row()
                && a.col() != b.col()
                && a.row().abs_diff(b.row()) + a.col().abs_diff(b.col()) > 2
            {
                pairs.push((a, b));
            }
        }
    }
    if let Some((a, b)) = rng.choose(&pairs) {
        tile.set_escalator(*a, *b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Lie;

    const ALL: Extras = Extras {
        teleporters: 2,
        timers: 4,
        escalators: 5,
        passages: 3,
        crystals: 1,
        cameras: 2,
        shared_exit: false,
        crystal_first: false,
    };

    #[test]
    fn each_objective_and_exit_exactly_once() {
        let mut generator = Generator::new();
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let extras = if seed % 2 == 0 { ALL } else { Extras::default() };
            let deck = Deck::new(9 + seed as usize % 16, extras, &mut rng, &mut generator);
            let mut found: Vec<Site> = deck.cards.iter().flat_map(|card| card.sites.clone()).collect();
            found.retain(|site| matches!(site, Site::Objective(_) | Site::Exit(_)));
            found.sort();
            let mut all: Vec<Site> = Colour::ALL.map(Site::Objective).to_vec();
            all.extend(Colour::ALL.map(Site::Exit));
            assert_eq!(found, all);
            assert_eq!(deck.start.check(Lie::Made), Ok(()));
        }
    }

    /// The crystal ball comes first where the rules say so.
    #[test]
    fn a_crystal_on_top() {
        for seed in 0..50 {
            let extras = Extras { crystal_first: true, ..ALL };
            let deck = Deck::new(15, extras, &mut Rng::new(seed), &mut Generator::new());
            assert!(deck.cards.last().unwrap().face().sites.contains(&Site::Crystal));
        }
    }

    #[test]
    fn cut_tiles_respect_the_rules_and_timers_are_dead_ends() {
        let mut generator = Generator::new();
        for seed in 0..200 {
            let deck = Deck::new(20, ALL, &mut Rng::new(seed), &mut generator);
            let mut timers = 0;
            for card in &deck.cards {
                for sides in card.door_choices() {
                    let tile = card.cut(&sides, &mut generator);
                    assert_eq!(tile.check(Lie::Made), Ok(()));
                    let timer = tile.sites().find(|(_, site)| *site == Site::Timer);
                    assert!(timer.is_none_or(|(square, _)| tile.openings().ends() & square.bit() != 0));
                    assert_eq!(card.cut(&sides, &mut generator), tile);
                }
                timers += card.sites.iter().filter(|site| **site == Site::Timer).count();
            }
            assert_eq!(timers, 3);
            assert_eq!(deck.start.sites().filter(|(_, site)| *site == Site::Timer).count(), 1);
        }
    }
}
