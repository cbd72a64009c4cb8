//! What every verb knows about its reader: language, colours, patience.

use crate::failure::{Answer, Done, Failure};
use anstream::ColorChoice;
use dedale_draw::term::Style;
use dedale_text::Lang;
use dedale_tui::{Ending, Screen, Stage};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What a verb knows about its reader.
pub struct Context {
    /// The reader's language.
    pub lang: Lang,
    /// No progress.
    pub quiet: bool,
    color: ColorWhen,
}

impl Context {
    pub fn new(lang: Lang, color: ColorWhen, quiet: bool) -> Self {
        match color {
            ColorWhen::Auto => {}
            ColorWhen::Always => ColorChoice::Always.write_global(),
            ColorWhen::Never => ColorChoice::Never.write_global(),
        }
        Self { lang, quiet, color }
    }

    /// How boards may look on standard output.
    pub fn style(&self) -> Style {
        let terminal = std::io::stdout().is_terminal();
        let color = match self.color {
            ColorWhen::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            ColorWhen::Always => true,
            ColorWhen::Never => false,
        };
        let utf8 = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
            .is_some_and(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"));
        Style { color, unicode: terminal && utf8 || self.color == ColorWhen::Always }
    }

    /// Whether someone is there to read what is said beside the answer.
    pub fn chats(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }

    /// Shows a screen on the terminal until it is left. A signal that ends
    /// programs closes it in good order.
    pub fn show(&self, screen: &mut dyn Screen) -> Answer {
        let stage = Stage { color: self.style().color, stop: self.interrupt() };
        let ending = dedale_tui::run(screen, &stage).map_err(Failure::broken)?;
        Ok(if ending == Ending::Left { Done::Yes } else { Done::Interrupted })
    }

    /// A flag that Ctrl-C raises from now on, for long work that wants to keep
    /// what it has finished. Until this is called, Ctrl-C ends the command.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
        let flag = FLAG.get_or_init(|| {
            let flag = Arc::new(AtomicBool::new(false));
            let raised = Arc::clone(&flag);
            // A second Ctrl-C does not wait for the work to notice the first.
            let armed = ctrlc::set_handler(move || {
                if raised.swap(true, Ordering::SeqCst) {
                    std::process::exit(130);
                }
            });
            if let Err(error) = armed {
                eprintln!("Ctrl-C: {error}");
            }
            flag
        });
        Arc::clone(flag)
    }
}

/// The language, from `--lang` or the environment, before anything is parsed:
/// help texts need it.
pub fn language() -> Lang {
    // Not `args`, which has no patience with names that are not Unicode.
    let mut args = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    while let Some(arg) = args.next() {
        let value = if arg == "--lang" { args.next() } else { arg.strip_prefix("--lang=").map(str::to_owned) };
        if let Some(lang) = value.and_then(|value| value.parse().ok()) {
            return lang;
        }
    }
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG"));
    locale.map_or(Lang::En, |locale| Lang::from_locale(&locale))
}
