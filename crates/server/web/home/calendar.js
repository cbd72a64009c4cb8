// One's own days: what they come to, a month to choose from, and the five boards
// of the day chosen, with what came of them or to be played after all.

import { button, figures } from "../app/controls.js";
import { dateText, dayOf, dayWith, history, outOfFive, resultLine, seedOf, totals } from "../app/daily.js";
import { h, inRow, put, renew } from "../app/dom.js";
import { locale, noun, number, t } from "../app/i18n.js";
import { dialog } from "../app/notifications.js";
import { worlds } from "../app/worlds.js";
import { dayBoards, plain } from "./day_boards.js";

export function showCalendar() {
  const { days, won, row, longest } = totals();
  const month = h("div", { class: "daily-month" });
  const chosen = h("section", { class: "daily-chosen", "aria-live": "polite" });
  /** @param {string} day */
  const choose = (day) => {
    renew(month, monthOf(day, choose));
    put(chosen, oneDay(day));
  };
  choose(dayOf());
  dialog(
    t("Calendar", "Calendrier"),
    h(
      "div",
      { class: "stack" },
      figures([
        [noun(days, "day played", "days played", "jour joué", "jours joués"), number(days)],
        [noun(won, "board won", "boards won", "plateau gagné", "plateaux gagnés"), number(won)],
        [noun(row, "day streak", "day streak", "jour de suite", "jours de suite"), number(row)],
        [t("longest streak", "plus longue série"), number(longest)],
      ]),
      month,
      chosen,
    ),
  );
}

/** The same day some months away, or the last of that month. @param {string} day @param {number} months */
function monthsFrom(day, months) {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
  return last > dayOf() && months > 0 ? dayOf() : last;
}

/** The month of a day, Monday first. @param {string} chosen @param {(day: string) => void} choose */
function monthOf(chosen, choose) {
  const all = history();
  const first = new Date(`${chosen.slice(0, 8)}01`);
  const long = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const written = (/** @type {Intl.DateTimeFormatOptions} */ options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  const weekday = written({ weekday: "narrow" });
  const names = Array.from({ length: 7 }, (_, n) => h("b", { "aria-hidden": "true" }, weekday.format(new Date(Date.UTC(2024, 0, 1 + n)))));
  const cells = Array.from({ length: long }, (_, n) => {
    const day = `${chosen.slice(0, 8)}${String(n + 1).padStart(2, "0")}`;
    const results = Object.values(all[day] ?? {});
    const won = results.filter((one) => one?.won).length;
    const made = h(
      "button",
      {
        type: "button",
        class: [day === dayOf() && "today"],
        disabled: !dayWith(seedOf(day)),
        "aria-pressed": String(day === chosen),
        "aria-label": `${dateText(day)}${results.length ? t(`: ${outOfFive(won)} won`, ` : ${outOfFive(won)}`) : ""}`,
        style: { "--won": `${results.length ? 12 + 12 * won : 0}%`, "grid-column": n ? "" : String(((first.getUTCDay() + 6) % 7) + 1) },
      },
      String(n + 1),
    );
    made.addEventListener("click", () => choose(day));
    return made;
  });
  const before = button(t("Month before", "Mois précédent"), () => choose(monthsFrom(chosen, -1)), {
    icon: "left",
    bare: true,
    kind: "bare",
  });
  const after = button(t("Month after", "Mois suivant"), () => choose(monthsFrom(chosen, 1)), { icon: "right", bare: true, kind: "bare" });
  before.disabled = !dayWith(seedOf(monthsFrom(chosen, -1)));
  after.disabled = chosen.slice(0, 7) === dayOf().slice(0, 7);
  return [
    inRow(before, h("strong", { class: "grow" }, written({ month: "long", year: "numeric" }).format(first)), after),
    h("div", { class: "daily-calendar" }, names, cells),
  ];
}

/** @param {string} day */
function oneDay(day) {
  const results = history()[day] ?? {};
  return [
    h("h3", null, dateText(day)),
    dayBoards(day),
    h(
      "ul",
      { class: "daily-results" },
      worlds.filter((world) => results[world]).map((world) => h("li", null, plain(resultLine(world, results[world])))),
    ),
  ];
}
