// The picture of a supermarket, patched as the game goes on: a move touches
// the pawn, a new tile its own nodes and the walls of its neighbours. Pawns stand
// above the drawing in boxes of their own, so that one that slides leaves the
// drawing alone.

import { h, s, set, still } from "../../app/dom.js";
import { Layer } from "../../app/patch.js";
import { cellBox, outline } from "../../app/shapes.js";
import { Camera } from "./camera.js";
import { colourAt, pawnSign, shape, siteSign } from "./sprites.js";
import { Aisles, CELL, STEPS } from "./tiles.js";

/** @typedef {import("../../app/wire.js").Point} Point */
/** @typedef {import("./view.js").MagicView} MagicView */

/** The middle of a cell. @param {Point} point @returns {[number, number]} */
export function middle([row, col]) {
  return [(col + 0.5) * CELL, (row + 0.5) * CELL];
}

/** A side of a cell as a path. @param {Point} point @param {number} dir */
function edge([row, col], dir) {
  const [x, y] = [col * CELL, row * CELL];
  if (dir === 0) return `M${x} ${y}h${CELL}`;
  if (dir === 1) return `M${x + CELL} ${y}v${CELL}`;
  if (dir === 2) return `M${x} ${y + CELL}h${CELL}`;
  return `M${x} ${y}v${CELL}`;
}

/** Whether a side of a cell lies inside its tile. @param {number} cell @param {number} dir */
function inside(cell, dir) {
  return dir === 0 ? cell > 3 : dir === 1 ? cell % 4 < 3 : dir === 2 ? cell < 12 : cell % 4 > 0;
}

/** Boards with goods in four colours, the same for the same tile. @param {(cell: number) => boolean} shelved @param {number} tile @returns {string[]} */
function goods(shelved, tile) {
  const kinds = ["", "", "", "", ""];
  for (let cell = 0; cell < 16; cell++) {
    if (!shelved(cell)) continue;
    const [x, y] = [(cell % 4) * CELL, (cell >> 2) * CELL];
    for (const shelf of [17, 34]) {
      kinds[4] += `M${x + 3} ${y + shelf}h${CELL - 6}`;
      for (let n = 0; n < 5; n++) {
        const look = (Math.imul(tile * 67 + cell * 13 + shelf * 5 + n + 3, 2654435761) >>> 9) % 97;
        const tall = 6 + (look % 6);
        if (look % 7) kinds[look % 4] += `M${x + 4 + n * 6.6} ${y + shelf - 1}v${-tall}h5v${tall}z`;
      }
    }
  }
  return kinds;
}

/** The picture. */
export class Drawing {
  /** @param {string} label @param {() => void} changed when the camera moved */
  constructor(label, changed) {
    this.tiles = s("g");
    this.lit = s("g");
    this.ways = s("g");
    this.over = s("g");
    this.svg = s(
      "svg",
      { class: "magic-mall", role: "img", "aria-label": label, preserveAspectRatio: "xMidYMid meet" },
      this.tiles,
      this.lit,
      this.ways,
      this.over,
    );
    this.pieces = h("div", { class: "magic-pieces", "aria-hidden": "true" });
    this.el = h("div", { class: "magic-picture" }, this.svg, this.pieces);
    this.grounds = new Layer(this.tiles);
    this.lights = new Layer(this.lit);
    this.lines = new Layer(this.ways);
    this.aims = new Layer(this.over);
    /** @type {Map<number, { el: HTMLElement, at: Point }>} */
    this.pawns = new Map();
    this.camera = new Camera(this.el, this.svg, { moved: () => this.#view(), changed });
    this.aisles = new Aisles([]);
    this.last = "";
    this.drawn = 0;
  }

  /**
   * The tiles. True when something was laid or taken away.
   * @param {MagicView} view
   */
  ground(view) {
    const key = `${view.market.length}|${view.used.join()}|${JSON.stringify(view.market[0])}`;
    if (key === this.last && view.market.length === this.drawn) return false;
    const grown = view.market.length === this.drawn + 1 && this.drawn > 0;
    this.last = key;
    this.aisles = new Aisles(view.market);
    view.market.forEach((_, tile) => this.#tile(tile, view, grown && tile === view.market.length - 1));
    this.grounds.keep();
    const more = view.market.length !== this.drawn;
    this.drawn = view.market.length;
    if (more) {
      const { top, left, rows, cols } = this.aisles.box();
      this.camera.cover({ x: (left - 0.7) * CELL, y: (top - 0.7) * CELL, w: (cols + 1.4) * CELL, h: (rows + 1.4) * CELL });
    }
    return true;
  }

  /** @param {number} tile @param {MagicView} view @param {boolean} fresh */
  #tile(tile, view, fresh) {
    const { aisles } = this;
    const walkable = aisles.walkable[tile] ?? 0;
    const shelved = (/** @type {number} */ cell) => !((walkable >> cell) & 1);
    let [walls, slits, checker] = ["", "", ""];
    /** @type {{ cell: number, dir: number }[]} */
    const doors = [];
    const [[row, col]] = view.market[tile] ?? [[0, 0]];
    for (let cell = 0; cell < 16; cell++) {
      const point = aisles.point(tile * 16 + cell);
      if (!shelved(cell) && (point[0] + point[1]) % 2) checker += `M${point[1] * CELL} ${point[0] * CELL}h${CELL}v${CELL}h${-CELL}z`;
      for (let dir = 0; dir < 4; dir++) {
        const side = aisles.side(tile, cell, dir);
        // Between two cells of the same shelf there is nothing to see.
        const within =
          side === "wall" && shelved(cell) && inside(cell, dir) && shelved(cell + (STEPS[dir]?.[0] ?? 0) * 4 + (STEPS[dir]?.[1] ?? 0));
        if (side === "wall" && !within) walls += edge(point, dir);
        else if (side === "passage") slits += edge(point, dir);
        else if (side === "door") doors.push({ cell, dir });
      }
    }
    // A tile laid elsewhere, in another match, is another node.
    const name = `t${tile}:${row},${col}`;
    const group = this.grounds.show(name, "g", { class: ["tile", tile === 0 && "first"] });
    if (fresh && !still()) this.#slide(group, tile);
    let layer = /** @type {{ layer?: Layer }} */ (/** @type {unknown} */ (group)).layer;
    if (!layer) {
      layer = new Layer(group);
      /** @type {{ layer?: Layer }} */ (/** @type {unknown} */ (group)).layer = layer;
    }
    const place = { transform: `translate(${col * CELL} ${row * CELL})` };
    const shelves = outline(4, 4, shelved, CELL, 5);
    layer.show("floor", "path", { class: "floor", d: `M${col * CELL} ${row * CELL}h${4 * CELL}v${4 * CELL}h${-4 * CELL}z` });
    layer.show("checker", "path", { class: "checker", d: checker });
    if (shelves) {
      layer.show("shelf-front", "path", { class: "shelf-front", d: shelves, transform: `translate(${col * CELL + 1} ${row * CELL + 4})` });
      layer.show("shop", "path", { ...place, class: "shop", d: shelves });
      goods(shelved, tile).forEach((d, kind) => layer.show(`goods${kind}`, "path", { ...place, class: `goods g${kind}`, d }));
    }
    const [, { sites, escalator }] = view.market[tile] ?? [[0, 0], { sites: [], escalator: null, walls: 0, passages: 0 }];
    if (escalator) {
      const [[x1, y1], [x2, y2]] = [middle(aisles.point(tile * 16 + escalator[0])), middle(aisles.point(tile * 16 + escalator[1]))];
      layer.show("rail", "path", { class: "rail", d: `M${x1} ${y1}L${x2} ${y2}` });
      layer.show("stairs", "path", { class: "stairs", d: `M${x1} ${y1}L${x2} ${y2}` });
    }
    if (slits) layer.show("slits", "path", { class: "slits m-orange", d: slits });
    layer.show("wall-front", "path", { class: "wall-front", d: walls });
    layer.show("walls", "path", { class: "walls", d: walls });
    for (const { cell, dir } of doors) {
      const door = aisles.site(tile * 16 + cell);
      const colour = door?.[2];
      if (!colour) continue;
      const [x, y] = middle(aisles.point(tile * 16 + cell));
      layer.show(`door${cell}`, "g", { class: `gate m-${colour}`, transform: `translate(${x} ${y})` }, () => [
        s(
          "g",
          { transform: `rotate(${dir * 90})` },
          s("path", { class: "neon", d: "M-15 -20H15" }),
          s("path", { class: "sill", d: "M-15 -20H15" }),
          s("path", { class: "chevron", d: "M-7 -25L0 -31L7 -25" }),
        ),
        s("g", { transform: `translate(${(STEPS[dir]?.[1] ?? 0) * 9} ${(STEPS[dir]?.[0] ?? 0) * 9})` }, shape(colour, 0.52)),
      ]);
    }
    for (const [cell, site, colour] of sites) {
      if (site === "door" || site === "start") continue;
      const [x, y] = middle(aisles.point(tile * 16 + cell));
      layer.show(
        `s${cell}`,
        "g",
        {
          class: `site ${site} ${colour ? `m-${colour}` : ""} ${view.used.includes(tile * 16 + cell) ? "used" : ""}`,
          transform: `translate(${x} ${y})`,
        },
        () => siteSign(site, colour),
      );
    }
    layer.keep();
  }

  /** A new tile comes in from outside. @param {SVGElement} group @param {number} tile */
  #slide(group, tile) {
    const box = this.aisles.box();
    const [row, col] = this.aisles.point(tile * 16);
    const away = [col + 2 - (box.left + box.cols / 2), row + 2 - (box.top + box.rows / 2)];
    const long = Math.hypot(away[0] ?? 0, away[1] ?? 0) || 1;
    const [dx, dy] = away.map((d) => (d / long) * CELL * 4);
    group.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) rotate(12deg)`, opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 520, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" },
    );
  }

  /**
   * The pawns where they stand.
   * @param {(number | null)[]} pawns
   * @param {number} chosen
   */
  place(pawns, chosen) {
    pawns.forEach((spot, index) => {
      let pawn = this.pawns.get(index);
      if (spot === null) {
        pawn?.el.remove();
        this.pawns.delete(index);
        return;
      }
      const at = this.aisles.point(spot);
      if (!pawn) {
        const colour = colourAt(index);
        const el = h(
          "div",
          { class: `magic-pawn m-${colour}`, "data-pawn": colour },
          s("svg", { viewBox: "-20 -20 40 40" }, s("circle", { class: "ring", r: 18.5 }), pawnSign(colour)),
        );
        pawn = { el, at };
        this.pawns.set(index, pawn);
        this.pieces.append(el);
      }
      pawn.at = at;
      pawn.el.classList.toggle("chosen", index === chosen);
      if (pawn.el.dataset.at === at.join()) return;
      pawn.el.dataset.at = at.join();
      this.#stand(pawn);
    });
  }

  /** @param {{ el: HTMLElement, at: Point }} pawn */
  #stand({ el, at: [row, col] }) {
    const { now } = this.camera;
    const pixels = this.camera.pixels();
    el.style.transform = `translate(${((col * CELL - now.x) * pixels).toFixed(1)}px, ${((row * CELL - now.y) * pixels).toFixed(1)}px)`;
  }

  /** Puts the pawns where a new view shows them, without sliding. */
  #view() {
    this.pieces.style.setProperty("--cell", `${(CELL * this.camera.pixels()).toFixed(2)}px`);
    for (const pawn of this.pawns.values()) {
      pawn.el.style.transition = "none";
      this.#stand(pawn);
    }
    void this.pieces.offsetWidth;
    for (const { el } of this.pawns.values()) el.style.transition = "";
  }

  /**
   * Lights every cell of a colour.
   * @param {number} chosen
   * @param {import("./view.js").MagicView} view
   */
  light(chosen, view) {
    const colour = colourAt(chosen);
    if (view.pawns[chosen] !== null) {
      for (const site of this.aisles.sites()) {
        const shared = view.scenario === 1 && site.name === "exit";
        if ((site.colour !== colour && !shared) || site.name === "start") continue;
        if (site.name === "door" && !this.aisles.unused(site.spot)) continue;
        this.lights.show(`l${site.spot}`, "rect", { class: `lit m-${colour}`, ...cellBox(this.aisles.point(site.spot), CELL, 2, 7) });
      }
    }
    this.lights.keep();
  }

  /** The pawns as they stand, to be drawn into a picture. */
  pawnCopies() {
    return [...this.pawns].map(([index, { at }]) => {
      const [x, y] = middle(at);
      return s("g", { class: `magic-pawn m-${colourAt(index)}`, transform: `translate(${x} ${y})` }, pawnSign(colourAt(index)));
    });
  }

  /** The cell under a pointer. @param {{ clientX: number, clientY: number }} event @returns {Point} */
  cell(event) {
    const [x, y] = this.camera.at(event);
    return [Math.floor(y / CELL), Math.floor(x / CELL)];
  }

  /** What the picture shows, for those who do not see it. @param {string} text */
  tell(text) {
    set(this.svg, { "aria-label": text });
  }
}
