// The one drawing of Sokoban: board, collection, editor, film and miniature. The
// ground is a few merged paths made once; from then on only what moved is moved.

import { s, still } from "../../app/dom.js";
import { outline } from "../../app/shapes.js";
import { crate, man, targetPath, UNIT } from "./sprites.js";

export { UNIT } from "./sprites.js";

/** @typedef {import("./rules.js").Level} Level */
/** @typedef {import("./rules.js").Game} Game */
/** @typedef {"dead" | "tunnels" | "rooms" | "corrals"} Mask */

/** Cells from which on nothing slides. */
const VAST = 1200;

/** The upper left corner of a cell. @param {Level} level @param {number} cell @returns {[number, number]} */
function corner(level, cell) {
  return [(cell % level.cols) * UNIT, Math.floor(cell / level.cols) * UNIT];
}

/** One path over cells, merged. @param {Level} level @param {Iterable<number>} cells @param {number} [radius] */
export function area(level, cells, radius = 0) {
  const has = new Set(cells);
  return has.size ? outline(level.rows, level.cols, (cell) => has.has(cell), UNIT, radius) : "";
}

/** One path of squares, apart from each other. @param {Level} level @param {Iterable<number>} cells @param {number} gap */
export function squares(level, cells, gap) {
  const side = UNIT - 2 * gap;
  let d = "";
  for (const cell of cells) {
    const [x, y] = corner(level, cell);
    d += `M${x + gap} ${y + gap}h${side}v${side}h${-side}z`;
  }
  return d;
}

/** The cells that are seen: where the player may come, and where a box stands walled in. @param {Level} level */
function seen(level) {
  const floor = level.inside.slice();
  for (const box of level.boxes) floor[box] = 1;
  return floor;
}

/**
 * The walls by quarters of cells. Those at the rim keep the half that faces the
 * floor: the board has the screen, not the wall around it.
 * @param {Level} level
 * @returns {(quarter: number) => boolean}
 */
function rim(level) {
  const { rows, cols, wall } = level;
  const floor = seen(level);
  const [tall, wide] = [rows * 2, cols * 2];
  const cellOf = (/** @type {number} */ r, /** @type {number} */ c) => (r >> 1) * cols + (c >> 1);
  const isFloor = (/** @type {number} */ r, /** @type {number} */ c) =>
    r >= 0 && c >= 0 && r < tall && c < wide && floor[cellOf(r, c)] === 1;
  const beside = [-1, 0, 1];
  const facing = (/** @type {number} */ r, /** @type {number} */ c) => beside.some((dr) => beside.some((dc) => isFloor(r + dr, c + dc)));
  /** What is reached from the edge of the picture without crossing what faces the floor. */
  const outer = new Uint8Array(tall * wide);
  /** @type {[number, number][]} */
  const queue = [];
  const enter = (/** @type {number} */ r, /** @type {number} */ c) => {
    if (r < 0 || c < 0 || r >= tall || c >= wide || outer[r * wide + c] || facing(r, c)) return;
    outer[r * wide + c] = 1;
    queue.push([r, c]);
  };
  for (let r = 0; r < tall; r++) for (const c of r % (tall - 1) ? [0, wide - 1] : Array(wide).keys()) enter(r, c);
  for (const [r, c] of queue) for (const d of [-1, 1]) [enter(r + d, c), enter(r, c + d)];
  return (quarter) => wall[cellOf(Math.floor(quarter / wide), quarter % wide)] === 1 && !outer[quarter];
}

/** What does not move: floor, targets, walls. */
export class Ground {
  constructor() {
    this.nodes = {
      floor: s("path", { class: "soko-floor" }),
      checker: s("path", { class: "soko-checker" }),
      target: s("path", { class: "soko-target" }),
      shade: s("path", { class: "soko-shade soko-wall-shade" }),
      front: s("path", { class: "soko-front" }),
      wall: s("path", { class: "soko-wall" }),
    };
    /** Above the floor and below the walls: masks. */
    this.masks = s("g");
    const { floor, checker, target, shade, front, wall } = this.nodes;
    this.el = s("g", null, floor, checker, this.masks, shade, target, front, wall);
  }

  /** @param {Level} level @param {{ whole?: boolean }} [options] whether walls are drawn cell by cell, as where they are edited */
  draw(level, { whole = false } = {}) {
    const { floor, checker, target, shade, front, wall } = this.nodes;
    const { rows, cols } = level;
    const odd = (/** @type {number} */ cell) => (Math.floor(cell / cols) + cell) % 2;
    const dark = [...level.inside.keys()].filter((cell) => level.inside[cell] && (cols % 2 ? cell % 2 : odd(cell)));
    floor.setAttribute(
      "d",
      outline(rows, cols, (cell) => level.inside[cell], UNIT),
    );
    checker.setAttribute("d", squares(level, dark, 0));
    const walls = whole
      ? outline(rows, cols, (cell) => level.wall[cell], UNIT, 3.5)
      : outline(2 * rows, 2 * cols, rim(level), UNIT / 2, 3.5);
    for (const node of [shade, front, wall]) node.setAttribute("d", walls);
    const targets = [...level.target.keys()].filter((cell) => level.target[cell]);
    target.setAttribute("d", targets.map((cell) => targetPath(...middle(level, cell))).join(""));
  }
}

/** @param {Level} level @param {number} cell @returns {[number, number]} */
function middle(level, cell) {
  const [x, y] = corner(level, cell);
  return [x + UNIT / 2, y + UNIT / 2];
}

/** The view box of a level: the floor, half a wall around it, and room for what stands out. @param {Level} level */
function viewBox(level) {
  const { rows, cols } = level;
  let [top, left, bottom, right] = [rows, cols, 0, 0];
  seen(level).forEach((is, cell) => {
    if (!is) return;
    const [r, c] = [Math.floor(cell / cols), cell % cols];
    [top, left, bottom, right] = [Math.min(top, r), Math.min(left, c), Math.max(bottom, r), Math.max(right, c)];
  });
  const [x, y] = [(left - 0.5) * UNIT, (top - 0.5) * UNIT];
  return `${x - 1} ${y - 1} ${(right - left + 2) * UNIT + 3} ${(bottom - top + 2) * UNIT + 6}`;
}

/** Boxes and player where a level has them. @param {Level} level @returns {SVGGElement[]} */
export function tokens(level) {
  const put = (/** @type {SVGGElement} */ el, /** @type {number} */ cell) => {
    el.setAttribute("transform", `translate(${corner(level, cell).join(" ")})`);
    el.classList.toggle("home", level.target[cell] === 1);
    return el;
  };
  return [...level.boxes.map((cell) => put(crate(), cell)), ...(level.player < 0 ? [] : [put(man(), level.player)])];
}

/** A still picture of a level. @param {Level} level */
export function thumbnail(level) {
  const ground = new Ground();
  ground.draw(level);
  return s("svg", { viewBox: viewBox(level), class: "soko-thumb", "aria-hidden": "true" }, ground.el, tokens(level));
}

/** A board that is played on. */
export class Drawing {
  /** @param {Level} level */
  constructor(level) {
    this.level = level;
    const ground = new Ground();
    ground.draw(level);
    this.masks = /** @type {Record<Mask, SVGPathElement>} */ ({});
    for (const mask of /** @type {Mask[]} */ (["rooms", "tunnels", "dead", "corrals"]))
      this.masks[mask] = s("path", { class: `soko-mask ${mask}` });
    ground.masks.append(...Object.values(this.masks));
    this.marked = s("path", { class: "soko-marked" });
    this.reach = s("path", { class: "soko-reach" });
    this.ghost = s("path", { class: "soko-ghost" });
    this.ghostBox = s("rect", { class: "soko-ghost-box", x: 2, y: 2, width: UNIT - 4, height: UNIT - 4, rx: 3, visibility: "hidden" });
    this.arrow = s("path", { class: "soko-arrow", d: "" });
    /** What a replay compares. */
    this.judged = { worse: s("path", { class: "soko-arrow worse" }), better: s("path", { class: "soko-arrow better" }) };
    this.boxes = level.boxes.map(() => crate());
    this.man = man();
    // On a vast board a slide of a few pixels only costs frames.
    this.vast = level.rows * level.cols > VAST;
    this.svg = s(
      "svg",
      { viewBox: viewBox(level), class: ["soko-board", this.vast && "vast"], "aria-hidden": "true" },
      ground.el,
      this.reach,
      this.ghost,
      this.boxes,
      this.ghostBox,
      this.man,
      this.marked,
      this.arrow,
      Object.values(this.judged),
    );
    /** Where everything was drawn last. @type {number[]} */
    this.drawn = [];
    this.drawnMan = -1;
    this.selected = -1;
  }

  /** @param {number} cell */
  place(cell) {
    const [x, y] = corner(this.level, cell);
    return `translate(${x}px,${y}px)`;
  }

  /** Moves what moved. @param {Game} game */
  show(game) {
    game.boxes.forEach((cell, index) => {
      const before = this.drawn[index];
      const box = this.boxes[index];
      if (before === cell || !box) return;
      box.style.transform = this.place(cell);
      box.classList.toggle("home", this.level.target[cell] === 1);
      if (before !== undefined && !this.vast && !still()) squash(box, Math.abs(cell - before) === 1);
      this.drawn[index] = cell;
    });
    if (this.drawnMan !== game.player) {
      this.man.style.transform = this.place(game.player);
      this.drawnMan = game.player;
    }
    if (this.man.dataset.facing !== String(game.facing)) this.man.dataset.facing = String(game.facing);
  }

  /** @param {number} index the box, or -1 for none */
  select(index) {
    if (index === this.selected) return;
    this.boxes[this.selected]?.classList.remove("chosen");
    this.boxes[index]?.classList.add("chosen");
    this.selected = index;
  }

  /** Dots where something can go. @param {Iterable<number>} cells */
  dots(cells) {
    let d = "";
    for (const cell of cells) {
      const [x, y] = middle(this.level, cell);
      d += `M${x - 2.2} ${y}a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z`;
    }
    this.reach.setAttribute("d", d);
  }

  /**
   * A line through cells, and where a box would stand at its end.
   * @param {number[]} cells
   * @param {number} [box]
   */
  way(cells, box = -1) {
    this.ghost.setAttribute("d", cells.length > 1 ? `M${cells.map((cell) => middle(this.level, cell).join(" ")).join("L")}` : "");
    this.ghost.classList.toggle("pushed", box >= 0);
    this.ghostBox.setAttribute("visibility", box >= 0 ? "visible" : "hidden");
    if (box >= 0) this.ghostBox.style.transform = this.place(box);
  }

  /**
   * An arrow from a cell in a direction: the next push.
   * @param {number} cell -1 for none
   * @param {import("./rules.js").Dir} dir
   */
  point(cell, dir) {
    this.#turn(this.arrow, cell, dir);
  }

  /** Two pushes side by side. @param {Record<"worse" | "better", [cell: number, dir: import("./rules.js").Dir]> | undefined} pushes */
  compare(pushes) {
    for (const kind of /** @type {const} */ (["worse", "better"])) this.#turn(this.judged[kind], ...(pushes?.[kind] ?? [-1, 0]));
  }

  /** @param {SVGPathElement} arrow @param {number} cell @param {number} dir */
  #turn(arrow, cell, dir) {
    const u = UNIT;
    const d = `M${u * 0.1} ${u * 0.38}h${u * 0.75}v${-u * 0.2}l${u * 0.5} ${u * 0.32}l${-u * 0.5} ${u * 0.32}v${-u * 0.2}h${-u * 0.75}z`;
    arrow.setAttribute("d", cell < 0 ? "" : d);
    if (cell >= 0) arrow.style.transform = `${this.place(cell)} rotate(${[180, 270, 0, 90][dir]}deg)`;
  }

  /** @param {Mask} mask @param {Iterable<number>} cells */
  mask(mask, cells) {
    this.masks[mask].setAttribute("d", area(this.level, cells, mask === "corrals" ? 4 : 0));
  }

  /** Rings around cells that something is said about. @param {Iterable<number>} cells */
  mark(cells) {
    this.marked.setAttribute("d", squares(this.level, cells, 1));
  }

  /** The cell under a pointer, -1 outside. @param {{ clientX: number, clientY: number }} event */
  cellAt(event) {
    return cellAt(this.svg, this.level, event);
  }
}

/** A box gives way a little as it is pushed. @param {SVGElement} box @param {boolean} across */
function squash(box, across) {
  const narrow = across ? "scale(0.92, 1.04)" : "scale(1.04, 0.92)";
  box
    .querySelector(".soko-body")
    ?.animate([{ transform: "none" }, { transform: narrow }, { transform: "none" }], { duration: 150, easing: "ease-out" });
}

/** The cell of a level under a pointer, -1 outside. @param {SVGSVGElement} svg @param {Level} level @param {{ clientX: number, clientY: number }} event */
export function cellAt(svg, { rows, cols }, { clientX, clientY }) {
  const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  const [c, r] = [Math.floor(at.x / UNIT), Math.floor(at.y / UNIT)];
  return c < 0 || r < 0 || c >= cols || r >= rows ? -1 : r * cols + c;
}
