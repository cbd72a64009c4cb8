// The world of the town: its page, and its board for rooms and replays.

import { put } from "../app/dom.js";
import { howToButton } from "../app/how_to.js";
import { noun, t } from "../app/i18n.js";
import { playNow } from "../app/play.js";
import { asked } from "../app/review.js";
import { worldHead } from "../app/shell.js";
import { about, titleOf } from "../app/worlds.js";
import { setup } from "./fish/setup.js";
import { adviceText } from "./fish/text.js";

export { board } from "./fish/board.js";
export { actionText, settingsText } from "./fish/text.js";

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} params
 */
export async function mount(main, params) {
  if (params.has("play"))
    return playNow(
      { game: "fish", config: "rules=standard,players=3,practice=true", practice: true, bots: { 1: "greedy", 2: "greedy" } },
      params,
    );
  put(main, worldHead({ title: titleOf("fish"), lead: about() }, howToButton("fish", false)), setup(params));
}

/** @type {import("../app/wire.js").Review} */
export const review = {
  unit: (n) => noun(n, "point", "points", "point", "points"),
  judge: asked("fish/review"),
  advice: adviceText,
  about: () =>
    t(
      "Points of lead lost against the best move, as the strong bot estimates them; what could be luck counts as nothing.",
      "Points d’avance perdus face au meilleur coup, selon le robot fort ; ce qui peut être de la chance ne compte pas.",
    ),
};
