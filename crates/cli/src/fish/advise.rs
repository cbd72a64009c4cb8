//! What a player wants to know before building: roads to come, cells at risk,
//! distances.

use super::subject::{BoardArg, Subject, answer, format};
use crate::args::{self, JsonArg, OutputArg};
use crate::failure::{Answer, Done, Failure};
use crate::seed::SeedArg;
use clap::{Args, ValueEnum};
use dedale_fish::{Board, Good, Tile, hint, picture, roads};
use dedale_grid::{Grid, Point, Rng};
use dedale_text::tr;
use serde::Serialize;

#[derive(Args)]
pub struct Preview {
    #[command(flatten)]
    board: BoardArg,

    #[arg(long, value_name = "R,C", value_parser = args::point, help = tr("Where to build", "Où aménager"))]
    at: Point,

    #[arg(long, value_enum, default_value_t = Piece::Tree, help = tr("What to build", "Quoi aménager"))]
    piece: Piece,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    output: OutputArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Piece {
    Tree,
    Shop,
}

impl Preview {
    pub fn run(self) -> Answer {
        let subject = self.board.read()?;
        let tile = match self.piece {
            Piece::Tree => Tile::Tree,
            Piece::Shop => Tile::Shop(Good::ALL[0], None),
        };
        let seen =
            hint::preview(&subject.board, self.at, tile, subject.access).map_err(|error| subject.unsound(error))?;
        let seen = seen.ok_or_else(|| {
            let (at, size) = (self.at, subject.board.size());
            let (rows, cols) = (size.rows(), size.cols());
            Failure::new(
                format!("found --at {at}, expected a cell of the board of {rows} rows and {cols} columns"),
                format!("trouvé --at {at}, attendu une case du plateau de {rows} lignes et {cols} colonnes"),
            )
        })?;
        let text = || {
            let mut board = subject.board.clone();
            let size = board.size();
            for road in seen.roads.iter().filter_map(|at| size.cell(at.0)) {
                board.set(road, Tile::Road);
            }
            if let Some(cell) = size.cell(self.at).filter(|_| seen.possible) {
                board.set(cell, tile);
            }
            subject.write(&board)
        };
        let scene = || {
            let mut scene = picture::board(&laid(&subject));
            picture::add_preview(&mut scene, &seen);
            scene
        };
        answer(self.output.output.as_deref(), &format(self.json.json, &self.output), text, &seen, scene)?;
        Ok(if seen.possible { Done::Yes } else { Done::No })
    }
}

/// The board with the roads it must have; a sound one.
fn laid(subject: &Subject) -> Board {
    let mut board = subject.board.clone();
    if let Ok(found) = roads::find(&board, subject.access) {
        roads::lay(&mut board, &found);
    }
    board
}

#[derive(Args)]
pub struct Risk {
    #[command(flatten)]
    board: BoardArg,

    #[arg(long, value_name = "N", default_value_t = 20, help = tr(
        "How many pieces are still to be built; a saved game knows it",
        "Combien de pièces restent à construire ; une partie enregistrée le sait"
    ))]
    pieces: usize,

    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000), help = tr(
        "How many random completions", "Combien de complétions au hasard"
    ))]
    fills: u32,

    #[command(flatten)]
    seed: SeedArg,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    output: OutputArg,
}

#[derive(Serialize)]
struct RiskFound {
    seed: u64,
    fills: u32,
    risk: Vec<Vec<f64>>,
}

impl Risk {
    pub fn run(self) -> Answer {
        let subject = self.board.read()?;
        let seed = self.seed.get();
        let mut rng = Rng::new(seed);
        let risk = match &subject.game {
            Some(game) => game.state().risk(self.fills, &mut rng),
            None => hint::risk(&subject.board, subject.access, self.pieces, self.fills, &mut rng)
                .map_err(|error| subject.unsound(error))?,
        };
        let board = laid(&subject);
        let json = RiskFound { seed, fills: self.fills, risk: risk.rows().map(<[f64]>::to_vec).collect() };
        let scene = || {
            let mut scene = picture::board(&board);
            picture::add_risk(&mut scene, &board, &risk);
            scene
        };
        let percent = |chance: &f64| format!("{:.0}", chance * 100.0);
        let text = || format!("{} {seed}\n{}", tr("seed", "graine"), table(&board, &risk, percent));
        answer(self.output.output.as_deref(), &format(self.json.json, &self.output), text, &json, scene)?;
        Ok(Done::Yes)
    }
}

/// A number for each open cell, the mark of the board elsewhere.
fn table<T>(board: &Board, values: &Grid<T>, number: impl Fn(&T) -> String) -> String {
    let compact = board.to_string();
    let mut out = String::new();
    for (line, values) in compact.lines().zip(values.rows()) {
        for (mark, value) in line.chars().zip(values) {
            let free = mark == '.' || mark.is_ascii_digit();
            out += &format!("{:>4}", if free { number(value) } else { mark.to_string() });
        }
        out.push('\n');
    }
    out
}

#[derive(Args)]
pub struct Distances {
    #[command(flatten)]
    board: BoardArg,

    #[arg(long, value_name = "A-E", value_parser = good, help = tr("The good", "La denrée"))]
    good: Good,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    output: OutputArg,
}

fn good(text: &str) -> Result<Good, String> {
    let mut letters = text.chars();
    let good = letters.next().and_then(Good::from_letter).filter(|_| letters.next().is_none());
    good.ok_or_else(|| tr("expected a letter from A to E", "attendu une lettre de A à E").into())
}

#[derive(Serialize)]
struct DistancesFound {
    good: Good,
    distances: Vec<Vec<Option<u32>>>,
}

impl Distances {
    pub fn run(self) -> Answer {
        let subject = self.board.read()?;
        let board = &subject.board;
        let distances = hint::distances(board, self.good).ok_or_else(|| {
            subject.wrong(
                &format!("found no producer of {}, expected one", self.good),
                &format!("trouvé aucun producteur de {}, attendu un", self.good),
            )
        })?;
        let json =
            DistancesFound { good: self.good, distances: distances.rows().map(<[Option<u32>]>::to_vec).collect() };
        let scene = || {
            let mut scene = picture::board(board);
            picture::add_distances(&mut scene, board, self.good, &distances);
            scene
        };
        let number = |distance: &Option<u32>| distance.map_or_else(|| "-".to_owned(), |distance| distance.to_string());
        let text = || table(board, &distances, number);
        answer(self.output.output.as_deref(), &format(self.json.json, &self.output), text, &json, scene)?;
        Ok(Done::Yes)
    }
}
