//! The template game, played at random, written to a file and read back.

#[path = "../tests/nim/game.rs"]
mod game;

use dedale_grid::Rng;
use dedale_play::{Game, Match, file};
use game::Nim;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut nim = Match::<Nim>::new("heap=9".parse()?, 1)?;
    let mut rng = Rng::new(1);
    while let Some(seat) = Nim::active(nim.state()).iter().next() {
        let legal = nim.legal(seat);
        let Some(action) = rng.choose(&legal).copied() else { break };
        println!("player {seat}: {action}");
        nim.act(seat, &action, 0)?;
    }
    let written = file::write(&nim);
    print!("{written}");
    let again = file::read::<Nim>(&written).map_err(|error| error.to_string())?;
    assert_eq!(again.game.digest(), nim.digest());
    Ok(())
}
