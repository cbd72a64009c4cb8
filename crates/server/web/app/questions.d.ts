// Made from the Rust types; `cargo test` says when it is stale.

export type Algorithm = "lowlink" | "naive";

export type AnalyzedLevels = LevelAnalysis[];

export type AnyMaze = MazeDocument | MazeGraph;

export type ArcExplained = {
  dir: string;
  from: [number, number];
  kind: ArcKind;
  to: [number, number];
};

export type ArcKind = "used" | "ignored" | "dead-end";

export type Bin = {
  count: number;
  from: number;
  to: number;
};

export type BoardFilled = {
  board: string[];
  seed: number;
  trees: TreeBuilt[];
};

export type Bot = "stray" | "best";

export type BrokenRule = {
  column: number;
  line: number;
  message: string;
  rule: string;
  tile: number;
};

export type CellExplained = {
  cell: [number, number];
  depth: number;
  low: number;
};

export type CellListed = {
  cell: [number, number];
  content: string;
  neighbours: Neighbour[];
};

export type CellsListed = {
  arcs: number;
  cells: CellListed[];
};

export type Check = {
  mask?: string | {
    base64: string;
  } | null;
  maze?: string | {
    base64: string;
  } | null;
  recipe?: MazeRecipe | null;
};

export type Class = "easy" | "medium" | "hard" | "expert";

export type Colour = "yellow" | "purple" | "green" | "orange";

export type Convert = {
  cell_mm?: number | null;
  height_mm?: number | null;
  lift?: boolean;
  maze?: string | {
    base64: string;
  } | null;
  paint?: MazePaint;
  pixels?: number | null;
  recipe?: MazeRecipe | null;
  solution?: boolean;
  wall_mm?: number | null;
};

export type Converted = LevelFigures[];

export type Corral = {
  boxes: [number, number][];
  cells: [number, number][];
};

export type Deadlocks = {
  corrals?: number;
  diagonals?: number;
  freeze?: number;
  learned?: number;
  matching?: number;
  pairs?: number;
  patterns?: number;
  walled?: number;
};

export type DecisionTimes = {
  p50: number;
  p99: number;
};

export type DistancesFound = {
  distances: ((number | null)[])[];
  good: Good;
};

export type DuelSolved = {
  line: Step[];
  proof: Proof;
  together?: [number | null, number | null] | null;
  turns?: number | null;
  winner?: number | null;
};

export type Explained = {
  arcs: ArcExplained[];
  cells: CellExplained[];
  roads: RoadExplained[];
  start: [number, number];
};

export type Figures = {
  max?: number | null;
  mean: number;
  min?: number | null;
  p50?: number | null;
  p95?: number | null;
};

export type FishReviewed = {
  best: (string | null)[];
  costs: (number | null)[];
};

export type GamesSimulated = {
  config: string;
  decision_us: DecisionTimes;
  games: number;
  moves: MoveFigures;
  seed: number;
  strategy: Strategy;
  stuck: number;
  wins: number;
};

export type Good = "A" | "B" | "C" | "D" | "E";

export type Led = {
  id: number;
  length?: number | null;
};

export type LevelAnalysis = {
  bounds: LowerBounds;
  boxes: number;
  canonical: string;
  columns: number;
  corrals: Corral[];
  dead: [number, number][];
  difficulty?: Rated | null;
  floor: number;
  frozen: [number, number][];
  level: number;
  packing: PackingStep[];
  path?: [number, number][] | null;
  rooms: Room[];
  rows: number;
  targets: number;
  title: string;
  tunnels: Tunnel[];
};

export type LevelFigures = {
  author: string;
  boxes: number;
  canonical: string;
  columns: number;
  level: number;
  rows: number;
  same_as?: number | null;
  solutions: number;
  targets: number;
  title: string;
};

export type LevelSolved = {
  at_least?: number | null;
  cpu: number;
  deadlocks: Deadlocks;
  engine: string;
  expansions: number;
  level: number;
  memory: number;
  moves?: number | null;
  nodes: number;
  proved: boolean;
  pushes?: number | null;
  reason?: string | null;
  seconds: number;
  solution?: string | null;
  solved: boolean;
  status: string;
  title: string;
};

export type Line = {
  bot: string;
  games: number;
  mean_lead: number;
  mean_lead_ci?: number | null;
  mean_lost: number;
  mean_rank: number;
  mean_score: number;
  players: string;
  seed: number;
  win_rate: number;
  win_rate_high: number;
  win_rate_low: number;
  wins: number;
};

export type Lost = {
  boxes: [number, number][];
  cells: [number, number][];
  en: string;
  fr: string;
  why: string;
};

export type LowerBounds = {
  greedy?: number | null;
  hungarian?: number | null;
  simple?: number | null;
};

export type MagicPosition = {
  cards?: number[];
  cards_left: number;
  clock?: number;
  crystal?: number;
  deadline?: number | null;
  discards?: number;
  glass?: number;
  market: [[number, number], PlacedTile][];
  pawns: [number | null, number | null, number | null, number | null];
  phase: Phase;
  roles: number[];
  scenario: number;
  stood?: [number | null, number | null, number | null, number | null];
  used?: number[];
};

export type MagicReviewed = {
  best: (string | null)[];
  costs: (number | null)[];
};

export type MarketBuilt = {
  market: string;
  seed: number;
  tiles: number;
};

export type MarketPathFound = {
  count?: number | null;
  expanded?: number | null;
  moves: PawnMove[];
};

export type MarketSearch = "bfs" | "astar" | "doors";

export type MarketShown = {
  picture: string[];
  tiles: number;
};

export type MazeAlgorithm = {
  name: string;
  perfect: boolean;
  streaming: boolean;
  summary: string;
  surfaces: string[];
  uniform: boolean;
};

export type MazeAlgorithms = MazeAlgorithm[];

export type MazeDifficulty = {
  choices: number;
  deception: number;
  rating: number;
  river: number;
  winding: number;
};

export type MazeDistances = {
  distances: ((number | null)[])[];
  farthest: [number, number];
  from: [number, number];
  longest: number;
};

export type MazeDocument = {
  absent?: [number, number][];
  algorithm?: string | null;
  columns: number;
  format: string;
  lines: string[];
  marks?: MazeMark[];
  parts?: number | null;
  rows: number;
  seed?: number | null;
  unbreakable?: MazeWall[];
};

export type MazeExercise = "frontier" | "classes";

export type MazeFilm = {
  bytes: number;
  columns: number;
  length?: number | null;
  path?: [number, number][] | null;
  rows: number;
  seed?: number | null;
  steps: number;
  surface?: string | null;
};

export type MazeGraph = {
  absent?: number[];
  algorithm?: string | null;
  centres?: [number, number][];
  columns: number;
  fixed?: [number, number][];
  format: string;
  levels?: number | null;
  parts?: number | null;
  passages: [number, number][];
  rows: number;
  seed?: number | null;
  surface: string;
  surface_seed?: number | null;
  walls?: [number, number][];
};

export type MazeMark = {
  cell: [number, number];
  mark: string;
};

export type MazeMeasures = {
  columns: number;
  components: number;
  connected: boolean;
  corridor_mean: number;
  corridors: number;
  cycles: number;
  dead_ends: number;
  decisions?: number | null;
  diameter?: number | null;
  diameter_ends?: [[number, number], [number, number]] | null;
  diameter_exact: boolean;
  difficulty?: MazeDifficulty | null;
  false_branches?: number | null;
  false_cells?: number | null;
  goal?: [number, number] | null;
  junctions: number;
  largest_false_branch?: number | null;
  path_length?: number | null;
  perfect: boolean;
  random_walk_steps?: number | null;
  rows: number;
  solution_length?: number | null;
  start?: [number, number] | null;
  tremaux_steps?: number | null;
  turns?: number | null;
  wall_follower_steps?: number | null;
};

export type MazeMouse = {
  arrived: boolean;
  floods: number;
  known_length?: number | null;
  path?: [number, number][] | null;
  seconds?: number | null;
  seen: number;
  turns?: number | null;
  walk: [number, number][];
};

export type MazePaint = "none" | "distance" | "age" | "class";

export type MazePaper = {
  bytes: number;
  mazes: number;
  seed: number;
};

export type MazeRecipe = {
  algo?: "empty" | "binary-tree" | "random-walk" | "dfs" | "prim" | "spanning-tree" | "division" | "backtracker" | "wilson" | "sidewinder" | "eller" | "hunt-and-kill" | "growing-tree";
  bias?: number;
  braid?: number;
  invert?: boolean;
  letters?: string | null;
  levels?: number | null;
  mask?: string | {
    base64: string;
  } | null;
  memory_limit?: number;
  policy?: string;
  room_side?: string;
  rooms?: number;
  seed?: number | null;
  size?: string | null;
  surface?: "square" | "hex" | "triangle" | "polar" | "upsilon" | "brick" | "weave" | "stack" | "cylinder" | "torus" | "moebius" | "voronoi";
  walls?: string | {
    base64: string;
  } | null;
};

export type MazeSample = "snake" | "snail" | "unperfect";

export type MazeShape = {
  absent: number[];
  centres: [number, number][];
  height: number;
  open: number[];
  outlines: number[][];
  rows: number[];
  sides: number[][];
  surface: string;
  walls: [number, number][];
  width: number;
};

export type MazeSolved = {
  length?: number | null;
  method?: "bfs" | "bidirectional" | "astar" | "dead-end-filling" | "wall-follower" | "tremaux" | null;
  path?: [number, number][] | null;
  steps?: number | null;
};

export type MazeSurface = {
  algorithms: string[];
  directions: boolean;
  name: string;
  neighbours: number;
  summary: string;
};

export type MazeSurfaces = MazeSurface[];

export type MazeSurvey = {
  columns: number;
  components: number;
  connected: boolean;
  cycles: number;
  dead_ends: number;
  junctions: number;
  perfect: boolean;
  rows: number;
  solution_length?: number | null;
};

export type MazeWall = {
  cell: [number, number];
  dir: string;
};

export type MoveFigures = {
  max: number;
  mean: number;
  p50: number;
  p95: number;
};

export type NearestCell = {
  cell?: [number, number] | null;
  distance?: number | null;
};

export type Neighbour = {
  arc: boolean;
  cell: [number, number];
  content: string;
  dir: string;
};

export type NewBoard = {
  board: string[];
  density: number;
  opened?: [number, number][] | null;
  players: Player[];
  seed: number;
  size: number;
  target: [number, number];
};

export type NewLevel = {
  class: string;
  difficulty: number;
  moves: number;
  pushes: number;
  rows: string[];
  seed: number;
  solution: string;
};

export type NewLevels = NewLevel[];

export type Opened = {
  at_least?: number | null;
  cells?: [number, number][] | null;
  length?: number | null;
  minimum?: boolean | null;
  opened?: number | null;
  players?: Led[] | null;
};

export type OpenedLevel = {
  author: string;
  moves?: number | null;
  notes: string[];
  pushes?: number | null;
  rows: string[];
  same_as?: number | null;
  solution?: string | null;
  title: string;
};

export type OpenedLevels = {
  levels: OpenedLevel[];
};

export type Optimized = {
  before?: [number, number] | null;
  error?: string | null;
  level: number;
  moves?: number | null;
  pushes?: number | null;
  seconds: number;
  solution?: string | null;
  title: string;
};

export type OptimizedSolutions = Optimized[];

export type PackingStep = {
  from?: [number, number] | null;
  to: [number, number];
};

export type PathFound = {
  length?: number | null;
  path?: [number, number][] | null;
  predecessors?: number[] | null;
};

export type PawnMove = {
  cells: number;
  dir: string;
  to: [number, number];
};

export type Phase = "search" | "escape" | "won" | "lost";

export type Piece = "tree" | "shop";

export type Place = {
  coins: number;
  distance: number;
  player: number;
  score: number;
  walks: Walk[];
};

export type PlacedTile = {
  escalator?: [number, number] | null;
  passages: number;
  sites: ([number, string, Colour | null])[];
  walls: number;
};

export type PlanExplained = {
  plan: ReasonedAction[];
};

export type PlanFound = {
  bound?: number | null;
  count?: number | null;
  expanded?: number | null;
  moves: PlannedMove[];
  proved?: boolean | null;
  single_sum?: number | null;
  time?: number | null;
};

export type PlannedMove = {
  cells: number;
  dir: string;
  left: number;
  moment?: number | null;
  pawn: string;
  reason: Reason2;
  seat?: number | null;
  to: [number, number];
};

export type Player = {
  best: number;
  id: number;
  start: [number, number];
};

export type Previewed = {
  cell: [number, number];
  possible: boolean;
  reason?: string | null;
  returned: [[number, number], number][];
  roads: [number, number][];
};

export type Proof = "analysis" | "argument";

export type Rated = {
  class: string;
  nodes: number;
  pushes: number;
  score: number;
};

export type Reason = "given" | "sole-access" | "cut-below" | "split-start" | "last-open";

export type Reason2 = "arrives" | "nears" | "makes-way";

export type ReasonedAction = {
  do: string;
  en: string;
  fr: string;
  seat?: number | null;
};

export type RiskFound = {
  fills: number;
  risk: number[][];
  seed: number;
};

export type RoadExplained = {
  cell: [number, number];
  criteria: number[];
  reasons: Reason[];
};

export type RoadsFound = {
  roads: [number, number][];
};

export type Room = {
  cells: [number, number][];
  entrances: [number, number][];
  targets: number;
};

export type Rules = "standard" | "classic" | "2014";

export type Shelf = {
  levels: number[];
  name: Words;
  story: Words;
};

export type ShippedLevels = {
  collections: Shelf[];
  levels: OpenedLevel[];
};

export type ShopMeasured = {
  cell: [number, number];
  distance: number;
  good: Good;
  owner?: number | null;
};

export type ShopsMeasured = {
  shops: ShopMeasured[];
  standings?: Standings | null;
};

export type Shown = {
  board: string[];
  paths: [number, number][][];
};

export type Shown2 = {
  board: string[];
  cols: number;
  rows: number;
};

export type Sight = {
  bound?: number | null;
  corrals: [number, number][][];
  dead: [number, number][];
  frozen: [number, number][];
  lost: Lost[];
  rooms: [number, number][][];
  tunnels: [number, number][][];
};

export type Simulated = {
  abandoned: number;
  best: Figures;
  block: boolean;
  boards: number;
  density: number;
  extra: Figures;
  histogram: Bin[];
  moves: Figures;
  noise: number;
  opened: number;
  players: number;
  rounds: number;
  seed: number;
  size: number;
  wins: number[];
  wins_by_turn: number[];
};

export type Simulated2 = Line[];

export type SolvedLevels = LevelSolved[];

export type Standings = {
  places: Place[];
  winners: number[];
};

export type Step = {
  player: number;
  to: [number, number];
};

export type Strategy = "base" | "jump" | "joint";

export type TileKind = "start" | "classic";

export type TileMove = {
  cells: number;
  dir: string;
  to: number;
};

export type TilePathFound = {
  count?: number | null;
  moves: TileMove[];
};

export type TilesChecked = {
  broken: BrokenRule[];
  tiles: number;
  valid: boolean;
};

export type TilesMade = {
  seed: number;
  tiles: string;
};

export type TilesShown = {
  pictures: string[][];
};

export type TreeBuilt = {
  cell: [number, number];
  roads: [number, number][];
};

export type Tunnel = {
  bends: boolean;
  cells: [number, number][];
  one_way: boolean;
};

export type Variant = {
  common: number;
  levels: number;
  nodes: number;
  ratio?: number | null;
  seconds: number;
  solved: number;
  variant: string;
};

export type Variants = Variant[];

export type Verified = {
  audit?: string | null;
  box_changes?: number | null;
  box_lines?: number | null;
  error?: string | null;
  failed_move?: number | null;
  level: number;
  moves?: number | null;
  player_lines?: number | null;
  pushes?: number | null;
  pushing_sessions?: number | null;
  title: string;
  valid: boolean;
};

export type VerifiedSolutions = Verified[];

export type Walk = {
  distance?: number | null;
  good: Good;
  lost: boolean;
};

export type Which = "path" | "search";

export type Words = {
  en: string;
  fr: string;
};

/** Every question: what is asked, what is answered. */
export interface Questions {
  /** List the algorithms */
  "maze/algos": {
    ask: Record<string, any>;
    answer: MazeAlgorithms;
  };
  /** List the surfaces */
  "maze/surfaces": {
    ask: Record<string, any>;
    answer: MazeSurfaces;
  };
  /** Make a maze */
  "maze/generate": {
    ask: {
      algo?: "empty" | "binary-tree" | "random-walk" | "dfs" | "prim" | "spanning-tree" | "division" | "backtracker" | "wilson" | "sidewinder" | "eller" | "hunt-and-kill" | "growing-tree";
      best_of?: number | null;
      bias?: number;
      braid?: number;
      by?: "path_length" | "turns" | "decisions" | "false_cells" | "false_branches" | "dead_ends" | "junctions" | "corridor_mean" | "diameter" | "random_walk_steps" | "wall_follower_steps" | "tremaux_steps" | "difficulty" | null;
      cell_mm?: number | null;
      difficulty?: number | null;
      height_mm?: number | null;
      invert?: boolean;
      letters?: string | null;
      levels?: number | null;
      lift?: boolean;
      mask?: string | {
        base64: string;
      } | null;
      memory_limit?: number;
      paint?: MazePaint;
      pixels?: number | null;
      policy?: string;
      room_side?: string;
      rooms?: number;
      seed?: number | null;
      size?: string | null;
      solution?: boolean;
      surface?: "square" | "hex" | "triangle" | "polar" | "upsilon" | "brick" | "weave" | "stack" | "cylinder" | "torus" | "moebius" | "voronoi";
      wall_mm?: number | null;
      walls?: string | {
        base64: string;
      } | null;
    };
    answer: AnyMaze;
  };
  /** Say whether a maze is perfect */
  "maze/check": {
    ask: {
      mask?: string | {
        base64: string;
      } | null;
      maze?: string | {
        base64: string;
      } | null;
      recipe?: MazeRecipe | null;
    };
    answer: MazeSurvey;
  };
  /** Measure a maze and its solution */
  "maze/measure": {
    ask: {
      mask?: string | {
        base64: string;
      } | null;
      maze?: string | {
        base64: string;
      } | null;
      recipe?: MazeRecipe | null;
    };
    answer: MazeMeasures;
  };
  /** Find a way through a maze */
  "maze/solve": {
    ask: {
      from?: [number, number] | null;
      maze?: string | {
        base64: string;
      } | null;
      paint?: MazePaint;
      recipe?: MazeRecipe | null;
      solver?: "bfs" | "bidirectional" | "astar" | "dead-end-filling" | "wall-follower" | "tremaux" | null;
      to?: [number, number] | null;
    };
    answer: MazeSolved;
  };
  /** Print how far every cell is */
  "maze/distances": {
    ask: {
      from?: [number, number] | null;
      maze?: string | {
        base64: string;
      } | null;
      recipe?: MazeRecipe | null;
    };
    answer: MazeDistances;
  };
  /** Change the format of a maze */
  "maze/convert": {
    ask: {
      cell_mm?: number | null;
      height_mm?: number | null;
      lift?: boolean;
      maze?: string | {
        base64: string;
      } | null;
      paint?: MazePaint;
      pixels?: number | null;
      recipe?: MazeRecipe | null;
      solution?: boolean;
      wall_mm?: number | null;
    };
    answer: AnyMaze;
  };
  /** Show a maze in the terminal */
  "maze/show": {
    ask: {
      cell_mm?: number | null;
      height_mm?: number | null;
      lift?: boolean;
      maze?: string | {
        base64: string;
      } | null;
      paint?: MazePaint;
      pixels?: number | null;
      recipe?: MazeRecipe | null;
      solution?: boolean;
      wall_mm?: number | null;
    };
    answer: AnyMaze;
  };
  /** Tell the cells of a maze as polygons */
  "maze/shape": {
    ask: {
      maze?: string | {
        base64: string;
      } | null;
      recipe?: MazeRecipe | null;
    };
    answer: MazeShape;
  };
  /** Put mazes on paper, with solutions */
  "maze/paper": {
    ask: {
      algo?: "empty" | "binary-tree" | "random-walk" | "dfs" | "prim" | "spanning-tree" | "division" | "backtracker" | "wilson" | "sidewinder" | "eller" | "hunt-and-kill" | "growing-tree";
      bias?: number;
      braid?: number;
      count?: number;
      exercise?: MazeExercise | null;
      invert?: boolean;
      letters?: string | null;
      levels?: number | null;
      link?: string | null;
      mask?: string | {
        base64: string;
      } | null;
      memory_limit?: number;
      paper?: "a4" | "a3" | "letter";
      per_page?: number;
      policy?: string;
      poster?: string | null;
      room_side?: string;
      rooms?: number;
      seed?: number | null;
      size?: string | null;
      surface?: "square" | "hex" | "triangle" | "polar" | "upsilon" | "brick" | "weave" | "stack" | "cylinder" | "torus" | "moebius" | "voronoi";
      title?: string | null;
      walls?: string | {
        base64: string;
      } | null;
    };
    answer: MazePaper;
  };
  /** Give an example: snake, snail (one long way each) or unperfect (a closed middle) */
  "maze/sample": {
    ask: {
      name?: MazeSample;
    };
    answer: AnyMaze;
  };
  /** Let a mouse explore a maze, and compare it with the fastest run */
  "maze/mouse": {
    ask: {
      cell_time?: number;
      diagonals?: boolean;
      maze?: string | {
        base64: string;
      } | null;
      recipe?: MazeRecipe | null;
      turn_time?: number;
    };
    answer: MazeMouse;
  };
  /** Film how a maze is made or solved, as a stream of steps */
  "maze/steps": {
    ask: {
      algo?: "empty" | "binary-tree" | "random-walk" | "dfs" | "prim" | "spanning-tree" | "division" | "backtracker" | "wilson" | "sidewinder" | "eller" | "hunt-and-kill" | "growing-tree";
      bias?: number;
      braid?: number;
      from?: [number, number] | null;
      invert?: boolean;
      letters?: string | null;
      levels?: number | null;
      mask?: string | {
        base64: string;
      } | null;
      maze?: string | {
        base64: string;
      } | null;
      memory_limit?: number;
      policy?: string;
      room_side?: string;
      rooms?: number;
      seed?: number | null;
      size?: string | null;
      solver?: "bfs" | "bidirectional" | "astar" | "dead-end-filling" | "wall-follower" | "tremaux" | null;
      surface?: "square" | "hex" | "triangle" | "polar" | "upsilon" | "brick" | "weave" | "stack" | "cylinder" | "torus" | "moebius" | "voronoi";
      to?: [number, number] | null;
      walls?: string | {
        base64: string;
      } | null;
    };
    answer: MazeFilm;
  };
  /** Make a board that every player can win */
  "race/new": {
    ask: {
      density?: number;
      fair?: boolean;
      players?: number;
      repair?: boolean;
      seed?: number | null;
      size?: number;
    };
    answer: NewBoard;
  };
  /** Find a shortest path between two cells */
  "race/path": {
    ask: {
      board: string | {
        base64: string;
      };
      from: [number, number];
      predecessors?: Which | null;
      to: [number, number];
    };
    answer: PathFound;
  };
  /** Find the fewest blocked cells to free between two cells, or for all players */
  "race/open": {
    ask: {
      board: string | {
        base64: string;
      };
      from?: [number, number] | null;
      to?: [number, number] | null;
    };
    answer: Opened;
  };
  /** Find the free cell nearest to a cell */
  "race/nearest": {
    ask: {
      at: [number, number];
      board: string | {
        base64: string;
      };
    };
    answer: NearestCell;
  };
  /** Analyse players who block each other */
  "race/duel": {
    ask: {
      board: string | {
        base64: string;
      };
      first?: number;
    };
    answer: DuelSolved;
  };
  /** Show a board, with its best paths if wanted */
  "race/show": {
    ask: {
      board: string | {
        base64: string;
      };
      solution?: boolean;
    };
    answer: Shown;
  };
  /** Let bots race and count who wins */
  "race/simulate": {
    ask: {
      block?: boolean;
      bots?: Bot[];
      density?: number;
      noise?: number;
      players?: number;
      repair?: boolean;
      rounds?: number;
      seed?: number | null;
      size?: number;
    };
    answer: Simulated;
  };
  /** Find the roads of a board */
  "fish/roads": {
    ask: {
      algo?: Algorithm;
      board: string | {
        base64: string;
      };
      rules?: Rules | null;
    };
    answer: RoadsFound;
  };
  /** Show the search that finds the roads: depths, low-links, arcs, reasons */
  "fish/explain": {
    ask: {
      board: string | {
        base64: string;
      };
      rules?: Rules | null;
      start?: [number, number] | null;
    };
    answer: Explained;
  };
  /** Measure the walk from each shop to its producer */
  "fish/score": {
    ask: {
      board: string | {
        base64: string;
      };
      max?: number | null;
    };
    answer: ShopsMeasured;
  };
  /** Show a board or a saved game */
  "fish/show": {
    ask: {
      board: string | {
        base64: string;
      };
      compact?: boolean;
    };
    answer: Shown2;
  };
  /** List each cell's neighbours, their contents and the arcs between them */
  "fish/neighbours": {
    ask: {
      board: string | {
        base64: string;
      };
    };
    answer: CellsListed;
  };
  /** Fill a board with trees at random and watch the roads appear */
  "fish/fill": {
    ask: {
      board: string | {
        base64: string;
      };
      rules?: Rules | null;
      seed?: number | null;
      steps?: boolean;
    };
    answer: BoardFilled;
  };
  /** Show which roads a construction would make */
  "fish/preview": {
    ask: {
      at: [number, number];
      board: string | {
        base64: string;
      };
      piece?: Piece;
      rules?: Rules | null;
    };
    answer: Previewed;
  };
  /** Show how likely each cell is to become a road */
  "fish/risk": {
    ask: {
      board: string | {
        base64: string;
      };
      fills?: number;
      pieces?: number | null;
      rules?: Rules | null;
      seed?: number | null;
    };
    answer: RiskFound;
  };
  /** Show how far a shop would be on each cell */
  "fish/distances": {
    ask: {
      board: string | {
        base64: string;
      };
      good: Good;
    };
    answer: DistancesFound;
  };
  /** Look at a match afterwards: what each move cost, in points by the strong bot's estimate */
  "fish/review": {
    ask: {
      game: string | {
        base64: string;
      };
      worlds?: number;
    };
    answer: FishReviewed;
  };
  /** Let bots play many games and rank them */
  "fish/simulate": {
    ask: {
      budget?: number | null;
      config?: string;
      games?: number;
      ladder?: boolean;
      players?: string[];
      rules?: Rules;
      seed?: number | null;
    };
    answer: Simulated2;
  };
  /** Make tiles at random */
  "magic/tile-generate": {
    ask: {
      count?: number;
      kind: TileKind;
      seed?: number | null;
    };
    answer: TilesMade;
  };
  /** Draw tiles */
  "magic/tile-show": {
    ask: {
      plain?: boolean;
      tiles: string | {
        base64: string;
      };
    };
    answer: TilesShown;
  };
  /** Check every rule of tiles */
  "magic/tile-check": {
    ask: {
      tiles: string | {
        base64: string;
      };
      turned?: boolean;
    };
    answer: TilesChecked;
  };
  /** Find the fewest slides between two cells */
  "magic/tile-path": {
    ask: {
      from: number;
      tile?: number;
      tiles: string | {
        base64: string;
      };
      to: number;
    };
    answer: TilePathFound;
  };
  /** Grow a supermarket */
  "magic/market-build": {
    ask: {
      escalators?: number;
      seed?: number | null;
      teleporters?: number;
      tiles: number;
    };
    answer: MarketBuilt;
  };
  /** Draw a supermarket */
  "magic/market-show": {
    ask: {
      market: string | {
        base64: string;
      };
    };
    answer: MarketShown;
  };
  /** Find the fewest slides between two cells */
  "magic/market-path": {
    ask: {
      algo?: MarketSearch;
      from: [number, number];
      market: string | {
        base64: string;
      };
      pawn?: Colour | null;
      to: [number, number];
    };
    answer: MarketPathFound;
  };
  /** Plan the moves of up to four pawns */
  "magic/plan": {
    ask: {
      goals: string;
      joint?: boolean;
      market: string | {
        base64: string;
      };
      pawns: string;
      players?: number | null;
      teleporters?: boolean;
      time?: boolean;
    };
    answer: PlanFound;
  };
  /** Say what silent players would do from a public state, and why */
  "magic/explain": {
    ask: {
      strategy?: Strategy;
      view: MagicPosition;
    };
    answer: PlanExplained;
  };
  /** Look at a match afterwards: what each move added to the way all have to go */
  "magic/review": {
    ask: {
      game: string | {
        base64: string;
      };
    };
    answer: MagicReviewed;
  };
  /** Let bots play whole games */
  "magic/simulate": {
    ask: {
      doze?: number;
      err?: number;
      games?: number;
      pace?: number;
      players?: number;
      scenario?: number;
      seed?: number | null;
      strategy?: Strategy;
      teleporters?: number | null;
      tiles?: number | null;
      time?: number;
    };
    answer: GamesSimulated;
  };
  /** Solve levels */
  "sokoban/solve": {
    ask: {
      heuristic?: "none" | "simple" | "greedy" | "hungarian";
      level?: number | string | null;
      levels: string | {
        base64: string;
      };
      memory_limit?: number;
      method?: "auto" | "bfs" | "dfs" | "astar" | "ida" | "greedy" | "backward" | "fess";
      optimal?: "pushes" | "moves" | null;
      polish?: number | null;
      seconds?: number;
      threads?: number | null;
      without?: ("dead-squares" | "pairs" | "patterns" | "freeze" | "bipartite" | "diagonals" | "tunnels" | "goal-rooms" | "packing" | "corral-pruning" | "corral-deadlocks" | "conflicts" | "frozen-walls" | "delivery" | "cores" | "plans" | "advisors" | "learned" | "corrals")[];
    };
    answer: SolvedLevels;
  };
  /** Replay solutions on their levels */
  "sokoban/verify": {
    ask: {
      audit?: boolean;
      levels: string | {
        base64: string;
      };
      solution?: string | {
        base64: string;
      } | null;
    };
    answer: VerifiedSolutions;
  };
  /** Shorten given solutions */
  "sokoban/optimize": {
    ask: {
      goal?: "pushes" | "moves";
      levels: string | {
        base64: string;
      };
      memory_limit?: number;
      seconds?: number;
      solution?: string | {
        base64: string;
      } | null;
      threads?: number | null;
    };
    answer: OptimizedSolutions;
  };
  /** Show what can be said without solving */
  "sokoban/analyze": {
    ask: {
      level?: number | string | null;
      levels: string | {
        base64: string;
      };
      path?: boolean;
    };
    answer: AnalyzedLevels;
  };
  /** Show the masks of a position, and why it is lost if that can be seen */
  "sokoban/look": {
    ask: {
      level?: number;
      levels: string | {
        base64: string;
      };
    };
    answer: Sight;
  };
  /** Measure what each technique is worth */
  "sokoban/ablation": {
    ask: {
      heuristic?: "none" | "simple" | "greedy" | "hungarian";
      level?: number | string | null;
      levels: string | {
        base64: string;
      };
      memory_limit?: number;
      method?: "auto" | "bfs" | "dfs" | "astar" | "ida" | "greedy" | "backward" | "fess";
      seconds?: number;
      threads?: number | null;
    };
    answer: Variants;
  };
  /** Make new levels that can be solved */
  "sokoban/generate": {
    ask: {
      attempts?: number | null;
      boxes?: number;
      count?: number;
      difficulty?: Class | null;
      home?: boolean;
      min_pushes?: number | null;
      quick?: boolean;
      seed?: number | null;
      size?: string;
    };
    answer: NewLevels;
  };
  /** Convert collections and find duplicates */
  "sokoban/convert": {
    ask: {
      level?: number | string | null;
      levels: string | {
        base64: string;
      };
      unique?: boolean;
    };
    answer: Converted;
  };
  /** List the levels of a file with their boards and best solutions */
  "sokoban/open": {
    ask: {
      levels: string | {
        base64: string;
      };
    };
    answer: OpenedLevels;
  };
  /** List the levels that come with the program */
  "sokoban/collection": {
    ask: Record<string, any>;
    answer: ShippedLevels;
  };
}
