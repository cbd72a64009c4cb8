// The rules of Sokoban in the page, so that a key press is a picture at once.
// Cells are numbered row by row; what lies outside the board is a wall.

/** The four steps in the order of the letters `lurd`. */
export const LETTERS = "lurd";
/** @typedef {0 | 1 | 2 | 3} Dir */
/** @type {readonly Dir[]} */
export const DIRS = [0, 1, 2, 3];
/** @type {readonly (readonly [number, number])[]} */
const STEPS = [
  [0, -1],
  [-1, 0],
  [0, 1],
  [1, 0],
];

/** A level as it begins. */
export class Level {
  /** @param {string[]} lines rows of the usual characters, perhaps ragged */
  constructor(lines) {
    /** @type {number} */
    this.rows = Math.max(1, lines.length);
    /** @type {number} */
    this.cols = Math.max(1, ...lines.map((line) => line.length));
    const area = this.rows * this.cols;
    this.wall = new Uint8Array(area);
    this.target = new Uint8Array(area);
    /** @type {number[]} */
    this.boxes = [];
    this.player = -1;
    lines.forEach((line, r) =>
      [...line].forEach((ch, c) => {
        const cell = r * this.cols + c;
        if (ch === "#") this.wall[cell] = 1;
        if (ch === "." || ch === "*" || ch === "+") this.target[cell] = 1;
        if (ch === "$" || ch === "*") this.boxes.push(cell);
        if (ch === "@" || ch === "+") this.player = cell;
      }),
    );
    /** The four cells beside each cell, -1 beyond the edge. */
    this.beside = new Int32Array(area * 4);
    for (let cell = 0; cell < area; cell++) {
      for (const dir of DIRS) {
        const [dr, dc] = STEPS[dir] ?? [0, 0];
        const r = Math.floor(cell / this.cols) + dr;
        const c = (cell % this.cols) + dc;
        this.beside[cell * 4 + dir] = r < 0 || c < 0 || r >= this.rows || c >= this.cols ? -1 : r * this.cols + c;
      }
    }
    /** Where the player could walk if boxes were air. */
    this.inside = new Uint8Array(area);
    const queue = this.player < 0 ? [] : [this.player];
    for (const cell of queue) this.inside[cell] = 1;
    for (let at = 0; at < queue.length; at++) {
      for (const dir of DIRS) {
        const next = this.next(queue[at] ?? 0, dir);
        if (next < 0 || this.wall[next] || this.inside[next]) continue;
        this.inside[next] = 1;
        queue.push(next);
      }
    }
  }

  /**
   * The cell beside a cell, -1 beyond the edge.
   * @param {number} cell
   * @param {Dir} dir
   * @returns {number}
   */
  next(cell, dir) {
    return this.beside[cell * 4 + dir] ?? -1;
  }

  /**
   * A position on this level as text.
   * @param {Iterable<number>} boxes
   * @param {number} player
   */
  text(boxes = this.boxes, player = this.player) {
    const has = new Set(boxes);
    const rows = [];
    for (let r = 0; r < this.rows; r++) {
      let row = "";
      for (let c = 0; c < this.cols; c++) {
        const cell = r * this.cols + c;
        const home = this.target[cell];
        row += this.wall[cell] ? "#" : has.has(cell) ? (home ? "*" : "$") : cell === player ? (home ? "+" : "@") : home ? "." : " ";
      }
      rows.push(row.trimEnd());
    }
    return rows;
  }
}

/**
 * The same puzzle without walls that nobody can touch, cut to what is left.
 * @param {string[]} rows
 */
export function trimmed(rows) {
  const level = new Level(rows);
  const near = (/** @type {number} */ r, /** @type {number} */ c) =>
    [-1, 0, 1].some((dr) =>
      [-1, 0, 1].some(
        (dc) => r + dr >= 0 && c + dc >= 0 && r + dr < level.rows && c + dc < level.cols && level.inside[(r + dr) * level.cols + c + dc],
      ),
    );
  const kept = level.text().map((row, r) =>
    [...row]
      .map((ch, c) => (ch === "#" && !near(r, c) ? " " : ch))
      .join("")
      .trimEnd(),
  );
  while (kept.length && !kept[0]) kept.shift();
  while (kept.length && !kept[kept.length - 1]) kept.pop();
  const left = Math.min(...kept.filter(Boolean).map((row) => row.search(/\S/)));
  return kept.map((row) => row.slice(left));
}

/** A name of a level for what this browser remembers. @param {string[]} rows */
export function keyOf(rows) {
  return rows.map((row) => row.replace(/[-_]/g, " ").trimEnd()).join("|");
}

/** A level from its line; anything that is no board gives no rows. @param {string} text */
export function decoded(text) {
  if (!/^[0-9#@+$*.|\-_ ]{1,6000}$/.test(text)) return [];
  let size = 0;
  const plain = text.replace(/([0-9]+)([^0-9])/g, (_, n, one) => {
    size += Math.min(Number(n), 4000);
    return size > 40_000 ? "" : one.repeat(Math.min(Number(n), 4000));
  });
  return plain.split("|").map((row) => row.replace(/[-_]/g, " "));
}

/** @typedef {{ dir: Dir, box: number, stroke: number, shown: boolean }} Move a step, which box it pushed or -1, and whether the solver showed it */

/** A level being played, with everything that was done. */
export class Game {
  /** @param {Level} level */
  constructor(level) {
    this.level = level;
    this.boxes = [...level.boxes];
    this.player = level.player;
    this.facing = /** @type {Dir} */ (3);
    this.boxAt = new Int32Array(level.rows * level.cols).fill(-1);
    this.boxes.forEach((cell, index) => {
      this.boxAt[cell] = index;
    });
    /** @type {Move[]} */
    this.log = [];
    /** How many of the log are done; the rest can be done again. */
    this.at = 0;
    this.pushes = 0;
    this.home = this.boxes.filter((cell) => level.target[cell]).length;
    this.stroke = 0;
    /** Whether what is played now comes from the solver. */
    this.showing = false;
    // Boxes outside the walls are decoration.
    this.wanted = this.boxes.filter((cell) => level.inside[cell]).length;
  }

  get moves() {
    return this.at;
  }

  get solved() {
    return this.boxes.every((cell) => this.level.target[cell] || !this.level.inside[cell]);
  }

  /** @param {number} cell */
  free(cell) {
    return cell >= 0 && !this.level.wall[cell] && (this.boxAt[cell] ?? -1) < 0;
  }

  /** What follows belongs to one wish and is undone as one. */
  begin() {
    this.stroke += 1;
  }

  /**
   * One step; false if nothing can move there.
   * @param {Dir} dir
   */
  step(dir) {
    const { level } = this;
    const next = level.next(this.player, dir);
    this.facing = dir;
    if (next < 0 || level.wall[next]) return false;
    const box = this.boxAt[next] ?? -1;
    if (box >= 0) {
      const beyond = level.next(next, dir);
      if (!this.free(beyond)) return false;
      this.#carry(box, beyond);
      this.pushes += 1;
    }
    this.player = next;
    this.log.length = this.at;
    this.log.push({ dir, box, stroke: this.stroke, shown: this.showing });
    this.at += 1;
    return true;
  }

  /** @param {number} box @param {number} to */
  #carry(box, to) {
    const from = this.boxes[box] ?? 0;
    this.boxAt[from] = -1;
    this.boxAt[to] = box;
    this.boxes[box] = to;
    this.home += (this.level.target[to] ?? 0) - (this.level.target[from] ?? 0);
  }

  /**
   * Puts boxes and player elsewhere; what was done before is forgotten.
   * @param {number[]} boxes in any order
   * @param {number} player
   */
  place(boxes, player) {
    const left = new Set(boxes);
    // Boxes that stay keep their number, so that nothing jumps.
    const moved = this.boxes.flatMap((cell, index) => (left.delete(cell) ? [] : [index]));
    for (const index of moved) this.boxAt[this.boxes[index] ?? 0] = -1;
    for (const [at, cell] of [...left].entries()) {
      const index = moved[at] ?? 0;
      this.boxes[index] = cell;
      this.boxAt[cell] = index;
    }
    this.player = player;
    this.home = this.boxes.filter((cell) => this.level.target[cell]).length;
    this.log.length = this.at = this.pushes = 0;
  }

  /** Whether boxes and player stand here. @param {number[]} boxes @param {number} player */
  stands(boxes, player) {
    return player === this.player && boxes.length === this.boxes.length && boxes.every((cell) => (this.boxAt[cell] ?? -1) >= 0);
  }

  /** Takes back one step. */
  #back() {
    const move = this.log[this.at - 1];
    if (!move) return;
    const away = /** @type {Dir} */ ((move.dir + 2) % 4);
    if (move.box >= 0) {
      this.#carry(move.box, this.player);
      this.pushes -= 1;
    }
    this.player = this.level.next(this.player, away);
    this.facing = move.dir;
    this.at -= 1;
  }

  /** Does one step again. */
  #again() {
    const move = this.log[this.at];
    if (!move) return;
    const next = this.level.next(this.player, move.dir);
    if (move.box >= 0) {
      this.#carry(move.box, this.level.next(next, move.dir));
      this.pushes += 1;
    }
    this.player = next;
    this.facing = move.dir;
    this.at += 1;
  }

  /** Takes back what the last wish did; false at the start. */
  undo() {
    const stroke = this.log[this.at - 1]?.stroke;
    if (stroke === undefined) return false;
    while (this.at > 0 && this.log[this.at - 1]?.stroke === stroke) this.#back();
    return true;
  }

  /** Does again what was taken back; false if nothing was. */
  redo() {
    const stroke = this.log[this.at]?.stroke;
    if (stroke === undefined) return false;
    while (this.log[this.at]?.stroke === stroke) this.#again();
    return true;
  }

  /**
   * Goes to any moment of the log.
   * @param {number} at
   */
  seek(at) {
    const to = Math.max(0, Math.min(this.log.length, at));
    while (this.at > to) this.#back();
    while (this.at < to) this.#again();
  }

  /** The moves made, pushes in capitals. */
  lurd(all = false) {
    return this.log
      .slice(0, all ? undefined : this.at)
      .map(({ dir, box }) => (box < 0 ? LETTERS[dir] : LETTERS[dir]?.toUpperCase()))
      .join("");
  }

  /**
   * Plays moves; stops at the first that cannot be made and says whether all could.
   * @param {string} text those in brackets were the solver's
   */
  play(text) {
    let whole = true;
    for (const letter of text.toLowerCase()) {
      if (letter === "(" || letter === ")") this.showing = letter === "(";
      const dir = LETTERS.indexOf(letter);
      if (dir < 0) continue;
      this.begin();
      whole = this.step(/** @type {Dir} */ (dir));
      if (!whole) break;
    }
    this.showing = false;
    return whole;
  }

  /**
   * The moves made, to be taken up again: those of the solver in brackets.
   * @param {{ filming?: boolean }} [options] whether the solver's way is only watched, and no part of the game
   */
  written({ filming = false } = {}) {
    const { log } = this;
    // The film lies behind the game; wherever it stands, the game stands before it.
    let end = filming && log.at(-1)?.shown ? log.length : this.at;
    while (filming && log[end - 1]?.shown) end -= 1;
    let written = "";
    log.slice(0, end).forEach(({ dir, box, shown }, i, all) => {
      if (shown && !all[i - 1]?.shown) written += "(";
      written += box < 0 ? LETTERS[dir] : LETTERS[dir]?.toUpperCase();
      if (shown && !all[i + 1]?.shown) written += ")";
    });
    return written;
  }

  /**
   * Lays the solver's moves ahead, to be done step by step; a stroke a push.
   * @param {string} text
   */
  layAhead(text) {
    const { at } = this;
    this.showing = true;
    this.begin();
    for (const letter of text) {
      const dir = DIRS[LETTERS.indexOf(letter.toLowerCase())];
      if (dir === undefined) continue;
      const { pushes } = this;
      if (!this.step(dir)) break;
      if (this.pushes > pushes) this.begin();
    }
    this.showing = false;
    this.seek(at);
  }

  /** Whether every move made was the visitor's own. */
  get unaided() {
    return !this.log.slice(0, this.at).some(({ shown }) => shown);
  }

  /** The position as rows of a level. */
  text() {
    return this.level.text(this.boxes, this.player);
  }

  /**
   * The shortest walk to a cell; nothing if there is none.
   * @param {number} to
   * @param {number} from
   * @returns {Dir[] | undefined}
   */
  walk(to, from = this.player) {
    if (!this.free(to)) return;
    const { level } = this;
    const came = new Int8Array(level.rows * level.cols).fill(-1);
    const queue = [from];
    for (let at = 0; at < queue.length && queue[at] !== to; at++) {
      for (const dir of DIRS) {
        const next = level.next(queue[at] ?? 0, dir);
        if (next === from || !this.free(next) || (came[next] ?? 0) >= 0) continue;
        came[next] = dir;
        queue.push(next);
      }
    }
    if (to !== from && (came[to] ?? -1) < 0) return;
    /** @type {Dir[]} */
    const way = [];
    for (let cell = to; cell !== from; ) {
      const dir = /** @type {Dir} */ (came[cell]);
      way.push(dir);
      cell = level.next(cell, /** @type {Dir} */ ((dir + 2) % 4));
    }
    return way.reverse();
  }
}
