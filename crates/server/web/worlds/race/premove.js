// A step asked for too early: it is kept, shown as a pale arrow, and made when
// the turn comes. One only; another takes its place, Escape takes it back.

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").RaceView>} RoomState */
/** @typedef {{ dir: string, seat: number }} Step */

/** How long a step that was made may be on its way, in milliseconds. */
const ON_ITS_WAY = 1500;

/** Whether a seat may step now. @param {number} seat @param {RoomState} state */
export function mayStep(seat, { active, view: { phase, course, config } }) {
  return phase.name === "play" && (config.together ? active.includes(seat) : course?.mover === seat);
}

export class Premove {
  constructor() {
    /** @type {Step | undefined} */
    this.step = undefined;
    /** The step that was made last: after which entry, and until when an answer may come. */
    this.made = { seq: -1, until: 0 };
  }

  /** Whether a step has to wait; then it is kept. @param {Step} step @param {RoomState} state */
  keeps(step, state) {
    const { seq, until } = this.made;
    if (state.view.phase.name !== "play") return false;
    if (mayStep(step.seat, state) && (seq !== state.seq || performance.now() > until)) {
      // What is not allowed is answered without a new entry.
      if (state.legal.includes(step.dir)) this.made = { seq: state.seq, until: performance.now() + ON_ITS_WAY };
      return false;
    }
    this.step = step;
    return true;
  }

  /** The step that waited for this moment. @param {RoomState} state @param {boolean} moved whether somebody made a step, and none was taken back */
  due(state, moved) {
    const { step } = this;
    if (!moved || state.view.phase.name !== "play") this.step = undefined;
    if (!this.step || !step || !mayStep(step.seat, state)) return undefined;
    this.step = undefined;
    return step;
  }

  /** Forgets it; tells whether there was one. */
  drop() {
    const had = this.step !== undefined;
    this.step = undefined;
    return had;
  }
}
