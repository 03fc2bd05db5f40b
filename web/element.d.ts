import type { Game, LEVELS } from "./index.js";

/** Makes a game known by its name, for the attribute `game`. */
export function register(game: Game<any>): void;

/** Makes a game known once `load` has it. Until then its players say that it is on its way; if it
 *  cannot be had they say why, and offer to try again. An error may have its message in `words`, by
 *  language, and is `final` if nothing helps. The promise is kept when the first try has ended. */
export function registerLater(name: string, load: () => Promise<Game<any>>): Promise<void>;

export interface PerfectPlayEvents {
  /** After everything that was done. `moves` has those that were taken back, too; the first `played` of them are made. */
  change: CustomEvent<{ moves: number[]; played: number; language: string; title: string }>;
  /** When a game ends. */
  end: CustomEvent<{ result: 0 | 1 | "draw" }>;
}

type EventMap = Omit<HTMLElementEventMap, keyof PerfectPlayEvents> & PerfectPlayEvents;

/** `<perfect-play game="tictactoe" level="casual" language="zh" address memory bare>` */
export class PerfectPlay extends HTMLElement {
  /** The attribute `game`: the name of a game that was registered. */
  game: string;
  /** The attribute `level`; "" for what the reader chooses. */
  level: (typeof LEVELS)[number] | "";
  /** The attribute `language`; "" for the browser's, or what the reader chooses. */
  language: "en" | "zh" | "";
  /** All moves of the game, also those that were taken back and can be made again; the event `change` says with `played`
   *  how many of them are made. */
  readonly moves: number[];

  addEventListener<K extends keyof EventMap>(type: K, listener: (this: PerfectPlay, event: EventMap[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof EventMap>(type: K, listener: (this: PerfectPlay, event: EventMap[K]) => unknown, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "perfect-play": PerfectPlay;
  }
}
