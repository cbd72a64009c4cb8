// Union-find as the lessons show it: parents, sizes, and the forest drawn.

import { s } from "../app/dom.js";
import { beside } from "../app/shapes.js";
import { item } from "./board.js";

export class Classes {
  /** @param {number} n */
  constructor(n) {
    this.parent = Array.from({ length: n }, (_, i) => i);
    this.size = Array.from({ length: n }, () => 1);
    this.count = n;
  }

  /** The way from an element up to its representative. @param {number} i */
  climb(i) {
    const way = [i];
    for (let up = item(this.parent, i); up !== way.at(-1); up = item(this.parent, up)) way.push(up);
    return way;
  }

  /** @param {number} i */
  find(i) {
    const way = this.climb(i);
    return item(way, way.length - 1);
  }

  /** Lets everyone on the way point at the representative. @param {number[]} way */
  compress(way) {
    const root = item(way, way.length - 1);
    for (const i of way) this.parent[i] = root;
  }

  /** The smaller class joins the larger; false if they were one already. @param {number} a @param {number} b */
  union(a, b) {
    let [to, from] = [this.find(a), this.find(b)];
    if (to === from) return false;
    if (item(this.size, to) < item(this.size, from)) [to, from] = [from, to];
    this.parent[from] = to;
    this.size[to] = item(this.size, to) + item(this.size, from);
    this.count -= 1;
    return true;
  }
}

/**
 * The walls between the squares of a board, row by row.
 * @param {number} rows
 * @param {number} cols
 * @returns {{ a: number, b: number }[]}
 */
export function wallsOf(rows, cols) {
  return Array.from({ length: rows * cols }, (_, a) =>
    [1, 2]
      .map((side) => beside(a, side, rows, cols))
      .filter((b) => b >= 0)
      .map((b) => ({ a, b })),
  ).flat();
}

/** A colour for each class, as far from its neighbours as can be. @param {number} root */
export function hue(root) {
  return `oklch(var(--class-light) 0.1 ${Math.round((root * 137.5) % 360)})`;
}

/**
 * The forest of parents: each class a tree with its representative on top.
 * @param {number[]} parent
 * @param {ReadonlySet<number>} lit elements on the way being climbed
 */
export function forest(parent, lit) {
  /** @type {number[][]} */
  const children = parent.map(() => []);
  parent.forEach((up, i) => up !== i && item(children, up).push(i));
  /** @type {Map<number, [number, number]>} */
  const spots = new Map();
  const wide = 13;
  let row = 0;
  let x = 0;
  let deepest = 0;
  /** Sets a tree, leaves first, each parent above the middle of its children. @param {number} i @param {number} depth @returns {number} */
  const set = (i, depth) => {
    deepest = Math.max(deepest, depth);
    const below = item(children, i).map((child) => set(child, depth + 1));
    const at = below.length ? (item(below, 0) + item(below, below.length - 1)) / 2 : x++;
    spots.set(i, [at, row + depth]);
    return at;
  };
  let broadest = 0;
  /** @type {(i: number) => number} */
  const leaves = (i) =>
    Math.max(
      1,
      item(children, i).reduce((sum, child) => sum + leaves(child), 0),
    );
  parent.forEach((up, root) => {
    if (up !== root) return;
    if (x > 0 && x + leaves(root) > wide) {
      row += deepest + 1.15;
      x = 0;
      deepest = 0;
    }
    set(root, 0);
    broadest = Math.max(broadest, x);
  });
  const [dx, dy] = [30, 36];
  const of = (/** @type {number} */ i) => {
    const [cx, cy] = spots.get(i) ?? [0, 0];
    return { x: cx * dx + 16, y: cy * dy + 16 };
  };
  const rootOf = (/** @type {number} */ i) => rootIn(parent, i);
  return s(
    "svg",
    { class: "lesson-forest", viewBox: `0 0 ${Math.max(broadest, wide) * dx + 4} ${(row + deepest) * dy + 33}`, "aria-hidden": "true" },
    parent.map((up, i) =>
      up === i ? null : s("line", { class: lit.has(i) ? "lit" : "", x1: of(i).x, y1: of(i).y, x2: of(up).x, y2: of(up).y }),
    ),
    parent.map((_, i) =>
      s(
        "g",
        { class: lit.has(i) ? "lit" : "" },
        s("circle", { cx: of(i).x, cy: of(i).y, r: 12, style: { fill: hue(rootOf(i)) } }),
        s("text", { x: of(i).x, y: of(i).y }, i),
      ),
    ),
  );
}

/**
 * The representative of an element.
 * @param {number[]} parent
 * @param {number} i
 */
export function rootIn(parent, i) {
  let root = i;
  while (item(parent, root) !== root) root = item(parent, root);
  return root;
}
