//! The rules and the legend, as they are shown during a game.

use dedale_text::Lang;

/// The rules.
pub fn text(lang: Lang) -> String {
    lang.pick(EN, FR).to_owned()
}

const EN: &str = "\
SOKOBAN: push every box onto a goal.
The player walks in four directions and pushes one box at a time, never two and never by pulling. A box in a corner \
that is no goal stays there for ever: the level is lost then, and u takes it back.
Keys: arrows walk and push, u undo, r redo, R start again, b choose a box and where it goes, d dead squares, \
f frozen boxes, h hint, c can it still be solved?, v watch a solution, w watch your moves again, n p next and previous \
level, s save, l load. Every move is kept as it is made.

Legend
██ wall   [] box   <> box in hand   XX stuck box   :: goal   () player   (+ player on a goal
";

const FR: &str = "\
SOKOBAN : pousser chaque caisse sur un but.
Le joueur marche dans quatre directions et pousse une caisse à la fois, jamais deux, jamais en tirant. Une caisse dans \
un coin qui n'est pas un but y reste pour toujours : le niveau est perdu, et u annule.
Touches : flèches marcher et pousser, u annuler, r refaire, R recommencer, b choisir une caisse et sa place, d cases \
mortes, f caisses bloquées, h aide, c encore soluble ?, v voir une solution, w revoir ses coups, n p niveau suivant et \
précédent, s garder, l reprendre. Chaque coup est gardé aussitôt.

Légende
██ mur   [] caisse   <> caisse en main   XX caisse bloquée   :: but   () joueur   (+ joueur sur un but
";
