// The board of a lesson: squares with texts and marks, walls between them,
// lines above them. It can be clicked, touched and walked with the arrow keys.

import { h, s, set } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { beside } from "../app/shapes.js";
import { shapeOf } from "./sprites.js";

/**
 * What a square shows. `look` is a class of learn.css, `fill` a colour on top
 * of it; `name` is what a screen reader says after the place.
 * @typedef {{ look?: string, fill?: string, text?: string | number, top?: string | number, low?: string | number, mark?: string, name?: string }} Square
 */

/**
 * A wall on the right of square `a` or below it, up to square `b`.
 * @typedef {{ a: number, b: number, look?: string, text?: string | number }} Wall
 */

/**
 * @typedef {{ squares: Square[], walls?: Wall[], over?: SVGElement[] }} Picture
 */

/** The side of a square in the picture's own unit. */
export const SIDE = 40;

/** How much of a square the front of a wall takes, or its shadow. */
const EDGE = 5;

const KEYS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

/**
 * A click on a board whose things move: the first takes one up, the second
 * sets it down where there is room; any other changes the ground.
 * @param {{ held: number }} model
 * @param {number} i the square
 * @param {{ things: number[], ground: boolean[], apart?: number, move: (thing: number) => void }} board where things are, which may share a square with those from `apart` on
 */
export function carry(model, i, { things, ground, apart = Infinity, move }) {
  const { held } = model;
  const on = things.indexOf(i);
  model.held = held < 0 ? on : -1;
  if (held < 0 && on < 0) ground[i] = !item(ground, i);
  const taken = on >= 0 && on !== held && on < apart === held < apart;
  if (held >= 0 && !taken && !item(ground, i)) move(held);
}

/**
 * The element of a list that must be there.
 * @template T
 * @param {ArrayLike<T>} list
 * @param {number} i
 * @returns {T}
 */
export function item(list, i) {
  if (i < 0 || i >= list.length) throw new RangeError(`nothing at ${i}`);
  return /** @type {T} */ (list[i]);
}

/**
 * The name of a place: row and column, counted from one.
 * @param {number} i
 * @param {number} cols
 */
export function place(i, cols) {
  return t(`row ${Math.floor(i / cols) + 1}, column ${(i % cols) + 1}`, `ligne ${Math.floor(i / cols) + 1}, colonne ${(i % cols) + 1}`);
}

/**
 * A place for short lists: a letter for the column, a number for the row.
 * @param {number} i
 * @param {number} cols
 */
export function spot(i, cols) {
  return `${String.fromCharCode(97 + (i % cols))}${Math.floor(i / cols) + 1}`;
}

export class Board {
  /**
   * @param {number} rows
   * @param {number} cols
   * @param {string} label
   * @param {{ click?: (i: number) => void, wall?: (a: number, b: number) => void, coords?: boolean }} [hands]
   */
  constructor(rows, cols, label, hands = {}) {
    this.rows = rows;
    this.cols = cols;
    this.hands = hands;
    this.here = 0;
    this.lines = s("g", { class: "lines", "aria-hidden": "true" });
    this.over = s("g", { class: "over", "aria-hidden": "true" });
    const live = Boolean(hands.click || hands.wall);
    this.squares = Array.from({ length: rows * cols }, (_, i) => this.#square(i, live));
    const width = cols * SIDE;
    const height = rows * SIDE;
    const rim = hands.coords ? 15 : 2;
    this.svg = s(
      "svg",
      {
        class: live ? "lesson-board live" : "lesson-board",
        viewBox: `${-rim} ${-rim} ${width + rim + 2} ${height + rim + 2}`,
        ...(live ? { role: "grid", "aria-label": label } : { role: "img", "aria-label": label }),
      },
      Array.from({ length: rows }, (_, r) =>
        s(
          "g",
          live ? { role: "row" } : null,
          this.squares.slice(r * cols, (r + 1) * cols).map(({ g }) => g),
        ),
      ),
      this.over,
      this.lines,
      s("rect", { class: "rim", x: 0, y: 0, width, height }),
      hands.coords ? coords(rows, cols) : null,
    );
    if (live) this.#listen();
  }

  /** @param {number} i @param {boolean} live */
  #square(i, live) {
    const x = (i % this.cols) * SIDE;
    const y = Math.floor(i / this.cols) * SIDE;
    const mid = { x: x + SIDE / 2, y: y + SIDE / 2 };
    const rect = s("rect", { x, y, width: SIDE, height: SIDE });
    const edge = s("rect", { class: "edge", x, width: SIDE, height: EDGE });
    const halo = s("rect", { class: "halo", x: x + 2, y: y + 2, width: SIDE - 4, height: SIDE - 4 });
    const mark = s("g", { class: "mark", transform: `translate(${x} ${y})` });
    const text = s("text", { class: "mid", ...mid });
    const top = s("text", { class: "top", x: x + 5, y: y + 11 });
    const low = s("text", { class: "low", x: x + SIDE - 5, y: y + SIDE - 5 });
    const g = s(
      "g",
      { class: "sq", "data-i": i, ...(live ? { role: "gridcell", tabindex: i === 0 ? 0 : -1 } : null) },
      rect,
      edge,
      mark,
      text,
      top,
      low,
      halo,
    );
    return { g, rect, edge, mark, text, top, low, marked: "" };
  }

  #listen() {
    const of = (/** @type {Event} */ event) =>
      Number(/** @type {Element} */ (event.target).closest("[data-i]")?.getAttribute("data-i") ?? -1);
    this.svg.addEventListener("click", (event) => {
      const i = of(event);
      if (i < 0) return;
      this.#walk(i);
      if (this.hands.click) return this.hands.click(i);
      // The wall that is nearest to the pointer.
      const box = item(this.squares, i).rect.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width;
      const y = (event.clientY - box.top) / box.height;
      const gaps = [y, 1 - x, 1 - y, x];
      const near = [0, 1, 2, 3]
        .filter((side) => beside(i, side, this.rows, this.cols) >= 0)
        .sort((a, b) => item(gaps, a) - item(gaps, b))[0];
      if (near !== undefined) this.#wall(i, near);
    });
    this.svg.addEventListener("keydown", (event) => {
      const i = of(event);
      if (i < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      const side = KEYS.indexOf(event.key);
      if (side >= 0) {
        event.preventDefault();
        const to = beside(i, side, this.rows, this.cols);
        if (event.shiftKey && this.hands.wall) this.#wall(i, side);
        else if (to >= 0) this.#walk(to);
      } else if ((event.key === "Enter" || event.key === " ") && this.hands.click) {
        event.preventDefault();
        this.hands.click(i);
      }
    });
  }

  /** @param {number} i @param {number} side */
  #wall(i, side) {
    const to = beside(i, side, this.rows, this.cols);
    if (to >= 0) this.hands.wall?.(Math.min(i, to), Math.max(i, to));
  }

  /** @param {number} to */
  #walk(to) {
    item(this.squares, this.here).g.setAttribute("tabindex", "-1");
    this.here = to;
    const { g } = item(this.squares, to);
    g.setAttribute("tabindex", "0");
    g.focus({ preventScroll: true });
  }

  /** @param {Picture} picture */
  draw({ squares, walls = [], over = [] }) {
    squares.forEach((square, i) => {
      const el = item(this.squares, i);
      const edge = this.#edge(squares, i);
      set(el.g, { class: `sq ${square.look ?? ""} ${edge}` });
      const y = Math.floor(i / this.cols) * SIDE;
      el.edge.setAttribute("y", String(edge === "front" ? y + SIDE - EDGE : y));
      // What is to be seen in a square is part of its name.
      const seen = [square.text, square.top, square.low].filter((one) => one !== undefined && one !== "").join(" ");
      const says = [square.name, seen].filter(Boolean).join(", ");
      if (this.hands.click || this.hands.wall) el.g.setAttribute("aria-label", `${place(i, this.cols)}${says ? `: ${says}` : ""}`);
      el.rect.style.fill = square.fill ?? "";
      write(el.text, square.text);
      write(el.top, square.top);
      write(el.low, square.low);
      const mark = square.mark ?? "";
      if (mark !== el.marked) {
        el.marked = mark;
        el.mark.replaceChildren(...mark.split(" ").filter(Boolean).map(shapeOf));
      }
    });
    this.lines.replaceChildren(...walls.flatMap((wall) => this.#line(wall)));
    this.over.replaceChildren(...over);
  }

  /** Whether a wall shows its front in a square, or throws its shadow into it. @param {Square[]} squares @param {number} i */
  #edge(squares, i) {
    const solid = (/** @type {number} */ at) => Boolean(squares[at]?.look?.split(" ").includes("solid"));
    if (solid(i)) return i + this.cols < squares.length && !solid(i + this.cols) ? "front" : "";
    return solid(i - this.cols) ? "shaded" : "";
  }

  /** @param {Wall} wall @returns {SVGElement[]} */
  #line({ a, b, look = "", text }) {
    const x = (b % this.cols) * SIDE;
    const y = Math.floor(b / this.cols) * SIDE;
    const across = b - a !== 1 || this.cols === 1;
    const line = s("line", { class: `wall ${look}`, x1: x, y1: y, x2: across ? x + SIDE : x, y2: across ? y : y + SIDE });
    if (text === undefined) return [line];
    const [cx, cy] = across ? [x + SIDE / 2, y] : [x, y + SIDE / 2];
    return [line, s("g", { class: `tag ${look}` }, s("circle", { cx, cy, r: 8.5 }), s("text", { x: cx, y: cy }, text))];
  }

  /** The middle of a square. @param {number} i @returns {[number, number]} */
  mid(i) {
    return middle(i, this.cols);
  }
}

/**
 * @param {SVGTextElement} el
 * @param {string | number | undefined} text
 */
function write(el, text) {
  const now = text === undefined ? "" : String(text);
  if (el.textContent !== now) el.textContent = now;
}

/**
 * The middle of a square.
 * @param {number} i
 * @param {number} cols
 * @returns {[number, number]}
 */
export function middle(i, cols) {
  return [((i % cols) + 0.5) * SIDE, (Math.floor(i / cols) + 0.5) * SIDE];
}

/**
 * A line through the middles of squares.
 * @param {number[]} way
 * @param {number} cols
 * @param {string} look
 */
export function trail(way, cols, look) {
  return s("polyline", { class: `trail ${look}`, points: way.map((i) => middle(i, cols).join(",")).join(" ") });
}

/**
 * An arrow from square to square, with room left at both ends.
 * @param {number} from
 * @param {number} to
 * @param {number} cols
 * @param {string} look
 * @param {{ start?: number, end?: number, aside?: number }} [room]
 */
export function arrow(from, to, cols, look, { start = 9, end = 9, aside = 0 } = {}) {
  const [x1, y1] = middle(from, cols);
  const [x2, y2] = middle(to, cols);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ox, oy] = [-uy * aside, ux * aside];
  const [ax, ay] = [x1 + ux * start + ox, y1 + uy * start + oy];
  const [bx, by] = [x2 - ux * end + ox, y2 - uy * end + oy];
  const wing = (/** @type {number} */ turn) => `${bx - ux * 5 - uy * 3.2 * turn},${by - uy * 5 + ux * 3.2 * turn}`;
  return s(
    "g",
    { class: `arrow ${look}` },
    s("line", { x1: ax, y1: ay, x2: bx - ux * 3, y2: by - uy * 3 }),
    s("polygon", { points: `${bx},${by} ${wing(1)} ${wing(-1)}` }),
  );
}

/**
 * Letters above the columns and numbers beside the rows.
 * @param {number} rows
 * @param {number} cols
 */
function coords(rows, cols) {
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string | number} */ name) => s("text", { x, y }, name);
  return s(
    "g",
    { class: "coords", "aria-hidden": "true" },
    Array.from({ length: cols }, (_, c) => text((c + 0.5) * SIDE, -7, String.fromCharCode(97 + c))),
    Array.from({ length: rows }, (_, r) => text(-8, (r + 0.5) * SIDE, r + 1)),
  );
}

/**
 * The colours of classes and players; the ninth is the first again.
 * @param {number} n
 */
export function colour(n) {
  return `var(--player-${(n % 8) + 1})`;
}

/**
 * A mark as a small picture in a text.
 * @param {string} name
 */
export function glyph(name) {
  return h("span", { class: "glyph", "aria-hidden": "true" }, s("svg", { viewBox: `0 0 ${SIDE} ${SIDE}` }, shapeOf(name)));
}
