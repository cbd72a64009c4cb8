// The boards of the day on the first page: five small ones with what came of
// them, and the days before behind a button.

import { button } from "../app/controls.js";
import { dayOf, dayText, history, inARow, outOfFive, totals, untilNext } from "../app/daily.js";
import { h, inRow } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { passOnButton } from "../app/share.js";
import { showCalendar } from "./calendar.js";
import { dayBoards } from "./day_boards.js";

/** Puts the boards of the day below their title, and keeps them those of the day. @param {Element} place */
export function dailyStrip(place) {
  const left = h("span", { class: "quiet small daily-left" });
  /** @type {Element[]} */
  let shown = [];
  let day = "";
  const show = () => {
    day = dayOf();
    left.textContent = untilNext();
    for (const one of shown) one.remove();
    shown = strip(left);
    place.append(...shown);
  };
  show();
  setInterval(() => {
    if (day !== dayOf()) show();
    else left.textContent = untilNext();
  }, 20_000);
  // What was played meanwhile: in another tab, or before the way back here.
  addEventListener("storage", ({ key }) => key === "daily" && show());
  addEventListener("pageshow", ({ persisted }) => persisted && show());
}

/** @param {Element} left how long there is */
function strip(left) {
  const results = history()[dayOf()] ?? {};
  const done = Object.keys(results).length;
  const state = [done ? outOfFive(done) : "", inARow(totals().row)].filter(Boolean).join(" · ");
  return [
    dayBoards(dayOf()),
    inRow(
      done
        ? passOnButton(t("Share my day", "Partager ma journée"), () => dayText())
        : h("span", { class: "quiet small" }, t("The same for everybody.", "Les mêmes pour tous.")),
      button(t("Calendar", "Calendrier"), showCalendar, { icon: "calendar", kind: "bare" }),
      left,
      state ? h("span", { class: "chip" }, state) : null,
    ),
  ];
}
