// What the pages of the race ask of the server.

import { question } from "../../app/api.js";

/** @typedef {import("../../app/wire.js").Point} Spot */
/** @typedef {{ size: number, density: number, players: number, repair: boolean, fair?: boolean, seed?: number }} BoardSettings */
/** @typedef {{ rows: string[], target: Spot, players: { id: number, start: Spot, best: number }[] }} NewBoard rows of `*` and space */
/** @typedef {{ board: string, from: Spot, to: Spot }} WayQuestion */

/** @param {BoardSettings} settings @param {AbortSignal} [signal] @returns {Promise<NewBoard>} */
export async function newBoard(settings, signal) {
  const { board, target, players } = await question("race/new", settings, signal);
  return { rows: board.map((/** @type {string} */ row) => row.replace(/[^*]/g, " ")), target, players };
}

/** A shortest way; no cells where there is none. @param {WayQuestion} asked @param {AbortSignal} signal @returns {Promise<Spot[]>} */
export async function shortestWay(asked, signal) {
  return (await question("race/path", asked, signal)).path ?? [];
}

/** The fewest cells to open for a way, and how long it is then. @param {WayQuestion} asked @param {AbortSignal} signal @returns {Promise<{ cells: Spot[], length: number }>} */
export async function fewestCells(asked, signal) {
  const { cells, length } = await question("race/open", asked, signal);
  return { cells: cells ?? [], length: length ?? 0 };
}
