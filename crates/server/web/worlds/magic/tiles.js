// The cells, walls and doors of a supermarket. Cells are numbered sixteen a
// tile; wall `w < 12` lies under cell `w`, the others stand between columns.

import { t } from "../../app/i18n.js";

/** @typedef {import("./view.js").MagicView["market"]} Market */
/** @typedef {import("./view.js").Tile} Tile */
/** @typedef {import("../../app/wire.js").Point} Point */
/** @typedef {import("./view.js").Colour} Colour */

/** Units a cell. */
export const CELL = 40;
export const DIRS = /** @type {const} */ (["up", "right", "down", "left"]);
export const COLOURS = /** @type {const} */ (["yellow", "purple", "green", "orange"]);
export const LETTERS = /** @type {const} */ (["y", "p", "g", "o"]);
/** The keys that choose a pawn: a letter of its name that no power has. @type {readonly string[]} */
export const PAWN_KEYS = t(["y", "p", "g", "o"], ["j", "v", "r", "o"]);
/** @type {readonly (readonly [number, number])[]} */
export const STEPS = [
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
];
/** The door cells: up, right, down, left. */
const DOORS = [2, 11, 13, 4];

/** The wall beside a cell, or none at the edge. @param {number} cell @param {number} dir */
function wallBeside(cell, dir) {
  const row = cell >> 2;
  const col = cell & 3;
  if (dir === 0) return row > 0 ? cell - 4 : -1;
  if (dir === 2) return row < 3 ? cell : -1;
  if (dir === 1) return col < 3 ? 12 + col * 4 + row : -1;
  return col > 0 ? 12 + (col - 1) * 4 + row : -1;
}

/** The cells of a tile that pawns can walk on, a bit a cell. @param {Tile} tile */
function corridors(tile) {
  let seen = 0;
  const todo = tile.sites.map(([cell]) => cell);
  for (let cell = todo.pop(); cell !== undefined; cell = todo.pop()) {
    if ((seen >> cell) & 1) continue;
    seen |= 1 << cell;
    for (let dir = 0; dir < 4; dir++) {
      const wall = wallBeside(cell, dir);
      if (wall >= 0 && !((tile.walls >> wall) & 1)) todo.push(cell + (STEPS[dir]?.[0] ?? 0) * 4 + (STEPS[dir]?.[1] ?? 0));
    }
    const [a, b] = tile.escalator ?? [-1, -1];
    if (cell === a) todo.push(b);
    if (cell === b) todo.push(a);
  }
  return seen;
}

/** @param {Tile} tile @param {number} cell */
function siteAt(tile, cell) {
  return tile.sites.find(([at]) => at === cell);
}

/** A supermarket that can be asked where things are. */
export class Aisles {
  /** @param {Market} market */
  constructor(market) {
    this.market = market;
    /** @type {Map<string, number>} */
    this.spots = new Map();
    market.forEach(([[row, col]], tile) => {
      for (let cell = 0; cell < 16; cell++) this.spots.set(`${row + (cell >> 2)},${col + (cell & 3)}`, tile * 16 + cell);
    });
    this.walkable = market.map(([, tile]) => corridors(tile));
  }

  /** @param {number} spot @returns {Point} */
  point(spot) {
    const [row, col] = this.market[spot >> 4]?.[0] ?? [0, 0];
    return [row + ((spot & 15) >> 2), col + (spot & 3)];
  }

  /** @param {Point} point */
  spot([row, col]) {
    return this.spots.get(`${row},${col}`);
  }

  /** @param {number} spot */
  site(spot) {
    const tile = this.market[spot >> 4]?.[1];
    return tile && siteAt(tile, spot & 15);
  }

  /**
   * What lies on a side of a cell.
   * @param {number} tile
   * @param {number} cell
   * @param {number} dir
   * @returns {"open" | "wall" | "passage" | "door"}
   */
  side(tile, cell, dir) {
    const here = this.market[tile]?.[1];
    if (!here) return "wall";
    const wall = wallBeside(cell, dir);
    if (wall >= 0) return (here.passages >> wall) & 1 ? "passage" : (here.walls >> wall) & 1 ? "wall" : "open";
    const door = siteAt(here, cell);
    if (DOORS[dir] !== cell || door?.[1] !== "door") return "wall";
    const [row, col] = this.point(tile * 16 + cell);
    const beyond = this.spot([row + (STEPS[dir]?.[0] ?? 0), col + (STEPS[dir]?.[1] ?? 0)]);
    if (beyond === undefined) return door[2] ? "door" : "wall";
    return this.site(beyond)?.[1] === "door" ? "open" : "wall";
  }

  /** Whether the door on a cell is unused. @param {number} spot */
  unused(spot) {
    return [0, 1, 2, 3].some((dir) => this.side(spot >> 4, spot & 15, dir) === "door");
  }

  /** Every cell with something on it. @returns {{ spot: number, name: string, colour: Colour | null }[]} */
  sites() {
    return this.market.flatMap(([, { sites }], tile) => sites.map(([cell, name, colour]) => ({ spot: tile * 16 + cell, name, colour })));
  }

  /** The least box around all tiles, in cells. */
  box() {
    const rows = this.market.map(([[row]]) => row);
    const cols = this.market.map(([[, col]]) => col);
    const [top, left] = [Math.min(...rows), Math.min(...cols)];
    return { top, left, rows: Math.max(...rows) + 4 - top, cols: Math.max(...cols) + 4 - left };
  }
}
