// A drawing of the page as a file of its own: what is seen, large enough to be
// printed.

import { color } from "./dom.js";

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
 * @param {string} text a standalone SVG
 * @returns {Promise<Blob>}
 */
export async function pngOf(text) {
  return blobOf(await drawn(text));
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
export function blobOf(canvas) {
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("canvas")))));
}
