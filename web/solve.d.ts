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

/** Solves a game such as "connect:5x4" in a worker, and gives it. Rejects with the reason of `signal`
 *  once that is aborted, and with an `Error` for a game that there is not, or that is too large. */
export function solve(name: string, given?: {
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
  /** The most states that are tried; 20 million unless given. */
  limit?: number;
  module?: Module;
  /** Makes the worker, where the page allows no file of the package to be one. */
  worker?: () => Worker;
}): Promise<Solved>;

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

/** Why a file cannot be read: no answer, or one that was cut off; a status of the server; a server
 *  that sends large files only as a whole; a file that is another one now; one that is no table. */
export class FileError extends Error {
  constructor(reason: FileError["reason"], message: string);
  readonly reason: "network" | "status" | "ranges" | "changed" | "damaged";
}
