// A film on squares: a maze and how it came about.

import { t } from "../../app/i18n.js";
import { NUMBER, Reel } from "./reel.js";

/** Passages of a cell, one bit a side. */
export const UP = 1;
export const RIGHT = 2;
export const DOWN = 4;
export const LEFT = 8;

const MAGIC = 0x31534d44; // "DMS1"

/**
 * Those who draw what changes.
 * @typedef {object} Onlooker
 * @property {(cell: number) => void} cell its mark changed
 * @property {(cell: number, side: number, open: boolean, at: number) => void} wall the one on its right or below; `at` is the word
 */

/** A maze and how it came about. */
export class Film extends Reel {
  /**
   * @param {number} rows
   * @param {number} cols
   * @param {Uint8Array} open passages by cell at the beginning
   * @param {Uint32Array} words
   */
  constructor(rows, cols, open, words) {
    super(rows * cols, open, words);
    this.rows = rows;
    this.cols = cols;
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

  /** @param {number} cell @override */
  marked(cell) {
    this.onlooker?.cell(cell);
  }

  /** @param {number} cell @param {number} code @param {boolean} open @param {number} at @override */
  changeWall(cell, code, open, at) {
    this.#wall(cell, code & 1 ? DOWN : RIGHT, open, at);
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

  /** The same maze mirrored in its diagonal, so that a broad one stands upright; its film with it, from the beginning. */
  upright() {
    const { rows, cols, words } = this;
    const before = this.#beginning();
    const open = before.map((_, cell) => {
      const sides = before[(cell % rows) * cols + Math.floor(cell / rows)] ?? 0;
      return (sides & UP && LEFT) | (sides & LEFT && UP) | (sides & RIGHT && DOWN) | (sides & DOWN && RIGHT);
    });
    const turned = words.map((word) => {
      const cell = word & NUMBER;
      // Of walls, those on the right and those below change places.
      const rest = (word & ~NUMBER) ^ (((word >>> 26) & 31) < 4 ? 1 << 26 : 0);
      return rest | ((cell % cols) * rows + Math.floor(cell / cols));
    });
    return new Film(cols, rows, open, turned);
  }

  /** The passages before the first step. */
  #beginning() {
    const past = this.still();
    for (let at = this.at - 1; at >= 0; at--) past.#play(this.words[at] ?? 0, false);
    return past.open;
  }

  /** The passages after the last step; yields often. @returns {Generator<void, Uint8Array>} */
  *ending() {
    const last = this.still();
    for (let at = this.at; at < this.words.length; at++) {
      last.#play(this.words[at] ?? 0, true);
      if (!(at & 16383)) yield;
    }
    return last.open;
  }

  /** Does to the walls what a word says, or takes it back. @param {number} word @param {boolean} done */
  #play(word, done) {
    const code = (word >>> 26) & 31;
    if (code < 4) this.changeWall(word & NUMBER, code, code < 2 === done, -1);
  }
}
