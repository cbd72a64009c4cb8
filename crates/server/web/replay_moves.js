// Every move of a match, each a way to its moment.

import { ask } from "./app/api.js";
import { h, put } from "./app/dom.js";
import { t } from "./app/i18n.js";
import { seatName } from "./app/seats.js";

/** @typedef {import("./app/wire.js").RoomState} RoomState */
/** @typedef {{ seat?: number | null, do?: string, tick?: boolean }} Entry */

/** @type {Record<string, string>} */
const ARROWS = { up: "↑", right: "→", down: "↓", left: "←" };

/** Longer matches are scrubbed, not read. */
const LONGEST = 3000;

/**
 * Who did what; a tick is a time that has come.
 * @param {Entry} entry
 * @param {RoomState} state
 * @param {(action: string) => string} actionText
 */
export function entryText(entry, state, actionText) {
  if (entry.tick) return t("Time is up.", "Le temps est écoulé.");
  const who = state.players.length > 1 && typeof entry.seat === "number" ? `${seatName(entry.seat, state)}${t(": ", " : ")}` : "";
  return `${who}${actionText(entry.do ?? "")}`;
}

/** The entries of a match from its file. @param {string} id @returns {Promise<Entry[]>} */
async function entriesOf(id) {
  const file = await (await ask(`/api/replays/${encodeURIComponent(id)}`)).text();
  const lines = file.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter((line) => line.do !== undefined || line.tick);
}

/**
 * @param {string} id
 * @param {number} entries
 * @param {(action: string) => string} actionText
 * @param {(n: number) => void} go
 */
export function moveList(id, entries, actionText, go) {
  const list = h("ol", { class: "replay-moves", "aria-label": t("Moves", "Coups") });
  const el = h("section", { class: "sheet stack tight", hidden: true }, h("h2", null, t("Moves", "Coups")), list);
  let asked = entries === 0 || entries > LONGEST;
  let wanted = 0;
  /** @type {Element | undefined} */
  let marked;

  /** @param {RoomState} state */
  async function fill(state) {
    asked = true;
    const all = await entriesOf(id);
    // A moment missing here would shift the numbers.
    if (all.length !== entries) return;
    const alone = state.players.length < 2;
    list.classList.toggle("alone", alone);
    put(
      list,
      all.map((entry, at) => {
        const said = entryText(entry, state, actionText);
        const sign = alone ? ARROWS[entry.do ?? ""] : undefined;
        const colour = typeof entry.seat === "number" ? `var(--player-${(entry.seat % 8) + 1})` : "transparent";
        return h(
          "li",
          null,
          h(
            "button",
            { type: "button", tabindex: -1, "data-at": at + 1, "aria-label": sign ? said : null, style: { "--c": colour } },
            sign ?? said,
          ),
        );
      }),
    );
    el.hidden = false;
  }

  /** @param {number} n @param {RoomState} state */
  async function show(n, state) {
    wanted = n;
    if (!asked) await fill(state);
    marked?.removeAttribute("aria-current");
    marked = list.children[wanted - 1]?.firstElementChild ?? undefined;
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
  return { el, show: (/** @type {number} */ n, /** @type {RoomState} */ state) => void show(n, state).catch(() => {}) };
}
