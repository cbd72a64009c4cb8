// Magic Maze as everybody sees it.

export type Colour = "yellow" | "purple" | "green" | "orange";
export type Point = [row: number, column: number];
export type SiteName = "door" | "start" | "objective" | "exit" | "teleporter" | "timer" | "crystal" | "camera";

export interface Tile {
  /** Bit `w`: wall `w` stands. */
  walls: number;
  /** Bit `w`: orange slips through wall `w`. */
  passages: number;
  sites: [cell: number, name: SiteName, colour: Colour | null][];
  escalator: [number, number] | null;
}

/** The tiles in the order of placing, each with its top left cell. */
export type Market = [Point, Tile][];

export interface MagicView {
  market: Market;
  /** Sixteen cells a tile; nothing for those who left. */
  pawns: [number | null, number | null, number | null, number | null];
  marks: (number | null)[];
  /** What each seat may do: bits for up, right, down, left, explore, escalator, teleport. */
  roles: number[];
  /** The single player's cards, the one in force last. */
  cards: number[];
  phase: "search" | "escape" | "won" | "lost";
  scenario: number;
  used: number[];
  crystal: number;
  deadline: number | null;
  clock: number;
  talking: boolean;
  pointed: number | null;
  moves: number;
  flips: number;
  cards_left: number;
  /** The next card, where it lies face up. */
  top?: Face;
  /** How many tiles must be discarded before anything else. */
  discards?: number;
}

/** What a card shows. */
export interface Face {
  doors: Colour[];
  sites: (SiteName | Partial<Record<SiteName, Colour | null>>)[];
  escalator: boolean;
  passage: boolean;
}

/** A move of the shared plan and its reason. */
export type { ReasonedAction as Reason } from "../../app/questions";
