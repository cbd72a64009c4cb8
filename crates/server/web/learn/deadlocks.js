// Deadlocks: first the dead squares, by pulling; then the frozen boxes, by a
// question that a box passes on to its neighbours; then the corrals, by trying
// the pushes of their fences.

import { count, t } from "../app/i18n.js";
import { beside, item, spot } from "./board.js";
import { corralsOf, opens, reachOf } from "./corrals.js";
import { SIGNS } from "./field.js";
import { chips, figures, legend, panel, table } from "./panels.js";
import { clickStore, noBoxes, pullFrom, readStore, STORE_HINT, squaresOf, standing, storeTools } from "./store.js";

const LEVEL = [".....#..#", ".$...#..#", ".....#$$#", ".##......", "..$.$#o..", "..$.$#..@", "....*...."];
const ROWS = LEVEL.length;
const COLS = item(LEVEL, 0).length;

/** Pushes of a fence that are told one by one. */
const TOLD = 24;

/** @typedef {import("./store.js").Model} Model */
/** @typedef {{ box: number, across: string, along: string, verdict: string, look: string }} Row */
/** @typedef {{ say: string, pushes: number[], judged: boolean, queue: number[], now: number, fresh: number[], asked: number[], rows: Row[], lost: ReadonlySet<number>, reach: ReadonlySet<number>, corral: ReadonlySet<number>, tries: { text: string, look: string }[] | undefined, boxes: readonly number[], player: number }} Moment */

/** @param {Model} model @returns {Moment[]} */
export function run({ wall, box, target, player }) {
  const [targets, boxes] = [squaresOf(target), squaresOf(box)];
  const name = (/** @type {number} */ i) => spot(i, COLS);
  /** @type {Moment[]} */
  const moments = [];
  /** @type {Row[]} */
  const rows = [];
  /** @type {Set<number>} */
  const lost = new Set();
  let pushes = wall.map((_, i) => (target[i] ? 0 : Infinity));
  let judged = false;
  const tell = (/** @type {string} */ say, /** @type {Partial<Moment>} */ more = {}) =>
    moments.push({
      say,
      pushes: [...pushes],
      judged,
      queue: [],
      now: -1,
      fresh: [],
      asked: [],
      rows: rows.map((row) => ({ ...row })),
      lost: new Set(lost),
      reach: new Set(),
      corral: new Set(),
      tries: undefined,
      boxes,
      player,
      ...more,
    });

  tell(t("We forget the boxes and pull one away from every target.", "On oublie les caisses et on en tire une depuis chaque cible."), {
    queue: targets,
  });
  pushes = pullFrom(wall, targets, ROWS, COLS, ({ now, fresh, queue, pushes: sofar }) =>
    tell(
      fresh.length
        ? t(
            `From ${name(now)} a box can be pulled to ${fresh.map(name).join(", ")}.`,
            `De ${name(now)}, une caisse peut être tirée vers ${fresh.map(name).join(", ")}.`,
          )
        : t(`From ${name(now)} no new square.`, `De ${name(now)}, aucune nouvelle case.`),
      { now, fresh, queue, pushes: [...sofar] },
    ),
  );
  judged = true;
  const dead = (/** @type {number} */ i) => i >= 0 && item(pushes, i) === Infinity;
  const closed = (/** @type {number} */ i) => i < 0 || item(wall, i);
  const mass = wall.filter((isWall, i) => !isWall && dead(i)).length;
  tell(
    t(
      `${count(mass, "square was", "squares were", "", "")} never reached: dead. A box there is lost.`,
      `${count(mass, "", "", "case n’a jamais été atteinte : morte", "cases n’ont jamais été atteintes : mortes")}. Une caisse y est perdue.`,
    ),
  );

  /**
   * Why a box cannot move along an axis, or "".
   * @param {number} i
   * @param {number} axis 0 up and down, 1 left and right
   * @param {number[]} asked boxes that count as walls meanwhile
   * @returns {string}
   */
  const blocked = (i, axis, asked) => {
    const pair = [beside(i, axis, ROWS, COLS), beside(i, axis + 2, ROWS, COLS)];
    if (pair.some((j) => closed(j) || asked.includes(j))) return t("wall", "mur");
    if (pair.every(dead)) return t("dead squares", "cases mortes");
    for (const j of pair) {
      if (!box[j] || asked.includes(j)) continue;
      tell(
        t(
          `${name(i)} leans on the box at ${name(j)}: is that one frozen?`,
          `${name(i)} s’appuie sur la caisse en ${name(j)} : est-elle gelée ?`,
        ),
        { now: j, asked: [...asked, i] },
      );
      if (frozen(j, [...asked, i])) return t(`box ${name(j)}`, `caisse ${name(j)}`);
    }
    return "";
  };
  /** @param {number} i @param {number[]} asked @returns {boolean} */
  const frozen = (i, asked) => Boolean(blocked(i, 1, asked)) && Boolean(blocked(i, 0, asked));

  for (const i of boxes) {
    /** @type {Row} */
    const row = { box: i, across: "", along: "", verdict: "", look: "now" };
    rows.push(row);
    const none = t("free", "libre");
    if (target[i]) {
      Object.assign(row, { across: "–", along: "–", verdict: t("on a target", "sur une cible"), look: "" });
      tell(t(`The box at ${name(i)} is on a target: no question.`, `La caisse en ${name(i)} est sur une cible : pas de question.`), {
        now: i,
      });
      continue;
    }
    if (dead(i)) {
      Object.assign(row, { across: "–", along: "–", verdict: t("dead square", "case morte"), look: "bad" });
      lost.add(i);
      tell(t(`The box at ${name(i)} is on a dead square: lost.`, `La caisse en ${name(i)} est sur une case morte : perdue.`), { now: i });
      continue;
    }
    tell(t(`Can the box at ${name(i)} still move?`, `La caisse en ${name(i)} peut-elle encore bouger ?`), { now: i });
    const across = blocked(i, 1, []);
    row.across = across || none;
    tell(
      across
        ? t(`Left and right: blocked (${across}).`, `À gauche et à droite : bloquée (${across}).`)
        : t("Left and right: it can move.", "À gauche et à droite : elle peut bouger."),
      { now: i },
    );
    const along = blocked(i, 0, []);
    row.along = along || none;
    const ice = Boolean(across && along);
    row.verdict = ice ? t("frozen", "gelée") : t("moves", "mobile");
    row.look = ice ? "bad" : "good";
    if (ice) lost.add(i);
    tell(
      ice
        ? t(
            `Up and down: blocked (${along}) too. Frozen and not on a target: lost.`,
            `En haut et en bas : bloquée aussi (${along}). Gelée hors cible : perdue.`,
          )
        : t(
            `Up and down: ${along ? `blocked (${along})` : "it can move"}. The box is not frozen.`,
            `En haut et en bas : ${along ? `bloquée (${along})` : "elle peut bouger"}. La caisse n’est pas gelée.`,
          ),
      { now: i },
    );
  }
  tellCorrals({ wall, target, player }, boxes, dead, lost, tell);
  tell(
    lost.size
      ? t(
          `A deadlock: ${count(lost.size, "box is", "boxes are", "", "")} lost, whatever one plays.`,
          `Situation bloquée : ${count(lost.size, "", "", "caisse perdue", "caisses perdues")}, quoi qu’on joue.`,
        )
      : t(
          "No deadlock found. That is no proof that the position can be solved.",
          "Aucun blocage trouvé. Cela ne prouve pas que la position soit soluble.",
        ),
  );
  return moments;
}

/**
 * What the player cannot reach, and whether it can be opened.
 * @param {Pick<Model, "wall" | "target" | "player">} model
 * @param {number[]} boxes
 * @param {(i: number) => boolean} dead
 * @param {Set<number>} lost
 * @param {(say: string, more?: Partial<Moment>) => void} tell
 */
function tellCorrals({ wall, target, player }, boxes, dead, lost, tell) {
  const name = (/** @type {number} */ i) => spot(i, COLS);
  const store = { wall, target, rows: ROWS, cols: COLS };
  const all = new Set(boxes);
  const reach = reachOf(store, all, player);
  const corrals = corralsOf(store, all, reach);
  tell(
    t(
      `The player at ${name(player)} can walk over ${count(reach.size, "square", "squares", "", "")}. ${corrals.length ? "Boxes fence off the rest: a corral." : "No corral."}`,
      `Le joueur en ${name(player)} peut parcourir ${count(reach.size, "", "", "case", "cases")}. ${corrals.length ? "Des caisses ferment le reste : un enclos." : "Aucun enclos."}`,
    ),
    { reach },
  );
  for (const corral of corrals) {
    const { area, fence } = corral;
    /** @type {{ text: string, look: string }[]} */
    const tries = [];
    const show = { corral: area, boxes: fence, tries };
    tell(
      t(
        `The fence is ${fence.map(name).join(", ")}. We forget all other boxes and try every push of it.`,
        `La clôture est ${fence.map(name).join(", ")}. On oublie les autres caisses et on essaie toutes ses poussées.`,
      ),
      { ...show, tries: [] },
    );
    const free = opens(store, corral, player, dead, (tried, waiting) => {
      const side = [-COLS, 1, COLS, -1].indexOf(tried.to - tried.box);
      const says = {
        dead: t("dead square", "case morte"),
        frozen: t("frozen", "gelée"),
        known: t("seen before", "déjà vu"),
        next: t("to be continued", "à poursuivre"),
        open: t("it opens", "il s’ouvre"),
      }[tried.verdict];
      tries.push({
        text: `${name(tried.box)} ${SIGNS[/** @type {0 | 1 | 2 | 3} */ (side)]} ${says}`,
        look: tried.verdict === "open" ? "good" : tried.verdict === "next" ? "now" : "bad",
      });
      if (tries.length <= TOLD || tried.verdict === "open")
        tell(
          t(
            `Push ${name(tried.box)} ${SIGNS[/** @type {0 | 1 | 2 | 3} */ (side)]}: ${says}. ${count(waiting, "position", "positions", "", "")} met.`,
            `Pousser ${name(tried.box)} ${SIGNS[/** @type {0 | 1 | 2 | 3} */ (side)]} : ${says}. ${count(waiting, "", "", "position rencontrée", "positions rencontrées")}.`,
          ),
          { corral: area, boxes: tried.boxes, player: tried.player, now: tried.to, tries: tries.slice(-12) },
        );
    });
    if (!free) for (const i of fence) lost.add(i);
    tell(
      free
        ? t("This corral can be opened, or nobody can tell.", "Cet enclos peut s’ouvrir, ou nul ne peut le dire.")
        : t(
            "No push opens it: nobody will ever get in, and its fence never comes home. Lost.",
            "Aucune poussée ne l’ouvre : personne n’y entrera, et sa clôture n’arrivera jamais. Perdu.",
          ),
      { corral: area, tries: tries.slice(-12) },
    );
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
    panel(
      t("In numbers", "En chiffres"),
      figures([
        [t("squares alive", "cases vivantes"), pushes.filter((n) => n < Infinity).length],
        [t("squares dead", "cases mortes"), judged ? wall.filter((isWall, i) => !isWall && item(pushes, i) === Infinity).length : "?"],
        [t("boxes lost", "caisses perdues"), lost.size],
      ]),
    ),
    panel(
      t("On the board", "Sur le plateau"),
      legend([
        ["alive", t("reached by pulling", "atteinte en tirant")],
        ["dead", t("dead", "morte")],
        ["visited", t("in the player’s reach", "à portée du joueur")],
        ["frontier", t("corral", "enclos")],
      ]),
      t("A cross marks a lost box.", "Une croix marque une caisse perdue."),
    ),
  ],
};
