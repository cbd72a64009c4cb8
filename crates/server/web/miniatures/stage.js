// A canvas on which a small scene lives: sharp on every screen, asleep when
// out of sight, a still picture for those who asked for little motion.

import { color, onTheme, still } from "../app/dom.js";

/**
 * @typedef {object} Scene
 * @property {(dt: number) => void} tick lets seconds pass
 * @property {(ctx: CanvasRenderingContext2D, width: number, height: number, paint: Paint) => void} draw
 */

/** The colour of a role, such as `wall`. @typedef {(role: string) => string} Paint */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {(aspect: number) => Scene} make
 * @param {{ poster?: number }} [options] how many seconds in the first picture is taken
 */
export function stage(canvas, make, { poster = 5 } = {}) {
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  /** @type {Map<string, string>} */
  const paints = new Map();
  /** @type {Paint} */
  const paint = (role) => {
    let found = paints.get(role);
    if (!found) paints.set(role, (found = color(role)));
    return found;
  };
  /** @type {Scene | undefined} */
  let scene;
  let width = 0;
  let height = 0;
  let last = 0;
  let frame = 0;

  const show = () => {
    if (!scene || !width) return;
    const ratio = canvas.width / width;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    scene.draw(ctx, width, height, paint);
  };
  const run = (/** @type {number} */ now) => {
    frame = requestAnimationFrame(run);
    // Half the frames are enough for a miniature.
    if (now - last < 30) return;
    scene?.tick(Math.min(0.1, (now - last) / 1000));
    last = now;
    show();
  };
  const sleep = () => {
    cancelAnimationFrame(frame);
    frame = 0;
  };

  new ResizeObserver(([entry]) => {
    const box = entry?.contentRect;
    if (!box?.width) return;
    ({ width, height } = box);
    const ratio = Math.min(2, devicePixelRatio || 1);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    if (!scene) {
      scene = make(width / height);
      // Something is there at once, not an empty field.
      for (let t = 0; t < poster; t += 0.05) scene.tick(0.05);
    }
    show();
  }).observe(canvas);
  new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting && !still()) {
      if (!frame) frame = requestAnimationFrame(run);
    } else {
      sleep();
    }
  }).observe(canvas);
  onTheme(() => {
    paints.clear();
    show();
  });
}

/**
 * A small generator for scenery; the worlds' boards come from the server.
 * @param {number} seed
 */
export function dice(seed) {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let x = Math.imul(a ^ (a >>> 15), 1 | a);
    x ^= x + Math.imul(x ^ (x >>> 7), 61 | x);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    /** @param {number} n */
    below: (n) => Math.floor(next() * n),
    /** @template T @param {T[]} list @returns {T[]} */
    shuffle(list) {
      for (let i = list.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1));
        [list[i], list[j]] = [/** @type {T} */ (list[j]), /** @type {T} */ (list[i])];
      }
      return list;
    },
  };
}

/**
 * A rounded square.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {number} r
 * @param {string} fill
 */
export function block(ctx, x, y, w, h, r, fill) {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, r);
  ctx.fill();
}

/**
 * From 0 to 1, slow at both ends.
 * @param {number} x
 */
export function ease(x) {
  const t = Math.max(0, Math.min(1, x));
  return t * t * (3 - 2 * t);
}

/**
 * The four neighbours of a cell as [row step, column step].
 * @type {readonly (readonly [number, number])[]}
 */
export const SIDES = [
  [-1, 0],
  [0, 1],
  [1, 0],
  [0, -1],
];
