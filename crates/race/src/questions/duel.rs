//! Perfect play of players who block each other: of two by analysis of every
//! position, with the shortest plan of each with the other's help; of three or
//! four by an argument.
//!
//! The argument: let each follow a shortest path, and let one of them arrive
//! first, counting turns. Nobody can stop that player. To do so somebody would
//! have to stand on the next cell of that path, and would then be nearer to the
//! target and arrive earlier still; but a player's earliest arrival never gets
//! earlier, for each turn brings at most one step. So the first to arrive wins
//! by any shortest path, however many play. What the argument does not tell is
//! who comes second, and what a mistake costs.

use super::board::{BoardSource, at};
use crate::duel::{Duel as Solved, DuelError, Verdict, together};
use crate::{Board, Distances};
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Lang, Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Analyse a duel.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Duel {
    /// The board.
    #[command(flatten)]
    #[serde(flatten)]
    pub board: BoardSource,

    /// The player who moves first.
    #[arg(long, value_name = "N", default_value_t = first(), value_parser = clap::value_parser!(u8).range(1..=4), help = tr(
        "The player who moves first", "Le joueur qui commence"
    ))]
    #[serde(default = "first")]
    #[schemars(range(min = 1, max = 4))]
    pub first: u8,
}

const fn first() -> u8 {
    1
}

/// A step of perfect play.
#[derive(Serialize, JsonSchema)]
pub struct Step {
    player: usize,
    to: [i32; 2],
}

/// Who wins a duel.
#[derive(Serialize, JsonSchema)]
pub struct DuelSolved {
    /// Nobody, if neither can force a win.
    winner: Option<usize>,
    turns: Option<u32>,
    line: Vec<Step>,
    /// The steps of each player's shortest plan with the other's help; for two
    /// players.
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<[Option<usize>; 2]>,
    /// How it is proved: by analysis of every position, or by the argument
    /// that nobody stops the first to arrive.
    proof: Proof,
}

/// How a duel is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// Every position was analysed.
    Analysis,
    /// Nobody can stop the first to arrive.
    Argument,
}

impl Question for Duel {
    type Answer = DuelSolved;
    const NAME: &'static str = "duel";
    const EXAMPLE: &'static str = r#"{"board":"*****\n*1 2*\n* C *\n*****\n"}"#;
    const COMMANDS: &'static [&'static str] = &["dedale race duel board.txt --first 2 --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Analyse players who block each other", "Analyser des joueurs qui se bloquent la route")
    }

    fn answer(&self, control: &Control<'_>) -> Result<DuelSolved, Refusal> {
        let board = self.board.board(control)?;
        let size = board.size();
        let players = board.starts.len();
        if players < 2 {
            return Err(Refusal::new(
                format!("found {players} players, expected 2 to 4 for a duel"),
                format!("trouvé {players} joueurs, attendu de 2 à 4 pour un duel"),
            )
            .within(self.board.board.name()));
        }
        let found = usize::from(self.first);
        if !(1..=players).contains(&found) {
            return Err(Refusal::new(
                format!("found player {found}, expected 1 to {players}"),
                format!("trouvé le joueur {found}, attendu de 1 à {players}"),
            ));
        }
        let first = found - 1;
        let [one, two] = board.starts[..] else { return by_argument(&board, first) };
        let (mover, other) = if first == 0 { (one, two) } else { (two, one) };
        let solved = Solved::solve(&board.labyrinth, board.target)?;
        let verdict = solved.verdict(mover, other).ok_or(DuelError::Apart)?;
        let (winner, turns) = match verdict {
            Verdict::Win(turns) => (Some(first + 1), Some(turns)),
            Verdict::Loss(turns) => (Some(2 - first), Some(turns)),
            Verdict::Draw => (None, None),
        };
        let line = solved.line(mover, other);
        let steps = line.iter().enumerate();
        Ok(DuelSolved {
            winner,
            turns,
            line: steps.map(|(turn, &to)| Step { player: (first + turn) % 2 + 1, to: at(size, to) }).collect(),
            together: Some([
                together(&board.labyrinth, board.target, one, two)?.map(|plan| plan.len()),
                together(&board.labyrinth, board.target, two, one)?.map(|plan| plan.len()),
            ]),
            proof: Proof::Analysis,
        })
    }
}

/// Three or four players: whoever arrives first if nobody stood in the way.
fn by_argument(board: &Board, first: usize) -> Result<DuelSolved, Refusal> {
    let (size, players) = (board.size(), board.starts.len());
    let distances = Distances::to(&board.labyrinth, board.target);
    let arrival = |player: usize| {
        let steps = distances.get(board.starts[player]).filter(|steps| *steps > 0)?;
        let place = (player + players - first) % players;
        Some((steps - 1) * players as u32 + place as u32 + 1)
    };
    let all: Option<Vec<(u32, usize)>> = (0..players).map(|player| Some((arrival(player)?, player))).collect();
    let (turns, winner) = all.ok_or(DuelError::Apart)?.into_iter().min().ok_or(DuelError::Apart)?;
    let path = distances.path(board.starts[winner]);
    let line = path.iter().skip(1).map(|&to| Step { player: winner + 1, to: at(size, to) }).collect();
    Ok(DuelSolved { winner: Some(winner + 1), turns: Some(turns), line, together: None, proof: Proof::Argument })
}

impl Answer for DuelSolved {
    fn yes(&self) -> bool {
        self.winner.is_some()
    }

    fn text(&self, reader: &Reader) -> String {
        let argued = self.proof == Proof::Argument;
        match (self.winner, self.turns, reader.lang) {
            (Some(winner), Some(turns), Lang::En) => {
                let proof = "proved: nobody can stop the first to arrive; not proved: who comes second\n";
                format!("player {winner} wins after {turns} turns\n{}", if argued { proof } else { "" })
            }
            (Some(winner), Some(turns), Lang::Fr) => {
                let proof = "prouvé : personne ne peut arrêter le premier arrivé ; pas prouvé : qui est deuxième\n";
                format!("le joueur {winner} gagne après {turns} tours\n{}", if argued { proof } else { "" })
            }
            _ => reader.lang.pick("nobody can force a win\n", "personne ne peut forcer la victoire\n").to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For two players the argument and the analysis agree on every board.
    #[test]
    fn the_argument_agrees_with_the_analysis() {
        for seed in 0..60 {
            let board = crate::Recipe { size: 9, density: 0.7, players: 2, repair: false }.make(seed).unwrap().board;
            let duel = Solved::solve(&board.labyrinth, board.target).unwrap();
            for first in 0..2 {
                let argued = by_argument(&board, first).unwrap();
                let (mover, other) = (board.starts[first], board.starts[1 - first]);
                let (winner, turns) = match duel.verdict(mover, other).unwrap() {
                    Verdict::Win(turns) => (first + 1, turns),
                    Verdict::Loss(turns) => (2 - first, turns),
                    Verdict::Draw => panic!("somebody arrives first"),
                };
                assert_eq!((argued.winner, argued.turns), (Some(winner), Some(turns)), "seed {seed}");
            }
        }
    }
}
