//! Memory: how much would be needed, and how much may be used.

use crate::failure::Failure;
use clap::Args;
use dedale_text::tr;

#[derive(Args, Clone, Copy)]
pub struct LimitArg {
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = bytes, help = tr(
        "The most memory to use: 500M, 16G", "La mémoire à ne pas dépasser : 500M, 16G"
    ))]
    memory_limit: u64,
}

impl LimitArg {
    /// Refuses work that would need more than the limit, and says how much.
    pub fn check(self, what: &str, needed: u64) -> Result<(), Failure> {
        if needed <= self.memory_limit {
            return Ok(());
        }
        let (needed, limit) = (shown(needed), shown(self.memory_limit));
        Err(Failure::new(
            format!("{what} would need about {needed} of memory, the limit is {limit}; --memory-limit raises it"),
            format!("{what} demanderait environ {needed} de mémoire, la limite est {limit} ; --memory-limit la relève"),
        ))
    }
}

/// A number of bytes as people write it: `1500000`, `500M`, `16G`.
fn bytes(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let (digits, unit) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()));
    let factor: Option<u64> = match unit.to_ascii_uppercase().trim_end_matches(['B', 'I']) {
        "" => Some(1),
        "K" => Some(1 << 10),
        "M" => Some(1 << 20),
        "G" => Some(1 << 30),
        "T" => Some(1 << 40),
        _ => None,
    };
    let value = digits.parse::<u64>().ok().zip(factor).and_then(|(digits, factor)| digits.checked_mul(factor));
    value.ok_or_else(|| tr("expected bytes such as 500M or 16G", "attendu des octets comme 500M ou 16G").into())
}

/// Bytes as people read them.
fn shown(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} B") } else { format!("{value:.1} {}", units[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_as_people_write_them() {
        for (text, value) in [("12", 12), ("2K", 2048), ("4G", 4 << 30), ("1GiB", 1 << 30), ("3mb", 3 << 20)] {
            assert_eq!(bytes(text), Ok(value), "{text}");
        }
        for text in ["", "G", "4X", "-3", "99999999999999999999", "999999999999T"] {
            assert!(bytes(text).is_err(), "{text}");
        }
        assert_eq!(shown(1536), "1.5 KiB");
    }
}
