// What a picture to send shows: the board, what is said of it, and where it is played.

import { task, verdict } from "../draw/sayings.js";
import { Round } from "../round.js";

/** The round whose board is shown, a title, and lines. Of a puzzle it is the start, which gives nothing away. */
export function pictureOf(view, { protocol, host, pathname }) {
  const { game, round, puzzle, words, title } = view;
  const address = /^https?:$/.test(protocol) ? host + pathname : "";
  if (!puzzle) return { round, title, lines: [verdict(view, view.state), address] };
  const { day, start } = puzzle;
  const ofDay = day === null ? [] : [words.puzzleOf(view.dayName(day)), view.streak > 1 && words.days(view.streak)];
  return {
    round: new Round(game, { start }),
    title,
    lines: [ofDay[0], task(view, start), words.solved(view.slips), ofDay[1], address],
  };
}
