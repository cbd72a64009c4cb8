// What the page itself finds out about roads and walks.

import type { Good } from "./view";

/** A step of the search for roads; cells are numbers, row by row. */
export type Step =
  | { kind: "enter"; cell: number; depth: number }
  | { kind: "used" | "dead-end"; from: number; to: number }
  | { kind: "ignored"; from: number; to: number; low: number }
  | { kind: "return"; from: number; to: number; low: number; cut: boolean }
  | { kind: "split"; cell: number; branches: number }
  | { kind: "sole"; cell: number; built: number }
  | { kind: "last"; cell: number };

/** A walk from a shop to its producer. */
export interface Walk {
  seat: number;
  good: Good;
  shop: number;
  way: number[];
  distance: number;
}
