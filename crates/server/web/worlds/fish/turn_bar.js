// What to do now, and the button that draws.

import { button } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { ownSeats, seatName } from "../../app/seats.js";
import { pieceName, piecePicture } from "./sprites.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").FishView>} RoomState */
/** @typedef {import("./view.js").FishView} FishView */

const colon = t(": ", " : ");

/** @param {() => void} act */
export function turnBar(act) {
  const says = h("p", { class: "fish-says", role: "status" });
  const draw = button(t("Draw a piece", "Piocher"), act, { kind: "main", key: "d" });
  const el = h("div", { class: "fish-bar" }, says, draw);

  /** @param {RoomState} state @param {FishView} view @param {number | null} me */
  function sentence(state, view, me) {
    const own = me !== null && state.started && state.active.includes(me);
    const who = own && ownSeats(state).length === 1 ? t("Your turn", "À vous") : seatName(own ? me : (state.active[0] ?? view.turn), state);
    const piece = view.piece;
    const named = piece ? pieceName(piece) : "";
    if (!state.started)
      return [t("The town is ready. It begins when everybody is.", "La ville est prête. On commence quand tous le sont.")];
    if (view.phase === "turn") {
      if (!own) return [t(`${who} to play…`, `À ${who} de jouer…`)];
      const may = state.legal.some((action) => action.startsWith("reserve"));
      const text = !may
        ? t("draw a piece.", "piochez.")
        : draw.disabled
          ? t("reserve a cell; drawing needs a reservation.", "réservez une case ; il en faut une pour piocher.")
          : t("reserve a cell, or draw.", "réservez une case, ou piochez.");
      return [h("strong", null, who), `${colon}${text}`];
    }
    if (view.phase === "auction" && piece) {
      if (!own) return [t(`Sealed bids for ${named}…`, `Mises scellées pour ${named}…`)];
      return [h("strong", null, who), `${colon}${t(`bid for ${named}.`, `misez pour ${named}.`)}`];
    }
    if (view.phase === "build" && piece) {
      const builder = seatName(view.active[0] ?? view.turn, state);
      if (!own) return [piecePicture(piece), t(`${builder} builds ${named}…`, `${builder} bâtit ${named}…`)];
      return [
        piecePicture(piece),
        h("strong", null, who),
        `${colon}${t(`build ${named} on one of your reservations.`, `bâtissez ${named} sur une de vos réservations.`)}`,
      ];
    }
    return [];
  }

  return {
    el,
    draw,
    /** @param {RoomState} state @param {FishView} view @param {number | null} me @param {boolean} live */
    update(state, view, me, live) {
      const own = me !== null && state.started && state.active.includes(me);
      draw.classList.remove("hinted");
      draw.hidden = !live || !own || view.phase !== "turn";
      draw.disabled = !state.legal.includes("draw");
      el.classList.toggle("own", own);
      el.style.setProperty("--c", `var(--player-${(own ? me : (view.active[0] ?? view.turn)) + 1})`);
      el.hidden = Boolean(state.outcome);
      const parts = sentence(state, view, me);
      const text = parts.map((part) => (part instanceof Node ? part.textContent : part)).join("");
      // What stands there already is not read out again.
      if (text !== says.textContent) put(says, ...parts);
    },
  };
}
