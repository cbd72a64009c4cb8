// The marks on the boards of the lessons, on a field of 40 by 40. Each has a
// shape of its own, so that colour is never the only sign.

import { s } from "../app/dom.js";

/** @type {Record<string, () => SVGElement>} */
const SHAPES = {
  start: () => s("circle", { class: "start", cx: 20, cy: 20, r: 11 }),
  goal: () => s("path", { class: "goal", d: "M13 33V7M13 8h16l-4 6 4 6H13" }),
  target: () => s("path", { class: "target", d: "M20 11.500l8.500 8.500-8.500 8.500-8.500-8.500z" }),
  box: () => s("path", { class: "box", d: "M8 8h24v24H8zM8 8l24 24M32 8L8 32" }),
  crate: () => s("path", { class: "box", d: "M8 8h24v24H8z" }),
  tree: () => s("g", { class: "tree" }, s("path", { class: "trunk", d: "M20 34v-9" }), s("path", { d: "M20 5l11 20H9z" })),
  producer: () => s("path", { class: "producer", d: "M7 33V16l8 5v-5l8 5v-5l8 5v12zM26 16V7h4v12" }),
  bolt: () => s("path", { class: "bolt", d: "M11 11l18 18M29 11L11 29" }),
  ring: () => s("circle", { class: "ring", cx: 20, cy: 20, r: 16 }),
};

// One shape a player, as on the pawns of the rooms, drawn smaller.
const PAWNS = ["M20 8a12 12 0 1 0 0 24 12 12 0 0 0 0-24z", "M9 9h22v22H9z", "M20 7l13.500 24h-27z", "M20 6l14 14-14 14L6 20z"];

/**
 * @param {string} name a mark; `pawn0` to `pawn3` are players, `home0` to `home3` where they want to be
 * @returns {SVGElement}
 */
export function shapeOf(name) {
  const player = /^(pawn|home)(\d)$/.exec(name);
  if (player)
    return s("path", {
      class: player[1],
      d: PAWNS[Number(player[2]) % PAWNS.length],
      style: { "--c": `var(--player-${Number(player[2]) + 1})` },
    });
  return (SHAPES[name] ?? SHAPES.ring ?? (() => s("g")))();
}
