// The settings of a game as text and back.

import { companyDefaults } from "../../app/table_setup.js";

/** Settings that stand for "as the rule book says" when empty. */
const OWN = /** @type {const} */ (["size", "goods", "trees", "coins", "max", "discs", "ties", "closed", "again", "hold", "touch", "aside"]);
export const DEFAULTS = {
  rules: /** @type {"standard" | "classic"} */ ("standard"),
  players: 3,
  pace: /** @type {"" | "150" | "0"} */ (""),
  own: /** @type {Record<string, string>} */ ({}),
  ...companyDefaults("greedy"),
};

/** The settings as the game reads them. @param {typeof DEFAULTS} values */
export function configOf({ rules, players, own, where }) {
  const wanted = OWN.flatMap((key) => (own[key] ? [`${key}=${own[key]}`] : []));
  return [`rules=${rules}`, `players=${players}`, ...wanted, where === "here" && "practice=true"].filter(Boolean).join(",");
}

/** Reads `rules=classic,players=4` back into the form. @param {string} text @param {typeof DEFAULTS} values */
export function readConfig(text, values) {
  if (!text) return;
  values.own = {};
  for (const part of text.split(",")) {
    const [key = "", value = "true"] = part.split("=");
    if (key === "rules") values.rules = value === "classic" ? "classic" : "standard";
    else if (key === "players") values.players = Math.max(2, Math.min(5, Number(value) || 3));
    else if (OWN.includes(/** @type {any} */ (key))) values.own[key] = value;
  }
}
