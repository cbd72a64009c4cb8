// A reporter for `node --test`: the files with a test that failed, a line each.

/** @param {AsyncIterable<{ type: string, data: { file?: string } }>} events */
export default async function* failedFiles(events) {
  const seen = new Set();
  for await (const { type, data } of events) {
    if (type !== "test:fail" || !data.file || seen.has(data.file)) continue;
    seen.add(data.file);
    yield `${data.file}\n`;
  }
}
