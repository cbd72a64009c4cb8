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

/**
 * @param {() => import("./pane.js").Pane[]} panes
 */
export function transport(panes) {
  let playing = false;
  /** Steps owed to the films, in fractions. */
  let owed = 0;
  let last = 0;
  /** Where the scrub bar wants the films; -1 when nowhere in particular. */
  let wanted = -1;
  /** Whether to play once they are there. */
  let afterwards = false;
  let frame = 0;
  /** Whether a hand is on the scrub bar. */
  let scrubbing = false;
  /** The steps that the speed is told for. */
  let paced = 0;

  const longest = () => Math.max(0, ...panes().map(({ film }) => film?.steps ?? 0));
  const furthest = () => Math.max(0, ...panes().map(({ film }) => film?.step ?? 0));

  /** @param {number} place */
  function speedName(place) {
    const n = pace(place, longest());
    return n === Infinity ? t("at once", "d’un coup") : t(`${number(Math.round(n))} steps/s`, `${number(Math.round(n))} pas/s`);
  }

  const buttons = transportButtons(
    { start: () => go(0), back: () => step(-1), toggle, on: () => step(1), end: () => go(Infinity) },
    { keys: true },
  );
  const scrub = h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": t("Step", "Étape") });
  const where = h("output", { class: "num small", "aria-live": "off" });
  /** @type {ReturnType<typeof slider>} */
  const speed = slider(t("Speed", "Vitesse"), {
    value: recall("maze-speed", 36),
    min: 0,
    max: 100,
    show: speedName,
    oninput: (n) => keep("maze-speed", n),
  });
  const el = h(
    "div",
    { class: "sheet transport", role: "group", "aria-label": t("Watching", "Lecture") },
    buttons.el,
    scrub,
    where,
    speed.el,
  );

  function mark() {
    const moving = playing || afterwards;
    buttons.show(moving);
    show();
  }

  function show() {
    const steps = longest();
    scrub.max = String(Math.max(1, steps));
    const at = furthest();
    // A hand on the bar is not fought; whoever pressed a button sees where it leads.
    if (!scrubbing) scrub.value = String(wanted < 0 ? at : wanted);
    scrub.disabled = !steps;
    if (steps !== paced) {
      paced = steps;
      speed.refresh();
    }
    where.textContent = steps ? `${number(at)} / ${count(steps, "step", "steps", "étape", "étapes")}` : "";
    scrub.setAttribute("aria-valuetext", where.textContent);
  }

  function wake() {
    if (frame) return;
    last = performance.now();
    frame = requestAnimationFrame(run);
  }

  /** @param {number} now */
  function run(now) {
    frame = 0;
    const all = panes();
    const pause0 = !playing;
    let busy = false;
    const dt = Math.min(0.25, (now - last) / 1000);
    last = now;
    const rate = pace(speed.value, longest());
    owed = rate === Infinity ? Infinity : (owed === Infinity ? 0 : owed) + (playing ? dt * rate : 0);
    const whole = Math.floor(owed);
    for (const pane of all) {
      const { film } = pane;
      if (!film) continue;
      const until = performance.now() + BUDGET / all.length;
      const before = film.step;
      if (wanted >= 0) {
        const aim = Math.min(wanted, film.steps);
        if (film.step < aim) film.forward(aim - film.step, until);
        else if (film.step > aim) film.back(film.step - aim, until);
        busy ||= film.step !== aim;
      } else if (playing) {
        busy = film.forward(whole, until) || busy;
      }
      if (film.step !== before || pause0) pane.draw();
    }
    if (owed !== Infinity) owed -= whole;
    show();
    if (wanted >= 0) {
      if (!busy) {
        wanted = -1;
        show();
        if (afterwards) resume();
      }
    } else if (playing && !busy) {
      playing = false;
      mark();
      el.dispatchEvent(new Event("ended"));
    }
    if (playing || wanted >= 0) wake();
  }

  /** Goes to a step, in slices. @param {number} to */
  function go(to) {
    playing = afterwards = false;
    wanted = Math.max(0, Math.min(to, longest()));
    mark();
    wake();
  }

  /** @param {number} by */
  function step(by) {
    go(Math.max(0, Math.min(longest(), (wanted >= 0 ? wanted : furthest()) + by)));
  }

  function resume() {
    if (furthest() && furthest() >= longest()) {
      // The films are wound back first, in slices like everything else.
      go(0);
      afterwards = true;
      return mark();
    }
    afterwards = false;
    playing = true;
    owed = 0;
    wanted = -1;
    mark();
    wake();
  }

  function toggle() {
    if (playing || afterwards) pause();
    else resume();
  }

  function pause() {
    playing = afterwards = false;
    mark();
  }

  scrub.addEventListener("input", () => {
    scrubbing = true;
    go(scrub.valueAsNumber);
  });
  scrub.addEventListener("change", () => {
    scrubbing = false;
    show();
  });
  mark();
  return {
    el,
    pause,
    go,
    step,
    toggle,
    /** A new film: play it, or show its end to those who want little motion. */
    begin() {
      if (still()) go(Infinity);
      else resume();
    },
    /** Whether films are moving. */
    get moving() {
      return playing || wanted >= 0;
    },
    refresh: show,
  };
}
