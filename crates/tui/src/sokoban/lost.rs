//! Why a position can never be solved, as soon as it is plain to see: a box
//! on a dead square, boxes that hold each other, a closed diagonal. A few
//! passes over the boxes; what needs a search is left to the solver.

use dedale_grid::Cell;
use dedale_sokoban::deadlock::{diagonal, freeze};
use dedale_sokoban::{Board, Level, Square, Zone};
use dedale_text::{Lang, Text, plural};

/// The boxes to blame, and the reason in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Lost {
    /// Where the boxes stand.
    pub cells: Vec<Cell>,
    /// Why they will never all come home.
    pub why: Text,
}

/// Why this position is lost, if that is plain to see.
pub fn lost(level: &Level) -> Option<Lost> {
    let board = Board::new(level).ok()?;
    let solid = board.solid(&board.boxes);
    let boxes = || board.boxes.iter().copied();
    let dead: Vec<Square> = boxes().filter(|&square| !board.live[square as usize]).collect();
    if !dead.is_empty() {
        return Some(tell(level, &board, &dead, |where_, one| {
            Text::new(
                format!("{} on {where_} can no longer reach a target", one.en),
                format!("{} en {where_} ne peut plus atteindre de cible", one.fr),
            )
        }));
    }
    let mut held = Vec::new();
    freeze::frozen(&board, &solid, &board.boxes, false, &mut held);
    if held.iter().any(|&square| !board.is_target[square as usize]) {
        return Some(tell(level, &board, &held, |where_, one| {
            Text::new(
                format!("{} on {where_} can never move again", one.en),
                format!("{} en {where_} ne bougera plus jamais", one.fr),
            )
        }));
    }
    let player = Zone::new(&board).flood(&board, &solid, board.player);
    let closed: Vec<Square> = boxes().filter(|&square| diagonal::kills(&board, &solid, square, player)).collect();
    (!closed.is_empty()).then(|| {
        tell(level, &board, &closed, |where_, one| {
            Text::new(
                format!("{} on {where_} closes a diagonal that cannot be opened", one.en),
                format!("{} en {where_} ferme une diagonale qui ne s'ouvrira plus", one.fr),
            )
        })
    })
}

fn tell(level: &Level, board: &Board, squares: &[Square], say: impl Fn(&str, &Text) -> Text) -> Lost {
    let cells: Vec<Cell> = squares.iter().map(|&square| board.cells[square as usize]).collect();
    let places: Vec<String> = cells.iter().map(|&cell| level.size().point(cell).to_string()).collect();
    let count = cells.len() as u64;
    let who = Text::new(
        plural(Lang::En, count, "the box", "each of the boxes"),
        plural(Lang::Fr, count, "la caisse", "chacune des caisses"),
    );
    let why = say(&places.join(" "), &who);
    Lost { cells, why: Text::new(format!("lost: {}", why.en), format!("perdu : {}", why.fr)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rows: &[&str], reason: Option<&str>) {
        let level = Level::from_rows(rows).expect("a level");
        let found = lost(&level).map(|lost| lost.why.en);
        assert_eq!(found.as_deref(), reason);
    }

    #[test]
    fn reasons_are_told() {
        check(&["########", "#@ $  .#", "#      #", "########"], None);
        check(
            &["########", "#@    .#", "#  $   #", "########"],
            Some("lost: the box on 2,3 can no longer reach a target"),
        );
        check(
            &["#########", "#. .@   #", "#       #", "#  $$   #", "#  $$   #", "#       #", "#. .    #", "#########"],
            Some("lost: each of the boxes on 3,3 3,4 4,3 4,4 can never move again"),
        );
    }
}
