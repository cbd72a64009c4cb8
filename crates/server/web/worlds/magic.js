// The world of Magic Maze: its page, and its board for rooms and replays.

import { button, wrongSeed } from "../app/controls.js";
import { h, inRow, inSheet, put } from "../app/dom.js";
import { howToButton, taught } from "../app/how_to.js";
import { noun, t } from "../app/i18n.js";
import { busy, tellWrongLink } from "../app/notifications.js";
import { playNow } from "../app/play.js";
import { asked } from "../app/review.js";
import { worldHead } from "../app/shell.js";
import { about, titleOf } from "../app/worlds.js";
import { steps } from "./magic/how_to.js";
import { SCENARIOS } from "./magic/scenarios.js";
import { firstGame, scenarioIn, setup } from "./magic/setup.js";

export { actionText } from "./magic/actions.js";
export { board } from "./magic/board.js";

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} params
 */
export async function mount(main, params) {
  if (params.has("play")) {
    const { scenario, wrong } = scenarioIn(params);
    // Nothing begins unasked: what is wrong with the link is said before it does.
    tellWrongLink([...wrong, ...wrongSeed(params)]);
    return put(
      main,
      ready(() => playNow(firstGame(scenario), params, { told: true })),
    );
  }
  put(main, worldHead({ title: titleOf("magic"), lead: about() }, howToButton("magic", false)), setup(params));
}

/** The sand runs from the first moment on, so nothing begins unasked. @param {() => Promise<void>} go */
function ready(go) {
  taught("magic");
  const start = button(t("I am ready", "Je suis prêt"), (made) => void busy(made, go), { kind: "main big", icon: "play", key: "Enter" });
  const rules = steps().map(({ text, board }) =>
    h("li", null, h("div", { class: "how-board", "aria-hidden": "true" }, board()), h("p", null, text)),
  );
  setTimeout(() => start.focus());
  return h(
    "section",
    { class: "magic-ready how-steps" },
    inSheet(
      h("h1", null, t("Ready?", "Prêt ?")),
      h(
        "p",
        { class: "lead" },
        t(
          "Five minutes of sand, three bots at your side, one direction that only you have. The sand runs as soon as you say so.",
          "Cinq minutes de sable, trois robots à vos côtés, une direction que vous seul avez. Le sable ne coule qu’à votre signal.",
        ),
      ),
      inRow(start),
    ),
    h("ol", null, rules),
  );
}

/** What a match was played with, in words. @param {{ view: import("./magic/view.js").MagicView }} match */
export function settingsText({ view: { scenario } }) {
  return SCENARIOS[scenario]?.[0] ?? "";
}

/** @type {import("../app/wire.js").Review} */
export const review = {
  unit: (n) => noun(n, "move", "moves", "coup", "coups"),
  judge: asked("magic/review"),
  about: () => t("Moves that an action added to the path all have to go.", "Coups qu’une action a ajoutés au chemin commun."),
};
