//! `dedale race play`: on a terminal as a screen, otherwise line by line.

use super::lines;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::keep::{Keep, loaded, no_new_game};
use dedale_play::{Bot, Game, GameId, Match};
use dedale_question::Seed;
use dedale_race::Race;
use dedale_race::game::Config;
use dedale_text::tr;
use dedale_tui::race::{Keys, RaceScreen, Session};
use std::io::IsTerminal;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, value_name = "N", help = tr("Side of the boards, 5 to 501 [default: 31]", "Côté des plateaux, 5 à 501 [par défaut : 31]"))]
    size: Option<usize>,

    #[arg(long, value_name = "D", help = tr("Share of free cells [default: 0.65]", "Part de cases libres [par défaut : 0.65]"))]
    density: Option<f64>,

    #[arg(long, value_name = "P", help = tr(
        "Number of people at this keyboard, 1 to 4 [default: one, against a bot]",
        "Nombre de personnes à ce clavier, 1 à 4 [par défaut : une, contre un robot]"
    ))]
    players: Option<usize>,

    #[arg(long, value_name = "N", help = tr("Number of rounds [default: 3]", "Nombre de manches [par défaut : 3]"))]
    rounds: Option<u32>,

    #[arg(long, help = tr("Players block each other's cells", "Les joueurs se bloquent la route"))]
    block: bool,

    #[arg(long, help = tr("Free the fewest cells instead of drawing again", "Libérer le moins de cases au lieu de retirer un plateau"))]
    repair: bool,

    #[arg(long, help = tr(
        "Draw boards until everybody's shortest way is as long, give or take a step",
        "Tirer des plateaux jusqu'à ce que le plus court chemin de chacun soit aussi long, à un pas près"
    ))]
    fair: bool,

    #[arg(long, help = tr(
        "Ask for players and rounds, and the first player for size and density before every round",
        "Demander le nombre de joueurs et de manches, et au premier joueur taille et densité avant chaque manche"
    ))]
    ask: bool,

    #[arg(long, value_name = "T/T/…", help = tr(
        "Turns each player sits out at the start of a round, such as 0/2",
        "Tours que chaque joueur attend au début d'une manche, par exemple 0/2"
    ))]
    handicap: Option<String>,

    #[arg(long, value_name = "WHO,…", value_delimiter = ',', help = tr(
        "Who sits where: human, random, stray or best", "Qui est assis où : human, random, stray ou best"
    ))]
    seats: Vec<String>,

    #[arg(long, value_name = "KEY=VALUE,…", help = tr(
        "More settings, such as block,handicap=0/2", "D'autres réglages, comme block,handicap=0/2"
    ))]
    config: Option<String>,

    #[arg(long, value_name = "NAME", help = tr(
        "A ready-made match: duel, solo, party, crowd or thin", "Une partie toute faite : duel, solo, party, crowd ou thin"
    ))]
    preset: Option<String>,

    #[arg(long, value_name = "ID", conflicts_with_all = ["seed", "preset"], help = tr(
        "The match of a link, such as race:size=21,players=2#42", "La partie d'un lien, par exemple race:size=21,players=2#42"
    ))]
    id: Option<String>,

    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "id"], help = tr("Go on with a saved match", "Reprendre une partie enregistrée"))]
    load: Option<String>,

    #[arg(long, conflicts_with = "id", help = tr("Go on with the last match at this terminal", "Reprendre la dernière partie de ce terminal"))]
    resume: bool,

    #[arg(long, value_name = "FILE", help = tr("Keep the match in this file, move by move", "Garder la partie dans ce fichier, coup après coup"))]
    save: Option<PathBuf>,

    #[arg(long, value_name = "KEYS", default_value = "", hide_default_value = true, help = tr(
        "Keys of each player (up, left, down, right) and of the commands: 1=wasd,2=ijkl,3=tfgh,4=8456,finish=F,reveal=R,hint=H,undo=U,pass=P,quit=Q",
        "Touches de chaque joueur (haut, gauche, bas, droite) et des commandes : 1=zqsd,2=ijkl,3=tfgh,4=8456,finish=F,reveal=R,hint=H,undo=U,pass=P,quit=Q"
    ))]
    keys: String,

    #[arg(long, help = tr("Steps can be taken back", "On peut reprendre ses coups"))]
    practice: bool,

    #[arg(long, help = tr("Line by line even on a terminal", "Ligne par ligne même sur un terminal"))]
    plain: bool,

    #[arg(long, help = tr("Print every event as a line of JSON (line by line)", "Afficher chaque événement en ligne JSON (ligne par ligne)"))]
    json: bool,

    #[command(flatten)]
    seed: Seed,
}

/// Who plays against someone who comes alone.
const PARTNER: &str = "stray";

pub fn run(args: &Args, context: &Context) -> Answer {
    let keys = Keys::read(&args.keys, context.lang)?;
    let (game, names) = game(args, context)?;
    let bots = bots(&names)?;
    let seats = Race::seats(game.state());
    if bots.len() > seats {
        let found = bots.len();
        return Err(Failure::new(
            format!("found {found} seats, expected at most {seats}"),
            format!("trouvé {found} sièges, attendu au plus {seats}"),
        ));
    }
    let keep = Keep::new("race", args.save.as_deref(), names)?;
    let session = Session::new(game, bots, args.practice);
    let screen = !args.plain && !args.json && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let (session, done) = if screen {
        let mut screen = RaceScreen::new(session, keys, context.style()).kept_by(keep.journal());
        let done = context.show(&mut screen);
        (screen.into_session(), done)
    } else {
        let (session, done) = lines::play(session, &keys, args.json, &keep, context)?;
        (session, Ok(done))
    };
    keep.finish(session.game())?;
    let done = done?;
    if !args.json && done != Done::Interrupted {
        anstream::eprintln!("{}", session.game().id());
    }
    Ok(done)
}

/// The match and who sits where.
fn game(args: &Args, context: &Context) -> Result<(Match<Race>, Vec<String>), Failure> {
    let settings = [
        ("--size", args.size.is_some()),
        ("--density", args.density.is_some()),
        ("--players", args.players.is_some()),
        ("--rounds", args.rounds.is_some()),
        ("--block", args.block),
        ("--repair", args.repair),
        ("--fair", args.fair),
        ("--ask", args.ask),
        ("--handicap", args.handicap.is_some()),
        ("--config", args.config.is_some()),
        ("--preset", args.preset.is_some()),
        ("--seed", args.seed.seed.is_some()),
    ];
    if let Some(loaded) = loaded::<Race>(args.load.as_deref(), args.resume)? {
        no_new_game(tr("a saved match", "une partie enregistrée"), &settings)?;
        let names = if args.seats.is_empty() { loaded.players } else { args.seats.clone() };
        return Ok((loaded.game, names));
    }
    if let Some(text) = &args.id {
        no_new_game("--id", &settings)?;
        let wrong = || {
            Failure::new(
                format!("found `{text}`, expected a match such as race:size=21,players=2#42"),
                format!("trouvé « {text} », attendu une partie comme race:size=21,players=2#42"),
            )
        };
        let id: GameId = text.parse().map_err(|_| wrong())?;
        if id.game != Race::NAME {
            return Err(wrong());
        }
        return Ok((Match::begin(id.config.parse()?, id.seed)?, args.seats.clone()));
    }
    let mut config = config(args)?;
    let mut names = args.seats.clone();
    if args.ask {
        if args.players.is_none() && names.is_empty() && args.preset.is_none() {
            config.players = ask(tr("Number of players (1-4)", "Nombre de joueurs (1-4)"), 2, 1..=4, context)?;
        }
        if args.rounds.is_none() && args.preset.is_none() {
            config.rounds = ask(tr("Number of rounds", "Nombre de manches"), 3, 1..=1000, context)? as u32;
        }
    } else if names.is_empty() && args.players.is_none() && args.preset.is_none() && args.handicap.is_none() {
        names = vec!["human".to_owned(), PARTNER.to_owned()];
    }
    // The text form checks everything.
    Ok((Match::new(config.to_string().parse()?, args.seed.get())?, names))
}

/// A number from the keyboard; an empty line takes the usual one.
fn ask(what: &str, usual: usize, range: std::ops::RangeInclusive<usize>, context: &Context) -> Result<usize, Failure> {
    loop {
        anstream::eprint!("{what} [{usual}]{} ", context.lang.pick(":", " :"));
        let mut line = String::new();
        if std::io::stdin().read_line(&mut line).map_err(Failure::broken)? == 0 {
            return Ok(usual);
        }
        match line.trim() {
            "" => return Ok(usual),
            text => match text.parse().ok().filter(|number| range.contains(number)) {
                Some(number) => return Ok(number),
                None => anstream::eprintln!(
                    "{} `{text}`, {} {}-{}",
                    tr("found", "trouvé"),
                    tr("expected", "attendu"),
                    range.start(),
                    range.end()
                ),
            },
        }
    }
}

fn config(args: &Args) -> Result<Config, Failure> {
    let mut config = match &args.preset {
        None => Config::default(),
        Some(name) => {
            let known = Race::presets();
            let preset = known.iter().find(|(known, _)| known == name).ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                Failure::new(
                    format!("found the preset `{name}`, expected one of {names}"),
                    format!("trouvé la partie « {name} », attendu l'une de {names}"),
                )
            })?;
            preset.1.parse()?
        }
    };
    config.size = args.size.unwrap_or(config.size);
    config.density = args.density.unwrap_or(config.density);
    config.players = args.players.unwrap_or(if args.seats.is_empty() { config.players } else { args.seats.len() });
    config.rounds = args.rounds.unwrap_or(config.rounds);
    config.block |= args.block;
    config.repair |= args.repair;
    config.fair |= args.fair;
    config.ask |= args.ask;
    if let Some(more) = &args.config {
        config = format!("{config},{more}").parse()?;
    }
    if let Some(handicap) = &args.handicap {
        let parsed: Config = format!("handicap={handicap}").parse()?;
        config.handicap = parsed.handicap;
    }
    Ok(config)
}

fn bots(seats: &[String]) -> Result<Vec<Option<&'static Bot<Race>>>, Failure> {
    let seat = |name: &String| match name.as_str() {
        "human" | "humain" => Ok(None),
        name => Bot::named(name).map(Some).ok_or_else(|| {
            let names: Vec<&str> = Race::bots().iter().map(|bot| bot.name).collect();
            let names = names.join(", ");
            Failure::new(
                format!("found `{name}` for a seat, expected human, {names}"),
                format!("trouvé « {name} » pour un siège, attendu human, {names}"),
            )
        }),
    };
    seats.iter().map(seat).collect()
}
