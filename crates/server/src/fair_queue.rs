//! Whose turn it is: places that are taken in turns, fairly between visitors.
//!
//! A queue has a few places and a bounded number of people waiting. Whoever
//! asks for much waits behind their own questions, not in front of others':
//! places go round the addresses that wait.

use crate::api_error::ApiError;
use crate::app::App;
use std::collections::VecDeque;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Places that are taken in turns.
pub struct FairQueue {
    /// How many may wait, everybody together.
    most: usize,
    /// How many of one address may wait.
    most_each: usize,
    state: Mutex<State>,
}

struct State {
    free: usize,
    waiting: usize,
    /// Those who wait, by address, in the order in which they are served.
    queues: VecDeque<(IpAddr, VecDeque<oneshot::Sender<Place>>)>,
}

/// A place in a queue, given back when it is dropped.
pub struct Place(Option<Arc<FairQueue>>);

impl FairQueue {
    /// A queue with so many places, where so many may wait.
    pub fn new(places: usize, most: usize, most_each: usize) -> Arc<Self> {
        let state = State { free: places, waiting: 0, queues: VecDeque::new() };
        Arc::new(Self { most, most_each, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place; refused where too many wait already.
    pub async fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Place, ApiError> {
        let address = network(address);
        let turn = {
            let mut state = self.state();
            if state.free > 0 {
                state.free -= 1;
                return Ok(Place(Some(Arc::clone(self))));
            }
            // Those who hung up while they waited do not count.
            for (_, queue) in &mut state.queues {
                queue.retain(|one| !one.is_closed());
            }
            state.queues.retain(|(_, queue)| !queue.is_empty());
            state.waiting = state.queues.iter().map(|(_, queue)| queue.len()).sum();
            let mine = state.queues.iter().position(|(other, _)| *other == address);
            let own = mine.map_or(0, |at| state.queues[at].1.len());
            if state.waiting >= self.most || own >= self.most_each {
                return Err(ApiError::busy());
            }
            let (send, turn) = oneshot::channel();
            match mine {
                Some(at) => state.queues[at].1.push_back(send),
                None => state.queues.push_back((address, VecDeque::from([send]))),
            }
            turn
        };
        turn.await.map_err(|gone| ApiError::broken(&gone))
    }

    /// Gives a place to whoever is next.
    fn pass_on(self: &Arc<Self>) {
        loop {
            let next = {
                let mut state = self.state();
                let Some((address, mut queue)) = state.queues.pop_front() else {
                    state.free += 1;
                    return;
                };
                let next = queue.pop_front();
                if !queue.is_empty() {
                    state.queues.push_back((address, queue));
                }
                next
            };
            // Whoever hung up while waiting is passed over; the place that
            // comes back must not be given on by its own drop.
            match next.map(|next| next.send(Place(Some(Arc::clone(self))))) {
                Some(Ok(())) => return,
                Some(Err(mut place)) => place.0 = None,
                None => {}
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.pass_on();
        }
    }
}

/// Who counts as one visitor: an address, or the network of 64 bits that one
/// customer of a provider is given.
pub fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => {
            six.to_ipv4_mapped().map_or_else(|| IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() >> 64 << 64)), IpAddr::V4)
        }
    }
}

/// Computes something on a thread that gives way to those that serve rooms; a
/// panic becomes an answer.
pub async fn blocking<T: Send + 'static>(app: &App, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
    let work = move || {
        crate::system::give_way();
        work()
    };
    tokio::task::spawn_blocking(work).await.map_err(|failed| {
        app.metrics.panics.add();
        ApiError::broken(&failed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, last])
    }

    #[tokio::test]
    async fn places_go_round_the_addresses() {
        let queue = FairQueue::new(1, 10, 5);
        let first = queue.enter(address(1)).await.unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (number, who) in [(1, 1), (2, 1), (3, 1), (4, 2)] {
            let (queue, order) = (Arc::clone(&queue), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let _place = queue.enter(address(who)).await.unwrap();
                order.lock().unwrap().push(number);
            }));
            tokio::task::yield_now().await;
        }
        drop(first);
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 4, 2, 3]);
        assert_eq!(queue.state().free, 1);
    }

    #[tokio::test]
    async fn a_full_lane_refuses_and_those_who_hang_up_leave_it() {
        let queue = FairQueue::new(1, 10, 1);
        let held = queue.enter(address(1)).await.unwrap();
        let (inner, other) = (Arc::clone(&queue), Arc::clone(&queue));
        let waits = tokio::spawn(async move { inner.enter(address(1)).await.map(drop) });
        tokio::task::yield_now().await;
        assert!(queue.enter(address(1)).await.is_err(), "one of an address may wait");
        waits.abort();
        let _ = waits.await;
        let waits = tokio::spawn(async move { other.enter(address(1)).await.map(drop) });
        tokio::task::yield_now().await;
        drop(held);
        assert!(waits.await.unwrap().is_ok());
        assert_eq!(queue.state().free, 1);
    }

    #[test]
    fn a_customer_is_one_visitor() {
        let one: IpAddr = "2001:db8:1:2:3:4:5:6".parse().unwrap();
        let two: IpAddr = "2001:db8:1:2:ffff::1".parse().unwrap();
        assert_eq!(network(one), network(two));
        assert_eq!(network("::ffff:10.0.0.1".parse().unwrap()), address(1));
    }
}
