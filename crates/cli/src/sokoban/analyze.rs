//! `dedale sokoban analyze`.

use super::{LevelArg, at_level, chosen, levels};
use crate::args::{JsonArg, OutputArg};
use crate::failure::{Answer, Done, Failure};
use crate::output;
use clap::Args;
use dedale_draw::{Theme, png, svg};
use dedale_grid::{Cell, Size};
use dedale_sokoban::picture::{analysis_scene, explain, way_scene};
use dedale_sokoban::{Analysis, BoardError, canonical, rate};
use dedale_text::{Lang, tr};
use serde::Serialize;

#[derive(Args)]
pub struct AnalyzeArgs {
    #[arg(value_name = "FILE", help = tr("The levels, `-` for standard input", "Les niveaux, « - » pour l'entrée standard"))]
    file: String,

    #[command(flatten)]
    level: LevelArg,

    #[arg(long, help = tr(
        "Draw the way of the solution in the file instead of the masks",
        "Dessiner le chemin de la solution du fichier au lieu des masques"
    ))]
    path: bool,

    #[command(flatten)]
    json: JsonArg,

    #[command(flatten)]
    output: OutputArg,
}

type Place = [i32; 2];

#[derive(Serialize)]
struct Tunnel {
    cells: Vec<Place>,
    one_way: bool,
    bends: bool,
}

#[derive(Serialize)]
struct Room {
    cells: Vec<Place>,
    targets: usize,
    entrances: Vec<Place>,
}

#[derive(Serialize)]
struct Corral {
    cells: Vec<Place>,
    boxes: Vec<Place>,
}

#[derive(Serialize)]
struct Step {
    from: Option<Place>,
    to: Place,
}

#[derive(Serialize)]
struct Bounds {
    simple: Option<u32>,
    greedy: Option<u32>,
    hungarian: Option<u32>,
}

#[derive(Serialize)]
struct Report {
    level: usize,
    title: String,
    columns: usize,
    rows: usize,
    boxes: usize,
    targets: usize,
    floor: usize,
    dead: Vec<Place>,
    tunnels: Vec<Tunnel>,
    rooms: Vec<Room>,
    corrals: Vec<Corral>,
    frozen: Vec<Place>,
    packing: Vec<Step>,
    bounds: Bounds,
    difficulty: Option<Difficulty>,
    canonical: String,
}

#[derive(Serialize)]
struct Difficulty {
    score: f64,
    class: &'static str,
    nodes: u64,
    pushes: usize,
}

/// Positions looked at for the difficulty.
const RATE_LIMIT: u64 = 50_000;

pub fn run(args: &AnalyzeArgs) -> Answer {
    let collection = levels(&args.file)?;
    let numbers = chosen(&collection, args.level.get(), &args.file)?;
    if args.output.output.is_some() || args.output.format.is_some() {
        let number = numbers[0];
        let entry = &collection.entries[number - 1];
        let scene = match entry.solutions.first().filter(|_| args.path) {
            Some(solution) => way_scene(&entry.level, &solution.moves),
            None if args.path => {
                return Err(Failure::new(
                    format!("{}:{}:1: found a level without a solution, expected one to draw", args.file, entry.line),
                    format!("{}:{}:1: trouvé un niveau sans solution, attendu une à dessiner", args.file, entry.line),
                ));
            }
            None => {
                let analysis = Analysis::new(&entry.level).map_err(|error| at_level(&args.file, entry, &error))?;
                let mut scene = analysis_scene(&entry.level, &analysis);
                explain(&mut scene, Lang::current());
                scene
            }
        };
        let scene = scene.titled(entry.title.clone());
        let picture = match args.output.format("svg").as_str() {
            "svg" => svg(&scene).into_bytes(),
            "png" => png(&scene, 48.0, Theme::Light).map_err(Failure::broken)?,
            other => {
                return Err(Failure::new(
                    format!("found the format `{other}`, expected svg or png"),
                    format!("trouvé le format « {other} », attendu svg ou png"),
                ));
            }
        };
        output::result(args.output.output.as_deref(), &picture)?;
        return Ok(Done::Yes);
    }
    for number in numbers {
        let entry = &collection.entries[number - 1];
        let report = report(number, entry).map_err(|error| at_level(&args.file, entry, &error))?;
        if args.json.json {
            output::json(&report)?;
        } else {
            output::stdout(told(&report).as_bytes())?;
        }
    }
    Ok(Done::Yes)
}

fn report(number: usize, entry: &dedale_sokoban::Entry) -> Result<Report, BoardError> {
    let level = &entry.level;
    let analysis = Analysis::new(level)?;
    let size = level.size();
    let places = |cells: &[Cell]| -> Vec<Place> { cells.iter().map(|&cell| place(size, cell)).collect() };
    let [simple, greedy, hungarian] = analysis.bounds;
    let difficulty = rate(level, RATE_LIMIT).map(|(_, d)| Difficulty {
        score: (d.score * 10.0).round() / 10.0,
        class: d.class(),
        nodes: d.nodes,
        pushes: d.metrics.pushes,
    });
    Ok(Report {
        level: number,
        title: entry.title.clone(),
        columns: size.cols(),
        rows: size.rows(),
        boxes: level.boxes().len(),
        targets: level.targets().count(),
        floor: analysis.floor.len(),
        dead: places(&analysis.dead),
        tunnels: analysis
            .tunnels
            .iter()
            .map(|t| Tunnel { cells: places(&t.cells), one_way: t.one_way, bends: t.bends })
            .collect(),
        rooms: analysis
            .rooms
            .iter()
            .map(|r| Room { cells: places(&r.cells), targets: r.targets, entrances: places(&r.entrances) })
            .collect(),
        corrals: analysis.corrals.iter().map(|c| Corral { cells: places(&c.cells), boxes: places(&c.boxes) }).collect(),
        frozen: places(&analysis.frozen),
        packing: analysis
            .packing
            .iter()
            .map(|&(from, to)| Step { from: from.map(|cell| place(size, cell)), to: place(size, to) })
            .collect(),
        bounds: Bounds { simple, greedy, hungarian },
        difficulty,
        canonical: canonical(level),
    })
}

fn place(size: Size, cell: Cell) -> Place {
    let point = size.point(cell);
    [point.row, point.col]
}

fn told(report: &Report) -> String {
    let known = |bound: Option<u32>| bound.map_or("-".to_owned(), |pushes| pushes.to_string());
    let one_way = report.tunnels.iter().filter(|tunnel| tunnel.one_way).count();
    let mut text = format!(
        "{} {}: {}x{}, {} {}, {} {}\n  {}: {}\n  {}: {} ({} {})\n  {}: {}\n  {}: {}\n  {}: {} / {} / {}\n",
        report.level,
        report.title,
        report.columns,
        report.rows,
        report.boxes,
        tr("boxes", "caisses"),
        report.floor,
        tr("floor squares", "cases de sol"),
        tr("dead squares", "cases mortes"),
        report.dead.len(),
        tr("tunnels", "tunnels"),
        report.tunnels.len(),
        one_way,
        tr("one-way", "à sens unique"),
        tr("rooms", "salles"),
        report.rooms.len(),
        tr("corrals", "enclos"),
        report.corrals.len(),
        tr("lower bounds (simple/greedy/hungarian)", "bornes inférieures (simple/gloutonne/hongroise)"),
        known(report.bounds.simple),
        known(report.bounds.greedy),
        known(report.bounds.hungarian),
    );
    if let Some(difficulty) = &report.difficulty {
        text += &format!("  {}: {} ({})\n", tr("difficulty", "difficulté"), difficulty.score, difficulty.class);
    }
    text
}
