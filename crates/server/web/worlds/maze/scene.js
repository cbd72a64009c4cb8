// A maze in miniature: it is dug, its distances glow, a way is found.

import { dice } from "../../app/dice.js";
import { beside } from "../../app/shapes.js";
import { DOWN, Film, RIGHT } from "./film.js";
import { distances } from "./measure.js";
import { Pane } from "./pane.js";

/** @typedef {import("../../home/stage.js").Scene} Scene */

/** How a backtracker digs, as the words of a film. @param {number} rows @param {number} cols @param {ReturnType<typeof dice>} rng */
export function dig(rows, cols, rng) {
  const seen = new Uint8Array(rows * cols);
  seen[0] = 1;
  const stack = [0];
  /** @type {number[]} */
  const words = [];
  const word = (/** @type {number} */ cell, /** @type {number} */ code, last = false) =>
    words.push(((last ? 0x80000000 : 0) | (code << 26) | cell) >>> 0);
  // The codes of marks: five, and old times five, and new; fresh 0, visited 2, done 4.
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const here = at;
    const side = rng.shuffle([0, 1, 2, 3]).find((one) => seen[beside(here, one, rows, cols)] === 0);
    if (side === undefined) {
      stack.pop();
      word(here, 5 + 2 * 5 + 4, true);
      continue;
    }
    const to = beside(here, side, rows, cols);
    seen[to] = 1;
    stack.push(to);
    word(Math.min(here, to), side % 2 ? 0 : 1);
    word(to, 5 + 2);
    word(to, 4, true);
  }
  return new Film(rows, cols, new Uint8Array(rows * cols), Uint32Array.from(words));
}

/** The way back from a cell, always nearer. @param {Film} film @param {Int32Array} far @param {number} from */
export function wayTo(film, far, from) {
  const way = [from];
  for (let at = from; (far[at] ?? 0) > 0; ) {
    const next = [0, 1, 2, 3]
      .map((side) => beside(at, side, film.rows, film.cols))
      .find((to) => to >= 0 && far[to] === (far[at] ?? 0) - 1 && joined(film, at, to));
    if (next === undefined) break;
    at = next;
    way.push(at);
  }
  return way;
}

/** @param {Film} film @param {number} a @param {number} b */
export function joined({ open }, a, b) {
  const [low, high] = [Math.min(a, b), Math.max(a, b)];
  return (open[low] ?? 0) & (high - low === 1 ? RIGHT : DOWN);
}

/** A maze is dug, its distances glow, a way is found. @param {number} rows @param {number} cols @param {number} height @returns {() => Scene} */
export function mazeScene(rows, cols, height) {
  return () => {
    const rng = dice(20);
    const pane = new Pane("");
    pane.el.setAttribute("aria-hidden", "true");
    pane.el.querySelector(".maze-scroll")?.removeAttribute("tabindex");
    pane.height = height;
    pane.tint = "distance";
    let shown = 0;
    /** @type {number[]} */
    let way = [];
    const begin = () => {
      const film = dig(rows, cols, rng);
      shown = 0;
      way = [];
      film.forward(rows * cols, Infinity);
      void pane.load(film);
    };
    begin();
    return {
      el: pane.el,
      beat: 0.05,
      step() {
        const { film } = pane;
        if (!film || !("still" in film)) return;
        if (film.forward(3, Infinity)) return pane.draw();
        if (!way.length) {
          const walked = distances(film, 0);
          let result = walked.next();
          while (!result.done) result = walked.next();
          way = wayTo(film, result.value.far, rows * cols - 1).reverse();
        }
        shown += 2;
        pane.way = way.slice(0, shown);
        pane.draw();
        if (shown > way.length + 60) begin();
      },
    };
  };
}
