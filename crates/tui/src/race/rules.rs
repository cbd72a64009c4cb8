//! The rules and the legend, as they are shown during a match.

use super::Keys;
use dedale_race::game::Config;
use dedale_text::Lang;

/// The rules of a match with these settings.
pub fn text(config: &Config, keys: &Keys, lang: Lang) -> String {
    let (rounds, finish, reveal, hint, undo, pass) =
        (config.rounds, keys.finish, keys.reveal, keys.hint, keys.undo, keys.pass);
    let mut text = match lang {
        Lang::En => format!(
            "THE LABYRINTH RACE: be the first to reach the target C in the middle. {rounds} rounds; most rounds won wins.\n\
             One step a turn, up, left, down or right, never into rubble. The order of a round is drawn.\n\
             {finish} proposes to finish: if all agree, whoever needs the fewest steps in all (those made and those \
             left) wins the round. {reveal} proposes to see the solution, which cancels the round.\n\
             {hint} shows the best step, {undo} takes a step back (practice), {pass} passes when blocked in.\n"
        ),
        Lang::Fr => format!(
            "LA COURSE DU LABYRINTHE : atteindre le premier la cible C au milieu. {rounds} manches ; qui en gagne le plus gagne.\n\
             Un pas par tour, haut, gauche, bas ou droite, jamais dans un bloc. L'ordre d'une manche est tiré au sort.\n\
             {finish} propose de terminer : si tous sont d'accord, qui a besoin du moins de coups en tout (faits et à \
             faire) gagne la manche. {reveal} propose de voir la solution, ce qui annule la manche.\n\
             {hint} montre le meilleur pas, {undo} reprend un pas (entraînement), {pass} passe quand on est bloqué.\n"
        ),
    };
    for (holds, en, fr) in SETTINGS {
        if holds(config) {
            text += &format!("- {}\n", lang.pick(en, fr));
        }
    }
    text += lang.pick(
        "\nLegend\n* or █ rubble   C target   1 2 3 4 players   numbers on a path: that player's best way   + or ◆ the hint\n",
        "\nLégende\n* ou █ bloc   C cible   1 2 3 4 joueurs   chiffres sur un chemin : le meilleur de ce joueur   + ou ◆ l'aide\n",
    );
    text
}

type Setting = (fn(&Config) -> bool, &'static str, &'static str);

const SETTINGS: &[Setting] = &[
    (|config| config.block, "players block each other's way", "les joueurs se barrent la route"),
    (
        |config| config.repair,
        "boards without a way are opened up as little as possible",
        "les plateaux sans chemin sont ouverts le moins possible",
    ),
    (
        |config| config.fair,
        "boards are fair: everybody's shortest way is as long, give or take a step",
        "les plateaux sont équitables : le plus court chemin de chacun est aussi long, à un pas près",
    ),
];
