//! Where rooms and replays compute: lanes of their own, so that no question to
//! a world, however expensive, keeps a room from being opened or woken, and no
//! upload keeps a replay from being looked at.

use crate::api_error::ApiError;
use tokio::sync::Semaphore;

/// Places on threads that may compute, by purpose.
pub struct Lanes {
    /// Opening and waking rooms.
    pub rooms: Semaphore,
    /// Looking at replays.
    pub replays: Semaphore,
    /// Reading match files that people send.
    pub uploads: Semaphore,
    /// Taking them in, one at a time to the last line.
    pub storing: Semaphore,
}

impl Lanes {
    /// Places for this machine.
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            rooms: Semaphore::new(cores * 2),
            replays: Semaphore::new(cores),
            uploads: Semaphore::new(1),
            storing: Semaphore::new(1),
        }
    }
}

/// Computes something in a lane; a panic becomes an answer.
pub async fn compute<T: Send + 'static>(
    lane: &Semaphore,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    // A place that cannot be had any more is no reason not to answer.
    let _place = lane.acquire().await;
    let work = move || {
        crate::system::give_way();
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(|failed| ApiError::broken(&failed))
}
