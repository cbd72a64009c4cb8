// Signs on a field of 40 by 40, middle at 0: one shape a colour, so that
// colour never stands alone, on pawns and on all that is theirs.

import { s } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { COLOURS } from "./tiles.js";

/** @typedef {import("./view.js").Colour} Colour */

/** Within a circle of ten. */
const SHAPES = {
  yellow: "M0 -9a9 9 0 1 0 0 18a9 9 0 0 0 0 -18z",
  purple: "M0 -11L11 0L0 11L-11 0z",
  green: "M0 -10.500L10.500 8H-10.500z",
  orange: "M-8.500 -8.500H8.500V8.500H-8.500z",
};

/** @param {Colour} colour @param {number} [size] */
export function shape(colour, size = 1) {
  return s("path", { class: "shape", d: SHAPES[colour], transform: size === 1 ? null : `scale(${size})` });
}

/** A sign as a picture of its own. @param {Colour} colour */
export function shapeIcon(colour) {
  return s("svg", { viewBox: "-14 -14 28 28", class: `magic-shape m-${colour}`, "aria-hidden": "true" }, shape(colour));
}

/** A standing pawn with its shape. @param {Colour} colour */
export function pawnSign(colour) {
  return [
    s("ellipse", { class: "shade", cx: 2.5, cy: 15.5, rx: 13, ry: 4 }),
    s("path", { class: "disc", d: "M-13 14.500c0-9 4.500-13.500 8.500-15.500h9c4 2 8.500 6.500 8.500 15.500q-13 4-26 0z" }),
    s("circle", { class: "head", cy: -7.5, r: 8 }),
    s("circle", { class: "glint", cx: -2.8, cy: -10.3, r: 2.2 }),
    s("g", { transform: "translate(0 7.500)" }, shape(colour, 0.6)),
  ];
}

/** @param {Colour} colour */
export function colourName(colour) {
  return t(
    { yellow: "Yellow", purple: "Purple", green: "Green", orange: "Orange" },
    { yellow: "Jaune", purple: "Violet", green: "Vert", orange: "Orange" },
  )[colour];
}

/**
 * What lies on a cell.
 * @param {string} name
 * @param {Colour | null} colour
 */
export function siteSign(name, colour) {
  if (name === "objective" && colour) {
    return [
      s("path", {
        class: "rays",
        d: "M0 -18V-14M0 14V18M-18 0H-14M14 0H18M-12.700 -12.700L-10 -10M10 10L12.700 12.700M-12.700 12.700L-10 10M10 -10L12.700 -12.700",
      }),
      s("circle", { class: "plate", r: 13 }),
      shape(colour, 0.8),
    ];
  }
  if (name === "exit" && colour) {
    return [
      s("rect", { class: "plate square", x: -16, y: -16, width: 32, height: 32, rx: 5 }),
      s("g", { transform: "translate(-4 0)" }, shape(colour, 0.62)),
      s("path", { class: "way-out", d: "M5 0H14M10 -4.500L14.500 0L10 4.500" }),
    ];
  }
  if (name === "teleporter" && colour)
    return [s("path", { class: "swirl", d: "M0 -14a14 14 0 1 1 -13 9M0 14a14 14 0 0 0 13.500 -10" }), shape(colour, 0.5)];
  if (name === "timer")
    return [
      s("circle", { class: "plate", r: 15 }),
      s("path", {
        class: "glass",
        d: "M-7 -10H7M-7 10H7M-5.500 -10C-5.500 -3 -1 -2 -1 0S-5.500 3 -5.500 10M5.500 -10C5.500 -3 1 -2 1 0S5.500 3 5.500 10",
      }),
    ];
  if (name === "crystal")
    return [
      s("circle", { class: "ball", r: 11 }),
      s("path", { class: "gleam", d: "M-6 -3a7 7 0 0 1 5 -5" }),
      s("path", { class: "glass", d: "M-8 12H8" }),
    ];
  if (name === "camera")
    return [s("path", { class: "glass", d: "M-11 -6H6V7H-11zM6 -1L13 -6V7L6 2" }), s("circle", { class: "lens", cx: -3, cy: 0.5, r: 3 })];
  return [];
}

/** What a site is called. @param {string} name @param {Colour | null} colour */
export function siteName(name, colour) {
  const words = t(
    {
      objective: "the objective",
      exit: "the exit",
      teleporter: "a teleporter",
      door: "a door",
      timer: "a sand timer",
      crystal: "the crystal ball",
      camera: "a camera",
      start: "",
    },
    {
      objective: "l’objectif",
      exit: "la sortie",
      teleporter: "un téléporteur",
      door: "une porte",
      timer: "un sablier",
      crystal: "la boule de cristal",
      camera: "une caméra",
      start: "",
    },
  );
  const word = /** @type {Record<string, string>} */ (words)[name] ?? name;
  return colour && word ? `${word} (${colourName(colour).toLowerCase()})` : word;
}

/** @param {number} index @returns {Colour} */
export function colourAt(index) {
  return COLOURS[index] ?? "yellow";
}
