// A round as it is played: how it begins, its moves, and going back and forth in it.

import { Round } from "../round.js";
import { choose, options, outcome } from "../solved.js";

/** Makes a round the one on the board. */
export function enter(view, round) {
  Object.assign(view, {
    round, counted: null, counts: true, isVisited: false, isHelped: false,
    begun: null, setUp: null, puzzle: null, ahead: [], stepping: "", chosen: [], said: "", wrongLink: "",
  });
}

/** Whether a human has moved in the round, or it was set up. */
function isTouched({ game, round }) {
  return round.states[0] !== game.start || round.moves.some((_, ply) => round.isHuman(game.mover(round.states[ply])));
}

export function startRound(view) {
  const { game, settings } = view;
  if (isTouched(view) && !view.puzzle) view.opened = view.opens;
  view.opens = settings.first === "you" || (settings.first === "alternate" && !view.opened);
  const swapped = Boolean(game.byHand) && view.opens !== (settings.mark === 0);
  begin(view, { swapped }, settings.mark);
}

/** Begins a round of which more is known: you have a mark. */
function begin(view, more, mark) {
  const { players, first } = view.settings;
  const { book } = view.game;
  // The computer has no moves but those of its book.
  if (book && !book.sides.includes(view.opens ? 1 : 0)) view.opens = !view.opens;
  enter(view, new Round(view.game, { humans: players === "2" && !book ? [0, 1] : [view.opens ? 0 : 1], ...more }));
  view.begun = { players, first, mark };
}

/** Begins a round at a state: you have the mark of your choice, unless another is given. */
export function enterAt(view, more, mark = view.settings.mark) {
  view.opens = mark === (more.swapped ? 1 : 0);
  begin(view, more, mark);
}

/** Plays a move for whoever is to move. */
export function play(view, option) {
  const { game, round, words } = view;
  const mover = game.mover(round.state);
  const name = view.isDuel ? view.nameOf(mover) : round.isHuman(mover) ? words.you : words.theComputer;
  // Asked before anything is changed: the answer may not be here yet.
  const result = outcome(game, option.to);
  const isMistake = view.hasTable && round.isHuman(mover) && option.value !== game.worth(round.state).value;
  round.play(option.move);
  Object.assign(view, { ahead: [], chosen: [], stepping: "", isVisited: false, said: words.moved(name, view.didOf(option)) });
  if (round.isHuman(mover)) view.wrongLink = "";
  view.sound(result === 0 || result === 1 ? "win" : isMistake ? "mistake" : "drop");
  if (result === null) return;
  if (view.puzzle) view.puzzle.isSolved = true;
  view.tell("end", { result: round.result });
}

/** Plays the computer's move, unless that is still to be proved. */
export function respond(view) {
  const { game, round, settings } = view;
  if (game.proofs?.isDecided(view) === false) return;
  const level = view.puzzle ? { level: "perfect" } : settings;
  const counted = level.level === "perfect" ? game.hurried?.(round.state) ?? game : game;
  const move = game.book ? game.book.move(round.state) : game.proofs?.choose(view) ?? choose(counted, round.state, level);
  play(view, options(game, round.state).find((option) => option.move === move));
}

/** Goes to another point of the round, if it can. */
export function travel(view, ply) {
  if (view.setUp || view.isPuzzling || !view.round.goTo(ply)) return;
  const { round, words } = view;
  Object.assign(view, {
    ahead: [], stepping: "", chosen: [], isHelped: true, said: round.isLatest ? "" : words.point(round.played, round.known),
  });
}

/** Goes on from a point that is looked at: the computer moves. */
export function playOn(view) {
  view.round.resume();
  view.said = "";
}

/** Where the review begins: before the first mistake, else before the last move. */
export function toReview(view) {
  const ply = view.remarks.findIndex(({ kind }) => kind === "mistake");
  travel(view, ply < 0 ? view.round.known - 1 : ply);
}

export function change(view, name, value) {
  const { settings, store } = view;
  settings[name] = value;
  // Only what changed, so that another tab keeps what it chose.
  store.write("settings", { ...store.read("settings"), [name]: value });
  if (name === "language") view.said = "";
  if (view.later && !isTouched(view)) startRound(view);
}
