// One match that is over, at any moment of it.

import { get } from "./app/api.js";
import { botLevel } from "./app/bots.js";
import { button, choice } from "./app/controls.js";
import { h, put, typing, useStyle } from "./app/dom.js";
import { number, t } from "./app/i18n.js";
import { icon, pawn } from "./app/icons.js";
import { busy, trouble } from "./app/notifications.js";
import { openRoom } from "./app/play.js";
import { nameOf } from "./app/seats.js";
import { share } from "./app/share.js";
import { frame, worldHead } from "./app/shell.js";
import { transportButtons } from "./app/transport.js";
import { titleOf } from "./app/worlds.js";
import { entryText, moveList } from "./replay_moves.js";

/** @typedef {import("./app/wire.js").RoomState} RoomState */

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function mount(main, id) {
  const moments = momentsOf(id);
  const wanted = Number(new URLSearchParams(location.search).get("at") ?? 0) || 0;
  const first = await moments(wanted);
  const { game } = first;
  frame({ title: t(`Replay: ${titleOf(game)}`, `Partie : ${titleOf(game)}`), world: game, wide: true });
  /** @type {[import("./app/wire.js").WorldModule, ...void[]]} */
  const [world] = await Promise.all([
    import(`./worlds/${game}.js`),
    useStyle("/static/css/replay.css"),
    useStyle(`/static/worlds/${game}.css`),
  ]);
  if (!world.board) throw new Error(t("This world has no board yet.", "Ce monde n’a pas encore de plateau."));
  const page = new ReplayPage(id, first, moments, world.actionText ?? String);
  await page.lay(main, world.board);
  await page.go(wanted);
}

/** The moments of a match, each asked for once. @param {string} id @returns {(n: number) => Promise<any>} */
function momentsOf(id) {
  /** @type {Map<number, Promise<any>>} */
  const known = new Map();
  return (n) => {
    let found = known.get(n);
    if (!found) {
      found = get(`/api/replays/${encodeURIComponent(id)}/at/${n}`);
      found.catch(() => known.delete(n));
      known.set(n, found);
    }
    return found;
  };
}

class ReplayPage {
  /**
   * @param {string} id
   * @param {any} first the moment the page is opened at
   * @param {(n: number) => Promise<any>} moments
   * @param {(action: string) => string} actionText
   */
  constructor(id, first, moments, actionText) {
    this.id = id;
    this.first = first;
    this.entries = first.entries;
    this.moments = moments;
    this.actionText = actionText;
    this.at = -1;
    this.state = stateOf(first, id);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.seats = h("ul", { class: "seats", hidden: first.seats < 2 });
    this.said = h("p", { class: "quiet", role: "status" });
    this.slider = h("input", { type: "range", min: 0, max: this.entries, "aria-label": t("Moment of the match", "Moment de la partie") });
    this.where = h("output", { class: "num" });
    this.moves = moveList(id, this.entries, actionText, (n) => this.jump(n));
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
  }

  /** @param {HTMLElement} main @param {NonNullable<import("./app/wire.js").WorldModule["board"]>} make */
  async lay(main, make) {
    const { id, first } = this;
    const { game } = first;
    const place = h("div", { class: "board" });
    const panel = h("div", { class: "stack" });
    const playOn = () => openRoom({ game, practice: true, from: id, at: this.at });
    put(
      main,
      worldHead(
        { eyebrow: t("Replay", "Revoir"), title: titleOf(game) },
        button(t("Play on from here", "Reprendre d’ici"), (made) => void busy(made, playOn), { icon: "play" }),
        button(t("Share", "Partager"), () => void share(`/replays/${id}?at=${this.at}`), { icon: "share" }),
        h("a", { class: "btn", href: `/api/replays/${id}`, download: `${game}-${id}.jsonl` }, icon("save"), t("Download", "Télécharger")),
      ),
      h(
        "div",
        { class: "table replay-table" },
        h("div", { class: "stack" }, place, h("div", { class: "sheet scrub" }, this.transport.el, this.slider, this.where)),
        h(
          "aside",
          { class: "stack" },
          h(
            "section",
            { class: "sheet stack", "aria-label": t("Seats", "Places") },
            this.seats,
            this.said,
            this.speed.el,
            h("p", { class: "replay-id small quiet", title: first.link }, first.link),
          ),
          this.moves.el,
          panel,
        ),
      ),
    );
    this.board = await make(place, { live: false, act() {}, hint() {}, undo() {}, now: () => this.state.now, panel });
    this.slider.addEventListener("input", () => this.jump(this.slider.valueAsNumber));
    document.addEventListener("keydown", (event) => this.#key(event));
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
    void this.go(to);
  }

  /** @param {number} to */
  async go(to) {
    const n = Math.max(0, Math.min(this.entries, to));
    const before = this.at;
    this.at = n;
    this.slider.value = String(n);
    this.where.textContent = `${number(n)} / ${number(this.entries)}`;
    try {
      const then = await this.moments(n);
      if (this.at !== n) return;
      this.state = stateOf(then, this.id);
      const { entry } = then;
      const news =
        n === before + 1 && entry
          ? { ...this.state, type: "moved", from: before, t: entry.t ?? 0, seat: entry.seat ?? null, do: entry.do, events: [], patch: {} }
          : undefined;
      this.board?.update(this.state, /** @type {import("./app/wire.js").Moved | undefined} */ (news));
      put(
        this.seats,
        this.state.players.map((player) => this.#seat(player)),
      );
      this.said.textContent = entry ? entryText(entry, this.state, this.actionText) : t("The beginning.", "Le début.");
      this.moves.show(n, this.state);
      for (const ahead of [n + 1, n + 2]) if (ahead <= this.entries) void this.moments(ahead).catch(() => {});
    } catch (error) {
      trouble(error);
      this.stop();
    }
  }

  /** @param {import("./app/wire.js").Player} player */
  #seat(player) {
    const { state, board } = this;
    const bot = player.kind === "bot" ? [icon("bot"), h("small", null, botLevel(player.bot))] : null;
    return h(
      "li",
      { class: ["seat", state.active.includes(player.seat) && "turn"], style: { "--c": `var(--player-${(player.seat % 8) + 1})` } },
      pawn(player.seat),
      h("span", { class: "who" }, nameOf(player, state), bot),
      h("span", { class: "score" }, board?.seatScore?.(player.seat, state) ?? ""),
      h("div", { class: "extra" }, board?.seatLine?.(player.seat, state) ?? ""),
    );
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.transport.show(false);
  }

  toggle() {
    if (this.timer !== undefined) return this.stop();
    if (this.at >= this.entries) this.at = -1;
    void this.#beat();
  }

  async #beat() {
    await this.go(this.at + 1);
    if (this.at >= this.entries) return this.stop();
    this.timer = setTimeout(() => void this.#beat(), 800 / Number(this.speed.select.value));
    this.transport.show(true);
  }
}

/**
 * A moment of a replay, as a room would tell it to someone who looks on.
 * @param {any} then
 * @param {string} id
 * @returns {RoomState}
 */
function stateOf(then, id) {
  const { view, seq, game, config, seed, link, active, outcome, deadline, players } = then;
  const reader = { practice: true, hints: false, started: true, seat: null, as: null, legal: [], spectators: 0, rematch: null };
  return { room: id, game, config, seed, now: then.entry?.t ?? 0, players, view, link, seq, active, deadline, outcome, ...reader };
}
