// The town as its players see it.

export type Spot = [row: number, column: number];
export type Good = "A" | "B" | "C" | "D" | "E";
export type Piece = "tree" | { shop: Good };

export interface Shop {
  good: Good;
  status: "missing" | "built" | "lost";
  cell: Spot | null;
  distance: number | null;
}

export interface Trader {
  coins: number;
  reservations: Spot[];
  shops: Shop[];
  score: number;
  sealed: boolean;
}

/** Cells that hold one or two buildings. */
export interface Area {
  limit: number;
  cells: Spot[];
}

export interface FishView {
  rows: number;
  cols: number;
  board: string[];
  goods: { good: Good; producer: Spot }[];
  players: Trader[];
  pile: { left: number; trees: number; shops: number[] };
  turn: number;
  phase: "turn" | "auction" | "build" | "over";
  piece?: Piece;
  active: number[];
  /** One's own sealed bid. */
  bid?: number;
  max: number;
  /** By the rules of 2014. */
  areas?: Area[];
  /** What a step just outside the board counts, where one may walk there. */
  outside?: number;
  ranking?: number[];
}

export type FishEvent =
  | { event: "reserved"; seat: number; cell: Spot }
  | { event: "drew"; seat: number; piece: Piece }
  | { event: "dropped" }
  | { event: "sealed"; seat: number; bid?: number }
  | { event: "sold"; good: Good; seat: number; price: number; bids: (number | null)[] }
  | { event: "lost"; seat: number; good: Good }
  | { event: "built"; seat: number; piece: Piece; cell: Spot }
  | { event: "roads"; cells: Spot[] }
  | { event: "returned"; seat: number; cell: Spot }
  | { event: "over"; scores: number[] };

/** A step of the search for roads; cells are numbers, row by row. */
export type Step =
  | { kind: "enter"; cell: number; depth: number }
  | { kind: "used" | "dead-end"; from: number; to: number }
  | { kind: "ignored"; from: number; to: number; low: number }
  | { kind: "return"; from: number; to: number; low: number; cut: boolean }
  | { kind: "split"; cell: number; branches: number }
  | { kind: "sole"; cell: number; built: number }
  | { kind: "last"; cell: number };

export type Reason = "sole-access" | "cut-below" | "split-start" | "last-open" | "given";

/** A walk from a shop to its producer. */
export interface Walk {
  seat: number;
  good: Good;
  shop: number;
  way: number[];
  distance: number;
}
