//! The laws of all games, on this one.

use dedale_fish::Fish;
use dedale_play::kit;

#[test]
fn laws() {
    kit::check::<Fish>(
        &[
            "players=2",
            "",
            "players=4",
            "players=5",
            "rules=classic,players=5",
            "rules=classic",
            "size=5x4,goods=2,trees=9",
        ],
        0..4,
    );
}
