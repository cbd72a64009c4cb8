// Made from the Rust types; `cargo test` says when it is stale.

export type Config = {
  ask: boolean;
  bets?: boolean;
  block: boolean;
  board?: string | null;
  bombs?: number;
  density: number;
  fair?: boolean;
  fog?: number;
  handicap: [number, number, number, number];
  players: number;
  repair: boolean;
  rounds: number;
  size: number;
  together?: boolean;
  walls?: number;
};

export type Course = {
  bets?: (number | null)[];
  bombs?: number[];
  chosen?: (string | null)[];
  end: End | null;
  mover: Seat;
  moves: number[];
  opened: [number, number][];
  order: Seat[];
  positions: [number, number][];
  refused: boolean;
  rows: string[];
  starts: [number, number][];
  target: [number, number];
  waits: number[];
  walls?: number[];
};

export type End = {
  by: Ended;
  paths: [number, number][][];
  totals: number[];
  winners: Seat[];
};

export type Ended = "won" | "finished" | "revealed";

export type Ending = "finish" | "reveal";

export type Phase = {
  name: "between";
  ready: Seats;
} | {
  name: "play";
} | {
  agreed: Seats;
  ending: Ending;
  name: "vote";
} | {
  name: "over";
};

export type RaceEvent = {
  event: "began";
  opened: number;
  order: Seat[];
  round: number;
} | {
  dir: string;
  event: "moved";
  seat: Seat;
  to: [number, number];
} | {
  event: "passed";
  seat: Seat;
} | {
  ending: Ending;
  event: "proposed";
  seat: Seat;
} | {
  agree: boolean;
  event: "answered";
  seat: Seat;
} | {
  event: "ready";
  seat: Seat;
} | {
  event: "chose";
  seat: Seat;
} | {
  at: [number, number];
  event: "walled";
  seat: Seat;
} | {
  at: [number, number];
  event: "bombed";
  seat: Seat;
} | {
  event: "bet";
  seat: Seat;
} | {
  event: "right";
  seats: Seats;
  steps: number;
} | {
  by: Ended;
  event: "ended";
  winners: Seats;
};

export type RaceView = {
  config: Config;
  course: Course | null;
  phase: Phase;
  round: number;
  scores: number[];
};

export type Seat = number;

export type Seats = number;

