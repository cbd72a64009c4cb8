// Auctions: four players want the same shop. The board gives the values, the
// rule gives the bids, the envelopes open one by one.

import { choice, slider } from "../app/controls.js";
import { h, smallNote } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { setter } from "../app/play.js";
import { beside } from "../app/shapes.js";
import { carry, glyph, item, spot, trail } from "./board.js";
import { inNumbers, panel, table } from "./panels.js";

const TOWN = ["..T...3", ".0..T..", "...P...", "T....1.", ".....T.", "..2...."];
const ROWS = TOWN.length;
const COLS = item(TOWN, 0).length;
const PLAYERS = [0, 1, 2, 3];
/** What a missing shop costs at a table of four. */
const CAP = 12;
/** What each player may spend. */
const COINS = 15;

/** @typedef {"shade" | "full"} Rule */
/** @typedef {{ tree: boolean[], producer: number, at: number[], held: number, rule: Rule, mine: number, drawer: number }} Model */
/** @typedef {{ distance: number, way: number[], value: number }} Worth */
/** @typedef {{ say: string, known: number, sealed: boolean, open: ReadonlySet<number>, best: number, done: boolean, show: number, worth: Worth[], bids: number[] }} Moment */

const nameOf = (/** @type {number} */ p) => (p ? t(`Player ${p + 1}`, `Joueur ${p + 1}`) : t("You", "Vous"));

/**
 * How far a shop would be from the producer: the free squares walked between
 * them. The shop itself is built then, so nobody walks over it.
 * @param {Model} model
 * @param {number} shop
 * @returns {Worth}
 */
function worthOf({ tree, producer }, shop) {
  const from = tree.map(() => -2);
  /** @type {number[]} */
  const queue = [];
  const open = (/** @type {number} */ i) => i >= 0 && !item(tree, i) && i !== producer && i !== shop;
  for (const side of [0, 1, 2, 3]) {
    const i = beside(shop, side, ROWS, COLS);
    if (!open(i)) continue;
    from[i] = -1;
    queue.push(i);
  }
  for (const at of queue) {
    for (const side of [0, 1, 2, 3]) {
      const to = beside(at, side, ROWS, COLS);
      if (to === producer) {
        const way = [producer];
        for (let i = at; i >= 0; i = item(from, i)) way.push(i);
        const distance = Math.min(CAP, way.length - 1);
        return { distance, way: [...way, shop], value: CAP - distance };
      }
      if (!open(to) || item(from, to) !== -2) continue;
      from[to] = at;
      queue.push(to);
    }
  }
  return { distance: CAP, way: [], value: 0 };
}

/** The order in which bids count when they are equal. @param {number} drawer */
const orderFrom = (drawer) => PLAYERS.map((n) => (drawer + n) % PLAYERS.length);

/** Who wins: the highest bid, the first from the drawer on among equals. @param {number[]} bids @param {number} drawer */
function winnerOf(bids, drawer) {
  return orderFrom(drawer).reduce((best, p) => (item(bids, p) > item(bids, best) ? p : best), drawer);
}

/** What you would gain with another bid, the rivals' bids being the same. @param {number} bid @param {number[]} bids @param {number} value @param {number} drawer */
function gainWith(bid, bids, value, drawer) {
  const other = [bid, ...bids.slice(1)];
  return winnerOf(other, drawer) === 0 ? value - bid : 0;
}

/** @param {Model} model @returns {Moment[]} */
export function run(model) {
  const { at, rule, drawer } = model;
  const worth = at.map((shop) => worthOf(model, shop));
  const shaded = (/** @type {number} */ value) =>
    Math.min(COINS, rule === "full" ? value : Math.floor((value * (PLAYERS.length - 1)) / PLAYERS.length));
  const bids = worth.map(({ value }, p) => (p ? shaded(value) : model.mine));
  /** @type {Moment[]} */
  const moments = [];
  let known = 0;
  let sealed = false;
  let best = -1;
  /** @type {Set<number>} */
  const open = new Set();
  const tell = (/** @type {string} */ say, /** @type {Partial<Moment>} */ more = {}) =>
    moments.push({ say, known, sealed, open: new Set(open), best, done: false, show: -1, worth, bids, ...more });

  tell(
    t(
      "A shop is drawn. Each player holds one reserved square: what is the shop worth there?",
      "Une boutique est piochée. Chaque joueur a une case réservée : que vaut la boutique là ?",
    ),
  );
  for (const p of PLAYERS) {
    known += 1;
    const { distance, value } = item(worth, p);
    tell(
      t(
        `${nameOf(p)}: distance ${distance}, a lost shop costs ${CAP}, so winning is worth ${value}.`,
        `${nameOf(p)} : distance ${distance}, une boutique perdue coûte ${CAP}, gagner vaut donc ${value}.`,
      ),
      { show: p },
    );
  }
  sealed = true;
  tell(t("Everyone writes a bid in secret. The envelopes are sealed.", "Chacun écrit sa mise en secret. Les enveloppes sont scellées."));
  for (const p of orderFrom(drawer)) {
    open.add(p);
    const bid = item(bids, p);
    const before = best;
    if (best < 0 || bid > item(bids, best)) best = p;
    const tie = before >= 0 && bid === item(bids, before);
    tell(
      best === p
        ? t(`${nameOf(p)}: ${bid}. The highest so far.`, `${nameOf(p)} : ${bid}. La plus haute jusqu’ici.`)
        : tie
          ? t(
              `${nameOf(p)}: ${bid}. Equal, but ${nameOf(best)} comes first from the drawer on.`,
              `${nameOf(p)} : ${bid}. Égalité, mais ${nameOf(best)} vient d’abord à partir du piocheur.`,
            )
          : t(`${nameOf(p)}: ${bid}. Not enough.`, `${nameOf(p)} : ${bid}. Pas assez.`),
    );
  }
  const gain = item(worth, best).value - item(bids, best);
  tell(
    t(
      `${nameOf(best)} pays ${item(bids, best)} for what is worth ${item(worth, best).value}: ${gain < 0 ? "a loss of" : "a gain of"} ${Math.abs(gain)}. The others keep their coins.`,
      `${nameOf(best)} paie ${item(bids, best)} ce qui vaut ${item(worth, best).value} : ${gain < 0 ? "perte de" : "gain de"} ${Math.abs(gain)}. Les autres gardent leurs pièces.`,
    ),
    { show: best },
  );
  const mine = item(worth, 0).value;
  const gains = Array.from({ length: COINS + 1 }, (_, bid) => gainWith(bid, bids, mine, drawer));
  const top = Math.max(...gains);
  tell(
    top > 0
      ? t(
          `Had you known, your best bid was ${gains.indexOf(top)}: a gain of ${top}. You bid ${item(bids, 0)} and gained ${item(gains, item(bids, 0))}.`,
          `Si vous aviez su, votre meilleure mise était ${gains.indexOf(top)} : gain de ${top}. Vous avez misé ${item(bids, 0)} et gagné ${item(gains, item(bids, 0))}.`,
        )
      : t(
          "No bid would have earned you anything here: the shop is worth more to a rival.",
          "Aucune mise ne vous aurait rien rapporté ici : la boutique vaut plus pour un rival.",
        ),
    { done: true },
  );
  return moments;
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A town with a producer and four reserved squares", "Une ville avec un producteur et quatre cases réservées"),
  hint: t(
    "Click a pawn or the producer, then a free square: it moves there. Click a free square otherwise: a tree. You are the blue circle. On the keyboard: arrows and Enter.",
    "Cliquez sur un pion ou le producteur, puis sur une case libre : il y va. Sinon, un clic sur une case libre plante un arbre. Vous êtes le rond bleu. Au clavier : flèches et Entrée.",
  ),
  make() {
    const all = [...TOWN.join("")];
    return {
      tree: all.map((c) => c === "T"),
      producer: all.indexOf("P"),
      at: PLAYERS.map((p) => all.indexOf(String(p))),
      held: -1,
      rule: "shade",
      mine: 6,
      drawer: 1,
    };
  },
  run,
  click(model, i) {
    const move = (/** @type {number} */ thing) => {
      if (thing < PLAYERS.length) model.at[thing] = i;
      else model.producer = i;
    };
    carry(model, i, { things: [...model.at, model.producer], ground: model.tree, move });
  },
  tools: (model, changed) => [
    slider(t("Your bid", "Votre mise"), {
      value: model.mine,
      min: 0,
      max: COINS,
      oninput: setter(model, changed)("mine"),
    }).el,
    choice(
      t("The others bid", "Les autres misent"),
      /** @type {const} */ ([
        ["shade", t("three quarters of the value", "les trois quarts de la valeur")],
        ["full", t("the whole value", "toute la valeur")],
      ]),
      model.rule,
      setter(model, changed)("rule"),
    ).el,
    choice(
      t("Drawn by", "Piochée par"),
      /** @type {[("0" | "1" | "2" | "3"), string][]} */ (PLAYERS.map((p) => [String(p), nameOf(p)])),
      /** @type {"1"} */ (String(model.drawer)),
      (drawer) => {
        model.drawer = Number(drawer);
        changed();
      },
    ).el,
  ],
  draw({ show, worth, best, done }, { tree, producer, at, held }) {
    const things = [...at, producer];
    return {
      squares: tree.map((wood, i) => {
        const p = at.indexOf(i);
        const look = `${wood || i === producer ? "built" : ""} ${held >= 0 && things[held] === i ? "lit" : ""} ${p >= 0 && p === best && (done || show === best) ? "ringed" : ""}`;
        return {
          look,
          mark: wood ? "tree" : i === producer ? "producer" : p >= 0 ? `pawn${p}` : "",
          name: wood
            ? t("tree", "arbre")
            : i === producer
              ? t("producer", "producteur")
              : p >= 0
                ? t(`reserved by: ${nameOf(p)}`, `réservée par : ${nameOf(p)}`)
                : t("free", "libre"),
        };
      }),
      over: show >= 0 && item(worth, show).way.length ? [trail(item(worth, show).way, COLS, "")] : [],
    };
  },
  show: ({ known, sealed, open, best, done, worth, bids }, { at, drawer }) => {
    const value = item(worth, 0).value;
    const gains = Array.from({ length: COINS + 1 }, (_, bid) => gainWith(bid, bids, value, drawer));
    const top = Math.max(1, ...gains.map(Math.abs));
    return [
      panel(
        t("The bids", "Les mises"),
        table(
          [t("player", "joueur"), t("square", "case"), t("distance", "distance"), t("value", "valeur"), t("bid", "mise")],
          PLAYERS.map((p) => ({
            cells: [
              h("span", null, glyph(`pawn${p}`), ` ${nameOf(p)}${p === drawer ? " *" : ""}`),
              spot(item(at, p), COLS),
              p < known ? item(worth, p).distance : "?",
              p < known ? item(worth, p).value : "?",
              open.has(p) ? h("b", null, item(bids, p)) : sealed ? "✉" : "–",
            ],
            look: p === best ? "good" : "",
          })),
          t("The bids", "Les mises"),
        ),
        smallNote(
          t("* drew the shop: first among equal bids, then clockwise.", "* a pioché la boutique : première à égalité, puis dans l’ordre."),
        ),
      ),
      done
        ? panel(
            t("What each bid would have earned you", "Ce que chaque mise vous aurait rapporté"),
            h(
              "ol",
              { class: "lesson-bars", start: 0 },
              gains.map((gain, bid) =>
                h(
                  "li",
                  { class: [bid === item(bids, 0) && "now", gain < 0 && "bad"] },
                  h("span", { class: "bid" }, bid),
                  h("span", { class: "bar-of", style: { "--share": Math.abs(gain) / top } }),
                  h("span", { class: "gain" }, gain > 0 ? `+${gain}` : gain),
                ),
              ),
            ),
          )
        : inNumbers([
            [t("bidders", "enchérisseurs"), PLAYERS.length],
            [t("envelopes open", "enveloppes ouvertes"), open.size],
            [t("highest", "la plus haute"), best < 0 ? "?" : item(bids, best)],
          ]),
    ];
  },
};
