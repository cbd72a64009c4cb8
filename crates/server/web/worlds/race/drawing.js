// The one drawing of a race: board, setting up, editor and miniature. Stone and
// moss on grass, light from the upper left; patched as the game goes on.

import { s } from "../../app/dom.js";
import { seatPath } from "../../app/icons.js";
import { Layer } from "../../app/patch.js";
import { outline } from "../../app/shapes.js";

/** @typedef {import("../../app/wire.js").Point} Spot */

/** Points a cell. */
export const CELL = 20;
/** Sides from which on a cell is too small for texture. */
const VAST = 61;

/** A number that looks random, the same for the same cell. @param {number} n */
function scatter(n) {
  return ((Math.imul(n + 7, 2654435761) >>> 8) % 1000) / 1000;
}

/** A spray of small round leaves or petals. @param {number} x @param {number} y @param {[dx: number, dy: number, radius: number][]} parts */
function spray(x, y, parts) {
  return parts
    .map(([dx, dy, r]) => `M${(x + dx - r).toFixed(1)} ${(y + dy).toFixed(1)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`)
    .join("");
}

/**
 * Cracks in stones and moss at their edges; tufts and flowers on the grass, here and there.
 * @param {string[]} rows
 */
function texture(rows) {
  let [cracks, moss, tufts, flowers] = ["", "", "", ""];
  const stone = (/** @type {number} */ r, /** @type {number} */ c) => (rows[r]?.[c] ?? "*") === "*";
  rows.forEach((row, r) => {
    for (let c = 0; c < row.length; c++) {
      const [n, m] = [scatter(r * 211 + c), scatter(c * 97 + r)];
      const [x, y] = [c * CELL + 4 + n * 11, r * CELL + 6 + m * 10];
      if (!stone(r, c)) {
        if (n > 0.78) tufts += `M${x.toFixed(1)} ${y.toFixed(1)}l-1.500 -3.600m1.500 3.600v-4.600m0 4.600l1.600 -3.400`;
        if (n > 0.7 && n < 0.75)
          flowers += spray(x, y, [
            [0, -1.3, 0.9],
            [1.3, 0, 0.9],
            [0, 1.3, 0.9],
            [-1.3, 0, 0.9],
          ]);
        continue;
      }
      if (n > 0.9) cracks += `M${x.toFixed(1)} ${(y - 4).toFixed(1)}l2 3l-1.500 2.500l2.500 3.500m-1 -6l2.500 -1`;
      // Moss keeps to the edge that has the weather.
      if (!stone(r + 1, c) && n < 0.3)
        moss += spray(c * CELL + 5 + m * 10, (r + 1) * CELL - 1, [
          [-2.6, 0.3, 1.7],
          [0, -0.4, 2.4],
          [2.8, 0.4, 1.6],
          [0.6, 1.6, 1.4],
        ]);
      else if (!stone(r, c - 1) && m < 0.25)
        moss += spray(c * CELL + 1.5, r * CELL + 5 + n * 9, [
          [0, -2, 1.5],
          [0.4, 0, 2.1],
          [0, 2.4, 1.4],
        ]);
    }
  });
  return { cracks, moss, tufts, flowers };
}

/** @param {Spot[]} way @param {number} shift keeps ways of several players apart */
function line(way, shift) {
  return way.map(([r, c]) => `${(c + 0.5) * CELL + shift},${(r + 0.5) * CELL + shift}`).join(" ");
}

/** The picture of a race. */
export class Drawing {
  /** @param {string} label what it is, for those who do not see it */
  constructor(label) {
    const path = (/** @type {string} */ name) => s("path", { class: name });
    this.nodes = {
      checker: path("checker"),
      tufts: path("tufts"),
      shade: path("shade"),
      front: path("front"),
      stones: path("stones"),
      cracks: path("cracks"),
      moss: path("moss"),
      flowers: path("flowers"),
    };
    const { checker, tufts, flowers, shade, front, stones, cracks, moss } = this.nodes;
    this.under = s("g");
    this.ways = s("g");
    this.over = s("g");
    const ground = s("rect", { class: "ground", width: "100%", height: "100%" });
    this.svg = s(
      "svg",
      { class: "race-field", role: "img", "aria-label": label },
      ground,
      checker,
      tufts,
      flowers,
      this.under,
      shade,
      this.ways,
      front,
      stones,
      cracks,
      moss,
      this.over,
    );
    this.marks = new Layer(this.under);
    this.lines = new Layer(this.ways);
    this.pawns = new Layer(this.over);
    this.rows = "";
    this.size = [0, 0];
  }

  /** @param {string[]} rows */
  ground(rows) {
    const text = rows.join("\n");
    if (text === this.rows) return false;
    this.rows = text;
    const [tall, wide] = [rows.length, rows[0]?.length ?? 0];
    this.size = [tall, wide];
    const vast = Math.max(tall, wide) > VAST;
    // Of a rim of stone half is enough.
    const closed = rows.every((row, r) => (r % (tall - 1) ? row[0] === "*" && row.at(-1) === "*" : /^\*+$/.test(row)));
    const cut = closed ? CELL / 2 : 0;
    this.svg.setAttribute("viewBox", `${cut} ${cut} ${wide * CELL - 2 * cut} ${tall * CELL - 2 * cut}`);
    this.svg.classList.toggle("vast", vast);
    const solid = outline(tall, wide, (cell) => rows[Math.floor(cell / wide)]?.[cell % wide] === "*", CELL, vast ? 0 : 4.5);
    const fine = vast ? { cracks: "", moss: "", tufts: "", flowers: "" } : texture(rows);
    let checker = "";
    for (let r = 0; r < tall; r++) for (let c = r % 2; c < wide; c += 2) checker += `M${c * CELL} ${r * CELL}h${CELL}v${CELL}h${-CELL}z`;
    for (const [name, d] of Object.entries({ stones: solid, front: solid, shade: solid, checker: vast ? "" : checker, ...fine }))
      this.nodes[/** @type {"moss"} */ (name)].setAttribute("d", d);
    return true;
  }

  /** @param {Spot} spot */
  target([r, c]) {
    const at = { transform: `translate(${(c + 0.5) * CELL} ${(r + 0.5) * CELL})` };
    const circle = (/** @type {number} */ radius, /** @type {string} */ name) => s("circle", { r: radius, class: name });
    this.marks.show("target", "g", at, () => [circle(22, "halo"), circle(13, "halo"), circle(7.5, "ring"), circle(3, "heart")]);
  }

  /**
   * A cell of a colour of its own.
   * @param {string} key
   * @param {Spot} spot
   * @param {string} kind
   */
  cell(key, [r, c], kind) {
    const layer = kind === "cursor" ? this.pawns : this.marks;
    layer.show(key, "rect", { class: kind, x: c * CELL + 1, y: r * CELL + 1, width: CELL - 2, height: CELL - 2, rx: 4 });
  }

  /**
   * @param {string} key
   * @param {Spot[]} way
   * @param {number} seat
   * @param {string} kind
   */
  way(key, way, seat, kind) {
    this.lines.show(key, "polyline", {
      class: kind,
      points: line(way, kind === "way" ? (seat - 1.5) * 2.4 : 0),
      style: { "--c": `var(--player-${seat + 1})` },
    });
  }

  /**
   * @param {number} seat
   * @param {Spot} spot
   * @param {boolean} turn
   */
  pawn(seat, [r, c], turn) {
    const el = this.pawns.show(
      `pawn${seat}`,
      "g",
      {
        class: ["pawn-on", turn && "turn"],
        style: { transform: `translate(${c * CELL}px, ${r * CELL}px)`, "--c": `var(--player-${seat + 1})` },
      },
      () => standingPawn(seat),
    );
    // The pawn on turn lies on top.
    if (turn && el !== this.over.lastElementChild) this.over.append(el);
  }

  /**
   * An arrow out of a cell.
   * @param {Spot} spot
   * @param {string} dir
   * @param {"hint" | "early"} kind what would be best, or what is to be done next
   * @param {number} [seat] in whose colour
   */
  arrow([r, c], dir, kind, seat = 0) {
    const turn = { up: 0, right: 90, down: 180, left: 270 }[dir] ?? 0;
    this.pawns.show(kind, "path", {
      class: kind,
      style: { "--c": `var(--player-${seat + 1})` },
      d: "M0 -13v-14m-6 6l6 -7l6 7",
      transform: `translate(${(c + 0.5) * CELL} ${(r + 0.5) * CELL}) rotate(${turn})`,
    });
  }

  /** Ends a round of showing. */
  done() {
    this.marks.keep();
    this.lines.keep();
    this.pawns.keep();
  }

  /**
   * The step that was taken out of a cell, and the better one.
   * @param {Spot} spot
   * @param {{ played: string, best: string }} slip
   */
  compare(spot, { played, best }) {
    for (const [kind, dir] of /** @type {const} */ ([
      ["worse", played],
      ["better", best],
    ]))
      this.pawns.show(kind, "path", { class: `judged ${kind}`, d: "M0 -1v-17m-5 5l5 -6l5 6", transform: turned(spot, dir) });
  }

  /**
   * The cell under a pointer.
   * @param {{ clientX: number, clientY: number }} event
   * @returns {Spot}
   */
  spot({ clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return [Math.floor(at.y / CELL), Math.floor(at.x / CELL)];
  }
}

/** Out of the middle of a cell in a direction. @param {Spot} spot @param {string} dir */
function turned([r, c], dir) {
  return `translate(${(c + 0.5) * CELL} ${(r + 0.5) * CELL}) rotate(${{ up: 0, right: 90, down: 180, left: 270 }[dir] ?? 0})`;
}

/** A pawn with a base, a head and the sign of its seat, on a field of 20 by 20. @param {number} seat */
function standingPawn(seat) {
  return [
    s("circle", { class: "glow", cx: 10, cy: 10, r: 14 }),
    s("ellipse", { class: "pawn-shade", cx: 11, cy: 17.4, rx: 7, ry: 2.2 }),
    s("path", { class: "pawn-body", d: "M3 16.800c0-4.500 2.400-7 4.600-8.300h4.800c2.200 1.300 4.600 3.800 4.600 8.300q-7 2-14 0z" }),
    s("circle", { class: "pawn-body", cx: 10, cy: 5.4, r: 4.3 }),
    s("circle", { class: "pawn-glint", cx: 8.5, cy: 3.9, r: 1.2 }),
    s("path", { class: "pawn-sign", d: seatPath(seat), transform: "translate(6.800 9.900) scale(0.200)" }),
  ];
}
