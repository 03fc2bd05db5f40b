// Puzzles as they are played: one a day, and others.

import { findPuzzle, puzzleOf } from "../puzzles.js";
import { Round } from "../round.js";
import { entropy } from "../solved.js";
import { turn } from "../turns.js";
import { today } from "./days.js";
import { enter, play, startRound } from "./playing.js";

/** Opens a puzzle when it is found, unless another round was begun meanwhile. */
async function seek(view, find, day) {
  const { round } = view;
  const start = await find(view.game);
  await turn();
  return () => {
    if (view.round !== round || view.setUp) return;
    if (start === null) view.said = view.words.noPuzzle;
    else enterPuzzle(view, start, day);
  };
}

function enterPuzzle(view, start, day) {
  const { game } = view;
  enter(view, new Round(game, { humans: [game.mover(start)], start }));
  Object.assign(view, { counts: false, puzzle: { day, start, tries: "", isSolved: false } });
}

/** Opens the puzzle of the day, or leaves the one that is open. */
export function togglePuzzle(view) {
  if (!view.puzzle) return seek(view, (game) => puzzleOf(game, today()), today());
  startRound(view);
  return null;
}

export const anotherPuzzle = (view) => seek(view, (game) => findPuzzle(game, entropy()), null);

/** A try to solve: a move that keeps what there is goes on, all others are refused. */
export function attempt(view, option) {
  const { puzzle, words } = view;
  const isKept = option.value === view.game.worth(view.state).value;
  puzzle.tries += isKept ? "1" : "0";
  if (isKept) play(view, option);
  else Object.assign(view, { chosen: [], said: words.slip(view.place(option), option) });
}

/** The result as it is sent to others, which gives nothing away. */
export function puzzleResult(view) {
  const { game, puzzle, words } = view;
  const marks = puzzle.tries.replace(/./g, (kept) => (kept === "1" ? "🟩" : "🟥"));
  return words.result(words.titles[game.name] ?? words.titleOf(game.title ?? game.name), view.dayName(puzzle.day), marks);
}
