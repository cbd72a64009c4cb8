// The rounds of a match that are over, as far as this tab saw them: the view
// knows only the last one.

import { keepInTab, recallInTab } from "../../app/storage.js";
import { detours } from "./accuracy.js";

/** A round by seats: steps, steps beyond a shortest way; and who won it. @typedef {{ moves: number[], extra: (number | undefined | null)[], winners: number[] }} Round */

export class Rounds {
  constructor() {
    this.key = "";
    /** By their number, from 1. @type {Record<number, Round>} */
    this.all = {};
  }

  /** @param {string} room @param {import("./view.js").RaceView} view */
  follow(room, { round, course }) {
    const key = `race-rounds-${room}`;
    if (key !== this.key) {
      this.key = key;
      this.all = /** @type {Record<number, Round> | undefined} */ (recallInTab(key)) ?? {};
    }
    if (!course?.end) return;
    this.all[round] = { moves: course.moves, extra: detours(course), winners: course.end.winners };
    keepInTab(key, this.all);
  }

  /** Those up to a round, if every one was seen. @param {number} last @returns {Round[] | undefined} */
  upTo(last) {
    const rounds = Array.from({ length: last }, (_, n) => this.all[n + 1]);
    return rounds.every((one) => one !== undefined) ? rounds : undefined;
  }
}
