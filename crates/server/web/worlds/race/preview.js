// The board that settings and a seed give, before the race.

import { h, put } from "../../app/dom.js";
import { number, t } from "../../app/i18n.js";
import { pawn } from "../../app/icons.js";
import { newBoard } from "./ask.js";
import { Drawing } from "./drawing.js";

export function preview() {
  const drawing = new Drawing(t("A board with these settings", "Un plateau avec ces réglages"));
  const note = h("p", { class: "row small quiet", role: "status" });
  let asking = new AbortController();

  /**
   * Draws the board; false if there is none with these settings.
   * @param {import("./ask.js").BoardSettings} settings
   */
  async function show({ size, density, players, repair, fair, seed }) {
    asking.abort();
    asking = new AbortController();
    try {
      const made = await newBoard({ size, density, players, repair, seed, fair: fair && players > 1 }, asking.signal);
      drawing.ground(made.rows);
      drawing.target(made.target);
      made.players.forEach(({ start }, seat) => drawing.pawn(seat, start, false));
      drawing.done();
      put(
        note,
        t("Steps to the target:", "Pas jusqu’à la cible :"),
        made.players.map(({ best }, seat) => h("span", { class: "chip" }, pawn(seat), number(best))),
      );
      return true;
    } catch (error) {
      if (error instanceof DOMException) return true;
      note.textContent = error instanceof Error ? error.message : String(error);
      return false;
    }
  }
  return { el: h("div", { class: "board race-preview" }, drawing.svg), note, show };
}
