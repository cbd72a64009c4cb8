// The end of the game, told shop by shop along the walks.

import { button } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { count, number, t } from "../../app/i18n.js";
import { pawn } from "../../app/icons.js";
import { seatName } from "../../app/seats.js";
import { goodName } from "./sprites.js";
import { coins } from "./text.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").FishView>} RoomState */
/** @typedef {import("./view.js").FishView} FishView */
/** @typedef {import("./view.js").Good} Good */

/** How long a walk is shown. */
const BEAT = 1300;

/**
 * @param {(seat: number, good: Good | undefined) => void} choose shows walks on the board
 */
export function tour(choose) {
  const list = h("ol", { class: "fish-ranking" });
  const now = h("p", { class: "small", role: "status" });
  const run = button(t("Count along the walks", "Compter le long des trajets"), () => toggle(), { icon: "play" });
  const el = h(
    "section",
    { class: "sheet stack tight fish-scoring", hidden: true },
    h("h2", null, t("The scores", "Les scores")),
    list,
    run,
    now,
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {{ seat: number, good: Good | undefined, text: string }[]} */
  let stops = [];
  let next = 0;
  let shown = -1;

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    run.lastChild?.replaceWith(t("Count along the walks", "Compter le long des trajets"));
  }

  function toggle() {
    if (timer !== undefined) return stop();
    if (next >= stops.length) next = 0;
    run.lastChild?.replaceWith(t("Pause", "Pause"));
    beat();
  }

  function beat() {
    const stopAt = stops[next];
    if (!stopAt) return stop();
    next += 1;
    choose(stopAt.seat, stopAt.good);
    now.textContent = stopAt.text;
    timer = setTimeout(beat, BEAT);
  }

  /** @param {RoomState} state */
  function fill(state) {
    const view = state.view;
    stops = [];
    const order = view.ranking ?? view.players.map((_, seat) => seat);
    put(
      list,
      order.map((seat) => {
        const player = view.players[seat];
        if (!player) return null;
        const name = seatName(seat, state);
        let sum = 0;
        const parts = player.shops.map(({ good, status, distance }) => {
          const far = distance ?? view.max;
          sum += far;
          stops.push({
            seat,
            good: status === "built" ? good : undefined,
            text:
              status === "built"
                ? `${name}, ${goodName(good)}: ${count(far, "cell walked", "cells walked", "case parcourue", "cases parcourues")}, ${t(`${sum} so far.`, `${sum} jusqu’ici.`)}`
                : t(
                    `${name}, ${goodName(good)}: no shop, ${far}; ${sum} so far.`,
                    `${name}, ${goodName(good)} : pas de boutique, ${far} ; ${sum} jusqu’ici.`,
                  ),
          });
          return `${good} ${far}${status === "built" ? "" : "✗"}`;
        });
        stops.push({
          seat,
          good: undefined,
          text: `${name}${t(": ", " : ")}${sum} − ${coins(player.coins)} = ${number(player.score)}.`,
        });
        return h(
          "li",
          { style: { "--c": `var(--player-${seat + 1})` } },
          pawn(seat),
          h("div", null, h("strong", null, name), h("div", { class: "small quiet" }, `${parts.join(" + ")} − ${coins(player.coins)}`)),
          h("span", { class: "score" }, number(player.score)),
        );
      }),
    );
  }

  return {
    el,
    hide() {
      el.hidden = true;
      shown = -1;
      stop();
    },
    /** Whether it was not shown before. @param {RoomState} state */
    show(state) {
      const first = el.hidden;
      if (!first && shown === state.seq) return false;
      shown = state.seq;
      el.hidden = false;
      next = 0;
      fill(state);
      return first;
    },
  };
}
