// "Why is this a road?": the depth-first search of the specification, step by
// step. In each open cell the depth (above) and the low-link (below); arcs by
// kind; at each road the number of the criterion that made it one.

import { button } from "../../app/controls.js";
import { h, put, s, still } from "../../app/dom.js";
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
  let asked = road;
  /** @type {number | undefined} */
  let start;
  /** @type {Step[]} */
  let steps = [];
  let found = search(town);
  let now = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  const svg = s("svg", { class: "fish-why", viewBox: `0 0 ${town.cols * CELL} ${town.rows * CELL}`, role: "img" });
  const verdict = h("div", { class: "fish-verdict" });
  const said = h("p", { class: "fish-step", role: "status" });
  const range = h("input", { type: "range", min: 0, "aria-label": t("Step of the search", "Étape de la recherche") });
  const place = h("output", { class: "num small" });
  const go0 = (/** @type {number} */ step) => {
    pause();
    go(step);
  };
  const buttons = transportButtons({
    start: () => go0(0),
    back: () => go0(now - 1),
    toggle,
    on: () => go0(now + 1),
    end: () => go0(steps.length),
  });
  range.addEventListener("input", () => go0(range.valueAsNumber));

  function begin() {
    steps = [];
    found = search(town, { ...(start === undefined ? {} : { start }), tell: (step) => steps.push(step) });
    range.max = String(steps.length);
    put(verdict, reasons());
  }

  /** Why, in words. */
  function reasons() {
    if (asked === undefined)
      return h(
        "p",
        null,
        t(
          "One search from any open cell finds every road. Choose a cell to ask about it.",
          "Une seule recherche depuis une case ouverte trouve toutes les routes. Choisissez une case pour l’interroger.",
        ),
      );
    const cell = asked;
    const because = found.roads.get(cell);
    const where = at(town.spot(cell));
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
    return [
      h("p", null, h("strong", null, t(`${where} is a road because`, `${where} est une route car`))),
      h(
        "ul",
        null,
        [...because].map((reason) => h("li", null, reasonText({ town, steps, found }, cell, reason))),
      ),
      h("p", null, fromHere()),
    ];
  }

  function fromHere() {
    return button(
      t("Search from this cell", "Chercher depuis cette case"),
      () => {
        start = asked;
        begin();
        pause();
        go(0);
      },
      { kind: "small" },
    );
  }

  /** @param {number} step */
  function go(step) {
    now = Math.max(0, Math.min(steps.length, step));
    range.value = String(now);
    place.textContent = `${now} / ${steps.length}`;
    const last = steps[now - 1];
    said.textContent = last ? stepText(town, last) : t("Before the search: nothing is known.", "Avant la recherche : rien n’est connu.");
    paintSearch(svg, { town, steps, found }, now, asked);
  }

  function pause() {
    clearInterval(timer);
    timer = undefined;
    buttons.show(false);
  }

  function toggle() {
    if (timer !== undefined) return pause();
    if (now >= steps.length) go(0);
    buttons.show(true);
    timer = setInterval(() => (now >= steps.length ? pause() : go(now + 1)), still() ? 400 : 90);
  }

  /** Where the road asked about is found, or the end. */
  function decisive() {
    const index = steps.findIndex(
      (step) =>
        (step.kind === "return" && step.cut && step.to === asked) ||
        (step.kind === "split" && step.branches > 1 && step.cell === asked) ||
        (step.kind === "sole" && step.cell === asked),
    );
    return index < 0 ? steps.length : index + 1;
  }

  svg.addEventListener("click", (event) => {
    const spot = /** @type {Element} */ (event.target).closest("[data-spot]");
    if (!spot) return;
    asked = Number(spot.getAttribute("data-spot"));
    put(verdict, reasons());
    pause();
    go(decisive());
  });

  const legend = h(
    "ul",
    { class: "fish-legend small" },
    [
      ["used", t("used", "utilisé")],
      ["ignored", t("ignored", "ignoré")],
      ["dead-end", t("dead end", "cul-de-sac")],
    ].map(([kind = "", text]) =>
      h(
        "li",
        null,
        s(
          "svg",
          { viewBox: "0 0 32 10", class: "fish-why", "aria-hidden": "true" },
          s("g", { class: `arc ${kind}` }, s("path", { d: "M1 5h22" }), s("path", { class: "tip", d: "M30 5l-8 -4v8z" })),
        ),
        text,
      ),
    ),
    h("li", null, h("b", { class: "depth" }, "P"), t("depth", "profondeur")),
    h("li", null, h("b", { class: "low" }, "R"), t("low-link", "point bas (R)")),
  );
  const shown = dialog(
    road === undefined ? t("Why these roads?", "Pourquoi ces routes ?") : t("Why is this a road?", "Pourquoi est-ce une route ?"),
    h(
      "div",
      { class: "fish-why-in" },
      svg,
      h(
        "div",
        { class: "stack tight" },
        verdict,
        buttons.el,
        range,
        place,
        said,
        legend,
        h(
          "p",
          { class: "small quiet" },
          t(
            "The search tries up, right, down, left. The low-link is the smallest depth within reach of used arcs and then one ignored arc.",
            "La recherche essaie haut, droite, bas, gauche. R est la plus petite profondeur accessible par des arcs utilisés puis un arc ignoré.",
          ),
        ),
      ),
    ),
    { broad: true },
  );
  shown.classList.add("fish-why-box");
  shown.addEventListener("close", pause);
  begin();
  go(asked === undefined ? steps.length : decisive());
}
