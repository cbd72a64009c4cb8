// The world of the race: its page, and its board for rooms and replays.

import { segments } from "../app/controls.js";
import { h, put } from "../app/dom.js";
import { howToButton } from "../app/how_to.js";
import { noun, t } from "../app/i18n.js";
import { playNow } from "../app/play.js";
import { worldHead } from "../app/shell.js";
import { about, titleOf } from "../app/worlds.js";
import { judge } from "./race/accuracy.js";
import { BOT_PACE } from "./race/config.js";
import { editor } from "./race/editor.js";
import { setup } from "./race/setup.js";

export { board } from "./race/board.js";
export { actionText, nextRound, settingsText } from "./race/text.js";

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} params
 */
export async function mount(main, params) {
  if (params.has("play"))
    return playNow(
      { game: "race", config: "size=21,density=0.65,players=2,rounds=3,fair", practice: true, bots: { 1: "stray" }, pace: BOT_PACE },
      params,
    );
  const place = h("div");
  const show = (/** @type {"play" | "edit"} */ what) => put(place, what === "play" ? setup(params) : editor());
  const first = params.has("edit") ? "edit" : "play";
  put(
    main,
    worldHead(
      { title: titleOf("race"), lead: about() },
      howToButton("race", false),
      segments(
        t("Part of the page", "Section de la page"),
        /** @type {const} */ ([
          ["play", t("Play", "Jouer")],
          ["edit", t("Draw a board", "Dessiner un plateau")],
        ]),
        first,
        show,
      ).el,
    ),
    place,
  );
  show(first);
}

/** @type {import("../app/wire.js").Review} */
export const review = {
  unit: (n) => noun(n, "step", "steps", "pas", "pas"),
  quick: true,
  judge,
  about: () =>
    t("Steps by which a move made the path to the target longer.", "De combien de pas un coup a rallongé le chemin vers la cible."),
};
