// Views and what changes in them.

/**
 * A view with the changes of a patch (RFC 7396); what did not change is
 * shared, what did is a new object.
 * @param {any} old
 * @param {Record<string, any>} patch
 */
export function merged(old, patch) {
  const now = { ...old };
  const plain = (/** @type {unknown} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete now[key];
    else now[key] = plain(value) && plain(now[key]) ? merged(now[key], value) : value;
  }
  return now;
}
