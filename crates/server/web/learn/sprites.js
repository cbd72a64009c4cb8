// The marks on the boards of the lessons, on a field of 40 by 40: what stands
// in a world looks as it does there.

import { s } from "../app/dom.js";
import { seatPath } from "../app/icons.js";
import { producer, tree } from "../worlds/fish/drawing.js";
import { pawnSign, shape } from "../worlds/magic/sprites.js";
import { crate, man, targetPath } from "../worlds/sokoban/sprites.js";

const twice = (/** @type {SVGElement} */ el) => s("g", { transform: "scale(2)" }, el);
const dot = (/** @type {string} */ name, /** @type {number} */ r) => () => s("circle", { class: name, cx: 20, cy: 20, r });

/** @type {Record<string, () => SVGElement>} */
const SHAPES = {
  start: dot("start", 11),
  goal: () => s("path", { class: "goal", d: "M13 33V7M13 8h16l-4 6 4 6H13" }),
  target: () => twice(s("path", { class: "soko-target", d: targetPath(10, 10) })),
  box: () => twice(crate()),
  crate: () => twice(crate()),
  boxHome() {
    const box = crate();
    box.classList.add("home");
    return twice(box);
  },
  player: () => twice(man()),
  tree,
  producer: () => producer("A"),
  producerA: () => producer("A"),
  producerB: () => producer("B"),
  bolt: () => s("path", { class: "bolt", d: "M11 11l18 18M29 11L11 29" }),
  ring: dot("ring", 16),
};

/** The pawns of the supermarket that lessons move. @type {import("../worlds/magic/view.js").Colour[]} */
const PAWNS = ["yellow", "orange"];

/**
 * @param {string} name a mark; `pawn0` to `pawn3` are players, `thief0` and `thief1` pawns of the supermarket, `home0` and `home1` where
 *   those want to be
 * @returns {SVGElement}
 */
export function shapeOf(name) {
  const thief = /^(thief|home)([01])$/.exec(name);
  if (thief) {
    const colour = PAWNS[Number(thief[2])] ?? "yellow";
    const look = { class: `lesson-${thief[1]} m-${colour}`, transform: "translate(20 20)" };
    return thief[1] === "home" ? s("g", look, shape(colour, 1.5)) : s("g", look, pawnSign(colour));
  }
  const player = /^pawn(\d)$/.exec(name);
  if (!player) return (SHAPES[name] ?? dot("ring", 16))();
  const seat = Number(player[1]);
  return s("path", { class: "pawn", d: seatPath(seat), transform: "translate(4 4)", style: { "--c": `var(--player-${seat + 1})` } });
}
