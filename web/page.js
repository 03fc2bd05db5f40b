// The page: draws the game and takes what the user does.
//
// Everything that can change is in `view`. Whatever happens changes it through `act`,
// which then draws all of it anew and sees to what is due: the computer's move, or the
// dialog at the end. So no click is lost, and no timer outlives what it was set for.
"use strict";

(() => {
  const { CELLS } = game;
  /** How long the computer pauses before its move, in milliseconds. */
  const PAUSE = 400;
  /** How long a finished board is seen before the dialog. */
  const SEEN = 900;

  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const control = (name) => one(`[data-control="${name}"]`);

  /** What is remembered between visits, where the browser allows it. */
  const storage = {
    read(name) {
      try {
        return JSON.parse(localStorage.getItem(`perfectplay.${name}`));
      } catch {
        return null;
      }
    },
    write(name, value) {
      try {
        localStorage.setItem(`perfectplay.${name}`, JSON.stringify(value));
      } catch {
        // The page works without a memory.
      }
    },
  };

  const view = {
    settings: game.settingsFrom(storage.read("settings")),
    /** Those of the rounds before this one. */
    scores: game.scoresFrom(storage.read("scores")),
    round: new game.Round(),
    /** Whether the round's result counts; not after a reset of the scores. */
    counts: true,
    /** Whether you, or in a game of two your mark, opened this round and the one before. */
    opens: true,
    opened: false,
    /** The board that is being set up, as it is shown, and who moves first on it. */
    setUp: null,
    /** How many moves of best play are shown on the board. */
    step: 0,
    /** What happened last, in words. */
    said: "",
    /** Whether a setting waits for the next game. */
    later: false,
    /** Whether the end is yet to be announced by the dialog. */
    ended: false,
    /** The cell that the keyboard reaches. */
    cell: 4,
    timer: 0,
  };
  let t = texts.en;

  // ------------------------------------------------------------------- what is shown

  const otherMark = game.other;

  /** The position on the board: its state, and the mark that X of the state is shown with. */
  function position() {
    if (!view.setUp) return { state: view.round.state, firstMark: view.round.firstMark };
    const { board, firstMark } = view.setUp;
    return { state: asShown(board, firstMark), firstMark };
  }

  /** From a state to the board that is shown, and back. */
  function asShown(state, firstMark) {
    return firstMark === "X" ? state : game.exchanged(state);
  }

  function markOf(player, firstMark) {
    return firstMark === "X" ? player : otherMark(player);
  }

  /** Your mark in a round against the computer. */
  function yourMark() {
    return view.round.shown(view.round.humans[0]);
  }

  function isDuel(round = view.round) {
    return round.humans.length === 2;
  }

  function isComputersTurn() {
    return !view.setUp && view.round.isLatest && view.round.awaitsComputer;
  }

  /** The scores with the result of this round. */
  function tally() {
    const { round, scores, counts } = view;
    if (!counts || !round.result) return scores;
    const result = round.result === "draw" ? "draw" : round.shown(round.result);
    const name = game.scoreName(round, result);
    return { ...scores, [name]: scores[name] + 1 };
  }

  // ----------------------------------------------------------------------- drawing

  function render() {
    const { state, firstMark } = position();
    const record = game.lookup(state);
    const outcome = game.outcome(state);
    const asks = (view.settings.hints || view.setUp) && record && !outcome && !isComputersTurn();
    const line = asks ? game.bestLine(state) : [];
    view.step = Math.min(view.step, line.length);

    renderBoard({ state, firstMark, hints: asks ? game.hints(state) : [], line });
    renderStrike(game.winningLines(state));
    renderStatus(state, firstMark, record);
    renderScores(state, firstMark, outcome);
    renderTools();
    renderLine(state, firstMark, record, line);
    renderReview();
    one(".setup").hidden = !view.setUp;
    if (view.setUp) {
      control("setup-first").value = view.setUp.firstMark;
      enable("play-from-here", record);
    }
    one(".later").hidden = !view.later;
    writeAddress(state, firstMark);
  }

  function renderBoard({ state, firstMark, hints, line }) {
    const { round, setUp } = view;
    const lastCell = setUp ? -1 : round.moves[round.played - 1];
    const preview = line.slice(0, view.step);
    const ended = new Set(game.winningLines(state).flat());
    const remark = reviewed();
    const mover = game.toMove(state);
    one(".board").dataset.preview = view.step ? "on" : "";
    one(".board").setAttribute("aria-busy", String(isComputersTurn()));
    one(".board").dataset.turn = game.outcome(state) ? "" : markOf(mover, firstMark);

    for (const cell of CELLS) {
      const button = cells[cell];
      const player = game.markAt(state, cell);
      const mark = player && markOf(player, firstMark);
      const hint = hints[cell];
      const step = preview.indexOf(cell);
      const better = remark ? remark.better.includes(cell) : false;
      setData(button, {
        mark,
        verdict: hint ? hint.verdict : null,
        distance: hint ? hint.distance : null,
        best: hint && hint.best ? "" : null,
        preview: step < 0 ? null : markOf(step % 2 ? otherMark(mover) : mover, firstMark),
        last: cell === lastCell ? "" : null,
        won: ended.has(cell) ? "" : null,
        better: better ? "" : null,
        remark: remark && cell === remark.cell ? remark.kind : null,
      });
      const content = [mark ? (cell === lastCell ? t.last(mark) : mark) : t.empty];
      if (hint) content.push(t.worth(hint));
      if (better) content.push(t.better);
      button.setAttribute("aria-label", t.cell(t.places[cell], content.join(", ")));
      button.tabIndex = cell === view.cell ? 0 : -1;
      // For the eye only, and so in the style sheet: the label says it in words.
      one("b", button).dataset.text = step >= 0 ? step + 1 : hint ? hint.distance : "";
      one("i", button).dataset.text = step < 0 && hint ? t.verdicts[hint.verdict] : "";
    }
  }

  /** Sets data attributes; null removes one. */
  function setData(element, values) {
    for (const [name, value] of Object.entries(values)) {
      if (value === null) delete element.dataset[name];
      else element.dataset[name] = value;
    }
  }

  /** Draws a line through the first and the last cell of each of some lines. */
  function renderStrike(lines) {
    const strike = one(".strike");
    const drawn = lines.map((line) => line.join()).join(" ");
    if (strike.dataset.lines === drawn) return;
    strike.dataset.lines = drawn;
    strike.replaceChildren(...lines.map(([from, , to]) => {
      // From centre to centre, and a third of a cell beyond.
      const [x1, y1, x2, y2] = [from % 3, Math.floor(from / 3), to % 3, Math.floor(to / 3)];
      const beyond = 0.33 / (x1 !== x2 && y1 !== y2 ? Math.SQRT2 : 1);
      const at = (a, b) => 47 + 103 * (a + Math.sign(a - b) * beyond);
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", `M${at(x1, x2)} ${at(y1, y2)} ${at(x2, x1)} ${at(y2, y1)}`);
      path.setAttribute("pathLength", "1");
      return path;
    }));
  }

  function renderStatus(state, firstMark, record) {
    const status = one(".status");
    const text = [view.said, standing(state, firstMark, record)].filter(Boolean).join(" ");
    if (status.textContent !== text) status.textContent = text;
    status.dataset.kind = view.setUp && !record ? "wrong" : "";
  }

  /** How the game stands, in words. */
  function standing(state, firstMark, record) {
    if (!record) return t.unreachable(whyUnreachable(state, firstMark));
    const outcome = game.outcome(state);
    const mark = markOf(outcome === "O" ? "O" : "X", firstMark);
    if (outcome === "draw") return t.draw;
    if (view.setUp) {
      return outcome ? t.wins(mark) : t.verdict(markOf(game.toMove(state), firstMark), record);
    }
    if (outcome) return isDuel() ? t.wins(mark) : view.round.isHuman(outcome) ? t.youWin : t.computerWins;
    const mover = game.toMove(state);
    if (isDuel()) return t.turn(markOf(mover, firstMark));
    return view.round.isHuman(mover) ? t.yourTurn(markOf(mover, firstMark)) : t.computersTurn;
  }

  function whyUnreachable(state, firstMark) {
    const why = game.unreachable(state);
    const [first, second] = [firstMark, otherMark(firstMark)];
    if (why.reason === "counts") return t.counts(first, second, why.x, why.o);
    if (why.reason === "bothWon") return t.bothWon;
    const winner = markOf(why.winner, firstMark);
    return t.playedOn(winner, otherMark(winner));
  }

  function renderScores(state, firstMark, outcome) {
    const points = tally();
    for (const mark of ["X", "O", "draw"]) {
      one(`[data-score="${mark}"]`).textContent = points[game.scoreName(view.round, mark)];
    }
    for (const mark of ["X", "O"]) {
      const side = one(`[data-side="${mark}"]`);
      const who = mark === yourMark() ? t.you : t.computer;
      one("dt", side).textContent = isDuel() ? mark : `${who} (${mark})`;
      const active = !outcome && mark === markOf(game.toMove(state), firstMark);
      side.dataset.turn = active ? "on" : "";
    }
  }

  function renderTools() {
    const { round, setUp } = view;
    enable("undo", !setUp && round.undoTarget !== null);
    enable("redo", !setUp && round.redoTarget !== null);
    control("hints").setAttribute("aria-pressed", String(view.settings.hints));
    control("setup").setAttribute("aria-pressed", String(Boolean(setUp)));
  }

  /** A button that does nothing now keeps the focus, and says that it is disabled. */
  function enable(name, enabled) {
    control(name).setAttribute("aria-disabled", String(!enabled));
  }

  function renderLine(state, firstMark, record, line) {
    const panel = one(".line");
    panel.hidden = !line.length;
    if (!line.length) return;
    const mover = game.toMove(state);
    one(".verdict", panel).textContent = t.verdict(markOf(mover, firstMark), record);
    enable("back", view.step > 0);
    enable("forward", view.step < line.length);
    rows(one(".moves", panel), line.length, stepButton).forEach((item, i) => {
      const mark = markOf(i % 2 ? otherMark(mover) : mover, firstMark);
      const button = one("button", item);
      setData(button, { mark, step: i + 1 });
      button.textContent = `${mark} ${t.places[line[i]]}`;
      setCurrent(button, view.step === i + 1);
    });
  }

  function stepButton() {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    item.append(button);
    return item;
  }

  /** Makes a list have so many rows, and gives them. Rows that stay keep the focus. */
  function rows(list, count, make) {
    while (list.children.length > count) list.lastElementChild.remove();
    while (list.children.length < count) list.append(make());
    return [...list.children];
  }

  function setCurrent(element, isCurrent) {
    if (isCurrent) element.setAttribute("aria-current", "step");
    else element.removeAttribute("aria-current");
  }

  /** What the review says of the move that led to the point that is looked at. */
  function reviewed() {
    const { round, setUp } = view;
    if (setUp || !round.result || round.isLatest || !round.played) return null;
    return game.review(round)[round.played - 1];
  }

  function renderReview() {
    const { round, setUp } = view;
    const panel = one(".review");
    panel.hidden = Boolean(setUp) || !round.result;
    if (panel.hidden) return;
    control("play-on").hidden = round.isLatest || !round.awaitsComputer;
    const remarks = game.review(round);
    const [start, ...items] = rows(one("ol", panel), remarks.length + 1, reviewRow);
    const goStart = one("[data-ply]", start);
    goStart.dataset.ply = 0;
    one(".place", start).textContent = t.start;
    setCurrent(goStart, round.played === 0);
    items.forEach((item, i) => {
      const remark = remarks[i];
      const go = one("[data-ply]", item);
      setData(go, { ply: i + 1, mark: round.shown(remark.player), review: remark.kind });
      one(".who", go).textContent = round.shown(remark.player);
      one(".place", go).textContent = t.places[remark.cell];
      one(".kind", go).textContent = t.kinds[remark.kind];
      one(".why", item).textContent = t.remark(remark);
      one(".better", item).textContent = remark.better.length
        ? t.betterMoves(remark.better.map((cell) => t.places[cell])) : "";
      const retry = one(".retry", item);
      retry.hidden = remark.kind === "best" || !round.isHuman(remark.player);
      retry.dataset.retry = i;
      retry.textContent = t.retry;
      retry.setAttribute("aria-label", t.retryMove(i + 1));
      setCurrent(go, round.played === i + 1);
    });
  }

  function reviewRow() {
    return one("#review-row").content.firstElementChild.cloneNode(true);
  }

  function writeAddress(state, firstMark) {
    const isStart = !view.setUp && !state.x && !state.o;
    const board = game.format(asShown(state, firstMark));
    const hash = isStart ? "" : `#${board}${firstMark === "O" ? "&first=O" : ""}`;
    if (hash === location.hash) return;
    history.replaceState(null, "", hash || location.pathname + location.search);
  }

  // ---------------------------------------------------------- words and settings

  function renderTexts() {
    const wanted = view.settings.language
      || (navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) || "en").slice(0, 2).toLowerCase();
    t = texts[wanted];
    document.documentElement.lang = t.lang;
    document.title = t.title;
    control("language").value = wanted;
    for (const element of all("[data-text]")) {
      element.textContent = element.dataset.text.split(".").reduce((entry, name) => entry[name], t);
    }
    for (const element of all("[data-name]")) element.setAttribute("aria-label", t[element.dataset.name]);
    renderSettings();
  }

  function renderSettings() {
    const { settings } = view;
    const solo = settings.players === "1";
    const sides = { you: settings.mark, computer: otherMark(settings.mark), alternate: t.firstChoices.alternate };
    options("players", t.playersChoices);
    options("first", solo ? t.firstChoices : sides);
    options("level", t.levels);
    for (const name of ["players", "mark", "first", "level"]) control(name).value = settings[name];
    control("mark").disabled = !solo;
    control("level").disabled = !solo;
    one("#level-note").textContent = solo ? t.levelNotes[settings.level] : "";
    one(".range").hidden = !solo || settings.level !== "casual";
    control("error-rate").value = settings.errorRate;
    one(".range output").textContent = t.percent(settings.errorRate);
  }

  /** Gives a select its options: value and text. */
  function options(name, entries) {
    const select = control(name);
    const values = Object.keys(entries);
    rows(select, values.length, () => document.createElement("option")).forEach((option, i) => {
      option.value = values[i];
      option.textContent = entries[values[i]];
    });
  }

  function change(name, value) {
    view.settings[name] = value;
    storage.write("settings", view.settings);
    if (name === "language") {
      view.said = "";
      renderTexts();
      return;
    }
    renderSettings();
    if (!["players", "mark", "first"].includes(name)) return;
    if (isTouched(view.round)) view.later = true;
    else startRound();
  }

  /** Whether a human has moved in the round, or it was set up. */
  function isTouched(round) {
    const start = round.states[0];
    return Boolean(start.x | start.o) || round.moves.some((_, ply) => round.isHuman(game.toMove(round.states[ply])));
  }

  // ------------------------------------------------------------------- what is done

  /** Does something, draws the outcome, and sees to what is due then. */
  function act(deed) {
    clearTimeout(view.timer);
    deed();
    render();
    if (isComputersTurn()) view.timer = setTimeout(() => act(respond), PAUSE);
    else if (view.ended) view.timer = setTimeout(showEnd, SEEN);
  }

  function nameOf(player) {
    if (isDuel()) return view.round.shown(player);
    return view.round.isHuman(player) ? t.you : t.computer;
  }

  /** Plays in a cell for whoever is to move. */
  function play(cell) {
    const mover = game.toMove(view.round.state);
    const refusal = view.round.play(cell);
    view.step = 0;
    if (refusal) {
      view.said = refusal === "over" ? t.over : t.taken(t.places[cell]);
      return;
    }
    view.said = t.moved(nameOf(mover), t.places[cell]);
    if (view.round.result) {
      view.ended = true;
      storage.write("scores", tally());
    }
  }

  function respond() {
    const { round, settings } = view;
    play(game.choose(round.state, settings));
  }

  /** What a click on a cell does. */
  function pick(cell) {
    view.cell = cell;
    if (view.setUp) {
      cycle(cell);
      return;
    }
    // Who clicks an empty cell during the computer's pause has seen enough of it: the
    // computer moves at once, and the click counts.
    if (isComputersTurn() && !game.markAt(view.round.state, cell)) respond();
    if (view.round.awaitsComputer && !game.markAt(view.round.state, cell)) view.said = t.waits;
    else play(cell);
  }

  function startRound() {
    const { settings, round } = view;
    if (isTouched(round)) view.opened = view.opens;
    view.scores = tally();
    view.opens = settings.first === "you" || (settings.first === "alternate" && !view.opened);
    enter(game.newRound(settings, view.opens));
  }

  /** Makes a round the one on the board. */
  function enter(round) {
    Object.assign(view, { round, counts: true, setUp: null, step: 0, said: "", later: false, ended: false });
    one("dialog").close();
  }

  /** Goes to another point of the round; says whether it did. */
  function travel(go) {
    if (view.setUp || !go()) return;
    const { round } = view;
    Object.assign(view, { step: 0, ended: false, said: round.isLatest ? "" : t.point(round.played, round.known) });
    one("dialog").close();
  }

  function showEnd() {
    view.ended = false;
    const { round } = view;
    const winner = round.result;
    one("#end-title").textContent = standing(round.state, round.firstMark, game.lookup(round.state));
    one("dialog").dataset.result = winner === "draw" ? "draw" : round.shown(winner);
    const mistakes = { X: 0, O: 0 };
    for (const { kind, player } of game.review(round)) if (kind === "mistake") mistakes[round.shown(player)] += 1;
    one("dialog p").textContent = isDuel()
      ? t.theirMistakes(mistakes.X, mistakes.O) : t.yourMistakes(mistakes[yourMark()]);
    one("dialog").showModal();
  }

  function resetScores() {
    view.scores = game.scoresFrom(null);
    view.counts = !view.round.result;
    storage.write("scores", view.scores);
  }

  // --------------------------------------------------------- boards set up by hand

  function toggleSetUp() {
    if (view.setUp) {
      view.setUp = null;
    } else {
      const { state, firstMark } = view.round;
      view.setUp = { board: asShown(state, firstMark), firstMark };
    }
    Object.assign(view, { step: 0, said: "", ended: false });
  }

  /** Empty, X, O, and empty again. */
  function cycle(cell) {
    const { board } = view.setUp;
    const bit = 1 << cell;
    const mark = game.markAt(board, cell);
    view.setUp.board = {
      x: mark === "" ? board.x | bit : board.x & ~bit,
      o: mark === "X" ? board.o | bit : board.o & ~bit,
    };
    view.step = 0;
    view.said = "";
  }

  function playFromHere() {
    const { state, firstMark } = position();
    if (!game.lookup(state)) return;
    const you = view.settings.mark === firstMark ? "X" : "O";
    view.scores = tally();
    enter(new game.Round({ humans: humansBeside(you), firstMark, start: state }));
  }

  function humansBeside(you) {
    return view.settings.players === "2" ? ["X", "O"] : [you];
  }

  /** Opens the position that the address names: you are to move there. */
  function readAddress() {
    const [text, first] = decoded(location.hash.slice(1)).split("&first=");
    const board = game.parse(text);
    if (!board) {
      startRound();
      if (text) view.said = t.strangeAddress;
      return;
    }
    const firstMark = first === "O" ? "O" : "X";
    const state = asShown(board, firstMark);
    if (!game.lookup(state)) {
      startRound();
      view.setUp = { board, firstMark };
      return;
    }
    const mover = game.toMove(state);
    view.scores = tally();
    view.settings.mark = markOf(mover, firstMark);
    renderSettings();
    enter(new game.Round({ humans: humansBeside(mover), firstMark, start: state }));
  }

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  // ------------------------------------------------------------------------- events

  const DEEDS = {
    new: startRound,
    again: startRound,
    undo: () => travel(() => view.round.undo()),
    redo: () => travel(() => view.round.redo()),
    hints() {
      view.step = 0;
      change("hints", !view.settings.hints);
    },
    setup: toggleSetUp,
    cancel: toggleSetUp,
    clear() {
      view.setUp.board = game.EMPTY;
      view.step = 0;
    },
    "play-from-here": playFromHere,
    "play-on"() {
      view.round.resume();
      view.said = "";
    },
    back() {
      view.step = Math.max(0, view.step - 1);
    },
    forward() {
      view.step += 1;
    },
    reset: resetScores,
    close: () => one("dialog").close(),
    "to-review"() {
      one("dialog").close();
      one("#review-title").scrollIntoView({ block: "center" });
      one("#review-title").focus({ preventScroll: true });
    },
  };

  const KEYS = { u: DEEDS.undo, r: DEEDS.redo, h: DEEDS.hints, n: DEEDS.new };
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function onClick(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const { cell, control: name, ply, retry, step } = button.dataset;
    if (cell) act(() => pick(Number(cell)));
    else if (ply) act(() => travel(() => view.round.goTo(Number(ply))));
    else if (retry) act(() => travel(() => view.round.goTo(Number(retry))));
    else if (step) act(() => { view.step = Number(step); });
    else if (DEEDS[name]) act(DEEDS[name]);
    if (name === "new" || name === "again" || name === "play-from-here" || retry) cells[view.cell].focus();
  }

  function onChange({ target }) {
    const { control: name } = target.dataset;
    if (name === "setup-first") act(() => { view.setUp.firstMark = target.value; });
    else if (name === "error-rate") act(() => change("errorRate", Number(target.value)));
    else act(() => change(name, target.value));
  }

  function onKey(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("select, input")) return;
    if (ARROWS[key]) {
      if (target !== document.body && !target.closest(".board")) return;
      event.preventDefault();
      moveFocus(ARROWS[key], target.closest(".board"));
    } else if (/^[1-9]$/.test(key) && !one("dialog").open) {
      act(() => pick(Number(key) - 1));
      cells[view.cell].focus();
    } else if (KEYS[key.toLowerCase()] && !event.repeat) {
      act(KEYS[key.toLowerCase()]);
    }
  }

  /** Moves the focus on the board; the first arrow only brings it there. */
  function moveFocus([right, down], isOnBoard) {
    if (isOnBoard) {
      const column = (view.cell + right + 3) % 3;
      const row = (Math.floor(view.cell / 3) + down + 3) % 3;
      view.cell = 3 * row + (right ? column : view.cell % 3);
    }
    for (const cell of CELLS) cells[cell].tabIndex = cell === view.cell ? 0 : -1;
    cells[view.cell].focus();
  }

  const cells = CELLS.map((cell) => {
    const button = one("#cell").content.firstElementChild.cloneNode(true);
    button.dataset.cell = cell;
    one(".board").append(button);
    return button;
  });

  document.addEventListener("click", onClick);
  document.addEventListener("change", onChange);
  document.addEventListener("keydown", onKey);
  one(".board").addEventListener("focusin", ({ target }) => { view.cell = Number(target.dataset.cell); });
  control("error-rate").addEventListener("input", ({ target }) => {
    one(".range output").textContent = t.percent(target.value);
  });
  addEventListener("hashchange", () => act(readAddress));

  renderTexts();
  act(readAddress);
})();
