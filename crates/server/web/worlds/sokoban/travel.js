// Where one box can go while all others stand still, and how.
//
// A breadth-first search over (cell of the box, side on which the player
// stands). Which sides the player can change between is asked once a cell: the
// ring of eight cells around the box nearly always answers; only where the box
// cuts the ring is the board flooded.

import { DIRS } from "./rules.js";

/** @typedef {import("./rules.js").Dir} Dir */
/** @typedef {import("./rules.js").Game} Game */

/**
 * By which of the eight cells around a box are free (from the left around the
 * clock): which of its four sides hang together. Equal numbers do, -1 is no
 * place to stand.
 */
const RINGS = Array.from({ length: 256 }, (_, open) => {
  const groups = new Int8Array(4).fill(-1);
  for (const side of DIRS) if (open & (1 << (side * 2))) groups[side] = side;
  for (const side of DIRS) {
    const three = (1 << (side * 2)) | (1 << (side * 2 + 1)) | (1 << ((side * 2 + 2) % 8));
    if ((open & three) === three) join(groups, side, (side + 1) % 4);
  }
  return groups;
});

/** @param {Int8Array} groups @param {number} a @param {number} b */
function join(groups, a, b) {
  const to = groups[a] ?? 0;
  const of = groups[b] ?? 0;
  for (let side = 0; side < 4; side++) if (groups[side] === of) groups[side] = to;
}

export class Travel {
  /**
   * @param {Game} game
   * @param {number} box its index
   */
  constructor(game, box) {
    this.game = game;
    this.box = box;
    const { level } = game;
    const area = level.rows * level.cols;
    this.start = game.boxes[box] ?? 0;
    /** By state, cell * 4 + side: the state before the last push; -1 unknown, -2 none. */
    this.from = new Int32Array(area * 4).fill(-1);
    this.pushes = new Int32Array(area).fill(-1);
    this.pushes[this.start] = 0;
    this.seen = new Int32Array(area);
    this.queue = new Int32Array(area);
    this.stamp = 0;
    // The box itself is air while it travels.
    game.boxAt[this.start] = -1;
    this.#search();
    game.boxAt[this.start] = box;
  }

  #search() {
    const { game, from, start } = this;
    const { level } = game;
    /** @type {(Int8Array | undefined)[]} */
    const sides = [];
    // On which sides the player can stand at first.
    this.#flood(game.player, start);
    const queue = [];
    for (const side of DIRS) {
      const stand = level.next(start, side);
      if (stand >= 0 && this.seen[stand] === this.stamp) {
        from[start * 4 + side] = -2;
        queue.push(start * 4 + side);
      }
    }
    for (let at = 0; at < queue.length; at++) {
      const state = queue[at] ?? 0;
      const cell = state >> 2;
      const side = /** @type {Dir} */ (state & 3);
      // Every side that the player can walk to costs no push.
      const groups = sides[cell] ?? this.#sides(cell);
      sides[cell] = groups;
      for (const other of DIRS) {
        if (groups[other] !== groups[side] || (groups[other] ?? -1) < 0) continue;
        const away = /** @type {Dir} */ ((other + 2) % 4);
        const to = level.next(cell, away);
        if (!game.free(to)) continue;
        const next = to * 4 + other;
        if (from[next] !== -1) continue;
        from[next] = state;
        if (this.pushes[to] === -1) this.pushes[to] = (this.pushes[cell] ?? 0) + 1;
        queue.push(next);
      }
    }
  }

  /**
   * Stamps the cells the player reaches with the box on a cell.
   * @param {number} from
   * @param {number} box
   */
  #flood(from, box) {
    const { game, seen, queue } = this;
    const { beside } = game.level;
    const stamp = ++this.stamp;
    seen[from] = stamp;
    queue[0] = from;
    for (let at = 0, end = 1; at < end; at++) {
      const cell = queue[at] ?? 0;
      for (let dir = 0; dir < 4; dir++) {
        const next = beside[cell * 4 + dir] ?? -1;
        if (next < 0 || next === box || seen[next] === stamp || !game.free(next)) continue;
        seen[next] = stamp;
        queue[end++] = next;
      }
    }
  }

  /**
   * Which sides of a cell hang together when the box stands on it.
   * @param {number} cell
   */
  #sides(cell) {
    const { game } = this;
    const { beside } = game.level;
    let open = 0;
    for (let side = 0; side < 4; side++) {
      const at = beside[cell * 4 + side] ?? -1;
      if (at < 0) continue;
      if (game.free(at)) open |= 1 << (side * 2);
      if (game.free(beside[at * 4 + ((side + 1) % 4)] ?? -1)) open |= 1 << (side * 2 + 1);
    }
    const near = RINGS[open] ?? new Int8Array(4);
    const whole = Math.max(...near);
    if (near.every((group) => group < 0 || group === whole)) return near;
    // The box cuts its ring: whether there is a way round only the board knows.
    const groups = near.slice();
    for (const side of DIRS) {
      if ((groups[side] ?? -1) < 0) continue;
      if (!DIRS.some((other) => other > side && (groups[other] ?? -1) >= 0 && groups[other] !== groups[side])) continue;
      this.#flood(beside[cell * 4 + side] ?? -1, cell);
      for (const other of DIRS)
        if ((groups[other] ?? -1) >= 0 && groups[other] !== groups[side] && this.seen[beside[cell * 4 + other] ?? -1] === this.stamp)
          join(groups, side, other);
    }
    return groups;
  }

  /** The cells the box can be brought to. */
  cells() {
    /** @type {number[]} */
    const cells = [];
    this.pushes.forEach((pushes, cell) => pushes > 0 && cells.push(cell));
    return cells;
  }

  /** @param {number} cell */
  reaches(cell) {
    return cell !== this.start && (this.pushes[cell] ?? -1) > 0;
  }

  /**
   * The directions in which the box is pushed on its way to a cell.
   * @param {number} to
   * @returns {Dir[]}
   */
  way(to) {
    /** @type {Dir[]} */
    let best = [];
    for (const side of DIRS) {
      /** @type {Dir[]} */
      const way = [];
      let state = to * 4 + side;
      if (this.from[state] === -1) continue;
      for (let before = this.from[state] ?? -2; before >= 0; before = this.from[state] ?? -2) {
        way.push(/** @type {Dir} */ (((state & 3) + 2) % 4));
        state = before;
      }
      if (way.length && (!best.length || way.length < best.length)) best = way;
    }
    return best.reverse();
  }

  /**
   * All steps that bring the box to a cell, walks included.
   * @param {number} to
   * @returns {Dir[]}
   */
  steps(to) {
    const { game, box } = this;
    const { level } = game;
    /** @type {Dir[]} */
    const steps = [];
    let cell = this.start;
    let player = game.player;
    for (const dir of this.way(to)) {
      const stand = level.next(cell, /** @type {Dir} */ ((dir + 2) % 4));
      game.boxAt[this.start] = -1;
      game.boxAt[cell] = box;
      const walk = game.walk(stand, player);
      game.boxAt[cell] = -1;
      game.boxAt[this.start] = box;
      if (!walk) return [];
      steps.push(...walk, dir);
      player = cell;
      cell = level.next(cell, dir);
    }
    return steps;
  }
}
