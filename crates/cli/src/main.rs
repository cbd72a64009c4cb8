//! The command `dedale`: arguments in, worlds called, answers out.
//!
//! A world is one module with its arguments and a `run`; what all verbs share
//! (input, output, seeds, progress, failures, languages) has a file each.

mod admin;
mod args;
mod ask;
mod context;
mod failure;
mod fish;
mod help;
mod input;
mod keep;
mod magic;
mod maze;
mod output;
mod progress;
mod race;
mod serve;
mod sokoban;
mod worker;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use context::{ColorWhen, Context};
use dedale_api::World;
use dedale_text::{Lang, tr};
use failure::{Answer, Done, Failure};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "dedale", version, propagate_version = true)]
#[command(about = tr(
    "Five grid worlds: generate, play, watch and solve",
    "Cinq mondes en grille : générer, jouer, observer et résoudre"
))]
#[command(after_help = help::examples(&["dedale", "dedale serve --open", "dedale maze generate prim --size 40x30", "dedale completions bash"]))]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// The language of the messages.
    #[arg(long, global = true, value_name = "en|fr", help = tr(
        "Language of the messages [default: from LC_ALL, LC_MESSAGES or LANG]",
        "Langue des messages [par défaut : celle de LC_ALL, LC_MESSAGES ou LANG]"
    ))]
    lang: Option<Lang>,

    #[arg(long, global = true, value_enum, default_value_t = ColorWhen::Auto, value_name = "WHEN", help = tr(
        "When to use colours", "Quand utiliser des couleurs"
    ))]
    color: ColorWhen,

    #[arg(long, global = true, help = tr("Show no progress", "Ne pas montrer la progression"))]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    #[command(subcommand, about = tr(
        "Wall mazes: make, watch, measure, solve",
        "Labyrinthes à murs : créer, observer, mesurer, résoudre"
    ))]
    Maze(maze::Verb),

    #[command(subcommand)]
    Race(race::Verb),

    #[command(subcommand, about = tr(
        "Fresh Fish: shops, trees and auctions; roads appear by themselves",
        "Fresh Fish : boutiques, arbres et enchères ; les routes apparaissent d'elles-mêmes"
    ))]
    Fish(fish::Verb),

    #[command(subcommand, about = tr(
        "Magic Maze: four pawns in a growing supermarket",
        "Magic Maze : quatre pions dans un supermarché qui croît"
    ))]
    Magic(magic::Magic),

    #[command(subcommand, about = tr(
        "Push boxes: solve, verify, analyse, make, play",
        "Pousser des caisses : résoudre, vérifier, analyser, créer, jouer"
    ))]
    Sokoban(sokoban::Verb),

    #[command(about = tr("Play, watch and solve in a browser", "Jouer, observer et résoudre dans un navigateur"))]
    Serve(serve::Serve),

    #[command(about = tr(
        "Copy the studio's database into a new file", "Copier la base du studio dans un nouveau fichier"
    ))]
    #[command(after_help = help::examples(&["dedale backup monday.sqlite", "dedale backup monday.sqlite --database sqlite:studio.sqlite"]))]
    Backup(serve::Backup),

    #[command(about = tr(
        "Work at the long questions of a studio, here or on another machine",
        "Traiter les longues questions d'un studio, ici ou sur une autre machine"
    ))]
    #[command(after_help = help::examples(&["dedale worker --database postgres://db/dedale --threads 4", "dedale worker --server https://play.example --key @key.txt"]))]
    Worker(worker::Worker),

    #[command(about = tr("Look after a studio's database", "Prendre soin de la base d'un studio"))]
    Admin(admin::Admin),

    #[command(about = tr("Print completions for a shell", "Afficher les complétions pour un interpréteur"))]
    #[command(after_help = help::examples(&["dedale completions bash > ~/.local/share/bash-completion/completions/dedale"]))]
    Completions {
        #[arg(help = tr("The shell", "L'interpréteur de commandes"))]
        shell: clap_complete::Shell,
    },

    #[command(about = tr("Print the manual page", "Afficher la page de manuel"))]
    #[command(after_help = help::examples(&["dedale man | man -l -", "dedale man -o man1"]))]
    Man {
        #[arg(short, value_name = "DIR", help = tr(
            "Write a page for every command into this folder", "Écrire une page par commande dans ce dossier"
        ))]
        o: Option<std::path::PathBuf>,
    },
}

fn main() -> ExitCode {
    let lang = context::language();
    lang.set_current();
    let args = sokoban::festival::translate(std::env::args_os());
    let worlds = dedale_api::worlds();
    let matches = match command(&worlds).try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) => return help::report(&error),
    };
    if let Some((name, inner)) = matches.subcommand()
        && let Some(world) = worlds.iter().find(|world| world.name == name)
        && let Some((entry, arguments)) = ask::asked(world, inner)
    {
        let color = matches.get_one("color").copied().unwrap_or(ColorWhen::Auto);
        let context = Context::new(lang, color, matches.get_flag("quiet"));
        return failure::exit(ask::run(entry, arguments, &context), &context);
    }
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return help::report(&error),
    };
    let context = Context::new(lang, cli.color, cli.quiet);
    failure::exit(run(cli.command, &context), &context)
}

/// The whole tree of commands: what is played and served, and every question
/// of the table.
fn command(worlds: &[World]) -> clap::Command {
    let mut command = Cli::command();
    for world in worlds {
        command = command.mut_subcommand(world.name, |verbs| ask::augment(verbs, world));
    }
    help::localised(command)
}

fn run(command: Option<Command>, context: &Context) -> Answer {
    match command {
        None => serve::run(&serve::Serve::by_default(), context),
        Some(Command::Maze(verb)) => maze::run(verb, context),
        Some(Command::Race(verb)) => race::run(&verb, context),
        Some(Command::Fish(verb)) => fish::run(verb, context),
        Some(Command::Magic(verb)) => magic::run(&verb, context),
        Some(Command::Sokoban(verb)) => sokoban::run(verb, context),
        Some(Command::Serve(serve)) => serve::run(&serve, context),
        Some(Command::Backup(backup)) => serve::backup(&backup),
        Some(Command::Worker(worker)) => worker::run(&worker, context),
        Some(Command::Admin(admin)) => admin::run(&admin),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut self::command(&dedale_api::worlds()), "dedale", &mut script);
            output::stdout(&script)?;
            Ok(Done::Yes)
        }
        Some(Command::Man { o: Some(folder) }) => {
            std::fs::create_dir_all(&folder).map_err(Failure::broken)?;
            clap_mangen::generate_to(self::command(&dedale_api::worlds()), &folder).map_err(Failure::broken)?;
            Ok(Done::Yes)
        }
        Some(Command::Man { o: None }) => {
            let mut page = Vec::new();
            clap_mangen::Man::new(self::command(&dedale_api::worlds())).render(&mut page).map_err(Failure::broken)?;
            output::stdout(&page)?;
            Ok(Done::Yes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_well_formed() {
        command(&dedale_api::worlds()).debug_assert();
    }

    #[test]
    fn the_readme_shows_commands_that_exist() {
        let commands = include_str!("../../../README.md").lines().filter(|line| line.starts_with("dedale "));
        let mut count = 0;
        for line in commands {
            let words = line.split('#').next().unwrap_or_default().split_whitespace();
            if let Err(error) = command(&dedale_api::worlds()).try_get_matches_from(words) {
                panic!("{line}: {error}");
            }
            count += 1;
        }
        assert!(count >= 5, "the README shows {count} commands");
    }

    /// Every verb and every argument is explained in both languages, and every
    /// verb shows an example.
    #[test]
    fn help_is_complete_in_both_languages() {
        let texts = |lang: Lang| {
            lang.with(|| {
                let mut texts = Vec::new();
                collect(&command(&dedale_api::worlds()), "", &mut texts);
                texts
            })
        };
        let (english, french) = (texts(Lang::En), texts(Lang::Fr));
        assert_eq!(english.len(), french.len());
        for ((path, en), (_, fr)) in english.iter().zip(&french) {
            assert!(!en.is_empty() && !fr.is_empty(), "{path} is not explained");
            assert_ne!(en, fr, "{path} is not translated");
        }
    }

    fn collect(command: &clap::Command, path: &str, texts: &mut Vec<(String, String)>) {
        let path = format!("{path} {}", command.get_name());
        texts.push((path.clone(), command.get_about().map(ToString::to_string).unwrap_or_default()));
        if !command.has_subcommands() {
            assert!(
                command.get_after_help().is_some_and(|help| help.to_string().contains("dedale ")),
                "{path} has no example"
            );
        }
        for arg in command.get_arguments() {
            texts.push((
                format!("{path} {}", arg.get_id()),
                arg.get_help().map(ToString::to_string).unwrap_or_default(),
            ));
        }
        for sub in command.get_subcommands() {
            collect(sub, &path, texts);
        }
    }
}
