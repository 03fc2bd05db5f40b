// The drawing: writes the page's elements from what the view of page.js says, and decides nothing.
"use strict";

const draw = (() => {
  const { CELLS, other } = game;

  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const control = (name) => one(`[data-control="${name}"]`);

  const cells = CELLS.map((cell) => {
    const button = one("#cell").content.firstElementChild.cloneNode(true);
    button.dataset.cell = cell;
    one(".board").append(button);
    return button;
  });

  /** Everything. What is as it was stays untouched. */
  function page(view) {
    drawTexts(view);
    drawSettings(view);
    drawBoard(view);
    drawStrike(view);
    drawStatus(view);
    drawScores(view);
    drawTools(view);
    drawLine(view);
    drawSetUp(view);
    drawReview(view);
    drawEnd(view);
  }

  // ----------------------------------------------------------- how elements are written

  /** Text that stays keeps its selection, and is not announced again. */
  function write(element, text) {
    if (element.textContent !== String(text)) element.textContent = text;
  }

  /** Sets data attributes; null removes one. */
  function setData(element, values) {
    for (const [name, value] of Object.entries(values)) {
      if (value === null) delete element.dataset[name];
      else element.dataset[name] = value;
    }
  }

  /** A button that does nothing now keeps the focus, and says that it is disabled. */
  function enable(name, enabled) {
    control(name).setAttribute("aria-disabled", String(!enabled));
  }

  function setCurrent(element, isCurrent) {
    if (isCurrent) element.setAttribute("aria-current", "step");
    else element.removeAttribute("aria-current");
  }

  /** Makes a list have so many rows, and gives them. Rows that stay keep the focus. */
  function rows(list, count, make) {
    while (list.children.length > count) list.lastElementChild.remove();
    while (list.children.length < count) list.append(make());
    return [...list.children];
  }

  /** Gives a select its options: value and text. */
  function options(name, entries) {
    const select = control(name);
    const values = Object.keys(entries);
    rows(select, values.length, () => document.createElement("option")).forEach((option, i) => {
      option.value = values[i];
      write(option, entries[values[i]]);
    });
  }

  // ------------------------------------------------------------------ words and settings

  function drawTexts({ language, words }) {
    document.documentElement.lang = words.lang;
    document.title = words.title;
    control("language").value = language;
    for (const element of all("[data-text]")) {
      write(element, element.dataset.text.split(".").reduce((entry, name) => entry[name], words));
    }
    for (const element of all("[data-name]")) element.setAttribute("aria-label", words[element.dataset.name]);
  }

  function drawSettings({ settings, words, later }) {
    const solo = settings.players === "1";
    const sides = { you: settings.mark, computer: other(settings.mark), alternate: words.firstChoices.alternate };
    options("players", words.playersChoices);
    options("first", solo ? words.firstChoices : sides);
    options("level", words.levels);
    for (const name of ["players", "mark", "first", "level"]) control(name).value = settings[name];
    control("mark").disabled = !solo;
    control("level").disabled = !solo;
    write(one("#level-note"), solo ? words.levelNotes[settings.level] : "");
    one(".range").hidden = !solo || settings.level !== "casual";
    const percent = words.percent(settings.errorRate);
    control("error-rate").value = settings.errorRate;
    control("error-rate").setAttribute("aria-valuetext", percent);
    write(one(".range .percent"), percent);
    one(".later").hidden = !later;
  }

  // ------------------------------------------------------------- the board, and of it

  function drawBoard(view) {
    const { round, setUp, state, line, words } = view;
    const hints = line.length ? game.hints(state) : [];
    const lastCell = setUp ? -1 : round.moves[round.played - 1];
    const preview = line.slice(0, view.step);
    const ended = new Set(game.winningLines(state).flat());
    const remark = reviewed(view);
    const mover = game.toMove(state);
    one(".board").dataset.preview = view.step ? "on" : "";
    one(".board").setAttribute("aria-busy", String(view.isComputersTurn));
    one(".board").dataset.turn = game.outcome(state) ? "" : view.markOf(mover);

    for (const cell of CELLS) {
      const button = cells[cell];
      const player = game.markAt(state, cell);
      const mark = player && view.markOf(player);
      const hint = hints[cell];
      const step = preview.indexOf(cell);
      const better = remark ? remark.better.includes(cell) : false;
      setData(button, {
        mark,
        verdict: hint ? hint.verdict : null,
        distance: hint ? hint.distance : null,
        best: hint && hint.best ? "" : null,
        preview: step < 0 ? null : view.markOf(step % 2 ? other(mover) : mover),
        last: cell === lastCell ? "" : null,
        won: ended.has(cell) ? "" : null,
        better: better ? "" : null,
        remark: remark && cell === remark.cell ? remark.kind : null,
      });
      const content = [mark ? (cell === lastCell ? words.last(mark) : mark) : words.empty];
      if (hint) content.push(words.worth(hint));
      if (better) content.push(words.better);
      button.setAttribute("aria-label", words.cell(words.places[cell], content.join(words.comma)));
      button.tabIndex = cell === view.cell ? 0 : -1;
      // For the eye only, and so in the style sheet: the label says it in words.
      one("b", button).dataset.shown = step >= 0 ? step + 1 : hint ? hint.distance : "";
      one("i", button).dataset.shown = step < 0 && hint ? words.verdicts[hint.verdict] : "";
    }
  }

  /** Draws a line through the first and the last cell of each line of the winner. */
  function drawStrike({ state }) {
    const lines = game.winningLines(state);
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

  /** The page's one live region: what is written here is announced. */
  function drawStatus(view) {
    const status = one(".status");
    const said = view.step ? stepped(view) : [view.said, standing(view)];
    write(status, said.filter(Boolean).join(view.words.space));
    status.dataset.kind = view.setUp && !game.lookup(view.state) ? "wrong" : "";
  }

  /** How the game stands, in words. */
  function standing(view) {
    const { state, words, round } = view;
    const outcome = game.outcome(state);
    if (!game.lookup(state)) return words.unreachable(whyUnreachable(view));
    if (view.setUp || outcome === "draw") return verdict(view, state);
    if (outcome) return view.isDuel ? verdict(view, state) : round.isHuman(outcome) ? words.youWin : words.computerWins;
    const mover = game.toMove(state);
    if (view.isDuel) return words.turn(view.markOf(mover));
    return round.isHuman(mover) ? words.yourTurn(view.markOf(mover)) : words.computersTurn;
  }

  /** What a state is worth, by the marks, in words. */
  function verdict({ words, markOf }, state) {
    const outcome = game.outcome(state);
    if (outcome === "draw") return words.draw;
    return outcome ? words.wins(markOf(outcome)) : words.verdict(markOf(game.toMove(state)), game.lookup(state));
  }

  /** The step of best play that is previewed: the move, and what comes of it. */
  function stepped(view) {
    const { line, step, words } = view;
    const states = [view.state];
    for (const cell of line.slice(0, step)) states.push(game.after(states.at(-1), cell));
    const mark = view.markOf(game.toMove(states.at(-2)));
    return [words.step(step, line.length, mark, words.places[line[step - 1]]), verdict(view, states.at(-1))];
  }

  function whyUnreachable({ state, firstMark, words, markOf }) {
    const why = game.unreachable(state);
    if (why.reason === "counts") return words.counts(firstMark, other(firstMark), why.x, why.o);
    if (why.reason === "bothWon") return words.bothWon;
    const winner = markOf(why.winner);
    return words.playedOn(winner, other(winner));
  }

  function drawScores(view) {
    const { state, words, points } = view;
    for (const mark of ["X", "O", "draw"]) {
      write(one(`[data-score="${mark}"]`), points[game.scoreName(view.round, mark)]);
    }
    for (const mark of ["X", "O"]) {
      const side = one(`[data-side="${mark}"]`);
      const who = mark === view.yourMark ? words.you : words.computer;
      write(one("dt", side), view.isDuel ? mark : `${who} (${mark})`);
      const active = !game.outcome(state) && mark === view.markOf(game.toMove(state));
      side.dataset.turn = active ? "on" : "";
    }
  }

  function drawTools({ round, setUp, settings }) {
    enable("undo", !setUp && round.undoTarget !== null);
    enable("redo", !setUp && round.redoTarget !== null);
    control("hints").setAttribute("aria-pressed", String(settings.hints));
    control("setup").setAttribute("aria-pressed", String(Boolean(setUp)));
  }

  // --------------------------------------------------- best play, set-up, review, the end

  function drawLine(view) {
    const { line, step, state, words } = view;
    const panel = one(".line");
    panel.hidden = !line.length;
    if (panel.hidden) return;
    const mover = game.toMove(state);
    write(one(".verdict", panel), verdict(view, state));
    enable("back", step > 0);
    enable("forward", step < line.length);
    rows(one(".moves", panel), line.length, stepButton).forEach((item, i) => {
      const mark = view.markOf(i % 2 ? other(mover) : mover);
      const button = one("button", item);
      setData(button, { mark, step: i + 1 });
      write(button, `${mark} ${words.places[line[i]]}`);
      setCurrent(button, step === i + 1);
    });
  }

  function stepButton() {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    item.append(button);
    return item;
  }

  function drawSetUp({ setUp, state }) {
    one(".setup").hidden = !setUp;
    if (!setUp) return;
    control("setup-first").value = setUp.firstMark;
    enable("play-from-here", game.lookup(state));
  }

  /** What the review says of the move that led to the point that is looked at. */
  function reviewed({ round, setUp }) {
    if (setUp || !round.result || round.isLatest || !round.played) return null;
    return game.review(round)[round.played - 1];
  }

  function drawReview({ round, setUp, words }) {
    const panel = one(".review");
    panel.hidden = Boolean(setUp) || !round.result;
    if (panel.hidden) return;
    control("play-on").hidden = round.isLatest || !round.awaitsComputer;
    const remarks = game.review(round);
    const [start, ...items] = rows(one("ol", panel), remarks.length + 1, reviewRow);
    const goStart = one("[data-ply]", start);
    goStart.dataset.ply = 0;
    write(one(".place", start), words.start);
    setCurrent(goStart, round.played === 0);
    items.forEach((item, i) => {
      const remark = remarks[i];
      const go = one("[data-ply]", item);
      setData(go, { ply: i + 1, mark: round.shown(remark.player), review: remark.kind });
      write(one(".who", go), round.shown(remark.player));
      write(one(".place", go), words.places[remark.cell]);
      write(one(".kind", go), words.kinds[remark.kind]);
      write(one(".why", item), words.remark(remark));
      write(one(".better", item), remark.better.length
        ? words.betterMoves(remark.better.map((cell) => words.places[cell])) : "");
      const retry = one(".retry", item);
      retry.hidden = remark.kind === "best" || !round.isHuman(remark.player);
      retry.dataset.retry = i;
      write(retry, words.retry);
      retry.setAttribute("aria-label", words.retryMove(i + 1));
      setCurrent(go, round.played === i + 1);
    });
  }

  function reviewRow() {
    return one("#review-row").content.firstElementChild.cloneNode(true);
  }

  /** What the dialog says, whether it is open or not. */
  function drawEnd(view) {
    const { round, setUp, words } = view;
    if (setUp || !round.result || !round.isLatest) return;
    write(one("#end-title"), standing(view));
    one("dialog").dataset.result = round.result === "draw" ? "draw" : round.shown(round.result);
    const mistakes = { X: 0, O: 0 };
    for (const { kind, player } of game.review(round)) if (kind === "mistake") mistakes[round.shown(player)] += 1;
    write(one("dialog p"), view.isDuel
      ? words.theirMistakes(mistakes.X, mistakes.O) : words.yourMistakes(mistakes[view.yourMark]));
  }

  return { cells, control, one, page };
})();
