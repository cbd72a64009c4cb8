// The bots by their names in the command, as the reader says them.

import { t } from "./i18n.js";

/** @type {Record<string, string>} */
const WORDS = t(
  { random: "random", stray: "stray", best: "best", greedy: "greedy", strong: "strong", base: "base", joint: "joint", solver: "solver" },
  {
    random: "hasard",
    stray: "flâneur",
    best: "meilleur",
    greedy: "glouton",
    strong: "fort",
    base: "simple",
    joint: "concerté",
    solver: "solveur",
  },
);

/** The kind of a bot in a word. @param {string | undefined} bot */
export function botWord(bot = "") {
  return WORDS[bot] ?? bot;
}

/** A kind of bot to choose. @param {string} bot */
export function botName(bot) {
  return t(`Bot ${botWord(bot)}`, `Robot ${botWord(bot)}`);
}

/** Whether a name in a list of matches is that of a bot. @param {string} name */
export function isBot(name) {
  return Object.hasOwn(WORDS, name);
}
