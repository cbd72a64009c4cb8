//! The game keeps the laws of all games, and its own.

use dedale_magic::game::{Action, MagicMaze};
use dedale_play::{Match, Rejected, Seat, kit};

#[test]
fn the_laws_of_games() {
    kit::check::<MagicMaze>(&["players=2,time=0", "players=1,scenario=2", "players=5,scenario=4,time=600"], 0..2);
    kit::check::<MagicMaze>(&["players=3,scenario=6", "players=8,scenario=7,time=900", "scenario=1"], 0..1);
}

#[test]
fn illegal_actions_are_refused_without_a_trace() {
    let mut game = Match::<MagicMaze>::new("players=4".parse().unwrap(), 1).unwrap();
    let before = game.digest();
    for (seat, action) in [
        (0, "move y up 1"),
        (3, "move y up 0"),
        (3, "move y up 9"),
        (1, "explore y"),
        (1, "next"),
        (0, "point 1"),
        (2, "escalator g"),
    ] {
        let action: Action = action.parse().unwrap();
        assert!(matches!(game.act(Seat::new(seat), &action, 5), Err(Rejected::Refused(_))), "{action}");
        assert_eq!(game.digest(), before);
    }
}
