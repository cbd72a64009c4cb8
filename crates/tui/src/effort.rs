//! How much a bot may think: so many of its steps, or so long.
//!
//! Bots count steps, so that games replay and tests do not depend on machines.
//! A time is kept by asking with more and more steps: what a question took
//! says how many steps the time left is good for, here, now, in this position.

use dedale_grid::Rng;
use dedale_play::{Bot, Budget, Game, Seat};
use std::time::{Duration, Instant};

/// How much a bot may think about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effort {
    /// So many steps: the same move on every machine.
    Steps(Budget),
    /// So long.
    Time(Duration),
}

/// The steps of the first question.
const FIRST: u64 = 40;
/// How much of the time that seems left the next question may take: a little
/// less than all, since machines have other things to do.
const SHARE: f64 = 0.85;

/// What a bot does with this effort.
pub fn think<G: Game>(
    bot: &Bot<G>,
    effort: Effort,
    view: &G::View,
    seat: Seat,
    legal: &[G::Action],
    rng: &Rng,
) -> Option<G::Action> {
    let ask = |nodes: u64| (bot.choose)(view, seat, legal, &mut rng.clone(), Budget { nodes });
    match effort {
        Effort::Steps(budget) => ask(budget.nodes),
        Effort::Time(_) if legal.len() <= 1 => ask(1),
        Effort::Time(time) => {
            let begun = Instant::now();
            let mut nodes = FIRST;
            loop {
                let asked = Instant::now();
                let action = ask(nodes);
                let took = asked.elapsed();
                let left = time.saturating_sub(begun.elapsed());
                // Another question is worth it only if it can be much larger.
                let Some(more) = more(nodes, took, left) else { return action };
                nodes = more;
            }
        }
    }
}

/// The steps of the next question after one that took so long, with so much
/// time left; nothing if it is not worth asking.
fn more(nodes: u64, took: Duration, left: Duration) -> Option<u64> {
    let fit = SHARE * left.as_secs_f64() / took.as_secs_f64().max(1e-6);
    // What took next to no time says little about what takes long.
    let factor = if took < left / 20 { fit.min(4.0) } else { fit };
    let next = (nodes as f64 * factor).min(1e12) as u64;
    (factor >= 2.0 && next > nodes && nodes < 1_000_000_000).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_grow_until_the_time_is_used() {
        let second = Duration::from_secs(1);
        // A tiny question is followed by one four times as large.
        assert_eq!(more(40, Duration::from_millis(1), second), Some(160));
        // One that says how fast the machine is, by all that is left.
        assert_eq!(more(1000, Duration::from_millis(100), second), Some(8500));
        // And then there is no time for another.
        assert_eq!(more(8500, Duration::from_millis(850), Duration::from_millis(50)), None);
        assert_eq!(more(40, Duration::from_secs(3), Duration::ZERO), None);
        assert_eq!(more(2_000_000_000, Duration::ZERO, second), None);
    }

    /// Whatever the machine, the questions come to an end and their sum keeps
    /// to the time, as long as each costs what its steps say.
    #[test]
    fn the_sum_keeps_to_the_time() {
        for speed in [100.0, 3_000.0, 40_000.0, 900_000.0] {
            let (mut nodes, mut spent) = (FIRST, 0.0);
            let time = 1.0f64;
            loop {
                let took = nodes as f64 / speed;
                spent += took;
                let left = Duration::from_secs_f64((time - spent).max(0.0));
                match more(nodes, Duration::from_secs_f64(took), left) {
                    Some(next) => nodes = next,
                    None => break,
                }
            }
            assert!(spent <= time && spent > 0.3, "{speed}: {spent}");
        }
    }
}
