//! Tiles as pictures of characters.

use super::source::TilesSource;
use crate::{Colour, Market, Site, Square, Tile, picture, show};
use dedale_draw::term::Style;
use dedale_grid::Point;
use dedale_question::{Answer, Control, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Draw tiles.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TileShow {
    /// The tiles.
    #[command(flatten)]
    #[serde(flatten)]
    pub tiles: TilesSource,

    /// Only walls and doors, as in the specification.
    #[arg(long, help = tr("Only walls and doors, as in the specification", "Seulement murs et portes, comme dans la spécification"))]
    #[serde(default)]
    pub plain: bool,
}

/// Tiles as pictures.
#[derive(Serialize, JsonSchema)]
pub struct TilesShown {
    /// The nine lines of each tile.
    pictures: Vec<Vec<String>>,
    #[serde(skip)]
    tiles: Vec<Tile>,
    #[serde(skip)]
    plain: bool,
}

impl Question for TileShow {
    type Answer = TilesShown;
    const NAME: &'static str = "tile show";
    const EXAMPLE: &'static str = r#"{"tiles":"tuile\nmur 1\nsite 2 porte vert\nsite 13 porte aucune\nfin\n"}"#;
    const COMMANDS: &'static [&'static str] = &["dedale magic tile show tiles.txt"];

    fn about() -> Text {
        Text::new("Draw tiles", "Dessiner des tuiles")
    }

    fn answer(&self, control: &Control<'_>) -> Result<TilesShown, Refusal> {
        let tiles = self.tiles.tiles(control)?;
        let lines = |tile: &Tile| show::tile_lines(tile, |square| if self.plain { ' ' } else { mark(tile, square) });
        Ok(TilesShown { pictures: tiles.iter().map(|tile| lines(tile).to_vec()).collect(), tiles, plain: self.plain })
    }
}

/// The sign of a site in plain text: doors and what is not told apart by a
/// sign of its own by the letter of the colour.
fn mark(tile: &Tile, square: Square) -> char {
    match tile.site(square) {
        None | Some(Site::Door(None)) => ' ',
        Some(Site::Start(_)) => '.',
        Some(Site::Exit(_)) => '=',
        Some(Site::Objective(_)) => '*',
        Some(site) => site.colour().map_or(picture::sign(site), Colour::letter),
    }
}

impl Answer for TilesShown {
    fn text(&self, reader: &Reader) -> String {
        let pictures: Vec<String> = if self.plain || !reader.color {
            self.pictures.iter().map(|lines| lines.join("\n") + "\n").collect()
        } else {
            let style = Style { color: reader.color, unicode: reader.unicode };
            let market = |tile: &Tile| Market::new(*tile, Point::new(0, 0));
            self.tiles.iter().map(|tile| picture::canvas(&market(tile), &[None; 4], &[]).to_text(style)).collect()
        };
        pictures.join("\n")
    }
}
