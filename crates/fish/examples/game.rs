//! A game between bots from the first reservation to the table.

use dedale_fish::{Fish, Layout, standings};
use dedale_grid::Rng;
use dedale_play::{Bot, Game, Match, Viewer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Match::<Fish>::new("players=3".parse()?, 7)?;
    let greedy = Bot::<Fish>::named("greedy").ok_or("the ladder has a greedy bot")?;
    let mut rng = Rng::new(7);
    while let Some(seat) = Fish::active(game.state()).iter().next() {
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal(seat));
        let action = (greedy.choose)(&view, seat, &legal, &mut rng, greedy.budget).unwrap_or(legal[0]);
        for event in game.act(seat, &action, 0)? {
            println!("{event}");
        }
    }
    print!("{}{}", Layout::Framed.write(&game.state().board()), standings(game.state()));
    Ok(())
}
