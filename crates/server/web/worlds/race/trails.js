// Where everybody has walked in this round, as far as this browser saw it; a
// page that is opened anew remembers.

import { keepInTab, recallInTab } from "../../app/storage.js";

/** @typedef {import("../../app/wire.js").Point} Spot */
/** @typedef {import("./view.js").Course} Course */

const same = (/** @type {Spot} */ a, /** @type {Spot} */ b) => a[0] === b[0] && a[1] === b[1];

export class Trails {
  constructor() {
    /** @type {Spot[][]} */
    this.ways = [];
    this.key = "";
  }

  /** @param {string} room @param {number} round @param {Course} course */
  follow(room, round, course) {
    const key = `race-trails-${room}-${round}`;
    if (key !== this.key) {
      this.key = key;
      this.ways = /** @type {Spot[][] | undefined} */ (recallInTab(key)) ?? course.starts.map((start) => [start]);
    }
    if (course.moves.every((n) => !n)) this.ways = course.starts.map((start) => [start]);
    course.positions.forEach((spot, seat) => {
      const trail = this.ways[seat] ?? [spot];
      const last = trail[trail.length - 1] ?? spot;
      if (same(last, spot)) return;
      const back = trail.findIndex((one) => same(one, spot));
      const beside = Math.abs(last[0] - spot[0]) + Math.abs(last[1] - spot[1]) === 1;
      // Something was missed or taken back: keep the part that is certain.
      if (back >= 0 && trail.length - 1 > (course.moves[seat] ?? 0)) this.ways[seat] = trail.slice(0, back + 1);
      else if (beside) this.ways[seat] = [...trail, spot];
      else this.ways[seat] = back >= 0 ? trail.slice(0, back + 1) : [spot];
    });
    keepInTab(key, this.ways);
    return this.ways;
  }
}
