// A drawing of the page as a file of its own: what is seen, large enough to be
// printed.

import { color } from "./dom.js";
import { titleOf } from "./worlds.js";

/** The properties of CSS that make an SVG look as it does; each is an attribute too. */
const LOOKS =
  "fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-opacity opacity visibility font-family font-size font-weight text-anchor paint-order dominant-baseline".split(
    " ",
  );

/** The narrowest picture worth sharing, in pixels. */
const WIDTH = 1600;

/**
 * An SVG that needs no style sheet: every node says itself how it looks.
 * @param {SVGSVGElement} svg in the page, or about to be
 */
export function standalone(svg) {
  const [x = 0, y = 0, w = 100, h = 100] = (svg.getAttribute("viewBox") ?? "").split(/[ ,]+/).map(Number);
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const guest = !svg.isConnected;
  if (guest) {
    svg.style.setProperty("position", "absolute");
    svg.style.setProperty("left", "-9999px");
    document.body.append(svg);
  }
  const from = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, index) => {
    const source = from[index];
    if (!source) return;
    const style = getComputedStyle(source);
    // Attributes, not a style: the studio's policy allows no style in a document's text.
    for (const name of LOOKS) node.setAttribute(name, style.getPropertyValue(name));
    if (style.transform !== "none") node.setAttribute("transform", style.transform);
    node.removeAttribute("class");
    node.removeAttribute("style");
  });
  if (guest) svg.remove();
  const scale = Math.max(1, WIDTH / w);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(w * scale)));
  copy.setAttribute("height", String(Math.round(h * scale)));
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x, y, width: w, height: h, fill: color("paper") })) paper.setAttribute(name, String(value));
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * The picture as PNG.
 * @param {string | HTMLCanvasElement} picture a standalone SVG, or pixels
 * @returns {Promise<Blob>}
 */
export async function pngOf(picture) {
  return blobOf(typeof picture === "string" ? await drawn(picture) : picture);
}

/** The picture to pass on: on a sheet of paper, with our mark and the world's name. @param {string | HTMLCanvasElement} picture */
export async function signedPng(picture) {
  const board = typeof picture === "string" ? await drawn(picture) : picture;
  const rim = Math.round(Math.max(board.width, board.height) / 40);
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [board.width + 2 * rim, board.height + 3.5 * rim];
  const ctx = sheet.getContext("2d");
  if (!ctx) return blobOf(board);
  ctx.fillStyle = color("paper");
  ctx.fillRect(0, 0, sheet.width, sheet.height);
  ctx.drawImage(board, rim, rim);
  // The type of the page, in the middle of what is left below the board.
  ctx.font = `600 ${rim * 1.1}px ${getComputedStyle(document.documentElement).getPropertyValue("--serif")}`;
  ctx.textBaseline = "middle";
  ctx.fillStyle = color("ink");
  ctx.translate(rim, board.height + 2.25 * rim);
  ctx.fillText(`Dédale · ${titleOf(document.documentElement.dataset.world ?? "")}`, rim * 1.7, 0);
  ctx.scale(rim / 26, rim / 26);
  ctx.translate(0, -16);
  ctx.strokeStyle = color("accent");
  ctx.lineWidth = 3;
  ctx.stroke(new Path2D("M15 29H3V3h26v26h-8M21 29V10H10v12h5v-6"));
  return blobOf(sheet);
}

/** The picture as pixels, so many across. @param {string} text @param {number} wide */
export async function raster(text, wide) {
  const canvas = await drawn(text, wide);
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("canvas");
  return ctx.getImageData(0, 0, canvas.width, canvas.height);
}

/** @param {string} text a standalone SVG @param {number} [wide] pixels across; its own if absent */
async function drawn(text, wide) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = wide ?? image.naturalWidth;
    canvas.height = Math.round((image.naturalHeight * canvas.width) / image.naturalWidth);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
function blobOf(canvas) {
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("canvas")))));
}
