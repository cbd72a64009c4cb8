// The settings of the laboratory in a link, and back. What a link says and the
// laboratory cannot do is told, not silently replaced.

import { t } from "../../app/i18n.js";
import { GENERATORS, generatorsOn, SURFACES } from "./ask.js";

/** @typedef {import("./painter.js").Tint} Tint */

/** A screen that stands upright is filled by a maze that does. @param {number} columns @param {number} rows */
export function turned(columns, rows) {
  return innerHeight > innerWidth ? [rows, columns] : [columns, rows];
}

const [columns = 40, rows = 25] = turned(40, 25);

export const DEFAULTS = {
  surface: "square",
  algos: ["backtracker"],
  columns,
  rows,
  /** The size somebody asked for, which not every surface can have. */
  asked: [columns, rows],
  bias: 0.5,
  braid: 0,
  rooms: 0,
  policy: "newest:75,random:25",
  mask: "",
  tint: /** @type {Tint} */ ("marks"),
  solver: "bfs",
};

/** @typedef {typeof DEFAULTS} Settings */

/** Other usual names of algorithms, which the command knows too. @type {Record<string, string>} */
const ALIASES = { kruskal: "spanning-tree", "aldous-broder": "random-walk", "recursive-backtracker": "backtracker" };

/** The largest side. */
const MOST = 1000;

/** The largest side of other surfaces, which are drawn as polygons. */
const MOST_ON_SURFACES = 100;

/** @param {number} n @param {string} [surface] */
export function clampSide(n, surface = "square") {
  const [least, most] = surface === "square" ? [1, MOST] : [3, MOST_ON_SURFACES];
  return Math.max(least, Math.min(most, Math.round(n) || 1));
}

/** The size nearest to the one asked for that a surface can have. @param {readonly number[]} asked @param {string} surface */
export function fittingSize([columns = 40, rows = 25], surface) {
  // Rings begin with few cells and double them outwards.
  return [clampSide(surface === "polar" && columns > 12 ? 6 : columns, surface), clampSide(rows, surface)];
}

/**
 * Reads a link into the settings.
 * @param {Settings} values
 * @param {URLSearchParams} params
 * @returns {string[]} what could not be taken over
 */
export function readLink(values, params) {
  /** @type {string[]} */
  const wrong = [];
  const surface = params.get("surface");
  if (surface && SURFACES.some(([name]) => name === surface)) values.surface = surface;
  else if (surface) wrong.push(t(`there is no surface “${surface}”`, `il n’y a pas de surface « ${surface} »`));
  else if (params.has("seed")) values.surface = "square";
  const known = new Set(generatorsOn(values.surface).map(([algo]) => algo));
  const named = (params.get("algo") ?? "")
    .split(",")
    .filter(Boolean)
    .map((algo) => ALIASES[algo] ?? algo);
  const algos = named.filter((algo) => known.has(algo)).slice(0, 4);
  for (const algo of named) {
    if (known.has(algo)) continue;
    const elsewhere = GENERATORS.some(([name]) => name === algo);
    wrong.push(
      elsewhere
        ? t(`${algo} is not for ${values.surface}`, `${algo} ne va pas sur ${values.surface}`)
        : t(`there is no algorithm “${algo}”`, `il n’y a pas d’algorithme « ${algo} »`),
    );
  }
  if (algos.length) values.algos = algos;
  const text = params.get("size");
  const size = /^(\d+)x(\d+)$/.exec(text ?? "");
  if (size) {
    const [columns, rows] = [Number(size[1]), Number(size[2])];
    const [least, most] = values.surface === "square" ? [1, MOST] : [3, MOST_ON_SURFACES];
    if (clampSide(columns, values.surface) === columns && clampSide(rows, values.surface) === rows)
      Object.assign(values, { columns, rows });
    else wrong.push(t(`a side of ${text} is not between ${least} and ${most}`, `un côté de ${text} n’est pas entre ${least} et ${most}`));
  } else if (text) wrong.push(t(`“${text}” is not a size such as 40x25`, `« ${text} » n’est pas une taille comme 40x25`));
  // A link names everything that differs from the default.
  if (params.has("seed")) Object.assign(values, { bias: 0.5, braid: 0, rooms: 0, mask: "" });
  for (const [key, most] of /** @type {const} */ ([
    ["bias", 1],
    ["braid", 1],
    ["rooms", 40],
  ])) {
    if (!params.has(key)) continue;
    const n = Number(params.get(key));
    if (n >= 0 && n <= most) values[key] = n;
    else
      wrong.push(
        t(`${key} “${params.get(key)}” is not between 0 and ${most}`, `${key} « ${params.get(key)} » n’est pas entre 0 et ${most}`),
      );
  }
  values.policy = params.get("policy") ?? (params.has("seed") ? DEFAULTS.policy : values.policy);
  values.mask = params.get("mask") ?? values.mask;
  return wrong;
}

/** @param {Settings} values @param {number} seed */
export function linkTo({ surface, algos, columns, rows, bias, braid, rooms, policy, mask }, seed) {
  const query = new URLSearchParams({
    ...(surface === "square" ? {} : { surface }),
    algo: algos.join(","),
    size: `${columns}x${rows}`,
    seed: String(seed),
  });
  if (bias !== 0.5) query.set("bias", String(bias));
  if (braid) query.set("braid", String(braid));
  if (rooms) query.set("rooms", String(rooms));
  if (policy !== DEFAULTS.policy && algos.includes("growing-tree")) query.set("policy", policy);
  if (mask && mask.length < 1500) query.set("mask", mask);
  return `/maze?${query}`;
}
