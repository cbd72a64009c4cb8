// The pages to learn from. A topic is a line here, its text in
// `pages/learn/NAME.html`, and a module beside this one that exports `lesson`.

import { t } from "../app/i18n.js";

/**
 * `worlds` are those where the idea is at work, the nearest first; `share` is
 * where in the algorithm its picture in the list is taken.
 * @typedef {{ name: string, worlds: [string, ...string[]], title: string, share: number }} Topic
 */

/** @type {Topic[]} */
export const topics = [
  { name: "union-find", worlds: ["maze", "magic", "sokoban"], title: t("Union-find", "Union-find"), share: 0.45 },
  { name: "spanning-tree", worlds: ["maze"], title: t("Spanning trees", "Arbres couvrants"), share: 0.6 },
  { name: "breadth-first", worlds: ["race", "maze", "fish"], title: t("Breadth-first search", "Parcours en largeur"), share: 0.55 },
  { name: "a-star", worlds: ["maze", "magic", "sokoban"], title: t("A*", "A*"), share: 1 },
  { name: "slides", worlds: ["magic"], title: t("Slides as moves", "Un coup, une glissade"), share: 0.3 },
  { name: "cut-vertices", worlds: ["fish"], title: t("Cut vertices", "Points d’articulation"), share: 1 },
  { name: "joint-planning", worlds: ["magic"], title: t("Planning together without talking", "S’accorder sans parler"), share: 0.4 },
  { name: "auctions", worlds: ["fish"], title: t("Auctions", "Enchères"), share: 0.3 },
  {
    name: "sokoban",
    worlds: ["sokoban"],
    title: t("Sokoban: what, who, when, how hard", "Sokoban : histoire et difficulté"),
    share: 0.4,
  },
  { name: "deadlocks", worlds: ["sokoban"], title: t("Deadlocks", "Situations bloquées"), share: 1 },
  { name: "regions", worlds: ["sokoban"], title: t("Corrals by union-find", "Enclos par union-find"), share: 1 },
  { name: "matching", worlds: ["sokoban"], title: t("Matching bounds", "Bornes par couplage"), share: 1 },
  { name: "tunnels", worlds: ["sokoban"], title: t("Tunnels and goal rooms", "Tunnels et salles à cibles"), share: 1 },
  { name: "zobrist", worlds: ["sokoban"], title: t("Zobrist keys and the table", "Clés de Zobrist et table"), share: 0.5 },
  { name: "marks", worlds: ["sokoban", "maze", "race"], title: t("Marks cleared at once", "Effacer toutes les marques"), share: 0.5 },
];

/**
 * The topics of a world.
 * @param {string} world
 */
export function topicsOf(world) {
  return topics.filter(({ worlds }) => worlds.includes(world));
}
