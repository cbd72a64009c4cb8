// A stream of steps (see `dedale_maze::steps`) that plays in both directions.
//
// A word is a change: bits 0–25 the cell, 26–30 what happens to it, 31 set on
// the last change of a step. The old mark is in the word, so playing backwards
// needs nothing but the words.

import { t } from "../../app/i18n.js";

/** Passages of a cell, one bit a side. */
export const UP = 1;
export const RIGHT = 2;
export const DOWN = 4;
export const LEFT = 8;

/** What an algorithm thinks of a cell; 1 is the frontier, 2 visited, 4 done. */
export const FRESH = 0;
export const WALK = 3;

const CELL = 0x3ffffff;
const MAGIC = 0x31534d44; // "DMS1"

/**
 * Those who draw what changes.
 * @typedef {object} Onlooker
 * @property {(cell: number) => void} cell its mark changed
 * @property {(cell: number, side: number, open: boolean, at: number) => void} wall the one on its right or below; `at` is the word
 */

/** A maze and how it came about. */
export class Film {
  /**
   * @param {number} rows
   * @param {number} cols
   * @param {Uint8Array} open passages by cell at the beginning
   * @param {Uint32Array} words
   */
  constructor(rows, cols, open, words) {
    this.rows = rows;
    this.cols = cols;
    this.open = open;
    this.words = words;
    this.marks = new Uint8Array(rows * cols);
    /** The step in which a cell was first looked at; -1 before. */
    this.born = new Int32Array(rows * cols).fill(-1);
    this.current = -1;
    /** Words played. */
    this.at = 0;
    /** Steps played. */
    this.step = 0;
    /** Steps in all; known once `count` has run. */
    this.steps = 0;
    /** @type {Onlooker | undefined} */
    this.onlooker = undefined;
  }

  /**
   * A film from the bytes of the server.
   * @param {ArrayBuffer} bytes
   */
  static read(bytes) {
    const head = new Uint32Array(bytes, 0, Math.min(4, bytes.byteLength >> 2));
    const [magic, cols = 0, rows = 0, kind = 0] = head;
    if (magic !== MAGIC) throw new Error(t("This is not a stream of steps.", "Ce n’est pas un flux d’étapes."));
    const open = new Uint8Array(rows * cols);
    let from = 16;
    if (kind === 0) {
      // All walls stand.
    } else if (kind === 1) {
      for (let r = 0; r < rows; r++)
        for (let c = 0; c < cols; c++)
          open[r * cols + c] = (r ? UP : 0) | (c < cols - 1 ? RIGHT : 0) | (r < rows - 1 ? DOWN : 0) | (c ? LEFT : 0);
    } else {
      const wide = Math.ceil(cols / 32);
      const planes = new Uint32Array(bytes, 16, 2 * wide * rows);
      for (let r = 0; r < rows; r++) {
        for (let c = 0; c < cols; c++) {
          const i = r * cols + c;
          const at = r * wide + (c >> 5);
          const bit = 1 << (c & 31);
          if (c < cols - 1 && ((planes[at] ?? 0) & bit) === 0) {
            open[i] = (open[i] ?? 0) | /** @type {number} */ RIGHT;
            open[i + 1] = (open[i + 1] ?? 0) | /** @type {number} */ LEFT;
          }
          if (r < rows - 1 && ((planes[wide * rows + at] ?? 0) & bit) === 0) {
            open[i] = (open[i] ?? 0) | /** @type {number} */ DOWN;
            open[i + cols] = (open[i + cols] ?? 0) | /** @type {number} */ UP;
          }
        }
      }
      from += 8 * wide * rows;
    }
    return new Film(rows, cols, open, new Uint32Array(bytes, from));
  }

  /**
   * The way that a solver found: the last step of its film marks it, from its
   * first cell to its last, and no other step marks cells as walked.
   * @returns {[number, number][]}
   */
  way() {
    const { words, cols } = this;
    /** @type {[number, number][]} */
    const path = [];
    for (let at = words.length - 1; at >= 0; at--) {
      const word = /** @type {number} */ (words[at]);
      const code = (word >>> 26) & 31;
      if ((path.length && word >>> 31) || code < 5 || (code - 5) % 5 !== WALK) break;
      path.push([Math.floor((word & CELL) / cols), (word & CELL) % cols]);
    }
    return path.reverse();
  }

  /** Counts the steps; yields often. @returns {Generator<void, void>} */
  *count() {
    const { words } = this;
    let steps = 0;
    for (let i = 0; i < words.length; i++) {
      steps += /** @type {number} */ (words[i]) >>> 31;
      if (!(i & 0x3ffff)) yield;
    }
    this.steps = steps;
  }

  /**
   * Plays at most so many steps, and at most until a moment.
   * @param {number} steps
   * @param {number} until as told by `performance.now`
   * @returns {boolean} whether there is more
   */
  forward(steps, until) {
    const { words, marks, born } = this;
    const end = words.length;
    let left = steps;
    let { at } = this;
    while (at < end && left > 0) {
      const word = /** @type {number} */ (words[at]);
      const cell = word & CELL;
      const code = (word >>> 26) & 31;
      if (code >= 5) {
        marks[cell] = (code - 5) % 5;
        if (born[cell] === -1) born[cell] = this.step;
        this.onlooker?.cell(cell);
      } else if (code === 4) {
        this.current = cell;
      } else {
        this.#wall(cell, code & 1 ? DOWN : RIGHT, code < 2, at);
      }
      at += 1;
      if (word >>> 31) {
        this.step += 1;
        left -= 1;
        if (!(this.step & 15) && performance.now() > until) break;
      }
    }
    this.at = at;
    return at < end;
  }

  /**
   * Plays backwards; as `forward`.
   * @param {number} steps
   * @param {number} until
   */
  back(steps, until) {
    const { words, marks, born } = this;
    let left = steps;
    let { at } = this;
    let lost = false;
    while (at > 0 && left > 0) {
      // The word before the one that closed the last step belongs to it.
      do {
        at -= 1;
        const word = /** @type {number} */ (words[at]);
        const cell = word & CELL;
        const code = (word >>> 26) & 31;
        if (code >= 5) {
          marks[cell] = Math.floor((code - 5) / 5);
          if (marks[cell] === FRESH && /** @type {number} */ (born[cell]) >= this.step - 1) born[cell] = -1;
          this.onlooker?.cell(cell);
        } else if (code === 4) {
          lost = true;
        } else {
          this.#wall(cell, code & 1 ? DOWN : RIGHT, code >= 2, at);
        }
      } while (at > 0 && (words[at - 1] ?? 0) >>> 31 === 0);
      this.step -= 1;
      left -= 1;
      if (!(this.step & 15) && performance.now() > until) break;
    }
    this.at = at;
    if (lost) {
      this.current = -1;
      for (let i = at - 1; i >= 0; i--) {
        const word = /** @type {number} */ (words[i]);
        if (((word >>> 26) & 31) === 4) {
          this.current = word & CELL;
          break;
        }
      }
    }
    return at > 0;
  }

  /**
   * Opens or closes a wall by hand.
   * @param {number} cell
   * @param {number} side `RIGHT` or `DOWN`
   * @param {boolean} open
   */
  set(cell, side, open) {
    this.#wall(cell, side, open, -1);
  }

  /**
   * @param {number} cell
   * @param {number} side
   * @param {boolean} open
   * @param {number} at
   */
  #wall(cell, side, open, at) {
    const other = side === RIGHT ? cell + 1 : cell + this.cols;
    const back = side === RIGHT ? LEFT : UP;
    const passages = this.open;
    if (open) {
      passages[cell] = (passages[cell] ?? 0) | /** @type {number} */ side;
      passages[other] = (passages[other] ?? 0) | /** @type {number} */ back;
    } else {
      passages[cell] = (passages[cell] ?? 0) & /** @type {number} */ ~side;
      passages[other] = (passages[other] ?? 0) & /** @type {number} */ ~back;
    }
    this.onlooker?.wall(cell, side, open, at);
  }

  /** The maze as it stands, with nothing to play. */
  still() {
    return new Film(this.rows, this.cols, this.open.slice(), new Uint32Array(0));
  }

  /** The same maze mirrored in its diagonal, so that a broad one stands upright. */
  upright() {
    const { rows, cols } = this;
    const open = this.open.map((_, cell) => {
      const sides = this.open[(cell % rows) * cols + Math.floor(cell / rows)] ?? 0;
      return (sides & UP && LEFT) | (sides & LEFT && UP) | (sides & RIGHT && DOWN) | (sides & DOWN && RIGHT);
    });
    return new Film(cols, rows, open, new Uint32Array(0));
  }
}
