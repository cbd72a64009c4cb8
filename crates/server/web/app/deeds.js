// What players do, in words. In files and on the wire a deed is a few words of
// the command (`move o down 1`); no two worlds use one verb for two things.

import { count, t } from "./i18n.js";

/** @type {Record<string, string>} */
const WAYS = t({ up: "up", right: "right", down: "down", left: "left" }, { up: "haut", right: "droite", down: "bas", left: "gauche" });
/** @type {Record<string, string>} */
const PAWNS = t({ y: "yellow", p: "purple", g: "green", o: "orange" }, { y: "jaune", p: "violet", g: "vert", o: "orange" });
/** @type {Record<string, (a: string, b: string, c: string) => string>} */
const VERBS = {
  move: (pawn, way, cells) => `${PAWNS[pawn] ?? pawn} ${WAYS[way] ?? way} ${cells}`,
  escalator: (pawn) => t(`${PAWNS[pawn] ?? pawn} takes the escalator`, `${PAWNS[pawn] ?? pawn} prend l'escalator`),
  teleport: (pawn) => t(`${PAWNS[pawn] ?? pawn} teleports`, `${PAWNS[pawn] ?? pawn} se téléporte`),
  explore: (pawn) => t(`${PAWNS[pawn] ?? pawn} explores`, `${PAWNS[pawn] ?? pawn} explore`),
  crystal: () => t("looks into the crystal ball", "regarde la boule de cristal"),
  point: (seat) => t(`do something, player ${seat}!`, `fais quelque chose, joueur ${seat} !`),
  next: () => t("next card", "carte suivante"),
  reserve: (cell) => t(`reserves ${cell}`, `réserve ${cell}`),
  draw: () => t("draws", "pioche"),
  bid: (coins) => `${t("bids", "mise")} ${count(Number(coins), "coin", "coins", "pièce", "pièces")}`,
  build: (cell) => t(`builds on ${cell}`, `bâtit en ${cell}`),
  pass: () => t("passes", "passe"),
  finish: () => t("proposes to finish", "propose de finir"),
  reveal: () => t("proposes to reveal", "propose de révéler"),
  agree: () => t("agrees", "est d'accord"),
  refuse: () => t("refuses", "refuse"),
  ready: () => t("is ready", "est prêt"),
};

/** A deed in the language of the page; one that is not known stays as it is. @param {string} deed */
export function inWords(deed) {
  const [verb = "", a = "", b = "", c = ""] = deed.split(" ");
  return WAYS[verb] ?? VERBS[verb]?.(a, b, c) ?? deed;
}
