// Deadlocks: first the dead squares, by pulling; then the frozen boxes, by a
// question that a box passes on to its neighbours; then the corrals, by trying
// the pushes of their fences.

import { count, t } from "../app/i18n.js";
import { beside } from "../app/shapes.js";
import { item, spot } from "./board.js";
import { corralsOf, opens, reachOf } from "./corrals.js";
import { SIGNS } from "./field.js";
import { chips, inNumbers, onTheBoard, panel, table } from "./panels.js";
import { clickStore, noBoxes, pullFrom, readStore, STORE_HINT, squaresOf, standing, storeTools } from "./store.js";

const LEVEL = [".....#..#", ".$...#..#", ".....#$$#", ".##......", "..$.$#o..", "..$.$#..@", "....*...."];
const ROWS = LEVEL.length;
const COLS = item(LEVEL, 0).length;

/** Pushes of a fence that are told one by one. */
const TOLD = 24;

/** @typedef {import("./store.js").Model} Model */
/** @typedef {{ box: number, across: string, along: string, verdict: string, look: string }} Row */
/** @typedef {{ say: string, pushes: number[], judged: boolean, queue: number[], now: number, fresh: number[], asked: number[], rows: Row[], lost: ReadonlySet<number>, reach: ReadonlySet<number>, corral: ReadonlySet<number>, tries: { text: string, look: string }[] | undefined, boxes: readonly number[], player: number }} Moment */

const name = (/** @type {number} */ i) => spot(i, COLS);

/** @param {Model} model @returns {Moment[]} */
export function run(model) {
  const search = new Search(model);
  search.pull();
  for (const box of search.boxes) search.judge(box);
  search.corrals();
  return search.end();
}

/** The three tests, one after the other, telling what they do. */
class Search {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.boxes = squaresOf(model.box);
    /** @type {Moment[]} */
    this.moments = [];
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Set<number>} */
    this.lost = new Set();
    this.pushes = model.wall.map((_, i) => (model.target[i] ? 0 : Infinity));
    this.judged = false;
  }

  /** @param {string} say @param {Partial<Moment>} [more] */
  #tell(say, more = {}) {
    this.moments.push({
      say,
      pushes: [...this.pushes],
      judged: this.judged,
      queue: [],
      now: -1,
      fresh: [],
      asked: [],
      rows: this.rows.map((row) => ({ ...row })),
      lost: new Set(this.lost),
      reach: new Set(),
      corral: new Set(),
      tries: undefined,
      boxes: this.boxes,
      player: this.model.player,
      ...more,
    });
  }

  /** @param {number} i */
  #isDead(i) {
    return i >= 0 && item(this.pushes, i) === Infinity;
  }

  /** The dead squares, by pulling. */
  pull() {
    const { wall, target } = this.model;
    const targets = squaresOf(target);
    this.#tell(
      t("We forget the boxes and pull one away from every target.", "On oublie les caisses et on en tire une depuis chaque cible."),
      { queue: targets },
    );
    this.pushes = pullFrom(wall, targets, ROWS, COLS, ({ now, fresh, queue, pushes }) => {
      const come = fresh.map(name).join(", ");
      const say = come
        ? t(`From ${name(now)} a box can be pulled to ${come}.`, `De ${name(now)}, une caisse peut être tirée vers ${come}.`)
        : t(`From ${name(now)} no new square.`, `De ${name(now)}, aucune nouvelle case.`);
      this.#tell(say, { now, fresh, queue, pushes: [...pushes] });
    });
    this.judged = true;
    const dead = wall.filter((isWall, i) => !isWall && this.#isDead(i)).length;
    this.#tell(
      t(
        `${count(dead, "square was", "squares were", "", "")} never reached: dead. A box there is lost.`,
        `${count(dead, "", "", "case n’a jamais été atteinte : morte", "cases n’ont jamais été atteintes : mortes")}. Une caisse y est perdue.`,
      ),
    );
  }

  /**
   * Why a box cannot move along an axis, or "".
   * @param {number} i
   * @param {number} axis 0 up and down, 1 left and right
   * @param {number[]} asked boxes that count as walls meanwhile
   * @returns {string}
   */
  #blocked(i, axis, asked) {
    const { wall, box } = this.model;
    const pair = [beside(i, axis, ROWS, COLS), beside(i, axis + 2, ROWS, COLS)];
    if (pair.some((j) => j < 0 || item(wall, j) || asked.includes(j))) return t("wall", "mur");
    if (pair.every((j) => this.#isDead(j))) return t("dead squares", "cases mortes");
    const meanwhile = [...asked, i];
    for (const j of pair) {
      if (!box[j] || asked.includes(j)) continue;
      const say = t(
        `${name(i)} leans on the box at ${name(j)}: is that one frozen?`,
        `${name(i)} s’appuie sur la caisse en ${name(j)} : est-elle gelée ?`,
      );
      this.#tell(say, { now: j, asked: meanwhile });
      if (this.#blocked(j, 1, meanwhile) && this.#blocked(j, 0, meanwhile)) return t(`box ${name(j)}`, `caisse ${name(j)}`);
    }
    return "";
  }

  /** Whether a box is lost, by itself or frozen. @param {number} i */
  judge(i) {
    /** @type {Row} */
    const row = { box: i, across: "", along: "", verdict: "", look: "now" };
    this.rows.push(row);
    const now = { now: i };
    if (this.model.target[i]) {
      Object.assign(row, { across: "–", along: "–", verdict: t("on a target", "sur une cible"), look: "" });
      const say = t(`The box at ${name(i)} is on a target: no question.`, `La caisse en ${name(i)} est sur une cible : pas de question.`);
      return this.#tell(say, now);
    }
    if (this.#isDead(i)) {
      Object.assign(row, { across: "–", along: "–", verdict: t("dead square", "case morte"), look: "bad" });
      this.lost.add(i);
      return this.#tell(
        t(`The box at ${name(i)} is on a dead square: lost.`, `La caisse en ${name(i)} est sur une case morte : perdue.`),
        now,
      );
    }
    this.#tell(t(`Can the box at ${name(i)} still move?`, `La caisse en ${name(i)} peut-elle encore bouger ?`), now);
    const none = t("free", "libre");
    const across = this.#blocked(i, 1, []);
    row.across = across || none;
    this.#tell(
      across
        ? t(`Left and right: blocked (${across}).`, `À gauche et à droite : bloquée (${across}).`)
        : t("Left and right: it can move.", "À gauche et à droite : elle peut bouger."),
      now,
    );
    const along = this.#blocked(i, 0, []);
    row.along = along || none;
    const ice = Boolean(across && along);
    Object.assign(row, ice ? { verdict: t("frozen", "gelée"), look: "bad" } : { verdict: t("moves", "mobile"), look: "good" });
    if (ice) this.lost.add(i);
    this.#tell(
      ice
        ? t(
            `Up and down: blocked (${along}) too. Frozen and not on a target: lost.`,
            `En haut et en bas : bloquée aussi (${along}). Gelée hors cible : perdue.`,
          )
        : t(
            `Up and down: ${along ? `blocked (${along})` : "it can move"}. The box is not frozen.`,
            `En haut et en bas : ${along ? `bloquée (${along})` : "elle peut bouger"}. La caisse n’est pas gelée.`,
          ),
      now,
    );
  }

  /** What the player cannot reach, and whether it can be opened. */
  corrals() {
    const { wall, target, player } = this.model;
    const store = { wall, target, rows: ROWS, cols: COLS };
    const all = new Set(this.boxes);
    const reach = reachOf(store, all, player);
    const corrals = corralsOf(store, all, reach);
    this.#tell(
      t(
        `The player at ${name(player)} can walk over ${count(reach.size, "square", "squares", "", "")}. ${corrals.length ? "Boxes fence off the rest: a corral." : "No corral."}`,
        `Le joueur en ${name(player)} peut parcourir ${count(reach.size, "", "", "case", "cases")}. ${corrals.length ? "Des caisses ferment le reste : un enclos." : "Aucun enclos."}`,
      ),
      { reach },
    );
    for (const corral of corrals) this.#open(store, corral);
  }

  /** Tries every push of a fence. @param {Parameters<typeof opens>[0]} store @param {Parameters<typeof opens>[1]} corral */
  #open(store, corral) {
    const { area, fence } = corral;
    /** @type {{ text: string, look: string }[]} */
    const tries = [];
    this.#tell(
      t(
        `The fence is ${fence.map(name).join(", ")}. We forget all other boxes and try every push of it.`,
        `La clôture est ${fence.map(name).join(", ")}. On oublie les autres caisses et on essaie toutes ses poussées.`,
      ),
      { corral: area, boxes: fence, tries: [] },
    );
    const dead = (/** @type {number} */ i) => this.#isDead(i);
    const free = opens(store, corral, this.model.player, dead, ({ box, to, verdict, boxes, player }, waiting) => {
      const sign = SIGNS[/** @type {0 | 1 | 2 | 3} */ ([-COLS, 1, COLS, -1].indexOf(to - box))];
      const says = {
        dead: t("dead square", "case morte"),
        frozen: t("frozen", "gelée"),
        known: t("seen before", "déjà vu"),
        next: t("to be continued", "à poursuivre"),
        open: t("it opens", "il s’ouvre"),
      }[verdict];
      tries.push({ text: `${name(box)} ${sign} ${says}`, look: verdict === "open" ? "good" : verdict === "next" ? "now" : "bad" });
      if (tries.length > TOLD && verdict !== "open") return;
      const say = t(
        `Push ${name(box)} ${sign}: ${says}. ${count(waiting, "position", "positions", "", "")} met.`,
        `Pousser ${name(box)} ${sign} : ${says}. ${count(waiting, "", "", "position rencontrée", "positions rencontrées")}.`,
      );
      this.#tell(say, { corral: area, boxes, player, now: to, tries: tries.slice(-12) });
    });
    if (!free) for (const i of fence) this.lost.add(i);
    this.#tell(
      free
        ? t("This corral can be opened, or nobody can tell.", "Cet enclos peut s’ouvrir, ou nul ne peut le dire.")
        : t(
            "No push opens it: nobody will ever get in, and its fence never comes home. Lost.",
            "Aucune poussée ne l’ouvre : personne n’y entrera, et sa clôture n’arrivera jamais. Perdu.",
          ),
      { corral: area, tries: tries.slice(-12) },
    );
  }

  end() {
    const { size } = this.lost;
    this.#tell(
      size
        ? t(
            `A deadlock: ${count(size, "box is", "boxes are", "", "")} lost, whatever one plays.`,
            `Situation bloquée : ${count(size, "", "", "caisse perdue", "caisses perdues")}, quoi qu’on joue.`,
          )
        : t(
            "No deadlock found. That is no proof that the position can be solved.",
            "Aucun blocage trouvé. Cela ne prouve pas que la position soit soluble.",
          ),
    );
    return this.moments;
  }
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A store with boxes and targets", "Un entrepôt avec des caisses et des cibles"),
  hint: STORE_HINT,
  make: () => readStore(LEVEL),
  run,
  click: clickStore,
  tools: (model, changed) => [storeTools(model, ["box", "target", "wall", "player"]), noBoxes(model, changed)],
  draw({ pushes, judged, now, fresh, asked, lost, reach, corral, boxes, player }, { wall, target }) {
    const here = new Set(boxes);
    return {
      squares: wall.map((isWall, i) => {
        if (isWall) return { look: "solid", name: t("wall", "mur") };
        const alive = item(pushes, i) < Infinity;
        const box = here.has(i);
        const on = standing({ box, target: item(target, i), player: i === player });
        const names = [
          on.name,
          judged && !alive ? t("dead square", "case morte") : "",
          corral.has(i) ? t("corral", "enclos") : "",
          lost.has(i) ? t("lost", "perdue") : "",
        ].filter(Boolean);
        const ground = corral.has(i) ? "frontier" : reach.has(i) ? "visited" : alive ? "alive" : judged ? "dead" : "";
        return {
          look: `${ground} ${i === now ? "ringed" : fresh.includes(i) || asked.includes(i) ? "lit" : ""}`,
          mark: `${on.mark}${box && lost.has(i) ? " bolt" : ""}`,
          name: names.join(", "),
        };
      }),
    };
  },
  show: ({ queue, judged, rows, pushes, lost, tries }, { wall }) => [
    tries
      ? panel(t("Pushes of the fence", "Poussées de la clôture"), chips(tries, t("none tried yet", "aucune essayée")))
      : judged
        ? panel(
            t("The boxes", "Les caisses"),
            rows.length
              ? table(
                  [t("box", "caisse"), "← →", "↑ ↓", t("verdict", "verdict")],
                  rows.map(({ box, across, along, verdict, look }) => ({ cells: [spot(box, COLS), across, along, verdict], look })),
                  t("The boxes", "Les caisses"),
                )
              : chips([], t("no box asked yet", "aucune caisse examinée")),
          )
        : panel(t("The queue of squares to pull from", "La file des cases d’où tirer"), chips(queue.map((i) => ({ text: spot(i, COLS) })))),
    inNumbers([
      [t("squares alive", "cases vivantes"), pushes.filter((n) => n < Infinity).length],
      [t("squares dead", "cases mortes"), judged ? wall.filter((isWall, i) => !isWall && item(pushes, i) === Infinity).length : "?"],
      [t("boxes lost", "caisses perdues"), lost.size],
    ]),
    onTheBoard(
      [
        ["alive", t("reached by pulling", "atteinte en tirant")],
        ["dead", t("dead", "morte")],
        ["visited", t("in the player’s reach", "à portée du joueur")],
        ["frontier", t("corral", "enclos")],
      ],
      t("A cross marks a lost box.", "Une croix marque une caisse perdue."),
    ),
  ],
};
