// The picture of the town, patched as the game goes on, and a grid of buttons
// over it: pointer, touch, keys and screen readers all meet the same cells.

import { h, put, s } from "../../app/dom.js";
import { pawnShape } from "../../app/icons.js";
import { Layer } from "../../app/patch.js";
import { cellBox, outline } from "../../app/shapes.js";
import { goodShape, treeShape } from "./sprites.js";

/** @typedef {import("./town.js").Town} Town */
/** @typedef {import("./view.js").Good} Good */
/** @typedef {import("./roads.js").Walk} Walk */

/** Points a cell. */
export const CELL = 40;
const HALF = CELL / 2;
/** The water around the town, with the numbers of rows and columns. */
const RIM = 18;
/** A fish, swimming to the left, on a field of 12 by 6. */
const FISH = "M0 3Q3 -0.500 7.500 2.300L11.500 0Q10.500 3 11.500 6L7.500 3.700Q3 6.500 0 3z";

/** The rim of a cell, from its corner. */
const OUTLINE = `m7.500 1.500h${CELL - 15}q6 0 6 6v${CELL - 15}q0 6 -6 6h${15 - CELL}q-6 0 -6 -6v${15 - CELL}q0 -6 6 -6z`;

/** @param {Element} node @param {string} name @param {string} value */
function change(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/**
 * @typedef {object} Handlers
 * @property {(cell: number | undefined) => void} look   the pointer or the focus is here
 * @property {(cell: number, touch: boolean) => void} press
 */

export class Drawing {
  /**
   * @param {string} label what it is, for those who do not see it
   * @param {Handlers} [handlers]
   */
  constructor(label, handlers = { look() {}, press() {} }) {
    this.svg = s("svg", { class: "fish-ground", "aria-hidden": "true" });
    // What follows the pointer lies on a sheet of its own, so that the town below is not painted anew.
    this.sheet = s("svg", { class: "fish-sheet", "aria-hidden": "true" });
    const layer = (/** @type {string} */ name, svg = this.svg) => {
      const g = s("g", { class: name });
      svg.append(g);
      return new Layer(g);
    };
    this.sheet.append(
      s(
        "defs",
        null,
        s(
          "pattern",
          { id: "fish-hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
          s("rect", { width: 3.5, height: 8, class: "hatch" }),
        ),
      ),
    );
    // Walks may run just outside.
    this.sheet.style.overflow = "visible";
    this.harbour = s("g", { class: "harbour" });
    this.names = s("g", { class: "names" });
    this.svg.append(this.harbour, this.names);
    this.plots = layer("plots");
    this.roads = layer("roads");
    this.paved = layer("paved");
    this.tints = layer("tints");
    this.pieces = layer("pieces");
    this.numbers = layer("numbers");
    this.walks = layer("walks", this.sheet);
    this.ghosts = {
      soon: s("path", { class: "soon" }),
      taken: s("path", { class: "taken" }),
      here: s("path", { class: "here" }),
      would: s("g", { class: "would" }),
    };
    this.sheet.append(...Object.values(this.ghosts));
    /** What stands in `would`. */
    this.guest = "";
    this.marks = layer("marks", this.sheet);
    // They swim without end: each is a picture of its own, moved and never painted again.
    this.fish = h("div", { class: "fish-school", "aria-hidden": "true" });
    this.grid = h("div", { class: "fish-cells", role: "grid", "aria-label": label });
    this.el = h("div", { class: "fish-stage" }, h("div", { class: "fish-town" }, this.svg, this.fish, this.sheet), this.grid);
    this.handlers = handlers;
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.cols = 0;
    this.cursor = 0;
    this.#listen();
  }

  #listen() {
    const at = (/** @type {Event} */ event) => {
      const found = /** @type {Element} */ (event.target).closest("[data-cell]");
      return found ? Number(found.getAttribute("data-cell")) : undefined;
    };
    /** Whether a finger is at work: what it looked at stays, also while it goes to a button beside the town. */
    let touch = false;
    this.grid.addEventListener("pointerdown", (event) => {
      touch = event.pointerType === "touch";
    });
    this.grid.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.handlers.look(at(event));
    });
    this.grid.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.handlers.look(undefined);
    });
    this.grid.addEventListener("focusin", (event) => {
      const cell = at(event);
      if (cell === undefined) return;
      this.#rove(cell);
      // By a key, however the last cell was chosen.
      if (this.cells[cell]?.matches(":focus-visible")) touch = false;
      if (!touch) this.handlers.look(cell);
    });
    this.grid.addEventListener("focusout", (event) => {
      if (!this.grid.contains(/** @type {Node | null} */ (event.relatedTarget)) && !touch) this.handlers.look(undefined);
    });
    this.grid.addEventListener("click", (event) => {
      const cell = at(event);
      if (cell !== undefined) this.handlers.press(cell, touch);
    });
    this.grid.addEventListener("keydown", (event) => {
      const { cursor, cols } = this;
      const row = Math.floor(cursor / cols);
      const to = {
        ArrowUp: cursor - cols,
        ArrowDown: cursor + cols,
        ArrowLeft: cursor % cols ? cursor - 1 : -1,
        ArrowRight: cursor % cols < cols - 1 ? cursor + 1 : -1,
        Home: row * cols,
        End: row * cols + cols - 1,
      }[event.key];
      if (to === undefined) return;
      // A replay would take the arrows for its own.
      event.preventDefault();
      event.stopPropagation();
      touch = false;
      this.cells[to]?.focus();
    });
  }

  /** @param {number} cell */
  #rove(cell) {
    this.cells[this.cursor]?.setAttribute("tabindex", "-1");
    this.cells[cell]?.setAttribute("tabindex", "0");
    this.cursor = cell;
  }

  /** @param {Town} town */
  #lay(town) {
    this.cols = town.cols;
    for (const svg of [this.svg, this.sheet])
      svg.setAttribute("viewBox", `${-RIM} ${-RIM} ${town.cols * CELL + 2 * RIM} ${town.rows * CELL + 2 * RIM}`);
    const name = (/** @type {number} */ n, /** @type {number} */ x, /** @type {number} */ y) =>
      s("text", { x, y, "text-anchor": "middle" }, n);
    this.names.replaceChildren(
      ...Array.from({ length: town.cols }, (_, col) => name(col, col * CELL + HALF, -6)),
      ...Array.from({ length: town.rows }, (_, row) => name(row, -RIM / 2, row * CELL + HALF + 3.5)),
    );
    const [wide, tall] = [town.cols * CELL, town.rows * CELL];
    const share = (/** @type {number} */ n, /** @type {number} */ all) => `${(100 * n) / (all + 2 * RIM)}%`;
    const swim = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ turn, /** @type {number} */ index) => {
      const where = { left: share(x + RIM, wide), top: share(y + RIM, tall), width: share(12, wide), rotate: `${turn}deg` };
      return h("div", { style: where }, s("svg", { class: `swim s${index}`, viewBox: "0 0 12 6" }, s("path", { d: FISH })));
    };
    this.fish.replaceChildren(
      swim(wide * 0.35, tall + 7, 0, 0),
      swim(wide * 0.8, tall + 9, 0, 1),
      swim(wide + 13, tall * 0.3, 90, 2),
      swim(wide + 11, tall * 0.75, 90, 0),
    );
    this.harbour.replaceChildren(
      s("rect", { class: "water", x: -RIM, y: -RIM, width: wide + 2 * RIM, height: tall + 2 * RIM }),
      s("path", { class: "waves", d: waves(wide, tall) }),
      s("rect", { class: "quay", x: -3, y: -1, width: wide + 6, height: tall + 6, rx: 8 }),
      s("rect", { class: "island", x: -3, y: -3, width: wide + 6, height: tall + 6, rx: 8 }),
    );
    this.el.style.setProperty("--cols", String(town.cols));
    this.el.style.setProperty("--rows", String(town.rows));
    this.cells = [];
    this.grid.replaceChildren(
      ...Array.from({ length: town.rows }, (_, row) =>
        h(
          "div",
          { role: "row" },
          Array.from({ length: town.cols }, (_, col) => {
            const cell = h("button", { type: "button", role: "gridcell", tabindex: -1, "data-cell": row * town.cols + col });
            this.cells.push(cell);
            return cell;
          }),
        ),
      ),
    );
    this.#rove(Math.min(this.cursor, town.size - 1));
  }

  /**
   * @param {Town} town
   * @param {Map<number, number>} owners the seat of each shop
   * @param {Set<number>} legal where the reader may act
   * @param {(cell: number) => string} say a cell in words
   */
  show(town, owners, legal, say) {
    if (this.cells.length !== town.size || this.cols !== town.cols) this.#lay(town);
    const street = outline(town.rows, town.cols, (cell) => town.mark(cell) === "#", CELL, 7);
    this.roads.show("kerb", "path", { class: "kerb", d: street });
    this.roads.show("street", "path", { class: "street", d: street });
    for (let cell = 0; cell < town.size; cell++) {
      const mark = town.mark(cell);
      const [r, c] = town.spot(cell);
      const [x, y] = [c * CELL, r * CELL];
      const place = { transform: `translate(${x} ${y})` };
      const button = this.cells[cell];
      if (button) button.style.visibility = mark === "_" ? "hidden" : "";
      if (mark === "_") {
        this.plots.show(`o${cell}`, "rect", { class: "water", x: x - 3, y: y - 3, width: CELL + 6, height: CELL + 6 });
        continue;
      }
      this.plots.show(`p${cell}`, "rect", {
        class: ["plot", legal.has(cell) && "may"],
        ...cellBox(town.spot(cell), CELL, 1.5, 6),
      });
      if (mark === "#") this.#lane(town, cell);
      else if (mark === "T") this.pieces.show(`T${cell}`, "g", place, () => tree());
      else if (mark >= "A" && mark <= "E") this.pieces.show(`${mark}${cell}`, "g", place, () => producer(/** @type {Good} */ (mark)));
      else if (mark >= "a" && mark <= "e")
        this.pieces.show(`${mark}${cell}`, "g", place, () => shop(/** @type {Good} */ (mark.toUpperCase()), owners.get(cell)));
      else if (mark >= "1" && mark <= "5") this.pieces.show(`r${mark}${cell}`, "g", place, () => reservation(Number(mark) - 1));
      const words = say(cell);
      if (button && button.getAttribute("aria-label") !== words) button.setAttribute("aria-label", words);
    }
    if (town.areas.length) this.#areas(town);
    this.plots.keep();
    this.roads.keep();
    this.pieces.keep();
  }

  /** The borders of the areas and how many buildings each still holds. @param {Town} town */
  #areas(town) {
    const of = new Map(town.areas.flatMap((area) => area.cells.map((cell) => [cell, area])));
    const edges = [];
    for (const cell of of.keys()) {
      const [r, c] = town.spot(cell);
      const other = (/** @type {number} */ row, /** @type {number} */ col) =>
        col < town.cols && row < town.rows && of.get(town.cell([row, col])) !== of.get(cell) && of.has(town.cell([row, col]));
      if (other(r, c + 1)) edges.push(`M${(c + 1) * CELL} ${r * CELL}v${CELL}`);
      if (other(r + 1, c)) edges.push(`M${c * CELL} ${(r + 1) * CELL}h${CELL}`);
    }
    this.pieces.show("areas", "path", { d: edges.join(""), fill: "none", stroke: "currentColor", "stroke-width": 2, opacity: 0.55 });
    town.areas.forEach((area, number) => {
      const left = area.limit - area.cells.filter((cell) => !town.open(cell)).length;
      const first = area.cells[0];
      if (left <= 0 || first === undefined) return;
      const [r, c] = town.spot(first);
      const place = { x: c * CELL + 5, y: r * CELL + 12, "font-size": 11, "font-weight": 700, fill: "currentColor" };
      this.pieces.show(`area${number}-${left}`, "text", place, () => [document.createTextNode(String(left))]);
    });
  }

  /** The lane of a road cell, towards its neighbours. @param {Town} town @param {number} cell */
  #lane(town, cell) {
    const [r, c] = town.spot(cell);
    const [x, y] = [c * CELL + HALF, r * CELL + HALF];
    const joined = town.around(cell).filter((other) => town.mark(other) === "#");
    const ends = joined.map((other) => {
      const [row, col] = town.spot(other);
      return `M${x} ${y}l${(col - c) * HALF} ${(row - r) * HALF}`;
    });
    this.roads.show(`l${cell}`, "path", { class: "lane", d: ends.join("") || `M${x - 6} ${y}h12` });
  }

  /** New roads draw themselves, from those that were there on: what covers them draws back. @param {Town} town @param {number[]} cells */
  pave(town, cells) {
    const left = new Set(cells);
    for (let round = 0; left.size; round++) {
      const next = [...left].map((cell) => ({
        cell,
        from: town.around(cell).find((other) => town.mark(other) === "#" && !left.has(other)),
      }));
      const joined = next.filter(({ from }) => from !== undefined);
      for (const { cell, from } of joined.length ? joined : next) {
        left.delete(cell);
        const [r, c] = town.spot(cell);
        const [row, col] = from === undefined ? [r, c - 1] : town.spot(from);
        const [down, right] = [r - row, c - col];
        this.paved.show(`p${cell}`, "rect", {
          class: "cover",
          ...cellBox([r, c], CELL, -2, 6),
          style: {
            "--n": round,
            "transform-origin": `${50 + 50 * right}% ${50 + 50 * down}%`,
            "--to": `${Number(!right)} ${Number(!down)}`,
          },
        });
      }
    }
    this.paved.keep();
  }

  /**
   * What building somewhere would do. The same few nodes at another place: from
   * cell to cell nothing is laid out anew and only the sheet is painted.
   * @param {Town} town
   * @param {{ cell: number, mark: string, seat: number | null, roads: number[], returned: number[] } | undefined} what
   */
  ghost(town, what) {
    const { soon, taken, here, would } = this.ghosts;
    const at = (/** @type {number} */ cell) => {
      const [r, c] = town.spot(cell);
      return `${c * CELL} ${r * CELL}`;
    };
    const path = (/** @type {number[]} */ cells, /** @type {string} */ shape) => cells.map((cell) => `M${at(cell)}${shape}`).join("");
    const side = CELL - 4;
    change(soon, "d", path(what?.roads ?? [], `m2 2h${side}v${side}h${-side}z`));
    change(taken, "d", path(what?.returned ?? [], "m9 9l22 22m0 -22l-22 22"));
    change(here, "d", path(what ? [what.cell] : [], OUTLINE));
    const shown = what && town.free(what.cell) ? what.mark : "";
    change(would, "visibility", shown ? "visible" : "hidden");
    if (!what || !shown) return;
    change(would, "transform", `translate(${at(what.cell)})`);
    if (this.guest === `${shown}${what.seat}`) return;
    this.guest = `${shown}${what.seat}`;
    const good = /** @type {Good} */ (shown.toUpperCase());
    const piece =
      shown === "T" ? tree() : shown === "?" ? what.seat !== null && reservation(what.seat) : shop(good, what.seat ?? undefined);
    put(would, piece);
  }

  /**
   * A tint and a number in cells: chances, distances.
   * @param {Town} town
   * @param {Map<number, { share: number, text: string }>} values
   * @param {string} kind
   */
  overlay(town, values, kind) {
    for (const [cell, { share, text }] of values) {
      const [r, c] = town.spot(cell);
      this.tints.show(`t${cell}`, "rect", {
        class: `tint ${kind}`,
        ...cellBox([r, c], CELL, 1.5, 6),
        "fill-opacity": (0.08 + 0.8 * share).toFixed(2),
      });
      const small = !".#".includes(town.mark(cell));
      const node = this.numbers.show(`n${cell}`, "text", {
        class: `number ${kind}`,
        x: c * CELL + HALF,
        y: r * CELL + (small ? CELL - 4 : HALF + 5),
        "text-anchor": "middle",
        "data-text": text,
      });
      if (node.textContent !== text) node.textContent = text;
    }
    this.tints.keep();
    this.numbers.keep();
  }

  /**
   * Walks from shops to their producers.
   * @param {Town} town
   * @param {Walk[]} walks
   * @param {Walk} [chosen] with its steps counted
   */
  ways(town, walks, chosen) {
    const centre = (/** @type {number} */ cell, /** @type {number} */ shift) => {
      const [r, c] = town.spot(cell);
      return `${c * CELL + HALF + shift},${r * CELL + HALF + shift}`;
    };
    for (const one of walks) {
      const lit = one === chosen;
      const shift = lit ? 0 : (one.seat - 1.5) * 3 + ("ABCDE".indexOf(one.good) - 2) * 0.8;
      this.walks.show(`w${one.seat}${one.good}`, "polyline", {
        class: ["walk", lit && "lit", chosen && !lit && "dim"],
        points: one.way.map((cell) => centre(cell, shift)).join(" "),
        style: { "--c": `var(--player-${one.seat + 1})` },
      });
    }
    if (chosen) {
      chosen.way.slice(1, -1).forEach((cell, index) => {
        const [r, c] = town.spot(cell);
        this.walks.show(
          `c${cell}-${index}`,
          "g",
          {
            class: "count",
            transform: `translate(${c * CELL + HALF} ${r * CELL + HALF})`,
            style: { "--c": `var(--player-${chosen.seat + 1})` },
          },
          () => [s("circle", { r: 9.5 }), s("text", { y: 4.2, "text-anchor": "middle" }, index + 1)],
        );
      });
    }
    this.walks.keep();
  }

  /**
   * Rings around cells: the last deed, a hint, the cells one may build on.
   * @param {Town} town
   * @param {[number, string][]} rings
   */
  rings(town, rings) {
    for (const [cell, kind] of rings) {
      this.marks.show(`${kind}${cell}`, "rect", { class: `ring ${kind}`, ...cellBox(town.spot(cell), CELL, 1, 7) });
    }
    this.marks.keep();
  }
}

/** Small waves along the right and the lower rim. @param {number} wide @param {number} tall */
function waves(wide, tall) {
  let d = "";
  for (let x = 8; x < wide; x += 46) d += `M${x} ${tall + 13}q3 -3 6 0t6 0`;
  for (let y = 20; y < tall; y += 52) d += `M${wide + 5} ${y}q2.500 -3 5 0t5 0`;
  return d;
}

/** @param {Good} good */
export function producer(good) {
  return s(
    "g",
    { class: "producer" },
    s("rect", { class: "shade", x: 4, y: 6, width: CELL - 4, height: CELL - 5, rx: 5 }),
    s("rect", { class: "side", x: 1.5, y: 4, width: CELL - 3, height: CELL - 5.5, rx: 5 }),
    s("rect", { class: "block", x: 1.5, y: 1.5, width: CELL - 3, height: CELL - 7, rx: 5 }),
    s("circle", { class: "plate", cx: 22.5, cy: 20.5, r: 12.5 }),
    s("g", { transform: "translate(12.700 10.800) scale(0.810)" }, goodShape(good)),
    s("text", { x: 7.5, y: 12, "text-anchor": "middle" }, good),
  );
}

/** @param {Good} good @param {number} [seat] */
export function shop(good, seat) {
  return s(
    "g",
    { class: "shop", style: { "--c": seat === undefined ? "var(--faint)" : `var(--player-${seat + 1})` } },
    s("path", { class: "shade", d: "M8 18h31v19.500q0 2 -2 2h-29z" }),
    s("path", { class: "house", d: "M5 15h30v21.500a1.500 1.500 0 0 1 -1.500 1.500h-27a1.500 1.500 0 0 1 -1.500 -1.500z" }),
    s("path", { class: "roof", d: "M20 2l18 12.500a1.500 1.500 0 0 1 -1 2.700h-34a1.500 1.500 0 0 1 -1 -2.700z" }),
    s("path", { class: "gleam", d: "M4.500 14.200L20 3.600" }),
    s("g", { transform: "translate(7 18.500) scale(0.760)" }, goodShape(good)),
    s("text", { x: 30, y: 34, "text-anchor": "middle" }, good.toLowerCase()),
    seat === undefined ? null : s("g", { class: "owner", transform: "translate(15.500 7) scale(0.280)" }, pawnShape(seat)),
  );
}

/** @param {number} seat */
function reservation(seat) {
  return s(
    "g",
    { class: "disc", style: { "--c": `var(--player-${seat + 1})` } },
    s("ellipse", { class: "shade", cx: 22, cy: 24, rx: 12, ry: 10 }),
    s("g", { transform: "translate(8 8) scale(0.750)" }, pawnShape(seat)),
    s("text", { x: HALF, y: HALF + (seat === 2 ? 8 : seat === 4 ? 5.5 : 4.5), "text-anchor": "middle" }, seat + 1),
  );
}

export function tree() {
  return s(
    "g",
    { class: "tree" },
    s("ellipse", { class: "shade", cx: 24, cy: 32, rx: 12, ry: 4.5 }),
    s("g", { transform: "translate(5 4.500) scale(1.250)" }, treeShape()),
  );
}
