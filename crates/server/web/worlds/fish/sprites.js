// The five goods: their names and their pictures. A picture goes with its
// letter everywhere, so that colour is never the only sign, and none of the
// colours is a player's.

import { s } from "../../app/dom.js";
import { t } from "../../app/i18n.js";

/** @typedef {import("./view.js").Good} Good */
/** @typedef {import("./view.js").Piece} Piece */

const NAMES = t(
  { A: "avocados", B: "broccoli", C: "carrots", D: "dates", E: "shallots" },
  { A: "avocats", B: "brocolis", C: "carottes", D: "dattes", E: "échalotes" },
);

/** @param {Good} good */
export function goodName(good) {
  return NAMES[good];
}

/** @param {Piece} piece */
export function pieceName(piece) {
  if (piece === "tree") return t("a tree", "un arbre");
  const name = goodName(piece.shop);
  return t(`a shop of ${name}`, `une boutique ${/^[aeiouyé]/.test(name) ? "d’" : "de "}${name}`);
}

/** Parts on a field of 24 by 24: fill and path. @type {Record<Good, [string, string][]>} */
const PICTURES = {
  A: [
    ["#4f7d33", "M12 1.500c3.200 0 4 3 5 6s3.500 5 3.500 8.500a8.500 7 0 0 1-17 0C3.500 12.500 6 10.500 7 7.500s1.800-6 5-6z"],
    ["#dfe6a4", "M12 4c1.800 0 2.400 2.500 3.200 5s2.800 4 2.800 7a6 5 0 0 1-12 0c0-3 2-4.500 2.800-7S10.200 4 12 4z"],
    ["#7a4b2a", "M12 12.500a3.400 3.400 0 1 0 0 6.800 3.400 3.400 0 0 0 0-6.800z"],
  ],
  B: [
    ["#9cc46b", "M9.500 13h5l1.500 9.500h-8z"],
    [
      "#2f7d4f",
      "M6.500 5.500a4.500 4.500 0 0 1 4-4 4.500 4.500 0 0 1 7 3 4.700 4.700 0 0 1 2 9 4.500 4.500 0 0 1-7.500 1.500 4.500 4.500 0 0 1-7.500-1.500 4.300 4.300 0 0 1 2-8z",
    ],
    [
      "#56a574",
      "M8.500 6.500a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600zM14 4.500a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600zM16 9.800a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600z",
    ],
  ],
  C: [
    ["#3f8f4a", "M12 8C10.500 5 8.500 3.500 6.500 2.500 9 2 11 2.500 12 4c1-2 3-3 5.500-2.500C15 3 13.500 5 13 8z"],
    ["#e77a26", "M5.500 9c2-2.200 11-2.200 13 0 .8 3-4 12-6.500 14C9.500 21 4.700 12 5.500 9z"],
    ["#b95613", "M8 11.500h4v1H8zM12 15h3.500v1H12zM9.500 17.500h3v1h-3z"],
  ],
  D: [
    ["#6d8b3c", "M10 1.500h4l1 3.500H9z"],
    ["#8a4a21", "M12 4c4 0 6.500 4 6.500 9.500S16 22.500 12 22.500 5.500 19 5.500 13.500 8 4 12 4z"],
    ["#c98a4b", "M9 8c-1.500 3-1.500 8 0 11l1-.5c-1-3-1-7 0-10zM14 8.500c1 3 1 7 0 10l1 .5c1.500-3 1.500-8 0-11z"],
  ],
  E: [
    ["#7f9a45", "M11 1h2l.8 5h-3.600z"],
    ["#a3588b", "M12 3.500c.5 4.500 8 6 8 12 0 4-4 6-8 6s-8-2-8-6c0-6 7.500-7.500 8-12z"],
    [
      "#dcb0cd",
      "M11.500 7C10 10 7.500 12 7.500 15.500c0 2 .8 3.500 2 4.500l.7-.6c-1-1-1.500-2.400-1.500-4 0-3 2-5 2.800-8.400zM12.600 8c.8 3 2.700 5 2.700 8 0 1.500-.5 2.800-1.300 3.700l.7.6c1.200-1 1.900-2.500 1.900-4.300 0-3.500-2.800-5-4-8z",
    ],
    ["#8a6d4f", "M9 21.500h1l-.5 2zM11.500 22h1v2zM14 21.500h1l.5 2z"],
  ],
};

/** The picture of a good inside a 24 by 24 field. @param {Good} good */
export function goodShape(good) {
  return s(
    "g",
    null,
    PICTURES[good].map(([fill, d]) => s("path", { fill, d })),
  );
}

/** A tree inside a 24 by 24 field. */
export function treeShape() {
  return s(
    "g",
    null,
    s("path", { class: "trunk", d: "M10.800 14h2.400l.8 9h-4z" }),
    s("path", {
      class: "leaves",
      d: "M12 1c3 0 5 2 5.200 4.300C19.700 6 21 8 21 10.200c0 3.300-2.600 5.800-6 5.800H9c-3.400 0-6-2.500-6-5.800C3 8 4.300 6 6.800 5.300 7 3 9 1 12 1z",
    }),
    s("path", { class: "glint", d: "M8 8.500c.5-1.500 1.800-2.500 3.500-2.700M6.500 11.500c.2-.6.5-1 .9-1.400" }),
  );
}

/** A picture of its own. @param {Piece} piece */
export function piecePicture(piece) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "fish-good", "aria-hidden": "true" },
    piece === "tree" ? treeShape() : goodShape(piece.shop),
  );
}
