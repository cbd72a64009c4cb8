// Films as GIF, written in the page: one palette from the colours seen most, and
// of every frame only the rectangle that changed.

/** Bits of a pixel. */
const BITS = 8;

/** A colour with five bits a channel, by which it is looked up. @param {number} r @param {number} g @param {number} b */
function coarse(r, g, b) {
  return ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
}

/** The 256 colours seen most in some pictures. @param {ImageData[]} pictures @returns {[number, number, number][]} */
function palette(pictures) {
  /** @type {Map<number, [count: number, r: number, g: number, b: number]>} */
  const seen = new Map();
  for (const { data } of pictures) {
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]];
      const found = seen.get(coarse(r, g, b));
      if (found) found[0] += 1;
      else seen.set(coarse(r, g, b), [1, r, g, b]);
    }
  }
  const most = [...seen.values()].sort((a, b) => b[0] - a[0]).slice(0, 1 << BITS);
  return most.map(([, r, g, b]) => [r, g, b]);
}

/** Packs pixels as GIF does: Lempel–Ziv–Welch with growing codes, in blocks of 255 bytes. @param {Uint8Array} pixels */
function packed(pixels) {
  /** @type {number[]} */
  const bytes = [];
  const [clear, end] = [1 << BITS, (1 << BITS) + 1];
  let [size, next, held, bits] = [BITS + 1, end + 1, 0, 0];
  /** @type {Map<number, number>} a known run and one pixel more */
  let runs = new Map();
  const put = (/** @type {number} */ code) => {
    held |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8) {
      bytes.push(held & 255);
      held >>>= 8;
    }
  };
  put(clear);
  let run = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0;
    const key = (run << BITS) | pixel;
    const known = runs.get(key);
    if (known !== undefined) {
      run = known;
      continue;
    }
    put(run);
    if (next < 4096) {
      if (next === 1 << size) size += 1;
      runs.set(key, next++);
    } else {
      put(clear);
      [size, next, runs] = [BITS + 1, end + 1, new Map()];
    }
    run = pixel;
  }
  put(run);
  put(end);
  if (bits) bytes.push(held & 255);
  const blocks = [BITS];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

/** The rectangle in which two pictures differ. @param {Uint8Array} a @param {Uint8Array} b @param {number} wide @returns {[number, number, number, number]} */
function changed(a, b, wide) {
  let [left, top, right, foot] = [wide, Number.POSITIVE_INFINITY, 0, 0];
  for (let at = 0; at < b.length; at++) {
    if (a[at] === b[at]) continue;
    const [x, y] = [at % wide, Math.floor(at / wide)];
    [left, right, top, foot] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(foot, y)];
  }
  return left > right ? [0, 0, 1, 1] : [left, top, right - left + 1, foot - top + 1];
}

const short = (/** @type {number} */ n) => [n & 255, n >> 8];

/**
 * A film that begins again after its end.
 * @param {ImageData[]} pictures of one size
 * @param {(n: number) => number} delay of each, in hundredths of a second
 */
export function gifOf(pictures, delay) {
  const { width, height } = pictures[0] ?? { width: 1, height: 1 };
  const colours = palette([pictures[0], pictures.at(-1)].filter((one) => one !== undefined));
  /** @type {Map<number, number>} */
  const nearest = new Map();
  const indexOf = (/** @type {number} */ r, /** @type {number} */ g, /** @type {number} */ b) => {
    const key = coarse(r, g, b);
    let found = nearest.get(key);
    if (found === undefined) {
      const far = colours.map(([x, y, z]) => (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2);
      found = far.indexOf(Math.min(...far));
      nearest.set(key, found);
    }
    return found;
  };
  const table = colours.flat();
  while (table.length < 3 << BITS) table.push(0);
  const head = [...new TextEncoder().encode("GIF89a"), ...short(width), ...short(height), 0x80 | (BITS - 1), 0, 0, ...table];
  const loop = [0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, 0, 0, 0];
  const parts = [new Uint8Array([...head, ...loop])];
  /** @type {Uint8Array | undefined} */
  let before;
  for (const [n, { data }] of pictures.entries()) {
    const now = new Uint8Array(width * height);
    for (let at = 0; at < now.length; at++) now[at] = indexOf(data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0);
    const [x, y, w, h] = before ? changed(before, now, width) : [0, 0, width, height];
    const cut = new Uint8Array(w * h);
    for (let row = 0; row < h; row++) cut.set(now.subarray((y + row) * width + x, (y + row) * width + x + w), row * w);
    const control = [0x21, 0xf9, 4, 4, ...short(delay(n)), 0, 0];
    parts.push(new Uint8Array([...control, 0x2c, ...short(x), ...short(y), ...short(w), ...short(h), 0, ...packed(cut)]));
    before = now;
  }
  return new Blob([...parts, new Uint8Array([0x3b])], { type: "image/gif" });
}
