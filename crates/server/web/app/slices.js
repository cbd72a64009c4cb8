// Long work in short slices, so that the page never stalls.

/** The next picture. @returns {Promise<number>} */
export function nextFrame() {
  return new Promise((resolve) => {
    // A hidden page gets no frames, but its work should end all the same.
    if (document.hidden) setTimeout(() => resolve(performance.now()), 0);
    else requestAnimationFrame(resolve);
  });
}

/**
 * Runs a generator to its end, a few milliseconds a frame.
 * @template T
 * @param {Generator<void, T>} work yields often
 * @param {{ ms?: number, signal?: AbortSignal }} [options]
 * @returns {Promise<T>}
 */
export async function sliced(work, { ms = 8, signal } = {}) {
  for (;;) {
    const until = performance.now() + ms;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < until);
    await nextFrame();
    signal?.throwIfAborted();
  }
}
