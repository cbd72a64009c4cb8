// New levels that can certainly be solved, from a seed.

import { button, choice, freshSeed, numberBox, seedIn, slider, wrongSeed } from "../../app/controls.js";
import { h, inRow, inSheet, put } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { busy, tellWrongLink } from "../../app/notifications.js";
import { settings } from "../../app/play.js";
import { coded } from "../../app/rows.js";
import { worldHead } from "../../app/shell.js";
import { generated } from "./ask.js";
import { thumbnail } from "./drawing.js";
import { takeIn } from "./import.js";
import { Level, trimmed } from "./rules.js";

/** A level that was made, to be played or changed. @param {Awaited<ReturnType<typeof generated>>[number]} made */
function card(made) {
  const rows = trimmed(made.rows);
  const title = t(`Made ${made.seed}`, `Créé ${made.seed}`);
  const edit = t("Edit", "Modifier");
  return h(
    "li",
    null,
    h(
      "div",
      { class: "soko-card" },
      thumbnail(new Level(rows)),
      h("span", { class: "soko-title" }, count(made.pushes, "push", "pushes", "poussée", "poussées")),
      h("span", { class: "small quiet" }, `${t("seed", "graine")} ${made.seed}`),
    ),
    inRow(
      button(t("Play", "Jouer"), () => takeIn([{ title, rows }], title), { icon: "play", kind: "main" }),
      h(
        "a",
        { class: "btn icon", href: `/sokoban?edit&board=${encodeURIComponent(coded(rows))}`, title: edit },
        icon("edit"),
        h("span", { class: "out" }, edit),
      ),
    ),
  );
}

/** How many levels are made of which the hardest is kept. @returns {[string, string][]} */
function hardness() {
  return [
    ["1", t("Easy", "Facile")],
    ["4", t("Medium", "Moyenne")],
    ["8", t("Hard", "Difficile")],
    ["20", t("Very hard", "Très difficile")],
  ];
}

/** @param {HTMLElement} main @param {URLSearchParams} params `seed` comes from a link */
export function generatorPage(main, params) {
  const { values, save } = settings("sokoban-make", { columns: 9, rows: 8, boxes: 3, attempts: "8" });
  const seed = numberBox(t("Seed", "Graine"), { value: seedIn(params) ?? freshSeed(), min: 0 });
  /** Of the level made last: it stands in the field until somebody writes another. */
  let used = "";
  const most = () => Math.max(1, Math.min(20, Math.floor(((values.rows - 2) * (values.columns - 2)) / 6)));
  const fit = () => {
    values.boxes = Math.min(values.boxes, most());
    boxes.value = values.boxes;
  };
  /** @param {string} label @param {"columns" | "rows" | "boxes"} key @param {number} min @param {number} max */
  const range = (label, key, min, max) =>
    slider(label, {
      value: values[key],
      min,
      max,
      oninput: (n) => {
        values[key] = n;
        // While boxes are being chosen the slider is not fought.
        if (key !== "boxes") fit();
      },
    });
  const columns = range(t("Columns", "Colonnes"), "columns", 5, 20);
  const rows = range(t("Rows", "Lignes"), "rows", 5, 16);
  const boxes = range(t("Boxes", "Caisses"), "boxes", 1, 12);
  boxes.input.addEventListener("change", fit);
  const attempts = choice(t("Difficulty", "Difficulté"), hardness(), values.attempts, (chosen) => {
    values.attempts = chosen;
  });
  const results = h("ul", { class: "soko-shelf soko-made", "aria-live": "polite" });

  async function make() {
    save();
    const { columns, rows, boxes, attempts } = values;
    if (seed.input.value === used) seed.input.value = String(freshSeed());
    const from = Math.max(0, Math.floor(seed.input.valueAsNumber) || 0);
    const [made] = await generated({ size: `${columns}x${rows}`, boxes, seed: from, attempts: Number(attempts) });
    if (!made) return;
    results.prepend(card(made));
    used = seed.input.value = String(made.seed);
  }
  const makeButton = button(t("Generate", "Créer"), (made) => void busy(made, make), { icon: "dice", kind: "main grow" });

  put(
    main,
    worldHead(
      {
        eyebrow: "Sokoban",
        title: t("Generate levels", "Créer des niveaux"),
        lead: t(
          "Rooms are dug, then the level is played backwards from the end: whatever comes out can be solved. The same seed, the same level.",
          "On creuse des salles, puis on joue à rebours depuis la fin : tout niveau obtenu est soluble. Même graine, même niveau.",
        ),
      },
      h("a", { class: "btn", href: "/sokoban" }, icon("levels"), t("All levels", "Tous les niveaux")),
    ),
    h("div", { class: "table left" }, inSheet(columns.el, rows.el, boxes.el, attempts.el, seed.el, inRow(makeButton)), results),
  );
  tellWrongLink(wrongSeed(params));
  fit();
  void busy(makeButton, make);
}
