// The settings of a game, and a town to try the roads in.

import { button, choice, fold, numberBox, seedIn, segments, slider } from "../../app/controls.js";
import { h, inSheet } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { setter, settings, tellRefused } from "../../app/play.js";
import { share } from "../../app/share.js";
import { companyForm } from "../../app/table_setup.js";
import { configOf, DEFAULTS, readConfig } from "./config.js";
import { sandbox } from "./sandbox.js";

const AS_RULED = t("as in the rules", "selon les règles");

const SAYS = {
  standard: t(
    "Everything must stay within reach, trees too; eight reservations at most; the drawer wins ties.",
    "Tout doit rester accessible, les arbres aussi ; huit réservations au plus ; à égalité, celui qui a pioché gagne.",
  ),
  classic: t(
    "A smaller board below five players; reserve beside a street or a reservation, six at most; drawing needs one; trees need no access; a drawer who does not win acts again; the drawer loses ties; one shop of each good comes at the end, for nothing.",
    "Un plateau plus petit à moins de cinq ; on réserve près d’une route ou d’une réservation, six au plus ; il en faut une pour piocher ; les arbres n’ont pas besoin d’accès ; qui pioche sans gagner rejoue ; à égalité, qui a pioché perd ; une boutique de chaque denrée vient à la fin, gratuite.",
  ),
  2014: t(
    "A market put together from boards, one more than players; each area holds one or two buildings, and the rest of a full one becomes road; the producers are trucks at the rim; paths may run outside, where a step counts 2; the rest as in the classic rules. How the boards lie and divide is drawn.",
    "Un marché assemblé de plateaux, un de plus que de joueurs ; chaque parcelle porte une ou deux constructions, et le reste d’une parcelle pleine devient route ; les producteurs sont des camions au bord ; les trajets peuvent passer dehors, où un pas compte 2 ; le reste comme dans les règles classiques. La disposition des plateaux et des parcelles est tirée au sort.",
  ),
};

/** What may be other than in the rule book: a few values each. @type {[key: string, label: string, options: [string, string][]][]} */
const CHOICES = [
  [
    "ties",
    t("Equal bids", "Mises égales"),
    [
      ["drawer", t("the drawer first", "qui pioche d’abord")],
      ["after", t("the drawer last", "qui pioche en dernier")],
    ],
  ],
  [
    "touch",
    t("A reservation touches", "Une réservation touche"),
    [
      ["any", t("anything", "ce que l’on veut")],
      ["street", t("a street or a reservation", "une route ou une réservation")],
    ],
  ],
  [
    "aside",
    t("Shops set aside", "Boutiques mises de côté"),
    [
      ["true", t("one of each good, for the end", "une de chaque denrée, pour la fin")],
      ["false", t("none", "aucune")],
    ],
  ],
  [
    "onward",
    t("Who built a tree", "Qui a planté un arbre"),
    [
      ["true", t("acts again", "rejoue")],
      ["false", t("ends the turn", "termine son tour")],
    ],
  ],
];

/** And numbers. @type {[key: string, label: string, min: number, max: number][]} */
const NUMBERS = [
  ["boards", t("Boards (2014)", "Plateaux (2014)"), 0, 6],
  ["outside", t("A step outside counts", "Un pas à l’extérieur compte"), 0, 9],
  ["goods", t("Goods", "Denrées"), 1, 5],
  ["trees", t("Trees", "Arbres"), 0, 60],
  ["coins", t("Coins each", "Pièces par joueur"), 0, 99],
  ["max", t("Longest walk", "Trajet maximal"), 1, 99],
  ["discs", t("Reservations", "Réservations"), 0, 99],
];

/** What a rule book says that the others do not. @param {typeof DEFAULTS} values */
function ruleText({ rules, players, own }) {
  const published = rules !== "standard";
  const goods = count(Number(own.goods) || (published ? 4 : 5), "good", "goods", "denrée", "denrées");
  if (rules === "2014" && !own.trees) return `${goods}. ${SAYS[rules]}`;
  const trees = Number(own.trees) || ([published ? 8 : 9, 12, 15, 19][players - 2] ?? 12);
  return `${goods}, ${count(trees, "tree", "trees", "arbre", "arbres")}. ${SAYS[rules]}`;
}

/**
 * @param {URLSearchParams} params `config` and `seed` come from a shared link
 */
export function setup(params) {
  const { values, save } = settings("fish", DEFAULTS);
  readConfig(params.get("config") ?? "", values);
  tellRefused(params, configOf({ ...values, where: "online" }));
  const seed = { seed: seedIn(params) };
  const rule = h("p", { class: "small quiet" });
  const tryOut = sandbox();
  const room = () => ({ config: configOf(values), ...seed, ...(values.pace === "" ? {} : { pace: Number(values.pace) }) });
  const company = companyForm({ game: "fish", values, room, changed, watch: true });

  function changed() {
    save();
    company.show();
    rule.textContent = ruleText(values);
    tryOut.rules(values.rules !== "standard");
  }
  const set = setter(values, changed);
  const setOwn = (/** @type {string} */ key) => (/** @type {string} */ value) => set("own")({ ...values.own, [key]: value });

  const rules = segments(
    t("Rules", "Règles"),
    /** @type {const} */ ([
      ["standard", t("Standard", "Standard")],
      ["classic", t("Classic", "Classique")],
      ["2014", "2014"],
    ]),
    values.rules,
    set("rules"),
  );
  const players = slider(t("Players", "Joueurs"), { value: values.players, min: 2, max: 5, oninput: set("players") });
  const paces = /** @type {const} */ ([
    ["", t("Calmly", "Calmement")],
    ["150", t("Fast", "Vite")],
    ["0", t("At once", "Aussitôt")],
  ]);
  const pace = choice(t("Bots play", "Les robots jouent"), paces, values.pace, set("pace"));
  const sizes = ["10x10", "9x9", "8x8", "7x7", "6x6"];
  const { size } = values.own;
  if (size && !sizes.includes(size)) sizes.push(size);
  /** @type {typeof CHOICES} */
  const choices = [["size", t("Board", "Plateau"), sizes.map((one) => [one, one.replace("x", " × ")])], ...CHOICES];
  const own = [
    ...choices.map(([key, label, options]) => choice(label, [["", AS_RULED], ...options], values.own[key] ?? "", setOwn(key)).el),
    ...NUMBERS.map(([key, label, min, max]) => {
      const box = numberBox(label, { value: Number.NaN, min, max, onchange: (n) => setOwn(key)(Number.isFinite(n) ? String(n) : "") });
      box.input.value = values.own[key] ?? "";
      box.input.placeholder = AS_RULED;
      return box.el;
    }),
  ];
  const link = () => `/fish?config=${encodeURIComponent(configOf({ ...values, where: "online" }))}`;
  changed();
  return h(
    "div",
    { class: "table left fish-setup" },
    inSheet(
      company.where,
      rules.el,
      rule,
      players.el,
      company.seats,
      company.go,
      fold(t("More settings", "Plus de réglages"), [
        h("div", { class: "fields" }, pace.el, own),
        button(t("Share these settings", "Partager ces réglages"), () => void share(link()), { icon: "share" }),
      ]),
    ),
    tryOut.el,
  );
}
