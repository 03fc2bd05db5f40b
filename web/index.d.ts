// Every function throws, or rejects with, a `TypeError` or a `RangeError` that says what it expected of
// an argument and what it found.

/** The value of a state for the player to move, if both play perfectly. */
export type Value = "win" | "draw" | "loss";

/** The first player, who moves first, or the second. */
export type Player = 0 | 1;

export interface Worth<Known extends Value | null = Value> {
  readonly value: Known;
  /** The number of moves of both players to the end, if the winner hurries and the loser delays; null if best
   *  play never ends, or if the distance is unknown. */
  readonly distance: number | null;
}

/** The record of a board of tic-tac-toe in the table. Sets of cells are masks: cell i is bit i, row by row from
 *  the top left. */
export interface Record extends Worth {
  readonly distance: number;
  readonly winning: number;
  readonly losing: number;
  readonly neutral: number;
  readonly best: number;
}

/** The record of the board on which X has the cells of one mask and O has the cells of the other; null if no
 *  game reaches the board. */
export function lookup(x: number, o: number): Record | null;

export interface Move<State> {
  /** The number of the move, 0 to 63. */
  readonly move: number;
  /** The squares to choose in turn for the move; empty if the move is chosen from a list. */
  readonly path: readonly number[];
  /** The state after the move. */
  readonly to: State;
  /** The name of the move in the game, such as "a1-a2"; if left out, the square names the move. */
  readonly text?: string;
}

/** A move, with its value for the player who makes it, and its distance including the move. */
export interface Option<State, Known extends Value | null = Value> extends Move<State>, Worth<Known> {
  readonly best: boolean;
}

/** The possible content of a square. */
export interface Piece {
  /** A piece of a player; a thing that belongs to neither player; a heap of things, such as a pit; an empty
   *  square; or no square. */
  readonly kind: "piece" | "common" | "heap" | "empty" | "absent";
  /** The owner; if left out, neither player. */
  readonly owner?: Player;
  /** The text on the square: a letter, or the number of things. */
  readonly text?: string;
  /** The age of the piece among the player's pieces, if the game has ages: 1 for the newest piece. */
  readonly age?: number;
}

/** The texts of a game in one language. */
export interface Local {
  readonly title?: string;
  readonly rules?: string;
  readonly players?: readonly [string, string];
  /** The translations of words in the names of moves, such as "pass". */
  readonly words?: Readonly<{ [word: string]: string }>;
}

/** A solved game. The package uses no other members of a game. In a game that is too large to solve, values
 *  are null until they are `Known`. */
export interface Game<State = number, Known extends Value | null = Value> {
  readonly name: string;
  /** The title of the game for people, and its rules in one sentence. */
  readonly title?: string;
  readonly rules?: string;
  readonly players: readonly [string, string];
  readonly columns: number;
  readonly rows: number;
  /** The possible contents of a square. The first one is an empty square. */
  readonly pieces: readonly Piece[];
  readonly start: State;
  /** Whether only the start is known yet. The element shows the start, and plays when `register` gets the whole
   *  game. */
  readonly isStart?: boolean;
  /** The number of entries of the table. */
  readonly size: number;
  /** In a game against a playbook: the players who play by the book, and the move of the book in a state, or
   *  null if the book has none. Then `worth` is known only for finished games. */
  readonly book?: { readonly sides: readonly Player[]; move(state: State): number | null } | null;
  /** Whether turns alternate: the number of moves to a win then follows from the distance. */
  readonly alternates?: boolean;
  /** In a game with extra turns: the number of moves that the winner of a state has yet to make in best play, where the
   *  winner takes the way with the fewest of them, and the loser the way with the most; or null. If left out, the element
   *  says who wins without a number. */
  fewest?(state: State): number | null;
  has(state: State): boolean;
  mover(state: State): Player;
  worth(state: State): Worth<Known>;
  /** The legal moves by rising number; empty if the game is over. */
  moves(state: State): Move<State>[];
  /** The content of each square, as an index in `pieces`, row by row from the top left. */
  squares(state: State): number[];
  /** The number of a state in the table, from 1, if its states are numbered. */
  readonly entry?: ((state: State) => number) | null;
  /** The number of states. A state in which either player may be to move counts twice. */
  readonly count: number;
  /** Whether the table is on a server and not read as a whole: a puzzle is sought among a few states. */
  readonly isFar?: boolean;
  /** In a game from `perfectplay/solve`: fetches the data for answers about a state and its moves. */
  readonly ready?: (state: State) => Promise<void>;
  /** The state with a number below `count`, in any order. In a game that is solved in the browser, this is a
   *  random state, the same one for the same number. */
  at(number: number): State;
  format(state: State): string;
  /** Reads a text of `format`; null for any other text. */
  parse(text: string): State | null;
  /** The winning lines, if the game has any: the lines of the winner are drawn. */
  readonly lines?: readonly (readonly number[])[];
  /** Whether pieces fall: any square of a column stands for the move into the column. */
  readonly drops?: boolean;
  /** The look of pieces: "marks", which are a cross and a ring, or "discs". */
  readonly shape?: "marks" | "discs";
  /** The names of the squares. */
  readonly squareNames?: readonly string[];
  /** Whether the squares are points, lines between two points, and faces. */
  readonly lattice?: boolean;
  /** Whether some moves are chosen from a list, because they have no squares of their own. */
  readonly hasChoices?: boolean;
  /** Whether some move has this square. */
  isLive?(square: number): boolean;
  /** The points of each player, in a game of points. */
  readonly points?: ((state: State) => [number, number]) | null;
  /** The text of a state, in a game without a board. */
  readonly text?: ((state: State) => string) | null;
  /** The look of the board, if it is more than crosses and rings. */
  readonly boards?: unknown;
  /** The texts of the game in other languages, by the tag of the language, such as "zh". */
  readonly local?: { readonly [language: string]: Local };
  /** The state that stands for a state and all its mirror images. */
  canonical?(state: State): State;
}

/** Tic-tac-toe. A state is x | o << 9, two masks of nine bits. */
export const tictactoe: Game<number>;

/** Reads a game from the data that `perfectplay` writes for the page: an object, its JSON, or the JSON in
 *  pieces, one after another, which is best for a large game. README.md has the format. Rejects with an `Error`
 *  that says what was expected and what was found. */
export function readGame(data: unknown): Promise<Game<number>>;

export const LEVELS: readonly ["perfect", "invincible", "casual", "random"];

export interface Level {
  readonly level: (typeof LEVELS)[number];
  /** How often *casual* errs if it can, in percent [default: 25]. */
  readonly errorRate?: number;
}

export function options<State, Known extends Value | null>(game: Game<State, Known>, state: State): Option<State, Known>[];

/** The winner, "draw", or null while the game goes on. */
export function outcome<State>(game: Game<State, Value | null>, state: State): Player | "draw" | null;

/** Best play to the end, or until a state occurs again. */
export function bestLine<State>(game: Game<State>, state: State, most?: number): Option<State>[];

/** The choices of a level: with the chance `rate`, in percent, one of the `errors`, and otherwise one of the
 *  `usual` moves. null if the game is over. */
export function plan<State>(game: Game<State>, state: State, level: Level):
  { usual: Option<State>[]; errors: Option<State>[]; rate: number } | null;

/** The move that a level chooses; null if the game is over. The library chooses the same move from the same 64
 *  bits. Without bits, the choice is random. */
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

/** Compares each move of a game with the best moves. */
export function review<State>(game: Game<State>, start: State, moves: readonly number[]): Remark<State>[];

/** The legal moves, best first. */
export function sorted<State>(list: readonly Option<State>[]): Option<State>[];

/** The next step of a proof: one best move of the player who claims a result, or every reply
 *  of the other. */
export function proof<State>(game: Game<State>, state: State, claimant: Player): Option<State>[];

/** Whether a state is a puzzle: a single move keeps a win of at least three moves, or a draw that all other
 *  moves lose. */
export function isPuzzle<State>(game: Game<State>, state: State): boolean;

/** A puzzle, the same for the same 64 bits; null if the game has none. The search looks at a few states. If it
 *  finds no puzzle there, a `thorough` search looks at all states, with pauses for the page; any other search
 *  gives up. */
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
  /** Plays a move, and returns whether the move was legal. */
  play(move: number): boolean;
  goTo(ply: number): boolean;
  resume(): void;
}

/** `solve` of `perfectplay/solve`, which is loaded at the first call: solves any game on the list in the
 *  browser. */
export const solve: typeof import("./solve.js").solve;
