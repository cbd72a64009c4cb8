// What this browser remembers of Sokoban: best results, where one was, own levels.

import { keep, recall } from "../../app/storage.js";

/** @typedef {{ moves: number, pushes: number, solution: string }} Result */
/** @typedef {{ moves?: Result, pushes?: Result }} Best the best by moves and the best by pushes */
/** @typedef {{ title: string, rows: string[] }} Own */

/** @returns {Record<string, Best>} */
export function bests() {
  return recall("sokoban-best", {});
}

/** @param {string} key */
export function best(key) {
  return bests()[key] ?? {};
}

/**
 * Notes a result; true if it is a record.
 * @param {string} key
 * @param {Result} result
 */
export function finished(key, result) {
  const all = bests();
  const before = all[key] ?? {};
  const fewer = (/** @type {Result | undefined} */ old, /** @type {"moves" | "pushes"} */ by) => {
    const other = by === "moves" ? "pushes" : "moves";
    return !old || result[by] < old[by] || (result[by] === old[by] && result[other] < old[other]);
  };
  const record = fewer(before.moves, "moves") || fewer(before.pushes, "pushes");
  if (fewer(before.moves, "moves")) before.moves = result;
  if (fewer(before.pushes, "pushes")) before.pushes = result;
  all[key] = before;
  keep("sokoban-best", all);
  return record;
}

/** The moves made on a level before the visitor left it. @param {string} key */
export function begun(key) {
  return recall("sokoban-begun", /** @type {[string, string][]} */ ([])).find(([name]) => name === key)?.[1] ?? "";
}

/**
 * Remembers the moves made on a level; an empty text forgets them.
 * @param {string} key
 * @param {string} lurd
 */
export function leaveAt(key, lurd) {
  const others = recall("sokoban-begun", /** @type {[string, string][]} */ ([])).filter(([name]) => name !== key);
  keep("sokoban-begun", lurd ? [[key, lurd], ...others].slice(0, 40) : others);
}

/** Levels that were pasted, made or drawn here. @returns {Own[]} */
export function own() {
  return recall("sokoban-own", []);
}

/** Keeps them all, as many as the browser has room for. @param {Own[]} levels @returns {boolean} whether they outlive this visit */
export function keepOwn(levels) {
  return keep("sokoban-own", levels);
}
