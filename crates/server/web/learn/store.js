// What the two lessons on Sokoban share: where a box can be pulled from a
// target, alone on the board. Outside the board is wall.

import { beside, item } from "./board.js";

/**
 * Pulls a box away from targets, breadth first. A pull by one square needs
 * two free squares in a row: for the box and for the player.
 * @param {boolean[]} wall
 * @param {number[]} targets
 * @param {number} rows
 * @param {number} cols
 * @param {(taken: { now: number, fresh: number[], queue: number[], pushes: number[] }) => void} [tell]
 * @returns {number[]} the pushes from each square to the nearest target, Infinity where none leads there
 */
export function pullFrom(wall, targets, rows, cols, tell) {
  const pushes = wall.map(() => Infinity);
  for (const target of targets) pushes[target] = 0;
  let queue = [...targets];
  for (let [at, ...rest] = queue; at !== undefined; [at, ...rest] = queue) {
    queue = rest;
    const fresh = [];
    for (const side of [0, 1, 2, 3]) {
      const box = beside(at, side, rows, cols);
      const player = box < 0 ? -1 : beside(box, side, rows, cols);
      if (player < 0 || item(wall, box) || item(wall, player) || item(pushes, box) < Infinity) continue;
      pushes[box] = item(pushes, at) + 1;
      queue.push(box);
      fresh.push(box);
    }
    tell?.({ now: at, fresh, queue, pushes });
  }
  return pushes;
}
