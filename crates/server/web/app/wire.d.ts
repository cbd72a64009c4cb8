// What pages, rooms and boards know of each other; the messages themselves are
// in `messages.d.ts`.

import type { ServerMessage, Snapshot } from "./messages";

export type { Ended as Outcome, RoomPlayer as Player, ServerMessage } from "./messages";

/** A message that an entry was added to the log. */
export type Moved<Event = any> = Omit<Extract<ServerMessage, { type: "moved" }>, "events"> & { events: Event[] };

export type Point = [row: number, column: number];

/** A move that was not the best: what was done, what would have been better, and the position before. */
export interface Slip<View = any> {
  seat: number;
  played: string;
  best: string;
  before: View;
}

/** A room as its reader knows it; each world knows its own view. In a replay the last move may be a slip. */
export type RoomState<View = any> = Omit<Snapshot, "view"> & { view: View; slip?: Slip<View> | undefined };

/** What a board may ask of the table it lies on. */
export interface Table {
  /** False in replays: nothing can be done. */
  live: boolean;
  act(action: string, seat?: number): void;
  hint(seat?: number): void;
  undo(): void;
  /** Milliseconds of the match. */
  now(): number;
  /** Says what happened to those who do not see it, once. */
  tell(text: string): void;
  /** What a board tells of a match that is over has changed. */
  changed?(): void;
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
  /** The result in a few words, where the figures say more than one passes on. */
  line?: string;
  /** Figures of every player: what is counted, and a row with each name first. */
  table?: { head: string[]; rows: string[][] };
  /** What is played next by whoever practises. */
  next?: { text: string; href: string };
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
  picture?(): SVGSVGElement | undefined;
  /** Whether the board itself tells who sits where once the match runs. */
  listsSeats?: boolean;
  /** Nothing can be taken back, not even in practice. */
  final?: boolean;
  /** Between two rounds: nobody is to play, though all may be asked to go on. */
  resting?: boolean;
  destroy?(): void;
}

/** How a world judges the moves of a match that is over. */
export interface Review {
  /** What is lost, as in "3 steps", without the number. */
  unit(n: number): string;
  /** What the figures mean. */
  about(): string;
  /** Whether the page itself knows, so that nobody need ask. */
  quick?: boolean;
  /** What each entry cost against the best move, and that move; nothing where that cannot be said. */
  judge(
    match: { id: string; views: any[]; entries: { seat?: number | null; do?: string }[] },
    signal: AbortSignal,
  ): (Judged | undefined)[] | Promise<(Judged | undefined)[]>;
  /** A move as advice, where the words for what was done do not fit. */
  advice?(action: string): string;
}

/** What a move cost, and the best one where it cost something. */
export interface Judged {
  cost: number;
  best?: string | undefined;
}

/** What the module of a world exports. */
export interface WorldModule {
  mount(main: HTMLElement, params: URLSearchParams): void | Promise<void>;
  board?(el: HTMLElement, table: Table): Board | Promise<Board>;
  /** How a match is looked at afterwards. */
  review?: Review;
  /** An action of the world in words. */
  actionText?(action: string): string;
  /** What a match was played with, in words. */
  settingsText?(match: { config: string; view: any }): string;
  /** The action by which all go on to the next round. */
  nextRound?: string;
}
