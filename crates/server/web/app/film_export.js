// What is seen, out of the page: the moment as PNG or SVG, the whole as a GIF.

import { button } from "./controls.js";
import { h, inRow, inStack, smallNote } from "./dom.js";
import { gifOf } from "./gif.js";
import { number, t } from "./i18n.js";
import { busy, dialog } from "./notifications.js";
import { pngOf, raster, standalone } from "./picture.js";
import { download } from "./share.js";

/** Pixels across, and the most pictures: what a message can carry. */
const [WIDE, MOST] = [480, 240];
/** Hundredths of a second a picture, and for the last one. */
const [EACH, LAST] = [12, 200];

/**
 * @typedef {object} Film
 * @property {string} name of the file, without its ending
 * @property {() => SVGSVGElement | undefined} picture what is seen now
 * @property {number} length moments after the first
 * @property {() => number} at the moment that is seen
 * @property {(n: number) => void} go shows another
 */

/** Every moment, or as many as there is room for, as one GIF. @param {Film} film @param {(share: number) => void} told */
async function gif({ picture, length, at, go }, told) {
  const here = at();
  const count = Math.min(length + 1, MOST);
  /** @type {ImageData[]} */
  const pictures = [];
  // Nothing may be caught half-way.
  document.documentElement.classList.add("frozen");
  try {
    for (let n = 0; n < count; n++) {
      go(Math.round((n * length) / Math.max(1, count - 1)));
      const svg = picture();
      if (svg) pictures.push(await raster(standalone(svg), WIDE));
      told((n + 1) / count);
    }
  } finally {
    document.documentElement.classList.remove("frozen");
    go(here);
  }
  return gifOf(pictures, (n) => (n === pictures.length - 1 ? LAST : EACH));
}

/** How far a film is drawn; nothing at its end. @param {number} share */
export function drawingText(share) {
  const percent = number(Math.round(share * 100));
  return share < 1 ? t(`Drawing: ${percent} %`, `Dessin : ${percent} %`) : "";
}

/** Asks in which form. @param {Film} film */
export function exportFilm(film) {
  const progress = h("p", { class: "small quiet num", role: "status" });
  const svg = () => {
    const drawn = film.picture();
    if (!drawn) throw new Error(t("There is nothing to draw.", "Il n’y a rien à dessiner."));
    return standalone(drawn);
  };
  const told = (/** @type {number} */ share) => {
    progress.textContent = drawingText(share);
  };
  const save = (/** @type {string} */ format, /** @type {() => Promise<Blob> | Blob} */ make) =>
    button(`.${format}`, (made) => void busy(made, async () => download(`${film.name}.${format}`, await make())), { icon: "save" });
  dialog(
    t("Export", "Exporter"),
    inStack(
      smallNote(t("This moment, at least 1,600 pixels wide:", "Cet instant, large d’au moins 1 600 pixels :")),
      inRow(
        save("png", async () => pngOf(svg())),
        save("svg", () => new Blob([svg()], { type: "image/svg+xml" })),
      ),
      smallNote(t("From beginning to end, as a film:", "Du début à la fin, en film :")),
      inRow(
        save("gif", () => gif(film, told)),
        progress,
      ),
    ),
  );
}
