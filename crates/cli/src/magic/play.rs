//! `magic play`: the terminal game, and a line mode for scripts.
//!
//! In the line mode each line is an action, with the seat before it if more
//! than one person plays (`2: move y up 3`), or `show`, `legal`, `plan`,
//! `wait SECONDS`, `quit`. Every line lets a second pass, in which each bot
//! may act once.

use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::input::Source;
use crate::output;
use clap::Args;
use dedale_draw::term::Style;
use dedale_grid::Rng;
use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::game::{Action, Config, MagicMaze};
use dedale_magic::picture;
use dedale_play::{Bot, Match, Seat, Viewer, file};
use dedale_question::Seed;
use dedale_text::{Say, tr};
use dedale_tui::magic::MagicScreen;
use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;
use std::sync::Mutex;

#[derive(Args)]
pub struct Play {
    #[arg(long, default_value_t = 4, value_name = "N", help = tr("Players, 1 to 8", "Joueurs, 1 à 8"))]
    players: usize,
    #[arg(long, value_delimiter = ',', value_name = "N,…", help = tr("The seats of people at this keyboard; all by default, 0 for none", "Les places des gens à ce clavier ; toutes par défaut, 0 pour aucune"))]
    seats: Vec<usize>,
    #[arg(long, default_value = "joint", value_name = "BOT", help = tr("Who plays the other seats: base, joint or random", "Qui joue les autres places : base, joint ou random"))]
    bot: String,
    #[arg(long, default_value_t = 2, value_name = "0-7", help = tr("The rules: 0 is the course's game", "Les règles : 0 est le jeu du cours"))]
    scenario: usize,
    #[arg(long, value_name = "N", help = tr("Tiles, the start tile counted", "Tuiles, celle de départ comprise"))]
    tiles: Option<usize>,
    #[arg(long, value_name = "SECONDS", help = tr("Sand in the timer; 0 for no limit", "Sable du sablier ; 0 sans limite"))]
    time: Option<u64>,
    #[arg(long, help = tr("Lines in, lines out, for scripts", "Des lignes en entrée et en sortie, pour les scripts"))]
    plain: bool,
    #[arg(long, value_name = "FILE", help = tr("Keep the match in this file", "Garder la partie dans ce fichier"))]
    save: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = tr("Look at a match kept in a file", "Regarder une partie gardée dans un fichier"))]
    replay: Option<String>,
    #[command(flatten)]
    seed: Seed,
}

/// The first line that could not be printed.
static UNSAID: Mutex<Option<Failure>> = Mutex::new(None);

/// Prints a line; a reader who has gone away is no failure, a full disk is one
/// at the end.
fn say(line: impl std::fmt::Display) {
    if let Err(failure) = output::stdout(format!("{line}\n").as_bytes())
        && let Ok(mut unsaid) = UNSAID.lock()
    {
        unsaid.get_or_insert(failure);
    }
}

pub fn run(args: &Play, context: &Context) -> Answer {
    let answer = play(args, context);
    match UNSAID.lock().ok().and_then(|mut unsaid| unsaid.take()) {
        Some(failure) => answer.and(Err(failure)),
        None => answer,
    }
}

fn play(args: &Play, context: &Context) -> Answer {
    let plain = args.plain || !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal();
    if let Some(name) = &args.replay {
        let source = Source::read(name)?;
        let game = file::read::<MagicMaze>(source.text()?).map_err(|error| source.at(&error))?.game;
        if plain {
            return replay(&game);
        }
        return context.show(&mut MagicScreen::replay(game));
    }
    let mut text = format!("players={},scenario={}", args.players, args.scenario);
    if let Some(tiles) = args.tiles {
        text += &format!(",tiles={tiles}");
    }
    if let Some(time) = args.time {
        text += &format!(",time={time}");
    }
    let config: Config = text.parse().map_err(|error: dedale_play::ConfigError| Failure::from(error))?;
    let bot = Bot::<MagicMaze>::named(&args.bot).ok_or_else(|| {
        Failure::new(
            format!("found the bot `{}`, expected base, joint or random", args.bot),
            format!("trouvé le robot « {} », attendu base, joint ou random", args.bot),
        )
    })?;
    let people = people(args)?;
    output::writable(args.save.as_deref())?;
    let seed = args.seed.get();
    let game = Match::<MagicMaze>::new(config, seed).map_err(Failure::from)?;
    say(game.id());
    let (game, done) = if plain {
        (lines(game, &people, bot, context)?, Done::Yes)
    } else {
        let mut screen = MagicScreen::new(game, people, Some(bot));
        let done = context.show(&mut screen)?;
        ending(screen.game());
        (screen.game().clone(), done)
    };
    if let Some(path) = &args.save {
        output::result(Some(path), file::write(&game).as_bytes())?;
    }
    Ok(done)
}

fn people(args: &Play) -> Result<Vec<Seat>, Failure> {
    if args.seats.is_empty() {
        return Ok((0..args.players.min(8)).map(Seat::new).collect());
    }
    // Seat 0 is nobody's: the bots play alone.
    if let Some(number) = args.seats.iter().find(|number| **number > args.players.min(8)) {
        return Err(Failure::new(
            format!("found seat {number}, expected 1 to {}", args.players),
            format!("trouvé la place {number}, attendu 1 à {}", args.players),
        ));
    }
    Ok(args.seats.iter().filter(|number| **number > 0).map(|number| Seat::new(number - 1)).collect())
}

/// Prints the board of a match.
fn board(game: &Match<MagicMaze>) {
    let open = &game.state().open;
    say(picture::canvas(&open.market, &open.pawns, &open.used)
        .to_text(Style { color: false, unicode: false })
        .trim_end());
}

fn replay(game: &Match<MagicMaze>) -> Answer {
    say(game.id());
    for (number, line) in file::write(game).lines().enumerate().skip(1) {
        say(format!("{number} {line}"));
    }
    board(game);
    ending(game);
    Ok(Done::Yes)
}

fn ending(game: &Match<MagicMaze>) {
    match game.outcome() {
        Some(outcome) if !outcome.winners.is_empty() => say(tr("won", "gagné")),
        Some(_) => say(tr("lost", "perdu")),
        None => say(tr("not over", "pas finie")),
    }
}

fn lines(
    mut game: Match<MagicMaze>,
    people: &[Seat],
    bot: &'static Bot<MagicMaze>,
    context: &Context,
) -> Result<Match<MagicMaze>, Failure> {
    let mut rng = Rng::stream(game.seed(), 0xB07);
    let mut guide = Guide::default();
    let mut now = 0;
    board(&game);
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(Failure::broken)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut seconds = 1u64;
        match words[..] {
            [] => {}
            ["quit"] => break,
            ["show"] => {
                board(&game);
                continue;
            }
            ["legal", ..] => {
                let seat = words.get(1).and_then(|seat| seat.parse::<usize>().ok()).unwrap_or(1);
                if (1..=16).contains(&seat) {
                    for action in game.legal(Seat::new(seat - 1)) {
                        say(action);
                    }
                }
                continue;
            }
            ["plan"] => {
                for next in guide.explain(&game.state().open, Strategy::Joint) {
                    let seat = next.seat.map_or("?".to_owned(), |seat| seat.to_string());
                    say(format!("{seat}: {} ({})", next.action, next.why.say(context.lang)));
                }
                continue;
            }
            ["wait", count] => seconds = count.parse().unwrap_or(1).min(3600),
            _ => {
                now += 1000;
                seconds = 0;
                act(&mut game, people, &line, now, context);
                bots(&mut game, people, bot, &mut rng, now);
            }
        }
        for _ in 0..seconds {
            now += 1000;
            for event in game.advance(now) {
                say(serde_json::to_string(&event).map_err(Failure::broken)?);
            }
            bots(&mut game, people, bot, &mut rng, now);
        }
        if game.outcome().is_some() {
            break;
        }
    }
    board(&game);
    ending(&game);
    Ok(game)
}

/// Does what a line says, for the seat named or the first person who may.
fn act(game: &mut Match<MagicMaze>, people: &[Seat], line: &str, now: u64, context: &Context) {
    let (seats, text) = match line.split_once(':') {
        Some((seat, rest)) => {
            let seat = seat.trim().parse::<usize>().ok().filter(|seat| (1..=16).contains(seat));
            (seat.map(|seat| vec![Seat::new(seat - 1)]).unwrap_or_default(), rest)
        }
        None => (people.to_vec(), line),
    };
    let action: Action = match text.trim().parse() {
        Ok(action) => action,
        Err(error) => return say(format!("{}: {error}", tr("not understood", "pas compris"))),
    };
    let mut refusal = tr("nobody sits there", "personne n'est assis là").to_owned();
    for seat in seats.into_iter().filter(|seat| people.contains(seat)) {
        match game.act(seat, &action, now) {
            Ok(events) => {
                say(format!("{seat}: {action}"));
                for event in events {
                    say(serde_json::to_string(&event).unwrap_or_default());
                }
                return;
            }
            Err(error) => refusal = error.say(context.lang),
        }
    }
    say(format!("{}: {refusal}", tr("refused", "refusé")));
}

fn bots(game: &mut Match<MagicMaze>, people: &[Seat], bot: &'static Bot<MagicMaze>, rng: &mut Rng, now: u64) {
    for number in 0..game.state().open.roles.len() {
        let seat = Seat::new(number);
        if people.contains(&seat) || game.outcome().is_some() {
            continue;
        }
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal(seat));
        let action = (bot.choose)(&view, seat, &legal, rng, bot.budget);
        if let Some(action) = action.filter(|action| game.act(seat, action, now).is_ok()) {
            say(format!("{seat}: {action}"));
        }
    }
}
