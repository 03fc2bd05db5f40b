import type { Game } from "./index.js";

/** Makes a game known by its name, for the attribute `game` of elements made after this. */
export function register(game: Game<any>): void;

/** `<perfect-play game="tictactoe" level="casual" language="zh" address memory>` */
export class PerfectPlay extends HTMLElement {
  /** The moves played so far. */
  readonly moves: number[];
}

export interface PerfectPlayEvents {
  /** After everything that was done. */
  change: CustomEvent<{ moves: number[]; played: number; language: string }>;
  /** When a game ends. */
  end: CustomEvent<{ result: 0 | 1 | "draw" }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "perfect-play": PerfectPlay;
  }
}
