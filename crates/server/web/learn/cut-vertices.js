// Cut vertices: the depth-first search of Fresh Fish, with depth, low-link and
// the three kinds of arcs, and the roads that follow from them.

import { button } from "../app/controls.js";
import { t } from "../app/i18n.js";
import { beside } from "../app/shapes.js";
import { arrow, item, spot } from "./board.js";
import { chips, onTheBoard, panel, table } from "./panels.js";

const TOWN = ["..T..A", ".T....", "....T.", "T..B..", "..T..."];
const ROWS = TOWN.length;
const COLS = item(TOWN, 0).length;

/** @typedef {{ town: string[] }} Model `.` free, `T` tree, a letter a producer */
/** @typedef {{ from: number, to: number, kind: "used" | "ignored" | "dead-end" }} Arc */
/** @typedef {{ say: string, depth: number[], low: number[], arcs: Arc[], stack: number[], now: number, roads: Map<number, number[]> }} Moment */

/**
 * The search with every moment of it. Roads come with the numbers of the
 * criteria that make them roads.
 * @param {Model} model
 * @returns {Moment[]}
 */
export function run({ town }) {
  const depth = town.map(() => -1);
  const low = town.map(() => -1);
  const access = town.map(() => 0);
  /** @type {number[]} */
  const lone = town.map(() => -1);
  /** @type {Arc[]} */
  const arcs = [];
  /** @type {number[]} */
  const stack = [];
  /** @type {Map<number, number[]>} */
  const roads = new Map();
  /** @type {Moment[]} */
  const moments = [];
  const name = (/** @type {number} */ i) => spot(i, COLS);
  const tell = (/** @type {string} */ say, /** @type {number} */ now) =>
    moments.push({ say, depth: [...depth], low: [...low], arcs: [...arcs], stack: [...stack], now, roads: new Map(roads) });
  const because = (/** @type {number} */ i, /** @type {number} */ why) => roads.set(i, [...new Set([...(roads.get(i) ?? []), why])].sort());

  const start = town.indexOf(".");
  if (start < 0) return [{ say: t("No free square is left.", "Plus aucune case libre."), depth, low, arcs, stack, now: -1, roads }];
  let branches = 0;

  /** @param {number} u @param {number} d */
  const visit = (u, d) => {
    depth[u] = low[u] = d;
    stack.push(u);
    tell(
      d
        ? t(
            `${name(u)} is new: depth P = ${d}, low-link R = ${d} to begin with.`,
            `${name(u)} est nouvelle : profondeur P = ${d}, remontée R = ${d} pour commencer.`,
          )
        : t(`The search starts at ${name(u)}: depth 0, low-link 0.`, `Le parcours part de ${name(u)} : profondeur 0, remontée 0.`),
      u,
    );
    for (const side of [0, 1, 2, 3]) {
      const v = beside(u, side, ROWS, COLS);
      if (v < 0) continue;
      if (town[v] !== ".") {
        access[v] = item(access, v) + 1;
        lone[v] = u;
        arcs.push({ from: u, to: v, kind: "dead-end" });
        tell(
          t(
            `${name(u)} → ${name(v)} is a dead end: built. The low-link stays.`,
            `${name(u)} → ${name(v)} est une impasse : aménagée. La remontée ne change pas.`,
          ),
          u,
        );
      } else if (item(depth, v) >= 0) {
        arcs.push({ from: u, to: v, kind: "ignored" });
        low[u] = Math.min(item(low, u), item(depth, v));
        tell(
          t(
            `${name(u)} → ${name(v)} is ignored: seen at depth ${item(depth, v)}. R(${name(u)}) = ${item(low, u)}.`,
            `${name(u)} → ${name(v)} est ignoré : déjà vue, profondeur ${item(depth, v)}. R(${name(u)}) = ${item(low, u)}.`,
          ),
          u,
        );
      } else {
        arcs.push({ from: u, to: v, kind: "used" });
        if (u === start) branches += 1;
        visit(v, d + 1);
        stack.pop();
        low[u] = Math.min(item(low, u), item(low, v));
        const cuts = u !== start && item(low, v) >= d;
        if (cuts) because(u, 2);
        tell(
          cuts
            ? t(
                `Back from ${name(v)}: R(${name(v)}) = ${item(low, v)} ≥ P(${name(u)}) = ${d}. Nothing below gets past ${name(u)}: a road (2).`,
                `Retour de ${name(v)} : R(${name(v)}) = ${item(low, v)} ≥ P(${name(u)}) = ${d}. Rien dessous ne contourne ${name(u)} : une route (2).`,
              )
            : t(`Back from ${name(v)}: R(${name(u)}) = ${item(low, u)}.`, `Retour de ${name(v)} : R(${name(u)}) = ${item(low, u)}.`),
          u,
        );
      }
    }
  };
  visit(start, 0);
  stack.pop();
  if (branches > 1) because(start, 3);
  tell(
    branches > 1
      ? t(`The start has ${branches} used arcs: a road (3).`, `Le départ a ${branches} arcs utilisés : une route (3).`)
      : t(
          "The start has one used arc at most: no road by criterion 3.",
          "Le départ a au plus un arc utilisé : pas de route par le critère 3.",
        ),
    start,
  );
  town.forEach((what, v) => {
    if (what === "." || item(access, v) !== 1) return;
    const u = item(lone, v);
    because(u, 1);
    tell(t(`${name(u)} is the only access to ${name(v)}: a road (1).`, `${name(u)} est le seul accès à ${name(v)} : une route (1).`), u);
  });
  tell(t(`Done: ${roads.size} roads, found by one search.`, `Fini : ${roads.size} routes, trouvées en un seul parcours.`), -1);
  return moments;
}

/** The roads of a town. @param {string[]} town */
export function roadsOf(town) {
  const moments = run({ town });
  return item(moments, moments.length - 1).roads;
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A small town with trees and two producers", "Une petite ville avec des arbres et deux producteurs"),
  hint: t(
    "Click a free square to plant a tree, click a tree to remove it. On the keyboard: arrows and Enter.",
    "Cliquez sur une case libre pour planter un arbre, sur un arbre pour l’ôter. Au clavier : flèches et Entrée.",
  ),
  make: () => ({ town: [...TOWN.join("")] }),
  run,
  click({ town }, i) {
    const what = item(town, i);
    if (what === "T") town[i] = ".";
    else if (what !== ".") return t("Producers stay where they are.", "Les producteurs restent où ils sont.");
    else if (roadsOf(town).has(i))
      return t(
        `${spot(i, COLS)} is a road: a tree there would cut something off.`,
        `${spot(i, COLS)} est une route : un arbre y couperait un accès.`,
      );
    else town[i] = "T";
  },
  tools: (model, changed) => [
    button(t("No trees", "Sans arbres"), () => {
      model.town = model.town.map((what) => (what === "T" ? "." : what));
      changed(true);
    }),
  ],
  draw: ({ depth, low, arcs, now, roads }, { town }) => ({
    squares: town.map((what, i) => {
      if (what === "T") return { look: "built", mark: "tree", name: t("tree", "arbre") };
      if (what !== ".") return { look: "built", mark: `producer${what}`, name: t(`producer ${what}`, `producteur ${what}`) };
      const road = roads.get(i);
      const seen = item(depth, i) >= 0;
      return {
        look: `${road ? "road" : seen ? "visited" : ""} ${i === now ? "ringed" : ""}`,
        ...(seen ? { top: item(depth, i), low: item(low, i) } : {}),
        ...(road ? { text: `(${road.join(",")})` } : {}),
        name: [
          road ? t("road", "route") : t("free", "libre"),
          seen ? t(`depth ${item(depth, i)}, low-link ${item(low, i)}`, `profondeur ${item(depth, i)}, remontée ${item(low, i)}`) : "",
        ]
          .filter(Boolean)
          .join(", "),
      };
    }),
    over: arcs.map(({ from, to, kind }, n) =>
      arrow(
        from,
        to,
        COLS,
        `${kind} ${n === arcs.length - 1 && now >= 0 ? "now" : ""}`,
        kind === "dead-end" ? { start: 13, end: 14 } : { start: 13, end: 13, aside: 4 },
      ),
    ),
  }),
  show: ({ depth, low, stack, roads }) => [
    panel(
      t("The stack: from the start to here", "La pile : du départ jusqu’ici"),
      stack.length
        ? table(
            [t("square", "case"), t("depth P", "profondeur P"), t("low-link R", "remontée R")],
            [...stack].reverse().map((i, n) => ({ cells: [spot(i, COLS), item(depth, i), item(low, i)], look: n ? "" : "now" })),
            t("The stack", "La pile"),
          )
        : chips([]),
    ),
    panel(
      t("Roads, with the criterion", "Routes, avec le critère"),
      chips(
        [...roads].map(([i, why]) => ({ text: `${spot(i, COLS)} (${why.join(", ")})`, look: "good" })),
        t("none yet", "aucune encore"),
      ),
    ),
    onTheBoard(
      [
        ["arc used", t("used arc", "arc utilisé")],
        ["arc ignored", t("ignored arc", "arc ignoré")],
        ["arc dead-end", t("dead end", "impasse")],
        ["road", t("road", "route")],
      ],
      t("In a square: depth P above, low-link R below.", "Dans une case : profondeur P en haut, remontée R en bas."),
    ),
  ],
};
