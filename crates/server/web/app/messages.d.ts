// Made from the Rust types; `cargo test` says when it is stale.

export type Act = {
  do: string;
  id?: string | null;
  seat?: number | null;
  seen: number;
};

export type ClientMessage = Join & {
  type: "hello";
} | {
  name?: string | null;
  seat?: number | null;
  token?: string | null;
  type: "sit";
} | {
  type: "stand";
} | {
  ready: boolean;
  type: "ready";
} | Act & {
  type: "act";
} | {
  seen?: number | null;
  type: "undo";
} | {
  seat?: number | null;
  type: "hint";
} | {
  bot?: string | null;
  seat: number;
  type: "bot";
} | {
  seat: number;
  type: "free";
} | {
  type: "abort";
} | {
  name: string;
  type: "name";
} | {
  type: "rematch";
} | {
  pause: boolean;
  type: "pause";
} | {
  emote: Emote;
  type: "emote";
} | {
  type: "resync";
} | {
  t: any;
  type: "ping";
};

export type Emote = "hello" | "well" | "thanks" | "wow" | "oops" | "hurry";

export type Ended = {
  scores: number[];
  winners: number[];
};

export type Join = {
  lang?: string | null;
  name?: string | null;
  seen?: number | null;
  token?: string | null;
};

export type Moved = {
  active: number[];
  as: number | null;
  clocks?: SeatClock[];
  deadline: number | null;
  do?: string | null;
  events: any[];
  from: number;
  id?: string | null;
  legal: string[];
  others?: Record<string, any>;
  outcome: Ended | null;
  patch: Record<string, any>;
  seat: number | null;
  seq: number;
  t: number;
};

export type RoomPlayer = {
  absent?: boolean;
  bot?: string | null;
  connected: boolean;
  host?: boolean;
  kind: "person" | "bot" | "open";
  name: string;
  ready: boolean;
  seat: number;
};

export type SeatClock = {
  left: number;
  until?: number | null;
};

export type ServerMessage = Snapshot & {
  type: "snapshot";
} | Moved & {
  type: "moved";
} | {
  aborted?: boolean;
  pause?: number[] | null;
  paused?: boolean;
  players: RoomPlayer[];
  spectators: number;
  started: boolean;
  type: "players";
} | {
  id?: string | null;
  message: string;
  seq: number;
  type: "refused";
} | {
  entry: number;
  id: string | null;
  type: "done";
} | {
  message: string | null;
  trouble: boolean;
  type: "storage";
} | {
  do: string | null;
  seat: number;
  type: "hint";
} | {
  now: number;
  t: any;
  type: "pong";
} | {
  room: string;
  seat: number;
  type: "rematch";
} | {
  emote: Emote;
  seat: number;
  type: "emote";
} | {
  message: string;
  type: "error";
};

export type Snapshot = {
  aborted?: boolean;
  active: number[];
  as: number | null;
  clocks?: SeatClock[];
  commitment?: string | null;
  config: string;
  deadline: number | null;
  game: string;
  hints: boolean;
  legal: string[];
  limit?: TimeLimit | null;
  link: string | null;
  now: number;
  others?: Record<string, any>;
  outcome: Ended | null;
  pause?: number[] | null;
  paused?: boolean;
  players: RoomPlayer[];
  practice: boolean;
  rematch: string | null;
  room: string;
  seat: number | null;
  secret?: string | null;
  seed: number | null;
  seq: number;
  spectators: number;
  started: boolean;
  token?: string | null;
  view: any;
};

export type TimeLimit = {
  bank: number;
  turn: number;
};

