//! Questions to the solver, which thinks on a thread of its own.

use super::{Sokoban, count_pushes};
use dedale_grid::Dir;
use dedale_sokoban::{Limits, Moves, Options, Verdict, solve};
use dedale_text::tr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

/// How long the solver thinks about a question.
const PATIENCE: f64 = 20.0;

/// What the solver was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Hint,
    Solvable,
    Show,
}

/// The solver at work.
pub(super) struct Thinking {
    pub(super) question: Question,
    pub(super) answer: Receiver<(Verdict, Option<Moves>)>,
    cancel: Arc<AtomicBool>,
}

impl Sokoban {
    pub(super) fn ask(&mut self, question: Question) {
        self.stop_thinking();
        let Some(level) = self.present() else { return };
        let (sender, answer) = channel();
        let cancel = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&cancel);
        std::thread::spawn(move || {
            let start = Instant::now();
            let clock = || start.elapsed().as_secs_f64();
            let limits = Limits { seconds: PATIENCE, clock: &clock, cancel: &stop, ..Limits::default() };
            let found = match solve(&level, &Options::default(), limits) {
                Ok(answer) => (answer.verdict, answer.solution.map(|(moves, _)| moves)),
                Err(_) => (Verdict::Unsolvable, None),
            };
            // The screen may have gone on without the answer.
            let _ = sender.send(found);
        });
        self.thinking = Some(Thinking { question, answer, cancel });
        self.message = tr("thinking…", "je réfléchis…").to_owned();
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.cancel.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn told(&mut self, question: Question, verdict: Verdict, moves: Option<Moves>) {
        self.message = match (verdict, moves) {
            (Verdict::Solved, Some(moves)) => match question {
                Question::Solvable => {
                    let yes = tr("yes, it can be solved", "oui, c'est soluble");
                    format!("{yes} ({})", count_pushes(moves.pushes()))
                }
                Question::Hint => hint(&moves),
                Question::Show => {
                    self.shown = true;
                    self.replaying = moves.0.iter().rev().map(|step| step.dir).collect();
                    tr("watch; any key goes to the end", "regardez ; une touche va à la fin").to_owned()
                }
            },
            (Verdict::Unsolvable, _) => {
                tr("no: take something back (u)", "non : il faut revenir en arrière (u)").to_owned()
            }
            _ => tr("I could not find out", "je n'ai pas trouvé").to_owned(),
        };
    }
}

pub(super) fn hint(moves: &Moves) -> String {
    let walk = moves.0.iter().take_while(|step| !step.push).count();
    let push = moves.0.get(walk).map(|step| match step.dir {
        Dir::Up => tr("up", "vers le haut"),
        Dir::Right => tr("right", "à droite"),
        Dir::Down => tr("down", "vers le bas"),
        Dir::Left => tr("left", "à gauche"),
    });
    let way: String = moves.0[..walk].iter().map(|step| step.letter()).collect();
    let way = if way.is_empty() { String::new() } else { format!("{way}, ") };
    format!("{} {way}{} {}", tr("hint:", "indice :"), tr("push", "pousser"), push.unwrap_or_default())
}
