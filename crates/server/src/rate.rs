//! Rates: how often something may happen.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A bucket that fills at a steady rate and is emptied by what happens.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left: f64,
    since: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn full(burst: u32) -> Self {
        Self { left: f64::from(burst), since: Instant::now() }
    }

    /// Takes one drop, if there is one.
    pub fn take(&mut self, a_second: f64, burst: u32) -> bool {
        self.take_at(Instant::now(), a_second, burst)
    }

    fn take_at(&mut self, now: Instant, a_second: f64, burst: u32) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + passed * a_second).min(f64::from(burst));
        self.since = now;
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }
}

/// A bucket for each of many, forgotten when it is full again.
pub struct Rates<K> {
    count: u32,
    seconds: u32,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Hash + Eq> Rates<K> {
    /// At most `count` within so many seconds, in the long run.
    pub fn new(count: u32, seconds: u32) -> Self {
        Self { count, seconds, buckets: Mutex::default() }
    }

    /// Whether this one may do it once more.
    pub fn take(&self, who: K) -> bool {
        let a_second = f64::from(self.count) / f64::from(self.seconds);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > 10_000 {
            let full = f64::from(self.seconds);
            buckets.retain(|_, bucket| bucket.since.elapsed().as_secs_f64() < full);
        }
        buckets.entry(who).or_insert_with(|| Bucket::full(self.count)).take(a_second, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_empties_and_fills() {
        let mut bucket = Bucket::full(2);
        let start = bucket.since;
        assert!(bucket.take_at(start, 1.0, 2) && bucket.take_at(start, 1.0, 2));
        assert!(!bucket.take_at(start, 1.0, 2));
        assert!(bucket.take_at(start + Duration::from_secs(1), 1.0, 2));
        assert!(!bucket.take_at(start + Duration::from_secs(1), 1.0, 2));
    }

    #[test]
    fn everybody_has_their_own() {
        let rates = Rates::new(1, 3600);
        assert!(rates.take("a") && !rates.take("a") && rates.take("b"));
    }
}
