//! `magic play`: the terminal game, and a line mode for scripts.
//!
//! In the line mode each line is an action, with the seat before it if more
//! than one person plays (`2: move y up 3`), or `show`, `legal`, `plan`,
//! `wait SECONDS`, `quit`, or their French words. Every line lets a second pass, in which each bot
//! may act once.

use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::keep::{Keep, loaded, no_new_game};
use crate::output;
use clap::Args;
use dedale_draw::term::Style;
use dedale_grid::Rng;
use dedale_magic::bots::{Guide, Strategy};
use dedale_magic::game::{Action, Config, Event, MagicMaze, Refusal, tell};
use dedale_magic::picture;
use dedale_play::{Bot, Match, Rejected, Seat, Viewer};
use dedale_question::Seed;
use dedale_text::{Lang, Say, tr};
use dedale_tui::magic::MagicScreen;
use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;
use std::sync::Mutex;

#[derive(Args)]
pub struct Play {
    #[arg(long, value_name = "N", help = tr("Players, 1 to 8, or 9 in scenario 9 [default: 4]", "Joueurs, 1 à 8, ou 9 au scénario 9 [par défaut : 4]"))]
    players: Option<usize>,
    #[arg(long, value_delimiter = ',', value_name = "N,…", help = tr(
        "The seats of people at this keyboard; the first by default, bots in the others, 0 for none",
        "Les places des gens à ce clavier ; la première par défaut, des robots aux autres, 0 pour aucune"
    ))]
    seats: Vec<usize>,
    #[arg(long, value_name = "BOT", help = tr("Who plays the other seats: base, joint or random [default: joint]", "Qui joue les autres places : base, joint ou random [par défaut : joint]"))]
    bot: Option<String>,
    #[arg(long, value_name = "0-17", help = tr("The rules: 0 is the basic game [default: 2]", "Les règles : 0 est le jeu de base [par défaut : 2]"))]
    scenario: Option<usize>,
    #[arg(long, value_name = "N", help = tr("Tiles, the start tile counted", "Tuiles, celle de départ comprise"))]
    tiles: Option<usize>,
    #[arg(long, value_name = "SECONDS", help = tr("Sand in the timer; 0 for no limit", "Sable du sablier ; 0 sans limite"))]
    time: Option<u64>,
    #[arg(long, help = tr("Lines in, lines out, for scripts", "Des lignes en entrée et en sortie, pour les scripts"))]
    plain: bool,
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help = tr("Go on with a saved match", "Reprendre une partie enregistrée"))]
    load: Option<String>,
    #[arg(long, help = tr("Go on with the last match at this terminal", "Reprendre la dernière partie de ce terminal"))]
    resume: bool,
    #[arg(long, value_name = "FILE", help = tr("Keep the match in this file, move by move", "Garder la partie dans ce fichier, coup après coup"))]
    save: Option<PathBuf>,
    #[arg(long, value_name = "FILE", hide = true, help = tr("As `magic replay`", "Comme « magic replay »"))]
    replay: Option<String>,
    #[command(flatten)]
    seed: Seed,
}

/// The first line that could not be printed.
static UNSAID: Mutex<Option<Failure>> = Mutex::new(None);

/// Prints a line; a reader who has gone away is no failure, a full disk is one
/// at the end.
pub fn say(line: impl std::fmt::Display) {
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
    if let Some(file) = &args.replay {
        return super::replay::Replay::of(file.clone(), args.plain).run(context);
    }
    let plain = args.plain || !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal();
    let (game, sat) = game(args)?;
    let seats = game.state().open.roles.len();
    let (people, bot) = seated(args, seats, &sat)?;
    let names = (0..seats).map(|seat| if people.contains(&Seat::new(seat)) { "human" } else { bot.name });
    let keep = Keep::new("magic", args.save.as_deref(), names.map(str::to_owned).collect())?;
    if plain {
        say(game.id());
        let game = lines(game, &people, bot, &keep, context)?;
        keep.finish(&game)?;
        return Ok(Done::Yes);
    }
    let mut screen = MagicScreen::new(game, people, Some(bot)).kept_by(keep.journal());
    let done = context.show(&mut screen);
    keep.finish(screen.game())?;
    let done = done?;
    if done == Done::Yes {
        say(screen.game().id());
        ending(screen.game());
    }
    Ok(done)
}

/// The match, and who sat where if it goes on.
fn game(args: &Play) -> Result<(Match<MagicMaze>, Vec<String>), Failure> {
    if let Some(loaded) = loaded::<MagicMaze>(args.load.as_deref(), args.resume)? {
        no_new_game(
            tr("a saved match", "une partie enregistrée"),
            &[
                ("--players", args.players.is_some()),
                ("--scenario", args.scenario.is_some()),
                ("--tiles", args.tiles.is_some()),
                ("--time", args.time.is_some()),
                ("--seed", args.seed.seed.is_some()),
            ],
        )?;
        return Ok((loaded.game, loaded.players));
    }
    let scenario = args.scenario.unwrap_or(2);
    let mut text = format!("players={},scenario={scenario}", args.players.unwrap_or(4));
    for (key, value) in [("tiles", args.tiles.map(|tiles| tiles as u64)), ("time", args.time)] {
        if let Some(value) = value {
            text += &format!(",{key}={value}");
        }
    }
    let config: Config = text.parse().map_err(|error: dedale_play::ConfigError| Failure::from(error))?;
    let game = Match::<MagicMaze>::new(config, args.seed.get()).map_err(Failure::from)?;
    Ok((game, Vec::new()))
}

/// The seats of people, and who plays the others: as asked for, as in the
/// saved match, or one person with bots.
fn seated(args: &Play, seats: usize, sat: &[String]) -> Result<(Vec<Seat>, &'static Bot<MagicMaze>), Failure> {
    if let Some(number) = args.seats.iter().find(|number| **number > seats) {
        return Err(Failure::new(
            format!("found seat {number}, expected 1 to {seats}"),
            format!("trouvé la place {number}, attendu 1 à {seats}"),
        ));
    }
    let people: Vec<Seat> = if !args.seats.is_empty() {
        // Seat 0 is nobody's: the bots play alone.
        args.seats.iter().filter(|number| **number > 0).map(|number| Seat::new(number - 1)).collect()
    } else if sat.len() == seats {
        (0..seats).filter(|seat| sat[*seat] == "human").map(Seat::new).collect()
    } else {
        vec![Seat::new(0)]
    };
    let before = sat.iter().find(|name| *name != "human").map(String::as_str);
    let name = args.bot.as_deref().or(before).unwrap_or("joint");
    let bot = Bot::<MagicMaze>::named(name).ok_or_else(|| {
        Failure::new(
            format!("found the bot `{name}`, expected base, joint or random"),
            format!("trouvé le robot « {name} », attendu base, joint ou random"),
        )
    })?;
    Ok((people, bot))
}

/// Prints the board of a match.
pub fn board(game: &Match<MagicMaze>) {
    let open = &game.state().open;
    say(picture::canvas(&open.market, &open.pawns, &open.used)
        .to_text(Style { color: false, unicode: false })
        .trim_end());
}

pub fn ending(game: &Match<MagicMaze>) {
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
    keep: &Keep,
    context: &Context,
) -> Result<Match<MagicMaze>, Failure> {
    let mut rng = Rng::stream(game.seed(), 0xB07 + game.log().len() as u64);
    let mut guide = Guide::default();
    let mut now = game.clock();
    board(&game);
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(Failure::broken)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut seconds = 1u64;
        match words[..] {
            [] => {}
            ["quit" | "quitter"] => break,
            ["show" | "montrer"] => {
                board(&game);
                continue;
            }
            ["legal" | "permis", ..] => {
                let seat = words.get(1).and_then(|seat| seat.parse::<usize>().ok()).unwrap_or(1);
                if (1..=16).contains(&seat) {
                    for action in game.legal(Seat::new(seat - 1)) {
                        say(typed(&action, context.lang));
                    }
                }
                continue;
            }
            ["plan"] => {
                for next in guide.explain(&game.state().open, Strategy::Joint) {
                    let seat = next.seat.map_or("?".to_owned(), |seat| seat.to_string());
                    say(format!("{seat}: {} ({})", typed(&next.action, context.lang), next.why.say(context.lang)));
                }
                continue;
            }
            ["wait" | "attendre", count] => seconds = count.parse().unwrap_or(1).min(3600),
            _ => {
                now += 1000;
                seconds = 0;
                act(&mut game, people, &line, now, context);
                bots(&mut game, people, bot, &mut rng, now, context.lang);
            }
        }
        for _ in 0..seconds {
            now += 1000;
            let events = game.advance(now);
            story(&game, &events, context.lang);
            bots(&mut game, people, bot, &mut rng, now, context.lang);
        }
        keep.note(&game);
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
        Err(error) => return say(format!("{}: {}", tr("not understood", "pas compris"), error.say(context.lang))),
    };
    let mut refusal = tr("nobody sits there", "personne n'est assis là").to_owned();
    let mut owned = false;
    for seat in seats.into_iter().filter(|seat| people.contains(seat)) {
        match game.act(seat, &action, now) {
            Ok(events) => {
                say(format!("{seat}: {}", typed(&action, context.lang)));
                story(game, &events, context.lang);
                return;
            }
            // Whoever owns the action knows the true reason.
            Err(error) if !owned => {
                owned = !matches!(error, Rejected::Refused(Refusal::Role));
                refusal = error.say(context.lang);
            }
            Err(_) => {}
        }
    }
    say(format!("{}: {refusal}", tr("refused", "refusé")));
}

fn bots(
    game: &mut Match<MagicMaze>,
    people: &[Seat],
    bot: &'static Bot<MagicMaze>,
    rng: &mut Rng,
    now: u64,
    lang: Lang,
) {
    for number in 0..game.state().open.roles.len() {
        let seat = Seat::new(number);
        if people.contains(&seat) || game.outcome().is_some() {
            continue;
        }
        let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal(seat));
        let Some(action) = (bot.choose)(&view, seat, &legal, rng, bot.budget) else { continue };
        if let Ok(events) = game.act(seat, &action, now) {
            say(format!("{seat}: {}", typed(&action, lang)));
            story(game, &events, lang);
        }
    }
}

/// An action as it may be typed again.
fn typed(action: &Action, lang: Lang) -> String {
    match (action, lang) {
        (Action::Move(pawn, dir, cells), Lang::Fr) => format!("déplacer {pawn} {} {cells}", dir.say(lang)),
        (Action::Teleport(pawn, to), Lang::Fr) => format!("téléporter {pawn} {to}"),
        (Action::Explore(pawn), Lang::Fr) => format!("explorer {pawn}"),
        (Action::Crystal(door), Lang::Fr) => format!("cristal {door}"),
        (Action::Point(seat), Lang::Fr) => format!("désigner {seat}"),
        (Action::Next, Lang::Fr) => "suivante".to_owned(),
        (action, _) => action.to_string(),
    }
}

/// What happened, in words.
pub fn story(game: &Match<MagicMaze>, events: &[Event], lang: Lang) {
    for text in events.iter().filter_map(|event| tell(event, &game.state().open.market)) {
        say(format!("  {}", text.say(lang)));
    }
}
