//! How hard a maze is for people, from 1 to 10: a rule of thumb, explained by
//! its parts.
//!
//! Three things make a maze hard: a long way, many places where a wrong turn
//! goes far before it shows, and how much such a turn costs. Wrong turns of up
//! to three cells are seen at a glance and do not count. Each part is measured
//! against the side of a square board with as many cells, and runs from 0 to 1
//! with less and less to gain. (No formula predicts people well: in McGlinn's
//! study with 355 of them, Leiden 2015, none of the usual measures did.)

use serde::Serialize;

/// Wrong turns up to this many cells are seen at a glance.
const AT_A_GLANCE: usize = 3;

/// How hard a maze is, and why.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MazeDifficulty"))]
pub struct Difficulty {
    /// From 1 to 10: `1 + 9 · (0.4 · winding + 0.35 · choices + 0.25 · deception)`.
    pub rating: f64,
    /// How long the way is: 0 for none, 0.39 for one as long as two sides of
    /// the board, towards 1 for a very long one.
    pub winding: f64,
    /// How often a wrong turn of more than three cells is offered on the way.
    pub choices: f64,
    /// How large such wrong turns are on average.
    pub deception: f64,
    /// Cells for each dead end: many where dead ends are few and long, which
    /// is called a high river.
    pub river: f64,
}

/// What hangs on a way through a maze.
pub(crate) struct Hung<'a> {
    /// Cells of each piece that leads nowhere.
    pub branches: &'a [usize],
    /// For each cell of the way the cells of such pieces.
    pub at: &'a [usize],
    /// Cells of the maze, and dead ends among them.
    pub cells: usize,
    pub dead_ends: usize,
}

impl Hung<'_> {
    pub fn rate(&self) -> Difficulty {
        let side = (self.cells as f64).sqrt();
        let grows = |value: f64, scale: f64| 1.0 - (-value / scale).exp();
        let deep: Vec<usize> = self.branches.iter().copied().filter(|cells| *cells > AT_A_GLANCE).collect();
        let offered = self.at.iter().filter(|cells| **cells > AT_A_GLANCE).count();
        let mean = deep.iter().sum::<usize>() as f64 / deep.len().max(1) as f64;
        let winding = grows((self.at.len() - 1) as f64, 4.0 * side);
        let choices = grows(offered as f64, 0.75 * side);
        let deception = grows(mean, 3.0 * side);
        Difficulty {
            rating: rounded(1.0 + 9.0 * (0.4 * winding + 0.35 * choices + 0.25 * deception)),
            winding: rounded(winding),
            choices: rounded(choices),
            deception: rounded(deception),
            river: rounded(self.cells as f64 / self.dead_ends.max(1) as f64),
        }
    }
}

/// Two digits after the point: exponentials differ in the last digits from
/// machine to machine, ratings must not.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_and_more_deceptive_is_harder() {
        let rate = |steps: usize, branches: &[usize]| {
            let mut at = vec![0; steps + 1];
            at.iter_mut().zip(branches).for_each(|(at, branch)| *at = *branch);
            Hung { branches, at: &at, cells: 100, dead_ends: 10 }.rate()
        };
        let corridor = rate(20, &[]);
        assert_eq!((corridor.choices, corridor.deception, corridor.winding), (0.0, 0.0, 0.39));
        assert_eq!(rate(20, &[1, 2, 3]), corridor, "short branches do not count");
        let deep = rate(20, &[20, 30]);
        assert!(deep.rating > corridor.rating && rate(60, &[20, 30]).rating > deep.rating);
        assert!(rate(60, &[30; 40]).rating <= 10.0 && rate(0, &[]).rating == 1.0);
    }
}
