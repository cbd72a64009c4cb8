//! The generators by name.

use crate::generators::rows::RowKind;
use dedale_grid::Size;
use dedale_text::{Text, messages};
use std::fmt;
use std::str::FromStr;

/// A generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// No inner walls.
    Empty,
    /// East or south for each cell.
    BinaryTree,
    /// The walk of Aldous and Broder.
    RandomWalk,
    /// Depth-first search with a stack.
    Dfs,
    /// A random frontier cell joined to a random neighbour.
    Prim,
    /// Random walls that join two trees (Kruskal).
    SpanningTree,
    /// Chambers split by walls with a door.
    Division,
    /// The recursive backtracker.
    Backtracker,
    /// Loop-erased random walks.
    Wilson,
    /// Runs to the east, one opening each to the south.
    Sidewinder,
    /// Row by row with sets.
    Eller,
    /// Random walks and row-wise hunts.
    HuntAndKill,
    /// A tree that grows by a policy.
    GrowingTree,
}

messages! {
    /// Why a name was refused.
    pub enum AlgorithmError {
        /// No such name, and the nearest one.
        Unknown { found: String, nearest: &'static str } =>
            "found algorithm `{found}`, did you mean `{nearest}`? `dedale maze algos` lists all",
            "trouvé l'algorithme « {found} », vouliez-vous dire « {nearest} » ? « dedale maze algos » les liste tous";
    }
}

impl Algorithm {
    /// All generators; the specification's seven come first.
    pub const ALL: [Self; 13] = [
        Self::Empty,
        Self::BinaryTree,
        Self::RandomWalk,
        Self::Dfs,
        Self::Prim,
        Self::SpanningTree,
        Self::Division,
        Self::Backtracker,
        Self::Wilson,
        Self::Sidewinder,
        Self::Eller,
        Self::HuntAndKill,
        Self::GrowingTree,
    ];

    /// The name in the command.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::BinaryTree => "binary-tree",
            Self::RandomWalk => "random-walk",
            Self::Dfs => "dfs",
            Self::Prim => "prim",
            Self::SpanningTree => "spanning-tree",
            Self::Division => "division",
            Self::Backtracker => "backtracker",
            Self::Wilson => "wilson",
            Self::Sidewinder => "sidewinder",
            Self::Eller => "eller",
            Self::HuntAndKill => "hunt-and-kill",
            Self::GrowingTree => "growing-tree",
        }
    }

    /// What it does, in a sentence.
    pub fn summary(self) -> Text {
        let (en, fr) = match self {
            Self::Empty => ("no inner walls at all", "aucun mur intérieur"),
            Self::BinaryTree => (
                "every cell opens east or south; corridors along both borders",
                "chaque case ouvre à l'est ou au sud ; couloirs le long de ces deux bords",
            ),
            Self::RandomWalk => (
                "a random walk opens the wall whenever it enters a new cell (Aldous-Broder); uniform, slow",
                "une marche aléatoire ouvre le mur quand elle entre dans une case nouvelle (Aldous-Broder) ; uniforme, lente",
            ),
            Self::Dfs => (
                "depth-first search: the top of a stack opens towards all its new neighbours",
                "parcours en profondeur : le sommet d'une pile ouvre vers toutes ses voisines nouvelles",
            ),
            Self::Prim => (
                "a random frontier cell is joined to a random visited neighbour",
                "une case au hasard de la frontière est reliée à une voisine visitée",
            ),
            Self::SpanningTree => (
                "walls in random order, opened when they join two trees (Kruskal)",
                "les murs en ordre aléatoire, ouverts s'ils relient deux arbres (Kruskal)",
            ),
            Self::Division => {
                ("chambers are split by walls with one door", "des chambres divisées par des murs percés d'une porte")
            }
            Self::Backtracker => (
                "a walk that goes back when it is stuck; long winding corridors",
                "une marche qui revient sur ses pas quand elle est bloquée ; longs couloirs sinueux",
            ),
            Self::Wilson => (
                "random walks without their loops; uniform, much faster than random-walk",
                "des marches aléatoires sans leurs boucles ; uniforme, bien plus rapide que random-walk",
            ),
            Self::Sidewinder => (
                "runs to the east, each with one opening to the south",
                "des suites vers l'est, chacune avec une ouverture au sud",
            ),
            Self::Eller => (
                "row by row, remembering which cells of the row are connected",
                "ligne par ligne, en retenant quelles cases de la ligne sont reliées",
            ),
            Self::HuntAndKill => (
                "random walks; when stuck, hunt row by row for a cell beside the maze",
                "des marches aléatoires ; bloquée, on cherche ligne par ligne une case à côté du labyrinthe",
            ),
            Self::GrowingTree => (
                "grows from the newest, the oldest or a random cell, as its policy says",
                "pousse depuis la case la plus récente, la plus ancienne ou une au hasard, selon la règle",
            ),
        };
        Text::new(en, fr)
    }

    /// Whether its mazes are perfect: connected and without cycles.
    pub const fn is_perfect(self) -> bool {
        !matches!(self, Self::Empty)
    }

    /// Whether every perfect maze has the same chance.
    pub const fn is_uniform(self) -> bool {
        matches!(self, Self::RandomWalk | Self::Wilson)
    }

    /// The row-wise algorithm, for those that stream.
    pub const fn rows(self) -> Option<RowKind> {
        match self {
            Self::BinaryTree => Some(RowKind::BinaryTree),
            Self::Sidewinder => Some(RowKind::Sidewinder),
            Self::Eller => Some(RowKind::Eller),
            _ => None,
        }
    }

    /// Whether it can work on a board of this size at all: those that walk from
    /// cell to cell number the places of a frame with 32 bits, the spanning
    /// tree its walls with 33.
    pub fn fits(self, size: Size) -> bool {
        let places = (size.rows() as u64 + 2) * (size.cols() as u64 + 1).next_multiple_of(16);
        self.rows().is_some() || matches!(self, Self::Empty | Self::Division | Self::SpanningTree) || places < 1 << 32
    }

    /// The most bytes it needs for a board, its walls included: what it really
    /// takes may be less, never much more.
    pub fn memory(self, size: Size) -> u64 {
        let area = size.area() as u64;
        let row = |bits: u64| size.rows() as u64 * (size.cols() as u64 * bits).div_ceil(64) * 8;
        let walls = 2 * row(1);
        // Half a byte for each place of the frame around the cells.
        let field = (size.rows() as u64 + 2) * (size.cols() as u64 + 1).next_multiple_of(16) / 2;
        walls
            + match self {
                Self::Empty | Self::BinaryTree | Self::Sidewinder => 0,
                Self::Eller => size.cols() as u64 * 8,
                Self::Division => walls,
                Self::Backtracker | Self::RandomWalk | Self::Wilson | Self::HuntAndKill => field,
                Self::Dfs | Self::GrowingTree | Self::Prim => field + area * 4,
                Self::SpanningTree => area * 4,
            }
    }
}

/// Names that others use, and ours.
const ALIASES: [(&str, &str); 3] =
    [("kruskal", "spanning-tree"), ("aldous-broder", "random-walk"), ("recursive-backtracker", "backtracker")];

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(text: &str) -> Result<Self, AlgorithmError> {
        let name = ALIASES.iter().find(|(alias, _)| *alias == text).map_or(text, |(_, name)| name);
        let exact = Self::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        exact.ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            AlgorithmError::Unknown { found: text.to_owned(), nearest: nearest(text, &names) }
        })
    }
}

/// The name that takes the fewest changes of a letter to come from a text.
///
/// # Panics
/// If there are no names.
pub fn nearest(text: &str, names: &[&'static str]) -> &'static str {
    let distance = |name: &&&'static str| {
        let text: Vec<char> = text.to_lowercase().replace(['_', ' '], "-").chars().take(64).collect();
        let mut row: Vec<usize> = (0..=text.len()).collect();
        for (i, letter) in name.chars().enumerate() {
            let mut corner = row[0];
            row[0] = i + 1;
            for (j, &other) in text.iter().enumerate() {
                let change = corner + usize::from(other != letter);
                corner = row[j + 1];
                row[j + 1] = change.min(row[j] + 1).min(corner + 1);
            }
        }
        row[text.len()]
    };
    names.iter().min_by_key(distance).expect("there is a name")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse_and_the_nearest_is_suggested() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.name().parse(), Ok(algorithm));
        }
        for (alias, name) in ALIASES {
            assert_eq!(alias.parse::<Algorithm>(), name.parse());
        }
        for (text, nearest) in [
            ("prims", "prim"),
            ("Willson", "wilson"),
            ("hunt_and_kill", "hunt-and-kill"),
            ("backtrack", "backtracker"),
            ("binarytree", "binary-tree"),
            ("DFS", "dfs"),
        ] {
            let expected = AlgorithmError::Unknown { found: text.to_owned(), nearest };
            assert_eq!(text.parse::<Algorithm>(), Err(expected));
        }
    }
}
