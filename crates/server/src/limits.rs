//! How much anybody may ask for.

use std::time::Duration;

/// The limits of a server; the defaults suit one small machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Rooms that are awake at the same time.
    pub rooms: usize,
    /// Rooms one address may open within a minute.
    pub rooms_a_minute: u32,
    /// Sockets open at the same time.
    pub sockets: usize,
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

impl Default for Limits {
    fn default() -> Self {
        Self {
            rooms: 10_000,
            rooms_a_minute: 120,
            sockets: 18_000,
            body: 4 << 20,
            message: 16 << 10,
            messages_a_second: 40,
            burst: 120,
            outbox: 256,
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
