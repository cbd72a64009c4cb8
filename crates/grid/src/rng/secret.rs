//! A stream of numbers that nobody can predict without its key: ChaCha20
//! (Bernstein, 2008) with a 64-bit block counter, as everybody has it in their
//! cryptographic library, written here so that its values never change.

/// The stream of a key and a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    key: [u32; 8],
    part: u64,
    block: u64,
    words: [u64; 8],
    used: usize,
}

impl Stream {
    pub fn new(key: &[u8; 32], part: u64) -> Self {
        let word = |index: usize| {
            let bytes = &key[4 * index..4 * index + 4];
            u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
        };
        Self { key: std::array::from_fn(word), part, block: 0, words: [0; 8], used: 8 }
    }

    /// 64 bits. Kept out of line, so that generators without a secret stay in
    /// registers.
    #[cold]
    #[inline(never)]
    pub fn bits(&mut self) -> u64 {
        if self.used == self.words.len() {
            let tail = [self.block as u32, (self.block >> 32) as u32, self.part as u32, (self.part >> 32) as u32];
            let block = chacha20(&self.key, tail);
            self.words = std::array::from_fn(|i| u64::from(block[2 * i]) | u64::from(block[2 * i + 1]) << 32);
            (self.block, self.used) = (self.block + 1, 0);
        }
        self.used += 1;
        self.words[self.used - 1]
    }
}

/// One block of ChaCha20: the key, and the counter and nonce as four words.
fn chacha20(key: &[u32; 8], tail: [u32; 4]) -> [u32; 16] {
    let mut start = [0; 16];
    start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    start[4..12].copy_from_slice(key);
    start[12..].copy_from_slice(&tail);
    let mut state = start;
    for _ in 0..10 {
        for [a, b, c, d] in [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]] {
            quarter(&mut state, a, b, c, d);
        }
        for [a, b, c, d] in [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]] {
            quarter(&mut state, a, b, c, d);
        }
    }
    std::array::from_fn(|i| state[i].wrapping_add(start[i]))
}

fn quarter(state: &mut [u32; 16], a: usize, b: usize, c: usize, d: usize) {
    for (sum, other, mixed, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
        state[sum] = state[sum].wrapping_add(state[other]);
        state[mixed] = (state[mixed] ^ state[sum]).rotate_left(turn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The block of RFC 8439, section 2.3.2.
    #[test]
    fn reference_block() {
        let key: [u8; 32] = std::array::from_fn(|i| i as u8);
        let key = Stream::new(&key, 0).key;
        let block = chacha20(&key, [1, 0x0900_0000, 0x4a00_0000, 0]);
        assert_eq!(block[..4], [0xe4e7_f110, 0x1559_3bd1, 0x1fdd_0f50, 0xc471_20a3]);
        assert_eq!(block[12..], [0xd19c_12b5, 0xb94e_16de, 0xe883_d0cb, 0x4e3c_50a2]);
    }
}
