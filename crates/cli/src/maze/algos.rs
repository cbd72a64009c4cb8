//! `maze algos`.

use crate::args::JsonArg;
use crate::context::Context;
use crate::failure::{Answer, Done};
use crate::output;
use clap::Args;
use dedale_maze::Algorithm;
use dedale_text::{Say, tr};
use serde::Serialize;

#[derive(Args)]
pub struct Algos {
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    summary: String,
    perfect: bool,
    uniform: bool,
    streaming: bool,
}

impl Algos {
    pub fn run(self, context: &Context) -> Answer {
        let rows = Algorithm::ALL.map(|algorithm| Row {
            name: algorithm.name(),
            summary: algorithm.summary().say(context.lang),
            perfect: algorithm.is_perfect(),
            uniform: algorithm.is_uniform(),
            streaming: algorithm.rows().is_some(),
        });
        if self.json.json {
            output::json(&rows)?;
            return Ok(Done::Yes);
        }
        let mut text = String::new();
        for row in &rows {
            let notes = [
                (row.uniform, tr("uniform", "uniforme")),
                (row.streaming, tr("any number of rows", "autant de lignes qu'on veut")),
            ];
            let notes: Vec<&str> = notes.into_iter().filter(|(holds, _)| *holds).map(|(_, note)| note).collect();
            let notes = if notes.is_empty() { String::new() } else { format!(" [{}]", notes.join(", ")) };
            text += &format!("{:<14} {}{notes}\n", row.name, row.summary);
        }
        output::stdout(text.as_bytes())?;
        Ok(Done::Yes)
    }
}
