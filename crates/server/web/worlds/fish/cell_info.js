// What is told about the cell under the pointer. Built once; from cell to cell
// only words and numbers change, so that it keeps up with the hand.

import { button } from "../../app/controls.js";
import { h, inRow } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { goodName, piecePicture } from "./sprites.js";
import { FAR } from "./town.js";

/** @typedef {import("./view.js").Good} Good */

/**
 * A cell in words and numbers.
 * @typedef {object} CellInfo
 * @property {string} head
 * @property {"build" | "reserve" | undefined} deed what a click would do
 * @property {boolean} road     whether it can say why it is a road
 * @property {string} [roads]   what building here would change
 * @property {boolean} [grows]  whether that is a new road
 * @property {{ good: Good, far: number, most: boolean, wanted: boolean }[]} [fars]
 */

/**
 * @param {{ act: () => void, why: () => void }} does
 */
export function cellInfo({ act, why }) {
  const rest = h("p", { class: "small quiet" });
  const head = h("strong");
  const deed = button("", act, { kind: "main" });
  const ask = button(t("Why is this a road?", "Pourquoi une route ?"), why, { icon: "info" });
  const roads = h("p", { class: "small" });
  const fars = h("ul", { class: "fish-fars", "aria-label": t("Distances from here", "Distances d’ici") });
  const cell = h("div", { class: "fish-about", hidden: true }, inRow(head, deed, ask), roads, fars);
  /** @type {Map<Good, { li: HTMLElement, text: Text }>} */
  const goods = new Map();

  /** @param {Good} good */
  function line(good) {
    let found = goods.get(good);
    if (!found) {
      const text = new Text();
      found = {
        li: h("li", { title: goodName(good) }, piecePicture({ shop: good }), h("span", { class: "out" }, `${goodName(good)} `), text),
        text,
      };
      goods.set(good, found);
      fars.append(found.li);
    }
    return found;
  }

  return {
    el: h("div", { class: "fish-strip" }, rest, cell),
    /** No cell is looked at. @param {string} text */
    rest(text) {
      cell.hidden = true;
      rest.hidden = false;
      rest.textContent = text;
    },
    /** @param {CellInfo} told */
    tell(told) {
      rest.hidden = true;
      cell.hidden = false;
      head.textContent = told.head;
      deed.hidden = !told.deed;
      if (told.deed) deed.textContent = told.deed === "build" ? t("Build here", "Bâtir ici") : t("Reserve", "Réserver");
      ask.hidden = !told.road;
      roads.hidden = told.roads === undefined;
      roads.textContent = told.roads ?? "";
      roads.classList.toggle("soon-text", Boolean(told.grows));
      fars.hidden = !told.fars;
      for (const { good, far, most, wanted } of told.fars ?? []) {
        const { li, text } = line(good);
        text.data = far === FAR ? "∞" : String(far);
        li.classList.toggle("most", most);
        li.classList.toggle("at-hand", wanted);
      }
    },
  };
}
