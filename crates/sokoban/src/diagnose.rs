//! Why a position can never be solved: the rule it breaks, the boxes to blame.
//!
//! The cheap rules are a few passes over the boxes: dead squares, frozen
//! groups, closed diagonals. A deeper look adds the targets that cannot be
//! shared out, pairs that rule each other out and corrals that cannot be
//! opened; these cost a table and a search, both limited in positions, so that
//! the same position always gets the same answer. An empty answer is no
//! promise: whoever wants certainty asks the solver.

use crate::board::{Board, BoardError, Square};
use crate::bound::{Bounds, Heuristic};
use crate::deadlock::corral::Corrals;
use crate::deadlock::diagonal;
use crate::deadlock::freeze::frozen;
use crate::deadlock::matching::Serving;
use crate::deadlock::pairs::Pairs;
use crate::level::Level;
use crate::position::Zone;
use dedale_grid::Point;
use dedale_text::{Lang, Text, plural};
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::cell::Cell as Counter;

/// The rule that a lost position breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Fewer targets than boxes are within reach.
    Targets,
    /// A box stands on a dead square.
    Dead,
    /// Boxes and walls hold each other for ever.
    Freeze,
    /// A diagonal is closed.
    Diagonal,
    /// The targets cannot be shared out.
    Matching,
    /// Two boxes rule each other out.
    Pair,
    /// An area is fenced in for ever.
    Corral,
}

impl Reason {
    /// All reasons, the cheapest to find first.
    pub const ALL: [Self; 7] =
        [Self::Targets, Self::Dead, Self::Freeze, Self::Diagonal, Self::Matching, Self::Pair, Self::Corral];

    /// The word for it in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Targets => "targets",
            Self::Dead => "dead",
            Self::Freeze => "freeze",
            Self::Diagonal => "diagonal",
            Self::Matching => "matching",
            Self::Pair => "pair",
            Self::Corral => "corral",
        }
    }

    /// The rule in a sentence, for someone who sees the boxes marked.
    pub fn text(self) -> Text {
        match self {
            Self::Targets => Text::new(
                "There are fewer targets than boxes within reach.",
                "Il y a moins de cibles que de caisses à portée.",
            ),
            Self::Dead => Text::new(
                "A box stands on a dead square: from there it can never reach a target.",
                "Une caisse est sur une case morte : de là, elle n'atteindra jamais une cible.",
            ),
            Self::Freeze => Text::new(
                "These boxes are frozen: walls and each other hold them for ever, and not all are home.",
                "Ces caisses sont gelées : les murs et elles-mêmes se bloquent à jamais, et toutes ne sont pas en place.",
            ),
            Self::Diagonal => Text::new(
                "A closed diagonal: these boxes can only be pushed into a knot.",
                "Une diagonale fermée : ces caisses ne peuvent que se nouer.",
            ),
            Self::Matching => Text::new(
                "Two boxes need the same target: there is no way to share out the targets.",
                "Deux caisses veulent la même cible : les cibles ne se partagent plus.",
            ),
            Self::Pair => Text::new(
                "These two boxes rule each other out: whatever the others do, both cannot come home.",
                "Ces deux caisses s'excluent : quoi que fassent les autres, les deux n'arriveront pas.",
            ),
            Self::Corral => Text::new(
                "A corral is closed: the boxes around this area can never be opened and brought home.",
                "Un enclos est fermé : les caisses autour de cette zone ne s'ouvriront plus vers les cibles.",
            ),
        }
    }
}

/// One reason why a position is lost.
///
/// In JSON: `{"why","boxes":[[row,col],…],"cells":[[row,col],…],"en","fr"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The rule.
    pub reason: Reason,
    /// The boxes to blame; empty if it is about all of them.
    pub boxes: Vec<Point>,
    /// The cells it is about: the dead squares, or the inside of the corral.
    pub cells: Vec<Point>,
}

impl Loss {
    /// The loss in a line that names the boxes by row and column.
    pub fn line(&self) -> Text {
        let places: Vec<String> = self.boxes.iter().map(Point::to_string).collect();
        let places = places.join(" ");
        let count = self.boxes.len() as u64;
        let one = plural(Lang::En, count, "the box", "each of the boxes");
        let une = plural(Lang::Fr, count, "la caisse", "chacune des caisses");
        let (en, fr) = match self.reason {
            Reason::Targets => {
                ("there are fewer targets than boxes".into(), "il y a moins de cibles que de caisses".into())
            }
            Reason::Dead => (
                format!("{one} on {places} can no longer reach a target"),
                format!("{une} en {places} ne peut plus atteindre de cible"),
            ),
            Reason::Freeze => {
                (format!("{one} on {places} can never move again"), format!("{une} en {places} ne bougera plus jamais"))
            }
            Reason::Diagonal => (
                format!("{one} on {places} closes a diagonal that cannot be opened"),
                format!("{une} en {places} ferme une diagonale qui ne s'ouvrira plus"),
            ),
            Reason::Matching => (
                format!("the boxes on {places} cannot share out the targets"),
                format!("les caisses en {places} ne peuvent se partager les cibles"),
            ),
            Reason::Pair => (
                format!("the boxes on {places} cannot both come home"),
                format!("les caisses en {places} n'arriveront pas toutes les deux"),
            ),
            Reason::Corral => (
                format!("the boxes on {places} fence an area that can never be opened"),
                format!("les caisses en {places} ferment un enclos qui ne s'ouvrira plus"),
            ),
        };
        Text::new(format!("lost: {en}"), format!("perdu : {fr}"))
    }
}

impl Serialize for Loss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs = |points: &[Point]| -> Vec<[i32; 2]> { points.iter().map(|at| [at.row, at.col]).collect() };
        let text = self.reason.text();
        let mut fields = serializer.serialize_struct("Loss", 5)?;
        fields.serialize_field("why", self.reason.name())?;
        fields.serialize_field("boxes", &pairs(&self.boxes))?;
        fields.serialize_field("cells", &pairs(&self.cells))?;
        fields.serialize_field("en", &text.en)?;
        fields.serialize_field("fr", &text.fr)?;
        fields.end()
    }
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagnoseOptions {
    /// Positions of two boxes looked at for the table of pairs; 0 for none.
    pub pairs: usize,
    /// Positions looked at inside a corral; 0 for none.
    pub corral: usize,
    /// Whether to try sharing out the targets.
    pub matching: bool,
}

impl DiagnoseOptions {
    /// Only what is plain to see, in time that nobody notices.
    pub const GLANCE: Self = Self { pairs: 0, corral: 0, matching: false };
    /// All rules; some tenths of a second at worst.
    pub const SEARCH: Self = Self { pairs: 200_000, corral: 5_000, matching: true };
}

/// Why the level as it stands is lost; empty if nothing shows that it is.
///
/// ```
/// use dedale_sokoban::{DiagnoseOptions, Level, Reason, diagnose};
/// let level = Level::from_rows(["######", "#$   #", "# @ .#", "######"])?;
/// let losses = diagnose(&level, DiagnoseOptions::GLANCE)?;
/// assert_eq!(losses[0].reason, Reason::Dead);
/// assert_eq!(losses[0].line().en, "lost: the box on 1,1 can no longer reach a target");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagnose(level: &Level, options: DiagnoseOptions) -> Result<Vec<Loss>, BoardError> {
    match Board::new(level) {
        Ok(board) => Ok(diagnose_board(level, &board, options)),
        Err(BoardError::TooFewTargets { .. }) => {
            Ok(vec![Loss { reason: Reason::Targets, boxes: Vec::new(), cells: Vec::new() }])
        }
        Err(error) => Err(error),
    }
}

/// The same for a caller who has the level's board already.
pub fn diagnose_board(level: &Level, board: &Board, options: DiagnoseOptions) -> Vec<Loss> {
    let size = level.size();
    let points = |squares: &[Square]| -> Vec<Point> {
        squares.iter().map(|&square| size.point(board.cells[square as usize])).collect()
    };
    let loss = |reason: Reason, boxes: &[Square], cells: &[Square]| Loss {
        reason,
        boxes: points(boxes),
        cells: points(cells),
    };
    let solid = board.solid(&board.boxes);
    let mut zone = Zone::new(board);
    let player = zone.flood(board, &solid, board.player);
    let away = |square: &Square| !board.is_target[*square as usize];
    let mut losses = Vec::new();
    let dead: Vec<Square> = board.boxes.iter().copied().filter(|&square| !board.live[square as usize]).collect();
    if !dead.is_empty() {
        losses.push(loss(Reason::Dead, &dead, &dead));
    }
    let mut held = Vec::new();
    frozen(board, &solid, &board.boxes, false, &mut held);
    if held.iter().any(away) {
        // A frozen box at home belongs to the story only if it holds another.
        let holds = |square: &Square| board.next[*square as usize].iter().any(|next| held.contains(next) && away(next));
        let mut group: Vec<Square> = held.iter().copied().filter(|square| away(square) || holds(square)).collect();
        group.sort_unstable();
        losses.push(loss(Reason::Freeze, &group, &[]));
    }
    let boxes = board.boxes.iter().copied();
    let diagonal: Vec<Square> = boxes.filter(|&square| diagonal::kills(board, &solid, square, player)).collect();
    if !diagonal.is_empty() {
        losses.push(loss(Reason::Diagonal, &diagonal, &[]));
    }
    if !losses.is_empty() {
        return losses;
    }
    if options.matching && Bounds::new(board, Heuristic::Hungarian).of(board, &board.boxes).is_none() {
        let strays: Vec<Square> = board.boxes.iter().copied().filter(away).collect();
        return vec![loss(Reason::Matching, &strays, &[])];
    }
    let pairs = pair_table(board, options.pairs);
    if let Some(pair) = pairs.as_ref().and_then(|pairs| lost_pair(board, pairs)) {
        return vec![loss(Reason::Pair, &pair, &[])];
    }
    if options.corral > 0 {
        let mut corrals = Corrals::new(board);
        if let Some(corral) = corrals.find(board, &solid, board.boxes.len(), &zone) {
            let mut serving = Serving::new(board);
            if corrals.dead(board, &corral, player, pairs.as_ref(), &mut serving, options.corral) {
                return vec![loss(Reason::Corral, &corral.boxes, &corral.squares)];
            }
        }
    }
    Vec::new()
}

/// The table of pairs, if it is done within so many positions. It asks every
/// [`PAIRS_STEP`] of them whether to go on.
fn pair_table(board: &Board, positions: usize) -> Option<Pairs> {
    const PAIRS_STEP: usize = 256;
    let left = Counter::new(positions / PAIRS_STEP);
    let keep_on = || {
        left.set(left.get().saturating_sub(1));
        left.get() > 0
    };
    if left.get() == 0 {
        return None;
    }
    Pairs::new(board, &keep_on)
}

/// The first two boxes that are lost together.
fn lost_pair(board: &Board, pairs: &Pairs) -> Option<[Square; 2]> {
    board.boxes.iter().enumerate().find_map(|(index, &one)| {
        let other = board.boxes[index + 1..].iter().find(|&&other| pairs.dead(one, other))?;
        Some([one, *other])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Options, Verdict, solve};
    use crate::{Limits, shipped};
    use dedale_grid::Rng;

    fn look(rows: &[&str], options: DiagnoseOptions) -> Vec<Loss> {
        diagnose(&Level::from_rows(rows).expect("a level"), options).expect("a small board")
    }

    fn check(rows: &[&str], options: DiagnoseOptions, reasons: &[Reason]) {
        let found: Vec<Reason> = look(rows, options).iter().map(|loss| loss.reason).collect();
        assert_eq!(found, reasons, "{rows:?}");
    }

    #[test]
    fn cheap_reasons_are_seen_at_a_glance() {
        check(&["########", "#@ $  .#", "#      #", "########"], DiagnoseOptions::GLANCE, &[]);
        check(&["######", "#$   #", "# @ .#", "######"], DiagnoseOptions::GLANCE, &[Reason::Dead, Reason::Freeze]);
        let knot =
            ["#########", "#. .@   #", "#       #", "#  $$   #", "#  $$   #", "#       #", "#. .    #", "#########"];
        check(&knot, DiagnoseOptions::GLANCE, &[Reason::Freeze]);
        let lines = look(&knot, DiagnoseOptions::GLANCE)[0].line();
        assert_eq!(lines.en, "lost: each of the boxes on 3,3 3,4 4,3 4,4 can never move again");
        assert_eq!(lines.fr, "perdu : chacune des caisses en 3,3 3,4 4,3 4,4 ne bougera plus jamais");
        let closed = ["#####", "#   #", "#.  ##", "#..# #", "#$$  #", "# $#@#", "##   #", " #####"];
        check(&closed, DiagnoseOptions::GLANCE, &[Reason::Diagonal]);
    }

    #[test]
    fn dear_reasons_need_a_search() {
        let corral = ["######", "# .+ #", "# . $##", "##$   #", " #.#$ #", " #$   ###", " #      #", " ########"];
        check(&corral, DiagnoseOptions::GLANCE, &[]);
        check(&corral, DiagnoseOptions::SEARCH, &[Reason::Corral]);
        // Each of two boxes beside the left wall can only reach the one target there.
        let shared = ["#######", "#    .#", "#$    #", "#     #", "#$    #", "#.  @ #", "#######"];
        check(&shared, DiagnoseOptions::SEARCH, &[Reason::Matching]);
        check(&["#####", "#@$.#", "#####", "#$ .#", "#####"], DiagnoseOptions::SEARCH, &[]);
        check(
            &["########", "#@$ . ##", "#$##.###", "########"],
            DiagnoseOptions::GLANCE,
            &[Reason::Dead, Reason::Freeze],
        );
    }

    #[test]
    fn too_few_targets_within_reach_is_a_reason() {
        check(&["#####", "#@$$#", "# . #", "#####", "#  .#", "#####"], DiagnoseOptions::GLANCE, &[Reason::Targets]);
    }

    /// The naive twin: what is said to be lost has no solution.
    #[test]
    fn nothing_solvable_is_called_lost() {
        let mut rng = Rng::new(5);
        let mut seen = [0; 2];
        for entry in shipped().iter().take(12) {
            let mut board = Board::new(&entry.level).expect("a small board");
            for _ in 0..12 {
                let mut squares: Vec<Square> = (0..board.squares as Square).filter(|&s| s != board.player).collect();
                rng.shuffle(&mut squares);
                squares.truncate(board.boxes.len().min(3));
                board.boxes = squares;
                let boxes: Vec<_> = board.boxes.iter().map(|&square| board.cells[square as usize]).collect();
                let rows = entry.level.rows_with(&boxes, entry.level.player());
                let level = Level::from_rows(&rows).expect("a level");
                let lost = !diagnose(&level, DiagnoseOptions::SEARCH).expect("a board").is_empty();
                if lost {
                    let answer = solve(&level, &Options::default(), Limits::default()).expect("a board");
                    assert_eq!(answer.verdict, Verdict::Unsolvable, "{rows:?}");
                }
                seen[usize::from(lost)] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
    }

    #[test]
    fn every_reason_has_its_words() {
        for reason in Reason::ALL {
            let loss = Loss { reason, boxes: vec![Point::new(1, 2)], cells: Vec::new() };
            assert!(loss.line().en.starts_with("lost: ") && loss.line().fr.starts_with("perdu : "));
            assert_ne!(reason.text().en, reason.text().fr);
        }
    }
}
