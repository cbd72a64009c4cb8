// The auction: one's own bid, and who has bid; amounts open only at the end.

import { button } from "../../app/controls.js";
import { h, put, uid } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { icon, pawn } from "../../app/icons.js";
import { seatName } from "../../app/seats.js";
import { goodName, piecePicture } from "./sprites.js";
import { coins } from "./text.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").FishView>} RoomState */
/** @typedef {import("./view.js").FishView} FishView */
/** @typedef {import("./view.js").Good} Good */

/**
 * A dialog beside the board, not over it: who bids wants to look at the town.
 * @param {(action: string, seat: number) => void} act
 */
export function auction(act) {
  const title = uid();
  const shown = h("dialog", { class: "fish-auction", "aria-labelledby": title });
  let key = "";
  /** @type {HTMLInputElement | undefined} */
  let range;

  /**
   * @param {RoomState} state
   * @param {number | null} seat for whom the reader bids
   * @param {string} worth what the shop would be worth to them
   */
  function update(state, seat, worth) {
    const view = state.view;
    if (view.phase !== "auction" || !view.piece || view.piece === "tree" || !state.started) {
      key = "";
      if (shown.open) shown.close();
      return;
    }
    const good = view.piece.shop;
    const bidding = seat !== null && view.active.includes(seat);
    // Others seal their bids while this one is being weighed: keep the form.
    const now = JSON.stringify([good, seat, bidding, view.pile.left]);
    if (now !== key) {
      key = now;
      put(
        shown,
        h("h2", { id: title }, piecePicture(view.piece), t(`Auction: ${goodName(good)}`, `Enchère : ${goodName(good)}`)),
        bidding ? form(view, seat) : null,
        h("p", { class: "small quiet fish-worth" }),
        h("ul", { class: "fish-bidders" }),
      );
    }
    const list = shown.querySelector(".fish-bidders");
    if (list)
      put(
        list,
        view.players.map((player, at) => bidder(state, good, player, at)),
      );
    const note = shown.querySelector(".fish-worth");
    if (note)
      note.textContent = [
        bidding
          ? ""
          : seat !== null && view.bid !== undefined
            ? t(
                `Your bid is sealed: ${view.bid}. Nobody else sees it yet.`,
                `Votre mise est scellée : ${view.bid}. Personne d’autre ne la voit.`,
              )
            : "",
        seat === null ? "" : worth,
      ]
        .filter(Boolean)
        .join(" ");
    if (!shown.open) shown.show();
  }

  /** @param {FishView} view @param {number} seat */
  function form(view, seat) {
    const most = view.players[seat]?.coins ?? 0;
    const input = h("input", { type: "range", min: 0, max: most, value: "0", "aria-label": t("Your bid", "Votre mise") });
    const amount = h("output", { class: "fish-amount" }, "0");
    const purse = h(
      "div",
      { class: "fish-purse", "aria-hidden": "true" },
      Array.from({ length: most }, () => h("i")),
    );
    const told = () => {
      amount.textContent = input.value;
      input.setAttribute("aria-valuetext", coins(input.valueAsNumber));
      [...purse.children].forEach((coin, index) => coin.classList.toggle("bid", index < input.valueAsNumber));
    };
    const step = (/** @type {number} */ by) => {
      input.value = String(input.valueAsNumber + by);
      told();
    };
    input.addEventListener("input", told);
    range = input;
    told();
    return h(
      "form",
      {
        class: "stack tight",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          act(`bid ${input.value}`, seat);
        },
      },
      h(
        "div",
        { class: "row fish-bid" },
        button(t("One less", "Un de moins"), () => step(-1), { icon: "down", bare: true }),
        amount,
        button(t("One more", "Un de plus"), () => step(1), { icon: "up", bare: true }),
        h("div", { class: "grow" }, input),
      ),
      purse,
      h("button", { type: "submit", class: "btn main" }, t("Seal the bid", "Sceller la mise")),
    );
  }

  /** @param {RoomState} state @param {Good} good @param {FishView["players"][number]} player @param {number} at */
  function bidder(state, good, player, at) {
    const asks = player.shops.find((shop) => shop.good === good)?.status === "missing";
    const says = !asks ? t("does not bid", "n’enchérit pas") : player.sealed ? t("sealed", "scellée") : t("thinking…", "réfléchit…");
    return h(
      "li",
      { class: [player.sealed && asks && "sealed", !asks && "out-of-it"] },
      pawn(at),
      h("span", { class: "grow" }, seatName(at, state)),
      h("span", { class: "quiet small" }, coins(player.coins)),
      h("span", { class: "chip" }, player.sealed && asks ? icon("seal") : null, says),
    );
  }

  return {
    el: shown,
    update,
    /** Proposes an amount. @param {number} bid */
    propose(bid) {
      if (!range) return;
      range.value = String(bid);
      range.dispatchEvent(new Event("input"));
    },
  };
}
