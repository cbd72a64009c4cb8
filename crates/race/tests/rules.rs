//! Every rule of the game, on boards small enough to see.

use dedale_play::{Bot, Game, Match, Outcome, Seat, Seats, Viewer, file, kit};
use dedale_race::game::{Action, Config, Ended, Ending, Phase, Refusal, View};
use dedale_race::{Mode, Race, bots, screen};
use dedale_text::Lang;

fn seat(number: usize) -> Seat {
    Seat::new(number)
}

fn game(config: &str, seed: u64) -> Match<Race> {
    Match::new(config.parse().unwrap(), seed).unwrap()
}

fn view(game: &Match<Race>) -> View {
    game.view(Viewer::Spectator)
}

fn act(game: &mut Match<Race>, number: usize, action: &str) {
    game.act(seat(number), &action.parse().unwrap(), 0).unwrap();
}

fn mover(game: &Match<Race>) -> Seat {
    view(game).course.unwrap().mover()
}

/// One step along a shortest path for whoever's turn it is.
fn best_step(game: &mut Match<Race>) {
    let seat = mover(game);
    let step = bots::hint(&view(game), seat).unwrap();
    game.act(seat, &step, 0).unwrap();
}

#[test]
fn keeps_the_laws() {
    kit::check::<Race>(
        &[
            "size=7,density=0.8,players=1,rounds=2",
            "size=7,density=0.7,players=2,rounds=2",
            "size=9,density=0.7,players=4,rounds=3,block",
            "size=5,density=1,players=4,rounds=2,block,handicap=1/0/2",
            "size=9,density=0.3,players=3,rounds=2,repair",
            "size=9,density=0.7,players=2,rounds=2,ask",
        ],
        0..6,
    );
}

#[test]
fn presets_start() {
    for (name, text) in Race::presets() {
        let config: Config = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(config.to_string(), *text);
        Match::<Race>::new(config, 7).unwrap();
    }
}

#[test]
fn reaching_the_target_wins_the_round_and_shows_the_best_paths() {
    let mut game = game("size=11,density=0.8,players=2,rounds=1", 3);
    let first = mover(&game);
    while game.outcome().is_none() {
        best_step(&mut game);
    }
    let view = view(&game);
    let course = view.course.as_ref().unwrap();
    let end = course.end.as_ref().unwrap();
    assert_eq!((end.by, end.winners.len(), course.mode()), (Ended::Won, 1, Mode::FromStart));
    let winner = end.winners.iter().next().unwrap();
    let best: Vec<u32> = (0..2).map(|number| course.best(seat(number))).collect();
    // The shorter path wins; of equal ones that of the first in the order.
    let expected = if best[0] == best[1] { first } else { seat(usize::from(best[1] < best[0])) };
    assert_eq!(winner, expected);
    assert_eq!(course.runners[winner.index()].moves, best[winner.index()]);
    let scores: Vec<i64> = (0..2).map(|number| i64::from(seat(number) == winner)).collect();
    assert_eq!(game.outcome(), Some(Outcome { winners: Seats::only(winner), scores }));
}

#[test]
fn impossible_steps_are_refused_and_cost_nothing() {
    let mut game = game("size=9,density=0.6,players=2,rounds=1", 5);
    let seat = mover(&game);
    let before = game.digest();
    let legal = game.legal(seat);
    let mut refused = 0;
    for dir in dedale_grid::Dir::ALL {
        if !legal.contains(&Action::Go(dir)) {
            let error = game.act(seat, &Action::Go(dir), 0).unwrap_err();
            assert_eq!(error, dedale_play::Rejected::Refused(Refusal::Wall { dir }));
            refused += 1;
        }
    }
    assert!(refused > 0);
    assert!(game.act(seat, &Action::Pass, 0).is_err());
    assert_eq!((game.digest(), mover(&game), game.log().len()), (before, seat, 0));
}

#[test]
fn finishing_needs_everybody_and_the_fewest_steps_in_all_win() {
    let mut game = game("size=15,density=0.75,players=3,rounds=2", 8);
    best_step(&mut game);
    let proposer = mover(&game).index();
    act(&mut game, proposer, "finish");
    let others: Vec<usize> = (0..3).filter(|number| *number != proposer).collect();
    assert_eq!(Race::active(game.state()).iter().map(Seat::index).collect::<Vec<_>>(), others);
    act(&mut game, others[0], "agree");
    assert_eq!(view(&game).course.unwrap().end, None);
    act(&mut game, others[1], "refuse");
    // Refused: the turn is where it was, and nothing is proposed again yet.
    assert_eq!((mover(&game).index(), view(&game).phase), (proposer, Phase::Play));
    for ending in [Ending::Finish, Ending::Reveal] {
        let error = game.act(seat(proposer), &Action::Propose(ending), 0).unwrap_err();
        assert_eq!(error, dedale_play::Rejected::Refused(Refusal::Again));
    }
    best_step(&mut game);
    let proposer = mover(&game).index();
    act(&mut game, proposer, "finish");
    for number in (0..3).filter(|number| *number != proposer) {
        act(&mut game, number, "agree");
    }
    let view = view(&game);
    let course = view.course.unwrap();
    let end = course.end.clone().unwrap();
    assert_eq!((end.by, course.mode()), (Ended::Finished, Mode::FromHere));
    for number in 0..3 {
        assert_eq!(end.totals[number], course.runners[number].moves + course.left(seat(number)));
        let wins = end.totals[number] == *end.totals.iter().min().unwrap();
        assert_eq!((end.winners.contains(seat(number)), view.scores[number]), (wins, u32::from(wins)));
    }
    assert_eq!(view.phase, Phase::Between { ready: Seats::NONE });
}

/// On a full board two players are equally far: both score, both win.
#[test]
fn equal_totals_share_the_point() {
    let mut game = game("size=9,density=1,players=2,rounds=1", 1);
    let first = mover(&game).index();
    act(&mut game, first, "finish");
    act(&mut game, 1 - first, "agree");
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.scores), (Seats::first(2), vec![1, 1]));
}

#[test]
fn a_handicap_counts_when_the_round_is_finished_and_costs_turns() {
    let mut game = game("size=9,density=1,players=2,rounds=1,handicap=0/2", 1);
    // Player 1 moves alone until player 2 has sat out two turns.
    let mut movers = Vec::new();
    for _ in 0..5 {
        movers.push(mover(&game).index());
        best_step(&mut game);
    }
    assert!(movers.starts_with(&[0, 0]) && movers.contains(&1), "{movers:?}");
    let proposer = mover(&game).index();
    act(&mut game, proposer, "finish");
    act(&mut game, 1 - proposer, "agree");
    let course = view(&game).course.unwrap();
    assert_eq!(course.end.unwrap().totals, [6, 8]);
    assert_eq!(game.outcome().unwrap().winners, Seats::only(seat(0)));
}

#[test]
fn revealing_cancels_the_round() {
    let mut game = game("size=11,density=0.8,players=2,rounds=1", 2);
    let first = mover(&game).index();
    act(&mut game, first, "reveal");
    act(&mut game, 1 - first, "agree");
    let course = view(&game).course.unwrap();
    let end = course.end.as_ref().unwrap();
    assert_eq!((end.by, end.winners, course.mode()), (Ended::Revealed, Seats::NONE, Mode::FromStart));
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winners, outcome.scores), (Seats::NONE, vec![0, 0]));
}

#[test]
fn rounds_follow_each_other_when_all_are_ready_and_the_order_is_drawn_anew() {
    let mut game = game("size=9,density=0.9,players=4,rounds=12", 4);
    let mut orders = std::collections::BTreeSet::new();
    for round in 1..=12 {
        assert_eq!(view(&game).round, round);
        let order: Vec<usize> = view(&game).course.unwrap().order.iter().map(|seat| seat.index()).collect();
        orders.insert(order);
        while view(&game).phase == Phase::Play {
            best_step(&mut game);
        }
        if round < 12 {
            for number in [2, 0, 3, 1] {
                assert_eq!(view(&game).round, round);
                act(&mut game, number, "ready");
            }
        }
    }
    assert!(orders.len() > 4, "{orders:?}");
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.scores.iter().sum::<i64>(), 12);
    let best = outcome.scores.iter().max().unwrap();
    for number in 0..4 {
        assert_eq!(outcome.winners.contains(seat(number)), outcome.scores[number] == *best);
    }
}

#[test]
fn the_first_player_chooses_boards_where_asked() {
    let mut game = game("players=2,rounds=2,ask", 4);
    assert_eq!((view(&game).round, view(&game).course), (0, None));
    for bad in ["board 4 0.5", "board 999 0.5", "board 9 0", "board 5 0.2", "ready"] {
        assert!(game.act(seat(0), &bad.parse().unwrap(), 0).is_err(), "{bad}");
    }
    assert!(game.act(seat(1), &"board 9 0.7".parse().unwrap(), 0).is_err());
    act(&mut game, 0, "board 13 0.77");
    act(&mut game, 1, "ready");
    let course = view(&game).course.unwrap();
    assert_eq!((course.track.board.size().rows(), view(&game).round), (13, 1));
    let first = mover(&game).index();
    act(&mut game, first, "reveal");
    act(&mut game, 1 - first, "agree");
    // So thin that no board is playable: the fewest cells are freed.
    act(&mut game, 1, "ready");
    act(&mut game, 0, "board 25 0.3");
    assert!(!view(&game).course.unwrap().track.opened.is_empty());
}

#[test]
fn players_block_each_other_and_the_blocked_in_pass() {
    let mut passes = 0;
    let mut blocked = 0;
    for seed in 0..60 {
        let mut game = game("size=5,density=0.9,players=4,rounds=1,block", seed);
        let mut rng = dedale_grid::Rng::new(seed);
        for _ in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            let seat = mover(&game);
            let course = view(&game).course.unwrap();
            for dir in dedale_grid::Dir::ALL {
                let Some(to) = course.step(seat, dir) else { continue };
                if let Some(other) = course.occupant(to, seat) {
                    let error = game.act(seat, &Action::Go(dir), 0).unwrap_err();
                    assert_eq!(error, dedale_play::Rejected::Refused(Refusal::Occupied { seat: other }));
                    blocked += 1;
                }
            }
            let legal: Vec<Action> =
                game.legal(seat).into_iter().filter(|a| matches!(a, Action::Go(_) | Action::Pass)).collect();
            passes += usize::from(legal == [Action::Pass]);
            // Away from the target, to crowd the corners.
            let action = *rng.choose(&legal).unwrap();
            game.act(seat, &action, 0).unwrap();
            let positions = view(&game).course.unwrap().positions();
            for (index, cell) in positions.iter().enumerate() {
                assert!(!positions[..index].contains(cell), "two on one cell");
            }
        }
    }
    assert!(passes > 0 && blocked > 0, "{passes} passes, {blocked} blocked steps");
}

#[test]
fn undo_takes_back_steps_but_not_solutions() {
    let mut game = game("size=9,density=0.9,players=1,rounds=1", 6);
    let before = game.digest();
    best_step(&mut game);
    assert!(game.undo());
    assert_eq!(game.digest(), before);
    act(&mut game, 0, "reveal");
    assert!(!game.undo());
}

#[test]
fn the_first_board_is_the_one_the_seed_names() {
    let game = game("size=21,density=0.65,players=3,rounds=1", 99);
    let recipe = dedale_race::Recipe { size: 21, density: 0.65, players: 3, repair: false };
    assert_eq!(view(&game).course.unwrap().track.board, recipe.make(99).unwrap().board);
}

/// Every round of a fair match has ways that differ by a step at most, whoever
/// sits out turns; the first board is the one that the seed names.
#[test]
fn fair_matches_have_fair_boards() {
    for seed in 0..40 {
        let mut game = game("size=21,density=0.65,players=2,rounds=3,handicap=0/3,fair", seed);
        let recipe = dedale_race::Recipe { size: 21, density: 0.65, players: 2, repair: false };
        assert_eq!(view(&game).course.unwrap().track.board, recipe.make_fair(seed).unwrap().board);
        for round in 1..=3 {
            assert_eq!(view(&game).round, round);
            let course = view(&game).course.unwrap();
            let [one, two] = [course.best(seat(0)), course.best(seat(1))];
            assert!(one.abs_diff(two) <= 1, "seed {seed}, round {round}: {one} and {two}");
            let first = mover(&game).index();
            act(&mut game, first, "reveal");
            act(&mut game, 1 - first, "agree");
            if round < 3 {
                (0..2).for_each(|number| act(&mut game, number, "ready"));
            }
        }
    }
}

/// Who does not ask for fair boards has the state, and so the file, of before.
#[test]
fn matches_that_are_not_fair_keep_their_digests() {
    let plain = game("size=21,density=0.65,players=2,rounds=3", 7);
    assert_eq!(plain.digest(), 12_090_493_708_967_087_234);
    assert!(!file::write(&plain).contains("fair"));
    let fair = game("size=21,density=0.65,players=2,rounds=3,fair", 7);
    assert_ne!(plain.digest(), fair.digest());
    assert_eq!(file::read::<Race>(&file::write(&fair)).unwrap().game.digest(), fair.digest());
}

/// Bots of every kind, blocking or not, play to the end and replay the same.
#[test]
fn bots_play_to_the_end() {
    let mut wins = [0; 3];
    for (index, config) in ["size=11,density=0.75,players=3,rounds=1", "size=11,density=0.75,players=3,rounds=1,block"]
        .iter()
        .cycle()
        .take(24)
        .enumerate()
    {
        let mut game = game(config, index as u64);
        let mut rng = dedale_grid::Rng::new(index as u64);
        for _ in 0..3000 {
            let Some(seat) = Race::active(game.state()).iter().next() else { break };
            let bot = &Race::bots()[(seat.index() + index) % 3];
            let legal = game.legal(seat);
            let action = (bot.choose)(&game.view(Viewer::Seat(seat)), seat, &legal, &mut rng, bot.budget).unwrap();
            assert!(legal.contains(&action), "{} wants {action}", bot.name);
            game.act(seat, &action, 0).unwrap();
        }
        let outcome = game.outcome().expect("the race ends");
        outcome.winners.iter().for_each(|seat| wins[(seat.index() + index) % 3] += 1);
        assert_eq!(file::read::<Race>(&file::write(&game)).unwrap().game.digest(), game.digest());
    }
    assert!(wins[2] > wins[0] && wins[1] > wins[0], "{wins:?}");
    assert!(Bot::<Race>::named("best").is_some());
}

#[test]
fn the_three_screens() {
    let mut game = game("size=9,density=1,players=2,rounds=1,handicap=3/0", 1);
    best_step(&mut game);
    best_step(&mut game);
    let view = view(&game);
    let course = view.course.unwrap();
    let en = |mode| screen(&course, &view.scores, mode, Lang::En);
    assert_eq!(
        en(Mode::Play),
        "*********\n*1      *\n*       *\n*      2*\n*   C   *\n*       *\n*       *\n*       *\n*********\n\n\
         Player 1: pos=(1,1); score=0; moves=0\nPlayer 2: pos=(3,7); score=0; moves=2\n"
    );
    assert_eq!(
        en(Mode::FromHere),
        "*********\n*1111   *\n*   1   *\n*   1  2*\n*   C222*\n*       *\n*       *\n*       *\n*********\n\n\
         Player 1: pos=(1,1); score=0; moves=6\nPlayer 2: pos=(3,7); score=0; moves=6\n"
    );
    assert_eq!(
        screen(&course, &view.scores, Mode::FromStart, Lang::Fr),
        "*********\n*1111  2*\n*   1  2*\n*   1  2*\n*   C222*\n*       *\n*       *\n*       *\n*********\n\n\
         Joueur 1 : pos=(1,1); score=0; nb coups=6\nJoueur 2 : pos=(1,7); score=0; nb coups=6\n"
    );
}

/// The laws hold with every setting that the document's game does not have.
#[test]
fn the_extras_keep_the_laws() {
    kit::check::<Race>(
        &[
            "size=7,density=0.8,players=3,rounds=2,together,block",
            "size=9,density=0.7,players=2,rounds=2,together,bets,handicap=0/2",
            "size=9,density=0.7,players=2,rounds=1,walls=2,bombs=2",
            "size=9,density=0.7,players=2,rounds=2,fog=2,bets",
            "size=9,density=0.7,players=3,rounds=2,fair,handicap=0/2",
            "size=9,density=0.3,players=2,rounds=2,repair,ask,fair",
        ],
        0..3,
    );
}

/// Steps made together: nobody knows the others', ties are shared.
#[test]
fn steps_are_made_at_once() {
    let mut game = game("size=9,density=1,players=2,rounds=1,together", 1);
    act(&mut game, 0, "down");
    assert_eq!(view(&game).course.unwrap().runners[0].moves, 0, "nothing moves before all have chosen");
    assert_eq!(view(&game).course.unwrap().extras.chosen, [None, None], "a spectator sees no choice");
    let own = game.view(Viewer::Seat(seat(0))).course.unwrap();
    assert!(own.extras.chosen[0].is_some());
    assert!(game.act(seat(0), &"up".parse().unwrap(), 0).is_err(), "one step each");
    act(&mut game, 1, "down");
    let moves: Vec<u32> = view(&game).course.unwrap().runners.iter().map(|runner| runner.moves).collect();
    assert_eq!(moves, [1, 1]);
    for _ in 0..2 {
        act(&mut game, 0, "down");
        act(&mut game, 1, "down");
    }
    for _ in 0..3 {
        act(&mut game, 0, "right");
        act(&mut game, 1, "left");
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.scores, [1, 1], "both arrive at once and share the round");
}

/// Who would enter one cell, or change places, bumps where players block.
#[test]
fn those_who_bump_stay() {
    let mut game = game("size=5,density=1,players=2,rounds=1,together,block", 1);
    // The starts are the corners of the row of three; both want the middle.
    act(&mut game, 0, "right");
    act(&mut game, 1, "left");
    let course = view(&game).course.unwrap();
    assert_eq!(course.positions(), course.track.board.starts);
    assert_eq!((course.runners[0].moves, course.runners[1].moves), (1, 1));
}

/// In fog a player knows what they have been near; the rest is hoped free.
#[test]
fn fog_hides_what_nobody_was_near() {
    let game = game("size=15,density=0.6,players=2,rounds=1,fog=2", 3);
    let view = serde_json::to_value(game.view(Viewer::Seat(seat(0)))).unwrap();
    let rows = view["course"]["rows"].as_array().unwrap();
    let hidden: usize = rows.iter().map(|row| row.as_str().unwrap().matches('?').count()).sum();
    assert!(hidden > 100, "{hidden}");
    // Without fog the same seed shows everything.
    let open = self::game("size=15,density=0.6,players=2,rounds=1", 3);
    let open = serde_json::to_value(open.view(Viewer::Spectator)).unwrap();
    let whole: Vec<String> =
        open["course"]["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect();
    let start = game.view(Viewer::Seat(seat(0))).course.unwrap();
    let at = start.track.board.size().point(start.runners[0].position);
    for (row, line) in rows.iter().enumerate() {
        for (col, letter) in line.as_str().unwrap().chars().enumerate() {
            let near = at.row.abs_diff(row as i32) + at.col.abs_diff(col as i32) <= 2;
            if near {
                assert_eq!(letter, char::from(whole[row].as_bytes()[col]));
            }
        }
    }
}

/// Blocks and bombs cost a turn, reach three steps, and cut nobody off.
#[test]
fn blocks_and_bombs() {
    let mut game = game("size=9,density=1,players=2,rounds=1,walls=1,bombs=1", 1);
    let first = mover(&game);
    let before = view(&game).course.unwrap();
    let at = before.track.board.size().point(before.runners[first.index()].position);
    let wall = format!("wall {},{}", at.row + 1, at.col);
    assert!(matches!(
        game.act(first, &"wall 7,7".parse().unwrap(), 0),
        Err(dedale_play::Rejected::Refused(Refusal::TooFar { reach: 3 } | Refusal::NotThere))
    ));
    act(&mut game, first.index(), &wall);
    let after = view(&game).course.unwrap();
    assert_ne!(after.mover(), first, "a block costs the turn");
    assert!(after.left(first) >= before.left(first));
    assert_eq!(after.extras.walls[first.index()], 0);
    best_step(&mut game);
    let bomb = wall.replace("wall", "bomb");
    act(&mut game, first.index(), &bomb);
    assert_eq!(view(&game).course.unwrap().left(first), before.left(first), "the cell is free again");
}

/// Whoever foretells the winner's steps scores a point more.
#[test]
fn bets_score() {
    let mut game = game("size=9,density=1,players=2,rounds=1,bets", 1);
    let first = mover(&game).index();
    act(&mut game, first, "bet 6");
    assert_eq!(view(&game).course.unwrap().extras.bets, [None, None], "bets are secret");
    assert!(game.act(seat(first), &"bet 7".parse().unwrap(), 0).is_err(), "one bet each");
    while game.outcome().is_none() {
        best_step(&mut game);
    }
    assert_eq!(game.outcome().unwrap().scores[first], 2, "the round and the bet");
}
