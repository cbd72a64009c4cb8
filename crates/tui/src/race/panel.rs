//! The words around the board: the heading, the players, the keys.

use super::RaceScreen;
use crate::role_style;
use dedale_draw::role;
use dedale_play::Seat;
use dedale_race::game::{Phase, View};
use dedale_race::{Mode, screen};
use dedale_text::{Lang, tr};
use ratatui::style::{Modifier, Style as Ink};
use ratatui::text::{Line, Span};

impl RaceScreen {
    /// The heading: what is going on and who is asked.
    pub(super) fn heading(&self, view: &View) -> String {
        let lang = Lang::current();
        let (round, rounds) = (view.round, view.config.rounds);
        let asked = self.session.asking();
        let what = match (view.phase, asked) {
            (Phase::Over, _) => tr("the match is over: Enter leaves", "partie finie : Entrée pour quitter").to_owned(),
            (Phase::Play, _) => {
                let mover = view.course.as_ref().map_or(Seat::new(0), dedale_race::game::Course::mover);
                match lang {
                    Lang::En => format!("player {mover} to move"),
                    Lang::Fr => format!("au joueur {mover} de jouer"),
                }
            }
            (Phase::Vote { .. }, Some(seat)) => match lang {
                Lang::En => format!("player {seat}: do you agree? y/n"),
                Lang::Fr => format!("joueur {seat} : d'accord ? o/n"),
            },
            (Phase::Between { .. }, Some(seat)) if view.config.ask && seat.index() == 0 => match lang {
                Lang::En => format!("player 1 chooses size and density: {}_", self.typed),
                Lang::Fr => format!("le joueur 1 choisit taille et densité : {}_", self.typed),
            },
            (Phase::Between { .. }, Some(_)) => tr("Enter: next round", "Entrée : manche suivante").to_owned(),
            (_, None) => tr("waiting for the others", "en attente des autres").to_owned(),
        };
        match lang {
            Lang::En => format!("Round {round}/{rounds}: {what}"),
            Lang::Fr => format!("Manche {round}/{rounds} : {what}"),
        }
    }

    /// Two lines a player: who and where, score and steps.
    pub(super) fn players(&self, view: &View, mode: Mode) -> Vec<Line<'static>> {
        let Some(course) = &view.course else { return Vec::new() };
        let mut lines = Vec::new();
        for seat in (0..view.config.players).map(Seat::new) {
            let index = seat.index();
            let turn = view.phase == Phase::Play && course.mover() == seat;
            let color = if self.style.color { role_style(&role::PLAYERS[index]) } else { Ink::new() };
            let name = color.add_modifier(if turn { Modifier::BOLD | Modifier::REVERSED } else { Modifier::BOLD });
            let mark = if self.style.unicode { ["●", "▲", "■", "◆"][index % 4] } else { "<" };
            let kind = if self.session.is_person(seat) { "" } else { tr(" (bot)", " (robot)") };
            let status = screen::status(course, &view.scores, mode, seat, Lang::current());
            let fields = status.split_once(':').map_or("", |(_, fields)| fields).trim();
            let (position, counts) = fields.split_once("; ").unwrap_or((fields, ""));
            let position = position.trim_start_matches("pos=");
            let label = format!("{seat}{mark} {} {seat}{kind} {position}", tr("player", "joueur"));
            lines.push(Line::from(Span::styled(label, name)));
            lines.push(Line::from(Span::styled(format!("  {}", counts.replace("; ", " ")), color)));
            let waits = course.runners[index].waits;
            if waits > 0 {
                lines.push(Line::from(format!("  {} {waits}", tr("turns to wait:", "tours d'attente :"))));
            }
        }
        lines
    }

    /// The keys, in a line.
    pub(super) fn help(&self) -> String {
        let keys = &self.keys;
        let people = (0..dedale_race::MAX_PLAYERS)
            .filter(|&seat| self.session.is_person(Seat::new(seat)))
            .map(|seat| format!("{}:{}", seat + 1, keys.steps[seat].iter().collect::<String>()));
        let steps: Vec<String> = people.collect();
        format!(
            "{} · {} · {}{} · {}{} · {}{} · {}{} · {}{} · {} · {}{}",
            steps.join(" "),
            tr("arrows", "flèches"),
            keys.finish,
            tr(" finish", " terminer"),
            keys.reveal,
            tr(" reveal", " solution"),
            keys.hint,
            tr(" hint", " aide"),
            keys.undo,
            tr(" undo", " reprendre"),
            keys.pass,
            tr(" pass", " passer"),
            tr("? rules", "? règles"),
            keys.quit,
            tr(" quit", " quitter"),
        )
    }
}
