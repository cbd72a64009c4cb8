//! `dedale race path`, `open`, `nearest` and `duel`: questions about a board.

use super::input::{self, all_at, at};
use crate::args::{JsonArg, OutputArg, point};
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::output;
use dedale_grid::{Cell, Point};
use dedale_race::duel::{Duel, Verdict, together};
use dedale_race::repair::{self, open_path};
use dedale_race::{Board, Drawing, Labyrinth, Predecessors};
use dedale_text::{Lang, plural, tr};
use serde_json::json;

#[derive(clap::Args)]
pub struct FileArg {
    #[arg(value_name = "FILE", help = tr("The board, `-` for standard input", "Le plateau, « - » pour l'entrée standard"))]
    file: String,
}

/// Which predecessors to answer with.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Array {
    /// Those of the path only.
    Path,
    /// Those of the whole search.
    Search,
}

#[derive(clap::Args)]
pub struct PathArgs {
    #[command(flatten)]
    file: FileArg,

    #[arg(long, value_name = "R,C", value_parser = point, help = tr("Where the path begins", "Où le chemin commence"))]
    from: Point,

    #[arg(long, value_name = "R,C", value_parser = point, help = tr("Where the path ends", "Où le chemin finit"))]
    to: Point,

    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, default_missing_value = "path", require_equals = true, help = tr(
        "Add to the JSON the array C: C[i] is the cell before i, i itself for the first cell, -1 outside the path (or the search)",
        "Ajouter au JSON le tableau C : C[i] est la case avant i, i lui-même pour la première case, -1 hors du chemin (ou de la recherche)"
    ))]
    predecessors: Option<Array>,

    #[command(flatten)]
    json: JsonArg,
}

pub fn path(args: &PathArgs, context: &Context) -> Answer {
    let drawing = input::drawing(&args.file.file)?;
    let labyrinth = &drawing.labyrinth;
    let size = labyrinth.size();
    let (from, to) = (input::cell(size, "--from", args.from)?, input::cell(size, "--to", args.to)?);
    let search = Predecessors::search(labyrinth, from, Some(to));
    let path = search.path(to);
    if args.json.json {
        let length = path.as_ref().map(|path| path.len() - 1);
        let mut document = json!({"length": length, "path": path.as_ref().map(|path| all_at(size, path))});
        if let Some(array) = args.predecessors {
            document["predecessors"] = match array {
                Array::Search => json!(search.array()),
                Array::Path => {
                    json!(Predecessors::of_path(size.area(), path.as_deref().unwrap_or_default()).array())
                }
            };
        }
        output::json(&document)?;
    } else {
        let text = match &path {
            None => tr("no path\n", "aucun chemin\n").to_owned(),
            Some(path) => {
                let steps = path.len() as u64 - 1;
                let word = plural(context.lang, steps, tr("step", "pas"), tr("steps", "pas"));
                marked(&drawing, path, &[]) + &format!("\n{steps} {word}\n")
            }
        };
        output::stdout(text.as_bytes())?;
    }
    Ok(if path.is_some() { Done::Yes } else { Done::No })
}

#[derive(clap::Args)]
pub struct OpenArgs {
    #[command(flatten)]
    file: FileArg,

    #[arg(long, value_name = "R,C", value_parser = point, requires = "to", help = tr(
        "Where the path begins; without it, all players are led to the target",
        "Où le chemin commence ; sans elle, tous les joueurs sont menés à la cible"
    ))]
    from: Option<Point>,

    #[arg(long, value_name = "R,C", value_parser = point, requires = "from", help = tr("Where the path ends", "Où le chemin finit"))]
    to: Option<Point>,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    output: OutputArg,
}

pub fn open(args: &OpenArgs, context: &Context) -> Answer {
    let drawing = input::drawing(&args.file.file)?;
    let size = drawing.labyrinth.size();
    let (Some(from), Some(to)) = (args.from, args.to) else { return open_all(args, drawing, context) };
    let (from, to) = (input::cell(size, "--from", from)?, input::cell(size, "--to", to)?);
    let Some(opening) = open_path(&drawing.labyrinth, from, to) else {
        // Cells of the ring are never freed.
        if args.json.json {
            output::json(&json!({"opened": null, "cells": null, "length": null}))?;
        } else {
            output::stdout(
                tr("no path: the outer ring stays blocked\n", "aucun chemin : le bord reste bloqué\n").as_bytes(),
            )?;
        }
        return Ok(Done::No);
    };
    save(args, &drawing, &opening.cells)?;
    if args.json.json {
        let length = opening.path.len() - 1;
        output::json(&json!({"opened": opening.cells.len(), "cells": all_at(size, &opening.cells), "length": length}))?;
    } else if args.output.output.is_none() {
        let text = marked(&drawing, &opening.path, &opening.cells) + &freed(&opening.cells, context.lang);
        output::stdout(text.as_bytes())?;
    }
    Ok(Done::Yes)
}

fn open_all(args: &OpenArgs, drawing: Drawing, context: &Context) -> Answer {
    let size = drawing.labyrinth.size();
    let board = Board::try_from(drawing.clone()).map_err(|error| Failure::file(&args.file.file, &error))?;
    let repair = repair::connect(&board.labyrinth, board.target, &board.starts);
    save(args, &drawing, &repair.cells)?;
    if args.json.json {
        let labyrinth = opened(&board.labyrinth, &repair.cells);
        let search = Predecessors::search(&labyrinth, board.target, None);
        let length = |start: &Cell| search.path(*start).map(|path| path.len() - 1);
        let players: Vec<_> =
            board.starts.iter().zip(1..).map(|(start, id)| json!({"id": id, "length": length(start)})).collect();
        output::json(&json!({
            "opened": repair.cells.len(),
            "cells": all_at(size, &repair.cells),
            "minimum": repair.is_minimum(),
            "at_least": repair.at_least,
            "players": players,
        }))?;
    } else if args.output.output.is_none() {
        let mut text = marked(&drawing, &[], &repair.cells) + &freed(&repair.cells, context.lang);
        if !repair.is_minimum() {
            let least = repair.at_least;
            text += &match context.lang {
                Lang::En => format!("no repair frees fewer than {least}\n"),
                Lang::Fr => format!("aucune réparation n'en libère moins de {least}\n"),
            };
        }
        output::stdout(text.as_bytes())?;
    }
    Ok(Done::Yes)
}

/// Writes the freed board where `-o` says.
fn save(args: &OpenArgs, drawing: &Drawing, cells: &[Cell]) -> Result<(), Failure> {
    let Some(path) = args.output.output.as_deref() else { return Ok(()) };
    let free = Drawing { labyrinth: opened(&drawing.labyrinth, cells), ..drawing.clone() };
    match args.output.format("txt").as_str() {
        "txt" => output::result(Some(path), marked(&free, &[], &[]).as_bytes()),
        format => {
            let board = Board::try_from(free).map_err(|error| Failure::file(&args.file.file, &error))?;
            let marks = dedale_race::picture::Marks { players: &board.starts, paths: &[], opened: cells };
            super::show::write_picture(&board, &marks, format, Some(path))
        }
    }
}

fn opened(labyrinth: &Labyrinth, cells: &[Cell]) -> Labyrinth {
    let mut labyrinth = labyrinth.clone();
    cells.iter().for_each(|&cell| labyrinth.open(cell));
    labyrinth
}

fn freed(cells: &[Cell], lang: Lang) -> String {
    let count = cells.len() as u64;
    let word = plural(lang, count, tr("cell to free", "case à libérer"), tr("cells to free", "cases à libérer"));
    format!("\n{count} {word}\n")
}

#[derive(clap::Args)]
pub struct NearestArgs {
    #[command(flatten)]
    file: FileArg,

    #[arg(long, value_name = "R,C", value_parser = point, help = tr("The cell to start from", "La case de départ"))]
    at: Point,

    #[command(flatten)]
    json: JsonArg,
}

pub fn nearest(args: &NearestArgs) -> Answer {
    let drawing = input::drawing(&args.file.file)?;
    let size = drawing.labyrinth.size();
    input::cell(size, "--at", args.at)?;
    let nearest = drawing.labyrinth.nearest(args.at, &[]);
    if args.json.json {
        let (cell, distance) = nearest.map(|(cell, distance)| (at(size, cell), distance)).unzip();
        output::json(&json!({"cell": cell, "distance": distance}))?;
    } else {
        let text = match nearest {
            Some((cell, distance)) => format!("{} ({distance})\n", size.point(cell)),
            None => tr("no free cell\n", "aucune case libre\n").to_owned(),
        };
        output::stdout(text.as_bytes())?;
    }
    Ok(if nearest.is_some() { Done::Yes } else { Done::No })
}

#[derive(clap::Args)]
pub struct DuelArgs {
    #[command(flatten)]
    file: FileArg,

    #[arg(long, value_name = "1|2", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2), help = tr(
        "The player who moves first", "Le joueur qui commence"
    ))]
    first: u8,

    #[command(flatten)]
    json: JsonArg,
}

/// Perfect play of players 1 and 2, and the shortest plan of each with the
/// other's help.
pub fn duel(args: &DuelArgs, context: &Context) -> Answer {
    let board = input::board(&args.file.file)?;
    let size = board.size();
    let [one, two] = board.starts[..] else {
        let found = board.starts.len();
        return Err(Failure::new(
            format!("{}: found {found} players, expected 2 for a duel", args.file.file),
            format!("{} : trouvé {found} joueurs, attendu 2 pour un duel", args.file.file),
        ));
    };
    let first = usize::from(args.first) - 1;
    let (mover, other) = if first == 0 { (one, two) } else { (two, one) };
    let solved = Duel::solve(&board.labyrinth, board.target)?;
    let verdict = solved.verdict(mover, other).ok_or(dedale_race::duel::DuelError::Apart)?;
    let (winner, turns) = match verdict {
        Verdict::Win(turns) => (Some(first + 1), Some(turns)),
        Verdict::Loss(turns) => (Some(2 - first), Some(turns)),
        Verdict::Draw => (None, None),
    };
    let line = solved.line(mover, other);
    let helped = [
        together(&board.labyrinth, board.target, one, two)?.map(|plan| plan.len()),
        together(&board.labyrinth, board.target, two, one)?.map(|plan| plan.len()),
    ];
    if args.json.json {
        let steps = line.iter().enumerate();
        let steps: Vec<_> =
            steps.map(|(turn, &to)| json!({"player": (first + turn) % 2 + 1, "to": at(size, to)})).collect();
        output::json(&json!({"winner": winner, "turns": turns, "line": steps, "together": helped}))?;
    } else {
        let text = match (winner, turns, context.lang) {
            (Some(winner), Some(turns), Lang::En) => format!("player {winner} wins after {turns} turns\n"),
            (Some(winner), Some(turns), Lang::Fr) => format!("le joueur {winner} gagne après {turns} tours\n"),
            _ => tr("nobody can force a win\n", "personne ne peut forcer la victoire\n").to_owned(),
        };
        output::stdout(text.as_bytes())?;
    }
    Ok(if winner.is_some() { Done::Yes } else { Done::No })
}

/// The drawing as text with `.` on a path and `o` on freed cells.
fn marked(drawing: &Drawing, path: &[Cell], freed: &[Cell]) -> String {
    let size = drawing.labyrinth.size();
    let mut text: Vec<Vec<u8>> = Vec::with_capacity(size.rows());
    for row in 0..size.rows() {
        let words = drawing.labyrinth.free().row(row);
        text.push((0..size.cols()).map(|c| if words[c / 64] >> (c % 64) & 1 == 1 { b' ' } else { b'*' }).collect());
    }
    let players =
        drawing.players.iter().enumerate().filter_map(|(index, cell)| Some((cell.as_ref()?, b'1' + index as u8)));
    let marks = (path.iter().map(|cell| (cell, b'.'))).chain(freed.iter().map(|cell| (cell, b'o')));
    for (cell, letter) in marks.chain(players).chain(drawing.target.iter().map(|cell| (cell, b'C'))) {
        let point = size.point(*cell);
        text[point.row as usize][point.col as usize] = letter;
    }
    text.iter().map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
}
