//! A game at the terminal, on a full screen or line by line.

mod line;

use crate::ask::refused;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::input::Source;
use crate::output;
use clap::Args;
use dedale_fish::questions::{bot, config};
use dedale_fish::{Fish, Rules, Shop, State};
use dedale_play::{Bot, Match, Seat, file};
use dedale_question::Seed;
use dedale_text::tr;
use dedale_tui::fish::{Chair, Play as Screen};
use std::io::IsTerminal;
use std::path::PathBuf;

#[derive(Args)]
pub struct Play {
    #[arg(long, value_name = "WHO,WHO,…", value_delimiter = ',', default_value = "human,greedy,strong", help = tr(
        "Who sits where: human, or a bot (random, greedy, strong); two to five",
        "Qui s'assied où : human, ou un robot (random, greedy, strong) ; de deux à cinq"
    ))]
    players: Vec<String>,

    #[arg(long, value_enum, default_value_t = Rules::Course, help = tr("The rules", "Les règles"))]
    rules: Rules,

    #[arg(long, value_name = "KEY=VALUE,…", default_value = "", help = tr(
        "More settings, such as ties=after", "D'autres réglages, comme ties=after"
    ))]
    config: String,

    #[arg(long, help = tr(
        "Practice: everything may be taken back", "Entraînement : tout peut être repris"
    ))]
    practice: bool,

    #[arg(long, help = tr("Lines instead of a full screen", "Des lignes au lieu d'un plein écran"))]
    plain: bool,

    #[arg(long, value_name = "FILE", help = tr("Go on with a saved game", "Continuer une partie enregistrée"))]
    load: Option<String>,

    #[arg(long, value_name = "FILE", help = tr("Save the game when leaving", "Enregistrer la partie en quittant"))]
    save: Option<PathBuf>,

    #[command(flatten)]
    seed: Seed,
}

impl Play {
    pub fn run(self, context: &Context) -> Answer {
        let chairs = self.players.iter().map(|name| chair(name)).collect::<Result<Vec<_>, _>>()?;
        let game = self.game(chairs.len())?;
        if game.state().seats() != chairs.len() {
            let seats = game.state().seats();
            return Err(Failure::new(
                format!("found {} players for a game of {seats}", chairs.len()),
                format!("trouvé {} joueurs pour une partie à {seats}", chairs.len()),
            ));
        }
        let full = !self.plain && std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
        output::writable(self.save.as_deref())?;
        let (game, done) = if full {
            let mut screen = Screen::new(game, chairs);
            let done = context.show(&mut screen)?;
            (screen.into_game(), done)
        } else {
            (line::play(game, &chairs, context.lang)?, Done::Yes)
        };
        if let Some(path) = &self.save {
            output::result(Some(path), file::write(&game).as_bytes())?;
        }
        if full {
            output::stdout(format!("{}\n{}", game.id(), standings(game.state())).as_bytes())?;
        }
        Ok(done)
    }

    fn game(&self, players: usize) -> Result<Match<Fish>, Failure> {
        if let Some(name) = &self.load {
            let source = Source::read(name)?;
            return Ok(file::read::<Fish>(source.text()?).map_err(|error| source.at(&error))?.game);
        }
        if !(2..=5).contains(&players) {
            return Err(Failure::new(
                format!("found {players} players, expected 2 to 5"),
                format!("trouvé {players} joueurs, attendu de 2 à 5"),
            ));
        }
        let mut config = config(self.rules, players, &self.config).map_err(refused)?;
        config.practice |= self.practice;
        Ok(Match::new(config, self.seed.get())?)
    }
}

fn chair(name: &str) -> Result<Chair, Failure> {
    if name == "human" {
        return Ok(Chair::Human);
    }
    if Bot::<Fish>::named(name).is_none() && name.starts_with('h') {
        return Err(Failure::new(
            format!("found `{name}`, expected human or the name of a bot"),
            format!("trouvé « {name} », attendu human ou le nom d'un robot"),
        ));
    }
    Ok(Chair::Bot(bot(name).map_err(refused)?))
}

/// Coins, walks and scores, best first.
pub fn standings(state: &State) -> String {
    let mut text = String::new();
    for seat in state.ranking() {
        let walks: Vec<String> = state.goods().map(|good| format!("{good}{}", walk(state, seat, good))).collect();
        text += &format!(
            "{} {seat}: {} {:>3}  {} {:>2}  {}\n",
            tr("player", "joueur"),
            tr("score", "score"),
            state.score(seat),
            tr("coins", "pièces"),
            state.player(seat).coins,
            walks.join(" "),
        );
    }
    text
}

/// The walk of a shop: its length, `x` if lost, `.` if missing.
fn walk(state: &State, seat: Seat, good: dedale_fish::Good) -> String {
    match state.player(seat).shops[good.index()] {
        Shop::Missing => ".".into(),
        Shop::Lost => "x".into(),
        Shop::Built(_) => state.distance(seat, good).map_or_else(String::new, |distance| distance.to_string()),
    }
}
