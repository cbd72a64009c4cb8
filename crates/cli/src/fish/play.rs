//! A game at the terminal, on a full screen or line by line.

mod line;

use crate::ask::refused;
use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::keep::{Keep, loaded, no_new_game};
use crate::output;
use clap::Args;
use dedale_fish::questions::{bot, config};
use dedale_fish::{Fish, Rules, State};
use dedale_play::{Bot, Budget, Match};
use dedale_question::Seed;
use dedale_text::{Lang, Say, tr};
use dedale_tui::effort::Effort;
use dedale_tui::fish::{Chair, Play as Screen};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub struct Play {
    #[arg(long, value_name = "WHO,WHO,…", value_delimiter = ',', help = tr(
        "Who sits where: human, or a bot (random, greedy, strong, expert); two to five [default: human,greedy,strong]",
        "Qui s'assied où : human, ou un robot (random, greedy, strong, expert) ; de deux à cinq [par défaut : human,greedy,strong]"
    ))]
    players: Vec<String>,

    #[arg(long, value_enum, help = tr("The rules [default: standard]", "Les règles [par défaut : standard]"))]
    rules: Option<Rules>,

    #[arg(long, value_name = "KEY=VALUE,…", help = tr(
        "More settings, such as discs=8,ties=after", "D'autres réglages, comme discs=8,ties=after"
    ))]
    config: Option<String>,

    #[arg(long, value_name = "TIME", help = tr(
        "How long a bot may think about a move, such as 1s or 200ms, on this machine; or how many steps, which gives the same game everywhere",
        "Combien de temps un robot peut réfléchir à un coup, comme 1s ou 200ms, sur cette machine ; ou combien de pas, pour la même partie partout"
    ))]
    budget: Option<Think>,

    #[arg(long, help = tr(
        "Practice: everything may be taken back", "Entraînement : tout peut être repris"
    ))]
    practice: bool,

    #[arg(long, help = tr("Lines instead of a full screen", "Des lignes au lieu d'un plein écran"))]
    plain: bool,

    #[arg(long, value_name = "FILE", conflicts_with = "resume", help = tr("Go on with a saved game", "Continuer une partie enregistrée"))]
    load: Option<String>,

    #[arg(long, help = tr("Go on with the last game at this terminal", "Reprendre la dernière partie de ce terminal"))]
    resume: bool,

    #[arg(long, value_name = "FILE", help = tr("Keep the game in this file, move by move", "Garder la partie dans ce fichier, coup après coup"))]
    save: Option<PathBuf>,

    #[command(flatten)]
    seed: Seed,
}

impl Play {
    pub fn run(self, context: &Context) -> Answer {
        let (game, names) = self.game()?;
        let budget = self.budget.map(|think| think.0);
        let chairs = names.iter().map(|name| chair(name, budget)).collect::<Result<Vec<_>, _>>()?;
        if game.state().seats() != chairs.len() {
            let seats = game.state().seats();
            return Err(Failure::new(
                format!("found {} players for a game of {seats}", chairs.len()),
                format!("trouvé {} joueurs pour une partie à {seats}", chairs.len()),
            ));
        }
        let full = !self.plain && std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
        let keep = Keep::new("fish", self.save.as_deref(), names)?;
        let (game, done) = if full {
            let mut screen = Screen::new(game, chairs).kept_by(keep.journal());
            let done = context.show(&mut screen);
            (screen.into_game(), done)
        } else {
            (line::play(game, &chairs, &keep, context.lang)?, Ok(Done::Yes))
        };
        keep.finish(&game)?;
        let done = done?;
        if full && done == Done::Yes {
            output::stdout(format!("{}\n{}", game.id(), standings(game.state(), context.lang)).as_bytes())?;
        }
        Ok(done)
    }

    /// The game and who sits where.
    fn game(&self) -> Result<(Match<Fish>, Vec<String>), Failure> {
        let usual = || ["human", "greedy", "strong"].map(str::to_owned).to_vec();
        if let Some(loaded) = loaded::<Fish>(self.load.as_deref(), self.resume)? {
            no_new_game(
                tr("a saved game", "une partie enregistrée"),
                &[
                    ("--rules", self.rules.is_some()),
                    ("--config", self.config.is_some()),
                    ("--practice", self.practice),
                    ("--seed", self.seed.seed.is_some()),
                ],
            )?;
            let seats = loaded.game.state().seats();
            let names = match (self.players.is_empty(), loaded.players.len() == seats) {
                (false, _) => self.players.clone(),
                (true, true) => loaded.players,
                // An old file does not say who sat where.
                (true, false) => {
                    let mut names = vec!["strong".to_owned(); seats];
                    names[0] = "human".to_owned();
                    names
                }
            };
            return Ok((loaded.game, names));
        }
        let names = if self.players.is_empty() { usual() } else { self.players.clone() };
        let players = names.len();
        if !(2..=5).contains(&players) {
            return Err(Failure::new(
                format!("found {players} players, expected 2 to 5"),
                format!("trouvé {players} joueurs, attendu de 2 à 5"),
            ));
        }
        let more = self.config.as_deref().unwrap_or_default();
        let mut config = config(self.rules.unwrap_or_default(), players, more).map_err(refused)?;
        config.practice |= self.practice;
        Ok((Match::new(config, self.seed.get())?, names))
    }
}

fn chair(name: &str, effort: Option<Effort>) -> Result<Chair, Failure> {
    if matches!(name, "human" | "humain") {
        return Ok(Chair::Human);
    }
    if Bot::<Fish>::named(name).is_none() && name.starts_with('h') {
        return Err(Failure::new(
            format!("found `{name}`, expected human or the name of a bot"),
            format!("trouvé « {name} », attendu human ou le nom d'un robot"),
        ));
    }
    let bot = bot(name).map_err(refused)?;
    Ok(Chair::Bot(bot, effort.unwrap_or(Effort::Steps(bot.budget))))
}

/// The longest that a bot may think about a move, in seconds.
const LONGEST: f64 = 3600.0;

/// How much a bot may think: a time such as `1s`, which is kept on this
/// machine, or a number of its steps, which gives the same game everywhere.
#[derive(Clone, Copy)]
pub struct Think(Effort);

impl std::str::FromStr for Think {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = |text: &str, scale: f64| {
            let number = text.parse::<f64>().ok().map(|number| number * scale);
            let number = number.filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST);
            number.map(|seconds| Effort::Time(Duration::from_secs_f64(seconds)))
        };
        let effort = if let Some(text) = text.strip_suffix("ms") {
            seconds(text, 0.001)
        } else if let Some(text) = text.strip_suffix('s') {
            seconds(text, 1.0)
        } else {
            text.parse().ok().filter(|steps| *steps > 0).map(|nodes| Effort::Steps(Budget { nodes }))
        };
        effort.map(Self).ok_or_else(|| {
            tr(
                "expected a time such as 1s or 200ms, or a number of steps",
                "attendu un temps comme 1s ou 200ms, ou un nombre de pas",
            )
            .into()
        })
    }
}

/// Owner, shops, distances, coins, score, best first, and who won.
pub fn standings(state: &State, lang: Lang) -> String {
    dedale_fish::standings(state).say(lang)
}
