// The scenarios of Magic Maze, and what the signs on the board mean.

import { h, put, s } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { siteSign } from "./sprites.js";

/** What each scenario adds. */
export const SCENARIOS = t(
  [
    ["The basic game", "Objectives and exits, nothing else: explore, steal, escape."],
    ["First theft", "Nine tiles, one exit for all, escalators and timers."],
    ["Four exits", "Everyone leaves by their own exit."],
    ["Roles pass on", "At each flip roles go to the left neighbour."],
    ["Orange slips through", "Small passages for orange; green lets you talk."],
    ["Crystal ball", "Purple reveals tiles from afar."],
    ["Cameras", "Two cameras switched on forbid the timers; yellow switches them off."],
    ["The whole supermarket", "Nineteen tiles, four cameras, everything."],
    ["Divination", "The deck lies face up: everybody sees the next tile."],
    ["The leader", "Three or more: one player has no role and alone moves the pawn."],
    ["Mistaken identity", "Everyone steals and leaves by another’s colour; each exit takes one pawn."],
    ["Crumbling aisles", "At each flip two tiles go back under the deck."],
    ["Mime", "Where talking is allowed, only gestures are."],
    ["Two dimensions", "Two parts that never join; teleporters are the only way across."],
    ["Silence", "No talking at all; the pawn is allowed."],
    ["Dead silence", "No talking at all, and no pawn."],
    ["Out of order", "Teleporters never work."],
    ["Keep your distance", "Never two pawns on one tile, except the first; pawns stay on their exits."],
  ],
  [
    ["Le jeu de base", "Objectifs et sorties, rien d’autre : explorer, voler, fuir."],
    ["Premier vol", "Neuf tuiles, une sortie pour tous, escalators et sabliers."],
    ["Quatre sorties", "Chacun sort par la sienne."],
    ["Les rôles tournent", "À chaque retournement, les rôles passent à gauche."],
    ["Orange se faufile", "Petits passages pour orange ; vert permet de parler."],
    ["Boule de cristal", "Violet révèle des tuiles à distance."],
    ["Caméras", "Deux caméras allumées interdisent les sabliers ; jaune les éteint."],
    ["Tout le supermarché", "Dix-neuf tuiles, quatre caméras, tout."],
    ["Divination", "La pioche est face visible : tout le monde voit la tuile suivante."],
    ["Le chef", "À trois ou plus : un joueur n’a pas de rôle et pose seul le pion."],
    ["Erreur d’identité", "Chacun vole et sort par la couleur d’un autre ; une sortie, un pion."],
    ["Rayons qui s’effondrent", "À chaque retournement, deux tuiles retournent sous la pioche."],
    ["Mime", "Quand il est permis de parler, seuls les gestes le sont."],
    ["Deux dimensions", "Deux parties qui ne se joignent jamais ; seuls les téléporteurs traversent."],
    ["Silence", "Jamais un mot ; le pion est permis."],
    ["Silence de mort", "Jamais un mot, et pas de pion."],
    ["Hors service", "Les téléporteurs ne marchent jamais."],
    ["Gardez vos distances", "Jamais deux pions sur une tuile, sauf la première ; on reste sur sa sortie."],
  ],
);

/**
 * One of the scenarios, by pointer or by arrow keys.
 * @param {number} first
 * @param {(scenario: number) => void} chosen
 */
export function scenarioList(first, chosen) {
  const el = h("div", { class: "magic-scenarios", role: "radiogroup", "aria-label": t("Scenario", "Scénario") });
  const pick = (/** @type {number} */ index) => {
    for (const [at, one] of [...el.children].entries()) {
      one.setAttribute("aria-checked", String(at === index));
      /** @type {HTMLElement} */ (one).tabIndex = at === index ? 0 : -1;
    }
    chosen(index);
  };
  const turn = (/** @type {KeyboardEvent} */ event, /** @type {number} */ index) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const to = (index + by + SCENARIOS.length) % SCENARIOS.length;
    pick(to);
    /** @type {HTMLElement | undefined} */ (el.children[to])?.focus();
  };
  put(
    el,
    SCENARIOS.map(([title = "", line = ""], index) =>
      h(
        "button",
        {
          type: "button",
          class: "magic-scenario",
          role: "radio",
          onclick: () => pick(index),
          onkeydown: (/** @type {KeyboardEvent} */ event) => turn(event, index),
        },
        h("span", { class: "n", "aria-hidden": "true" }, index),
        h("span", null, h("strong", null, title), h("small", null, line)),
      ),
    ),
  );
  pick(first);
  return el;
}

/** What the signs mean. */
export function legend() {
  const sign = (/** @type {string} */ name, /** @type {import("./view.js").Colour | null} */ colour, /** @type {string} */ text) => {
    const site = s("g", { class: `site ${name} ${colour ? `m-${colour}` : ""}` }, siteSign(name, colour));
    return h("li", null, s("svg", { viewBox: "-20 -20 40 40", class: "magic-mall", "aria-hidden": "true" }, site), text);
  };
  const steps = t(
    [
      "Bring a pawn to a door of its colour; whoever holds the magnifying glass explores: a new tile.",
      "All four stand on their objectives at the same time: the theft. Teleporters stop.",
      "Everyone to the exits before the sand has run out. A timer cell turns the sand, once.",
    ],
    [
      "Menez un pion sur une porte de sa couleur ; qui tient la loupe explore : une nouvelle tuile.",
      "Les quatre sont sur leur objectif en même temps : c’est le vol. Les téléporteurs s’arrêtent.",
      "Tous aux sorties avant la fin du sable. Une case sablier le retourne, une fois.",
    ],
  );
  return h(
    "section",
    { class: "sheet stack tight" },
    h("h2", null, t("How it goes", "Comment on joue")),
    h(
      "ol",
      { class: "magic-steps" },
      steps.map((step) => h("li", null, step)),
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
      h("a", { href: "/learn/joint-planning" }, t("How do silent players agree?", "Comment des joueurs muets s’accordent-ils ?")),
    ),
  );
}
