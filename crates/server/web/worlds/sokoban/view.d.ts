// Made from the Rust types; `cargo test` says when it is stale.

export type Best = {
  moves: number;
  pushes: number;
};

export type SokobanEvent = {
  Walked: {
    to: [number, number];
  };
} | {
  Pushed: {
    index: number;
    to: [number, number];
  };
} | "Solved";

export type SokobanView = {
  best: Best | null;
  boxes: [number, number][];
  dead: [number, number][];
  lost: [number, number][];
  moves: number;
  number: number | null;
  player: [number, number];
  pushes: number;
  rows: string[];
  solved: boolean;
  targets: [number, number][];
  title: string;
};

