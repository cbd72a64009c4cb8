//! A match of the race at one keyboard: people and bots take their seats.

use dedale_grid::Rng;
use dedale_play::{Bot, EntryKind, Game, Match, Seat, Viewer};
use dedale_race::Race;
use dedale_race::bots;
use dedale_race::game::{Action, Event, Phase, View};
use dedale_text::Text;

/// A match with people and bots in its seats.
pub struct Session {
    game: Match<Race>,
    /// The bot of each seat; people sit in the others.
    bots: Vec<Option<&'static Bot<Race>>>,
    /// Steps may be taken back.
    practice: bool,
}

impl Session {
    /// A match with these bots; people sit where there is none.
    pub fn new(game: Match<Race>, mut bots: Vec<Option<&'static Bot<Race>>>, practice: bool) -> Self {
        bots.resize(Race::seats(game.state()), None);
        Self { game, bots, practice }
    }

    /// The match.
    pub fn game(&self) -> &Match<Race> {
        &self.game
    }

    /// What is seen here: what the only person sees, or what everybody does.
    pub fn view(&self) -> View {
        let mut people = (0..self.bots.len()).map(Seat::new).filter(|seat| self.is_person(*seat));
        match (people.next(), people.next()) {
            (Some(seat), None) => self.game.view(Viewer::Seat(seat)),
            _ => self.game.view(Viewer::Spectator),
        }
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Whether a person sits there.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.bots.get(seat.index()).is_some_and(Option::is_none)
    }

    /// The person who must do something now: the first, if there are several.
    pub fn asking(&self) -> Option<Seat> {
        Race::active(self.game.state()).iter().find(|&seat| self.is_person(seat))
    }

    /// Does an action for the person who is asked.
    pub fn act(&mut self, action: Action, t_ms: u64) -> Result<Vec<Event>, Text> {
        let nobody = || Text::new("nobody at the keyboard may act now", "personne au clavier ne peut agir maintenant");
        let seat = self.asking().ok_or_else(nobody)?;
        self.act_as(seat, action, t_ms)
    }

    /// Whether a person may act in a seat now.
    pub fn may_act(&self, seat: Seat) -> bool {
        self.is_person(seat) && Race::active(self.game.state()).contains(seat)
    }

    /// Does an action for the person in a seat.
    pub fn act_as(&mut self, seat: Seat, action: Action, t_ms: u64) -> Result<Vec<Event>, Text> {
        self.game.act(seat, &action, t_ms).map_err(|rejected| Text::of(&rejected))
    }

    /// Says for every person that they are ready.
    pub fn all_ready(&mut self, t_ms: u64) -> Result<Vec<Event>, Text> {
        let mut events = Vec::new();
        while let (Phase::Between { .. }, Some(_)) = (self.view().phase, self.asking()) {
            events.extend(self.act(Action::Ready, t_ms)?);
        }
        Ok(events)
    }

    /// Lets one bot act, if one may.
    pub fn bot_step(&mut self, t_ms: u64) -> Option<Vec<Event>> {
        let seat = Race::active(self.game.state()).iter().find(|&seat| !self.is_person(seat))?;
        let bot = self.bots[seat.index()]?;
        let legal = self.game.legal(seat);
        let mut rng = Rng::stream(self.game.seed(), self.game.log().len() as u64);
        let action = (bot.choose)(&self.game.view(Viewer::Seat(seat)), seat, &legal, &mut rng, bot.budget)?;
        self.game.act(seat, &action, t_ms).ok()
    }

    /// Takes back the last step of a person and what bots did after it.
    pub fn undo(&mut self) -> Result<(), Text> {
        if !self.practice {
            return Err(Text::new(
                "steps are taken back in practice only (--practice)",
                "on ne reprend un coup qu'à l'entraînement (--practice)",
            ));
        }
        let nothing = || Text::new("there is nothing to take back", "il n'y a rien à reprendre");
        let person = |deed: &EntryKind<Action>| matches!(deed, EntryKind::Act(seat, _) if self.is_person(*seat));
        let last = self.game.log().iter().rposition(|entry| person(&entry.kind)).ok_or_else(nothing)?;
        if !Race::undoable(self.game.state()) {
            return Err(nothing());
        }
        self.game = self.game.at(last);
        Ok(())
    }

    /// The best thing to do for the person whose turn it is.
    pub fn hint(&self) -> Option<Action> {
        let seat = self.asking()?;
        bots::hint(&self.game.view(Viewer::Seat(seat)), seat)
    }
}

/// An action in words.
pub fn tell_action(action: &Action) -> Text {
    use dedale_race::game::Ending;
    let (en, fr) = match action {
        Action::Go(dir) => return Text::of(dir),
        Action::Pass => ("passes".into(), "passe".into()),
        Action::Propose(Ending::Finish) => ("proposes to finish".into(), "propose de terminer".into()),
        Action::Propose(Ending::Reveal) => ("proposes the solution".into(), "propose la solution".into()),
        Action::Agree => ("agrees".into(), "est d'accord".into()),
        Action::Refuse => ("refuses".into(), "refuse".into()),
        Action::Ready => ("is ready".into(), "est prêt".into()),
        Action::Wall(at) => (format!("puts a block on {at}"), format!("pose un bloc en {at}")),
        Action::Bomb(at) => (format!("frees {at}"), format!("libère {at}")),
        Action::Bet(steps) => (format!("bets on {steps} steps"), format!("parie sur {steps} coups")),
        Action::Board { size, density } => (
            format!("chooses a board of size {size}, density {density}"),
            format!("choisit un plateau de taille {size}, densité {density}"),
        ),
    };
    Text::new(en, fr)
}

/// What happened, in a sentence; nothing for what everybody sees anyway.
pub fn tell(event: &Event, view: &View) -> Option<Text> {
    use dedale_race::game::{Ended, Ending};
    Some(match event {
        Event::Began { round, order, opened } => {
            let order: Vec<String> = order.iter().map(ToString::to_string).collect();
            let (order, rounds) = (order.join(", "), view.config.rounds);
            let freed = match opened {
                0 => Text::new("", ""),
                _ => Text::new(format!("; cells freed: {opened}"), format!(" ; cases libérées : {opened}")),
            };
            Text::new(
                format!("round {round} of {rounds}; order of play: {order}{}", freed.en),
                format!("manche {round} sur {rounds} ; ordre de jeu : {order}{}", freed.fr),
            )
        }
        Event::Moved { .. } | Event::Ready { .. } | Event::Chose { .. } => return None,
        Event::Walled { seat, at: [row, col] } => Text::new(
            format!("player {seat} puts a block on {row},{col}"),
            format!("le joueur {seat} pose un bloc en {row},{col}"),
        ),
        Event::Bombed { seat, at: [row, col] } => {
            Text::new(format!("player {seat} frees {row},{col}"), format!("le joueur {seat} libère {row},{col}"))
        }
        Event::Bet { seat } => Text::new(format!("player {seat} has bet"), format!("le joueur {seat} a parié")),
        Event::Right { seats, steps } => {
            let who: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
            let who = who.join(", ");
            Text::new(
                format!("{steps} steps: the bet of player {who} was right"),
                format!("{steps} coups : le pari du joueur {who} était juste"),
            )
        }
        Event::Passed { seat } => Text::new(
            format!("player {seat} is blocked in and passes"),
            format!("le joueur {seat} est bloqué et passe"),
        ),
        Event::Proposed { seat, ending: Ending::Finish } => Text::new(
            format!("player {seat} proposes to finish: the fewest steps in all win"),
            format!("le joueur {seat} propose de terminer : le plus petit nombre de coups gagne"),
        ),
        Event::Proposed { seat, ending: Ending::Reveal } => Text::new(
            format!("player {seat} proposes to see the solution and cancel the round"),
            format!("le joueur {seat} propose de voir la solution et d'annuler la manche"),
        ),
        Event::Answered { seat, agree: true } => {
            Text::new(format!("player {seat} agrees"), format!("le joueur {seat} est d'accord"))
        }
        Event::Answered { seat, agree: false } => {
            Text::new(format!("player {seat} refuses"), format!("le joueur {seat} refuse"))
        }
        Event::Ended { by: Ended::Revealed, .. } => Text::new(
            "the round is cancelled; best ways from the start",
            "manche annulée ; meilleurs chemins depuis le départ",
        ),
        Event::Ended { by, winners } => {
            let who: Vec<String> = winners.iter().map(|seat| seat.to_string()).collect();
            let who = who.join(", ");
            match by {
                Ended::Won => Text::new(
                    format!("player {who} reaches the target; best ways from the start"),
                    format!("le joueur {who} atteint la cible ; meilleurs chemins depuis le départ"),
                ),
                _ => Text::new(
                    format!("fewest steps in all: player {who}; ways that were left"),
                    format!("plus petit nombre de coups : joueur {who} ; chemins qui restaient"),
                ),
            }
        }
    })
}

/// Who won the match, in a sentence.
pub fn tell_outcome(view: &View) -> Text {
    let scores: Vec<String> = view.scores.iter().map(ToString::to_string).collect();
    let scores = scores.join(" : ");
    let best = view.scores.iter().max().copied().filter(|&best| best > 0);
    let winners: Vec<String> =
        view.scores.iter().zip(1..).filter(|(score, _)| Some(**score) == best).map(|(_, id)| id.to_string()).collect();
    match winners.len() {
        0 => Text::new(format!("nobody wins ({scores})"), format!("personne ne gagne ({scores})")),
        1 => Text::new(
            format!("player {} wins the match ({scores})", winners[0]),
            format!("le joueur {} gagne la partie ({scores})", winners[0]),
        ),
        _ => Text::new(
            format!("players {} share the win ({scores})", winners.join(", ")),
            format!("les joueurs {} se partagent la victoire ({scores})", winners.join(", ")),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(bots: &[Option<&str>], practice: bool) -> Session {
        let game = Match::new("size=11,density=0.8,players=2,rounds=2".parse().unwrap(), 5).unwrap();
        let bots = bots.iter().map(|name| name.and_then(Bot::named)).collect();
        Session::new(game, bots, practice)
    }

    #[test]
    fn people_and_bots_play_to_the_end() {
        let mut session = session(&[None, Some("best")], false);
        let mut told = Vec::new();
        for _ in 0..500 {
            let view = session.view();
            let events = match (session.bot_step(0), session.asking()) {
                (Some(events), _) => events,
                (None, Some(_)) if view.phase == Phase::Play => session.act(session.hint().unwrap(), 0).unwrap(),
                (None, Some(_)) => session.all_ready(0).unwrap(),
                (None, None) => break,
            };
            told.extend(events.iter().filter_map(|event| tell(event, &view)));
        }
        assert!(session.is_over());
        assert_eq!(told.iter().filter(|text| text.en.contains("reaches the target")).count(), 2);
        assert!(tell_outcome(&session.view()).fr.contains("gagne") || session.view().scores == [1, 1]);
        assert!(session.act(Action::Ready, 0).is_err());
    }

    #[test]
    fn steps_are_taken_back_in_practice_only() {
        let mut strict = session(&[], false);
        strict.act(strict.hint().unwrap(), 0).unwrap();
        assert!(strict.undo().is_err());
        let mut practice = session(&[None, Some("best")], true);
        while practice.asking().is_none() {
            practice.bot_step(0).unwrap();
        }
        let before = practice.game().digest();
        practice.act(practice.hint().unwrap(), 0).unwrap();
        practice.bot_step(0).unwrap();
        practice.undo().unwrap();
        assert_eq!(practice.game().digest(), before);
    }
}
