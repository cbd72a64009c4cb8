// Who sits where, and what one may do about it.

import { botLevel, botName, botStyle } from "./bots.js";
import { button } from "./controls.js";
import { h, put } from "./dom.js";
import { lang, t } from "./i18n.js";
import { icon, pawn } from "./icons.js";
import { visits } from "./storage.js";

/** @typedef {import("./wire.js").RoomState} RoomState */
/** @typedef {import("./wire.js").Player} Player */

/**
 * The name to show for a player.
 * @param {Player} player
 * @param {RoomState} state
 */
export function nameOf(player, state) {
  if (player.name) return player.name;
  if (player.kind === "bot") {
    // Bots are called by what they are; only those that are alike have a number.
    const alike = state.players.filter(({ kind, bot }) => kind === "bot" && bot === player.bot);
    const which = alike.findIndex(({ seat }) => seat === player.seat) + 1;
    return `${botName(player.bot ?? "")}${alike.length > 1 ? ` ${which}` : ""}`;
  }
  if (player.kind === "open" && !state.practice) return t("Free seat", "Place libre");
  if (isYou(player.seat, state)) return t("You", "Vous");
  return t(`Player ${player.seat + 1}`, `Joueur ${player.seat + 1}`);
}

/** The seats the reader plays: one's own, or in practice all that no bot has. @param {RoomState} state */
export function ownSeats(state) {
  if (state.seat === null) return [];
  return state.practice ? state.players.filter(({ bot }) => !bot).map(({ seat }) => seat) : [state.seat];
}

/** Whether a seat is called "you": the reader's only one, and without a name. @param {number} seat @param {RoomState} state */
export function isYou(seat, state) {
  const own = ownSeats(state);
  return own.length === 1 && own[0] === seat && !state.players[seat]?.name;
}

/** Who played a match that is over, the reader called so. @param {Player[]} players @param {string} room */
export function asRead(players, room) {
  const mine = visits().find((visit) => visit.room === room)?.seat;
  return players.map((player) => (player.seat === mine && !player.name ? { ...player, name: t("You", "Vous") } : player));
}

/** The name to show for a seat. @param {number} seat @param {RoomState} state */
export function seatName(seat, state) {
  return nameOf(state.players[seat] ?? { seat, name: "", kind: "person", connected: true, ready: true }, state);
}

/** The same where the place is narrow: of a bot its strength is enough. @param {number} seat @param {RoomState} state */
export function shortName(seat, state) {
  const { kind, name, bot } = state.players[seat] ?? {};
  return kind === "bot" && !name ? seatName(seat, state).replace(botName(bot ?? ""), botLevel(bot)) : seatName(seat, state);
}

/** Who won, in a sentence; a number stays with the name it belongs to. @param {RoomState} state */
export function victoryText(state) {
  const names = (state.outcome?.winners ?? []).map((seat) => seatName(seat, state).replace(/ (?=\d+$)/, "\u00a0"));
  const all = new Intl.ListFormat(lang).format(names);
  if (!names.length) return t("Nobody won.", "Personne n’a gagné.");
  if (names.length > 1) return t(`${all} share the victory!`, `Victoire partagée : ${all} !`);
  return isYou(state.outcome?.winners[0] ?? -1, state) ? t("Victory!", "Victoire !") : t(`${all} wins!`, `Victoire : ${all} !`);
}

/** Whether it is a seat's turn; where all are asked at once it is nobody's. @param {number} seat @param {RoomState} state */
function isOnTurn(seat, { started, outcome, active, players }) {
  return started && !outcome && active.length < players.length && active.includes(seat);
}

/** What is said beside a name. @param {Player} player @param {RoomState} state @param {boolean} turn */
function notesOn(player, state, turn) {
  /** @type {string[]} */
  const notes = [];
  if (player.seat === state.seat && !state.practice && player.name) notes.push(t("you", "vous"));
  if (player.kind === "person") {
    if (player.bot) notes.push(t(`${botLevel(player.bot)} bot stands in`, `remplacé par un robot ${botLevel(player.bot).toLowerCase()}`));
    if (!player.connected && !state.practice)
      notes.push(player.absent ? t("gone for a while", "parti depuis un moment") : t("away", "absent"));
    if (!state.started) notes.push(player.ready ? t("ready", "prêt") : t("not ready", "pas prêt"));
  }
  // A line that came and went with every turn of a bot would move all below it.
  if (player.kind === "bot") notes.push(botStyle(player.bot));
  else if (turn) notes.push(t("to play", "à jouer"));
  return notes;
}

/** What may be done at a seat: its name in the page, its words, the doing. @typedef {[key: string, text: string, act: () => void]} Act */

/** The list of seats. */
export class SeatPanel {
  /** @param {import("./room.js").Room} room @param {() => string[]} bots the bots that can be asked to sit down */
  constructor(room, bots) {
    this.room = room;
    this.bots = bots;
    this.el = h("ul", { class: "seats" });
    /** The seat a bot is being chosen for. */
    this.choosing = -1;
    /** What each seat shows, so that a click is not lost to a seat built anew under it. @type {string[]} */
    this.shown = [];
    /** @type {[RoomState, import("./wire.js").Board | undefined] | undefined} */
    this.last = undefined;
  }

  /** @param {RoomState} state @param {import("./wire.js").Board} [board] */
  show(state, board) {
    this.last = [state, board];
    const { el } = this;
    // Rebuilding takes the focus away from a button; give it back.
    const focus = document.activeElement?.closest("[data-does]")?.getAttribute("data-does");
    const seats = state.players.map((player) => () => this.#seat(player, state, board));
    const keys = state.players.map((player) => this.#key(player, state, board));
    if (keys.length !== el.children.length)
      put(
        el,
        seats.map((seat) => seat()),
      );
    else
      seats.forEach((seat, at) => {
        if (keys[at] !== this.shown[at]) el.children[at]?.replaceWith(seat());
      });
    this.shown = keys;
    if (focus && focus !== document.activeElement?.getAttribute("data-does"))
      el.querySelector(/** @type {`button`} */ (`[data-does="${focus}"]`))?.focus();
  }

  /** Everything a seat shows depends on. @param {Player} player @param {RoomState} state @param {import("./wire.js").Board} [board] */
  #key(player, state, board) {
    const { seat } = player;
    const { practice, started, outcome } = state;
    const score = [board?.seatScore?.(seat, state), board?.seatLine?.(seat, state)];
    const now = [!board?.resting && isOnTurn(seat, state), this.choosing === seat, this.bots()];
    const host = state.players[state.seat ?? -1]?.host;
    return JSON.stringify([player, nameOf(player, state), state.seat, host, practice, started, Boolean(outcome), now, score]);
  }

  /** @param {Player} player @param {RoomState} state @returns {Act[]} */
  #acts(player, state) {
    const { room } = this;
    const { seat } = player;
    const [bot] = this.bots();
    const own = seat === state.seat && !state.practice;
    if (this.choosing === seat) return this.bots().map((name) => [name, botLevel(name), () => this.#choose(seat, name)]);
    if (state.outcome) return [];
    if (state.seat === null)
      return !state.practice && player.kind === "open" ? [["sit", t("Sit down", "S’asseoir"), () => room.sit(seat)]] : [];
    /** @type {Act[]} */
    const acts = [];
    /** @type {Act} */
    const stand = ["bot", t("Let a bot play", "Laisser un robot jouer"), () => this.#chooseBot(seat)];
    const mine = own || state.practice;
    // Seats that are nobody's are the host's to give.
    if (mine || (player.kind !== "person" && state.players[state.seat]?.host)) {
      const back = mine ? t("Play myself", "Jouer moi-même") : t("Remove the bot", "Retirer le robot");
      if (player.bot) acts.push(["person", back, () => room.bot(seat, null)]);
      else if (bot && (!own || state.started)) acts.push(mine ? stand : ["bot", t("Add a bot", "Ajouter un robot"), stand[2]]);
    }
    if (player.absent && !mine) {
      if (bot && !player.bot) acts.push(stand);
      acts.push(["free", t("Open the seat", "Libérer la place"), () => room.free(seat)]);
    }
    if (own && !state.started) acts.push(["stand", t("Stand up", "Se lever"), () => room.stand()]);
    return acts;
  }

  /** @param {Player} player @param {RoomState} state @param {import("./wire.js").Board} [board] */
  #seat(player, state, board) {
    const { seat } = player;
    const turn = !board?.resting && isOnTurn(seat, state);
    const notes = notesOn(player, state, turn);
    const acts = this.#acts(player, state).map(([key, text, act]) => {
      const made = button(text, act);
      made.setAttribute("aria-label", `${text}${t(": ", " : ")}${nameOf(player, state)}`);
      made.dataset.does = `${key}${seat}`;
      return made;
    });
    return h(
      "li",
      { class: ["seat", turn && "turn"], style: { "--c": `var(--player-${(seat % 8) + 1})` } },
      pawn(seat),
      h(
        "div",
        { class: "who" },
        nameOf(player, state),
        player.kind === "bot" ? icon("bot") : null,
        notes.length ? h("small", null, notes.join(" · ")) : null,
      ),
      h("span", { class: "score" }, board?.seatScore?.(seat, state) ?? ""),
      h("div", { class: "extra" }, board?.seatLine?.(seat, state) ?? ""),
      h("div", { class: "does" }, acts),
    );
  }

  #again() {
    if (this.last) this.show(...this.last);
  }

  /** @param {number} seat */
  #chooseBot(seat) {
    const names = this.bots();
    if (names.length < 2) return this.#choose(seat, names[0] ?? null);
    this.choosing = seat;
    this.#again();
    this.el.children[seat]?.querySelector("button")?.focus();
  }

  /** @param {number} seat @param {string | null} bot */
  #choose(seat, bot) {
    this.choosing = -1;
    this.#again();
    this.room.bot(seat, bot);
  }
}
