// The shared plan over the picture, and what it asks for first.

import { post } from "../../app/api.js";
import { s } from "../../app/dom.js";
import { lang, t } from "../../app/i18n.js";
import { point, slid } from "./actions.js";
import { middle } from "./drawing.js";
import { colourAt, colourName } from "./sprites.js";
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

/** An action in words. @param {string} text */
export function inWords(text) {
  const [verb, a = "", b = "", c = ""] = text.split(" ");
  const index = LETTERS.indexOf(/** @type {any} */ (a));
  const who = index < 0 ? "" : colourName(colourAt(index));
  const dir =
    /** @type {Record<string, string>} */ (
      t(
        { up: "up", right: "right", down: "down", left: "left" },
        { up: "vers le haut", right: "vers la droite", down: "vers le bas", left: "vers la gauche" },
      )
    )[b] ?? b;
  if (verb === "move")
    return t(`${who} ${dir}, ${c === "1" ? "1 cell" : `${c} cells`}`, `${who} ${dir}, ${c === "1" ? "1 case" : `${c} cases`}`);
  if (verb === "explore") return t(`explore with ${who}`, `explorer avec ${who}`);
  if (verb === "escalator") return t(`${who} takes the escalator`, `${who} prend l'escalator`);
  if (verb === "teleport") return t(`${who} jumps to a teleporter`, `${who} saute vers un téléporteur`);
  if (verb === "crystal") return t("look into the crystal ball", "regarder dans la boule de cristal");
  if (verb === "next") return t("turn the next card", "tourner la carte suivante");
  if (verb === "point") return t(`the red pawn before player ${a}`, `le pion rouge devant le joueur ${a}`);
  return text;
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
 * @param {import("./drawing.js").Mall} mall
 * @param {(number | null)[]} pawns
 * @param {Reason[]} plan
 */
export function drawPlan(mall, pawns, plan) {
  /** @type {Map<number, Point[]>} */
  const ways = new Map();
  plan.forEach(({ do: text }, step) => {
    const index = LETTERS.indexOf(/** @type {any} */ (text.split(" ")[1]));
    const spot = pawns[index];
    if (index < 0 || spot === null || spot === undefined) return;
    const way = ways.get(index) ?? [mall.aisles.point(spot)];
    const to = after(text, way.at(-1) ?? [0, 0], mall.aisles);
    way.push(to);
    ways.set(index, way);
    const [x, y] = middle(to);
    const shift = (index - 1.5) * 6;
    if (step < 12)
      mall.lines.show(`n${step}`, "g", { class: `plan-step m-${colourAt(index)}`, transform: `translate(${x + shift} ${y - 12})` }, () =>
        stepSign(step + 1),
      );
  });
  for (const [index, way] of ways) {
    if (way.length < 2) continue;
    const shift = (index - 1.5) * 3;
    mall.lines.show(`w${index}`, "polyline", {
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
