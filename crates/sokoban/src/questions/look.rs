//! What can be seen on a board at a glance, and why it is lost.
//!
//! The page asks after every push, so nothing here searches for long: static
//! masks, the corrals of the moment, and the reasons of [`diagnose_board`].
//! Whoever wants certainty asks the solver.

use super::levels::{LevelChoice, LevelRange, LevelsSource, at, at_level};
use crate::board::{Board, Square};
use crate::bound::Bounds;
use crate::deadlock::corral::regions;
use crate::deadlock::freeze::frozen;
use crate::diagnose::diagnose_board;
use crate::position::Zone;
use crate::terrain::Terrain;
use crate::{BoardError, DiagnoseOptions, Heuristic, Level, Loss, Reason};
use dedale_grid::Point;
use dedale_question::{Answer, Control, Cost, Question, Reader, Refusal};
use dedale_text::{Text, tr};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Look at a position.
#[derive(clap::Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Look {
    /// The position, written as a level.
    #[command(flatten)]
    #[serde(flatten)]
    pub levels: LevelsSource,

    /// Which level of the file.
    #[arg(long, value_name = "N", default_value_t = first(), help = tr("Which level of the file", "Quel niveau du fichier"))]
    #[serde(default = "first")]
    pub level: usize,
}

const fn first() -> usize {
    1
}

type Place = [i32; 2];

/// A reason why a position is lost.
#[derive(Serialize, JsonSchema)]
pub struct Lost {
    /// The rule: `targets`, `dead`, `freeze`, `diagonal`, `matching`, `pair`
    /// or `corral`.
    why: &'static str,
    /// The boxes to blame; none if it is about all of them.
    boxes: Vec<Place>,
    /// The cells it is about.
    cells: Vec<Place>,
    /// The rule in a sentence.
    en: String,
    fr: String,
    #[serde(skip)]
    line: Text,
}

/// What is seen on a position.
#[derive(Default, Serialize, JsonSchema)]
pub struct Sight {
    dead: Vec<Place>,
    tunnels: Vec<Vec<Place>>,
    rooms: Vec<Vec<Place>>,
    /// Areas that the player cannot reach.
    corrals: Vec<Vec<Place>>,
    frozen: Vec<Place>,
    /// At least so many pushes are needed.
    bound: Option<u32>,
    lost: Vec<Lost>,
}

impl Question for Look {
    type Answer = Sight;
    const NAME: &'static str = "look";
    const EXAMPLE: &'static str = r#"{"levels":"; easy\n#####\n#@$.#\n#####\n"}"#;
    const COMMANDS: &'static [&'static str] =
        &["dedale sokoban look level.xsb", "dedale sokoban look levels.xsb --level 3 --json"];
    const COST: Cost = Cost::Large;

    fn about() -> Text {
        Text::new(
            "Show the masks of a position, and why it is lost if that can be seen",
            "Montrer les masques d'une position, et pourquoi elle est perdue si cela se voit",
        )
    }

    fn answer(&self, control: &Control<'_>) -> Result<Sight, Refusal> {
        let collection = self.levels.read(control)?;
        let choice = LevelChoice { level: Some(LevelRange { from: self.level.max(1), to: self.level.max(1) }) };
        let entry = &collection.entries[choice.first(collection.entries.len(), self.levels.name())?];
        match Board::prepare(&entry.level, &|| !control.stopped()) {
            Ok(None) => Err(Refusal::stopped()),
            Ok(Some(board)) => Ok(Sight::new(&entry.level, &board)),
            Err(BoardError::TooFewTargets { .. }) => {
                let loss = Loss { reason: Reason::Targets, boxes: Vec::new(), cells: Vec::new() };
                Ok(Sight { lost: vec![Lost::new(&loss)], ..Sight::default() })
            }
            Err(error) => Err(at_level(self.levels.name(), entry, error)),
        }
    }
}

impl Lost {
    fn new(loss: &Loss) -> Self {
        let places = |points: &[Point]| points.iter().map(|point| [point.row, point.col]).collect();
        let Text { en, fr } = loss.reason.text();
        let (boxes, cells) = (places(&loss.boxes), places(&loss.cells));
        Self { why: loss.reason.name(), boxes, cells, en, fr, line: loss.line() }
    }
}

impl Sight {
    fn new(level: &Level, board: &Board) -> Self {
        let size = level.size();
        let places = |squares: &[Square]| -> Vec<Place> {
            squares.iter().map(|&square| at(size, board.cells[square as usize])).collect()
        };
        let squares = || 0..board.squares as Square;
        let terrain = Terrain::new(board);
        let solid = board.solid(&board.boxes);
        let player = Zone::new(board).flood(board, &solid, board.player);
        let region = regions(board, &solid);
        let mut inside: Vec<Vec<Square>> = vec![Vec::new(); board.squares];
        for square in squares().filter(|&square| solid[square as usize] == 0) {
            inside[region[square as usize] as usize].push(square);
        }
        inside[player as usize].clear();
        let dead: Vec<Square> = squares().filter(|&square| !board.live[square as usize]).collect();
        let mut stuck = Vec::new();
        frozen(board, &solid, &board.boxes, true, &mut stuck);
        Self {
            dead: places(&dead),
            tunnels: terrain.tunnels.iter().map(|tunnel| places(&tunnel.squares)).collect(),
            rooms: terrain.rooms.iter().map(|room| places(&room.squares)).collect(),
            corrals: inside.iter().filter(|inside| !inside.is_empty()).map(|inside| places(inside)).collect(),
            frozen: places(&stuck),
            bound: Bounds::new(board, Heuristic::Hungarian).of(board, &board.boxes),
            lost: diagnose_board(level, board, DiagnoseOptions::SEARCH).iter().map(Lost::new).collect(),
        }
    }
}

impl Answer for Sight {
    fn yes(&self) -> bool {
        self.lost.is_empty()
    }

    fn text(&self, reader: &Reader) -> String {
        let lang = reader.lang;
        let mut text: String =
            self.lost.iter().map(|lost| lang.pick(&lost.line.en, &lost.line.fr).to_owned() + "\n").collect();
        if self.lost.is_empty() {
            text += lang.pick("nothing shows that it is lost\n", "rien ne montre qu'elle est perdue\n");
        }
        let mut line = |en: &str, fr: &str, count: usize| {
            text += &format!("  {}{} {count}\n", lang.pick(en, fr), lang.pick(":", " :"));
        };
        line("dead squares", "cases mortes", self.dead.len());
        line("tunnels", "tunnels", self.tunnels.len());
        line("rooms", "salles", self.rooms.len());
        line("corrals", "enclos", self.corrals.len());
        line("frozen boxes", "caisses gelées", self.frozen.len());
        if let Some(bound) = self.bound {
            line("pushes, at least", "poussées, au moins", bound as usize);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_question::Source;

    fn look(levels: &str) -> Sight {
        let levels = LevelsSource { levels: Source::Content(levels.into()) };
        Look { levels, level: 1 }.answer(&Control::default()).expect("a level")
    }

    #[test]
    fn a_lost_position_names_its_boxes() {
        let seen = look("######\n#$   #\n# @ .#\n######\n");
        assert_eq!((seen.lost[0].why, &seen.lost[0].boxes), ("dead", &vec![[1, 1]]));
        assert!(!seen.yes());
    }

    #[test]
    fn a_sound_position_is_not_lost_and_has_its_masks() {
        let seen = look("#######\n#  #  #\n#@ $. #\n#  #  #\n#######\n");
        assert!(seen.lost.is_empty() && seen.yes());
        assert_eq!((seen.tunnels.len(), seen.rooms.len(), seen.corrals.len()), (1, 2, 1));
        assert_eq!(seen.bound, Some(1));
    }
}
