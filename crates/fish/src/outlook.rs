//! What may become of a position: random completions give each cell its chance
//! of becoming a road and, for each good, how far a shop there would end up.
//!
//! Only public knowledge goes in: the pile is put in a new random order for
//! every completion.

use crate::bots::{Policy, play_out};
use crate::{Good, Spot, Spots, State};
use dedale_grid::Rng;

/// The number of bits of a small board.
const SPOTS: usize = 128;

/// Chances and expectations, by cell.
#[derive(Clone, Debug)]
pub struct Outlook {
    completions: u32,
    roads: [u32; SPOTS],
    built: [u32; SPOTS],
    distances: [[u32; SPOTS]; 5],
}

impl Outlook {
    /// Completes the game so many times, at least once; after each, `go_on` is
    /// asked whether to.
    pub fn of(state: &State, policy: Policy, completions: u32, rng: &mut Rng, mut go_on: impl FnMut() -> bool) -> Self {
        let mut outlook = Self { completions: 0, roads: [0; SPOTS], built: [0; SPOTS], distances: [[0; SPOTS]; 5] };
        let mut world = state.clone();
        while outlook.completions < completions.max(1) {
            world.clone_from(state);
            world.shuffle(rng);
            play_out(&mut world, policy, rng);
            outlook.add(&world);
            outlook.completions += 1;
            if !go_on() {
                break;
            }
        }
        outlook
    }

    fn add(&mut self, end: &State) {
        let ground = end.ground();
        for spot in Spots(ground.roads()) {
            self.roads[spot.index()] += 1;
        }
        for spot in Spots(ground.built()) {
            self.built[spot.index()] += 1;
        }
        let max = u32::from(end.config().max);
        for good in end.goods() {
            let sums = &mut self.distances[good.index()];
            let mut rest = ground.frame().board();
            let mut front = |distance: u32, near: u128| {
                for spot in Spots(near & rest) {
                    sums[spot.index()] += distance;
                }
                rest &= !near;
                false
            };
            if let Some(outside) = end.outside() {
                outside.walk(ground, end.producer(good), max, front);
            } else {
                for (near, distance) in ground.fronts(end.producer(good)).zip(1..max) {
                    front(distance, near);
                }
            }
            for spot in Spots(rest) {
                sums[spot.index()] += max;
            }
        }
    }

    fn share(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.completions)
    }

    /// The chance that a cell is a road in the end.
    pub fn road(&self, spot: Spot) -> f64 {
        self.share(self.roads[spot.index()])
    }

    /// The chance that a cell is built upon in the end.
    pub fn built(&self, spot: Spot) -> f64 {
        self.share(self.built[spot.index()])
    }

    /// How far a shop of a good on a cell is in the end, on average and at
    /// most the maximum.
    pub fn distance(&self, good: Good, spot: Spot) -> f64 {
        self.share(self.distances[good.index()][spot.index()])
    }
}
