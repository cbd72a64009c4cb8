// What can be seen on a position: dead tiles, tunnels, rooms, corrals, and why
// it is lost if it is.

import { button, check } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { lang, t } from "../../app/i18n.js";
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

/** Why a position is lost, where the server does not say it in words. @type {Record<string, string>} */
const WHY = t(
  {
    dead: "A box stands on a dead tile: from there it can never reach a target.",
    freeze: "These boxes are frozen: walls and each other hold them for ever, and not all are home.",
    corral: "A corral is closed: the boxes around this area can never be opened and brought home.",
    diagonal: "A closed diagonal: these boxes can only be pushed into a knot.",
    pair: "These two boxes rule each other out: whatever the others do, both cannot come home.",
    matching: "Two boxes need the same target: there is no way to share out the targets.",
    targets: "There are fewer targets than boxes within reach.",
  },
  {
    dead: "Une caisse est sur une case morte : de là, elle n’atteindra jamais une cible.",
    freeze: "Ces caisses sont gelées : les murs et elles-mêmes se bloquent à jamais, et toutes ne sont pas en place.",
    corral: "Un enclos est fermé : les caisses autour de cette zone ne s’ouvriront plus vers les cibles.",
    diagonal: "Une diagonale fermée : ces caisses ne peuvent que se nouer.",
    pair: "Ces deux caisses s’excluent : quoi que fassent les autres, les deux n’arriveront pas.",
    matching: "Deux caisses veulent la même cible : les cibles ne se partagent plus.",
    targets: "Il y a moins de cibles que de caisses à portée.",
  },
);

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
    if (first) warn((lang === "fr" ? first.fr : first.en) ?? WHY[first.why] ?? first.why);
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
