// The way from a world to the pages that explain it.

import { h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { topicsOf } from "./topics.js";

/** @param {string} world */
export function ideas(world) {
  return h(
    "nav",
    { class: "foot", "aria-label": t("The ideas behind this world", "Les idées de ce monde") },
    h(
      "div",
      { class: "foot-in" },
      h("span", null, t("The ideas behind it:", "Les idées de ce monde :")),
      topicsOf(world).map(({ name, title }) => h("a", { href: `/learn/${name}` }, title)),
    ),
  );
}
