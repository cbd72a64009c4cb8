// A board of characters on one line, as links and settings carry it.

/** Rows between bars, a run as its length and its character. @param {string[]} rows */
export function coded(rows) {
  const plain = rows.map((row) => row.trimEnd().replace(/[ _]/g, "-")).join("|");
  return plain.replace(/(.)\1+/g, (run, one) => (/[0-9]/.test(one) ? run : `${run.length}${one}`));
}
