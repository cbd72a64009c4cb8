// Levels from outside: pasted, chosen, dropped. What is wrong is shown where
// it is, in the text itself.

import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { dialog, noticeThere, trouble, wordsOf } from "../../app/notifications.js";
import { bytesOf, receiveText, textDialog } from "../../app/text_files.js";
import { opened } from "./ask.js";
import { keyOf } from "./rules.js";
import { keepOwn, own } from "./storage.js";

/** Characters of a line that are shown on each side of a fault. */
const AROUND = 60;

/** @param {File} file */
async function read(file) {
  const bytes = await bytesOf(file);
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
  if (!keepOwn(all))
    noticeThere(
      t(
        "This browser has no room left for levels: what you opened is here until you close this tab. “Save all” beside your levels writes them to a file.",
        "Ce navigateur n’a plus de place pour des niveaux : ce que vous avez ouvert reste ici jusqu’à la fermeture de l’onglet. « Tout enregistrer », à côté de vos niveaux, les écrit dans un fichier.",
      ),
    );
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
  const before = written.slice(Math.max(0, column - 1 - AROUND), column - 1);
  const mark = written.slice(column - 1, column) || " ";
  const after = written.slice(column, column + AROUND);
  return [
    h(
      "p",
      { class: "small" },
      h("strong", null, t(`Line ${line}, column ${column}`, `Ligne ${line}, colonne ${column}`)),
      `${t(":", " :")} ${what}`,
    ),
    h(
      "pre",
      { class: "soko-fault" },
      h("span", { class: "quiet" }, `${line} │ `),
      column - 1 > AROUND ? `…${before}` : before,
      h("mark", null, mark),
      column + AROUND < written.length ? `${after}…` : after,
    ),
  ];
}

/** The dialog that opens levels. */
export function importDialog() {
  textDialog(t("Open levels", "Ouvrir des niveaux"), {
    note: t(
      "Paste one level or many, as text, run-length code or XML (.xsb, .sok, .txt, .slc), or choose a file, a calculator’s .8xv too. They stay in this browser.",
      "Collez un ou plusieurs niveaux, en texte, en code compact ou en XML (.xsb, .sok, .txt, .slc), ou choisissez un fichier, même un .8xv de calculatrice. Ils restent dans ce navigateur.",
    ),
    label: t("Levels as text", "Niveaux en texte"),
    placeholder: "#######\n#  .  #\n# $@$ #\n#  .  #\n#######",
    file: { label: t("Level file", "Fichier de niveaux"), accept: ".xsb,.sok,.txt,.slc,.xml,.rle,.8xv,text/*", read },
    use: async (text, name) => takeIn(await opened(text), name),
    fault: (text, message, area) => {
      select(area, message);
      return text === area.value ? shownFault(text, message) : placeOf(message).what;
    },
  });
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
  const take = async (/** @type {string} */ text, /** @type {string} */ name) => {
    try {
      takeIn(await opened(text), name);
    } catch (error) {
      dialog(t("These are no levels", "Ce ne sont pas des niveaux"), h("div", { role: "alert" }, shownFault(text, wordsOf(error))));
    }
  };
  receiveText(
    el,
    read,
    (text, name) => void text.then((got) => take(got, name), trouble),
    (text) => text.includes("#"),
  );
}
