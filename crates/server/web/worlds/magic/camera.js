// What part of the supermarket is in sight: everything, or a part that the
// visitor pans and zooms, or that follows the pawns.
//
// The drawing takes its new place at once; what glides there is the picture as a
// whole, which browsers do without drawing it anew for every frame.

import { still } from "../../app/dom.js";

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

/** A camera over a drawing of any size. */
export class Camera {
  /**
   * @param {HTMLElement} picture what glides
   * @param {SVGSVGElement} svg the drawing in it
   * @param {{ moved(): void, changed(): void }} tell of a new view, and of a new way of viewing
   */
  constructor(picture, svg, { moved, changed }) {
    this.picture = picture;
    this.svg = svg;
    this.moved = moved;
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
    /** @type {[number, number]} the picture's sides in pixels */
    this.size = [1, 1];
    /** @type {Animation | undefined} */
    this.glide = undefined;
    new ResizeObserver(() => {
      this.size = [Math.max(1, svg.clientWidth), Math.max(1, svg.clientHeight)];
      this.aim(true);
    }).observe(svg);
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
    const [w, h] = this.size;
    // A single tile should not fill a wide screen.
    const scale = Math.max(this.all.w / w, this.all.h / h, 0.36) / this.zoom;
    const [x, y] = this.zoom === 1 ? [this.all.x + this.all.w / 2, this.all.y + this.all.h / 2] : this.middle;
    return { x: x - (w * scale) / 2, y: y - (h * scale) / 2, w: w * scale, h: h * scale };
  }

  /** @param {boolean} [atOnce] */
  aim(atOnce = false) {
    const from = this.#shown();
    this.glide?.cancel();
    this.now = this.goal();
    const { x, y, w, h } = this.now;
    this.svg.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${w.toFixed(1)} ${h.toFixed(1)}`);
    this.moved();
    const near = w / from.w;
    if (atOnce || still() || (Math.abs(near - 1) < 0.001 && Math.hypot(from.x - x, from.y - y) < 0.1)) return;
    const pixels = this.pixels() * near;
    this.glide = this.picture.animate(
      [
        { transform: `translate(${(x - from.x) * pixels}px, ${(y - from.y) * pixels}px) scale(${near})` },
        { transform: "translate(0, 0) scale(1)" },
      ],
      { duration: 320, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
    );
  }

  /** What is in sight right now, perhaps on the way. @returns {Box} */
  #shown() {
    if (this.glide?.playState !== "running") return this.now;
    const { a, e, f } = new DOMMatrix(getComputedStyle(this.picture).transform);
    const pixels = this.pixels() * a;
    return { x: this.now.x - e / pixels, y: this.now.y - f / pixels, w: this.now.w / a, h: this.now.h / a };
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

  /** Pixels a unit. */
  pixels() {
    return this.size[0] / this.now.w;
  }
}
