// Every function throws, or rejects with, a `TypeError` or a `RangeError` that says what it expected of
// an argument and what it found.

/** What a state is worth to the player to move, if both play perfectly. */
export type Value = "win" | "draw" | "loss";

/** The first player, who moves first, or the second. */
export type Player = 0 | 1;

export interface Worth {
  readonly value: Value;
  /** Moves of both players to the end, if the winner hurries and the loser delays; null where
   *  best play has no end. */
  readonly distance: number | null;
}

/** What the table of tic-tac-toe holds of a board. Sets of cells are masks: cell i is bit i,
 *  row by row from the top left. */
export interface Record extends Worth {
  readonly distance: number;
  readonly winning: number;
  readonly losing: number;
  readonly neutral: number;
  readonly best: number;
}

/** The record of the board on which X holds the cells of one mask and O those of the other;
 *  null if no game reaches the board. */
export function lookup(x: number, o: number): Record | null;

export interface Move<State> {
  /** The number of the move, 0 to 63. */
  readonly move: number;
  /** The squares to choose, in turn, to make it; none if it is chosen from a list. */
  readonly path: readonly number[];
  /** The state it leads to. */
  readonly to: State;
  /** What the game calls the move, such as "a1-a2"; without it the square says it. */
  readonly text?: string;
}

/** A move, and what it is worth to the player who makes it, with the move counted in. */
export interface Option<State> extends Move<State>, Worth {
  readonly best: boolean;
}

/** What can stand on a square. */
export interface Piece {
  /** A player's piece; something that belongs to nobody; a place for things, such as a pit;
   *  nothing; or no square at all. */
  readonly kind: "piece" | "common" | "heap" | "empty" | "absent";
  /** Whose it is; nobody's if left out. */
  readonly owner?: Player;
  /** What it looks like: a letter, or how many things are there. */
  readonly text?: string;
  /** Which of the player's pieces it is by age, if that matters: 1 for the newest. */
  readonly age?: number;
}

/** What a game says of itself in a language. */
export interface Local {
  readonly title?: string;
  readonly rules?: string;
  readonly players?: readonly [string, string];
  /** Words in the names of moves, such as "pass", by what stands for them. */
  readonly words?: Readonly<{ [word: string]: string }>;
}

/** A solved game. Nothing but this is asked of one. */
export interface Game<State = number> {
  readonly name: string;
  /** What people call it, and its rules in one sentence. */
  readonly title?: string;
  readonly rules?: string;
  readonly players: readonly [string, string];
  readonly columns: number;
  readonly rows: number;
  /** What can stand on a square. The first is nothing. */
  readonly pieces: readonly Piece[];
  readonly start: State;
  /** Whether only the start is known yet. A player shows it, and plays when `register` is given
   *  the whole game. */
  readonly isStart?: boolean;
  /** How many entries the table has. */
  readonly size: number;
  /** In a game that is played against a playbook: the players whose moves are by the book, and its
   *  move in a state; null where it has none. Then `worth` is known only where the game is over. */
  readonly book?: { readonly sides: readonly Player[]; move(state: State): number | null } | null;
  has(state: State): boolean;
  mover(state: State): Player;
  worth(state: State): Worth;
  /** Legal moves by rising number; none where the game is over. */
  moves(state: State): Move<State>[];
  /** What is on each square, row by row from the top left: its number among the pieces. */
  squares(state: State): number[];
  /** The number of a state in the table, from 1, if its states are numbered. */
  readonly entry?: ((state: State) => number) | null;
  /** How many states there are: those of the table, some of them twice, where either player may be
   *  to move. */
  readonly count: number;
  /** Whether the table is far away, so that nobody looks through it: a puzzle is sought among a few states. */
  readonly isFar?: boolean;
  /** Of a game from `perfectplay/solve`: gets what answers about a state and its moves need. */
  readonly ready?: (state: State) => Promise<void>;
  /** The state of a number below `count`, in any order. A game that is solved in the browser gives
   *  one that is met by chance, the same for the same number. */
  at(number: number): State;
  format(state: State): string;
  /** Reads what `format` writes; null for all else. */
  parse(text: string): State | null;
  /** Lines that win, if the game has some: the winner's are drawn. */
  readonly lines?: readonly (readonly number[])[];
  /** Whether any square of a column stands for its move, and pieces fall. */
  readonly drops?: boolean;
  /** How pieces look: "marks", a cross and a ring, or "discs". */
  readonly shape?: "marks" | "discs";
  /** The names of the squares. */
  readonly squareNames?: readonly string[];
  /** Whether the squares are points, lines between two of them, and faces. */
  readonly lattice?: boolean;
  /** Whether some moves are chosen from a list, since no square stands for them alone. */
  readonly hasChoices?: boolean;
  /** Whether a square is one of some move. */
  isLive?(square: number): boolean;
  /** How many points each player has, in a game of points. */
  readonly points?: ((state: State) => [number, number]) | null;
  /** What is shown of a game without a board. */
  readonly text?: ((state: State) => string) | null;
  /** How its board looks, where that is more than crosses and rings. */
  readonly boards?: unknown;
  /** What the game says of itself in another language, by the tag of that, such as "zh". */
  readonly local?: { readonly [language: string]: Local };
  /** One of a state and its mirror images. */
  canonical?(state: State): State;
}

/** Tic-tac-toe. A state is x | o << 9, two masks of nine bits. */
export const tictactoe: Game<number>;

/** Reads a game from what `perfectplay` writes for the page: an object, its JSON, or that JSON in
 *  pieces, one after the other, which a large game should come in. README.md has the format. Rejects
 *  with an `Error` that says what was expected and what was found. */
export function readGame(data: unknown): Promise<Game<number>>;

export const LEVELS: readonly ["perfect", "invincible", "casual", "random"];

export interface Level {
  readonly level: (typeof LEVELS)[number];
  /** How often *casual* errs where it can, in percent; 25 unless given. */
  readonly errorRate?: number;
}

export function options<State>(game: Game<State>, state: State): Option<State>[];

/** The winner, "draw", or null while the game goes on. */
export function outcome<State>(game: Game<State>, state: State): Player | "draw" | null;

/** Best play to the end, or until a state comes back. */
export function bestLine<State>(game: Game<State>, state: State, most?: number): Option<State>[];

/** What a level may do: with the chance `rate`, in percent, one of the `errors`, else one of
 *  the `usual` moves. null where the game is over. */
export function plan<State>(game: Game<State>, state: State, level: Level):
  { usual: Option<State>[]; errors: Option<State>[]; rate: number } | null;

/** A move of a level, as the library chooses it from the same 64 bits; null where the game is
 *  over. Without bits they are random. */
export function choose<State>(game: Game<State>, state: State, level: Level, bits?: bigint): number | null;

export interface Remark<State> {
  readonly ply: number;
  /** The state before the move. */
  readonly state: State;
  readonly player: Player;
  readonly kind: "best" | "slower" | "mistake";
  readonly did: Option<State>;
  readonly could: Worth;
  readonly better: Option<State>[];
}

/** What each move of a game was worth beside the best ones. */
export function review<State>(game: Game<State>, start: State, moves: readonly number[]): Remark<State>[];

/** Best moves first. */
export function sorted<State>(list: readonly Option<State>[]): Option<State>[];

/** The next step of a proof: one best move of the player who claims a result, or every reply
 *  of the other. */
export function proof<State>(game: Game<State>, state: State, claimant: Player): Option<State>[];

/** Whether a single move of a state keeps what there is: a win of at least three moves, or a draw
 *  that all other moves lose. */
export function isPuzzle<State>(game: Game<State>, state: State): boolean;

/** A puzzle, the same for the same 64 bits; null if the game has none. It looks at a few states, and
 *  at all of them only where puzzles are rare: then in short turns, or, unless it is `thorough`, not
 *  at all. */
export function findPuzzle<State>(game: Game<State>, bits: bigint, thorough?: boolean): Promise<State | null>;

/** The puzzle of a day, which everybody gets; `day` counts days, from any. */
export function puzzleOf<State>(game: Game<State>, day: number, thorough?: boolean): Promise<State | null>;

/** One game in progress. */
export class Round<State = number> {
  constructor(game: Game<State>, given?: {
    humans?: Player[]; swapped?: boolean; start?: State; moves?: readonly number[]; played?: number;
  });
  readonly moves: number[];
  readonly states: State[];
  readonly played: number;
  readonly state: State;
  readonly known: number;
  readonly isLatest: boolean;
  readonly result: Player | "draw" | null;
  /** Plays, and says whether the move was legal. */
  play(move: number): boolean;
  goTo(ply: number): boolean;
  resume(): void;
}

/** `solve` of `perfectplay/solve`, which is loaded when this is first called: any game on the list,
 *  solved here and now. */
export const solve: typeof import("./solve.js").solve;
