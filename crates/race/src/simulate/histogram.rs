//! Counting whole numbers.

/// How often each number came up, with what follows from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: Vec<u64>,
}

/// Numbers beyond this are counted as this.
const LARGEST: u32 = 1 << 20;

impl Tally {
    /// Counts a number.
    pub fn add(&mut self, value: u32) {
        let value = value.min(LARGEST) as usize;
        if value >= self.counts.len() {
            self.counts.resize(value + 1, 0);
        }
        self.counts[value] += 1;
    }

    /// How many numbers were counted.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Their mean; 0 of none.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.counts.iter().enumerate().map(|(value, &count)| value as f64 * count as f64).sum();
        sum / self.count().max(1) as f64
    }

    /// The smallest number that this share of all does not exceed; `None` of
    /// none.
    pub fn quantile(&self, share: f64) -> Option<u32> {
        let wanted = (share * self.count() as f64).ceil().max(1.0);
        let mut seen = 0.0;
        self.counts
            .iter()
            .position(|&count| {
                seen += count as f64;
                seen >= wanted
            })
            .map(|value| value as u32)
    }

    /// The smallest number.
    pub fn min(&self) -> Option<u32> {
        self.counts.iter().position(|&count| count > 0).map(|value| value as u32)
    }

    /// The largest number.
    pub fn max(&self) -> Option<u32> {
        self.counts.len().checked_sub(1).map(|value| value as u32)
    }

    /// The counts in at most `bins` bins of equal width: first number, last
    /// number, count.
    pub fn bins(&self, bins: usize) -> Vec<(u32, u32, u64)> {
        let (Some(low), Some(high)) = (self.min(), self.max()) else { return Vec::new() };
        let width = ((high - low) as usize + 1).div_ceil(bins.max(1));
        let bins = self.counts[low as usize..].chunks(width).enumerate();
        bins.map(|(bin, counts)| {
            let first = low + (bin * width) as u32;
            (first, first + width as u32 - 1, counts.iter().sum())
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers() {
        let mut tally = Tally::default();
        assert_eq!((tally.mean(), tally.quantile(0.5), tally.max()), (0.0, None, None));
        assert!(tally.bins(4).is_empty());
        [3, 4, 4, 9, 10].iter().for_each(|&value| tally.add(value));
        assert_eq!((tally.count(), tally.mean(), tally.min(), tally.max()), (5, 6.0, Some(3), Some(10)));
        assert_eq!([0.0, 0.5, 0.8, 1.0].map(|share| tally.quantile(share)), [Some(3), Some(4), Some(9), Some(10)]);
        assert_eq!(tally.bins(4), [(3, 4, 3), (5, 6, 0), (7, 8, 0), (9, 10, 2)]);
        assert_eq!(tally.bins(1), [(3, 10, 5)]);
        tally.add(u32::MAX);
        assert_eq!(tally.max(), Some(LARGEST));
    }
}
