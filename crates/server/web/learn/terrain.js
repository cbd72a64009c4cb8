// Tunnels, rooms and the order in which a goal room is filled, as the lesson
// on them tells it. Only walls and targets count.

import { beside } from "../app/shapes.js";
import { item } from "./board.js";
import { reachOf } from "./corrals.js";

/** @typedef {import("./corrals.js").Store} Store */
/** A way of a box out of its room. @typedef {{ box: number, way: number[] }} Pulled */

/** The four squares beside one; -1 where a wall is. @param {Store} store @param {number} i */
function open({ wall, rows, cols }, i) {
  return [0, 1, 2, 3].map((side) => {
    const to = beside(i, side, rows, cols);
    return to < 0 || item(wall, to) ? -1 : to;
  });
}

/**
 * What makes a square a tunnel: walls on both sides of one axis ("across" for
 * a tunnel from left to right, "along" for one that goes up and down), or a
 * bend whose inner corner is wall. Nothing if it is none.
 * @param {Store} store
 * @param {number} i
 * @returns {"across" | "along" | "bend" | ""}
 */
export function tunnelKind(store, i) {
  if (item(store.wall, i)) return "";
  const next = open(store, i);
  const closed = (/** @type {number} */ side) => item(next, side) < 0;
  const [across, along] = [closed(0) && closed(2), closed(1) && closed(3)];
  if (across !== along) return across ? "across" : "along";
  const sides = [0, 1, 2, 3].filter((side) => !closed(side));
  const [one, two] = sides;
  if (one === undefined || two === undefined || sides.length !== 2 || across) return "";
  return item(open(store, item(next, one)), two) < 0 ? "bend" : "";
}

/** Whether a box on a square keeps the player from passing. @param {Store} store @param {number} i */
export function shuts(store, i) {
  const sides = open(store, i).filter((to) => to >= 0);
  const reach = reachOf(store, new Set([i]), sides[0] ?? -1);
  return sides.some((to) => !reach.has(to));
}

/**
 * The floor in connected pieces of tunnel and of room.
 * @param {Store} store
 * @returns {{ tunnel: boolean, squares: number[] }[]}
 */
export function pieces(store) {
  const tunnel = store.wall.map((_, i) => tunnelKind(store, i) !== "");
  const seen = new Set();
  return store.wall.flatMap((isWall, start) => {
    if (isWall || seen.has(start)) return [];
    const piece = new Set([start]);
    for (const i of piece) {
      seen.add(i);
      for (const to of open(store, i)) if (to >= 0 && tunnel[to] === tunnel[start]) piece.add(to);
    }
    return [{ tunnel: item(tunnel, start), squares: [...piece].sort((a, b) => a - b) }];
  });
}

/**
 * The straight runs of a tunnel, each from its upper or left end.
 * @param {Store} store
 * @param {number[]} squares
 * @returns {number[][]}
 */
export function runs(store, squares) {
  const found = [];
  for (const start of squares) {
    const kind = tunnelKind(store, start);
    if (kind === "bend") continue;
    const step = kind === "across" ? 1 : store.cols;
    const same = (/** @type {number} */ i) => squares.includes(i) && tunnelKind(store, i) === kind;
    const before = beside(start, kind === "across" ? 3 : 0, store.rows, store.cols);
    if (before >= 0 && same(before)) continue;
    const run = [start];
    while (same(item(run, run.length - 1) + step)) run.push(item(run, run.length - 1) + step);
    found.push(run);
  }
  return found;
}

/** The tunnel squares beside a room. @param {Store} store @param {number[]} room */
export function entrances(store, room) {
  return [...new Set(room.flatMap((i) => open(store, i).filter((to) => to >= 0 && !room.includes(to))))].sort((a, b) => a - b);
}

/**
 * The shortest way by which a player who comes from a square pulls one box
 * out of a room while all others stand still.
 * @param {Store} store
 * @param {number[]} room
 * @param {ReadonlySet<number>} boxes
 * @param {number} box
 * @param {number} from
 * @returns {number[] | undefined} the squares of the box
 */
function pullOut(store, room, boxes, box, from) {
  const { wall, rows, cols } = store;
  const others = new Set(boxes);
  others.delete(box);
  const reachWith = (/** @type {number} */ at, /** @type {number} */ player) => reachOf(store, new Set([...others, at]), player);
  const seen = new Set();
  const queue = [{ way: [box], reach: reachWith(box, from) }];
  for (const { way, reach } of queue) {
    const at = item(way, way.length - 1);
    if (!room.includes(at)) return way;
    for (const side of [0, 1, 2, 3]) {
      const stand = beside(at, side, rows, cols);
      const back = stand < 0 ? -1 : beside(stand, side, rows, cols);
      if (back < 0 || item(wall, back) || others.has(back) || !reach.has(stand)) continue;
      const after = reachWith(stand, back);
      const key = `${stand}|${Math.min(...after)}`;
      if (!seen.has(key)) queue.push({ way: [...way, stand], reach: after });
      seen.add(key);
    }
  }
}

/**
 * Fills the targets of a room and pulls the boxes out one after the other,
 * always the one with the shortest way.
 * @param {Store} store
 * @param {number[]} room
 * @returns {{ out: Pulled[], stuck: number[] }} those that came out, in that order, and those that cannot
 */
export function emptied(store, room) {
  const doors = entrances(store, room);
  const left = new Set(room.filter((i) => item(store.target, i)));
  /** @type {Pulled[]} */
  const out = [];
  for (;;) {
    /** @type {Pulled | undefined} */
    let best;
    for (const box of left) {
      for (const door of doors) {
        const way = pullOut(store, room, left, box, door);
        if (way && (!best || way.length < best.way.length)) best = { box, way };
      }
    }
    if (!best) return { out, stuck: [...left] };
    left.delete(best.box);
    out.push(best);
  }
}
