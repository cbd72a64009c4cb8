// Mazes out: as they are seen, large enough to print, or as files for programs.

import { button } from "../../app/controls.js";
import { color, inRow, inStack, smallNote } from "../../app/dom.js";
import { gifOf } from "../../app/gif.js";
import { t } from "../../app/i18n.js";
import { busy, dialog } from "../../app/notifications.js";
import { pngOf } from "../../app/picture.js";
import { download } from "../../app/share.js";
import { sliced } from "../../app/slices.js";
import { picture } from "./ask.js";
import { DOWN, RIGHT } from "./film.js";
import { Painter } from "./painter.js";
import { SurfaceFilm } from "./surface_film.js";
import { css } from "./surface_painter.js";

/** @typedef {import("./pane.js").Pane} Pane */

/** The narrowest picture worth printing, and the widest a browser draws. */
const [NARROW, WIDE] = [1600, 8000];

/** A film for a message: pixels across, pictures, cells at most; hundredths of a second a picture and for the last. */
const MOVING = { wide: 640, pictures: 200, cells: 40_000, each: 7, last: 200 };

/** Pixels a cell, so that the picture is wide enough. @param {number} cols @param {number} narrow */
function pitchFor(cols, narrow) {
  return Math.max(1, Math.min(Math.ceil(narrow / cols), Math.floor(WIDE / cols)));
}

/** What a pane shows, large: colouring, way, start and goal. @param {Pane} pane @returns {Promise<HTMLCanvasElement>} */
export async function pictureOf(pane, narrow = NARROW) {
  const { film, painter: seen } = pane;
  const canvas = document.createElement("canvas");
  if (!film || !seen) return canvas;
  const heard = film.onlooker;
  const painter = pane.painterOf(canvas, pitchFor(film instanceof SurfaceFilm ? film.cols + 1 : film.cols, narrow));
  if (!painter) return canvas;
  Object.assign(painter, { tint: seen.tint, far: seen.far, most: seen.most });
  // The one on the screen goes on listening.
  Object.assign(film, { onlooker: heard });
  if (painter instanceof Painter && seen instanceof Painter) {
    painter.classes = seen.classes;
    await sliced(painter.all());
  }
  while (painter.show());
  const ctx = canvas.getContext("2d");
  if (ctx) pane.drawOver(ctx, painter.pitch, painter.thick / 2);
  return canvas;
}

/** The film that a pane shows, the making or the solving, from its first step to its last. @param {Pane} pane */
async function gifOfFilm(pane) {
  const { film, way } = pane;
  /** @type {ImageData[]} */
  const pictures = [];
  if (!film) return gifOf(pictures, () => MOVING.each);
  const here = film.step;
  const last = Math.min(film.steps, MOVING.pictures - 1);
  try {
    film.back(Infinity, Infinity);
    for (let n = 0; n <= last; n++) {
      film.forward(Math.round((n * film.steps) / Math.max(1, last)) - film.step, Infinity);
      // The way is known only at the end.
      pane.way = n === last ? way : [];
      const canvas = await pictureOf(pane, MOVING.wide);
      const ctx = canvas.getContext("2d");
      if (ctx) pictures.push(ctx.getImageData(0, 0, canvas.width, canvas.height));
    }
  } finally {
    if (film.step > here) film.back(film.step - here, Infinity);
    else film.forward(here - film.step, Infinity);
    pane.way = way;
    pane.draw();
  }
  return gifOf(pictures, (n) => (n === last ? MOVING.last : MOVING.each));
}

/** What a pane shows as SVG. @param {Pane} pane */
function svgOf(pane) {
  const { film, painter } = pane;
  if (!film || !painter || film instanceof SurfaceFilm) return "";
  const { rows, cols, open } = film;
  const unit = Math.max(4, Math.ceil(NARROW / cols));
  const thick = Math.max(1, unit * 0.12);
  /** Cells of one colour are one path. @type {Map<string, string>} */
  const floors = new Map();
  let walls = "";
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const cell = r * cols + c;
      const fill = css(painter.colourOf(cell));
      floors.set(fill, `${floors.get(fill) ?? ""}M${c * unit} ${r * unit}h${unit}v${unit}h${-unit}z`);
      const sides = open[cell] ?? 0;
      if (c < cols - 1 && !(sides & RIGHT)) walls += `M${(c + 1) * unit} ${r * unit}v${unit}`;
      if (r < rows - 1 && !(sides & DOWN)) walls += `M${c * unit} ${(r + 1) * unit}h${unit}`;
    }
  }
  const mid = (/** @type {number} */ cell) => `${((cell % cols) + 0.5) * unit} ${(Math.floor(cell / cols) + 0.5) * unit}`;
  const [w, tall] = [cols * unit, rows * unit];
  const line = (/** @type {number[]} */ cells, /** @type {string} */ role, /** @type {number} */ width) =>
    cells.length > 1
      ? `<path d="M${cells.map(mid).join("L")}" fill="none" stroke="${color(role)}" stroke-width="${unit * width}" stroke-linejoin="round" stroke-linecap="round"/>`
      : "";
  const dot = (/** @type {number} */ cell, /** @type {string} */ role) =>
    `<circle cx="${mid(cell).replace(" ", '" cy="')}" r="${unit * 0.24}" fill="${color(role)}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-thick} ${-thick} ${w + 2 * thick} ${tall + 2 * thick}" width="${w}" height="${tall}">`,
    ...[...floors].map(([fill, d]) => `<path fill="${fill}" d="${d}" shape-rendering="crispEdges"/>`),
    `<path fill="none" stroke="${css(painter.walls)}" stroke-width="${thick}" stroke-linecap="round" d="M0 0h${w}v${tall}h${-w}z${walls}"/>`,
    line(pane.way, "path", 0.3),
    line(pane.trail, "player-1", 0.22),
    dot(pane.start, "start"),
    ...pane.goals.map((goal) => dot(goal, "goal")),
    "</svg>",
  ].join("");
}

/**
 * The dialog that saves a maze.
 * @param {object} what
 * @param {Pane | undefined} what.pane
 * @param {() => Promise<string>} what.text the maze as `.maz`
 * @param {() => Promise<import("./ask.js").Source>} what.source the maze as questions name it
 * @param {import("./transport.js").Transport} what.transport rests while the GIF plays the film by itself
 */
export function exportDialog({ pane, text, source, transport }) {
  if (!pane) return;
  const save = (/** @type {string} */ format, /** @type {() => Promise<Blob | string>} */ make) =>
    button(`.${format}`, (made) => void busy(made, async () => download(`${pane.name}.${format}`, await make())), { icon: "save" });
  const asked = (/** @type {string} */ format) => save(format, async () => picture(format, await source()));
  const onSurface = pane.film instanceof SurfaceFilm;
  const moving = pane.film && pane.film.steps > 0 && pane.film.marks.length <= MOVING.cells;
  const flat = !["weave", "stack", "cylinder", "torus", "moebius"].includes(
    pane.film instanceof SurfaceFilm ? pane.film.shape.surface : "square",
  );
  const film = async () => {
    transport.pause();
    const gif = await gifOfFilm(pane);
    // A frame that was under way has told a step of the GIF's.
    transport.refresh();
    return gif;
  };
  dialog(
    t("Export", "Exporter"),
    inStack(
      smallNote(
        t(
          "As you see it, colours and way included, at least 1,600 pixels wide:",
          "Comme à l’écran, couleurs et chemin compris, large d’au moins 1 600 pixels :",
        ),
      ),
      inRow(
        save("png", async () => pngOf(await pictureOf(pane))),
        onSurface ? asked("svg") : save("svg", async () => new Blob([svgOf(pane)], { type: "image/svg+xml" })),
      ),
      smallNote(
        t(
          "The text form opens anywhere; GIF plays the film you see, the making or the solving.",
          "La forme texte s’ouvre partout ; GIF rejoue le film affiché, la création ou la résolution.",
        ),
      ),
      inRow(onSurface ? null : save("maz", text), asked("json"), moving ? save("gif", film) : null),
      smallNote(
        t("For paper, plotters, printers of solid things and games:", "Pour le papier, les traceurs, l’impression en volume et les jeux :"),
      ),
      inRow(
        asked("pdf"),
        asked("gcode"),
        flat ? asked("stl") : null,
        flat ? asked("3mf") : null,
        asked("tmj"),
        onSurface ? null : asked("map"),
      ),
    ),
  );
}
