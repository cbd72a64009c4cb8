// A maze to walk through, in ink and watercolour: floors in two close tones,
// cells one has been to in the colour of their distance, walls as one line with
// a lit edge, a front and a soft shadow.

import { color, isDark } from "../../app/dom.js";
import { DOWN, RIGHT } from "./film.js";
import { Tints } from "./painter.js";
import { css } from "./surface_painter.js";

/** Pixels a cell from which on walls have a front and a lit edge. */
const DEEP = 14;

export class InkPainter extends Tints {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("./film.js").Film} film
   * @param {number} pitch pixels a cell
   * @param {Set<number>} been the cells that are coloured
   */
  constructor(canvas, film, pitch, been) {
    super(film, () => true);
    this.film = film;
    this.pitch = pitch;
    this.been = been;
    // An even number, so that cells begin on whole pixels.
    this.thick = Math.max(2, 2 * Math.round(pitch * 0.07));
    canvas.width = film.cols * pitch + this.thick;
    canvas.height = film.rows * pitch + this.thick;
    const ctx = canvas.getContext("2d", { alpha: false });
    if (!ctx) throw new Error("canvas");
    this.ctx = ctx;
    /** How many cells were coloured when it was drawn last. */
    this.drawn = -1;
    /** The walls by themselves: they stay when a cell is coloured. @type {HTMLCanvasElement | undefined} */
    this.walled = undefined;
    // Nothing plays here: an earlier painter hears no more of it.
    film.onlooker = undefined;
  }

  /** The theme has changed. */
  changed() {
    this.drawn = -1;
    this.walled = undefined;
  }

  /** Draws, if anything changed. */
  show() {
    if (this.drawn === this.been.size) return false;
    this.drawn = this.been.size;
    const { ctx, pitch, thick } = this;
    const { rows, cols } = this.film;
    ctx.fillStyle = color("raised");
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    const fill = (/** @type {number} */ r, /** @type {number} */ c) =>
      ctx.fillRect(thick / 2 + c * pitch, thick / 2 + r * pitch, pitch, pitch);
    ctx.fillStyle = color("ink-checker");
    for (let r = 0; r < rows; r++) for (let c = r % 2; c < cols; c += 2) fill(r, c);
    // The colours of the dark are deep already.
    ctx.globalAlpha = isDark() ? 0.95 : 0.62;
    for (const cell of this.been) {
      const share = Math.min(1, (this.far?.[cell] ?? 0) / Math.max(1, this.most));
      ctx.fillStyle = css(this.ramp[Math.floor(share * 511)] ?? this.plain);
      fill(Math.floor(cell / cols), cell % cols);
    }
    ctx.globalAlpha = 1;
    this.walled ??= this.#walls();
    ctx.drawImage(this.walled, 0, 0);
    return false;
  }

  #walls() {
    const { pitch, thick } = this;
    const canvas = document.createElement("canvas");
    canvas.width = this.ctx.canvas.width;
    canvas.height = this.ctx.canvas.height;
    const ctx = canvas.getContext("2d");
    if (!ctx) return canvas;
    const lines = this.#lines();
    ctx.lineCap = ctx.lineJoin = "round";
    const stroke = (/** @type {string} */ role, /** @type {number} */ width, x = 0, y = 0) => {
      ctx.setTransform(pitch, 0, 0, pitch, thick / 2 + x * pitch, thick / 2 + y * pitch);
      ctx.strokeStyle = color(role);
      ctx.lineWidth = (width * thick) / pitch;
      ctx.stroke(lines);
    };
    if (pitch >= DEEP) {
      stroke("ink-shade", 1.15, 0.06, 0.12);
      stroke("ink-front", 1, 0, 0.06);
    }
    stroke("ink-wall", 1);
    if (pitch >= DEEP) stroke("ink-lit", 0.2, -0.025, -0.035);
    return canvas;
  }

  #lines() {
    const { rows, cols, open } = this.film;
    const path = new Path2D();
    path.rect(0, 0, cols, rows);
    const line = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ dx, /** @type {number} */ dy) => {
      path.moveTo(x, y);
      path.lineTo(x + dx, y + dy);
    };
    for (let cell = 0; cell < rows * cols; cell++) {
      const [r, c] = [Math.floor(cell / cols), cell % cols];
      const sides = open[cell] ?? 0;
      if (c < cols - 1 && !(sides & RIGHT)) line(c + 1, r, 0, 1);
      if (r < rows - 1 && !(sides & DOWN)) line(c, r + 1, 1, 0);
    }
    return path;
  }
}
