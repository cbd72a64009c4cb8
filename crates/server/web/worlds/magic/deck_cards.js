// What the deck asks of everybody: the next card, where it lies face up, and
// the tiles to discard after a flip.

import { button } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { COLON } from "./role_card.js";
import { colourName, siteName } from "./sprites.js";

/** @typedef {import("./view.js").Face} Face */
/** @typedef {import("./view.js").SiteName} SiteName */
/** @typedef {import("./view.js").Colour} Colour */

/** What a card shows, in words. @param {Face} face */
function faceText({ doors, sites, escalator, passage }) {
  const things = sites.map((site) => {
    const [name, colour] = typeof site === "string" ? [site, null] : (Object.entries(site)[0] ?? ["start", null]);
    return siteName(/** @type {SiteName} */ (name), /** @type {Colour | null} */ (colour));
  });
  const colours = doors.map((colour) => colourName(colour).toLowerCase()).join(", ");
  if (doors.length)
    things.unshift(
      t(doors.length > 1 ? `doors: ${colours}` : `a door: ${colours}`, doors.length > 1 ? `portes : ${colours}` : `une porte : ${colours}`),
    );
  if (escalator) things.push(t("an escalator", "un escalator"));
  if (passage) things.push(t("a passage for orange", "un passage pour orange"));
  return things.filter(Boolean).join(" · ");
}

/** The next card, where it lies face up. */
export function topCard() {
  const el = h("span", { class: "magic-next small", hidden: true });
  return {
    el,
    /** @param {Face | null | undefined} face */
    show(face) {
      el.hidden = !face;
      el.textContent = face ? `${t("Next tile", "Tuile suivante")}${COLON}${faceText(face)}` : "";
    },
  };
}

/**
 * The tiles that may be discarded now, as buttons.
 * @param {{ discard: (tile: number) => void, look: (tile: number) => void }} does tiles are counted from 0
 */
export function discardSheet({ discard, look }) {
  const head = h("h2");
  const list = h("div", { class: "row" });
  const el = h(
    "section",
    { class: "sheet stack tight magic-discard", hidden: true, role: "alert" },
    head,
    h(
      "p",
      { class: "small" },
      t(
        "The sand was turned. Choose here, or click a marked tile.",
        "Le sablier a été retourné. Choisissez ici ou cliquez sur une tuile marquée.",
      ),
    ),
    list,
  );
  let shown = "";
  return {
    el,
    /** @param {number} left @param {{ tile: number, text: string }[]} tiles */
    show(left, tiles) {
      el.hidden = !left || !tiles.length;
      const key = JSON.stringify([left, tiles]);
      if (key === shown) return;
      shown = key;
      head.textContent = t(`Discard ${count(left, "tile", "tiles", "", "")}`, `Défaussez ${count(left, "", "", "tuile", "tuiles")}`);
      put(
        list,
        tiles.map(({ tile, text }) => {
          const name = t(`Tile ${tile + 1}`, `Tuile ${tile + 1}`);
          const choose = button(text ? `${name}${COLON}${text}` : name, () => discard(tile));
          choose.addEventListener("pointerenter", () => look(tile));
          choose.addEventListener("focus", () => look(tile));
          return choose;
        }),
      );
    },
  };
}
