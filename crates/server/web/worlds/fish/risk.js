// The risk map: the engine completes the town many times at random.

import { question } from "../../app/api.js";

/** @type {Map<string, Promise<number[]>>} */
const asked = new Map();

/**
 * The chance of every cell to be a road in the end.
 * @param {import("./town.js").Town} town
 * @param {number} pieces still to be built
 * @returns {Promise<number[]>}
 */
export function riskOf(town, pieces) {
  const board = `${town.text().join("\n")}\n`;
  const key = `${town.closed}${pieces}${board}`;
  let found = asked.get(key);
  if (!found) {
    found = question("fish/risk", { board, pieces, fills: 300, seed: 1, rules: town.closed ? "classic" : "standard" }).then(({ risk }) =>
      /** @type {number[][]} */ (risk).flat(),
    );
    found.catch(() => asked.delete(key));
    if (asked.size > 50) asked.clear();
    asked.set(key, found);
  }
  return found;
}
