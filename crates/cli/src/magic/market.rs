//! `magic market …`.

use super::say;
use crate::args::{JsonArg, OutputArg, point};
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::input::Source;
use crate::seed::SeedArg;
use crate::{help, output};
use clap::{Args, Subcommand, ValueEnum};
use dedale_draw::{png, svg};
use dedale_grid::Point;
use dedale_magic::deck::Extras;
use dedale_magic::doors::DoorFinder;
use dedale_magic::grow::grow;
use dedale_magic::market_format::{read_market, write_market};
use dedale_magic::path::{Finder, Means, Move};
use dedale_magic::{Market as Shop, Spot, format, picture};
use dedale_text::tr;
use serde_json::{Value, json};

#[derive(Subcommand)]
pub enum Market {
    #[command(about = tr("Grow a supermarket", "Faire croître un supermarché"))]
    #[command(after_help = help::examples(&["dedale magic market build --tiles 24 --seed 1 -o market.txt"]))]
    Build(Build),
    #[command(about = tr("Draw a supermarket", "Dessiner un supermarché"))]
    #[command(after_help = help::examples(&["dedale magic market show market.txt", "dedale magic market show market.txt -o market.svg"]))]
    Show(Show),
    #[command(about = tr("Find the fewest slides between two cells", "Trouver le moins de glissades entre deux cases"))]
    #[command(after_help = help::examples(&["dedale magic market path market.txt --from 1,1 --to 5,3 --algo doors"]))]
    Path(Path),
}

#[derive(Args)]
pub struct Build {
    #[arg(long, value_name = "N", help = tr("How many tiles, the start tile counted", "Combien de tuiles, celle de départ comprise"))]
    tiles: usize,
    #[arg(long, default_value_t = 0, value_name = "N", help = tr("Teleporters of each colour", "Téléporteurs de chaque couleur"))]
    teleporters: usize,
    #[arg(long, default_value_t = 0, value_name = "N", help = tr("How many escalators", "Combien d'escalators"))]
    escalators: usize,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    output: OutputArg,
}

#[derive(Args)]
pub struct Show {
    #[arg(value_name = "FILE", help = tr("The supermarket; - for standard input", "Le supermarché ; - pour l'entrée standard"))]
    file: String,
    #[command(flatten)]
    output: OutputArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum Algo {
    Bfs,
    Astar,
    Doors,
}

#[derive(Args)]
pub struct Path {
    #[arg(value_name = "FILE", help = tr("The supermarket; - for standard input", "Le supermarché ; - pour l'entrée standard"))]
    file: String,
    #[arg(long, value_name = "R,C", value_parser = point, allow_hyphen_values = true, help = tr("From this cell", "De cette case"))]
    from: Point,
    #[arg(long, value_name = "R,C", value_parser = point, allow_hyphen_values = true, help = tr("To this cell", "À cette case"))]
    to: Point,
    #[arg(long, value_enum, default_value_t = Algo::Bfs, help = tr("The search", "La recherche"))]
    algo: Algo,
    #[command(flatten)]
    json: JsonArg,
}

/// The most tiles of a supermarket made by the command.
const MOST_TILES: usize = 1_000_000;

pub fn run(market: Market, context: &Context) -> Answer {
    match market {
        Market::Build(args) => build(&args),
        Market::Show(args) => show(&args, context),
        Market::Path(args) => path(&args),
    }
}

/// Reads a supermarket from a file.
pub fn read(name: &str) -> Result<Shop, Failure> {
    let source = Source::read(name)?;
    read_market(source.text()?).map_err(|error: dedale_text::Located<format::Fault>| source.at(&error))
}

/// The cell at a point, which must lie on a tile.
pub fn spot(market: &Shop, point: Point) -> Result<Spot, Failure> {
    market.spot(point).ok_or_else(|| {
        Failure::new(
            format!("found {point}, where there is no tile, expected a cell of the supermarket"),
            format!("trouvé {point}, où il n'y a pas de tuile, attendu une case du supermarché"),
        )
    })
}

/// A move as JSON.
pub fn move_json(market: &Shop, step: &Move) -> Value {
    let to = market.point(step.to);
    let (dir, cells) = named(step);
    json!({"dir": dir, "cells": cells, "to": [to.row, to.col]})
}

/// The direction, or the means, and the length of a move.
pub fn named(step: &Move) -> (&'static str, u32) {
    match step.by {
        Means::Slide(dir, cells) => (dir.name(), cells),
        Means::Escalator => ("escalator", 0),
        Means::Teleport => ("teleport", 0),
    }
}

fn build(args: &Build) -> Answer {
    if !(1..=MOST_TILES).contains(&args.tiles) {
        return Err(Failure::new(
            format!("found --tiles {}, expected 1 to {MOST_TILES}", args.tiles),
            format!("trouvé --tiles {}, attendu 1 à {MOST_TILES}", args.tiles),
        ));
    }
    let seed = args.seed.get();
    let extras = Extras { teleporters: args.teleporters, escalators: args.escalators, ..Extras::default() };
    let market = grow(args.tiles, extras, seed);
    output::result(args.output.output.as_deref(), &picture_of(&market, &args.output.format("txt"))?)?;
    eprintln!("{} {seed}", tr("seed", "graine"));
    Ok(Done::Yes)
}

fn show(args: &Show, context: &Context) -> Answer {
    let market = read(&args.file)?;
    if args.output.output.is_none() && args.output.format.is_none() {
        let text = picture::canvas(&market, &[None; 4], &[]).to_text(context.style());
        output::stdout(text.as_bytes())?;
        return Ok(Done::Yes);
    }
    output::result(args.output.output.as_deref(), &picture_of(&market, &args.output.format("svg"))?)?;
    Ok(Done::Yes)
}

fn picture_of(market: &Shop, format: &str) -> Result<Vec<u8>, Failure> {
    match format {
        "svg" => Ok(svg(&picture::scene(market, &[None; 4])).into_bytes()),
        "png" => png(&picture::scene(market, &[None; 4]), 24.0, dedale_draw::Theme::Light).map_err(Failure::broken),
        _ => Ok(write_market(market).into_bytes()),
    }
}

fn path(args: &Path) -> Answer {
    let market = read(&args.file)?;
    let (from, to) = (spot(&market, args.from)?, spot(&market, args.to)?);
    let found = match args.algo {
        Algo::Bfs => Finder::new().bfs(&market, from, to),
        Algo::Astar => Finder::new().astar(&market, from, to),
        Algo::Doors => DoorFinder::new(&market).path(&market, from, to),
    };
    let Some(path) = found else {
        if args.json.json {
            output::json(&json!({"count": null, "moves": []}))?;
        } else {
            say(tr("no path", "aucun chemin"));
        }
        return Ok(Done::No);
    };
    if args.json.json {
        let moves: Vec<Value> = path.moves.iter().map(|step| move_json(&market, step)).collect();
        output::json(&json!({"count": path.moves.len(), "moves": moves, "expanded": path.expanded}))?;
    } else {
        for step in &path.moves {
            let (dir, cells) = named(step);
            say(format!("{dir} {cells} -> {}", market.point(step.to)));
        }
        say(format!(
            "{} {}, {} {}",
            path.moves.len(),
            tr("moves", "coups"),
            path.expanded,
            tr("nodes expanded", "nœuds développés")
        ));
    }
    Ok(Done::Yes)
}
