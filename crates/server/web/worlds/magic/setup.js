// A table for Magic Maze: which scenario, how many players, bots or friends.

import { button, check, choice, freshSeed, numberBox, segments, slider } from "../../app/controls.js";
import { h, put, s } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { pawn } from "../../app/icons.js";
import { busy, trouble } from "../../app/notifications.js";
import { hosted, openRoom, settings } from "../../app/play.js";
import { dealt } from "./actions.js";
import { roleIcons, roleText } from "./role_card.js";
import { shapeIcon, siteSign } from "./sprites.js";
import { COLOURS } from "./tiles.js";

const DEFAULTS = {
  scenario: 1,
  players: 4,
  minutes: 5,
  pace: 900,
  bot: "joint",
  where: /** @type {"here" | "online"} */ ("here"),
  bots: /** @type {boolean[]} */ ([false, true, true, true, true, true, true, true]),
  public: false,
  teleporters: -1,
  tiles: 0,
};

/** A practice game with bots, for those who just want to play. @returns {import("../../app/play.js").NewRoom} */
export function firstGame() {
  return {
    game: "magic",
    config: "scenario=1,players=4,time=300",
    practice: true,
    bots: { 1: "joint", 2: "joint", 3: "joint" },
    pace: 1100,
  };
}

/** @param {typeof DEFAULTS} values */
function configOf({ scenario, players, minutes, teleporters, tiles }) {
  return [
    `scenario=${scenario}`,
    `players=${players}`,
    `time=${minutes * 60}`,
    tiles >= 9 && `tiles=${tiles}`,
    teleporters >= 0 && `teleporters=${teleporters}`,
  ]
    .filter(Boolean)
    .join(",");
}

/** What a scenario adds. */
function scenarios() {
  return t(
    [
      ["The course's game", "No extras: explore, steal, escape."],
      ["First theft", "Nine tiles, one exit for all, escalators and timers."],
      ["Four exits", "Everyone leaves by their own exit."],
      ["Roles pass on", "At each flip roles go to the left neighbour."],
      ["Orange slips through", "Small passages for orange; green lets you talk."],
      ["Crystal ball", "Purple reveals tiles from afar."],
      ["Cameras", "Two awake cameras forbid the timers; yellow switches them off."],
      ["The whole supermarket", "Nineteen tiles, four cameras, everything."],
    ],
    [
      ["Le jeu du cours", "Sans supplément : explorer, voler, fuir."],
      ["Premier vol", "Neuf tuiles, une sortie pour tous, escalators et sabliers."],
      ["Quatre sorties", "Chacun sort par la sienne."],
      ["Les rôles tournent", "À chaque retournement, les rôles passent à gauche."],
      ["Orange se faufile", "Petits passages pour orange ; vert permet de parler."],
      ["Boule de cristal", "Violet révèle des tuiles à distance."],
      ["Caméras", "Deux caméras éveillées interdisent les sabliers ; jaune les éteint."],
      ["Tout le supermarché", "Dix-neuf tuiles, quatre caméras, tout."],
    ],
  );
}

/**
 * @param {URLSearchParams} params `config` and `seed` come from a shared link
 */
export function setup(params) {
  const { values, save } = settings("magic", DEFAULTS);
  for (const part of (params.get("config") ?? "").split(",")) {
    const [key = "", value = ""] = part.split("=");
    const n = Number(value);
    if (!value || !Number.isFinite(n)) continue;
    if (key === "time") values.minutes = n / 60;
    else if (key === "scenario" || key === "players" || key === "tiles" || key === "teleporters") values[key] = n;
  }
  let seed = params.has("seed") ? Number(params.get("seed")) : undefined;
  /** @type {string[]} */
  let bots = ["joint"];

  const list = h("div", { class: "magic-scenarios", role: "radiogroup", "aria-label": t("Scenario", "Scénario") });
  const seats = h("ul", { class: "magic-deal" });
  const go = button("", (made) => void busy(made, start), { kind: "main big", icon: "play" });
  const label = go.lastChild;

  async function start() {
    save();
    const online = values.where === "online";
    const sitting = Object.fromEntries(
      values.bots.slice(0, values.players).flatMap((bot, seat) => (bot && seat > 0 ? [[String(seat), values.bot]] : [])),
    );
    await openRoom({
      game: "magic",
      config: configOf(values),
      seed,
      practice: !online,
      bots: sitting,
      public: online && values.public,
      pace: values.pace,
    });
  }

  function changed() {
    save();
    publicBox.el.hidden = values.where !== "online";
    const text = values.where === "online" ? t("Open the room", "Ouvrir la salle") : t("Start practice", "Commencer l'entraînement");
    if (label) label.textContent = text;
    for (const [index, one] of [...list.children].entries()) {
      one.setAttribute("aria-checked", String(index === values.scenario));
      /** @type {HTMLElement} */ (one).tabIndex = index === values.scenario ? 0 : -1;
    }
    showSeats();
  }

  function showSeats() {
    const roles = dealt(values.players);
    put(
      seats,
      roles.map((role, seat) => {
        const mineOrBot = h(
          "select",
          { value: values.bots[seat] ? "bot" : "", "aria-label": t(`Player ${seat + 1}`, `Joueur ${seat + 1}`) },
          h("option", { value: "" }, values.where === "online" ? t("A friend, by link", "Un ami, par lien") : t("You too", "Vous aussi")),
          h("option", { value: "bot" }, t("Bot", "Robot")),
        );
        mineOrBot.addEventListener("change", () => {
          values.bots[seat] = mineOrBot.value === "bot";
          changed();
        });
        return h(
          "li",
          { class: "magic-part", style: { "--c": `var(--player-${seat + 1})` } },
          pawn(seat),
          seat === 0 ? h("strong", null, t("You", "Vous")) : mineOrBot,
          roleIcons(role),
          h("small", { class: "quiet" }, values.players === 1 ? t("one card at a time", "une carte à la fois") : roleText(role)),
        );
      }),
    );
  }

  put(
    list,
    scenarios().map(([title = "", line = ""], index) =>
      h(
        "button",
        {
          type: "button",
          class: "magic-scenario",
          role: "radio",
          onclick: () => pick(index),
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
            if (!by) return;
            event.preventDefault();
            pick((values.scenario + by + 8) % 8);
            /** @type {HTMLElement | undefined} */ (list.children[values.scenario])?.focus();
          },
        },
        h("span", { class: "n", "aria-hidden": "true" }, index),
        h("span", null, h("strong", null, title), h("small", null, line)),
      ),
    ),
  );
  /** @param {number} index */
  function pick(index) {
    values.scenario = index;
    values.tiles = 0;
    changed();
  }

  const where = segments(
    t("With whom", "Avec qui"),
    /** @type {const} */ ([
      ["here", t("With bots", "Avec des robots")],
      ["online", t("With friends", "Entre amis")],
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
  const players = slider(t("Players", "Joueurs"), {
    value: values.players,
    min: 1,
    max: 8,
    oninput: (n) => {
      values.players = n;
      changed();
    },
  });
  const time = slider(t("Sand timer", "Sablier"), {
    value: values.minutes,
    min: 0,
    max: 15,
    step: 1,
    show: (n) => (n ? `${n} min` : t("no limit", "sans limite")),
    oninput: (n) => {
      values.minutes = n;
      save();
    },
  });
  const pace = slider(t("Bots' pace", "Rythme des robots"), {
    value: values.pace,
    min: 100,
    max: 3000,
    step: 100,
    show: (n) => t(`${(n / 1000).toFixed(1)} s a move`, `${(n / 1000).toFixed(1).replace(".", ",")} s par coup`),
    oninput: (n) => {
      values.pace = n;
      save();
    },
  });
  const kind = choice(
    t("Bots", "Robots"),
    [
      ["joint", t("Plan together", "Planifient ensemble")],
      ["base", t("Nearest door first", "Porte la plus proche")],
    ],
    values.bot === "base" ? "base" : "joint",
    (bot) => {
      values.bot = bot;
      save();
    },
  );
  const seedBox = numberBox(t("Seed", "Graine"), {
    value: seed ?? freshSeed(),
    min: 0,
    onchange: (n) => {
      seed = n;
    },
  });
  if (seed === undefined) seedBox.input.value = "";

  const el = h(
    "div",
    { class: "table left magic-setup" },
    h(
      "div",
      { class: "sheet stack" },
      where.el,
      publicBox.el,
      h("div", { class: "fields" }, players.el, time.el),
      seats,
      go,
      h(
        "details",
        { class: "fold" },
        h("summary", null, t("More settings", "Plus de réglages")),
        h("div", { class: "fields" }, kind.el, pace.el, seedBox.el),
      ),
    ),
    h("div", { class: "stack" }, h("section", { class: "sheet stack" }, h("h2", null, t("Scenario", "Scénario")), list), legend()),
  );
  void hosted().then((games) => {
    bots = games.find(({ name }) => name === "magic")?.bots ?? bots;
    if (!bots.includes(values.bot)) values.bot = bots.at(-1) ?? "joint";
  }, trouble);
  changed();
  return el;
}

/** What the signs mean. */
function legend() {
  const sign = (/** @type {string} */ name, /** @type {import("./view.js").Colour | null} */ colour, /** @type {string} */ text) =>
    h(
      "li",
      null,
      s(
        "svg",
        { viewBox: "-20 -20 40 40", class: "magic-mall", "aria-hidden": "true" },
        s("g", { class: `site ${name} ${colour ? `m-${colour}` : ""}` }, siteSign(name, colour)),
      ),
      text,
    );
  return h(
    "section",
    { class: "sheet stack tight" },
    h("h2", null, t("How it goes", "Comment on joue")),
    h(
      "ol",
      { class: "magic-steps" },
      h(
        "li",
        null,
        t(
          "Bring a pawn to a door of its colour; whoever holds the magnifying glass explores: a new tile.",
          "Menez un pion sur une porte de sa couleur ; qui tient la loupe explore : une nouvelle tuile.",
        ),
      ),
      h(
        "li",
        null,
        t(
          "All four stand on their objectives at the same time: the theft. Teleporters stop.",
          "Les quatre sont sur leur objectif en même temps : c'est le vol. Les téléporteurs s'arrêtent.",
        ),
      ),
      h(
        "li",
        null,
        t(
          "Everyone to the exits before the sand has run out. A timer cell turns the sand, once.",
          "Tous aux sorties avant la fin du sable. Une case sablier le retourne, une fois.",
        ),
      ),
    ),
    h(
      "div",
      { class: "magic-heroes" },
      COLOURS.map((colour) => shapeIcon(colour)),
    ),
    h(
      "ul",
      { class: "magic-legend" },
      sign("objective", "yellow", t("objective", "objectif")),
      sign("exit", "green", t("exit", "sortie")),
      sign("teleporter", "purple", t("teleporter", "téléporteur")),
      sign("timer", null, t("sand timer", "sablier")),
      sign("crystal", null, t("crystal ball", "boule de cristal")),
      sign("camera", null, t("camera", "caméra")),
    ),
    h(
      "p",
      { class: "small" },
      h("a", { href: "/learn/joint-planning" }, t("How do silent players agree?", "Comment des joueurs muets s'accordent-ils ?")),
    ),
  );
}
