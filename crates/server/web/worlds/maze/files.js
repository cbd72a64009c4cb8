// Mazes in and out: drop, paste, choose a file; save in any format.

import { button, filePicker } from "../../app/controls.js";
import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { busy, dialog, trouble } from "../../app/notifications.js";

/** Larger files than this are for the command. */
const LARGEST = 8 << 20;

/**
 * Text as it is; anything else as the bytes the server reads.
 * @param {Blob} file
 */
async function read(file) {
  if (file.size > LARGEST)
    throw new Error(
      t(
        "This file is too large for the page; the command takes it.",
        "Ce fichier est trop volumineux pour la page ; la commande l’accepte.",
      ),
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 256 && bytes.some((byte) => byte < 9 || byte > 126)) return contest(bytes);
  return new TextDecoder().decode(bytes);
}

/**
 * The 256 bytes of a micromouse contest as text: a byte a cell, column by
 * column from the bottom left, walls north 1, east 2, south 4, west 8.
 * @param {Uint8Array} bytes
 */
function contest(bytes) {
  const at = (/** @type {number} */ r, /** @type {number} */ c) => bytes[c * 16 + (15 - r)] ?? 0;
  const lines = [];
  for (let r = 0; r < 16; r++) {
    let above = "o";
    let middle = at(r, 0) & 8 ? "|" : " ";
    for (let c = 0; c < 16; c++) {
      above += at(r, c) & 1 ? "---o" : "   o";
      middle += at(r, c) & 2 ? "   |" : "    ";
    }
    lines.push(above, middle);
  }
  lines.push(`o${Array.from({ length: 16 }, (_, c) => (at(15, c) & 4 ? "---o" : "   o")).join("")}`);
  return `${lines.join("\n")}\n`;
}

/**
 * A picture as a mask: dark or see-through places are left out.
 * @param {Blob} file
 * @param {number} columns
 * @param {number} rows
 */
export async function maskOf(file, columns, rows) {
  const image = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(columns, rows);
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("canvas");
  ctx.drawImage(image, 0, 0, columns, rows);
  const { data } = ctx.getImageData(0, 0, columns, rows);
  const dark = (/** @type {number} */ i) =>
    (data[i + 3] ?? 0) < 128 || 0.3 * (data[i] ?? 0) + 0.59 * (data[i + 1] ?? 0) + 0.11 * (data[i + 2] ?? 0) < 110;
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => (dark((r * columns + c) * 4) ? "#" : ".")).join(""),
  ).join("\n");
}

/**
 * Opens what is dropped on an element or pasted into the page.
 * @param {HTMLElement} el
 * @param {(text: string, name: string) => Promise<void>} open
 */
export function openable(el, open) {
  const take = (/** @type {Promise<string>} */ text, /** @type {string} */ name) => void text.then((got) => open(got, name)).catch(trouble);
  el.addEventListener("dragover", (event) => {
    event.preventDefault();
    el.classList.add("drop");
  });
  el.addEventListener("dragleave", () => el.classList.remove("drop"));
  el.addEventListener("drop", (event) => {
    event.preventDefault();
    el.classList.remove("drop");
    const file = event.dataTransfer?.files[0];
    if (file) take(read(file), file.name);
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (file) take(read(file), file.name);
    else if (text.trim()) take(Promise.resolve(text), t("pasted", "collé"));
  });
}

/**
 * The dialog that opens a maze.
 * @param {(text: string, name: string) => Promise<void>} open
 */
export function openDialog(open) {
  const area = h("textarea", {
    rows: 12,
    spellcheck: "false",
    placeholder: "o---o---o\n|       |\no   o---o\n|       |\no---o---o",
    "aria-label": t("Maze as text", "Labyrinthe en texte"),
  });
  const trouble0 = h("p", { class: "small", role: "alert" });
  const take = async (/** @type {string} */ text, /** @type {string} */ name) => {
    try {
      await open(text, name);
      shown.close();
    } catch (error) {
      trouble0.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const file = filePicker(t("Maze file", "Fichier de labyrinthe"), (chosen) => {
    void read(chosen).then(
      (text) => take(text, chosen.name),
      (error) => {
        trouble0.textContent = error.message;
      },
    );
  });
  const shown = dialog(
    t("Open a maze", "Ouvrir un labyrinthe"),
    h(
      "div",
      { class: "stack" },
      h(
        "p",
        { class: "small quiet" },
        t(
          "A .maz file, a micromouse file, or text pasted here. You may also drop a file on the maze.",
          "Un fichier .maz, un fichier micromouse, ou du texte collé ici. On peut aussi déposer un fichier sur le labyrinthe.",
        ),
      ),
      area,
      trouble0,
    ),
    {
      actions: [
        file,
        button(t("Choose a file", "Choisir un fichier"), () => file.click(), { icon: "open" }),
        button(t("Use this text", "Utiliser ce texte"), (made) => void busy(made, () => take(area.value, t("pasted", "collé"))), {
          kind: "main",
        }),
      ],
    },
  );
}
