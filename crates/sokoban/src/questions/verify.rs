//! Solutions replayed on their levels.

use super::levels::{Skipped, lengths};
use super::solutions::SolutionsSource;
use crate::{Metrics, ReplayError, audit, replay};
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Lang, Say, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Replay solutions.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Verify {
    /// The levels and their solutions.
    #[command(flatten)]
    #[serde(flatten)]
    pub source: SolutionsSource,

    /// Also check that no rule of the solver calls a position on the way dead.
    #[arg(long, help = tr(
        "Also check that no rule of the solver calls a position on the way dead",
        "Vérifier aussi qu'aucune règle du solveur ne dit morte une position du chemin"
    ))]
    #[serde(default)]
    pub audit: bool,
}

/// Whether a solution is one, and its measures.
#[derive(Serialize, JsonSchema)]
pub struct Verified {
    level: usize,
    title: String,
    valid: bool,
    /// The first move that cannot be made, from 1.
    failed_move: Option<usize>,
    error: Option<String>,
    pushes: Option<usize>,
    moves: Option<usize>,
    box_lines: Option<usize>,
    box_changes: Option<usize>,
    pushing_sessions: Option<usize>,
    player_lines: Option<usize>,
    /// The rule of the solver that is wrong about it, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<String>,
}

/// All of them.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
pub struct VerifiedSolutions {
    solutions: Vec<Verified>,
    #[serde(skip)]
    skipped: Skipped,
}

impl Question for Verify {
    type Answer = VerifiedSolutions;
    const NAME: &'static str = "verify";
    const EXAMPLE: &'static str = r#"{"levels":"; easy\n#####\n#@$.#\n#####\n","solution":"R"}"#;
    const COMMANDS: &'static [&'static str] = &["dedale sokoban verify levels.xsb solved.sok --json"];
    const COST: Cost = Cost::Large;
    const STREAMS: bool = true;

    fn about() -> Text {
        Text::new("Replay solutions on their levels", "Rejouer des solutions sur leurs niveaux")
    }

    fn answer(&self, control: &Control<'_>) -> Result<VerifiedSolutions, Refusal> {
        let (levels, pairs) = self.source.pairs(control)?;
        let mut solutions = Vec::new();
        for pair in pairs {
            control.check()?;
            // A solution of a level that is none is left out with it.
            let Ok(place) = levels.place(pair.number) else { continue };
            let entry = &levels.collection.entries[place];
            let replayed = replay(&entry.level, &pair.moves);
            let wrong = match &replayed {
                Ok((moves, _)) if self.audit => audit(&entry.level, moves).err(),
                _ => None,
            };
            let lang = control.reader.lang;
            let mut verified = Verified::new(pair.number, &entry.title, replayed.map(|(_, metrics)| metrics), lang);
            verified.audit = wrong.map(|wrong| wrong.say(lang));
            control.emit(&verified)?;
            solutions.push(verified);
        }
        Ok(VerifiedSolutions { solutions, skipped: levels.skipped() })
    }
}

impl Verified {
    fn new(level: usize, title: &str, result: Result<Metrics, ReplayError>, lang: Lang) -> Self {
        let (metrics, error) = (result.as_ref().ok(), result.as_ref().err());
        Self {
            level,
            title: title.to_owned(),
            valid: metrics.is_some(),
            failed_move: error.and_then(|error| match error {
                ReplayError::Wall { number, .. }
                | ReplayError::Stuck { number, .. }
                | ReplayError::NoBox { number, .. } => Some(*number),
                ReplayError::Unfinished { .. } => None,
            }),
            error: error.map(|error| error.say(lang)),
            pushes: metrics.map(|metrics| metrics.pushes),
            moves: metrics.map(|metrics| metrics.moves),
            box_lines: metrics.map(|metrics| metrics.box_lines),
            box_changes: metrics.map(|metrics| metrics.box_changes),
            pushing_sessions: metrics.map(|metrics| metrics.pushing_sessions),
            player_lines: metrics.map(|metrics| metrics.player_lines),
            audit: None,
        }
    }
}

impl Answer for Verified {
    fn yes(&self) -> bool {
        self.valid && self.audit.is_none()
    }

    fn text(&self, reader: &Reader) -> String {
        let (lang, level, colon) = (reader.lang, self.level, reader.lang.pick(":", " :"));
        let wrong = self.audit.as_ref().map(|wrong| format!("{level}{colon} {wrong}\n")).unwrap_or_default();
        let said = self.error.clone().unwrap_or_else(|| {
            let lengths = lengths(lang, self.pushes.unwrap_or(0), self.moves.unwrap_or(0));
            let changes = self.box_changes.unwrap_or(0);
            let change = match changes {
                1 => lang.pick("box change", "changement de caisse"),
                _ => lang.pick("box changes", "changements de caisse"),
            };
            format!("{}, {lengths}, {changes} {change}", lang.pick("valid", "valide"))
        });
        format!("{wrong}{level}{colon} {said}\n")
    }
}

impl Answer for VerifiedSolutions {
    fn yes(&self) -> bool {
        self.skipped.none() && self.solutions.iter().all(Answer::yes)
    }

    fn note(&self, lang: Lang) -> Option<String> {
        self.skipped.note(lang)
    }

    /// Every solution was told when it was done.
    fn text(&self, _: &Reader) -> String {
        String::new()
    }
}
