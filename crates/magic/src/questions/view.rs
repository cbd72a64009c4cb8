//! What everybody sees of a game, as questions take it. It holds no secret, so
//! that no room is needed to ask about it.

use super::source::{cells, within};
use crate::game::{Open, Phase, Role, scenario};
use crate::{Colour, Market, Openings, Site, Spot, Square, Tile, Wall};
use dedale_grid::Point;
use dedale_question::{Control, Refusal, Source};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::ser::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::convert::Infallible;
use std::str::FromStr;

/// As many tiles as a game may have.
const MOST_TILES: usize = 200;

/// Everything about a game that everybody sees, as rooms send it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MagicPosition")]
pub struct View {
    /// The tiles, each with the `[row, column]` of its top left cell.
    market: Vec<([i32; 2], PlacedTile)>,
    /// The cells of the pawns, 16 a tile; those who left have none.
    pawns: [Option<u32>; 4],
    /// What each seat may do: bits 0–3 the directions, then explore,
    /// escalator, teleport.
    roles: Vec<u8>,
    /// The single player's cards, the one in force last.
    #[serde(default)]
    cards: Vec<u8>,
    /// Where the game stands.
    #[serde(with = "PhaseName")]
    #[schemars(with = "PhaseName")]
    phase: Phase,
    /// The rules in force, 0 to 17.
    scenario: usize,
    /// Cells out of order.
    #[serde(default)]
    used: Vec<u32>,
    /// How many tiles the crystal ball may still show while purple stays.
    #[serde(default)]
    crystal: u8,
    /// When the sand runs out, in milliseconds.
    #[serde(default)]
    deadline: Option<u64>,
    /// How long a full glass of sand runs, in milliseconds; 0 without a clock.
    #[serde(default)]
    glass: u64,
    /// The time of the last action, in milliseconds.
    #[serde(default)]
    clock: u64,
    /// Tiles not yet turned over.
    cards_left: usize,
    /// Where pawns that have left still stand.
    #[serde(default)]
    stood: [Option<u32>; 4],
    /// How many tiles must be discarded before anything else.
    #[serde(default)]
    discards: u8,
}

/// A tile of a view.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
struct PlacedTile {
    /// Bit `w` is wall `w`.
    walls: u32,
    /// Bit `w` is a small opening for orange in wall `w`.
    passages: u32,
    /// Cell, name and colour of each site.
    sites: Vec<(u8, String, Option<Colour>)>,
    /// The two cells that it joins.
    escalator: Option<(u8, u8)>,
}

/// [`Phase`] as it is read.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Phase", rename_all = "lowercase")]
enum PhaseName {
    Search,
    Escape,
    Won,
    Lost,
}

impl View {
    /// The public state; the plan begins here, whatever led here is past.
    pub fn open(&self, control: &Control<'_>) -> Result<Open, Refusal> {
        within(self.market.len(), (1, MOST_TILES), "tiles", "tuiles")?;
        control.cells(cells(self.market.len()))?;
        within(self.roles.len(), (1, 9), "roles", "rôles")?;
        within(self.cards.len(), (0, Role::CARDS.len()), "cards of actions", "cartes d'actions")?;
        within(self.cards_left, (0, MOST_TILES), "tiles left", "tuiles restantes")?;
        if self.scenario > scenario::LAST {
            let (found, last) = (self.scenario, scenario::LAST);
            return Err(Refusal::new(
                format!("found scenario {found}, expected 0 to {last}"),
                format!("trouvé le scénario {found}, attendu 0 à {last}"),
            ));
        }
        let poses: Vec<(Point, Tile)> = (self.market.iter())
            .map(|([row, col], tile)| Ok((Point::new(*row, *col), tile.build()?)))
            .collect::<Result<_, Refusal>>()?;
        let market = if scenario::parted(self.scenario) {
            Market::scattered(&poses).map_err(|(_, error)| error)?
        } else {
            Market::assemble(&poses).map_err(|(_, error)| error)?
        };
        let spot = |number: u32| spot(&market, number);
        let mut pawns = [None; 4];
        for (place, number) in pawns.iter_mut().zip(self.pawns) {
            *place = number.map(spot).transpose()?;
        }
        if (1..4).any(|at| pawns[at].is_some() && pawns[..at].contains(&pawns[at])) {
            return Err(Refusal::new("found two pawns on one cell", "trouvé deux pions sur une case"));
        }
        let mut stood = [None; 4];
        for (place, number) in stood.iter_mut().zip(self.stood) {
            *place = number.map(spot).transpose()?;
        }
        within(self.used.len(), (0, market.spots()), "cells out of order", "cases hors service")?;
        let used = self.used.iter().map(|number| spot(*number)).collect::<Result<_, _>>()?;
        Ok(Open {
            pawns,
            marks: pawns,
            since: Vec::new(),
            roles: self.roles.iter().map(|bits| Role(*bits)).collect(),
            cards: self.cards.iter().map(|bits| Role(*bits)).collect(),
            phase: self.phase,
            scenario: self.scenario,
            used,
            crystal: self.crystal,
            deadline: self.deadline,
            glass: self.glass,
            clock: self.clock,
            talking: false,
            pointed: None,
            moves: 0,
            flips: 0,
            cards_left: self.cards_left,
            stood,
            top: None,
            discards: self.discards.min(2),
            market,
        })
    }
}

fn spot(market: &Market, number: u32) -> Result<Spot, Refusal> {
    let (tile, square) = (number as usize / 16, Square::new((number % 16) as u8));
    square.filter(|_| tile < market.len()).map(|square| Spot::new(tile, square)).ok_or_else(|| {
        Refusal::new(format!("found cell {number} off the tiles"), format!("trouvé la case {number} hors des tuiles"))
    })
}

impl PlacedTile {
    fn build(&self) -> Result<Tile, Refusal> {
        let among = |bits: u32| Wall::all().filter(move |wall| bits >> wall.index() & 1 == 1);
        let mut openings = Openings::NONE;
        openings.join(u16::MAX);
        among(self.walls).for_each(|wall| openings.close(wall));
        let mut tile = Tile::new(openings);
        for (cell, name, colour) in &self.sites {
            let placed = site(name, *colour).zip(Square::new(*cell)).is_some_and(|(site, at)| tile.put(at, site));
            if !placed {
                let name: String = name.chars().take(40).collect();
                return Err(Refusal::new(
                    format!("found the site `{name}` on cell {cell}, where it cannot be"),
                    format!("trouvé le site `{name}` sur la case {cell}, où il ne peut pas être"),
                ));
            }
        }
        among(self.passages).for_each(|wall| tile.set_passage(wall));
        if let Some((a, b)) = self.escalator {
            let ends = Square::new(a).zip(Square::new(b)).filter(|(a, b)| a != b).ok_or_else(|| {
                Refusal::new(
                    format!("found an escalator from cell {a} to cell {b}, expected two cells of the tile"),
                    format!("trouvé un escalator de la case {a} à la case {b}, attendu deux cases de la tuile"),
                )
            })?;
            tile.set_escalator(ends.0, ends.1);
        }
        Ok(tile)
    }
}

/// The site with this name and colour; see [`Site::name`].
fn site(name: &str, colour: Option<Colour>) -> Option<Site> {
    let site = match (name, colour) {
        ("door", _) => Site::Door(colour),
        ("start", _) => Site::Start(colour),
        ("objective", Some(colour)) => Site::Objective(colour),
        ("exit", Some(colour)) => Site::Exit(colour),
        ("teleporter", Some(colour)) => Site::Teleporter(colour),
        ("timer", None) => Site::Timer,
        ("crystal", None) => Site::Crystal,
        ("camera", None) => Site::Camera,
        _ => return None,
    };
    Some(site)
}

/// Where a view comes from: an object in JSON, a file of JSON on the command
/// line.
#[derive(Clone, Debug)]
pub enum ViewSource {
    /// A file.
    File(Source),
    /// The view itself.
    View(Box<View>),
}

impl ViewSource {
    /// The view; a file is read.
    pub fn read(&self) -> Result<Cow<'_, View>, Refusal> {
        match self {
            Self::View(view) => Ok(Cow::Borrowed(view)),
            Self::File(source) => {
                let input = source.read()?;
                let view = serde_json::from_str(input.text()?).map_err(|error| {
                    // The place is told before the words.
                    let text = error.to_string();
                    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(words, _)| words);
                    let refusal = Refusal::new(
                        format!("expected the view of a game as JSON: {text}"),
                        format!("attendu la vue d'une partie en JSON : {text}"),
                    );
                    refusal.at(error.line().max(1), error.column().max(1)).within(&input.name)
                })?;
                Ok(Cow::Owned(view))
            }
        }
    }
}

impl FromStr for ViewSource {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        name.parse().map(Self::File)
    }
}

impl Serialize for ViewSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.read().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ViewSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        View::deserialize(deserializer).map(|view| Self::View(Box::new(view)))
    }
}

impl JsonSchema for ViewSource {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ViewSource".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<View>()
    }
}
