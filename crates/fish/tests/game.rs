//! The laws of all games, on this one.

use dedale_fish::{Event, Fish};
use dedale_play::{Game, Seat, Viewer, kit};

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
            "rules=2014",
            "areas,size=8x8,onward",
        ],
        0..4,
    );
}

#[test]
fn only_the_bidder_is_told_the_bid() {
    let (bidder, other) = (Seat::new(1), Seat::new(0));
    let sealed = Event::Sealed { seat: bidder, bid: Some(7) };
    assert_eq!(Fish::tell(&sealed, Viewer::Seat(bidder)), Some(sealed.clone()));
    for viewer in [Viewer::Seat(other), Viewer::Spectator] {
        assert_eq!(Fish::tell(&sealed, viewer), Some(Event::Sealed { seat: bidder, bid: None }));
    }
}
