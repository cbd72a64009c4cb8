//! Questions on the command line: arguments in, words, JSON or files out.
//!
//! One adapter for the whole table: it adds `--json`, `-o` and `--format` to a
//! question's own arguments, shows progress, obeys Ctrl-C, and writes what
//! comes out.

use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::{help, output, progress};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use dedale_api::World;
use dedale_question::{AnyAnswer, Control, Cost, Entry, Kind, Limits, Reader, Refusal};
use dedale_text::{Lang, Say, tr};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The world's command with a verb for every question.
pub fn augment(command: Command, world: &World) -> Command {
    let mut command = command.about(world.about.say(Lang::current()));
    for entry in world.questions.iter().filter(|entry| !entry.name.contains(' ')) {
        command = command.subcommand(verb(entry.name, entry));
    }
    for (name, about) in &world.groups {
        let mut group = Command::new(*name).about(about.say(Lang::current())).subcommand_required(true);
        for entry in &world.questions {
            if let Some((_, word)) = entry.name.split_once(' ').filter(|(first, _)| first == name) {
                group = group.subcommand(verb(word, entry));
            }
        }
        command = command.subcommand(group);
    }
    command
}

fn verb(word: &'static str, entry: &Entry) -> Command {
    let command = Command::new(word).about(entry.about().say(Lang::current()));
    let mut command = entry.augment(command.after_help(help::examples(entry.commands))).arg(
        Arg::new("json")
            .long("json")
            .action(ArgAction::SetTrue)
            .help(tr("Answer with one JSON document", "Répondre par un document JSON")),
    );
    if !entry.formats.is_empty() {
        let formats = entry.formats.join(", ");
        command = command
            .arg(
                Arg::new("output")
                    .short('o')
                    .long("output")
                    .value_name("FILE")
                    .value_parser(value_parser!(PathBuf))
                    .help(tr(
                        "Write to this file; its ending chooses the format",
                        "Écrire dans ce fichier ; sa terminaison choisit le format",
                    )),
            )
            .arg(Arg::new("format").long("format").value_name("FORMAT").conflicts_with("json").help(format!(
                "{} ({formats}, json)",
                tr("The format, whatever the file's ending", "Le format, quelle que soit la terminaison du fichier"),
            )));
    }
    command
}

/// The question that these arguments of a world ask, if they ask one.
pub fn asked<'a>(world: &'a World, matches: &'a ArgMatches) -> Option<(&'a Entry, &'a ArgMatches)> {
    let (word, inner) = matches.subcommand()?;
    let (name, inner) = match inner.subcommand() {
        Some((second, inner)) => (format!("{word} {second}"), inner),
        None => (word.to_owned(), inner),
    };
    Some((world.questions.iter().find(|entry| entry.name == name)?, inner))
}

/// How the answer is wanted.
struct Wanted<'a> {
    json: bool,
    file: Option<&'a Path>,
    format: Option<String>,
}

impl<'a> Wanted<'a> {
    fn read(entry: &Entry, matches: &'a ArgMatches) -> Result<Self, Failure> {
        let json = matches.get_flag("json");
        if entry.formats.is_empty() {
            return Ok(Self { json, file: None, format: None });
        }
        let file = matches.get_one::<PathBuf>("output").map(PathBuf::as_path);
        let ending = || file?.extension()?.to_str().map(str::to_ascii_lowercase);
        let format = matches.get_one::<String>("format").cloned().or_else(ending);
        let format = format.or_else(|| file.map(|_| entry.formats[0].to_owned()));
        if let Some(format) = format.as_deref().filter(|format| *format != "json" && !entry.formats.contains(format)) {
            return Err(refused(Refusal::format(format, entry.formats)));
        }
        output::writable(file)?;
        let wanted = Self { json, file, format };
        if wanted.json && wanted.on_stdout() {
            return Err(refused(Refusal::no_effect("--json", "beside `-o -`", "avec `-o -`")));
        }
        Ok(wanted)
    }

    /// Whether the file itself goes to standard output.
    fn on_stdout(&self) -> bool {
        self.format.is_some() && self.file.is_none_or(|file| file == Path::new("-"))
    }
}

/// Asks, and writes the answer.
pub fn run(entry: &Entry, matches: &ArgMatches, context: &Context) -> Answer {
    let question = entry.read(matches).map_err(|error| Failure::broken(error.render()))?;
    let wanted = Wanted::read(entry, matches)?;
    let style = context.style();
    let reader = Reader { lang: context.lang, color: style.color, unicode: style.unicode };
    // Until Ctrl-C is asked for, it ends the command; a small question needs
    // no more.
    let cancel = if entry.cost == Cost::Small { Arc::default() } else { context.interrupt() };
    let bar = progress::bar(context, 0);
    let control = Control::new(Limits::NONE, reader, Arc::clone(&cancel))
        .on_progress(|progress| {
            bar.set_length(progress.total.unwrap_or(progress.done));
            bar.set_position(progress.done);
            bar.set_message(progress.message.clone());
        })
        .on_result(|result| {
            // Where the file itself goes to standard output, words would spoil it.
            match () {
                () if wanted.json => bar.suspend(|| json_line(result)),
                () if wanted.on_stdout() => Ok(()),
                () => bar.suspend(|| words(result, &reader)),
            }
            .map_err(Refusal::broken)
        });
    let answer = question.answer(&control);
    bar.finish_and_clear();
    let interrupted = cancel.load(Ordering::SeqCst);
    let answer = match answer {
        Ok(answer) => answer,
        Err(refusal) if refusal.kind == Kind::Stopped && interrupted => return Ok(Done::Interrupted),
        Err(refusal) if matches!(refusal.kind, Kind::No | Kind::Stopped) => {
            anstream::eprintln!("{}", refusal.message(context.lang));
            return Ok(Done::No);
        }
        Err(refusal) => return Err(refused(refusal)),
    };
    if let Err(failure) = write(answer.as_ref(), entry, &wanted, &reader) {
        // An answer that is made while it is written can be called off then too.
        return if cancel.load(Ordering::SeqCst) { Ok(Done::Interrupted) } else { Err(failure) };
    }
    if let Some(note) = answer.note(context.lang).filter(|_| !wanted.json) {
        anstream::eprintln!("{note}");
    }
    Ok(match answer.yes() {
        _ if interrupted => Done::Interrupted,
        true => Done::Yes,
        false => Done::No,
    })
}

fn write(answer: &dyn AnyAnswer, entry: &Entry, wanted: &Wanted<'_>, reader: &Reader) -> Result<(), Failure> {
    if wanted.json && !entry.streams {
        json_line(answer)?;
    }
    match (&wanted.format, wanted.file) {
        (Some(format), Some(path)) if path != Path::new("-") => {
            let mut file = output::Whole::create(path)?;
            answer.write(format, &mut file).map_err(refused)?;
            file.finish()
        }
        (Some(format), _) => written(|out| answer.write(format, out)),
        (None, _) if wanted.json => Ok(()),
        (None, _) => words(answer, reader),
    }
}

fn json_line(answer: &dyn AnyAnswer) -> Result<(), Failure> {
    written(|out| answer.write("json", out))
}

fn words(answer: &dyn AnyAnswer, reader: &Reader) -> Result<(), Failure> {
    written(|out| answer.write_text(reader, out))
}

/// Writes to standard output; a reader who has gone away is no failure.
fn written(write: impl FnOnce(&mut dyn Write) -> Result<(), Refusal>) -> Result<(), Failure> {
    let mut out = output::Stdout::new();
    let done = write(&mut out);
    out.finish(done.map_err(refused))
}

/// A refusal as the end of a command.
pub fn refused(refusal: Refusal) -> Failure {
    match refusal.kind {
        Kind::Broken => Failure::broken(refusal.message(Lang::En)),
        _ => Failure::new(refusal.message(Lang::En), refusal.message(Lang::Fr)),
    }
}
