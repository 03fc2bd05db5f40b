import type { Game, Value, Worth } from "./index.js";

/** A module: its address, its bytes, or the compiled module. The default is the module of the package, which
 *  has the games that ship. */
export type Module = string | URL | BufferSource | WebAssembly.Module | Promise<BufferSource>;

export interface Progress {
  readonly phase: "checking" | "finding" | "solving" | "writing" | "verifying";
  readonly done: number;
  /** The number of all steps of the phase; 0 if it is unknown. */
  readonly total: number;
}

export interface Listing {
  /** The name of the game, without parameters. */
  readonly name: string;
  readonly title: string;
  readonly rules: string;
  /** The parameters that the game may have, in a sentence; empty if it has none. */
  readonly parameters: string;
  /** Parameters with which the game is solved in a second, the default ones first. */
  readonly samples: readonly string[];
}

/** What `perfectplay lookup --json` says of a state. */
export interface Answer {
  readonly game: string;
  readonly state: string;
  readonly to_move: string | null;
  readonly status: string;
  readonly value?: "win" | "draw" | "loss";
  readonly distance?: number | null;
  readonly winning?: readonly (string | number)[];
  readonly losing?: readonly (string | number)[];
  readonly neutral?: readonly (string | number)[];
  readonly best?: readonly (string | number)[];
  readonly moves?: readonly {
    readonly move: string | number;
    readonly after: string;
    readonly value: "win" | "draw" | "loss";
    readonly distance: number | null;
  }[];
  readonly line?: readonly (string | number)[];
  readonly problem?: string;
}

/** A game whose answers come from a module. States are texts. `pieces` and `lines` may grow. */
export interface Solved extends Game<string> {
  /** Fetches the data for answers about a state and its moves. Rejects with a `FileError` if the data cannot be
   *  fetched. */
  ready(state: string): Promise<void>;
  /** What `perfectplay lookup --json` says of a state. */
  lookup(state: string): Answer;
}

/** The games that a module knows. */
export function games(given?: { module?: Module }): Promise<Listing[]>;

/** The number of states of a game, which a worker counts, and whether the game is too large to solve here. */
export function forecast(name: string, given?: Pick<SolveOptions, "signal" | "module" | "worker">): Promise<{
  /** The number of states in words, such as "12,031" or "about 10^13". */
  readonly states: string;
  readonly isTooLarge: boolean;
}>;

/** The start of a game that is not solved. `worth` has no meaning. */
export function beginning(name: string, given?: Pick<SolveOptions, "signal" | "module" | "worker">): Promise<Game<number>>;

export interface SolveOptions {
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
  /** The greatest number of states [default: 20 million]. */
  limit?: number;
  module?: Module;
  /** Creates the worker, for pages that do not allow a file of the package as a worker. */
  worker?: () => Worker;
}

/** The rules of a game. A `State` is any value that JSON can hold, and must never change. */
export interface Rules<State = unknown, Move extends number | readonly number[] | string = number | readonly number[] | string> {
  readonly title?: string;
  /** The rules in words. */
  readonly rules?: string;
  /** The names of the players. */
  readonly players?: readonly [string, string];
  /** The first state, or a function that returns it. */
  readonly start: State | (() => State);
  /** The legal moves. A number is a square of the board to choose, a list of numbers is several squares, and a
   *  text is a button. */
  moves(state: State): readonly Move[];
  play(state: State, move: Move): State;
  /** The outcome for the player to move; `undefined`, null or false while the game goes on. */
  outcome(state: State): "win" | "draw" | "loss" | false | null | undefined;
  /** A key that is the same for equal states [default: the JSON of the state]. */
  key?(state: State): string | number;
  /** The board as rows of signs. "X" and "O" are pieces of the players, and " " and "." are free squares. */
  draw?(state: State): string | readonly (readonly string[])[];
  /** The player to move. Without this function, the players take turns. */
  mover?(state: State): 0 | 1;
  /** The text of the state. */
  text?(state: State): string;
}

/** A mistake in rules. */
export class RulesError extends Error {
  readonly name: "RulesError";
  /** The state in which the mistake shows, as the rules write it. */
  readonly state: string;
  /** The moves that lead to the state. */
  readonly path: readonly string[];
  /** In a game with too many states: about how many it has, or Infinity if that is unknown. */
  readonly states?: number;
}

/** Solves rules: this thread asks the rules about every state, and a worker solves the game. Rejects with a
 *  `RulesError` for a mistake in the rules, whose `cause` is the exception if a function of the rules has thrown one, and
 *  for too many states, whose number is estimated before all of them are found. `limit` is the greatest number of states [default: 500,000].
 *  `table` returns the bytes of a file that the same rules in Rust or Python open. */
export function solve<State, Move extends number | readonly number[] | string>(rules: Rules<State, Move>, given?: SolveOptions): Promise<Game<number> & { table(): Promise<Uint8Array> }>;

/** Solves a game such as "connect:5x4" in a worker, and returns it. Rejects with the reason of `signal` when
 *  that is aborted, and with a `FileError` for a game that does not exist or is too large. */
export function solve(name: string, given?: SolveOptions): Promise<Solved>;

/** Opens a playbook of a game such as "connect:7x6", from the bytes that `perfectplay playbook -o` wrote.
 *  `book.move(state)` is the move of the book in a state that its players meet. The values of moves are
 *  unknown. */
export function openPlaybook(name: string, bytes: ArrayBuffer | Uint8Array, given?: { module?: Module }): Promise<Solved & {
  readonly book: NonNullable<Solved["book"]>;
}>;

/** The value of a state for the player to move, and its source; null as long as it is unknown. */
export interface ProvedWorth extends Worth<Value | null> {
  /** The source of the value: the rules, the table of the opening, the playbook, a proof, or the values of the
   *  moves. */
  readonly source?: "rules" | "table" | "playbook" | "proof" | "moves";
  /** The number of states that were searched for the value. */
  readonly nodes?: number;
}

/** A game that is too large to solve. States are texts. */
export interface ProvedGame extends Game<string, Value | null> {
  /** What is known of a state so far. A distance is known only one move before the end. */
  worth(state: string): ProvedWorth;
  /** Proves the values of a state's moves in a worker. `onValues` is called when `worth` and `options` know
   *  more: values from the rules, from the table of the opening and from the playbook come first, and hard
   *  proofs come last. The promise rejects with an `AbortError` when another question begins, with the reason
   *  of `signal` when that is aborted, and with a `FileError` when no game reaches the state or the worker
   *  fails. What is proved by then is kept. */
  prove(state: string, given?: { onValues?: () => void; signal?: AbortSignal }): Promise<void>;
  /** Whether the values of all moves of a state are known. */
  isProved(state: string): boolean;
  /** Ends the worker. */
  close(): void;
}

/** Opens a game that is too large to solve, such as "connect:7x6". It must not be loopy. Rejects if there is no
 *  such game. */
export function oracle(name: string, given?: {
  /** The size of the worker's transposition table in bytes [default: 64 MiB]. */
  memory?: number;
  /** The bytes of a playbook, whose moves `book.move` returns. */
  playbook?: ArrayBuffer | Uint8Array | null;
  /** Whether the player of the playbook wins against every reply, as `perfectplay verify --playbook` has
   *  found. Then the playbook gives values, too. */
  wins?: boolean;
  module?: Module;
  /** Creates the worker, for pages that do not allow a file of the package as a worker. */
  worker?: () => Worker;
}): Promise<ProvedGame>;

/** Opens a table that `perfectplay solve -o` wrote, on any static host, and reads only the needed parts. A
 *  question about a part that is not here yet throws `Waiting`; `ready` fetches the part before the question. */
export function open(url: string | URL, given?: {
  signal?: AbortSignal;
  module?: Module;
  /** The time before a failed request is sent again, in milliseconds; longer the second time. */
  pause?: number;
  /** The time without data after which a request has failed, in milliseconds. */
  patience?: number;
}): Promise<Solved & {
  readonly file: { readonly length: number | null; readonly requests: number; readonly bytes: number };
}>;

/** An answer that is not here yet. */
export class Waiting extends Error {
  constructor(get: () => Promise<void>);
  /** Resolves when the data are here; rejects with a `FileError` if they cannot be fetched. Reading this
   *  property the first time starts the request. */
  readonly ready: Promise<void>;
}

/** The reason of a `FileError`. For a file: the server did not answer, or the answer was cut off; the server
 *  answered with an error status; the server sends large files only as a whole; the file has changed; or the
 *  file is no table. For a game that is solved here: there is no module; the worker failed; there is no such
 *  game; or the game is too large. */
export class FileError extends Error {
  constructor(reason: FileError["reason"], message: string);
  readonly reason: "network" | "status" | "ranges" | "changed" | "damaged" | "module" | "worker" | "game";
}
