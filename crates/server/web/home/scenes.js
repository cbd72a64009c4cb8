// The five worlds in miniature, each by its own drawing.

import { dice } from "../app/dice.js";
import { beside } from "../app/shapes.js";
import { Drawing as FishDrawing } from "../worlds/fish/drawing.js";
import { preview, search, Town } from "../worlds/fish/town.js";
import { DEMO } from "../worlds/magic/demo.js";
import { Drawing as MagicDrawing } from "../worlds/magic/drawing.js";
import { Drawing as RaceDrawing } from "../worlds/race/drawing.js";
import { Drawing as SokobanDrawing } from "../worlds/sokoban/drawing.js";
import { Game, Level } from "../worlds/sokoban/rules.js";

export { mazeScene } from "../worlds/maze/scene.js";

/** @typedef {import("./stage.js").Scene} Scene */
/** @typedef {import("../app/wire.js").Point} Spot */

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
