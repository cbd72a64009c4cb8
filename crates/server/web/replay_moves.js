// Every move of a match, each a way to its moment.

import { h, put } from "./app/dom.js";
import { number, t } from "./app/i18n.js";
import { seatName } from "./app/seats.js";

/** @typedef {import("./app/wire.js").RoomState} RoomState */
/** @typedef {{ seat?: number | null, do?: string }} Entry */

/** @type {Record<string, string>} */
const ARROWS = { up: "↑", right: "→", down: "↓", left: "←" };

/** Longer matches are scrubbed, not read. */
const LONGEST = 3000;

/** A cost as it is written beside a move. @param {number} cost */
export function costText(cost) {
  return Number.isFinite(cost) ? `+${number(cost)}` : "✕";
}

/**
 * Who did what; a tick is a time that has come.
 * @param {Entry} entry
 * @param {RoomState} state
 * @param {(action: string) => string} actionText
 */
export function entryText(entry, state, actionText) {
  if (entry.do === undefined) return t("Time is up.", "Le temps est écoulé.");
  const who = state.players.length > 1 && typeof entry.seat === "number" ? `${seatName(entry.seat, state)}${t(": ", " : ")}` : "";
  return `${who}${actionText(entry.do ?? "")}`;
}

/**
 * @param {Entry[]} entries
 * @param {{ actionText: (action: string) => string, nextRound: string | undefined, go: (n: number) => void }} world
 */
export function moveList(entries, { actionText, nextRound, go }) {
  /** What each move cost, once that is known. @type {(number | undefined)[]} */
  let lost = [];
  const list = h("ol", { class: "replay-moves", "aria-label": t("Moves", "Coups") });
  const el = h("section", { class: "sheet stack tight", hidden: true }, h("h2", null, t("Moves", "Coups")), list);
  let filled = entries.length === 0 || entries.length > LONGEST;
  /** @type {Element | undefined} */
  let marked;

  /** @param {RoomState} state */
  function fill(state) {
    filled = true;
    const alone = state.players.length < 2;
    list.classList.toggle("alone", alone);
    let round = 1;
    put(
      list,
      entries.map((entry, at) => {
        // All say that they are ready; the list says once what follows.
        if (nextRound && entry.do === nextRound) {
          if (entries[at + 1]?.do === nextRound) return null;
          round += 1;
          return h("li", { class: "round" }, t(`Round ${round}`, `Manche ${round}`));
        }
        const said = entryText(entry, state, actionText);
        const sign = alone ? ARROWS[entry.do ?? ""] : undefined;
        const colour = typeof entry.seat === "number" ? `var(--player-${(entry.seat % 8) + 1})` : "transparent";
        return h(
          "li",
          { style: { "counter-set": `move ${at + 1}` } },
          h(
            "button",
            { type: "button", tabindex: -1, "data-at": at + 1, "aria-label": sign ? said : null, style: { "--c": colour } },
            sign ?? said,
            lost[at]
              ? h("span", { class: "lost", title: t("more than by the best move", "de plus qu’avec le meilleur coup") }, costText(lost[at]))
              : null,
          ),
        );
      }),
    );
    el.hidden = false;
  }

  /** @param {number} n @param {RoomState} state */
  function show(n, state) {
    if (!filled) fill(state);
    marked?.removeAttribute("aria-current");
    marked = list.querySelector(`[data-at="${n}"]`) ?? undefined;
    marked?.setAttribute("aria-current", "step");
    // One stop for the tab key; the arrows go on from there.
    list.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    (marked ?? list.querySelector("button"))?.setAttribute("tabindex", "0");
    // Only the list moves, not the page.
    const item = marked?.parentElement;
    list.scrollTop = item ? item.offsetTop - list.clientHeight / 2 : 0;
  }

  list.addEventListener("click", (event) => {
    const at = event.target instanceof Element ? event.target.closest("[data-at]")?.getAttribute("data-at") : null;
    if (at) go(Number(at));
  });
  return {
    el,
    show,
    /** @param {(number | undefined)[]} costs */
    cost(costs) {
      lost = costs;
      filled = entries.length === 0 || entries.length > LONGEST;
    },
  };
}
