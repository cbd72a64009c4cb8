// Where one box can go while all others stand still, and how.
//
// A breadth-first search over (cell of the box, side on which the player
// stands). Which sides the player can change between is asked once a cell: the
// ring of eight cells around the box nearly always answers; only where the box
// cuts the ring is the board flooded.

import { DIRS } from "./rules.js";

/** @typedef {import("./rules.js").Dir} Dir */
/** @typedef {import("./rules.js").Game} Game */

/** The sides of a cell and the corners between them, around the clock from the left. */
const RING = /** @type {readonly (readonly [Dir, Dir?])[]} */ ([[0], [0, 1], [1], [1, 2], [2], [2, 3], [3], [3, 0]]);

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
    // The box itself is air while it travels.
    game.boxAt[this.start] = -1;
    this.#search();
    game.boxAt[this.start] = box;
  }

  #search() {
    const { game, from, start } = this;
    const { level } = game;
    /** @type {Map<number, Int8Array>} */
    const sides = new Map();
    const group = (/** @type {number} */ cell) => {
      let found = sides.get(cell);
      if (!found) sides.set(cell, (found = this.#sides(cell)));
      return found;
    };
    // On which sides the player can stand at first.
    const reach = this.#flood(game.player, start);
    const queue = [];
    for (const side of DIRS) {
      const stand = level.next(start, side);
      if (stand >= 0 && reach[stand]) {
        from[start * 4 + side] = -2;
        queue.push(start * 4 + side);
      }
    }
    for (let at = 0; at < queue.length; at++) {
      const state = queue[at] ?? 0;
      const cell = state >> 2;
      const side = /** @type {Dir} */ (state & 3);
      // Every side that the player can walk to costs no push.
      const groups = group(cell);
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
   * The cells the player reaches with the box on a cell.
   * @param {number} from
   * @param {number} box
   */
  #flood(from, box) {
    const { game } = this;
    const { level } = game;
    const seen = new Uint8Array(level.rows * level.cols);
    seen[from] = 1;
    const queue = [from];
    for (let at = 0; at < queue.length; at++) {
      for (const dir of DIRS) {
        const next = level.next(queue[at] ?? 0, dir);
        if (next === box || !game.free(next) || seen[next]) continue;
        seen[next] = 1;
        queue.push(next);
      }
    }
    return seen;
  }

  /**
   * Which sides of a cell hang together when the box stands on it: equal
   * numbers do, -1 is no place to stand.
   * @param {number} cell
   */
  #sides(cell) {
    const { game } = this;
    const { level } = game;
    const open = RING.map(([one, two]) => {
      const side = level.next(cell, one);
      const at = two === undefined || side < 0 ? side : level.next(side, two);
      return game.free(at);
    });
    const groups = new Int8Array(4).fill(-1);
    for (const side of DIRS) if (open[side * 2]) groups[side] = side;
    const join = (/** @type {number} */ a, /** @type {number} */ b) => {
      const [to = 0, of = 0] = [groups[a], groups[b]];
      for (const side of DIRS) if (groups[side] === of) groups[side] = to;
    };
    for (const side of DIRS) if (open[side * 2] && open[side * 2 + 1] && open[(side * 2 + 2) % 8]) join(side, (side + 1) % 4);
    for (const side of DIRS) {
      const others = DIRS.filter((other) => (groups[other] ?? -1) >= 0 && groups[other] !== groups[side]);
      if ((groups[side] ?? -1) < 0 || !others.length) continue;
      const seen = this.#flood(level.next(cell, side), cell);
      for (const other of others) if (seen[level.next(cell, other)] && groups[other] !== groups[side]) join(side, other);
    }
    return groups;
  }

  /** The cells the box can be brought to. */
  cells() {
    return [...this.pushes.keys()].filter((cell) => cell !== this.start && (this.pushes[cell] ?? -1) > 0);
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
