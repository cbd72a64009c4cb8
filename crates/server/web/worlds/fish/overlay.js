// What is laid over the town: the chance of each cell to become a road, or how
// far a shop of a good would be.

import { button, segments } from "../../app/controls.js";
import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { trouble } from "../../app/notifications.js";
import { riskOf } from "./risk.js";
import { goodName, pieceName } from "./sprites.js";
import { FAR, shopDistance, stepsFrom } from "./town.js";

/** @typedef {import("./view.js").FishView} FishView */
/** @typedef {import("./view.js").Good} Good */
/** @typedef {import("./town.js").Town} Town */
/** @typedef {"none" | "risk" | Good} Kind */

/** The distance of a shop of a good on every free cell. @param {FishView} view @param {Town} town @param {Good} good */
function distanceValues(view, town, good) {
  /** @type {Map<number, { share: number, text: string }>} */
  const values = new Map();
  const producer = view.goods.find((one) => one.good === good)?.producer;
  if (!producer) return values;
  const steps = stepsFrom(town, town.cell(producer));
  for (let cell = 0; cell < town.size; cell++) {
    const far = town.free(cell) ? shopDistance(town, steps, cell) : FAR;
    if (far !== FAR) values.set(cell, { share: Math.max(0, 1 - far / view.max), text: String(far) });
  }
  return values;
}

/**
 * @param {import("./drawing.js").Drawing} drawing
 * @param {{ changed: () => void, explain: () => void }} acts
 */
export function overlays(drawing, { changed, explain }) {
  const el = h("div", { class: "row fish-layers" });
  /** @type {Kind} */
  let kind = "none";
  /** @type {{ view: FishView, town: Town } | undefined} */
  let last;

  async function show() {
    if (!last) return;
    const { view, town } = last;
    const wanted = kind;
    if (wanted !== "risk") return drawing.overlay(town, wanted === "none" ? new Map() : distanceValues(view, town, wanted), "far");
    try {
      const risk = await riskOf(town, view.pile.left);
      if (kind !== wanted || town !== last.town) return;
      const free = risk.flatMap((chance, cell) =>
        town.free(cell) ? [/** @type {const} */ ([cell, { share: chance, text: String(Math.round(chance * 100)) }])] : [],
      );
      drawing.overlay(town, new Map(free), "risk");
    } catch (error) {
      trouble(error);
    }
  }

  return {
    el,
    /** @param {FishView} view @param {Town} town */
    update(view, town) {
      last = { view, town };
      void show();
      if (el.children.length) return;
      const goods = view.goods.map(({ good }) => /** @type {[Kind, string]} */ ([good, good]));
      // Where roads fill up areas they come as no surprise.
      const risk = /** @type {[Kind, string][]} */ (town.areas.length ? [] : [["risk", t("Road risk", "Risque")]]);
      const options = /** @type {[Kind, string][]} */ ([["none", t("Town", "Ville")], ...risk, ...goods]);
      const choose = (/** @type {Kind} */ value) => {
        kind = value;
        void show();
        changed();
      };
      el.append(
        segments(t("Shown over the town", "Montré sur la ville"), options, kind, choose).el,
        button(t("Why these roads?", "Pourquoi ces routes ?"), explain, { icon: "info" }),
      );
    },
    /** What the numbers mean. */
    text() {
      if (kind === "risk")
        return t(
          "Chance in percent that a cell is a road in the end, from 300 random completions of this town.",
          "Probabilité, en pour cent, qu’une case soit une route à la fin, d’après 300 fins de partie tirées au hasard.",
        );
      if (kind === "none") return "";
      return t(
        `How far a shop of ${goodName(kind)} on each cell would be now.`,
        `À quelle distance serait maintenant ${pieceName({ shop: kind })} sur chaque case.`,
      );
    },
  };
}
