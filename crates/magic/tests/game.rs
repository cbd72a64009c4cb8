//! The game keeps the laws of all games, and its own.

use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::game::{Action, Config, Event, MagicMaze};
use dedale_magic::simulate::play_with;
use dedale_play::{Match, Rejected, Seat, kit};

#[test]
fn the_laws_of_games() {
    kit::check::<MagicMaze>(&["players=2,time=0", "players=1,scenario=2", "players=5,scenario=4,time=600"], 0..2);
    let special = ["8", "9", "10", "11", "13", "15", "16", "17"].map(|number| format!("scenario={number},time=900"));
    kit::check::<MagicMaze>(&special.each_ref().map(String::as_str), 0..1);
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

/// The moves of sixty games; each ends with all pawns out, whatever the order
/// in which players look up.
fn sixty_games(config: &str, strategy: Strategy) -> u32 {
    let config: Config = config.parse().unwrap();
    let mut guide = Guide::default();
    let play = |seed| {
        let report = play_with(&config, seed, &mut guide, strategy);
        assert!(report.won && !report.stuck, "seed {seed}: {report:?}");
        report.moves
    };
    (0..60).map(play).sum()
}

/// The joint strategy needs a quarter fewer moves on the same decks than
/// players on foot; and fewer than players who jump, or without teleporters.
#[test]
fn nobody_gets_stuck_and_joint_saves_moves() {
    let [base, jump, joint] =
        [Strategy::Base, Strategy::Jump, Strategy::Joint].map(|strategy| sixty_games("time=0,teleporters=4", strategy));
    assert!(joint * 4 <= base * 3 && joint * 20 <= jump * 17, "{base} {jump} {joint}");
    let [base, joint] = [Strategy::Base, Strategy::Joint].map(|strategy| sixty_games("time=0,teleporters=0", strategy));
    assert!(joint * 5 <= base * 4, "{base} {joint}");
}

/// Bots look into the crystal ball where it is worth the way.
#[test]
fn the_crystal_ball_is_used() {
    let config: Config = "scenario=5,time=0".parse().unwrap();
    let (mut looked, mut guide) = (0, Guide::default());
    for seed in 0..20 {
        let report = dedale_magic::simulate::play(&config, seed, &mut guide, |guide, open, seat| {
            let action = guide.decide(open, seat, Strategy::Joint);
            looked += usize::from(matches!(action, Some(Action::Crystal(_))));
            action
        });
        assert!(report.won, "seed {seed}: {report:?}");
    }
    assert!(looked >= 5, "{looked}");
}

#[test]
fn every_table_and_scenario_is_won() {
    let mut guide = Guide::default();
    for players in 1..=8 {
        let config: Config = format!("players={players},time=0").parse().unwrap();
        for strategy in [Strategy::Base, Strategy::Joint] {
            assert!(play_with(&config, 5, &mut guide, strategy).won, "{players} players");
        }
    }
    for scenario in 1..=16 {
        let config: Config = format!("scenario={scenario},time=0").parse().unwrap();
        for seed in 0..3 {
            assert!(play_with(&config, seed, &mut guide, Strategy::Joint).won, "scenario {scenario} seed {seed}");
        }
    }
}

/// One pawn a tile can tie four pawns up; the careful planner unties them, if
/// need be by way of the first tile.
#[test]
fn pawns_that_keep_their_distance_win() {
    let config: Config = "scenario=17,time=0".parse().unwrap();
    let mut guide = Guide::default();
    for seed in 0..7 {
        let report = play_with(&config, seed, &mut guide, Strategy::Joint);
        assert!(report.won && !report.stuck, "seed {seed}: {report:?}");
    }
}

/// The same decisions with a guide that remembers and with one that does not.
#[test]
fn a_memory_changes_no_decision() {
    for (seed, config) in ["time=0", "time=0", "scenario=2,time=180", "scenario=6,time=120"].into_iter().enumerate() {
        let (seed, config): (u64, Config) = (seed as u64, config.parse().unwrap());
        let remembered = play_with(&config, seed, &mut Guide::default(), Strategy::Joint);
        let afresh = dedale_magic::simulate::play(&config, seed, &mut Guide::default(), |_, open, seat| {
            Guide::default().decide(open, seat, Strategy::Joint)
        });
        assert_eq!(remembered, afresh);
    }
}

#[test]
fn bots_turn_the_sand_when_that_wins_time() {
    let mut flips = 0;
    for seed in 0..6 {
        for glass in [30, 60, 180] {
            let config: Config = format!("scenario=1,players=2,time={glass}").parse().unwrap();
            let mut game = Match::<MagicMaze>::new(config, seed).unwrap();
            let mut guide = Guide::default();
            for turn in 0..200u64 {
                let clock = turn * 900;
                let seat = Seat::new((turn % 2) as usize);
                game.advance(clock);
                let Some(action) = guide.decide(&game.state().open, seat, Strategy::Joint) else { continue };
                for event in game.act(seat, &action, clock).unwrap_or_default() {
                    if let Event::Flipped { remaining_ms } = event {
                        flips += 1;
                        assert!(remaining_ms * 2 >= glass * 1000, "seed {seed}: turned to {remaining_ms} of {glass} s");
                    }
                }
            }
        }
    }
    assert!(flips > 5, "the sand was turned only {flips} times");
}

/// The glass is in the view and not in the digest: files written before it was
/// sent still replay.
#[test]
fn the_glass_is_sent_and_not_hashed() {
    let game = Match::<MagicMaze>::new("scenario=1,players=2,time=60".parse().unwrap(), 5).unwrap();
    let view = serde_json::to_value(game.view(dedale_play::Viewer::Spectator)).unwrap();
    assert_eq!(view["glass"], 60_000);
    let state = serde_json::to_string(game.state()).unwrap();
    let before = state.replace("\"glass\":60000,", "");
    assert_ne!(before, state);
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    assert_eq!(game.digest(), before.bytes().fold(0xCBF2_9CE4_8422_2325, fnv));
}

/// A partner who errs and sleeps costs moves and time, but no game.
#[test]
fn imperfect_partners_are_waited_for() {
    use dedale_magic::simulate::{Pace, play_at};
    let config: Config = "players=3,scenario=2,time=0".parse().unwrap();
    let mut guide = Guide::default();
    let (mut perfect, mut clumsy) = (0, 0);
    for seed in 0..10 {
        let decide = |guide: &mut Guide, open: &_, seat| guide.decide(open, seat, Strategy::Joint);
        let best = play_at(&config, seed, Pace::default(), &mut guide, decide);
        assert_eq!(best, play_with(&config, seed, &mut guide, Strategy::Joint));
        let pace = Pace { err: 0.2, doze: 0.05, ..Pace::default() };
        let report = play_at(&config, seed, pace, &mut guide, decide);
        assert!(report.won && !report.stuck, "seed {seed}: {report:?}");
        (perfect, clumsy) = (perfect + best.rounds, clumsy + report.rounds);
    }
    assert!(clumsy > perfect, "{clumsy} {perfect}");
}

/// A single player who runs out of sand has lost, and is not stuck.
#[test]
fn a_single_player_is_never_stuck() {
    let mut guide = Guide::default();
    for scenario in [1, 2, 4] {
        let config: Config = format!("players=1,scenario={scenario},time=180").parse().unwrap();
        let mut won = 0;
        for seed in 0..12 {
            let report = play_with(&config, seed, &mut guide, Strategy::Joint);
            assert!(!report.stuck, "scenario {scenario} seed {seed}: {report:?}");
            won += usize::from(report.won);
        }
        // A card a second is slow: the sand must be turned in time to win at all.
        assert!(won >= 9, "scenario {scenario}: {won} of 12");
    }
}

/// The former name of the basic game is still read.
#[test]
fn the_basic_game_by_both_names() {
    use dedale_play::Game;
    let (name, text) = MagicMaze::presets()[0];
    assert_eq!(name, "basic");
    assert_eq!(text.parse::<Config>(), "course".parse::<Config>());
}
