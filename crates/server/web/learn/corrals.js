// Corrals: squares that the player cannot reach because boxes fence them off.
// With only those boxes on the board every push is tried, breadth first; if
// none opens the corral, the position is lost.

import { beside } from "../app/shapes.js";
import { item } from "./board.js";

/** Positions after which a fence counts as not decided. */
const MOST = 3000;

/**
 * @typedef {object} Store
 * @property {boolean[]} wall
 * @property {boolean[]} target
 * @property {number} rows
 * @property {number} cols
 */

/** A push that was tried. @typedef {{ box: number, to: number, verdict: "dead" | "frozen" | "known" | "open" | "next", boxes: number[], player: number }} Try */

/**
 * The squares the player can walk to.
 * @param {Store} store
 * @param {ReadonlySet<number>} boxes
 * @param {number} player
 * @returns {Set<number>}
 */
export function reachOf({ wall, rows, cols }, boxes, player) {
  const reach = new Set(player < 0 || item(wall, player) || boxes.has(player) ? [] : [player]);
  for (const at of reach) {
    for (const side of [0, 1, 2, 3]) {
      const to = beside(at, side, rows, cols);
      if (to >= 0 && !item(wall, to) && !boxes.has(to)) reach.add(to);
    }
  }
  return reach;
}

/**
 * The areas out of reach, each with the boxes around it.
 * @param {Store} store
 * @param {ReadonlySet<number>} boxes
 * @param {ReadonlySet<number>} reach
 * @returns {{ area: Set<number>, fence: number[] }[]}
 */
export function corralsOf(store, boxes, reach) {
  const { wall, rows, cols } = store;
  /** @type {{ area: Set<number>, fence: number[] }[]} */
  const found = [];
  wall.forEach((isWall, i) => {
    if (isWall || boxes.has(i) || reach.has(i) || found.some(({ area }) => area.has(i))) return;
    const area = reachOf(store, boxes, i);
    const fence = new Set(
      [...area].flatMap((at) => [0, 1, 2, 3].map((side) => beside(at, side, rows, cols)).filter((to) => boxes.has(to))),
    );
    if (fence.size) found.push({ area, fence: [...fence].sort((a, b) => a - b) });
  });
  return found;
}

/**
 * Whether boxes freeze each other: none of those asked can ever move.
 * @param {Store} store
 * @param {ReadonlySet<number>} boxes
 * @param {(i: number) => boolean} dead
 * @param {number} i
 * @param {number[]} [asked] boxes that count as walls meanwhile
 * @returns {boolean}
 */
function isFrozen(store, boxes, dead, i, asked = []) {
  const { wall, rows, cols } = store;
  return [0, 1].every((axis) => {
    const pair = [beside(i, axis, rows, cols), beside(i, axis + 2, rows, cols)];
    return (
      pair.some((j) => j < 0 || item(wall, j) || asked.includes(j)) ||
      pair.every((j) => dead(j)) ||
      pair.some((j) => boxes.has(j) && isFrozen(store, boxes, dead, j, [...asked, i]))
    );
  });
}

/**
 * Tries every push of the fence. True if the corral can be opened or the fence
 * brought home, or if that cannot be told; false if it is lost.
 * @param {Store} store
 * @param {{ area: Set<number>, fence: number[] }} corral
 * @param {number} player
 * @param {(i: number) => boolean} dead
 * @param {(tried: Try, queue: number) => void} [tell]
 */
export function opens(store, { area, fence }, player, dead, tell) {
  const { target, rows, cols } = store;
  const home = (/** @type {number[]} */ boxes) => boxes.every((box) => target[box]);
  if (home(fence)) return true;
  const key = (/** @type {number[]} */ boxes, /** @type {ReadonlySet<number>} */ reach) => `${boxes.join()}|${Math.min(...reach)}`;
  const first = reachOf(store, new Set(fence), player);
  const seen = new Set([key(fence, first)]);
  const queue = [{ boxes: fence, player }];
  for (const { boxes, player: at } of queue) {
    const here = new Set(boxes);
    const reach = reachOf(store, here, at);
    for (const box of boxes) {
      for (const side of [0, 1, 2, 3]) {
        const to = beside(box, side, rows, cols);
        const behind = beside(box, (side + 2) % 4, rows, cols);
        if (to < 0 || item(store.wall, to) || here.has(to) || !reach.has(behind)) continue;
        const then = boxes.map((one) => (one === box ? to : one)).sort((a, b) => a - b);
        const set = new Set(then);
        const after = reachOf(store, set, box);
        const open = [...area].some((i) => after.has(i)) || home(then);
        /** @type {Try["verdict"]} */
        const verdict = dead(to)
          ? "dead"
          : !target[to] && isFrozen(store, set, dead, to)
            ? "frozen"
            : open
              ? "open"
              : seen.has(key(then, after))
                ? "known"
                : "next";
        if (verdict === "next") {
          seen.add(key(then, after));
          queue.push({ boxes: then, player: box });
        }
        tell?.({ box, to, verdict, boxes: then, player: box }, queue.length);
        if (verdict === "open" || queue.length > MOST) return true;
      }
    }
  }
  return false;
}
