//! Where bots think: on threads that may compute, a few at a time, in two
//! lanes.
//!
//! A bot that was slow so far thinks in the slow lane, which has fewer places
//! than the machine has cores: however many rooms it plays in, a core is left
//! for the rooms themselves, and a quick bot never waits behind it. Both lanes
//! give way to the threads that serve rooms.

use crate::system::give_way;
use dedale_play::Thought;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// Thoughts that take longer than this in the mean are slow.
const SLOW: Duration = Duration::from_millis(20);

/// The places for bots that think.
pub struct BotPool {
    quick: Semaphore,
    slow: Semaphore,
    /// How long bots took lately, by name.
    means: Mutex<HashMap<String, Duration>>,
}

impl BotPool {
    /// Places for a machine with so many cores.
    pub fn new(cores: usize) -> Self {
        Self {
            quick: Semaphore::new(cores),
            slow: Semaphore::new(cores.saturating_sub(1).max(1)),
            means: Mutex::default(),
        }
    }

    /// Waits for a place and thinks; what came of it and how long it took.
    pub async fn think(&self, bot: &str, thought: Thought) -> (Result<Option<String>, JoinError>, Duration) {
        let lane = if self.mean(bot) > SLOW { &self.slow } else { &self.quick };
        // A place that cannot be had any more is no reason not to think.
        let _place = lane.acquire().await;
        let began = Instant::now();
        let work = move || {
            give_way();
            thought()
        };
        let action = tokio::task::spawn_blocking(work).await;
        let took = began.elapsed();
        let mut means = self.means.lock().unwrap_or_else(PoisonError::into_inner);
        let mean = means.entry(bot.to_owned()).or_default();
        *mean = (*mean * 3 + took) / 4;
        (action, took)
    }

    fn mean(&self, bot: &str) -> Duration {
        self.means.lock().unwrap_or_else(PoisonError::into_inner).get(bot).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn slow_and_quick_bots_do_not_wait_for_each_other() {
        let pool = BotPool::new(2);
        pool.means.lock().unwrap().insert("slow".into(), 9 * SLOW);
        let says = |word: &'static str| -> Thought { Box::new(move || Some(word.into())) };
        {
            let _taken = pool.slow.acquire().await.unwrap();
            assert_eq!(pool.think("quick", says("a")).await.0.unwrap().as_deref(), Some("a"));
            assert!(pool.think("quick", Box::new(|| panic!("as asked"))).await.0.is_err());
        }
        let _taken = pool.quick.acquire_many(2).await.unwrap();
        assert_eq!(pool.think("slow", says("b")).await.0.unwrap().as_deref(), Some("b"));
        assert!(pool.mean("slow") < 9 * SLOW, "what a bot does counts, not what it did");
    }
}
