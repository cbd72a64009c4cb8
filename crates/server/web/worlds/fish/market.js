// The table of all shops: how far each is, what it adds to the score, and the
// pile that is left.

import { h, put, renew } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { pawn } from "../../app/icons.js";
import { seatName, shortName } from "../../app/seats.js";
import { goodName, piecePicture } from "./sprites.js";
import { coins, scoreText } from "./text.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").FishView>} RoomState */
/** @typedef {import("./view.js").FishView} FishView */
/** @typedef {import("./view.js").Good} Good */

/**
 * @param {(seat: number, good: Good | undefined) => void} choose shows walks on the board
 */
export function market(choose) {
  const body = h("tbody");
  const head = h("tr");
  const pile = h("div", { class: "fish-pile" });
  const note = h("p", { class: "small quiet" });
  /** What each shop shows, by seat and good. @type {Map<string, { button: HTMLElement, distance: number }>} */
  const fars = new Map();
  const el = h(
    "section",
    { class: "sheet stack fish-market" },
    h("h2", null, t("The market", "Le marché")),
    pile,
    h("div", { class: "fish-scroll" }, h("table", null, h("thead", null, head), body)),
    note,
  );

  /**
   * @param {RoomState} state
   * @param {{ seat: number, good: Good | undefined } | undefined} chosen
   */
  function update(state, chosen) {
    fars.clear();
    const view = state.view;
    put(head, headOf(view));
    const order = view.ranking ?? view.players.map((_, seat) => seat);
    renew(
      body,
      order.map((seat) => line(state, view, seat, chosen)),
    );
    put(pile, pileOf(view));
    note.textContent = t(
      `Each shop counts the cells walked to its producer, at most ${view.max}; coins left are taken off. The smallest score wins.`,
      `Chaque boutique compte les cases parcourues jusqu’à son producteur, ${view.max} au plus ; les pièces restantes sont déduites. Le plus petit score gagne.`,
    );
  }

  /** @param {RoomState} state @param {FishView} view @param {number} seat @param {{ seat: number, good: Good | undefined } | undefined} chosen */
  function line(state, view, seat, chosen) {
    const player = view.players[seat];
    if (!player) return null;
    const name = seatName(seat, state);
    return h(
      "tr",
      {
        class: [chosen?.seat === seat && "chosen", state.outcome?.winners.includes(seat) && "won"],
        style: { "--c": `var(--player-${seat + 1})` },
      },
      h(
        "th",
        { scope: "row" },
        h(
          "button",
          {
            type: "button",
            class: "fish-who",
            "aria-pressed": String(chosen?.seat === seat && !chosen.good),
            title: t(`Show the walks of ${name}`, `Montrer les trajets de ${name}`),
            onclick: () => choose(seat, undefined),
          },
          pawn(seat),
          // The place is narrow: a seat that nobody has taken is told in a word.
          h("span", null, state.players[seat]?.kind === "open" ? t("free", "libre") : shortName(seat, state)),
        ),
      ),
      player.shops.map((shop) => cell(shop, seat, name, view.max, chosen)),
      h("td", { class: "num", title: coins(player.coins) }, String(player.coins)),
      h("td", { class: "num score" }, scoreText(player)),
    );
  }

  /** @param {FishView["players"][number]["shops"][number]} shop @param {number} seat @param {string} name @param {number} max @param {{ seat: number, good: Good | undefined } | undefined} chosen */
  function cell({ good, status, distance }, seat, name, max, chosen) {
    if (status === "lost") return h("td", { title: t(`Lost: counts ${max}`, `Perdue : compte ${max}`) }, h("span", { class: "bad" }, "✗"));
    if (status === "missing" || distance === null) return h("td", { class: "quiet" }, "–");
    const label = t(
      `${name}, ${goodName(good)}: ${count(distance, "cell", "cells", "", "")}`,
      `${name}, ${goodName(good)} : ${count(distance, "", "", "case", "cases")}`,
    );
    const pressed = String(chosen?.seat === seat && chosen.good === good);
    const far = h(
      "button",
      { type: "button", class: "fish-far", "aria-pressed": pressed, "aria-label": label, onclick: () => choose(seat, good) },
      String(distance),
    );
    fars.set(`${seat}${good}`, { button: far, distance });
    return h("td", null, far);
  }

  /** The distances a building would give, beside those that are. @param {Map<string, number>} changes */
  function foretell(changes) {
    for (const [key, { button, distance }] of fars) {
      const soon = changes.get(key) ?? distance;
      const text = soon === distance ? String(distance) : `${distance}→${soon}`;
      if (button.textContent === text) continue;
      button.textContent = text;
      button.classList.toggle("worse", soon > distance);
      button.classList.toggle("better", soon < distance);
    }
  }

  return { el, update, foretell };
}

/** @param {FishView} view */
function headOf({ goods }) {
  return [
    h("th", null, h("span", { class: "out" }, t("Player", "Joueur"))),
    ...goods.map(({ good }) => h("th", { title: goodName(good) }, piecePicture({ shop: good }), h("span", { class: "letter" }, good))),
    h(
      "th",
      { class: "num", title: t("Coins", "Pièces") },
      h("span", { class: "fish-coin", "aria-hidden": "true" }),
      h("span", { class: "out" }, t("Coins", "Pièces")),
    ),
    h("th", { class: "num" }, t("Score", "Score")),
  ];
}

/** What is left to be drawn. @param {FishView} view */
function pileOf({ pile, goods }) {
  if (!pile.left) return h("span", { class: "chip" }, t("The pile is empty", "La pioche est vide"));
  const left = (/** @type {import("./view.js").Piece} */ piece, /** @type {string} */ title, /** @type {number} */ n) =>
    h("span", { class: "fish-left", title }, piecePicture(piece), h("span", { class: "out" }, `${title} `), String(n));
  return [
    h("span", { class: "chip" }, t(`Pile: ${pile.left}`, `Pioche : ${pile.left}`)),
    left("tree", t("Trees in the pile", "Arbres dans la pioche"), pile.trees),
    ...goods.map(({ good }, index) => left({ shop: good }, goodName(good), pile.shops[index] ?? 0)),
  ];
}
