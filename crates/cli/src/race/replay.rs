//! `dedale race replay`: a saved match on paper.

use crate::context::Context;
use crate::failure::{Answer, Done, Failure};
use crate::input::Source;
use crate::output;
use dedale_draw::{Gif, Theme};
use dedale_play::{EntryKind, Match, Viewer, file};
use dedale_race::game::{Phase, tell_action, tell_outcome};
use dedale_race::{Mode, Race, picture, screen};
use dedale_text::{Say, tr};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    #[arg(value_name = "FILE", help = tr("The match, `-` for standard input", "La partie, « - » pour l'entrée standard"))]
    file: String,

    #[arg(long, help = tr("Show every step", "Montrer chaque pas"))]
    steps: bool,

    #[arg(long, value_name = "N", help = tr("Show the match after so many actions only", "Ne montrer la partie qu'après tant d'actions"))]
    at: Option<usize>,

    #[arg(short, long, value_name = "FILE.gif", help = tr("Write the match as an animated picture", "Écrire la partie en image animée"))]
    output: Option<PathBuf>,
}

pub fn run(args: &Args, context: &Context) -> Answer {
    let source = Source::read(&args.file)?;
    let loaded = file::read::<Race>(source.text()?).map_err(|error| source.at(&error))?;
    if let Some(line) = loaded.cut {
        anstream::eprintln!(
            "{}:{line}: {}",
            args.file,
            tr("the last line was cut short", "la dernière ligne était coupée")
        );
    }
    let game = loaded.game;
    if let Some(path) = &args.output {
        return animate(&game, path);
    }
    let print = |game: &Match<Race>| {
        let view = game.view(Viewer::Spectator);
        let Some(course) = &view.course else { return Ok(()) };
        output::stdout((screen(course, &view.scores, course.mode(), context.lang) + "\n").as_bytes())
    };
    if let Some(entries) = args.at {
        print(&game.at(entries))?;
        return Ok(Done::Yes);
    }
    let mut replay = Match::<Race>::begin(game.config().clone(), game.whole_seed().clone())?;
    print(&replay)?;
    for entry in game.log() {
        replay.redo(entry).map_err(Failure::broken)?;
        if let EntryKind::Act(seat, action) = &entry.kind {
            let colon = context.lang.pick(":", " :");
            let line = format!("{} {seat}{colon} {}\n", tr("player", "joueur"), tell_action(action).say(context.lang));
            output::stdout(line.as_bytes())?;
        }
        let view = replay.view(Viewer::Spectator);
        let ended = matches!(view.phase, Phase::Over | Phase::Between { ready: dedale_play::Seats::NONE });
        let began = view.phase == Phase::Play
            && view.course.as_ref().is_some_and(|course| course.runners.iter().all(|runner| runner.moves == 0));
        if args.steps || ended || began {
            print(&replay)?;
        }
    }
    if replay.outcome().is_some() {
        let text = tell_outcome(&replay.view(Viewer::Spectator)).say(context.lang);
        output::stdout((text + "\n").as_bytes())?;
    }
    Ok(Done::Yes)
}

/// The most frames of a picture.
const MOST_FRAMES: usize = 2000;

/// One frame a step; a round's end stays longer. All frames have the size of
/// the first board, so a match that changes size is refused.
fn animate(game: &Match<Race>, path: &std::path::Path) -> Answer {
    let mut replay = Match::<Race>::begin(game.config().clone(), game.whole_seed().clone())?;
    let mut bytes = Vec::new();
    let mut out = Some(&mut bytes);
    let mut gif: Option<(Gif<&mut Vec<u8>>, dedale_grid::Size)> = None;
    let mut show = |game: &Match<Race>| -> Result<(), Failure> {
        let view = game.view(Viewer::Spectator);
        let Some(course) = &view.course else { return Ok(()) };
        let (size, mode) = (course.track.board.size(), course.mode());
        let scene = picture::course(course, mode);
        if let Some(out) = out.take() {
            gif = Some((Gif::new(out, &scene, 8.0, Theme::Light).map_err(Failure::broken)?, size));
        }
        let Some((gif, first)) = &mut gif else { return Ok(()) };
        if *first != size {
            return Err(Failure::new(
                "found boards of different sizes, expected one size for a moving picture",
                "trouvé des plateaux de tailles différentes, attendu une seule taille pour une image animée",
            ));
        }
        gif.frame(&scene, if mode == Mode::Play { 8 } else { 200 }).map_err(Failure::broken)
    };
    show(&replay)?;
    for entry in game.log().iter().take(MOST_FRAMES) {
        replay.redo(entry).map_err(Failure::broken)?;
        show(&replay)?;
    }
    drop(gif);
    output::result(Some(path), &bytes)?;
    Ok(Done::Yes)
}
