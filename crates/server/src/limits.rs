//! How much anybody may ask for.

use crate::proxies::Network;
use crate::work::outside::WorkerKey;
use dedale_store::Retention;
use std::time::Duration;

/// The limits of a server; the defaults suit one small machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Where visitors find the studio, such as `https://play.example`.
    pub public_url: Option<String>,
    /// Proxies that are believed when they say whom they speak for.
    pub trusted_proxies: Vec<Network>,
    /// How long what nobody touches is kept.
    pub retention: Retention,
    /// Rooms that are awake at the same time.
    pub rooms: usize,
    /// Rooms one address may open within a minute.
    pub rooms_a_minute: u32,
    /// Sockets open at the same time.
    pub sockets: usize,
    /// Sockets of one address.
    pub sockets_each: usize,
    /// Connections open at the same time, if the system allows so many.
    pub connections: usize,
    /// Connections of one address.
    pub connections_each: usize,
    /// Requests other than reading that one address may send in a minute.
    pub posts_a_minute: u32,
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a message on a socket.
    pub message: usize,
    /// Messages a second on a socket, in the long run.
    pub messages_a_second: u32,
    /// Messages that may come at once.
    pub burst: u32,
    /// Messages that may wait for a slow reader before it is let go.
    pub outbox: usize,
    /// Jobs that this studio works at itself at the same time.
    pub job_workers: usize,
    /// Who may work at jobs from outside.
    pub worker_keys: Vec<WorkerKey>,
    /// Jobs waiting or running, everybody's.
    pub jobs: usize,
    /// Jobs waiting or running of one visitor.
    pub jobs_a_visitor: usize,
    /// How long a job may run.
    pub job_time: Duration,
    /// Cells of a board in a question that is answered at once.
    pub cells: usize,
    /// Cells of a board in a job.
    pub job_cells: usize,
    /// How long a room without anybody stays awake.
    pub idle: Duration,
    /// How long a seat waits for its player before a bot takes over, in games
    /// against the clock.
    pub patience: Duration,
    /// How long a bot that chose to wait lets pass before it thinks again
    /// though nothing has happened; whatever happens makes it think at once.
    pub second_thought: Duration,
    /// Bytes of a question to a world: a maze of a million cells as text.
    pub question: usize,
    /// Bodies that are read at the same time.
    pub bodies: usize,
    /// Bytes of an answer that is given at once.
    pub answer: usize,
    /// How long an answer that is given at once may take.
    pub answer_time: Duration,
    /// Bytes of the result of a job.
    pub job_answer: usize,
    /// Bytes of memory of one worker.
    pub worker_memory: u64,
    /// Questions that may wait, everybody's.
    pub waiting: usize,
    /// Questions of one address that may wait.
    pub waiting_each: usize,
}

impl Limits {
    /// Whether visitors come through TLS.
    pub fn is_encrypted(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether a request that names this host is meant for this studio. Names
    /// must be known, because anybody can point one of theirs at an address
    /// and so make a browser act for them (DNS rebinding); bare addresses
    /// cannot be pointed elsewhere.
    pub fn is_own_host(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
            _ => host,
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let public = self.public_url.as_deref().and_then(|url| url.split("://").nth(1));
        let public = public.map(|rest| rest.split('/').next().unwrap_or(rest));
        bare.parse::<std::net::IpAddr>().is_ok()
            || name.eq_ignore_ascii_case("localhost")
            || public.is_some_and(|public| {
                public.eq_ignore_ascii_case(host)
                    || public.split(':').next().is_some_and(|public| public.eq_ignore_ascii_case(name))
            })
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            public_url: None,
            trusted_proxies: Vec::new(),
            retention: Retention::default(),
            rooms: 10_000,
            rooms_a_minute: 120,
            sockets: 18_000,
            sockets_each: 256,
            connections: 10_000,
            connections_each: 128,
            posts_a_minute: 1_200,
            body: 4 << 20,
            message: 16 << 10,
            messages_a_second: 40,
            burst: 120,
            outbox: 256,
            job_workers: std::thread::available_parallelism().map_or(2, usize::from),
            worker_keys: Vec::new(),
            jobs: 64,
            jobs_a_visitor: 4,
            job_time: Duration::from_secs(600),
            cells: 1 << 20,
            job_cells: 1 << 26,
            idle: Duration::from_secs(300),
            patience: Duration::from_secs(15),
            second_thought: Duration::from_secs(1),
            question: 9 << 20,
            bodies: 16,
            answer: 192 << 20,
            answer_time: Duration::from_secs(20),
            job_answer: 4 << 20,
            worker_memory: 3 << 30,
            waiting: 64,
            waiting_each: 16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_names_are_answered() {
        let plain = Limits::default();
        let known = Limits { public_url: Some("https://play.example/".into()), ..Limits::default() };
        for host in ["127.0.0.1:7878", "localhost", "localhost:80", "[::1]:7878", "192.168.1.7"] {
            assert!(plain.is_own_host(host) && known.is_own_host(host), "{host}");
        }
        for host in ["evil.example", "play.example.evil", "", "127.0.0.1.evil.example:7878"] {
            assert!(!plain.is_own_host(host) && !known.is_own_host(host), "{host}");
        }
        assert!(known.is_own_host("Play.example:443") && !plain.is_own_host("play.example"));
        assert!(known.is_encrypted() && !plain.is_encrypted());
    }
}
