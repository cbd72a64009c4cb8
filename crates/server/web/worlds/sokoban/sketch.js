// A level being drawn: what a tool does to a cell, with everything undone and
// done again.

/** @typedef {"wall" | "floor" | "target" | "box" | "player"} Tool */

const BLANK = ["##########", "#        #", "#   .    #", "#   $    #", "#   @    #", "#        #", "##########"];
/** The largest side. */
export const LARGEST = 60;
const PAST = 500;

/** The characters that show a tool's thing. @type {Record<Tool, string>} */
const SIGNS = { wall: "#", floor: "", target: ".*+", box: "$*", player: "@+" };

export class Sketch {
  /** @param {string[]} given */
  constructor(given) {
    /** @type {string[][]} */
    this.grid = [];
    /** @type {string[][][]} */
    this.past = [];
    /** @type {string[][][]} */
    this.future = [];
    this.#take(given.some((row) => row.trim()) ? given : BLANK);
  }

  get rows() {
    return this.grid.length;
  }

  get cols() {
    return this.grid[0]?.length ?? 0;
  }

  /** The level as text, rows cut at their ends. */
  text() {
    return this.grid.map((row) => row.join("").trimEnd());
  }

  /** The level with all rows equally long. */
  full() {
    return this.grid.map((row) => row.join(""));
  }

  /** @param {string[]} rows */
  #take(rows) {
    const wide = Math.max(1, ...rows.map((row) => row.length));
    this.grid = rows.map((row) => [...row.padEnd(wide)]);
  }

  /** What follows is one stroke. */
  begin() {
    this.past.push(this.grid.map((row) => [...row]));
    if (this.past.length > PAST) this.past.shift();
    this.future.length = 0;
  }

  /** @param {string[]} rows */
  replace(rows) {
    this.begin();
    this.#take(rows);
  }

  undo() {
    this.#swap(this.past, this.future);
  }

  redo() {
    this.#swap(this.future, this.past);
  }

  /** @param {string[][][]} from @param {string[][][]} to */
  #swap(from, to) {
    const grid = from.pop();
    if (!grid) return;
    to.push(this.grid);
    this.grid = grid;
  }

  /** @param {number} r @param {number} c */
  at(r, c) {
    return this.grid[r]?.[c] ?? " ";
  }

  /** Whether a tool's thing is there already. @param {number} r @param {number} c @param {Tool} tool */
  has(r, c, tool) {
    return SIGNS[tool].includes(this.at(r, c));
  }

  /**
   * Puts something on a cell, or takes it away.
   * @param {number} r
   * @param {number} c
   * @param {Tool} tool
   * @param {boolean} [off]
   */
  write(r, c, tool, off = false) {
    if (!this.grid[r] || c < 0 || c >= this.cols) return;
    // There is only one player.
    if (tool === "player" && !off) this.grid = this.grid.map((row) => row.map((ch) => (ch === "@" ? " " : ch === "+" ? "." : ch)));
    const old = this.at(r, c);
    const target = ".*+".includes(old);
    const plain = { "*": "$", "+": "@" }[old] ?? " ";
    const aimed = { $: "*", "@": "+", "*": "*", "+": "+" }[old] ?? ".";
    const made = {
      wall: off ? " " : "#",
      floor: " ",
      target: off ? plain : aimed,
      box: off ? (target ? "." : " ") : target ? "*" : "$",
      player: off ? old : target ? "+" : "@",
    }[tool];
    const row = this.grid[r];
    if (row) row[c] = made;
  }

  /** @param {number} wide @param {number} tall */
  resize(wide, tall) {
    const fit = (/** @type {number} */ n) => Math.max(3, Math.min(LARGEST, Math.round(n) || 3));
    this.begin();
    this.grid = Array.from({ length: fit(tall) }, (_, r) => Array.from({ length: fit(wide) }, (_, c) => this.at(r, c)));
  }
}
