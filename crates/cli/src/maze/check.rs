//! `maze check` and `maze measure`.

use super::file;
use crate::args::JsonArg;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::input::Source;
use crate::output;
use clap::Args;
use dedale_maze::analysis::{Measure, Measures, Survey, measure, survey};
use dedale_maze::{Maze, mask};
use dedale_text::{Say, tr};

#[derive(Args)]
struct Checked {
    #[arg(value_name = "FILE", help = tr("The maze, `-` for standard input", "Le labyrinthe, « - » pour l'entrée standard"))]
    file: String,

    #[arg(long, value_name = "FILE", help = tr(
        "Text or PNG: cells that do not count", "Texte ou PNG : cases qui ne comptent pas"
    ))]
    mask: Option<String>,

    #[command(flatten)]
    json: JsonArg,
}

impl Checked {
    fn read(&self) -> Result<Maze, Failure> {
        let mut maze = file::read(&self.file)?;
        if let Some(name) = &self.mask {
            let source = Source::read(name)?;
            let absent = mask::read(&source.bytes, Some(maze.size())).map_err(|error| source.at(&error))?;
            maze.absent = Some(absent);
        }
        Ok(maze)
    }
}

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    what: Checked,
}

impl Check {
    pub fn run(self, _: &Context) -> Answer {
        let survey = survey(&self.what.read()?);
        if self.what.json.json {
            output::json(&survey)?;
        } else {
            output::stdout(described(&survey).as_bytes())?;
        }
        Ok(if survey.perfect { Done::Yes } else { Done::No })
    }
}

fn described(survey: &Survey) -> String {
    let verdict = match (survey.connected, survey.cycles) {
        (true, 0) => tr("perfect", "parfait"),
        (true, _) => tr("connected, with cycles", "connexe, avec des cycles"),
        (false, _) => tr("not connected", "non connexe"),
    };
    let mut text = format!("{}x{}: {verdict}\n", survey.columns, survey.rows);
    for (name, value) in [
        (tr("components", "composantes"), Some(survey.components)),
        (tr("cycles", "cycles"), Some(survey.cycles)),
        (tr("dead ends", "culs-de-sac"), Some(survey.dead_ends)),
        (tr("junctions", "carrefours"), Some(survey.junctions)),
        (tr("solution", "solution"), survey.solution_length),
    ] {
        text += &match value {
            Some(value) => format!("{name:<12} {value}\n"),
            None => format!("{name:<12} {}\n", tr("none", "aucune")),
        };
    }
    text
}

#[derive(Args)]
pub struct MeasureVerb {
    #[command(flatten)]
    what: Checked,
}

impl MeasureVerb {
    pub fn run(self, context: &Context) -> Answer {
        let measures = measure(&self.what.read()?);
        if self.what.json.json {
            output::json(&measures)?;
        } else {
            output::stdout(table(&measures, context).as_bytes())?;
        }
        Ok(Done::Yes)
    }
}

fn table(measures: &Measures, context: &Context) -> String {
    let mut text = described(&measures.survey);
    for measure in Measure::ALL {
        let value = measure.value(measures).map_or_else(|| "-".to_owned(), number);
        text += &format!("{:<20} {value:>14}  {}\n", measure.name(), measure.summary().say(context.lang));
    }
    text
}

/// A number with two digits after the point, or none if it is whole.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}
