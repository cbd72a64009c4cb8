// The end of a match, over the board: the result, its figures, and where to go
// from here. Enter goes on.

import { button, figures } from "./controls.js";
import { dailyLink, dateText, ended, inARow, outOfFive, totals, untilNext } from "./daily.js";
import { h, inRow, tableOf, typing, uid } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { busy } from "./notifications.js";
import { passOnButton } from "./share.js";
import { sound } from "./sound.js";
import { titleOf } from "./worlds.js";

/**
 * @typedef {object} EndActions
 * @property {{ text: string, act: () => void, icon?: import("./icons.js").Icon }} [on] what Enter does
 * @property {{ text: string, act: () => void, icon?: import("./icons.js").Icon }} [again]
 * @property {string | (() => Promise<void>)} [watch] the link to the replay, or what makes one
 * @property {() => Promise<void>} [share] passes the picture on
 * @property {(rest: HTMLElement) => void} [closed] the board is to be looked at; what the card offered is still offered
 */

/**
 * @param {import("./wire.js").Ending} ending
 * @param {EndActions} actions
 * @returns {HTMLElement & { leave: () => void }}
 */
export function endCard(ending, { on: usual, again: once, watch, share, closed }) {
  const { won, title, text, figures: list = [], table, next } = ending;
  const daily = ended(ending);
  /** @type {EndActions["on"]} */
  const onward = next && { text: next.text, act: () => location.assign(next.href) };
  // While boards of the day are left, the next of them is the way on.
  const way = daily?.next ? nextOfDay(daily.next, daily.day) : onward;
  const [on, again] = way ? [way, once ?? usual] : [usual, once];
  void sound(won === false ? "lost" : "won");
  const ahead = () => [
    on ? button(on.text, on.act, { kind: "main", icon: on.icon ?? "right", key: "Enter" }) : null,
    again ? button(again.text, again.act, { icon: again.icon ?? "again" }) : null,
  ];
  /** @type {HTMLElement | undefined} */
  let rest;
  const close = () => {
    if (rest) return;
    rest = h("div", { class: "row end-rest" }, ...ahead());
    card.away();
    closed?.(rest);
  };
  const id = uid();
  const before = document.activeElement;
  const made = h(
    "section",
    { class: ["end-card sheet", won ? "won" : won === false && "lost"], "aria-labelledby": id, tabindex: -1 },
    button(t("Look at the board", "Voir le plateau"), close, { icon: "close", bare: true, kind: "bare end-close" }),
    h("h2", { id }, title),
    text ? h("p", { class: "quiet" }, text) : null,
    daily ? dayLines(daily) : null,
    list.length ? figures(list.map(([value, label]) => [label, value])) : null,
    table && table.rows.length > 1 ? comparison(table) : null,
    inRow(...ahead()),
    inRow(
      typeof watch === "string" ? h("a", { class: "btn bare", href: watch }, icon("eye"), t("Watch again", "Revoir")) : null,
      typeof watch === "function"
        ? button(t("Watch again", "Revoir"), (made) => void busy(made, watch), { icon: "eye", kind: "bare" })
        : null,
      daily ? passOnButton(shareName(daily), () => daily.text, "bare") : null,
      share ? button(t("Share picture", "Partager l’image"), (made) => void busy(made, share), { icon: "picture", kind: "bare" }) : null,
    ),
  );
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.key === "Escape") close();
    if (rest && !rest.isConnected) return document.removeEventListener("keydown", key);
    if (
      event.key !== "Enter" ||
      typing(event.target) ||
      event.target instanceof HTMLButtonElement ||
      event.target instanceof HTMLAnchorElement
    )
      return;
    event.preventDefault();
    on?.act();
  };
  const card = Object.assign(made, {
    /** The match is over and done with. */
    leave() {
      document.removeEventListener("keydown", key);
      rest?.remove();
      this.away();
    },
    /** The card is gone; Enter goes on where what it offered is still seen. */
    away() {
      const here = made.contains(document.activeElement);
      made.parentElement?.classList.remove("won");
      made.remove();
      if (here && before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
  });
  document.addEventListener("keydown", key);
  // Whoever won hops, once the card is over the board.
  queueMicrotask(() => made.parentElement?.classList.toggle("won", won === true));
  // A click that was meant for the board does not choose here.
  made.inert = true;
  setTimeout(() => {
    made.inert = false;
    // Who does not see the card hears its title, and is at its buttons.
    if (!typing(document.activeElement)) made.focus();
  }, 400);
  return card;
}

/** @param {string} world @param {string} day @returns {NonNullable<EndActions["on"]>} */
function nextOfDay(world, day) {
  return {
    text: t(`Next of the day: ${titleOf(world)}`, `À suivre : ${titleOf(world)}`),
    act: () => location.assign(dailyLink(world, day)),
  };
}

/** @param {import("./daily.js").DayEnd} daily */
function shareName({ next }) {
  return next ? t("Share the result", "Partager le résultat") : t("Share my day", "Partager ma journée");
}

/** How far the day is. @param {import("./daily.js").DayEnd} daily */
function dayLines({ day, late, counts, done }) {
  const name = late ? dateText(day) : t("The board of the day", "Le plateau du jour");
  const said = counts ? "" : t("Your first try counts.", "C’est le premier essai qui compte.");
  const rest = done < 5 || late ? "" : untilNext();
  return [
    h("p", { class: "chip" }, [name, outOfFive(done), late ? "" : inARow(totals().row)].filter(Boolean).join(" · ")),
    ...[said, rest].filter(Boolean).map((text) => h("p", { class: "small quiet" }, text)),
  ];
}

/** Everybody's figures. @param {NonNullable<import("./wire.js").Ending["table"]>} table */
function comparison({ head, rows }) {
  const names = head.map((name) => h("th", { scope: "col", class: "n" }, name));
  return tableOf(
    "",
    [h("td"), names],
    rows.map(([name, ...cells]) => ({ cells: [h("th", { scope: "row" }, name), cells.map((cell) => h("td", { class: "n" }, cell))] })),
  );
}
