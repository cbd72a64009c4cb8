//! Small random choices, many to a random word.

use dedale_grid::Rng;

/// Twelve is divided by one, two, three and four: for every set of directions,
/// the direction that each of twelve equal chances stands for.
const CHANCES: [[u8; 12]; 16] = {
    let mut table = [[0; 12]; 16];
    let mut set = 1;
    while set < 16 {
        let (mut chance, mut dir) = (0, 0);
        while chance < 12 {
            if set >> dir & 1 == 1 {
                table[set][chance] = dir;
                chance += 1;
            }
            dir = (dir + 1) & 3;
        }
        set += 1;
    }
    table
};

/// A probability in 256ths; how much the east–west direction is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bias(u16);

impl Bias {
    /// From a share of 0 to 1; 0.5 prefers nothing.
    pub fn new(share: f64) -> Self {
        Self((share * 256.0).round().clamp(1.0, 255.0) as u16)
    }

    pub fn is_even(self) -> bool {
        self.0 == 128
    }

    /// A word whose bits are each 1 with this probability.
    #[inline]
    pub fn word(self, rng: &mut Rng) -> u64 {
        let mut word = 0;
        for bit in self.0.trailing_zeros()..8 {
            let random = rng.bits();
            word = if self.0 >> bit & 1 == 1 { word | random } else { word & random };
        }
        word
    }

    /// The same probability for the north–south direction, of 256.
    pub fn vertical(self) -> u64 {
        256 - u64::from(self.0)
    }

    pub fn horizontal(self) -> u64 {
        u64::from(self.0)
    }
}

/// Random directions and small numbers, exactly uniform when there is no bias.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    rng: Rng,
    bias: Bias,
    /// Random bits not yet used, and how many of them there are.
    word: u64,
    left: u32,
}

impl Dice {
    pub fn new(seed: u64, bias: Bias) -> Self {
        Self { rng: Rng::new(seed), bias, word: 0, left: 0 }
    }

    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    #[inline(always)]
    fn take(&mut self, bits: u32) -> u64 {
        if self.left < bits {
            self.word = self.rng.bits();
            self.left = 64;
        }
        let out = self.word & ((1 << bits) - 1);
        self.word >>= bits;
        self.left -= bits;
        out
    }

    /// A number below a bound of at most 256.
    #[inline(always)]
    pub fn below(&mut self, bound: u64) -> u64 {
        let threshold = 65_536 % bound;
        loop {
            let wide = self.take(16) * bound;
            if wide & 0xFFFF >= threshold {
                return wide >> 16;
            }
        }
    }

    /// Any of the four directions, by the bias.
    #[inline(always)]
    pub fn direction(&mut self) -> usize {
        if self.bias.is_even() {
            self.take(2) as usize
        } else {
            usize::from(self.take(8) < self.bias.horizontal()) + 2 * self.take(1) as usize
        }
    }

    /// One direction of a set that is not empty, by the bias.
    #[inline(always)]
    pub fn choose(&mut self, set: u8) -> usize {
        debug_assert!(set != 0 && set < 16);
        if !self.bias.is_even() && set & 0b1010 != 0 && set & 0b0101 != 0 {
            let (across, along) = ((set & 0b1010).count_ones() as u64, (set & 0b0101).count_ones() as u64);
            let (across, along) = (across * self.bias.horizontal(), along * self.bias.vertical());
            let set = if self.rng.below(across + along) < across { set & 0b1010 } else { set & 0b0101 };
            return self.even(set);
        }
        self.even(set)
    }

    /// Without a branch on the size of the set, which nobody could foretell.
    #[inline(always)]
    fn even(&mut self, set: u8) -> usize {
        usize::from(CHANCES[usize::from(set & 15)][self.below(12) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_even_or_follow_the_bias() {
        for (bias, horizontal) in [(0.5, 0.5), (0.75, 0.75), (0.125, 0.125)] {
            let mut dice = Dice::new(9, Bias::new(bias));
            let mut counts = [0u32; 4];
            for _ in 0..40_000 {
                counts[dice.choose(15)] += 1;
                counts[dice.direction()] += 1;
            }
            let share = f64::from(counts[1] + counts[3]) / 80_000.0;
            assert!((share - horizontal).abs() < 0.01, "{bias} {counts:?}");
        }
        let mut dice = Dice::new(1, Bias::new(0.5));
        let mut three = [0u32; 4];
        (0..30_000).for_each(|_| three[dice.choose(0b1011)] += 1);
        assert!(three[2] == 0 && [0, 1, 3].iter().all(|&dir| (9_600..10_400).contains(&three[dir])), "{three:?}");
        let mut rng = Rng::new(4);
        let ones: u32 = (0..1000).map(|_| Bias::new(0.8).word(&mut rng).count_ones()).sum();
        assert!((50_500..52_200).contains(&ones), "{ones}");
    }
}
