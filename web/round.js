// One game: who plays, where it began, what was played, and what was taken back.

import { options, outcome } from "./solved.js";

export class Round {
  /** `humans` are those of the players 0, who moves first, and 1 that a human plays; where
   *  `swapped`, each player is shown with the mark of the other. */
  constructor(game, { humans = [0, 1], swapped = false, start = game.start, moves = [], played = moves.length } = {}) {
    Object.assign(this, { game, humans, swapped, moves: [], states: [start], played: 0 });
    for (const move of moves) if (!this.play(move)) break;
    this.goTo(played);
  }

  get state() {
    return this.states[this.played];
  }

  /** How many moves there are, those taken back included. */
  get known() {
    return this.moves.length;
  }

  /** Whether nothing is taken back. */
  get isLatest() {
    return this.played === this.known;
  }

  /** The outcome of the whole round, also while an earlier point is looked at; null while it
   *  goes on, and where it began at an end. */
  get result() {
    return this.known ? outcome(this.game, this.states[this.known]) : null;
  }

  isHuman(player) {
    return this.humans.includes(player);
  }

  /** Whether the game goes on and the computer is to move. */
  get awaitsComputer() {
    return outcome(this.game, this.state) === null && !this.isHuman(this.game.mover(this.state));
  }

  /** Plays, and forgets what was taken back. Says whether the move was legal. */
  play(move) {
    const option = options(this.game, this.state).find((one) => one.move === move);
    if (!option) return false;
    this.resume();
    this.moves.push(move);
    this.states.push(option.to);
    this.played += 1;
    return true;
  }

  /** Forgets what was taken back, so that the game goes on from here. */
  resume() {
    this.moves.length = this.played;
    this.states.length = this.played + 1;
  }

  /** Whether the state after so many moves waits for a human, or no state ever does. */
  mayStopAt(ply) {
    return !this.humans.length || this.isHuman(this.game.mover(this.states[ply]));
  }

  /** Where `undo` leads: to the last choice of a human; null if there is none. */
  get undoTarget() {
    for (let ply = this.played - 1; ply >= 0; ply -= 1) if (this.mayStopAt(ply)) return ply;
    return null;
  }

  /** Where `redo` leads: to the next choice of a human, or the last known state. */
  get redoTarget() {
    for (let ply = this.played + 1; ply <= this.known; ply += 1) {
      if (ply === this.known || this.mayStopAt(ply)) return ply;
    }
    return null;
  }

  /** Goes to the state after so many moves; null goes nowhere. Says whether it went. */
  goTo(ply) {
    if (!Number.isInteger(ply) || ply === this.played || ply < 0 || ply > this.known) return false;
    this.played = ply;
    return true;
  }
}
