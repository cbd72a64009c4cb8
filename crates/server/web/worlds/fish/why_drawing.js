// The search for roads as a drawing: depth and low-link in each open cell, arcs
// by kind, and at each road the number of the criterion that made it one.

import { put, s } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";

/** @typedef {import("./town.js").Town} Town */

/** The side of a cell. */
export const CELL = 56;
const HALF = 17;
const BESIDE = 5;

/**
 * The search after some of its steps.
 * @param {SVGSVGElement} svg
 * @param {import("./why_text.js").Search} search
 * @param {number} now
 * @param {number | undefined} asked the cell asked about
 */
export function paintSearch(svg, { town, steps, found }, now, asked) {
  /** @type {Map<number, { depth: number, low: number }>} */
  const visits = new Map();
  /** @type {Map<number, Set<string>>} */
  const roads = new Map();
  const arcs = [];
  const road = (/** @type {number} */ cell, /** @type {string} */ number) => roads.set(cell, (roads.get(cell) ?? new Set()).add(number));
  for (const step of steps.slice(0, now)) {
    if (step.kind === "enter") visits.set(step.cell, { depth: step.depth, low: step.depth });
    else if ("from" in step && step.kind !== "return") {
      arcs.push(step);
      const visit = visits.get(step.from);
      if (step.kind === "ignored" && visit) visit.low = step.low;
    } else if (step.kind === "return") {
      const visit = visits.get(step.to);
      if (visit) visit.low = step.low;
      if (step.cut) road(step.to, "2");
    } else if (step.kind === "split") {
      if (step.branches > 1) road(step.cell, "3");
    } else road(step.cell, step.kind === "sole" ? "1" : "·");
  }
  const last = steps[now - 1];
  const here = last ? ("cell" in last ? last.cell : last.kind === "return" ? last.to : last.from) : undefined;
  put(
    svg,
    arcs.map((step) => arc(town, step, step === last)),
    Array.from({ length: town.size }, (_, cell) => {
      const [r, c] = town.spot(cell);
      const mark = town.mark(cell);
      const visit = visits.get(cell);
      const numbers = [...(roads.get(cell) ?? [])];
      return s(
        "g",
        {
          class: [
            "spot",
            !town.open(cell) && "built",
            mark === "#" && "was",
            numbers.length && "road",
            cell === asked && "asked",
            cell === here && "here",
            cell === found.start && "start",
          ],
          transform: `translate(${(c + 0.5) * CELL} ${(r + 0.5) * CELL})`,
          "data-spot": cell,
        },
        s("rect", { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 5 }),
        town.open(cell) ? null : s("text", { class: "mark", y: 6, "text-anchor": "middle" }, mark === "T" ? "♣" : mark),
        visit
          ? [
              s("text", { class: "depth", x: -5, y: -2, "text-anchor": "middle" }, visit.depth),
              s("text", { class: "low", x: 5, y: 13, "text-anchor": "middle" }, visit.low),
            ]
          : null,
        numbers.map((number, index) =>
          s(
            "g",
            { class: "why", transform: `translate(${HALF - 13 * index} ${-HALF})` },
            s("circle", { r: 7.5 }),
            s("text", { y: 4, "text-anchor": "middle" }, number),
          ),
        ),
      );
    }),
  );
  svg.setAttribute("aria-label", `${t("The search after", "La recherche après")} ${count(now, "step", "steps", "étape", "étapes")}`);
}

/** An arc, on the right-hand side of its way so that opposite ones do not meet. @param {Town} town @param {{ kind: string, from: number, to: number }} step @param {boolean} lit */
function arc(town, { kind, from, to }, lit) {
  const [r, c] = town.spot(from);
  const [r2, c2] = town.spot(to);
  const angle = (Math.atan2(r2 - r, c2 - c) * 180) / Math.PI;
  return s(
    "g",
    { class: ["arc", kind, lit && "lit"], transform: `translate(${(c + 0.5) * CELL} ${(r + 0.5) * CELL}) rotate(${angle})` },
    s("path", { d: `M${HALF} ${BESIDE}H${CELL - HALF - 6}` }),
    s("path", { class: "tip", d: `M${CELL - HALF - 1} ${BESIDE}l-7 -3.500v7z` }),
  );
}
