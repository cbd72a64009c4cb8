// The settings of a race as text and back.

import { companyDefaults } from "../../app/table_setup.js";

export const DEFAULTS = {
  size: 21,
  density: 0.65,
  players: 2,
  rounds: 3,
  block: false,
  repair: false,
  ask: false,
  together: false,
  fog: 0,
  handicap: [0, 0, 0, 0],
  ...companyDefaults(null),
};

/** The settings as the game reads them. @param {typeof DEFAULTS} values */
export function configOf({ size, density, players, rounds, block, repair, ask, together, fog, handicap }) {
  const turns = handicap.slice(0, players);
  const parts = [
    `size=${size}`,
    `density=${density}`,
    `players=${players}`,
    `rounds=${rounds}`,
    block && "block",
    repair && "repair",
    ask && "ask",
    together && "together",
    fog > 0 && `fog=${fog}`,
  ];
  return [...parts, turns.some(Boolean) && `handicap=${turns.join("/")}`].filter(Boolean).join(",");
}

/** Reads `size=31,players=2` back into the form. @param {string} text */
export function readConfig(text) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const part of text.split(",").filter(Boolean)) {
    const [key = "", value = "true"] = part.split("=");
    if (key === "handicap") found.handicap = value.split("/").map(Number);
    else if (["block", "repair", "ask", "together"].includes(key)) found[key] = value === "true";
    else if (["size", "density", "players", "rounds", "fog"].includes(key) && Number.isFinite(Number(value))) found[key] = Number(value);
  }
  return found;
}
