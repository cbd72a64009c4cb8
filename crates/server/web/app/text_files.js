// Boards as text: a dialog to read, paste, change, save and use one, and what
// is dropped on a page or pasted into it.

import { button, filePicker } from "./controls.js";
import { h, inStack, put, smallNote } from "./dom.js";
import { t } from "./i18n.js";
import { busy, dialog, wordsOf } from "./notifications.js";
import { copy, download } from "./share.js";

/** Larger files than this are for the command. */
const LARGEST = 8 << 20;

/** @param {Blob} file @returns {Promise<Uint8Array>} */
export async function bytesOf(file) {
  if (file.size > LARGEST)
    throw new Error(
      t(
        "This file is too large for the page; the command takes it.",
        "Ce fichier est trop volumineux pour la page ; la commande l’accepte.",
      ),
    );
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * @typedef {object} TextDialog
 * @property {string} [note] what is asked for
 * @property {string} label of the text
 * @property {string} [text] that is there already
 * @property {string} [placeholder]
 * @property {string} [save] under which name it is saved
 * @property {{ label: string, accept?: string, read: (file: File) => Promise<string> }} [file] how one is chosen instead
 * @property {(text: string, name: string) => void | Promise<void>} use what is done with it; what it throws is shown
 * @property {(text: string, message: string, area: HTMLTextAreaElement) => import("./dom.js").Child} [fault] how that is shown
 */

/** @param {string} title @param {TextDialog} options */
export function textDialog(title, { note, label, text = "", placeholder, save, file, use, fault = (_, message) => message }) {
  const area = h("textarea", { rows: 13, spellcheck: "false", wrap: "off", placeholder, "aria-label": label }, text);
  const wrong = h("div", { class: "text-fault small", role: "alert" });
  const take = async (/** @type {string} */ given, name = t("Pasted", "Collé")) => {
    put(wrong);
    try {
      await use(given, name);
      shown.close();
    } catch (error) {
      put(wrong, fault(given, wordsOf(error), area));
    }
  };
  const picker = file
    ? filePicker(
        file.label,
        (chosen) => {
          const asked = file.read(chosen).then((given) => {
            // What is no text would not come back from the field.
            area.value = given.includes("\0") ? "" : given;
            return take(given, bareName(chosen));
          });
          asked.catch((error) => put(wrong, wordsOf(error)));
        },
        file.accept,
      )
    : undefined;
  const shown = dialog(title, inStack(note ? smallNote(note) : null, area, wrong), {
    actions: [
      picker ?? null,
      picker ? button(t("Choose a file", "Choisir un fichier"), () => picker.click(), { icon: "open" }) : null,
      save ? button(t("Copy", "Copier"), () => void copy(area.value), { icon: "copy" }) : null,
      save ? button(t("Save", "Enregistrer"), () => download(save, `${area.value.trimEnd()}\n`), { icon: "save" }) : null,
      button(t("Use this text", "Utiliser ce texte"), (made) => void busy(made, () => take(area.value)), { kind: "main" }),
    ],
  });
  if (!text) area.focus();
}

/**
 * Takes what is dropped on an element or pasted into the page.
 * @param {HTMLElement} el
 * @param {(file: File) => Promise<string>} read
 * @param {(text: Promise<string>, name: string) => void} take
 * @param {(text: string) => boolean} [fits] whether what is pasted is meant for it
 */
export function receiveText(el, read, take, fits = (text) => text.trim() !== "") {
  const taken = (/** @type {FileList | undefined} */ files) => {
    const file = files?.[0];
    if (file) take(read(file), bareName(file));
    return Boolean(file);
  };
  const over = (/** @type {boolean} */ on) => el.classList.toggle("drop", on);
  el.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  el.addEventListener("dragleave", () => over(false));
  el.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    taken(event.dataTransfer?.files);
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!taken(event.clipboardData?.files) && fits(text)) take(Promise.resolve(text), t("Pasted", "Collé"));
  });
}

/** A file's name without its ending. @param {File} file */
function bareName({ name }) {
  return name.replace(/\.[a-z0-9]+$/i, "");
}
