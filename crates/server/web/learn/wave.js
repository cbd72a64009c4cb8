// Breadth-first search, told step by step. Two lessons run it: one where a
// neighbour is one step away, one where it is any square that a slide reaches.

import { item, spot } from "./board.js";
import { wayTo } from "./field.js";

/** @typedef {import("./field.js").Field} Field */
/** @typedef {{ say: string, far: number[], parent: number[], queue: number[], now: number, fresh: number[], way: number[], taken: number }} Moment */

/**
 * What a lesson says along the way; squares come by their short names.
 * @typedef {object} Words
 * @property {string} first
 * @property {(far: number) => string} arrived                        the goal leaves the queue
 * @property {(way: number[], taken: number) => { say: string, way: number[] }[]} found   the way, bit by bit
 * @property {(name: string, far: number, fresh: number) => string} taken
 * @property {string} none
 */

/**
 * @param {Field} field
 * @param {number} cols
 * @param {(solid: boolean[], from: number) => Iterable<number>} reach the squares one move away
 * @param {Words} words
 * @returns {Moment[]}
 */
export function wave({ solid, start, goal }, cols, reach, words) {
  const far = solid.map(() => -1);
  const parent = solid.map(() => -1);
  let queue = [start];
  let taken = 0;
  /** @type {Moment[]} */
  const moments = [];
  const tell = (/** @type {string} */ say, /** @type {Partial<Moment>} */ more = {}) =>
    moments.push({ say, far: [...far], parent: [...parent], queue: [...queue], now: -1, fresh: [], way: [], taken, ...more });
  far[start] = 0;
  tell(words.first);
  for (let [at, ...rest] = queue; at !== undefined; [at, ...rest] = queue) {
    queue = rest;
    taken += 1;
    const here = item(far, at);
    if (at === goal) {
      tell(words.arrived(here), { now: at });
      for (const { say, way } of words.found(wayTo(parent, goal), taken)) tell(say, { way });
      return moments;
    }
    const fresh = [];
    for (const to of reach(solid, at)) {
      if (item(far, to) >= 0) continue;
      far[to] = here + 1;
      parent[to] = at;
      queue.push(to);
      fresh.push(to);
    }
    tell(words.taken(spot(at, cols), here, fresh.length), { now: at, fresh });
  }
  tell(words.none);
  return moments;
}
