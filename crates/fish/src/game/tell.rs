//! Events in words.

use super::{Event, Piece};
use dedale_text::{Lang, Say};
use std::fmt;

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

impl Say for Event {
    fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::En => english(self),
            Lang::Fr => french(self),
        }
    }
}

impl Say for Piece {
    fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (Self::Tree, Lang::En) => "a tree".into(),
            (Self::Tree, Lang::Fr) => "un arbre".into(),
            (Self::Shop(good), Lang::En) => format!("a shop of {} ({good})", good.name().0),
            (Self::Shop(good), Lang::Fr) => format!("une boutique de {} ({good})", good.name().1),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(Lang::En))
    }
}

fn english(event: &Event) -> String {
    match event {
        Event::Reserved { seat, cell } => format!("player {seat} reserves {}", cell.0),
        Event::Drew { seat, piece } => format!("player {seat} draws {piece}"),
        Event::Dropped => "nobody has a reservation: the tree is dropped".into(),
        Event::Sealed { seat, .. } => format!("player {seat} has sealed a bid"),
        Event::Sold { good, seat, price, bids } => {
            format!("the shop of {} goes to player {seat} for {price}{}", good.name().0, list(bids))
        }
        Event::Given { seat, good } => {
            format!("the shop of {} that was set aside goes to player {seat}", good.name().0)
        }
        Event::Lost { seat, good } => {
            format!("player {seat} has no reservation: the shop of {} is lost", good.name().0)
        }
        Event::Built { seat, piece, cell } => format!("player {seat} builds {piece} on {}", cell.0),
        Event::Roads { cells } => {
            let cells: Vec<String> = cells.iter().map(|cell| cell.0.to_string()).collect();
            format!("roads appear on {}", cells.join(" "))
        }
        Event::Returned { seat, cell } => format!("the reservation of player {seat} on {} goes back", cell.0),
        Event::Over { scores } => {
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            format!("the game is over: {}", scores.join(" "))
        }
    }
}

fn french(event: &Event) -> String {
    match event {
        Event::Reserved { seat, cell } => format!("le joueur {seat} réserve {}", cell.0),
        Event::Drew { seat, piece } => format!("le joueur {seat} pioche {}", piece.say(Lang::Fr)),
        Event::Dropped => "personne n'a de réservation : l'arbre est écarté".into(),
        Event::Sealed { seat, .. } => format!("le joueur {seat} a scellé une mise"),
        Event::Sold { good, seat, price, bids } => {
            format!("la boutique de {} revient au joueur {seat} pour {price}{}", good.name().1, list(bids))
        }
        Event::Given { seat, good } => {
            format!("la boutique de {} mise de côté revient au joueur {seat}", good.name().1)
        }
        Event::Lost { seat, good } => {
            format!("le joueur {seat} n'a pas de réservation : la boutique de {} est perdue", good.name().1)
        }
        Event::Built { seat, piece, cell } => {
            format!("le joueur {seat} aménage {} en {}", piece.say(Lang::Fr), cell.0)
        }
        Event::Roads { cells } => {
            let cells: Vec<String> = cells.iter().map(|cell| cell.0.to_string()).collect();
            format!("des routes apparaissent en {}", cells.join(" "))
        }
        Event::Returned { seat, cell } => format!("la réservation du joueur {seat} en {} est rendue", cell.0),
        Event::Over { scores } => {
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            format!("la partie est finie : {}", scores.join(" "))
        }
    }
}

/// The open bids, where there were several.
fn list(bids: &[Option<u8>]) -> String {
    if bids.iter().flatten().count() < 2 {
        return String::new();
    }
    let bids: Vec<String> = bids.iter().map(|bid| bid.map_or_else(|| "-".into(), |bid| bid.to_string())).collect();
    format!(" ({})", bids.join(" "))
}
