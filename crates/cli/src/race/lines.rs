//! The race line by line: a script or a patient person plays through standard
//! input.
//!
//! A line holds words, each a command of the player who is asked: `up right
//! down left` (or a single key of that player), `pass finish reveal agree refuse
//! ready hint undo show save quit`, and `board SIZE DENSITY` where the board is
//! asked. The French words are understood as well. Whatever cannot be done is
//! answered and costs nothing.

use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::keep::Keep;
use crate::output;
use dedale_grid::Dir;
use dedale_race::game::{Action, Ending, Event, Phase, View, tell, tell_outcome};
use dedale_race::{Mode, screen};
use dedale_text::{Lang, Say, Text, tr};
use dedale_tui::race::{Command, Keys, Session};
use serde_json::json;
use std::io::{BufRead, IsTerminal, Write};

/// Plays until the match is over, the input ends or someone quits.
pub fn play(
    session: Session,
    keys: &Keys,
    json: bool,
    keep: &Keep,
    context: &Context,
) -> Result<(Session, Done), Failure> {
    let mut table = Lines { session, lang: context.lang, json };
    table.introduce()?;
    let stdin = std::io::stdin();
    let prompt = stdin.is_terminal() && !json;
    let mut input = stdin.lock().lines();
    loop {
        table.let_bots_play()?;
        keep.note(table.session.game());
        if table.session.is_over() {
            table.conclude()?;
            return Ok((table.session, Done::Yes));
        }
        if prompt {
            table.prompt()?;
        }
        let Some(line) = input.next() else {
            table.say(&Text::new("the input ended before the match", "l'entrée s'est terminée avant la partie"))?;
            return Ok((table.session, Done::No));
        };
        let line = line.map_err(Failure::broken)?;
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let board = matches!(word, "board" | "plateau");
            let token = matches!(word, "wall" | "bloc" | "bomb" | "bombe" | "bet" | "parier");
            let order = if board {
                read_board(words.next(), words.next())
            } else if token {
                let text = format!("{word} {}", words.next().unwrap_or_default());
                text.parse().ok().map(Order::Act)
            } else {
                read(word, keys, &table.session)
            };
            match order {
                Some(Order::Quit) => return Ok((table.session, Done::Yes)),
                Some(order) => table.obey(order)?,
                None => table.say(&Text::new(
                    format!("found `{word}`, expected up, right, down, left, pass, finish, reveal, agree, refuse, ready, hint, undo, show, wall ROW,COLUMN, bomb ROW,COLUMN, bet STEPS, board SIZE DENSITY or quit"),
                    format!("trouvé « {word} », attendu haut, droite, bas, gauche, passer, terminer, solution, oui, non, suite, aide, reprendre, montrer, bloc LIGNE,COLONNE, bombe LIGNE,COLONNE, parier COUPS, plateau TAILLE DENSITÉ ou quitter"),
                ))?,
            }
            table.let_bots_play()?;
            keep.note(table.session.game());
        }
    }
}

/// What a word asks for.
enum Order {
    Act(Action),
    Ready,
    Hint,
    Undo,
    Show,
    Quit,
}

fn read(word: &str, keys: &Keys, session: &Session) -> Option<Order> {
    let mut letters = word.chars();
    if let (Some(key), None) = (letters.next(), letters.next()) {
        return match keys.command(key)? {
            Command::Step(seat, dir) => (session.asking() == Some(seat)).then_some(Order::Act(Action::Go(dir))),
            Command::Finish => Some(Order::Act(Action::Propose(Ending::Finish))),
            Command::Reveal => Some(Order::Act(Action::Propose(Ending::Reveal))),
            Command::Pass => Some(Order::Act(Action::Pass)),
            Command::Hint => Some(Order::Hint),
            Command::Undo => Some(Order::Undo),
            Command::Quit => Some(Order::Quit),
        };
    }
    Some(match word {
        "haut" => Order::Act(Action::Go(Dir::Up)),
        "droite" => Order::Act(Action::Go(Dir::Right)),
        "bas" => Order::Act(Action::Go(Dir::Down)),
        "gauche" => Order::Act(Action::Go(Dir::Left)),
        "passer" => Order::Act(Action::Pass),
        "terminer" => Order::Act(Action::Propose(Ending::Finish)),
        "solution" => Order::Act(Action::Propose(Ending::Reveal)),
        "yes" | "oui" => Order::Act(Action::Agree),
        "no" | "non" => Order::Act(Action::Refuse),
        "ready" | "next" | "suite" => Order::Ready,
        "hint" | "aide" => Order::Hint,
        "undo" | "reprendre" => Order::Undo,
        "show" | "montrer" => Order::Show,
        "quit" | "quitter" => Order::Quit,
        _ => Order::Act(word.parse().ok()?),
    })
}

fn read_board(size: Option<&str>, density: Option<&str>) -> Option<Order> {
    let action = Action::Board { size: size?.parse().ok()?, density: density?.replace(',', ".").parse().ok()? };
    Some(Order::Act(action))
}

struct Lines {
    session: Session,
    lang: Lang,
    json: bool,
}

impl Lines {
    fn introduce(&self) -> Result<(), Failure> {
        let view = self.session.view();
        let Some(course) = &view.course else { return Ok(()) };
        let order = course.order.clone();
        self.tell(&[Event::Began { round: view.round, order, opened: course.track.opened.len() }])
    }

    fn obey(&mut self, order: Order) -> Result<(), Failure> {
        let answer = match order {
            Order::Act(action) => self.session.act(action, 0),
            Order::Ready => self.session.all_ready(0),
            Order::Undo => self.session.undo().map(|()| Vec::new()),
            Order::Show => {
                let view = self.session.view();
                return self.show(&view, view.mode());
            }
            Order::Hint => {
                let hint = self.session.hint().map_or_else(|| "-".to_owned(), |action| action.to_string());
                return if self.json {
                    output::json(&json!({"hint": hint}))
                } else {
                    output::stdout((hint + "\n").as_bytes())
                };
            }
            Order::Quit => return Ok(()),
        };
        match answer {
            Ok(events) => self.tell(&events),
            Err(text) => self.say(&text),
        }
    }

    fn let_bots_play(&mut self) -> Result<(), Failure> {
        while let Some(events) = self.session.bot_step(0) {
            self.tell(&events)?;
        }
        Ok(())
    }

    /// Tells what happened; a new round and the end of one come with their
    /// screens.
    fn tell(&self, events: &[Event]) -> Result<(), Failure> {
        let view = self.session.view();
        for event in events {
            if self.json {
                output::json(event)?;
                continue;
            }
            if let Some(text) = tell(event, &view) {
                output::stdout((text.say(self.lang) + "\n").as_bytes())?;
            }
            match event {
                Event::Began { .. } => self.show(&view, Mode::Play)?,
                Event::Ended { .. } => self.show(&view, view.mode())?,
                _ => {}
            }
        }
        Ok(())
    }

    fn show(&self, view: &View, mode: Mode) -> Result<(), Failure> {
        match (&view.course, self.json) {
            (_, true) => output::json(view),
            (Some(course), false) => output::stdout(screen(course, &view.scores, mode, self.lang).as_bytes()),
            (None, false) => Ok(()),
        }
    }

    fn conclude(&self) -> Result<(), Failure> {
        if self.json {
            return output::json(&json!({"outcome": self.session.game().outcome()}));
        }
        output::stdout((tell_outcome(&self.session.view()).say(self.lang) + "\n").as_bytes())
    }

    /// Says something about the input on standard error.
    fn say(&self, text: &Text) -> Result<(), Failure> {
        anstream::eprintln!("{}", text.say(self.lang));
        Ok(())
    }

    fn prompt(&self) -> Result<(), Failure> {
        let view = self.session.view();
        let Some(seat) = self.session.asking() else { return Ok(()) };
        if view.phase == Phase::Play {
            self.show(&view, Mode::Play)?;
        }
        let what = match view.phase {
            Phase::Vote { .. } => tr(" (agree/refuse)", " (oui/non)"),
            Phase::Between { .. } if view.config.ask && seat.index() == 0 => {
                tr(" (board SIZE DENSITY)", " (plateau TAILLE DENSITÉ)")
            }
            Phase::Between { .. } => tr(" (ready)", " (suite)"),
            Phase::Play | Phase::Over => "",
        };
        let mut out = std::io::stdout();
        let _ = write!(out, "{} {seat}{what}> ", tr("player", "joueur"));
        let _ = out.flush();
        Ok(())
    }
}
