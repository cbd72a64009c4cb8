// The bots by their names in the command, as people say them: how strong, and
// how they play.

import { t } from "./i18n.js";

/** @type {Record<string, [level: string, word: string]>} */
const BOTS = t(
  {
    random: ["Easy", "moves at random"],
    stray: ["Normal", "goes astray now and then"],
    best: ["Strong", "always takes a shortest path"],
    greedy: ["Normal", "takes what is best right now"],
    strong: ["Strong", "thinks the game through"],
    expert: ["Expert", "plays many futures out before it decides"],
    base: ["Normal", "the nearest door first"],
    joint: ["Strong", "plans with the team"],
    solver: ["Strong", "follows the solver"],
  },
  {
    random: ["Facile", "joue au hasard"],
    stray: ["Normal", "s’égare parfois"],
    best: ["Fort", "toujours au plus court"],
    greedy: ["Normal", "prend le meilleur coup du moment"],
    strong: ["Fort", "calcule toute la partie"],
    expert: ["Expert", "joue bien des suites possibles avant de décider"],
    base: ["Normal", "d’abord la porte la plus proche"],
    joint: ["Fort", "planifie avec l’équipe"],
    solver: ["Fort", "suit le solveur"],
  },
);

/** How strong a bot is, in a word. @param {string | null | undefined} bot */
export function botLevel(bot) {
  return BOTS[bot ?? ""]?.[0] ?? bot ?? "";
}

/** How a bot plays. @param {string | null | undefined} bot */
export function botStyle(bot) {
  return BOTS[bot ?? ""]?.[1] ?? "";
}

/** A kind of bot to choose. @param {string} bot */
export function botName(bot) {
  return t(`${botLevel(bot)} bot`, `Robot ${botLevel(bot).toLowerCase()}`);
}
