// Practice: what the silent team would do from here, as a sentence and as ways
// over the board.

import { button } from "../../app/controls.js";
import { h, inRow } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { trouble } from "../../app/notifications.js";
import { actionText } from "./actions.js";
import { isFree, left } from "./follow.js";
import { explain, why } from "./plan.js";
import { COLON } from "./role_card.js";

/** @typedef {import("../../app/questions.js").ReasonedAction} Reason */

/**
 * @param {object} table
 * @param {() => import("./view.js").MagicView | undefined} table.view the position, nothing once the match is over
 * @param {() => number[]} table.own the reader's seats
 * @param {(seat: number) => string} table.named
 * @param {(action: string) => boolean} table.legal
 * @param {(action: string, own: boolean) => void} table.point shows an action on the board
 * @param {() => void} table.changed the plan is another
 */
export function coach({ view, own, named, legal, point, changed }) {
  const advice = h("p", { class: "magic-advice", role: "status" });
  const overlay = button(t("Show the plan", "Montrer le plan"), () => show(!showing), { icon: "route" });
  const ask = button(t("What now?", "Et maintenant ?"), () => void advise(), { icon: "hint" });
  const el = h(
    "section",
    { class: "sheet stack tight magic-coach", hidden: true, "aria-label": t("Practice", "Entraînement") },
    inRow(ask, overlay),
    advice,
  );
  let showing = false;
  /** @type {Reason[]} */
  let plan = [];
  /** @type {AbortController | undefined} */
  let asking;
  overlay.setAttribute("aria-pressed", "false");

  /** @param {boolean} on */
  function show(on) {
    showing = on;
    overlay.setAttribute("aria-pressed", String(on));
    if (on) void think();
    else changed();
  }

  /** The plan from here: what is left of the last one, or a new one. */
  async function think() {
    const now = view();
    if (!now) return;
    asking?.abort();
    if (plan[0] && legal(plan[0].do)) {
      changed();
      return plan;
    }
    asking = new AbortController();
    try {
      plan = await explain(now, asking.signal);
      changed();
    } catch (error) {
      trouble(error);
    }
    return plan;
  }

  async function advise() {
    const found = await think();
    const first = found?.[0];
    if (!found || !first) return say(t("Nothing to do but wait.", "Rien d’autre à faire qu’attendre."));
    const seats = own();
    const mine = (/** @type {Reason} */ { seat }) => typeof seat === "number" && seats.includes(seat);
    const shown = found.find((step, at) => mine(step) && legal(step.do) && isFree(found, at)) ?? first;
    const who = mine(shown) ? t("You", "Vous") : typeof shown.seat === "number" ? named(shown.seat) : "";
    say(`${who}${COLON}${actionText(shown.do)} — ${why(shown)}.`);
    point(shown.do, mine(shown));
  }

  /** @param {string} text */
  function say(text) {
    advice.textContent = text;
  }

  return {
    el,
    say,
    /** The ways to draw. */
    get plan() {
      return showing ? plan : [];
    },
    /** The position is another: advice about the last one is gone. @param {string | null | undefined} action what was done */
    moved(action) {
      say("");
      plan = action ? left(plan, action) : [];
      if (showing) void think();
    },
  };
}
