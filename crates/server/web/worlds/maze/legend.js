// What the colours of a maze mean, and what its algorithm does, in a line each.

import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";

/** @typedef {import("./painter.js").Tint} Tint */

/** @type {Record<string, string>} */
const ALGORITHMS = t(
  {
    backtracker: "Walks at random into new cells; stuck, it goes back to the last cell with a choice.",
    dfs: "Depth first: every cell tries its neighbours in a random order before it gives up.",
    prim: "Grows from one cell: a random cell of the frontier is joined to what is there.",
    "spanning-tree": "Takes all walls in random order and opens each that joins two classes.",
    wilson: "Walks at random until it meets the maze; loops are cut off. Every maze is equally likely.",
    "random-walk": "Walks at random and opens the wall whenever it enters a new cell.",
    "growing-tree": "Grows from a cell of its list; which one decides what the maze looks like.",
    "hunt-and-kill": "Walks until it is stuck, then hunts row by row for a new cell beside the maze.",
    eller: "Row by row, and never remembers more than one row.",
    sidewinder: "Row by row in runs; each run opens upwards once.",
    "binary-tree": "Each cell opens up or to the left: a slope in every maze.",
    division: "Begins empty and builds walls across, each with a single gap.",
    empty: "No walls at all: yours to build.",
  },
  {
    backtracker: "Marche au hasard vers des cases neuves ; bloqué, il revient à la dernière case qui laissait le choix.",
    dfs: "En profondeur : chaque case essaie ses voisines dans un ordre aléatoire avant d’abandonner.",
    prim: "Pousse depuis une case : une case de la frontière, au hasard, est rattachée à ce qui existe.",
    "spanning-tree": "Prend tous les murs au hasard et ouvre ceux qui relient deux classes.",
    wilson: "Marche au hasard jusqu’au labyrinthe ; les boucles sont coupées. Tous les labyrinthes sont équiprobables.",
    "random-walk": "Marche au hasard et ouvre le mur chaque fois qu’il entre dans une case neuve.",
    "growing-tree": "Pousse depuis une case de sa liste ; laquelle décide de l’allure du labyrinthe.",
    "hunt-and-kill": "Marche jusqu’à être bloqué, puis cherche ligne à ligne une case neuve près du labyrinthe.",
    eller: "Ligne à ligne, sans jamais retenir plus d’une ligne.",
    sidewinder: "Ligne à ligne, par suites ; chacune s’ouvre une fois vers le haut.",
    "binary-tree": "Chaque case s’ouvre en haut ou à gauche : tout labyrinthe penche.",
    division: "Part du vide et bâtit des murs, chacun percé d’une seule porte.",
    empty: "Aucun mur : à vous de bâtir.",
  },
);

/** What marks mean, by their number; a film shows those it has. @type {[string, string][]} */
const MARKS = t(
  [
    ["fresh", "not reached yet"],
    ["frontier", "frontier"],
    ["visited", "visited"],
    ["walk", "walked"],
    ["done", "done"],
  ],
  [
    ["fresh", "pas encore atteinte"],
    ["frontier", "frontière"],
    ["visited", "visitée"],
    ["walk", "parcourue"],
    ["done", "finie"],
  ],
);

/** What they mean while a path is looked for. @type {[string, string][]} */
const SEARCH_MARKS = t(
  [
    ["fresh", "not reached yet"],
    ["frontier", "seen, waits its turn"],
    ["visited", "looked at"],
    ["walk", "the path found"],
    ["done", "given up"],
  ],
  [
    ["fresh", "pas encore atteinte"],
    ["frontier", "vue, en attente"],
    ["visited", "examinée"],
    ["walk", "le chemin trouvé"],
    ["done", "abandonnée"],
  ],
);

/** The signs of each colouring: class of the swatch, and what it means. @type {Record<Tint, [string, string][]>} */
const COLOURS = {
  marks: [["current", t("now", "en cours")]],
  distance: t([["ramp", "near the start → far from it"]], [["ramp", "près du départ → loin"]]),
  age: t([["ramp", "reached early → late"]], [["ramp", "atteinte tôt → tard"]]),
  class: t([["classes", "one colour per connected group"]], [["classes", "une couleur par groupe de cases reliées"]]),
  plain: [],
};

/** What an algorithm does, in a line. @param {string} algo */
export function aboutAlgorithm(algo) {
  return ALGORITHMS[algo] ?? "";
}

/** The colouring that explains an algorithm best. @param {string} algo @returns {Tint} */
export function suitedTint(algo) {
  return algo === "spanning-tree" ? "class" : "marks";
}

/** What the triangles of a stack mean. */
const STAIRS = t(
  [
    ["up", "stairs up"],
    ["down", "stairs down"],
  ],
  [
    ["up", "escalier montant"],
    ["down", "escalier descendant"],
  ],
);

/**
 * @param {Tint} tint
 * @param {{ seen: number, searching: boolean, stairs: boolean }} film its marks, one bit each; whether it looks for a path; whether it has floors
 */
export function legendOf(tint, { seen, searching, stairs }) {
  const marks = (searching ? SEARCH_MARKS : MARKS).filter((_, mark) => !mark || seen & (1 << mark));
  const signs = tint !== "marks" ? COLOURS[tint] : seen ? [...COLOURS.marks, ...marks] : [];
  return [...signs, ...(stairs ? STAIRS : [])].map(([look, text]) =>
    h("li", null, h("i", { class: `key-${look}`, "aria-hidden": "true" }), text),
  );
}
