//! A tile: four by four cells, walls, sites.
//!
//! The openings are two masks of sixteen bits, so that flooding, counting
//! neighbours and closing dead ends work on all cells at once.

use crate::{Colour, Square, Wall};
use dedale_grid::Dir;
use serde::{Serialize, Serializer};

/// Something particular on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Site {
    /// A door of a colour, or the access of a classic tile, which has none.
    Door(Option<Colour>),
    /// Where a pawn starts.
    Start(Option<Colour>),
    /// What a pawn must stand on before leaving.
    Objective(Colour),
    /// Where a pawn leaves.
    Exit(Colour),
    /// Where a pawn may jump to.
    Teleporter(Colour),
    /// Turns the sand timer.
    Timer,
    /// Lets purple reveal tiles from afar.
    Crystal,
    /// Two of them, awake, forbid the timers.
    Camera,
}

impl Site {
    /// The colour, if it has one.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Door(colour) | Self::Start(colour) => colour,
            Self::Objective(colour) | Self::Exit(colour) | Self::Teleporter(colour) => Some(colour),
            Self::Timer | Self::Crystal | Self::Camera => None,
        }
    }

    /// The word of the common file format; the last four are ours.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Door(_) => "porte",
            Self::Start(_) => "départ",
            Self::Objective(_) => "objectif",
            Self::Exit(_) => "sortie",
            Self::Teleporter(_) => "téléporteur",
            Self::Timer => "sablier",
            Self::Crystal => "cristal",
            Self::Camera => "caméra",
        }
    }

    /// The name in views and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Door(_) => "door",
            Self::Start(_) => "start",
            Self::Objective(_) => "objective",
            Self::Exit(_) => "exit",
            Self::Teleporter(_) => "teleporter",
            Self::Timer => "timer",
            Self::Crystal => "crystal",
            Self::Camera => "camera",
        }
    }
}

/// Bits of the cells that have a neighbour below or to the right.
const DOWN: u16 = 0x0FFF;
const RIGHT: u16 = 0x7777;

/// The walls of a tile, or rather the openings between its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Openings {
    /// Bit `c`: cells `c` and `c + 4` are joined.
    down: u16,
    /// Bit `c`: cells `c` and `c + 1` are joined.
    right: u16,
}

impl Openings {
    /// Every wall up.
    pub const NONE: Self = Self { down: 0, right: 0 };

    /// Takes a wall down.
    pub fn open(&mut self, wall: Wall) {
        let bit = wall.sides().0.bit();
        if wall.index() < 12 { self.down |= bit } else { self.right |= bit }
    }

    /// Puts a wall up.
    pub fn close(&mut self, wall: Wall) {
        let bit = wall.sides().0.bit();
        if wall.index() < 12 { self.down &= !bit } else { self.right &= !bit }
    }

    /// Whether a wall stands there.
    pub fn has_wall(self, wall: Wall) -> bool {
        let mask = if wall.index() < 12 { self.down } else { self.right };
        mask & wall.sides().0.bit() == 0
    }

    /// The cells joined to the one on that side.
    pub fn towards(self, dir: Dir) -> u16 {
        match dir {
            Dir::Up => self.down << 4,
            Dir::Right => self.right,
            Dir::Down => self.down,
            Dir::Left => self.right << 1,
        }
    }

    /// All cells that can be reached from some of these.
    pub fn flood(self, cells: u16) -> u16 {
        let mut reached = cells;
        loop {
            let more = reached
                | (reached & self.down) << 4
                | (reached >> 4) & self.down
                | (reached & self.right) << 1
                | (reached >> 1) & self.right;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The cells with exactly one opening.
    pub fn ends(self) -> u16 {
        let [a, b, c, d] = Dir::ALL.map(|dir| self.towards(dir));
        let two = a & b | c & d | (a | b) & (c | d);
        (a | b | c | d) & !two
    }

    /// Walls off these cells.
    pub fn isolate(&mut self, cells: u16) {
        self.down &= !(cells | cells >> 4);
        self.right &= !(cells | cells >> 1);
    }

    /// Takes down every wall between two of these cells.
    pub fn join(&mut self, cells: u16) {
        self.down |= cells & cells >> 4 & DOWN;
        self.right |= cells & cells >> 1 & RIGHT;
    }

    /// The first wall that stands between two of these cells.
    pub fn wall_within(self, cells: u16) -> Option<Wall> {
        let mut joined = self;
        joined.join(cells);
        if joined == self {
            return None;
        }
        Wall::all().find(|wall| self.has_wall(*wall) && !joined.has_wall(*wall))
    }
}

/// A tile that respects the two structural rules: doors only where doors are,
/// and at most one site a cell. [`Tile::check`] tells whether it respects all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    openings: Openings,
    sites: [Option<Site>; 16],
    /// Small openings in walls that only the orange pawn passes.
    passages: u32,
    escalator: Option<(Square, Square)>,
}

impl Tile {
    /// A tile without sites.
    pub const fn new(openings: Openings) -> Self {
        Self { openings, sites: [None; 16], passages: 0, escalator: None }
    }

    /// Puts a site on a free cell; false, and nothing done, if the cell is
    /// taken or a door would stand where no door is.
    pub fn put(&mut self, square: Square, site: Site) -> bool {
        let place = matches!(site, Site::Door(_)) && square.door_side().is_none();
        if place || self.sites[square.index()].is_some() {
            return false;
        }
        self.sites[square.index()] = Some(site);
        true
    }

    /// Takes a site away.
    pub fn clear(&mut self, square: Square) -> Option<Site> {
        self.sites[square.index()].take()
    }

    /// Joins two different cells by the tile's escalator.
    pub fn set_escalator(&mut self, a: Square, b: Square) {
        self.escalator = (a != b).then_some((a.min(b), a.max(b)));
    }

    /// Makes a small opening in a wall, for orange only.
    pub fn set_passage(&mut self, wall: Wall) {
        if self.openings.has_wall(wall) {
            self.passages |= 1 << wall.index();
        }
    }

    /// The walls.
    pub const fn openings(&self) -> Openings {
        self.openings
    }

    /// The walls to change.
    pub(crate) fn openings_mut(&mut self) -> &mut Openings {
        &mut self.openings
    }

    /// The walls as the orange pawn knows them.
    pub fn orange_openings(&self) -> Openings {
        let mut openings = self.openings;
        for wall in Wall::all().filter(|wall| self.passages >> wall.index() & 1 == 1) {
            openings.open(wall);
        }
        openings
    }

    /// The walls with a small opening.
    pub fn passages(&self) -> impl Iterator<Item = Wall> {
        let passages = self.passages;
        Wall::all().filter(move |wall| passages >> wall.index() & 1 == 1)
    }

    /// Both ends of the escalator.
    pub const fn escalator(&self) -> Option<(Square, Square)> {
        self.escalator
    }

    /// Whether a wall stands there.
    pub fn has_wall(&self, wall: Wall) -> bool {
        self.openings.has_wall(wall)
    }

    /// What is on a cell.
    pub const fn site(&self, square: Square) -> Option<Site> {
        self.sites[square.index()]
    }

    /// All sites, by cell.
    pub fn sites(&self) -> impl Iterator<Item = (Square, Site)> + '_ {
        Square::all().filter_map(|square| Some((square, self.site(square)?)))
    }

    /// The cells with a site.
    pub fn site_cells(&self) -> u16 {
        self.sites().fold(0, |cells, (square, _)| cells | square.bit())
    }

    /// The door on a side: `Some(None)` is an access.
    pub fn door(&self, side: Dir) -> Option<Option<Colour>> {
        match self.site(Square::DOORS[side.index()]) {
            Some(Site::Door(colour)) => Some(colour),
            _ => None,
        }
    }

    /// Whether it is a start tile: one with a start point.
    pub fn is_start(&self) -> bool {
        self.sites.iter().any(|site| matches!(site, Some(Site::Start(_))))
    }

    /// The cells pawns can walk on: those joined to a site.
    pub fn corridors(&self) -> u16 {
        self.reach(self.site_cells())
    }

    /// What can be reached from some cells inside the tile.
    pub fn reach(&self, from: u16) -> u16 {
        let reached = self.openings.flood(from);
        let Some((a, b)) = self.escalator else { return reached };
        let ends = a.bit() | b.bit();
        if reached & ends == 0 { reached } else { self.openings.flood(reached | ends) }
    }

    /// The tile after quarter turns clockwise.
    #[must_use]
    pub fn turned(&self, quarters: usize) -> Self {
        let mut tile = Self::new(Openings::NONE);
        for wall in Wall::all() {
            if !self.has_wall(wall) {
                tile.openings.open(wall.turned(quarters));
            }
            if self.passages >> wall.index() & 1 == 1 {
                tile.passages |= 1 << wall.turned(quarters).index();
            }
        }
        for (square, site) in self.sites() {
            tile.sites[square.turned(quarters).index()] = Some(site);
        }
        if let Some((a, b)) = self.escalator {
            tile.set_escalator(a.turned(quarters), b.turned(quarters));
        }
        tile
    }
}

/// A tile as others are told of it.
#[derive(Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "Tile"))]
pub(crate) struct TileView {
    /// Bit `w`: wall `w` stands.
    walls: u32,
    /// Bit `w`: orange slips through wall `w`.
    passages: u32,
    /// Cells, what is on them, and its colour.
    sites: Vec<(usize, SiteName, Option<Colour>)>,
    escalator: Option<(usize, usize)>,
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let walls = Wall::all().filter(|wall| self.has_wall(*wall)).fold(0u32, |bits, wall| bits | 1 << wall.index());
        let view = TileView {
            walls,
            passages: self.passages,
            sites: self.sites().map(|(square, site)| (square.index(), SiteName(site.name()), site.colour())).collect(),
            escalator: self.escalator.map(|(a, b)| (a.index(), b.index())),
        };
        view.serialize(serializer)
    }
}

#[derive(Serialize)]
struct SiteName(&'static str);

#[cfg(feature = "questions")]
impl schemars::JsonSchema for SiteName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SiteName".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let colour = Colour::Yellow;
        let coloured = [Site::Objective(colour), Site::Exit(colour), Site::Teleporter(colour)];
        let sites = [Site::Door(None), Site::Start(None), Site::Timer, Site::Crystal, Site::Camera];
        schemars::json_schema!({ "enum": sites.iter().chain(&coloured).map(|site| site.name()).collect::<Vec<_>>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use dedale_grid::Rng;

    #[test]
    fn masks_agree_with_walls() {
        let mut rng = Rng::new(1);
        for _ in 0..200 {
            let mut openings = Openings::NONE;
            for wall in Wall::all().filter(|_| rng.chance(0.5)) {
                openings.open(wall);
            }
            let free = |square: Square, dir| Wall::beside(square, dir).is_some_and(|wall| !openings.has_wall(wall));
            for square in Square::all() {
                let count = Dir::ALL.into_iter().filter(|dir| free(square, *dir)).count();
                assert_eq!(openings.ends() & square.bit() != 0, count == 1);
                for dir in Dir::ALL {
                    assert_eq!(openings.towards(dir) & square.bit() != 0, free(square, dir), "{square} {dir}");
                }
                // Flooding is what walking finds.
                let (mut todo, mut seen) = (vec![square], square.bit());
                while let Some(at) = todo.pop() {
                    for next in Dir::ALL.into_iter().filter(|dir| free(at, *dir)).filter_map(|dir| at.step(dir)) {
                        if seen & next.bit() == 0 {
                            seen |= next.bit();
                            todo.push(next);
                        }
                    }
                }
                assert_eq!(openings.flood(square.bit()), seen);
            }
        }
    }

    #[test]
    fn turning_a_tile_four_times_changes_nothing() {
        let (mut rng, mut generator) = (Rng::new(2), Generator::new());
        for _ in 0..200 {
            let tile = generator.classic(&mut rng);
            assert_eq!(tile.turned(1).turned(3), tile);
            assert_eq!(tile.turned(2).turned(2), tile);
            assert_eq!(tile.turned(1).turned(1), tile.turned(2));
            assert_eq!(tile.turned(1).corridors().count_ones(), tile.corridors().count_ones());
        }
    }
}
