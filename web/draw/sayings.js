// What is said of a view, in its language: how the game stands, and what the table says.

import { outcome } from "../solved.js";
import { countedMove, countedState, winnerOf } from "../winning.js";

/** What a move is worth. */
export const worthOf = ({ game, words }, option) => words.worth(countedMove(game, option));

/** Who wins, as the table has it; null if that is unknown. */
export function tableVerdict(view, state) {
  const { game, words } = view;
  if (!game.worth(state).value) return null;
  const winner = winnerOf(game, state);
  return winner === null ? words.verdictDraw : words.verdictWin(view.nameOf(winner), countedState(game, state).count);
}

/** What a state is worth, by the marks, in a sentence. */
export function verdict(view, state) {
  const { game, words } = view;
  const result = outcome(game, state);
  if (result === null) return words.sentence(tableVerdict(view, state));
  return result === "draw" ? words.draw : words.wins(view.nameOf(result));
}

/** What is known of the start of the game, which may be another board than the one that is shown. */
export function known(view) {
  const { game, words, stage } = view;
  const { value, count } = countedState(game, game.start);
  const winner = winnerOf(game, game.start);
  const verdict = winner === null ? words.knownDraw : words.knownWin(view.players[winner], count);
  return value ? words.known(game.size, stage === game.start ? verdict : words.atStart(verdict)) : "";
}

/** How good a state is for the player who is shown first: 1 where it is won, 0 where it is lost,
 *  the nearer to one half the longer that takes. */
export function shareOf(view, state) {
  const { value, distance } = view.game.worth(state);
  if (value === "draw" || !value) return 0.5;
  const mover = view.shown(view.game.mover(state));
  const part = 12 / (24 + 2 * (distance ?? 48));
  return 0.5 + (mover === (value === "win" ? 0 : 1) ? part : -part);
}

/** How the game stands. */
export function standing(view) {
  const { game, state, words, round, isNeutral } = view;
  if (!game.has(state)) return words.noBoard;
  const result = outcome(game, state);
  if (view.setUp || result === "draw") return verdict(view, state);
  if (result !== null) {
    return isNeutral ? verdict(view, state) : round.isHuman(result) ? words.youWin : words.computerWins;
  }
  const mover = game.mover(state);
  // Nobody is waited for in a game that is over.
  if (isNeutral || round.result !== null) return words.turn(view.nameOf(mover));
  return round.isHuman(mover) ? words.yourTurn(view.nameOf(mover)) : words.computersTurn;
}

/** How many mistakes were made. */
export function mistakes(view) {
  const { round, words } = view;
  const counts = [0, 0];
  for (const { kind, player } of view.remarks) if (kind === "mistake") counts[player] += 1;
  if (!view.isNeutral) return words.yourMistakes(counts[round.humans[0]]);
  return words.theirMistakes(view.nameOf(0), counts[0], view.nameOf(1), counts[1]);
}

/** Who made the mistake that is explained, and what it threw away. */
export function erred(view) {
  const { mistake: { player, could }, round, words } = view;
  return words.erred(!view.isNeutral && round.isHuman(player) ? "" : view.nameOf(player), could);
}

/** What can be done after the mistake that is explained. */
export function afterMistake(view) {
  const { mistake: { player, did }, game, words } = view;
  return words.after(view.place(did), countedMove(game, did), view.nameOf(1 - player));
}

/** What the review says of a move. */
export function remarkOf({ game, words }, { kind, state, did }) {
  return words.remark({ kind, could: countedState(game, state), did: countedMove(game, did) });
}

/** How good the states of the round are for the player who is shown first, one after the other. */
export const courseOf = (view) => view.round.states.map((state) => shareOf(view, state));

/** The step of a line that is previewed. */
export function stepped(view) {
  const { game, stepping, step, words } = view;
  const line = view[stepping];
  const before = step > 1 ? line[step - 2].to : view.state;
  return words.step(step, line.length, view.nameOf(game.mover(before)), view.place(line[step - 1]));
}

/** The moves that are looked at and not played. */
export function lookedAt(view) {
  const { ahead, game, words } = view;
  return words.lookedAt(ahead.map((option, i) => `${view.nameOf(game.mover(i ? ahead[i - 1].to : view.state))} ${view.place(option)}`).join(words.comma));
}

/** What a puzzle asks for that begins at a state, in which nobody's marks are exchanged. */
export const task = ({ game, players, words }, start) => words.task(players[game.mover(start)], countedState(game, start));

/** Why no game reaches the board that is set up; "" if one does. */
export function wrong(view) {
  const { game, words } = view;
  const why = game.byHand.unreachable(view.state);
  if (!why) return "";
  const [first, second] = [view.nameOf(0), view.nameOf(1)];
  return words.unreachable(why.reason === "counts" ? words.counts(first, second, ...why.counts)
    : why.reason === "bothWon" ? words.bothWon
    : words.playedOn(view.nameOf(why.winner), view.nameOf(1 - why.winner)));
}
