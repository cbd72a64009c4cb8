//! Perfect play of two players who block each other, and the shortest plan of
//! each with the other's help.

use super::board::{BoardSource, at};
use crate::duel::{Duel as Solved, DuelError, Verdict, together};
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
    #[arg(long, value_name = "1|2", default_value_t = first(), value_parser = clap::value_parser!(u8).range(1..=2), help = tr(
        "The player who moves first", "Le joueur qui commence"
    ))]
    #[serde(default = "first")]
    #[schemars(range(min = 1, max = 2))]
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
    /// The steps of each player's shortest plan with the other's help.
    together: [Option<usize>; 2],
}

impl Question for Duel {
    type Answer = DuelSolved;
    const NAME: &'static str = "duel";
    const EXAMPLE: &'static str = r#"{"board":"*****\n*1 2*\n* C *\n*****\n"}"#;
    const COMMANDS: &'static [&'static str] = &["dedale race duel board.txt --first 2 --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new("Analyse two players who block each other", "Analyser deux joueurs qui se bloquent la route")
    }

    fn answer(&self, control: &Control<'_>) -> Result<DuelSolved, Refusal> {
        let board = self.board.board(control)?;
        let size = board.size();
        let [one, two] = board.starts[..] else {
            let found = board.starts.len();
            return Err(Refusal::new(
                format!("found {found} players, expected 2 for a duel"),
                format!("trouvé {found} joueurs, attendu 2 pour un duel"),
            )
            .within(self.board.board.name()));
        };
        let first = match self.first {
            1 => 0,
            2 => 1,
            found => {
                return Err(Refusal::new(
                    format!("found player {found}, expected 1 or 2"),
                    format!("trouvé le joueur {found}, attendu 1 ou 2"),
                ));
            }
        };
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
            together: [
                together(&board.labyrinth, board.target, one, two)?.map(|plan| plan.len()),
                together(&board.labyrinth, board.target, two, one)?.map(|plan| plan.len()),
            ],
        })
    }
}

impl Answer for DuelSolved {
    fn yes(&self) -> bool {
        self.winner.is_some()
    }

    fn text(&self, reader: &Reader) -> String {
        match (self.winner, self.turns, reader.lang) {
            (Some(winner), Some(turns), Lang::En) => format!("player {winner} wins after {turns} turns\n"),
            (Some(winner), Some(turns), Lang::Fr) => format!("le joueur {winner} gagne après {turns} tours\n"),
            _ => reader.lang.pick("nobody can force a win\n", "personne ne peut forcer la victoire\n").to_owned(),
        }
    }
}
