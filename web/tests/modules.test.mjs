// The modules of the player, each alone, without a document; and how they stand to each other.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { lookedAt, erred, mistakes, shareOf, standing, stepped, tableVerdict, task, wrong } from "../draw/sayings.js";
import { signOf, squaresOf, strokeOf, winningLines } from "../draw/squares.js";
import { look, point, stepTo, whatThen } from "../play/ahead.js";
import { pick, pickMove } from "../play/choosing.js";
import { countDay, streakOf, today } from "../play/days.js";
import { readAddress, sharedAddress, writeAddress } from "../play/history.js";
import { actionOf, nextSquare } from "../play/input.js";
import { change, enterAt, play, playOn, respond, startRound, toReview, travel } from "../play/playing.js";
import { pictureOf } from "../play/picture.js";
import { nearest } from "../play/player.js";
import { anotherPuzzle, puzzleResult, togglePuzzle } from "../play/puzzle.js";
import { resetScores, score } from "../play/scores.js";
import { memory } from "../play/settings.js";
import { cycle, exchangeMarks, playFromHere, setUp, toggleSetUp } from "../play/setup.js";
import { View } from "../play/view.js";
import { bestLine, options } from "../solved.js";
import { tictactoe as game } from "../tictactoe.js";

/** A view of a new game, with settings. */
function started(settings = {}) {
  const view = new View(game, memory("test", false), settings);
  startRound(view);
  return view;
}

/** A game of two in which some cells were chosen. */
function duel(...cells) {
  const view = started({ players: "2", values: true });
  for (const cell of cells) pick(view, cell);
  return view;
}

const board = (view) => game.format(view.state);

describe("imports", () => {
  const directory = fileURLToPath(new URL("..", import.meta.url));
  const files = ["", "draw", "play", "playground"].flatMap((name) => readdirSync(join(directory, name)).filter((file) => file.endsWith(".js")).map((file) => join(name, file)));
  const imports = new Map(files.map((file) => {
    const text = readFileSync(join(directory, file), "utf8");
    return [file, [...text.matchAll(/ from "(\..+?)";|^import "(\..+?)";/gm)].map(([, named, bare]) => normalize(join(dirname(file), named ?? bare)))];
  }));

  test("no module imports one that imports it", () => {
    const done = new Set();
    const visit = (file, path) => {
      assert.ok(imports.has(file), `${path.at(-1)} imports ${file}`);
      assert.ok(!path.includes(file), [...path, file].join(" → "));
      if (done.has(file)) return;
      for (const other of imports.get(file)) visit(other, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    assert.ok(done.size > 25);
  });

  test("what is drawn knows nothing of what is done, and what a game is nothing of either", () => {
    for (const [file, others] of imports) {
      if (file.startsWith("draw")) assert.deepEqual(others.filter((other) => other.startsWith("play")), [], file);
      if (/^(table|tictactoe|solved|round|address|texts)\.js$/.test(file)) assert.deepEqual(others.filter((other) => /[/]/.test(other)), [], file);
    }
  });
});

describe("playing", () => {
  test("a move, the computer's answer, and what is said of them", () => {
    const view = started();
    pick(view, 0);
    assert.deepEqual([board(view), view.said, view.isComputersTurn], ["X../.../...", "You played top left.", true]);
    respond(view);
    assert.deepEqual([board(view), view.said], ["X../.O./...", "The computer played centre."]);
    pick(view, 4);
    assert.equal(view.said, "Not possible: centre.");
  });

  test("a click during the computer's pause ends it, and counts", () => {
    const view = started();
    pick(view, 0);
    pick(view, 1);
    assert.equal(view.round.known, 3);
  });

  test("a move of the list, and one that is none", () => {
    const view = duel();
    pickMove(view, 4);
    pickMove(view, 4);
    assert.equal(board(view), ".../.X./...");
  });

  test("the end is told once, and no move is made after it", () => {
    const told = [];
    const view = started({ players: "2" });
    view.tell = (...what) => told.push(what);
    for (const cell of [0, 3, 1, 4, 2, 8]) pick(view, cell);
    assert.deepEqual(told, [["end", { result: 0 }]]);
    assert.equal(view.said, "The game is over.");
  });

  test("back, forth, and on from there", () => {
    const view = duel(0, 4, 8);
    travel(view, 1);
    assert.deepEqual([view.round.played, view.said, view.isHelped], [1, "Before move 2 of 3.", true]);
    travel(view, 9);
    assert.equal(view.round.played, 1);
    playOn(view);
    assert.equal(view.round.known, 1);
  });

  test("who opens, in turn, and with which mark", () => {
    const view = started({ first: "alternate", mark: 1 });
    const openers = [];
    for (let round = 0; round < 3; round += 1) {
      openers.push([view.opens, view.swapped, view.round.humans[0]]);
      play(view, options(game, view.state)[0]);
      play(view, options(game, view.state)[0]);
      startRound(view);
    }
    assert.deepEqual(openers, [[true, true, 0], [false, false, 1], [true, true, 0]]);
  });

  test("a choice waits for the next game once a human has moved", () => {
    const view = started();
    change(view, "first", "computer");
    assert.deepEqual([view.opens, view.later], [false, false]);
    change(view, "first", "you");
    pick(view, 0);
    change(view, "mark", 1);
    assert.deepEqual([view.later, view.shown(0), view.store.read("settings").mark], [true, 0, 1]);
    // And no more once it is undone.
    change(view, "mark", 0);
    assert.deepEqual([view.later, view.round.known], [false, 1]);
  });

  test("a review begins before the first mistake", () => {
    const view = duel(0, 1, 4, 8, 2, 5, 6);
    toReview(view);
    assert.deepEqual([view.round.played, view.remark.kind], [1, "mistake"]);
    assert.equal(mistakes(view), "Mistakes: X 1, O 2.");
  });
});

describe("scores", () => {
  test("a result is counted once, and taken back with the move", () => {
    const view = duel(0, 3, 1, 4, 2);
    score(view);
    score(view);
    assert.equal(view.points[0], 1);
    travel(view, 4);
    pick(view, 8);
    score(view);
    assert.equal(view.points[0], 0);
  });

  test("another tab's results stay", () => {
    const view = duel(0, 3, 1, 4, 2);
    view.store.write("scores", { 0: 6, 1: 2 });
    score(view);
    assert.deepEqual([view.points[0], view.points[1]], [7, 2]);
    resetScores(view);
    score(view);
    assert.equal(view.points[0], 0);
  });

  test("a streak counts wins without help", () => {
    for (const [values, streak] of [[false, 1], [true, 0]]) {
      const view = started({ level: "casual", values });
      for (const move of [0, 3, 1, 4, 2]) play(view, options(game, view.state).find((option) => option.move === move));
      score(view);
      assert.deepEqual([view.points.you, view.points.streak], [1, streak]);
    }
  });
});

describe("looking ahead", () => {
  test("steps of best play, within its ends", () => {
    const view = duel(0, 2);
    assert.equal(view.line.length, 5);
    stepTo(view, 2);
    assert.equal(stepped(view), "Step 2 of 5: O, bottom left.");
    stepTo(view, 99);
    assert.equal(view.step, 5);
    stepTo(view, -1);
    assert.deepEqual([view.step, view.stage], [0, view.state]);
  });

  test("a line stops where it is not legal, and nothing is played", () => {
    const view = duel(0);
    look(view, [4, 4, 8]);
    assert.deepEqual([view.ahead.length, view.round.known, game.format(view.stage)], [1, 1, "X../.O./..."]);
  });

  test("a square that is pointed at shows its piece, and nothing else changes", () => {
    const view = duel(0);
    const before = squaresOf(view);
    point(view, 0);
    assert.equal(view.ghost, null);
    point(view, 4);
    assert.deepEqual([view.ghost.move, view.stage], [4, view.state]);
    const after = squaresOf(view);
    assert.deepEqual([after[4].data.ghost, after[4].sign, after[4].data.player], ["", before[4].sign, 1]);
    assert.deepEqual(after.map(({ data, label, worth }) => [data.value, data.best, label, worth]), before.map(({ data, label, worth }) => [data.value, data.best, label, worth]));
    // It is of the board on which it was pointed at.
    play(view, view.ghost);
    assert.equal(view.ghost, null);
  });

  test("what is after a move is shown when somebody asks, where moves are shown with their worth", () => {
    const view = duel(0);
    whatThen(view, 0);
    assert.equal(view.ahead.length, 0);
    whatThen(view, 4);
    assert.equal(game.format(view.stage), "X../.O./...");
    assert.equal(lookedAt(view), "Not played, only shown: O centre.");
    look(view, []);
    change(view, "values", false);
    whatThen(view, 4);
    assert.equal(view.ahead.length, 0);
  });

  test("a mistake, and what refutes it, from the end of the game", () => {
    const view = duel(0, 1, 4, 8, 2, 5, 6);
    assert.deepEqual([view.mistake.ply, erred(view)], [5, "O threw away a draw here"]);
    stepTo(view, 2, "refutation");
    assert.deepEqual([view.round.played, game.format(view.stage)], [5, "XOX/.XO/X.O"]);
    assert.equal(stepped(view), "Step 2 of 2: X, bottom left.");
    stepTo(view, view.step - 1);
    assert.deepEqual([view.step, view.ahead.length], [1, 1]);
    // Where another mistake is looked at, it is that one.
    travel(view, 1);
    assert.deepEqual([view.mistake.ply, view.refutation.length], [1, 6]);
    travel(view, 0);
    assert.equal(view.mistake, null);
  });

  test("who wins without a mistake has none explained, and who is you hears it so", () => {
    const view = started({ players: "1" });
    for (const move of [0, 1, 4, 8, 2, 5, 6]) play(view, options(game, view.state).find((option) => option.move === move));
    assert.equal(view.mistake, null);
    startRound(view);
    for (const move of [0, 4, 8, 2, 3, 6]) play(view, options(game, view.state).find((option) => option.move === move));
    assert.deepEqual([view.mistake.player, erred(view)], [0, "You threw away a win here"]);
  });
});

describe("the set-up", () => {
  test("each square goes round, whoever opens", () => {
    const view = started();
    toggleSetUp(view);
    const seen = () => Array.from({ length: 3 }, () => { cycle(view, 4); return view.pieceName(game.squares(view.state)[4]); });
    assert.deepEqual(seen(), ["X", "O", ""]);
    exchangeMarks(view);
    assert.deepEqual(seen(), ["X", "O", ""]);
  });

  test("from a board that a game reaches it goes on, and of others it is said why", () => {
    const view = started();
    toggleSetUp(view);
    setUp(view, game.parse("XX./.../..."));
    assert.match(wrong(view), /expected equally many X and O, or one more X, found 2 X and 0 O/);
    playFromHere(view);
    assert.ok(view.setUp);
    setUp(view, game.parse("XO./.../..."));
    assert.equal(wrong(view), "");
    playFromHere(view);
    assert.deepEqual([view.setUp, board(view), view.round.humans], [null, "XO./.../...", [0]]);
  });
});

describe("puzzles", () => {
  /** Does what a promise gives. */
  const done = async (view, promise) => (await promise)(view);

  test("a slip is refused and counted, and the result gives nothing away", async () => {
    const view = started();
    await done(view, togglePuzzle(view));
    const { value } = game.worth(view.state);
    const all = options(game, view.state);
    assert.ok(view.isPuzzling && !view.isAnalysing && task(view, view.puzzle.start));
    pickMove(view, all.find((option) => option.value !== value).move);
    assert.deepEqual([view.round.known, view.slips], [0, 1]);
    while (view.isPuzzling) {
      pickMove(view, options(game, view.state).find((option) => option.value === game.worth(view.state).value).move);
      if (view.isComputersTurn) respond(view);
    }
    assert.match(puzzleResult(view), /^Perfect tic-tac-toe, puzzle of .*: 🟥🟩+$/u);
    score(view);
    assert.equal(view.points.you, 0);
    await done(view, anotherPuzzle(view));
    assert.equal(view.puzzle.day, null);
    assert.equal(togglePuzzle(view), null);
    assert.equal(view.puzzle, null);
  });

  test("days in a row are counted once each, begin again after a gap, and only on their day", () => {
    const view = started();
    const solved = (day, on = day) => {
      view.puzzle = { day, isSolved: true };
      countDay(view, on);
      return streakOf(view, on);
    };
    assert.equal(streakOf(view, 100), 0);
    assert.deepEqual([solved(100), solved(100), solved(101)], [1, 1, 2]);
    // Yesterday's is not too late to go on, and the one before is.
    assert.deepEqual([streakOf(view, 102), streakOf(view, 103)], [2, 0]);
    assert.equal(solved(101, 103), 0);
    assert.equal(solved(104), 1);
    view.puzzle = { day: 105, isSolved: false };
    countDay(view, 105);
    assert.equal(streakOf(view, 106), 0);
    for (const strange of [null, "x", { last: 105, count: -1 }, { last: "105", count: 2 }]) {
      view.days.write("days", strange);
      assert.equal(streakOf(view, 105), 0);
    }
  });

  test("a picture of a puzzle shows its start, and that of a game its board, with what is said of them", async () => {
    const place = { protocol: "https:", host: "example.org", pathname: "/page" };
    const lost = duel(0, 1, 4, 8, 2, 5, 6);
    assert.deepEqual(pictureOf(lost, place), { round: lost.round, title: "Perfect tic-tac-toe", lines: ["X wins.", "example.org/page"] });
    const view = started();
    await done(view, togglePuzzle(view));
    while (view.isPuzzling) {
      pickMove(view, options(game, view.state).find((option) => option.value === game.worth(view.state).value).move);
      if (view.isComputersTurn) respond(view);
    }
    view.days.write("days", { last: today(), count: 3 });
    const { round, title, lines } = pictureOf(view, { ...place, protocol: "file:" });
    assert.equal(round.state, view.puzzle.start);
    assert.equal(title, "Perfect tic-tac-toe");
    assert.deepEqual(lines.filter(Boolean), [`Puzzle of ${view.dayName(today())}`, task(view, view.puzzle.start), "Solved at once!", "A puzzle solved on 3 days in a row."]);
  });

  test("who begins another game meanwhile plays that", async () => {
    const view = started();
    const found = togglePuzzle(view);
    startRound(view);
    await done(view, found);
    assert.equal(view.puzzle, null);
  });

  test("a game without puzzles says so", async () => {
    const end = { ...game, count: 9, at: () => game.parse("XXX/OO./...") };
    const view = new View(end, memory("test", false));
    await done(view, togglePuzzle(view));
    assert.equal(view.said, "This game has no puzzles.");
  });
});

describe("the address", () => {
  /** What stands for a window: an address and its history, which may refuse to be written. */
  function place(hash = "", refuses = false) {
    const found = {
      location: { href: `https://example.org/page${hash}`, hash, pathname: "/page", search: "" },
      history: {
        state: null,
        replaceState(state, _, address) {
          if (refuses) throw new DOMException("too often", "SecurityError");
          this.state = structuredClone(state);
          found.location.hash = address.startsWith("#") ? address : "";
        },
      },
    };
    return found;
  }

  test("what is written is read as it was, and a fresh game leaves it alone", () => {
    const view = duel(0, 4, 8);
    const there = place();
    assert.ok(writeAddress(started(), there));
    assert.equal(there.history.state, null);
    travel(view, 1);
    assert.ok(writeAddress(view, there));
    assert.equal(there.location.hash, "#moves=0.4.8&at=1");
    const again = started();
    readAddress(again, there);
    assert.deepEqual([again.round.moves, again.round.played, again.isDuel, again.isHelped], [[0, 4, 8], 1, true, true]);
    assert.ok(!writeAddress(view, place("#moves=1", true)));
    assert.equal(sharedAddress(view, there), "https://example.org/page#moves=0.4.8&at=1");
  });

  test("a game that was sent: you are to move, or a visitor of one that is over", () => {
    const view = started();
    readAddress(view, place("#moves=0.4.8"));
    assert.deepEqual([view.round.humans, view.counts, standing(view)], [[1], true, "Your turn: O."]);
    readAddress(view, place("#moves=0.3.1.4.2"));
    assert.deepEqual([view.counts, standing(view)], [false, "X wins."]);
    readAddress(view, place("#XXX/OOO/..."));
    assert.match(wrong(view), /at most one winner/);
    for (const wrong of ["#nothing", "#99", "#moves=a.b"]) {
      readAddress(view, place(wrong));
      assert.equal(view.wrongLink, "This link leads to no board.");
    }
    readAddress(view, place("#moves=0.4.4.8"));
    assert.deepEqual([view.round.moves, view.wrongLink], [[0, 4], "Move 3 of this link is not legal: the game stops before it."]);
    for (const wrong of ["at=-1", "at=3", "first=Z", "puzzle=zzz", "rules=garbage"]) {
      readAddress(view, place(`#moves=0.4&${wrong}`));
      assert.deepEqual([view.round.moves, view.wrongLink], [[0, 4], "A part of this link means nothing here."], wrong);
    }
    // It is said until you move.
    pick(view, 8);
    assert.equal(view.wrongLink, "");
  });

  test("a game that was sent changes no setting", () => {
    const view = started();
    readAddress(view, place("#moves=0"));
    assert.deepEqual([view.round.humans, view.settings.mark, view.later], [[1], 0, true]);
    startRound(view);
    assert.deepEqual([view.round.humans, view.later], [[0], false]);
  });

  test("the puzzle of the day has an address", async () => {
    const view = started();
    (await readAddress(view, place("#puzzle")))(view);
    assert.ok(view.isPuzzling);
  });

  test("a board by hand is written, too", () => {
    const view = started();
    enterAt(view, { start: game.parse("XO./.../..."), swapped: false });
    const there = place();
    writeAddress(view, there);
    assert.equal(there.location.hash, "#XO./.../...");
  });
});

describe("input", () => {
  test("what a button means", () => {
    const view = duel(0, 4);
    actionOf({ ply: "0" })(view);
    assert.equal(view.round.played, 0);
    actionOf({ control: "redo" })(view);
    actionOf({ retry: "2" })(view);
    actionOf({ cell: "8" })(view);
    assert.equal(board(view), "X../.O./..X");
    assert.equal(actionOf({}), null);
    assert.equal(actionOf({ control: "level" }), null);
  });

  test("arrows go to the next square that is there", () => {
    const size = { columns: 3, rows: 3 };
    const all = (cell) => cell !== 4;
    assert.equal(nextSquare(size, 3, [1, 0], all), 5);
    assert.equal(nextSquare(size, 1, [0, 1], all), 3);
    assert.equal(nextSquare(size, 8, [1, 0], all), 6);
    assert.equal(nextSquare(size, 0, [1, 0], (cell) => cell === 0), 0);
    assert.equal(nearest(size, 4, [0, 7, 8]), 7);
    assert.equal(nearest(size, 4, []), -1);
  });
});

describe("squares", () => {
  test("how pieces are drawn", () => {
    const discs = { shape: "discs" };
    const signs = [
      { kind: "empty" }, { kind: "absent" }, { kind: "heap", text: "4" }, { kind: "common", text: "|" }, { kind: "common", text: "?" },
      { kind: "piece", owner: 0, text: "X" },
    ].map((piece) => signOf(discs, piece));
    assert.deepEqual(signs, [null, null, "heap", "stick", "text", "disc"]);
    assert.equal(signOf({ shape: "marks" }, { kind: "piece", owner: 0, text: "X" }), "mark");
  });

  test("lines of the winner, and the strokes through them", () => {
    const end = game.parse("XXX/OO./...");
    assert.deepEqual(winningLines(game, end), [[0, 1, 2]]);
    assert.deepEqual(winningLines(game, game.start), []);
    assert.deepEqual(strokeOf(game, [0, 1, 2]), [17, 50, 283, 50]);
    assert.deepEqual(strokeOf(game, [6, 4, 2]), [27, 273, 273, 27]);
  });

  test("worth, the last move, what is chosen, and labels that say it", () => {
    const view = duel(0, 2);
    const squares = squaresOf(view);
    assert.deepEqual(squares.map(({ data }) => data.value), [null, "loss", null, "win", "draw", "draw", "win", "draw", "win"]);
    assert.equal(squares[2].label, "top right: O, last move");
    assert.equal(squares[3].label, "left: empty, Win in 3, best");
    assert.deepEqual([squares[3].sign, squares[3].worth, squares[1].data.distance], ["+", "Win in 3", 6]);
    look(view, [4]);
    const ahead = squaresOf(view)[4];
    assert.deepEqual([ahead.data.preview, ahead.sign, ahead.label], ["X", 1, "centre: empty, Draw"]);
  });

  test("a mistake that is looked at, and what was better", () => {
    const view = duel(0, 1, 4, 8, 2, 5, 6);
    travel(view, 1);
    const squares = squaresOf(view);
    assert.deepEqual([squares[1].data.remark, squares[4].data.better], ["mistake", ""]);
    assert.match(squares[4].label, /better move/);
  });
});

test("how good a state is for the player who is shown first", () => {
  const view = duel();
  assert.equal(shareOf(view, game.start), 0.5);
  const shares = ["XXX/OO./...", "XX./OO./...", "X.O/.../..."].map((text) => shareOf(view, game.parse(text)));
  assert.equal(shares[0], 1);
  assert.ok(shares[0] > shares[1] && shares[1] > shares[2] && shares[2] > 0.5, `${shares}`);
  view.round.swapped = true;
  assert.equal(shareOf(view, game.parse("XXX/OO./...")), 0);
});

test("what the table says of a state, by the marks as they are shown", () => {
  const view = duel(0, 2);
  assert.equal(tableVerdict(view, view.state), "X wins in 3 more moves");
  view.round.swapped = true;
  assert.equal(tableVerdict(view, view.state), "O wins in 3 more moves");
  assert.equal(bestLine(game, view.state).length, 5);
});
