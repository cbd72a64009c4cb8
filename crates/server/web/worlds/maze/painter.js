// Mazes as pixels: one 32-bit number a pixel, written where something changed,
// so that a million cells can be watched as they are carved.

import { color, isDark } from "../../app/dom.js";
import { Classes } from "./classes.js";
import { DOWN, RIGHT } from "./film.js";
import { FRESH } from "./reel.js";

/** @typedef {"marks" | "distance" | "age" | "class" | "plain"} Tint */

/** @param {string} css a colour as `#rrggbb` */
function pixel(css) {
  const n = Number.parseInt(css.slice(1), 16);
  return (0xff000000 | ((n & 255) << 16) | (n & 0xff00) | (n >> 16)) >>> 0;
}

/**
 * @param {number} a
 * @param {number} b
 * @param {number} share of b
 */
function mix(a, b, share) {
  let made = 0xff000000;
  for (const shift of [0, 8, 16]) made |= Math.round(((a >>> shift) & 255) * (1 - share) + ((b >>> shift) & 255) * share) << shift;
  return made >>> 0;
}

/**
 * The colour between two.
 * @param {number} a
 * @param {number} b
 */
function between(a, b) {
  return (((a >>> 1) & 0x7f7f7f) + ((b >>> 1) & 0x7f7f7f)) | 0xff000000;
}

/** Rows of pixels in a band, as a power of two. */
const BAND = 8;

/** Pixels that are brought to the screen in one frame. */
const FRAME = 2_000_000;

/**
 * What a painter knows of a film.
 * @typedef {object} Tinted
 * @property {Uint8Array} marks
 * @property {Int32Array} born
 * @property {Uint32Array} words
 * @property {number} steps
 */

/** The colours of cells. */
export class Tints {
  /** @param {Tinted} film @param {(cell: number) => boolean} entered whether a cell has a passage */
  constructor(film, entered) {
    this.tinted = film;
    this.entered = entered;
    /** @type {Tint} */
    this.tint = "marks";
    /** @type {Int32Array | undefined} */
    this.far = undefined;
    this.most = 1;
    /** @type {{ label: ArrayLike<number>, size: ArrayLike<number> } | undefined} */
    this.pieces = undefined;
    this.walls = this.faint = this.fresh = this.plain = 0;
    /** @type {number[]} */
    this.byMark = [];
    this.ramp = new Uint32Array(512);
    /** @type {number[]} */
    this.hues = [];
    this.theme();
  }

  /** Reads the colours of the theme. */
  theme() {
    const role = (/** @type {string} */ name) => pixel(color(name));
    this.walls = role("ink-wall");
    // What nobody has reached yet lies back: nearly the page itself, under a grid in pencil.
    this.fresh = isDark() ? mix(role("paper"), role("raised"), 0.3) : mix(role("ink-wall"), role("paper"), 0.92);
    this.faint = mix(role("ink-wall"), role("paper"), isDark() ? 0.86 : 0.8);
    // In the dark a floor is lighter than what is still to be dug.
    this.plain = mix(role("raised"), role("ink-wall"), isDark() ? 0.12 : 0);
    this.byMark = [this.fresh, role("frontier"), role("visited"), mix(role("current"), role("paper"), 0.45), this.plain];
    // In the dark the colours are deep, so that the lighter walls stand out.
    const thin = isDark() ? 0.55 : 0.18;
    const stops = ["world-maze", "player-6", "frontier", "path", "goal"].map((name) => mix(role(name), role("paper"), thin));
    this.ramp = Uint32Array.from({ length: 512 }, (_, i) => {
      const place = (i / 511) * (stops.length - 1);
      const low = Math.min(stops.length - 2, Math.floor(place));
      return mix(stops[low] ?? 0, stops[low + 1] ?? 0, place - low);
    });
    this.hues = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [0.25, 0.5, 0.68].map((share) => mix(role(`player-${n}`), role("paper"), share)));
  }

  /** @param {number} cell */
  colourOf(cell) {
    const { tinted: film, tint, pieces } = this;
    const mark = /** @type {number} */ (film.marks[cell]);
    if (tint === "marks") return film.words.length ? (this.byMark[mark] ?? this.fresh) : this.plain;
    if (tint === "class") {
      const label = pieces?.label[cell] ?? cell;
      if (!pieces || pieces.size[label] === 1) return this.fresh;
      return this.hues[(Math.imul(label, 2654435761) >>> 8) % this.hues.length] ?? this.plain;
    }
    const inside = !film.words.length || mark !== FRESH || this.entered(cell);
    if (!inside) return this.fresh;
    if (tint === "distance" && this.far) {
      const far = /** @type {number} */ (this.far[cell]);
      return far < 0 ? this.fresh : (this.ramp[Math.floor((far / Math.max(1, this.most)) * 511)] ?? this.plain);
    }
    if (tint === "age") {
      const born = /** @type {number} */ (film.born[cell]);
      return born < 0 ? this.plain : (this.ramp[Math.floor((born / Math.max(1, film.steps)) * 511)] ?? this.plain);
    }
    return this.plain;
  }
}

/** Draws a film on a canvas. */
export class Painter extends Tints {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("./film.js").Film} film
   * @param {number} pitch pixels from a wall to the next; with one, walls only
   *   darken their cells
   */
  constructor(canvas, film, pitch) {
    super(film, (cell) => !!film.open[cell]);
    this.film = film;
    this.pitch = pitch;
    this.thick = pitch === 1 ? 0 : pitch <= 3 ? 1 : Math.max(1, Math.round(pitch * 0.13));
    canvas.width = film.cols * pitch + this.thick;
    canvas.height = film.rows * pitch + this.thick;
    this.width = canvas.width;
    const ctx = canvas.getContext("2d", { alpha: false });
    if (!ctx) throw new Error("canvas");
    this.ctx = ctx;
    this.image = ctx.createImageData(canvas.width, canvas.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    // Rows of pixels that changed since the last showing, band by band: a
    // large picture that changes everywhere is shown over a few frames.
    const bands = (canvas.height >> BAND) + 1;
    this.lows = new Int32Array(bands).fill(canvas.height);
    this.highs = new Int32Array(bands).fill(-1);
    this.turn = 0;
    /** @type {Classes | undefined} */
    this.classes = undefined;
    /** Whether walls that nobody has reached yet are only pencilled in. */
    this.pencil = pitch >= 5;
    film.onlooker = this;
  }

  /** The colour of a cell. @param {number} cell @override */
  colourOf(cell) {
    this.pieces = this.classes;
    return super.colourOf(cell);
  }

  // What the film tells.

  /** @param {number} cell */
  cell(cell) {
    this.paint(cell);
    if (!this.pencil) return;
    const { cols } = this.film;
    if (cell % cols) this.paint(cell - 1);
    if (cell >= cols) this.paint(cell - cols);
    const r = (cell / cols) | 0;
    for (const [row, col] of [
      [r, 0],
      [r, 1],
      [r + 1, 0],
      [r + 1, 1],
    ])
      this.post(row ?? 0, (cell % cols) + (col ?? 0));
  }

  /** Whether nobody has been on a cell yet. @param {number} cell */
  untouched(cell) {
    return this.film.words.length > 0 && this.film.marks[cell] === FRESH && !this.film.open[cell];
  }

  /** The colour of the wall between two cells. @param {number} a @param {number} b */
  wallBetween(a, b) {
    return this.pencil && this.untouched(a) && this.untouched(b) ? this.faint : this.walls;
  }

  /**
   * @param {number} cell
   * @param {number} side
   * @param {boolean} open
   * @param {number} at
   */
  wall(cell, side, open, at) {
    const other = side === RIGHT ? cell + 1 : cell + this.film.cols;
    if (at < 0) this.classes = undefined;
    else if (this.classes) {
      const told = this.tint === "class" ? (/** @type {number} */ one) => this.paint(one) : undefined;
      if (open) this.classes.join(cell, other, at, told);
      else this.classes.part(at, told);
    }
    this.paint(cell);
    if (this.tint !== "marks") this.paint(other);
    this.#posts(cell, side);
  }

  /**
   * Draws a cell with the wall on its right and the one below.
   * @param {number} cell
   */
  paint(cell) {
    const { film, pitch, thick, pixels, width } = this;
    const { cols } = film;
    const r = (cell / cols) | 0;
    const c = cell - r * cols;
    const sides = /** @type {number} */ (film.open[cell]);
    const fill = this.colourOf(cell);
    const right = sides & RIGHT ? fill : c === cols - 1 ? this.walls : this.wallBetween(cell, cell + 1);
    const below = sides & DOWN ? fill : r === film.rows - 1 ? this.walls : this.wallBetween(cell, cell + cols);
    const x = c * pitch + thick;
    const y = r * pitch + thick;
    const inner = pitch - thick;
    this.#touch(y, y + pitch);
    let at = y * width + x;
    if (pitch === 1) {
      // What the four pixels of a cell look like from afar: the cell, the wall
      // on its right, the one below, and the post.
      const all = between(between(fill, right), between(below, this.walls));
      // Where the colours run smoothly, they are what is looked at from there.
      pixels[at] = this.tint === "distance" || this.tint === "age" ? between(fill, all) : all;
      return;
    }
    if (pitch === 2) {
      pixels[at] = fill;
      pixels[at + 1] = right;
      pixels[at + width] = below;
      return;
    }
    for (let i = 0; i < inner; i++, at += width) {
      pixels.fill(fill, at, at + inner);
      pixels.fill(right, at + inner, at + pitch);
    }
    for (let i = 0; i < thick; i++, at += width) pixels.fill(below, at, at + inner);
  }

  /**
   * Draws the two posts at the ends of a wall: a post stands while any of its
   * four walls does.
   * @param {number} cell
   * @param {number} side
   */
  #posts(cell, side) {
    const { cols } = this.film;
    const r = (cell / cols) | 0;
    const c = cell - r * cols;
    this.post(r + 1, c + 1);
    if (side === RIGHT) this.post(r, c + 1);
    else this.post(r + 1, c);
  }

  /**
   * @param {number} r
   * @param {number} c
   */
  post(r, c) {
    const { film, pitch, thick, pixels, width } = this;
    const { rows, cols, open } = film;
    if (!thick || r <= 0 || c <= 0 || r >= rows || c >= cols) return;
    const northWest = (r - 1) * cols + c - 1;
    const southEast = r * cols + c;
    const free =
      /** @type {number} */ (open[northWest]) & RIGHT &&
      /** @type {number} */ (open[northWest]) & DOWN &&
      /** @type {number} */ (open[southEast]) & 1 &&
      /** @type {number} */ (open[southEast]) & 8;
    const fill = free ? this.colourOf(northWest) : this.wallBetween(northWest, southEast);
    let at = r * pitch * width + c * pitch;
    if (thick === 1) pixels[at] = fill;
    else for (let i = 0; i < thick; i++, at += width) pixels.fill(fill, at, at + thick);
    this.#touch(r * pitch, r * pitch + thick);
  }

  /** Draws everything; yields after every row. @returns {Generator<void, void>} */
  *all() {
    const { rows, cols } = this.film;
    this.pixels.fill(this.walls);
    for (let y = 0; y < this.image.height; y += 1 << BAND) this.#touch(y, Math.min(this.image.height, y + (1 << BAND)));
    yield;
    for (let r = 0; r < rows; r++) {
      for (let c = 0; c < cols; c++) this.paint(r * cols + c);
      for (let c = 1; c < cols; c++) this.post(r, c);
      if (!(r & 3)) yield;
    }
  }

  /** Works out the classes up to where the film stands; yields often. @returns {Generator<void, void>} */
  *classify() {
    const { film } = this;
    const { cols, rows, words } = film;
    const classes = new Classes(rows * cols);
    const at = film.at;
    yield;
    // What is open although no word opened it was open from the beginning.
    const opened = new Uint8Array(rows * cols);
    for (let i = 0; i < at; i++) {
      const word = /** @type {number} */ (words[i]);
      const code = (word >>> 26) & 31;
      if (code < 2) opened[word & 0x3ffffff] = (opened[word & 0x3ffffff] ?? 0) | /** @type {number} */ (code ? DOWN : RIGHT);
      if (!(i & 8191)) yield;
    }
    for (let cell = 0; cell < rows * cols; cell++) {
      const sides = /** @type {number} */ (film.open[cell]) & ~(/** @type {number} */ (opened[cell]));
      if (sides & RIGHT) classes.join(cell, cell + 1, -1);
      if (sides & DOWN) classes.join(cell, cell + cols, -1);
      if (!(cell & 8191)) yield;
    }
    for (let i = 0; i < at; i++) {
      const word = /** @type {number} */ (words[i]);
      const code = (word >>> 26) & 31;
      const cell = word & 0x3ffffff;
      if (code < 2) classes.join(cell, code ? cell + cols : cell + 1, i);
      if (!(i & 1023)) yield;
    }
    this.classes = classes;
  }

  /**
   * Marks rows of pixels as changed.
   * @param {number} low
   * @param {number} high
   */
  #touch(low, high) {
    const band = low >> BAND;
    if (low < /** @type {number} */ (this.lows[band])) this.lows[band] = low;
    if (high > /** @type {number} */ (this.highs[band])) this.highs[band] = high;
  }

  /**
   * Brings pixels that changed to the screen, as many as a frame bears; the
   * bands take turns.
   * @returns {boolean} whether some are left
   */
  show() {
    const { lows, highs, width } = this;
    const bands = lows.length;
    let left = FRAME;
    for (let i = 0; i < bands; i++) {
      const band = this.turn;
      const low = /** @type {number} */ (lows[band]);
      const high = Math.min(this.image.height, /** @type {number} */ (highs[band]));
      if (high > low) {
        if (left <= 0) return true;
        this.ctx.putImageData(this.image, 0, 0, 0, low, width, high - low);
        left -= (high - low) * width;
        lows[band] = this.image.height;
        highs[band] = -1;
      }
      this.turn = (band + 1) % bands;
    }
    return false;
  }
}
