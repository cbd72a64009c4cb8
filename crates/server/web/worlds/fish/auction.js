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
  const note = h("p", { class: "small quiet", role: "status" });
  const bidders = h("ul", { class: "fish-bidders" });
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
      const form = bidding ? bidForm(view.players[seat]?.coins ?? 0, (bid) => act(`bid ${bid}`, seat)) : undefined;
      range = form?.range;
      put(
        shown,
        h("h2", { id: title }, piecePicture(view.piece), t(`Auction: ${goodName(good)}`, `Enchère : ${goodName(good)}`)),
        form?.el,
        note,
        bidders,
      );
    }
    put(
      bidders,
      view.players.map((player, at) => bidder(state, good, player, at)),
    );
    const sealed =
      seat !== null && !bidding && view.bid !== undefined
        ? t(
            `Your bid is sealed: ${view.bid}. Nobody else sees it yet. `,
            `Votre mise est scellée : ${view.bid}. Personne d’autre ne la voit. `,
          )
        : "";
    const told = sealed + (seat === null ? "" : worth);
    if (note.textContent !== told) note.textContent = told;
    if (!shown.open) shown.show();
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

/** One's own bid, in coins that leave the purse. @param {number} most @param {(bid: number) => void} seal */
function bidForm(most, seal) {
  const range = h("input", { type: "range", min: 0, max: most, value: "0", "aria-label": t("Your bid", "Votre mise") });
  const amount = h("output", { class: "fish-amount" });
  const purse = h(
    "div",
    { class: "fish-purse", "aria-hidden": "true" },
    Array.from({ length: most }, () => h("i")),
  );
  const told = () => {
    amount.textContent = range.value;
    range.setAttribute("aria-valuetext", coins(range.valueAsNumber));
    [...purse.children].forEach((coin, index) => coin.classList.toggle("bid", index < range.valueAsNumber));
  };
  const step = (/** @type {number} */ by) => {
    range.value = String(range.valueAsNumber + by);
    told();
  };
  range.addEventListener("input", told);
  told();
  const el = h(
    "form",
    { class: "stack tight" },
    h(
      "div",
      { class: "row fish-bid" },
      button(t("One less", "Un de moins"), () => step(-1), { icon: "down", bare: true }),
      amount,
      button(t("One more", "Un de plus"), () => step(1), { icon: "up", bare: true }),
      h("div", { class: "grow" }, range),
    ),
    purse,
    h("button", { type: "submit", class: "btn main" }, t("Seal the bid", "Sceller la mise")),
  );
  el.addEventListener("submit", (event) => {
    event.preventDefault();
    seal(range.valueAsNumber);
  });
  return { el, range };
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
