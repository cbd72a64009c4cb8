// The settings of a game as text and back.

import { companyDefaults } from "../../app/table_setup.js";

/** Settings that stand for "as the rule book says" when empty. */
const OWN = /** @type {const} */ ([
  "size",
  "goods",
  "trees",
  "coins",
  "max",
  "discs",
  "ties",
  "closed",
  "again",
  "hold",
  "touch",
  "aside",
  "boards",
  "outside",
  "onward",
]);
export const DEFAULTS = {
  rules: /** @type {"standard" | "classic" | "2014"} */ ("standard"),
  players: 3,
  pace: /** @type {"" | "150" | "0"} */ (""),
  own: /** @type {Record<string, string>} */ ({}),
  ...companyDefaults("greedy"),
};

/** The settings as the game reads them. @param {typeof DEFAULTS} values */
export function configOf({ rules, players, own, where }) {
  // Boards decide how large the market is.
  const keys = OWN.filter((key) => key !== "size" || rules !== "2014" || own.boards === "0");
  const wanted = keys.flatMap((key) => (own[key] ? [`${key}=${own[key]}`] : []));
  return [`rules=${rules}`, `players=${players}`, ...wanted, where === "here" && "practice=true"].filter(Boolean).join(",");
}

/** Reads `rules=classic,players=4` back into the form. @param {string} text @param {typeof DEFAULTS} values */
export function readConfig(text, values) {
  if (!text) return;
  values.own = {};
  for (const part of text.split(",")) {
    const [key = "", value = "true"] = part.split("=");
    if (key === "rules") values.rules = value === "classic" || value === "2014" ? value : "standard";
    else if (key === "players") values.players = Math.max(2, Math.min(5, Number(value) || 3));
    else if (OWN.includes(/** @type {any} */ (key))) values.own[key] = value;
  }
}
