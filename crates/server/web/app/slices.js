// Long work in short slices, so that the page never stalls.

/** The next picture. @returns {Promise<number>} */
export function nextFrame() {
  return new Promise((resolve) => {
    // A hidden page gets no frames, but its work should end all the same.
    if (document.hidden) setTimeout(() => resolve(performance.now()), 0);
    else requestAnimationFrame(resolve);
  });
}

/** When what the page has by now was painted. */
export async function painted() {
  await nextFrame();
  // A frame is painted after those who waited for it have run.
  await new Promise((resolve) => setTimeout(resolve, 0));
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
