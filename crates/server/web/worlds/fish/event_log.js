// What happened, the latest on top. A page that is opened anew remembers what
// it has seen of the room.

import { h, put } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { seatName } from "../../app/seats.js";
import { keepInTab, recallInTab } from "../../app/storage.js";
import { actionText, eventText } from "./text.js";

/** @typedef {import("./text.js").RoomState} RoomState */
/** An event, or an action of which nothing is told. @typedef {import("./text.js").FishEvent | { seat: number, action: string }} Happened */
/** What is kept are events, not their words: the page may come back in another language. @typedef {{ seq: number, what: Happened }} Line */

const LONGEST = 300;

/** What happened, in words. @param {Happened} what @param {RoomState} state */
export function happenedText(what, state) {
  return "event" in what ? eventText(what, state) : `${seatName(what.seat, state)}${t(": ", " : ")}${actionText(what.action)}`;
}

/** What was kept for a room, without what is no event. @param {string} id */
function kept(id) {
  const lines = recallInTab(`fish-log-${id}`);
  return Array.isArray(lines) ? /** @type {Line[]} */ (lines.filter((line) => line?.what)) : [];
}

export function eventLog() {
  const list = h("ol", { class: "fish-log", tabindex: 0, "aria-label": t("What happened", "Ce qui s’est passé") });
  const el = h("section", { class: "sheet stack tight fish-news" }, h("h2", null, t("What happened", "Ce qui s’est passé")), list);
  /** @type {Line[]} */
  let lines = [];
  let room = "";

  const item = (/** @type {Line} */ { what }, /** @type {RoomState} */ state) =>
    h(
      "li",
      {
        class: "event" in what ? what.event : "reserved",
        style: { "--c": "seat" in what ? `var(--player-${what.seat + 1})` : "transparent" },
      },
      happenedText(what, state),
    );
  const all = (/** @type {RoomState} */ state) =>
    put(
      list,
      lines.length
        ? lines.toReversed().map((line) => item(line, state))
        : h("li", { class: "quiet" }, t("Nothing yet.", "Rien pour l’instant.")),
    );

  return {
    el,
    /** Everything is new: keeps what is still true. @param {RoomState} state */
    open(state) {
      if (state.room !== room) {
        room = state.room;
        lines = kept(room);
      }
      lines = lines.filter((line) => line.seq <= state.seq);
      all(state);
    },
    /** @param {Happened[]} happened @param {RoomState} state */
    add(happened, state) {
      const news = happened.map((what) => ({ seq: state.seq, what }));
      const first = !lines.length;
      lines = [...lines, ...news].slice(-LONGEST);
      if (first) all(state);
      else list.prepend(...news.toReversed().map((line) => item(line, state)));
      keepInTab(`fish-log-${room}`, lines);
    },
  };
}
