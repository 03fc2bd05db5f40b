// What is said of a view, in its language: how the game stands, and what the table says.

import { outcome } from "../solved.js";

/** Who wins, as the table has it. */
export function tableVerdict(view, state) {
  const { game, words } = view;
  const { value, distance } = game.worth(state);
  if (value === "draw") return words.verdictDraw;
  const mover = game.mover(state);
  return words.verdictWin(view.nameOf(value === "win" ? mover : 1 - mover), distance);
}

/** What a state is worth, by the marks, in a sentence. */
export function verdict(view, state) {
  const { game, words } = view;
  const result = outcome(game, state);
  if (result === null) return words.sentence(tableVerdict(view, state));
  return result === "draw" ? words.draw : words.wins(view.nameOf(result));
}

/** How the game stands. */
export function standing(view) {
  const { game, state, words, round } = view;
  if (!game.has(state)) return words.noBoard;
  const result = outcome(game, state);
  if (view.setUp || result === "draw") return verdict(view, state);
  const isNeutral = view.isDuel || view.isVisited;
  if (result !== null) {
    return isNeutral ? verdict(view, state) : round.isHuman(result) ? words.youWin : words.computerWins;
  }
  const mover = game.mover(state);
  if (isNeutral) return words.turn(view.nameOf(mover));
  return round.isHuman(mover) ? words.yourTurn(view.nameOf(mover)) : words.computersTurn;
}

/** How many mistakes were made. */
export function mistakes(view) {
  const { round, words } = view;
  const counts = [0, 0];
  for (const { kind, player } of view.remarks) if (kind === "mistake") counts[player] += 1;
  if (!view.isDuel && !view.isVisited) return words.yourMistakes(counts[round.humans[0]]);
  return words.theirMistakes(view.nameOf(0), counts[0], view.nameOf(1), counts[1]);
}

/** The step of best play that is previewed. */
export function stepped(view) {
  const { game, line, step, words } = view;
  const before = step > 1 ? line[step - 2].to : view.state;
  return words.step(step, line.length, view.nameOf(game.mover(before)), view.place(line[step - 1]));
}

/** What a puzzle asks for. */
export function task({ game, words, puzzle, swapped }) {
  const mover = game.mover(puzzle.start);
  return words.task(game.players[swapped ? 1 - mover : mover], game.worth(puzzle.start));
}

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
