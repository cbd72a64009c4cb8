//! A round between two bots, with the screen of its end.

use dedale_grid::Rng;
use dedale_play::{Bot, Game, Match, Viewer};
use dedale_race::{Race, screen};
use dedale_text::Lang;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Match::<Race>::new("size=21,density=0.65,players=2,rounds=1".parse()?, 42)?;
    let bots = ["best", "stray"].map(|name| Bot::<Race>::named(name).expect("the bots have names"));
    let mut rng = Rng::new(1);
    while let Some(seat) = Race::active(game.state()).iter().next() {
        let bot = bots[seat.index()];
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal(seat));
        let action = (bot.choose)(&view, seat, &legal, &mut rng, bot.budget).unwrap_or(legal[0]);
        game.act(seat, &action, 0)?;
    }
    let view = game.view(Viewer::Spectator);
    if let Some(course) = &view.course {
        print!("{}", screen(course, &view.scores, course.mode(), Lang::En));
    }
    Ok(())
}
