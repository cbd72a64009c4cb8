// The town as the page computes with it: which cells must be roads, how far a
// shop is from its producer, what a building would change. The same one-pass
// search as in the engine (depth and low-link of a true depth-first search),
// small enough to run at every move of the pointer.

/** @typedef {import("../../app/questions.js").Reason} Reason */
/** @typedef {import("./roads.js").Step} Step */

/** Where nobody can walk. */
export const FAR = 0x7fff;

/** A board of which every cell is a character of the compact form. */
export class Town {
  /**
   * @param {string[]} rows
   * @param {boolean} closed whether trees need no access
   * @param {{ areas?: import("./view.js").Area[], outside?: number | null }} [market] by the rules of 2014
   */
  constructor(rows, closed, { areas = [], outside = 0 } = {}) {
    this.rows = rows.length;
    this.cols = rows[0]?.length ?? 0;
    this.marks = [...rows.join("")];
    this.closed = closed;
    this.beside = neighbours(this.rows, this.cols);
    this.areas = areas.map(({ limit, cells }) => ({ limit, cells: cells.map((spot) => this.cell(spot)) }));
    /** What a step just outside the board counts; nobody walks there where it is 0. */
    this.outside = outside ?? 0;
    /** The cells just outside, numbered after those of the board. */
    this.ring = outside ? ring(this) : { spots: [], links: this.beside };
  }

  get size() {
    return this.marks.length;
  }

  /** @param {number} cell */
  mark(cell) {
    return this.marks[cell] ?? "";
  }

  /** Free, reserved or a road. @param {number} cell */
  open(cell) {
    return ".#12345".includes(this.mark(cell));
  }

  /** Something may be built here. @param {number} cell */
  free(cell) {
    return ".12345".includes(this.mark(cell));
  }

  /** @param {number} cell */
  around(cell) {
    return this.beside[cell] ?? [];
  }

  /** @param {number} cell */
  needsAccess(cell) {
    return !this.open(cell) && this.mark(cell) !== "_" && !(this.closed && this.mark(cell) === "T");
  }

  /** The neighbours of a cell, those just outside included. @param {number} cell */
  linked(cell) {
    return this.ring.links[cell] ?? [];
  }

  /** What walking over a cell counts; nothing where nobody walks. @param {number} cell */
  cost(cell) {
    return cell >= this.size ? this.outside : this.open(cell) ? 1 : 0;
  }

  /** @param {number} cell @returns {import("./view.js").Spot} */
  spot(cell) {
    const beyond = this.ring.spots[cell - this.size];
    if (beyond) return beyond;
    return [Math.floor(cell / this.cols), cell % this.cols];
  }

  /** @param {readonly [number, number]} spot */
  cell([row, col]) {
    return row * this.cols + col;
  }

  text() {
    return Array.from({ length: this.rows }, (_, row) => this.marks.slice(row * this.cols, (row + 1) * this.cols).join(""));
  }

  /** The town with another mark somewhere. @param {number} cell @param {string} mark */
  with(cell, mark) {
    /** @type {Town} */
    const other = Object.create(Town.prototype);
    return Object.assign(other, this, { marks: this.marks.with(cell, mark) });
  }
}

/** @type {Map<string, number[][]>} */
const known = new Map();

/** The neighbours of every cell: up, right, down, left. @param {number} rows @param {number} cols */
function neighbours(rows, cols) {
  const key = `${rows}x${cols}`;
  let found = known.get(key);
  if (!found) {
    found = Array.from({ length: rows * cols }, (_, cell) => {
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      return [
        row > 0 ? cell - cols : -1,
        col + 1 < cols ? cell + 1 : -1,
        row + 1 < rows ? cell + cols : -1,
        col > 0 ? cell - 1 : -1,
      ].filter((at) => at >= 0);
    });
    known.set(key, found);
  }
  return found;
}

/** The cells that touch the board from outside, and who is beside whom then. @param {Town} town */
function ring(town) {
  const inside = (/** @type {number} */ row, /** @type {number} */ col) =>
    row >= 0 && col >= 0 && row < town.rows && col < town.cols && town.mark(town.cell([row, col])) !== "_";
  /** @type {import("./view.js").Spot[]} */
  const spots = [];
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (let row = -1; row <= town.rows; row++)
    for (let col = -1; col <= town.cols; col++) {
      if (inside(row, col)) numbers.set(`${row},${col}`, town.cell([row, col]));
      else if ([-1, 0, 1].some((r) => [-1, 0, 1].some((c) => inside(row + r, col + c)))) {
        numbers.set(`${row},${col}`, town.size + spots.length);
        spots.push([row, col]);
      }
    }
  /** @type {number[][]} */
  const links = [];
  for (const [key, cell] of numbers) {
    const [row = 0, col = 0] = key.split(",").map(Number);
    const around = [`${row - 1},${col}`, `${row},${col + 1}`, `${row + 1},${col}`, `${row},${col - 1}`];
    links[cell] = around.flatMap((other) => numbers.get(other) ?? []);
  }
  return { spots, links };
}

/**
 * One depth-first search finds every road. A cell is one if it is the only
 * access of a building; if, not being the start, it has a used arc to a cell
 * whose low-link is not above it; if it is the start and has several used arcs.
 * @param {Town} town
 * @param {{ start?: number, tell?: (step: Step) => void }} [options]
 */
export function search(town, { start = firstOpen(town), tell } = {}) {
  const depth = new Int16Array(town.size).fill(-1);
  const low = new Int16Array(town.size);
  const next = new Uint8Array(town.size);
  /** @type {Map<number, Set<Reason>>} */
  const roads = new Map();
  const because = (/** @type {number} */ cell, /** @type {Reason} */ reason) => {
    const reasons = roads.get(cell);
    if (reasons) reasons.add(reason);
    else roads.set(cell, new Set([reason]));
  };
  if (start < 0) return { start, depth, low, roads };
  const path = [start];
  let branches = 0;
  let visited = 1;
  depth[start] = 0;
  low[start] = 0;
  tell?.({ kind: "enter", cell: start, depth: 0 });
  while (path.length) {
    const cell = /** @type {number} */ (path[path.length - 1]);
    const to = town.around(cell)[next[cell] ?? 0];
    if (to === undefined) {
      path.pop();
      const parent = path[path.length - 1];
      if (parent === undefined) break;
      const reached = low[cell] ?? 0;
      if (reached < (low[parent] ?? 0)) low[parent] = reached;
      const cut = parent !== start && reached >= (depth[parent] ?? 0);
      if (parent === start) branches += 1;
      if (cut) because(parent, "cut-below");
      tell?.({ kind: "return", from: cell, to: parent, low: low[parent] ?? 0, cut });
      continue;
    }
    next[cell] = (next[cell] ?? 0) + 1;
    if (!town.open(to)) {
      tell?.({ kind: "dead-end", from: cell, to });
    } else if ((depth[to] ?? -1) >= 0) {
      if ((depth[to] ?? 0) < (low[cell] ?? 0)) low[cell] = depth[to] ?? 0;
      tell?.({ kind: "ignored", from: cell, to, low: low[cell] ?? 0 });
    } else {
      visited += 1;
      depth[to] = low[to] = (depth[cell] ?? 0) + 1;
      path.push(to);
      tell?.({ kind: "used", from: cell, to });
      tell?.({ kind: "enter", cell: to, depth: depth[to] ?? 0 });
    }
  }
  if (branches > 1) because(start, "split-start");
  tell?.({ kind: "split", cell: start, branches });
  for (let cell = 0; cell < town.size; cell++) {
    if (!town.needsAccess(cell)) continue;
    const doors = town.around(cell).filter((at) => town.open(at));
    const [only] = doors;
    if (doors.length !== 1 || only === undefined) continue;
    because(only, "sole-access");
    tell?.({ kind: "sole", cell: only, built: cell });
  }
  if (visited === 1) {
    because(start, "last-open");
    tell?.({ kind: "last", cell: start });
  }
  for (let cell = 0; cell < town.size; cell++) if (town.mark(cell) === "#" && !roads.has(cell)) because(cell, "given");
  return { start, depth, low, roads };
}

/** @param {Town} town */
function firstOpen(town) {
  for (let cell = 0; cell < town.size; cell++) if (town.open(cell)) return cell;
  return -1;
}

/**
 * What it counts to walk from a producer to every cell, those just outside
 * last; one walk serves all its shops.
 * @param {Town} town
 * @param {number} producer
 */
export function stepsFrom(town, producer) {
  const steps = new Int16Array(town.size + town.ring.spots.length).fill(FAR);
  steps[producer] = 0;
  // All costs are small whole numbers: a list for each sum.
  const fronts = [[producer]];
  for (let far = 0; far < fronts.length; far++) {
    for (const cell of fronts[far] ?? []) {
      if (steps[cell] !== far) continue;
      for (const to of town.linked(cell)) {
        const cost = town.cost(to);
        if (!cost || (steps[to] ?? 0) <= far + cost) continue;
        steps[to] = far + cost;
        for (let sum = fronts.length; sum <= far + cost; sum++) fronts.push([]);
        fronts[far + cost]?.push(to);
      }
    }
  }
  return steps;
}

/**
 * How far a shop on a cell is, whatever lies there now; `FAR` without a way.
 * @param {Town} town
 * @param {Int16Array} steps
 * @param {number} cell
 */
export function shopDistance(town, steps, cell) {
  let best = FAR;
  // The producer itself is no cell to walk on.
  for (const to of town.linked(cell)) best = Math.min(best, steps[to] || FAR);
  return best;
}

/**
 * The cells walked from a shop to its producer, both ends included.
 * @param {Town} town
 * @param {Int16Array} steps
 * @param {number} shop
 */
export function walk(town, steps, shop) {
  const way = [shop];
  let at = shop;
  for (let left = shopDistance(town, steps, shop); left >= 0 && left !== FAR; ) {
    const to = town.linked(at).find((next) => steps[next] === left);
    if (to === undefined) return [];
    way.push(to);
    at = to;
    if (left === 0) break;
    left -= town.cost(to);
  }
  return way.length > 1 ? way : [];
}

/**
 * What a building would change.
 * @param {Town} town
 * @param {number} cell
 * @param {string} mark `T`, or the letter of a shop
 */
export function preview(town, cell, mark) {
  if (!town.free(cell)) return undefined;
  const then = town.with(cell, mark);
  const roads = town.areas.length
    ? filled(then, cell)
    : [...search(then).roads.keys()].filter((at) => town.mark(at) !== "#").sort((a, b) => a - b);
  for (const road of roads) then.marks[road] = "#";
  return { then, roads, returned: roads.filter((at) => town.mark(at) !== ".") };
}

/** The rest of the area of a cell, where it is full. @param {Town} town @param {number} cell */
function filled(town, cell) {
  const area = town.areas.find(({ cells }) => cells.includes(cell));
  if (!area || area.cells.filter((at) => !town.open(at)).length < area.limit) return [];
  return area.cells.filter((at) => town.free(at)).sort((a, b) => a - b);
}
