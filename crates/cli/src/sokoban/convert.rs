//! `dedale sokoban convert`.

use super::{LevelArg, chosen, levels};
use crate::args::{JsonArg, OutputArg};
use crate::failure::{Answer, Done, Failure};
use crate::output;
use clap::Args;
use dedale_sokoban::game::code;
use dedale_sokoban::{Collection, canonical, duplicates, write_slc, write_text};
use dedale_text::tr;
use serde::Serialize;

#[derive(Args)]
pub struct ConvertArgs {
    #[arg(value_name = "FILE", help = tr("The levels, `-` for standard input", "Les niveaux, « - » pour l'entrée standard"))]
    file: String,

    #[command(flatten)]
    level: LevelArg,

    #[arg(long, help = tr(
        "Leave out levels that are the same puzzle as an earlier one, turned or mirrored or not",
        "Omettre les niveaux identiques à un précédent, tournés ou en miroir ou non"
    ))]
    unique: bool,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    output: OutputArg,
}

#[derive(Serialize)]
struct Line {
    level: usize,
    title: String,
    author: String,
    columns: usize,
    rows: usize,
    boxes: usize,
    targets: usize,
    solutions: usize,
    same_as: Option<usize>,
    canonical: String,
}

pub fn run(args: &ConvertArgs) -> Answer {
    let mut collection = levels(&args.file)?;
    let numbers = chosen(&collection, args.level.get(), &args.file)?;
    let same = duplicates(collection.entries.iter().map(|entry| &entry.level));
    if args.json.json {
        for number in numbers {
            let entry = &collection.entries[number - 1];
            let size = entry.level.size();
            output::json(&Line {
                level: number,
                title: entry.title.clone(),
                author: entry.author.clone(),
                columns: size.cols(),
                rows: size.rows(),
                boxes: entry.level.boxes().len(),
                targets: entry.level.targets().count(),
                solutions: entry.solutions.len(),
                same_as: same[number - 1].map(|index| index + 1),
                canonical: canonical(&entry.level),
            })?;
        }
        return Ok(Done::Yes);
    }
    let mut number = 0;
    collection.entries.retain(|_| {
        number += 1;
        numbers.contains(&number) && !(args.unique && same[number - 1].is_some())
    });
    let text = match args.output.format("sok").as_str() {
        "sok" | "xsb" | "txt" => write_text(&collection),
        "slc" | "xml" => write_slc(&collection),
        "rle" => coded(&collection),
        other => {
            return Err(Failure::new(
                format!("found the format `{other}`, expected sok, xsb, txt, slc or rle"),
                format!("trouvé le format « {other} », attendu sok, xsb, txt, slc ou rle"),
            ));
        }
    };
    output::result(args.output.output.as_deref(), text.as_bytes())?;
    Ok(Done::Yes)
}

/// Each level on one line.
fn coded(collection: &Collection) -> String {
    let mut text = String::new();
    for entry in &collection.entries {
        text += &format!("{}\n", code(&entry.level));
        if !entry.title.is_empty() {
            text += &format!("Title: {}\n", entry.title);
        }
        text.push('\n');
    }
    text
}
