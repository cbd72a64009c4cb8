//! Seeds: given, of the day, or drawn.

use clap::Args;
use dedale_text::tr;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{SystemTime, UNIX_EPOCH};

#[derive(Args, Clone, Copy)]
pub struct SeedArg {
    #[arg(long, value_name = "N", value_parser = parse, help = tr(
        "Seed: same seed and options, same result; `today` gives the board of the day; drawn and shown unless given",
        "Graine : même graine et mêmes options, même résultat ; « today » donne le plateau du jour ; tirée et affichée si elle manque"
    ))]
    seed: Option<u64>,
}

impl SeedArg {
    /// The seed given, or a fresh one below 2³² that is easy to type again.
    /// Whoever draws one shows it.
    pub fn get(self) -> u64 {
        self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 32)
    }
}

fn parse(text: &str) -> Result<u64, String> {
    if text == "today" {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?;
        return Ok(now.as_secs() / 86_400);
    }
    text.parse().map_err(|_| {
        tr("expected a number from 0 to 2^64-1, or `today`", "attendu un nombre de 0 à 2^64-1, ou « today »").into()
    })
}
