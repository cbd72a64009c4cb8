// The five worlds in miniature, each by its own drawing.

import { dice } from "../app/dice.js";
import { Drawing as FishDrawing } from "../worlds/fish/drawing.js";
import { preview, search, Town } from "../worlds/fish/town.js";
import { Drawing as MagicDrawing } from "../worlds/magic/drawing.js";
import { DOWN, Film, RIGHT } from "../worlds/maze/film.js";
import { distances } from "../worlds/maze/measure.js";
import { Pane } from "../worlds/maze/pane.js";
import { Drawing as RaceDrawing } from "../worlds/race/drawing.js";
import { Drawing as SokobanDrawing } from "../worlds/sokoban/drawing.js";
import { Game, Level } from "../worlds/sokoban/rules.js";
import { DEMO } from "./magic_demo.js";

/** @typedef {import("./stage.js").Scene} Scene */
/** @typedef {import("../app/wire.js").Point} Spot */

/** The cell beside another: up, right, down, left; -1 beyond the edge. @param {number} cell @param {number} side @param {number} rows @param {number} cols */
function beside(cell, side, rows, cols) {
  const [dr, dc] = [
    [-1, 0],
    [0, 1],
    [1, 0],
    [0, -1],
  ][side] ?? [0, 0];
  const [r, c] = [Math.floor(cell / cols) + (dr ?? 0), (cell % cols) + (dc ?? 0)];
  return r < 0 || c < 0 || r >= rows || c >= cols ? -1 : r * cols + c;
}

/** How a backtracker digs, as the words of a film. @param {number} rows @param {number} cols @param {ReturnType<typeof dice>} rng */
function dig(rows, cols, rng) {
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
function wayTo(film, far, from) {
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
function joined({ open }, a, b) {
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

/** Pawns find their shortest ways through rubble. @returns {Scene} */
export function raceScene() {
  const rng = dice(7);
  const [rows, cols] = [13, 19];
  const goal = 6 * cols + 9;
  const corners = [cols + 1, 2 * cols - 2, (rows - 2) * cols + 1, (rows - 1) * cols - 2];
  const drawing = new RaceDrawing("");
  const spot = (/** @type {number} */ cell) => /** @type {Spot} */ ([Math.floor(cell / cols), cell % cols]);
  /** @type {number[][]} */
  let ways = [];
  let time = 0;

  /** Steps to the goal from every free cell. @param {boolean[]} solid */
  function steps(solid) {
    const far = new Int32Array(rows * cols).fill(-1);
    far[goal] = 0;
    const queue = [goal];
    for (const at of queue) {
      for (const side of [0, 1, 2, 3]) {
        const to = beside(at, side, rows, cols);
        if (to < 0 || solid[to] || far[to] !== -1) continue;
        far[to] = (far[at] ?? 0) + 1;
        queue.push(to);
      }
    }
    return far;
  }

  function begin() {
    time = 0;
    for (;;) {
      const solid = Array.from({ length: rows * cols }, (_, cell) => {
        const [r, c] = spot(cell);
        return r === 0 || c === 0 || r === rows - 1 || c === cols - 1 || (rng.next() < 0.3 && ![goal, ...corners].includes(cell));
      });
      const far = steps(solid);
      if (!corners.every((cell) => (far[cell] ?? -1) > 0)) continue;
      const nearer = (/** @type {number} */ at) =>
        rng
          .shuffle([0, 1, 2, 3])
          .map((side) => beside(at, side, rows, cols))
          .find((to) => far[to] === (far[at] ?? 0) - 1) ?? goal;
      ways = corners.map((cell) => {
        const way = [cell];
        while (way.at(-1) !== goal) way.push(nearer(way.at(-1) ?? goal));
        return way;
      });
      drawing.ground(
        Array.from({ length: rows }, (_, r) =>
          solid
            .slice(r * cols, (r + 1) * cols)
            .map((one) => (one ? "*" : " "))
            .join(""),
        ),
      );
      return;
    }
  }
  begin();
  return {
    el: drawing.svg,
    beat: 0.35,
    step() {
      time += 1;
      const shortest = Math.min(...ways.map((way) => way.length)) - 1;
      if (time > shortest + 8) begin();
      drawing.target(spot(goal));
      ways.forEach((way, seat) => {
        const walked = way.slice(0, Math.min(time, shortest) + 1);
        if (walked.length > 1) drawing.way(`trail${seat}`, walked.map(spot), seat, "trail");
        drawing.pawn(seat, spot(walked.at(-1) ?? goal), false);
      });
      drawing.done();
    },
  };
}

/** Shops and trees go up; roads appear by themselves. @returns {Scene} */
export function fishScene() {
  const rng = dice(11);
  const drawing = new FishDrawing("");
  drawing.grid.remove();
  let town = new Town(["."], false);
  const owners = new Map();
  let rest = 0;
  const grow = () => {
    for (const road of search(town).roads.keys()) town.marks[road] = "#";
  };
  const begin = () => {
    rest = 0;
    owners.clear();
    town = new Town(["..........", ".A......C.", "..........", "....B.....", "..........", "..D.....E.", ".........."], false);
    grow();
  };
  begin();
  return {
    el: drawing.el,
    beat: 0.6,
    step() {
      const free = town.marks.flatMap((mark, cell) => (mark === "." ? [cell] : []));
      const cell = free[rng.below(free.length)];
      if (cell === undefined) {
        rest += 1;
        if (rest > 5) begin();
      } else {
        const mark = rng.next() < 0.6 ? ("abcde"[rng.below(5)] ?? "a") : "T";
        const then = preview(town, cell, mark)?.then;
        if (then) town = then;
        if (mark !== "T") owners.set(cell, rng.below(4));
      }
      drawing.show(town, owners, new Set(), () => "");
    },
  };
}

/** Pawns slide along the aisles of a growing supermarket. @returns {Scene} */
export function magicScene() {
  const drawing = new MagicDrawing("", () => {});
  drawing.svg.setAttribute("aria-hidden", "true");
  let at = 0;
  let tiles = 1;
  let pawns = [...DEMO.start];
  return {
    el: drawing.el,
    beat: 0.55,
    step() {
      const move = DEMO.moves[at++];
      if (move === "+") tiles += 1;
      else if (move) pawns = pawns.with(...move);
      else if (at > DEMO.moves.length + 5) [at, tiles, pawns] = [0, 1, [...DEMO.start]];
      const market = DEMO.market.slice(0, tiles);
      drawing.ground(/** @type {any} */ ({ market, used: [], pawns, scenario: 2 }));
      drawing.place(pawns, -1);
    },
  };
}

const LEVEL = ["##########", "#   #    #", "# $   .  #", "#  $ #.  #", "# @  $ . #", "#        #", "##########"];
const SOLUTION = "ulurrrrurdllddrrlllulurrr";

/** A small level of our own, solved again and again. @returns {Scene} */
export function sokobanScene() {
  const game = new Game(new Level(LEVEL));
  const drawing = new SokobanDrawing(game.level);
  game.layAhead(SOLUTION);
  let rest = 0;
  return {
    el: drawing.svg,
    beat: 0.24,
    step() {
      if (game.at < game.log.length) game.seek(game.at + 1);
      else if (++rest > 9) {
        rest = 0;
        game.seek(0);
      }
      drawing.show(game);
    },
  };
}
