// Where pawns may go, drawn over the supermarket: the slides of the chosen
// pawn, jumps, doors to explore, and what a hint proposes.

import { s } from "../../app/dom.js";
import { slid } from "./actions.js";
import { middle } from "./drawing.js";
import { after } from "./plan.js";
import { colourAt } from "./sprites.js";
import { CELL, LETTERS } from "./tiles.js";

/** @typedef {import("../../app/wire.js").Point} Point */
/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {(pawn: number) => Point | undefined} PlaceOf */

/** @param {Drawing} drawing @param {string} key @param {Point} point @param {string} kind */
function ring(drawing, key, point, kind) {
  const [x, y] = middle(point);
  drawing.aims.show(key, "circle", { class: kind, cx: x, cy: y, r: CELL * 0.46 });
}

/**
 * @param {Drawing} drawing
 * @param {import("./actions.js").LegalActions} legal
 * @param {{ chosen: number, ghost: Point | undefined, at: PlaceOf }} now
 */
export function drawAims(drawing, legal, { chosen, ghost, at }) {
  const from = at(chosen);
  const pawn = legal.pawns[chosen];
  const colour = colourAt(chosen);
  if (from && pawn) {
    for (const dir of [0, 1, 2, 3]) {
      const slides = pawn.slides.filter((slide) => slide.dir === dir);
      slides.forEach(({ cells }, index) => {
        const [x, y] = middle(slid(from, dir, cells));
        const end = index === slides.length - 1;
        drawing.aims.show(
          `m${dir},${cells}${end ? "e" : ""}`,
          "g",
          { class: `aim m-${colour} ${end ? "end" : ""}`, transform: `translate(${x} ${y}) rotate(${dir * 90})` },
          () => (end ? [s("circle", { r: 11 }), s("path", { d: "M-5 3L0 -4L5 3" })] : s("circle", { r: 4 })),
        );
      });
    }
    for (const { to } of pawn.teleports) ring(drawing, `j${to}`, to, `aim jump m-${colour}`);
    if (pawn.escalator) ring(drawing, "esc", after(pawn.escalator.text, from, drawing.aisles), `aim jump m-${colour}`);
  }
  for (const { at: door } of legal.crystals) ring(drawing, `c${door}`, door, "aim jump m-purple");
  legal.pawns.forEach(({ explore, escalator, slides, teleports }, index) => {
    const spot = at(index);
    // Whom one could move instead is seen at a glance.
    if (spot && index !== chosen && (slides.length || teleports.length || escalator))
      ring(drawing, `b${index}`, spot, `able m-${colourAt(index)}`);
    if (explore && spot) ring(drawing, `x${index}`, spot, `aim explore m-${colourAt(index)}`);
  });
  for (const tile of legal.discards.keys()) {
    const [row, col] = drawing.aisles.point(tile * 16);
    const frame = { x: col * CELL + 4, y: row * CELL + 4, width: 4 * CELL - 8, height: 4 * CELL - 8, rx: 10, fill: "none" };
    drawing.aims.show(`d${tile}`, "rect", { class: "aim jump m-purple", ...frame });
  }
  if (ghost) {
    const [x, y] = middle(ghost);
    drawing.aims.show("ghost", "circle", { class: `ghost m-${colour}`, cx: x, cy: y, r: 16 });
  }
  drawing.aims.keep();
}

/** What a bot would do, as a line or a ring. @param {Drawing} drawing @param {string} hint @param {PlaceOf} at @param {string} [kind] */
export function drawHint(drawing, hint, at, kind = "") {
  const [verb, letter] = hint.split(" ");
  const index = LETTERS.indexOf(/** @type {any} */ (letter));
  const from = index >= 0 ? at(index) : undefined;
  if (!from) return;
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(after(hint, from, drawing.aisles));
  if (verb === "explore") drawing.lines.show(`hint${kind}`, "circle", { class: `hint-ring ${kind}`, cx: x1, cy: y1, r: 24 });
  else drawing.lines.show(`hint${kind}`, "path", { class: `hint ${kind}`, d: `M${x1} ${y1}L${x2} ${y2}` });
  drawing.lines.show(`hint-end${kind}`, "circle", { class: `hint-ring ${kind}`, cx: x2, cy: y2, r: 12 });
}
