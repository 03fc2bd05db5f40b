// Explores a game whose rules are JavaScript functions. Each state is visited once. An error in the rules is
// reported with its state and with the moves from the start to that state.

import { estimated } from "./survey.js";

/** The default limits: the number of states, the total length of their keys, and the estimated number of states that ends an
 *  estimate, since there are too many anyway. */
export const LIMITS = { states: 500_000, letters: 100_000_000, enough: Infinity };
/** The greatest number of moves of a state. The solver has room for no more. */
const MOVES = 64;
/** The greatest number of moves that an error lists. */
export const PATH = 100;
/** The greatest lengths of texts and lists that rules give: letters, or squares. */
export const BOUNDS = { title: 200, rules: 5000, player: 100, move: 200, state: 1000, sign: 16, signs: 256, squares: 127, path: 4 };
/** The remarks about rules. */
export const REMARKS = ["endless", "drawn", "loops"];
/** The number of states whose answers are compared with those of a second call, besides the first ones: at least half as
 *  many of a large game. */
const AGAIN = 500;
/** The number of states after which the number of all states is estimated, and the part of the greatest number. */
const FIRST = 50_000;
const PART = 1 / 20;
/** The time between two reports of the progress, in milliseconds. */
const INTERVAL = 50;
/** The number of states between two looks at the clock. */
const LOOK = 64;

const OUTCOMES = [undefined, "loss", "draw", "win"];

/** Returns the outcome of an answer of rules. Null and false are none, so that rules may say `left === 0 && "loss"`. */
const outcomeOf = (answer) => (answer === null || answer === false ? undefined : answer);

/** An error in rules. `state` is the state in which it occurs. `path` has the names of the moves that lead to
 *  that state. If a function of the rules has thrown something, this is the `cause`. If the game has too many states,
 *  `states` is the estimated number of its states, or Infinity without an estimate; `isMore` says that there are more. */
export class RulesError extends Error {
  constructor(message, state = "", path = [], options = {}) {
    super(message, options);
    this.name = "RulesError";
    this.state = state;
    this.path = path;
    if (options.states) Object.assign(this, { states: options.states, isMore: Boolean(options.isMore) });
  }
}

/** A list of numbers in a typed array, which grows. */
class NumberList {
  length = 0;

  constructor(Type) {
    this.numbers = new Type(1 << 10);
  }

  push(number) {
    if (this.length === this.numbers.length) {
      const more = new this.numbers.constructor(2 * this.length);
      more.set(this.numbers);
      this.numbers = more;
    }
    this.numbers[this.length] = number;
    this.length += 1;
  }

  /** Returns the numbers in an array of their own. */
  taken() {
    return this.numbers.slice(0, this.length);
  }
}

/** Returns the text of a value for an error. */
function written(value) {
  let text;
  try {
    text = typeof value === "function" ? `the function ${value.name}` : JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** The members of rules. Members in brackets are optional. */
const FUNCTIONS = ["start", "moves", "play", "outcome", "[key]", "[draw]", "[mover]", "[text]"];

function expectRules(rules) {
  if (Object(rules) !== rules) throw new RulesError(`expected rules as an object, found ${written(rules)}`);
  for (const entry of FUNCTIONS) {
    const [, optional, name] = /(\[?)(\w+)/.exec(entry);
    if (optional && rules[name] === undefined) continue;
    if (typeof rules[name] !== "function" && !(name === "start" && rules.start !== undefined)) {
      throw new RulesError(`expected a function \`${name}\`, found ${written(rules[name])}`);
    }
  }
  const { players } = rules;
  if (players !== undefined && !(Array.isArray(players) && players.length === 2 && players.every((one) => typeof one === "string" && one && one.length <= BOUNDS.player))) {
    throw new RulesError(`expected the names of two players as \`players\`, found ${written(players)}`);
  }
  for (const name of ["title", "rules"]) {
    if (typeof rules[name] === "string" && rules[name].length > BOUNDS[name]) throw new RulesError(`expected at most ${BOUNDS[name]} letters as \`${name}\`, found ${rules[name].length}`);
  }
}

/** Returns words for the first part of a value that JSON does not give back as it is, or null. */
function lostInJson(value) {
  if (value === null || typeof value === "string" || typeof value === "boolean") return null;
  if (typeof value === "number") return Number.isFinite(value) ? null : String(value);
  if (typeof value !== "object") return value === undefined ? "undefined" : `a ${typeof value}`;
  const prototype = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    if (Object.keys(value).length !== value.length) return "a list with places that are empty or have names";
  } else if (prototype !== null && prototype !== Object.prototype) {
    return `a ${prototype.constructor?.name ?? "value of a class"}`;
  }
  for (const part of Object.values(value)) {
    const lost = lostInJson(part);
    if (lost) return lost;
  }
  return null;
}

/** Freezes a state, so that a move that changes the state before it fails at once. */
function frozen(value) {
  if (Object(value) !== value || Object.isFrozen(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** Returns the picture of a state as rows of signs. `draw` returns a text with lines, or a list. */
function rowsOf(drawn) {
  const rows = typeof drawn === "string" ? drawn.replace(/^\n+|\n+$/g, "").split("\n").map((row) => [...row]) : drawn;
  const isRow = (row) => Array.isArray(row) && row.length === rows[0].length && row.every((sign) => typeof sign === "string" && [...sign].length <= 4 && sign.length <= BOUNDS.sign);
  if (!Array.isArray(rows) || !rows.length || !rows[0]?.length || !rows.every(isRow) || rows.length * rows[0].length > BOUNDS.squares) {
    throw new Error(`expected from \`draw\` rows of the same length, with at most ${BOUNDS.squares} squares in all, found ${written(drawn)}`);
  }
  return rows;
}

/** The constants of the hash FNV-1a of 64 bits (G. Fowler, L. C. Noll and K.-P. Vo, 1991). The prime is 2^40 and
 *  `PRIME`. */
const BASIS = [0x84222325, 0xcbf29ce4];
const PRIME = 0x1b3;
const HALF = 2 ** 32;
const encoder = new TextEncoder();

/** The keys of states in a table, each in two halves. Keys that are all whole numbers from 0 on are kept. Others become
 *  the hash of their text. A clash is less likely than one in a hundred million. */
class TableKeys {
  #halves = new NumberList(Uint32Array);
  #areNumbers = true;

  push(key) {
    if (this.#areNumbers && !(Number.isSafeInteger(key) && key >= 0)) {
      const { numbers, length } = this.#halves;
      this.#halves.length = 0;
      this.#areNumbers = false;
      for (let at = 0; at < length; at += 2) this.#hash(numbers[at] + HALF * numbers[at + 1]);
    }
    if (!this.#areNumbers) {
      this.#hash(key);
      return;
    }
    this.#halves.push(key % HALF);
    this.#halves.push(Math.floor(key / HALF));
  }

  #hash(key) {
    let [low, high] = BASIS;
    for (const byte of encoder.encode(String(key))) {
      low = (low ^ byte) >>> 0;
      const product = low * PRIME;
      high = (Math.imul(high, PRIME) + Math.floor(product / HALF) + (low << 8)) >>> 0;
      low = product % HALF;
    }
    this.#halves.push(low);
    this.#halves.push(high);
  }

  taken() {
    return this.#halves.taken();
  }
}

/** Explores all states of rules, and returns a graph:
 *
 *  - `kinds`: for each state, the player to move in bit 0, and above it the outcome for that player: 1 loss,
 *    2 draw, 3 win, 0 if the game goes on;
 *  - `counts`: for each state, the number of its moves;
 *  - `names` and `steps`: for each move, a number in `texts`, and the state after the move;
 *  - `boards`: for each state, the numbers of its squares in `signs`;
 *  - `labels`: for each state, its text, in a game without a board;
 *  - `keys`: for each state, its key in a table, in two halves, the lower one first;
 *  - `alternates`: whether the players take turns. */
export function explored(rules, { limits = {}, onProgress = () => {} } = {}) {
  const most = { ...LIMITS, ...limits };
  expectRules(rules);
  const keys = new Map();
  const tableKeys = new TableKeys();
  // The states that are not done, and of those that are done, some that are asked about again: their numbers.
  const states = [];
  let sample = [];
  const movers = new NumberList(Uint8Array);
  const from = new NumberList(Uint32Array);
  const by = new NumberList(Uint32Array);
  const kinds = new NumberList(Uint8Array);
  const counts = new NumberList(Uint8Array);
  const names = new NumberList(Uint32Array);
  const steps = new NumberList(Uint32Array);
  const texts = [];
  const paths = [];
  const known = new Map();
  const signs = new Map();
  const boards = new NumberList(Uint8Array);
  const labels = [];
  let size = null;
  let letters = 0;
  // About how many states there are, once it was tried to estimate that, and whether it was.
  let estimate = null;
  // Whether there are more states than the estimate says; and the estimate so far, while there is one.
  let isMore = false;
  let surveyed = 0;
  let isSurveyed = false;
  let told = performance.now();
  const seen = { win: false, loss: false, draw: false };

  /** Returns the moves that lead to a state; if there are many, the last ones. */
  const pathTo = (number) => {
    const path = [];
    for (let at = number; at > 0 && path.length < PATH; at = from.numbers[at]) path.push(texts[by.numbers[at]]);
    if (path.length === PATH) path[PATH - 1] = "…";
    return path.reverse();
  };
  const fault = (message, number, move, options) =>
    new RulesError(message, number < 0 ? "" : labelOf(number), [...(number < 0 ? [] : pathTo(number)), ...(move === undefined ? [] : [move])], options);
  /** Returns the text of a state for an error. */
  const labelOf = (number) => {
    if (number in labels) return labels[number];
    const state = states[number];
    if (state === undefined) return [...keys].find(([, each]) => each === number)[0].slice(rules.mover ? 0 : 1);
    try {
      return rules.text ? String(rules.text(state)) : written(state);
    } catch {
      return written(state);
    }
  };
  const tooMany = (number, move) => {
    const about = estimate === null ? "more" : `${isMore ? "more than" : "about"} ${Number(estimate.toPrecision(2))}`;
    return fault(`expected at most ${most.states} states, found ${about}`, number, move, { states: estimate ?? Infinity, isMore });
  };
  /** Calls a function of the rules. An exception becomes an error with the state. */
  const asked = (name, number, ...given) => {
    try {
      return rules[name](...given);
    } catch (error) {
      throw fault(`\`${name}\` fails: ${error?.message ?? written(error)}`, number, name === "play" ? written(given[1]) : undefined, { cause: error });
    }
  };
  const numberOf = (map, text) => {
    if (!map.has(text)) map.set(text, map.size);
    return map.get(text);
  };

  /** Returns the number of a move among all moves of the game. The move is the number of a square, a list of
   *  numbers for several squares, or a text. */
  function kindOf(move, name) {
    const squares = [move].flat();
    const room = size ? size.columns * size.rows : 0;
    const path = squares.length && squares.length <= BOUNDS.path && squares.every((one) => Number.isInteger(one) && one >= 0 && one < room) ? squares : [];
    const key = `${path.length} ${name}`;
    if (!known.has(key)) {
      known.set(key, texts.length);
      texts.push(name);
      paths.push([...path]);
    }
    return known.get(key);
  }

  /** Returns the key of a state, and the text by which it is found among those that were met. */
  function keyOf(state, mover, number, move) {
    let key = rules.key ? asked("key", number, state) : state;
    if (!rules.key) {
      let lost;
      try {
        lost = lostInJson(state);
        if (!lost && typeof state !== "number") key = JSON.stringify(state);
      } catch (error) {
        lost = error.message;
      }
      if (lost) throw fault(`expected from \`${number < 0 ? "start" : "play"}\` a state that JSON can hold, found ${lost}`, number, move);
    } else if (typeof key !== "string" && !Number.isFinite(key)) {
      throw fault(`expected a text or a number from \`key\`, found ${typeof key === "number" ? key : written(key)}`, number, move);
    }
    return [key, rules.mover ? String(key) : `${mover}${key}`];
  }

  /** Returns the number of a state. A state that was not met before gets a new one. `kind` is the number of the move. */
  function meet(state, mover, number, move, kind = 0) {
    const [key, mine] = keyOf(state, mover, number, move);
    const known = keys.get(mine);
    if (known !== undefined) return known;
    letters += mine.length;
    if (keys.size >= most.states) throw tooMany(number, move);
    if (letters > most.letters) throw fault(`expected keys of at most ${most.letters} letters in all, found more`, number, move);
    const next = keys.size;
    keys.set(mine, next);
    tableKeys.push(key);
    states.push(frozen(state));
    movers.push(mover);
    from.push(Math.max(0, number));
    by.push(kind);
    return next;
  }

  /** Estimates how many states there are, or gives null. A mistake in the rules is not reported here, but when the
   *  exploration comes to its state. */
  function survey() {
    const node = (state, mover) => ({ state, mover, key: keyOf(state, mover, -1)[1], isOver: Boolean(outcomeOf(rules.outcome(state))) });
    const after = ({ state, mover }) => {
      tell();
      return rules.moves(state).map((move) => {
        const next = frozen(rules.play(state, frozen(move)));
        return node(next, moverOf(next, 1 - mover, -1));
      });
    };
    const onLayer = (total) => {
      surveyed = total;
      isMore = total > most.enough;
      return isMore;
    };
    try {
      return estimated(node(states[0], movers.numbers[0]), after, onLayer);
    } catch {
      return null;
    } finally {
      surveyed = 0;
    }
  }

  let done = 0;
  /** Reports the progress, unless it was reported just now. */
  function tell() {
    if (performance.now() - told <= INTERVAL) return;
    told = performance.now();
    onProgress({ done, total: Math.max(keys.size, Math.min(estimate ?? 0, most.states)), surveyed, path: pathTo(done) });
  }

  function moverOf(state, otherwise, number, move) {
    if (!rules.mover) return otherwise;
    const mover = asked("mover", number, state);
    if (mover !== 0 && mover !== 1) throw fault(`expected 0 or 1 from \`mover\`, found ${written(mover)}`, number, move);
    return mover;
  }

  function drawn(state, number) {
    if (!rules.draw) return;
    let rows;
    try {
      rows = rowsOf(asked("draw", number, state));
    } catch (error) {
      throw error instanceof RulesError ? error : fault(error.message, number);
    }
    size ??= { columns: rows[0].length, rows: rows.length };
    if (rows.length !== size.rows || rows[0].length !== size.columns) {
      throw fault(`expected from \`draw\` a board of ${size.columns} by ${size.rows}, as at the start, found ${rows[0].length} by ${rows.length}`, number);
    }
    for (const sign of rows.flat()) boards.push(numberOf(signs, sign));
    if (signs.size > BOUNDS.signs) throw fault(`expected at most ${BOUNDS.signs} different signs from \`draw\`, found more`, number);
  }

  /** Keeps a state that is done for the sample, which has the first states and others at equal distances, or forgets it. */
  let apart = 1;
  function forget(number) {
    if (number < LOOK || number % apart === 0) sample.push(number);
    else states[number] = undefined;
    if (sample.length < 2 * AGAIN) return;
    apart *= 2;
    for (const kept of sample) if (kept >= LOOK && kept % apart) states[kept] = undefined;
    sample = sample.filter((kept) => states[kept] !== undefined);
  }

  const first = typeof rules.start === "function" ? asked("start", -1) : rules.start;
  meet(first, moverOf(first, 0, -1), -1);
  for (let number = 0; number < keys.size; number += 1) {
    const state = states[number];
    done = number;
    if (number) forget(number - 1);
    if (number % LOOK === 0) tell();
    if (!isSurveyed && keys.size > Math.min(FIRST, most.states * PART)) {
      isSurveyed = true;
      estimate = survey();
      if (estimate > most.states) throw tooMany(number);
    }
    if (!rules.draw) {
      labels.push(rules.text ? String(asked("text", number, state)) : written(state));
      if (labels[number].length > BOUNDS.state) throw fault(`expected at most ${BOUNDS.state} letters from \`text\`, found ${labels[number].length}`, number);
    }
    drawn(state, number);
    const outcome = outcomeOf(asked("outcome", number, state));
    if (!OUTCOMES.includes(outcome)) {
      throw fault(`expected "win", "draw" or "loss" for the player to move, or nothing, from \`outcome\`, found ${written(outcome)}`, number);
    }
    kinds.push(movers.numbers[number] | OUTCOMES.indexOf(outcome) << 1);
    if (outcome) {
      seen[outcome] = true;
      counts.push(0);
      continue;
    }
    const moves = asked("moves", number, state);
    if (!Array.isArray(moves)) throw fault(`expected a list from \`moves\`, found ${written(moves)}`, number);
    if (!moves.length) throw fault("expected a move from `moves` or an outcome from `outcome`, found neither", number);
    if (moves.length > MOVES) throw fault(`expected at most ${MOVES} moves from \`moves\`, found ${moves.length}`, number);
    const mine = new Set();
    for (const move of moves) {
      const name = typeof move === "string" ? move : written(move);
      if (name.length > BOUNDS.move) throw fault(`expected from \`moves\` names with at most ${BOUNDS.move} letters, found ${name.length}`, number);
      const kind = kindOf(move, name);
      if (mine.has(name)) throw fault(`expected moves with different names from \`moves\`, found two of ${name}`, number);
      mine.add(name);
      const next = asked("play", number, state, frozen(move));
      if (next === undefined) throw fault("expected a state from `play`, found nothing", number, name);
      const to = meet(next, moverOf(next, 1 - movers.numbers[number], number, name), number, name, kind);
      if (to === number) throw fault("`play` changes nothing: the state after the move is the same", number, name);
      names.push(kind);
      steps.push(to);
    }
    counts.push(moves.length);
  }
  forget(keys.size - 1);
  const graph = {
    kinds: kinds.taken(), counts: counts.taken(), names: names.taken(), steps: steps.taken(), boards: boards.taken(), keys: tableKeys.taken(),
  };
  const allSigns = [...signs.keys()];
  const room = size ? size.columns * size.rows : 0;

  /** Asks all functions about a state again, twice, and compares the answers with the first ones. */
  function askAgain(number, first) {
    const expectSame = (name, before, now) => {
      if (now !== before) throw fault(`expected from \`${name}\` the same answer each time, found ${written(now)} after ${written(before)}: rules may depend on nothing but what they are given`, number);
    };
    const state = states[number];
    const [mover, count] = [graph.kinds[number] & 1, graph.counts[number]];
    for (let times = 0; times < 2; times += 1) {
      if (rules.text && !rules.draw) expectSame("text", labels[number], String(asked("text", number, state)));
      expectSame("mover", mover, moverOf(state, mover, number));
      expectSame("outcome", OUTCOMES[graph.kinds[number] >> 1], outcomeOf(asked("outcome", number, state)));
      if (size) {
        const squares = rowsOf(asked("draw", number, state)).flat();
        expectSame("draw", Array.from(graph.boards.subarray(number * room, (number + 1) * room), (sign) => allSigns[sign]).join("\n"), squares.join("\n"));
      }
      if (!count) continue;
      const moves = asked("moves", number, state);
      const named = Array.isArray(moves) ? moves.map((move) => (typeof move === "string" ? move : written(move))) : [written(moves)];
      expectSame("moves", Array.from(graph.names.subarray(first, first + count), (name) => texts[name]).join("\n"), named.join("\n"));
      moves.forEach((move, at) => {
        const next = asked("play", number, state, frozen(move));
        const [, mine] = keyOf(next, moverOf(next, 1 - mover, number, named[at]), number, named[at]);
        const expected = graph.steps[first + at];
        if (keys.get(mine) !== expected) expectSame("play", labelOf(expected), written(next));
      });
    }
  }

  let [at, firstMove] = [0, 0];
  for (const number of sample) {
    for (; at < number; at += 1) firstMove += graph.counts[at];
    askAgain(number, firstMove);
  }
  return {
    title: typeof rules.title === "string" && rules.title ? rules.title : "A game of one’s own",
    about: typeof rules.rules === "string" ? rules.rules : "",
    players: rules.players ?? ["Blue", "Orange"],
    columns: size?.columns ?? 0,
    rows: size?.rows ?? 0,
    ...graph,
    texts,
    paths,
    signs: allSigns,
    labels,
    alternates: !rules.mover,
    remarks: remarksOf(graph, seen),
  };
}

/** Returns remarks about what may be a mistake: outcomes that never occur, and play that may go on for ever. */
function remarksOf({ kinds, counts, steps }, seen) {
  const remarks = [];
  const isEnd = seen.win || seen.loss || seen.draw;
  if (!isEnd) remarks.push(REMARKS[0]);
  else if (!seen.win && !seen.loss) remarks.push(REMARKS[1]);
  // A state is done when all states before it are. The states of a loop are never done.
  const waits = new Uint32Array(kinds.length);
  for (const to of steps) waits[to] += 1;
  const firsts = new Uint32Array(counts.length + 1);
  counts.forEach((count, number) => { firsts[number + 1] = firsts[number] + count; });
  const ready = new NumberList(Uint32Array);
  if (!waits[0]) ready.push(0);
  let done = 0;
  for (; done < ready.length; done += 1) {
    const number = ready.numbers[done];
    for (let at = firsts[number]; at < firsts[number + 1]; at += 1) {
      waits[steps[at]] -= 1;
      if (!waits[steps[at]]) ready.push(steps[at]);
    }
  }
  if (done < kinds.length) remarks.push(REMARKS[2]);
  return remarks;
}
