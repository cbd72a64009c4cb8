//! Unguessable names for rooms, seats and visitors.

use dedale_play::Seed;

/// Letters and digits that are hard to confuse, thirty-two of them.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The id of a room, a job or a board: sixty random bits, short enough to be
/// read aloud.
pub fn public() -> String {
    letters::<12>()
}

/// The key to a seat, or the mark of a visitor: 130 random bits.
pub fn secret() -> String {
    letters::<26>()
}

/// A seed for a match: of a game with secrets 256 bits that nobody can guess,
/// otherwise a number that is easy to type again.
pub fn match_seed(secrets: bool) -> Seed {
    if !secrets {
        return Seed::Number(seed());
    }
    let mut bytes = [0; 32];
    fill(&mut bytes);
    Seed::secret(bytes)
}

/// A seed that is easy to type again.
pub fn seed() -> u64 {
    let mut bytes = [0; 4];
    fill(&mut bytes);
    u32::from_le_bytes(bytes).into()
}

/// Whether a text could be an id or a secret: worth looking up.
pub fn plausible(text: &str) -> bool {
    (6..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Compares secrets without telling by the time it takes how much was right.
pub fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

fn letters<const N: usize>() -> String {
    let mut bytes = [0; N];
    fill(&mut bytes);
    bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}

fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the system has random numbers");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_plausible_and_differ() {
        let (a, b) = (public(), public());
        assert!(plausible(&a) && plausible(&secret()) && a != b);
        assert!(!plausible("../etc") && !plausible("") && !plausible("déjàvu"));
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "ab"));
    }
}
