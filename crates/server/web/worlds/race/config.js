// The settings of a race as text and back.

import { companyDefaults } from "../../app/table_setup.js";
import { RANGES } from "./settings.js";

/** How long a bot takes for a step, in milliseconds: seen, and not waited for. */
export const BOT_PACE = 250;

export const DEFAULTS = {
  size: 21,
  density: 0.65,
  players: 2,
  rounds: 3,
  block: false,
  repair: false,
  ask: false,
  together: false,
  fair: true,
  fog: 0,
  handicap: [0, 0, 0, 0],
  ...companyDefaults("stray"),
};

/** The settings as the game reads them. @param {typeof DEFAULTS} values */
export function configOf({ size, density, players, rounds, block, repair, ask, together, fair, fog, handicap }) {
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
    // Alone there is nobody to be fair to.
    fair && players > 1 && "fair",
    fog > 0 && `fog=${fog}`,
  ];
  return [...parts, turns.some(Boolean) && `handicap=${turns.join("/")}`].filter(Boolean).join(",");
}

/** Reads `size=31,players=2` back into the form; what the form cannot have is left out. @param {string} text */
export function readConfig(text) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const part of text.split(",").filter(Boolean)) {
    const [key = "", value = "true"] = part.split("=");
    const range = RANGES[key];
    if (key === "handicap") found.handicap = value.split("/").map(Number);
    else if (["block", "repair", "ask", "together", "fair"].includes(key)) found[key] = value === "true";
    else if (range && Number(value) >= range.min && Number(value) <= range.max) found[key] = Number(value);
  }
  return found;
}
