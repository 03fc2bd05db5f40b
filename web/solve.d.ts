import type { Game } from "./index.js";

/** What a module is given as: an address, its bytes, or itself. Without it, the one of the package is
 *  taken, which has the games that ship. */
export type Module = string | URL | BufferSource | WebAssembly.Module | Promise<BufferSource>;

export interface Progress {
  readonly phase: "checking" | "finding" | "solving" | "writing" | "verifying";
  readonly done: number;
  /** How much of the phase there is; 0 if nobody knows. */
  readonly total: number;
}

export interface Listing {
  /** How the game is asked for, without parameters. */
  readonly name: string;
  readonly title: string;
  readonly rules: string;
  /** What parameters it may have, in a sentence; empty if it has none. */
  readonly parameters: string;
  /** Parameters with which it is solved in a second, the usual ones first. */
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

/** A game that a module answers for. Its states are texts. `pieces` and `lines` may grow. */
export interface Solved extends Game<string> {
  /** Gets what is needed to answer about a state and its moves at once. Rejects with a `FileError`
   *  if that cannot be had. */
  ready(state: string): Promise<void>;
  /** What `perfectplay lookup --json` says of a state. */
  lookup(state: string): Answer;
}

/** The games that a module knows. */
export function games(given?: { module?: Module }): Promise<Listing[]>;

/** How many states a game has, and whether it is too large to solve here. They are counted in a worker. */
export function forecast(name: string, given?: Pick<SolveOptions, "signal" | "module" | "worker">): Promise<{
  /** Such as "12,031" or "about 10^13". */
  readonly states: string;
  readonly isTooLarge: boolean;
}>;

/** A game as it begins, not solved: `worth` says nothing. */
export function beginning(name: string, given?: Pick<SolveOptions, "signal" | "module" | "worker">): Promise<Game<number>>;

export interface SolveOptions {
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
  /** The most states that are tried; 20 million unless given. */
  limit?: number;
  module?: Module;
  /** Makes the worker, where the page allows no file of the package to be one. */
  worker?: () => Worker;
}

/** The rules of a game. A `State` is any value that JSON can hold; nobody may change it. */
export interface Rules<State = unknown, Move extends number | readonly number[] | string = number | readonly number[] | string> {
  readonly title?: string;
  /** The rules in words. */
  readonly rules?: string;
  /** What the players are called. */
  readonly players?: readonly [string, string];
  /** The first state, or what gives it. */
  readonly start: State | (() => State);
  /** The legal moves: a number is a square of the board to press, a list of numbers several, a text is a button. */
  moves(state: State): readonly Move[];
  play(state: State, move: Move): State;
  /** The outcome for the player to move; nothing while the game goes on. */
  outcome(state: State): "win" | "draw" | "loss" | null | undefined;
  /** Equal for states that are the same; the JSON of the state, unless given. */
  key?(state: State): string | number;
  /** The board as rows of signs. "X" and "O" are pieces of the players, and " " and "." are free squares. */
  draw?(state: State): string | readonly (readonly string[])[];
  /** Who is to move; the players take turns unless this is given. */
  mover?(state: State): 0 | 1;
  /** What the state is written as. */
  text?(state: State): string;
}

/** What is wrong with rules. */
export class RulesError extends Error {
  readonly name: "RulesError";
  /** The state in which it shows, as the rules write it. */
  readonly state: string;
  /** The moves that lead to it. */
  readonly path: readonly string[];
}

/** Solves rules: they are asked about every state in this thread, and solved in a worker. Rejects with a
 *  `RulesError` for what is wrong with them. `limit` is the most states, 500,000 unless given. `table` gives the
 *  bytes of a file that the same rules in Rust or Python open. */
export function solve<State, Move extends number | readonly number[] | string>(rules: Rules<State, Move>, given?: SolveOptions): Promise<Game<number> & { table(): Promise<Uint8Array> }>;

/** Solves a game such as "connect:5x4" in a worker, and gives it. Rejects with the reason of `signal`
 *  once that is aborted, and with a `FileError` for a game that there is not, or that is too large. */
export function solve(name: string, given?: SolveOptions): Promise<Solved>;

/** Opens a playbook of a game such as "connect:7x6", from the bytes that `perfectplay playbook -o` wrote.
 *  `book.move(state)` is its move in a state that its players meet. What moves are worth is not known. */
export function openPlaybook(name: string, bytes: ArrayBuffer | Uint8Array, given?: { module?: Module }): Promise<Solved>;

/** Opens a table that `perfectplay solve -o` wrote, on any static host. No more of it is read than is
 *  asked. What is not here yet is thrown as `Waiting`; `ready` gets it before. */
export function open(url: string | URL, given?: {
  signal?: AbortSignal;
  module?: Module;
  /** Before a request that has failed is made again, in milliseconds; longer the second time. */
  pause?: number;
  /** For how long nothing may come before a request has failed, in milliseconds. */
  patience?: number;
}): Promise<Solved & {
  readonly file: { readonly length: number | null; readonly requests: number; readonly bytes: number };
}>;

/** An answer that is not here yet. */
export class Waiting extends Error {
  constructor(get: () => Promise<void>);
  /** Resolves once it is; rejects with a `FileError` if it cannot be had. It is fetched when this is
   *  first read. */
  readonly ready: Promise<void>;
}

/** Why a game cannot be had. Of a file: no answer, or one that was cut off; a status of the server; a server
 *  that sends large files only as a whole; a file that is another one now; one that is no table. Of a game
 *  that is solved here: no module; a worker that fails; no such game, or one that is too large. */
export class FileError extends Error {
  constructor(reason: FileError["reason"], message: string);
  readonly reason: "network" | "status" | "ranges" | "changed" | "damaged" | "module" | "worker" | "game";
}
