// The settings of a race, with the board they give.

import { button, check, choice, freshSeed, numberBox, slider } from "../../app/controls.js";
import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { settings } from "../../app/play.js";
import { share } from "../../app/share.js";
import { companyForm } from "../../app/table_setup.js";
import { configOf, DEFAULTS, readConfig } from "./config.js";
import { chooseKeys, keysOf } from "./keys.js";
import { preview } from "./preview.js";

/**
 * @param {URLSearchParams} params `config` and `seed` come from a shared link
 */
export function setup(params) {
  const { values, save } = settings("race", DEFAULTS);
  Object.assign(values, readConfig(params.get("config") ?? ""));
  values.handicap = [0, 1, 2, 3].map((seat) => values.handicap[seat] ?? 0);
  let seed = Number(params.get("seed")) || freshSeed();
  const board = preview();
  const seedBox = numberBox(t("Seed", "Graine"), { value: seed, min: 0, onchange: (n) => reseed(n) });
  const company = companyForm({
    game: "race",
    values,
    room: () => ({ config: configOf(values), seed }),
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
    company.go.disabled = !(await board.show({ ...values, seed }));
  }

  function changed() {
    save();
    company.show();
    void show();
  }

  /** @template {keyof typeof values} K @param {K} key @returns {(value: typeof values[K]) => void} */
  const set = (key) => (value) => {
    values[key] = value;
    changed();
  };
  const size = slider(t("Size", "Taille"), {
    value: values.size,
    min: 5,
    max: 101,
    step: 2,
    show: (n) => `${n} × ${n}`,
    oninput: set("size"),
  });
  const density = slider(t("Free cells", "Cases libres"), {
    value: values.density,
    min: 0.4,
    max: 1,
    step: 0.01,
    show: (n) => `${Math.round(n * 100)} %`,
    oninput: set("density"),
  });
  const players = slider(t("Players", "Joueurs"), { value: values.players, min: 1, max: 4, oninput: set("players") });
  const rounds = slider(t("Rounds", "Manches"), { value: values.rounds, min: 1, max: 15, oninput: set("rounds") });
  const block = check(t("Players block each other", "Les joueurs se bloquent"), values.block, set("block"));
  const repair = check(
    t("Free the fewest cells if no way exists", "Libérer le moins de cases si aucun chemin n’existe"),
    values.repair,
    set("repair"),
  );
  const ask = check(
    t("Choose size and density before every round", "Choisir taille et densité avant chaque manche"),
    values.ask,
    set("ask"),
  );
  const together = check(
    t("All choose their steps in secret and make them at once", "Chacun choisit son pas en secret, tous le font en même temps"),
    values.together,
    set("together"),
  );
  const fog = slider(t("Sight", "Vue"), {
    value: values.fog,
    min: 0,
    max: 20,
    show: (n) => (n ? t(`${n} cells, the rest in fog`, `${n} cases, le reste dans le brouillard`) : t("everything", "tout")),
    oninput: set("fog"),
  });
  const presets = choice(t("Preset", "Modèle"), [["", t("My own", "Le mien")]], "", (text) => {
    if (!text) return;
    Object.assign(values, { block: false, repair: false, ask: false, together: false, fog: 0, handicap: [0, 0, 0, 0] }, readConfig(text));
    for (const [key, control] of Object.entries({ size, density, players, rounds, fog }))
      control.value = values[/** @type {"size"} */ (key)];
    for (const [key, control] of Object.entries({ block, repair, ask, together }))
      control.input.checked = values[/** @type {"block"} */ (key)];
    changed();
  });
  const handicaps = [0, 1, 2, 3].map(
    (seat) =>
      numberBox(t(`Handicap ${seat + 1}`, `Handicap ${seat + 1}`), {
        value: values.handicap[seat] ?? 0,
        min: 0,
        max: 999,
        onchange: (n) => set("handicap")(values.handicap.with(seat, n || 0)),
      }).el,
  );
  void company.ready.then((race) => {
    for (const { name, config } of race?.presets ?? []) presets.select.append(h("option", { value: config }, presetName(name)));
  });
  changed();
  const turns = h(
    "p",
    { class: "small quiet" },
    t(
      "A handicap is a number of turns a player sits out at the start of every round.",
      "Un handicap est un nombre de tours qu’un joueur passe au début de chaque manche.",
    ),
  );
  const more = h(
    "details",
    { class: "fold" },
    h("summary", null, t("More settings", "Plus de réglages")),
    h("div", { class: "stack tight" }, block.el, repair.el, ask.el, together.el, fog.el, h("div", { class: "fields" }, handicaps), turns),
  );
  const again = [
    button(t("Another board", "Un autre plateau"), () => reseed(freshSeed()), { icon: "dice" }),
    button(t("Share", "Partager"), () => void share(`/race?config=${encodeURIComponent(configOf(values))}&seed=${seed}`), {
      icon: "share",
    }),
  ];
  return h(
    "div",
    { class: "table left" },
    h(
      "div",
      { class: "sheet stack" },
      company.where,
      presets.el,
      h("div", { class: "fields" }, size.el, density.el, players.el, rounds.el),
      company.seats,
      company.go,
      more,
    ),
    h(
      "div",
      { class: "stack" },
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

/** @param {string} name */
function presetName(name) {
  const names = t(
    {
      duel: "Duel",
      solo: "Solo",
      party: "Party of four",
      crowd: "Crowd, in each other’s way",
      thin: "Thin, repaired",
      fog: "In the fog",
      together: "All at once",
    },
    {
      duel: "Duel",
      solo: "Solo",
      party: "À quatre",
      crowd: "Foule, on se gêne",
      thin: "Dense, réparé",
      fog: "Dans le brouillard",
      together: "Tous à la fois",
    },
  );
  return /** @type {Record<string, string>} */ (names)[name] ?? name;
}
