//! `magic plan`.

use super::market::{move_json, named, read, spot};
use super::say;
use crate::args::JsonArg;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::output;
use clap::Args;
use dedale_grid::Point;
use dedale_magic::game::Role;
use dedale_magic::joint::{Moves, Planner, Task, verify};
use dedale_magic::time::schedule;
use dedale_magic::{Colour, Market, Site};
use dedale_text::{Say, Text, tr};
use serde_json::json;

#[derive(Args)]
pub struct Plan {
    #[arg(value_name = "FILE", help = tr("The supermarket; - for standard input", "Le supermarché ; - pour l'entrée standard"))]
    file: String,
    #[arg(long, value_name = "y=R,C,…", value_parser = places, help = tr("Where the pawns stand: y, p, g, o", "Où sont les pions : y, p, g, o"))]
    pawns: Places,
    #[arg(long, value_name = "y=R,C,…", value_parser = places, help = tr("Where they go", "Où ils vont"))]
    goals: Places,
    #[arg(long, help = tr("Pawns block each other; least total number of moves, proved", "Les pions se bloquent ; moins de coups au total, prouvé"))]
    joint: bool,
    #[arg(long, help = tr("Least time instead: players act at once", "Moins de temps plutôt : les joueurs agissent à la fois"))]
    time: bool,
    #[arg(long, default_value_t = 4, value_name = "N", help = tr("Players who share the actions, for --time", "Joueurs qui se partagent les actions, pour --time"))]
    players: usize,
    #[arg(long, help = tr("Pawns may jump to teleporters of their colour", "Les pions peuvent sauter aux téléporteurs de leur couleur"))]
    teleporters: bool,
    #[command(flatten)]
    json: JsonArg,
}

/// The most moments put together to prove a time least: a second or two.
const MOST_MOMENTS: usize = 5_000_000;

/// A point for some of the pawns.
#[derive(Clone, Copy, Default)]
struct Places([Option<Point>; 4]);

/// Reads `y=R,C,p=R,C`.
fn places(text: &str) -> Result<Places, String> {
    let expected = || tr("expected y=R,C,p=R,C,g=R,C,o=R,C", "attendu y=L,C,p=L,C,g=L,C,o=L,C").to_owned();
    let mut places = Places::default();
    let mut parts = text.split(',');
    while let Some(part) = parts.next() {
        let (pawn, row) = part.split_once('=').ok_or_else(expected)?;
        let pawn: Colour = pawn.trim().parse().map_err(|_| expected())?;
        let (row, col) = (row.trim().parse(), parts.next().unwrap_or_default().trim().parse());
        let (Ok(row), Ok(col)) = (row, col) else { return Err(expected()) };
        if places.0[pawn.index()].replace(Point::new(row, col)).is_some() {
            return Err(expected());
        }
    }
    Ok(places)
}

pub fn run(args: &Plan, context: &Context) -> Answer {
    let market = read(&args.file)?;
    let task = task(&market, args)?;
    let mut planner = Planner::new();
    let no_plan = || -> Answer {
        if args.json.json {
            output::json(&json!({"count": null, "moves": []}))?;
        } else {
            say(tr("no plan", "aucun plan"));
        }
        Ok(Done::No)
    };
    if args.time {
        let roles = Role::deal(args.players.clamp(1, 8));
        let Some(found) = schedule(&market, &task, &roles, &mut planner, MOST_MOMENTS) else {
            return no_plan();
        };
        if args.json.json {
            let moves: Vec<_> = found
                .moves
                .iter()
                .map(|(moment, seat, pawn, step)| {
                    let mut value = move_json(&market, step);
                    value["pawn"] = json!(pawn.to_string());
                    value["moment"] = json!(moment);
                    value["seat"] = json!(seat + 1);
                    value
                })
                .collect();
            output::json(
                &json!({"count": moves.len(), "time": found.time, "bound": found.bound, "proved": found.proved, "moves": moves}),
            )?;
        } else {
            for (moment, seat, pawn, step) in &found.moves {
                let (dir, cells) = named(step);
                say(format!(
                    "{moment} {} {} {pawn} {dir} {cells} -> {}",
                    tr("player", "joueur"),
                    seat + 1,
                    market.point(step.to)
                ));
            }
            let proof = if found.proved {
                tr("proved least", "minimum prouvé").to_owned()
            } else {
                format!("{} {}", tr("never below", "jamais moins de"), found.bound)
            };
            say(format!("{} {} ({proof})", tr("time", "temps"), found.time));
        }
        return Ok(Done::Yes);
    }
    let (moves, proof) = if args.joint {
        let Some(plan) = planner.solve(&market, &task) else { return no_plan() };
        if !verify(&market, &task, &plan.moves) {
            return Err(Failure::new(
                "the plan found does not replay: this is a fault of ours",
                "le plan trouvé ne se rejoue pas : c'est notre faute",
            ));
        }
        (plan.moves, Some((plan.proved, plan.single_sum, plan.expanded)))
    } else {
        // Each pawn as if alone.
        let mut moves: Moves = Vec::new();
        for pawn in Colour::ALL {
            let mut alone = task.clone();
            alone.pawns = [None; 4];
            alone.pawns[pawn.index()] = task.pawns[pawn.index()];
            let Some(plan) = planner.solve(&market, &alone) else { return no_plan() };
            moves.extend(plan.moves);
        }
        (moves, None)
    };
    if args.json.json {
        let list: Vec<_> = moves
            .iter()
            .map(|(pawn, step)| {
                let mut value = move_json(&market, step);
                value["pawn"] = json!(pawn.to_string());
                value
            })
            .collect();
        let mut answer = json!({"count": moves.len(), "moves": list});
        if let Some((proved, sum, expanded)) = proof {
            answer["proved"] = json!(proved);
            answer["single_sum"] = json!(sum);
            answer["expanded"] = json!(expanded);
        }
        output::json(&answer)?;
    } else {
        for (pawn, step) in &moves {
            let (dir, cells) = named(step);
            say(format!("{pawn} {dir} {cells} -> {}", market.point(step.to)));
        }
        let mut line = format!("{} {}", moves.len(), tr("moves", "coups"));
        if let Some((proved, sum, _)) = proof {
            let why = if moves.len() == sum {
                Text::new("each pawn needs as many even alone", "chaque pion en a besoin d'autant même seul")
            } else {
                Text::new(
                    format!("alone the pawns would need {sum}"),
                    format!("seuls, les pions en demanderaient {sum}"),
                )
            };
            let proof = if proved {
                tr("proved least", "minimum prouvé")
            } else {
                tr("not proved least", "minimum non prouvé")
            };
            line += &format!(" ({proof}: {})", why.say(context.lang));
        }
        say(line);
    }
    Ok(Done::Yes)
}

fn task(market: &Market, args: &Plan) -> Result<Task, Failure> {
    let mut task = Task::default();
    for pawn in Colour::ALL {
        let index = pawn.index();
        task.pawns[index] = args.pawns.0[index].map(|point| spot(market, point)).transpose()?;
        task.goals[index] = args.goals.0[index].map(|point| spot(market, point)).transpose()?;
        let twice =
            |list: &[Option<dedale_magic::Spot>; 4]| list[index].is_some() && list[..index].contains(&list[index]);
        if twice(&task.pawns) || twice(&task.goals) {
            return Err(Failure::new(
                "found two pawns on one cell, expected one at most",
                "trouvé deux pions sur une case, attendu un au plus",
            ));
        }
        if task.goals[index].is_some() && task.pawns[index].is_none() {
            return Err(Failure::new(
                format!("found a goal for {pawn}, which is not on the board"),
                format!("trouvé un but pour {pawn}, qui n'est pas sur le plateau"),
            ));
        }
    }
    if market.spots() > usize::from(u16::MAX) * 16 {
        return Err(Failure::new(
            "found more tiles than plans can take",
            "trouvé plus de tuiles que les plans n'en acceptent",
        ));
    }
    if args.teleporters {
        for (spot, site) in market.sites() {
            if let Site::Teleporter(colour) = site {
                task.teleporters[colour.index()].push(spot);
            }
        }
    }
    Ok(task)
}
