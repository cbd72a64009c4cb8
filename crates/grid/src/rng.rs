//! Seeded randomness whose values never change.
//!
//! The generator is xoshiro256++ 1.0 (Blackman & Vigna, 2019), its four words
//! filled from the seed by SplitMix64. Bounded integers use Lemire's
//! multiply-and-reject method (2019) on 64 bits, so they are exactly uniform;
//! shuffles are Fisher–Yates from the last element down. All of it is written
//! here, not borrowed, because libraries may change the values they give for a
//! seed; golden tests pin every method.
//!
//! What players must not foresee comes from [`Rng::from_secret`]: the same
//! methods over ChaCha20, because the state of xoshiro can be worked out from
//! what it gave.

mod secret;

/// A seeded random generator.
///
/// ```
/// use dedale_grid::Rng;
/// let mut rng = Rng::new(7);
/// let die = 1 + rng.below(6);
/// assert!((1..=6).contains(&die));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(try_from = "[u64; 4]"))]
pub struct Rng {
    state: [u64; 4],
    /// Where the bits come from instead, if nobody may foresee them.
    secret: Option<Box<secret::Stream>>,
}

impl Rng {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        let mut mix = seed;
        Self { state: std::array::from_fn(|_| split_mix(&mut mix)), secret: None }
    }

    /// An independent generator for a numbered part of the work (a row, a
    /// tile, a thread), so that parts can be made in any order.
    pub fn stream(seed: u64, part: u64) -> Self {
        let mut mix = seed;
        let salt = split_mix(&mut mix);
        Self::new(salt ^ part.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// The generator of a numbered part of a secret: nobody who does not know
    /// the secret can tell what comes from what came.
    pub fn from_secret(secret: &[u8; 32], part: u64) -> Self {
        Self { state: [0; 4], secret: Some(Box::new(secret::Stream::new(secret, part))) }
    }

    /// The generator with these four words, as [`Rng::state`] told them; none
    /// with four zeros, from which nothing but zeros would come.
    pub fn from_state(state: [u64; 4]) -> Option<Self> {
        (state != [0; 4]).then_some(Self { state, secret: None })
    }

    /// The four words of the generator, for those who must store it; a secret
    /// one tells nothing.
    pub fn state(&self) -> Option<[u64; 4]> {
        self.secret.is_none().then_some(self.state)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        if let Some(secret) = &mut self.secret {
            return secret.bits();
        }
        let s = &mut self.state;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        out
    }

    /// A number in `0..bound`, each with the same chance.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        let mut wide = u128::from(self.bits()) * u128::from(bound);
        if (wide as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (wide as u64) < threshold {
                wide = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (wide >> 64) as u64
    }

    /// An index into something of this length.
    ///
    /// # Panics
    /// If `len` is 0.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// One of the things; `None` of none.
    pub fn choose<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        if things.is_empty() { None } else { Some(&things[self.index(things.len())]) }
    }

    /// Puts the things in random order, each order with the same chance.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.index(last + 1));
        }
    }

    /// True with this probability; never for 0 or less, always for 1 or more.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A number in `[0, 1)` with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

/// One step of SplitMix64.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published output of xoshiro256++ from the state 1, 2, 3, 4.
    #[test]
    fn reference_values() {
        let mut rng = Rng { state: [1, 2, 3, 4], secret: None };
        let out: Vec<u64> = (0..5).map(|_| rng.bits()).collect();
        assert_eq!(out, [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]);
    }

    /// These values may never change: boards are named by their seeds.
    #[test]
    fn golden_values() {
        let mut rng = Rng::new(0);
        assert_eq!(rng.bits(), 0x53175D61490B23DF);
        let mut rng = Rng::new(42);
        let drawn: Vec<u64> = (0..12).map(|_| rng.below(10)).collect();
        let mut deck: Vec<u8> = (0..10).collect();
        rng.shuffle(&mut deck);
        let coins: Vec<bool> = (0..8).map(|_| rng.chance(0.5)).collect();
        let part = Rng::stream(42, 7).below(1_000_000);
        assert_eq!(
            format!("{drawn:?} {deck:?} {:?} {part}", coins.iter().map(|&c| u8::from(c)).collect::<Vec<_>>()),
            "[8, 3, 9, 7, 7, 5, 1, 6, 2, 9, 5, 8] [9, 4, 5, 2, 8, 1, 7, 3, 0, 6] [0, 0, 0, 0, 1, 1, 0, 0] 963497"
        );
    }

    #[test]
    fn a_state_goes_on_where_it_was() {
        let mut rng = Rng::new(9);
        rng.bits();
        let mut again = Rng::from_state(rng.state().unwrap()).unwrap();
        assert_eq!(again.bits(), rng.bits());
        assert_eq!(Rng::from_state([0; 4]), None);
        assert_eq!(Rng::from_secret(&[1; 32], 0).state(), None);
    }

    #[test]
    fn below_is_uniform_and_bounded() {
        let mut rng = Rng::new(5);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.index(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!(rng.below(1), 0);
        assert!(rng.below(u64::MAX) < u64::MAX);
        assert!(!rng.chance(0.0) && rng.chance(1.0));
        assert_eq!(rng.choose::<u8>(&[]), None);
    }
}
