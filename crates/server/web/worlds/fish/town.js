// The town as the page computes with it: which cells must be roads, how far a
// shop is from its producer, what a building would change. The same one-pass
// search as in the engine (depth and low-link of a true depth-first search),
// small enough to run at every move of the pointer.

/** @typedef {import("./view.js").Reason} Reason */
/** @typedef {import("./view.js").Step} Step */

/** Where nobody can walk. */
export const FAR = 0x7fff;

/** A board of which every cell is a character of the compact form. */
export class Town {
  /**
   * @param {string[]} rows
   * @param {boolean} closed whether trees need no access
   */
  constructor(rows, closed) {
    this.rows = rows.length;
    this.cols = rows[0]?.length ?? 0;
    this.marks = [...rows.join("")];
    this.closed = closed;
    this.beside = neighbours(this.rows, this.cols);
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
    return !this.open(cell) && !(this.closed && this.mark(cell) === "T");
  }

  /** @param {number} cell @returns {import("./view.js").Spot} */
  spot(cell) {
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
 * Steps over open cells from a producer; one walk serves all its shops.
 * @param {Town} town
 * @param {number} producer
 */
export function stepsFrom(town, producer) {
  const steps = new Int16Array(town.size).fill(FAR);
  steps[producer] = 0;
  const queue = [producer];
  for (const cell of queue) {
    for (const to of town.around(cell)) {
      if (steps[to] !== FAR || !town.open(to)) continue;
      steps[to] = (steps[cell] ?? 0) + 1;
      queue.push(to);
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
  for (const to of town.around(cell)) best = Math.min(best, steps[to] || FAR);
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
  for (let at = shop, left = shopDistance(town, steps, shop); left >= 0 && left !== FAR; left--) {
    const to = town.around(at).find((next) => steps[next] === left);
    if (to === undefined) return [];
    way.push(to);
    at = to;
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
  const roads = [...search(then).roads.keys()].filter((at) => town.mark(at) !== "#").sort((a, b) => a - b);
  for (const road of roads) then.marks[road] = "#";
  return { then, roads, returned: roads.filter((at) => town.mark(at) !== ".") };
}
