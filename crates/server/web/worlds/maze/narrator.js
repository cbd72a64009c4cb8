// What an algorithm has just done, in a sentence: read from the last step of
// its film.

import { count, t } from "../../app/i18n.js";
import { FRESH, WALK } from "./reel.js";

/** @typedef {import("./reel.js").Reel} Reel */

/** Cells that an algorithm is done with. */
const DONE = 4;

/** @typedef {"begin" | "open" | "build" | "walk" | "cut" | "back" | "mark" | "look"} Kind */

/** What happened in the last step. @param {Reel} film @returns {Kind | undefined} */
export function lastStep({ words, at, step }) {
  if (!at) return undefined;
  /** @type {Set<Kind>} */
  const kinds = new Set();
  let from = at;
  do {
    from -= 1;
    const code = ((words[from] ?? 0) >>> 26) & 31;
    const [old, now] = [Math.floor((code - 5) / 5), (code - 5) % 5];
    if (code < 2) kinds.add("open");
    else if (code < 4) kinds.add("build");
    else if (code > 4) kinds.add(now === WALK ? "walk" : old === WALK && now === FRESH ? "cut" : now === DONE ? "back" : "mark");
  } while (from > 0 && (words[from - 1] ?? 0) >>> 31 === 0);
  const [first] = /** @type {const} */ (["open", "build", "cut", "walk", "mark", "back"]).filter((kind) => kinds.has(kind));
  return step === 1 && first === "mark" ? "begin" : (first ?? "look");
}

/** By algorithm and by what happened. @type {Record<string, Partial<Record<Kind, string>>>} */
const SENTENCES = t(
  {
    backtracker: {
      begin: "Begins in one cell.",
      open: "A new cell beside it: opens the wall and walks in.",
      back: "No new cell around: goes back one step.",
    },
    dfs: {
      begin: "Begins in one cell.",
      open: "Looks at all neighbours and remembers the new ones.",
      back: "All neighbours are known: takes the last one remembered.",
    },
    prim: {
      begin: "Begins in one cell; its neighbours are the frontier.",
      open: "Picks a cell of the frontier at random and joins it to the maze.",
    },
    "spanning-tree": {
      open: "Two colours meet at this wall: it opens, and they become one.",
      look: "The same colour on both sides: the wall stays, or there would be a loop.",
    },
    wilson: {
      begin: "One cell is the maze; walks will have to find it.",
      walk: "Walks at random and remembers its path.",
      cut: "Crossed its own path: the loop is forgotten.",
      open: "Met the maze: the whole walk becomes a part of it.",
    },
    "random-walk": {
      begin: "Begins anywhere.",
      open: "A new cell: opens the wall behind itself.",
      look: "Has been here before: nothing is opened.",
    },
    "growing-tree": {
      begin: "One cell on the list.",
      open: "Takes a cell of the list, opens a wall to a new one, and adds that.",
      back: "This cell has no new neighbour: it leaves the list.",
    },
    "hunt-and-kill": { begin: "Begins anywhere.", open: "Walks into a new cell; where it is stuck, it hunts for one beside the maze." },
    eller: { open: "Joins cells of this row by lot, and leaves each group a way down.", mark: "This cell stays as it is in its group." },
    sidewinder: { open: "Goes on with the run, or ends it with one way up.", mark: "The run goes on." },
    "binary-tree": { open: "Tosses a coin: up or to the left.", mark: "The corner has no choice." },
    division: {
      build: "A wall across the chamber, with one gap.",
      back: "This chamber is too small to divide.",
      mark: "This chamber is too small to divide.",
    },
    bfs: {
      mark: "Takes the cell nearest to the start and adds its neighbours to the frontier.",
      walk: "Back from the target, step by step: a shortest path.",
    },
    bidirectional: { mark: "Two floods take turns, one from each end.", walk: "The floods have met: a shortest path." },
    astar: {
      mark: "Takes the cell with the smallest sum: steps so far, plus steps still to go at best.",
      walk: "The target is reached: a shortest path.",
    },
    "dead-end-filling": { back: "A dead end: filled up.", walk: "What is left is the path." },
    "wall-follower": {
      mark: "One hand stays on the wall.",
      look: "Comes back along the other side of the wall.",
      walk: "Out, without ever thinking.",
    },
    tremaux: {
      mark: "First time here: one chalk mark.",
      back: "Coming back: a second mark, never again.",
      walk: "The cells marked once are the path.",
    },
  },
  {
    backtracker: {
      begin: "Part d’une case.",
      open: "Une case neuve à côté : il ouvre le mur et y entre.",
      back: "Plus de case neuve autour : il recule d’un pas.",
    },
    dfs: {
      begin: "Part d’une case.",
      open: "Regarde toutes les voisines et retient les neuves.",
      back: "Toutes les voisines sont connues : il reprend la dernière retenue.",
    },
    prim: {
      begin: "Part d’une case ; ses voisines forment la frontière.",
      open: "Tire au sort une case de la frontière et la rattache au labyrinthe.",
    },
    "spanning-tree": {
      open: "Deux couleurs se touchent à ce mur : il s’ouvre, elles n’en font plus qu’une.",
      look: "La même couleur des deux côtés : le mur reste, sinon il y aurait une boucle.",
    },
    wilson: {
      begin: "Une case est le labyrinthe ; les marches devront la trouver.",
      walk: "Marche au hasard et retient son chemin.",
      cut: "Il a croisé son propre chemin : la boucle est oubliée.",
      open: "Il a rejoint le labyrinthe : toute la marche en fait partie.",
    },
    "random-walk": {
      begin: "Part de n’importe où.",
      open: "Une case neuve : il ouvre le mur derrière lui.",
      look: "Déjà passé par ici : rien ne s’ouvre.",
    },
    "growing-tree": {
      begin: "Une case dans la liste.",
      open: "Prend une case de la liste, ouvre vers une neuve et l’ajoute.",
      back: "Cette case n’a plus de voisine neuve : elle quitte la liste.",
    },
    "hunt-and-kill": { begin: "Part de n’importe où.", open: "Avance vers une case neuve ; bloqué, il en traque une près du labyrinthe." },
    eller: {
      open: "Relie au hasard des cases de la ligne et laisse à chaque groupe un passage vers le bas.",
      mark: "Cette case reste telle quelle dans son groupe.",
    },
    sidewinder: { open: "Prolonge la suite, ou la termine par un passage vers le haut.", mark: "La suite se prolonge." },
    "binary-tree": { open: "Pile ou face : en haut ou à gauche.", mark: "Le coin n’a pas le choix." },
    division: {
      build: "Un mur en travers de la chambre, avec une seule porte.",
      back: "Cette chambre est trop petite pour être divisée.",
      mark: "Cette chambre est trop petite pour être divisée.",
    },
    bfs: {
      mark: "Prend la case la plus proche du départ et ajoute ses voisines à la frontière.",
      walk: "De la cible, retour par où il est venu : l’un des plus courts chemins.",
    },
    bidirectional: {
      mark: "Deux inondations alternent, une de chaque bout.",
      walk: "Elles se sont rejointes : l’un des plus courts chemins.",
    },
    astar: {
      mark: "Prend la case au plus petit total : pas déjà faits, plus pas restants au mieux.",
      walk: "La cible est atteinte : l’un des plus courts chemins.",
    },
    "dead-end-filling": { back: "Une impasse : comblée.", walk: "Ce qui reste est le chemin." },
    "wall-follower": { mark: "Une main reste sur le mur.", look: "Revient de l’autre côté du mur.", walk: "Dehors, sans avoir réfléchi." },
    tremaux: {
      mark: "Première fois ici : une marque à la craie.",
      back: "Retour : une seconde marque, plus jamais.",
      walk: "Les cases marquées une fois sont le chemin.",
    },
  },
);

/**
 * The last step in words; nothing if there is nothing to say.
 * @param {Reel} film
 * @param {string} algo of a generator or a solver
 * @param {boolean} tree whether the film makes one tree of all cells, so that groups can be counted
 */
export function narrate(film, algo, tree) {
  const kind = lastStep(film);
  const said = (kind && SENTENCES[algo]?.[kind]) ?? "";
  if (!said || !tree) return said;
  if (film.at === film.words.length)
    return t("Done: exactly one path joins any two cells.", "Fini : un chemin, et un seul, relie deux cases quelconques.");
  if (algo !== "spanning-tree") return said;
  return `${said} ${count(film.marks.length - film.passages, "group left.", "groups left.", "groupe restant.", "groupes restants.")}`;
}
