// What the functions of the package expect of their arguments. The page calls the modules behind
// `index.js` directly, with arguments of its own.

import { LEVELS } from "./solved.js";

/** An argument as a message shows it. */
function shown(value) {
  const text = typeof value === "bigint" ? `${value}n` : typeof value === "string" || value?.constructor === Object || Array.isArray(value)
    ? JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}n` : part))
    : typeof value === "function" ? "a function" : String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

export function expect(holds, expected, found, Failure = TypeError) {
  if (!holds) throw new Failure(`expected ${expected}, found ${shown(found)}`);
}

const METHODS = ["has", "mover", "worth", "moves", "squares", "at", "format", "parse"];

/** A solved game: `tictactoe`, or what `readGame`, `solve` or `open` gives. */
export function expectGame(game) {
  expect(METHODS.every((method) => typeof game?.[method] === "function"), "a game", game);
}

/** A state of a game that some play reaches. */
export function expectState(game, state) {
  expectGame(game);
  expect(["number", "bigint", "string"].includes(typeof state), `a state of ${game.name}`, state);
  expect(game.has(state), `a state of ${game.name} that play reaches`, state, RangeError);
}

/** What `choose` and `plan` take for a level: its name, and how often it errs. */
export function expectLevel(level) {
  expect(typeof level === "object" && level !== null, `a level as { level: "${LEVELS[0]}" }`, level);
  expect(LEVELS.includes(level.level), `a level out of ${LEVELS.join(", ")}`, level.level, RangeError);
  const { errorRate } = level;
  expect(errorRate === undefined || (errorRate >= 0 && errorRate <= 100 && typeof errorRate === "number"),
    "an error rate from 0 to 100", errorRate, RangeError);
}

/** Entropy. */
export function expectBits(bits) {
  expect(typeof bits === "bigint", "64 bits as a BigInt", bits);
}

export function expectWhole(number, what) {
  expect(Number.isInteger(number) && number >= 0, `${what} as a whole number`, number);
}

export function expectPlayer(player) {
  expect(player === 0 || player === 1, "a player, 0 or 1", player);
}

/** The numbers of moves that are legal one after the other from a state. */
export function expectLine(game, start, moves) {
  expect(Array.isArray(moves), "a list of moves", moves);
  let state = start;
  for (const [ply, move] of moves.entries()) {
    const made = game.moves(state).find((one) => one.move === move);
    expect(made, `a legal move at ply ${ply}`, move, RangeError);
    state = made.to;
  }
}

/** Moves with what each is worth, as `options` lists them. */
export function expectOptions(list) {
  expect(Array.isArray(list) && list.every((option) => ["win", "draw", "loss"].includes(option?.value)), "a list of options", list);
}

/** Two masks of nine bits each. */
export function expectMasks(...masks) {
  for (const mask of masks) expect(Number.isInteger(mask), "a mask of cells as a whole number", mask);
}
