//! Actions and events in words; files and scripts keep the words of the rules.

use super::{Action, Event};
use crate::{Colour, Market};
use dedale_text::{Lang, Say, Text};

impl Say for Action {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Move(pawn, dir, cells) => format!("{} {} {cells}", pawn.name(lang), dir.say(lang)),
            Self::Escalator(pawn) => {
                format!("{} {}", pawn.name(lang), lang.pick("takes the escalator", "prend l'escalator"))
            }
            Self::Teleport(pawn, to) => format!("{} {} {to}", pawn.name(lang), lang.pick("jumps to", "saute en")),
            Self::Explore(pawn) => format!("{} {}", pawn.name(lang), lang.pick("explores", "explore")),
            Self::Crystal(door) => {
                format!("{} {door}", lang.pick("the crystal ball shows", "la boule de cristal montre"))
            }
            Self::Point(seat) => format!("{} {seat}", lang.pick("do something, player", "fais quelque chose, joueur")),
            Self::Next => lang.pick("the next card", "la carte suivante").to_owned(),
            Self::Discard(tile) => format!("{} {}", lang.pick("discards tile", "défausse la tuile"), tile + 1),
        }
    }
}

/// What happened, in a sentence, in the supermarket as it stands after it;
/// nothing for what the action said already.
pub fn tell(event: &Event, market: &Market) -> Option<Text> {
    let pawn = |colour: &Colour| Text::new(colour.name(Lang::En), colour.name(Lang::Fr));
    Some(match event {
        Event::Moved { .. } | Event::Pointed { .. } | Event::CardTurned => return None,
        Event::Explored { tile, row, column } => Text::new(
            format!("tile {} appears at {row},{column}", tile + 1),
            format!("la tuile {} apparaît en {row},{column}", tile + 1),
        ),
        Event::Flipped { remaining_ms } => {
            let seconds = remaining_ms.div_ceil(1000);
            Text::new(
                format!("the sand timer is turned: {seconds} s left"),
                format!("le sablier est retourné : il reste {seconds} s"),
            )
        }
        Event::RolesPassed => {
            Text::new("everybody passes their role to the left", "chacun passe son rôle à son voisin de gauche")
        }
        Event::CameraOff { at } => {
            let at = market.point(*at);
            Text::new(format!("the camera at {at} falls asleep"), format!("la caméra en {at} s'endort"))
        }
        Event::Stolen => Text::new(
            "all four stand on their objectives: the theft is done, out!",
            "les quatre sont sur leurs objectifs : le vol est fait, tous dehors !",
        ),
        Event::Left { pawn: colour } => {
            let pawn = pawn(colour);
            Text::new(format!("{} is out", pawn.en), format!("le pion {} est dehors", pawn.fr))
        }
        Event::Talking { open: true } => Text::new("everybody may talk", "tout le monde peut parler"),
        Event::Talking { open: false } => Text::new("silence again", "silence de nouveau"),
        Event::Discarded { row, column, .. } => Text::new(
            format!("the tile at {row},{column} goes under the deck"),
            format!("la tuile en {row},{column} va sous la pioche"),
        ),
        Event::Trapped => {
            Text::new("no two tiles can be discarded: lost", "impossible de défausser deux tuiles : perdu")
        }
        Event::Won => Text::new("all are out: won", "tous sont dehors : gagné"),
        Event::Lost => Text::new("the sand has run out: lost", "le sable est épuisé : perdu"),
    })
}
