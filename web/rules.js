// Explores a game whose rules are JavaScript functions. Each state is visited once. An error in the rules is
// reported with its state and with the moves from the start to that state.

/** The default limits: the number of states, and the total length of their keys. */
export const LIMITS = { states: 500_000, letters: 100_000_000 };
/** The greatest number of moves of a state. The solver has room for no more. */
const MOVES = 64;
/** The greatest number of moves that an error lists. */
export const PATH = 100;
/** The greatest lengths of texts and lists that rules give: letters, or squares. */
export const BOUNDS = { title: 200, rules: 5000, player: 100, move: 200, state: 1000, sign: 16, signs: 256, squares: 127, path: 4 };
/** The remarks about rules. */
export const REMARKS = ["endless", "drawn", "loops"];
/** The number of states whose answers are compared with those of a second call, besides the first ones. */
const AGAIN = 500;
/** The time between two reports of the progress, in milliseconds. */
const INTERVAL = 50;
/** The number of states between two looks at the clock. */
const LOOK = 64;

const OUTCOMES = [undefined, "loss", "draw", "win"];

/** Returns the outcome of an answer of rules. Null and false are none, so that rules may say `left === 0 && "loss"`. */
const outcomeOf = (answer) => (answer === null || answer === false ? undefined : answer);

/** An error in rules. `state` is the state in which it occurs. `path` has the names of the moves that lead to
 *  that state. If a function of the rules has thrown something, this is the `cause`. */
export class RulesError extends Error {
  constructor(message, state = "", path = [], options = {}) {
    super(message, options);
    this.name = "RulesError";
    this.state = state;
    this.path = path;
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

/** Returns the keys of states in a table, each in two halves. Keys that are all whole numbers from 0 on are kept.
 *  Others become the hash of their text. A clash is less likely than one in a hundred million. */
function tableKeys(keys) {
  const halves = new Uint32Array(2 * keys.length);
  const areNumbers = keys.every((key) => Number.isSafeInteger(key) && key >= 0);
  keys.forEach((key, number) => {
    let [low, high] = areNumbers ? [key % HALF, Math.floor(key / HALF)] : BASIS;
    if (!areNumbers) {
      for (const byte of encoder.encode(String(key))) {
        low = (low ^ byte) >>> 0;
        const product = low * PRIME;
        high = (Math.imul(high, PRIME) + Math.floor(product / HALF) + (low << 8)) >>> 0;
        low = product % HALF;
      }
    }
    halves.set([low, high], 2 * number);
  });
  return halves;
}

/** Explores all states of rules, and returns a graph:
 *
 *  - `kinds`: for each state, the player to move in bit 0, and above it the outcome for that player: 1 loss,
 *    2 draw, 3 win, 0 if the game goes on;
 *  - `counts`: for each state, the number of its moves;
 *  - `names` and `steps`: for each move, a number in `texts`, and the state after the move;
 *  - `boards`: for each state, the numbers of its squares in `signs`;
 *  - `labels`: for each state, its text;
 *  - `keys`: for each state, its key in a table, in two halves, the lower one first;
 *  - `alternates`: whether the players take turns. */
export function explored(rules, { limits = {}, onProgress = () => {} } = {}) {
  const most = { ...LIMITS, ...limits };
  expectRules(rules);
  const keys = new Map();
  const ownKeys = [];
  const states = [];
  const movers = [];
  const from = [];
  const by = [];
  const kinds = [];
  const counts = [];
  const names = [];
  const steps = [];
  const texts = [];
  const paths = [];
  const known = new Map();
  const signs = new Map();
  const boards = [];
  const labels = [];
  let size = null;
  let letters = 0;
  let told = performance.now();
  const seen = { win: false, loss: false, draw: false };

  /** Returns the moves that lead to a state; if there are many, the last ones. */
  const pathTo = (number) => {
    const path = [];
    for (let at = number; at > 0 && path.length < PATH; at = from[at]) path.push(by[at]);
    if (path.length === PATH) path[PATH - 1] = "…";
    return path.reverse();
  };
  const fault = (message, number, move, options) =>
    new RulesError(message, number < 0 ? "" : labels[number] ?? written(states[number]), [...(number < 0 ? [] : pathTo(number)), ...(move === undefined ? [] : [move])], options);
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

  /** Returns the number of a state. A state that was not met before gets a new one. */
  function meet(state, mover, number, move) {
    const [key, mine] = keyOf(state, mover, number, move);
    const known = keys.get(mine);
    if (known !== undefined) return known;
    letters += mine.length;
    if (states.length >= most.states) throw fault(`expected at most ${most.states} states, found more`, number, move);
    if (letters > most.letters) throw fault(`expected keys of at most ${most.letters} letters in all, found more`, number, move);
    keys.set(mine, states.length);
    ownKeys.push(key);
    states.push(frozen(state));
    movers.push(mover);
    from.push(number);
    by.push(move);
    return states.length - 1;
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

  const first = typeof rules.start === "function" ? asked("start", -1) : rules.start;
  meet(first, moverOf(first, 0, -1), -1);
  for (let number = 0; number < states.length; number += 1) {
    const state = states[number];
    if (number % LOOK === 0 && performance.now() - told > INTERVAL) {
      told = performance.now();
      onProgress({ done: number, total: states.length, path: pathTo(number) });
    }
    labels.push(rules.text ? String(asked("text", number, state)) : written(state));
    if (labels[number].length > BOUNDS.state) throw fault(`expected at most ${BOUNDS.state} letters from \`text\`, found ${labels[number].length}`, number);
    drawn(state, number);
    const outcome = outcomeOf(asked("outcome", number, state));
    if (!OUTCOMES.includes(outcome)) {
      throw fault(`expected "win", "draw" or "loss" for the player to move, or nothing, from \`outcome\`, found ${written(outcome)}`, number);
    }
    kinds.push(movers[number] | OUTCOMES.indexOf(outcome) << 1);
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
      const to = meet(next, moverOf(next, 1 - movers[number], number, name), number, name);
      if (to === number) throw fault("`play` changes nothing: the state after the move is the same", number, name);
      names.push(kind);
      steps.push(to);
    }
    counts.push(moves.length);
  }
  /** Asks all functions about a state again, twice, and compares the answers with the first ones. */
  function askAgain(number, first) {
    const expectSame = (name, before, now) => {
      if (now !== before) throw fault(`expected from \`${name}\` the same answer each time, found ${written(now)} after ${written(before)}: rules may depend on nothing but what they are given`, number);
    };
    const state = states[number];
    for (let times = 0; times < 2; times += 1) {
      if (rules.text) expectSame("text", labels[number], String(asked("text", number, state)));
      expectSame("mover", movers[number], moverOf(state, movers[number], number));
      expectSame("outcome", OUTCOMES[kinds[number] >> 1], outcomeOf(asked("outcome", number, state)));
      if (size) {
        const squares = rowsOf(asked("draw", number, state)).flat();
        expectSame("draw", Array.from({ length: size.columns * size.rows }, (_, at) => allSigns[boards[number * size.columns * size.rows + at]]).join("\n"), squares.join("\n"));
      }
      if (!counts[number]) continue;
      const moves = asked("moves", number, state);
      const named = Array.isArray(moves) ? moves.map((move) => (typeof move === "string" ? move : written(move))) : [written(moves)];
      expectSame("moves", Array.from({ length: counts[number] }, (_, at) => texts[names[first + at]]).join("\n"), named.join("\n"));
      moves.forEach((move, at) => {
        const next = asked("play", number, state, frozen(move));
        const [, mine] = keyOf(next, moverOf(next, 1 - movers[number], number, named[at]), number, named[at]);
        expectSame("play", labels[steps[first + at]], keys.get(mine) === steps[first + at] ? labels[steps[first + at]] : written(next));
      });
    }
  }

  const allSigns = [...signs.keys()];
  // The first states, and others at equal distances.
  const apart = Math.max(1, Math.floor(states.length / AGAIN));
  for (let [number, first] = [0, 0]; number < states.length; first += counts[number], number += 1) {
    if (number % apart === 0 || number < LOOK) askAgain(number, first);
  }
  return {
    title: typeof rules.title === "string" && rules.title ? rules.title : "A game of one’s own",
    about: typeof rules.rules === "string" ? rules.rules : "",
    players: rules.players ?? ["Blue", "Orange"],
    columns: size?.columns ?? 0,
    rows: size?.rows ?? 0,
    kinds: Uint8Array.from(kinds),
    counts: Uint8Array.from(counts),
    names: Uint32Array.from(names),
    steps: Uint32Array.from(steps),
    texts,
    paths,
    signs: allSigns,
    boards: Uint32Array.from(boards),
    labels,
    keys: tableKeys(ownKeys),
    alternates: !rules.mover,
    remarks: remarksOf({ kinds, counts, steps }, seen),
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
  const ready = waits[0] ? [] : [0];
  let done = 0;
  while (ready.length) {
    const number = ready.pop();
    done += 1;
    for (let at = firsts[number]; at < firsts[number + 1]; at += 1) {
      waits[steps[at]] -= 1;
      if (!waits[steps[at]]) ready.push(steps[at]);
    }
  }
  if (done < kinds.length) remarks.push(REMARKS[2]);
  return remarks;
}
