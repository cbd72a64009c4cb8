//! `dedale race simulate`.

use super::new::BoardArgs;
use crate::args::JsonArg;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::seed::SeedArg;
use crate::{output, progress};
use dedale_race::simulate::{Setup, Simulation, Summary, Tally, Walker};
use dedale_text::{Lang, Say, tr};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, value_name = "N", default_value_t = 1000, help = tr("Rounds to play", "Manches à jouer"))]
    rounds: u64,

    #[arg(long, value_name = "P", default_value_t = 0.1, help = tr(
        "Probability that a step is a random one", "Probabilité qu'un pas soit au hasard"
    ))]
    noise: f64,

    #[arg(long, help = tr("Players block each other's cells", "Les joueurs se bloquent la route"))]
    block: bool,

    #[arg(long, value_name = "BOT,…", value_delimiter = ',', help = tr(
        "How each player walks: stray follows a shortest path and strays, best never strays and thinks about blocking",
        "Comment marche chaque joueur : stray suit un plus court chemin en s'égarant, best ne s'égare pas et pense à bloquer"
    ))]
    bots: Vec<Bot>,

    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Bot {
    Stray,
    Best,
}

pub fn run(args: &Args, context: &Context) -> Answer {
    let seed = args.seed.get();
    let walker = |bot: &Bot| match bot {
        Bot::Stray => Walker::Stray,
        Bot::Best => Walker::Best,
    };
    let recipe = args.board.recipe();
    if args.bots.len() > recipe.players {
        let (found, expected) = (args.bots.len(), recipe.players);
        return Err(Failure::new(
            format!("found {found} bots, expected at most {expected}, one a player"),
            format!("trouvé {found} robots, attendu au plus {expected}, un par joueur"),
        ));
    }
    let walkers = args.bots.iter().map(walker).collect();
    let mut simulation = Simulation::new(Setup { recipe, noise: args.noise, block: args.block, walkers, seed })?;
    let interrupt = context.interrupt();
    let bar = progress::bar(context, args.rounds);
    let start = Instant::now();
    for round in 0..args.rounds {
        if round % 256 == 0 {
            bar.set_position(round);
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
        }
        // No playable board: a good question whose answer is no.
        if let Err(error) = simulation.round() {
            anstream::eprintln!("{}", error.say(context.lang));
            return Ok(Done::No);
        }
    }
    bar.finish_and_clear();
    let summary = simulation.summary();
    if args.json.json {
        output::json(&document(summary, args, seed))?;
    } else {
        output::stdout(text(summary, seed, context.lang).as_bytes())?;
        let speed = summary.rounds as f64 / start.elapsed().as_secs_f64().max(1e-9);
        if context.chats() {
            anstream::eprintln!("{speed:.0} {}", tr("rounds a second", "manches par seconde"));
        }
    }
    Ok(if summary.rounds < args.rounds { Done::Interrupted } else { Done::Yes })
}

fn document(summary: &Summary, args: &Args, seed: u64) -> Value {
    let histogram: Vec<Value> = (summary.moves.bins(20).into_iter())
        .map(|(from, to, count)| json!({"from": from, "to": to, "count": count}))
        .collect();
    json!({
        "rounds": summary.rounds,
        "players": args.board.players,
        "size": args.board.size,
        "density": args.board.density,
        "noise": args.noise,
        "block": args.block,
        "seed": seed,
        "wins": summary.wins,
        "wins_by_turn": summary.wins_by_turn,
        "abandoned": summary.abandoned,
        "boards": summary.boards,
        "opened": summary.opened,
        "moves": figures(&summary.moves),
        "best": figures(&summary.best),
        "extra": figures(&summary.extra),
        "histogram": histogram,
    })
}

fn figures(tally: &Tally) -> Value {
    json!({
        "mean": tally.mean(),
        "min": tally.min(),
        "p50": tally.quantile(0.5),
        "p95": tally.quantile(0.95),
        "max": tally.max(),
    })
}

fn text(summary: &Summary, seed: u64, lang: Lang) -> String {
    let mut text = String::new();
    let share = |count: u64| 100.0 * count as f64 / summary.rounds.max(1) as f64;
    let mut line = |en: String, fr: String| text += &(lang.pick(&en, &fr).to_owned() + "\n");
    line(format!("{} rounds, seed {seed}", summary.rounds), format!("{} manches, graine {seed}", summary.rounds));
    for (&wins, id) in summary.wins.iter().zip(1..) {
        let percent = share(wins);
        line(
            format!("player {id} won {wins} ({percent:.1} %)"),
            format!("le joueur {id} en a gagné {wins} ({percent:.1} %)"),
        );
    }
    for (&wins, turn) in summary.wins_by_turn.iter().zip(1..) {
        let percent = share(wins);
        line(
            format!("number {turn} in the order of play won {wins} ({percent:.1} %)"),
            format!("le numéro {turn} dans l'ordre de jeu en a gagné {wins} ({percent:.1} %)"),
        );
    }
    if summary.abandoned > 0 {
        line(format!("abandoned: {}", summary.abandoned), format!("abandonnées : {}", summary.abandoned));
    }
    let boards = summary.boards as f64 / summary.rounds.max(1) as f64;
    line(format!("boards drawn a round: {boards:.2}"), format!("plateaux tirés par manche : {boards:.2}"));
    let (moves, best, extra) = (summary.moves.mean(), summary.best.mean(), summary.extra.mean());
    line(
        format!("the winner's steps: {moves:.1} on average, {extra:.1} beyond the best path of {best:.1}"),
        format!("coups du gagnant : {moves:.1} en moyenne, {extra:.1} de plus que le meilleur chemin de {best:.1}"),
    );
    let bins = summary.moves.bins(20);
    let most = bins.iter().map(|bin| bin.2).max().unwrap_or(1).max(1);
    for (from, to, count) in bins {
        let length = (count * 50).div_ceil(most) as usize;
        let _ = writeln!(text, "{from:>6}–{to:<6} {count:>8} {}", "#".repeat(length));
    }
    text
}
