// The player as an element of its own: <perfect-play game="tictactoe" level="casual">.
//
// It lives in a shadow root, leaves no name behind but that of the element, and hears keys only
// while it has the focus. Attributes ask for more: `address` keeps the game in the address of the
// page, `memory` keeps settings and scores in the browser. README.md lists them all.

import { sheetsOf } from "./draw/draw.js";
import { player } from "./play/player.js";
import { languageOf, texts } from "./texts.js";
import { tictactoe } from "./tictactoe.js";
import { turn } from "./turns.js";

const games = new Map([[tictactoe.name, tictactoe]]);
/** Games that are on their way: how they are had, and why they could not be. */
const loads = new Map();
/** Elements whose game is not known yet, or not as a whole. */
const waiting = new Set();
/** How long an element waits for a game that nobody has announced, in milliseconds. */
const PATIENCE = 1000;

/** Makes a game known by its name, for the attribute `game`. A game of which only the start was
 *  known becomes whole where it is played. */
export function register(game) {
  const known = games.get(game.name);
  if (known?.isStart) Object.assign(known, { isStart: false }, game);
  else games.set(game.name, game);
  loads.delete(game.name);
  for (const element of waiting) element.connectedCallback();
}

/** Makes a game known once `load`, which gives a promise of it, has it. Until then its players say
 *  that it is on its way; if it cannot be had they say why, and offer to try again. An error may
 *  have its message in `words`, by language, and may be `final`. */
export async function registerLater(name, load) {
  loads.set(name, { reload: () => { registerLater(name, load); }, error: null });
  for (const element of waiting) element.connectedCallback();
  try {
    register(await load());
  } catch (error) {
    console.error(error);
    if (loads.has(name)) loads.get(name).error = error;
    for (const element of waiting) element.connectedCallback();
  }
}

/** Where there is no document, as on a server, the element is only a name. */
const Base = globalThis.HTMLElement ?? class {};

export class PerfectPlay extends Base {
  static observedAttributes = ["game", "language", "level"];

  #player = null;
  /** Whether it will be seen to in the next turn of the browser. */
  #isDue = false;
  /** Whether the player has begun with no more than the start. */
  #isStart = false;
  #patience = 0;

  /** Creates the player, or updates it. A new element waits for the next turn: by then the browser has
   *  read the page. An element with a player must not wait. Its game may just have become whole, and then a
   *  click would ask the whole game about a state that only its start knows. */
  async connectedCallback() {
    if (this.#player) {
      this.#update();
      return;
    }
    if (!this.shadowRoot) this.attachShadow({ mode: "open" });
    if (this.#isDue) return;
    this.#isDue = true;
    await turn();
    this.#isDue = false;
    if (this.isConnected) this.#update();
  }

  #update() {
    const name = this.game;
    const game = games.get(name);
    const load = loads.get(name);
    const root = this.shadowRoot;
    waiting[game && !game.isStart ? "delete" : "add"](this);
    root.adoptedStyleSheets = sheetsOf(game);
    clearTimeout(this.#patience);
    if (!game) {
      this.#notice(root, load);
      return;
    }
    if (!this.#player) this.#player = player(this, root, game);
    else if (this.#isStart && !game.isStart) this.#player.begin();
    this.#isStart = Boolean(game.isStart);
    this.#player.fail(load?.error ?? null, load?.reload);
  }

  disconnectedCallback() {
    waiting.delete(this);
    clearTimeout(this.#patience);
    this.#player?.stop();
    this.#player = null;
  }

  attributeChangedCallback(name, old, value) {
    if (!this.isConnected || old === value) return;
    if (name !== "game") {
      this.#player?.set(name, value);
      return;
    }
    this.disconnectedCallback();
    this.connectedCallback();
  }

  /** Says in the place of a player that its game is on its way, or why it cannot be had. */
  #notice(root, load) {
    const language = languageOf(this.language, navigator.languages);
    const words = texts[language];
    const text = document.createElement("p");
    text.setAttribute("role", "status");
    text.textContent = !load ? "" : load.error ? load.error.words?.[language] ?? load.error.message : words.coming;
    root.replaceChildren(text);
    if (load?.error && !load.error.final) {
      const button = document.createElement("button");
      button.textContent = words.retry;
      button.addEventListener("click", load.reload);
      root.append(button);
    }
    if (load) return;
    this.#patience = setTimeout(() => {
      text.textContent = words.unknown("game", this.game, [...games.keys()].join(", "));
      console.error(`<perfect-play>: ${text.textContent}`);
    }, PATIENCE);
  }

  get game() {
    return this.getAttribute("game") ?? tictactoe.name;
  }

  set game(name) {
    this.setAttribute("game", name);
  }

  get level() {
    return this.getAttribute("level") ?? "";
  }

  set level(level) {
    this.setAttribute("level", level);
  }

  get language() {
    return this.getAttribute("language") ?? "";
  }

  set language(language) {
    this.setAttribute("language", language);
  }

  /** All moves of the game, those taken back included. */
  get moves() {
    return this.#player ? [...this.#player.round.moves] : [];
  }
}

globalThis.customElements?.define("perfect-play", PerfectPlay);
