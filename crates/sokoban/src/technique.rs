//! The techniques of the solvers, each of which can be switched off.

use crate::optimize::Goal;
use crate::solve::Method;

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Boxes are never pushed onto dead squares. Off, only corners of walls
    /// that are no targets are refused, so that the search stays finite.
    pub dead_squares: bool,
    /// Pairs of boxes that are dead together, from a table.
    pub pairs: bool,
    /// Dead patterns within 3 × 3 cells, from tables computed by search.
    pub patterns: bool,
    /// Groups of boxes that cannot move.
    pub freeze: bool,
    /// Boxes that cannot all have targets.
    pub bipartite: bool,
    /// Closed diagonals.
    pub diagonals: bool,
    /// Boxes pass through tunnels in one move. Loses no push in exact searches;
    /// others skip one more square.
    pub tunnels: bool,
    /// Boxes that come into a goal room go to the next target in one move.
    /// Off in exact searches.
    pub goal_rooms: bool,
    /// The greedy search avoids filling targets too early for the packing
    /// order of their room.
    pub packing: bool,
    /// Only pushes of a PI-corral are tried, if there is one.
    pub corral_pruning: bool,
    /// Corrals are searched for deadlocks.
    pub corral_deadlocks: bool,
    /// What two boxes cost more than one by one, from a table, in the bound of
    /// A*.
    pub conflicts: bool,
    /// Frozen boxes are walls in the bound of a proof.
    pub frozen_walls: bool,
    /// A proof delivers a box at once if that loses nothing.
    pub delivery: bool,
    /// What boxes that cannot go home at once cost more together, in the bound
    /// of a proof.
    pub cores: bool,
    /// Planners fill the targets in an order found by playing backwards; off,
    /// in the order they stand.
    pub plans: bool,
    /// Planners listen to advisors; off, all their moves weigh the same.
    pub advisors: bool,
    /// Planners prove positions dead and learn why.
    pub learned: bool,
    /// Planners search corrals for deadlocks, and go on in a corral only.
    pub corrals: bool,
}

/// The name of a technique and how to reach its switch.
pub type Switch = (&'static str, fn(&mut Techniques) -> &mut bool);

impl Techniques {
    /// Everything.
    pub const ALL: Self = Self {
        dead_squares: true,
        pairs: true,
        patterns: true,
        freeze: true,
        bipartite: true,
        diagonals: true,
        tunnels: true,
        goal_rooms: true,
        packing: true,
        corral_pruning: true,
        corral_deadlocks: true,
        conflicts: true,
        frozen_walls: true,
        delivery: true,
        cores: true,
        plans: true,
        advisors: true,
        learned: true,
        corrals: true,
    };

    /// Nothing.
    pub const NONE: Self = Self {
        dead_squares: false,
        pairs: false,
        patterns: false,
        freeze: false,
        bipartite: false,
        diagonals: false,
        tunnels: false,
        goal_rooms: false,
        packing: false,
        corral_pruning: false,
        corral_deadlocks: false,
        conflicts: false,
        frozen_walls: false,
        delivery: false,
        cores: false,
        plans: false,
        advisors: false,
        learned: false,
        corrals: false,
    };

    /// Every switch by name.
    pub const SWITCHES: [Switch; 19] = [
        ("dead-squares", |t| &mut t.dead_squares),
        ("pairs", |t| &mut t.pairs),
        ("patterns", |t| &mut t.patterns),
        ("freeze", |t| &mut t.freeze),
        ("bipartite", |t| &mut t.bipartite),
        ("diagonals", |t| &mut t.diagonals),
        ("tunnels", |t| &mut t.tunnels),
        ("goal-rooms", |t| &mut t.goal_rooms),
        ("packing", |t| &mut t.packing),
        ("corral-pruning", |t| &mut t.corral_pruning),
        ("corral-deadlocks", |t| &mut t.corral_deadlocks),
        ("conflicts", |t| &mut t.conflicts),
        ("frozen-walls", |t| &mut t.frozen_walls),
        ("delivery", |t| &mut t.delivery),
        ("cores", |t| &mut t.cores),
        ("plans", |t| &mut t.plans),
        ("advisors", |t| &mut t.advisors),
        ("learned", |t| &mut t.learned),
        ("corrals", |t| &mut t.corrals),
    ];

    /// Whether a search looks at a switch. Those of the portfolio are the
    /// switches of its push searches and of its planners.
    pub fn applies(name: &str, method: Method, optimal: Option<Goal>) -> bool {
        let exact = optimal.is_some() || matches!(method, Method::AStar | Method::Ida);
        let planner = matches!(name, "plans" | "advisors" | "learned" | "corrals");
        match (optimal, method) {
            // The search for the fewest moves has rules of its own.
            (Some(Goal::Moves), _) | (None, Method::Backward) => false,
            // Of the push searches, feature-space search shares the board only.
            (None, Method::Fess) => planner || name == "dead-squares",
            _ => match name {
                _ if planner => !exact && method == Method::Auto,
                "goal-rooms" => !exact,
                "conflicts" => method == Method::AStar || optimal.is_some() && method == Method::Auto,
                "frozen-walls" | "delivery" | "cores" => optimal.is_some() && method == Method::Auto,
                "packing" => !exact && matches!(method, Method::Greedy | Method::Auto),
                _ => true,
            },
        }
    }

    /// Everything but the techniques with these names; the first unknown name
    /// otherwise.
    pub fn without<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, &'a str> {
        let mut techniques = Self::ALL;
        for name in names {
            let (_, switch) = Self::SWITCHES.iter().find(|(known, _)| *known == name).ok_or(name)?;
            *switch(&mut techniques) = false;
        }
        Ok(techniques)
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Limits, Options, Verdict, solve};

    /// Whatever a planner does without, it solves what can be solved and
    /// nothing else, as breadth-first search without any technique says.
    #[test]
    fn planners_stay_sound_without_their_parts() {
        let levels: [&[&str]; 4] = [
            &["####", "# .#", "#  ###", "#*@  #", "#  $ #", "#  ###", "####"],
            &["  ####", "###  ####", "#   $   #", "# #  #$ #", "# . .#@ #", "#########"],
            &["########", "#@ $ ..#", "####$###", "   # #", "   ###"],
            &["#######", "#. $ .#", "# $@$ #", "#  . ##", "#######"],
        ];
        for rows in levels {
            let level = Level::from_rows(rows).expect("a level");
            let verdict = |method, techniques| {
                let options = Options { method, techniques, ..Options::default() };
                solve(&level, &options, Limits::default()).expect("a small level").verdict
            };
            let truth = verdict(Method::Bfs, Techniques::NONE);
            assert!(matches!(truth, Verdict::Solved | Verdict::Unsolvable));
            for part in ["plans", "advisors", "learned", "corrals"] {
                let without = Techniques::without([part]).expect("a name");
                assert_eq!(verdict(Method::Fess, without), truth, "without {part}: {rows:?}");
                assert_eq!(verdict(Method::Auto, without), truth, "without {part}: {rows:?}");
            }
            assert_eq!(verdict(Method::Fess, Techniques::NONE), truth, "{rows:?}");
        }
    }
}
