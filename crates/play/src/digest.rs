//! A fingerprint of a state that is the same on every machine.

use serde::Serialize;
use std::io::{self, Write};

/// The 64-bit FNV-1a hash of a value's JSON form.
///
/// Slower than hashing memory, but the bytes depend on neither the platform
/// nor the compiler, so old match files can be checked for ever.
pub fn digest(value: &impl Serialize) -> u64 {
    let mut hash = Fnv(0xCBF2_9CE4_8422_2325);
    serde_json::to_writer(&mut hash, value).expect("states serialise to JSON and hashing cannot fail");
    hash.0
}

struct Fnv(u64);

impl Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_reference_value() {
        let mut hash = Fnv(0xCBF2_9CE4_8422_2325);
        hash.write_all(b"foobar").unwrap();
        assert_eq!(hash.0, 0x85944171F73967E8);
    }
}
