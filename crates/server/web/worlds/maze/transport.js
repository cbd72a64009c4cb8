// Play, pause, one step on and back, anywhere at once, at any speed.

import { button, slider } from "../../app/controls.js";
import { h, still } from "../../app/dom.js";
import { count, number, t } from "../../app/i18n.js";
import { keep, recall } from "../../app/storage.js";

/** From one step a second to all at once. @param {number} place 0 to 100 */
function pace(place) {
  return place >= 100 ? Infinity : 10 ** (place / 16);
}

/** @param {number} place */
function paceName(place) {
  const n = pace(place);
  return n === Infinity ? t("at once", "d'un coup") : t(`${number(Math.round(n))} steps/s`, `${number(Math.round(n))} pas/s`);
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

  const play = button(t("Play", "Lecture"), () => (playing || afterwards ? pause() : resume()), {
    kind: "main",
    icon: "play",
    bare: true,
    key: "p",
  });
  const scrub = h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": t("Step", "Étape") });
  const where = h("output", { class: "num small", "aria-live": "off" });
  const speed = slider(t("Speed", "Vitesse"), {
    value: recall("maze-speed", 36),
    min: 0,
    max: 100,
    show: paceName,
    oninput: (n) => keep("maze-speed", n),
  });
  const el = h(
    "div",
    { class: "sheet transport", role: "group", "aria-label": t("Watching", "Lecture") },
    h(
      "div",
      { class: "row" },
      button(t("To the start", "Au début"), () => go(0), { icon: "first", bare: true }),
      button(t("One step back", "Un pas en arrière"), () => step(-1), { icon: "back", bare: true, key: "," }),
      play,
      button(t("One step on", "Un pas en avant"), () => step(1), { icon: "next", bare: true, key: "." }),
      button(t("To the end", "À la fin"), () => go(Infinity), { icon: "last", bare: true }),
    ),
    scrub,
    where,
    speed.el,
  );

  const longest = () => Math.max(0, ...panes().map(({ film }) => film?.steps ?? 0));
  const furthest = () => Math.max(0, ...panes().map(({ film }) => film?.step ?? 0));

  function mark() {
    const moving = playing || afterwards;
    const name = moving ? t("Pause", "Pause") : t("Play", "Lecture");
    play.replaceChildren(...button(name, () => {}, { icon: moving ? "pause" : "play", bare: true }).childNodes);
    play.title = `${name} (p)`;
    show();
  }

  function show() {
    const steps = longest();
    scrub.max = String(Math.max(1, steps));
    if (wanted < 0) scrub.value = String(furthest());
    scrub.disabled = !steps;
    const at = furthest();
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
    const rate = pace(speed.value);
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

  function pause() {
    playing = afterwards = false;
    mark();
  }

  scrub.addEventListener("input", () => go(scrub.valueAsNumber));
  mark();
  return {
    el,
    pause,
    go,
    step,
    toggle: () => (playing || afterwards ? pause() : resume()),
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
