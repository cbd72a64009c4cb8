//! `dedale sokoban bench --compare`: results of several runs side by side.
//!
//! Each run is set against the first: the levels only one of them solves,
//! ratios over the levels both solve (times and nodes as geometric means, so
//! that one long level does not speak for all), and how likely the count of
//! wins would be if both were equal (sign test, two-sided, exact). The picture
//! is the field's cactus plot: so many levels, each within so much time.

use crate::ask::refused;
use crate::failure::{Answer, Done, Failure};
use crate::output;
use dedale_draw::{Anchor, Paint, Scene, Shape, role, svg};
use dedale_question::Refusal;
use dedale_text::{Lang, Located, messages, tr};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

messages! {
    /// What is wrong with a file of results.
    enum CsvError {
        /// A column that must be there is not.
        Column { name: &'static str } => "found no column `{name}`, expected the results of a benchmark",
            "trouvé aucune colonne « {name} », attendu les résultats d'un banc d'essai";
        /// A field that is no number.
        Number { found: String } => "found `{found}`, expected a number", "trouvé « {found} », attendu un nombre";
        /// Nothing at all.
        Empty => "found no result, expected at least one line", "trouvé aucun résultat, attendu au moins une ligne";
    }
}

/// A level that was solved.
#[derive(Clone, Debug, PartialEq)]
struct Solved {
    seconds: f64,
    pushes: Option<f64>,
    nodes: Option<f64>,
    expansions: Option<f64>,
    /// By the rules that the file names.
    deadlocks: BTreeMap<String, u64>,
}

/// One file of results.
struct Run {
    name: String,
    /// What each level came to; `None` if it was tried in vain.
    levels: BTreeMap<(String, usize), Option<Solved>>,
}

/// One file in figures.
#[derive(Serialize)]
struct RunFigures {
    run: String,
    levels: usize,
    solved: usize,
    seconds: f64,
}

/// A run against the first.
#[derive(Serialize, Debug, PartialEq)]
struct Versus {
    first: String,
    second: String,
    both: usize,
    only_first: Vec<String>,
    only_second: Vec<String>,
    /// The second's figures over the first's.
    time: Option<f64>,
    nodes: Option<f64>,
    expansions: Option<f64>,
    pushes: Option<f64>,
    /// Positions that each dropped as dead, by rule, on the levels both solve.
    deadlocks: BTreeMap<String, [u64; 2]>,
    /// Levels on which the first and the second are clearly faster.
    faster: [usize; 2],
    /// How likely so uneven a count is if both are equally fast.
    faster_p: f64,
    /// Levels on which the first and the second push less.
    shorter: [usize; 2],
    shorter_p: f64,
}

#[derive(Serialize)]
struct Comparison {
    runs: Vec<RunFigures>,
    versus: Vec<Versus>,
}

pub fn run(files: &[PathBuf], picture: Option<&Path>, json: bool) -> Answer {
    output::writable(picture)?;
    let runs = files.iter().map(|path| Run::read(path)).collect::<Result<Vec<_>, _>>()?;
    let figures = runs.iter().map(Run::figures).collect();
    let versus = runs[1..].iter().map(|run| Versus::new(&runs[0], run)).collect();
    let comparison = Comparison { runs: figures, versus };
    if let Some(path) = picture {
        output::result(Some(path), svg(&cactus(&runs)).as_bytes())?;
    }
    if json {
        output::json(&comparison)?;
    } else {
        output::stdout(words(&comparison).as_bytes())?;
    }
    Ok(Done::Yes)
}

/// The fields of a line; quotes hold commas. `None` if a quote is never closed.
pub fn fields(line: &str) -> Option<Vec<String>> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            letter => field.push(letter),
        }
    }
    fields.push(field);
    (!quoted).then_some(fields)
}

impl Run {
    fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| Failure::broken(format!("{name}: {error}")))?;
        let levels = Self::parse(&text).map_err(|error| refused(Refusal::located(&name, &error)))?;
        let stem = path.file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
        Ok(Self { name: stem, levels })
    }

    fn parse(text: &str) -> Result<BTreeMap<(String, usize), Option<Solved>>, Located<CsvError>> {
        let at = |line: usize, error| Located::new(line, 1, error);
        let header = text.lines().next().and_then(fields).unwrap_or_default();
        let column = |name: &'static str| {
            header.iter().position(|field| field == name).ok_or_else(|| at(1, CsvError::Column { name }))
        };
        let (level, seconds, status) = (column("level")?, column("seconds")?, column("status")?);
        let (file, pushes, nodes) = (column("file").ok(), column("pushes").ok(), column("nodes").ok());
        let expansions = column("expansions").ok();
        let rules = || header.iter().enumerate().filter_map(|(at, name)| Some((at, name.strip_prefix("dead_")?)));
        let mut levels = BTreeMap::new();
        for (index, line) in text.lines().enumerate().skip(1) {
            // A line cut short by a crash is no line.
            let Some(found) = fields(line).filter(|found| found.len() == header.len()) else { continue };
            let number = |column: usize| {
                let text = &found[column];
                text.parse::<f64>().map_err(|_| at(index + 1, CsvError::Number { found: text.clone() }))
            };
            let maybe = |column: Option<usize>| column.and_then(|column| found[column].parse::<f64>().ok());
            let name = file.map(|file| found[file].clone()).unwrap_or_default();
            let solved = found[status] == "solved";
            let seconds = number(seconds)?;
            let (pushes, nodes, expansions) = (maybe(pushes), maybe(nodes), maybe(expansions));
            let count = |(at, name): (usize, &str)| Some((name.to_owned(), found[at].parse().ok()?));
            let result = Solved { seconds, pushes, nodes, expansions, deadlocks: rules().filter_map(count).collect() };
            levels.insert((name, number(level)? as usize), solved.then_some(result));
        }
        if levels.is_empty() { Err(at(1, CsvError::Empty)) } else { Ok(levels) }
    }

    fn figures(&self) -> RunFigures {
        let solved: Vec<&Solved> = self.levels.values().flatten().collect();
        let seconds = solved.iter().map(|solved| solved.seconds).sum::<f64>();
        RunFigures {
            run: self.name.clone(),
            levels: self.levels.len(),
            solved: solved.len(),
            seconds: rounded(seconds),
        }
    }
}

/// Times under this are noise.
const LEAST_SECONDS: f64 = 0.01;

impl Versus {
    fn new(first: &Run, second: &Run) -> Self {
        let name = |(file, level): &(String, usize)| {
            let file = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            if file.is_empty() { level.to_string() } else { format!("{file} {level}") }
        };
        let alone = |one: &Run, other: &Run| -> Vec<String> {
            let solved = one.levels.iter().filter(|(_, result)| result.is_some());
            // A level that the other was never given says nothing.
            solved.filter(|(key, _)| other.levels.get(*key) == Some(&None)).map(|(key, _)| name(key)).collect()
        };
        let both: Vec<(&Solved, &Solved)> = first
            .levels
            .iter()
            .filter_map(|(key, one)| Some((one.as_ref()?, second.levels.get(key)?.as_ref()?)))
            .collect();
        let mut deadlocks: BTreeMap<String, [u64; 2]> = BTreeMap::new();
        for (side, solved) in both.iter().flat_map(|(a, b)| [(0, a), (1, b)]) {
            for (rule, count) in &solved.deadlocks {
                deadlocks.entry(rule.clone()).or_default()[side] += count;
            }
        }
        deadlocks.retain(|_, counts| *counts != [0, 0]);
        let time = |solved: &Solved| solved.seconds.max(LEAST_SECONDS);
        let times: Vec<(f64, f64)> = both.iter().map(|(a, b)| (time(a), time(b))).collect();
        let of = |figure: fn(&Solved) -> Option<f64>| -> Vec<(f64, f64)> {
            both.iter().filter_map(|(a, b)| Some((figure(a)?, figure(b)?))).collect()
        };
        let (nodes, pushes) = (of(|solved| solved.nodes), of(|solved| solved.pushes));
        // None at all is no reason to divide by it.
        let more = |pairs: Vec<(f64, f64)>| -> Vec<_> { pairs.iter().map(|(a, b)| (a + 1.0, b + 1.0)).collect() };
        // A tenth more or less is the machine's mood.
        let faster = wins(&times, 1.1);
        let shorter = wins(&pushes, 1.0);
        let total = |side: fn(&(f64, f64)) -> f64| pushes.iter().map(side).sum::<f64>();
        Self {
            first: first.name.clone(),
            second: second.name.clone(),
            both: both.len(),
            only_first: alone(first, second),
            only_second: alone(second, first),
            time: geometric(&times),
            nodes: geometric(&more(nodes)),
            expansions: geometric(&more(of(|solved| solved.expansions))),
            deadlocks,
            pushes: (total(|pair| pair.0) > 0.0).then(|| rounded(total(|pair| pair.1) / total(|pair| pair.0))),
            faster,
            faster_p: sign_test(faster),
            shorter,
            shorter_p: sign_test(shorter),
        }
    }
}

/// How often the first and the second is smaller by more than a factor.
fn wins(pairs: &[(f64, f64)], factor: f64) -> [usize; 2] {
    let count = |win: &dyn Fn(f64, f64) -> bool| pairs.iter().filter(|(a, b)| win(*a, *b)).count();
    [count(&|a, b| b > a * factor), count(&|a, b| a > b * factor)]
}

/// The geometric mean of second over first.
fn geometric(pairs: &[(f64, f64)]) -> Option<f64> {
    let sum: f64 = pairs.iter().map(|(a, b)| (b / a).ln()).sum();
    (!pairs.is_empty()).then(|| rounded((sum / pairs.len() as f64).exp()))
}

/// The probability that a fair coin falls at least as unevenly.
fn sign_test([a, b]: [usize; 2]) -> f64 {
    let (n, low) = (a + b, a.min(b));
    // Logarithms, since 2^-n vanishes for long collections.
    let mut log_choose = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=low {
        tail += log_choose.exp();
        log_choose += ((n - k) as f64 / (k + 1) as f64).ln();
    }
    rounded((2.0 * tail).min(1.0))
}

/// To four digits after the point.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

fn words(comparison: &Comparison) -> String {
    let mut text =
        format!("{:<28} {:>11} {:>10}\n", tr("run", "essai"), tr("solved", "résolus"), tr("seconds", "secondes"));
    for run in &comparison.runs {
        let solved = format!("{}/{}", run.solved, run.levels);
        text += &format!("{:<28} {solved:>11} {:>10.2}\n", run.run, run.seconds);
    }
    let known = |ratio: Option<f64>| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.3}"));
    for versus in &comparison.versus {
        let Versus { first, second, both, faster, shorter, .. } = versus;
        text += &format!("\n{second} / {first}\n");
        let mut line =
            |en: &str, fr: &str, what: String| text += &format!("  {}: {what}\n", Lang::current().pick(en, fr));
        let list = |names: &[String]| format!("{} {}", names.len(), names.join(", "));
        line("solved by both", "résolus par les deux", both.to_string());
        line(&format!("only {first}"), &format!("{first} seul"), list(&versus.only_first));
        line(&format!("only {second}"), &format!("{second} seul"), list(&versus.only_second));
        let means = [versus.time, versus.nodes, versus.expansions].map(known).join(", ");
        line(
            "time, nodes, expansions (geometric means)",
            "temps, nœuds, développements (moyennes géométriques)",
            means,
        );
        line("pushes (sums)", "poussées (sommes)", known(versus.pushes));
        let count = |[a, b]: [usize; 2], p: f64| format!("{first} {a}, {second} {b} (p = {p})");
        line("faster on", "plus rapide sur", count(*faster, versus.faster_p));
        line("fewer pushes on", "moins de poussées sur", count(*shorter, versus.shorter_p));
        if !versus.deadlocks.is_empty() {
            let rules = versus.deadlocks.iter().map(|(rule, [a, b])| format!("{rule} {a} → {b}"));
            line(
                "dropped as dead (sums, solved by both)",
                "écartées comme mortes (sommes, résolus par les deux)",
                rules.collect::<Vec<_>>().join(", "),
            );
        }
    }
    text
}

/// So many levels, each within so much time: a line a run.
fn cactus(runs: &[Run]) -> Scene {
    const WIDTH: f32 = 16.0;
    const HEIGHT: f32 = 10.0;
    const LEFT: f32 = 1.6;
    const TOP: f32 = 0.8;
    let (plot_width, plot_height) = (WIDTH - LEFT - 0.6, HEIGHT - TOP - 1.4);
    let times = |run: &Run| -> Vec<f64> {
        let mut times: Vec<f64> =
            run.levels.values().flatten().map(|solved| solved.seconds.max(LEAST_SECONDS)).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let all: Vec<Vec<f64>> = runs.iter().map(times).collect();
    let most = runs.iter().map(|run| run.levels.len()).max().unwrap_or(1).max(1) as f32;
    let longest = all.iter().flatten().copied().fold(1.0, f64::max);
    let decades = (longest / LEAST_SECONDS).log10().ceil().max(1.0) as f32;
    let x = |count: f32| LEFT + count / most * plot_width;
    let y = |seconds: f64| TOP + plot_height - (seconds / LEAST_SECONDS).log10() as f32 / decades * plot_height;
    let mut scene =
        Scene::new(WIDTH, HEIGHT).titled(tr("Solved levels against time", "Niveaux résolus selon le temps"));
    scene.add(Shape::rect(0.0, 0.0, WIDTH, HEIGHT).fill(&role::PAPER));
    for decade in 0..=decades as i32 {
        let seconds = LEAST_SECONDS * 10f64.powi(decade);
        scene.add(Shape::line(vec![(LEFT, y(seconds)), (LEFT + plot_width, y(seconds))]).stroke(&role::LINE, 0.02));
        let label = if seconds < 1.0 { format!("{seconds} s") } else { format!("{seconds:.0} s") };
        scene.add(Shape::text(LEFT - 0.15, y(seconds), 0.36, label).anchor(Anchor::End).fill(&role::FAINT));
    }
    for tick in 0..=4 {
        let count = (most * tick as f32 / 4.0).round();
        scene.add(Shape::text(x(count), TOP + plot_height + 0.4, 0.36, format!("{count:.0}")).fill(&role::FAINT));
    }
    let under = TOP + plot_height + 0.95;
    scene
        .add(Shape::text(LEFT + plot_width / 2.0, under, 0.4, tr("levels solved", "niveaux résolus")).fill(&role::INK));
    scene.add(Shape::rect(LEFT, TOP, plot_width, plot_height).stroke(&role::INK, 0.03));
    for (index, (run, times)) in runs.iter().zip(&all).enumerate() {
        let paint = Paint::Role(&role::PLAYERS[index % role::PLAYERS.len()]);
        let points = times.iter().enumerate().map(|(count, &seconds)| (x(count as f32 + 1.0), y(seconds))).collect();
        scene.add(Shape::line(points).stroke(paint, 0.07));
        let (row, name) = (TOP + 0.45 + index as f32 * 0.55, format!("{} ({})", run.name, times.len()));
        scene.add(Shape::line(vec![(LEFT + 0.3, row), (LEFT + 1.0, row)]).stroke(paint, 0.1));
        scene.add(Shape::text(LEFT + 1.2, row, 0.4, name).anchor(Anchor::Start).fill(&role::INK));
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "file,level,status,pushes,moves,seconds,cpu,nodes,memory,engine,settings\n";

    fn run(name: &str, lines: &str) -> Run {
        Run { name: name.into(), levels: Run::parse(&format!("{HEADER}{lines}")).expect("results") }
    }

    #[test]
    fn who_solved_what_alone() {
        let line = |level: usize, status: &str, pushes: usize, seconds: f64, nodes: u64| {
            format!("\"a, b.xsb\",{level},{status},{pushes},0,{seconds},0,{nodes},0,fess,10s\n")
        };
        let one = run(
            "one",
            &(line(1, "solved", 10, 1.0, 99) + &line(2, "solved", 20, 2.0, 9) + &line(3, "time", 0, 10.0, 5)),
        );
        let two = run(
            "two",
            &(line(1, "solved", 12, 4.0, 399) + &line(2, "time", 0, 9.0, 9) + &line(4, "solved", 1, 1.0, 1)),
        );
        let versus = Versus::new(&one, &two);
        assert_eq!((versus.both, &versus.only_first[..]), (1, &["a, b 2".to_owned()][..]));
        // Level 4 was never given to the first.
        assert!(versus.only_second.is_empty());
        assert_eq!((versus.time, versus.nodes, versus.pushes), (Some(4.0), Some(4.0), Some(1.2)));
        assert_eq!((versus.faster, versus.shorter), ([1, 0], [1, 0]));
        assert!(svg(&cactus(&[one, two])).contains("two (2)"));
    }

    #[test]
    fn deadlocks_are_added_up_over_levels_both_solve() {
        let header = "level,status,seconds,expansions,dead_freeze,dead_pairs\n";
        let run =
            |text: &str| Run { name: "x".into(), levels: Run::parse(&format!("{header}{text}")).expect("results") };
        let one = run("1,solved,1,9,3,0\n2,solved,1,9,4,0\n3,solved,1,9,100,0\n");
        let two = run("1,solved,1,19,5,0\n2,solved,1,19,6,0\n3,time,1,9,100,7\n");
        let versus = Versus::new(&one, &two);
        assert_eq!(versus.expansions, Some(2.0));
        assert_eq!(versus.deadlocks, BTreeMap::from([("freeze".to_owned(), [7, 11])]));
    }

    #[test]
    fn the_sign_test_is_that_of_the_books() {
        // A coin that falls 1 and 9: (1 + 10) / 2^10, twice.
        assert_eq!(sign_test([1, 9]), rounded(2.0 * 11.0 / 1024.0));
        assert_eq!((sign_test([0, 0]), sign_test([5, 5])), (1.0, 1.0));
        assert!(sign_test([400, 600]) < 1e-3 && sign_test([400, 600]).is_finite());
    }

    #[test]
    fn other_files_are_refused() {
        assert!(Run::parse("a,b\n1,2\n").is_err());
        assert!(Run::parse(HEADER).is_err());
        assert_eq!(Run::parse(&format!("{HEADER}a,x,solved,1,1,1,1,1,1,f,s\n")).expect_err("no number").line, 2);
    }
}
