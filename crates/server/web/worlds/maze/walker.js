// Somebody in a maze: where they began and want to go, and a pawn that glides
// from cell to cell.

import { color, still } from "../../app/dom.js";

/** @typedef {[x: number, y: number]} Point */

/** How long a step is seen, in milliseconds. */
const GLIDE = 130;

/** Pixels a cell from which on there is a pawn, and a target with rings. */
const CLEAR = 12;

/** The pawn of all boards, on a field of 20 by 20. */
const BODY = new Path2D("M3 16.800c0-4.500 2.400-7 4.600-8.300h4.800c2.200 1.300 4.600 3.800 4.600 8.300q-7 2-14 0z");
const HEAD = new Path2D("M5.700 5.400a4.300 4.300 0 1 0 8.600 0a4.300 4.300 0 1 0-8.600 0z");
const GLINT = new Path2D("M7.300 3.900a1.200 1.200 0 1 0 2.400 0a1.200 1.200 0 1 0-2.400 0z");

/** A step that is being taken. */
export class Glide {
  constructor() {
    this.from = -1;
    this.to = -1;
    this.began = 0;
  }

  /** How much of the step to a cell is done, from 0 to 1. @param {number} cell */
  done(cell) {
    if (cell !== this.to) {
      this.from = this.to < 0 ? cell : this.to;
      this.to = cell;
      this.began = performance.now();
    }
    const share = still() ? 1 : Math.min(1, (performance.now() - this.began) / GLIDE);
    return 1 - (1 - share) ** 3;
  }
}

/** A step lengthens the thread; going back rolls it up again. @param {number[]} thread @param {number} to */
export function spin(thread, to) {
  if (thread.at(-2) === to) thread.pop();
  else thread.push(to);
}

/** @param {CanvasRenderingContext2D} ctx @param {Point} at @param {number} radius @param {string} fill */
export function dot(ctx, at, radius, fill) {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.arc(...at, Math.max(radius, 3), 0, 7);
  ctx.fill();
}

/** Where one should come: rings, inlaid in the floor. @param {CanvasRenderingContext2D} ctx @param {Point} at @param {number} unit */
export function target(ctx, at, unit) {
  const pink = color("goal");
  if (unit < CLEAR) return dot(ctx, at, 0.24 * unit, pink);
  ctx.globalAlpha = 0.16;
  dot(ctx, at, 0.46 * unit, pink);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = pink;
  ctx.lineWidth = 0.07 * unit;
  ctx.beginPath();
  ctx.arc(...at, 0.27 * unit, 0, 7);
  ctx.stroke();
  dot(ctx, at, 0.11 * unit, pink);
}

/** Where one began. @param {CanvasRenderingContext2D} ctx @param {Point} at @param {number} unit */
export function origin(ctx, at, unit) {
  if (unit < CLEAR) return dot(ctx, at, 0.24 * unit, color("start"));
  ctx.strokeStyle = color("start");
  ctx.lineWidth = 0.08 * unit;
  ctx.beginPath();
  ctx.arc(...at, 0.26 * unit, 0, 7);
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {Point} at @param {number} unit */
export function pawn(ctx, [x, y], unit) {
  const blue = color("player-1");
  if (unit < CLEAR) {
    dot(ctx, [x, y], 0.36 * unit, blue);
    return dot(ctx, [x, y], 0.14 * unit, color("raised"));
  }
  ctx.save();
  const scale = (0.76 * unit) / 20;
  ctx.translate(x - 10 * scale, y - 10.5 * scale);
  ctx.scale(scale, scale);
  ctx.fillStyle = color("ink-shade");
  ctx.beginPath();
  ctx.ellipse(11.5, 17.6, 7.5, 2.4, 0, 0, 7);
  ctx.fill();
  ctx.fillStyle = blue;
  ctx.strokeStyle = color("ink-front");
  ctx.lineWidth = 1.2;
  ctx.lineJoin = "round";
  for (const path of [BODY, HEAD]) {
    ctx.fill(path);
    ctx.stroke(path);
  }
  ctx.fillStyle = "rgb(255 255 255 / 0.6)";
  ctx.fill(GLINT);
  ctx.restore();
}
