// The boards of the day on the first page: five small ones with what came of
// them, and the days before behind a button.

import { button } from "../app/controls.js";
import { dailyLink, dateText, dayOf, history, resultLine, streak, todayText } from "../app/daily.js";
import { h, inRow, isDark } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { dialog } from "../app/notifications.js";
import { passOn, previewPath } from "../app/share.js";
import { titleOf, worlds } from "../app/worlds.js";

/** @returns {Element[]} */
export function dailyStrip() {
  const all = history();
  const results = all[dayOf()] ?? {};
  const row = streak();
  return [
    h(
      "ul",
      { class: "daily-boards" },
      worlds.map((world) => tile(world, results[world])),
    ),
    inRow(
      Object.keys(results).length
        ? button(t("Share my day", "Partager ma journée"), () => void passOn(todayText()), { icon: "share" })
        : h("span", { class: "quiet small" }, t("The same for everybody, until midnight UTC.", "Les mêmes pour tous, jusqu’à minuit UTC.")),
      Object.keys(all).length ? button(t("My days", "Mes jours"), showDays, { icon: "eye", kind: "bare" }) : null,
      row > 1 ? h("span", { class: "chip" }, t(`${row} days in a row`, `${row} jours de suite`)) : null,
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

/** One's own history, the latest day first. */
function showDays() {
  const days = Object.entries(history()).sort(([one], [two]) => two.localeCompare(one));
  dialog(
    t("My days", "Mes jours"),
    h(
      "ol",
      { class: "daily-days" },
      days.map(([day, results]) =>
        h(
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
        ),
      ),
    ),
  );
}
