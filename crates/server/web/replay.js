// One match that is over, at any moment of it.

import { get } from "./app/api.js";
import { botStyle } from "./app/bots.js";
import { button, choice } from "./app/controls.js";
import { h, inStack, put, typing } from "./app/dom.js";
import { exportFilm } from "./app/film_export.js";
import { number, t } from "./app/i18n.js";
import { icon, pawn } from "./app/icons.js";
import { merged } from "./app/merge.js";
import { busy } from "./app/notifications.js";
import { openRoom } from "./app/play.js";
import { asRead, nameOf } from "./app/seats.js";
import { copy, share } from "./app/share.js";
import { frame, worldHead } from "./app/shell.js";
import { transportButtons } from "./app/transport.js";
import { titleOf } from "./app/worlds.js";
import { entryText, moveList } from "./replay_moves.js";
import { reviewPanel } from "./replay_review.js";

/** @typedef {import("./app/wire.js").RoomState} RoomState */

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function mount(main, id) {
  const film = await get(`/api/replays/${encodeURIComponent(id)}/film`);
  const { game } = film;
  frame({ title: t(`Replay: ${titleOf(game)}`, `Partie : ${titleOf(game)}`), world: game });
  /** @type {import("./app/wire.js").WorldModule} */
  const world = await import(`./worlds/${game}.js`);
  if (!world.board) throw new Error(t("This world has no board yet.", "Ce monde n’a pas encore de plateau."));
  const page = new ReplayPage(id, film, world);
  await page.lay(main, world.board);
  const params = new URLSearchParams(location.search);
  page.go(Number(params.get("at") ?? 0) || 0);
  // Who came to watch need not press anything.
  if (params.has("play") && !matchMedia("(prefers-reduced-motion: reduce)").matches) page.toggle();
}

class ReplayPage {
  /**
   * @param {string} id
   * @param {any} film the first view, and what every entry changed
   * @param {import("./app/wire.js").WorldModule} world
   */
  constructor(id, film, { actionText = String, review, settingsText, nextRound }) {
    this.id = id;
    this.film = { ...film, players: asRead(film.players, id) };
    this.entries = film.frames.length;
    this.actionText = actionText;
    this.settings = settingsText?.(film) ?? "";
    this.at = -1;
    /** The views up to the latest moment that was shown; they share what did not change. */
    this.views = [film.view];
    this.state = this.#moment(0);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.place = h("div", { class: "board" });
    this.seats = h("ul", { class: "seats", hidden: film.seats < 2 });
    this.said = h("p", { class: "quiet replay-said", role: "status" });
    this.slider = h("input", { type: "range", min: 0, max: this.entries, "aria-label": t("Moment of the match", "Moment de la partie") });
    this.where = h("output", { class: "num" });
    this.moves = moveList(film.frames, { actionText, nextRound, go: (n) => this.find(n) });
    const go = (/** @type {number} */ n) => this.find(n);
    /** What each move cost, where the world can tell. */
    this.review =
      review && this.entries
        ? reviewPanel({ id, entries: film.frames, views: () => this.#all() }, review, {
            go,
            actionText,
            done: (found) => this.#reviewed(found.map((one) => one?.cost)),
          })
        : undefined;
    this.transport = transportButtons({
      start: () => this.jump(0),
      back: () => this.jump(this.at - 1),
      toggle: () => this.toggle(),
      on: () => this.jump(this.at + 1),
      end: () => this.jump(this.entries),
    });
    const speeds = /** @type {const} */ ([
      ["0.5", "½×"],
      ["1", "1×"],
      ["2", "2×"],
      ["5", "5×"],
      ["20", "20×"],
    ]);
    this.speed = choice(t("Speed", "Vitesse"), speeds, "2");
    this.speed.el.classList.add("replay-speed");
  }

  /** @param {HTMLElement} main @param {NonNullable<import("./app/wire.js").WorldModule["board"]>} make */
  async lay(main, make) {
    const { id, film } = this;
    const { game } = film;
    const { place } = this;
    const panel = h("div", { class: "stack" });
    const playOn = () => openRoom({ game, practice: true, from: id, at: this.at });
    put(
      main,
      worldHead(
        { eyebrow: t("Replay", "Revoir"), title: titleOf(game) },
        button(t("Play on from here", "Reprendre à partir d’ici"), (made) => void busy(made, playOn), { icon: "play" }),
        button(t("Share", "Partager"), () => void share(`/replays/${id}?at=${this.at}`), { icon: "share" }),
        button(t("Export", "Exporter"), () => this.#export(), { icon: "picture" }),
        h("a", { class: "btn", href: `/api/replays/${id}`, download: `${game}-${id}.jsonl` }, icon("save"), t("Download", "Télécharger")),
      ),
      h(
        "div",
        { class: "table replay-table" },
        inStack(place, h("div", { class: "sheet scrub" }, this.transport.el, this.slider, this.where)),
        h(
          "aside",
          { class: "stack" },
          h(
            "section",
            { class: "sheet stack", "aria-label": t("Seats", "Places") },
            this.seats,
            this.said,
            h("div", { class: "row apart" }, this.speed.el, this.#about()),
          ),
          this.review?.el ?? null,
          this.moves.el,
          panel,
        ),
      ),
    );
    this.board = await make(place, { live: false, act() {}, hint() {}, undo() {}, tell() {}, now: () => this.state.now, panel });
    this.slider.addEventListener("input", () => this.jump(this.slider.valueAsNumber));
    document.addEventListener("keydown", (event) => this.#key(event));
    // What the board tells is not told twice.
    const alone = film.seats < 2 || Boolean(this.board.listsSeats);
    this.seats.hidden = alone;
    this.review?.begin(() => this.state, { alone });
  }

  /** What was played; the words that name it to the command are a press away. */
  #about() {
    const { link, seed } = this.film;
    // A drawn board is seen; its letters say nothing.
    if (link.includes("board=")) return null;
    const said = [this.settings, t(`seed ${seed}`, `graine ${seed}`)].filter(Boolean).join(", ");
    const take = button(t("Copy these settings", "Copier ces réglages"), () => void copy(link), { icon: "copy", bare: true, kind: "bare" });
    take.title = link;
    return h("p", { class: "replay-about small quiet" }, h("span", null, said.charAt(0).toUpperCase() + said.slice(1)), take);
  }

  /** @param {(number | undefined)[]} costs */
  #reviewed(costs) {
    this.moves.cost(costs);
    if (this.at >= 0) this.go(this.at);
  }

  #export() {
    this.stop();
    exportFilm({
      name: `${this.film.game}-${this.id}`,
      picture: () => this.board?.picture?.(),
      length: this.entries,
      at: () => this.at,
      go: (n) => this.go(n),
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (typing(event.target) || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") this.jump(this.at - 1);
    else if (event.key === "ArrowRight") this.jump(this.at + 1);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) this.toggle();
    else return;
    event.preventDefault();
  }

  /** Goes somewhere by hand. @param {number} to */
  jump(to) {
    this.stop();
    this.go(to);
  }

  /** Goes somewhere from a list, which on a phone stands far below the board. @param {number} to */
  find(to) {
    this.jump(to);
    if (this.place.getBoundingClientRect().bottom < 160) scrollTo({ top: 0 });
  }

  /** @param {number} to */
  go(to) {
    const n = Math.max(0, Math.min(this.entries, to));
    const before = this.at;
    this.at = n;
    this.slider.value = String(n);
    this.where.textContent = `${number(n)} / ${number(this.entries)}`;
    const frame = this.film.frames[n - 1];
    this.state = { ...this.#moment(n), slip: this.#slip(n) };
    const news = n === before + 1 && frame ? { ...this.state, ...frame, type: "moved", from: before } : undefined;
    this.board?.update(this.state, /** @type {import("./app/wire.js").Moved | undefined} */ (news));
    put(
      this.seats,
      this.state.players.map((player) => this.#seat(player)),
    );
    put(
      this.said,
      frame ? entryText(frame, this.state, this.actionText) : t("The beginning.", "Le début."),
      h("strong", { class: "better" }, this.review?.better(n - 1)),
    );
    this.moves.show(n, this.state);
    this.review?.show(n);
  }

  /** Whether a better move is known than the one that led here. @param {number} n @returns {import("./app/wire.js").Slip | undefined} */
  #slip(n) {
    const { seat, do: played } = this.film.frames[n - 1] ?? {};
    const best = this.review?.best(n - 1);
    return best && played ? { seat, played, best, before: this.views[n - 1] } : undefined;
  }

  /** The views of all moments. */
  #all() {
    this.#moment(this.film.frames.length);
    return this.views;
  }

  /** A moment, as a room would tell it to someone who looks on. @param {number} n @returns {RoomState} */
  #moment(n) {
    const { film, views } = this;
    for (let at = views.length; at <= n; at++) views.push(merged(views[at - 1], film.frames[at - 1].patch));
    const { game, config, seed, link, players } = film;
    const { active, deadline, outcome } = film.frames[n - 1] ?? film;
    const reader = { practice: true, hints: false, started: true, seat: null, as: null, legal: [], spectators: 0, rematch: null };
    const now = film.frames[n - 1]?.t ?? 0;
    return { room: this.id, game, config, seed, now, players, view: views[n], link, seq: n, active, deadline, outcome, ...reader };
  }

  /** @param {import("./app/wire.js").Player} player */
  #seat(player) {
    const { state, board } = this;
    const bot = player.kind === "bot" ? [icon("bot"), h("small", null, botStyle(player.bot))] : null;
    return h(
      "li",
      { class: ["seat", state.active.includes(player.seat) && "turn"], style: { "--c": `var(--player-${(player.seat % 8) + 1})` } },
      pawn(player.seat),
      h("span", { class: "who" }, nameOf(player, state), bot),
      h("span", { class: "score" }, board?.seatScore?.(player.seat, state) ?? ""),
      h("div", { class: "extra" }, [board?.seatLine?.(player.seat, state), this.review?.accuracy(player.seat)].filter(Boolean).join(" · ")),
    );
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.said.setAttribute("aria-live", "polite");
    this.transport.show(false);
  }

  toggle() {
    if (this.timer !== undefined) return this.stop();
    // A film is not read out, move for move.
    this.said.setAttribute("aria-live", "off");
    if (this.at >= this.entries) this.at = -1;
    this.#beat();
  }

  #beat() {
    this.go(this.at + 1);
    if (this.at >= this.entries) return this.stop();
    this.timer = setTimeout(() => this.#beat(), 800 / Number(this.speed.select.value));
    this.transport.show(true);
  }
}
