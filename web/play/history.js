// The game in the address of the page; and beside it, for a reload, all that the address does not
// say. `place` is the window, or what stands for it.

import { formatAddress, parseAddress } from "../address.js";
import { Round } from "../round.js";
import { outcome } from "../solved.js";
import { enter, enterAt, startRound } from "./playing.js";
import { togglePuzzle } from "./puzzle.js";

/** The address of the puzzle of the day. */
const PUZZLE = "puzzle";

/** The board that is set up, or the round, as the address has it. */
export function roundAddress({ game, setUp, round }) {
  return formatAddress(game, setUp
    ? { states: [setUp.state], moves: [], played: 0, known: 0, swapped: setUp.swapped }
    : round);
}

/** The address that leads others to the game. */
export function sharedAddress(view, { location }) {
  const text = roundAddress(view);
  return location.href.split("#")[0] + (text ? `#${text}` : "");
}

/** What a view keeps beside its round. */
const KEPT = ["setUp", "puzzle", "opens", "opened", "begun", "counted", "counts", "isVisited", "isHelped"];

/** Writes the game into the address. Browsers refuse this in some frames, and when it comes too
 *  often: says whether it is written. */
export function writeAddress(view, { location, history }) {
  const text = roundAddress(view);
  const { round } = view;
  const kept = {
    text,
    round: { humans: round.humans, swapped: round.swapped, start: round.states[0], moves: round.moves, played: round.played },
    ...Object.fromEntries(KEPT.map((name) => [name, view[name]])),
  };
  const isFresh = !text && !view.setUp && !view.puzzle;
  try {
    if (isFresh && !location.hash && !history.state?.perfectplay) return true;
    const hash = text ? `#${text}` : "";
    if (JSON.stringify(history.state?.perfectplay) === JSON.stringify(kept) && decodeURI(location.hash) === hash) return true;
    history.replaceState({ perfectplay: kept }, "", hash || location.pathname + location.search);
    return true;
  } catch {
    return false;
  }
}

/** Opens the game that the address names, or a new one. */
export function readAddress(view, { location, history }) {
  const text = location.hash.slice(1);
  const kept = history.state?.perfectplay;
  if (kept && decodeURI(text) === kept.text) {
    // A reload: everything is as it was.
    enter(view, new Round(view.game, kept.round));
    for (const name of KEPT) view[name] = kept[name];
    return null;
  }
  if (text !== PUZZLE || !view.hasTable) return openAddress(view, text);
  startRound(view);
  return togglePuzzle(view);
}

function openAddress(view, text) {
  const { game, words } = view;
  const { start, swapped, moves, played, isStrange, isBoard } = parseAddress(game, text);
  if (!isBoard || !game.has(start)) {
    startRound(view);
    if (isBoard) view.setUp = { state: start, swapped };
    else if (isStrange && text) view.wrongLink = words.strangeAddress;
    return;
  }
  const round = new Round(game, { start, swapped, moves, played });
  const wrongLink = round.known < moves.length ? words.cutAddress(round.known + 1) : isStrange ? words.oddAddress : "";
  if (game.book) {
    openByTheBook(view, round, wrongLink);
    return;
  }
  // You are to move in a game that goes on; of one that is over you are a visitor.
  const isOver = outcome(game, round.states.at(-1)) !== null;
  const mover = game.mover(round.state);
  enterAt(view, { start, swapped, moves, played }, isOver ? undefined : swapped ? 1 - mover : mover);
  Object.assign(view, { counts: !isOver, isVisited: isOver, wrongLink });
}

/** Opens a game against a book, as whoever is to move, if the other one has kept to it. */
function openByTheBook(view, round, wrongLink) {
  const { game, words } = view;
  const mover = game.mover(round.state);
  const you = [mover, 1 - mover].find((player) => game.book.isKept(round, 1 - player));
  if (you === undefined) {
    startRound(view);
    view.wrongLink = words.strangeAddress;
  } else {
    enterAt(view, { moves: round.moves, played: round.played }, you);
    view.wrongLink = wrongLink;
  }
}
