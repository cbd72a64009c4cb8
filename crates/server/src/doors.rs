//! How many may be inside: in all, and from one address.
//!
//! One door is for connections, one for sockets. Whoever finds it full is
//! turned away before anything is read from them.

use crate::fair_queue::network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A door that counts who is inside.
pub struct Door {
    most: usize,
    most_each: usize,
    inside: Mutex<(usize, HashMap<IpAddr, usize>)>,
}

/// Somebody inside, until it is dropped.
pub struct Guest {
    door: Arc<Door>,
    address: Option<IpAddr>,
}

impl Door {
    /// A door for so many, and so many from one address.
    pub fn new(most: usize, most_each: usize) -> Arc<Self> {
        Arc::new(Self { most, most_each, inside: Mutex::default() })
    }

    fn inside(&self) -> MutexGuard<'_, (usize, HashMap<IpAddr, usize>)> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets one more in, if there is room; one without an address counts among
    /// all only.
    pub fn enter(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Guest> {
        let address = address.map(network);
        let mut inside = self.inside();
        let (all, each) = &mut *inside;
        let own = address.and_then(|address| each.get(&address).copied()).unwrap_or(0);
        if *all >= self.most || own >= self.most_each {
            return None;
        }
        *all += 1;
        if let Some(address) = address {
            each.insert(address, own + 1);
        }
        Some(Guest { door: Arc::clone(self), address })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut inside = self.door.inside();
        inside.0 -= 1;
        let Some(address) = self.address else { return };
        let left = inside.1.get_mut(&address).map_or(0, |own| {
            *own -= 1;
            *own
        });
        if left == 0 {
            inside.1.remove(&address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_door_is_full_for_one_address_before_it_is_for_all() {
        let door = Door::new(3, 2);
        let (one, two) = (Some(IpAddr::from([10, 0, 0, 1])), Some(IpAddr::from([10, 0, 0, 2])));
        let first = door.enter(one);
        let second = door.enter(one);
        assert!(first.is_some() && second.is_some() && door.enter(one).is_none());
        let third = door.enter(two);
        assert!(third.is_some() && door.enter(two).is_none() && door.enter(None).is_none());
        drop(first);
        assert!(door.enter(one).is_some());
        drop((second, third));
        assert!(door.inside().1.is_empty() && door.inside().0 == 0);
    }
}
