// The player as an element of its own: <perfect-play game="tictactoe" level="casual">.
//
// It lives in a shadow root, leaves no name behind but that of the element, and hears keys only
// while it has the focus. Attributes ask for more: `address` keeps the game in the address of the
// page, `memory` keeps settings and scores in the browser. README.md lists them all.

import { style } from "./draw/style.js";
import { player } from "./play/player.js";
import { tictactoe } from "./tictactoe.js";

const games = new Map([[tictactoe.name, tictactoe]]);
/** Elements whose game is not known yet, or not as a whole. */
const waiting = new Set();

/** Makes a game known by its name, for the attribute `game`. A game of which only the start was
 *  known becomes whole where it is played. */
export function register(game) {
  const known = games.get(game.name);
  if (known?.isStart) Object.assign(known, { isStart: false }, game);
  else games.set(game.name, game);
  for (const element of waiting) element.connectedCallback();
}

const sheets = new Map();

/** A sheet of style, the same for all elements. */
function sheet(text) {
  if (!sheets.has(text)) {
    sheets.set(text, new CSSStyleSheet());
    sheets.get(text).replaceSync(text);
  }
  return sheets.get(text);
}

export class PerfectPlay extends HTMLElement {
  static observedAttributes = ["level"];

  #player = null;

  connectedCallback() {
    const game = games.get(this.getAttribute("game") ?? tictactoe.name);
    waiting[game && !game.isStart ? "delete" : "add"](this);
    if (this.#player) this.#player.begin();
    if (this.#player || !game) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style, game.boards?.style].filter(Boolean).map(sheet);
    this.#player = player(this, root, game);
  }

  disconnectedCallback() {
    waiting.delete(this);
    this.#player?.stop();
    this.#player = null;
  }

  attributeChangedCallback(name, _, value) {
    if (this.#player) this.#player.set(name, value);
  }

  /** The moves played so far. */
  get moves() {
    return this.#player ? [...this.#player.round.moves] : [];
  }
}

customElements.define("perfect-play", PerfectPlay);
