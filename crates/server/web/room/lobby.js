// Over the board before a match: a guest is asked in; those who sit pass the
// link on and say that they are ready, and the host may fill up with bots.

import { button } from "../app/controls.js";
import { h, inRow, put } from "../app/dom.js";
import { howTo } from "../app/how_to.js";
import { noun, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { myName } from "../app/room.js";
import { nameOf } from "../app/seats.js";
import { copy, share, withCode } from "../app/share.js";
import { keep } from "../app/storage.js";
import { titleOf } from "../app/worlds.js";
import { nameField, ownName } from "./name.js";

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

/** To what somebody is invited, in French. @param {string} game */
function toGame(game) {
  return game === "race" ? "à une course" : `à jouer à « ${titleOf(game)} »`;
}

/** The rules are offered where they are wanted; they cover nothing by themselves. @param {string} game */
function rules(game) {
  const text = t(`New to ${titleOf(game)}? How to play`, "Première partie ? Comment jouer");
  return button(text, () => void howTo(game), { icon: "info", kind: "bare lobby-rules" });
}

/** What a guest sees first: who invites to what, a name asked for once, and two ways in. @param {Room} room @param {RoomState} state @param {() => void} watch */
function invitation(room, state, watch) {
  const people = state.players.filter(({ kind, name }) => kind === "person" && name);
  const host = (people.find(({ host }) => host) ?? people[0])?.name;
  const game = titleOf(state.game);
  const title = host
    ? t(`${host} invites you to ${game}`, `${host} vous invite ${toGame(state.game)}`)
    : t(`You are invited to ${game}`, `Vous êtes invité ${toGame(state.game)}`);
  const name = nameField({ required: true });
  const known = Boolean(myName());
  const go = h("button", { type: "submit", class: "btn main big" }, t("Take a seat", "Prendre place"));
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    // Who taps twice sits once; a seat that somebody else was quicker to take may be asked for again.
    go.disabled = true;
    setTimeout(() => {
      go.disabled = false;
    }, 1000);
    if (!known) keep("name", name.input.value.trim());
    room.sit(openSeats(room.state ?? state)[0] ?? 0);
  };
  return h(
    "form",
    { class: "sheet lobby-card invitation", "aria-label": t("Invitation", "Invitation"), onsubmit: take },
    h("h2", null, title),
    known ? null : name.el,
    inRow(go, button(t("Just watch", "Regarder"), watch)),
    rules(state.game),
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
  if (late.length && state.players[state.seat ?? -1]?.ready)
    return [
      t(`Waiting for ${late.join(", ")}`, `On attend ${late.join(", ")}`),
      t("You are in. The match begins by itself.", "Votre place est prise. La partie commencera d’elle-même."),
    ];
  return [
    t("All seats are taken.", "Toutes les places sont prises."),
    t(`Not ready yet: ${late.join(", ")}`, `Pas encore ${noun(late.length, "", "", "prêt", "prêts")} : ${late.join(", ")}`),
  ];
}

/** The link, to copy and to send. @param {() => void} sent it is on its way to somebody */
function linkBox(sent) {
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
    button(t("Copy", "Copier"), () => void copy(location.href).then(sent), { icon: "copy", kind: "main" }),
    button(t("Share", "Partager"), () => share(location.href), { icon: "share", bare: true }),
  );
}

/**
 * @param {Room} room
 * @param {{ bots: () => string[], changed: () => void }} options the bots that may be asked to sit down; a guest only looks on
 */
export function lobby(room, { bots, changed }) {
  const el = h("div", { class: "lobby", hidden: true });
  const title = h("h2");
  const text = h("p", { class: "quiet" });
  const name = ownName(room);
  const link = linkBox(name.ask);
  const code = withCode(location.href);
  let isReady = false;
  const ready = button("", () => room.ready(!isReady), { single: true });
  const fill = button(t("Fill up with bots", "Compléter par des robots"), fillUp, { icon: "bot" });
  const card = h(
    "section",
    { class: "sheet lobby-card", "aria-label": t("Before the match", "Avant la partie") },
    h("div", { role: "status" }, title, text),
    name.el,
    link,
    code,
    inRow(ready, fill),
    rules(room.state?.game ?? ""),
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
    name.show();
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
        if (came) name.settle();
        put(el, waits ? card : null);
        // Who took a seat by keyboard is at the next button.
        if (came) ready.focus({ preventScroll: true });
      }
    },
  };
}
