// What part of the supermarket is in sight: everything, or a part that the
// visitor pans and zooms, or that follows the pawns.

import { still } from "../../app/dom.js";

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

/** A camera over a drawing of any size. */
export class Camera {
  /** @param {SVGSVGElement} svg @param {() => void} changed */
  constructor(svg, changed) {
    this.svg = svg;
    this.changed = changed;
    /** @type {Box} everything there is */
    this.all = { x: 0, y: 0, w: 160, h: 160 };
    /** How many times nearer than everything. */
    this.zoom = 1;
    this.follow = true;
    /** @type {[number, number]} */
    this.middle = [80, 80];
    /** @type {Box} */
    this.now = { ...this.all };
    this.frame = 0;
    new ResizeObserver(() => this.aim(true)).observe(svg);
  }

  /** The picture's sides in pixels. */
  size() {
    const { clientWidth: w, clientHeight: h } = this.svg;
    return [Math.max(1, w), Math.max(1, h)];
  }

  /** @param {Box} all */
  cover(all) {
    this.all = all;
    if (this.zoom === 1) this.middle = [all.x + all.w / 2, all.y + all.h / 2];
    this.aim();
  }

  /** Something happened here. @param {number} x @param {number} y */
  look(x, y) {
    if (!this.follow || this.zoom === 1) return;
    this.middle = [x, y];
    this.aim();
  }

  /** Where the camera should be. @returns {Box} */
  goal() {
    const [w = 1, h = 1] = this.size();
    // A single tile should not fill a wide screen.
    const scale = Math.max(this.all.w / w, this.all.h / h, 0.36) / this.zoom;
    const [x, y] = this.zoom === 1 ? [this.all.x + this.all.w / 2, this.all.y + this.all.h / 2] : this.middle;
    return { x: x - (w * scale) / 2, y: y - (h * scale) / 2, w: w * scale, h: h * scale };
  }

  /** @param {boolean} [atOnce] */
  aim(atOnce = false) {
    cancelAnimationFrame(this.frame);
    const from = { ...this.now };
    const to = this.goal();
    const began = performance.now();
    const step = () => {
      const f = atOnce || still() ? 1 : Math.min(1, (performance.now() - began) / 320);
      const e = 1 - (1 - f) ** 3;
      for (const key of /** @type {const} */ (["x", "y", "w", "h"])) this.now[key] = from[key] + (to[key] - from[key]) * e;
      this.svg.setAttribute("viewBox", `${this.now.x.toFixed(1)} ${this.now.y.toFixed(1)} ${this.now.w.toFixed(1)} ${this.now.h.toFixed(1)}`);
      if (f < 1) this.frame = requestAnimationFrame(step);
    };
    step();
  }

  /** Nearer or farther, around a point. @param {number} factor @param {[number, number]} [around] @param {boolean} [atOnce] */
  scale(factor, around, atOnce = false) {
    const zoom = Math.min(8, Math.max(1, this.zoom * factor));
    const [mx, my] = this.zoom === 1 ? [this.all.x + this.all.w / 2, this.all.y + this.all.h / 2] : this.middle;
    const [ax, ay] = around ?? [mx, my];
    const f = this.zoom / zoom;
    this.middle = [ax + (mx - ax) * f, ay + (my - ay) * f];
    this.zoom = zoom < 1.02 ? 1 : zoom;
    this.aim(atOnce);
    this.changed();
  }

  /** Moves by so many units; following ends. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    if (this.zoom === 1) this.zoom = 1.02;
    this.middle = [this.middle[0] + dx, this.middle[1] + dy];
    this.follow = false;
    this.aim(true);
    this.changed();
  }

  /** Everything again. */
  fit() {
    this.zoom = 1;
    this.follow = true;
    this.middle = [this.all.x + this.all.w / 2, this.all.y + this.all.h / 2];
    this.aim();
    this.changed();
  }

  /** Units of the drawing under a pointer. @param {{ clientX: number, clientY: number }} event @returns {[number, number]} */
  at({ clientX, clientY }) {
    const box = this.svg.getBoundingClientRect();
    return [this.now.x + ((clientX - box.left) / box.width) * this.now.w, this.now.y + ((clientY - box.top) / box.height) * this.now.h];
  }

  /** Units a pixel. */
  grain() {
    return this.now.w / (this.size()[0] ?? 1);
  }
}
