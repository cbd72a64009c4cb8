// Matches that are over: the list, and one of them at any moment.

import { ask, get } from "./app/api.js";
import { button, choice } from "./app/controls.js";
import { h, put, useStyle } from "./app/dom.js";
import { count, lang, number, t } from "./app/i18n.js";
import { busy, trouble } from "./app/news.js";
import { openRoom } from "./app/play.js";
import { nameOf } from "./app/seats.js";
import { share } from "./app/share.js";
import { frame, worldHead } from "./app/shell.js";
import { empty, fillWith } from "./app/states.js";
import { titleOf } from "./app/worlds.js";

/** @param {HTMLElement} main */
export function mountList(main) {
  const place = h("div");
  const file = h("input", { type: "file", class: "out", tabindex: -1, accept: ".jsonl,.dedale,application/jsonl,text/plain", "aria-label": t("Match file", "Fichier de partie") });
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen) void upload(chosen).catch(trouble);
  });
  put(
    main,
    worldHead(
      { title: t("Replays", "Parties"), lead: t("Every match that came to its end can be watched again, move by move, and taken up from any moment.", "Toute partie terminée peut se revoir coup par coup, et se reprendre à tout moment.") },
      button(t("Open a match file", "Ouvrir un fichier"), () => file.click(), { icon: "open" }),
      file,
    ),
    place,
  );
  void fillWith(place, async () => {
    /** @type {{ id: string, game: string, players: string[], entries: number, ended: number }[]} */
    const all = await get("/api/replays");
    if (!all.length) return empty(t("Nothing has been played to its end yet.", "Rien n'a encore été joué jusqu'au bout."), h("a", { class: "btn main", href: "/" }, t("Play something", "Jouer")));
    const when = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
    return h(
      "ul",
      { class: "list" },
      all.map(({ id, game, players, entries, ended }) =>
        h("li", { "data-world": game }, h("a", { class: "item", href: `/replays/${id}` }, h("span", { class: "grow" }, titleOf(game)), h("span", { class: "quiet small" }, players.filter(Boolean).join(", ")), h("span", { class: "chip" }, count(entries, "move", "moves", "coup", "coups")), h("span", { class: "quiet small" }, when.format(ended)))),
      ),
    );
  });
}

/** @param {File} file */
async function upload(file) {
  const answer = await ask("/api/replays", { method: "POST", headers: { "content-type": "application/jsonl" }, body: file });
  const { id } = await answer.json();
  location.assign(`/replays/${id}`);
}

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export async function mountReplay(main, id) {
  /** @type {Map<number, Promise<any>>} */
  const moments = new Map();
  const moment = (/** @type {number} */ n) => {
    let found = moments.get(n);
    if (!found) {
      found = get(`/api/replays/${encodeURIComponent(id)}/at/${n}`);
      found.catch(() => moments.delete(n));
      moments.set(n, found);
    }
    return found;
  };
  const wanted = Number(new URLSearchParams(location.search).get("at") ?? 0) || 0;
  const first = await moment(wanted);
  const { game, entries } = first;
  frame({ title: t(`Replay: ${titleOf(game)}`, `Partie : ${titleOf(game)}`), world: game, wide: true });
  await Promise.all([useStyle("/static/css/replay.css"), useStyle(`/static/worlds/${game}.css`)]);
  /** @type {import("./app/wire.js").WorldModule} */
  const world = await import(`./worlds/${game}.js`);
  if (!world.board) throw new Error(t("This world has no board yet.", "Ce monde n'a pas encore de plateau."));

  const boardPlace = h("div", { class: "board" });
  const panel = h("div", { class: "stack" });
  const line = h("ul", { class: "seats" });
  const said = h("p", { class: "quiet", role: "status" });
  const slider = h("input", { type: "range", min: 0, max: entries, "aria-label": t("Moment of the match", "Moment de la partie") });
  const where = h("output", { class: "num" });
  const playing = button("", () => toggle(), { kind: "main", icon: "play", bare: true });
  const speed = choice(t("Speed", "Vitesse"), /** @type {const} */ ([["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["5", "5×"], ["20", "20×"]]), "2");
  put(
    main,
    worldHead(
      { eyebrow: t("Replay", "Revoir"), title: titleOf(game), lead: first.link },
      button(t("Play on from here", "Reprendre d'ici"), (made) => void busy(made, () => openRoom({ game, practice: true, from: id, at })), { icon: "play" }),
      button(t("Share", "Partager"), () => void share(`/replays/${id}?at=${at}`), { icon: "share" }),
      h("a", { class: "btn", href: `/api/replays/${id}`, download: `${game}-${id}.jsonl` }, t("Download", "Télécharger")),
    ),
    h(
      "div",
      { class: "table" },
      h(
        "div",
        { class: "stack" },
        boardPlace,
        h(
          "div",
          { class: "sheet scrub" },
          h("div", { class: "row" }, button(t("To the start", "Au début"), () => void go(0), { icon: "first", bare: true }), button(t("One back", "Un pas en arrière"), () => void go(at - 1), { icon: "back", bare: true }), playing, button(t("One on", "Un pas en avant"), () => void go(at + 1), { icon: "next", bare: true }), button(t("To the end", "À la fin"), () => void go(entries), { icon: "last", bare: true })),
          slider,
          where,
        ),
      ),
      h("aside", { class: "stack" }, h("section", { class: "sheet stack", "aria-label": t("Seats", "Places") }, line, said, speed.el), panel),
    ),
  );
  const board = await world.board(boardPlace, { live: false, act() {}, hint() {}, undo() {}, now: () => state.now, panel });
  let at = -1;
  /** @type {import("./app/wire.js").RoomState} */
  let state = stateOf(first, id);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {number} to */
  async function go(to) {
    const n = Math.max(0, Math.min(entries, to));
    const before = at;
    at = n;
    slider.value = String(n);
    where.textContent = `${number(n)} / ${number(entries)}`;
    try {
      const then = await moment(n);
      if (at !== n) return;
      state = stateOf(then, id);
      const entry = then.entry;
      const news = n === before + 1 && entry ? /** @type {import("./app/wire.js").Moved} */ ({ ...state, type: "moved", from: before, t: entry.t ?? 0, seat: entry.seat ?? null, do: entry.do ?? entry.action, events: [], patch: {} }) : undefined;
      board.update(state, news);
      put(line, state.players.map((player) => h("li", { class: ["seat", state.active.includes(player.seat) && "turn"], style: { "--c": `var(--player-${(player.seat % 8) + 1})` } }, h("span"), h("span", { class: "who" }, nameOf(player, state)), h("span", { class: "score" }, board.seatScore?.(player.seat, state) ?? ""), h("div", { class: "extra" }, board.seatLine?.(player.seat, state) ?? ""))));
      said.textContent = entry ? `${entry.seat === undefined || entry.seat === null ? "" : `${t("Player", "Joueur")} ${entry.seat + 1} : `}${entry.do ?? entry.action ?? ""}` : t("The beginning.", "Le début.");
      for (const ahead of [n + 1, n + 2]) if (ahead <= entries) void moment(ahead).catch(() => {});
    } catch (error) {
      trouble(error);
      stop();
    }
  }

  function stop() {
    clearTimeout(timer);
    timer = undefined;
    mark();
  }

  function toggle() {
    if (timer !== undefined) return stop();
    if (at >= entries) at = -1;
    void beat();
  }

  async function beat() {
    await go(at + 1);
    if (at >= entries) return stop();
    timer = setTimeout(() => void beat(), 800 / Number(speed.select.value));
    mark();
  }

  function mark() {
    const on = timer !== undefined;
    const name = on ? t("Pause", "Pause") : t("Play", "Lecture");
    const fresh = button(name, () => {}, { icon: on ? "pause" : "play", bare: true });
    playing.replaceChildren(...fresh.childNodes);
    playing.title = name;
  }

  slider.addEventListener("input", () => {
    stop();
    void go(slider.valueAsNumber);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") void go(at - 1);
    else if (event.key === "ArrowRight") void go(at + 1);
    else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) toggle();
    else return;
    event.preventDefault();
  });
  mark();
  await go(wanted);
}

/**
 * A moment of a replay, as a room would tell it to someone who looks on.
 * @param {any} then
 * @param {string} id
 * @returns {import("./app/wire.js").RoomState}
 */
function stateOf(then, id) {
  const { view, seq, game, config, seed, link, active, outcome, deadline } = then;
  /** @type {import("./app/wire.js").Player[]} */
  const players = Array.from({ length: then.seats ?? 0 }, (_, seat) => ({ seat, name: "", kind: "person", connected: true, ready: true }));
  return { room: id, game, config, seed, practice: true, hints: false, now: then.entry?.t ?? 0, started: true, seat: null, players, spectators: 0, view, link, rematch: null, seq, as: null, legal: [], active, deadline, outcome };
}
