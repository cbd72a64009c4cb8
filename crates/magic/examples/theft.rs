//! Bots play a scenario; the story is told in words.

use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::game::{MagicMaze, tell};
use dedale_play::{Match, Seat};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Match::<MagicMaze>::new("scenario=4,players=3".parse()?, 5)?;
    let mut guide = Guide::default();
    for second in 1.. {
        if game.outcome().is_some() {
            break;
        }
        for seat in (0..3).map(Seat::new) {
            let Some(action) = guide.decide(&game.state().open, seat, Strategy::Joint) else { continue };
            let Ok(events) = game.act(seat, &action, second * 1000) else { continue };
            println!("{second:>4} s  player {seat}: {action}");
            for text in events.iter().filter_map(|event| tell(event, &game.state().open.market)) {
                println!("        {}", text.en);
            }
        }
    }
    Ok(())
}
