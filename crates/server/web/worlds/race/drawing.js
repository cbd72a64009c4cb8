// The picture of a race: rubble, target, ways, trails and pawns, patched as
// the game goes on.

import { s } from "../../app/dom.js";
import { pawnShape } from "../../app/icons.js";
import { Layer } from "../../app/patch.js";

/** @typedef {import("./view.js").Spot} Spot */

/** Points a cell. */
export const CELL = 20;

/**
 * The rubble as one path: a rounded square for each blocked cell, so that a
 * board of a thousand cells is a single node.
 * @param {string[]} rows
 */
function rubble(rows) {
  const round = rows.length <= 101;
  let d = "";
  rows.forEach((row, r) => {
    for (let c = 0; c < row.length; c++) {
      if (row[c] !== "*") continue;
      if (round)
        d += `M${c * CELL + 4.5} ${r * CELL + 1}h11a3.500 3.500 0 0 1 3.500 3.500v11a3.500 3.500 0 0 1 -3.500 3.500h-11a3.500 3.500 0 0 1 -3.500 -3.500v-11a3.500 3.500 0 0 1 3.500 -3.500z`;
      else d += `M${c * CELL} ${r * CELL}h${CELL}v${CELL}h${-CELL}z`;
    }
  });
  return d;
}

/** @param {Spot[]} way @param {number} shift keeps ways of several players apart */
function line(way, shift) {
  return way.map(([r, c]) => `${(c + 0.5) * CELL + shift},${(r + 0.5) * CELL + shift}`).join(" ");
}

/** The picture of a race. */
export class Drawing {
  /** @param {string} label what it is, for those who do not see it */
  constructor(label) {
    this.stones = s("path", { class: "stones" });
    this.under = s("g");
    this.ways = s("g");
    this.over = s("g");
    this.svg = s(
      "svg",
      { class: "race-field", role: "img", "aria-label": label },
      s("rect", { class: "ground", width: "100%", height: "100%" }),
      this.under,
      this.stones,
      this.ways,
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
    this.size = [rows.length, rows[0]?.length ?? 0];
    this.svg.setAttribute("viewBox", `0 0 ${(this.size[1] ?? 0) * CELL} ${(this.size[0] ?? 0) * CELL}`);
    this.stones.setAttribute("d", rubble(rows));
    return true;
  }

  /** @param {Spot} spot */
  target([r, c]) {
    const at = { transform: `translate(${(c + 0.5) * CELL} ${(r + 0.5) * CELL})` };
    this.marks.show("target", "g", at, () => [
      s("circle", { r: 15, class: "halo" }),
      s("circle", { r: 8.5, class: "ring" }),
      s("circle", { r: 3.5, class: "heart" }),
    ]);
  }

  /**
   * A cell of a colour of its own.
   * @param {string} key
   * @param {Spot} spot
   * @param {string} kind
   */
  cell(key, [r, c], kind) {
    this.marks.show(key, "rect", { class: kind, x: c * CELL + 1, y: r * CELL + 1, width: CELL - 2, height: CELL - 2, rx: 4 });
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
      () => [
        s("circle", { class: "glow", cx: CELL / 2, cy: CELL / 2, r: CELL * 0.72 }),
        s("g", { transform: "translate(1.600 1.600) scale(0.525)" }, pawnShape(seat)),
        s("text", { x: CELL / 2, y: CELL / 2 + (seat === 2 ? 5.2 : 3.6), "text-anchor": "middle" }, seat + 1),
      ],
    );
    // The pawn on turn lies on top.
    if (turn && el !== this.over.lastElementChild) this.over.append(el);
  }

  /**
   * An arrow out of a cell.
   * @param {Spot} spot
   * @param {string} dir
   */
  arrow([r, c], dir) {
    const turn = { up: 0, right: 90, down: 180, left: 270 }[dir] ?? 0;
    this.pawns.show("hint", "path", {
      class: "hint",
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
   * The cell under a pointer.
   * @param {{ clientX: number, clientY: number }} event
   * @returns {Spot}
   */
  spot({ clientX, clientY }) {
    const box = this.svg.getBoundingClientRect();
    const [rows = 1, cols = 1] = this.size;
    const scale = Math.min(box.width / cols, box.height / rows);
    const x = clientX - box.left - (box.width - scale * cols) / 2;
    const y = clientY - box.top - (box.height - scale * rows) / 2;
    return [Math.floor(y / scale), Math.floor(x / scale)];
  }
}
