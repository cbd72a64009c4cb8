// What the laboratory asks the server.

import { post, send } from "../../app/api.js";
import { t } from "../../app/i18n.js";
import { Film } from "./film.js";
import { isSurfaceFilm, SurfaceFilm } from "./surface_film.js";

/**
 * @typedef {object} Recipe
 * @property {string} algo
 * @property {string} size COLUMNSxROWS
 * @property {number} seed
 * @property {number} [bias]
 * @property {number} [braid]
 * @property {number} [rooms]
 * @property {string} [policy]
 * @property {string} [mask]
 * @property {string} [surface] squares without it
 * @property {number} [levels] of a stack
 */

/**
 * A maze as text, or how it is made: a million cells are eight megabytes of
 * text.
 * @typedef {{ maze: string } | { recipe: Recipe }} Source
 */

/** The generators with their names for people. @type {readonly (readonly [string, string])[]} */
export const GENERATORS = [
  ["backtracker", t("Recursive backtracker", "Retour sur trace")],
  ["dfs", t("Depth-first search", "Parcours en profondeur")],
  ["prim", t("Prim’s frontier", "Frontière de Prim")],
  ["spanning-tree", t("Spanning tree (Kruskal)", "Arbre couvrant (Kruskal)")],
  ["wilson", t("Wilson’s walks", "Marches de Wilson")],
  ["random-walk", t("Random walk", "Marche aléatoire")],
  ["growing-tree", t("Growing tree", "Arbre qui pousse")],
  ["hunt-and-kill", t("Hunt and kill", "Traque (hunt and kill)")],
  ["eller", t("Eller, row by row", "Eller, ligne à ligne")],
  ["sidewinder", t("Sidewinder", "Sidewinder")],
  ["binary-tree", t("Binary tree", "Arbre binaire")],
  ["division", t("Recursive division", "Division récursive")],
  ["empty", t("Empty", "Vide")],
];

/** The surfaces with their names for people. @type {readonly (readonly [string, string])[]} */
export const SURFACES = [
  ["square", t("Squares", "Carrés")],
  ["hex", t("Hexagons", "Hexagones")],
  ["triangle", t("Triangles", "Triangles")],
  ["polar", t("Rings", "Anneaux")],
  ["upsilon", t("Octagons and squares", "Octogones et carrés")],
  ["brick", t("Bricks", "Briques")],
  ["weave", t("Bridges and tunnels", "Ponts et tunnels")],
  ["stack", t("Floors with stairs", "Étages et escaliers")],
  ["cylinder", t("Cylinder", "Cylindre")],
  ["torus", t("Torus", "Tore")],
  ["moebius", t("Möbius strip", "Ruban de Möbius")],
  ["voronoi", t("Voronoi cells", "Cellules de Voronoï")],
];

/** The generators that a surface does not have. @type {Record<string, readonly string[]>} */
const MISSING = {
  triangle: ["binary-tree"],
  weave: ["sidewinder", "eller"],
  stack: ["sidewinder", "eller"],
  torus: ["sidewinder", "eller"],
  moebius: ["sidewinder", "eller"],
  voronoi: ["binary-tree", "sidewinder", "eller"],
};

/** The generators of a surface. @param {string} surface */
export function generatorsOn(surface) {
  return GENERATORS.filter(([algo]) => !MISSING[surface]?.includes(algo));
}

/** @type {readonly (readonly [string, string])[]} */
export const SOLVERS = [
  ["bfs", t("Breadth-first search", "Parcours en largeur")],
  ["bidirectional", t("From both ends", "Des deux bouts")],
  ["astar", "A*"],
  ["dead-end-filling", t("Dead-end filling", "Comblement des impasses")],
  ["wall-follower", t("Hand on the wall", "Main sur le mur")],
  ["tremaux", "Trémaux"],
];

/** @param {Recipe} recipe */
function clean(recipe) {
  return Object.fromEntries(Object.entries(recipe).filter(([, value]) => value !== undefined && value !== ""));
}

/**
 * A film as bytes.
 * @param {object} question
 * @param {AbortSignal} [signal]
 */
function steps(question, signal) {
  return send("/api/maze/steps", { ...question, format: "steps" }, signal);
}

/**
 * A film of bytes; one on a surface needs its polygons.
 * @param {ArrayBuffer} bytes
 * @param {Source} what
 */
async function film(bytes, what) {
  return isSurfaceFilm(bytes) ? SurfaceFilm.read(bytes, await post("/api/maze/shape", question(what))) : Film.read(bytes);
}

/**
 * How a maze on squares comes about.
 * @param {Recipe} recipe
 * @param {AbortSignal} [signal]
 */
export async function generation(recipe, signal) {
  return Film.read(await (await steps(clean(recipe), signal)).arrayBuffer());
}

/**
 * The same on any surface.
 * @param {Recipe} recipe
 * @param {AbortSignal} [signal]
 */
export async function making(recipe, signal) {
  return film(await (await steps(clean(recipe), signal)).arrayBuffer(), { recipe });
}

/**
 * A maze from a file of any kind the world reads.
 * @param {string} maze
 * @param {AbortSignal} [signal]
 */
export async function opened(maze, signal) {
  return film(await (await steps({ maze }, signal)).arrayBuffer(), { maze });
}

/** @param {Source} what */
function question(what) {
  return "recipe" in what ? { recipe: clean(what.recipe) } : what;
}

/**
 * How a solver finds its way, and the way it found.
 * @param {Source} what
 * @param {string} solver
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ film: Film | SurfaceFilm, path: number[] }>}
 */
export async function solving(what, solver, signal) {
  const asked = "recipe" in what ? { ...clean(what.recipe), solver } : { ...what, solver };
  const solved = await film(await (await steps(asked, signal)).arrayBuffer(), what);
  return { film: solved, path: solved.way() };
}

/**
 * How a mouse that knows no wall finds the goal and comes home, and the fastest
 * runs of one that knows them all: straight, and with diagonals.
 * @param {Source} what
 */
export async function mouse(what) {
  const asked = question(what);
  const [bytes, straight, diagonal] = await Promise.all([
    send("/api/maze/mouse", { ...asked, format: "steps" }).then((answer) => answer.arrayBuffer()),
    post("/api/maze/mouse", asked),
    post("/api/maze/mouse", { ...asked, diagonals: true }),
  ]);
  return { film: Film.read(bytes), straight, diagonal };
}

/**
 * @param {Source} what
 * @returns {Promise<Record<string, unknown>>}
 */
export function measures(what) {
  return post("/api/maze/measure", question(what));
}

/**
 * A picture or a file of a maze.
 * @param {string} format
 * @param {Source} what
 */
export async function picture(format, what) {
  const [path, asked] = "recipe" in what ? ["/api/maze/generate", clean(what.recipe)] : ["/api/maze/convert", what];
  return (await send(path, { ...asked, format })).blob();
}
