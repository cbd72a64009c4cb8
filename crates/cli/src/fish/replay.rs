//! A saved game, step by step.

use crate::args::JsonArg;
use crate::context::Context;
use crate::failure::{Answer, Done};
use crate::input::Source;
use crate::output;
use clap::Args;
use dedale_fish::{Event, Fish, Layout};
use dedale_play::{EntryKind, Viewer, file};
use dedale_text::{Say, tr};
use serde::Serialize;

#[derive(Args)]
pub struct Replay {
    #[arg(value_name = "FILE", help = tr("The saved game; `-` for standard input", "La partie ; « - » pour l'entrée standard"))]
    file: String,

    #[arg(long, value_name = "N", help = tr("Only as far as this action", "Seulement jusqu'à cette action"))]
    step: Option<usize>,

    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct Replayed<'a> {
    id: String,
    steps: usize,
    actions: Vec<(usize, &'a str)>,
    digest: String,
    view: dedale_fish::View,
}

impl Replay {
    pub fn run(self, context: &Context) -> Answer {
        let source = Source::read(&self.file)?;
        let loaded = file::read::<Fish>(source.text()?).map_err(|error| source.at(&error))?;
        let game = loaded.game.at(self.step.unwrap_or(usize::MAX));
        let actions: Vec<(usize, String)> = game
            .log()
            .iter()
            .filter_map(|entry| match &entry.kind {
                EntryKind::Act(seat, action) => Some((seat.index(), action.to_string())),
                EntryKind::Tick => None,
            })
            .collect();
        if self.json.json {
            output::json(&Replayed {
                id: game.id().to_string(),
                steps: actions.len(),
                actions: actions.iter().map(|(seat, action)| (*seat, action.as_str())).collect(),
                digest: format!("{:016x}", game.digest()),
                view: game.view(Viewer::Spectator),
            })?;
            return Ok(Done::Yes);
        }
        let mut text = format!("{}\n", game.id());
        for (number, name) in loaded.players.iter().enumerate() {
            let name = if name == "human" { tr("a person", "une personne") } else { name };
            text += &format!("{} {}: {name}\n", tr("player", "joueur"), number + 1);
        }
        let mut replay = game.replay();
        let mut step = 0;
        while let Some((_, events)) = replay.step() {
            step += 1;
            // Sealed bids are told when they are opened.
            for event in events.iter().filter(|event| !matches!(event, Event::Sealed { .. })) {
                text += &format!("{step:>3} {}\n", event.say(context.lang));
            }
        }
        text += &Layout::Framed.write(&game.state().board());
        text += &super::play::standings(game.state(), context.lang);
        output::stdout(text.as_bytes())?;
        Ok(Done::Yes)
    }
}
