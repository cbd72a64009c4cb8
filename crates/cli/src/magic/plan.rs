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
use dedale_magic::joint::{Planner, Task, verify};
use dedale_magic::path::Move;
use dedale_magic::time::schedule;
use dedale_magic::{Colour, Market, Site};
use dedale_text::{Say, Text, tr};
use serde_json::{Value, json};

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

/// A move with what it is for.
struct Explained {
    pawn: Colour,
    step: Move,
    reason: Reason,
    /// The moves its pawn would still need alone.
    left: u16,
    /// With `--time`, when it is made and by whom.
    turn: Option<(u32, usize)>,
}

/// What a move is for.
#[derive(Clone, Copy)]
enum Reason {
    Arrives,
    Nears,
    /// The pawn is no nearer than before, so that others can pass.
    MakesWay,
}

impl Reason {
    /// The word in JSON.
    fn word(self) -> &'static str {
        match self {
            Self::Arrives => "arrives",
            Self::Nears => "nears",
            Self::MakesWay => "makes-way",
        }
    }
}

impl Explained {
    /// Explains the moves of the planner's last task, in their order.
    fn all(planner: &Planner, task: &Task, moves: impl IntoIterator<Item = (Colour, Move)>) -> Vec<Self> {
        let mut at = task.pawns;
        let explain = |(pawn, step): (Colour, Move)| {
            // A pawn without a goal is wherever it wants to be.
            let goal = task.goals[pawn.index()];
            let left_at = |spot| if goal.is_some() { planner.map(pawn).get(spot) } else { 0 };
            let before = at[pawn.index()].replace(step.to).map_or(0, left_at);
            let left = left_at(step.to);
            let reason = if goal == Some(step.to) {
                Reason::Arrives
            } else if left < before {
                Reason::Nears
            } else {
                Reason::MakesWay
            };
            Self { pawn, step, reason, left, turn: None }
        };
        moves.into_iter().map(explain).collect()
    }

    fn json(&self, market: &Market) -> Value {
        let mut value = move_json(market, &self.step);
        value["pawn"] = json!(self.pawn.to_string());
        value["reason"] = json!(self.reason.word());
        value["left"] = json!(self.left);
        if let Some((moment, seat)) = self.turn {
            value["moment"] = json!(moment);
            value["seat"] = json!(seat + 1);
        }
        value
    }

    fn text(&self, market: &Market) -> String {
        let (dir, cells) = named(&self.step);
        let turn = self
            .turn
            .map_or_else(String::new, |(moment, seat)| format!("{moment} {} {} ", tr("player", "joueur"), seat + 1));
        let reason = match self.reason {
            Reason::Arrives => tr("is there", "y est").to_owned(),
            Reason::Nears => format!("{} {}", tr("nearer, moves left:", "plus près, coups restants :"), self.left),
            Reason::MakesWay => tr("makes way", "laisse passer").to_owned(),
        };
        format!("{turn}{} {dir} {cells} -> {} ({reason})", self.pawn, market.point(self.step.to))
    }
}

pub fn run(args: &Plan, context: &Context) -> Answer {
    let market = read(&args.file)?;
    let task = task(&market, args)?;
    let Some((moves, facts, proof)) = (if args.time {
        in_time(&market, &task, args.players)
    } else if args.joint {
        together(&market, &task)?
    } else {
        alone(&market, &task)
    }) else {
        if args.json.json {
            output::json(&json!({"count": null, "moves": []}))?;
        } else {
            say(tr("no plan", "aucun plan"));
        }
        return Ok(Done::No);
    };
    if args.json.json {
        let mut answer = facts;
        answer["count"] = json!(moves.len());
        answer["moves"] = moves.iter().map(|step| step.json(&market)).collect();
        output::json(&answer)?;
    } else {
        moves.iter().for_each(|step| say(step.text(&market)));
        say(format!("{} {}{}", moves.len(), tr("moves", "coups"), proof.say(context.lang)));
    }
    Ok(Done::Yes)
}

/// A plan: its moves, what JSON says besides, and the end of the last line.
type Found = Option<(Vec<Explained>, Value, Text)>;

/// Each pawn as if alone.
fn alone(market: &Market, task: &Task) -> Found {
    let mut planner = Planner::new();
    let mut moves = Vec::new();
    for pawn in Colour::ALL {
        let mut alone = task.clone();
        alone.pawns = [None; 4];
        alone.pawns[pawn.index()] = task.pawns[pawn.index()];
        let plan = planner.solve(market, &alone)?;
        moves.extend(Explained::all(&planner, &alone, plan.moves));
    }
    Some((moves, json!({}), Text::new("", "")))
}

/// The least total number of moves.
fn together(market: &Market, task: &Task) -> Result<Found, Failure> {
    let mut planner = Planner::new();
    let Some(plan) = planner.solve(market, task) else { return Ok(None) };
    if !verify(market, task, &plan.moves) {
        return Err(Failure::new(
            "the plan found does not replay: this is a fault of ours",
            "le plan trouvé ne se rejoue pas : c'est notre faute",
        ));
    }
    let (proved, sum) = (plan.proved, plan.single_sum);
    let facts = json!({"proved": proved, "single_sum": sum, "expanded": plan.expanded});
    let why = if plan.moves.len() == sum {
        Text::new("each pawn needs as many even alone", "chaque pion en a besoin d'autant même seul")
    } else {
        Text::new(format!("alone the pawns would need {sum}"), format!("seuls, les pions en demanderaient {sum}"))
    };
    let proof = if proved {
        Text::new(format!(" (proved least: {})", why.en), format!(" (minimum prouvé : {})", why.fr))
    } else {
        Text::new(format!(" (not proved least: {})", why.en), format!(" (minimum non prouvé : {})", why.fr))
    };
    Ok(Some((Explained::all(&planner, task, plan.moves), facts, proof)))
}

/// The least time.
fn in_time(market: &Market, task: &Task, players: usize) -> Found {
    let mut planner = Planner::new();
    let found = schedule(market, task, &Role::deal(players.clamp(1, 8)), &mut planner, MOST_MOMENTS)?;
    let (time, bound) = (found.time, found.bound);
    let facts = json!({"time": time, "bound": bound, "proved": found.proved});
    let proof = if found.proved {
        Text::new(format!(", time {time} (proved least)"), format!(", temps {time} (minimum prouvé)"))
    } else {
        Text::new(format!(", time {time} (never below {bound})"), format!(", temps {time} (jamais moins de {bound})"))
    };
    let steps = found.moves.iter().map(|&(_, _, pawn, step)| (pawn, step));
    let mut moves = Explained::all(&planner, task, steps);
    for (explained, &(moment, seat, ..)) in moves.iter_mut().zip(&found.moves) {
        explained.turn = Some((moment, seat));
    }
    Some((moves, facts, proof))
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
