// A town to try the roads in, before any game: build trees and shops, take
// them away, ask why.

import { button, segments } from "../../app/controls.js";
import { h, inRow, put } from "../../app/dom.js";
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
    const road = looked !== undefined && town.mark(looked) === "#";
    says.textContent =
      then && looked !== undefined
        ? `${at(town.spot(looked))}${t(": ", " : ")}${then.roads.length ? t(`built upon, it makes ${count(then.roads.length, "new road", "new roads", "", "")}.`, `bâtie, elle fait naître ${count(then.roads.length, "", "", "route", "routes")}.`) : t("built upon, it makes no new road.", "bâtie, elle ne fait naître aucune route.")}`
        : road
          ? t("A road: click to see why.", "Une route : cliquez pour savoir pourquoi.")
          : t(
              "Point at a cell: hatched cells would become roads. Click to build; click a road to ask why.",
              "Désignez une case : les cases hachurées deviendraient des routes. Cliquez pour bâtir ; cliquez sur une route pour savoir pourquoi.",
            );
  }

  function show() {
    const open = new Set(Array.from({ length: town.size }, (_, cell) => cell).filter((cell) => town.free(cell)));
    const words = /** @type {Record<string, string>} */ (
      t({ ".": "free", "#": "road", T: "tree" }, { ".": "libre", "#": "route", T: "arbre" })
    );
    picture.show(
      town,
      new Map(),
      open,
      (cell) =>
        `${at(town.spot(cell))} ${words[town.mark(cell)] ?? (town.mark(cell) < "a" ? t("producer ", "producteur ") : t("shop ", "boutique ")) + town.mark(cell).toUpperCase()}`,
    );
    back.disabled = !past.length;
    ghost();
  }

  const tools = h("div", { class: "row apart" });
  put(
    tools,
    segments(
      t("What to build", "Que bâtir"),
      /** @type {const} */ ([
        ["T", t("Tree", "Arbre")],
        ["a", t("Shop A", "Boutique A")],
        ["b", t("Shop B", "Boutique B")],
      ]),
      "T",
      (value) => {
        piece = value;
        ghost();
      },
    ).el,
    inRow(
      back,
      button(t("Why these roads?", "Pourquoi ces routes ?"), () => why(town), { icon: "info" }),
    ),
  );
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
