// Zobrist keys and the transposition table: a breadth-first search over the
// positions of a small level, in which every push changes a key by a few
// exclusive-ors and the key says where in the table to look.

import { button, check, segments } from "../app/controls.js";
import { dice } from "../app/dice.js";
import { h } from "../app/dom.js";
import { count, number, t } from "../app/i18n.js";
import { setter } from "../app/play.js";
import { arrow, item, spot } from "./board.js";
import { reachOf } from "./corrals.js";
import { inNumbers, legend, panel } from "./panels.js";
import { clickStore, pushesOf, readStore, STORE_HINT, squaresOf, standing, storeTools } from "./store.js";

const LEVEL = ["...#..", ".$....", "..#$o.", ".....o", "@..#.."];
const ROWS = LEVEL.length;
const COLS = item(LEVEL, 0).length;

/** Slots of the table: 32, so that five bits say where. It is full at three quarters. */
const SLOT_BITS = 5;
const SLOTS = 2 ** SLOT_BITS;
const MOST = (SLOTS * 3) / 4;

/** @typedef {import("./store.js").Model & { seed: number, bits: "6" | "8" | "16", whole: boolean }} Model */
/** What a look into the table finds. @typedef {"new" | "known" | "clash"} Found */
/** What a slot holds. @typedef {{ key: number, boxes: number[], zone: number }} Entry */
/** One line of the sum. @typedef {{ name: string, value: number }} Term */
/** @typedef {{ say: string, boxes: readonly number[], zone: number, move: readonly [number, number] | undefined, terms: readonly Term[], key: number, probes: readonly number[], table: readonly (Entry | undefined)[], look: string, tried: number, again: number, clashes: number, lost: number }} Moment */

const name = (/** @type {number} */ i) => spot(i, COLS);

/** Terms put together by exclusive-or. @param {readonly Term[]} terms */
function sum(terms) {
  return terms.reduce((key, { value }) => key ^ value, 0);
}

/** The random numbers of a board: one a square for a box, one for the player. @param {Model} model */
export function numbersOf({ wall, seed, bits }) {
  const rng = dice(seed);
  const draw = () => wall.map(() => rng.below(2 ** 16) >>> (16 - Number(bits)));
  return { box: draw(), player: draw() };
}

/** @param {Model} model @returns {Moment[]} */
export function run(model) {
  return new Search(model).run();
}

/** A push in words, and what came of it. @param {string} push @param {Found} found @param {readonly number[]} probes */
function outcome(push, found, probes) {
  const slot = probes.at(-1);
  if (found === "known")
    return t(
      `${push}: slot ${slot} has this very position. Seen before, nothing to do.`,
      `${push} : la position est dans la case ${slot}. Déjà vue, rien à faire.`,
    );
  if (found === "clash")
    return t(
      `${push}: slot ${slot} has the same key, but another position! Who trusts the key drops a position never seen.`,
      `${push} : la case ${slot} a la même clé, mais une autre position ! Qui se fie à la clé jette une position jamais vue.`,
    );
  if (probes.length > 1)
    return t(
      `${push}: its slot is taken by another, so it goes to ${slot}, the next free one.`,
      `${push} : sa case est prise par une autre, elle va donc en ${slot}, la prochaine libre.`,
    );
  return t(`${push}: slot ${slot} is empty. A new position, kept.`, `${push} : la case ${slot} est vide. Position nouvelle, gardée.`);
}

/** The search, telling what it does. */
class Search {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.store = { wall: model.wall, target: model.target, rows: ROWS, cols: COLS };
    this.numbers = numbersOf(model);
    /** @type {(Entry | undefined)[]} */
    this.table = Array.from({ length: SLOTS });
    /** @type {Moment[]} */
    this.moments = [];
    this.counts = { tried: 0, again: 0, clashes: 0, lost: 0 };
    this.kept = 0;
  }

  run() {
    const queue = [this.#first()];
    for (const from of queue) {
      for (const push of pushesOf(this.store, from.boxes, from.zone)) {
        if (this.kept >= MOST) return this.#end();
        const entry = this.#push(from, push);
        if (entry) queue.push(entry);
      }
    }
    return this.#end();
  }

  /** Looks a position up and keeps it if it is new. @param {Entry} entry @returns {{ probes: number[], found: Found }} */
  #lookUp(entry) {
    const probes = [];
    for (let slot = entry.key >>> (Number(this.model.bits) - SLOT_BITS); ; slot = (slot + 1) % SLOTS) {
      probes.push(slot);
      const there = this.table[slot];
      if (!there) {
        this.table[slot] = entry;
        this.kept += 1;
        return { probes, found: "new" };
      }
      if (there.key !== entry.key) continue;
      if (there.zone === entry.zone && there.boxes.join() === entry.boxes.join()) return { probes, found: "known" };
      this.counts.clashes += 1;
      if (!this.model.whole) return { probes, found: "clash" };
    }
  }

  /** @param {string} say @param {Entry} entry @param {Pick<Moment, "terms" | "probes" | "look"> & Partial<Moment>} more */
  #tell(say, { key, boxes, zone }, more) {
    this.moments.push({ say, boxes, zone, move: undefined, key, table: [...this.table], ...this.counts, ...more });
  }

  #first() {
    const { numbers, model } = this;
    const boxes = squaresOf(model.box);
    const zone = Math.min(...reachOf(this.store, new Set(boxes), model.player));
    const terms = [
      ...boxes.map((i) => ({ name: t(`box ${name(i)}`, `caisse ${name(i)}`), value: item(numbers.box, i) })),
      { name: t(`player ${name(zone)}`, `joueur ${name(zone)}`), value: item(numbers.player, zone) },
    ];
    const entry = { boxes, zone, key: sum(terms) };
    const { probes } = this.#lookUp(entry);
    const say = t(
      "The first position: the number of each box, and that of the player’s zone, all put together by exclusive-or.",
      "La première position : le nombre de chaque caisse et celui de la zone du joueur, réunis par ou exclusif.",
    );
    this.#tell(say, entry, { terms, probes, look: "good" });
    return entry;
  }

  /** The position after a push, if it is new. @param {Entry} from @param {ReturnType<typeof pushesOf>[number]} push */
  #push(from, { box, to, after }) {
    const { counts } = this;
    counts.tried += 1;
    const terms = this.#change(from, { box, to, after });
    const entry = { ...after, key: sum(terms) };
    const { probes, found } = this.#lookUp(entry);
    if (found === "known") counts.again += 1;
    if (found === "clash") counts.lost += 1;
    const push = t(`Push ${name(box)} to ${name(to)}`, `Pousser ${name(box)} en ${name(to)}`);
    const look = { new: "good", known: "now", clash: "bad" }[found];
    this.#tell(outcome(push, found, probes), entry, { move: [box, to], terms, probes, look });
    return found === "new" ? entry : undefined;
  }

  /** What a push changes of the key. @param {Entry} from @param {ReturnType<typeof pushesOf>[number]} push @returns {Term[]} */
  #change(from, { box, to, after }) {
    const { numbers } = this;
    const terms = [
      { name: t("before", "avant"), value: from.key },
      { name: t(`box leaves ${name(box)}`, `caisse quitte ${name(box)}`), value: item(numbers.box, box) },
      { name: t(`box comes to ${name(to)}`, `caisse arrive en ${name(to)}`), value: item(numbers.box, to) },
    ];
    if (after.zone === from.zone) return terms;
    const [left, come] = [name(from.zone), name(after.zone)];
    return [
      ...terms,
      { name: t(`player leaves ${left}`, `joueur quitte ${left}`), value: item(numbers.player, from.zone) },
      { name: t(`player comes to ${come}`, `joueur arrive en ${come}`), value: item(numbers.player, after.zone) },
    ];
  }

  #end() {
    const { kept, moments } = this;
    const { lost, tried } = this.counts;
    const wrong = lost
      ? t(
          ` ${count(lost, "position was", "positions were", "", "")} thrown away by mistake.`,
          ` ${count(lost, "", "", "position a été jetée", "positions ont été jetées")} par erreur.`,
        )
      : "";
    const say =
      kept >= MOST
        ? t(
            `The table is three quarters full: it would double now.${wrong}`,
            `La table est pleine aux trois quarts : elle doublerait maintenant.${wrong}`,
          )
        : t(
            `${count(kept, "position", "positions", "", "")}, each looked at once, in place of ${number(tried + 1)}.${wrong}`,
            `${count(kept, "", "", "position", "positions")}, chacune examinée une fois, au lieu de ${number(tried + 1)}.${wrong}`,
          );
    moments.push({ ...item(moments, moments.length - 1), say, probes: [], table: [...this.table] });
    return moments;
  }
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
      setter(model, changed)("bits"),
    ).el,
    check(t("Compare in full", "Comparer en entier"), model.whole, setter(model, changed)("whole")).el,
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
      inNumbers(
        [
          [t("positions kept", "positions gardées"), kept],
          [t("pushes tried", "poussées essayées"), tried],
          [t("seen before", "déjà vues"), again],
          [t("same key, other position", "même clé, autre position"), clashes],
          [t("lost by it", "perdues ainsi"), lost],
        ],
        legend([["visited", t("the player’s zone", "la zone du joueur")]]),
      ),
    ];
  },
};
