//! The rules a tile respects, each with its name.

use crate::{Colour, Site, Square, Tile};
use dedale_text::messages;

messages! {
    /// A rule that a tile breaks.
    pub enum Rule {
        /// Doors stand only on cells 2, 4, 11 and 13.
        DoorPlace { cell: usize } =>
            "found a door on cell {cell}, expected doors only on cells 2, 4, 11 and 13",
            "trouvé une porte sur la case {cell}, attendu des portes seulement sur les cases 2, 4, 11 et 13";
        /// Two sites are never on one cell.
        SiteTwice { cell: usize } =>
            "found a second site on cell {cell}, expected at most one site a cell",
            "trouvé un second site sur la case {cell}, attendu au plus un site par case";
        /// An escalator joins two different cells.
        Escalator { cell: usize } =>
            "found an escalator from cell {cell} to itself, expected two different cells",
            "trouvé un escalator de la case {cell} à elle-même, attendu deux cases différentes";
        /// A start tile has four doors, one of each colour.
        StartDoors { found: usize } =>
            "found {found} colours of doors on a start tile, expected four doors, one of each colour",
            "trouvé {found} couleurs de portes sur une tuile de départ, attendu quatre portes, une de chaque couleur";
        /// Pawns start on cells 5, 6, 9 and 10.
        StartPoints { cell: usize } =>
            "found a start tile whose start points are wrong at cell {cell}, expected start points exactly on cells 5, 6, 9 and 10",
            "trouvé une tuile de départ aux points de départ faux en case {cell}, attendu des points de départ exactement sur les cases 5, 6, 9 et 10";
        /// No two start points have the same colour.
        StartColour { cell: usize } =>
            "found a second start point of the same colour on cell {cell}, expected each colour at most once",
            "trouvé un second point de départ de la même couleur en case {cell}, attendu chaque couleur au plus une fois";
        /// A start tile has neither objective nor exit.
        StartContent { cell: usize } =>
            "found an objective or an exit on cell {cell} of a start tile, expected none",
            "trouvé un objectif ou une sortie en case {cell} d'une tuile de départ, attendu aucun";
        /// A classic tile has exactly one access.
        Access { found: usize } =>
            "found {found} doors without colour on a classic tile, expected exactly one access",
            "trouvé {found} portes sans couleur sur une tuile classique, attendu exactement un accès";
        /// The access of a tile not yet turned is on cell 13.
        AccessPlace { cell: usize } =>
            "found the access on cell {cell}, expected it on cell 13",
            "trouvé l'accès sur la case {cell}, attendu sur la case 13";
        /// A classic tile has at least one coloured door.
        WayOut =>
            "found a classic tile without a coloured door, expected one to three",
            "trouvé une tuile classique sans porte de couleur, attendu une à trois";
        /// No two doors of a tile have the same colour.
        DoorColour { cell: usize } =>
            "found a second door of the same colour on cell {cell}, expected doors of different colours",
            "trouvé une seconde porte de la même couleur en case {cell}, attendu des portes de couleurs différentes";
        /// At most one objective a tile.
        ObjectiveTwice { cell: usize } =>
            "found a second objective on cell {cell}, expected at most one a tile",
            "trouvé un second objectif en case {cell}, attendu au plus un par tuile";
        /// At most one exit a tile.
        ExitTwice { cell: usize } =>
            "found a second exit on cell {cell}, expected at most one a tile",
            "trouvé une seconde sortie en case {cell}, attendu au plus une par tuile";
        /// Never an objective and an exit together.
        ObjectiveAndExit { cell: usize } =>
            "found an objective and an exit (cell {cell}) on one tile, expected at most one of them",
            "trouvé un objectif et une sortie (case {cell}) sur une tuile, attendu au plus l'un des deux";
        /// All sites are joined by corridors.
        Connected { cell: usize } =>
            "found the site on cell {cell} cut off from the others, expected all sites to be joined",
            "trouvé le site de la case {cell} coupé des autres, attendu que tous les sites soient reliés";
        /// Dead ends that are not sites are walled off.
        DeadEnd { cell: usize } =>
            "found a dead end on cell {cell}, which is not a site, expected it to be walled off",
            "trouvé une impasse en case {cell}, qui n'est pas un site, attendu qu'elle soit murée";
        /// No wall stands between two cells of shops.
        ShopWall { wall: usize } =>
            "found wall {wall} between two cells outside the corridors, expected shops without inner walls",
            "trouvé le mur {wall} entre deux cases hors des couloirs, attendu des boutiques sans mur intérieur";
    }
}

impl Rule {
    /// The name by which scripts know the rule.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::DoorPlace { .. } => "door-place",
            Self::SiteTwice { .. } => "site-twice",
            Self::Escalator { .. } => "escalator",
            Self::StartDoors { .. } => "start-doors",
            Self::StartPoints { .. } => "start-points",
            Self::StartColour { .. } => "start-colour",
            Self::StartContent { .. } => "start-content",
            Self::Access { .. } => "access",
            Self::AccessPlace { .. } => "access-place",
            Self::WayOut => "way-out",
            Self::DoorColour { .. } => "door-colour",
            Self::ObjectiveTwice { .. } => "objective-twice",
            Self::ExitTwice { .. } => "exit-twice",
            Self::ObjectiveAndExit { .. } => "objective-and-exit",
            Self::Connected { .. } => "connected",
            Self::DeadEnd { .. } => "dead-end",
            Self::ShopWall { .. } => "shop-wall",
        }
    }

    /// The cell where the rule is broken, if it is one cell's fault.
    pub const fn cell(&self) -> Option<usize> {
        match self {
            Self::DoorPlace { cell }
            | Self::SiteTwice { cell }
            | Self::Escalator { cell }
            | Self::StartPoints { cell }
            | Self::StartColour { cell }
            | Self::StartContent { cell }
            | Self::AccessPlace { cell }
            | Self::DoorColour { cell }
            | Self::ObjectiveTwice { cell }
            | Self::ExitTwice { cell }
            | Self::ObjectiveAndExit { cell }
            | Self::Connected { cell }
            | Self::DeadEnd { cell } => Some(*cell),
            _ => None,
        }
    }
}

/// Whether a tile lies as it was made or may have been turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    /// As made: the access of a classic tile is on cell 13.
    Made,
    /// As placed: the access may be on any door cell.
    Placed,
}

impl Tile {
    /// Checks every rule of the specification; the first broken one is told.
    pub fn check(&self, lie: Lie) -> Result<(), Rule> {
        if self.is_start() {
            self.check_start()?;
        } else {
            self.check_classic(lie)?;
        }
        self.check_walls()
    }

    fn check_start(&self) -> Result<(), Rule> {
        let (mut doors, mut starts, mut colours) = (0u8, 0u16, 0u8);
        for (square, site) in self.sites() {
            let cell = square.index();
            match site {
                Site::Door(colour) => doors |= colour.map_or(0, bit),
                Site::Start(colour) => {
                    let colour = colour.map_or(0, bit);
                    if colours & colour != 0 {
                        return Err(Rule::StartColour { cell });
                    }
                    colours |= colour;
                    starts |= square.bit();
                }
                Site::Objective(_) | Site::Exit(_) => return Err(Rule::StartContent { cell }),
                _ => {}
            }
        }
        if doors != 0b1111 {
            return Err(Rule::StartDoors { found: doors.count_ones() as usize });
        }
        let expected = Square::STARTS.iter().fold(0, |cells, square| cells | square.bit());
        if starts != expected {
            return Err(Rule::StartPoints { cell: (starts ^ expected).trailing_zeros() as usize });
        }
        Ok(())
    }

    fn check_classic(&self, lie: Lie) -> Result<(), Rule> {
        let (mut accesses, mut access, mut doors) = (0, Square::ACCESS, 0u8);
        let (mut objective, mut exit) = (false, false);
        for (square, site) in self.sites() {
            let cell = square.index();
            match site {
                Site::Door(None) => (accesses, access) = (accesses + 1, square),
                Site::Door(Some(colour)) if doors & bit(colour) != 0 => return Err(Rule::DoorColour { cell }),
                Site::Door(Some(colour)) => doors |= bit(colour),
                Site::Objective(_) if objective => return Err(Rule::ObjectiveTwice { cell }),
                Site::Exit(_) if exit => return Err(Rule::ExitTwice { cell }),
                Site::Objective(_) if exit => return Err(Rule::ObjectiveAndExit { cell }),
                Site::Exit(_) if objective => return Err(Rule::ObjectiveAndExit { cell }),
                Site::Objective(_) => objective = true,
                Site::Exit(_) => exit = true,
                _ => {}
            }
        }
        if accesses != 1 {
            return Err(Rule::Access { found: accesses });
        }
        if lie == Lie::Made && access != Square::ACCESS {
            return Err(Rule::AccessPlace { cell: access.index() });
        }
        if doors == 0 { Err(Rule::WayOut) } else { Ok(()) }
    }

    fn check_walls(&self) -> Result<(), Rule> {
        let sites = self.site_cells();
        let first = sites & sites.wrapping_neg();
        let corridors = self.reach(first);
        let first_of = |cells: u16| cells.trailing_zeros() as usize;
        if sites & !corridors != 0 {
            return Err(Rule::Connected { cell: first_of(sites & !corridors) });
        }
        let ends = self.escalator().map_or(0, |(a, b)| a.bit() | b.bit());
        let dead = self.openings().ends() & corridors & !sites & !ends;
        if dead != 0 {
            return Err(Rule::DeadEnd { cell: first_of(dead) });
        }
        match self.openings().wall_within(!corridors) {
            Some(wall) => Err(Rule::ShopWall { wall: wall.index() }),
            None => Ok(()),
        }
    }
}

const fn bit(colour: Colour) -> u8 {
    1 << colour.index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;

    /// Checks the text of one tile and gives the name of the broken rule.
    fn broken(text: &str) -> &'static str {
        match format::read_drafts(text).unwrap()[0].check(Lie::Made) {
            Ok(_) => "none",
            Err(located) => located.error.name(),
        }
    }

    #[test]
    fn each_rule_is_named() {
        let start_points = "site 5 départ jaune\nsite 6 départ violet\nsite 9 départ vert\nsite 10 départ orange\n";
        let start_doors = "site 2 porte jaune\nsite 4 porte violet\nsite 11 porte vert\nsite 13 porte orange\n";
        for (body, rule) in [
            ("site 13 porte aucune\nsite 2 porte vert\n".to_owned(), "none"),
            (format!("{start_points}{start_doors}"), "none"),
            ("site 13 porte aucune\nsite 5 porte vert\n".to_owned(), "door-place"),
            ("site 13 porte aucune\nsite 2 porte vert\nsite 2 sortie vert\n".to_owned(), "site-twice"),
            ("site 13 porte aucune\n".to_owned(), "way-out"),
            ("site 2 porte vert\n".to_owned(), "access"),
            ("site 2 porte aucune\nsite 13 porte vert\n".to_owned(), "access-place"),
            ("site 2 porte aucune\nsite 13 porte aucune\nsite 4 porte vert\n".to_owned(), "access"),
            ("site 13 porte aucune\nsite 2 porte vert\nsite 4 porte vert\n".to_owned(), "door-colour"),
            (
                "site 13 porte aucune\nsite 2 porte vert\nsite 0 objectif vert\nsite 1 objectif jaune\n".to_owned(),
                "objective-twice",
            ),
            (
                "site 13 porte aucune\nsite 2 porte vert\nsite 0 sortie vert\nsite 1 sortie jaune\n".to_owned(),
                "exit-twice",
            ),
            (
                "site 13 porte aucune\nsite 2 porte vert\nsite 0 sortie vert\nsite 1 objectif jaune\n".to_owned(),
                "objective-and-exit",
            ),
            (format!("{start_points}site 2 porte jaune\n"), "start-doors"),
            (format!("{start_doors}site 5 départ jaune\n"), "start-points"),
            (format!("{start_doors}{start_points}site 0 départ aucune\n"), "start-points"),
            (format!("{start_doors}site 5 départ vert\nsite 6 départ vert\n"), "start-colour"),
            (format!("{start_doors}{start_points}site 0 sortie vert\n"), "start-content"),
            ("mur 9\nmur 15\nmur 19\nsite 13 porte aucune\nsite 2 porte vert\n".to_owned(), "connected"),
            ("mur 0\nsite 13 porte aucune\nsite 2 porte vert\n".to_owned(), "dead-end"),
            // Cells 0 and 1 are a shop with a wall inside.
            ("mur 0\nmur 1\nmur 16\nmur 12\nsite 13 porte aucune\nsite 2 porte vert\n".to_owned(), "shop-wall"),
        ] {
            assert_eq!(broken(&format!("tuile\n{body}fin\n")), rule, "{body}");
        }
    }
}
