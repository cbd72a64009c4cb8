// The race as its players see it.

export type Spot = [row: number, column: number];

export interface Course {
  rows: string[];
  target: Spot;
  starts: Spot[];
  opened: Spot[];
  positions: Spot[];
  moves: number[];
  waits: number[];
  order: number[];
  mover: number;
  refused: boolean;
  end: null | { by: "won" | "finished" | "revealed"; winners: number[]; totals: number[]; paths: Spot[][] };
}

export interface RaceView {
  config: {
    size: number;
    density: number;
    players: number;
    rounds: number;
    block: boolean;
    repair: boolean;
    ask: boolean;
    handicap: number[];
  };
  round: number;
  phase:
    | { name: "play" }
    | { name: "over" }
    | { name: "between"; ready: number[] }
    | { name: "vote"; ending: "finish" | "reveal"; agreed: number[] };
  scores: number[];
  course: Course | null;
}
