// Walking through a maze, in four small mazes.

import { dice } from "../../app/dice.js";
import { still } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { beside } from "../../app/shapes.js";
import { sliced } from "../../app/slices.js";
import { distances } from "./measure.js";
import { Pane } from "./pane.js";
import { retrace } from "./retrace.js";
import { dig, joined, wayTo } from "./scene.js";

/** @typedef {import("./film.js").Film} Film */

/** How long a finished walk is left to be looked at, in milliseconds. */
const REST = 1500;

/**
 * A pawn that walks a small maze again and again.
 * @param {number} rows
 * @param {number} cols
 * @param {(way: number[], film: Film) => number[]} route what it walks, from the shortest way
 */
function board(rows, cols, route) {
  const pane = new Pane("");
  pane.el.querySelector(".maze-scroll")?.removeAttribute("tabindex");
  pane.ink = true;
  pane.tint = "plain";
  pane.height = 150;
  const film = dig(rows, cols, dice(20));
  film.forward(Infinity, Infinity);
  const wanted = () => pane.el.isConnected;
  void (async () => {
    await pane.load(film);
    const { far } = await sliced(distances(film, pane.start));
    const goal = rows * cols - 1;
    Object.assign(pane.painter ?? {}, { far, most: far[goal] });
    const cells = route(wayTo(film, far, goal).reverse(), film);
    do {
      await retrace(pane, cells, { most: still() ? 0 : Infinity, wanted });
      await new Promise((resolve) => setTimeout(resolve, REST));
    } while (wanted() && !still());
  })();
  return pane.el;
}

/** Into the longest dead end beside the way, and out of it. @param {number[]} way @param {Film} film */
function astray(way, film) {
  const aside = (/** @type {number} */ at, /** @type {number[]} */ seen) =>
    [0, 1, 2, 3].map((side) => beside(at, side, film.rows, film.cols)).find((to) => to >= 0 && !seen.includes(to) && joined(film, at, to));
  const ends = way.map((at) => {
    const end = [];
    for (let to = aside(at, way); to !== undefined; to = aside(to, [...way, ...end])) end.push(to);
    return end;
  });
  const longest = Math.max(...ends.map((end) => end.length));
  const fork = ends.findIndex((end) => end.length === longest);
  const end = ends[fork] ?? [];
  return [...way.slice(0, fork + 1), ...end, ...end.slice(0, -1).reverse(), ...way.slice(fork, fork + 2)];
}

/** @returns {import("../../app/how_to.js").Step[]} */
export function steps() {
  return [
    {
      text: matchMedia("(pointer: coarse)").matches
        ? t(
            "Walk the pawn to the pink target: draw along the corridors with a finger.",
            "Menez le pion jusqu’à la cible rose : tracez du doigt le long des couloirs.",
          )
        : t(
            "Walk the pawn to the pink target: arrow keys, or draw along the corridors.",
            "Menez le pion jusqu’à la cible rose : flèches, ou tracez le long des couloirs.",
          ),
      board: () => board(4, 7, (way) => way),
    },
    {
      text: t(
        "Going back rolls your thread up again; the colours stay where you have been.",
        "Revenir sur ses pas enroule le fil ; les couleurs restent où vous êtes passé.",
      ),
      board: () => board(5, 8, astray),
    },
    {
      text: t(
        "The clock starts with your first step. At the end your steps are set beside the shortest path.",
        "Le temps part à votre premier pas. À la fin, vos pas sont comparés au plus court chemin.",
      ),
      board: () => board(6, 10, (way) => way),
    },
    {
      text: t(
        "“Harder” brings a larger maze, dug by another algorithm; Enter goes on to the next.",
        "« Plus dur » donne un labyrinthe plus grand, creusé autrement ; Entrée passe au suivant.",
      ),
      board: () => board(10, 17, (way) => way.slice(0, 1)),
    },
  ];
}
