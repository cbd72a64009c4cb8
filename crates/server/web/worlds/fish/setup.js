// The settings of a game, and a town to try the roads in.

import { botName } from "../../app/bots.js";
import { button, check, choice, numberBox, segments, slider } from "../../app/controls.js";
import { h, put } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { icon, pawn } from "../../app/icons.js";
import { busy, trouble } from "../../app/notifications.js";
import { hosted, openRoom, settings } from "../../app/play.js";
import { share } from "../../app/share.js";
import { sandbox } from "./sandbox.js";

/** Settings that stand for "as the rule book says" when empty. */
const OWN = /** @type {const} */ (["size", "goods", "trees", "coins", "max", "discs", "ties", "closed", "again", "hold"]);
const DEFAULTS = {
  rules: /** @type {"course" | "classic"} */ ("course"),
  players: 3,
  where: /** @type {"here" | "online"} */ ("here"),
  bots: /** @type {(string | null)[]} */ ([null, "greedy", "greedy", "greedy", "greedy"]),
  public: false,
  pace: "",
  own: /** @type {Record<string, string>} */ ({}),
};

/** The settings as the game reads them. @param {typeof DEFAULTS} values */
function configOf({ rules, players, own, where }) {
  return [
    `rules=${rules}`,
    `players=${players}`,
    ...OWN.flatMap((key) => (own[key] ? [`${key}=${own[key]}`] : [])),
    where === "here" && "practice=true",
  ]
    .filter(Boolean)
    .join(",");
}

/** Reads `rules=classic,players=4` back into the form. @param {string} text @param {typeof DEFAULTS} values */
function readConfig(text, values) {
  if (!text) return;
  values.own = {};
  for (const part of text.split(",")) {
    const [key = "", value = "true"] = part.split("=");
    if (key === "rules" && (value === "course" || value === "classic")) values.rules = value;
    else if (key === "players") values.players = Math.max(2, Math.min(5, Number(value) || 3));
    else if (OWN.includes(/** @type {any} */ (key))) values.own[key] = value;
  }
}

/**
 * @param {URLSearchParams} params `config` and `seed` come from a shared link
 */
export function setup(params) {
  const { values, save } = settings("fish", DEFAULTS);
  readConfig(params.get("config") ?? "", values);
  const seed = params.has("seed") ? Number(params.get("seed")) || 0 : undefined;
  /** @type {string[]} */
  let bots = [];
  const seats = h("ul", { class: "seats" });
  const go = button(t("Start", "Commencer"), (made) => void busy(made, start), { kind: "main big", icon: "play" });
  const rule = h("p", { class: "small quiet" });

  async function start() {
    save();
    const online = values.where === "online";
    const sitting = Object.fromEntries(
      values.bots
        .slice(0, values.players)
        .flatMap((bot, seat) => (bot && bots.includes(bot) && !(online && seat === 0) ? [[String(seat), bot]] : [])),
    );
    await openRoom({
      game: "fish",
      config: configOf(values),
      ...(seed === undefined ? {} : { seed }),
      practice: !online,
      bots: sitting,
      public: online && values.public,
      ...(values.pace === "" ? {} : { pace: Number(values.pace) }),
    });
  }

  function changed() {
    save();
    showSeats();
    publicBox.el.hidden = values.where !== "online";
    go.lastChild?.replaceWith(values.where === "online" ? t("Open the room", "Ouvrir la salle") : t("Start", "Commencer"));
    const classic = values.rules === "classic";
    const trees = [9, 12, 15, 19][values.players - 2] ?? 12;
    const goods = Number(values.own.goods) || (classic ? 4 : 5);
    rule.textContent =
      `${count(goods, "good", "goods", "denrée", "denrées")}, ${count(Number(values.own.trees) || trees, "tree", "trees", "arbre", "arbres")}. ` +
      (classic
        ? t(
            "Trees need no access; six reservations at most; drawing needs a reservation; a drawer who does not win acts again; the drawer loses ties.",
            "Les arbres n'ont pas besoin d'accès ; six réservations au plus ; il en faut une pour piocher ; qui pioche sans gagner rejoue ; à égalité, qui a pioché perd.",
          )
        : t(
            "Everything must stay within reach, trees too; any number of reservations; the drawer wins ties.",
            "Tout doit rester accessible, les arbres aussi ; réservations sans limite ; à égalité, qui a pioché gagne.",
          ));
    tryOut.rules(classic);
  }

  function showSeats() {
    put(
      seats,
      Array.from({ length: values.players }, (_, seat) => {
        const online = values.where === "online";
        const you =
          seat === 0 ? t("You", "Vous") : online ? t("A friend, by link", "Un ami, par lien") : t("A person here", "Une personne ici");
        const who =
          online && seat === 0
            ? h("span", { class: "who" }, you)
            : h(
                "select",
                { value: values.bots[seat] ?? "", "aria-label": t(`Player ${seat + 1}`, `Joueur ${seat + 1}`) },
                h("option", { value: "" }, you),
                bots.map((bot) => h("option", { value: bot }, botName(bot))),
              );
        who.addEventListener("change", () => {
          values.bots[seat] = /** @type {HTMLSelectElement} */ (who).value || null;
          changed();
        });
        return h(
          "li",
          { class: "seat", style: { "--c": `var(--player-${seat + 1})` } },
          pawn(seat),
          who,
          values.bots[seat] ? icon("bot") : icon("person"),
        );
      }),
    );
  }

  const tryOut = sandbox();
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
  const rules = segments(
    t("Rules", "Règles"),
    /** @type {const} */ ([
      ["course", t("Course", "Cours")],
      ["classic", t("Classic", "Classique")],
    ]),
    values.rules,
    (value) => {
      values.rules = value;
      changed();
    },
  );
  const publicBox = check(t("Show it in the list of open rooms", "L'afficher parmi les salles ouvertes"), values.public, (on) => {
    values.public = on;
    save();
  });
  const players = slider(t("Players", "Joueurs"), {
    value: values.players,
    min: 2,
    max: 5,
    oninput: (n) => {
      values.players = n;
      changed();
    },
  });
  const pace = choice(
    t("Bots play", "Les robots jouent"),
    /** @type {const} */ ([
      ["", t("Calmly", "Calmement")],
      ["150", t("Fast", "Vite")],
      ["0", t("At once", "Aussitôt")],
    ]),
    /** @type {"" | "150" | "0"} */ (values.pace),
    (value) => {
      values.pace = value;
      save();
    },
  );
  const own = (/** @type {string} */ key, /** @type {string} */ label, /** @type {number} */ min, /** @type {number} */ max) => {
    const box = numberBox(label, {
      value: Number(values.own[key] ?? NaN),
      min,
      max,
      onchange: (n) => {
        values.own[key] = Number.isFinite(n) ? String(n) : "";
        changed();
      },
    });
    box.input.value = values.own[key] ?? "";
    box.input.placeholder = t("as in the rules", "selon les règles");
    return box.el;
  };
  const size = choice(
    t("Board", "Plateau"),
    /** @type {const} */ ([
      ["", "10 × 10"],
      ["9x9", "9 × 9"],
      ["8x8", "8 × 8"],
      ["7x7", "7 × 7"],
      ["6x6", "6 × 6"],
    ]),
    /** @type {any} */ (values.own.size ?? ""),
    (value) => {
      values.own.size = value;
      changed();
    },
  );
  if (values.own.size && size.select.value !== values.own.size) {
    size.select.append(h("option", { value: values.own.size }, values.own.size.replace("x", " × ")));
    size.select.value = values.own.size;
  }
  const ties = choice(
    t("Equal bids", "Mises égales"),
    /** @type {const} */ ([
      ["", t("as in the rules", "selon les règles")],
      ["drawer", t("the drawer first", "qui pioche d'abord")],
      ["after", t("the drawer last", "qui pioche en dernier")],
    ]),
    /** @type {any} */ (values.own.ties ?? ""),
    (value) => {
      values.own.ties = value;
      changed();
    },
  );

  const el = h(
    "div",
    { class: "table left fish-setup" },
    h(
      "div",
      { class: "sheet stack" },
      where.el,
      publicBox.el,
      rules.el,
      rule,
      players.el,
      seats,
      go,
      h(
        "details",
        { class: "fold" },
        h("summary", null, t("More settings", "Plus de réglages")),
        h(
          "div",
          { class: "stack" },
          h(
            "div",
            { class: "fields" },
            pace.el,
            size.el,
            ties.el,
            own("goods", t("Goods", "Denrées"), 1, 5),
            own("trees", t("Trees", "Arbres"), 0, 60),
            own("coins", t("Coins each", "Pièces chacun"), 0, 99),
            own("max", t("Longest walk", "Trajet maximal"), 1, 99),
            own("discs", t("Reservations", "Réservations"), 0, 99),
          ),
          button(
            t("Share these settings", "Partager ces réglages"),
            () => void share(`/fish?config=${encodeURIComponent(configOf({ ...values, where: "online" }))}`),
            { icon: "share" },
          ),
        ),
      ),
    ),
    tryOut.el,
  );
  void hosted().then((games) => {
    bots = games.find(({ name }) => name === "fish")?.bots ?? [];
    showSeats();
  }, trouble);
  changed();
  return el;
}
