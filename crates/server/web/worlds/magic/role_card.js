// What a player holds: the role card, whose arrows and powers are buttons, and
// the four pawns to choose from. The team beside it shows everybody's part and
// where the pawn *Do something!* stands.

import { h, put, s, set, smallNote } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { icon, lineIcon } from "../../app/icons.js";
import { ESCALATOR, EXPLORE, TELEPORT } from "./actions.js";
import { colourAt, colourName, shapeIcon } from "./sprites.js";
import { COLOURS, DIRS, PAWN_KEYS } from "./tiles.js";

const POWER_PATHS = {
  explore: "M10 3.500a6.500 6.500 0 1 0 0 13a6.500 6.500 0 0 0 0 -13zM15 15l6 6M10 7v6M7 10h6",
  escalator: "M3 20h4l10-14h4M6 15.500l-3 .01M10 10h3v4h3",
  teleport: "M12 4a8 8 0 1 1 -7.500 5.200M12 8a4 4 0 1 0 4 4M4 4v5.500h5.500",
};

/** A colon as the language sets it. */
export const COLON = t(": ", " : ");

/** @typedef {"explore" | "escalator" | "teleport"} Power */
const POWERS = /** @type {const} */ ([
  ["explore", EXPLORE, "e"],
  ["escalator", ESCALATOR, "c"],
  ["teleport", TELEPORT, "t"],
]);

/** @param {Power} name */
function powerIcon(name) {
  return lineIcon(POWER_PATHS[name]);
}

export function dirNames() {
  return t(["Up", "Right", "Down", "Left"], ["Haut", "Droite", "Bas", "Gauche"]);
}

export function powerNames() {
  return t(
    { explore: "Explore", escalator: "Escalator", teleport: "Teleporter" },
    { explore: "Explorer", escalator: "Escalator", teleport: "Téléporteur" },
  );
}

/** A role in words. @param {number} role */
export function roleText(role) {
  const dirs = dirNames().filter((_, dir) => (role >> dir) & 1);
  const powers = POWERS.filter(([, bit]) => role & bit).map(([name]) => powerNames()[name]);
  return [...dirs, ...powers].join(", ").toLowerCase();
}

/** A role in signs. @param {number} role */
export function roleIcons(role) {
  return h(
    "span",
    { class: "role-icons", role: "img", "aria-label": roleText(role) },
    DIRS.filter((_, dir) => (role >> dir) & 1).map((dir) => icon(dir)),
    POWERS.filter(([, bit]) => role & bit).map(([name]) => powerIcon(name)),
  );
}

/** The red pawn of *Do something!*. */
export function redPawn() {
  return s(
    "svg",
    { viewBox: "0 0 32 40", class: "red-pawn", "aria-hidden": "true" },
    s("path", { d: "M16 2a8 8 0 0 1 5 14.200c3 3 5 9 5.500 14.800H5.500C6 25.200 8 19.200 11 16.200A8 8 0 0 1 16 2zM3 33h26v5H3z" }),
  );
}

/** A button with its key. @param {string} name @param {string} key @param {Element} picture @param {() => void} onclick */
function keyed(name, key, picture, onclick) {
  return h(
    "button",
    { type: "button", "aria-keyshortcuts": key, title: `${name} (${key})`, onclick },
    picture,
    h("span", null, name),
    h("kbd", { "aria-hidden": "true" }, key.toUpperCase()),
  );
}

/**
 * The role card of a person.
 * @param {{ choose(pawn: number): void, go(dir: number): void, power(name: Power): void, next(): void }} does
 */
export function roleCard(does) {
  const title = h("h2", null, "");
  const pawns = COLOURS.map((colour, index) => {
    const made = keyed(colourName(colour), PAWN_KEYS[index] ?? "", shapeIcon(colour), () => does.choose(index));
    set(made, { class: `magic-choose m-${colour}`, "aria-pressed": "false" });
    return made;
  });
  const arrows = DIRS.map((dir, index) =>
    h(
      "button",
      { type: "button", class: `magic-arrow ${dir}`, onclick: () => does.go(index) },
      icon(dir),
      h("span", { class: "out" }, dirNames()[index]),
    ),
  );
  const powers = POWERS.map(([name, , key]) => {
    const made = keyed(powerNames()[name], key, powerIcon(name), () => does.power(name));
    made.className = "magic-power";
    return made;
  });
  const next = h(
    "button",
    { type: "button", class: "btn main", "aria-keyshortcuts": "n", onclick: () => does.next() },
    t("Next card", "Carte suivante"),
    h("kbd", { "aria-hidden": "true" }, "N"),
  );
  const help = smallNote(
    t(
      "Click a marked cell, drag the pawn, or arrow keys: one cell; with Shift, as far as it goes.",
      "Cliquez sur une case marquée, tirez le pion, ou flèches : une case ; avec Maj, jusqu’au bout.",
    ),
  );
  const el = h(
    "section",
    { class: "sheet stack magic-card", "aria-label": t("Your role", "Votre rôle") },
    title,
    h("div", { class: "magic-pawns", role: "group", "aria-label": t("Choose a pawn", "Choisir un pion") }, pawns),
    h(
      "div",
      { class: "magic-does" },
      h("div", { class: "magic-pad", role: "group", "aria-label": t("Slide the chosen pawn", "Déplacer le pion choisi") }, arrows),
      h("div", { class: "magic-powers", role: "group", "aria-label": t("Powers", "Pouvoirs") }, powers),
    ),
    next,
    help,
  );

  return {
    el,
    /**
     * @param {{ title: string, role: number, chosen: number, out: boolean[], ready: boolean[], able: Record<Power, boolean>, next: boolean, owners: (bit: number) => string }} now
     */
    show({ title: text, role, chosen, out, ready, able, next: cards, owners }) {
      if (title.textContent !== text) title.textContent = text;
      pawns.forEach((button, index) => {
        const pressed = String(index === chosen);
        if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
        if (button.disabled !== Boolean(out[index])) button.disabled = Boolean(out[index]);
      });
      el.style.setProperty("--m", `var(--m-${colourAt(chosen)})`);
      arrows.forEach((button, dir) => {
        const own = (role >> dir) & 1;
        const name = dirNames()[dir];
        set(button, {
          class: ["magic-arrow", DIRS[dir], own && "own", own && ready[dir] && "ready"],
          title: own ? name : `${name}${COLON}${owners(1 << dir)}`,
          "aria-disabled": own ? null : "true",
        });
      });
      powers.forEach((button, index) => {
        const [name, bit, key] = POWERS[index] ?? POWERS[0];
        const own = role & bit;
        set(button, {
          class: ["magic-power", own && "own", own && able[name] && "ready"],
          title: own ? `${powerNames()[name]} (${key})` : `${powerNames()[name]}${COLON}${owners(bit)}`,
          "aria-disabled": own && able[name] ? null : "true",
        });
      });
      next.hidden = !cards;
    },
  };
}

/**
 * Everybody's part, and before whom the red pawn stands.
 * @param {(seat: number) => void} point
 */
export function team(point) {
  const list = h("ul", { class: "magic-team" });
  const el = h(
    "section",
    { class: "sheet stack tight", "aria-label": t("Who does what", "Qui fait quoi") },
    h("h2", null, t("Who does what", "Qui fait quoi")),
    list,
    smallNote(
      t(
        "Silence: nobody speaks. Put the red pawn before someone who should do something.",
        "Silence : on ne parle pas. Posez le pion rouge devant qui devrait agir.",
      ),
    ),
  );
  let shown = "";
  return {
    el,
    /** @param {{ name: string, role: number, own: boolean, pointed: boolean, may: boolean }[]} seats */
    show(seats) {
      const key = JSON.stringify(seats);
      if (key === shown) return;
      shown = key;
      const focus = document.activeElement?.getAttribute("data-point");
      el.hidden = seats.length < 2;
      put(
        list,
        seats.map(({ name, role, own, pointed, may }, seat) =>
          h(
            "li",
            { class: ["magic-mate", own && "own", pointed && "pointed"], style: { "--c": `var(--player-${(seat % 8) + 1})` } },
            h(
              "span",
              { class: "who" },
              h("strong", null, name),
              own && name !== t("You", "Vous") ? h("small", null, t(" you", " vous")) : null,
            ),
            roleIcons(role),
            pointed
              ? h("span", { class: "red-place" }, redPawn(), h("span", { class: "out" }, t("Do something!", "Fais quelque chose !")))
              : own
                ? h("span")
                : h(
                    "button",
                    {
                      type: "button",
                      class: "red-button",
                      "data-point": seat,
                      disabled: !may,
                      title: t(`Do something, ${name}! (${seat + 1})`, `Fais quelque chose, ${name} ! (${seat + 1})`),
                      onclick: () => point(seat),
                    },
                    redPawn(),
                    h("span", { class: "out" }, t(`Do something, ${name}!`, `Fais quelque chose, ${name} !`)),
                  ),
          ),
        ),
      );
      if (focus) /** @type {HTMLElement | null} */ (list.querySelector(`[data-point="${focus}"]`))?.focus();
    },
  };
}
