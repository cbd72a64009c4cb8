// The settings of a race, with the board they give.

import { button, check, choice, fold, freshSeed, numberBox, seedIn, slider } from "../../app/controls.js";
import { h, inSheet, inStack, smallNote } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { setter, settings, tellRefused } from "../../app/play.js";
import { share } from "../../app/share.js";
import { companyForm } from "../../app/table_setup.js";
import { configOf, DEFAULTS, readConfig } from "./config.js";
import { chooseKeys, keysOf } from "./keys.js";
import { preview } from "./preview.js";
import { presetName, RANGES, SWITCHES } from "./settings.js";

/**
 * What is set, by this browser and by a link. A link means what it says, also
 * one made before there were fair boards; but it changes nothing for the games
 * to come.
 * @param {URLSearchParams} params
 */
function given(params) {
  const { values, save } = settings("race", DEFAULTS);
  const linked = readConfig(params.get("config") ?? "");
  /** @type {boolean | undefined} */
  let fairOfLink = params.has("config") ? linked.fair === true : undefined;
  Object.assign(values, linked, { fair: values.fair });
  values.handicap = [0, 1, 2, 3].map((seat) => values.handicap[seat] ?? 0);
  return {
    values,
    save,
    chosen: () => ({ ...values, fair: fairOfLink ?? values.fair }),
    /** Boards are fair or not as the form says from now on. */
    forgetLink: () => {
      fairOfLink = undefined;
    },
  };
}

/**
 * The controls of the settings; a preset moves the others.
 * @param {ReturnType<typeof given>} set
 * @param {() => void} changed
 */
function controls({ values, chosen, forgetLink }, changed) {
  const set = setter(values, changed);
  const ranges = Object.entries(RANGES).map(([key, range]) => {
    const made = slider(range.label, { ...range, value: values[/** @type {"size"} */ (key)], oninput: set(/** @type {"size"} */ (key)) });
    return /** @type {const} */ ([key, made]);
  });
  const switches = Object.entries(SWITCHES).map(([key, label]) => {
    const take = set(/** @type {"block"} */ (key));
    const made = check(label, chosen()[/** @type {"block"} */ (key)], (on) => {
      if (key === "fair") forgetLink();
      take(on);
    });
    return /** @type {const} */ ([key, made]);
  });
  const presets = choice(t("Preset", "Modèle"), [["", t("My own", "Le mien")]], "", (text) => {
    if (!text) return;
    const usual = { block: false, repair: false, ask: false, together: false, fair: true, fog: 0, handicap: [0, 0, 0, 0] };
    Object.assign(values, usual, readConfig(text));
    forgetLink();
    for (const [key, control] of ranges) control.value = values[/** @type {"size"} */ (key)];
    for (const [key, control] of switches) control.input.checked = values[/** @type {"block"} */ (key)];
    changed();
  });
  const field = (/** @type {string} */ key) => ranges.find(([name]) => name === key)?.[1].el;
  return {
    presets,
    fields: h("div", { class: "fields" }, ["size", "density", "players", "rounds"].map(field)),
    more: fold(t("More settings", "Plus de réglages"), [
      switches.map(([, { el }]) => el),
      field("fog"),
      handicapFields(values, set("handicap")),
    ]),
  };
}

/**
 * @param {URLSearchParams} params `config` and `seed` come from a shared link
 */
export function setup(params) {
  const form = given(params);
  const { values, chosen } = form;
  tellRefused(params, configOf(chosen()));
  let seed = seedIn(params) ?? freshSeed();
  const board = preview();
  const seedBox = numberBox(t("Seed", "Graine"), { value: seed, min: 0, onchange: (n) => reseed(n) });
  const room = () => ({ config: configOf(chosen()), seed });
  const company = companyForm({ game: "race", values, room, changed, watch: true, extra: keyLine });
  company.go.classList.add("race-go");

  /** @param {number} seat */
  function keyLine(seat) {
    if (values.bots[seat] || company.online()) return null;
    const change = button(t("Change", "Changer"), () => chooseKeys(seat, company.show), { kind: "bare" });
    return [t("Keys ", "Touches "), h("kbd", null, keysOf(seat)), " ", change];
  }

  /** @param {number} n */
  function reseed(n) {
    seed = n;
    seedBox.input.value = String(n);
    void show();
  }

  async function show() {
    company.go.disabled = !(await board.show({ ...chosen(), seed }));
  }

  function changed() {
    form.save();
    company.show();
    void show();
  }

  const { presets, fields, more } = controls(form, changed);
  void company.ready.then((race) => {
    for (const { name, config } of race?.presets ?? []) presets.select.append(h("option", { value: config }, presetName(name)));
  });
  changed();
  const link = () => `/race?config=${encodeURIComponent(configOf(chosen()))}&seed=${seed}`;
  const again = [
    button(t("Another board", "Un autre plateau"), () => reseed(freshSeed()), { icon: "dice" }),
    button(t("Share", "Partager"), () => void share(link()), { icon: "share" }),
  ];
  return h(
    "div",
    { class: "table left" },
    inSheet(company.where, presets.el, fields, company.seats, company.go, more),
    inStack(
      board.el,
      h(
        "div",
        { class: "row apart" },
        board.note,
        h("div", { class: "row race-again" }, h("div", { class: "race-seed" }, seedBox.el), again),
      ),
    ),
  );
}

/** Turns that players sit out. @param {{ handicap: number[] }} values by seat @param {(handicap: number[]) => void} set */
function handicapFields(values, set) {
  const boxes = [0, 1, 2, 3].map((seat) => {
    const onchange = (/** @type {number} */ n) => set(values.handicap.with(seat, n || 0));
    return numberBox(t(`Handicap ${seat + 1}`, `Handicap ${seat + 1}`), { value: values.handicap[seat] ?? 0, min: 0, max: 999, onchange })
      .el;
  });
  const note = t(
    "A handicap is a number of turns a player sits out at the start of every round.",
    "Un handicap est un nombre de tours qu’un joueur passe au début de chaque manche.",
  );
  return h("div", { class: "stack tight" }, h("div", { class: "fields" }, boxes), smallNote(note));
}
