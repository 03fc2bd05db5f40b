// Puzzles as they are played: one a day, and others.

import { Round } from "../round.js";
import { puzzleOf, puzzles } from "../solved.js";
import { enter, play, startRound } from "./playing.js";

/** The day that it is where the reader is. */
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);

function enterPuzzle(view, start, day) {
  const { game } = view;
  enter(view, new Round(game, { humans: [game.mover(start)], start }));
  Object.assign(view, { counts: false, puzzle: { day, start, tries: "", isSolved: false } });
}

/** Opens the puzzle of the day, or leaves the one that is open. */
export function togglePuzzle(view) {
  const { game } = view;
  const day = today();
  if (view.puzzle) startRound(view);
  else if (!puzzles(game).length) view.said = view.words.noPuzzle;
  else enterPuzzle(view, puzzleOf(game, day), day);
}

export function anotherPuzzle(view) {
  const list = puzzles(view.game);
  enterPuzzle(view, list[Math.floor(Math.random() * list.length)], null);
}

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
