// Over the board before a match: a guest is asked in; those who sit pass the
// link on and say that they are ready, and the host may fill up with bots.

import { button, field } from "../app/controls.js";
import { h, inRow, put } from "../app/dom.js";
import { noun, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { myName } from "../app/room.js";
import { nameOf } from "../app/seats.js";
import { copy, share, withCode } from "../app/share.js";
import { keep } from "../app/storage.js";
import { titleOf } from "../app/worlds.js";

/** @typedef {import("../app/wire.js").RoomState} RoomState */
/** @typedef {import("../app/room.js").Room} Room */

/** Whether the reader is a guest: with a seat to take, or too late for one. @param {RoomState} state */
function isGuest(state) {
  return !state.practice && state.seat === null && !state.outcome && !state.aborted && (openSeats(state).length > 0 || !state.started);
}

/** @param {RoomState} state */
function openSeats(state) {
  return state.players.filter(({ kind }) => kind === "open").map(({ seat }) => seat);
}

/** What a guest sees first: who invites to what, a name asked for once, and two ways in. @param {Room} room @param {RoomState} state @param {() => void} watch */
function invitation(room, state, watch) {
  const people = state.players.filter(({ kind, name }) => kind === "person" && name);
  const host = (people.find(({ host }) => host) ?? people[0])?.name;
  const game = titleOf(state.game);
  const title = host
    ? t(`${host} invites you to ${game}`, `${host} vous invite à jouer à « ${game} »`)
    : t(`You are invited to ${game}`, `Vous êtes invité à jouer à « ${game} »`);
  const name = h("input", { type: "text", maxlength: 24, autocomplete: "nickname", required: true });
  const known = Boolean(myName());
  const go = h("button", { type: "submit", class: "btn main big" }, t("Take a seat", "Prendre place"));
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    // Who taps twice sits once; a seat that somebody else was quicker to take may be asked for again.
    go.disabled = true;
    setTimeout(() => {
      go.disabled = false;
    }, 1000);
    if (!known) keep("name", name.value.trim());
    room.sit(openSeats(room.state ?? state)[0] ?? 0);
  };
  return h(
    "form",
    { class: "sheet lobby-card invitation", "aria-label": t("Invitation", "Invitation"), onsubmit: take },
    h("h2", null, title),
    known ? null : field(t("Your name", "Votre nom"), name),
    inRow(go, button(t("Just watch", "Regarder"), watch)),
  );
}

/** What a guest sees who comes too late: a seat that becomes free is offered in its place. @param {RoomState} state @param {() => void} watch */
function fullTable({ game }, watch) {
  return h(
    "section",
    { class: "sheet lobby-card invitation", "aria-label": t("The table is full", "La table est complète") },
    h("h2", null, t("The table is full", "La table est complète")),
    h(
      "p",
      { class: "quiet" },
      t(
        "You may look on. If somebody stands up, their seat is offered to you here.",
        "Vous pouvez regarder. Si quelqu’un se lève, sa place vous sera proposée ici.",
      ),
    ),
    inRow(
      button(t("Just watch", "Regarder"), watch, { icon: "eye", kind: "main big" }),
      h("a", { class: "btn", href: `/${game}` }, icon("plus"), t("A table of my own", "Ouvrir ma table")),
    ),
  );
}

/** What those who sit wait for. @param {RoomState} state @returns {[title: string, text: string]} */
function waitingFor(state) {
  if (state.practice) return [t("Ready?", "Prêt ?"), t("Time runs as soon as you say so.", "Le temps ne part qu’à votre signal.")];
  const free = openSeats(state).length;
  if (free)
    return [
      free === 1
        ? t("Waiting for one more player", "En attente d’un joueur")
        : t(`Waiting for ${free} more players`, `En attente de ${free} joueurs`),
      t("Whoever opens this link may sit down or look on.", "Toute personne qui ouvre ce lien peut prendre place ou regarder."),
    ];
  const late = state.players
    .filter(({ kind, ready }) => kind === "person" && !ready)
    .map((player) => (player.seat === state.seat ? t("you", "vous") : nameOf(player, state)));
  return [
    t("All seats are taken.", "Toutes les places sont prises."),
    t(`Not ready yet: ${late.join(", ")}`, `Pas encore ${noun(late.length, "", "", "prêt", "prêts")} : ${late.join(", ")}`),
  ];
}

/** The link, to copy and to send. */
function linkBox() {
  const link = h("input", {
    type: "text",
    readonly: true,
    value: location.href,
    "aria-label": t("Link to this room", "Lien vers cette salle"),
    onfocus: () => link.select(),
  });
  return h(
    "div",
    { class: "with" },
    link,
    button(t("Copy", "Copier"), () => void copy(location.href), { icon: "copy", kind: "main" }),
    button(t("Share", "Partager"), () => share(location.href), { icon: "share", bare: true }),
  );
}

/** The reader's name, as the others see it. @param {Room} room */
function nameField(room) {
  const input = h("input", { type: "text", maxlength: 24, autocomplete: "nickname" });
  input.addEventListener("change", () => {
    keep("name", input.value.trim());
    room.rename(input.value.trim());
  });
  return { el: field(t("Your name", "Votre nom"), input), input };
}

/**
 * @param {Room} room
 * @param {{ bots: () => string[], changed: () => void }} options the bots that may be asked to sit down; a guest only looks on
 */
export function lobby(room, { bots, changed }) {
  const el = h("div", { class: "lobby", hidden: true });
  const title = h("h2");
  const text = h("p", { class: "quiet" });
  const link = linkBox();
  const name = nameField(room);
  const code = withCode(location.href);
  let isReady = false;
  const ready = button("", () => room.ready(!isReady), { single: true });
  const fill = button(t("Fill up with bots", "Compléter par des robots"), fillUp, { icon: "bot" });
  const card = h(
    "section",
    { class: "sheet lobby-card", "aria-label": t("Before the match", "Avant la partie") },
    h("div", { role: "status" }, title, text),
    link,
    code,
    name.el,
    inRow(ready, fill),
  );
  let watching = false;
  let shown = "";

  /** @param {boolean} only */
  const watch = (only) => {
    watching = only;
    changed();
  };

  function fillUp() {
    for (const seat of room.state ? openSeats(room.state) : []) room.bot(seat, bots().at(-1) ?? null);
  }

  /** @param {RoomState} state */
  function wait(state) {
    [title.textContent, text.textContent] = waitingFor(state);
    const own = state.seat === null ? undefined : state.players[state.seat];
    const free = state.practice ? [] : openSeats(state);
    link.hidden = code.hidden = !free.length;
    name.el.hidden = state.practice || !own;
    if (document.activeElement !== name.input) name.input.value = myName() ?? "";
    // The same two buttons all the time: whoever is on one stays there.
    isReady = Boolean(own?.ready);
    ready.hidden = !own;
    ready.classList.toggle("main", !isReady);
    put(
      ready,
      icon(isReady ? "close" : "play"),
      isReady ? t("Not ready after all", "Pas prêt, finalement") : t("I am ready", "Je suis prêt"),
    );
    // A guest does not give away the seats that a host keeps for friends.
    fill.hidden = !own?.host || !free.length || !bots().length;
  }

  return {
    el,
    /** Whether it is the invitation that lies over the board. */
    get invites() {
      return Boolean(el.querySelector(".invitation"));
    },
    /** Asks in who only looked on. */
    invite: () => watch(false),
    /** @param {RoomState} state */
    show(state) {
      const full = !openSeats(state).length;
      const guest = isGuest(state) && !watching;
      const waits = !state.started && !state.outcome && !state.aborted && state.seat !== null;
      const key = JSON.stringify([guest && full, guest, waits, waits && [state.seat, bots(), state.players]]);
      if (key === shown) return;
      shown = key;
      el.hidden = !guest && !waits;
      if (waits) wait(state);
      if (guest) put(el, full ? fullTable(state, () => watch(true)) : invitation(room, state, () => watch(true)));
      else if (!waits || !card.isConnected) {
        const came = waits && el.querySelector(".invitation");
        put(el, waits ? card : null);
        // Who took a seat by keyboard is at the next button.
        if (came) ready.focus({ preventScroll: true });
      }
    },
  };
}
