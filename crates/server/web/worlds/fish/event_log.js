// What happened, the latest on top. A page that is opened anew remembers what
// it has seen of the room.

import { h, put } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { keepInTab, recallInTab } from "../../app/storage.js";

/** @typedef {{ seq: number, seat: number | null, text: string, kind: string }} Line */

const LONGEST = 300;

export function eventLog() {
  const list = h("ol", { class: "fish-log", tabindex: 0, "aria-label": t("What happened", "Ce qui s’est passé") });
  const el = h("section", { class: "sheet stack tight fish-news" }, h("h2", null, t("What happened", "Ce qui s’est passé")), list);
  /** @type {Line[]} */
  let lines = [];
  let room = "";

  const item = (/** @type {Line} */ { seat, text, kind }) =>
    h("li", { class: kind, style: { "--c": seat === null ? "transparent" : `var(--player-${seat + 1})` } }, text);
  const all = () =>
    put(list, lines.length ? lines.toReversed().map(item) : h("li", { class: "quiet" }, t("Nothing yet.", "Rien pour l’instant.")));

  return {
    el,
    /** Everything is new: keeps what is still true. @param {string} id @param {number} seq */
    open(id, seq) {
      if (id !== room) {
        room = id;
        lines = /** @type {Line[] | undefined} */ (recallInTab(`fish-log-${id}`)) ?? [];
      }
      lines = lines.filter((line) => line.seq <= seq);
      all();
    },
    /** @param {Line[]} news */
    add(news) {
      const first = !lines.length;
      lines = [...lines, ...news].slice(-LONGEST);
      if (first) all();
      else list.prepend(...news.toReversed().map(item));
      keepInTab(`fish-log-${room}`, lines);
    },
  };
}
