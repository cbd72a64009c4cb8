//! What may be done, by what everybody sees.

use super::action::Action;
use super::event::Refusal;
use super::roles::Role;
use super::scenario;
use super::state::{Open, Phase};
use crate::path::{Means, Move};
use crate::{Colour, Site, Spot};
use dedale_grid::Dir;
use dedale_play::Seat;

impl Open {
    /// Whether the game is over.
    pub fn over(&self) -> bool {
        matches!(self.phase, Phase::Won | Phase::Lost)
    }

    /// An event: plans begin anew here.
    pub(super) fn mark(&mut self) {
        self.marks = self.pawns;
        self.since.clear();
    }

    /// What a seat may do now.
    pub fn role(&self, seat: Seat) -> Role {
        match self.cards.last() {
            Some(card) => *card,
            None => self.roles.get(seat.index()).copied().unwrap_or_default(),
        }
    }

    pub(super) fn need(&self, seat: Seat, role: Role) -> Result<(), Refusal> {
        if self.role(seat).may(role) { Ok(()) } else { Err(Refusal::Role) }
    }

    /// Whether a pawn leaves by the exit of a colour.
    pub fn may_leave(&self, pawn: Colour, exit: Colour) -> bool {
        if scenario::mistaken(self.scenario) {
            return exit != pawn;
        }
        if self.scenario == 1 { exit == Colour::Purple } else { exit == pawn }
    }

    /// Whether a seat may put the pawn before someone.
    pub(super) fn may_point(&self, seat: Seat) -> Result<(), Refusal> {
        if scenario::pointless(self.scenario) {
            return Err(Refusal::NoPawn);
        }
        if scenario::led(self.scenario) && self.role(seat) != Role::default() {
            return Err(Refusal::Leader);
        }
        Ok(())
    }

    /// Whether a pawn may end or pass on a cell while the pawns stand so.
    pub(crate) fn enter(&self, standing: &[Option<Spot>; 4], pawn: Colour, spot: Spot) -> Result<(), Refusal> {
        if standing.contains(&Some(spot)) || self.stood.contains(&Some(spot)) {
            return Err(Refusal::Pawn);
        }
        if scenario::apart(self.scenario) && spot.tile() != 0 {
            let others = Colour::ALL.into_iter().filter(|other| *other != pawn);
            let mut others = others.filter_map(|other| standing[other.index()].or(self.stood[other.index()]));
            if others.any(|other| other.tile() == spot.tile()) {
                return Err(Refusal::Crowd);
            }
        }
        let timer = self.market.site(spot) == Some(Site::Timer) && !self.used.contains(&spot);
        if timer && self.watched() { Err(Refusal::Cameras) } else { Ok(()) }
    }

    /// The move that an action is, if its rules allow it.
    pub fn move_of(&self, seat: Seat, action: &Action) -> Result<(Colour, Move), Refusal> {
        let (pawn, role) = match *action {
            Action::Move(pawn, dir, _) => (pawn, Role::direction(dir)),
            Action::Escalator(pawn) => (pawn, Role::ESCALATOR),
            Action::Teleport(pawn, _) => (pawn, Role::TELEPORT),
            _ => return Err(Refusal::Role),
        };
        self.need(seat, role)?;
        let from = self.pawns[pawn.index()].ok_or(Refusal::Gone { pawn })?;
        let step = match *action {
            Action::Move(_, dir, cells) => {
                if cells == 0 {
                    return Err(Refusal::Still);
                }
                let mut at = from;
                for _ in 0..cells {
                    at = self.market.step_as(at, dir, pawn).ok_or(Refusal::Wall)?;
                    self.enter(&self.pawns, pawn, at)?;
                }
                Move { by: Means::Slide(dir, cells), to: at }
            }
            Action::Escalator(_) => {
                let to = self.market.escalator(from).ok_or(Refusal::Escalator)?;
                self.enter(&self.pawns, pawn, to)?;
                Move { by: Means::Escalator, to }
            }
            Action::Teleport(_, to) => {
                let to = self.market.spot(to).ok_or(Refusal::Teleporter)?;
                self.jump(&self.pawns, pawn, to)?;
                Move { by: Means::Teleport, to }
            }
            _ => return Err(Refusal::Role),
        };
        Ok((pawn, step))
    }

    /// The unused door of its colour on which a pawn stands.
    pub fn explorable(&self, seat: Seat, pawn: Colour) -> Result<Spot, Refusal> {
        self.need(seat, Role::EXPLORE)?;
        let spot = self.pawns[pawn.index()].ok_or(Refusal::Gone { pawn })?;
        match self.market.unused_door(spot) {
            Some((colour, ..)) if colour == pawn => {}
            _ => return Err(Refusal::Door),
        }
        if self.cards_left == 0 { Err(Refusal::Deck) } else { Ok(spot) }
    }

    /// Appends every action a seat may take.
    pub fn legal(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.over() {
            return;
        }
        let points = |actions: &mut Vec<Action>| {
            if self.may_point(seat).is_ok() {
                let others = (0..self.roles.len()).map(Seat::new);
                actions.extend(others.filter(|to| *to != seat && self.pointed != Some(*to)).map(Action::Point));
            }
        };
        if self.discards > 0 {
            actions.extend((1..self.market.len()).filter(|tile| self.discardable(*tile)).map(Action::Discard));
            return points(actions);
        }
        let role = self.role(seat);
        for pawn in Colour::ALL {
            let Some(from) = self.pawns[pawn.index()] else { continue };
            for dir in Dir::ALL.into_iter().filter(|dir| role.may(Role::direction(*dir))) {
                let (mut at, mut cells) = (from, 0);
                while let Some(next) =
                    self.market.step_as(at, dir, pawn).filter(|next| self.enter(&self.pawns, pawn, *next).is_ok())
                {
                    (at, cells) = (next, cells + 1);
                    actions.push(Action::Move(pawn, dir, cells));
                }
            }
            let mut offer = |action: Action| {
                if self.move_of(seat, &action).is_ok() {
                    actions.push(action);
                }
            };
            offer(Action::Escalator(pawn));
            if role.may(Role::TELEPORT) {
                for (spot, _) in self.market.sites().filter(|(_, site)| *site == Site::Teleporter(pawn)) {
                    offer(Action::Teleport(pawn, self.market.point(spot)));
                }
            }
            if self.explorable(seat, pawn).is_ok() {
                actions.push(Action::Explore(pawn));
            }
        }
        for (spot, ..) in self.market.unused_doors() {
            let door = self.market.point(spot);
            if self.crystal_door(seat, door).is_ok() {
                actions.push(Action::Crystal(door));
            }
        }
        points(actions);
        if !self.cards.is_empty() {
            actions.push(Action::Next);
        }
    }

    /// What has been found: the cell of each objective.
    pub fn objective(&self, pawn: Colour) -> Option<Spot> {
        self.find(|site| site == Site::Objective(pawn))
    }

    /// The exit by which a pawn leaves, if it has been found.
    pub fn exit(&self, pawn: Colour) -> Option<Spot> {
        if scenario::mistaken(self.scenario) {
            // Which one it takes is a matter of plans; whether all are found,
            // of its own.
            return self.find(|site| site == Site::Exit(pawn));
        }
        self.find(|site| matches!(site, Site::Exit(exit) if self.may_leave(pawn, exit)))
    }

    fn find(&self, wanted: impl Fn(Site) -> bool) -> Option<Spot> {
        self.market.sites().find(|(_, site)| wanted(*site)).map(|(spot, _)| spot)
    }

    /// Whether an objective or an exit is still to be found.
    pub fn missing(&self) -> bool {
        Colour::ALL.into_iter().any(|pawn| self.objective(pawn).is_none() || self.exit(pawn).is_none())
    }
}
