// Zobrist keys and the transposition table: a breadth-first search over the
// positions of a small level, in which every push changes a key by a few
// exclusive-ors and the key says where in the table to look.

import { button, check, segments } from "../app/controls.js";
import { dice } from "../app/dice.js";
import { h } from "../app/dom.js";
import { count, number, t } from "../app/i18n.js";
import { arrow, item, spot } from "./board.js";
import { reachOf } from "./corrals.js";
import { figures, legend, panel } from "./panels.js";
import { clickStore, pushesOf, readStore, STORE_HINT, squaresOf, standing, storeTools } from "./store.js";

const LEVEL = ["...#..", ".$....", "..#$o.", ".....o", "@..#.."];
const ROWS = LEVEL.length;
const COLS = item(LEVEL, 0).length;

/** Slots of the table: 32, so that five bits say where. It is full at three quarters. */
const SLOT_BITS = 5;
const SLOTS = 2 ** SLOT_BITS;
const MOST = (SLOTS * 3) / 4;

/** @typedef {import("./store.js").Model & { seed: number, bits: "6" | "8" | "16", whole: boolean }} Model */
/** What a slot holds. @typedef {{ key: number, boxes: number[], zone: number }} Entry */
/** One line of the sum. @typedef {{ name: string, value: number }} Term */
/** @typedef {{ say: string, boxes: readonly number[], zone: number, move: readonly [number, number] | undefined, terms: readonly Term[], key: number, probes: readonly number[], table: readonly (Entry | undefined)[], look: string, tried: number, again: number, clashes: number, lost: number }} Moment */

/** The random numbers of a board: one a square for a box, one for the player. @param {Model} model */
export function numbersOf({ wall, seed, bits }) {
  const rng = dice(seed);
  const draw = () => wall.map(() => rng.below(2 ** 16) >>> (16 - Number(bits)));
  return { box: draw(), player: draw() };
}

/** @param {Model} model @returns {Moment[]} */
export function run(model) {
  const { wall, target, player } = model;
  const width = Number(model.bits);
  const numbers = numbersOf(model);
  const store = { wall, target, rows: ROWS, cols: COLS };
  const name = (/** @type {number} */ i) => spot(i, COLS);
  const start = squaresOf(model.box);
  /** @type {(Entry | undefined)[]} */
  const table = Array.from({ length: SLOTS });
  /** @type {Moment[]} */
  const moments = [];
  let [kept, tried, again, clashes, lost] = [0, 0, 0, 0, 0];

  /**
   * Looks a position up and keeps it if it is new.
   * @param {Entry} entry
   */
  const lookUp = (entry) => {
    const probes = [];
    for (let slot = entry.key >>> (width - SLOT_BITS); ; slot = (slot + 1) % SLOTS) {
      probes.push(slot);
      const there = table[slot];
      if (!there) {
        table[slot] = entry;
        kept += 1;
        return { probes, found: "new" };
      }
      if (there.key !== entry.key) continue;
      const same = there.zone === entry.zone && there.boxes.join() === entry.boxes.join();
      if (same) return { probes, found: "known" };
      clashes += 1;
      if (!model.whole) return { probes, found: "clash" };
    }
  };
  const tell = (/** @type {string} */ say, /** @type {Entry} */ { key, boxes, zone }, /** @type {Partial<Moment>} */ more = {}) =>
    moments.push({
      say,
      boxes,
      zone,
      move: undefined,
      terms: [],
      key,
      probes: [],
      table: [...table],
      look: "",
      tried,
      again,
      clashes,
      lost,
      ...more,
    });

  const zone = Math.min(...reachOf(store, new Set(start), player));
  const first = { boxes: start, zone, key: start.reduce((sum, i) => sum ^ item(numbers.box, i), item(numbers.player, zone)) };
  const { probes } = lookUp(first);
  tell(
    t(
      "The first position: the number of each box, and that of the player’s zone, all put together by exclusive-or.",
      "La première position : le nombre de chaque caisse et celui de la zone du joueur, réunis par ou exclusif.",
    ),
    first,
    {
      terms: [
        ...start.map((i) => ({ name: t(`box ${name(i)}`, `caisse ${name(i)}`), value: item(numbers.box, i) })),
        { name: t(`player ${name(zone)}`, `joueur ${name(zone)}`), value: item(numbers.player, zone) },
      ],
      probes,
      look: "good",
    },
  );
  const queue = [first];
  for (const from of queue) {
    for (const { box, to, after } of pushesOf(store, from.boxes, from.zone)) {
      if (kept >= MOST) break;
      tried += 1;
      const moved = after.zone !== from.zone;
      const terms = [
        { name: t("before", "avant"), value: from.key },
        { name: t(`box leaves ${name(box)}`, `caisse quitte ${name(box)}`), value: item(numbers.box, box) },
        { name: t(`box comes to ${name(to)}`, `caisse arrive en ${name(to)}`), value: item(numbers.box, to) },
        ...(moved
          ? [
              { name: t(`player leaves ${name(from.zone)}`, `joueur quitte ${name(from.zone)}`), value: item(numbers.player, from.zone) },
              {
                name: t(`player comes to ${name(after.zone)}`, `joueur arrive en ${name(after.zone)}`),
                value: item(numbers.player, after.zone),
              },
            ]
          : []),
      ];
      const entry = { ...after, key: terms.reduce((sum, { value }) => sum ^ value, 0) };
      const seen = lookUp(entry);
      const slot = item(seen.probes, seen.probes.length - 1);
      if (seen.found === "known") again += 1;
      if (seen.found === "clash") lost += 1;
      if (seen.found === "new") queue.push(entry);
      const push = t(`Push ${name(box)} to ${name(to)}`, `Pousser ${name(box)} en ${name(to)}`);
      tell(
        seen.found === "known"
          ? t(
              `${push}: slot ${slot} has this very position. Seen before, nothing to do.`,
              `${push} : la position est dans la case ${slot}. Déjà vue, rien à faire.`,
            )
          : seen.found === "clash"
            ? t(
                `${push}: slot ${slot} has the same key, but another position! Who trusts the key drops a position never seen.`,
                `${push} : la case ${slot} a la même clé, mais une autre position ! Qui se fie à la clé jette une position jamais vue.`,
              )
            : seen.probes.length > 1
              ? t(
                  `${push}: its slot is taken by another, so it goes to ${slot}, the next free one.`,
                  `${push} : sa case est prise par une autre, elle va donc en ${slot}, la prochaine libre.`,
                )
              : t(
                  `${push}: slot ${slot} is empty. A new position, kept.`,
                  `${push} : la case ${slot} est vide. Position nouvelle, gardée.`,
                ),
        entry,
        { move: [box, to], terms, probes: seen.probes, look: seen.found === "new" ? "good" : seen.found === "known" ? "now" : "bad" },
      );
    }
    if (kept >= MOST) break;
  }
  const last = item(moments, moments.length - 1);
  const wrong = lost
    ? t(
        ` ${count(lost, "position was", "positions were", "", "")} thrown away by mistake.`,
        ` ${count(lost, "", "", "position a été jetée", "positions ont été jetées")} par erreur.`,
      )
    : "";
  moments.push({
    ...last,
    say:
      kept >= MOST
        ? t(
            `The table is three quarters full: it would double now.${wrong}`,
            `La table est pleine aux trois quarts : elle doublerait maintenant.${wrong}`,
          )
        : t(
            `${count(kept, "position", "positions", "", "")}, each looked at once, in place of ${number(tried + 1)}.${wrong}`,
            `${count(kept, "", "", "position", "positions")}, chacune examinée une fois, au lieu de ${number(tried + 1)}.${wrong}`,
          ),
    probes: [],
    table: [...table],
  });
  return moments;
}

const binary = (/** @type {number} */ n, /** @type {number} */ width) => n.toString(2).padStart(width, "0");
const hex = (/** @type {number} */ n, /** @type {number} */ width) => n.toString(16).padStart(Math.ceil(width / 4), "0");

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A small level whose positions are searched", "Un petit niveau dont on parcourt les positions"),
  hint: STORE_HINT,
  make: () => ({ ...readStore(LEVEL), seed: 8, bits: "16", whole: true }),
  run,
  click: clickStore,
  tools: (model, changed) => [
    storeTools(model, ["box", "wall", "player"]),
    segments(
      t("Bits of a key", "Bits d’une clé"),
      [
        ["6", t("6 bits", "6 bits")],
        ["8", t("8 bits", "8 bits")],
        ["16", t("16 bits", "16 bits")],
      ],
      model.bits,
      (bits) => {
        model.bits = bits;
        changed();
      },
    ).el,
    check(t("Compare in full", "Comparer en entier"), model.whole, (on) => {
      model.whole = on;
      changed();
    }).el,
    button(
      t("Other numbers", "Autres nombres"),
      () => {
        model.seed = Math.floor(Math.random() * 1e6);
        changed();
      },
      { icon: "dice" },
    ),
  ],
  draw({ boxes, zone, move }, model) {
    const { wall, target } = model;
    const numbers = numbersOf(model);
    const reach = reachOf({ wall, target, rows: ROWS, cols: COLS }, new Set(boxes), zone);
    return {
      squares: wall.map((isWall, i) => {
        if (isWall) return { look: "solid", name: t("wall", "mur") };
        const on = standing({ box: boxes.includes(i), target: item(target, i), player: i === zone });
        return {
          look: `${reach.has(i) ? "visited" : ""} ${move?.includes(i) ? "ringed" : ""}`,
          ...on,
          ...(on.mark ? {} : { low: hex(item(numbers.box, i), Number(model.bits)) }),
        };
      }),
      over: move ? [arrow(move[0], move[1], COLS, "now", { start: 2, end: 10 })] : [],
    };
  },
  show({ terms, key, probes, table, look, tried, again, clashes, lost }, { bits }) {
    const width = Number(bits);
    const kept = table.filter(Boolean).length;
    return [
      panel(
        t("The key", "La clé"),
        h(
          "dl",
          { class: "lesson-sum" },
          terms.map(({ name, value }, n) => h("div", null, h("dt", null, `${n ? "⊕ " : ""}${name}`), h("dd", null, binary(value, width)))),
          h(
            "div",
            { class: "total" },
            h("dt", null, t("= key", "= clé")),
            h("dd", null, h("b", null, binary(key, width).slice(0, SLOT_BITS)), binary(key, width).slice(SLOT_BITS)),
          ),
        ),
        t("The first five bits say where to look.", "Les cinq premiers bits disent où chercher."),
      ),
      panel(
        t("The table", "La table"),
        h(
          "ol",
          { class: "lesson-slots" },
          table.map((entry, slot) =>
            h(
              "li",
              { class: slot === probes.at(-1) ? look : probes.includes(slot) ? "probed" : entry ? "full" : "" },
              h("small", null, slot),
              entry ? hex(entry.key, width) : "·",
            ),
          ),
        ),
      ),
      panel(
        t("In numbers", "En chiffres"),
        figures([
          [t("positions kept", "positions gardées"), kept],
          [t("pushes tried", "poussées essayées"), tried],
          [t("seen before", "déjà vues"), again],
          [t("same key, other position", "même clé, autre position"), clashes],
          [t("lost by it", "perdues par là"), lost],
        ]),
        legend([["visited", t("the player’s zone", "la zone du joueur")]]),
      ),
    ];
  },
};
