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
 * @param {URLSearchParams} params `config` and `seed` come from a shared link
 */
export function setup(params) {
  const { values, save } = settings("race", DEFAULTS);
  const linked = readConfig(params.get("config") ?? "");
  // A link means what it says, also one made before there were fair boards; but
  // it changes nothing for the games to come.
  /** @type {boolean | undefined} */
  let fairOfLink = params.has("config") ? linked.fair === true : undefined;
  Object.assign(values, linked, { fair: values.fair });
  const chosen = () => ({ ...values, fair: fairOfLink ?? values.fair });
  values.handicap = [0, 1, 2, 3].map((seat) => values.handicap[seat] ?? 0);
  tellRefused(params, configOf(chosen()));
  let seed = seedIn(params) ?? freshSeed();
  const board = preview();
  const seedBox = numberBox(t("Seed", "Graine"), { value: seed, min: 0, onchange: (n) => reseed(n) });
  const company = companyForm({
    game: "race",
    values,
    room: () => ({ config: configOf(chosen()), seed }),
    changed,
    watch: true,
    extra: keyLine,
  });
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
    save();
    company.show();
    void show();
  }

  const set = setter(values, changed);
  const ranges = Object.entries(RANGES).map(([key, range]) => {
    const made = slider(range.label, { ...range, value: values[/** @type {"size"} */ (key)], oninput: set(/** @type {"size"} */ (key)) });
    return /** @type {const} */ ([key, made]);
  });
  const switches = Object.entries(SWITCHES).map(([key, label]) => {
    const take = set(/** @type {"block"} */ (key));
    const made = check(label, chosen()[/** @type {"block"} */ (key)], (on) => {
      if (key === "fair") fairOfLink = undefined;
      take(on);
    });
    return /** @type {const} */ ([key, made]);
  });
  const presets = choice(t("Preset", "Modèle"), [["", t("My own", "Le mien")]], "", (text) => {
    if (!text) return;
    const usual = { block: false, repair: false, ask: false, together: false, fair: true, fog: 0, handicap: [0, 0, 0, 0] };
    Object.assign(values, usual, readConfig(text));
    fairOfLink = undefined;
    for (const [key, control] of ranges) control.value = values[/** @type {"size"} */ (key)];
    for (const [key, control] of switches) control.input.checked = values[/** @type {"block"} */ (key)];
    changed();
  });
  void company.ready.then((race) => {
    for (const { name, config } of race?.presets ?? []) presets.select.append(h("option", { value: config }, presetName(name)));
  });
  changed();
  const field = (/** @type {string} */ key) => ranges.find(([name]) => name === key)?.[1].el;
  const more = fold(t("More settings", "Plus de réglages"), [
    switches.map(([, { el }]) => el),
    field("fog"),
    handicapFields(values, set("handicap")),
  ]);
  const again = [
    button(t("Another board", "Un autre plateau"), () => reseed(freshSeed()), { icon: "dice" }),
    button(t("Share", "Partager"), () => void share(`/race?config=${encodeURIComponent(configOf(chosen()))}&seed=${seed}`), {
      icon: "share",
    }),
  ];
  return h(
    "div",
    { class: "table left" },
    inSheet(
      company.where,
      presets.el,
      h("div", { class: "fields" }, ["size", "density", "players", "rounds"].map(field)),
      company.seats,
      company.go,
      more,
    ),
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
