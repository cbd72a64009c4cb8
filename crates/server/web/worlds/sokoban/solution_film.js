// A solution as a film: it lies ahead of what was played, like moves undone.

import { button } from "../../app/controls.js";
import { h, still } from "../../app/dom.js";
import { exportFilm } from "../../app/film_export.js";
import { number, t } from "../../app/i18n.js";
import { transportButtons } from "../../app/transport.js";

/**
 * @param {import("./player.js").PlayTable} table
 * @param {{ pace: number }} values
 * @param {() => void} save
 */
export function solutionFilm(table, values, save) {
  const { game } = table;
  let playing = 0;
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 1,
    value: "0",
    "aria-label": t("Moment of the solution", "Moment de la solution"),
  });
  const counter = h("output", { class: "small" });
  const pace = h("input", { type: "range", min: 1, max: 40, step: 1, "aria-label": t("Steps a second", "Pas par seconde") });
  pace.value = String(values.pace);
  pace.addEventListener("input", () => {
    values.pace = pace.valueAsNumber;
    save();
  });
  const go = (/** @type {number} */ to) => {
    pause();
    table.seek(to);
  };
  const buttons = transportButtons(
    {
      start: () => go(0),
      back: () => go(game.at - 1),
      toggle: () => (playing ? pause() : start()),
      on: () => go(game.at + 1),
      end: () => go(game.log.length),
    },
    { kind: "" },
  );
  const el = h(
    "div",
    { class: "sheet soko-film", hidden: true },
    buttons.el,
    slider,
    counter,
    h("label", { class: "soko-pace small" }, t("Speed", "Vitesse"), pace),
    button(t("Export", "Exporter"), saveFilm, { icon: "picture", bare: true, kind: "bare" }),
    button(t("Close the film", "Fermer le film"), close, { icon: "close", bare: true, kind: "bare" }),
  );
  slider.addEventListener("input", () => go(slider.valueAsNumber));

  function start() {
    if (game.at >= game.log.length) table.seek(0);
    const tick = () => {
      table.seek(game.at + 1);
      if (game.at >= game.log.length) return pause();
      playing = window.setTimeout(tick, 1000 / values.pace);
    };
    playing = window.setTimeout(tick, 200);
    buttons.show(true);
  }

  function pause() {
    clearTimeout(playing);
    playing = 0;
    buttons.show(false);
  }

  function saveFilm() {
    pause();
    exportFilm({ name: "sokoban", picture: () => table.drawing.svg, length: game.log.length, at: () => game.at, go: (n) => table.seek(n) });
  }

  function close() {
    pause();
    el.hidden = true;
  }

  return {
    el,
    /** @param {string} from @param {string} solution */
    watch(from, solution) {
      table.flush();
      if (game.lurd() !== from) {
        game.seek(0);
        game.log.length = 0;
        game.play(from);
      }
      game.layAhead(solution);
      table.seek(game.at);
      el.hidden = false;
      // At the foot of the screen, so that the board above it is in sight.
      el.scrollIntoView({ block: "end", behavior: still() ? "auto" : "smooth" });
      start();
    },
    /** The position is another. */
    moved() {
      if (el.hidden) return;
      // A step by hand leaves the solver's way: the film is over.
      if (!game.log.some(({ shown }) => shown)) close();
      slider.max = String(game.log.length);
      slider.value = String(game.at);
      counter.textContent = `${number(game.at)} / ${number(game.log.length)}`;
    },
  };
}
