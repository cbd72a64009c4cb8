// Levels from outside: pasted, chosen, dropped. What is wrong is shown where
// it is, in the text itself.

import { button, filePicker } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { busy, dialog, trouble } from "../../app/notifications.js";
import { opened } from "./ask.js";
import { keyOf } from "./rules.js";
import { keepOwn, own } from "./storage.js";

/** Larger files than this are for the command. */
const LARGEST = 2 << 20;

/** @param {File} file */
async function read(file) {
  if (file.size > LARGEST)
    throw new Error(
      t(
        "This file is too large for the page; the command takes it.",
        "Ce fichier est trop volumineux pour la page ; la commande l’accepte.",
      ),
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Levels for calculators are no text: a character a byte.
  if (/\.8xv$/i.test(file.name)) return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Old collections are written in Latin-1.
    return new TextDecoder("latin1").decode(bytes);
  }
}

/**
 * Puts levels on the shelf and opens the first.
 * @param {{ title: string, rows: string[] }[]} levels
 * @param {string} name
 */
export function takeIn(levels, name) {
  const before = own();
  const known = new Set(before.map(({ rows }) => keyOf(rows)));
  const fresh = levels
    .filter(({ rows }) => !known.has(keyOf(rows)))
    .map(({ title, rows }, index) => ({ title: title || (levels.length > 1 ? `${name} ${index + 1}` : name), rows }));
  const all = [...before, ...fresh];
  keepOwn(all);
  const first = keyOf(levels[0]?.rows ?? []);
  const at = all.findIndex(({ rows }) => keyOf(rows) === first);
  location.assign(levels.length > 1 ? "/sokoban" : `/sokoban?own=${at + 1}`);
}

/** Where a fault is, if its message begins with line and column. @param {string} message */
export function placeOf(message) {
  const found = /^(\d+):(\d+): ?(.*)$/s.exec(message);
  return found ? { line: Number(found[1]), column: Number(found[2]), what: found[3] ?? "" } : { line: 0, column: 0, what: message };
}

/**
 * The line of a text with a fault, its place marked.
 * @param {string} text
 * @param {string} message
 */
export function shownFault(text, message) {
  const { line, column, what } = placeOf(message);
  const written = text.split(/\r?\n/)[line - 1];
  if (!line || written === undefined) return [h("p", { class: "small" }, what)];
  const before = written.slice(0, column - 1);
  const mark = written.slice(column - 1, column) || " ";
  return [
    h(
      "p",
      { class: "small" },
      h("strong", null, t(`Line ${line}, column ${column}`, `Ligne ${line}, colonne ${column}`)),
      `${t(":", " :")} ${what}`,
    ),
    h("pre", { class: "soko-fault" }, h("span", { class: "quiet" }, `${line} │ `), before, h("mark", null, mark), written.slice(column)),
  ];
}

/** The dialog that opens levels. */
export function importDialog() {
  const area = h("textarea", {
    rows: 12,
    spellcheck: "false",
    wrap: "off",
    placeholder: "#######\n#  .  #\n# $@$ #\n#  .  #\n#######",
    "aria-label": t("Levels as text", "Niveaux en texte"),
  });
  const fault = h("div", { class: "soko-faults", role: "alert" });
  // What is no text would not come back from the text field.
  const take = async (/** @type {string} */ name, text = area.value) => {
    put(fault);
    try {
      takeIn(await opened(text), name);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      put(fault, text === area.value ? shownFault(text, message) : h("p", { class: "small" }, placeOf(message).what));
      select(area, message);
    }
  };
  const file = filePicker(
    t("Level file", "Fichier de niveaux"),
    (chosen) => {
      void read(chosen).then(
        (text) => {
          area.value = text.includes("\0") ? "" : text;
          return take(chosen.name.replace(/\.[a-z0-9]+$/i, ""), text);
        },
        (error) => put(fault, h("p", { class: "small" }, error.message)),
      );
    },
    ".xsb,.sok,.txt,.slc,.xml,.rle,.8xv,text/*",
  );
  dialog(
    t("Open levels", "Ouvrir des niveaux"),
    h(
      "div",
      { class: "stack" },
      h(
        "p",
        { class: "small quiet" },
        t(
          "Paste one level or many, as text, run-length code or XML (.xsb, .sok, .txt, .slc), or choose a file, a calculator’s .8xv too. They stay in this browser.",
          "Collez un ou plusieurs niveaux, en texte, en code compact ou en XML (.xsb, .sok, .txt, .slc), ou choisissez un fichier, même un .8xv de calculatrice. Ils restent dans ce navigateur.",
        ),
      ),
      area,
      fault,
    ),
    {
      actions: [
        file,
        button(t("Choose a file", "Choisir un fichier"), () => file.click(), { icon: "open" }),
        button(t("Use this text", "Utiliser ce texte"), (made) => void busy(made, () => take(t("Pasted", "Collé"))), { kind: "main" }),
      ],
    },
  );
  area.focus();
}

/**
 * Selects the character a fault is about.
 * @param {HTMLTextAreaElement} area
 * @param {string} message
 */
function select(area, message) {
  const { line, column } = placeOf(message);
  if (!line) return;
  const start =
    area.value
      .split("\n")
      .slice(0, line - 1)
      .reduce((sum, one) => sum + one.length + 1, 0) +
    column -
    1;
  area.focus();
  area.setSelectionRange(start, start + 1);
}

/**
 * Takes levels that are dropped on the page or pasted into it.
 * @param {HTMLElement} el
 */
export function receive(el) {
  const take = (/** @type {Promise<string>} */ text, /** @type {string} */ name) =>
    void text.then(async (got) => {
      try {
        takeIn(await opened(got), name);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        dialog(
          t("These are no levels", "Ce ne sont pas des niveaux"),
          h("div", { class: "soko-faults", role: "alert" }, shownFault(got, message)),
        );
      }
    }, trouble);
  el.addEventListener("dragover", (event) => event.preventDefault());
  el.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) take(read(file), file.name.replace(/\.[a-z0-9]+$/i, ""));
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.includes("#")) take(Promise.resolve(text), t("Pasted", "Collé"));
  });
}
