// "Why is this a road?": the depth-first search of the specification, step by
// step. In each open cell the depth (above) and the low-link (below); arcs by
// kind; at each road the number of the criterion that made it one.

import { button } from "../../app/controls.js";
import { h, put, s, smallNote, still } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { dialog } from "../../app/notifications.js";
import { transportButtons } from "../../app/transport.js";
import { at } from "./text.js";
import { search } from "./town.js";
import { CELL, paintSearch } from "./why_drawing.js";
import { reasonText, stepText } from "./why_text.js";

/** @typedef {import("./town.js").Town} Town */
/** @typedef {import("./roads.js").Step} Step */
/** @typedef {import("../../app/questions.js").Reason} Reason */

/**
 * @param {Town} town
 * @param {number} [road] the cell asked about
 */
export function why(town, road) {
  const title =
    road === undefined ? t("Why these roads?", "Pourquoi ces routes ?") : t("Why is this a road?", "Pourquoi est-ce une route ?");
  const reasons = new Reasons(town, road);
  const shown = dialog(title, reasons.el, { broad: true });
  shown.classList.add("fish-why-box");
  shown.addEventListener("close", () => reasons.pause());
}

/** What the arcs and the letters mean. */
function legend() {
  const arcs = [
    ["used", t("used", "utilisé")],
    ["ignored", t("ignored", "ignoré")],
    ["dead-end", t("dead end", "cul-de-sac")],
  ];
  const arc = (/** @type {string} */ kind) =>
    s(
      "svg",
      { viewBox: "0 0 32 10", class: "fish-why", "aria-hidden": "true" },
      s("g", { class: `arc ${kind}` }, s("path", { d: "M1 5h22" }), s("path", { class: "tip", d: "M30 5l-8 -4v8z" })),
    );
  return h(
    "ul",
    { class: "fish-legend small" },
    arcs.map(([kind = "", text]) => h("li", null, arc(kind), text)),
    h("li", null, h("b", { class: "depth" }, "P"), t("depth", "profondeur")),
    h("li", null, h("b", { class: "low" }, "R"), t("low-link", "point bas (R)")),
  );
}

/** The search, and why a cell is a road. */
class Reasons {
  /** @param {Town} town @param {number | undefined} asked */
  constructor(town, asked) {
    this.town = town;
    /** The cell asked about. */
    this.asked = asked;
    /** @type {Step[]} */
    this.steps = [];
    this.found = search(town);
    this.now = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.svg = s("svg", { class: "fish-why", viewBox: `0 0 ${town.cols * CELL} ${town.rows * CELL}`, role: "img" });
    this.svg.addEventListener("click", (event) => this.#ask(/** @type {Element} */ (event.target)));
    this.verdict = h("div", { class: "fish-verdict" });
    this.said = h("p", { class: "fish-step", role: "status" });
    this.range = h("input", { type: "range", min: 0, "aria-label": t("Step of the search", "Étape de la recherche") });
    this.range.addEventListener("input", () => this.#stop(this.range.valueAsNumber));
    this.place = h("output", { class: "num small" });
    this.buttons = transportButtons({
      start: () => this.#stop(0),
      back: () => this.#stop(this.now - 1),
      toggle: () => this.#toggle(),
      on: () => this.#stop(this.now + 1),
      end: () => this.#stop(this.steps.length),
    });
    this.el = this.#lay();
    this.#begin();
    this.#go(asked === undefined ? this.steps.length : this.#decisive());
  }

  #lay() {
    const note = t(
      "The search tries up, right, down, left. The low-link is the smallest depth within reach of used arcs and then one ignored arc.",
      "La recherche essaie haut, droite, bas, gauche. R est la plus petite profondeur accessible par des arcs utilisés puis un arc ignoré.",
    );
    const { verdict, buttons, range, place, said } = this;
    const beside = h("div", { class: "stack tight" }, verdict, buttons.el, range, place, said, legend(), smallNote(note));
    return h("div", { class: "fish-why-in" }, this.svg, beside);
  }

  /** @param {number} [start] where the search begins */
  #begin(start) {
    this.steps = [];
    this.found = search(this.town, { ...(start === undefined ? {} : { start }), tell: (step) => this.steps.push(step) });
    this.range.max = String(this.steps.length);
    put(this.verdict, this.#reasons());
  }

  /** Why, in words. */
  #reasons() {
    const { town, steps, found, asked: cell } = this;
    if (cell === undefined)
      return h(
        "p",
        null,
        t(
          "One search from any open cell finds every road. Choose a cell to ask about it.",
          "Une seule recherche depuis une case ouverte trouve toutes les routes. Choisissez une case pour l’interroger.",
        ),
      );
    const because = found.roads.get(cell);
    const where = at(town.spot(cell));
    const fromHere = () => button(t("Search from this cell", "Chercher depuis cette case"), () => this.#from(cell), { kind: "small" });
    if (!because)
      return h(
        "p",
        null,
        t(
          `${where} is no road: without it every building is still reached, and nothing falls apart.`,
          `${where} n’est pas une route : sans elle, tout reste accessible et d’un seul tenant.`,
        ),
        " ",
        town.open(cell) ? fromHere() : null,
      );
    const items = [...because].map((reason) => h("li", null, reasonText({ town, steps, found }, cell, reason)));
    return [
      h("p", null, h("strong", null, t(`${where} is a road because`, `${where} est une route car`))),
      h("ul", null, items),
      h("p", null, fromHere()),
    ];
  }

  /** @param {number} cell */
  #from(cell) {
    this.#begin(cell);
    this.#stop(0);
  }

  /** @param {Element} pointed */
  #ask(pointed) {
    const spot = pointed.closest("[data-spot]");
    if (!spot) return;
    this.asked = Number(spot.getAttribute("data-spot"));
    put(this.verdict, this.#reasons());
    this.#stop(this.#decisive());
  }

  /** @param {number} step */
  #go(step) {
    const { town, steps, found } = this;
    this.now = Math.max(0, Math.min(steps.length, step));
    this.range.value = String(this.now);
    this.place.textContent = `${this.now} / ${steps.length}`;
    const last = steps[this.now - 1];
    this.said.textContent = last
      ? stepText(town, last)
      : t("Before the search: nothing is known.", "Avant la recherche : rien n’est connu.");
    paintSearch(this.svg, { town, steps, found }, this.now, this.asked);
  }

  /** @param {number} step */
  #stop(step) {
    this.pause();
    this.#go(step);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.buttons.show(false);
  }

  #toggle() {
    if (this.timer !== undefined) return this.pause();
    if (this.now >= this.steps.length) this.#go(0);
    this.buttons.show(true);
    this.timer = setInterval(() => (this.now >= this.steps.length ? this.pause() : this.#go(this.now + 1)), still() ? 400 : 90);
  }

  /** Where the road asked about is found, or the end. */
  #decisive() {
    const { steps, asked } = this;
    const index = steps.findIndex(
      (step) =>
        (step.kind === "return" && step.cut && step.to === asked) ||
        (step.kind === "split" && step.branches > 1 && step.cell === asked) ||
        (step.kind === "sole" && step.cell === asked),
    );
    return index < 0 ? steps.length : index + 1;
  }
}
