//! What a player can do, as text: `reserve 3,4`, `draw`, `bid 5`, `build 3,4`,
//! or with the French verbs.

use dedale_grid::Point;
use dedale_text::messages;
use std::fmt;
use std::str::FromStr;

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Reserve a free cell.
    Reserve(Point),
    /// Draw the next piece of the pile.
    Draw,
    /// Offer coins for the shop that is being sold.
    Bid(u8),
    /// Build the piece at hand on a reservation of one's own.
    Build(Point),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reserve(at) => write!(f, "reserve {at}"),
            Self::Draw => f.write_str("draw"),
            Self::Bid(coins) => write!(f, "bid {coins}"),
            Self::Build(at) => write!(f, "build {at}"),
        }
    }
}

messages! {
    /// The text is no action.
    pub enum ActionError {
        /// Not one of the four forms.
        Form { found: String } =>
            "found `{found}`, expected reserve ROW,COLUMN, draw, bid COINS or build ROW,COLUMN",
            "trouvé « {found} », attendu réserver LIGNE,COLONNE, piocher, miser PIÈCES ou aménager LIGNE,COLONNE";
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let mut words = text.split_whitespace();
        let action = match (words.next(), words.next(), words.next()) {
            (Some("draw" | "piocher"), None, None) => Some(Self::Draw),
            (Some("bid" | "miser"), Some(coins), None) => coins.parse().ok().map(Self::Bid),
            (Some("reserve" | "réserver" | "reserver"), Some(at), None) => at.parse().ok().map(Self::Reserve),
            (Some("build" | "aménager" | "amenager"), Some(at), None) => at.parse().ok().map(Self::Build),
            _ => None,
        };
        action.ok_or_else(|| ActionError::Form { found: text.to_owned() })
    }
}

messages! {
    /// Why the rules refuse an action.
    pub enum Refusal {
        /// Somebody else acts now.
        NotYou => "it is not your turn", "ce n'est pas à vous de jouer";
        /// A shop must be sold, or a piece built, first.
        NotNow => "something else must be done first", "il faut d'abord faire autre chose";
        /// Outside the board.
        Outside { at: Point } => "cell {at} is not on the board", "la case {at} n'est pas sur le plateau";
        /// Something stands there.
        Occupied { at: Point } => "cell {at} is built upon", "la case {at} est aménagée";
        /// A road: nothing will ever be built there.
        Road { at: Point } => "cell {at} is a road", "la case {at} est une route";
        /// Somebody has reserved it.
        Taken { at: Point } => "cell {at} is already reserved", "la case {at} est déjà réservée";
        /// Later reservations must touch something.
        Alone { at: Point } =>
            "cell {at} touches nothing: only the first reservation may", "la case {at} ne touche rien : seule la première réservation le peut";
        /// Later reservations must touch a street or a reservation.
        NoStreet { at: Point } =>
            "cell {at} touches no street and no reservation: only the first reservation may",
            "la case {at} ne touche ni route ni réservation : seule la première réservation le peut";
        /// No reservation left to make.
        Discs { limit: u8 } => "all {limit} reservations are in use", "les {limit} réservations sont toutes posées";
        /// Drawing needs a reservation.
        Hold => "drawing needs a reservation of your own", "il faut une réservation à soi pour piocher";
        /// More coins than one has.
        Poor { bid: u8, coins: u8 } => "a bid of {bid} is more than your {coins} coins", "une mise de {bid} dépasse vos {coins} pièces";
        /// One bid each.
        BidTwice => "your bid is sealed", "votre mise est scellée";
        /// Only those who lack the shop bid.
        NoBidder => "you already have this shop", "vous avez déjà cette boutique";
        /// Not one's own reservation.
        NotYours { at: Point } => "cell {at} is not your reservation", "la case {at} n'est pas votre réservation";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms() {
        for text in ["reserve 3,4", "draw", "bid 15", "build 0,9"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        assert_eq!("réserver 3,4".parse(), Ok(Action::Reserve(Point::new(3, 4))));
        assert_eq!("miser 3".parse(), Ok(Action::Bid(3)));
        for bad in ["", "draw 1", "bid", "bid -1", "bid 256", "build 3", "reserve 3 4", "pass"] {
            assert!(bad.parse::<Action>().is_err(), "{bad}");
        }
    }
}
