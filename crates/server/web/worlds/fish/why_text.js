// The search for roads in words.

import { count, t } from "../../app/i18n.js";
import { at } from "./text.js";

/** @typedef {import("./town.js").Town} Town */
/** @typedef {import("./roads.js").Step} Step */
/** @typedef {import("../../app/questions.js").Reason} Reason */
/** @typedef {{ town: Town, steps: Step[], found: ReturnType<typeof import("./town.js").search> }} Search */

/** Why a cell is a road, in words. @param {Search} about @param {number} cell @param {Reason} reason */
export function reasonText({ town, steps, found }, cell, reason) {
  const built = steps.flatMap((step) => (step.kind === "sole" && step.cell === cell ? [at(town.spot(step.built))] : []));
  const below = steps.flatMap((step) => (step.kind === "return" && step.to === cell && step.cut ? [step] : []));
  switch (reason) {
    case "sole-access":
      return t(
        `criterion 1: it is the only access to what stands on ${built.join(", ")}.`,
        `critère 1 : c’est le seul accès à ce qui se trouve en ${built.join(", ")}.`,
      );
    case "cut-below": {
      const [first] = below;
      const v = first ? at(town.spot(first.from)) : "";
      const r = first ? found.low[first.from] : 0;
      return t(
        `criterion 2: from ${v} below it, the search climbs no higher than here (low-link ${r} ≥ depth ${found.depth[cell]}): built upon, it would cut the town in two.`,
        `critère 2 : depuis ${v}, au-dessous, la recherche ne remonte pas plus haut qu’ici (R ${r} ≥ P ${found.depth[cell]}) : bâtie, elle couperait la ville en deux.`,
      );
    }
    case "split-start":
      return t(
        "criterion 3: it is the start, and the search had to leave it more than once.",
        "critère 3 : c’est le départ, et la recherche a dû en repartir plusieurs fois.",
      );
    case "last-open":
      return t("it is the last open cell.", "c’est la dernière case ouverte.");
    case "given":
      return t("it was a road before; a road stays one.", "elle l’était déjà ; une route le reste.");
  }
}

/** A step of the search in words. @param {Town} town @param {Step} step */
export function stepText(town, step) {
  const name = (/** @type {number} */ cell) => at(town.spot(cell));
  switch (step.kind) {
    case "enter":
      return t(
        `Enter ${name(step.cell)} at depth ${step.depth}; its low-link begins there too.`,
        `On entre en ${name(step.cell)} à la profondeur ${step.depth} ; R commence là aussi.`,
      );
    case "used":
      return t(
        `${name(step.from)} → ${name(step.to)}: new, the arc is used.`,
        `${name(step.from)} → ${name(step.to)} : nouvelle, l’arc est utilisé.`,
      );
    case "dead-end":
      return t(
        `${name(step.from)} → ${name(step.to)}: built upon, a dead end.`,
        `${name(step.from)} → ${name(step.to)} : bâtie, un cul-de-sac.`,
      );
    case "ignored":
      return t(
        `${name(step.from)} → ${name(step.to)}: already known, the arc is ignored; low-link ${step.low}.`,
        `${name(step.from)} → ${name(step.to)} : déjà connue, l’arc est ignoré ; R vaut ${step.low}.`,
      );
    case "return":
      return (
        t(
          `Back from ${name(step.from)} to ${name(step.to)}, low-link ${step.low}.`,
          `Retour de ${name(step.from)} à ${name(step.to)}, R vaut ${step.low}.`,
        ) + (step.cut ? t(" Nothing below climbs past it: a road (2).", " Rien au-dessous ne remonte plus haut : une route (2).") : "")
      );
    case "split":
      return t(
        `The start was left ${count(step.branches, "time", "times", "", "")}: ${step.branches > 1 ? "a road (3)." : "no road for that."}`,
        `On est reparti du départ ${count(step.branches, "", "", "fois", "fois")} : ${step.branches > 1 ? "une route (3)." : "pas une route pour cela."}`,
      );
    case "sole":
      return t(
        `${name(step.cell)} is the only access to ${name(step.built)}: a road (1).`,
        `${name(step.cell)} est le seul accès à ${name(step.built)} : une route (1).`,
      );
    case "last":
      return t("It is the last open cell: a road.", "C’est la dernière case ouverte : une route.");
  }
}
