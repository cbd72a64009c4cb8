//! Counters for operators, in Prometheus' text form at `/metrics`.

use crate::app::App;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the buckets of durations, in microseconds.
const BOUNDS: [u64; 12] = [100, 250, 500, 1000, 2500, 5000, 10_000, 20_000, 50_000, 100_000, 500_000, 2_000_000];

/// Something that only grows.
#[derive(Default)]
pub struct Count(AtomicU64);

impl Count {
    /// One more.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Something that grows and shrinks.
#[derive(Default)]
pub struct Level(AtomicI64);

impl Level {
    /// One more, until the guard is dropped.
    pub fn enter(self: &std::sync::Arc<Self>) -> Inside {
        self.0.fetch_add(1, Ordering::Relaxed);
        Inside(std::sync::Arc::clone(self))
    }

    /// How many now.
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts as one of a [`Level`] as long as it lives.
pub struct Inside(std::sync::Arc<Level>);

impl Drop for Inside {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long something takes.
#[derive(Default)]
pub struct Durations {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    total_us: AtomicU64,
}

impl Durations {
    /// One more that took so long.
    pub fn record(&self, took: Duration) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let at = BOUNDS.partition_point(|bound| *bound < us);
        self.buckets[at].fetch_add(1, Ordering::Relaxed);
        self.total_us.fetch_add(us, Ordering::Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut count = 0;
        for (at, bucket) in self.buckets.iter().enumerate() {
            count += bucket.load(Ordering::Relaxed);
            let bound = BOUNDS.get(at).map_or("+Inf".into(), |us| (*us as f64 / 1e6).to_string());
            let _ = writeln!(out, "{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        let total = self.total_us.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "{name}_sum {total}\n{name}_count {count}");
    }
}

/// Everything that is counted.
#[derive(Default)]
pub struct Metrics {
    /// HTTP requests answered.
    pub requests: Count,
    /// HTTP requests answered with an error of the server.
    pub failures: Count,
    /// Sockets open now.
    pub sockets: std::sync::Arc<Level>,
    /// Rooms awake now.
    pub rooms: std::sync::Arc<Level>,
    /// Rooms that another studio has taken.
    pub rooms_lost: Count,
    /// Entries written to logs.
    pub moves: Count,
    /// Actions refused.
    pub refusals: Count,
    /// Messages sent to players.
    pub messages: Count,
    /// Readers let go because they were too slow.
    pub slow_readers: Count,
    /// Rooms and jobs ended by a panic.
    pub panics: Count,
    /// From the arrival of an action to its last message in an outbox.
    pub move_time: Durations,
    /// How long bots think.
    pub bot_time: Durations,
}

impl Metrics {
    /// All of it as text.
    pub fn text(&self) -> String {
        let mut out = String::with_capacity(4096);
        let counts = [
            ("dedale_http_requests_total", "HTTP requests answered", &self.requests),
            ("dedale_http_failures_total", "HTTP requests answered with a server error", &self.failures),
            ("dedale_moves_total", "Log entries written", &self.moves),
            ("dedale_rooms_lost_total", "Rooms that another studio has taken", &self.rooms_lost),
            ("dedale_refusals_total", "Actions refused", &self.refusals),
            ("dedale_messages_total", "Messages sent to players", &self.messages),
            ("dedale_slow_readers_total", "Sockets closed because their reader was too slow", &self.slow_readers),
            ("dedale_panics_total", "Rooms and jobs ended by a panic", &self.panics),
        ];
        for (name, help, count) in counts {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}", count.get());
        }
        let levels = [("dedale_sockets", "Sockets open", &self.sockets), ("dedale_rooms", "Rooms awake", &self.rooms)];
        for (name, help, level) in levels {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {}", level.get());
        }
        self.move_time.write(&mut out, "dedale_move_seconds", "From an action's arrival to its last message queued");
        self.bot_time.write(&mut out, "dedale_bot_seconds", "How long bots think");
        out
    }
}

/// Everything that is counted in a studio.
pub fn text(app: &App) -> String {
    let mut out = app.metrics.text();
    let (there, here) = app.cluster.links();
    for (name, help, value) in [
        ("dedale_jobs", "Jobs that this studio works at", app.jobs.len_here()),
        ("dedale_links_to_others", "Sockets here in rooms of other studios", there),
        ("dedale_links_from_others", "Sockets of other studios in rooms here", here),
        ("dedale_cut_off", "Whether this studio is cut off from the others", usize::from(app.cluster.is_cut())),
    ] {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_buckets() {
        let metrics = Metrics::default();
        metrics.moves.add();
        let inside = metrics.rooms.enter();
        metrics.move_time.record(Duration::from_micros(300));
        metrics.move_time.record(Duration::from_secs(9));
        let text = metrics.text();
        for line in [
            "dedale_moves_total 1",
            "dedale_rooms 1",
            "dedale_move_seconds_bucket{le=\"0.00025\"} 0",
            "dedale_move_seconds_bucket{le=\"0.0005\"} 1",
            "dedale_move_seconds_bucket{le=\"+Inf\"} 2",
            "dedale_move_seconds_count 2",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
        drop(inside);
        assert!(metrics.text().contains("dedale_rooms 0"));
    }
}
