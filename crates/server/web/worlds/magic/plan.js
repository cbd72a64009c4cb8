// The shared plan over the picture, and what it asks for first.

import { question } from "../../app/api.js";
import { s } from "../../app/dom.js";
import { lang, typeset } from "../../app/i18n.js";
import { point, slid } from "./actions.js";
import { middle } from "./drawing.js";
import { colourAt } from "./sprites.js";
import { DIRS, LETTERS } from "./tiles.js";

/** @typedef {import("./view.js").MagicView} MagicView */
/** @typedef {import("../../app/questions.js").ReasonedAction} Reason */
/** @typedef {import("../../app/wire.js").Point} Point */

/**
 * What the silent players would do from here, and why.
 * @param {MagicView} view
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reason[]>}
 */
export async function explain(view, signal) {
  return (await question("magic/explain", { view }, signal)).plan;
}

/** @param {Reason} reason */
export function why(reason) {
  return typeset(lang === "fr" ? reason.fr : reason.en);
}

/**
 * Where a pawn is after an action.
 * @param {string} text
 * @param {Point} from
 * @param {import("./tiles.js").Aisles} aisles
 * @returns {Point}
 */
export function after(text, from, aisles) {
  const [verb, , b = "", c = ""] = text.split(" ");
  if (verb === "move") return slid(from, DIRS.indexOf(/** @type {any} */ (b)), Number(c));
  if (verb === "teleport") return point(b);
  if (verb === "escalator") {
    const spot = aisles.spot(from);
    const ends = spot === undefined ? null : aisles.market[spot >> 4]?.[1].escalator;
    if (spot !== undefined && ends) return aisles.point((spot & ~15) + (ends[0] === (spot & 15) ? ends[1] : ends[0]));
  }
  return from;
}

/**
 * Draws a plan: a way for each pawn, its goal, and its moves numbered.
 * @param {import("./drawing.js").Drawing} drawing
 * @param {(number | null)[]} pawns
 * @param {Reason[]} plan
 */
export function drawPlan(drawing, pawns, plan) {
  /** @type {Map<number, Point[]>} */
  const ways = new Map();
  plan.forEach(({ do: text }, step) => {
    const index = LETTERS.indexOf(/** @type {any} */ (text.split(" ")[1]));
    const spot = pawns[index];
    if (index < 0 || spot === null || spot === undefined) return;
    const way = ways.get(index) ?? [drawing.aisles.point(spot)];
    const to = after(text, way.at(-1) ?? [0, 0], drawing.aisles);
    way.push(to);
    ways.set(index, way);
    const [x, y] = middle(to);
    const shift = (index - 1.5) * 6;
    if (step < 12)
      drawing.lines.show(`n${step}`, "g", { class: `plan-step m-${colourAt(index)}`, transform: `translate(${x + shift} ${y - 12})` }, () =>
        stepSign(step + 1),
      );
  });
  for (const [index, way] of ways) {
    if (way.length < 2) continue;
    const shift = (index - 1.5) * 3;
    drawing.lines.show(`w${index}`, "polyline", {
      class: `plan-way m-${colourAt(index)}`,
      points: way
        .map((at) =>
          middle(at)
            .map((n) => n + shift)
            .join(),
        )
        .join(" "),
    });
  }
}

/** @param {number} step */
function stepSign(step) {
  return [s("circle", { r: 7 }), s("text", { y: 3.4, "text-anchor": "middle" }, step)];
}
