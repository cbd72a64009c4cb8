//! Solutions and the levels they belong to.

use super::levels::{LevelChoice, Levels, check_size, text_of};
use crate::{Collection, Moves, read_solutions};
use dedale_question::{Control, Input, Kind, Refusal, Source};
use dedale_text::{Located, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Levels and solutions as text.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolutionsSource {
    /// The levels, in any of the usual spellings.
    #[arg(value_name = "LEVELS", help = tr("The levels", "Les niveaux"))]
    pub levels: Source,

    /// The solutions: levels with solutions, bare moves in order, or the lines
    /// of `solve`; those in `levels` unless given.
    #[arg(value_name = "SOLUTIONS", help = tr(
        "The solutions: levels with solutions, bare moves in order, or the lines of solve --json; those in LEVELS unless given",
        "Les solutions : des niveaux avec solutions, des coups seuls dans l'ordre, ou les lignes de solve --json ; par défaut celles de LEVELS"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Source>,
}

/// A solution with the number of its level.
pub struct Pair {
    pub number: usize,
    pub moves: Moves,
    line: usize,
}

impl SolutionsSource {
    /// Which solution belongs to which level: by the level it stands with, by
    /// being the same puzzle as drawn, or by order. Bad levels are counted and left out.
    pub fn pairs(&self, control: &Control<'_>) -> Result<(Levels, Vec<Pair>), Refusal> {
        let levels = Levels::read(&self.levels, control)?;
        let count = levels.chosen(LevelChoice::default(), self.levels.name())?.len();
        let collection = &levels.collection;
        let (mut pairs, mut given) = (Vec::new(), Collection::default());
        match &self.solution {
            None => given = collection.clone(),
            Some(source) => {
                let input = source.read()?;
                let text = text_of(&input);
                check_size(&text, control)?;
                if text.trim_start().starts_with('{') {
                    pairs = solved(&input, &text)?;
                } else if let Some(found) = one_a_line(&text, count) {
                    pairs = found;
                } else {
                    given = read_solutions(&text).map_err(|error| input.at(&error))?;
                }
            }
        }
        for (index, entry) in given.entries.iter().enumerate() {
            let same = collection.entries.iter().position(|other| other.level == entry.level);
            let number = same.map_or(index + 1, |same| levels.numbers[same]);
            pairs.extend(entry.solutions.iter().map(|s| Pair { number, moves: s.moves.clone(), line: s.line }));
        }
        for (solution, number) in given.loose.iter().zip(1..) {
            pairs.push(Pair { number, moves: solution.moves.clone(), line: solution.line });
        }
        let name = self.solution.as_ref().unwrap_or(&self.levels).name();
        if pairs.is_empty() {
            return Err(Refusal::new(
                "found no solution, expected moves such as rrU",
                "trouvé aucune solution, attendu des coups comme rrU",
            )
            .at(1, 1)
            .within(name));
        }
        if let Some(pair) = pairs.iter().find(|pair| !(1..=count).contains(&pair.number)) {
            return Err(Refusal::new(
                format!("found solution {}, expected at most {count}", pair.number),
                format!("trouvé la solution {}, attendu au plus {count}", pair.number),
            )
            .at(pair.line, 1)
            .within(name));
        }
        Ok((levels, pairs))
    }
}

/// Solutions one a line, if there are just as many lines as levels; otherwise
/// lines that follow each other are one long solution.
fn one_a_line(text: &str, levels: usize) -> Option<Vec<Pair>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(';')).collect();
    if lines.len() != levels {
        return None;
    }
    let pair = |(index, (line, text)): (usize, (usize, &str))| {
        Moves::parse(text).ok().map(|moves| Pair { number: index + 1, moves, line })
    };
    lines.into_iter().enumerate().map(pair).collect()
}

/// A line of `solve --json`, as far as it matters here.
#[derive(Deserialize)]
struct Solved {
    level: usize,
    solution: Option<String>,
}

fn solved(input: &Input, text: &str) -> Result<Vec<Pair>, Refusal> {
    let mut pairs = Vec::new();
    for (line, content) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let parsed: Solved = serde_json::from_str(content).map_err(|error| {
            let text = error.to_string();
            Refusal::of(Kind::Wrong, Text::new(text.clone(), text)).at(line, error.column()).within(&input.name)
        })?;
        if let Some(solution) = parsed.solution {
            let moves =
                Moves::parse(&solution).map_err(|error| input.at(&Located::new(line, error.index() + 1, error)))?;
            pairs.push(Pair { number: parsed.level, moves, line });
        }
    }
    Ok(pairs)
}
