// What the lessons on Sokoban share: a store that the reader changes, the
// pushes of a position, and where a box can be pulled from a target, alone on
// the board. Outside the board is wall.

import { button, segments } from "../app/controls.js";
import { t } from "../app/i18n.js";
import { beside } from "../app/shapes.js";
import { item } from "./board.js";
import { reachOf } from "./corrals.js";

/** @typedef {"box" | "target" | "wall" | "player"} Tool */
/** @typedef {{ wall: boolean[], box: boolean[], target: boolean[], player: number, tool: Tool }} Model */
/** The boxes in ascending order, and the lowest square the player reaches. @typedef {{ boxes: number[], zone: number }} Position */

export const STORE_HINT = t(
  "Choose what a click places, then click squares to place or remove it. On the keyboard: arrows and Enter.",
  "Choisissez ce qu’un clic place, puis cliquez sur les cases pour en poser ou en ôter. Au clavier : flèches et Entrée.",
);

/**
 * Reads a store: `#` wall, `$` box, `o` target, `*` box on a target, `@` player.
 * @param {string[]} rows
 * @param {Tool} [tool]
 * @returns {Model}
 */
export function readStore(rows, tool = "box") {
  const all = [...rows.join("")];
  return {
    wall: all.map((c) => c === "#"),
    box: all.map((c) => c === "$" || c === "*"),
    target: all.map((c) => c === "o" || c === "*"),
    player: all.indexOf("@"),
    tool,
  };
}

/**
 * What a click on a square does.
 * @param {Model} model
 * @param {number} i
 * @returns {string | void}
 */
export function clickStore(model, i) {
  if (i === model.player && model.tool !== "target") return t("The player stands here.", "Le joueur est ici.");
  if (model.tool === "player") {
    model.wall[i] = model.box[i] = false;
    model.player = i;
  } else if (model.tool === "wall") {
    model.wall[i] = !item(model.wall, i);
    model.box[i] = model.target[i] = false;
  } else {
    model.wall[i] = false;
    model[model.tool][i] = !item(model[model.tool], i);
  }
}

/**
 * The choice of what a click places.
 * @param {Model} model
 * @param {readonly Tool[]} tools
 */
export function storeTools(model, tools) {
  const names = { box: t("Box", "Caisse"), target: t("Target", "Cible"), wall: t("Wall", "Mur"), player: t("Player", "Joueur") };
  return segments(
    t("A click places", "Un clic place"),
    tools.map((tool) => /** @type {const} */ ([tool, names[tool]])),
    model.tool,
    (tool) => {
      model.tool = tool;
    },
  ).el;
}

/** A button that takes all boxes away. @param {Model} model @param {(fresh?: boolean) => void} changed */
export function noBoxes(model, changed) {
  return button(t("No boxes", "Sans caisses"), () => {
    model.box.fill(false);
    changed(true);
  });
}

/** The squares of which a list says yes. @param {boolean[]} list */
export function squaresOf(list) {
  return list.flatMap((yes, i) => (yes ? [i] : []));
}

/**
 * What stands on a square: its marks, and its name for those who do not see.
 * @param {{ box: boolean, target: boolean, player: boolean }} here
 */
export function standing({ box, target, player }) {
  return {
    mark: [target ? "target" : "", box ? (target ? "boxHome" : "box") : "", player ? "player" : ""].filter(Boolean).join(" "),
    name: [player ? t("player", "joueur") : "", box ? t("box", "caisse") : "", target ? t("target", "cible") : ""]
      .filter(Boolean)
      .join(", "),
  };
}

/**
 * Every push the player can make, with the position after it.
 * @param {import("./corrals.js").Store} store
 * @param {number[]} boxes
 * @param {number} player
 * @returns {{ box: number, to: number, after: Position }[]}
 */
export function pushesOf(store, boxes, player) {
  const { wall, rows, cols } = store;
  const here = new Set(boxes);
  const reach = reachOf(store, here, player);
  return boxes.flatMap((box) =>
    [0, 1, 2, 3].flatMap((side) => {
      const to = beside(box, side, rows, cols);
      if (to < 0 || item(wall, to) || here.has(to) || !reach.has(beside(box, (side + 2) % 4, rows, cols))) return [];
      const then = boxes.map((one) => (one === box ? to : one)).sort((a, b) => a - b);
      return [{ box, to, after: { boxes: then, zone: Math.min(...reachOf(store, new Set(then), box)) } }];
    }),
  );
}

/**
 * Pulls a box away from targets, breadth first. A pull by one square needs
 * two free squares in a row: for the box and for the player.
 * @param {boolean[]} wall
 * @param {number[]} targets
 * @param {number} rows
 * @param {number} cols
 * @param {(taken: { now: number, fresh: number[], queue: number[], pushes: number[] }) => void} [tell]
 * @returns {number[]} the pushes from each square to the nearest target, Infinity where none leads there
 */
export function pullFrom(wall, targets, rows, cols, tell) {
  const pushes = wall.map(() => Infinity);
  for (const target of targets) pushes[target] = 0;
  let queue = [...targets];
  for (let [at, ...rest] = queue; at !== undefined; [at, ...rest] = queue) {
    queue = rest;
    const fresh = [];
    for (const side of [0, 1, 2, 3]) {
      const box = beside(at, side, rows, cols);
      const player = box < 0 ? -1 : beside(box, side, rows, cols);
      if (player < 0 || item(wall, box) || item(wall, player) || item(pushes, box) < Infinity) continue;
      pushes[box] = item(pushes, at) + 1;
      queue.push(box);
      fresh.push(box);
    }
    tell?.({ now: at, fresh, queue, pushes });
  }
  return pushes;
}
