// What a page shows while it waits, when there is nothing, and in trouble.

import { h, inRow, put } from "./dom.js";
import { sentence, t } from "./i18n.js";
import { logo } from "./icons.js";

/**
 * @param {string} [text]
 */
export function loading(text = t("One moment…", "Un instant…")) {
  return h("div", { class: "state wait", role: "status" }, logo(), h("p", null, text));
}

/**
 * @param {string} text
 * @param {...import("./dom.js").Child} actions
 */
export function empty(text, ...actions) {
  return h("div", { class: "state small" }, h("p", null, text), actions.length ? inRow(...actions) : null);
}

/**
 * @param {unknown} error
 * @param {(() => void)} [again]
 * @param {...import("./dom.js").Child} ways where else to go
 */
export function failed(error, again, ...ways) {
  const text = sentence(error instanceof Error ? error.message : String(error));
  return h(
    "div",
    { class: "state", role: "alert" },
    logo(),
    h("h2", null, t("A dead end", "Une impasse")),
    h("p", null, text),
    inRow(
      again ? h("button", { type: "button", class: "btn main", onclick: again }, t("Try again", "Réessayer")) : null,
      ...ways,
      h("a", { class: "btn", href: "/" }, t("Back to the five worlds", "Retour aux cinq mondes")),
    ),
  );
}

/**
 * Fills a place with what a promise brings, or with the reason it did not.
 * @param {HTMLElement} place
 * @param {() => Promise<import("./dom.js").Child>} make
 */
export async function fillWith(place, make) {
  put(place, loading());
  try {
    put(place, await make());
  } catch (error) {
    put(
      place,
      failed(error, () => void fillWith(place, make)),
    );
  }
}
