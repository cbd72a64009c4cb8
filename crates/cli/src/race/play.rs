//! `dedale race play`: on a terminal as a screen, otherwise line by line.

use super::lines;
use crate::context::Context;
use crate::failure::{Answer, Failure};
use crate::input::Source;
use crate::output;
use dedale_play::{Bot, Game, GameId, Match, file};
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

    #[arg(long, value_name = "P", help = tr("Number of players, 1 to 4 [default: 2]", "Nombre de joueurs, 1 à 4 [par défaut : 2]"))]
    players: Option<usize>,

    #[arg(long, value_name = "N", help = tr("Number of rounds [default: 3]", "Nombre de manches [par défaut : 3]"))]
    rounds: Option<u32>,

    #[arg(long, help = tr("Players block each other's cells", "Les joueurs se bloquent la route"))]
    block: bool,

    #[arg(long, help = tr("Free the fewest cells instead of drawing again", "Libérer le moins de cases au lieu de retirer un plateau"))]
    repair: bool,

    #[arg(long, help = tr(
        "Ask the first player for size and density before every round",
        "Demander taille et densité au premier joueur avant chaque manche"
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

    #[arg(long, value_name = "NAME", help = tr(
        "A ready-made match: duel, solo, party, crowd or thin", "Une partie toute faite : duel, solo, party, crowd ou thin"
    ))]
    preset: Option<String>,

    #[arg(long, value_name = "ID", conflicts_with_all = ["load", "seed", "preset"], help = tr(
        "The match of a link, such as race:size=21,players=2#42", "La partie d'un lien, par exemple race:size=21,players=2#42"
    ))]
    id: Option<String>,

    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "preset"], help = tr("Go on with a saved match", "Reprendre une partie enregistrée"))]
    load: Option<String>,

    #[arg(long, value_name = "FILE", help = tr("Save the match there when leaving", "Enregistrer la partie là en quittant"))]
    save: Option<PathBuf>,

    #[arg(long, value_name = "KEYS", default_value = "", hide_default_value = true, help = tr(
        "Keys of each player (up, left, down, right) and of the commands: 1=wasd,2=ijkl,3=tfgh,4=8456,finish=F,reveal=R,hint=?,undo=U,pass=P,quit=Q",
        "Touches de chaque joueur (haut, gauche, bas, droite) et des commandes : 1=zqsd,2=ijkl,3=tfgh,4=8456,finish=F,reveal=R,hint=?,undo=U,pass=P,quit=Q"
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

pub fn run(args: &Args, context: &Context) -> Answer {
    let keys: Keys = args.keys.parse()?;
    let game = game(args)?;
    let bots = bots(&args.seats)?;
    let seats = Race::seats(game.state());
    if bots.len() > seats {
        let found = bots.len();
        return Err(Failure::new(
            format!("found {found} seats, expected at most {seats}"),
            format!("trouvé {found} sièges, attendu au plus {seats}"),
        ));
    }
    output::writable(args.save.as_deref())?;
    let session = Session::new(game, bots, args.practice);
    let screen = !args.plain && !args.json && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let (session, done) = if screen {
        let mut screen = RaceScreen::new(session, keys, context.style());
        let done = context.show(&mut screen)?;
        (screen.into_session(), done)
    } else {
        lines::play(session, &keys, args.json, context)?
    };
    if let Some(path) = &args.save {
        output::result(Some(path), file::write(session.game()).as_bytes())?;
    }
    if !args.json {
        anstream::eprintln!("{}", session.game().id());
    }
    Ok(done)
}

fn game(args: &Args) -> Result<Match<Race>, Failure> {
    if let Some(name) = &args.load {
        let source = Source::read(name)?;
        let loaded = file::read::<Race>(source.text()?).map_err(|error| source.at(&error))?;
        return Ok(loaded.game);
    }
    if let Some(text) = &args.id {
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
        return Ok(Match::begin(id.config.parse()?, id.seed)?);
    }
    let config = config(args)?;
    // The text form checks everything.
    Ok(Match::new(config.to_string().parse()?, args.seed.get())?)
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
    config.ask |= args.ask;
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
