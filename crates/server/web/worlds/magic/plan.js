// The shared plan over the picture, and what it asks for first.

import { post } from "../../app/api.js";
import { s } from "../../app/dom.js";
import { lang } from "../../app/i18n.js";
import { point, slid } from "./actions.js";
import { middle } from "./drawing.js";
import { colourAt } from "./sprites.js";
import { DIRS, LETTERS } from "./tiles.js";

/** @typedef {import("./view.js").MagicView} MagicView */
/** @typedef {import("./view.js").Reason} Reason */
/** @typedef {import("./view.js").Point} Point */

/**
 * What the silent players would do from here, and why.
 * @param {MagicView} view
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reason[]>}
 */
export async function explain(view, signal) {
  return (await post("/api/magic/explain", { view }, signal)).plan;
}

/** @param {Reason} reason */
export function why(reason) {
  return lang === "fr" ? reason.fr : reason.en;
}

/** The pawn an action moves. @param {string} action */
function pawnOf(action) {
  return action.split(" ")[1];
}

/** Whether a step of a plan can be done before those ahead of it: none of them moves its pawn. @param {Reason[]} plan @param {number} at */
export function isFree(plan, at) {
  const step = plan[at];
  return Boolean(step) && !plan.slice(0, at).some((other) => pawnOf(other.do) === pawnOf(step?.do ?? ""));
}

/**
 * What is left of a plan after an action, nothing where the action is not in
 * it. Whoever makes a new plan after every action goes in circles.
 * @param {Reason[]} plan
 * @param {string} action
 */
export function left(plan, action) {
  const at = plan.findIndex((step) => step.do === action);
  return at >= 0 && isFree(plan, at) ? plan.toSpliced(at, 1) : [];
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
