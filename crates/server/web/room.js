// The page of a room: the world's board, the seats, and what goes with them.

import { button } from "./app/controls.js";
import { dayName } from "./app/daily.js";
import { h, put, say, typing } from "./app/dom.js";
import { endCard } from "./app/end_card.js";
import { closeHowTo, howTo, howToButton } from "./app/how_to.js";
import { count, sentence, t } from "./app/i18n.js";
import { icon } from "./app/icons.js";
import { trouble } from "./app/notifications.js";
import { signedPng, standalone } from "./app/picture.js";
import { hosted } from "./app/play.js";
import { Room } from "./app/room.js";
import { nameOf, ownSeats, SeatPanel, seatName, victoryText } from "./app/seats.js";
import { previewOf, share, sharePicture } from "./app/share.js";
import { frame, worldHead } from "./app/shell.js";
import { sound } from "./app/sound.js";
import { failed } from "./app/states.js";
import { forgotten, keepInTab, recallInTab, visited, visits } from "./app/storage.js";
import { titleOf } from "./app/worlds.js";
import { banner } from "./room/banner.js";
import { lobby } from "./room/lobby.js";
import { pauseControl } from "./room/pause.js";
import { places } from "./room/places.js";

/** @typedef {import("./app/wire.js").Board} Board */
/** @typedef {import("./app/wire.js").RoomState} RoomState */
/** @typedef {import("./app/wire.js").ServerMessage | import("./app/room.js").StatusMessage} Message */

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export function mount(main, id) {
  const room = new Room(id);
  addEventListener("pagehide", () => room.close());
  /** @type {RoomPage | undefined} */
  let page;
  room.on((message) => {
    if (message.type === "status" && message.status === "gone") {
      forgotten(id);
      return put(main, failed(t("This room does not exist, or no longer does.", "Cette salle n’existe pas, ou plus.")));
    }
    if (page) return page.receive(message);
    if (!room.state) return;
    page = new RoomPage(main, room);
    page.lay(room.state).catch((error) =>
      put(
        main,
        failed(error, () => location.reload()),
      ),
    );
  });
}

/** How long a warning is seen, in milliseconds. */
const WARNING = 8000;

/** Who is called what; boards write it. @param {RoomState} state */
function names(state) {
  return JSON.stringify([state.started, state.players.map((player) => nameOf(player, state))]);
}

/** The furniture of a room. */
class RoomPage {
  /** @param {HTMLElement} main @param {Room} room */
  constructor(main, room) {
    this.main = main;
    this.room = room;
    /** What the server knows of the game. @type {import("./app/play.js").Hosted | undefined} */
    this.host = undefined;
    /** What an action of the world is in words. @type {((action: string) => string) | undefined} */
    this.actionText = undefined;
    /** Who asks for another match. @type {number | undefined} */
    this.again = undefined;
    /** @type {Board | undefined} */
    this.board = undefined;
    /** The names that the board shows. */
    this.called = "";
    /** Whether it is the reader's turn against others. */
    this.turn = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.warned = undefined;
    /** When the reader's time for a move runs out, in milliseconds of the match. */
    this.until = Infinity;
    /** How many people sit. */
    this.people = 0;
    /** Whether a newcomer was shown how to play. */
    this.taught = false;
    /** @type {ReturnType<typeof endCard> | undefined} */
    this.card = undefined;
    this.place = h("div", { class: "board" });
    this.pause = pauseControl(room);
    this.lobby = lobby(room, { bots: () => this.host?.bots ?? [], changed: () => this.refresh() });
    this.frame = h("div", { class: "board-frame" }, this.place, this.pause.curtain, this.lobby.el);
    this.places = places(room, () => this.lobby.invite());
    this.panel = h("div", { class: "stack" });
    /** What the card at the end offered, once it is closed. @type {HTMLElement | undefined} */
    this.rest = undefined;
    this.banner = banner(room, () => this.#follow());
    // Messages have a place of their own, so that nothing jumps and nothing covers the board.
    this.strip = h("p", { class: "strip", role: "status", "aria-live": "polite" });
    /** What happens on the board, for those who do not see it. */
    this.told = h("p", { class: "out", "aria-live": "polite" });
    this.line = h("p", { class: "chip", hidden: true, role: "status" });
    this.seats = new SeatPanel(room, () => this.host?.bots ?? []);
    this.fold = h("details", { class: "seats-fold", open: true }, h("summary", null, t("Seats", "Places")), this.seats.el);
    this.undo = button(t("Undo", "Annuler"), () => room.undo(), { icon: "undo", key: "u" });
    this.hint = button(t("Hint", "Indice"), () => room.hint(), { icon: "hint", key: "?" });
    this.lookers = h("p", { class: "small quiet" });
    document.addEventListener("keydown", (event) => this.#key(event));
    hosted().then((games) => {
      this.host = games.find(({ name }) => name === room.state?.game);
      room.live = this.host?.live !== false;
      this.#readyAgain();
      this.refresh();
    }, trouble);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "u" && !this.undo.hidden && !this.undo.disabled) this.room.undo();
    else if (event.key === "?" && !this.hint.hidden && !this.hint.disabled) this.room.hint();
    else return;
    event.preventDefault();
  }

  /** @param {RoomState} state */
  async lay(state) {
    const { room } = this;
    frame({ title: titleOf(state.game), world: state.game });
    /** @type {import("./app/wire.js").WorldModule} */
    const world = await import(`./worlds/${state.game}.js`);
    if (!world.board) throw new Error(t("This world has no board yet.", "Ce monde n’a pas encore de plateau."));
    const head = worldHead(
      { title: titleOf(state.game), eyebrow: dayName() ?? (state.practice ? t("Practice", "Entraînement") : t("Room", "Salle")) },
      this.line,
      howToButton(state.game, false),
      this.undo,
      this.hint,
      this.pause.ask,
      button(t("Share", "Partager"), () => this.#share(), { icon: "share" }),
      h("a", { class: "btn", href: `/${state.game}` }, icon("plus"), t("New game", "Nouvelle partie")),
    );
    const sitting = h("section", { class: "sheet stack", "aria-label": t("Seats", "Places") }, this.fold, this.lookers);
    const table = h(
      "div",
      { class: "table" },
      h("div", { class: "stack tight" }, h("div", { class: "table-strip" }, this.places.el), this.frame),
      h("aside", { class: "stack" }, this.panel, sitting),
    );
    // It takes the place of the seats; where there are none it stands beside the board. So no board moves.
    table.querySelector(state.practice ? "aside" : ".table-strip")?.prepend(this.banner.el);
    this.actionText = world.actionText;
    head.lastElementChild?.before(this.strip);
    put(this.main, head, table, this.told);
    this.board = await world.board(this.place, {
      live: true,
      act: (action, seat) => room.act(action, seat),
      hint: (seat) => room.hint(seat),
      undo: () => room.undo(),
      now: () => room.now(),
      tell: (text) => say(this.told, text),
      changed: () => this.#retell(),
      panel: this.panel,
    });
    this.board.update(room.state ?? state);
    this.called = names(room.state ?? state);
    this.refresh();
  }

  refresh() {
    const state = this.room.state;
    if (!state) return;
    const { board } = this;
    const over = Boolean(state.outcome ?? state.aborted);
    this.seats.show(state, board);
    // Where the board itself tells who sits where, the list waits folded.
    const folded = Boolean(board?.listsSeats && state.started && !over);
    if (folded !== this.fold.classList.contains("fold")) this.fold.open = !folded;
    this.fold.classList.toggle("fold", folded);
    // Who looks on takes nothing back; against others nobody whispers.
    this.undo.hidden = !state.practice || state.seat === null || Boolean(board?.final) || (over && !state.seq);
    // Between two rounds there is nothing to take back and nothing to point at; the buttons keep their places.
    this.undo.disabled = Boolean(board?.resting);
    this.hint.disabled = Boolean(board?.resting) || !ownSeats(state).some((seat) => state.active.includes(seat));
    this.hint.hidden = !state.practice || !state.hints || !state.started || state.seat === null || over;
    this.lookers.textContent = state.spectators
      ? t(`${state.spectators} watching`, count(state.spectators, "", "", "spectateur", "spectateurs"))
      : "";
    this.lookers.hidden = !state.spectators;
    // Somebody who waits in another tab sees whose turn it is; where all play at once there is no turn.
    const turn =
      state.started &&
      !over &&
      !state.practice &&
      state.seat !== null &&
      state.active.includes(state.seat) &&
      state.active.length < state.players.length;
    if (turn && !this.turn) void sound("turn");
    this.turn = turn;
    this.until = state.clocks?.[state.seat ?? -1]?.until ?? Infinity;
    const people = state.players.filter(({ kind }) => kind === "person").length;
    if (this.people && people > this.people) void sound("joined");
    this.people = people;
    document.title = `${turn ? t("● Your turn · ", "● À vous · ") : ""}${titleOf(state.game)} · Dédale`;
    this.line.hidden = this.room.status === "live";
    this.line.textContent = this.line.hidden ? "" : t("Reconnecting…", "Reconnexion…");
    const waited = !this.lobby.el.hidden;
    this.lobby.show(state);
    // Whoever typed a name on a phone was scrolled there, who read the rules has the
    // drawer open: a match begins with its board in sight.
    if (waited && state.started) {
      closeHowTo();
      if (this.frame.getBoundingClientRect().top < 0) scrollTo({ top: 0 });
    }
    // Among friends nothing covers the invitation and the board; the lobby offers the rules.
    if (this.board && state.practice && !this.taught) {
      this.taught = true;
      void howTo(state.game, true);
    }
    this.#showEnd(state);
    this.pause.show(state);
    this.places.show(state, { silent: Boolean(this.host?.silent), asked: this.lobby.invites });
    // The end is told by the card over the board; who closed it reads it here.
    const title = state.outcome && !this.card?.isConnected ? this.#ending(state).title : undefined;
    this.banner.show(state, { title, host: this.again, rest: this.rest });
  }

  /** The end of the match in words and figures. @param {RoomState} state @returns {import("./app/wire.js").Ending} */
  #ending(state) {
    return this.board?.ending?.(state) ?? { title: victoryText(state) };
  }

  /** The link with the picture of the last move. */
  #share() {
    const { seq, practice } = this.room.state ?? {};
    const note = practice ? t("Whoever opens it can watch.", "Toute personne qui l’ouvre peut regarder.") : undefined;
    share(location.href, { picture: () => this.#picture(), version: seq, note });
  }

  /** The board as it is seen, or as the server draws it. */
  async #picture() {
    const drawn = this.board?.picture?.();
    return drawn ? signedPng(standalone(drawn)) : previewOf(location.href);
  }

  /** The board has learnt more of the end: the card that tells it is made anew. */
  #retell() {
    if (!this.card?.isConnected) return;
    this.card.leave();
    this.card = undefined;
    this.refresh();
  }

  /** @param {RoomState} state */
  #showEnd(state) {
    if (!state.outcome) {
      this.card?.leave();
      this.card = undefined;
      return;
    }
    if (this.card || !this.board) return;
    const ending = this.#ending(state);
    // Who looked on has neither won nor lost.
    if (!ownSeats(state).length) delete ending.won;
    this.card = endCard(ending, {
      ...(state.seat !== null || state.practice
        ? { on: { text: t("Play again", "Rejouer"), act: () => this.room.rematch(), icon: "again" } }
        : {}),
      watch: `/replays/${this.room.id}?play`,
      share: async () => sharePicture(await this.#picture(), document.title),
      closed: (rest) => {
        this.rest = rest;
        this.refresh();
      },
    });
    this.frame.append(this.card);
  }

  /** @param {Message} message */
  receive(message) {
    const state = this.room.state;
    const { board } = this;
    if (!state) return;
    if (message.type === "snapshot") board?.update(state);
    else if (message.type === "moved") {
      this.strip.textContent = "";
      if (message.do) void sound(...message.events.map((one) => one.event ?? Object.keys(one)[0]), "move");
      board?.update(state, message);
      this.#narrate(state, message);
      // The clocks in the state are those after the move.
      if (message.seat !== null && message.seat === state.seat && this.room.now() > this.until - 50)
        this.#warn(t("time is up: a bot moved for you", "temps écoulé : un robot a joué pour vous"));
    } else if (message.type === "players" && names(state) !== this.called) board?.update(state);
    else if (message.type === "refused") {
      void sound("refused");
      this.#warn(message.message);
    } else if (message.type === "storage") this.strip.textContent = message.trouble ? sentence(message.message ?? "") : "";
    else if (message.type === "error") this.#warn(message.message);
    else if (message.type === "hint") this.#showHint(message.do, message.seat);
    else if (message.type === "emote") this.places.sign(message.seat, message.emote);
    else if (message.type === "rematch") {
      state.rematch = message.room;
      this.again = message.seat;
      // Who asked goes there; the others are asked.
      if (message.seat === state.seat) this.#follow();
    }
    this.called = names(state);
    this.refresh();
  }

  /** Says what was wrong, for as long as it takes to read it. @param {string} message */
  #warn(message) {
    const text = sentence(message);
    say(this.strip, text);
    clearTimeout(this.warned);
    this.warned = setTimeout(() => {
      if (this.strip.textContent?.trim() === text) this.strip.textContent = "";
    }, WARNING);
  }

  /** Who asked for another match, or said "me too", has said enough where no sand runs for all. */
  #readyAgain() {
    const { state, id, live } = this.room;
    if (recallInTab("again") !== id) return;
    keepInTab("again", undefined);
    if (state && state.seat !== null && !state.started && !state.practice && !live) this.room.ready(true);
  }

  /** Goes to the next match. */
  #follow() {
    const { state, id } = this.room;
    if (!state?.rematch) return;
    // The key to a seat opens the same seat in the next room.
    const token = visits().find((visit) => visit.room === id)?.token;
    visited({ room: state.rematch, game: state.game, ...(token ? { token } : {}) });
    keepInTab("again", state.rematch);
    location.assign(`/room/${state.rematch}`);
  }

  /** Who looks on reads what was done; the board says it to those who cannot. @param {RoomState} state @param {import("./app/wire.js").Moved} moved */
  #narrate(state, { seat, do: action }) {
    if (state.seat !== null || seat === null || !action) return;
    put(
      this.strip,
      h(
        "span",
        { class: "quiet", "aria-hidden": "true" },
        `${seatName(seat, state)}${t(": ", " : ")}${this.actionText?.(action) ?? action}`,
      ),
    );
  }

  /** @param {string | null} action @param {number} seat */
  #showHint(action, seat) {
    if (action === null) put(this.strip, h("span", { class: "quiet" }, t("Wait for the others.", "Attendez les autres.")));
    else if (this.board?.hint) this.board.hint(action, seat);
    else this.strip.textContent = action;
  }
}
