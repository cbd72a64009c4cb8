//! `magic tile …`.

use super::say;
use crate::args::{JsonArg, OutputArg};
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::input::Source;
use crate::seed::SeedArg;
use crate::{help, output};
use clap::{Args, Subcommand, ValueEnum};
use dedale_draw::term::Style;
use dedale_grid::{Point, Rng};
use dedale_magic::generate::Generator;
use dedale_magic::rules::Lie;
use dedale_magic::slides::SlideGraph;
use dedale_magic::{Market, Square, Tile as MagicTile, format, picture, show};
use dedale_text::{Say, tr};
use serde_json::json;

#[derive(Subcommand)]
pub enum Tile {
    #[command(about = tr("Make tiles at random", "Fabriquer des tuiles au hasard"))]
    #[command(after_help = help::examples(&["dedale magic tile generate --kind classic --count 3 --seed 1"]))]
    Generate(Generate),
    #[command(about = tr("Draw tiles", "Dessiner des tuiles"))]
    #[command(after_help = help::examples(&["dedale magic tile show tiles.txt"]))]
    Show(Show),
    #[command(about = tr("Check every rule of tiles", "Vérifier toutes les règles des tuiles"))]
    #[command(after_help = help::examples(&["dedale magic tile check tiles.txt --json"]))]
    Check(Check),
    #[command(about = tr("Find the fewest slides between two cells", "Trouver le moins de glissades entre deux cases"))]
    #[command(after_help = help::examples(&["dedale magic tile path tiles.txt --from 13 --to 2"]))]
    Path(Path),
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Start,
    Classic,
}

#[derive(Args)]
pub struct Generate {
    #[arg(long, value_enum, help = tr("The kind of tile", "La sorte de tuile"))]
    kind: Kind,
    #[arg(long, default_value_t = 1, value_name = "N", help = tr("How many", "Combien"))]
    count: u64,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    output: OutputArg,
}

#[derive(Args)]
pub struct Show {
    #[arg(value_name = "FILE", help = tr("The tiles; - for standard input", "Les tuiles ; - pour l'entrée standard"))]
    file: String,
    #[arg(long, help = tr("Only walls and doors, as in the specification", "Seulement murs et portes, comme dans la spécification"))]
    plain: bool,
}

#[derive(Args)]
pub struct Check {
    #[arg(value_name = "FILE", help = tr("The tiles; - for standard input", "Les tuiles ; - pour l'entrée standard"))]
    file: String,
    #[arg(long, help = tr("Allow tiles that have been turned", "Permettre des tuiles tournées"))]
    turned: bool,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Args)]
pub struct Path {
    #[arg(value_name = "FILE", help = tr("The tiles; - for standard input", "Les tuiles ; - pour l'entrée standard"))]
    file: String,
    #[arg(long, default_value_t = 0, value_name = "I", help = tr("Which tile, from 0", "Quelle tuile, à partir de 0"))]
    tile: usize,
    #[arg(long, value_name = "CELL", help = tr("From this cell, 0 to 15", "De cette case, 0 à 15"))]
    from: u8,
    #[arg(long, value_name = "CELL", help = tr("To this cell, 0 to 15", "À cette case, 0 à 15"))]
    to: u8,
    #[command(flatten)]
    json: JsonArg,
}

pub fn run(tile: Tile, context: &Context) -> Answer {
    match tile {
        Tile::Generate(args) => generate(&args),
        Tile::Show(args) => show_tiles(&args, context),
        Tile::Check(args) => check(&args, context),
        Tile::Path(args) => path(&args),
    }
}

fn generate(args: &Generate) -> Answer {
    let seed = args.seed.get();
    if args.count > format::MOST_TILES as u64 {
        return Err(Failure::new(
            format!("found --count {}, expected at most {}", args.count, format::MOST_TILES),
            format!("trouvé --count {}, attendu au plus {}", args.count, format::MOST_TILES),
        ));
    }
    let (mut rng, mut generator) = (Rng::new(seed), Generator::new());
    let mut text = String::new();
    for _ in 0..args.count {
        let tile = match args.kind {
            Kind::Start => generator.start(&mut rng),
            Kind::Classic => generator.classic(&mut rng),
        };
        text += &format::write_tile(&tile);
    }
    output::result(args.output.output.as_deref(), text.as_bytes())?;
    eprintln!("{} {seed}", tr("seed", "graine"));
    Ok(Done::Yes)
}

fn show_tiles(args: &Show, context: &Context) -> Answer {
    let source = Source::read(&args.file)?;
    let tiles = format::read_tiles(source.text()?).map_err(|error| source.at(&error))?;
    let pictures: Vec<String> = tiles.iter().map(|tile| draw(tile, args.plain, context.style())).collect();
    output::stdout(pictures.join("\n").as_bytes())?;
    Ok(Done::Yes)
}

fn draw(tile: &MagicTile, plain: bool, style: Style) -> String {
    if plain || !style.color {
        return if plain {
            show::plain(tile)
        } else {
            show::tile_lines(tile, |square| mark(tile, square)).map(|line| line + "\n").concat()
        };
    }
    let market = Market::new(*tile, Point::new(0, 0));
    picture::canvas(&market, &[None; 4], &[]).to_text(style)
}

/// The sign of a site in plain text: capital letters for exits, small ones
/// for objectives, doors by the letter of their colour.
fn mark(tile: &MagicTile, square: Square) -> char {
    use dedale_magic::Site;
    match tile.site(square) {
        None | Some(Site::Door(None)) => ' ',
        Some(Site::Start(_)) => '.',
        Some(Site::Exit(_)) => '=',
        Some(Site::Objective(_)) => '*',
        Some(site) => site.colour().map_or(picture::sign(site), dedale_magic::Colour::letter),
    }
}

fn check(args: &Check, context: &Context) -> Answer {
    let source = Source::read(&args.file)?;
    let drafts = format::read_drafts(source.text()?).map_err(|error| source.at(&error))?;
    let lie = if args.turned { Lie::Placed } else { Lie::Made };
    let broken: Vec<_> = drafts
        .iter()
        .enumerate()
        .filter_map(|(number, draft)| draft.check(lie).err().map(|located| (number, located)))
        .collect();
    if args.json.json {
        let list: Vec<_> = broken
            .iter()
            .map(|(number, located)| {
                json!({"tile": number, "rule": located.error.name(), "line": located.line, "column": located.column,
                       "message": located.error.say(context.lang)})
            })
            .collect();
        output::json(&json!({"tiles": drafts.len(), "valid": broken.is_empty(), "broken": list}))?;
    } else {
        for (_, located) in &broken {
            let rule = tr("rule", "règle");
            let (line, column) = (located.line, located.column);
            let text = located.error.say(context.lang);
            say(format!("{}:{line}:{column}: {rule} {}: {text}", source.name, located.error.name()));
        }
        if broken.is_empty() {
            say(format!(
                "{}: {} {}",
                source.name,
                drafts.len(),
                tr("tiles, all rules kept", "tuiles, toutes les règles respectées")
            ));
        }
    }
    Ok(if broken.is_empty() { Done::Yes } else { Done::No })
}

fn path(args: &Path) -> Answer {
    let source = Source::read(&args.file)?;
    let tiles = format::read_tiles(source.text()?).map_err(|error| source.at(&error))?;
    let tile = tiles.get(args.tile).ok_or_else(|| {
        Failure::new(
            format!("found --tile {}, expected 0 to {}", args.tile, tiles.len() - 1),
            format!("trouvé --tile {}, attendu 0 à {}", args.tile, tiles.len() - 1),
        )
    })?;
    let cell = |number: u8| {
        Square::new(number).ok_or_else(|| {
            Failure::new(
                format!("found the cell {number}, expected 0 to 15"),
                format!("trouvé la case {number}, attendu 0 à 15"),
            )
        })
    };
    let Some(slides) = SlideGraph::new(tile).path(cell(args.from)?, cell(args.to)?) else {
        if args.json.json {
            output::json(&json!({"count": null, "moves": []}))?;
        } else {
            say(tr("no path", "aucun chemin"));
        }
        return Ok(Done::No);
    };
    if args.json.json {
        let moves: Vec<_> = slides
            .iter()
            .map(|slide| json!({"dir": slide.dir.map_or("escalator", |dir| dir.name()), "cells": slide.cells, "to": slide.to.index()}))
            .collect();
        output::json(&json!({"count": slides.len(), "moves": moves}))?;
    } else {
        for slide in &slides {
            say(format!("{} {} -> {}", slide.dir.map_or("escalator", |dir| dir.name()), slide.cells, slide.to));
        }
        say(format!("{} {}", slides.len(), tr("moves", "coups")));
    }
    Ok(Done::Yes)
}
