// A match looked at afterwards: what each move cost against the best one, as a
// graph, as a list of the costliest, and as a share of best moves a seat. Every
// bar and every line leads to its moment.

import { button } from "./app/controls.js";
import { h, put, s, smallNote } from "./app/dom.js";
import { t } from "./app/i18n.js";
import { busy } from "./app/notifications.js";
import { costText, entryText } from "./replay_moves.js";

/** @typedef {import("./app/wire.js").RoomState} RoomState */
/** @typedef {import("./app/wire.js").Review} Review */
/** @typedef {{ seat?: number | null, do?: string }} Entry */
/** @typedef {(number | undefined)[]} Costs by entry */

/** How many costly moves are listed. */
const LISTED = 6;

/** The widest bar of the graph, which is 300 wide. */
const WIDEST = 14;

/** Bars over time; the tallest is the costliest move. @param {Entry[]} entries @param {Costs} costs */
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
 * @param {{ id: string, entries: Entry[], views: () => any[] }} match
 * @param {Review} review
 * @param {{ go: (n: number) => void, actionText: (action: string) => string, done: (costs: Costs) => void }} page
 */
export function reviewPanel(match, review, { go, actionText, done }) {
  const { entries } = match;
  /** @type {Costs} */
  let costs = [];
  /** @type {ReturnType<typeof graph> | undefined} */
  let drawn;
  const body = h("div", { class: "stack tight" });
  const el = h("section", { class: "sheet stack tight" }, h("h2", null, t("Review", "Analyse")), body);
  const leave = new AbortController();
  addEventListener("pagehide", () => leave.abort());

  /** @param {RoomState} state */
  async function look(state) {
    costs = await review.costs({ id: match.id, entries, views: match.views() }, leave.signal);
    done(costs);
    const dear = costs.flatMap((cost, at) => (cost ? [/** @type {const} */ ([at, cost])] : []));
    dear.sort(([, a], [, b]) => b - a);
    drawn = graph(entries, costs);
    put(
      body,
      dear.length ? drawn.svg : null,
      // Whoever played alone has no list of seats to read it in.
      entries.some(({ seat }) => (seat ?? 0) > 0) ? null : h("p", { class: "review-own" }, accuracy(0)),
      dear.length
        ? h(
            "ol",
            { class: "replay-moves" },
            dear.slice(0, LISTED).map(([at, cost]) => line(at, cost, state)),
          )
        : h("p", { class: "quiet" }, t("Nothing was lost.", "Rien n’a été perdu.")),
      smallNote(review.about()),
    );
    drawn.svg.addEventListener("click", jump);
    show(state.seq);
  }

  /** @param {number} at @param {number} cost @param {RoomState} state */
  function line(at, cost, state) {
    const entry = entries[at] ?? {};
    const colour = `var(--player-${((entry.seat ?? 0) % 8) + 1})`;
    return h(
      "li",
      { value: at + 1, style: { "counter-set": `move ${at + 1}` } },
      h(
        "button",
        { type: "button", style: { "--c": colour }, onclick: () => go(at + 1) },
        entryText(entry, state, actionText),
        h("span", { class: "lost", title: review.unit(cost) }, costText(cost)),
      ),
    );
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
    const own = costs.filter((cost, at) => cost !== undefined && entries[at]?.seat === seat);
    if (!own.length) return "";
    const best = Math.round((100 * own.filter((cost) => cost === 0).length) / own.length);
    const cost = own.reduce((/** @type {number} */ sum, one) => sum + (one ?? 0), 0);
    const lost = Number.isFinite(cost) ? (cost ? ` (${costText(cost)} ${review.unit(cost)})` : "") : t(" (lost)", " (perdu)");
    return t(`${best}\u00a0% best moves`, `${best}\u00a0% de meilleurs coups`) + lost;
  }

  return {
    el,
    show,
    /** Looks at once, or when asked to. @param {() => RoomState} state */
    begin(state) {
      if (review.quick) return void look(state());
      const start = button(t("Review the moves", "Analyser les coups"), (made) => void busy(made, () => look(state())), { icon: "eye" });
      put(body, smallNote(review.about()), start);
    },
    accuracy,
  };
}
