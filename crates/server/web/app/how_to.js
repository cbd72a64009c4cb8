// "How to play": a drawer with a few small live boards, opened by itself on a
// first visit and one click away from then on.

import { button } from "./controls.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { keep, recall } from "./storage.js";
import { titleOf } from "./worlds.js";

/** A step of the rules: a sentence, and a board that shows it. @typedef {{ text: string, board: () => Element }} Step */

/** Remembers that the rules of a world were shown, and tells whether they were before. @param {string} world */
export function taught(world) {
  const seen = recall("how-to", /** @type {string[]} */ ([]));
  keep("how-to", [...new Set([...seen, world])]);
  return seen.includes(world);
}

/** Closes the drawer that is open. */
let leaveOpen = () => {};

/** Closes the drawer, where it is open. */
export function closeHowTo() {
  leaveOpen();
}

/** @param {string} world @param {boolean} [first] only if it was never seen */
export async function howTo(world, first = false) {
  if (taught(world) && first) return;
  /** @type {{ steps: () => Step[] }} */
  const { steps } = await import(`../worlds/${world}/how_to.js`);
  closeHowTo();
  const title = t(`How to play: ${titleOf(world)}`, `Comment jouer : ${titleOf(world)}`);
  const close = button(t("Close", "Fermer"), () => leave(), { icon: "close", bare: true, kind: "bare" });
  const list = h(
    "ol",
    null,
    steps().map(({ text, board }) => h("li", null, h("div", { class: "how-board", "aria-hidden": "true" }, board()), h("p", null, text))),
  );
  const got = button(t("Got it", "Compris"), () => leave(), { kind: "main" });
  const drawer = h("aside", { class: "how-to", "aria-label": title }, h("header", null, h("h2", null, title), close), list, got);
  // A drawer that opened by itself has no focus: Escape closes it from anywhere.
  const key = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && leave();
  const leave = () => {
    drawer.remove();
    document.removeEventListener("keydown", key);
  };
  leaveOpen = leave;
  document.addEventListener("keydown", key);
  document.body.append(drawer);
  if (!first) close.focus();
}

/** The button that opens the drawer; beside a board a newcomer needs no click. @param {string} world @param {boolean} [beside] */
export function howToButton(world, beside = true) {
  if (beside) void howTo(world, true);
  return button(t("How to play", "Comment jouer"), () => void howTo(world), { icon: "info" });
}
