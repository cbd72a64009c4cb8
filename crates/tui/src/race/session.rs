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

#[cfg(test)]
mod tests {
    use super::*;
    use dedale_race::game::{tell, tell_outcome};

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
