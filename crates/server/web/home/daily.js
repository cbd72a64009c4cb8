// The boards of the day on the first page: five small ones with what came of
// them, and the days before behind a button.

import { button, figures } from "../app/controls.js";
import { dailyLink, dateText, dayOf, history, resultLine, todayText, totals, untilNext } from "../app/daily.js";
import { h, inRow, isDark } from "../app/dom.js";
import { number, t } from "../app/i18n.js";
import { dialog } from "../app/notifications.js";
import { passOn, previewPath } from "../app/share.js";
import { titleOf, worlds } from "../app/worlds.js";

/** Weeks of the calendar. */
const WEEKS = 6;

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
  const all = history();
  const results = all[dayOf()] ?? {};
  const done = Object.keys(results).length;
  const { row } = totals();
  const inARow = row > 1 ? t(`${row} days in a row`, `${row} jours de suite`) : "";
  const state = [done ? t(`${done} of 5`, `${done} sur 5`) : "", inARow].filter(Boolean).join(" · ");
  return [
    h(
      "ul",
      { class: "daily-boards" },
      worlds.map((world) => tile(world, results[world])),
    ),
    inRow(
      done
        ? button(t("Share my day", "Partager ma journée"), () => void passOn(todayText()), { icon: "share" })
        : h("span", { class: "quiet small" }, t("The same for everybody.", "Les mêmes pour tous.")),
      Object.keys(all).length ? button(t("My days", "Mes jours"), showDays, { icon: "eye", kind: "bare" }) : null,
      left,
      state ? h("span", { class: "chip" }, state) : null,
    ),
  ];
}

/** @param {string} world @param {import("../app/daily.js").Result | undefined} result */
function tile(world, result) {
  const link = dailyLink(world);
  const src = previewPath(`${link}&small=${isDark() ? "dark" : "light"}`);
  // The first of the figures; all of them are among one's days.
  const [first] = plain(result?.text ?? "").split(/ \(| · |, /);
  const state = result ? `${result.won ? "✓" : "–"} ${first}` : t("Play", "Jouer");
  return h(
    "li",
    { "data-world": world },
    h(
      "a",
      { href: link, class: result ? "done" : "", title: result?.text },
      h("img", { src, width: 480, height: 252, alt: "" }),
      h("strong", null, titleOf(world)),
      h("span", { class: "small" }, state),
    ),
  );
}

/** A result for the page: not every machine has a typeface for the signs that are passed on. @param {string} text */
function plain(text) {
  return text.replace(/(\p{Extended_Pictographic}+ ?)(· )?/gu, "");
}

/** One's own history: what it comes to, a calendar, and the results, the latest day first. */
function showDays() {
  const all = history();
  const { days, won, row, longest } = totals();
  const results = Object.entries(all).sort(([one], [two]) => two.localeCompare(one));
  dialog(
    t("My days", "Mes jours"),
    h(
      "div",
      { class: "stack" },
      figures([
        [t("days played", "jours joués"), number(days)],
        [t("boards won", "plateaux gagnés"), number(won)],
        [t("days in a row", "jours de suite"), number(row)],
        [t("longest row", "plus longue série"), number(longest)],
      ]),
      calendar(all),
      h(
        "ol",
        { class: "daily-days" },
        results.map(([day, results]) => oneDay(day, results)),
      ),
    ),
  );
}

/** The last weeks, Monday first; the results below say the same in words. @param {import("../app/daily.js").History} all */
function calendar(all) {
  const weekday = (new Date(dayOf()).getUTCDay() + 6) % 7;
  const name = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "narrow", timeZone: "UTC" });
  const names = [0, 1, 2, 3, 4, 5, 6].map((n) => h("b", null, name.format(new Date(Date.UTC(2024, 0, 1 + n)))));
  const cells = Array.from({ length: 7 * WEEKS }, (_, n) => {
    const ago = weekday + 7 * (WEEKS - 1) - n;
    const day = dayOf(ago);
    const results = Object.values(all[day] ?? {});
    const share = results.length ? 12 + 10 * results.filter((one) => one?.won).length : 0;
    return h("i", { class: [ago < 0 && "later", !ago && "today"], style: { "--won": `${share}%` } }, String(Number(day.slice(8))));
  });
  return h("div", { class: "daily-calendar", "aria-hidden": "true" }, names, cells);
}

/** @param {string} day @param {Record<string, import("../app/daily.js").Result>} results */
function oneDay(day, results) {
  return h(
    "li",
    null,
    h("strong", null, dateText(day)),
    h(
      "span",
      { class: "daily-squares", "aria-hidden": "true" },
      worlds.map((world) => h("i", { "data-world": world, class: results[world] && (results[world].won ? "won" : "played") })),
    ),
    h(
      "ul",
      null,
      worlds.filter((world) => results[world]).map((world) => h("li", null, plain(resultLine(world, results[world])))),
    ),
  );
}
