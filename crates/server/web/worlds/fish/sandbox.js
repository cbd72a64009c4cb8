// A town to try the roads in, before any game: build trees and shops, take
// them away, ask why.

import { button, segments } from "../../app/controls.js";
import { h, inRow } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { toast } from "../../app/notifications.js";
import { Drawing } from "./drawing.js";
import { at } from "./text.js";
import { preview, search, Town } from "./town.js";
import { why } from "./why.js";

const FIRST = [
  "......T...",
  ".A....T...",
  "......T.B.",
  "...b..T...",
  "TT.TTTT...",
  ".T.....C..",
  ".....T....",
  "..a..T.D..",
  ".....TTT..",
  "..........",
];

/** @type {[string, string][]} */
const PIECES = [
  ["T", t("Tree", "Arbre")],
  ["a", t("Shop A", "Boutique A")],
  ["b", t("Shop B", "Boutique B")],
];

/** What stands in a cell, in words. @param {string} mark */
function markName(mark) {
  const words = t({ ".": "free", "#": "road", T: "tree" }, { ".": "libre", "#": "route", T: "arbre" });
  const kind = mark < "a" ? t("producer", "producteur") : t("shop", "boutique");
  return /** @type {Record<string, string>} */ (words)[mark] ?? `${kind} ${mark.toUpperCase()}`;
}

export function sandbox() {
  let closed = false;
  let piece = "T";
  /** @type {number | undefined} */
  let looked;
  /** What was built by hand, the latest last. @type {string[][]} */
  const past = [];
  let town = grown(FIRST);

  const picture = new Drawing(
    t("A town to try. Arrow keys move, Enter builds.", "Une ville d’essai. Les flèches déplacent, Entrée bâtit."),
    {
      look(cell) {
        looked = cell;
        ghost();
      },
      press(cell) {
        if (town.mark(cell) === "#") return why(town, cell);
        if (!town.free(cell)) return toast(t("Something stands there already.", "Il y a déjà quelque chose."));
        past.push(town.text());
        town = grown(town.with(cell, piece).text());
        show();
      },
    },
  );
  const says = h("p", { class: "small quiet", role: "status" });
  const back = button(
    t("Undo", "Annuler"),
    () => {
      const before = past.pop();
      if (before) town = grown(before);
      show();
    },
    { icon: "undo" },
  );

  /** The town with the roads it needs. @param {string[]} rows */
  function grown(rows) {
    const made = new Town(
      rows.map((row) => row.replaceAll("#", ".")),
      closed,
    );
    for (const road of search(made).roads.keys()) made.marks[road] = "#";
    return made;
  }

  function ghost() {
    const then = looked === undefined ? undefined : preview(town, looked, piece);
    picture.ghost(
      town,
      looked === undefined ? undefined : { cell: looked, mark: then ? piece : "", seat: null, roads: then?.roads ?? [], returned: [] },
    );
    says.textContent = told(looked, then?.roads.length);
  }

  /** What is to be said of a cell pointed at, and of the roads that a building there makes. @param {number | undefined} cell @param {number | undefined} roads */
  function told(cell, roads) {
    if (cell !== undefined && town.mark(cell) === "#") return t("A road: click to see why.", "Une route : cliquez pour savoir pourquoi.");
    if (cell === undefined || roads === undefined)
      return t(
        "Point at a cell: hatched cells would become roads. Click to build; click a road to ask why.",
        "Désignez une case : les cases hachurées deviendraient des routes. Cliquez pour bâtir ; cliquez sur une route pour savoir pourquoi.",
      );
    const makes = roads
      ? t(`makes ${count(roads, "new road", "new roads", "", "")}`, `fait naître ${count(roads, "", "", "route", "routes")}`)
      : t("makes no new road", "ne fait naître aucune route");
    return `${at(town.spot(cell))}${t(": built upon, it ", " : bâtie, elle ")}${makes}.`;
  }

  function show() {
    const open = new Set(Array.from({ length: town.size }, (_, cell) => cell).filter((cell) => town.free(cell)));
    picture.show(town, new Map(), open, (cell) => `${at(town.spot(cell))} ${markName(town.mark(cell))}`);
    back.disabled = !past.length;
    ghost();
  }

  const pieces = segments(t("What to build", "Que bâtir"), PIECES, "T", (value) => {
    piece = value;
    ghost();
  });
  const ask = button(t("Why these roads?", "Pourquoi ces routes ?"), () => why(town), { icon: "info" });
  const tools = h("div", { class: "row apart" }, pieces.el, inRow(back, ask));
  show();
  return {
    el: h("div", { class: "stack fish-try" }, h("h2", null, t("Try the roads", "Essayez les routes")), tools, picture.el, says),
    /** @param {boolean} classic */
    rules(classic) {
      if (closed === classic) return;
      closed = classic;
      town = grown(town.text());
      show();
    },
  };
}
