// Play, pause, one step on and back, anywhere at once, at any speed.

import { slider } from "../../app/controls.js";
import { h, still } from "../../app/dom.js";
import { count, number, t } from "../../app/i18n.js";
import { keep, recall } from "../../app/storage.js";
import { transportButtons } from "../../app/transport.js";

/** Seconds a whole film takes: from three minutes to one second, or at once. @param {number} place 0 to 100 */
function duration(place) {
  return place >= 100 ? 0 : 180 ** (1 - place / 99);
}

/** Steps a second, so that every maze, large or small, can be watched to its end. @param {number} place @param {number} steps */
function pace(place, steps) {
  const seconds = duration(place);
  return seconds ? Math.max(2, steps / seconds) : Infinity;
}

/** Milliseconds a frame that films may take in all. */
const BUDGET = 7;

/** The hands on the films of all panes. */
export class Transport {
  /** @param {() => import("./pane.js").Pane[]} panes @param {() => void} shown films have moved */
  constructor(panes, shown) {
    this.panes = panes;
    this.shown = shown;
    this.playing = false;
    /** Steps owed to the films, in fractions. */
    this.owed = 0;
    this.last = 0;
    /** Where the scrub bar wants the films; -1 when nowhere in particular. */
    this.wanted = -1;
    /** Whether to play once they are there. */
    this.afterwards = false;
    this.frame = 0;
    /** Whether a hand is on the scrub bar. */
    this.scrubbing = false;
    /** The steps that the speed is told for. */
    this.paced = 0;
    this.buttons = transportButtons(
      {
        start: () => this.go(0),
        back: () => this.step(-1),
        toggle: () => this.toggle(),
        on: () => this.step(1),
        end: () => this.go(Infinity),
      },
      { keys: true },
    );
    this.where = h("output", { class: "num small", "aria-live": "off" });
    this.scrub = this.#scrubBar();
    /** @type {ReturnType<typeof slider>} */
    this.speed = slider(t("Speed", "Vitesse"), {
      value: recall("maze-speed", 36),
      min: 0,
      max: 100,
      show: (place) => this.#speedName(place),
      oninput: (n) => keep("maze-speed", n),
    });
    this.el = h(
      "div",
      { class: "sheet transport", role: "group", "aria-label": t("Watching", "Lecture") },
      this.buttons.el,
      this.scrub,
      this.where,
      this.speed.el,
    );
    this.#mark();
  }

  #scrubBar() {
    const scrub = h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": t("Step", "Étape") });
    scrub.addEventListener("input", () => {
      this.scrubbing = true;
      this.go(scrub.valueAsNumber);
    });
    scrub.addEventListener("change", () => {
      this.scrubbing = false;
      this.refresh();
    });
    return scrub;
  }

  #longest() {
    return Math.max(0, ...this.panes().map(({ film }) => film?.steps ?? 0));
  }

  #furthest() {
    return Math.max(0, ...this.panes().map(({ film }) => film?.step ?? 0));
  }

  /** @param {number} place */
  #speedName(place) {
    const n = pace(place, this.#longest());
    return n === Infinity ? t("at once", "d’un coup") : t(`${number(Math.round(n))} steps/s`, `${number(Math.round(n))} étapes/s`);
  }

  #mark() {
    this.buttons.show(this.playing || this.afterwards);
    this.refresh();
  }

  /** Shows where the films stand. */
  refresh() {
    const { scrub, where } = this;
    const steps = this.#longest();
    scrub.max = String(Math.max(1, steps));
    const at = this.#furthest();
    // A hand on the bar is not fought; whoever pressed a button sees where it leads.
    if (!this.scrubbing) scrub.value = String(this.wanted < 0 ? at : this.wanted);
    scrub.disabled = !steps;
    if (steps !== this.paced) {
      this.paced = steps;
      this.speed.refresh();
    }
    where.textContent = steps ? `${number(at)} / ${count(steps, "step", "steps", "étape", "étapes")}` : "";
    scrub.setAttribute("aria-valuetext", where.textContent);
    this.shown();
  }

  #wake() {
    if (this.frame) return;
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.#run(now));
  }

  /** @param {number} now */
  #run(now) {
    this.frame = 0;
    const dt = Math.min(0.25, (now - this.last) / 1000);
    this.last = now;
    const rate = pace(this.speed.value, this.#longest());
    this.owed = rate === Infinity ? Infinity : (this.owed === Infinity ? 0 : this.owed) + (this.playing ? dt * rate : 0);
    const whole = Math.floor(this.owed);
    const busy = this.#advance(whole);
    if (this.owed !== Infinity) this.owed -= whole;
    this.refresh();
    if (!busy) this.#arrive();
    if (this.playing || this.wanted >= 0) this.#wake();
  }

  /** Moves every film on, as far as a frame bears; whether there is more to do. @param {number} steps */
  #advance(steps) {
    const all = this.panes();
    let busy = false;
    for (const pane of all) {
      const { film } = pane;
      if (!film) continue;
      const until = performance.now() + BUDGET / all.length;
      const before = film.step;
      if (this.wanted >= 0) {
        const aim = Math.min(this.wanted, film.steps);
        if (film.step < aim) film.forward(aim - film.step, until);
        else if (film.step > aim) film.back(film.step - aim, until);
        busy ||= film.step !== aim;
      } else if (this.playing) busy = film.forward(steps, until) || busy;
      if (film.step !== before || !this.playing) pane.draw();
    }
    return busy;
  }

  /** The films are where they should be, or at their end. */
  #arrive() {
    if (this.wanted >= 0) {
      this.wanted = -1;
      this.refresh();
      if (this.afterwards) return this.#resume();
    } else this.pause();
    if (this.#furthest() >= this.#longest()) this.el.dispatchEvent(new Event("ended"));
  }

  /** Goes to a step, in slices. @param {number} to @param {boolean} [afterwards] whether to play on from there */
  go(to, afterwards = false) {
    this.playing = false;
    this.afterwards = afterwards;
    this.wanted = Math.max(0, Math.min(to, this.#longest()));
    this.#mark();
    this.#wake();
  }

  /** @param {number} by */
  step(by) {
    this.go((this.wanted >= 0 ? this.wanted : this.#furthest()) + by);
  }

  #resume() {
    const at = this.#furthest();
    if (at && at >= this.#longest()) {
      // The films are wound back first, in slices like everything else.
      return this.go(0, true);
    }
    this.afterwards = false;
    this.playing = true;
    this.owed = 0;
    this.wanted = -1;
    this.#mark();
    this.#wake();
  }

  toggle() {
    if (this.playing || this.afterwards) this.pause();
    else this.#resume();
  }

  pause() {
    this.playing = this.afterwards = false;
    this.#mark();
  }

  /** A new film: play it, or show its end to those who want little motion. */
  begin() {
    if (still()) this.go(Infinity);
    else this.#resume();
  }
}
