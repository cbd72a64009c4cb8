// What can be seen on a position: dead tiles, tunnels, rooms, corrals, and why
// it is lost if it is.

import { button, check } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { lang, sentence, t } from "../../app/i18n.js";
import { trouble } from "../../app/notifications.js";
import { diagnose } from "./ask.js";

/** @typedef {import("./ask.js").Spot} Spot */
/** @typedef {import("./ask.js").Diagnosis} Diagnosis */
/** @typedef {import("./drawing.js").Mask} Mask */
/** @typedef {Record<Mask, boolean> & { warn: boolean }} MaskSettings */

/** @type {[Mask, string][]} */
const MASKS = [
  ["dead", t("Dead tiles", "Cases mortes")],
  ["tunnels", t("Tunnels", "Tunnels")],
  ["rooms", t("Rooms", "Salles")],
  ["corrals", t("Corrals", "Enclos")],
];

/** Milliseconds the hand rests before a position is looked at. */
const REST = 60;

/**
 * @param {import("./player.js").PlayTable} table
 * @param {MaskSettings} values
 * @param {() => void} save
 */
export function masks(table, values, save) {
  const { game, drawing } = table;
  const { cols } = game.level;
  const cells = (/** @type {Spot[]} */ spots) => spots.map(([r, c]) => r * cols + c);
  const warning = h("div", { class: "banner plain soko-warning", role: "alert", hidden: true });
  let asking = new AbortController();
  let waiting = 0;
  /** What does not change with the boxes. @type {Diagnosis | undefined} */
  let ground;

  async function showGround() {
    try {
      if ((values.dead || values.tunnels || values.rooms) && !ground) ground = await diagnose(game.level.text());
    } catch (error) {
      trouble(error);
    }
    drawing.mask("dead", values.dead && ground ? cells(ground.dead) : []);
    drawing.mask("tunnels", values.tunnels && ground ? cells(ground.tunnels.flat()) : []);
    drawing.mask("rooms", values.rooms && ground ? cells(ground.rooms.flat()) : []);
    if (!values.corrals) drawing.mask("corrals", []);
  }

  /** Looks at the position once the hand rests. */
  function watch() {
    asking.abort();
    clearTimeout(waiting);
    if (!values.warn && !values.corrals) return tell(undefined);
    waiting = window.setTimeout(async () => {
      asking = new AbortController();
      const { signal } = asking;
      try {
        const seen = await diagnose(game.text(), signal);
        if (signal.aborted) return;
        drawing.mask("corrals", values.corrals ? cells(seen.corrals.flat()) : []);
        tell(values.warn && !game.solved ? seen : undefined);
      } catch (error) {
        if (!signal.aborted) trouble(error);
      }
    }, REST);
  }

  /** @param {string} text */
  function warn(text) {
    const undo = game.at ? button(t("Undo", "Annuler"), () => table.undo(), { icon: "undo" }) : null;
    put(
      warning,
      h(
        "div",
        { class: "grow" },
        h("strong", null, t("This cannot be solved any more", "Ce n’est plus soluble")),
        h("p", { class: "small" }, text),
      ),
      undo,
    );
    warning.hidden = false;
  }

  /** @param {Diagnosis | undefined} seen */
  function tell(seen) {
    const first = seen?.lost[0];
    drawing.mark(first ? cells([...first.boxes, ...first.cells]) : []);
    warning.hidden = !first;
    if (first) warn(sentence(lang === "fr" ? first.fr : first.en));
  }

  const boxes = MASKS.map(([mask, text]) => {
    const one = check(text, values[mask], (on) => {
      values[mask] = on;
      save();
      void showGround();
      watch();
    });
    one.el.classList.add("soko-legend", mask);
    one.el.append(h("i", { class: `soko-swatch ${mask}` }));
    return one.el;
  });
  const warnBox = check(t("Warn me when it is lost, and say why", "M’avertir quand c’est perdu, et dire pourquoi"), values.warn, (on) => {
    values.warn = on;
    save();
    watch();
  });
  void showGround();
  watch();
  return {
    warning,
    warnBox: warnBox.el,
    el: h("div", { class: "soko-masks" }, boxes),
    /** Says why there is no hope, if that can be seen. */
    async explain() {
      const seen = await diagnose(game.text());
      if (seen.lost.length) tell(seen);
      else
        warn(t("The solver tried every way. No single box is to blame.", "Le solveur a tout essayé. Aucune caisse n’est seule en cause."));
    },
    /** The position is another. */
    moved() {
      warning.hidden = true;
      drawing.mark([]);
      watch();
    },
  };
}
