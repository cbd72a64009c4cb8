// A walk through a maze once more, step by step.

import { Glide, spin } from "./walker.js";

/** Milliseconds between two pictures. */
const BEAT = 150;

/**
 * @param {import("./pane.js").Pane} pane
 * @param {number[]} route the cells in turn, the first one too
 * @param {{ most?: number, wanted: () => boolean }} options milliseconds it may take, and whether somebody still looks
 */
export async function retrace(pane, route, { most = Infinity, wanted }) {
  const beat = Math.max(30, Math.min(BEAT, most / route.length));
  // A long walk is shown several steps at a time.
  const stride = Math.ceil((beat * route.length) / most) || 1;
  pane.trail = [];
  pane.been.clear();
  pane.glide = new Glide();
  for (const [at, to] of route.entries()) {
    spin(pane.trail, to);
    pane.been.add(to);
    if (at % stride && at < route.length - 1) continue;
    pane.draw();
    await new Promise((resolve) => setTimeout(resolve, beat));
    if (!wanted()) return;
  }
}
