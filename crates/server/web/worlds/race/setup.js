// The settings of a race, with the board they give.

import { post } from "../../app/api.js";
import { botName } from "../../app/bots.js";
import { button, check, choice, freshSeed, numberBox, segments, slider } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { pawn } from "../../app/icons.js";
import { busy, trouble } from "../../app/notifications.js";
import { hosted, openRoom, settings } from "../../app/play.js";
import { share } from "../../app/share.js";
import { Field } from "./drawing.js";
import { chooseKeys, keysOf } from "./keys.js";

/** @typedef {import("./view.js").Spot} Spot */

const DEFAULTS = {
  size: 31,
  density: 0.65,
  players: 2,
  rounds: 3,
  block: false,
  repair: false,
  ask: false,
  handicap: [0, 0, 0, 0],
  where: /** @type {"here" | "online"} */ ("here"),
  bots: /** @type {(string | null)[]} */ ([null, null, null, null]),
  public: false,
};

/** The settings as the game reads them. @param {typeof DEFAULTS} values */
export function configOf({ size, density, players, rounds, block, repair, ask, handicap }) {
  const turns = handicap.slice(0, players);
  return [
    `size=${size}`,
    `density=${density}`,
    `players=${players}`,
    `rounds=${rounds}`,
    block && "block",
    repair && "repair",
    ask && "ask",
    turns.some(Boolean) && `handicap=${turns.join("/")}`,
  ]
    .filter(Boolean)
    .join(",");
}

/**
 * Reads `size=31,players=2` back into the form.
 * @param {string} text
 */
function readConfig(text) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const part of text.split(",").filter(Boolean)) {
    const [key = "", value = "true"] = part.split("=");
    if (key === "handicap") found.handicap = value.split("/").map(Number);
    else if (["block", "repair", "ask"].includes(key)) found[key] = value === "true";
    else if (["size", "density", "players", "rounds"].includes(key) && Number.isFinite(Number(value))) found[key] = Number(value);
  }
  return found;
}

/**
 * @param {URLSearchParams} params `config` and `seed` come from a shared link
 */
export function setup(params) {
  const { values, save } = settings("race", DEFAULTS);
  Object.assign(values, readConfig(params.get("config") ?? ""));
  values.handicap = [0, 1, 2, 3].map((seat) => values.handicap[seat] ?? 0);
  let seed = Number(params.get("seed")) || freshSeed();
  /** @type {string[]} */
  let bots = [];

  const picture = new Field(t("A board with these settings", "Un plateau avec ces réglages"));
  const note = h("p", { class: "small quiet", role: "status" });
  const seats = h("ul", { class: "seats" });
  const seedBox = numberBox(t("Seed", "Graine"), {
    value: seed,
    min: 0,
    onchange: (n) => {
      seed = n;
      preview();
    },
  });
  const go = button(t("Start", "Commencer"), (made) => void busy(made, start), { kind: "main big race-go", icon: "play" });

  async function start() {
    save();
    const online = values.where === "online";
    const sitting = Object.fromEntries(
      values.bots.slice(0, values.players).flatMap((bot, seat) => (bot && bots.includes(bot) ? [[String(seat), bot]] : [])),
    );
    await openRoom({ game: "race", config: configOf(values), seed, practice: !online, bots: sitting, public: online && values.public });
  }

  /** @type {AbortController | undefined} */
  let asking;
  async function preview() {
    asking?.abort();
    asking = new AbortController();
    try {
      const { size, density, players, repair } = values;
      /** @type {{ board: string[], target: Spot, players: { id: number, start: Spot, best: number }[] }} */
      const made = await post("/api/race/new", { size, density, players, repair, seed }, asking.signal);
      const rows = made.board.map((row) => row.replace(/[^*]/g, " "));
      picture.ground(rows);
      picture.target(made.target);
      made.players.forEach(({ start }, seat) => picture.pawn(seat, start, false));
      picture.done();
      note.textContent =
        t("Shortest ways: ", "Plus courts chemins : ") + made.players.map(({ best }, seat) => `${seat + 1}: ${best}`).join(" · ");
      go.disabled = false;
    } catch (error) {
      if (error instanceof DOMException) return;
      note.textContent = error instanceof Error ? error.message : String(error);
      go.disabled = true;
    }
  }

  function changed() {
    save();
    showSeats();
    publicBox.el.hidden = values.where !== "online";
    go.lastChild?.replaceWith(values.where === "online" ? t("Open the room", "Ouvrir la salle") : t("Start", "Commencer"));
    void preview();
  }

  function showSeats() {
    put(
      seats,
      Array.from({ length: values.players }, (_, seat) => {
        const who = h(
          "select",
          { value: values.bots[seat] ?? "", "aria-label": t(`Player ${seat + 1}`, `Joueur ${seat + 1}`) },
          h(
            "option",
            { value: "" },
            seat === 0
              ? t("You", "Vous")
              : values.where === "online"
                ? t("A friend, by link", "Un ami, par lien")
                : t("A person here", "Une personne ici"),
          ),
          bots.map((bot) => h("option", { value: bot }, botName(bot))),
        );
        who.addEventListener("change", () => {
          values.bots[seat] = who.value || null;
          changed();
        });
        return h(
          "li",
          { class: "seat", style: { "--c": `var(--player-${seat + 1})` } },
          pawn(seat),
          who,
          h("span"),
          !values.bots[seat] && values.where === "here"
            ? h(
                "div",
                { class: "extra" },
                t("Keys ", "Touches "),
                h("kbd", null, keysOf(seat)),
                " ",
                button(t("Change", "Changer"), () => chooseKeys(seat, showSeats), { kind: "bare" }),
              )
            : null,
        );
      }),
    );
  }

  const where = segments(
    t("Where", "Où"),
    /** @type {const} */ ([
      ["here", t("On this screen", "Sur cet écran")],
      ["online", t("Online, by link", "En ligne, par lien")],
    ]),
    values.where,
    (value) => {
      values.where = value;
      changed();
    },
  );
  const publicBox = check(t("Show it in the list of open rooms", "L'afficher parmi les salles ouvertes"), values.public, (on) => {
    values.public = on;
    save();
  });
  const size = slider(t("Size", "Taille"), {
    value: values.size,
    min: 5,
    max: 101,
    step: 2,
    show: (n) => `${n} × ${n}`,
    oninput: (n) => {
      values.size = n;
      changed();
    },
  });
  const density = slider(t("Free cells", "Cases libres"), {
    value: values.density,
    min: 0.4,
    max: 1,
    step: 0.01,
    show: (n) => `${Math.round(n * 100)} %`,
    oninput: (n) => {
      values.density = n;
      changed();
    },
  });
  const players = slider(t("Players", "Joueurs"), {
    value: values.players,
    min: 1,
    max: 4,
    oninput: (n) => {
      values.players = n;
      changed();
    },
  });
  const rounds = slider(t("Rounds", "Manches"), {
    value: values.rounds,
    min: 1,
    max: 15,
    oninput: (n) => {
      values.rounds = n;
      changed();
    },
  });
  const presets = choice(t("Preset", "Modèle"), [["", t("My own", "Le mien")]], "", (text) => {
    if (!text) return;
    Object.assign(values, { block: false, repair: false, ask: false, handicap: [0, 0, 0, 0] }, readConfig(text));
    size.value = values.size;
    density.value = values.density;
    players.value = values.players;
    rounds.value = values.rounds;
    block.input.checked = values.block;
    repair.input.checked = values.repair;
    changed();
  });
  const block = check(t("Players block each other", "Les joueurs se bloquent"), values.block, (on) => {
    values.block = on;
    changed();
  });
  const repair = check(
    t("Free the fewest cells if no way exists", "Libérer le moins de cases si aucun chemin n'existe"),
    values.repair,
    (on) => {
      values.repair = on;
      changed();
    },
  );
  const ask = check(t("Choose size and density before every round", "Choisir taille et densité avant chaque manche"), values.ask, (on) => {
    values.ask = on;
    changed();
  });
  const handicaps = h(
    "div",
    { class: "fields" },
    [0, 1, 2, 3].map(
      (seat) =>
        numberBox(t(`Handicap ${seat + 1}`, `Handicap ${seat + 1}`), {
          value: values.handicap[seat] ?? 0,
          min: 0,
          max: 999,
          onchange: (n) => {
            values.handicap[seat] = n || 0;
            save();
          },
        }).el,
    ),
  );

  const el = h(
    "div",
    { class: "table left" },
    h(
      "div",
      { class: "sheet stack" },
      where.el,
      publicBox.el,
      presets.el,
      h("div", { class: "fields" }, size.el, density.el, players.el, rounds.el),
      seats,
      go,
      h(
        "details",
        { class: "fold" },
        h("summary", null, t("More settings", "Plus de réglages")),
        h(
          "div",
          { class: "stack tight" },
          block.el,
          repair.el,
          ask.el,
          handicaps,
          h(
            "p",
            { class: "small quiet" },
            t(
              "A handicap is a number of turns a player sits out at the start of every round.",
              "Un handicap est un nombre de tours qu'un joueur passe au début de chaque manche.",
            ),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "stack" },
      h("div", { class: "board race-preview" }, picture.svg),
      h(
        "div",
        { class: "row apart" },
        note,
        h(
          "div",
          { class: "row race-again" },
          h("div", { class: "race-seed" }, seedBox.el),
          button(
            t("Another board", "Un autre plateau"),
            () => {
              seed = freshSeed();
              seedBox.input.value = String(seed);
              void preview();
            },
            { icon: "dice" },
          ),
          button(t("Share", "Partager"), () => void share(`/race?config=${encodeURIComponent(configOf(values))}&seed=${seed}`), {
            icon: "share",
          }),
        ),
      ),
    ),
  );
  void hosted().then((games) => {
    const race = games.find(({ name }) => name === "race");
    bots = race?.bots ?? [];
    for (const { name, config } of race?.presets ?? []) presets.select.append(h("option", { value: config }, presetName(name)));
    showSeats();
  }, trouble);
  changed();
  return el;
}

/** @param {string} name */
function presetName(name) {
  const names = /** @type {Record<string, string>} */ (
    t(
      { duel: "Duel", solo: "Solo", party: "Party of four", crowd: "Crowd, in each other's way", thin: "Thin, repaired" },
      { duel: "Duel", solo: "Solo", party: "À quatre", crowd: "Foule, on se gêne", thin: "Dense, réparé" },
    )
  );
  return names[name] ?? name;
}
