//! `magic replay`: a saved match as a story, or step by step on a screen.

use super::play::{board, ending, say};
use crate::context::Context;
use crate::failure::{Answer, Done};
use crate::keep::loaded;
use clap::Args;
use dedale_magic::game::{MagicMaze, tell};
use dedale_play::EntryKind;
use dedale_text::{Say, tr};
use dedale_tui::magic::MagicScreen;
use std::io::IsTerminal;

#[derive(Args)]
pub struct Replay {
    #[arg(value_name = "FILE", help = tr("The saved match; `-` for standard input", "La partie ; « - » pour l'entrée standard"))]
    file: String,

    #[arg(long, help = tr("As a story even on a terminal", "En récit même sur un terminal"))]
    plain: bool,

    #[arg(long, value_name = "N", help = tr("Only as far as this entry", "Seulement jusqu'à cette entrée"))]
    step: Option<usize>,
}

impl Replay {
    pub fn of(file: String, plain: bool) -> Self {
        Self { file, plain, step: None }
    }

    pub fn run(&self, context: &Context) -> Answer {
        let Some(found) = loaded::<MagicMaze>(Some(&self.file), false)? else { return Ok(Done::Yes) };
        let game = found.game.at(self.step.unwrap_or(usize::MAX));
        let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        if terminal && !self.plain {
            return context.show(&mut MagicScreen::replay(game));
        }
        say(game.id());
        let mut replay = game.replay();
        let mut number = 0;
        while let Some((entry, events)) = replay.step() {
            number += 1;
            let seconds = entry.t_ms / 1000;
            let time = format!("{}:{:02}", seconds / 60, seconds % 60);
            if let EntryKind::Act(seat, action) = &entry.kind {
                let who = tr("player", "joueur");
                say(format!(
                    "{number:>4} {time:>5} {who} {seat}{} {}",
                    context.lang.pick(":", " :"),
                    action.say(context.lang)
                ));
            }
            let market = &replay.state().open.market;
            for text in events.iter().filter_map(|event| tell(event, market)) {
                say(format!("           {}", text.say(context.lang)));
            }
        }
        board(&game);
        ending(&game);
        Ok(Done::Yes)
    }
}
