// Matches that are over: the list, and one of them at any moment.

import { ask, get } from "./app/api.js";
import { botName, botWord, isBot } from "./app/bots.js";
import { button, check, choice, segments } from "./app/controls.js";
import { inWords } from "./app/deeds.js";
import { h, put, typing, useStyle } from "./app/dom.js";
import { count, lang, number, t } from "./app/i18n.js";
import { icon, pawn } from "./app/icons.js";
import { busy, trouble } from "./app/notifications.js";
import { openRoom } from "./app/play.js";
import { nameOf } from "./app/seats.js";
import { share } from "./app/share.js";
import { frame, worldHead } from "./app/shell.js";
import { empty, fillWith } from "./app/states.js";
import { visits } from "./app/storage.js";
import { titleOf } from "./app/worlds.js";

/** @param {HTMLElement} main */
export function mountList(main) {
  void useStyle("/static/css/replay.css");
  const place = h("div");
  const file = h("input", {
    type: "file",
    class: "out",
    tabindex: -1,
    accept: ".jsonl,.dedale,application/jsonl,text/plain",
    "aria-label": t("Match file", "Fichier de partie"),
  });
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen) void upload(chosen).catch(trouble);
  });
  put(
    main,
    worldHead(
      {
        title: t("Replays", "Parties"),
        lead: t(
          "Every match that came to its end can be watched again, move by move, and taken up from any moment.",
          "Toute partie terminée peut se revoir coup par coup, et se reprendre à tout moment.",
        ),
      },
      button(t("Open a match file", "Ouvrir un fichier"), () => file.click(), { icon: "open" }),
      file,
    ),
    place,
  );
  void fillWith(place, async () => {
    /** @type {{ id: string, game: string, players: string[], entries: number, ended: number }[]} */
    const all = await get("/api/replays");
    if (!all.length)
      return empty(
        t("Nothing has been played to its end yet.", "Rien n'a encore été joué jusqu'au bout."),
        h("a", { class: "btn main", href: "/" }, t("Play something", "Jouer")),
      );
    const played = [...new Set(all.map(({ game }) => game))];
    const list = h("ul", { class: "list" });
    const sat = new Set(visits().map(({ room }) => room));
    let game = "all";
    const show = () =>
      put(list, all.filter((one) => (game === "all" || one.game === game) && (!own.input.checked || sat.has(one.id))).map(line));
    const own = check(t("Only mine", "Seulement les miennes"), false, show);
    // Where it would change nothing, it is not offered.
    const mine = all.filter(({ id }) => sat.has(id)).length;
    own.el.hidden = mine === 0 || mine === all.length;
    show();
    const sieve =
      played.length > 1
        ? segments(
            t("Which world", "Quel monde"),
            [["all", t("All", "Tout")], ...played.map((name) => /** @type {const} */ ([name, titleOf(name)]))],
            "all",
            (name) => {
              game = name;
              show();
            },
          ).el
        : null;
    return h("div", { class: "stack" }, h("div", { class: "row apart" }, sieve, own.el), list);
  });
}

const CLOCK = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
const AGO = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });

/** How long ago, as people say it; a date when it is long ago. @param {number} then */
function ago(then) {
  const minutes = Math.round((then - Date.now()) / 60_000);
  if (minutes > -1) return t("just now", "à l'instant");
  if (minutes > -60) return AGO.format(Math.min(0, minutes), "minute");
  if (minutes > -24 * 60) return AGO.format(Math.round(minutes / 60), "hour");
  if (minutes > -7 * 24 * 60) return AGO.format(Math.round(minutes / 60 / 24), "day");
  return CLOCK.format(then);
}

/** A match in the list. @param {{ id: string, game: string, players: string[], entries: number, ended: number }} match */
function line({ id, game, players, entries, ended }) {
  // Three bots of a kind are told once.
  const table = players.length > 1 ? players : players.filter(Boolean);
  const names = [...new Set(table)].map((name) => {
    const times = table.filter((other) => other === name).length;
    const said = isBot(name) ? botName(name) : name || t("Player", "Joueur");
    return times > 1 ? `${said} ×${times}` : said;
  });
  return h(
    "li",
    null,
    h(
      "a",
      { class: "item replay-item", href: `/replays/${id}`, style: { "--c": `var(--world-${game})` } },
      h(
        "span",
        { class: "grow" },
        h("strong", null, titleOf(game)),
        names.length ? h("small", { class: "quiet" }, names.join(", ")) : null,
      ),
      h("span", { class: "chip" }, count(entries, "move", "moves", "coup", "coups")),
      h("time", { class: "quiet small", datetime: new Date(ended).toISOString(), title: CLOCK.format(ended) }, ago(ended)),
    ),
  );
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
  const line = h("ul", { class: "seats", hidden: first.seats < 2 });
  const said = h("p", { class: "quiet", role: "status" });
  const slider = h("input", { type: "range", min: 0, max: entries, "aria-label": t("Moment of the match", "Moment de la partie") });
  const where = h("output", { class: "num" });
  const moves = moveList(id, entries, (n) => {
    stop();
    void go(n);
  });
  const playing = button("", () => toggle(), { kind: "main", icon: "play", bare: true });
  const speed = choice(
    t("Speed", "Vitesse"),
    /** @type {const} */ ([
      ["0.5", "½×"],
      ["1", "1×"],
      ["2", "2×"],
      ["5", "5×"],
      ["20", "20×"],
    ]),
    "2",
  );
  put(
    main,
    worldHead(
      { eyebrow: t("Replay", "Revoir"), title: titleOf(game) },
      button(t("Play on from here", "Reprendre d'ici"), (made) => void busy(made, () => openRoom({ game, practice: true, from: id, at })), {
        icon: "play",
      }),
      button(t("Share", "Partager"), () => void share(`/replays/${id}?at=${at}`), { icon: "share" }),
      h("a", { class: "btn", href: `/api/replays/${id}`, download: `${game}-${id}.jsonl` }, icon("save"), t("Download", "Télécharger")),
    ),
    h(
      "div",
      { class: "table replay-table" },
      h(
        "div",
        { class: "stack" },
        boardPlace,
        h(
          "div",
          { class: "sheet scrub" },
          h(
            "div",
            { class: "row" },
            button(t("To the start", "Au début"), () => void go(0), { icon: "first", bare: true }),
            button(t("One back", "Un pas en arrière"), () => void go(at - 1), { icon: "back", bare: true }),
            playing,
            button(t("One on", "Un pas en avant"), () => void go(at + 1), { icon: "next", bare: true }),
            button(t("To the end", "À la fin"), () => void go(entries), { icon: "last", bare: true }),
          ),
          slider,
          where,
        ),
      ),
      h(
        "aside",
        { class: "stack" },
        h(
          "section",
          { class: "sheet stack", "aria-label": t("Seats", "Places") },
          line,
          said,
          speed.el,
          h("p", { class: "replay-id small quiet", title: first.link }, first.link),
        ),
        moves.el,
        panel,
      ),
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
      const news =
        n === before + 1 && entry
          ? /** @type {import("./app/wire.js").Moved} */ ({
              ...state,
              type: "moved",
              from: before,
              t: entry.t ?? 0,
              seat: entry.seat ?? null,
              do: entry.do ?? entry.action,
              events: [],
              patch: {},
            })
          : undefined;
      board.update(state, news);
      put(
        line,
        state.players.map((player) =>
          h(
            "li",
            { class: ["seat", state.active.includes(player.seat) && "turn"], style: { "--c": `var(--player-${(player.seat % 8) + 1})` } },
            pawn(player.seat),
            h(
              "span",
              { class: "who" },
              nameOf(player, state),
              player.kind === "bot" ? [icon("bot"), h("small", null, botWord(player.bot))] : null,
            ),
            h("span", { class: "score" }, board.seatScore?.(player.seat, state) ?? ""),
            h("div", { class: "extra" }, board.seatLine?.(player.seat, state) ?? ""),
          ),
        ),
      );
      said.textContent = entry ? deed(entry, state) : t("The beginning.", "Le début.");
      moves.show(n, state);
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
    if (typing(event.target) || event.ctrlKey || event.metaKey) return;
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
 * Who did what; a tick is a time that has come.
 * @param {{ seat?: number | null, do?: string, action?: string, tick?: boolean }} entry
 * @param {import("./app/wire.js").RoomState} state
 */
function deed(entry, state) {
  if (entry.tick) return t("Time is up.", "Le temps est écoulé.");
  const mover = state.players.length > 1 && typeof entry.seat === "number" ? state.players[entry.seat] : undefined;
  return `${mover ? `${nameOf(mover, state)}${t(": ", " : ")}` : ""}${inWords(entry.do ?? entry.action ?? "")}`;
}

/** @type {Record<string, string>} */
const ARROWS = { up: "↑", right: "→", down: "↓", left: "←" };

/** Longer matches are scrubbed, not read. */
const LONGEST = 3000;

/**
 * Every move of the match, each a way to its moment.
 * @param {string} id
 * @param {number} entries
 * @param {(n: number) => void} go
 */
function moveList(id, entries, go) {
  const list = h("ol", { class: "replay-moves", "aria-label": t("Moves", "Coups") });
  const el = h("section", { class: "sheet stack tight", hidden: true }, h("h2", null, t("Moves", "Coups")), list);
  let asked = entries === 0 || entries > LONGEST;
  let wanted = 0;
  /** @type {Element | undefined} */
  let marked;

  /** @param {number} n @param {import("./app/wire.js").RoomState} state */
  async function show(n, state) {
    wanted = n;
    if (!asked) {
      asked = true;
      const lines = (await (await ask(`/api/replays/${encodeURIComponent(id)}`)).text())
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      const deeds = lines.filter((line) => line.do !== undefined || line.tick);
      // A moment missing here would shift the numbers.
      if (deeds.length !== entries) return;
      const alone = state.players.length < 2;
      list.classList.toggle("alone", alone);
      put(
        list,
        deeds.map((entry, at) => {
          const said = deed(entry, state);
          const sign = alone ? ARROWS[entry.do] : undefined;
          return h(
            "li",
            null,
            h(
              "button",
              {
                type: "button",
                tabindex: -1,
                "data-at": at + 1,
                "aria-label": sign ? said : null,
                style: { "--c": typeof entry.seat === "number" ? `var(--player-${(entry.seat % 8) + 1})` : "transparent" },
              },
              sign ?? said,
            ),
          );
        }),
      );
      el.hidden = false;
    }
    marked?.removeAttribute("aria-current");
    marked = list.children[wanted - 1]?.firstElementChild ?? undefined;
    marked?.setAttribute("aria-current", "step");
    // One stop for the tab key; the arrows go on from there.
    list.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    (marked ?? list.querySelector("button"))?.setAttribute("tabindex", "0");
    // Only the list moves, not the page.
    const item = marked?.parentElement;
    list.scrollTop = item ? item.offsetTop - list.clientHeight / 2 : 0;
  }

  list.addEventListener("click", (event) => {
    const at = event.target instanceof Element ? event.target.closest("[data-at]")?.getAttribute("data-at") : null;
    if (at) go(Number(at));
  });
  return {
    el,
    show: (/** @type {number} */ n, /** @type {import("./app/wire.js").RoomState} */ state) => void show(n, state).catch(() => {}),
  };
}

/**
 * A moment of a replay, as a room would tell it to someone who looks on.
 * @param {any} then
 * @param {string} id
 * @returns {import("./app/wire.js").RoomState}
 */
function stateOf(then, id) {
  const { view, seq, game, config, seed, link, active, outcome, deadline } = then;
  return {
    room: id,
    game,
    config,
    seed,
    practice: true,
    hints: false,
    now: then.entry?.t ?? 0,
    started: true,
    seat: null,
    players: then.players,
    spectators: 0,
    view,
    link,
    rematch: null,
    seq,
    as: null,
    legal: [],
    active,
    deadline,
    outcome,
  };
}
