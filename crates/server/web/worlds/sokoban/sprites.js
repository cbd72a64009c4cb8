// What stands on a Sokoban board, on a field of 20 by 20: wood that throws a
// shadow to the lower right, and a player who looks where they go.

import { s } from "../../app/dom.js";

/** The side of a cell in the picture's own units. */
export const UNIT = 20;

/** A box: planks off its target, another colour and a tick on it. */
export function crate() {
  return s(
    "g",
    { class: "soko-box" },
    s("path", { class: "soko-shade", d: "M4 4h15.500v15.500h-15.500z" }),
    s(
      "g",
      { class: "soko-body" },
      s("rect", { class: "soko-side", x: 2, y: 4, width: 16, height: 15, rx: 2 }),
      s("rect", { class: "soko-crate", x: 2, y: 1.5, width: 16, height: 14.5, rx: 2 }),
      s("path", { class: "soko-frame", d: "M4.500 4h11v9.500h-11z" }),
      s("path", { class: "soko-cross", d: "M5 13L15 4.500" }),
      s("path", { class: "soko-tick", d: "M6.500 8.800L9 11.300L13.800 6" }),
    ),
  );
}

export function man() {
  return s(
    "g",
    { class: "soko-player" },
    s("ellipse", { class: "soko-shade", cx: 11, cy: 17.5, rx: 6.5, ry: 2 }),
    s("path", { class: "soko-man", d: "M4 17.500c0-5 2-8 4.300-9h3.400c2.300 1 4.300 4 4.300 9q-6 1.600-12 0z" }),
    s("circle", { class: "soko-man", cx: 10, cy: 6, r: 4.2 }),
    s("circle", { class: "soko-glint", cx: 8.6, cy: 4.4, r: 1.1 }),
    s("circle", { class: "soko-nose", cx: 10, cy: 6.5, r: 1.3 }),
  );
}

/** A target let into the floor, with its middle at a point. @param {number} x @param {number} y */
export function targetPath(x, y) {
  const circle = (/** @type {number} */ r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  return circle(4.6) + circle(1.7);
}
