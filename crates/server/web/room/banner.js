// What a room has to say above its board, and what can be done about it. It
// takes the place of the seats, so that no board moves.

import { button } from "../app/controls.js";
import { h, inRow, put } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { nameOf, seatName } from "../app/seats.js";

/** @typedef {import("../app/wire.js").RoomState} RoomState */
/** @typedef {import("../app/room.js").Room} Room */
/** @typedef {[text: string, ...actions: (import("../app/dom.js").Piece)[]]} Says */

/** The end in words once it may be told here; who asks for another match; what the card at the end offered. @typedef {{ title?: string | undefined, host?: number | undefined, rest?: HTMLElement | undefined }} Now */

/** @param {Room} room */
const again = (room) => button(t("Play again", "Rejouer"), () => room.rematch(), { icon: "again", kind: "main" });

/** After the end, once the card over the board is gone; what it offered comes along. @param {RoomState} state @param {Room} room @param {string} title @param {HTMLElement} [rest] @returns {Says} */
function ended(state, room, title, rest) {
  const link = h("a", { class: "btn", href: `/replays/${room.id}?play` }, t("Watch again", "Revoir"));
  return [title, rest ?? (state.seat !== null || state.practice ? again(room) : null), link];
}

/** Somebody has opened the next match. @param {RoomState} state @param {number} host @param {() => void} follow @returns {Says} */
function invited(state, host, follow) {
  const name = seatName(host, state);
  const text = t(`${name} wants to play again.`, `${name} veut rejouer.`);
  const join = state.seat === null ? t("Watch the next match", "Regarder la suivante") : t("Me too", "Moi aussi");
  return [text, button(join, follow, { icon: "right", kind: "main" })];
}

/** Somebody asks for a pause. @param {RoomState} state @param {Room} room @returns {Says} */
function asked(state, room) {
  const wishes = state.pause ?? [];
  const names = wishes.map((seat) => seatName(seat, state)).join(", ");
  if (state.seat !== null && wishes.includes(state.seat))
    return [
      t("You asked for a pause.", "Vous avez demandé une pause."),
      button(t("Never mind", "Laisser tomber"), () => room.pause(false)),
    ];
  const text = t(`${names} asks for a pause.`, `${names} demande une pause.`);
  if (state.seat === null) return [text];
  return [
    text,
    button(t("Agree", "D’accord"), () => room.pause(true), { icon: "pause", kind: "main" }),
    button(t("Refuse", "Refuser"), () => room.pause(false)),
  ];
}

/**
 * @param {Room} room
 * @param {() => void} follow goes to the next match
 */
export function banner(room, follow) {
  const el = h("div", { class: "banner", role: "status" });
  let shown = "";

  /**
   * @param {RoomState} state
   * @param {Now} now
   * @returns {Says | undefined}
   */
  function says(state, { title, host, rest }) {
    const gone = state.players.filter(({ absent }) => absent).map((player) => nameOf(player, state));
    if (host !== undefined && host !== state.seat) return invited(state, host, follow);
    if (state.outcome) return title === undefined ? undefined : ended(state, room, title, rest);
    if (state.aborted) return [t("This match was given up.", "Cette partie a été abandonnée."), state.seat === null ? null : again(room)];
    if (!state.started) return undefined;
    if (gone.length && state.seat !== null)
      return [
        t(`${gone.join(", ")}: gone for a while.`, `${gone.join(", ")} : absent depuis un moment.`),
        button(t("Give up the match", "Abandonner la partie"), () => room.abort(), { icon: "flag" }),
      ];
    if (state.pause?.length && !state.paused && state.seat !== null) return asked(state, room);
    return undefined;
  }

  return {
    el,
    /** @param {RoomState} state @param {Now} now */
    show(state, now) {
      const [text = "", ...actions] = says(state, now) ?? [];
      const names = actions.map((action) => (action instanceof Element ? action.textContent : ""));
      const key = JSON.stringify([text, names]);
      if (key === shown) return;
      shown = key;
      el.hidden = !text;
      put(el, h("strong", null, text), inRow(actions));
    },
  };
}
