//! The rules and the legend, as they are shown during a game.

use dedale_magic::game::{Config, scenario};
use dedale_text::Lang;

/// The rules of a game with these settings.
pub fn text(config: &Config, lang: Lang) -> String {
    let about = scenario::about(config.scenario);
    let (name, what) = (about.name(lang), about.rules(lang));
    match lang {
        Lang::En => format!("{EN}\nScenario {}: {name}\n{what}\n\n{LEGEND_EN}", config.scenario),
        Lang::Fr => format!("{FR}\nScénario {} : {name}\n{what}\n\n{LEGEND_FR}", config.scenario),
    }
}

const EN: &str = "\
MAGIC MAZE: four pawns, one supermarket, and nobody may talk.
Everybody moves every pawn, but only in the ways of their own role: a direction, the escalators, the teleporters, \
exploring. A pawn slides as far as the player likes, never through walls or pawns.
A pawn on an unused door of its colour lets the explorer turn over a tile. When all four stand on their objectives \
the theft is done: then everybody to the exits. Teleporters do not work any more.
When the sand runs out all have lost. A pawn that steps on a timer turns the glass: what had run through is left.
Keys: y p g o choose a pawn, arrows slide it (shift: one cell, a number first: so many cells), x explore, \
e escalator, t teleport (a number first: the one with that number), c crystal ball, n next card (alone), ! point.
";
const LEGEND_EN: &str = "\
Legend
Y P G O pawns, [ ] the one in hand   + door   * objective   = exit   @ teleporter   T timer
% crystal ball   & camera   / escalator   : small opening for orange   ### shop
A letter beside a sign is its colour: y yellow, p purple, g green, o orange.";

const FR: &str = "\
MAGIC MAZE : quatre pions, un supermarché, et personne ne parle.
Chacun déplace tous les pions, mais seulement comme son rôle le permet : une direction, les escalators, les \
téléporteurs, l'exploration. Un pion glisse aussi loin qu'on veut, jamais à travers murs ou pions.
Un pion sur une porte inutilisée de sa couleur permet à l'explorateur de retourner une tuile. Quand les quatre sont \
sur leurs objectifs, le vol est fait : tous aux sorties. Les téléporteurs ne marchent plus.
Quand le sable est épuisé, tout le monde a perdu. Un pion sur un sablier le retourne : il reste ce qui avait coulé.
Touches : y p g o choisir un pion, flèches glisser (maj : une case, un nombre avant : tant de cases), x explorer, \
e escalator, t téléporter (un nombre avant : celui de ce numéro), c cristal, n carte suivante (seul), ! désigner.
";
const LEGEND_FR: &str = "\
Légende
Y P G O pions, [ ] celui en main   + porte   * objectif   = sortie   @ téléporteur   T sablier
% boule de cristal   & caméra   / escalator   : petit passage pour orange   ### boutique
La lettre près d'un signe est sa couleur : y jaune, p violet, g vert, o orange.";
