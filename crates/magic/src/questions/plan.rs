//! The moves that bring up to four pawns to their goals, each with its reason.

use super::pawn_move::PawnMove;
use super::places::Places;
use super::source::{MarketSource, spot, within};
use crate::game::Role;
use crate::joint::{Planner, Task, verify};
use crate::path::Move;
use crate::time::schedule;
use crate::{Colour, Market, Site, Spot};
use dedale_question::{Answer, At, Control, Cost, Kind, Question, Reader, Refusal};
use dedale_text::{Lang, Text, counted, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The most moments put together to prove a time least: a second or two.
const MOST_MOMENTS: usize = 5_000_000;

/// Plan the moves of pawns.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// The supermarket.
    #[command(flatten)]
    #[serde(flatten)]
    pub market: MarketSource,

    /// Where the pawns stand: `y=R,C,p=R,C,g=R,C,o=R,C`, or some of them.
    #[arg(long, value_name = "y=R,C,…", help = tr("Where the pawns stand: y, p, g, o", "Où sont les pions : y, p, g, o"))]
    pub pawns: Places,

    /// Where they go; a pawn without a goal steps aside if it must.
    #[arg(long, value_name = "y=R,C,…", help = tr("Where they go", "Où ils vont"))]
    pub goals: Places,

    /// Pawns block each other; least total number of moves, proved.
    #[arg(long, help = tr(
        "Pawns block each other; least total number of moves, proved", "Les pions se bloquent ; moins de coups au total, prouvé"
    ))]
    #[serde(default)]
    pub joint: bool,

    /// Least time instead: players act at once.
    #[arg(long, help = tr("Least time instead: players act at once", "Moins de temps plutôt : les joueurs agissent à la fois"))]
    #[serde(default)]
    pub time: bool,

    /// Players who share the actions, for `time`; 4 unless given.
    #[arg(long, value_name = "N", help = tr(
        "Players who share the actions, for --time; 4 unless given", "Joueurs qui se partagent les actions, pour --time ; 4 à défaut"
    ))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<usize>,

    /// Pawns may jump to teleporters of their colour.
    #[arg(long, help = tr(
        "Pawns may jump to teleporters of their colour", "Les pions peuvent sauter aux téléporteurs de leur couleur"
    ))]
    #[serde(default)]
    pub teleporters: bool,
}

/// What a move is for.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The pawn is at its goal.
    Arrives,
    /// The pawn is nearer to its goal.
    Nears,
    /// The pawn is no nearer than before, so that others can pass.
    MakesWay,
}

/// A move with what it is for.
#[derive(Serialize, JsonSchema)]
pub struct PlannedMove {
    #[serde(flatten)]
    step: PawnMove,
    /// `y`, `p`, `g` or `o`.
    pawn: String,
    reason: Reason,
    /// The moves its pawn would still need alone.
    left: u16,
    /// With `time`: when it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    moment: Option<u32>,
    /// With `time`: by whom, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
}

impl PlannedMove {
    /// Explains the moves of the planner's last task, in their order.
    fn all(
        market: &Market,
        planner: &Planner,
        task: &Task,
        moves: impl IntoIterator<Item = (Colour, Move)>,
    ) -> Vec<Self> {
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
            let step = PawnMove::of(market, step);
            Self { step, pawn: pawn.to_string(), reason, left, moment: None, seat: None }
        };
        moves.into_iter().map(explain).collect()
    }

    fn text(&self, lang: Lang) -> String {
        let turn = match (self.moment, self.seat) {
            (Some(moment), Some(seat)) => format!("{moment} {} {seat} ", lang.pick("player", "joueur")),
            _ => String::new(),
        };
        let reason = match self.reason {
            Reason::Arrives => lang.pick("is there", "y est").to_owned(),
            Reason::Nears => {
                format!("{} {}", lang.pick("nearer, moves left:", "plus près, coups restants :"), self.left)
            }
            Reason::MakesWay => lang.pick("makes way", "laisse passer").to_owned(),
        };
        format!("{turn}{} {} ({reason})", self.pawn, self.step.text(lang))
    }
}

/// A plan, if there is one.
#[derive(Default, Serialize, JsonSchema)]
pub struct PlanFound {
    count: Option<usize>,
    moves: Vec<PlannedMove>,
    /// With `joint` or `time`: whether fewer moves, or moments, are proved
    /// impossible.
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
    /// With `joint`: the moves that the pawns would need alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    single_sum: Option<usize>,
    /// With `joint`: the joint states that were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<usize>,
    /// With `time`: how many moments it takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<usize>,
    /// With `time`: no schedule takes fewer moments.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<usize>,
}

impl Question for Plan {
    type Answer = PlanFound;
    const NAME: &'static str = "plan";
    const EXAMPLE: &'static str = r#"{"market":"supermarche\npose 0 0\ntuile\nsite 2 porte vert\nsite 13 porte aucune\nfin\nfin\n","pawns":"y=1,1,p=1,2","goals":"y=1,2,p=1,1","joint":true}"#;
    const COMMANDS: &'static [&'static str] = &[
        "dedale magic market build --tiles 12 --seed 1 -o m.txt",
        "dedale magic plan m.txt --pawns y=1,1,p=1,2 --goals y=1,2,p=1,1 --joint",
    ];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Plan the moves of up to four pawns", "Planifier les coups de quatre pions au plus")
    }

    fn answer(&self, control: &Control<'_>) -> Result<PlanFound, Refusal> {
        if self.joint && self.time {
            return Err(Refusal::no_effect("joint", "beside `time`", "à côté de `time`"));
        }
        if self.players.is_some() && !self.time {
            return Err(Refusal::no_effect("players", "without `time`", "sans `time`"));
        }
        let players = self.players.unwrap_or(4);
        within(players, (1, 8), "players", "joueurs")?;
        let market = self.market.market(control)?;
        let task = self.task(&market)?;
        let found = if self.time {
            in_time(&market, &task, players)
        } else if self.joint {
            together(&market, &task)?
        } else {
            alone(&market, &task, control)?
        };
        Ok(found.unwrap_or_default())
    }
}

impl Plan {
    fn task(&self, market: &Market) -> Result<Task, Refusal> {
        if market.spots() > usize::from(u16::MAX) * 16 {
            return Err(Refusal::new(
                "found more tiles than plans can take",
                "trouvé plus de tuiles que les plans n'en acceptent",
            ));
        }
        let mut task = Task::default();
        for pawn in Colour::ALL {
            let index = pawn.index();
            let place = |places: Places| places.0[index].map(|point| spot(market, At(point))).transpose();
            (task.pawns[index], task.goals[index]) = (place(self.pawns)?, place(self.goals)?);
            let twice = |list: &[Option<Spot>; 4]| list[index].is_some() && list[..index].contains(&list[index]);
            if twice(&task.pawns) || twice(&task.goals) {
                return Err(Refusal::new(
                    "found two pawns on one cell, expected one at most",
                    "trouvé deux pions sur une case, attendu un au plus",
                ));
            }
            if task.goals[index].is_some() && task.pawns[index].is_none() {
                return Err(Refusal::new(
                    format!("found a goal for {pawn}, which is not on the board"),
                    format!("trouvé un but pour {pawn}, qui n'est pas sur le plateau"),
                ));
            }
        }
        for (spot, site) in market.sites().filter(|_| self.teleporters) {
            if let Site::Teleporter(colour) = site {
                task.teleporters[colour.index()].push(spot);
            }
        }
        Ok(task)
    }
}

/// Each pawn as if alone.
fn alone(market: &Market, task: &Task, control: &Control<'_>) -> Result<Option<PlanFound>, Refusal> {
    let mut planner = Planner::new();
    let mut moves = Vec::new();
    for pawn in Colour::ALL {
        control.check()?;
        let mut alone = task.clone();
        alone.pawns = [None; 4];
        alone.pawns[pawn.index()] = task.pawns[pawn.index()];
        let Some(plan) = planner.solve(market, &alone) else { return Ok(None) };
        moves.extend(PlannedMove::all(market, &planner, &alone, plan.moves));
    }
    Ok(Some(PlanFound { count: Some(moves.len()), moves, ..PlanFound::default() }))
}

/// The least total number of moves.
fn together(market: &Market, task: &Task) -> Result<Option<PlanFound>, Refusal> {
    let mut planner = Planner::new();
    let Some(plan) = planner.solve(market, task) else { return Ok(None) };
    if !verify(market, task, &plan.moves) {
        return Err(Refusal::of(
            Kind::Broken,
            Text::new(
                "the plan found does not replay: this is a fault of ours",
                "le plan trouvé ne se rejoue pas : c'est notre faute",
            ),
        ));
    }
    Ok(Some(PlanFound {
        count: Some(plan.moves.len()),
        proved: Some(plan.proved),
        single_sum: Some(plan.single_sum),
        expanded: Some(plan.expanded),
        moves: PlannedMove::all(market, &planner, task, plan.moves),
        ..PlanFound::default()
    }))
}

/// The least time.
fn in_time(market: &Market, task: &Task, players: usize) -> Option<PlanFound> {
    let mut planner = Planner::new();
    let found = schedule(market, task, &Role::deal(players), &mut planner, MOST_MOMENTS)?;
    let steps = found.moves.iter().map(|&(_, _, pawn, step)| (pawn, step));
    let mut moves = PlannedMove::all(market, &planner, task, steps);
    for (planned, &(moment, seat, ..)) in moves.iter_mut().zip(&found.moves) {
        (planned.moment, planned.seat) = (Some(moment), Some(seat + 1));
    }
    Some(PlanFound {
        count: Some(moves.len()),
        proved: Some(found.proved),
        time: Some(found.time),
        bound: Some(found.bound),
        moves,
        ..PlanFound::default()
    })
}

impl PlanFound {
    /// What the last line says of its proof.
    fn proof(&self, lang: Lang) -> String {
        let proved = self.proved == Some(true);
        if let (Some(time), Some(bound)) = (self.time, self.bound) {
            let word = lang.pick("time", "temps");
            return match (proved, lang) {
                (true, _) => format!(", {word} {time} ({})", lang.pick("proved least", "minimum prouvé")),
                (false, Lang::En) => format!(", {word} {time} (never below {bound})"),
                (false, Lang::Fr) => format!(", {word} {time} (jamais moins de {bound})"),
            };
        }
        let Some(sum) = self.single_sum else { return String::new() };
        let why = match lang {
            _ if self.moves.len() == sum => {
                lang.pick("each pawn needs as many even alone", "chaque pion en a besoin d'autant même seul").to_owned()
            }
            Lang::En => format!("alone the pawns would need {sum}"),
            Lang::Fr => format!("seuls, les pions en demanderaient {sum}"),
        };
        match proved {
            true => format!(" ({} {why})", lang.pick("proved least:", "minimum prouvé :")),
            false => format!(" ({} {why})", lang.pick("not proved least:", "minimum non prouvé :")),
        }
    }
}

impl Answer for PlanFound {
    fn yes(&self) -> bool {
        self.count.is_some()
    }

    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let Some(count) = self.count else { return lang.pick("no plan\n", "aucun plan\n").to_owned() };
        let mut text = String::new();
        for step in &self.moves {
            let _ = writeln!(text, "{}", step.text(lang));
        }
        text + &format!("{}{}\n", counted(lang, count as u64, ["move", "moves"], ["coup", "coups"]), self.proof(lang))
    }
}
