// Tunnels and goal rooms: which squares leave the player no room to step
// aside, where a box in a tunnel need be left, and in which order a room with
// targets is filled, found by emptying it.

import { button } from "../app/controls.js";
import { s } from "../app/dom.js";
import { count, t } from "../app/i18n.js";
import { arrow, item, middle, spot, trail } from "./board.js";
import { chips, inNumbers, onTheBoard, panel } from "./panels.js";
import { clickStore, readStore, STORE_HINT, standing, storeTools } from "./store.js";
import { emptied, entrances, pieces, runs, shuts, tunnelKind } from "./terrain.js";

const LEVEL = ["....###..o.", "........ooo", "....###..o.", "....#######", "...........", "....####...", ".........##"];
const ROWS = LEVEL.length;
const COLS = item(LEVEL, 0).length;

/** @typedef {import("./store.js").Model} Model */
/**
 * `stops` are squares where a box in a tunnel may be left, `way` is how the
 * one on `box` moves, `order` the targets that have their turn already.
 * @typedef {{ say: string, tunnel: ReadonlySet<number>, room: ReadonlySet<number>, now: number, lit: ReadonlySet<number>, box: number, stops: readonly number[], way: readonly number[], boxes: ReadonlySet<number>, out: readonly number[], stuck: readonly number[], goals: number, only: number, bends: number }} Moment
 */

const name = (/** @type {number} */ i) => spot(i, COLS);
const names = (/** @type {readonly number[]} */ list) => list.map(name).join(", ");

/** @param {Model} model @returns {Moment[]} */
export function run({ wall, target }) {
  const store = { wall, target, rows: ROWS, cols: COLS };
  /** @type {Moment[]} */
  const moments = [];
  /** @type {Set<number>} */
  const tunnel = new Set();
  /** @type {Set<number>} */
  const room = new Set();
  const found = { goals: 0, only: 0, bends: 0 };
  const tell = (/** @type {string} */ say, /** @type {Partial<Moment>} */ more = {}) =>
    moments.push({
      say,
      tunnel: new Set(tunnel),
      room: new Set(room),
      now: -1,
      lit: new Set(),
      box: -1,
      stops: [],
      way: [],
      boxes: new Set(),
      out: [],
      stuck: [],
      ...found,
      ...more,
    });

  tell(t("We forget the boxes and look at the walls alone.", "On oublie les caisses et on ne regarde que les murs."));
  wall.forEach((_, i) => {
    const kind = tunnelKind(store, i);
    if (!kind) return;
    tunnel.add(i);
    tell(
      {
        across: t(`${name(i)}: wall above and below. A tunnel square.`, `${name(i)} : mur au-dessus et au-dessous. Une case de tunnel.`),
        along: t(`${name(i)}: wall left and right. A tunnel square.`, `${name(i)} : mur à gauche et à droite. Une case de tunnel.`),
        bend: t(
          `${name(i)}: a bend with wall in its inner corner. Tunnel too.`,
          `${name(i)} : un coude dont le coin intérieur est muré. Tunnel aussi.`,
        ),
      }[kind],
      { now: i },
    );
  });
  const parts = pieces(store);
  for (const part of parts) if (!part.tunnel) for (const i of part.squares) room.add(i);
  const rooms = parts.filter((part) => !part.tunnel);
  tell(
    t(
      `All that is not tunnel is room: ${count(rooms.length, "room", "rooms", "", "")}.`,
      `Tout ce qui n’est pas tunnel est salle : ${count(rooms.length, "", "", "salle", "salles")}.`,
    ),
  );
  for (const part of parts) if (part.tunnel) tellTunnel(store, part.squares, found, tell);
  for (const { squares } of rooms) if (squares.some((i) => target[i])) tellRoom(store, squares, found, tell);
  tell(
    t(
      `${count(tunnel.size, "tunnel square", "tunnel squares", "", "")}, ${count(found.goals, "goal room", "goal rooms", "", "")} with an order: worked out once, used in every position.`,
      `${count(tunnel.size, "", "", "case de tunnel", "cases de tunnel")}, ${count(found.goals, "", "", "salle à cibles ordonnée", "salles à cibles ordonnées")} : calculé une fois, utile à chaque position.`,
    ),
    { out: moments.at(-1)?.out ?? [], stuck: moments.at(-1)?.stuck ?? [] },
  );
  return moments;
}

/**
 * A tunnel: whether boxes get through, and where one that enters may be left.
 * @param {import("./corrals.js").Store} store
 * @param {number[]} squares
 * @param {{ only: number, bends: number }} found
 * @param {(say: string, more?: Partial<Moment>) => void} tell
 */
function tellTunnel(store, squares, found, tell) {
  const bends = squares.some((i) => tunnelKind(store, i) === "bend");
  const only = squares.some((i) => shuts(store, i));
  found.only += Number(only);
  found.bends += Number(bends);
  tell(
    bends
      ? t(
          `This tunnel bends: the player turns the corner, a box never does. A box may come in, but it goes out only where it came in, and that takes a pusher on the other side.`,
          `Ce tunnel tourne : le joueur passe le coude, une caisse jamais. Une caisse peut y entrer, mais elle ne ressort que par où elle est venue, poussée de l’autre côté.`,
        )
      : only
        ? t(
            "A box in this tunnel shuts the player out: it is the only way between its ends.",
            "Une caisse dans ce tunnel barre la route au joueur : c’est le seul chemin entre ses bouts.",
          )
        : t(
            "A box in this tunnel shuts nobody out: the player can walk round to its other end.",
            "Une caisse dans ce tunnel n’enferme personne : le joueur peut en faire le tour.",
          ),
    { lit: new Set(squares) },
  );
  for (const run of runs(store, squares)) {
    const [first, second] = run;
    const last = item(run, run.length - 1);
    const step = run.length > 1 ? item(run, 1) - item(run, 0) : tunnelKind(store, last) === "across" ? 1 : COLS;
    const out = last + step;
    if (first === undefined || run.some((i) => store.target[i])) continue;
    const free = out < store.wall.length && !store.wall[out] && (step !== 1 || out % COLS !== 0) && tunnelKind(store, out) !== "bend";
    const shut = run.every((i) => shuts(store, i));
    const stops = [...(shut ? [] : run.length > 2 && second !== undefined ? [second] : run.slice(0, 2)), ...(free ? [out] : [])];
    tell(
      stops.length === 0
        ? t(
            `A box pushed into ${name(first)} comes out nowhere: no child.`,
            `Une caisse poussée en ${name(first)} ne sort nulle part : aucune suite.`,
          )
        : shut
          ? t(
              `A box pushed into ${name(first)} goes on to ${name(out)} at once: one child instead of ${run.length + 1}.`,
              `Une caisse poussée en ${name(first)} file aussitôt jusqu’en ${name(out)} : une seule suite au lieu de ${run.length + 1}.`,
            )
          : t(
              `A box pushed into ${name(first)} is left at ${names(stops)}: ${count(stops.length, "child", "children", "", "")} instead of ${run.length + Number(free)}. Every other square of the run is as good as these.`,
              `Une caisse poussée en ${name(first)} est laissée en ${names(stops)} : ${count(stops.length, "", "", "suite", "suites")} au lieu de ${run.length + Number(free)}. Toute autre case du couloir revient au même.`,
            ),
      { lit: new Set(run), box: first, stops, way: stops.length ? [first, item(stops, stops.length - 1)] : [] },
    );
  }
}

/**
 * A goal room: filled, then emptied; read backwards, that is the order.
 * @param {import("./corrals.js").Store} store
 * @param {number[]} squares
 * @param {{ goals: number }} found
 * @param {(say: string, more?: Partial<Moment>) => void} tell
 */
function tellRoom(store, squares, found, tell) {
  const targets = squares.filter((i) => store.target[i]);
  const doors = entrances(store, squares);
  const left = new Set(targets);
  if (!doors.length) {
    tell(t("This room has no tunnel to come in by: no order.", "Aucun tunnel ne mène à cette salle : pas d’ordre."), {
      lit: new Set(squares),
    });
    return;
  }
  found.goals += 1;
  tell(
    t(
      `A goal room with ${count(doors.length, "entrance", "entrances", "", "")} (${names(doors)}). We put a box on every target …`,
      `Une salle à cibles avec ${count(doors.length, "", "", "entrée", "entrées")} (${names(doors)}). On pose une caisse sur chaque cible …`,
    ),
    { lit: new Set(doors), boxes: new Set(left) },
  );
  const { out, stuck } = emptied(store, squares);
  /** @type {number[]} */
  const order = [];
  for (const { box, way } of out) {
    tell(
      t(
        `… and pull out what comes out soonest: ${name(box)}, in ${count(way.length - 1, "pull", "pulls", "", "")}.`,
        `… et on sort celle qui vient le plus vite : ${name(box)}, en ${count(way.length - 1, "", "", "traction", "tractions")}.`,
      ),
      { now: box, boxes: new Set(left), way, out: [...order] },
    );
    left.delete(box);
    order.unshift(box);
  }
  tell(
    stuck.length
      ? t(
          `The boxes at ${names(stuck)} cannot be pulled out: these targets have no order and come first.${order.length ? ` Then ${names(order)}.` : ""}`,
          `Les caisses en ${names(stuck)} ne peuvent sortir : ces cibles n’ont pas d’ordre et passent d’abord.${order.length ? ` Puis ${names(order)}.` : ""}`,
        )
      : t(
          `Out last means in first. The packing order: ${names(order)}.`,
          `Sortie la dernière, rentrée la première. L’ordre de rangement : ${names(order)}.`,
        ),
    { out: order, stuck, boxes: new Set(stuck) },
  );
}

/** @type {import("./stage.js").Lesson<Model, Moment>} */
export const lesson = {
  rows: ROWS,
  cols: COLS,
  label: t("A store with tunnels, rooms and targets", "Un entrepôt avec des tunnels, des salles et des cibles"),
  hint: STORE_HINT,
  make: () => readStore(LEVEL, "target"),
  run,
  click: clickStore,
  tools: (model, changed) => [
    storeTools(model, ["target", "wall"]),
    button(t("No targets", "Sans cibles"), () => {
      model.target.fill(false);
      changed(true);
    }),
  ],
  draw({ tunnel, room, now, lit, box, stops, way, boxes, out, stuck }, { wall, target }) {
    return {
      squares: wall.map((isWall, i) => {
        if (isWall) return { look: "solid", name: t("wall", "mur") };
        const on = standing({ box: boxes.has(i) || i === box, target: item(target, i), player: false });
        const ground = tunnel.has(i) ? "tunnel" : room.has(i) ? "room" : "";
        const kind = tunnel.has(i) ? t("tunnel", "tunnel") : room.has(i) ? t("room", "salle") : "";
        const turn = out.indexOf(i);
        return {
          look: `${ground} ${i === now ? "ringed" : lit.has(i) ? "lit" : ""}`,
          mark: boxes.has(i) || turn < 0 ? on.mark : "",
          ...(turn < 0 || boxes.has(i) ? {} : { text: turn + 1 + stuck.length }),
          name: [on.name, kind].filter(Boolean).join(", "),
        };
      }),
      over: [
        ...stops.map((i) => {
          const [cx, cy] = middle(i, COLS);
          return s("rect", { class: "stop", x: cx - 13, y: cy - 13, width: 26, height: 26, rx: 4 });
        }),
        ...(way.length > 2 ? [trail([...way], COLS, "")] : []),
        ...(way.length > 1 ? [arrow(item(way, way.length - 2), item(way, way.length - 1), COLS, "now", { start: 16, end: 4 })] : []),
      ],
    };
  },
  show: ({ tunnel, room, out, stuck, boxes, goals, only, bends }) => [
    panel(
      t("The packing order", "L’ordre de rangement"),
      chips(
        [
          ...stuck.map((i) => ({ text: name(i), look: "bad" })),
          ...out.map((i, n) => ({ text: `${n + 1 + stuck.length} · ${name(i)}`, look: "good" })),
        ],
        boxes.size ? t("the room is full", "la salle est pleine") : t("not known yet", "pas encore connu"),
      ),
      t("Found backwards: each box pulled out goes to the front.", "Trouvé à rebours : chaque caisse sortie passe devant."),
    ),
    inNumbers([
      [t("tunnel squares", "cases de tunnel"), tunnel.size],
      [t("room squares", "cases de salle"), room.size],
      [t("tunnels that are the only way", "tunnels sans détour"), only],
      [t("tunnels that bend", "tunnels coudés"), bends],
      [t("goal rooms", "salles à cibles"), goals],
    ]),
    onTheBoard([
      ["tunnel", t("tunnel", "tunnel")],
      ["room", t("room", "salle")],
      ["stop", t("where a box may be left", "où une caisse peut rester")],
    ]),
  ],
};
