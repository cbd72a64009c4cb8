// Made from the Rust types; `cargo test` says when it is stale.

export type Area = {
  cells: Spot[];
  limit: number;
};

export type FishEvent = {
  cell: Spot;
  event: "reserved";
  seat: Seat;
} | {
  event: "drew";
  piece: Piece;
  seat: Seat;
} | {
  event: "dropped";
} | {
  bid?: number | null;
  event: "sealed";
  seat: Seat;
} | {
  bids: (number | null)[];
  event: "sold";
  good: Good;
  price: number;
  seat: Seat;
} | {
  event: "given";
  good: Good;
  seat: Seat;
} | {
  event: "lost";
  good: Good;
  seat: Seat;
} | {
  cell: Spot;
  event: "built";
  piece: Piece;
  seat: Seat;
} | {
  cells: Spot[];
  event: "roads";
} | {
  cell: Spot;
  event: "returned";
  seat: Seat;
} | {
  event: "over";
  scores: number[];
};

export type FishView = {
  active: Seat[];
  areas?: Area[];
  bid?: number | null;
  board: string[];
  cols: number;
  goods: OfferedGood[];
  max: number;
  outside?: number | null;
  phase: Phase;
  piece?: Piece | null;
  pile: Pile;
  players: Trader[];
  ranking?: Seat[] | null;
  rows: number;
  turn: Seat;
};

export type Good = "A" | "B" | "C" | "D" | "E";

export type OfferedGood = {
  good: Good;
  producer: Spot;
};

export type Phase = "turn" | "auction" | "build" | "over";

export type Piece = "tree" | {
  shop: Good;
};

export type Pile = {
  left: number;
  shops: number[];
  trees: number;
};

export type Seat = number;

export type Shop = {
  cell: Spot | null;
  distance: number | null;
  good: Good;
  status: ShopStatus;
};

export type ShopStatus = "missing" | "built" | "lost";

export type Spot = [number, number];

export type Trader = {
  coins: number;
  reservations: Spot[];
  score: number;
  sealed: boolean;
  shops: Shop[];
};

