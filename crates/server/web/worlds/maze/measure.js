// Small questions the page answers itself while the server is not asked:
// distances for colours, the text of a maze, where one may walk.

import { DOWN, LEFT, RIGHT, UP } from "./film.js";

/** @typedef {{ rows: number, cols: number, open: Uint8Array }} Cells */

/**
 * The steps from a cell to every other, -1 where no way leads; yields often.
 * @param {Cells} maze
 * @param {number} from
 * @returns {Generator<void, { far: Int32Array, most: number }>}
 */
export function* distances({ rows, cols, open }, from) {
  const far = new Int32Array(rows * cols).fill(-1);
  const queue = new Int32Array(rows * cols);
  let head = 0;
  let tail = 1;
  queue[0] = from;
  far[from] = 0;
  let most = 0;
  while (head < tail) {
    const at = /** @type {number} */ (queue[head++]);
    const d = /** @type {number} */ (far[at]) + 1;
    const sides = /** @type {number} */ (open[at]);
    if (sides & UP && far[at - cols] === -1) {
      far[at - cols] = d;
      queue[tail++] = at - cols;
    }
    if (sides & RIGHT && far[at + 1] === -1) {
      far[at + 1] = d;
      queue[tail++] = at + 1;
    }
    if (sides & DOWN && far[at + cols] === -1) {
      far[at + cols] = d;
      queue[tail++] = at + cols;
    }
    if (sides & LEFT && far[at - 1] === -1) {
      far[at - 1] = d;
      queue[tail++] = at - 1;
    }
    most = d - 1;
    if (!(head & 4095)) yield;
  }
  return { far, most };
}

/** The cells one can step to. @param {Cells} maze @param {number} cell */
export function neighbours({ cols, open }, cell) {
  const sides = open[cell] ?? 0;
  return [
    [UP, -cols],
    [RIGHT, 1],
    [DOWN, cols],
    [LEFT, -1],
  ].flatMap(([side = 0, by = 0]) => (sides & side ? [cell + by] : []));
}

/**
 * The maze as `.maz` text; yields after every row.
 * @param {Cells} maze
 * @returns {Generator<void, string>}
 */
export function* mazText({ rows, cols, open }) {
  const lines = [`o${"---o".repeat(cols)}`];
  for (let r = 0; r < rows; r++) {
    let middle = "|";
    let below = "o";
    for (let c = 0; c < cols; c++) {
      const sides = /** @type {number} */ (open[r * cols + c]);
      middle += sides & RIGHT ? "    " : "   |";
      below += sides & DOWN ? "   o" : "---o";
    }
    lines.push(middle, below);
    yield;
  }
  return `${lines.join("\n")}\n`;
}

/**
 * The neighbour on a side, or -1 behind a wall.
 * @param {Cells} maze
 * @param {number} cell
 * @param {string} dir
 */
export function stepTo({ cols, open }, cell, dir) {
  const sides = /** @type {number} */ (open[cell]);
  if (dir === "up") return sides & UP ? cell - cols : -1;
  if (dir === "right") return sides & RIGHT ? cell + 1 : -1;
  if (dir === "down") return sides & DOWN ? cell + cols : -1;
  return sides & LEFT ? cell - 1 : -1;
}
