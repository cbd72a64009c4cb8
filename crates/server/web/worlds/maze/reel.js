// A stream of steps (see `dedale_maze::steps`) that plays in both directions:
// what films on squares and on other surfaces have in common.
//
// A word is a change: bits 0–25 the cell or the wall, 26–30 what happens to it,
// 31 set on the last change of a step. The old mark is in the word, so playing
// backwards needs nothing but the words.

/** What an algorithm thinks of a cell; 1 is the frontier, 2 visited, 4 done. */
export const FRESH = 0;
export const WALK = 3;

export const NUMBER = 0x3ffffff;

/** Words that are played, and what cells are by then. */
export class Reel {
  /** @param {number} cells @param {Uint8Array} open passages at the beginning @param {Uint32Array} words */
  constructor(cells, open, words) {
    this.open = open;
    this.words = words;
    this.marks = new Uint8Array(cells);
    /** The step in which a cell was first looked at; -1 before. */
    this.born = new Int32Array(cells).fill(-1);
    this.current = -1;
    /** Words played. */
    this.at = 0;
    /** Steps played. */
    this.step = 0;
    /** Steps in all; known once `count` has run. */
    this.steps = 0;
    /** The marks that cells will have, one bit each; known with the steps. */
    this.seen = 0;
    /** Walls opened so far, less those that were built. */
    this.passages = 0;
  }

  /** A cell has another mark. @param {number} _cell */
  marked(_cell) {}

  /** A wall is opened or built. @param {number} _number @param {number} _code what the word says @param {boolean} _open @param {number} _at the word */
  changeWall(_number, _code, _open, _at) {}

  /** Something was played. */
  moved() {}

  /** Counts the steps and notes the marks; yields often. @returns {Generator<void, void>} */
  *count() {
    const { words } = this;
    let [steps, seen] = [0, 0];
    for (let i = 0; i < words.length; i++) {
      const word = /** @type {number} */ (words[i]);
      const code = (word >>> 26) & 31;
      steps += word >>> 31;
      if (code >= 5) seen |= 1 << ((code - 5) % 5);
      if (!(i & 0x3ffff)) yield;
    }
    [this.steps, this.seen] = [steps, seen];
  }

  /**
   * The way that a solver found: the last step of its film marks it, from its
   * first cell to its last, and no other step marks cells as walked.
   */
  way() {
    const { words } = this;
    const path = [];
    for (let at = words.length - 1; at >= 0; at--) {
      const word = /** @type {number} */ (words[at]);
      const code = (word >>> 26) & 31;
      if ((path.length && word >>> 31) || code < 5 || (code - 5) % 5 !== WALK) break;
      path.push(word & NUMBER);
    }
    return path.reverse();
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
      const number = word & NUMBER;
      const code = (word >>> 26) & 31;
      if (code >= 5) {
        marks[number] = (code - 5) % 5;
        if (born[number] === -1) born[number] = this.step;
        this.marked(number);
      } else if (code === 4) this.current = number;
      else this.#wall(number, code, code < 2, at);
      at += 1;
      if (word >>> 31) {
        this.step += 1;
        left -= 1;
        if (!(this.step & 15) && performance.now() > until) break;
      }
    }
    this.at = at;
    this.moved();
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
        const number = word & NUMBER;
        const code = (word >>> 26) & 31;
        if (code >= 5) {
          marks[number] = Math.floor((code - 5) / 5);
          if (marks[number] === FRESH && /** @type {number} */ (born[number]) >= this.step - 1) born[number] = -1;
          this.marked(number);
        } else if (code === 4) lost = true;
        else this.#wall(number, code, code >= 2, at);
      } while (at > 0 && (words[at - 1] ?? 0) >>> 31 === 0);
      this.step -= 1;
      left -= 1;
      if (!(this.step & 15) && performance.now() > until) break;
    }
    this.at = at;
    if (lost) this.#findCurrent();
    this.moved();
    return at > 0;
  }

  /** @param {number} number @param {number} code @param {boolean} open @param {number} at */
  #wall(number, code, open, at) {
    this.passages += open ? 1 : -1;
    this.changeWall(number, code, open, at);
  }

  #findCurrent() {
    this.current = -1;
    for (let i = this.at - 1; i >= 0; i--) {
      const word = /** @type {number} */ (this.words[i]);
      if (((word >>> 26) & 31) !== 4) continue;
      this.current = word & NUMBER;
      return;
    }
  }
}
