//! What can be said of levels without solving them, and pictures of it.

use super::levels::{LevelChoice, LevelsSource, Skipped, all_at, at, at_level, boxes};
use crate::picture::{analysis_scene, explain, sheet, way_scene};
use crate::{Analysis, Entry, Level, Limits, Moves, Replay, canonical, rate_within};
use dedale_draw::{Scene, Theme, png, svg};
use dedale_question::{Answer, Control, Cost, Progress, Question, Reader, Refusal};
use dedale_text::{Lang, Text, decimal, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Analyse levels.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Analyze {
    /// The levels.
    #[command(flatten)]
    #[serde(flatten)]
    pub levels: LevelsSource,

    /// Which of them.
    #[command(flatten)]
    #[serde(flatten)]
    pub level: LevelChoice,

    /// Tell the way of the solution in the file, and draw it instead of the
    /// masks.
    #[arg(long, help = tr(
        "Tell the way of the solution in the file, and draw it instead of the masks",
        "Dire le chemin de la solution du fichier, et le dessiner au lieu des masques"
    ))]
    #[serde(default)]
    pub path: bool,
}

type Place = [i32; 2];

/// A tunnel.
#[derive(Serialize, JsonSchema)]
pub struct Tunnel {
    cells: Vec<Place>,
    /// Whether it is the only way between its ends.
    one_way: bool,
    bends: bool,
}

/// A room.
#[derive(Serialize, JsonSchema)]
pub struct Room {
    cells: Vec<Place>,
    targets: usize,
    /// The tunnel cells next to it.
    entrances: Vec<Place>,
}

/// An area that the player cannot reach.
#[derive(Serialize, JsonSchema)]
pub struct Corral {
    cells: Vec<Place>,
    /// The boxes around it.
    boxes: Vec<Place>,
}

/// A target to fill, perhaps from a place where the box is parked.
#[derive(Serialize, JsonSchema)]
pub struct PackingStep {
    from: Option<Place>,
    to: Place,
}

/// Lower bounds on the pushes; nothing if there is no solution.
#[derive(Serialize, JsonSchema)]
pub struct LowerBounds {
    simple: Option<u32>,
    greedy: Option<u32>,
    hungarian: Option<u32>,
}

/// How hard a level is.
#[derive(Serialize, JsonSchema)]
pub struct Rated {
    score: f64,
    class: &'static str,
    nodes: u64,
    pushes: usize,
}

/// What can be said of a level.
#[derive(Serialize, JsonSchema)]
pub struct LevelAnalysis {
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
    packing: Vec<PackingStep>,
    bounds: LowerBounds,
    /// Nothing if the level is too hard to rate at once.
    difficulty: Option<Rated>,
    canonical: String,
    /// Where the player goes in the solution, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<Place>>,
}

/// What can be said of the levels.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct AnalyzedLevels {
    levels: Vec<LevelAnalysis>,
    #[serde(skip)]
    scene: Scene,
    #[serde(skip)]
    skipped: Skipped,
}

/// Positions looked at for the difficulty.
const RATE_LIMIT: u64 = 50_000;

impl Question for Analyze {
    type Answer = AnalyzedLevels;
    const NAME: &'static str = "analyze";
    const EXAMPLE: &'static str = r#"{"levels":"; easy\n#####\n#@$.#\n#####\n"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale sokoban analyze levels.xsb --level 1 -o level.svg", "dedale sokoban analyze levels.xsb --json"];
    const COST: Cost = Cost::Large;
    const STREAMS: bool = true;

    fn about() -> Text {
        Text::new("Show what can be said without solving", "Montrer ce qui se dit sans résoudre")
    }

    fn answer(&self, control: &Control<'_>) -> Result<AnalyzedLevels, Refusal> {
        let all = self.levels.read_each(control)?;
        let (chosen, skipped) = all.sorted(self.level, self.levels.name())?;
        let (mut levels, mut scenes) = (Vec::new(), Vec::new());
        for (done, &(number, entry)) in chosen.iter().enumerate() {
            if control.stopped() {
                break;
            }
            let (done, total) = (done as u64, Some(chosen.len() as u64));
            control.progress(|| Progress { done, total, ..Progress::default() });
            let way = self.way(entry)?;
            let analysis = Analysis::within(&entry.level, &|| !control.stopped())
                .map_err(|error| at_level(self.levels.name(), entry, error))?;
            let Some(analysis) = analysis else { break };
            let mut line = LevelAnalysis::new(number, entry, &analysis);
            line.difficulty = rated(&entry.level, control);
            line.path = way.map(|moves| walked(&entry.level, moves));
            let mut scene = match way {
                Some(moves) => way_scene(&entry.level, moves),
                None => analysis_scene(&entry.level, &analysis),
            };
            if way.is_none() {
                explain(&mut scene, control.reader.lang);
            }
            scenes.push(scene.titled(entry.title.clone()));
            control.emit(&line)?;
            levels.push(line);
        }
        if levels.is_empty() {
            return Err(Refusal::stopped());
        }
        Ok(AnalyzedLevels { levels, scene: sheet(scenes), skipped })
    }
}

impl Analyze {
    /// The solution in the file, if its way is wanted.
    fn way<'a>(&self, entry: &'a Entry) -> Result<Option<&'a Moves>, Refusal> {
        match entry.solutions.first() {
            _ if !self.path => Ok(None),
            Some(solution) => Ok(Some(&solution.moves)),
            None => Err(Refusal::new(
                "found a level without a solution, expected one to draw",
                "trouvé un niveau sans solution, attendu une à dessiner",
            )
            .at(entry.line, 1)
            .within(self.levels.name())),
        }
    }
}

/// How hard a level is, if that can be said within the limits.
fn rated(level: &Level, control: &Control<'_>) -> Option<Rated> {
    let (clock, cancel) = (|| control.elapsed(), control.cancel_flag());
    let seconds = control.left().as_secs_f64();
    let limits = Limits { seconds, clock: &clock, cancel: &cancel, ..Limits::default() };
    let (_, difficulty) = rate_within(level, RATE_LIMIT, limits)?;
    Some(Rated {
        score: (difficulty.score * 10.0).round() / 10.0,
        class: difficulty.class(),
        nodes: difficulty.nodes,
        pushes: difficulty.metrics.pushes,
    })
}

/// Where the player stands after every move that can be made.
fn walked(level: &Level, moves: &Moves) -> Vec<Place> {
    let mut replay = Replay::new(level);
    let mut path = vec![at(level.size(), replay.player())];
    for step in &moves.0 {
        if replay.step(step.dir).is_none() {
            break;
        }
        path.push(at(level.size(), replay.player()));
    }
    path
}

impl LevelAnalysis {
    fn new(number: usize, entry: &Entry, analysis: &Analysis) -> Self {
        let level = &entry.level;
        let size = level.size();
        let [simple, greedy, hungarian] = analysis.bounds;
        let tunnels = analysis.tunnels.iter();
        let rooms = analysis.rooms.iter();
        let corrals = analysis.corrals.iter();
        let packing = analysis.packing.iter();
        Self {
            level: number,
            title: entry.title.clone(),
            columns: size.cols(),
            rows: size.rows(),
            boxes: level.boxes().len(),
            targets: level.targets().count(),
            floor: analysis.floor.len(),
            dead: all_at(size, &analysis.dead),
            tunnels: tunnels
                .map(|t| Tunnel { cells: all_at(size, &t.cells), one_way: t.one_way, bends: t.bends })
                .collect(),
            rooms: rooms
                .map(|r| Room {
                    cells: all_at(size, &r.cells),
                    targets: r.targets,
                    entrances: all_at(size, &r.entrances),
                })
                .collect(),
            corrals: corrals.map(|c| Corral { cells: all_at(size, &c.cells), boxes: all_at(size, &c.boxes) }).collect(),
            frozen: all_at(size, &analysis.frozen),
            packing: packing
                .map(|&(from, to)| PackingStep { from: from.map(|cell| at(size, cell)), to: at(size, to) })
                .collect(),
            bounds: LowerBounds { simple, greedy, hungarian },
            difficulty: None,
            canonical: canonical(level),
            path: None,
        }
    }

    fn words(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let known = |bound: Option<u32>| bound.map_or("-".to_owned(), |pushes| pushes.to_string());
        let mut text = format!(
            "{} {}: {}x{}, {}, {} {}\n",
            self.level,
            self.title,
            self.columns,
            self.rows,
            boxes(lang, self.boxes),
            self.floor,
            lang.pick("floor squares", "cases de sol"),
        );
        let mut line = |en: &str, fr: &str, what: String| {
            text += &format!("  {}{} {what}\n", lang.pick(en, fr), lang.pick(":", " :"));
        };
        line("dead squares", "cases mortes", self.dead.len().to_string());
        let one_way = self.tunnels.iter().filter(|tunnel| tunnel.one_way).count();
        let only = lang.pick("one-way", "à sens unique");
        line("tunnels", "tunnels", format!("{} ({one_way} {only})", self.tunnels.len()));
        line("rooms", "salles", self.rooms.len().to_string());
        line("corrals", "enclos", self.corrals.len().to_string());
        let LowerBounds { simple, greedy, hungarian } = self.bounds;
        line(
            "lower bounds (simple/greedy/hungarian)",
            "bornes inférieures (simple/gloutonne/hongroise)",
            format!("{} / {} / {}", known(simple), known(greedy), known(hungarian)),
        );
        if let Some(Rated { score, class, .. }) = self.difficulty {
            let french = match class {
                "easy" => "facile",
                "medium" => "moyen",
                "hard" => "difficile",
                other => other,
            };
            line("difficulty", "difficulté", format!("{} ({})", decimal(lang, score), lang.pick(class, french)));
        }
        if let Some(path) = &self.path {
            line("moves of the solution", "coups de la solution", (path.len() - 1).to_string());
        }
        text
    }
}

impl Answer for LevelAnalysis {
    /// Told with the others at the end, since a picture may be wanted instead.
    fn text(&self, _: &Reader) -> String {
        String::new()
    }
}

impl Answer for AnalyzedLevels {
    const FORMATS: &'static [&'static str] = &["svg", "png"];

    fn yes(&self) -> bool {
        self.skipped.none()
    }

    fn note(&self, lang: Lang) -> Option<String> {
        self.skipped.note(lang)
    }

    fn text(&self, reader: &Reader) -> String {
        self.levels.iter().map(|level| level.words(reader)).collect()
    }

    fn write(&self, format: &str, out: &mut dyn Write) -> Result<(), Refusal> {
        /// Pixels of a cell's side.
        const CELL: f32 = 48.0;
        /// Pixels of a picture at the most.
        const MOST: f32 = 1e8;
        let scale = CELL.min((MOST / (self.scene.width * self.scene.height)).sqrt());
        let bytes = match format {
            "svg" => svg(&self.scene).into_bytes(),
            _ => png(&self.scene, scale, Theme::Light).map_err(Refusal::broken)?,
        };
        out.write_all(&bytes).map_err(Refusal::broken)
    }
}
