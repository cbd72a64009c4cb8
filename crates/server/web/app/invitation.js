// What a guest sees first: who invites to what, a name asked for once, and two
// ways in.

import { button, field } from "./controls.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { myName } from "./room.js";
import { keep } from "./storage.js";
import { titleOf } from "./worlds.js";

/** @typedef {import("./wire.js").RoomState} RoomState */

/** Whether the reader is a guest with a seat to take. @param {RoomState} state */
export function isInvited(state) {
  return !state.practice && state.seat === null && !state.outcome && state.players.some(({ kind }) => kind === "open");
}

/**
 * @param {RoomState} state
 * @param {{ sit: (seat: number) => void, watch: () => void }} acts
 */
export function invitation(state, { sit, watch }) {
  const host = state.players.find(({ kind, name }) => kind === "person" && name)?.name;
  const game = titleOf(state.game);
  const title = host
    ? t(`${host} invites you to ${game}`, `${host} vous invite à jouer à « ${game} »`)
    : t(`You are invited to ${game}`, `Vous êtes invité : ${game}`);
  const name = h("input", { type: "text", maxlength: 24, autocomplete: "nickname", required: true });
  const known = Boolean(myName());
  const free = () => state.players.find(({ kind }) => kind === "open")?.seat ?? 0;
  const take = () => {
    if (!known) keep("name", name.value.trim());
    sit(free());
  };
  return h(
    "form",
    {
      class: "sheet invitation",
      "aria-label": t("Invitation", "Invitation"),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        take();
      },
    },
    h("h2", null, title),
    known ? null : field(t("Your name", "Votre nom"), name),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "btn main big" }, t("Take a seat", "Prendre place")),
      button(t("Just watch", "Regarder"), watch),
    ),
  );
}
