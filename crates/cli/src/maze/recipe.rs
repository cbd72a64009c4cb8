//! How a maze is to be made: the arguments that `generate` and `animate` share.

use super::file;
use super::limit::LimitArg;
use crate::args::sides;
use crate::failure::Failure;
use crate::input::Source;
use crate::seed::SeedArg;
use clap::Args;
use dedale_grid::Size;
use dedale_maze::{Algorithm, Options, Plan, Policy, mask};
use dedale_text::{Lang, Say, tr};

#[derive(Args)]
pub struct Recipe {
    #[arg(value_name = "ALGO", value_parser = named::<Algorithm>, help = tr(
        "The algorithm; `maze algos` lists them", "L'algorithme ; « maze algos » les liste"
    ))]
    pub algorithm: Algorithm,

    #[arg(long, value_name = "COLUMNSxROWS", value_parser = sides, required_unless_present_any = ["mask", "walls"], help = tr(
        "Columns and rows; the mask's or the walls' own without it", "Colonnes et lignes ; à défaut celles du masque ou des murs"
    ))]
    pub size: Option<(u64, u64)>,

    #[command(flatten)]
    pub seed: SeedArg,

    #[arg(long, value_name = "SHARE", default_value_t = 0.5, help = tr(
        "Passages run across (towards 1) or up and down (towards 0)",
        "Passages plutôt horizontaux (vers 1) ou verticaux (vers 0)"
    ))]
    bias: f64,

    #[arg(long, value_name = "SHARE", default_value_t = 0.0, help = tr(
        "Share of dead ends opened afterwards, 0 to 1", "Part des culs-de-sac ouverts ensuite, de 0 à 1"
    ))]
    braid: f64,

    #[arg(long, value_name = "N", default_value_t = 0, help = tr("How many rooms to clear", "Combien de salles dégager"))]
    rooms: u32,

    #[arg(long, value_name = "LOW-HIGH", default_value = "2-5", value_parser = range, help = tr(
        "The sides of rooms", "Les côtés des salles"
    ))]
    room_side: (u32, u32),

    #[arg(long, value_name = "POLICY", default_value_t = Policy::default(), value_parser = named::<Policy>, help = tr(
        "Where growing-tree grows: newest, oldest, random or a mix",
        "Où pousse growing-tree : newest, oldest, random ou un mélange"
    ))]
    policy: Policy,

    #[arg(long, value_name = "FILE", help = tr(
        "Text or PNG: cells that are not part of the maze", "Texte ou PNG : cases qui ne font pas partie du labyrinthe"
    ))]
    mask: Option<String>,

    #[arg(long, value_name = "FILE", help = tr(
        "A maze whose inner walls are unbreakable here", "Un labyrinthe dont les murs intérieurs sont ici incassables"
    ))]
    walls: Option<String>,

    #[command(flatten)]
    pub limit: LimitArg,
}

/// Something with a name that suggests the nearest when it is misspelt.
pub fn named<T: std::str::FromStr<Err: Say>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.say(Lang::current()))
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let parse = || match text.split_once('-') {
        Some((low, high)) => Some((low.parse().ok()?, high.parse().ok()?)),
        None => text.parse().ok().map(|side| (side, side)),
    };
    parse().ok_or_else(|| tr("expected two sides such as 2-5", "attendu deux côtés comme 2-5").into())
}

impl Recipe {
    pub fn options(&self) -> Result<Options, Failure> {
        let options = Options {
            bias: self.bias,
            braid: self.braid,
            rooms: self.rooms,
            room_side: self.room_side,
            policy: self.policy,
        };
        options.check()?;
        Ok(options)
    }

    /// Whether the maze can be written while it is made.
    pub fn is_plain(&self) -> bool {
        self.mask.is_none() && self.walls.is_none() && self.rooms == 0 && self.braid == 0.0
    }

    /// The board, within the limits.
    pub fn plan(&self) -> Result<Plan, Failure> {
        let fence = self.walls.as_deref().map(file::read).transpose()?;
        let size = self.size.map(|(cols, rows)| self.checked(cols, rows)).transpose()?;
        let size = size.or(fence.as_ref().map(dedale_maze::Maze::size));
        let mask = match &self.mask {
            Some(name) => {
                let source = Source::read(name)?;
                Some(mask::read(&source.bytes, size).map_err(|error| source.at(&error))?)
            }
            None => None,
        };
        let size = match (size, &mask) {
            (Some(size), _) => size,
            (None, Some(mask)) => mask.size(),
            (None, None) => return Err(Failure::new("no size", "pas de taille")),
        };
        self.limit.check(&format!("{} {size}", self.algorithm), self.algorithm.memory(size))?;
        let mut plan = Plan::new(size);
        if let Some(mask) = mask {
            plan.mask(&mask);
            if plan.absent().is_some_and(|absent| absent.count() == size.area()) {
                let name = self.mask.as_deref().unwrap_or_default();
                return Err(Failure::new(
                    format!("{name}: found a mask that leaves no cell, expected at least one"),
                    format!("{name} : trouvé un masque qui ne laisse aucune case, attendu au moins une"),
                ));
            }
        }
        if let Some(fence) = fence {
            if fence.size() != size {
                return Err(Failure::new(
                    format!("found walls of {}, expected {size}", fence.size()),
                    format!("trouvé des murs de {}, attendu {size}", fence.size()),
                ));
            }
            plan.fence(&fence.walls);
        }
        Ok(plan)
    }

    /// A size that the algorithm can handle within the memory limit.
    fn checked(&self, cols: u64, rows: u64) -> Result<Size, Failure> {
        let side = |side: u64| usize::try_from(side).unwrap_or(usize::MAX);
        match Size::new(side(rows), side(cols)) {
            Ok(size) if self.algorithm.fits(size) => {
                self.limit.check(&format!("{} {size}", self.algorithm), self.algorithm.memory(size))?;
                Ok(size)
            }
            Err(error @ dedale_grid::SizeError::Empty) => Err(error.into()),
            _ => {
                let gigabytes = cols as f64 * rows as f64 / 4.0 / f64::from(1 << 30);
                Err(Failure::new(
                    format!(
                        "{cols}x{rows} is too large for {}: the walls alone would need {gigabytes:.1} GiB and cells have 32-bit numbers; binary-tree, sidewinder and eller write any size to a .maz file",
                        self.algorithm
                    ),
                    format!(
                        "{cols}x{rows} est trop grand pour {} : les murs seuls demanderaient {gigabytes:.1} Gio et les cases ont des numéros de 32 bits ; binary-tree, sidewinder et eller écrivent toute taille dans un fichier .maz",
                        self.algorithm
                    ),
                ))
            }
        }
    }
}
