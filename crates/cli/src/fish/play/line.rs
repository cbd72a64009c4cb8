//! Line by line, for scripts and plain terminals.

use super::standings;
use crate::failure::Failure;
use crate::keep::Keep;
use crate::output;
use dedale_fish::bots::{STRONG_NODES, advise};
use dedale_fish::{Action, Fish, Layout, Phase, Piece, Refusal, Tile};
use dedale_grid::{Point, Rng};
use dedale_play::{Bot, Budget, Game, Match, Rejected, Seat, Viewer, file};
use dedale_text::{Lang, Say, tr};
use dedale_tui::effort::{Effort, think};
use dedale_tui::fish::Chair;
use std::io::BufRead;
use std::path::Path;

/// Plays until the game or the input ends.
pub fn play(mut game: Match<Fish>, chairs: &[Chair], keep: &Keep, lang: Lang) -> Result<Match<Fish>, Failure> {
    let mut lines = std::io::stdin().lock().lines();
    say(&format!("{}\n", game.id()))?;
    let mut shown = usize::MAX;
    while let Some(seat) = Fish::active(game.state()).iter().next() {
        keep.note(&game);
        if let Chair::Bot(bot, effort) = chairs[seat.index()] {
            let action = choose(&game, bot, seat, effort);
            act(&mut game, seat, &action, lang)?;
            continue;
        }
        if shown != game.log().len() {
            show(&game, lang)?;
            shown = game.log().len();
        }
        say(&prompt(&game, seat, lang))?;
        let Some(line) = lines.next() else { break };
        let line = line.map_err(Failure::broken)?;
        if !obey(&mut game, chairs, seat, line.trim(), lang)? {
            break;
        }
    }
    if game.outcome().is_some() {
        show(&game, lang)?;
    }
    Ok(game)
}

/// What a bot does now.
fn choose(game: &Match<Fish>, bot: &'static Bot<Fish>, seat: Seat, effort: Effort) -> Action {
    let legal = game.legal(seat);
    let rng = Rng::stream(game.seed(), game.log().len() as u64);
    think(bot, effort, &game.view(Viewer::Seat(seat)), seat, &legal, &rng).unwrap_or(legal[0])
}

fn act(game: &mut Match<Fish>, seat: Seat, action: &Action, lang: Lang) -> Result<bool, Failure> {
    match game.act(seat, action, 0) {
        Ok(events) => {
            for event in events {
                say(&format!("{}\n", event.say(lang)))?;
            }
            Ok(true)
        }
        Err(Rejected::Refused(refusal)) => say(&format!("{}\n", refusal.say(lang))).map(|()| false),
        Err(other) => say(&format!("{}\n", other.say(lang))).map(|()| false),
    }
}

/// Does what a line says; false to stop.
fn obey(game: &mut Match<Fish>, chairs: &[Chair], seat: Seat, line: &str, lang: Lang) -> Result<bool, Failure> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "" => {}
        "quit" | "quitter" => return Ok(false),
        "help" | "aide" => say(tr(
            "reserve R,C · draw · bid N · build R,C · preview R,C · risk · hint · show · undo · save FILE · quit\n",
            "réserver L,C · piocher · miser N · aménager L,C · aperçu L,C · risque · conseil · montrer · reprendre · garder FICHIER · quitter\n",
        ))?,
        "show" | "montrer" => show(game, lang)?,
        "preview" | "aperçu" => preview(game, rest, lang)?,
        "risk" | "risque" => risk(game)?,
        "hint" | "conseil" => {
            let mut rng = Rng::stream(game.seed(), game.log().len() as u64);
            let budget = Budget { nodes: STRONG_NODES };
            if let Some(advice) = advise(&game.view(Viewer::Seat(seat)), seat, budget, &mut rng) {
                say(&format!("{}\n", advice.say(lang)))?;
            }
        }
        "undo" | "reprendre" => undo(game, chairs)?,
        "save" | "garder" => {
            output::result(Some(Path::new(rest)), file::write(game).as_bytes())?;
            say(&format!("{rest}\n"))?;
        }
        _ => match line.parse::<Action>() {
            Ok(action) => drop(act(game, seat, &action, lang)?),
            Err(error) => say(&format!("{}\n", error.say(lang)))?,
        },
    }
    Ok(true)
}

/// Takes back the last action of a person and what the bots did after it.
fn undo(game: &mut Match<Fish>, chairs: &[Chair]) -> Result<(), Failure> {
    let before = game.clone();
    while game.undo() {
        let now = Fish::active(game.state()).iter().next();
        if now.is_some_and(|seat| matches!(chairs[seat.index()], Chair::Human)) {
            return Ok(());
        }
    }
    *game = before;
    say(tr("nothing can be taken back here\n", "rien ne peut être repris ici\n"))
}

fn preview(game: &Match<Fish>, cell: &str, lang: Lang) -> Result<(), Failure> {
    let Ok(at) = cell.parse::<Point>() else {
        return say(tr("preview ROW,COLUMN\n", "aperçu LIGNE,COLONNE\n"));
    };
    let state = game.state();
    let seen = state.preview(at, Piece::Tree);
    let text = match seen {
        Some(seen) if seen.possible => {
            let roads: Vec<String> = seen.roads.iter().map(|road| road.0.to_string()).collect();
            format!("{} {}\n", tr("roads:", "routes :"), if roads.is_empty() { "-".into() } else { roads.join(" ") })
        }
        Some(seen) => seen.refused.map_or_else(String::new, |why| format!("{}\n", why.say(lang))),
        None => format!("{}\n", Refusal::Outside { at }.say(lang)),
    };
    say(&text)
}

fn risk(game: &Match<Fish>) -> Result<(), Failure> {
    let state = game.state();
    let risk = state.risk(300, &mut Rng::stream(game.seed(), 1));
    let board = state.board();
    let mut text = String::new();
    for (cell, chance) in risk.iter() {
        let free = matches!(board.tile(cell), Tile::Free | Tile::Reserved(_));
        text += &if free { format!("{:>4.0}", chance * 100.0) } else { "   .".into() };
        if (cell.index() + 1).is_multiple_of(board.size().cols()) {
            text.push('\n');
        }
    }
    say(&text)
}

fn show(game: &Match<Fish>, lang: Lang) -> Result<(), Failure> {
    let state = game.state();
    say(&(Layout::Framed.write(&state.board()) + &standings(state, lang)))
}

fn prompt(game: &Match<Fish>, seat: Seat, lang: Lang) -> String {
    let state = game.state();
    let (trees, shops) = state.pile();
    let what = match state.phase() {
        Phase::Turn => {
            let left = trees + shops.iter().sum::<usize>();
            format!("{} ({left})", tr("reserve or draw", "réserver ou piocher"))
        }
        Phase::Auction(good) => {
            format!(
                "{} {}",
                tr("bid for the shop of", "miser pour la boutique de"),
                lang.pick(good.name().0, good.name().1)
            )
        }
        Phase::Build(_, piece) => format!("{} {}", tr("build", "aménager"), piece.say(lang)),
        Phase::Over => String::new(),
    };
    format!("{} {seat}, {what}> ", tr("player", "joueur"))
}

fn say(text: &str) -> Result<(), Failure> {
    output::stdout(text.as_bytes())
}
