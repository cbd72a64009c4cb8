//! The rules and the legend, as they are shown during a game.

use dedale_fish::{Config, Ties, Touch};
use dedale_text::Lang;

/// The rules of a game with these settings.
pub fn text(config: &Config, lang: Lang) -> String {
    let mut text = match lang {
        Lang::En => EN.to_owned(),
        Lang::Fr => FR.to_owned(),
    };
    let (max, coins) = (config.max, config.coins);
    text += &match lang {
        Lang::En => format!("\nIn this game\n- {coins} coins each; a walk counts at most {max}\n"),
        Lang::Fr => format!("\nDans cette partie\n- {coins} pièces chacun ; un chemin compte au plus {max}\n"),
    };
    if config.discs > 0 {
        let discs = config.discs;
        text += &match lang {
            Lang::En => format!("- at most {discs} reservations at once\n"),
            Lang::Fr => format!("- au plus {discs} réservations à la fois\n"),
        };
    }
    if config.outside > 0 {
        let cost = config.outside;
        text += &match lang {
            Lang::En => format!("- ways may run just outside the market; a step there counts {cost}\n"),
            Lang::Fr => format!("- les chemins peuvent longer le marché au dehors ; un pas y compte {cost}\n"),
        };
    }
    for (holds, en, fr) in [
        (
            config.areas,
            "roads do not appear by themselves: an area holds one or two buildings (its number says how many more); \
             the rest of a full area becomes road",
            "les routes n'apparaissent pas d'elles-mêmes : une parcelle porte une ou deux constructions (son chiffre dit \
             combien encore) ; le reste d'une parcelle pleine devient route",
        ),
        (config.trucks, "the producers are trucks at the rim", "les producteurs sont des camions garés au bord"),
        (config.onward, "who built a tree acts again", "qui a aménagé un arbre rejoue"),
        (
            config.aside,
            "one shop of each good comes at the end, for nothing",
            "une boutique de chaque denrée vient à la fin, gratuite",
        ),
        (
            config.touch == Touch::Street,
            "a reservation touches a street or a reservation",
            "une réservation touche une route ou une réservation",
        ),
        (config.closed && !config.areas, "trees need no way to them", "les arbres n'ont pas besoin d'accès"),
        (
            config.again,
            "who draws a shop and does not win it acts again",
            "qui pioche une boutique sans la gagner rejoue",
        ),
        (config.hold, "drawing needs a reservation", "piocher demande une réservation"),
        (config.ties == Ties::Drawer, "equal bids: the drawer first", "mises égales : le piocheur d'abord"),
        (config.ties == Ties::After, "equal bids: the drawer last", "mises égales : le piocheur en dernier"),
    ] {
        if holds {
            text += &format!("- {}\n", lang.pick(en, fr));
        }
    }
    text
}

const EN: &str = "\
FRESH FISH: the shortest ways from your shops to their producers, and the most coins, win.
In your turn reserve a cell, or draw the next piece. A tree goes on one of your reservations. A shop is sold: \
all who lack it bid in secret; the highest pays and builds it on a reservation, or loses it without one.
Everything built must stay reachable on foot. A cell that can no longer be built upon without breaking that is \
a road at once; a reservation there goes back.
Score: steps from each shop to its producer, less coins. The smallest wins.
Keys: arrows, Enter, d draw, digits bid; r chances of roads, v roads to come, A-E distances, h hint, u undo.

Legend
+A+ producer   a1 shop of player 1   (1) reservation   T tree   # road
[ ] cursor   · shop missing   × shop lost   * bid sealed
";

const FR: &str = "\
FRESH FISH : les chemins les plus courts de vos boutiques à leurs producteurs, et le plus de pièces, gagnent.
À votre tour, réservez une case ou piochez. Un arbre va sur une de vos réservations. Une boutique se vend : \
tous ceux à qui elle manque misent en secret ; le plus offrant paie et l'aménage sur une réservation, ou la perd sans.
Tout ce qui est aménagé doit rester accessible à pied. Une case qu'on ne peut plus aménager sans rompre cela \
devient aussitôt une route ; une réservation y est rendue.
Score : les pas de chaque boutique à son producteur, moins les pièces. Le plus petit gagne.
Touches : flèches, Entrée, d piocher, chiffres miser ; r risques, v routes à venir, A-E distances, h conseil, u reprendre.

Légende
+A+ producteur   a1 boutique du joueur 1   (1) réservation   T arbre   # route
[ ] curseur   · boutique manquante   × boutique perdue   * mise scellée
";
