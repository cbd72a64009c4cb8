// The board of the town in a room or a replay: what to do now, the picture,
// what a building would change, the auction, the market, the log.

import { button, segments } from "../../app/controls.js";
import { inWords } from "../../app/deeds.js";
import { h, put, typing } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { toast, trouble } from "../../app/notifications.js";
import { auction } from "./auction.js";
import { cellInfo } from "./cell_info.js";
import { Picture } from "./drawing.js";
import { eventLog } from "./event_log.js";
import { market } from "./market.js";
import { riskOf } from "./risk.js";
import { tour } from "./scoring.js";
import { goodName, pieceName, piecePicture } from "./sprites.js";
import { at, coins, named, tell } from "./text.js";
import { FAR, preview, shopDistance, stepsFrom, Town, walk } from "./town.js";
import { why } from "./why.js";

/** @typedef {import("../../app/wire.js").RoomState} RoomState */
/** @typedef {import("../../app/wire.js").Moved} Moved */
/** @typedef {import("./view.js").FishView} FishView */
/** @typedef {import("./view.js").FishEvent} FishEvent */
/** @typedef {import("./view.js").Good} Good */
/** @typedef {import("./view.js").Walk} Walk */
/** @typedef {"none" | "risk" | Good} Overlay */

/** @typedef {ReturnType<typeof preview>} Then */

const colon = t(": ", " : ");
const NOTHING = new Map();
/** How long after the roads their words follow, in milliseconds: a frame. */
const WORDS_AFTER = 20;

/** Whether trees need no access, from the settings as text. @param {string} config */
export function closedIn(config) {
  const said = /(?:^|,)closed(?:=(true|false))?(?:,|$)/.exec(config);
  return said ? said[1] !== "false" : /(?:^|,)rules=classic/.test(config);
}

/**
 * @param {HTMLElement} place
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
export function board(place, table) {
  /** @type {RoomState | undefined} */
  let state;
  let town = new Town(["."], false);
  /** @type {Map<number, number>} */
  let owners = new Map();
  /** @type {number | undefined} */
  let looked;
  /** @type {{ seat: number, good: Good | undefined } | undefined} */
  let chosen;
  /** @type {Overlay} */
  let overlay = "none";
  /** @type {number | undefined} */
  let pointed;
  /** @type {number[]} */
  let fresh = [];
  /** What buildings would change, by cell and piece. @type {Map<string, Then>} */
  const foreseen = new Map();

  const picture = new Picture(t("The town. Arrow keys move, Enter acts.", "La ville. Les flèches déplacent, Entrée agit."), {
    look,
    press,
  });
  const says = h("p", { class: "fish-says", role: "status" });
  const draw = button(t("Draw a piece", "Piocher"), () => act("draw"), { kind: "main", key: "d" });
  const bar = h("div", { class: "fish-bar" }, says, draw);
  const details = cellInfo({ act: () => looked !== undefined && act(deed(looked) ?? ""), why: () => explain(looked) });
  const told = h("p", { class: "out", "aria-live": "polite" });
  const layers = h("div", { class: "row fish-layers" });
  const bids = auction((action, seat) => table.act(action, seat));
  const shops = market((seat, good) => choose(chosen?.seat === seat && chosen.good === good ? undefined : { seat, good }));
  const log = eventLog();
  const scoring = tour((seat, good) => choose({ seat, good }));
  const sale = h("p", { class: "fish-sale", hidden: true });
  place.append(h("div", { class: "fish-board" }, bar, picture.el, details.el, layers, told));
  table.panel.append(bids.el, sale, scoring.el, shops.el, log.el);

  /** The seats this person plays. @param {RoomState} now */
  const mine = (now) =>
    now.seat === null ? [] : now.practice ? now.players.filter(({ bot }) => !bot).map(({ seat }) => seat) : [now.seat];
  /** For whom the reader acts. @param {RoomState} now */
  const acting = (now) => (now.as !== null && mine(now).includes(now.as) ? now.as : (mine(now)[0] ?? null));
  const viewOf = (/** @type {RoomState} */ now) => /** @type {FishView} */ (now.view);

  /** @param {string} action */
  function act(action) {
    if (!state || !table.live || state.outcome) return;
    table.act(action, acting(state) ?? undefined);
  }

  if (table.live) {
    document.addEventListener("keydown", (event) => {
      if (event.key !== "d" || event.ctrlKey || event.metaKey || event.altKey || draw.hidden || draw.disabled || typing(event.target))
        return;
      event.preventDefault();
      act("draw");
    });
  }

  /** What a click on a cell does now. @param {number} cell */
  function deed(cell) {
    if (!state || !table.live) return undefined;
    const spot = town.spot(cell).join(",");
    return ["build", "reserve"].map((verb) => `${verb} ${spot}`).find((action) => state?.legal.includes(action));
  }

  /** @param {number} cell @param {boolean} touch */
  function press(cell, touch) {
    if (!state) return;
    if (town.mark(cell) === "#") return explain(cell);
    const first = looked !== cell;
    look(cell);
    // A finger has no hovering: the first touch looks, the second acts.
    if (touch && first) return;
    const action = deed(cell);
    if (action) return act(action);
    const view = viewOf(state);
    const me = acting(state);
    if (!table.live || me === null || !state.active.includes(me) || view.phase === "auction") return;
    // Not possible: the rules say why.
    if (town.free(cell)) act(`${view.phase === "build" ? "build" : "reserve"} ${town.spot(cell).join(",")}`);
  }

  /** @param {number} [road] */
  function explain(road) {
    why(town, road);
  }

  /** @param {number | undefined} cell */
  function look(cell) {
    if (looked === cell) return;
    looked = cell;
    showGhost();
  }

  /** The mark of what would be built. @param {FishView} view */
  function atHand(view) {
    const piece = view.piece;
    return piece === "tree" ? "T" : piece ? piece.shop.toLowerCase() : "?";
  }

  /**
   * What building on a cell would change, worked out once a position.
   * @param {FishView} view
   * @param {number} cell
   */
  function foresee(view, cell) {
    const mark = atHand(view);
    const key = `${cell}${mark}`;
    if (!foreseen.has(key)) {
      // Without a piece at hand, think of a shop: it needs access in every rule book.
      foreseen.set(key, view.phase === "over" ? undefined : preview(town, cell, mark === "?" ? "a" : mark));
    }
    return foreseen.get(key);
  }

  /**
   * How far every shop would be then, and a shop of each good on this cell.
   * @param {FishView} view
   * @param {number} cell
   * @param {Then} then
   */
  function distances(view, cell, then) {
    /** @type {Map<string, number>} */
    const changes = new Map();
    /** @type {{ good: Good, far: number }[]} */
    const fars = [];
    if (!then) return { changes, fars };
    for (const { good, producer } of view.goods) {
      const steps = stepsFrom(then.then, town.cell(producer));
      fars.push({ good, far: shopDistance(then.then, steps, cell) });
      view.players.forEach(({ shops }, seat) => {
        for (const shop of shops) {
          if (shop.good === good && shop.cell)
            changes.set(`${seat}${good}`, Math.min(view.max, shopDistance(then.then, steps, town.cell(shop.cell))));
        }
      });
    }
    return { changes, fars };
  }

  function showGhost() {
    clearTimeout(wording);
    if (!state) return;
    const view = viewOf(state);
    if (looked === undefined) {
      picture.ghost(town, undefined);
      details.rest(rest(view));
      return shops.foretell(NOTHING);
    }
    const then = foresee(view, looked);
    const mark = atHand(view);
    picture.ghost(town, {
      cell: looked,
      mark: then ? mark : "",
      seat: mark === "T" ? null : acting(state),
      roads: then?.roads ?? [],
      returned: then?.returned ?? [],
    });
    // The roads are there with the pointer; the words and numbers beside the
    // town follow, and only for the cell where it rests.
    const cell = looked;
    wording = setTimeout(() => {
      if (!state || looked !== cell) return;
      const { changes, fars } = distances(viewOf(state), cell, then);
      details.tell(about(state, viewOf(state), cell, then, fars));
      shops.foretell(changes);
    }, WORDS_AFTER);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let wording;

  /** Under the board while no cell is looked at. @param {FishView} view */
  function rest(view) {
    if (overlay === "risk")
      return t(
        "Chance in percent that a cell is a road in the end, from 300 random completions of this town.",
        "Chance en pour cent qu'une case soit une route à la fin, d'après 300 complétions au hasard de cette ville.",
      );
    if (overlay !== "none")
      return t(
        `How far a shop of ${goodName(overlay)} on each cell would be now.`,
        `À quelle distance serait maintenant ${pieceName({ shop: overlay })} sur chaque case.`,
      );
    return view.phase === "over"
      ? t(
          "Choose a player or a shop in the market to see its walk.",
          "Choisissez un joueur ou une boutique au marché pour voir son trajet.",
        )
      : t(
          "Point at a cell to see which roads a building there would make. A road tells why it is one.",
          "Désignez une case pour voir les routes qu'y ferait naître une construction. Une route dit pourquoi elle en est une.",
        );
  }

  /**
   * A cell in detail.
   * @param {RoomState} now
   * @param {FishView} view
   * @param {number} cell
   * @param {Then} then
   * @param {{ good: Good, far: number }[]} fars
   * @returns {import("./cell_info.js").CellInfo}
   */
  function about(now, view, cell, then, fars) {
    const head = `${at(town.spot(cell))} · ${what(now, cell)}`;
    if (!then) return { head, deed: undefined, road: town.mark(cell) === "#" };
    const list = then.roads.map((road) => at(town.spot(road))).join(" · ");
    const roads = then.roads.length
      ? t(
          `Built here: ${count(then.roads.length, "new road", "new roads", "", "")} (${list})`,
          `Bâtie : ${count(then.roads.length, "", "", "nouvelle route", "nouvelles routes")} (${list})`,
        )
      : t("Built here: no new road", "Bâtie : aucune nouvelle route");
    const back = then.returned.map((road) =>
      t(
        `${named(Number(town.mark(road)) - 1, now)} gets a reservation back`,
        `${named(Number(town.mark(road)) - 1, now)} reprend une réservation`,
      ),
    );
    const wanted = view.piece !== "tree" && view.piece?.shop;
    return {
      head,
      deed: /** @type {"build" | "reserve" | undefined} */ (deed(cell)?.split(" ")[0]),
      road: false,
      roads: [roads, ...back].join(" · "),
      grows: then.roads.length > 0,
      fars: fars.map(({ good, far }) => ({ good, far, most: far >= view.max, wanted: wanted === good })),
    };
  }

  /** A cell in words. @param {RoomState} now @param {number} cell */
  function what(now, cell) {
    const mark = town.mark(cell);
    if (mark === ".") return t("free", "libre");
    if (mark === "#") return t("road", "route");
    if (mark === "T") return t("tree", "arbre");
    if (mark >= "1" && mark <= "5") return t(`reserved by ${named(Number(mark) - 1, now)}`, `réservée par ${named(Number(mark) - 1, now)}`);
    const good = /** @type {Good} */ (mark.toUpperCase());
    if (mark === good) return t(`producer of ${goodName(good)}`, `producteur de ${goodName(good)}`);
    const owner = owners.get(cell);
    return pieceName({ shop: good }) + (owner === undefined ? "" : ` · ${named(owner, now)}`);
  }

  /** @param {RoomState} now @param {Moved} [news] */
  function update(now, news) {
    state = now;
    const view = viewOf(now);
    town = new Town(view.board, closedIn(now.config));
    owners = new Map(
      view.players.flatMap((player, seat) =>
        player.shops.flatMap(({ cell }) => (cell ? [/** @type {[number, number]} */ ([town.cell(cell), seat])] : [])),
      ),
    );
    foreseen.clear();
    pointed = undefined;
    draw.classList.remove("hinted");
    if (news) hear(now, news);
    else {
      fresh = [];
      sale.hidden = true;
      log.open(table.live ? now.room : `replay-${now.room}`, now.seq);
    }
    if (!now.outcome) scoring.hide();
    else if (scoring.show(now)) chosen = { seat: now.outcome.winners[0] ?? 0, good: undefined };
    const legal = new Set(table.live ? now.legal.flatMap((action) => (/^(reserve|build) /.test(action) ? [cellOf(action)] : [])) : []);
    picture.show(
      town,
      owners,
      legal,
      (cell) =>
        `${at(town.spot(cell))} ${what(now, cell)}${legal.has(cell) ? `, ${view.phase === "build" ? t("build", "bâtir") : t("reserve", "réserver")}` : ""}`,
    );
    showBar(now, view);
    bids.update(now, acting(now), worth(now, view));
    showLayers(view);
    showRings();
    showWalks();
    void showOverlay();
    shops.update(now, chosen);
    showGhost();
  }

  /** @param {string} action */
  function cellOf(action) {
    const [row = 0, col = 0] = (action.split(" ")[1] ?? "").split(",").map(Number);
    return town.cell([row, col]);
  }

  /** What to do now. @param {RoomState} now @param {FishView} view */
  function showBar(now, view) {
    const me = acting(now);
    const own = me !== null && now.started && now.active.includes(me);
    const who = own && mine(now).length === 1 ? t("Your turn", "À vous") : named(own ? me : (now.active[0] ?? view.turn), now);
    const builder = view.active[0] ?? view.turn;
    draw.hidden = !table.live || !own || view.phase !== "turn";
    draw.disabled = !now.legal.includes("draw");
    bar.classList.toggle("own", own);
    bar.style.setProperty("--c", `var(--player-${(own ? me : builder) + 1})`);
    /** @type {import("../../app/dom.js").Child[]} */
    let text = [];
    bar.hidden = Boolean(now.outcome);
    if (now.outcome) sale.hidden = true;
    if (!now.started) text = [t("The town is ready. It begins when everybody is.", "La ville est prête. On commence quand tous le sont.")];
    else if (view.phase === "turn")
      text = own
        ? [
            h("strong", null, who),
            `${colon}${now.legal.some((action) => action.startsWith("reserve")) ? (draw.disabled ? t("reserve a cell; drawing needs a reservation.", "réservez une case ; il en faut une pour piocher.") : t("reserve a cell, or draw.", "réservez une case, ou piochez.")) : t("draw a piece.", "piochez.")}`,
          ]
        : [t(`${who} to play…`, `À ${who} de jouer…`)];
    else if (view.phase === "auction" && view.piece)
      text = own
        ? [h("strong", null, who), `${colon}${t(`bid for ${pieceName(view.piece)}.`, `misez pour ${pieceName(view.piece)}.`)}`]
        : [t(`Sealed bids for ${pieceName(view.piece)}…`, `Mises scellées pour ${pieceName(view.piece)}…`)];
    else if (view.phase === "build" && view.piece)
      text = own
        ? [
            piecePicture(view.piece),
            h("strong", null, who),
            `${colon}${t(`build ${pieceName(view.piece)} on one of your reservations.`, `bâtissez ${pieceName(view.piece)} sur une de vos réservations.`)}`,
          ]
        : [
            piecePicture(view.piece),
            t(`${named(builder, now)} builds ${pieceName(view.piece)}…`, `${named(builder, now)} bâtit ${pieceName(view.piece)}…`),
          ];
    put(says, ...text);
  }

  /** What the shop for sale would be worth on one's reservations. @param {RoomState} now @param {FishView} view */
  function worth(now, view) {
    const me = acting(now);
    const piece = view.piece;
    if (me === null || view.phase !== "auction" || !piece || piece === "tree") return "";
    const producer = view.goods.find(({ good }) => good === piece.shop)?.producer;
    const own = view.players[me];
    if (!producer || !own || own.shops.find(({ good }) => good === piece.shop)?.status !== "missing") return "";
    if (!own.reservations.length)
      return t(
        "You have no reservation: whoever buys without one loses the shop.",
        "Vous n'avez pas de réservation : qui achète sans réservation perd la boutique.",
      );
    const fars = own.reservations.map((spot) => {
      const cell = town.cell(spot);
      const then = preview(town, cell, piece.shop.toLowerCase())?.then ?? town;
      return { spot, far: Math.min(view.max, shopDistance(then, stepsFrom(then, town.cell(producer)), cell)) };
    });
    fars.sort((a, b) => a.far - b.far);
    return (
      t("On your reservations it would be this far: ", "Sur vos réservations, elle serait à : ") +
      fars
        .slice(0, 4)
        .map(({ spot, far }) => `${far} (${at(spot)})`)
        .join(", ") +
      "."
    );
  }

  /** @param {RoomState} now @param {Moved} news */
  function hear(now, news) {
    const events = /** @type {FishEvent[]} */ (news.events ?? []);
    fresh = events.flatMap((event) =>
      event.event === "built" || event.event === "reserved"
        ? [town.cell(event.cell)]
        : event.event === "roads"
          ? event.cells.map((spot) => town.cell(spot))
          : [],
    );
    const lines = events.map((event) => ({
      seq: now.seq,
      seat: "seat" in event ? event.seat : null,
      kind: event.event,
      text: tell(event, now),
    }));
    if (!lines.length && news.do && news.seat !== null)
      lines.push({ seq: now.seq, seat: news.seat, kind: "reserved", text: `${named(news.seat, now)}${colon}${news.do}` });
    log.add(lines);
    told.textContent = lines.map(({ text }) => text).join(". ");
    const sold = events.find((event) => event.event === "sold");
    if (sold) {
      sale.hidden = false;
      sale.textContent = tell(sold, now);
      sale.style.setProperty("--c", `var(--player-${sold.seat + 1})`);
    }
  }

  function showRings() {
    if (!state) return;
    const view = viewOf(state);
    /** @type {[number, string][]} */
    const rings = fresh.map((cell) => [cell, "fresh"]);
    if (view.phase === "build" && state.started)
      for (const spot of view.players[view.active[0] ?? -1]?.reservations ?? []) rings.push([town.cell(spot), "site"]);
    if (pointed !== undefined) rings.push([pointed, "hint"]);
    picture.rings(town, rings);
  }

  /** @param {FishView} view */
  function showLayers(view) {
    if (layers.children.length) return;
    const options = /** @type {[Overlay, string][]} */ ([
      ["none", t("Town", "Ville")],
      ["risk", t("Road risk", "Risque")],
      ...view.goods.map(({ good }) => [good, good]),
    ]);
    layers.append(
      segments(t("Shown over the town", "Montré sur la ville"), options, overlay, (value) => {
        overlay = value;
        void showOverlay();
        showGhost();
      }).el,
      button(t("Why these roads?", "Pourquoi ces routes ?"), () => explain(), { icon: "info" }),
    );
  }

  async function showOverlay() {
    if (!state) return;
    const view = viewOf(state);
    const wanted = overlay;
    /** @type {Map<number, { share: number, text: string }>} */
    const values = new Map();
    if (wanted === "risk") {
      const asked = town;
      try {
        const risk = await riskOf(asked, view.pile.left);
        if (overlay !== wanted || asked !== town) return;
        risk.forEach((chance, cell) => town.free(cell) && values.set(cell, { share: chance, text: String(Math.round(chance * 100)) }));
      } catch (error) {
        return trouble(error);
      }
    } else if (wanted !== "none") {
      const producer = view.goods.find(({ good }) => good === wanted)?.producer;
      const steps = producer ? stepsFrom(town, town.cell(producer)) : new Int16Array();
      for (let cell = 0; producer && cell < town.size; cell++) {
        const far = town.free(cell) ? shopDistance(town, steps, cell) : FAR;
        if (far !== FAR) values.set(cell, { share: Math.max(0, 1 - far / view.max), text: String(far) });
      }
    }
    picture.overlay(town, values, wanted === "risk" ? "risk" : "far");
  }

  /** @param {typeof chosen} to */
  function choose(to) {
    chosen = to;
    showWalks();
    if (state) shops.update(state, chosen);
    showGhost();
  }

  function showWalks() {
    if (!state) return;
    const view = viewOf(state);
    /** @type {Walk[]} */
    const walks = [];
    const player = chosen && view.players[chosen.seat];
    for (const { good, cell } of player?.shops ?? []) {
      const producer = view.goods.find((one) => one.good === good)?.producer;
      if (!cell || !producer || !chosen) continue;
      const shop = town.cell(cell);
      const way = walk(town, stepsFrom(town, town.cell(producer)), shop);
      if (way.length) walks.push({ seat: chosen.seat, good, shop, way, distance: way.length - 2 });
    }
    picture.ways(
      town,
      walks,
      walks.find(({ good }) => good === chosen?.good),
    );
  }

  /** @param {RoomState} now */
  function verdict(now) {
    const view = viewOf(now);
    const winners = now.outcome?.winners ?? [];
    const best = view.players[winners[0] ?? 0]?.score ?? 0;
    const names = winners.map((seat) => named(seat, now)).join(", ");
    return t(`${names}: victory with a score of ${best}!`, `Victoire : ${names}, avec un score de ${best} !`);
  }

  return {
    update,
    hint(action, seat) {
      if (action === "draw") {
        draw.classList.add("hinted");
        toast(t("A bot would draw.", "Un robot piocherait."));
      } else if (action.startsWith("bid ")) {
        bids.propose(Number(action.slice(4)));
        toast(t(`A bot would bid ${action.slice(4)}.`, `Un robot miserait ${action.slice(4)}.`));
      } else {
        pointed = cellOf(action);
        showRings();
        if (state) told.textContent = `${named(seat, state)}${t(": ", " : ")}${inWords(action)}`;
      }
    },
    seatScore: (seat, now) => String(viewOf(now).players[seat]?.score ?? ""),
    seatLine(seat, now) {
      const player = viewOf(now).players[seat];
      if (!player) return "";
      const sealed = viewOf(now).phase === "auction" && player.sealed ? ` · ${t("bid sealed", "mise scellée")}` : "";
      return `${coins(player.coins)} · ${count(player.reservations.length, "reservation", "reservations", "réservation", "réservations")}${sealed}`;
    },
    verdict,
  };
}
