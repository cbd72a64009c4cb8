//! What happens in a game, and why an action is refused.

use crate::{Colour, Spot};
use dedale_play::Seat;
use dedale_text::messages;
use serde::Serialize;

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "questions", derive(schemars::JsonSchema), schemars(rename = "MagicEvent"))]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// A pawn moved.
    Moved {
        /// Which.
        pawn: Colour,
        /// Where from.
        from: Spot,
        /// Where to.
        to: Spot,
    },
    /// A tile was turned over.
    Explored {
        /// Its number.
        tile: usize,
        /// The row of its top left cell.
        row: i32,
        /// The column of its top left cell.
        column: i32,
    },
    /// The sand timer was turned.
    Flipped {
        /// The time left now.
        remaining_ms: u64,
    },
    /// Roles went to the left neighbours.
    RolesPassed,
    /// A camera fell asleep.
    CameraOff {
        /// Its cell.
        at: Spot,
    },
    /// All four stood on their objectives.
    Stolen,
    /// A pawn left.
    Left {
        /// Which.
        pawn: Colour,
    },
    /// Talking is allowed, or no longer.
    Talking {
        /// Whether it is.
        open: bool,
    },
    /// The *Do something!* pawn was put before someone.
    Pointed {
        /// By whom.
        by: Seat,
        /// Before whom.
        to: Seat,
    },
    /// The single player turned a card.
    CardTurned,
    /// A tile went under the deck; those after it are numbered one less.
    Discarded {
        /// Its number.
        tile: usize,
        /// The row of its top left cell.
        row: i32,
        /// The column of its top left cell.
        column: i32,
    },
    /// No two tiles could be discarded.
    Trapped,
    /// All are out.
    Won,
    /// The sand ran out.
    Lost,
}

messages! {
    /// Why an action was refused.
    pub enum Refusal {
        /// The game is over.
        Over => "the game is over", "la partie est finie";
        /// Not this player's action.
        Role => "this action is another player's", "cette action est à un autre joueur";
        /// The pawn has left.
        Gone { pawn: Colour } => "the pawn {pawn} has left", "le pion {pawn} est sorti";
        /// A move of no cells.
        Still => "a move is at least one cell long", "un déplacement fait au moins une case";
        /// A wall is in the way.
        Wall => "a wall is in the way", "un mur barre le chemin";
        /// A pawn is in the way.
        Pawn => "another pawn is in the way", "un autre pion barre le chemin";
        /// Two cameras watch the timers.
        Cameras => "two cameras are awake: nobody may enter a timer cell", "deux caméras sont éveillées : personne ne peut entrer sur un sablier";
        /// No escalator here.
        Escalator => "the pawn is not on an escalator", "le pion n'est pas sur un escalator";
        /// Not a teleporter of the pawn's colour.
        Teleporter => "there is no teleporter of the pawn's colour there", "il n'y a pas là de téléporteur de la couleur du pion";
        /// The theft has happened.
        Stolen => "teleporters are out of order since the theft", "les téléporteurs sont hors service depuis le vol";
        /// No unused door of the pawn's colour.
        Door => "there is no unused door of that pawn's colour", "il n'y a pas de porte inutilisée de la couleur de ce pion";
        /// No tile is left.
        Deck => "no tile is left", "il ne reste aucune tuile";
        /// Purple is not on a crystal ball in order.
        Crystal => "purple is not on a crystal ball that works", "le violet n'est pas sur une boule de cristal en service";
        /// Nobody sits there, or the pawn stands there already.
        Pointing => "the pawn cannot be put there", "le pion ne peut pas être placé là";
        /// Only the single player has cards.
        Cards => "only a single player has cards", "seul un joueur unique a des cartes";
        /// Tiles must be discarded first.
        Discard => "two tiles must be discarded first", "il faut d'abord défausser deux tuiles";
        /// This tile cannot be discarded.
        Needed { tile: usize } =>
            "tile {tile} cannot be discarded now: a pawn or a token lies on it, or something would be out of reach",
            "la tuile {tile} ne peut pas être défaussée : un pion ou un jeton y est, ou quelque chose serait inaccessible";
        /// Pointing is the leader's.
        Leader => "only the player without a role moves the pawn", "seul le joueur sans rôle pose le pion";
        /// There is no pawn in this scenario.
        NoPawn => "this scenario is played without the pawn", "ce scénario se joue sans le pion";
        /// Teleporters never work in this scenario.
        OutOfOrder => "teleporters are out of order in this scenario", "les téléporteurs sont hors service dans ce scénario";
        /// A second pawn on one tile.
        Crowd => "another pawn stands on that tile", "un autre pion est sur cette tuile";
        /// Not from a teleporter to the other part.
        Part => "in this scenario one jumps from a teleporter of the pawn's colour to one in the other part",
            "dans ce scénario on saute d'un téléporteur de la couleur du pion à un autre dans l'autre partie";
        /// All four would be in one part.
        Together => "all four pawns would be in one part", "les quatre pions seraient dans la même partie";
    }
}
