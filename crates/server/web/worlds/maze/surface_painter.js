// Mazes on surfaces as paths on a canvas: floors by colour, then the walls that
// stand. A surface of some thousands of cells is drawn anew in a few
// milliseconds, so nothing is kept from frame to frame.

import { color } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { Tints } from "./painter.js";

/** @typedef {import("./surface_film.js").SurfaceFilm} SurfaceFilm */
/** @typedef {[number, number]} Point */

/** How far the walls of a bridge stand inside its cell. */
const INSET = 0.16;

/** A colour as the painters keep it, for the canvas. @param {number} pixel */
export function css(pixel) {
  const part = (/** @type {number} */ shift) => ((pixel >>> shift) & 255).toString(16).padStart(2, "0");
  return `#${part(0)}${part(8)}${part(16)}`;
}

/** Draws a film on a surface. */
export class SurfacePainter extends Tints {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {SurfaceFilm} film
   * @param {number} pitch pixels a cell
   */
  constructor(canvas, film, pitch) {
    super(film, (cell) => (film.around[cell] ?? []).some((wall) => film.open[wall]));
    this.film = film;
    this.pitch = pitch;
    this.thick = pitch;
    canvas.width = Math.ceil((film.shape.width + 1) * pitch);
    canvas.height = Math.ceil((film.shape.height + 1) * pitch);
    const ctx = canvas.getContext("2d", { alpha: false });
    if (!ctx) throw new Error("canvas");
    this.ctx = ctx;
    this.stale = true;
    this.absent = new Set(film.shape.absent);
    film.onlooker = this;
  }

  /** The film played on. */
  changed() {
    this.stale = true;
  }

  /** @returns {Generator<void, void>} */
  *all() {
    this.stale = true;
    yield;
  }

  /** Draws, if anything changed. */
  show() {
    if (!this.stale) return false;
    this.stale = false;
    const { ctx, film, pitch } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = color("paper");
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    ctx.setTransform(pitch, 0, 0, pitch, pitch / 2, pitch / 2);
    ctx.lineCap = ctx.lineJoin = "round";
    this.pieces = this.tint === "class" ? film.classes() : undefined;
    const weave = film.shape.surface === "weave";
    this.#floors(weave);
    this.#stairs();
    this.#walls(weave);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.#names();
    return false;
  }

  /** @param {boolean} weave */
  #floors(weave) {
    const { ctx, film } = this;
    /** @type {Map<number, Path2D>} */
    const paths = new Map();
    for (let cell = 0; cell < film.cells; cell++) {
      if (this.absent.has(cell)) continue;
      const fill = this.colourOf(cell);
      const path = paths.get(fill) ?? new Path2D();
      paths.set(fill, path);
      if (weave) for (const part of this.#corridors(cell)) polygon(path, part);
      else polygon(path, film.shape.outlines[cell] ?? []);
    }
    ctx.lineWidth = 0.03;
    for (const [fill, path] of paths) {
      // A thin line of the same colour hides the joints.
      ctx.fillStyle = ctx.strokeStyle = css(fill);
      ctx.fill(path);
      ctx.stroke(path);
    }
  }

  /** @param {boolean} weave */
  #walls(weave) {
    const { ctx, film } = this;
    const [standing, pencilled, arrows] = [new Path2D(), new Path2D(), new Path2D()];
    for (let cell = 0; cell < film.cells; cell++) {
      if (this.absent.has(cell)) continue;
      if (weave) {
        this.#rails(cell, standing);
        continue;
      }
      const outline = film.shape.outlines[cell] ?? [];
      (film.shape.sides[cell] ?? []).forEach((wall, i) => {
        const line = side(outline, i);
        if (wall >= 0 && film.open[wall]) {
          if (this.#isSeam(wall, cell)) arrow(arrows, line);
          return;
        }
        const untouched = wall >= 0 && !this.entered(cell) && !this.entered(film.beyond(wall, cell));
        const path = untouched && film.words.length && this.pitch >= 6 ? pencilled : standing;
        path.moveTo(line[0], line[1]);
        path.lineTo(line[2], line[3]);
      });
    }
    ctx.lineWidth = 0.12;
    ctx.strokeStyle = css(this.faint);
    ctx.stroke(pencilled);
    ctx.strokeStyle = css(this.walls);
    ctx.stroke(standing);
    ctx.fillStyle = color("faint");
    ctx.fill(arrows);
  }

  /** Whether a wall of a cell is a border that goes on elsewhere. @param {number} wall @param {number} cell */
  #isSeam(wall, cell) {
    const { shape } = this.film;
    if (!["cylinder", "torus", "moebius"].includes(shape.surface)) return false;
    const [x = 0, y = 0] = shape.centres[cell] ?? [];
    const [u = 0, v = 0] = shape.centres[this.film.beyond(wall, cell)] ?? [];
    return Math.abs(x - u) + Math.abs(y - v) > 1.5;
  }

  /**
   * The four sides of a square of a weave, set back, and where its corridors
   * go on: a little into the bridge where they are tunnels.
   * @param {number} cell
   */
  #arms(cell) {
    const { film } = this;
    const [x = 0, y = 0] = film.shape.centres[cell] ?? [];
    const r = 0.5 - INSET;
    const corner = (/** @type {number} */ i) =>
      /** @type {Point} */ ([x + (i % 4 === 1 || i % 4 === 2 ? r : -r), y + (i % 4 >= 2 ? r : -r)]);
    return [0, 1, 2, 3].map((i) => {
      const wall = film.shape.sides[cell]?.[i] ?? -1;
      const [from, to] = [corner(i), corner(i + 1)];
      if (wall < 0 || !film.open[wall]) return { from, to, out: undefined };
      const [u = 0, v = 0] = film.shape.centres[film.beyond(wall, cell)] ?? [];
      const reach = Math.abs(x - u) + Math.abs(y - v) > 1.5 ? 2 * INSET : INSET;
      const [dx, dy] = /** @type {Point} */ ([i === 1 ? reach : i === 3 ? -reach : 0, i === 2 ? reach : i === 0 ? -reach : 0]);
      const moved = (/** @type {Point} */ [a, b]) => /** @type {Point} */ ([a + dx, b + dy]);
      return { from, to, out: /** @type {[Point, Point]} */ ([moved(from), moved(to)]) };
    });
  }

  /** @param {number} cell @returns {number[][]} */
  #corridors(cell) {
    const arms = this.#arms(cell);
    const parts = [arms.flatMap(({ from }) => from)];
    for (const { from, to, out } of arms) if (out) parts.push([...from, ...out[0], ...out[1], ...to]);
    return parts;
  }

  /** @param {number} cell @param {Path2D} path */
  #rails(cell, path) {
    const line = (/** @type {Point} */ a, /** @type {Point} */ b) => {
      path.moveTo(...a);
      path.lineTo(...b);
    };
    for (const { from, to, out } of this.#arms(cell)) {
      if (!out) line(from, to);
      else {
        line(from, out[0]);
        line(to, out[1]);
      }
    }
  }

  /** Which floor is which. */
  #names() {
    const { ctx, film, pitch } = this;
    // In cells this small nobody could read them.
    if (pitch < 7) return;
    ctx.fillStyle = color("ink-2");
    ctx.textBaseline = "bottom";
    ctx.font = `600 ${Math.round(Math.min(18, Math.max(11, pitch * 0.8)))}px ${getComputedStyle(document.body).fontFamily}`;
    film.floors.forEach(([x, y], floor) => {
      ctx.fillText(t(`Floor ${floor + 1}`, `Étage ${floor + 1}`), (x + 0.5) * pitch, (y + 0.3) * pitch);
    });
  }

  /** Triangles where one can go up or down. */
  #stairs() {
    const { ctx, film } = this;
    if (film.shape.surface !== "stack") return;
    const [up, down] = [new Path2D(), new Path2D()];
    film.shape.walls.forEach(([below = 0, above = 0], wall) => {
      if (!film.open[wall] || (film.shape.sides[below] ?? []).includes(wall)) return;
      const [x = 0, y = 0] = film.shape.centres[below] ?? [];
      polygon(up, [x + 0.1, y + 0.12, x + 0.24, y - 0.16, x + 0.38, y + 0.12]);
      const [u = 0, v = 0] = film.shape.centres[above] ?? [];
      polygon(down, [u - 0.38, v - 0.12, u - 0.1, v - 0.12, u - 0.24, v + 0.16]);
    });
    ctx.fillStyle = color("start");
    ctx.fill(up);
    ctx.fillStyle = color("goal");
    ctx.fill(down);
  }
}

/** @param {Path2D} path @param {ArrayLike<number>} points x, y, x, y, … */
function polygon(path, points) {
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0];
    if (i) path.lineTo(x, y);
    else path.moveTo(x, y);
  }
  path.closePath();
}

/** A side of an outline. @param {readonly number[]} outline @param {number} i @returns {[number, number, number, number]} */
function side(outline, i) {
  const next = (2 * i + 2) % outline.length;
  return [outline[2 * i] ?? 0, outline[2 * i + 1] ?? 0, outline[next] ?? 0, outline[next + 1] ?? 0];
}

/** An arrow out of a gap in the border; sides run clockwise. @param {Path2D} path @param {[number, number, number, number]} line */
function arrow(path, [a, b, c, d]) {
  const [x, y] = [(a + c) / 2, (b + d) / 2];
  const at = (/** @type {number} */ s, /** @type {number} */ t) => [x + (c - a) * s + (d - b) * t, y + (d - b) * s + (a - c) * t];
  polygon(path, [...at(-0.2, 0.08), ...at(0, 0.32), ...at(0.2, 0.08)]);
}

/**
 * A way as lines from centre to centre through the doors, in pieces where it
 * leaves the drawing.
 * @param {SurfaceFilm} film
 * @param {number[]} cells
 * @returns {Point[][]}
 */
export function wayLines(film, cells) {
  const { shape } = film;
  const centre = (/** @type {number} */ cell) => /** @type {Point} */ (shape.centres[cell] ?? [0, 0]);
  const door = (/** @type {number} */ cell, /** @type {number} */ wall) => {
    const doors = (shape.sides[cell] ?? []).flatMap((one, i) => (one === wall ? [i] : []));
    const middle = doors[doors.length >> 1];
    if (middle === undefined) return undefined;
    const [a, b, c, d] = side(shape.outlines[cell] ?? [], middle);
    return /** @type {Point} */ (doors.length % 2 ? [(a + c) / 2, (b + d) / 2] : [a, b]);
  };
  /** @type {Point[][]} */
  const lines = [[centre(cells[0] ?? 0)]];
  for (let i = 1; i < cells.length; i++) {
    const [from, to] = [cells[i - 1] ?? 0, cells[i] ?? 0];
    const wall = (film.around[from] ?? []).find((one) => film.beyond(one, from) === to);
    if (wall === undefined) continue;
    const [out, into] = [door(from, wall), door(to, wall)];
    if (out) lines.at(-1)?.push(out);
    if (!out || !into || Math.abs(out[0] - into[0]) + Math.abs(out[1] - into[1]) > 0.01) lines.push(into ? [into] : []);
    lines.at(-1)?.push(centre(to));
  }
  return lines;
}
