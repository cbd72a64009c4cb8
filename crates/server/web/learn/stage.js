// What every lesson stands on: a board that the reader changes, an algorithm
// whose steps are all worked out beforehand (so that a step back is free), and
// the data structures beside it.

import { button, slider } from "../app/controls.js";
import { h, put, still } from "../app/dom.js";
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
  let model = lesson.make();
  let moments = lesson.run(model);
  let at = 0;
  let playing = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const { click, wall } = lesson;
  const board = new Board(lesson.rows, lesson.cols, lesson.label, {
    coords: lesson.coords ?? true,
    ...(click ? { click: (i) => changed(click(model, i, item(moments, at))) } : null),
    ...(wall ? { wall: (a, b) => changed(wall(model, a, b, at)) } : null),
  });
  const said = h("p", { class: "lesson-say" });
  const panels = h("div", { class: "lesson-panels" });
  const buttons = transportButtons(
    {
      start: () => go(0),
      back: () => go(at - 1),
      toggle: () => (playing ? pause() : resume()),
      on: () => go(at + 1),
      end: () => go(Infinity),
    },
    { keys: true },
  );
  const scrub = h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": t("Step", "Étape") });
  const where = h("output", { class: "num small" });
  const speed = slider(t("Speed", "Vitesse"), {
    value: recall("learn-speed", 6),
    min: 0,
    max: 20,
    show: (n) => t(`${number(Number(pace(n).toPrecision(2)))} steps/s`, `${number(Number(pace(n).toPrecision(2)))} pas/s`),
    oninput: (n) => keep("learn-speed", n),
  });
  const tools = h("div", { class: "row lesson-tools" });
  const el = h(
    "div",
    { class: "stage" },
    h(
      "div",
      { class: "stage-main" },
      h(
        "div",
        { class: "sheet stage-board" },
        h("div", { class: "stage-top" }, tools, button(t("Start over", "Recommencer"), over, { icon: "again", kind: "bare", bare: true })),
        board.svg,
        said,
        h("p", { class: "small quiet lesson-hint" }, lesson.hint),
      ),
      h(
        "div",
        { class: "sheet lesson-transport", role: "group", "aria-label": t("Steps of the algorithm", "Étapes de l’algorithme") },
        buttons.el,
        h("div", { class: "lesson-scrub" }, scrub, where),
        speed.el,
      ),
    ),
    panels,
  );

  function show() {
    const moment = item(moments, at);
    board.draw(lesson.draw(moment, model));
    if (said.textContent !== moment.say) said.textContent = moment.say;
    put(panels, ...lesson.show(moment, model));
    const last = moments.length - 1;
    scrub.max = String(Math.max(1, last));
    scrub.value = String(at);
    where.textContent = `${number(at)} / ${number(last)}`;
    scrub.setAttribute("aria-valuetext", t(`step ${at} of ${last}`, `étape ${at} sur ${last}`));
    el.dataset.at = String(at);
    el.dataset.last = String(last);
    el.dataset.state = playing ? "playing" : at === last ? "ended" : "paused";
  }

  function mark() {
    buttons.show(playing);
    // Every sentence of a film read aloud would be noise.
    said.setAttribute("aria-live", playing ? "off" : "polite");
    show();
  }

  function tick() {
    timer = undefined;
    if (!el.isConnected) playing = false;
    if (!playing) return;
    if (at < moments.length - 1) at += 1;
    if (at === moments.length - 1) {
      playing = false;
      return mark();
    }
    show();
    wait();
  }

  function wait() {
    clearTimeout(timer);
    timer = setTimeout(tick, 1000 / pace(speed.value));
  }

  function resume() {
    if (at === moments.length - 1) at = 0;
    playing = true;
    mark();
    wait();
  }

  function pause() {
    playing = false;
    clearTimeout(timer);
    mark();
  }

  /** @param {number} to */
  function go(to) {
    at = Math.max(0, Math.min(moments.length - 1, to));
    pause();
  }

  /**
   * The model is another: the steps are worked out again. Who looked at the
   * end sees the new end; others stay at their step.
   * @param {string | boolean | void} answer
   */
  function changed(answer) {
    if (typeof answer === "string") {
      pause();
      said.textContent = answer;
      return;
    }
    if (answer) {
      moments = lesson.run(model);
      return go(0);
    }
    const ended = at === moments.length - 1;
    moments = lesson.run(model);
    at = ended && !playing ? moments.length - 1 : Math.min(at, moments.length - 1);
    mark();
    if (playing) wait();
  }

  function over() {
    model = lesson.make();
    moments = lesson.run(model);
    equip();
    go(0);
  }

  function equip() {
    put(
      tools,
      ...(lesson.tools?.(model, (fresh) => {
        if (fresh) at = 0;
        changed();
        if (fresh && !still()) resume();
      }) ?? []),
    );
  }

  scrub.addEventListener("input", () => go(scrub.valueAsNumber));
  speed.input.addEventListener("input", () => playing && wait());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(/** @type {Element} */ (event.target).tagName))
      return;
    const act = { p: () => (playing ? pause() : resume()), ",": () => go(at - 1), ".": () => go(at + 1) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  equip();
  put(spot, el);
  mark();
  if (!still()) resume();
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
