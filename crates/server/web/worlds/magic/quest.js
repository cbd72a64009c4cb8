// What has been found, and who is out: one small card a pawn.

import { h, put } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { COLON } from "./role_card.js";
import { colourName, shapeIcon } from "./sprites.js";
import { COLOURS } from "./tiles.js";

/** @typedef {import("./view.js").MagicView} MagicView */
/** @typedef {{ colour: import("./view.js").Colour, objective: boolean, on: boolean, exit: boolean, out: boolean, done: boolean }} Progress */

/** @param {MagicView} view @param {import("./tiles.js").Aisles} aisles @returns {Progress[]} */
function progress(view, aisles) {
  const sites = aisles.sites();
  return COLOURS.map((colour, index) => {
    const objective = sites.find(({ name, colour: of }) => name === "objective" && of === colour);
    const exit = sites.find(({ name, colour: of }) => name === "exit" && (view.scenario === 1 ? of === "purple" : of === colour));
    const spot = view.pawns[index];
    const done = view.phase === "escape" || view.phase === "won";
    return {
      colour,
      objective: Boolean(objective),
      on: spot !== null && spot === objective?.spot,
      exit: Boolean(exit),
      out: spot === null,
      done,
    };
  });
}

/** @param {Progress} progress */
function card({ colour, objective, on, exit, out, done }) {
  const door = exit ? t("exit found", "sortie trouvée") : t("exit not found", "sortie à trouver");
  const goal = on
    ? t("on its objective", "sur son objectif")
    : objective
      ? t("objective found", "objectif trouvé")
      : t("objective not found", "objectif à trouver");
  const name = `${colourName(colour)}${COLON}${out ? t("out", "sorti") : done ? door : `${goal}, ${door}`}`;
  return h(
    "li",
    { class: ["magic-goal", `m-${colour}`, out && "out-now", on && "on"], title: name },
    shapeIcon(colour),
    h("span", { class: "out" }, name),
    h("span", { class: ["tick", (objective || done) && "found"], "aria-hidden": "true" }, "★"),
    h("span", { class: ["tick", exit && "found"], "aria-hidden": "true" }, "⇥"),
  );
}

export function questBar() {
  const el = h("div", { class: "magic-quest" });
  let shown = "";
  return {
    el,
    /** @param {MagicView} view @param {import("./tiles.js").Aisles} aisles */
    show(view, aisles) {
      const pawns = progress(view, aisles);
      const key = JSON.stringify([pawns, view.phase]);
      if (key === shown) return;
      shown = key;
      const phases = t(
        { search: "To the objectives", escape: "To the exits!", won: "Escaped!", lost: "Caught" },
        { search: "Vers les objectifs", escape: "Vers les sorties !", won: "Échappés !", lost: "Pris" },
      );
      put(el, h("strong", null, phases[view.phase]), h("ul", null, pawns.map(card)));
    },
  };
}
