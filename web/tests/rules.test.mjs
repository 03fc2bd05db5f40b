// Rules in JavaScript: what is known of them once they were asked about every state, and what is wrong with
// some, by the state and the way to it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { adviceOf, lineOf } from "../playground/advice.js";
import { changeOf } from "../playground/changes.js";
import { EXAMPLES, titleOf } from "../playground/examples.js";
import { limitsOf, smaller } from "../playground/smaller.js";
import { WORDS } from "../playground/words.js";
import { fragmentOf, numbersOf, rulesOf, withNumber } from "../playground/share.js";
import { packed } from "../pack.js";
import { readGame } from "../data.js";
import { RulesError, explored } from "../rules.js";

const NAMES = ["title", "rules", "players", "start", "moves", "play", "outcome", "key", "draw", "mover", "text"];

/** The rules of a text, as a worker takes them. */
export function rulesIn(source) {
  const found = NAMES.map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`).join(", ");
  return new Function(`"use strict"; ${source}\n; return { ${found} };`)();
}

/** Take one or two of some sticks. */
const TAKE = {
  start: () => 4,
  moves: (left) => [1, 2].filter((take) => take <= left).map((take) => `take ${take}`),
  play: (left, move) => left - Number(move.slice(5)),
  outcome: (left) => (left ? undefined : "loss"),
};

test("a graph has every state once, with its moves, its outcome and its looks", async () => {
  const graph = explored(TAKE);
  assert.deepEqual(graph.labels, ["4", "3", "2", "2", "1", "0", "1", "0"]);
  assert.deepEqual([...graph.kinds], [0, 1, 1, 0, 0, 1 << 1, 1, 1 | 1 << 1]);
  assert.deepEqual([...graph.counts], [2, 2, 2, 2, 1, 0, 1, 0]);
  assert.deepEqual(graph.texts, ["take 1", "take 2"]);
  assert.deepEqual(graph.remarks, []);
  const values = Uint8Array.from([2, 0, 2, 2, 2, 0, 2, 0]);
  const distances = Uint32Array.from([4, 3, 2, 2, 2, 1, 2, 1]);
  const game = await readGame(await packed("take", graph, { values, distances }));
  assert.equal(game.count, 8);
  assert.deepEqual(game.moves(0).map(({ text, to }) => [text, to]), [["take 1", 1], ["take 2", 2]]);
  assert.deepEqual([game.text(0), game.mover(1), game.worth(1)], ["4", 1, { value: "loss", distance: 2 }]);
});

test("keys of a table are the numbers of the rules, or hashes of their texts", () => {
  const keysOf = ({ keys }) => Array.from({ length: keys.length / 2 }, (_, at) => BigInt(keys[2 * at]) | BigInt(keys[2 * at + 1]) << 32n);
  assert.deepEqual(keysOf(explored(TAKE)), [4n, 3n, 2n, 2n, 1n, 0n, 1n, 0n]);
  assert.deepEqual(keysOf(explored({ ...TAKE, key: (left) => 2 ** 40 + left })).slice(0, 2), [2n ** 40n + 4n, 2n ** 40n + 3n]);
  // From the tables of Landon Curt Noll's test suite of FNV.
  const texts = { a: 0xaf63dc4c8601ec8cn, foobar: 0x85944171f73967e8n, "": 0xcbf29ce484222325n };
  const chain = { start: 0, moves: () => ["on"], play: (at) => at + 1, outcome: (at) => (at === 2 ? "draw" : undefined), key: (at) => Object.keys(texts)[at] };
  assert.deepEqual(keysOf(explored(chain)), Object.values(texts));
});

describe("faults are told with the state and the way to it", () => {
  for (const [name, change, message, state, path] of [
    ["true for an outcome", { outcome: (left) => (left ? undefined : true) }, /expected "win", "draw" or "loss".*found true/, "0", ["take 2", "take 2"]],
    ["a move that changes nothing", { play: (left, move) => (left === 3 ? [] : left - Number(move.slice(5))), key: (left) => (left === 3 || Array.isArray(left) ? 3 : left), mover: () => 0 }, /^`play` changes nothing/, "3", ["take 1", "take 1"]],
    ["two moves of one name", { moves: () => ["x", "x"] }, /found two of x/, "4", []],
    ["neither a move nor an outcome", { moves: (left) => (left > 2 ? ["take 1"] : []) }, /expected a move from `moves` or an outcome from `outcome`/, "2", ["take 1", "take 1"]],
    ["no list of moves", { moves: () => 3 }, /expected a list from `moves`, found 3/, "4", []],
    ["nothing from play", { play: () => undefined }, /expected a state from `play`/, "4", ["take 1"]],
    ["an exception", { outcome: (left) => left.map() }, /`outcome` fails: left.map is not a function/, "4", []],
    ["a state that a move changes", { start: () => [4], moves: ([left]) => (left ? ["take 1"] : []), play: (state) => { state[0] -= 1; return state; }, outcome: ([left]) => (left ? undefined : "loss") }, /`play` fails/, "[4]", ["\"take 1\""]],
    ["a state that JSON cannot hold", { play: () => () => 1 }, /expected from `play` a state that JSON can hold/, "4", ["take 1"]],
    ["a state with a set", { play: (left, move) => ({ left: new Set([left, move]) }) }, /expected from `play` a state that JSON can hold, found a Set$/, "4", ["take 1"]],
    ["a state with a map in a list", { play: () => [1, new Map()] }, /that JSON can hold, found a Map$/, "4", ["take 1"]],
    ["a state with a date", { play: () => new Date(0) }, /that JSON can hold, found a Date$/, "4", ["take 1"]],
    ["a state that is no number", { play: () => NaN }, /that JSON can hold, found NaN$/, "4", ["take 1"]],
    ["a state without bounds", { play: () => [Infinity] }, /that JSON can hold, found Infinity$/, "4", ["take 1"]],
    ["a state with nothing in it", { play: () => ({ left: undefined }) }, /that JSON can hold, found undefined$/, "4", ["take 1"]],
    ["a state with a hole", { play: () => new Array(3) }, /that JSON can hold, found a list with places that are empty/, "4", ["take 1"]],
    ["a state with a number of any size", { play: () => [3n] }, /that JSON can hold, found a bigint$/, "4", ["take 1"]],
    ["a state that contains itself", { play: () => { const state = []; state.push(state); return state; } }, /that JSON can hold, found Maximum call stack/, "4", ["take 1"]],
    ["a key that is no number", { key: (left) => left / 0 - left / 0 }, /expected a text or a number from `key`, found NaN/, "", []],
    ["a long name of a move", { moves: () => ["x".repeat(201)] }, /from `moves` names with at most 200 letters, found 201/, "4", []],
    ["too many moves", { moves: () => Array.from({ length: 65 }, (_, i) => `take ${i}`) }, /at most 64 moves from `moves`, found 65/, "4", []],
    ["a board of another size", { draw: (left) => [".".repeat(left + 1).split("")] }, /a board of 5 by 1.*found 4 by 1/, "3", ["take 1"]],
    ["a board that is none", { draw: () => 7 }, /expected from `draw` rows/, "4", []],
  ]) {
    test(name, () => {
      assert.throws(() => explored({ ...TAKE, ...change }), (error) => {
        assert.ok(error instanceof RulesError, error.stack);
        assert.match(error.message, message);
        assert.deepEqual([error.state, error.path], [state, path]);
        return true;
      });
    });
  }

  describe("functions that depend on more than what they are given", () => {
    const expectTwoAnswers = (change, name) => assert.throws(() => explored({ ...TAKE, ...change() }), (error) => {
      assert.ok(error instanceof RulesError, error.stack);
      assert.match(error.message, new RegExp(`^expected from \`${name}\` the same answer each time, found `));
      return true;
    });
    test("a player who changes with each call", () => expectTwoAnswers(() => {
      let turn = 1;
      return { mover: () => { turn = 1 - turn; return turn; } };
    }, "mover"));
    test("a turn outside of the state", () => expectTwoAnswers(() => {
      let turn = 0;
      return { mover: () => turn, play: (left, move) => { turn = 1 - turn; return left - Number(move.slice(5)); } };
    }, "mover"));
    test("an outcome by chance", () => expectTwoAnswers(() => {
      let calls = 0;
      // Stands for a number by chance.
      const chance = () => { calls += 1; return calls % 3 === 0; };
      return { outcome: (left) => (left ? undefined : chance() ? "draw" : "loss") };
    }, "outcome"));
    test("a move that depends on those before", () => expectTwoAnswers(() => {
      let calls = 0;
      return { play: (left, move) => { calls += 1; return calls > 6 ? 0 : left - Number(move.slice(5)); } };
    }, "play"));
    test("moves that become fewer", () => expectTwoAnswers(() => {
      let calls = 0;
      return { moves: (left) => { calls += 1; return (calls > 7 ? [1] : [1, 2]).filter((take) => take <= left).map((take) => `take ${take}`); } };
    }, "moves"));
    test("a text that counts", () => expectTwoAnswers(() => {
      let calls = 0;
      return { text: (left) => { calls += 1; return `${left}, ${calls}`; } };
    }, "text"));
    test("a board that counts", () => expectTwoAnswers(() => {
      let calls = 0;
      return { draw: () => { calls += 1; return [[String(calls % 10)]]; } };
    }, "draw"));
  });

  test("false for an outcome is none, as in `left === 0 && \"loss\"`", () => {
    assert.deepEqual(explored({ ...TAKE, outcome: (left) => left === 0 && "loss" }), explored(TAKE));
    assert.throws(() => explored({ ...TAKE, outcome: () => 0 }), /from `outcome`, found 0/);
  });

  test("an error that a function throws is the cause", () => {
    const thrown = new Error("mine");
    assert.throws(() => explored({ ...TAKE, moves: () => { throw thrown; } }), ({ cause }) => cause === thrown);
  });

  test("functions that lack, and names that are none", () => {
    assert.throws(() => explored({ ...TAKE, play: undefined }), /expected a function `play`, found undefined/);
    assert.throws(() => explored({ ...TAKE, draw: 3 }), /expected a function `draw`, found 3/);
    assert.throws(() => explored({ ...TAKE, players: ["A"] }), /expected the names of two players/);
    assert.throws(() => explored(null), /expected rules as an object, found null/);
  });

  test("more states than there may be", () => {
    const endless = { start: 0, moves: () => ["on"], play: (state) => state + 1, outcome: () => undefined };
    assert.throws(() => explored(endless, { limits: { states: 1000 } }), /expected at most 1000 states, found more/);
    assert.throws(() => explored({ ...endless, start: "", play: (state) => `${state}${"x".repeat(100)}` }, { limits: { letters: 100_000 } }), /at most 100000 letters/);
  });

  test("about how many states there are, where there are too many", () => {
    const large = rulesIn(EXAMPLES[0].replace("const WIDTH = 3", "const WIDTH = 4"));
    assert.equal(explored(large).kinds.length, 111_973);
    assert.throws(() => explored(large, { limits: { states: 60_000 } }), ({ message, states, path }) => {
      assert.ok(states > 111_973 / 1.3 && states < 111_973 * 1.3, `${states}`);
      assert.equal(message, `expected at most 60000 states, found about ${Number(states.toPrecision(2))}`);
      // Long before all that there is room for were found.
      assert.ok(path.length < 6, `${path}`);
      return true;
    });
    // A chase comes back to its states, and a chain has no end: neither is estimated.
    const chase = rulesIn(EXAMPLES[10]);
    const chain = { start: 0, moves: () => ["on"], play: (state) => state + 1, outcome: () => undefined };
    for (const rules of [chase, chain]) {
      assert.throws(() => explored(rules, { limits: { states: 100 } }), ({ message, states }) => message === "expected at most 100 states, found more" && states === Infinity);
    }
  });

  test("the progress tells about how many states there are, and an error beyond the kept states still names its state", () => {
    const totals = [];
    const rules = rulesIn(EXAMPLES[0].replace("const WIDTH = 3", "const WIDTH = 4"));
    explored(rules, { limits: { states: 150_000 }, onProgress: ({ total }) => totals.push(total) });
    assert.ok(totals.some((total, i) => total > 80_000 && i < totals.length / 2), `${totals}`);
    let calls = 0;
    const forgetful = { start: 0, moves: () => ["on"], play: (at) => { calls += 1; return calls > 5000 && at >= 100 ? 4999 : at + 1; }, outcome: (at) => at === 5000 && "draw", draw: () => [["."]] };
    assert.throws(() => explored(forgetful), ({ message, state }) => /^expected from `play` the same answer each time, found "4999" after "105": /.test(message) && state === "104");
  });

  test("what is odd is remarked: play without end, and nobody who can win", () => {
    assert.deepEqual(explored({ start: 0, moves: () => ["on"], play: (state) => (state + 1) % 3, outcome: () => undefined }).remarks, ["endless", "loops"]);
    assert.deepEqual(explored({ ...TAKE, outcome: (left) => (left ? undefined : "draw") }).remarks, ["drawn"]);
  });
});

test("advice is found for errors as Chromium and Firefox tell them, and has words in both languages", () => {
  const source = "const start = [0];\nconst moves = ([cell]) => [cell];\nfunction play(board, move) {\n}\nlet outcome = state => false;";
  for (const [message, kind, state = "state"] of [
    ["`play` fails: Cannot assign to read only property '0' of object '[object Array]'", "copyList", "board"],
    ["`play` fails: 0 is read-only", "copyList", "board"],
    ["`play` fails: Cannot add property 3, object is not extensible", "copyList", "board"],
    ["`play` fails: can't define array index property past the end of an array with non-writable length", "copyList", "board"],
    ["`moves` fails: Cannot assign to read only property '0' of object '[object Array]'", "copyList", "state"],
    ["`outcome` fails: Cannot assign to read only property 'left' of object '#<Object>'", "copyObject", "state"],
    ["`play` fails: \"left\" is read-only", "copyObject", "board"],
    ["`play` fails: Cannot assign to read only property '0' of string 'XO'", "text"],
    ["expected \"win\", \"draw\" or \"loss\" for the player to move, or nothing, from `outcome`, found true", "outcome"],
    ["expected a move from `moves` or an outcome from `outcome`, found neither", "ends"],
    ["expected from `play` a state that JSON can hold, found a Set", "json"],
    ["expected a state from `play`, found nothing", "returns"],
    ["`play` changes nothing: the state after the move is the same", "returns"],
    ["expected from `mover` the same answer each time, found 1 after 0: rules may depend on nothing but what they are given", "same"],
    ["the rules have said nothing for 2.5 s: perhaps a loop has no end", "loop"],
  ]) {
    assert.deepEqual(adviceOf(message, source), { kind, state }, message);
    for (const { advice } of Object.values(WORDS)) assert.equal(typeof advice[kind](state), "string");
  }
  assert.equal(adviceOf("`moves` fails: left.map is not a function", source), null);
  assert.deepEqual(Object.keys(WORDS.en.advice), Object.keys(WORDS.zh.advice));
  const lines = ["`play` fails", "from `outcome`, found 3", "from `start` a state", "from `text`", "nothing"].map((message) => lineOf({ message }, source));
  assert.deepEqual([...lines, lineOf({ message: "`play` fails", line: 4 }, source)], [3, 5, 1, 0, 0, 4]);
});

test("smaller numbers are found for rules with too many states, and none where none help", async () => {
  const explore = async (source, limits) => explored(rulesIn(source), { limits });
  const large = EXAMPLES[0].replace("const WIDTH = 3", "const WIDTH = 4").replace("const HEIGHT = 3", "const HEIGHT = 4").replace("const LENGTH = 3", "const LENGTH = 4");
  const { text, numbers, states } = await smaller(large, 20_000, explore);
  assert.equal(explored(rulesIn(text)).kinds.length, states);
  assert.ok(states <= 20_000 && numbers.length, `${states}`);
  for (const { name, value } of numbers) assert.match(text, new RegExp(`^const ${name} = ${value};$`, "m"));
  assert.equal(await smaller("const start = 0;\nconst moves = () => [\"on\"];\nconst play = (at) => at + 1;\nconst outcome = () => {};\nconst SIZE = 3;\n", 100, explore), null);
  assert.deepEqual([limitsOf(0.25).states, limitsOf(4).states, limitsOf(8).states, limitsOf().states], [500_000, 2_500_000, 5_000_000, 2_500_000]);
});

test("an estimate ends when there are far more states than there is room for", () => {
  const many = { start: () => [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], moves: (state) => [...state.keys()], play: (state, at) => state.map((count, i) => count + Number(i === at)), outcome: (state) => (state.reduce((all, count) => all + count, 0) > 20 ? "loss" : undefined) };
  const failed = (limits) => {
    try {
      explored(many, { limits });
    } catch (error) {
      return error;
    }
    return assert.fail("expected too many states");
  };
  const { states, isMore, message } = failed({ states: 5_000, enough: 20_000 });
  assert.ok(isMore && states > 20_000 && /found more than \d+$/.test(message), message);
  const whole = failed({ states: 5_000 });
  assert.ok(!whole.isMore && whole.states > states && /found about \d+$/.test(whole.message), whole.message);
});

test("what changed between two texts of rules: numbers, and the first other line", () => {
  const before = "const SIZE = 3;\nconst LENGTH = 3;\nconst start = 1;\n";
  assert.deepEqual(changeOf(before), { numbers: "SIZE 3, LENGTH 3", line: null, isOther: false });
  assert.deepEqual(changeOf(before, before), { numbers: "", line: null, isOther: false });
  assert.deepEqual(changeOf(before.replace("SIZE = 3", "SIZE = 4"), before), { numbers: "SIZE 4", line: null, isOther: false });
  assert.deepEqual(changeOf(before.replace("SIZE = 3", "SIZE = 4").replace("start = 1", "start = 2"), before), { numbers: "SIZE 4", line: { number: 3, text: "const start = 2;" }, isOther: false });
  assert.deepEqual(changeOf(`const MORE = 1;\n${before}`, before), { numbers: "", line: { number: 1, text: "const MORE = 1;" }, isOther: false });
  assert.ok(changeOf("const title = 'Nim';\nconst start = [3, 4, 5];\nconst moves = () => [];\n", before).isOther);
});

describe("the examples", () => {
  const COUNTS = {
    "Three in a row": 5478, "No three in a row": 5478, "Take-away": 42, Nim: 232, Hexapawn: 135, Chomp: 68, "Three discs in a row": 7157, Notakto: 450,
    Domineering: 3120, Kayles: 935, "Cop and robber": 121, "Count to 31": 62,
  };
  test("there are twelve, and each has its states", () => {
    assert.deepEqual(Object.fromEntries(EXAMPLES.map((source) => [titleOf(source), explored(rulesIn(source)).kinds.length])), COUNTS);
    assert.equal(EXAMPLES.length, 12);
  });
});

test("rules are sent in an address, and what was cut off is none", async () => {
  for (const source of [EXAMPLES[0], "", "// 棋 – “x”\n"]) {
    const fragment = await fragmentOf(source);
    assert.match(fragment, /^rules=[\w-]*$/);
    assert.equal(await rulesOf(fragment), source);
  }
  const fragment = await fragmentOf(EXAMPLES[0]);
  assert.ok(fragment.length < 1500, `${fragment.length}`);
  assert.equal(await rulesOf(fragment.slice(0, -40)), null);
  assert.equal(await rulesOf("rules=%%%"), null);
  assert.equal(await rulesOf("moves=1"), null);
});

test("numbers at the top of rules can be changed", () => {
  const source = "const SIZE = 3;\nconst LENGTH = 3;\n  const inner = 4;\nconst SIZES = [1];\n";
  assert.deepEqual(numbersOf(source), [{ name: "SIZE", value: 3 }, { name: "LENGTH", value: 3 }]);
  assert.deepEqual(numbersOf(withNumber(source, "SIZE", 5)), [{ name: "SIZE", value: 5 }, { name: "LENGTH", value: 3 }]);
});
