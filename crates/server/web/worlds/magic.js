// The world of Magic Maze: its page, and its board for rooms and replays.

import { put, useStyle } from "../app/dom.js";
import { howToButton } from "../app/how_to.js";
import { t } from "../app/i18n.js";
import { playNow } from "../app/play.js";
import { worldHead } from "../app/shell.js";
import { firstGame, setup } from "./magic/setup.js";

export { actionText } from "./magic/actions.js";
export { board } from "./magic/board.js";

/**
 * @param {HTMLElement} main
 * @param {URLSearchParams} params
 */
export async function mount(main, params) {
  if (params.has("play")) return playNow(firstGame(), params);
  await useStyle("/static/worlds/magic.css");
  put(
    main,
    worldHead(
      {
        title: t("Magic", "Magie"),
        lead: t(
          "Four pawns, one supermarket, one sand timer. Everyone may move every pawn, but only in their own directions, and nobody speaks.",
          "Quatre pions, un supermarché, un sablier. Chacun peut bouger tous les pions, mais seulement dans ses directions, et personne ne parle.",
        ),
      },
      howToButton("magic", false),
    ),
    setup(params),
  );
}
