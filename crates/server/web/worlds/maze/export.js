// Mazes out: as they are seen, large enough to print, or as files for programs.

import { button } from "../../app/controls.js";
import { color, h, inStack } from "../../app/dom.js";
import { drawingText } from "../../app/film_export.js";
import { gifOf } from "../../app/gif.js";
import { t } from "../../app/i18n.js";
import { busy, dialog, trouble } from "../../app/notifications.js";
import { pngOf } from "../../app/picture.js";
import { download } from "../../app/share.js";
import { nextFrame, sliced } from "../../app/slices.js";
import { picture } from "./ask.js";
import { DOWN, RIGHT } from "./film.js";
import { Painter } from "./painter.js";
import { SurfaceFilm } from "./surface_film.js";
import { css } from "./surface_painter.js";

/** @typedef {import("./pane.js").Pane} Pane */

/** The narrowest picture worth printing, and the widest a browser draws. */
const [NARROW, WIDE] = [1600, 8000];

/** How wide a sample of it is at least. */
const SAMPLE = 480;

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

/** The film that a pane shows, the making or the solving, from its first step to its last. @param {Pane} pane @param {(share: number) => void} told */
async function gifOfFilm(pane, told) {
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
      told((n + 1) / (last + 1));
      await nextFrame();
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

/** What each file is for. @type {Record<string, string>} */
const USES = t(
  {
    png: "picture",
    svg: "vector drawing",
    gif: "the film",
    maz: "text, opens here",
    json: "for programs",
    tmj: "map for Tiled",
    map: "dungeon as text",
    pdf: "to print",
    gcode: "for plotters",
    stl: "solid, to print",
    "3mf": "solid, in millimetres",
  },
  {
    png: "image",
    svg: "dessin vectoriel",
    gif: "le film",
    maz: "texte, s’ouvre ici",
    json: "pour programmes",
    tmj: "carte pour Tiled",
    map: "donjon en texte",
    pdf: "à imprimer",
    gcode: "pour traceurs",
    stl: "volume, à imprimer",
    "3mf": "volume, en millimètres",
  },
);

/** Some files under a heading. @param {string} title @param {(HTMLElement | null)[]} files */
function group(title, files) {
  return h("section", null, h("h3", null, title), h("div", { class: "export-files" }, files));
}

/** What is saved as a picture, small; it comes when it is drawn. @param {Pane} pane */
function sample(pane) {
  const place = h("div", { class: "export-sample" });
  void pictureOf(pane, SAMPLE).then((canvas) => {
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", t("The maze as it is saved", "Le labyrinthe tel qu’il sera enregistré"));
    place.append(canvas);
  }, trouble);
  return place;
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
  const save = (/** @type {string} */ format, /** @type {() => Promise<Blob | string>} */ make) => {
    const made = button("", () => void busy(made, async () => download(`${pane.name}.${format}`, await make())), { kind: "export-file" });
    made.append(h("strong", null, `.${format}`), " ", h("small", null, USES[format]));
    return made;
  };
  const asked = (/** @type {string} */ format) => save(format, async () => picture(format, await source()));
  const onSurface = pane.film instanceof SurfaceFilm;
  const moving = pane.film && pane.film.steps > 0 && pane.film.marks.length <= MOVING.cells;
  const flat = !["weave", "stack", "cylinder", "torus", "moebius"].includes(
    pane.film instanceof SurfaceFilm ? pane.film.shape.surface : "square",
  );
  const drawn = h("p", { class: "small quiet num", role: "status" });
  const film = async () => {
    transport.pause();
    const gif = await gifOfFilm(pane, (share) => {
      drawn.textContent = drawingText(share);
    });
    // A frame that was under way has told a step of the GIF's.
    transport.refresh();
    return gif;
  };
  dialog(
    t("Export", "Exporter"),
    inStack(
      sample(pane),
      group(t("As you see it, at least 1,600 pixels wide", "Comme à l’écran, large d’au moins 1 600 pixels"), [
        save("png", async () => pngOf(await pictureOf(pane))),
        onSurface ? asked("svg") : save("svg", async () => new Blob([svgOf(pane)], { type: "image/svg+xml" })),
      ]),
      moving
        ? group(
            // As wide as the pictures it would be too heavy.
            t(
              `Light enough to send, at least ${MOVING.wide} pixels wide`,
              `Assez léger pour un message, large d’au moins ${MOVING.wide} pixels`,
            ),
            [save("gif", film), drawn],
          )
        : null,
      group(t("On paper and in the hand", "Sur papier et en volume"), [
        asked("pdf"),
        asked("gcode"),
        flat ? asked("stl") : null,
        flat ? asked("3mf") : null,
      ]),
      group(t("For programs and games", "Pour programmes et jeux"), [
        onSurface ? null : save("maz", text),
        asked("json"),
        asked("tmj"),
        onSurface ? null : asked("map"),
      ]),
    ),
  );
}
