// The two languages of the studio. A text stands in both, side by side, where
// it is used; there is no table of keys that could lose one.

/** @typedef {"en" | "fr"} Lang */

/** The language of this page, as the server wrote it. @type {Lang} */
export const lang = document.documentElement.lang.startsWith("fr") ? "fr" : "en";

/** How dates are written: the English of this page is British. */
export const locale = lang === "fr" ? "fr-FR" : "en-GB";

/**
 * The text in the language of the page. In French the signs that stand apart
 * from their word stay on its line.
 * @template T
 * @param {T} en
 * @param {T} fr
 * @returns {T}
 */
export function t(en, fr) {
  return lang === "fr" ? bound(fr) : en;
}

/** @template T @param {T} text or a list or an object of them @returns {T} */
function bound(text) {
  if (typeof text === "string") return /** @type {T} */ (text.replace(/ (?=[;?!])/g, "\u202f").replace(/ (?=[:»])|(?<=«) /g, "\u00a0"));
  if (Array.isArray(text)) return /** @type {T} */ (text.map(bound));
  if (text?.constructor !== Object) return text;
  return /** @type {T} */ (Object.fromEntries(Object.entries(text).map(([key, value]) => [key, bound(value)])));
}

const plurals = new Intl.PluralRules(lang);
const numbers = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 });

/**
 * A number with its noun: `count(2, "step", "steps", "pas", "pas")`.
 * @param {number} n
 * @param {string} one
 * @param {string} many
 * @param {string} un
 * @param {string} des
 */
export function count(n, one, many, un, des) {
  return `${number(n)} ${noun(n, one, many, un, des)}`;
}

/**
 * The noun alone, where the number stands apart.
 * @param {number} n
 * @param {string} one
 * @param {string} many
 * @param {string} un
 * @param {string} des
 */
export function noun(n, one, many, un, des) {
  return plurals.select(n) === "one" ? t(one, un) : t(many, des);
}

/**
 * A number as the reader writes it, with a minus sign and no hyphen.
 * @param {number} n
 */
export function number(n) {
  return numbers.format(n).replace("-", "−");
}

/**
 * What the engine says, as printers set it: terminals write straight
 * apostrophes and plain spaces.
 * @param {string} text
 */
export function typeset(text) {
  return lang === "fr" ? bound(text.replace(/(?<=\p{L})'(?=[\p{L}«])/gu, "’")) : text;
}

/**
 * What the engine says, as a sentence: it writes as programs do, in lower
 * case and without a full stop.
 * @param {string} said
 */
export function sentence(said) {
  const text = typeset(said);
  const first = text.charAt(0);
  return first === first.toUpperCase() ? text : `${first.toUpperCase()}${text.slice(1)}${/[\p{L}\p{N})»”]$/u.test(text) ? "." : ""}`;
}

/**
 * A time span such as `2:05`.
 * @param {number} ms
 */
export function clock(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/**
 * Chooses the language for this visit and the next ones.
 * @param {Lang} to
 */
export function speak(to) {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it with the very next request; the cookie store is not everywhere.
  document.cookie = `lang=${to}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}
