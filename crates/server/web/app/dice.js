// Randomness for scenery and lessons; the worlds' boards come from the server.

/**
 * A small seeded generator (mulberry32).
 * @param {number} seed
 */
export function dice(seed) {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let x = Math.imul(a ^ (a >>> 15), 1 | a);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    /** @param {number} n */
    below: (n) => Math.floor(next() * n),
    /** @template T @param {T[]} list @returns {T[]} */
    shuffle(list) {
      for (let i = list.length - 1; i > 0; i--) {
        const j = Math.floor(next() * (i + 1));
        [list[i], list[j]] = [/** @type {T} */ (list[j]), /** @type {T} */ (list[i])];
      }
      return list;
    },
  };
}
