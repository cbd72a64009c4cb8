// Mazes in and out: drop, paste, choose a file; save in any format.

import { t } from "../../app/i18n.js";
import { trouble } from "../../app/notifications.js";
import { bytesOf, receiveText, textDialog } from "../../app/text_files.js";

/**
 * Text as it is; anything else as the bytes the server reads.
 * @param {Blob} file
 */
async function read(file) {
  const bytes = await bytesOf(file);
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
  receiveText(el, read, (text, name) => void text.then((got) => open(got, name)).catch(trouble));
}

/**
 * The dialog that opens a maze.
 * @param {(text: string, name: string) => Promise<void>} open
 */
export function openDialog(open) {
  textDialog(t("Open a maze", "Ouvrir un labyrinthe"), {
    note: t(
      "A .maz file, a micromouse file, or text pasted here. You may also drop a file on the maze.",
      "Un fichier .maz, un fichier micromouse, ou du texte collé ici. On peut aussi déposer un fichier sur le labyrinthe.",
    ),
    label: t("Maze as text", "Labyrinthe en texte"),
    placeholder: "o---o---o\n|       |\no   o---o\n|       |\no---o---o",
    file: { label: t("Maze file", "Fichier de labyrinthe"), read },
    use: open,
  });
}
