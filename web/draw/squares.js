// What each square of the board shows, as data: nothing here touches an element.

import { judged, outcome, sorted } from "../solved.js";
import { countedMove } from "../winning.js";
import { worthOf } from "./sayings.js";

/** How pieces that belong to nobody are drawn, by what they look like. */
const SIGNS = { X: "x", O: "o", "#": "block", "|": "stick", "+": "point" };

/** What moves are worth, as a sign. */
const SIGNS_OF_WORTH = { win: "+", draw: "=", loss: "−" };

/** How a piece is drawn: a shape, in the colour of its owner or of whoever put it there. */
export function signOf({ shape }, { kind, owner, text, figure, shape: own }) {
  if (kind === "empty" || kind === "absent") return null;
  if (kind === "heap") return "heap";
  if (figure) return "text";
  if (own) return own;
  return owner === undefined ? SIGNS[text] ?? "text" : shape === "discs" ? "disc" : "mark";
}

/** Whether what stands on a square looks the same as what stands on another. */
function isAlike(piece, other) {
  return piece.kind === other.kind
    && (piece.owner === undefined || piece.kind === "heap" ? piece.text === other.text : piece.owner === other.owner);
}

/** The lines that the pieces of one player hold on a board where the game is over. */
export function winningLines(game, state) {
  if (!game.lines || !game.has(state) || typeof outcome(game, state) !== "number") return [];
  const pieces = game.squares(state).map((number) => game.pieces[number]);
  return game.lines.filter(([from, ...line]) => signOf(game, pieces[from])
    && line.every((cell) => isAlike(pieces[cell], pieces[from])));
}

/** The ends of the stroke through a line, from centre to centre and a third of a square beyond,
 *  where a square is 100 wide. */
export function strokeOf({ columns }, line) {
  const [from, to] = [line[0], line.at(-1)].map((cell) => [cell % columns, Math.floor(cell / columns)]);
  const beyond = 0.33 / Math.hypot(Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1]));
  const at = (a, b) => Math.round(100 * (a + 0.5 + Math.sign(a - b) * beyond));
  return [at(from[0], to[0]), at(from[1], to[1]), at(to[0], from[0]), at(to[1], from[1])];
}

/** Who changed each square last, in the states up to the one that is shown; undefined for
 *  squares that are as they were. */
function makers({ game, round, setUp, ahead }) {
  const found = [];
  if (setUp) return found;
  const states = [...round.states.slice(0, round.played + 1), ...ahead.map(({ to }) => to)];
  states.slice(1).forEach((state, ply) => {
    const before = game.squares(states[ply]);
    game.squares(state).forEach((piece, cell) => {
      if (piece !== before[cell]) found[cell] = game.mover(states[ply]);
    });
  });
  return found;
}

/** The best of those options that go on from the squares chosen before, by square. */
export function bySquare(list, chosen) {
  const found = new Map();
  for (const option of sorted(list)) {
    if (chosen.some((square, i) => option.path[i] !== square)) continue;
    const square = option.path[chosen.length];
    if (!found.has(square)) found.set(square, option);
  }
  return found;
}

/** Every square: the data that style goes by, what is written on it, its label, and how near the
 *  end is after its move, from 0 to 1. */
export function squaresOf(view) {
  const { game, words, ahead, stage, chosen, round, remark, ghost } = view;
  const optionsOf = (state) => (view.isAnalysing ? view.distinct(judged(game, state).filter(({ value }) => value)) : []);
  const here = game.squares(view.state);
  const then = game.squares(stage);
  const pointed = ghost ? game.squares(ghost.to) : here;
  const told = bySquare(optionsOf(view.state), chosen);
  const hints = ahead.length ? bySquare(optionsOf(stage), []) : told;
  const longest = Math.max(1, ...[...hints.values()].map(({ distance }) => distance ?? 1));
  const last = view.setUp ? null : view.lastOption;
  const ended = new Set(winningLines(game, stage).flat());
  const made = makers(view);
  const before = round.played && !view.setUp ? game.squares(round.states[round.played - 1]) : here;

  return here.map((number, cell) => {
    // What a move takes away is still there while the move is only looked at.
    const isGone = then[cell] !== number && game.pieces[then[cell]].kind === "absent";
    // A move that is pointed at adds its piece to the board, and changes nothing.
    const isGhost = pointed[cell] !== number && game.pieces[number].kind === "empty"
      && ["piece", "common"].includes(game.pieces[pointed[cell]].kind);
    const piece = game.pieces[isGhost ? pointed[cell] : isGone ? number : then[cell]];
    const sign = signOf(game, piece);
    const maker = piece.owner ?? (isGhost ? game.mover(view.state) : sign ? made[cell] : undefined);
    const mark = view.pieceName(number);
    const isLast = last?.path.at(-1) === cell;
    const hint = hints.get(cell);
    const own = told.get(cell);
    const step = ahead.findLastIndex((option) => option.path.at(-1) === cell);
    const isBetter = remark ? remark.better.some(({ path }) => path[0] === cell) : false;
    const isPlayed = remark ? remark.did.path.at(-1) === cell : false;
    const isPoisoned = Boolean(mark && game.poisoned?.includes(cell));
    const content = [
      mark ? (isLast ? words.last(mark) : mark) : words.empty,
      isPoisoned && words.poisoned,
      chosen.includes(cell) && words.selected,
      own && worthOf(view, own),
      own?.best && words.best,
      isPlayed && words.made,
      isBetter && words.better,
    ];
    return {
      data: {
        mark,
        sign,
        figure: piece.figure ? "" : null,
        letter: piece.letter && sign === "disc" ? "" : null,
        kind: piece.kind,
        player: maker === undefined ? null : view.shown(maker),
        changed: piece.kind === "heap" && number !== before[cell] ? round.played % 2 : null,
        value: hint ? hint.value : null,
        distance: hint?.distance ?? null,
        best: hint?.best ? "" : null,
        preview: then[cell] === number ? null : view.pieceName(then[cell]),
        ghost: isGhost ? "" : null,
        gone: isGone ? "" : null,
        last: isLast && !ahead.length ? view.shown(game.mover(round.states[round.played - 1])) : null,
        moved: isLast && !ahead.length && (game.drops || last.path.length > 1) ? "" : null,
        won: ended.has(cell) ? "" : null,
        chosen: chosen.includes(cell) ? "" : null,
        better: isBetter ? "" : null,
        remark: isPlayed ? remark.kind : null,
        poisoned: isPoisoned ? "" : null,
      },
      near: hint ? 1 - ((hint.distance ?? longest) - 1) / longest : 0,
      label: words.cell(view.squareName(cell), content.filter(Boolean).join(words.comma)),
      text: piece.figure ?? (piece.kind === "heap" || sign === "text" ? piece.text : piece.letter ?? piece.age ?? ""),
      // For the eye only, and so in the style sheet: the label says it in words.
      sign: step >= 0 ? step + 1 : hint ? SIGNS_OF_WORTH[hint.value] : "",
      worth: hint && step < 0 ? worthOf(view, hint) : "",
      // Where there is no room for words.
      short: hint && step < 0 ? `${SIGNS_OF_WORTH[hint.value]}${countedMove(game, hint).count ?? ""}` : "",
    };
  });
}
