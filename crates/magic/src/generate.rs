//! New tiles, made in the order of the specification.
//!
//! Kind; number, place and colour of the doors; start points; perhaps an
//! objective or an exit on a cell that is left; all walls up; walls broken at
//! random until all sites are joined, by a union–find over the cells; dead
//! ends that are not sites walled off; and the walls between cells outside
//! the corridors taken down, which makes the shops. Breaking costs at most 24
//! unions; the last two passes work on masks of sixteen bits.

use crate::tile::Openings;
use crate::{Colour, Site, Square, Tile, Wall};
use dedale_grid::{Dir, Rng, UnionFind};

/// Makes tiles, reusing its memory.
#[derive(Clone, Debug)]
pub struct Generator {
    classes: UnionFind,
}

impl Default for Generator {
    fn default() -> Self {
        Self::new()
    }
}

impl Generator {
    /// A generator.
    pub fn new() -> Self {
        Self { classes: UnionFind::new(16) }
    }

    /// A start tile: four doors, one of each colour, and four start points,
    /// one of each colour.
    pub fn start(&mut self, rng: &mut Rng) -> Tile {
        let mut tile = Tile::new(Openings::NONE);
        for squares in [Square::DOORS, Square::STARTS] {
            let mut colours = Colour::ALL;
            rng.shuffle(&mut colours);
            for (square, colour) in squares.into_iter().zip(colours) {
                let site = if squares == Square::DOORS { Site::Door(Some(colour)) } else { Site::Start(Some(colour)) };
                tile.put(square, site);
            }
        }
        self.carve(tile, rng)
    }

    /// A classic tile with nothing, an objective or an exit, one as likely as
    /// the other.
    pub fn classic(&mut self, rng: &mut Rng) -> Tile {
        let mut doors = [Dir::Up, Dir::Right, Dir::Left];
        rng.shuffle(&mut doors);
        let count = 1 + rng.index(3);
        let mut colours = Colour::ALL;
        rng.shuffle(&mut colours);
        let doors = doors.into_iter().zip(colours).take(count);
        let content = match rng.below(3) {
            0 => None,
            1 => Some(Site::Objective(Colour::ALL[rng.index(4)])),
            _ => Some(Site::Exit(Colour::ALL[rng.index(4)])),
        };
        self.classic_with(doors, content.as_slice(), rng)
    }

    /// A classic tile with these doors, and these sites on cells drawn among
    /// those that are left.
    pub fn classic_with(
        &mut self,
        doors: impl IntoIterator<Item = (Dir, Colour)>,
        contents: &[Site],
        rng: &mut Rng,
    ) -> Tile {
        let mut tile = Tile::new(Openings::NONE);
        tile.put(Square::ACCESS, Site::Door(None));
        for (side, colour) in doors {
            tile.put(Square::DOORS[side.index()], Site::Door(Some(colour)));
        }
        for site in contents {
            let free = !tile.site_cells();
            let skip = rng.below(u64::from(free.count_ones()));
            tile.put(nth_cell(free, skip as u32), *site);
        }
        self.carve(tile, rng)
    }

    /// Breaks walls until the sites are joined, then tidies up.
    fn carve(&mut self, mut tile: Tile, rng: &mut Rng) -> Tile {
        let sites = tile.site_cells();
        let openings = tile.openings_mut();
        self.classes.reset(16);
        let mut members: [u16; 16] = std::array::from_fn(|cell| 1 << cell);
        let mut walls: [u8; Wall::COUNT] = std::array::from_fn(|wall| wall as u8);
        for left in (1..=Wall::COUNT).rev() {
            let drawn = rng.index(left);
            let wall = Wall::new(walls[drawn]).expect("only the 24 walls are drawn");
            walls[drawn] = walls[left - 1];
            openings.open(wall);
            let (a, b) = wall.sides();
            let (a, b) = (self.classes.find(a.index()), self.classes.find(b.index()));
            if self.classes.union(a, b) {
                let both = members[a] | members[b];
                members[self.classes.find(a)] = both;
                if both & sites == sites {
                    break;
                }
            }
        }
        tidy(openings, sites);
        tile
    }
}

/// Walls off the dead ends that are not sites, then opens the shops.
pub(crate) fn tidy(openings: &mut Openings, sites: u16) {
    loop {
        let dead = openings.ends() & !sites;
        if dead == 0 {
            break;
        }
        openings.isolate(dead);
    }
    let corridors = openings.flood(sites);
    openings.join(!corridors);
}

/// The `skip`-th of the cells in a mask.
pub(crate) fn nth_cell(mut cells: u16, skip: u32) -> Square {
    for _ in 0..skip {
        cells &= cells - 1;
    }
    Square::of(cells.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Lie;

    #[test]
    fn every_tile_respects_every_rule() {
        let (mut rng, mut generator) = (Rng::new(1), Generator::new());
        let (mut contents, mut doors) = ([0u32; 3], [0u32; 4]);
        for _ in 0..20_000 {
            let start = generator.start(&mut rng);
            assert_eq!(start.check(Lie::Made), Ok(()));
            assert!(start.is_start());
            let classic = generator.classic(&mut rng);
            assert_eq!(classic.check(Lie::Made), Ok(()));
            assert_eq!(classic.turned(1).check(Lie::Placed), Ok(()));
            doors[classic.sites().filter(|(_, site)| matches!(site, Site::Door(Some(_)))).count()] += 1;
            let has = |wanted: fn(&Site) -> bool| classic.sites().any(|(_, site)| wanted(&site));
            let content = if has(|s| matches!(s, Site::Objective(_))) {
                1
            } else if has(|s| matches!(s, Site::Exit(_))) {
                2
            } else {
                0
            };
            contents[content] += 1;
        }
        assert_eq!(doors[0], 0);
        assert!(doors[1..].iter().all(|count| (6_300..7_000).contains(count)), "{doors:?}");
        assert!(contents.iter().all(|count| (6_300..7_000).contains(count)), "{contents:?}");
    }

    /// The bit-parallel passes do what the specification says cell by cell.
    #[test]
    fn tidy_agrees_with_the_specification_word_for_word() {
        let mut rng = Rng::new(3);
        for _ in 0..2_000 {
            let sites = rng.bits() as u16 | 1;
            let mut fast = Openings::NONE;
            for wall in Wall::all().filter(|_| rng.chance(0.6)) {
                fast.open(wall);
            }
            let mut slow = fast;
            tidy(&mut fast, sites);
            let open_around = |openings: Openings, square: Square| -> Vec<Wall> {
                let walls = Dir::ALL.into_iter().filter_map(|dir| Wall::beside(square, dir));
                walls.filter(|wall| !openings.has_wall(*wall)).collect()
            };
            while let Some(wall) = Square::all()
                .filter(|square| sites & square.bit() == 0)
                .map(|square| open_around(slow, square))
                .find(|open| open.len() == 1)
            {
                slow.close(wall[0]);
            }
            let mut classes = UnionFind::new(16);
            for wall in Wall::all().filter(|wall| !slow.has_wall(*wall)) {
                classes.union(wall.sides().0.index(), wall.sides().1.index());
            }
            let accessible: Vec<bool> =
                (0..16).map(|cell| (0..16).any(|site| sites >> site & 1 == 1 && classes.same(cell, site))).collect();
            for wall in Wall::all() {
                let (a, b) = wall.sides();
                if !accessible[a.index()] && !accessible[b.index()] {
                    slow.open(wall);
                }
            }
            assert_eq!(fast, slow);
        }
    }
}
