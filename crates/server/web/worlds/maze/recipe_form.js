// The laboratory's settings: which algorithm, how large, what shape.

import { button, choice, field, filePicker, freshSeed, numberBox, slider } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { trouble } from "../../app/notifications.js";
import { generatorsOn, SURFACES } from "./ask.js";
import { maskOf } from "./files.js";
import { gallery } from "./gallery.js";
import { clampSide, fittingSize, turned } from "./link.js";

/** @type {readonly (readonly [string, string])[]} */
const SIZES = [
  ["", t("Custom", "Personnalisée")],
  ...[turned(16, 10), turned(40, 25), turned(100, 60), turned(300, 200), [1000, 1000]].map(
    (sides) => /** @type {const} */ ([sides.join("x"), sides.join(" × ")]),
  ),
];

/** The size in the list, or nothing. @param {{ columns: number, rows: number }} values */
function sizeName({ columns, rows }) {
  const name = `${columns}x${rows}`;
  return SIZES.some(([size]) => size === name) ? name : "";
}

const POLICIES = t(
  [
    ["newest", "the newest cell"],
    ["oldest", "the oldest cell"],
    ["random", "any cell"],
    ["newest:75,random:25", "mostly the newest"],
    ["newest:50,oldest:50", "newest or oldest"],
  ],
  [
    ["newest", "la case la plus récente"],
    ["oldest", "la plus ancienne"],
    ["random", "une case au hasard"],
    ["newest:75,random:25", "surtout la plus récente"],
    ["newest:50,oldest:50", "récente ou ancienne"],
  ],
);

/**
 * @param {import("./link.js").Settings} values
 * @param {{ seed: number }} dice
 * @param {() => void} generate
 */
export function recipeForm(values, dice, generate) {
  // A link or another visit may have set another size since.
  if (fittingSize(values.asked, values.surface).join("x") !== `${values.columns}x${values.rows}`)
    values.asked = [values.columns, values.rows];
  const surface = choice(t("Surface", "Surface"), SURFACES, values.surface, (kind) => {
    values.surface = kind;
    // Other surfaces are drawn as polygons and stay smaller; not every
    // algorithm has a meaning on each.
    [values.columns = 40, values.rows = 25] = fittingSize(values.asked, kind);
    const known = generatorsOn(kind).map(([algo]) => algo);
    values.algos = values.algos.map((algo) => (known.includes(algo) ? algo : "backtracker"));
    generate();
  });
  const algorithm = choice(t("Algorithm", "Algorithme"), generatorsOn(values.surface), values.algos[0] ?? "backtracker", (algo) => {
    values.algos[0] = algo;
    generate();
  });
  const pictures = button(
    t("Choose by picture", "Choisir en images"),
    () =>
      gallery(values.algos[0] ?? "", (algo) => {
        values.algos[0] = algo;
        generate();
      }),
    { icon: "picture", bare: true },
  );
  const policy = choice(
    t("The tree grows from", "L’arbre pousse depuis"),
    /** @type {[string, string][]} */ (POLICIES),
    values.policy,
    (one) => {
      values.policy = one;
      generate();
    },
  );
  const side = (/** @type {"columns" | "rows"} */ key, /** @type {string} */ label) =>
    numberBox(label, {
      value: values[key],
      min: 1,
      max: 1000,
      onchange: (n) => {
        values[key] = values.asked[key === "columns" ? 0 : 1] = clampSide(n, values.surface);
        generate();
      },
    });
  const columns = side("columns", "");
  const rows = side("rows", "");
  const sizes = choice(t("Size", "Taille"), SIZES, sizeName(values), (size) => {
    if (!size) return;
    [values.columns = 40, values.rows = 25] = size.split("x").map((n) => clampSide(Number(n), values.surface));
    values.asked = size.split("x").map(Number);
    generate();
  });
  const seedBox = h("input", { type: "number", min: 0, value: String(dice.seed) });
  const reseed = (/** @type {number} */ n) => {
    dice.seed = Math.max(0, Math.floor(n) || 0);
    generate();
  };
  seedBox.addEventListener("change", () => reseed(seedBox.valueAsNumber));
  const another = button(t("Another seed", "Une autre graine"), () => reseed(freshSeed()), { icon: "dice", bare: true });
  const shape = shapeFields(values, generate);

  return {
    els: [
      surface.el,
      h("div", { class: "row maze-seed" }, h("div", { class: "grow" }, algorithm.el), pictures),
      policy.el,
      sizes.el,
      h("div", { class: "fields" }, columns.el, rows.el),
      h("div", { class: "row maze-seed" }, h("div", { class: "grow" }, field(t("Seed", "Graine"), seedBox)), another),
    ],
    shape,
    /** Takes another seed. */
    again: () => reseed(freshSeed()),
    /** Shows what the values are. */
    refresh() {
      surface.select.value = values.surface;
      put(
        algorithm.select,
        generatorsOn(values.surface).map(([algo, name]) => h("option", { value: algo }, name)),
      );
      algorithm.select.value = values.algos[0] ?? "";
      pictures.hidden = values.surface !== "square";
      policy.el.hidden = !values.algos.includes("growing-tree");
      sizes.select.value = sizeName(values);
      const [across, down] =
        values.surface === "polar"
          ? t(["Innermost cells", "Rings"], ["Cases au centre", "Anneaux"])
          : t(["Columns", "Rows"], ["Colonnes", "Lignes"]);
      put(/** @type {Element} */ (columns.el.querySelector("label")), across);
      put(/** @type {Element} */ (rows.el.querySelector("label")), down);
      columns.input.value = String(values.columns);
      rows.input.value = String(values.rows);
      seedBox.value = String(dice.seed);
    },
  };
}

/** @param {import("./link.js").Settings} values @param {() => void} generate */
function shapeFields(values, generate) {
  const range = (
    /** @type {"bias" | "braid" | "rooms"} */ key,
    /** @type {string} */ label,
    /** @type {Parameters<typeof slider>[1]} */ options,
  ) => {
    const made = slider(label, {
      ...options,
      value: values[key],
      oninput: (n) => {
        values[key] = n;
      },
    });
    made.input.addEventListener("change", generate);
    return made.el;
  };
  const lean = (/** @type {number} */ n) =>
    n === 0.5 ? t("none", "aucune") : n > 0.5 ? t(`across ${n}`, `horizontale ${n}`) : t(`upright ${n}`, `verticale ${n}`);
  const mask = h("textarea", { rows: 5, spellcheck: "false", placeholder: "..........\n..######..\n.........." }, values.mask);
  const setMask = (/** @type {string} */ text) => {
    mask.value = values.mask = text;
    generate();
  };
  mask.addEventListener("change", () => setMask(mask.value.trimEnd()));
  const image = filePicker(
    t("Picture for the mask", "Image pour le masque"),
    (chosen) => void maskOf(chosen, values.columns, values.rows).then(setMask, trouble),
    "image/*",
  );
  return [
    range("bias", t("Bias", "Préférence"), { value: 0, min: 0, max: 1, step: 0.05, show: lean }),
    range("braid", t("Dead ends removed", "Impasses retirées"), {
      value: 0,
      min: 0,
      max: 1,
      step: 0.05,
      show: (n) => `${Math.round(n * 100)} %`,
    }),
    range("rooms", t("Rooms", "Salles"), { value: 0, min: 0, max: 40 }),
    field(t("Mask", "Masque"), mask, {
      note: t("Rows of cells: # is left out, anything else takes part.", "Lignes de cases : # est exclue, le reste participe."),
    }),
    image,
    button(t("Mask from a picture", "Masque depuis une image"), () => image.click(), { icon: "open" }),
  ];
}
