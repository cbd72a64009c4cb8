// Short news at the foot of the screen, notices above a page, and dialogs.

import { button } from "./controls.js";
import { h, put, uid } from "./dom.js";
import { sentence, t } from "./i18n.js";
import { keepInTab, recallInTab } from "./storage.js";

/** @type {HTMLElement | undefined} */
let shelf;

/** The cross that closes something. @param {() => void} close */
function closer(close) {
  return button(t("Close", "Fermer"), close, { icon: "close", kind: "bare", bare: true });
}

/**
 * Shows a short message; screen readers hear it.
 * @param {string} text
 * @param {{ bad?: boolean, ms?: number }} [options]
 */
export function toast(text, { bad = false, ms = bad ? 7000 : 3500 } = {}) {
  if (!shelf) {
    shelf = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(shelf);
  }
  const one = h("div", { class: ["toast", bad && "bad"] }, h("span", null, text));
  one.append(closer(() => one.remove()));
  // What is said again is said once.
  [...shelf.children].find((other) => other.firstElementChild?.textContent === text)?.remove();
  while (shelf.children.length > 2) shelf.firstElementChild?.remove();
  shelf.append(one);
  setTimeout(() => one.remove(), ms);
}

/**
 * Says what is to be known about a page, in a strip of its own above it: it
 * covers nothing, and stays until it is closed. Screen readers hear it.
 * @param {string} text
 */
export function notice(text) {
  document.querySelector(".notice")?.remove();
  const one = h(
    "div",
    { class: "notice", role: "alert" },
    h("p", null, text),
    closer(() => one.remove()),
  );
  document.getElementById("main")?.before(one);
}

/** The same on the page that this tab is on its way to. @param {string} text */
export function noticeThere(text) {
  keepInTab("notice", text);
}

/** Shows what the page before had to say about this one. */
export function showNotice() {
  const text = recallInTab("notice");
  if (typeof text !== "string") return;
  keepInTab("notice", undefined);
  notice(text);
}

/** What of a link cannot be, in words. @param {string[]} wrong @param {{ there?: boolean }} [options] whether the page is only on the way to the one that is meant */
export function tellWrongLink(wrong, { there = false } = {}) {
  if (!wrong.length) return;
  const text = `${t("From this link: ", "Dans ce lien : ")}${wrong.join(t("; ", " ; "))}.`;
  if (there) noticeThere(text);
  else notice(text);
}

/**
 * Shows what went wrong.
 * @param {unknown} error
 */
export function trouble(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  toast(sentence(wordsOf(error)), { bad: true });
}

/**
 * Runs something while its button is busy; trouble becomes a toast.
 * @param {HTMLButtonElement} pressed
 * @param {() => Promise<unknown>} work
 */
export async function busy(pressed, work) {
  if (pressed.getAttribute("aria-busy") === "true") return;
  pressed.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    trouble(error);
  } finally {
    pressed.removeAttribute("aria-busy");
  }
}

/**
 * A dialog; it removes itself when closed.
 * @param {string} title
 * @param {import("./dom.js").Child} body
 * @param {{ actions?: import("./dom.js").Piece[], broad?: boolean }} [options]
 * @returns {HTMLDialogElement}
 */
export function dialog(title, body, { actions, broad = false } = {}) {
  const id = uid();
  const shown = h("dialog", { class: broad ? "broad" : "", "aria-labelledby": id });
  put(
    shown,
    h(
      "header",
      null,
      h("h2", { id }, title),
      closer(() => shown.close()),
    ),
    h("div", { class: "body" }, body),
    actions ? h("div", { class: "actions" }, actions) : null,
  );
  shown.addEventListener("close", () => shown.remove());
  shown.addEventListener("click", (event) => {
    if (event.target === shown) shown.close();
  });
  document.body.append(shown);
  shown.showModal();
  return shown;
}

/** What went wrong, in words. @param {unknown} error */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}
