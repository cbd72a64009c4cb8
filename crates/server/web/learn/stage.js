// What every lesson stands on: a board that the reader changes, an algorithm
// whose steps are all worked out beforehand (so that a step back is free), and
// the data structures beside it.

import { button, slider } from "../app/controls.js";
import { h, put, still, typing } from "../app/dom.js";
import { number, t } from "../app/i18n.js";
import { keep, recall } from "../app/storage.js";
import { transportButtons } from "../app/transport.js";
import { Board, item } from "./board.js";

/** @typedef {import("../app/dom.js").Child} Child */
/** @typedef {import("./board.js").Picture} Picture */

/**
 * One moment of the algorithm: a sentence, and whatever the lesson draws.
 * @typedef {{ say: string }} Moment
 */

/**
 * A lesson. The model is what the reader changes; `run` works out every
 * moment from it; `draw` and `show` are pure.
 * @template M
 * @template {Moment} F
 * @typedef {object} Lesson
 * @property {number} rows
 * @property {number} cols
 * @property {boolean} [coords] whether rows and columns are named on the rim
 * @property {string} label     the board's name
 * @property {string} hint      what a click does
 * @property {() => M} make     the first board
 * @property {(model: M) => F[]} run
 * @property {(moment: F, model: M) => Picture} draw
 * @property {(moment: F, model: M) => Child[]} show
 * @property {(model: M, i: number, moment: F) => string | boolean | void} [click]  changes the model, or says why not; true begins again from it
 * @property {(model: M, a: number, b: number, at: number) => string | boolean | void} [wall]
 * @property {(model: M, changed: (fresh?: boolean) => void) => Child[]} [tools]
 */

/** Steps a second at a place of the slider. @param {number} n 0 to 20 */
const pace = (n) => 0.5 * 2 ** (n / 3);

/**
 * Puts a lesson on the page.
 * @template M
 * @template {Moment} F
 * @param {HTMLElement} spot
 * @param {Lesson<M, F>} lesson
 */
export function stage(spot, lesson) {
  const made = new Stage(lesson);
  put(spot, made.el);
  made.begin();
}

/** @template M @template {Moment} F */
class Stage {
  /** @param {Lesson<M, F>} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    this.model = lesson.make();
    this.moments = lesson.run(this.model);
    this.at = 0;
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const { click, wall } = lesson;
    this.board = new Board(lesson.rows, lesson.cols, lesson.label, {
      coords: lesson.coords ?? true,
      ...(click ? { click: (i) => this.#changed(click(this.model, i, this.#moment())) } : null),
      ...(wall ? { wall: (a, b) => this.#changed(wall(this.model, a, b, this.at)) } : null),
    });
    this.said = h("p", { class: "lesson-say" });
    this.panels = h("div", { class: "lesson-panels" });
    this.tools = h("div", { class: "row lesson-tools" });
    this.scrub = h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": t("Step", "Étape") });
    this.scrub.addEventListener("input", () => this.#go(this.scrub.valueAsNumber));
    this.where = h("output", { class: "num small" });
    this.speed = slider(t("Speed", "Vitesse"), {
      value: recall("learn-speed", 6),
      min: 0,
      max: 20,
      show: (n) => t(`${number(Number(pace(n).toPrecision(2)))} steps/s`, `${number(Number(pace(n).toPrecision(2)))} étapes/s`),
      oninput: (n) => {
        keep("learn-speed", n);
        if (this.playing) this.#wait();
      },
    });
    this.buttons = transportButtons(
      {
        start: () => this.#go(0),
        back: () => this.#go(this.at - 1),
        toggle: () => this.#toggle(),
        on: () => this.#go(this.at + 1),
        end: () => this.#go(Infinity),
      },
      { keys: true },
    );
    this.el = this.#lay();
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #lay() {
    const { lesson, board, said, tools, buttons, scrub, where, speed } = this;
    const over = button(t("Start over", "Recommencer"), () => this.#over(), { icon: "again", kind: "bare", bare: true });
    return h(
      "div",
      { class: "stage" },
      h(
        "div",
        { class: "stage-main" },
        h("div", { class: "sheet stage-board" }, h("div", { class: "stage-top" }, tools, over), board.svg, said),
        h(
          "div",
          { class: "sheet lesson-transport", role: "group", "aria-label": t("Steps of the algorithm", "Étapes de l’algorithme") },
          buttons.el,
          h("div", { class: "lesson-scrub" }, scrub, where),
          speed.el,
        ),
        h("p", { class: "small quiet lesson-hint" }, lesson.hint),
      ),
      this.panels,
    );
  }

  begin() {
    this.#equip();
    this.#mark();
    if (!still()) this.#resume();
  }

  #moment() {
    return item(this.moments, this.at);
  }

  #last() {
    return this.moments.length - 1;
  }

  #show() {
    const { lesson, model, at, said, scrub, el } = this;
    const moment = this.#moment();
    const last = this.#last();
    this.board.draw(lesson.draw(moment, model));
    if (said.textContent !== moment.say) said.textContent = moment.say;
    put(this.panels, ...lesson.show(moment, model));
    scrub.max = String(Math.max(1, last));
    scrub.value = String(at);
    this.where.textContent = `${number(at)} / ${number(last)}`;
    scrub.setAttribute("aria-valuetext", t(`step ${at} of ${last}`, `étape ${at} sur ${last}`));
    el.dataset.at = String(at);
    el.dataset.last = String(last);
    el.dataset.state = this.playing ? "playing" : at === last ? "ended" : "paused";
  }

  #mark() {
    this.buttons.show(this.playing);
    // Every sentence of a film read aloud would be noise.
    this.said.setAttribute("aria-live", this.playing ? "off" : "polite");
    this.#show();
  }

  #tick() {
    this.timer = undefined;
    if (!this.el.isConnected) this.playing = false;
    if (!this.playing) return;
    this.at = Math.min(this.at + 1, this.#last());
    if (this.at === this.#last()) return this.#pause();
    this.#show();
    this.#wait();
  }

  #wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#tick(), 1000 / pace(this.speed.value));
  }

  #resume() {
    if (this.at === this.#last()) this.at = 0;
    this.playing = true;
    this.#mark();
    this.#wait();
  }

  #pause() {
    this.playing = false;
    clearTimeout(this.timer);
    this.#mark();
  }

  #toggle() {
    if (this.playing) this.#pause();
    else this.#resume();
  }

  /** @param {number} to */
  #go(to) {
    this.at = Math.max(0, Math.min(this.#last(), to));
    this.#pause();
  }

  /**
   * The model is another: the steps are worked out again. Who looked at the
   * end sees the new end; others stay at their step.
   * @param {string | boolean | void} answer
   */
  #changed(answer) {
    if (typeof answer === "string") {
      this.#pause();
      this.said.textContent = answer;
      return;
    }
    const ended = this.at === this.#last() && !this.playing;
    this.moments = this.lesson.run(this.model);
    if (answer) return this.#go(0);
    this.at = ended ? this.#last() : Math.min(this.at, this.#last());
    this.#mark();
    if (this.playing) this.#wait();
  }

  #over() {
    this.model = this.lesson.make();
    this.moments = this.lesson.run(this.model);
    this.#equip();
    this.#go(0);
  }

  #equip() {
    const changed = (/** @type {boolean | undefined} */ fresh) => {
      if (fresh) this.at = 0;
      this.#changed();
      if (fresh && !still()) this.#resume();
    };
    put(this.tools, ...(this.lesson.tools?.(this.model, changed) ?? []));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "p") this.#toggle();
    else if (event.key === ",") this.#go(this.at - 1);
    else if (event.key === ".") this.#go(this.at + 1);
    else return;
    event.preventDefault();
  }
}

/**
 * A still picture of a lesson, for the list.
 * @template M
 * @template {Moment} F
 * @param {Lesson<M, F>} lesson
 * @param {number} share where in the algorithm, from 0 to 1
 */
export function poster(lesson, share) {
  const model = lesson.make();
  const moments = lesson.run(model);
  const board = new Board(lesson.rows, lesson.cols, lesson.label);
  board.draw(lesson.draw(item(moments, Math.round((moments.length - 1) * share)), model));
  board.svg.setAttribute("aria-hidden", "true");
  return board.svg;
}
