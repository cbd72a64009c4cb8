//! Thinking time. Every turn of a seat has some seconds of its own; what it
//! takes beyond them comes out of the seat's bank. Time a move only is an empty
//! bank, a bank only is no seconds a turn. Who has neither left is moved for by
//! the weakest bot, so that nobody gains by waiting.
//!
//! Clocks are read from the log, as everything else: a room that wakes folds it
//! once. Time of a pause or of a room asleep is no time of the match.

use super::wire::{SeatClock, TimeLimit};
use crate::api_error::ApiError;
use dedale_play::{Seat, Seats, Table, Viewer};

/// The longest bank and the longest turn, in seconds.
const LONGEST: u32 = 24 * 3600;

impl TimeLimit {
    /// Refuses a limit that nobody could keep or that is none.
    pub fn check(self) -> Result<Self, ApiError> {
        if self.turn.max(self.bank) <= LONGEST && self.turn.max(self.bank) > 0 {
            return Ok(self);
        }
        let Self { turn, bank } = self;
        Err(ApiError::refuse(
            format!("found {turn} seconds a turn and {bank} in the bank, expected 1 to {LONGEST} for one of them"),
            format!(
                "trouvé {turn} secondes par tour et {bank} en réserve, attendu de 1 à {LONGEST} pour l'une d'elles"
            ),
        ))
    }
}

/// The clocks of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    turn: u64,
    /// What each seat has in its bank, in milliseconds.
    banks: Vec<u64>,
    /// Since when each seat is to move.
    since: Vec<Option<u64>>,
}

impl Clocks {
    /// The clocks of a match as it stands.
    pub fn of(limit: TimeLimit, table: &dyn Table) -> Self {
        let (turn, bank) = (u64::from(limit.turn) * 1000, u64::from(limit.bank) * 1000);
        let mut clocks = Self { turn, banks: vec![bank; table.seats()], since: vec![None; table.seats()] };
        table.replay(Viewer::Spectator, &mut |moment| {
            let (t, actor) = moment.entry.map_or((0, None), |entry| (entry.t_ms, entry.seat()));
            clocks.pass(actor, moment.active, t);
            true
        });
        clocks
    }

    /// Somebody moved, or time did; those in `active` are to move now.
    pub fn pass(&mut self, actor: Option<Seat>, active: Seats, now: u64) {
        for (at, (since, bank)) in self.since.iter_mut().zip(&mut self.banks).enumerate() {
            let seat = Seat::new(at);
            let goes_on = active.contains(seat) && actor != Some(seat);
            if let Some(began) = *since
                && !goes_on
            {
                let over = now.saturating_sub(began).saturating_sub(self.turn);
                *bank = bank.saturating_sub(over);
                *since = None;
            }
            if active.contains(seat) {
                since.get_or_insert(now);
            }
        }
    }

    /// When a seat's time is up, if it is to move.
    pub fn up_at(&self, seat: usize) -> Option<u64> {
        let (since, bank) = (self.since.get(seat)?.as_ref()?, self.banks.get(seat)?);
        Some(since + self.turn + bank)
    }

    /// What everybody sees.
    pub fn shown(&self) -> Vec<SeatClock> {
        let shown = |(seat, bank): (usize, &u64)| SeatClock { left: self.turn + bank, until: self.up_at(seat) };
        self.banks.iter().enumerate().map(shown).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(all: &[usize]) -> Seats {
        all.iter().map(|seat| Seat::new(*seat)).collect()
    }

    #[test]
    fn a_turn_has_its_own_time_and_then_the_bank_runs() {
        let mut clocks = Clocks { turn: 5_000, banks: vec![10_000; 2], since: vec![None; 2] };
        clocks.pass(None, seats(&[0]), 0);
        assert_eq!((clocks.up_at(0), clocks.up_at(1)), (Some(15_000), None));
        clocks.pass(Some(Seat::new(0)), seats(&[1]), 4_000);
        assert_eq!(clocks.banks, [10_000, 10_000], "within the turn's own time");
        clocks.pass(Some(Seat::new(1)), seats(&[0]), 12_000);
        assert_eq!(clocks.banks, [10_000, 7_000]);
        assert_eq!(clocks.shown()[1], SeatClock { left: 12_000, until: None });
    }

    #[test]
    fn who_stays_to_move_does_not_get_a_new_turn_by_what_others_do() {
        let mut clocks = Clocks { turn: 5_000, banks: vec![0; 3], since: vec![None; 3] };
        clocks.pass(None, seats(&[0, 1, 2]), 1_000);
        clocks.pass(Some(Seat::new(0)), seats(&[1, 2]), 3_000);
        assert_eq!([0, 1, 2].map(|seat| clocks.up_at(seat)), [None, Some(6_000), Some(6_000)]);
        // Who moves and is to move again has a turn of their own.
        clocks.pass(Some(Seat::new(1)), seats(&[1, 2]), 4_000);
        assert_eq!([1, 2].map(|seat| clocks.up_at(seat)), [Some(9_000), Some(6_000)]);
        // Who was late has lost no more than there was.
        clocks.pass(Some(Seat::new(2)), seats(&[2]), 60_000);
        assert_eq!((clocks.banks[2], clocks.up_at(2)), (0, Some(65_000)));
    }

    #[test]
    fn limits_are_checked() {
        assert!(TimeLimit { turn: 30, bank: 0 }.check().is_ok());
        assert!(TimeLimit { turn: 0, bank: LONGEST }.check().is_ok());
        assert!(TimeLimit::default().check().is_err());
        assert!(TimeLimit { turn: 1, bank: LONGEST + 1 }.check().is_err());
    }
}
