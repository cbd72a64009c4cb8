// The board as SVG, drawn once; from then on only what moved is moved.

import { s } from "../../app/dom.js";

/** @typedef {import("./rules.js").Level} Level */
/** @typedef {import("./rules.js").Game} Game */

/** The side of a cell in the picture's own units. */
export const UNIT = 20;
/** Cells from which on nothing slides. */
const VAST = 1200;

/** @typedef {"dead" | "tunnels" | "rooms" | "corrals"} Mask */

/**
 * One path over cells, each row of neighbours a single rectangle: what is drawn
 * anew with every step must be short.
 * @param {Level} level
 * @param {Iterable<number>} cells in any order
 */
export function area(level, cells) {
  let d = "";
  for (const [cell, length] of runs(level, cells, 1))
    d += `M${(cell % level.cols) * UNIT} ${Math.floor(cell / level.cols) * UNIT}h${length * UNIT}v${UNIT}h${-length * UNIT}z`;
  return d;
}

/**
 * The lines between cells and around them.
 * @param {Level} level
 * @param {number[]} cells
 */
export function lines(level, cells) {
  let d = "";
  for (const [cell, length] of runs(level, cells, 1))
    d += `M${(cell % level.cols) * UNIT} ${Math.floor(cell / level.cols) * UNIT}h${length * UNIT}m0 ${UNIT}h${-length * UNIT}`;
  for (const [cell, length] of runs(level, cells, level.cols))
    d += `M${(cell % level.cols) * UNIT} ${Math.floor(cell / level.cols) * UNIT}v${length * UNIT}m${UNIT} 0v${-length * UNIT}`;
  return d;
}

/**
 * Cells that follow each other in a row or a column: the first, and how many.
 * @param {Level} level
 * @param {Iterable<number>} cells
 * @param {number} step 1 along rows, the width along columns
 * @returns {[number, number][]}
 */
function runs(level, cells, step) {
  const has = new Set(cells);
  const joined = (/** @type {number} */ cell) => has.has(cell) && (step > 1 || cell % level.cols !== 0);
  /** @type {[number, number][]} */
  const found = [];
  for (const cell of has) {
    if (has.has(cell - step) && (step > 1 || cell % level.cols !== 0)) continue;
    let length = 1;
    while (joined(cell + length * step)) length += 1;
    found.push([cell, length]);
  }
  return found;
}

/**
 * One path of squares, apart from each other.
 * @param {Level} level
 * @param {Iterable<number>} cells
 * @param {number} gap
 */
export function squares(level, cells, gap) {
  const side = UNIT - 2 * gap;
  let d = "";
  for (const cell of cells)
    d += `M${(cell % level.cols) * UNIT + gap} ${Math.floor(cell / level.cols) * UNIT + gap}h${side}v${side}h${-side}z`;
  return d;
}

/** Walls that touch the inside, or every wall of a small sketch. @param {Level} level */
export function walls(level) {
  return [...level.wall.keys()].filter((cell) => level.wall[cell]);
}

/** @param {Level} level */
export function floor(level) {
  return [...level.inside.keys()].filter((cell) => level.inside[cell]);
}

/** @param {Level} level */
export function diamonds(level) {
  let d = "";
  const m = UNIT / 2;
  const a = UNIT * 0.24;
  level.target.forEach((is, cell) => {
    if (is) d += `M${(cell % level.cols) * UNIT + m} ${Math.floor(cell / level.cols) * UNIT + m - a}l${a} ${a}l${-a} ${a}l${-a} ${-a}z`;
  });
  return d;
}

/**
 * A still picture of a level, small.
 * @param {Level} level
 */
export function thumbnail(level) {
  const boxes = level.boxes.filter((cell) => !level.target[cell]);
  const home = level.boxes.filter((cell) => level.target[cell]);
  const m = UNIT / 2;
  return s(
    "svg",
    { viewBox: `0 0 ${level.cols * UNIT} ${level.rows * UNIT}`, class: "soko-thumb", "aria-hidden": "true" },
    s("path", { class: "soko-floor", d: area(level, floor(level)) }),
    s("path", { class: "soko-wall", d: area(level, walls(level)) }),
    s("path", { class: "soko-target", d: diamonds(level) }),
    s("path", { class: "soko-crate", d: squares(level, boxes, 3) }),
    s("path", { class: "soko-crate home", d: squares(level, home, 3) }),
    level.player >= 0
      ? s("circle", {
          class: "soko-man",
          cx: (level.player % level.cols) * UNIT + m,
          cy: Math.floor(level.player / level.cols) * UNIT + m,
          r: UNIT * 0.32,
        })
      : null,
  );
}

export class Picture {
  /** @param {Level} level */
  constructor(level) {
    this.level = level;
    const { rows, cols } = level;
    this.masks = /** @type {Record<Mask, SVGPathElement>} */ ({});
    for (const mask of /** @type {Mask[]} */ (["rooms", "tunnels", "dead", "corrals"]))
      this.masks[mask] = s("path", { class: `soko-mask ${mask}` });
    this.marked = s("path", { class: "soko-marked" });
    this.reach = s("path", { class: "soko-reach" });
    this.ghost = s("path", { class: "soko-ghost" });
    this.ghostBox = s("rect", { class: "soko-ghost-box", x: 2, y: 2, width: UNIT - 4, height: UNIT - 4, rx: 3, visibility: "hidden" });
    this.arrow = s("path", { class: "soko-arrow", d: "" });
    this.boxes = level.boxes.map(() => crate());
    this.man = man();
    this.cursor = s("rect", { class: "soko-cursor", x: 1, y: 1, width: UNIT - 2, height: UNIT - 2, rx: 3, visibility: "hidden" });
    this.svg = s(
      "svg",
      // On a vast board a slide of a few pixels only costs frames.
      { viewBox: `0 0 ${cols * UNIT} ${rows * UNIT}`, class: ["soko-board", rows * cols > VAST && "vast"], "aria-hidden": "true" },
      s("path", { class: "soko-floor", d: area(level, floor(level)) }),
      s("path", { class: "soko-lines", d: lines(level, floor(level)) }),
      Object.values(this.masks),
      s("path", { class: "soko-wall", d: area(level, walls(level)) }),
      s("path", { class: "soko-edge", d: squares(level, walls(level), 1.6) }),
      s("path", { class: "soko-target", d: diamonds(level) }),
      this.reach,
      this.ghost,
      this.boxes,
      this.ghostBox,
      this.man,
      this.marked,
      this.arrow,
      this.cursor,
    );
    /** Where everything was drawn last. @type {number[]} */
    this.drawn = [];
    this.drawnMan = -1;
    this.selected = -1;
  }

  /** @param {number} cell */
  place(cell) {
    return `translate(${(cell % this.level.cols) * UNIT}px,${Math.floor(cell / this.level.cols) * UNIT}px)`;
  }

  /**
   * Moves what moved.
   * @param {Game} game
   */
  show(game) {
    for (let index = 0; index < game.boxes.length; index++) {
      const cell = game.boxes[index] ?? 0;
      if (this.drawn[index] === cell) continue;
      const box = this.boxes[index];
      if (!box) continue;
      box.style.transform = this.place(cell);
      box.classList.toggle("home", this.level.target[cell] === 1);
      this.drawn[index] = cell;
    }
    if (this.drawnMan !== game.player) {
      this.man.style.transform = this.place(game.player);
      this.drawnMan = game.player;
    }
    if (this.man.dataset.facing !== String(game.facing)) this.man.dataset.facing = String(game.facing);
  }

  /**
   * @param {number} index the box, or -1 for none
   */
  select(index) {
    if (index === this.selected) return;
    this.boxes[this.selected]?.classList.remove("chosen");
    this.boxes[index]?.classList.add("chosen");
    this.selected = index;
  }

  /** Dots where something can go. @param {Iterable<number>} cells */
  dots(cells) {
    const m = UNIT / 2;
    let d = "";
    for (const cell of cells)
      d += `M${(cell % this.level.cols) * UNIT + m - 2.2} ${Math.floor(cell / this.level.cols) * UNIT + m}a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z`;
    this.reach.setAttribute("d", d);
  }

  /**
   * A line through cells, and where a box would stand at its end.
   * @param {number[]} cells
   * @param {number} [box]
   */
  way(cells, box = -1) {
    const m = UNIT / 2;
    this.ghost.setAttribute(
      "d",
      cells.length > 1
        ? `M${cells.map((cell) => `${(cell % this.level.cols) * UNIT + m} ${Math.floor(cell / this.level.cols) * UNIT + m}`).join("L")}`
        : "",
    );
    this.ghost.classList.toggle("pushed", box >= 0);
    this.ghostBox.setAttribute("visibility", box >= 0 ? "visible" : "hidden");
    if (box >= 0) this.ghostBox.style.transform = this.place(box);
  }

  /**
   * An arrow from a cell in a direction: the next push.
   * @param {number} cell -1 for none
   * @param {import("./rules.js").Dir} dir
   */
  point(cell, dir) {
    if (cell < 0) return this.arrow.setAttribute("d", "");
    const u = UNIT;
    this.arrow.setAttribute(
      "d",
      `M${u * 0.1} ${u * 0.38}h${u * 0.75}v${-u * 0.2}l${u * 0.5} ${u * 0.32}l${-u * 0.5} ${u * 0.32}v${-u * 0.2}h${-u * 0.75}z`,
    );
    this.arrow.style.transform = `${this.place(cell)} rotate(${[180, 270, 0, 90][dir]}deg)`;
  }

  /** @param {Mask} mask @param {Iterable<number>} cells */
  mask(mask, cells) {
    this.masks[mask].setAttribute("d", area(this.level, cells));
  }

  /** Rings around cells that something is said about. @param {Iterable<number>} cells */
  mark(cells) {
    this.marked.setAttribute("d", squares(this.level, cells, 1));
  }

  /**
   * The cell under a pointer, -1 outside.
   * @param {{ clientX: number, clientY: number }} event
   */
  cellAt({ clientX, clientY }) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const { rows, cols } = this.level;
    const scale = Math.min(width / cols, height / rows);
    const c = Math.floor((clientX - left - (width - cols * scale) / 2) / scale);
    const r = Math.floor((clientY - top - (height - rows * scale) / 2) / scale);
    return c < 0 || r < 0 || c >= cols || r >= rows ? -1 : r * cols + c;
  }
}

/** A box: crossed off its target, ticked on it. */
function crate() {
  return s(
    "g",
    { class: "soko-box" },
    s("rect", { class: "soko-crate", x: 2, y: 2, width: UNIT - 4, height: UNIT - 4, rx: 2.5 }),
    s("path", { class: "soko-cross", d: "M6 6L14 14M14 6L6 14" }),
    s("path", { class: "soko-tick", d: "M6 10.5L9 13.500L14.500 7" }),
  );
}

function man() {
  return s(
    "g",
    { class: "soko-player" },
    s("path", { class: "soko-man", d: "M3.500 18a6.500 6.500 0 0 1 13 0z" }),
    s("circle", { class: "soko-man", cx: 10, cy: 6.5, r: 4.2 }),
    s("circle", { class: "soko-nose", cx: 10, cy: 6.5, r: 1.4 }),
  );
}
