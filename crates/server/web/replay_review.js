// A match looked at afterwards: what each move cost against the best one, as a
// graph, as a list of the costliest with what would have been better, and as a
// share of best moves a seat. Every bar and every line leads to its moment.

import { button, check } from "./app/controls.js";
import { h, put, s, smallNote } from "./app/dom.js";
import { t } from "./app/i18n.js";
import { pawn } from "./app/icons.js";
import { busy } from "./app/notifications.js";
import { seatName } from "./app/seats.js";
import { visits } from "./app/storage.js";
import { costText, entryText } from "./replay_moves.js";

/** @typedef {import("./app/wire.js").RoomState} RoomState */
/** @typedef {import("./app/wire.js").Review} Review */
/** @typedef {{ seat?: number | null, do?: string }} Entry */
/** @typedef {(import("./app/wire.js").Judged | undefined)[]} Judgement by entry */

/** How many costly moves are listed. */
const LISTED = 6;

/** The widest bar of the graph, which is 300 wide. */
const WIDEST = 14;

/** Bars over time; the tallest is the costliest move. @param {Entry[]} entries @param {(number | undefined)[]} costs */
function graph(entries, costs) {
  const most = Math.max(1, ...costs.map((cost) => (Number.isFinite(cost) ? (cost ?? 0) : 0)));
  const wide = 300 / Math.max(1, entries.length);
  const bars = costs.map((cost, at) => {
    if (!cost) return null;
    const high = Math.max(3, 58 * Math.sqrt(Math.min(cost, most) / most));
    const colour = `var(--player-${((entries[at]?.seat ?? 0) % 8) + 1})`;
    // In a short match a bar is a bar all the same.
    const width = Math.min(Math.max(wide, 1.5), WIDEST);
    const x = at * wide + Math.max(0, wide - width) / 2;
    return s("rect", { x, y: 60 - high, width, height: high, "data-at": at + 1, style: { fill: colour } });
  });
  const here = s("path", { class: "review-here", d: "M0 0V60" });
  const svg = s(
    "svg",
    {
      viewBox: "0 0 300 60",
      class: "review-graph",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("Cost of the moves over time", "Coût des coups au fil de la partie"),
    },
    bars,
    s("path", { class: "review-base", d: "M0 59.500H300" }),
    here,
  );
  return { svg, wide, here };
}

/**
 * Whose slips are told first: one's own, else those of people; where only bots
 * played, everybody's.
 * @param {RoomState} state
 * @param {string} id
 */
function seatsOfInterest({ players }, id) {
  const own = visits().find(({ room }) => room === id)?.seat;
  const people = players.filter(({ kind }) => kind !== "bot").map(({ seat }) => seat);
  if (typeof own === "number") return [own];
  return people.length ? people : players.map(({ seat }) => seat);
}

/**
 * @param {{ id: string, entries: Entry[], views: () => any[] }} match
 * @param {Review} review
 * @param {{ go: (n: number) => void, actionText: (action: string) => string, done: (found: Judgement) => void }} page
 */
export function reviewPanel(match, review, { go, actionText, done }) {
  const { entries } = match;
  const advice = review.advice ?? actionText;
  /** @type {Judgement} */
  let found = [];
  /** @type {ReturnType<typeof graph> | undefined} */
  let drawn;
  const body = h("div", { class: "stack tight" });
  const el = h("section", { class: "sheet stack tight" }, h("h2", null, t("Review", "Analyse")), body);
  const leave = new AbortController();
  addEventListener("pagehide", () => leave.abort());

  /** @param {RoomState} state @param {boolean} alone whether no list of seats tells how well each played */
  async function look(state, alone) {
    found = await review.judge({ id: match.id, entries, views: match.views() }, leave.signal);
    done(found);
    const costs = found.map((one) => one?.cost);
    const dear = costs.flatMap((cost, at) => (cost ? [/** @type {const} */ ([at, cost])] : []));
    dear.sort(([, a], [, b]) => b - a);
    drawn = graph(entries, costs);
    put(
      body,
      dear.length ? drawn.svg : null,
      alone ? shares(state) : null,
      dear.length ? slips(dear, state) : h("p", { class: "quiet" }, t("Nothing was lost.", "Rien n’a été perdu.")),
      smallNote(review.about()),
    );
    drawn.svg.addEventListener("click", jump);
    show(state.seq);
  }

  /** How well each seat played. @param {RoomState} state */
  function shares(state) {
    const many = state.players.length > 1;
    return state.players.map(({ seat }) => {
      const share = accuracy(seat);
      const who = many ? [pawn(seat), `${seatName(seat, state)}${t(": ", " : ")}`] : [];
      return share ? h("p", { class: "review-own", style: { "--c": `var(--player-${(seat % 8) + 1})` } }, who, share) : null;
    });
  }

  /** The costliest moves, one's own before those of others. @param {(readonly [number, number])[]} dear @param {RoomState} state */
  function slips(dear, state) {
    const seats = seatsOfInterest(state, match.id);
    const own = dear.filter(([at]) => seats.includes(entries[at]?.seat ?? 0));
    const list = h("ol", { class: "replay-moves" });
    const fill = () =>
      put(
        list,
        (others.input.checked ? dear : own).slice(0, LISTED).map(([at, cost]) => line(at, cost, state)),
      );
    const others = check(t("Others’ slips too", "Les erreurs des autres aussi"), !own.length, fill);
    fill();
    return [list, own.length && own.length < dear.length ? others.el : null];
  }

  /** @param {number} at @param {number} cost @param {RoomState} state */
  function line(at, cost, state) {
    const entry = entries[at] ?? {};
    const colour = `var(--player-${((entry.seat ?? 0) % 8) + 1})`;
    const best = found[at]?.best;
    return h(
      "li",
      { value: at + 1, style: { "counter-set": `move ${at + 1}` } },
      h(
        "button",
        { type: "button", style: { "--c": colour }, onclick: () => go(at + 1) },
        h("span", null, entryText(entry, state, actionText), best ? h("small", null, better(best)) : null),
        h("span", { class: "lost", title: review.unit(cost) }, costText(cost)),
      ),
    );
  }

  /** @param {string} best */
  function better(best) {
    return `${t("Better: ", "Mieux : ")}${advice(best)}`;
  }

  /** To the moment under the pointer. @param {MouseEvent} event */
  function jump(event) {
    const box = drawn?.svg.getBoundingClientRect();
    if (box?.width) go(Math.min(entries.length, Math.floor(((event.clientX - box.left) / box.width) * entries.length) + 1));
  }

  /** @param {number} n */
  function show(n) {
    if (drawn) drawn.here.setAttribute("transform", `translate(${(n - 0.5) * drawn.wide})`);
  }

  /** How well a seat has played. @param {number} seat */
  function accuracy(seat) {
    const own = found.flatMap((one, at) => (one && entries[at]?.seat === seat ? [one.cost] : []));
    if (!own.length) return "";
    const best = Math.round((100 * own.filter((cost) => cost === 0).length) / own.length);
    const cost = own.reduce((sum, one) => sum + one, 0);
    const lost = Number.isFinite(cost) ? (cost ? ` (${costText(cost)} ${review.unit(cost)})` : "") : t(" (lost)", " (perdu)");
    return t(`${best}\u00a0% best moves`, `${best}\u00a0% de meilleurs coups`) + lost;
  }

  return {
    el,
    show,
    /** Looks at once, or when asked to. @param {() => RoomState} state @param {{ alone: boolean }} how */
    begin(state, { alone }) {
      if (review.quick) return void look(state(), alone);
      const work = () => look(state(), alone);
      const start = button(t("Review the moves", "Analyser les coups"), (made) => void busy(made, work), { icon: "eye" });
      put(body, start, smallNote(review.about()));
    },
    accuracy,
    /** What would have been better than an entry, in words. @param {number} at */
    better: (at) => (found[at]?.best ? `${better(found[at]?.best ?? "")}.` : ""),
    /** @param {number} at @returns {string | undefined} */
    best: (at) => found[at]?.best,
  };
}
