//! Actions, events and results in words.

use super::{Action, Ended, Ending, Event, View};
use dedale_text::Text;

/// An action in words.
pub fn tell_action(action: &Action) -> Text {
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
