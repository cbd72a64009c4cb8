// A board drawn by hand, walked by oneself: from the start to the target, the
// steps counted against the shortest way.

import { button } from "../../app/controls.js";
import { h, withKeys } from "../../app/dom.js";
import { endCard } from "../../app/end_card.js";
import { count, noun, t } from "../../app/i18n.js";
import { sound } from "../../app/sound.js";
import { titleOf } from "../../app/worlds.js";
import { Drawing } from "./drawing.js";
import { read, STEPS, towards } from "./keys.js";

/** @typedef {import("../../app/wire.js").Point} Spot */

/**
 * @param {import("./sketch.js").Sketch} sketch
 * @param {Spot[]} best a shortest way
 * @param {() => void} leave back to drawing
 */
export function walk({ rows, from, to }, best, leave) {
  const drawing = new Drawing(t("The board you drew", "Votre plateau"));
  const told = h("p", { class: "strip", role: "status" });
  const frame = h("div", { class: "board-frame" }, withKeys(drawing.svg, titleOf("race")));
  /** @type {Spot[]} */
  let trail = [from];
  /** @type {ReturnType<typeof endCard> | undefined} */
  let card;
  const here = () => trail.at(-1) ?? from;

  function draw() {
    drawing.ground(rows);
    drawing.target(to);
    if (trail.length > 1) drawing.way("trail", trail, 0, "trail");
    if (card) drawing.way("way", best, 0, "way");
    drawing.pawn(0, here(), !card);
    drawing.done();
    told.textContent = count(trail.length - 1, "step", "steps", "pas", "pas");
  }

  function again() {
    card?.leave();
    card = undefined;
    trail = [from];
    draw();
    drawing.svg.focus();
  }

  /** @param {string} dir */
  function go(dir) {
    const [dr, dc] = STEPS[dir] ?? [0, 0];
    const [r, c] = [here()[0] + dr, here()[1] + dc];
    if (card || !rows[r]?.[c] || rows[r]?.[c] === "*") return;
    trail.push([r, c]);
    void sound("move");
    if (r === to[0] && c === to[1]) end();
    draw();
  }

  function end() {
    const [steps, fewest] = [trail.length - 1, best.length - 1];
    card = endCard(
      {
        won: true,
        title: steps === fewest ? t("A shortest path!", "L’un des plus courts chemins !") : t("You are there", "Vous y êtes"),
        figures: [
          [String(steps), noun(steps, "step", "steps", "pas", "pas")],
          [String(fewest), t("at best", "au mieux")],
        ],
      },
      {
        on: { text: t("Again", "Rejouer"), act: again, icon: "again" },
        again: { text: t("Draw on", "Dessiner encore"), act: leave, icon: "edit" },
      },
    );
    frame.append(card);
  }

  drawing.svg.addEventListener("keydown", (event) => {
    const wanted = read(event.code, [0]);
    if (!wanted) return;
    event.preventDefault();
    go(wanted.dir);
  });
  drawing.svg.addEventListener("pointerup", (event) => {
    const [r, c] = drawing.spot(event);
    const [dr, dc] = [r - here()[0], c - here()[1]];
    if (dr || dc) go(towards(dr, dc));
  });
  draw();
  return h(
    "div",
    { class: "stack tight race-walk" },
    h("div", { class: "row apart" }, told, button(t("Back to drawing", "Revenir au dessin"), leave, { icon: "edit" })),
    frame,
  );
}
