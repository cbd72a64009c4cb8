// Made from the Rust types; `cargo test` says when it is stale.

export type Colour = "yellow" | "purple" | "green" | "orange";

export type Face = {
  doors: Colour[];
  escalator: boolean;
  passage: boolean;
  sites: Site[];
};

export type MagicEvent = {
  event: "moved";
  from: Spot;
  pawn: Colour;
  to: Spot;
} | {
  column: number;
  event: "explored";
  row: number;
  tile: number;
} | {
  event: "flipped";
  remaining_ms: number;
} | {
  event: "roles_passed";
} | {
  at: Spot;
  event: "camera_off";
} | {
  event: "stolen";
} | {
  event: "left";
  pawn: Colour;
} | {
  event: "talking";
  open: boolean;
} | {
  by: Seat;
  event: "pointed";
  to: Seat;
} | {
  event: "card_turned";
} | {
  column: number;
  event: "discarded";
  row: number;
  tile: number;
} | {
  event: "trapped";
} | {
  event: "won";
} | {
  event: "lost";
};

export type MagicView = {
  cards: Role[];
  cards_left: number;
  clock: number;
  crystal: number;
  deadline: number | null;
  discards?: number;
  flips: number;
  glass?: number;
  market: [[number, number], Tile][];
  marks: [Spot | null, Spot | null, Spot | null, Spot | null];
  moves: number;
  pawns: [Spot | null, Spot | null, Spot | null, Spot | null];
  phase: Phase;
  pointed: Seat | null;
  roles: Role[];
  scenario: number;
  stood?: [Spot | null, Spot | null, Spot | null, Spot | null];
  talking: boolean;
  top?: Face | null;
  used: Spot[];
};

export type Phase = "search" | "escape" | "won" | "lost";

export type Role = number;

export type Seat = number;

export type Site = {
  door: Colour | null;
} | {
  start: Colour | null;
} | {
  objective: Colour;
} | {
  exit: Colour;
} | {
  teleporter: Colour;
} | "timer" | "crystal" | "camera";

export type SiteName = "door" | "start" | "timer" | "crystal" | "camera" | "objective" | "exit" | "teleporter";

export type Spot = number;

export type Tile = {
  escalator: [number, number] | null;
  passages: number;
  sites: ([number, SiteName, Colour | null])[];
  walls: number;
};

