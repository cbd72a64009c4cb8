// A room over its socket: keeps the state, comes back after a break, and asks
// for everything when it has missed something.

import { lang, t } from "./i18n.js";
import { merged } from "./merge.js";
import { ownSeats } from "./seats.js";
import { recall, visited, visits } from "./storage.js";

/** @typedef {import("./wire.js").ServerMessage} ServerMessage */
/** @typedef {import("./wire.js").RoomState} RoomState */
/** @typedef {"connecting" | "live" | "lost" | "gone"} Status */
/** @typedef {{ type: "status", status: Status }} StatusMessage */
/** @typedef {(news: ServerMessage | StatusMessage) => void} Listener */

/** The code of a line that is cut to be taken up again. */
const AGAIN = 1013;
/** How long a line may be silent after a ping, in milliseconds. */
const SILENCE = 2000;
/** How often somebody who has nothing to say asks whether the line is alive. */
const BEAT = 10_000;

/** A connection to a room. */
export class Room {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {RoomState | undefined} */
    this.state = undefined;
    /** @type {Status} */
    this.status = "connecting";
    /** @type {Set<Listener>} */
    this.listeners = new Set();
    /** The match's clock minus this page's. */
    this.offset = 0;
    this.closed = false;
    this.tries = 0;
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    /** The key to a seat that this page came with. @type {string | undefined} */
    this.token = undefined;
    /** Whether all play at once against the sand; the page hears of it later. */
    this.live = true;
    /** Whether the seat that was asked for comes with being ready. */
    this.eager = false;
    this.pinged = 0;
    /** Whether nothing was heard since the last ping. */
    this.silent = false;
    /** Names of this page's actions begin so. */
    this.session = randomName();
    this.acts = 0;
    /** Actions that the room has not answered yet, by name. @type {Map<string, import("./messages.js").ClientMessage>} */
    this.unanswered = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.sorry = undefined;
    this.beat = setInterval(() => this.#listen(), 500);
    this.wake = () => {
      if (this.status === "lost") this.#connect();
    };
    addEventListener("online", this.wake);
    // A device without a network knows at once what a silent line tells late.
    this.away = () => this.#leave();
    addEventListener("offline", this.away);
    document.addEventListener("visibilitychange", this.wake);
    this.#connect();
  }

  /**
   * Listens; the function returned stops it.
   * @param {Listener} listener
   */
  on(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Milliseconds of the match; before it begins and in a pause they stand still. */
  now() {
    const { state } = this;
    if (state && (!state.started || state.paused)) return state.now;
    return performance.now() + this.offset;
  }

  /**
   * @param {string} action
   * @param {number} [seat]
   */
  act(action, seat) {
    const id = `${this.session}-${++this.acts}`;
    /** @type {import("./messages.js").ClientMessage} */
    const message = { type: "act", do: action, seen: this.state?.seq ?? 0, seat, id };
    // Until the room has answered, it may have to be said again: a name makes
    // sure that it is not done twice.
    this.unanswered.set(id, message);
    this.#send(message);
  }

  /** @param {number} seat */
  sit(seat) {
    // A key of one's own finds the seat again even if the answer is lost.
    this.token = randomName();
    visited({ room: this.id, token: this.token });
    this.#send({ type: "sit", seat, name: myName(), token: this.token });
    // Where no sand runs for all, whoever sits down is ready by that: one tap.
    this.eager = !this.live;
  }

  stand() {
    this.token = undefined;
    visited({ room: this.id, token: undefined });
    this.#send({ type: "stand" });
  }

  /** @param {boolean} ready */
  ready(ready) {
    this.#send({ type: "ready", ready });
  }

  undo() {
    // Not what was seen: several may be on their way.
    this.#send({ type: "undo" });
  }

  /** @param {number} [seat] */
  hint(seat) {
    this.#send({ type: "hint", seat });
  }

  /**
   * @param {number} seat
   * @param {string | null} bot
   */
  bot(seat, bot) {
    this.#send({ type: "bot", seat, bot });
  }

  /** @param {string} name */
  rename(name) {
    this.#send({ type: "name", name });
  }

  /** Opens the seat of somebody who has been gone for long. @param {number} seat */
  free(seat) {
    this.#send({ type: "free", seat });
  }

  /** Gives up a match that somebody has left, for everybody. */
  abort() {
    this.#send({ type: "abort" });
  }

  rematch() {
    this.#send({ type: "rematch" });
  }

  /** Wants the match to stand, or to go on. @param {boolean} pause */
  pause(pause) {
    this.#send({ type: "pause", pause });
  }

  /** @param {import("./messages.js").Emote} emote */
  emote(emote) {
    this.#send({ type: "emote", emote });
  }

  /** Leaves for good. */
  close() {
    this.closed = true;
    clearInterval(this.beat);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.away);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  #connect() {
    if (this.closed) return;
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.#become(this.state ? "lost" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/rooms/${encodeURIComponent(this.id)}`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.token = this.#key();
      // Who has a key but no seat yet wants to hear of the seat, not only of what happened since.
      const seen = this.token && this.state?.seat === null ? undefined : this.state?.seq;
      this.#send({ type: "hello", token: this.token, name: myName(), lang, seen });
    });
    socket.addEventListener("message", ({ data }) => this.#hear(JSON.parse(data)));
    socket.addEventListener("close", ({ code }) => {
      // A studio that stops says so; the page comes back by itself, there is nothing to do.
      if (code === AGAIN) clearTimeout(this.sorry);
      if (this.socket === socket) void this.#lost();
    });
    this.silent = false;
  }

  async #lost() {
    if (this.closed) return;
    this.tries += 1;
    this.#become(this.state ? "lost" : "connecting");
    // A room that never was, or is no more, is not worth waiting for.
    try {
      const answer = await fetch(`/api/rooms/${encodeURIComponent(this.id)}`, { signal: AbortSignal.timeout(SILENCE) });
      if (answer.status === 404) {
        this.close();
        return this.#become("gone");
      }
    } catch {
      // The server is away; it may come back.
    }
    setTimeout(() => this.#connect(), Math.min(5000, 150 * 1.7 ** this.tries));
  }

  /** A studio that hangs closes nothing: who hears no answer leaves by itself. */
  #listen() {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const now = performance.now();
    const since = now - this.pinged;
    if (this.silent && since > SILENCE) this.#leave();
    else if (!this.silent && (this.unanswered.size > 0 || since > BEAT)) {
      this.pinged = now;
      this.silent = true;
      this.#send({ type: "ping", t: now });
    }
  }

  /** Gives up a line that leads nowhere, for another. */
  #leave() {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return;
    this.socket = undefined;
    socket.close();
    void this.#lost();
  }

  /** @param {import("./messages.js").ClientMessage} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    // A line that is known to be lost is told once; before that, nobody else says it.
    else if (this.status !== "lost")
      this.#tell({ type: "error", message: t("Not connected; trying again.", "Pas de connexion ; nouvel essai.") });
  }

  /** @param {ServerMessage} told */
  #hear(told) {
    this.silent = false;
    if ("id" in told && told.id) this.unanswered.delete(told.id);
    if (told.type === "snapshot") {
      const { type: _, ...state } = told;
      this.state = state;
      this.offset = told.now - performance.now();
      visited({
        room: this.id,
        game: told.game,
        over: told.outcome !== null,
        ...(told.token ? { token: told.token } : {}),
        ...this.#result(),
      });
      this.#arrived();
      if (this.eager && told.seat !== null && !told.started) this.ready(true);
      if (told.seat !== null) this.eager = false;
      // What a broken line may have swallowed is said again.
      for (const message of this.unanswered.values()) this.#send(message);
    } else if (told.type === "moved") {
      if (!this.state || told.from !== this.state.seq) return this.#send({ type: "resync" });
      this.state.view = merged(this.state.view, told.patch);
      const { seq, as, legal, others, active, deadline, outcome, clocks } = told;
      const ends = outcome && !this.state.outcome;
      Object.assign(this.state, { seq, as, legal, others, active, deadline, outcome, clocks });
      if (ends) visited({ room: this.id, over: true, ...this.#result() });
      this.#arrived();
    } else if (told.type === "players" && this.state) {
      const { players, started, spectators, aborted, pause } = told;
      Object.assign(this.state, { players, started, spectators, aborted, pause });
      // The same visitor sat down in another tab: it is their seat here too.
      if (this.state.seat === null && this.#key() !== this.token) return this.#leave();
      // A pause that began or ended while the line was broken: the time is in the snapshot.
      if (Boolean(told.paused) !== Boolean(this.state.paused)) this.#send({ type: "resync" });
    } else if (told.type === "pong") {
      this.offset = told.now - (told.t + performance.now()) / 2;
    } else if (told.type === "refused" && this.state && told.seq > this.state.seq) {
      this.#send({ type: "resync" });
    }
    if (told.type === "error") this.sorry = setTimeout(() => this.#tell(told), 100);
    else this.#tell(told);
  }

  /** The key to a seat in this room, where this browser has one. */
  #key() {
    return visits().find(({ room }) => room === this.id)?.token;
  }

  /** What the list of replays shows of a match that is over. */
  #result() {
    if (!this.state?.outcome) return {};
    const { players: seats, outcome, seq: entries } = this.state;
    const own = ownSeats(this.state);
    return { played: { seats, outcome, entries }, ...(own.length === 1 ? { seat: own[0] } : {}) };
  }

  #arrived() {
    this.tries = 0;
    this.#become("live");
  }

  /** @param {Status} status */
  #become(status) {
    if (this.status === status) return;
    this.status = status;
    this.#tell({ type: "status", status });
  }

  /** @param {ServerMessage | StatusMessage} news */
  #tell(news) {
    for (const listener of [...this.listeners]) listener(news);
  }
}

/** The name this browser plays under. */
export function myName() {
  return recall("name", "") || undefined;
}

/** A name nobody guesses: 128 random bits. */
function randomName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
