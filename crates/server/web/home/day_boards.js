// The five boards of a day as small pictures, each with what came of it.

import { dailyLink, history } from "../app/daily.js";
import { h, isDark } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { previewPath } from "../app/share.js";
import { titleOf, worlds } from "../app/worlds.js";

/** @param {string} day */
export function dayBoards(day) {
  const results = history()[day] ?? {};
  return h(
    "ul",
    { class: "daily-boards" },
    worlds.map((world) => tile(world, day, results[world])),
  );
}

/** @param {string} world @param {string} day @param {import("../app/daily.js").Result | undefined} result */
function tile(world, day, result) {
  const link = dailyLink(world, day);
  const src = previewPath(`${link}&small=${isDark() ? "dark" : "light"}`);
  // The first of the figures; all of them are in the calendar.
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
export function plain(text) {
  return text.replace(/(\p{Extended_Pictographic}+ ?)(· )?/gu, "");
}
