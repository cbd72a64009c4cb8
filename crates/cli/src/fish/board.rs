//! Questions about a board: its roads, its walks, how it looks.

use super::subject::{BoardArg, answer, format};
use crate::args::{JsonArg, OutputArg};
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::output;
use clap::{Args, ValueEnum};
use dedale_draw::{Raster, Theme, term};
use dedale_fish::{At, Good, Layout, picture, roads, shops};
use dedale_text::tr;
use serde::Serialize;

#[derive(Args)]
pub struct Roads {
    #[command(flatten)]
    board: BoardArg,

    #[arg(long, value_enum, default_value_t = Algorithm::Lowlink, help = tr(
        "The algorithm: one depth-first search, or a search for each cell",
        "L'algorithme : un seul parcours en profondeur, ou un parcours par case"
    ))]
    algo: Algorithm,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    output: OutputArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    Lowlink,
    Naive,
}

#[derive(Serialize)]
struct RoadsFound {
    roads: Vec<At>,
}

impl Roads {
    pub fn run(self) -> Answer {
        let subject = self.board.read()?;
        let find = match self.algo {
            Algorithm::Lowlink => roads::find,
            Algorithm::Naive => roads::find_naive,
        };
        let found = find(&subject.board, subject.access).map_err(|error| subject.unsound(error))?;
        let size = subject.board.size();
        let json = RoadsFound { roads: found.iter().map(|road| At(size.point(*road))).collect() };
        let mut board = subject.board.clone();
        roads::lay(&mut board, &found);
        answer(
            self.output.output.as_deref(),
            &format(self.json.json, &self.output),
            || subject.write(&board),
            &json,
            || picture::board(&board),
        )?;
        Ok(Done::Yes)
    }
}

#[derive(Args)]
pub struct Score {
    #[command(flatten)]
    board: BoardArg,

    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help = tr(
        "The longest walk that counts: 8, 10, 12 or 14 for 2, 3, 4 or 5 players",
        "Le plus long chemin compté : 8, 10, 12 ou 14 pour 2, 3, 4 ou 5 joueurs"
    ))]
    max: u32,

    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct ShopsMeasured {
    shops: Vec<ShopMeasured>,
}

#[derive(Serialize)]
struct ShopMeasured {
    cell: At,
    good: Good,
    distance: u32,
}

impl Score {
    pub fn run(self) -> Answer {
        let subject = self.board.read()?;
        let size = subject.board.size();
        let measured = shops(&subject.board, self.max).into_iter().map(|shop| {
            let cell = At(size.point(shop.cell));
            let distance = shop.distance.ok_or_else(|| {
                subject.wrong(
                    &format!("found a shop of {} on cell {}, expected its producer too", shop.good, cell.0),
                    &format!(
                        "trouvé une boutique de {} sur la case {}, attendu aussi son producteur",
                        shop.good, cell.0
                    ),
                )
            })?;
            Ok(ShopMeasured { cell, good: shop.good, distance })
        });
        let measured = ShopsMeasured { shops: measured.collect::<Result<_, Failure>>()? };
        if self.json.json {
            output::json(&measured)?;
            return Ok(Done::Yes);
        }
        let mut text = String::new();
        for shop in &measured.shops {
            text += &format!("{} {:>3},{:<3} {}\n", shop.good, shop.cell.0.row, shop.cell.0.col, shop.distance);
        }
        let total: u32 = measured.shops.iter().map(|shop| shop.distance).sum();
        text += &format!("{} {total}\n", tr("total", "total"));
        output::stdout(text.as_bytes())?;
        Ok(Done::Yes)
    }
}

#[derive(Args)]
pub struct Show {
    #[command(flatten)]
    board: BoardArg,

    #[arg(long, help = tr("One character a cell instead of the frame", "Un caractère par case au lieu du cadre"))]
    compact: bool,

    #[command(flatten)]
    output: OutputArg,
}

#[derive(Serialize)]
struct BoardShown {
    rows: usize,
    cols: usize,
    board: Vec<String>,
}

impl Show {
    pub fn run(self, context: &Context) -> Answer {
        let subject = self.board.read()?;
        let board = &subject.board;
        let style = context.style();
        if self.output.output.is_none() && self.output.format.is_none() && style.color && !self.compact {
            let raster = Raster::draw(&picture::board(board), 6.0, Theme::Dark, true).map_err(Failure::broken)?;
            output::stdout(term::picture(&raster, style).as_bytes())?;
            return Ok(Done::Yes);
        }
        let layout = if self.compact { Layout::Compact } else { Layout::Framed };
        let compact = Layout::Compact.write(board);
        let json = BoardShown {
            rows: board.size().rows(),
            cols: board.size().cols(),
            board: compact.lines().map(str::to_owned).collect(),
        };
        answer(
            self.output.output.as_deref(),
            &self.output.format("txt"),
            || layout.write(board),
            &json,
            || picture::board(board),
        )?;
        Ok(Done::Yes)
    }
}
