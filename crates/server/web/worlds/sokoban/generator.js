// New levels that can certainly be solved, from a seed.

import { button, choice, field, freshSeed, slider } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { count, number, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { busy } from "../../app/notifications.js";
import { settings } from "../../app/play.js";
import { coded } from "../../app/rows.js";
import { worldHead } from "../../app/shell.js";
import { generated } from "./ask.js";
import { kindName } from "./collections.js";
import { thumbnail } from "./drawing.js";
import { takeIn } from "./import.js";
import { Level, trimmed } from "./rules.js";

/** @param {HTMLElement} main */
export function generatorPage(main) {
  const { values, save } = settings("sokoban-make", { columns: 9, rows: 8, boxes: 3, attempts: "8" });
  let seed = freshSeed();
  const seedBox = h("input", { type: "number", min: 0, value: String(seed) });
  seedBox.addEventListener("change", () => {
    seed = Math.max(0, Math.floor(seedBox.valueAsNumber) || 0);
  });
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
  const attempts = choice(
    t("How hard", "Difficulté"),
    /** @type {const} */ ([
      ["1", t("as it comes", "comme elle vient")],
      ["4", t("the best of 4", "le meilleur de 4")],
      ["8", t("the best of 8", "le meilleur de 8")],
      ["20", t("the best of 20", "le meilleur de 20")],
    ]),
    /** @type {any} */ (values.attempts),
    (v) => {
      values.attempts = v;
    },
  );
  const results = h("ul", { class: "soko-shelf soko-made", "aria-live": "polite" });

  async function make() {
    save();
    const [made] = await generated({
      size: `${values.columns}x${values.rows}`,
      boxes: values.boxes,
      seed,
      attempts: Number(values.attempts),
    });
    if (!made) return;
    const shape = trimmed(made.rows);
    const title = t(`Made ${made.seed}`, `Créé ${made.seed}`);
    results.prepend(
      h(
        "li",
        null,
        h(
          "div",
          { class: "soko-card" },
          thumbnail(new Level(shape)),
          h("span", { class: "soko-title" }, `${kindName(made.class)} · ${number(made.difficulty)}`),
          h(
            "span",
            { class: "small quiet" },
            `${count(made.pushes, "push", "pushes", "poussée", "poussées")}, ${t("seed", "graine")} ${made.seed}`,
          ),
        ),
        h(
          "div",
          { class: "row" },
          button(t("Play", "Jouer"), () => takeIn([{ title, rows: shape }], title), { icon: "play", kind: "main" }),
          h(
            "a",
            { class: "btn icon", href: `/sokoban?edit&board=${encodeURIComponent(coded(shape))}`, title: t("Edit", "Modifier") },
            icon("edit"),
            h("span", { class: "out" }, t("Edit", "Modifier")),
          ),
        ),
      ),
    );
    seed = freshSeed();
    seedBox.value = String(seed);
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
      h("a", { class: "btn", href: "/sokoban" }, icon("fit"), t("All levels", "Tous les niveaux")),
    ),
    h(
      "div",
      { class: "table left" },
      h(
        "div",
        { class: "sheet stack" },
        columns.el,
        rows.el,
        boxes.el,
        attempts.el,
        field(t("Seed", "Graine"), seedBox),
        h("div", { class: "row" }, makeButton),
      ),
      results,
    ),
  );
  fit();
  void busy(makeButton, make);
}
