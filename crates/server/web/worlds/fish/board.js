// The board of the town in a room or a replay: what to do now, the picture,
// what a building would change, the auction, the market, the log.

import { h, typing } from "../../app/dom.js";
import { count, number, t } from "../../app/i18n.js";
import { toast } from "../../app/notifications.js";
import { isYou, ownSeats, seatName, shortName, victoryText } from "../../app/seats.js";
import { auction } from "./auction.js";
import { cellInfo } from "./cell_info.js";
import { Drawing } from "./drawing.js";
import { eventLog, happenedText } from "./event_log.js";
import { atHand, Foresight } from "./foresight.js";
import { market } from "./market.js";
import { overlays } from "./overlay.js";
import { tour } from "./scoring.js";
import { goodName, pieceName } from "./sprites.js";
import { actionText, at, coins, saleText, scoreText } from "./text.js";
import { shopDistance, stepsFrom, Town, walk } from "./town.js";
import { turnBar } from "./turn_bar.js";
import { why } from "./why.js";

/** @typedef {import("../../app/wire.js").RoomState<import("./view.js").FishView>} RoomState */
/** @typedef {import("../../app/wire.js").Moved<import("./view.js").FishEvent>} Moved */
/** @typedef {import("./view.js").FishView} FishView */
/** @typedef {import("./view.js").FishEvent} FishEvent */
/** @typedef {import("./view.js").Good} Good */

const colon = t(": ", " : ");
/** How long after the roads their words follow, in milliseconds: a frame. */
const WORDS_AFTER = 20;

/** Whether there is room beside the town. */
const BROAD = matchMedia("(min-width: 75rem)");

/** Whether trees need no access, from the settings as text. @param {string} config */
function closedIn(config) {
  const said = /(?:^|,)closed(?:=(true|false))?(?:,|$)/.exec(config);
  return said ? said[1] !== "false" : /(?:^|,)rules=(?:classic|2014)/.test(config);
}

/**
 * @param {HTMLElement} place
 * @param {import("../../app/wire.js").Table} table
 * @returns {import("../../app/wire.js").Board}
 */
export function board(place, table) {
  return new FishBoard(place, table);
}

class FishBoard {
  /** @param {HTMLElement} place @param {import("../../app/wire.js").Table} table */
  constructor(place, table) {
    /** After the end nothing is taken back. */
    this.final = false;
    this.table = table;
    /** @type {RoomState | undefined} */
    this.state = undefined;
    /** The market tells who has what; the room's own list would tell it twice. */
    this.listsSeats = true;
    this.town = new Town(["."], false);
    /** The seat of each shop. @type {Map<number, number>} */
    this.owners = new Map();
    /** The cell under the pointer. @type {number | undefined} */
    this.looked = undefined;
    /** The cell a finger looked at in this position. @type {number | undefined} */
    this.touched = undefined;
    /** Whose walks are shown. @type {{ seat: number, good: Good | undefined } | undefined} */
    this.chosen = undefined;
    /** What a hint points at. @type {number | undefined} */
    this.pointed = undefined;
    /** What the last move changed. @type {number[]} */
    this.fresh = [];
    this.foresight = new Foresight(this.town, /** @type {any} */ ({ phase: "over" }));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wording = undefined;
    this.drawing = new Drawing(t("The town. Arrow keys move, Enter acts.", "La ville. Les flèches déplacent, Entrée agit."), {
      look: (cell) => this.look(cell),
      press: (cell, touch) => this.press(cell, touch),
    });
    this.turn = turnBar(() => this.act("draw"));
    this.info = cellInfo({
      act: () => this.looked !== undefined && this.act(this.actionAt(this.looked) ?? ""),
      why: () => this.explain(this.looked),
    });
    this.overlays = overlays(this.drawing, { changed: () => this.showGhost(), explain: () => this.explain() });
    this.bids = auction((action, seat) => table.act(action, seat), table.live);
    this.market = market((seat, good) => this.choose(this.chosen?.seat === seat && this.chosen.good === good ? undefined : { seat, good }));
    // A replay has a list of all moves.
    this.log = table.live ? eventLog() : undefined;
    this.scoring = tour((seat, good) => this.choose({ seat, good }));
    const around = h("div", { class: "fish-board" });
    const hands = h("div", { class: "stack fish-hands" });
    place.append(around);
    // The whole table has another form. No `:has`: it would look at every change of the town.
    place.closest(".table")?.classList.add("fish-table");
    table.panel.classList.add("fish-panel");
    table.panel.append(hands, this.bids.el, this.scoring.el, this.market.el);
    if (this.log) table.panel.append(this.log.el);
    // What to do stands beside the town where there is room, around it elsewhere.
    const lay = () => {
      around.append(this.turn.el, this.drawing.el, this.info.el, this.overlays.el);
      if (BROAD.matches) hands.append(this.turn.el, this.overlays.el, this.info.el);
    };
    BROAD.addEventListener("change", lay);
    lay();
    if (table.live) document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { draw } = this.turn;
    if (event.key !== "d" || event.ctrlKey || event.metaKey || event.altKey || draw.hidden || draw.disabled || typing(event.target)) return;
    event.preventDefault();
    this.act("draw");
  }

  /** The position; nobody asks before the first state. */
  get view() {
    return /** @type {FishView} */ (this.state?.view);
  }

  /** For whom the reader acts. @param {RoomState} state */
  acting(state) {
    const mine = ownSeats(state);
    return state.as !== null && mine.includes(state.as) ? state.as : (mine[0] ?? null);
  }

  /** @param {string} action */
  act(action) {
    if (!this.state || !this.table.live || this.state.outcome) return;
    this.table.act(action, this.acting(this.state) ?? undefined);
  }

  /** What a click on a cell does now. @param {number} cell */
  actionAt(cell) {
    if (!this.state || !this.table.live) return undefined;
    const spot = at(this.town.spot(cell));
    return ["build", "reserve"].map((verb) => `${verb} ${spot}`).find((action) => this.state?.legal.includes(action));
  }

  /** @param {number} cell @param {boolean} touch */
  press(cell, touch) {
    const { state, town } = this;
    if (!state) return;
    if (town.mark(cell) === "#") return this.explain(cell);
    const again = this.touched === cell;
    this.touched = cell;
    this.look(cell);
    // A finger has no hovering: the first touch looks, the second acts.
    if (touch && !again) return;
    const action = this.actionAt(cell);
    if (action) return this.act(action);
    const me = this.acting(state);
    if (!this.table.live || me === null || !state.active.includes(me) || this.view.phase === "auction") return;
    // Not possible: the rules say why.
    if (town.free(cell)) this.act(`${this.view.phase === "build" ? "build" : "reserve"} ${at(town.spot(cell))}`);
  }

  /** Why cells are roads. @param {number} [cell] */
  explain(cell) {
    if (!this.town.areas.length) return why(this.town, cell);
    toast(t("An area that holds as much as it may is road for the rest.", "Le reste d’une parcelle pleine devient route."));
  }

  /** @param {number | undefined} cell */
  look(cell) {
    if (this.looked === cell) return;
    this.looked = cell;
    this.showGhost();
  }

  showGhost() {
    clearTimeout(this.wording);
    const { state, town, looked } = this;
    if (!state) return;
    if (looked === undefined) {
      this.drawing.ghost(town, undefined);
      this.info.rest(this.overlays.text() || restText(this.view));
      return this.market.foretell(new Map());
    }
    const change = this.foresight.at(looked);
    const mark = atHand(this.view);
    const seat = mark === "T" ? null : this.acting(state);
    this.drawing.ghost(town, {
      cell: looked,
      mark: change ? mark : "",
      seat,
      roads: change?.roads ?? [],
      returned: change?.returned ?? [],
    });
    // The roads are there with the pointer; the words and numbers beside the
    // town follow, and only for the cell where it rests.
    this.wording = setTimeout(() => {
      if (!this.state || this.looked !== looked) return;
      const { changes, fars } = this.foresight.distances(looked);
      this.info.tell(this.about(this.state, looked, fars));
      this.market.foretell(changes);
    }, WORDS_AFTER);
  }

  /**
   * A cell in detail.
   * @param {RoomState} state
   * @param {number} cell
   * @param {{ good: Good, far: number }[]} fars
   * @returns {import("./cell_info.js").CellInfo}
   */
  about(state, cell, fars) {
    const { town, view } = this;
    const change = this.foresight.at(cell);
    const head = `${at(town.spot(cell))} · ${this.cellText(state, cell)}`;
    if (!change) return { head, deed: undefined, road: town.mark(cell) === "#" };
    const list = change.roads.map((road) => at(town.spot(road))).join(" · ");
    const n = change.roads.length;
    const roads = n
      ? t(
          `Built here: ${count(n, "new road", "new roads", "", "")} (${list})`,
          `En bâtissant ici : ${count(n, "", "", "nouvelle route", "nouvelles routes")} (${list})`,
        )
      : t("Built here: no new road", "En bâtissant ici : aucune nouvelle route");
    const owners = change.returned.map((road) => Number(town.mark(road)) - 1);
    const back = [...new Set(owners)].map((owner) => {
      const some = count(owners.filter((one) => one === owner).length, "reservation", "reservations", "réservation", "réservations");
      const name = shortName(owner, state);
      return isYou(owner, state)
        ? t(`you get ${some} back`, `vous récupérez ${some}`)
        : t(`${name} gets ${some} back`, `${name} récupère ${some}`);
    });
    const wanted = view.piece !== "tree" && view.piece?.shop;
    return {
      head,
      deed: /** @type {"build" | "reserve" | undefined} */ (this.actionAt(cell)?.split(" ")[0]),
      road: false,
      roads: [roads, ...back].join(" · "),
      grows: n > 0,
      fars: fars.map(({ good, far }) => ({ good, far, most: far >= view.max, wanted: wanted === good })),
    };
  }

  /** A cell in words. @param {RoomState} state @param {number} cell */
  cellText(state, cell) {
    const mark = this.town.mark(cell);
    const plain = t(
      { ".": "free", "#": "road", T: "tree", _: "outside the market" },
      { ".": "libre", "#": "route", T: "arbre", _: "hors du marché" },
    );
    if (mark in plain) return plain[/** @type {keyof typeof plain} */ (mark)];
    if (mark >= "1" && mark <= "5") {
      const seat = Number(mark) - 1;
      const owner = isYou(seat, state) ? t("you", "vous") : seatName(seat, state);
      return t(`reserved by ${owner}`, `réservée par ${owner}`);
    }
    const good = /** @type {Good} */ (mark.toUpperCase());
    if (mark === good) return t(`producer of ${goodName(good)}`, `producteur ${pieceName({ shop: good }).replace("une boutique ", "")}`);
    const owner = this.owners.get(cell);
    return pieceName({ shop: good }) + (owner === undefined ? "" : ` · ${seatName(owner, state)}`);
  }

  /** @param {RoomState} state @param {Moved} [news] */
  update(state, news) {
    this.state = state;
    this.final = Boolean(state.outcome);
    const { view, table } = this;
    this.town = new Town(view.board, closedIn(state.config), view);
    const { town } = this;
    this.owners = new Map(
      view.players.flatMap(({ shops }, seat) =>
        shops.flatMap(({ cell }) => (cell ? [/** @type {const} */ ([town.cell(cell), seat])] : [])),
      ),
    );
    const foresight = new Foresight(town, view);
    this.foresight = foresight;
    foresight.prepare(() => this.foresight === foresight);
    this.pointed = undefined;
    this.touched = undefined;
    if (news) this.hear(state, news);
    else {
      this.fresh = [];
      this.log?.open(state);
    }
    if (!state.outcome) this.scoring.hide();
    else if (this.scoring.show(state)) this.chosen = { seat: state.outcome.winners[0] ?? 0, good: undefined };
    const legal = new Set(
      table.live ? state.legal.flatMap((action) => (/^(reserve|build) /.test(action) ? [this.cellOf(action)] : [])) : [],
    );
    const does = view.phase === "build" ? t("build", "bâtir") : t("reserve", "réserver");
    this.drawing.show(
      town,
      this.owners,
      legal,
      (cell) => `${at(town.spot(cell))} ${this.cellText(state, cell)}${legal.has(cell) ? `, ${does}` : ""}`,
    );
    this.drawing.pave(
      town,
      this.fresh.filter((cell) => town.mark(cell) === "#"),
    );
    const me = this.acting(state);
    this.turn.update(state, view, me, table.live);
    this.bids.update(state, me, this.worth(me));
    this.overlays.update(view, town);
    this.showRings();
    this.showWalks();
    this.market.update(state, this.chosen);
    this.showGhost();
  }

  /** @param {string} action */
  cellOf(action) {
    const [row = 0, col = 0] = (action.split(" ")[1] ?? "").split(",").map(Number);
    return this.town.cell([row, col]);
  }

  /** What the shop for sale would be worth on one's reservations. @param {number | null} me */
  worth(me) {
    const { view } = this;
    const piece = view.piece;
    if (me === null || view.phase !== "auction" || !piece || piece === "tree") return "";
    const own = view.players[me];
    if (own?.shops.find(({ good }) => good === piece.shop)?.status !== "missing") return "";
    if (!own.reservations.length)
      return t(
        "You have no reservation: whoever buys without one loses the shop.",
        "Vous n’avez pas de réservation : qui achète sans réservation perd la boutique.",
      );
    const fars = this.foresight.reservations(piece.shop, me).slice(0, 4);
    return `${t("On your reservations it would be this far: ", "Sur vos réservations, elle serait à : ")}${fars.map(({ spot, far }) => `${far} (${at(spot)})`).join(", ")}.`;
  }

  /** @param {RoomState} state @param {Moved} news */
  hear(state, news) {
    const { town } = this;
    const events = /** @type {FishEvent[]} */ (news.events ?? []);
    this.fresh = events.flatMap((event) =>
      event.event === "built" || event.event === "reserved"
        ? [town.cell(event.cell)]
        : event.event === "roads"
          ? event.cells.map((spot) => town.cell(spot))
          : [],
    );
    /** @type {import("./event_log.js").Happened[]} */
    const happened = !events.length && news.do && news.seat !== null ? [{ seat: news.seat, action: news.do }] : events;
    this.log?.add(happened, state);
    this.table.tell(happened.map((what) => happenedText(what, state)).join(". "));
    const sold = events.find((event) => event.event === "sold");
    if (sold) this.bids.reveal(state, sold, saleText(sold, state));
  }

  showRings() {
    const { state, town, view } = this;
    if (!state) return;
    /** @type {[number, string][]} */
    const rings = this.fresh.map((cell) => [cell, "fresh"]);
    if (view.phase === "build" && state.started)
      for (const spot of view.players[view.active[0] ?? -1]?.reservations ?? []) rings.push([town.cell(spot), "site"]);
    if (this.pointed !== undefined) rings.push([this.pointed, "hint"]);
    for (const [kind, action = ""] of /** @type {const} */ ([
      ["worse", state.slip?.played],
      ["better", state.slip?.best],
    ]))
      if (/^(reserve|build) /.test(action)) rings.push([this.cellOf(action), kind]);
    this.drawing.rings(town, rings);
  }

  /** @param {FishBoard["chosen"]} to */
  choose(to) {
    this.chosen = to;
    this.showWalks();
    if (this.state) this.market.update(this.state, to);
    this.showGhost();
  }

  showWalks() {
    const { state, view, town, chosen } = this;
    if (!state) return;
    const walks = (chosen ? (view.players[chosen.seat]?.shops ?? []) : []).flatMap(({ good, cell }) => {
      const producer = view.goods.find((one) => one.good === good)?.producer;
      if (!cell || !producer || !chosen) return [];
      const shop = town.cell(cell);
      const steps = stepsFrom(town, town.cell(producer));
      const way = walk(town, steps, shop);
      return way.length ? [{ seat: chosen.seat, good, shop, way, distance: shopDistance(town, steps, shop) }] : [];
    });
    this.drawing.ways(
      town,
      walks,
      walks.find(({ good }) => good === chosen?.good),
    );
  }

  /** @param {string} action @param {number} seat */
  hint(action, seat) {
    if (action === "draw") {
      this.turn.draw.classList.add("hinted");
      toast(t("A bot would draw.", "Un robot piocherait."));
    } else if (action.startsWith("bid ")) {
      this.bids.propose(Number(action.slice(4)));
      toast(t(`A bot would bid ${action.slice(4)}.`, `Un robot miserait ${action.slice(4)}.`));
    } else {
      this.pointed = this.cellOf(action);
      this.showRings();
      if (this.state) this.table.tell(`${seatName(seat, this.state)}${colon}${actionText(action)}`);
    }
  }

  /** @param {number} seat @param {RoomState} state */
  seatScore(seat, state) {
    return scoreText(state.view.players[seat]);
  }

  /** @param {number} seat @param {RoomState} state */
  seatLine(seat, state) {
    const view = state.view;
    const player = view.players[seat];
    if (!player) return "";
    const sealed = view.phase === "auction" && player.sealed ? ` · ${t("bid sealed", "mise scellée")}` : "";
    return `${coins(player.coins)} · ${count(player.reservations.length, "reservation", "reservations", "réservation", "réservations")}${sealed}`;
  }

  /** @param {RoomState} state @returns {import("../../app/wire.js").Ending} */
  ending(state) {
    const view = state.view;
    const winners = state.outcome?.winners ?? [];
    const best = number(view.players[winners[0] ?? 0]?.score ?? 0);
    const own = ownSeats(state);
    const won = winners.some((seat) => own.includes(seat));
    const place = own.length === 1 && !won ? placeText(view.ranking?.indexOf(own[0] ?? -1) ?? -1) : "";
    const score = t(`Score of ${best}; the smallest wins.`, `Score de ${best} ; le plus petit gagne.`);
    return {
      won,
      // Who lost reads first where they stand, then who won.
      title: place || victoryText(state),
      line: resultOf(state),
      text: place ? `${victoryText(state)} ${score}` : score,
      figures: (view.ranking ?? view.players.map((_, seat) => seat)).map((seat) => [
        number(view.players[seat]?.score ?? 0),
        seatName(seat, state),
      ]),
    };
  }

  picture() {
    return this.drawing.svg;
  }
}

/** Where one came in, from 0, if not first. @param {number} place */
function placeText(place) {
  const en = ["second", "third", "fourth", "fifth"];
  const fr = ["deuxième", "troisième", "quatrième", "cinquième"];
  return place > 0 && en[place - 1] ? t(`You came ${en[place - 1]}`, `Vous finissez ${fr[place - 1]}`) : "";
}

/** One's own place, score and shops in a line to pass on: a shop near its producer is green, one never opened black. @param {RoomState} state */
function resultOf({ view, seat, players }) {
  const mine = view.players[seat ?? -1];
  const place = view.ranking?.indexOf(seat ?? -1) ?? -1;
  if (!mine || place < 0) return "";
  const shops = mine.shops.map(({ distance }) => (distance === null ? "⬛" : distance <= 2 ? "🟩" : distance <= 5 ? "🟨" : "🟧"));
  return [
    `${["🥇", "🥈", "🥉"][place] ?? `${place + 1}.`} ${t("score", "score")} ${number(mine.score)}`,
    shops.join(""),
    count(mine.coins, "coin", "coins", "pièce", "pièces"),
    count(players.length, "player", "players", "joueur", "joueurs"),
  ].join(" · ");
}

/** Under the board while no cell is looked at. @param {FishView} view */
function restText(view) {
  return view.phase === "over"
    ? t("Choose a player or a shop in the market to see its walk.", "Choisissez un joueur ou une boutique au marché pour voir son trajet.")
    : t(
        "Point at a cell to see which roads a building there would make. Click a road to see why it is one.",
        "Désignez une case pour voir les routes qu’y ferait naître une construction. Cliquez sur une route pour savoir pourquoi.",
      );
}
