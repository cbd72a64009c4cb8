// A pause: asked for, agreed to, and seen by everybody. The board is covered
// while the match stands, so that nobody thinks ahead in the meantime.

import { button } from "../app/controls.js";
import { h, put } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { seatName } from "../app/seats.js";

/** @typedef {import("../app/wire.js").RoomState} RoomState */

/** @param {import("../app/room.js").Room} room */
export function pauseControl(room) {
  const ask = button(t("Pause", "Pause"), () => room.pause(!room.state?.paused), { icon: "pause", single: true });
  ask.hidden = true;
  const curtain = h("div", { class: "curtain", hidden: true, role: "status" });
  let shown = "";

  return {
    ask,
    curtain,
    /** @param {RoomState} state */
    show(state) {
      const paused = Boolean(state.paused);
      const mine = state.seat !== null;
      // It keeps its place while the match stands: no neighbour comes under the pointer.
      ask.hidden = !state.pause || !mine || Boolean(state.outcome ?? state.aborted);
      ask.disabled = Boolean(mine && state.pause?.includes(state.seat ?? -1));
      const agreed = (state.pause ?? []).map((seat) => seatName(seat, state));
      const waits = mine && state.pause?.includes(state.seat ?? -1);
      const key = JSON.stringify([paused, agreed, waits]);
      if (key === shown) return;
      shown = key;
      put(ask, icon(paused ? "play" : "pause"), paused ? t("Go on", "Reprendre") : t("Pause", "Pause"));
      curtain.hidden = !paused;
      put(
        curtain,
        h("h2", null, t("Paused", "Pause")),
        agreed.length ? h("p", null, t(`Ready to go on: ${agreed.join(", ")}`, `Prêts à reprendre : ${agreed.join(", ")}`)) : null,
        mine && !waits ? button(t("Go on", "Reprendre"), () => room.pause(false), { icon: "play", kind: "main big" }) : null,
      );
      if (paused && mine) curtain.querySelector("button")?.focus();
    },
  };
}
