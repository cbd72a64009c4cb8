//! Help and usage errors in the reader's language.
//!
//! clap writes a few words of its own in English; they are replaced here, once
//! for the whole tree of commands.

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use dedale_text::{Lang, tr};
use std::process::ExitCode;

/// The examples at the foot of a help text.
pub fn examples(commands: &[&str]) -> String {
    let mut text = tr("Examples:", "Exemples :").to_owned();
    for command in commands {
        text += "\n  ";
        text += command;
    }
    text
}

/// The command with clap's own words in the current language.
pub fn localised(command: Command) -> Command {
    let version = Arg::new("version")
        .short('V')
        .long("version")
        .action(ArgAction::Version)
        .help(tr("Print the version", "Afficher la version"));
    speak(command.disable_version_flag(true).arg(version))
}

fn speak(command: Command) -> Command {
    let help =
        Arg::new("help").short('h').long("help").action(ArgAction::Help).help(tr("Print help", "Afficher l'aide"));
    let subcommands: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let mut command = command
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .arg(help)
        .subcommand_help_heading(tr("Commands", "Commandes "))
        .subcommand_value_name(tr("COMMAND", "COMMANDE"))
        .help_template(tr(
            "{about-with-newline}\nUsage: {usage}\n\n{all-args}{after-help}",
            "{about-with-newline}\nUtilisation : {usage}\n\n{all-args}{after-help}",
        ))
        .mut_args(|arg| describe(&arg));
    for name in subcommands {
        command = command.mut_subcommand(name, |sub| speak(sub.disable_version_flag(true)));
    }
    command
}

/// Headings, defaults and possible values in the reader's language. Comments in
/// the source never reach the reader.
fn describe(arg: &Arg) -> Arg {
    let heading = match arg {
        // French sets a space before the colon.
        arg if arg.is_positional() => tr("Arguments", "Arguments "),
        arg if arg.is_global_set() => tr("Everywhere", "Partout "),
        _ => tr("Options", "Options "),
    };
    let arg = arg.clone().help_heading(heading).long_help(Resettable::Reset);
    if !arg.get_action().takes_values() {
        return arg;
    }
    let mut help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let values: Vec<String> = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    if !values.is_empty() && !arg.is_hide_possible_values_set() {
        help += &format!(" [{} {}]", tr("possible values:", "valeurs possibles :"), values.join(", "));
    }
    let defaults: Vec<String> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    let names: Option<Vec<String>> =
        arg.get_value_names().map(|names| names.iter().map(|name| place(name).to_owned()).collect());
    if defaults.iter().any(|value| !value.is_empty()) && !arg.is_hide_default_value_set() {
        help += &format!(" [{} {}]", tr("default:", "par défaut :"), defaults.join(", "));
    }
    let arg = match names {
        Some(names) => arg.value_names(names),
        None => {
            let name = arg.get_id().as_str().to_ascii_uppercase();
            arg.value_name(place(&name).to_owned())
        }
    };
    arg.help(help).hide_possible_values(true).hide_default_value(true)
}

/// What stands for a value, in the reader's language.
fn place(name: &str) -> &str {
    let french = match name {
        "FILE" => "FICHIER",
        "FILE.gif" => "FICHIER.gif",
        "COLUMNSxROWS" => "COLONNESxLIGNES",
        "R,C" => "L,C",
        "y=R,C,…" => "y=L,C,…",
        "METHOD" => "MÉTHODE",
        "WHAT" => "QUOI",
        "WHEN" => "QUAND",
        "WHICH" => "LEQUEL",
        "WHO,…" => "QUI,…",
        "WHO,WHO,…" => "QUI,QUI,…",
        "TIME" => "TEMPS",
        "SECONDS" => "SECONDES",
        "SHARE" => "PART",
        "KEY=VALUE,…" => "CLÉ=VALEUR,…",
        "CELL" => "CASE",
        "SIZE" => "TAILLE",
        "BYTES" => "OCTETS",
        "POLICY" => "POLITIQUE",
        "NAME" => "NOM",
        "NAMES" => "NOMS",
        "MEASURE" => "MESURE",
        "LOW-HIGH" => "MIN-MAX",
        "LEVEL" => "NIVEAU",
        "LEVELS" => "NIVEAUX",
        "KEYS" => "TOUCHES",
        "BOUND" => "BORNE",
        "BOT" => "ROBOT",
        "BOT,…" => "ROBOT,…",
        "BOT,BOT,…" => "ROBOT,ROBOT,…",
        "ADDRESS" => "ADRESSE",
        "DAYS" => "JOURS",
        "RULES" => "RÈGLES",
        "PIECE" => "PIÈCE",
        "KIND" => "SORTE",
        "STRATEGY" => "STRATÉGIE",
        "SHELL" => "INTERPRÉTEUR",
        same => same,
    };
    Lang::current().pick(name, french)
}

/// Prints what clap has to say and gives its exit status.
pub fn report(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || Lang::current() == Lang::En {
        // A closed pipe is nobody's fault.
        let _ = error.print();
    } else {
        anstream::eprintln!("erreur : {}", in_french(error));
    }
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

fn in_french(error: &clap::Error) -> String {
    let get = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let (arg, value) = (get(ContextKind::InvalidArg), get(ContextKind::InvalidValue));
    let mut text = match error.kind() {
        ErrorKind::InvalidValue | ErrorKind::ValueValidation if value.is_empty() => {
            format!("il manque une valeur à « {arg} »")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("trouvé « {value} » pour « {arg} », qui n'accepte pas cette valeur")
        }
        ErrorKind::UnknownArgument => format!("trouvé l'argument « {arg} », qui n'était pas attendu"),
        ErrorKind::InvalidSubcommand => {
            format!("trouvé la commande « {} », qui n'existe pas", get(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => format!("il manque : {arg}"),
        ErrorKind::MissingSubcommand => "il manque une commande".to_owned(),
        ErrorKind::ArgumentConflict => format!("« {arg} » ne va pas avec « {} »", get(ContextKind::PriorArg)),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return error.to_string(),
        _ => error.to_string(),
    };
    let valid = get(ContextKind::ValidValue);
    if !valid.is_empty() {
        text += &format!("\n  valeurs possibles : {valid}");
    }
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue] {
        let suggestion = get(kind);
        if !suggestion.is_empty() {
            text += &format!("\n  vouliez-vous dire « {suggestion} » ?");
        }
    }
    if let Some(source) = std::error::Error::source(error) {
        text += &format!("\n  {source}");
    }
    text + "\n\nPour plus d'informations : --help"
}
