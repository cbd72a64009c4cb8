// The hands on time: to the start, back, play or pause, on, to the end.

import { button } from "./controls.js";
import { inRow } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @param {{ start(): void, back(): void, toggle(): void, on(): void, end(): void }} acts
 * @param {{ keys?: boolean, kind?: string }} [options] whether `,` `p` `.` do the same, to be told in the titles
 */
export function transportButtons({ start, back, toggle, on, end }, { keys = false, kind = "main" } = {}) {
  const key = (/** @type {string} */ name) => (keys ? { key: name } : {});
  const play = button("", toggle, { kind, icon: "play", bare: true, ...key("p") });
  const el = inRow(
    button(t("To the start", "Au début"), start, { icon: "first", bare: true }),
    button(t("One step back", "Un pas en arrière"), back, { icon: "back", bare: true, ...key(",") }),
    play,
    button(t("One step on", "Un pas en avant"), on, { icon: "next", bare: true, ...key(".") }),
    button(t("To the end", "À la fin"), end, { icon: "last", bare: true }),
  );
  /** Shows whether it plays. @param {boolean} moving */
  function show(moving) {
    const name = moving ? t("Pause", "Pause") : t("Play", "Lecture");
    play.replaceChildren(...button(name, () => {}, { icon: moving ? "pause" : "play", bare: true }).childNodes);
    play.title = keys ? `${name} (p)` : name;
  }
  show(false);
  return { el, show };
}
