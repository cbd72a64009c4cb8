// The messages between a room and the page.

export interface Player {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  bot?: string;
  connected: boolean;
  ready: boolean;
}

export interface Outcome {
  winners: number[];
  scores: number[];
}

/** What changes with every entry of the log. */
export interface Now {
  seq: number;
  /** The seat the reader acts for now: their own, or where one person plays several the one whose turn it is. */
  as: number | null;
  legal: string[];
  /** What the reader's other seats may do, by seat. */
  others?: Record<string, string[]>;
  active: number[];
  deadline: number | null;
  outcome: Outcome | null;
}

export interface Snapshot extends Now {
  type: "snapshot";
  room: string;
  game: string;
  config: string;
  seed: number | null;
  practice: boolean;
  hints: boolean;
  now: number;
  started: boolean;
  seat: number | null;
  token?: string;
  players: Player[];
  spectators: number;
  view: any;
  link: string | null;
  rematch: string | null;
}

export interface Moved extends Now {
  type: "moved";
  from: number;
  t: number;
  seat: number | null;
  do?: string;
  events: any[];
  /** The keys of the view that changed, however deep; null for those that went. */
  patch: Record<string, any>;
}

export type ServerMessage =
  | Snapshot
  | Moved
  | { type: "players"; players: Player[]; started: boolean; spectators?: number }
  | { type: "refused"; message: string; seq: number }
  | { type: "hint"; do: string | null; seat: number }
  | { type: "pong"; t: number; now: number }
  | { type: "rematch"; room: string }
  | { type: "error"; message: string };

/** A room as its reader knows it. */
export type RoomState = Omit<Snapshot, "type">;

/** What a board may ask of the table it lies on. */
export interface Table {
  /** False in replays: nothing can be done. */
  live: boolean;
  act(action: string, seat?: number): void;
  hint(seat?: number): void;
  undo(): void;
  /** Milliseconds of the match. */
  now(): number;
  /** A place beside the board for the world's own controls. */
  panel: HTMLElement;
}

/** How a match ended, for the card over the board. */
export interface Ending {
  won?: boolean;
  title: string;
  text?: string;
  /** Values and what they count. */
  figures?: [value: string, label: string][];
}

/** A world's board, drawn once and patched from then on. */
export interface Board {
  /** Shows a state; `news` says what led to it, unless everything is new. */
  update(state: RoomState, news?: Moved): void;
  /** Points at what a bot would do. */
  hint?(action: string, seat: number): void;
  /** A line under a player's name. */
  seatLine?(seat: number, state: RoomState): string;
  /** A player's score, where the world counts one. */
  seatScore?(seat: number, state: RoomState): string;
  /** The end of the match: a sentence, and its figures. */
  ending?(state: RoomState): Ending;
  /** The board as a picture to pass on. */
  picture?(): SVGSVGElement;
  /** Whether the board itself tells who sits where once the match runs. */
  listsSeats?: boolean;
  /** Nothing can be taken back, not even in practice. */
  final?: boolean;
  destroy?(): void;
}

/** What the module of a world exports. */
export interface WorldModule {
  mount(main: HTMLElement, params: URLSearchParams): void | Promise<void>;
  board?(el: HTMLElement, table: Table): Board | Promise<Board>;
  /** An action of the world in words. */
  actionText?(action: string): string;
}
