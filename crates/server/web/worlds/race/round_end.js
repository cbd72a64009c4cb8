// The end of a round, at the foot of the board: what came of it and the way on.
// The shortest paths stay in sight above it.

import { button } from "../../app/controls.js";
import { h, put, typing } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { ownSeats } from "../../app/seats.js";
import { detours } from "./accuracy.js";
import { resultText } from "./text.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").RaceView>} RoomState */
/** @typedef {import("../../app/wire.js").Table} Table */

/** A tap that was meant for the board does not go on, in milliseconds. */
const PAUSE = 350;

/** Those of the reader's seats that are asked for the next round; who chooses its board does so beside it. @param {RoomState} state */
function askedOn(state) {
  const { ask } = state.view.config;
  return ownSeats(state).filter((seat) => state.active.includes(seat) && !(ask && seat === 0));
}

/** One's own steps, against a shortest path. @param {RoomState} state */
function ownSteps(state) {
  const [seat = -1, ...more] = ownSeats(state);
  const { course } = state.view;
  const steps = course?.moves[seat];
  const extra = course && detours(course)[seat];
  if (more.length || !course?.end?.winners.includes(seat) || course.end.by !== "won" || steps === undefined || extra === undefined)
    return "";
  const walked = count(steps, "step", "steps", "pas", "pas");
  return extra
    ? t(`${walked}, ${extra} extra`, `${walked}, dont ${extra} de trop`)
    : t(`${walked}, a shortest path`, `${walked}, au plus court`);
}

/** @param {Table} table */
export function roundEnd(table) {
  const el = h("section", { class: "race-round sheet", hidden: true, "aria-label": t("End of the round", "Fin de la manche") });
  let shown = "";

  /** @param {RoomState} state */
  function fill(state) {
    const { end } = /** @type {NonNullable<typeof state.view.course>} */ (state.view.course);
    const asked = askedOn(state);
    const next = () => {
      for (const seat of asked) table.act("ready", seat);
    };
    const steps = ownSteps(state);
    const waits = ownSeats(state).length && !ownSeats(state).some((seat) => state.active.includes(seat));
    el.classList.toggle("won", Boolean(end?.winners.some((seat) => ownSeats(state).includes(seat))));
    put(
      el,
      h("p", null, h("strong", null, end ? resultText(end, state) : ""), steps ? h("small", { class: "quiet" }, steps) : null),
      asked.length ? button(t("Next round", "Manche suivante"), next, { kind: "main race-next", icon: "right", key: "Enter" }) : null,
      waits ? h("p", { class: "small quiet" }, t("Waiting for the others.", "On attend les autres.")) : null,
    );
  }

  return {
    el,
    /** @param {RoomState} state */
    show(state) {
      const { round, phase, course } = state.view;
      const over = phase.name === "between" && Boolean(course?.end);
      const key = over ? JSON.stringify([round, state.active, state.players]) : "";
      if (key === shown) return;
      const first = !shown;
      shown = key;
      el.hidden = !over;
      if (!over) return put(el);
      fill(state);
      if (!first) return;
      el.inert = true;
      setTimeout(() => {
        el.inert = false;
        // Whatever was pressed last, Enter goes on from here.
        if (!typing(document.activeElement)) el.querySelector("button")?.focus({ preventScroll: true });
      }, PAUSE);
    },
  };
}
