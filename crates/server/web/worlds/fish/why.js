// "Why is this a road?": the depth-first search of the specification, step by
// step. In each open cell the depth (above) and the low-link (below); arcs by
// kind; at each road the number of the criterion that made it one.

import { button } from "../../app/controls.js";
import { h, put, s, still } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { dialog } from "../../app/notifications.js";
import { at } from "./text.js";
import { search } from "./town.js";

/** @typedef {import("./town.js").Town} Town */
/** @typedef {import("./view.js").Step} Step */
/** @typedef {import("./view.js").Reason} Reason */

const CELL = 56;
const HALF = 17;
const BESIDE = 5;

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
  const play = button(t("Play", "Lecture"), () => toggle(), { icon: "play", kind: "main" });
  range.addEventListener("input", () => {
    pause();
    go(range.valueAsNumber);
  });

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
          "Une seule recherche depuis une case ouverte trouve toutes les routes. Choisissez une case pour l'interroger.",
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
          `${where} n'est pas une route : sans elle, tout reste accessible et d'un seul tenant.`,
        ),
        " ",
        town.open(cell) ? fromHere() : null,
      );
    return [
      h("p", null, h("strong", null, t(`${where} is a road because`, `${where} est une route car`))),
      h(
        "ul",
        null,
        [...because].map((reason) => h("li", null, sentence(cell, reason))),
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

  /** @param {number} cell @param {Reason} reason */
  function sentence(cell, reason) {
    const built = steps.flatMap((step) => (step.kind === "sole" && step.cell === cell ? [at(town.spot(step.built))] : []));
    const below = steps.flatMap((step) => (step.kind === "return" && step.to === cell && step.cut ? [step] : []));
    switch (reason) {
      case "sole-access":
        return t(
          `criterion 1: it is the only access to what stands on ${built.join(", ")}.`,
          `critère 1 : c'est le seul accès à ce qui se trouve en ${built.join(", ")}.`,
        );
      case "cut-below": {
        const [first] = below;
        const v = first ? at(town.spot(first.from)) : "";
        const r = first ? found.low[first.from] : 0;
        return t(
          `criterion 2: from ${v} below it, the search climbs no higher than here (low-link ${r} ≥ depth ${found.depth[cell]}): built upon, it would cut the town in two.`,
          `critère 2 : depuis ${v}, au-dessous, la recherche ne remonte pas plus haut qu'ici (R ${r} ≥ P ${found.depth[cell]}) : bâtie, elle couperait la ville en deux.`,
        );
      }
      case "split-start":
        return t(
          "criterion 3: it is the start, and the search had to leave it more than once.",
          "critère 3 : c'est le départ, et la recherche a dû en repartir plusieurs fois.",
        );
      case "last-open":
        return t("it is the last open cell.", "c'est la dernière case ouverte.");
      case "given":
        return t("it was a road before; a road stays one.", "elle l'était déjà ; une route le reste.");
    }
  }

  /** @param {number} step */
  function go(step) {
    now = Math.max(0, Math.min(steps.length, step));
    range.value = String(now);
    place.textContent = `${now} / ${steps.length}`;
    const last = steps[now - 1];
    said.textContent = last ? describe(last) : t("Before the search: nothing is known.", "Avant la recherche : rien n'est connu.");
    paint();
  }

  /** @param {Step} step */
  function describe(step) {
    const name = (/** @type {number} */ cell) => at(town.spot(cell));
    switch (step.kind) {
      case "enter":
        return t(
          `Enter ${name(step.cell)} at depth ${step.depth}; its low-link begins there too.`,
          `On entre en ${name(step.cell)} à la profondeur ${step.depth} ; R commence là aussi.`,
        );
      case "used":
        return t(
          `${name(step.from)} → ${name(step.to)}: new, the arc is used.`,
          `${name(step.from)} → ${name(step.to)} : nouvelle, l'arc est utilisé.`,
        );
      case "dead-end":
        return t(
          `${name(step.from)} → ${name(step.to)}: built upon, a dead end.`,
          `${name(step.from)} → ${name(step.to)} : bâtie, un cul-de-sac.`,
        );
      case "ignored":
        return t(
          `${name(step.from)} → ${name(step.to)}: already known, the arc is ignored; low-link ${step.low}.`,
          `${name(step.from)} → ${name(step.to)} : déjà connue, l'arc est ignoré ; R vaut ${step.low}.`,
        );
      case "return":
        return (
          t(
            `Back from ${name(step.from)} to ${name(step.to)}, low-link ${step.low}.`,
            `Retour de ${name(step.from)} à ${name(step.to)}, R vaut ${step.low}.`,
          ) + (step.cut ? t(" Nothing below climbs past it: a road (2).", " Rien au-dessous ne remonte plus haut : une route (2).") : "")
        );
      case "split":
        return t(
          `The start was left ${count(step.branches, "time", "times", "", "")}: ${step.branches > 1 ? "a road (3)." : "no road for that."}`,
          `On est reparti du départ ${count(step.branches, "", "", "fois", "fois")} : ${step.branches > 1 ? "une route (3)." : "pas une route pour cela."}`,
        );
      case "sole":
        return t(
          `${name(step.cell)} is the only access to ${name(step.built)}: a road (1).`,
          `${name(step.cell)} est le seul accès à ${name(step.built)} : une route (1).`,
        );
      case "last":
        return t("It is the last open cell: a road.", "C'est la dernière case ouverte : une route.");
    }
  }

  function paint() {
    /** @type {Map<number, { depth: number, low: number }>} */
    const visits = new Map();
    /** @type {Map<number, Set<string>>} */
    const roads = new Map();
    const arcs = [];
    const road = (/** @type {number} */ cell, /** @type {string} */ number) => roads.set(cell, (roads.get(cell) ?? new Set()).add(number));
    for (const step of steps.slice(0, now)) {
      if (step.kind === "enter") visits.set(step.cell, { depth: step.depth, low: step.depth });
      else if ("from" in step && step.kind !== "return") {
        arcs.push(step);
        const visit = visits.get(step.from);
        if (step.kind === "ignored" && visit) visit.low = step.low;
      } else if (step.kind === "return") {
        const visit = visits.get(step.to);
        if (visit) visit.low = step.low;
        if (step.cut) road(step.to, "2");
      } else if (step.kind === "split") {
        if (step.branches > 1) road(step.cell, "3");
      } else road(step.cell, step.kind === "sole" ? "1" : "·");
    }
    const last = steps[now - 1];
    const here = last ? ("cell" in last ? last.cell : last.kind === "return" ? last.to : last.from) : undefined;
    put(
      svg,
      arcs.map((step) => arc(town, step, step === last)),
      Array.from({ length: town.size }, (_, cell) => {
        const [r, c] = town.spot(cell);
        const mark = town.mark(cell);
        const visit = visits.get(cell);
        const numbers = [...(roads.get(cell) ?? [])];
        return s(
          "g",
          {
            class: [
              "spot",
              !town.open(cell) && "built",
              mark === "#" && "was",
              numbers.length && "road",
              cell === asked && "asked",
              cell === here && "here",
              cell === found.start && "start",
            ],
            transform: `translate(${(c + 0.5) * CELL} ${(r + 0.5) * CELL})`,
            "data-spot": cell,
          },
          s("rect", { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF, rx: 5 }),
          town.open(cell) ? null : s("text", { class: "mark", y: 6, "text-anchor": "middle" }, mark === "T" ? "♣" : mark),
          visit
            ? [
                s("text", { class: "depth", x: -5, y: -2, "text-anchor": "middle" }, visit.depth),
                s("text", { class: "low", x: 5, y: 13, "text-anchor": "middle" }, visit.low),
              ]
            : null,
          numbers.map((number, index) =>
            s(
              "g",
              { class: "why", transform: `translate(${HALF - 13 * index} ${-HALF})` },
              s("circle", { r: 7.5 }),
              s("text", { y: 4, "text-anchor": "middle" }, number),
            ),
          ),
        );
      }),
    );
    svg.setAttribute("aria-label", t(`The search after ${now} steps`, `La recherche après ${now} étapes`));
  }

  function pause() {
    clearInterval(timer);
    timer = undefined;
    play.lastChild?.replaceWith(t("Play", "Lecture"));
  }

  function toggle() {
    if (timer !== undefined) return pause();
    if (now >= steps.length) go(0);
    play.lastChild?.replaceWith(t("Pause", "Pause"));
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
        h(
          "div",
          { class: "row" },
          button(
            t("To the start", "Au début"),
            () => {
              pause();
              go(0);
            },
            { icon: "first", bare: true },
          ),
          button(
            t("One back", "Un pas en arrière"),
            () => {
              pause();
              go(now - 1);
            },
            { icon: "back", bare: true },
          ),
          play,
          button(
            t("One on", "Un pas en avant"),
            () => {
              pause();
              go(now + 1);
            },
            { icon: "next", bare: true },
          ),
          button(
            t("To the end", "À la fin"),
            () => {
              pause();
              go(steps.length);
            },
            { icon: "last", bare: true },
          ),
        ),
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

/** An arc, on the right-hand side of its way so that opposite ones do not meet. @param {Town} town @param {{ kind: string, from: number, to: number }} step @param {boolean} lit */
function arc(town, { kind, from, to }, lit) {
  const [r, c] = town.spot(from);
  const [r2, c2] = town.spot(to);
  const angle = (Math.atan2(r2 - r, c2 - c) * 180) / Math.PI;
  return s(
    "g",
    { class: ["arc", kind, lit && "lit"], transform: `translate(${(c + 0.5) * CELL} ${(r + 0.5) * CELL}) rotate(${angle})` },
    s("path", { d: `M${HALF} ${BESIDE}H${CELL - HALF - 6}` }),
    s("path", { class: "tip", d: `M${CELL - HALF - 1} ${BESIDE}l-7 -3.500v7z` }),
  );
}
