// The auction: one's own bid, and who has bid; at the end the envelopes open, in
// the same place, one by one.

import { button } from "../../app/controls.js";
import { h, put, still, uid } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { icon, pawn } from "../../app/icons.js";
import { seatName } from "../../app/seats.js";
import { goodName, piecePicture } from "./sprites.js";
import { coins } from "./text.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").FishView>} RoomState */
/** @typedef {import("./view.js").FishView} FishView */
/** @typedef {import("./view.js").Good} Good */

/** How long opened envelopes are seen, in milliseconds. */
const SEEN = 5000;

/** @param {Good} good */
const nameOf = (good) => t(`Auction: ${goodName(good)}`, `Enchère : ${goodName(good)}`);

/**
 * A dialog beside the board, not over it: who bids wants to look at the town.
 * @param {(action: string, seat: number) => void} act
 * @param {boolean} live in a replay envelopes stay open until the next move
 */
export function auction(act, live) {
  const title = uid();
  const shown = h("dialog", { class: "fish-auction", "aria-labelledby": title });
  const note = h("p", { class: "small quiet", role: "status" });
  const bidders = h("ul", { class: "fish-bidders" });
  let key = "";
  /** @type {HTMLInputElement | undefined} */
  let range;
  /** The envelopes that lie open, until when, and since which move. @type {{ timer?: ReturnType<typeof setTimeout>, seq: number } | undefined} */
  let opened;

  /** How far the town was lifted from under the sheet. */
  let lifted = 0;

  /** On a phone the sheet lies at the foot of the screen: the town goes up until its last row is seen, and back when all is sold. */
  function lift() {
    const town = document.querySelector(".fish-stage")?.getBoundingClientRect();
    const sheet = shown.getBoundingClientRect();
    const covers = town && shown.open && getComputedStyle(shown).position === "fixed" && sheet.left <= town.left;
    // The sheet grows a little as bids are sealed.
    const by = covers ? Math.max(0, Math.ceil(town.bottom + 16 - sheet.top)) : shown.open ? 0 : -lifted;
    lifted += by;
    if (by) scrollBy({ top: by, behavior: still() ? "auto" : "smooth" });
  }

  function close() {
    key = "";
    clearTimeout(opened?.timer);
    opened = undefined;
    if (!shown.open) return;
    shown.close();
    requestAnimationFrame(lift);
  }
  // Who goes on has seen enough.
  if (live) document.addEventListener("pointerdown", () => opened && close());

  /** @param {Good} good @param {...import("../../app/dom.js").Child} inside */
  function fill(good, ...inside) {
    put(shown, h("h2", { id: title }, piecePicture({ shop: good }), nameOf(good)), ...inside);
  }

  /**
   * @param {RoomState} state
   * @param {number | null} seat for whom the reader bids
   * @param {string} worth what the shop would be worth to them
   */
  function update(state, seat, worth) {
    const view = state.view;
    if (view.phase !== "auction" || !view.piece || view.piece === "tree" || !state.started) {
      if (!opened || state.outcome || !(live || opened.seq === state.seq)) close();
      return;
    }
    const good = view.piece.shop;
    const bidding = seat !== null && view.active.includes(seat);
    // Others seal their bids while this one is being weighed: keep the form.
    const now = JSON.stringify([good, seat, bidding, view.pile.left]);
    if (now !== key) {
      close();
      key = now;
      const form = bidding ? bidForm(view.players[seat]?.coins ?? 0, (bid) => act(`bid ${bid}`, seat)) : undefined;
      range = form?.range;
      fill(good, form?.el, note, bidders);
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
    if (shown.open) return;
    // Only who is asked to bid is called away from the town.
    if (bidding) shown.show();
    else shown.open = true;
    requestAnimationFrame(lift);
  }

  return {
    el: shown,
    update,
    /** The envelopes open, the highest last. @param {RoomState} state @param {import("./text.js").Sale} sale @param {string} text */
    reveal(state, { bids, good, seat }, text) {
      close();
      const made = bids.flatMap((bid, at) => (bid === null ? [] : [{ bid, at, high: bid + Number(at === seat) / 2 }]));
      const before = (/** @type {number} */ high) => made.filter((other) => other.high < high).length;
      put(
        bidders,
        made.map(({ bid, at, high }) => {
          const style = { "--c": `var(--player-${at + 1})`, "--n": before(high) };
          return h(
            "li",
            { class: at === seat && "won", style },
            pawn(at),
            h("span", { class: "grow" }, seatName(at, state)),
            envelope(bid),
          );
        }),
      );
      fill(good, bidders, h("p", { class: "fish-sale", style: { "--n": made.length } }, text));
      shown.open = true;
      opened = { seq: state.seq, ...(live ? { timer: setTimeout(close, SEEN) } : {}) };
    },
    /** Proposes an amount. @param {number} bid */
    propose(bid) {
      if (!range) return;
      range.value = String(bid);
      range.dispatchEvent(new Event("input"));
    },
  };
}

/** A bid that comes out of its envelope. @param {number} bid */
function envelope(bid) {
  return h("span", { class: "fish-envelope" }, icon("seal"), h("b", null, bid, h("span", { class: "fish-coin", "aria-hidden": "true" })));
}

/** One's own bid, in coins that leave the purse. @param {number} most @param {(bid: number) => void} seal */
function bidForm(most, seal) {
  const range = h("input", { type: "range", min: 0, max: most, value: "0", "aria-label": t("Your bid", "Votre mise"), autofocus: true });
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
      { class: "fish-bid" },
      button(t("One less", "Un de moins"), () => step(-1), { icon: "minus", bare: true }),
      amount,
      button(t("One more", "Un de plus"), () => step(1), { icon: "plus", bare: true }),
      range,
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
