// The drawing: writes the player's elements from what its view says, and decides nothing.

import { markup } from "./markup.js";
import { LEVELS, claimant, options, outcome, proof, review, sorted } from "./solved.js";
import { texts } from "./texts.js";

/** How pieces that belong to nobody are drawn, by what they look like. */
const SIGNS = { X: "x", O: "o", "#": "block", "|": "stick", "+": "point" };

/** Fills a root with the elements of the player of a game; gives what reaches and draws them. */
export function drawing(root, game) {
  root.innerHTML = markup;
  const one = (selector, from = root) => from.querySelector(selector);
  const all = (selector, from = root) => [...from.querySelectorAll(selector)];
  const control = (name) => one(`[data-control="${name}"]`);
  const copyOf = (name) => one(`.${name}-template`).content.firstElementChild.cloneNode(true);

  one(".cell-template").content.querySelector("svg").insertAdjacentHTML("beforeend", game.boards?.shapes ?? "");
  const table = one(".table");
  if (game.columns) {
    table.style.setProperty("--columns", game.columns);
    table.style.setProperty("--rows", game.rows);
  }
  one(".points").hidden = !game.points;
  one(".strike").setAttribute("viewBox", `0 0 ${100 * game.columns} ${100 * game.rows}`);
  one(".digits").hidden = game.columns * game.rows !== 9;
  const cells = Array.from({ length: game.columns * game.rows }, (_, cell) => {
    const button = copyOf("cell");
    button.dataset.cell = cell;
    if (game.isLive && !game.isLive(cell)) button.dataset.still = "";
    one(".board").append(button);
    return button;
  });
  game.boards?.arrange(table, game, cells);

  /** Everything. What is as it was stays untouched. */
  function page(view) {
    drawTexts(view);
    drawSettings(view);
    drawBoard(view);
    game.boards?.drawChoices(view, game, { one, rows, write, setData });
    drawStrike(view);
    drawHead(view);
    drawScores(view);
    drawTools(view);
    drawReview(view);
    drawLine(view);
    drawWhy(view);
    drawSetUp(view);
    drawPuzzle(view);
    drawPrinted(view);
    if (isDrawn) drawEntry(view);
    else setTimeout(() => drawEntry(view));
    isDrawn = true;
  }

  let isDrawn = false;

  /** Which entry of the table it is, and of how many. To count them takes as long as all else, and
   *  so waits until the board can be used. */
  function drawEntry(view) {
    const { words, stage } = view;
    write(one(".entry"), game.isStart ? words.coming : game.has(stage) ? words.entry(game.entry(stage), game.size) : "");
    const paragraphs = words.howItWorks(game.size);
    rows(one(".how > div"), paragraphs.length, () => document.createElement("p"))
      .forEach((paragraph, i) => write(paragraph, paragraphs[i]));
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

  /** An element in a list's item, or an item alone. */
  function item(name) {
    const li = document.createElement("li");
    if (name) li.append(document.createElement(name));
    if (name === "button") li.firstChild.type = "button";
    return li;
  }

  /** Gives a select its options, value and text, and what is chosen. */
  function choices(name, entries, chosen) {
    const select = control(name);
    rows(select, entries.length, () => document.createElement("option")).forEach((option, i) => {
      option.value = entries[i][0];
      write(option, entries[i][1]);
    });
    select.value = chosen;
  }

  // ------------------------------------------------------------------ words and settings

  function drawTexts({ words }) {
    root.host.lang = words.lang;
    for (const element of all("[data-text]")) {
      write(element, element.dataset.text.split(".").reduce((entry, name) => entry[name], words));
    }
    for (const element of all("[data-name]")) element.setAttribute("aria-label", words[element.dataset.name]);
    write(one(".rules"), game.rules ?? "");
  }

  function drawSettings({ settings, words, later, language }) {
    const solo = settings.players === "1";
    const { you, computer, alternate } = words.firstChoices;
    const [mine, its] = solo ? [you, computer] : [game.players[settings.mark], game.players[1 - settings.mark]];
    choices("players", Object.entries(words.playersChoices), settings.players);
    choices("mark", game.players.map((name, player) => [player, name]), settings.mark);
    choices("first", [["you", mine], ["computer", its], ["alternate", alternate]], settings.first);
    choices("level", LEVELS.map((level) => [level, words.levels[level]]), settings.level);
    choices("language", Object.entries(texts).map(([name, entry]) => [name, entry.name]), language);
    control("mark").disabled = !solo;
    control("level").disabled = !solo;
    write(one(".level-note"), solo ? words.levelNotes[settings.level] : "");
    one(".range").hidden = !solo || settings.level !== "casual";
    const percent = words.percent(settings.errorRate);
    control("error-rate").value = settings.errorRate;
    control("error-rate").setAttribute("aria-valuetext", percent);
    write(one(".percent"), percent);
    one(".later").hidden = !later;
  }

  // ------------------------------------------------------------- the board, and of it

  /** Whether what stands on a square looks the same as what stands on another. */
  function isAlike(piece, other) {
    const [one, two] = [game.pieces[piece], game.pieces[other]];
    return one.kind === two.kind && (one.owner === undefined || one.kind === "heap" ? one.text === two.text : one.owner === two.owner);
  }

  /** Who changed each square last, in the states up to the one that is shown; undefined for
   *  squares that are as they were. */
  function makers({ round, setUp, ahead }) {
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

  /** How a piece is drawn: a shape, in the colour of its owner or of whoever put it there. */
  function signOf(piece) {
    const { kind, owner, text } = piece;
    if (kind === "empty" || kind === "absent") return null;
    if (kind === "heap") return "heap";
    return owner === undefined ? SIGNS[text] ?? "text" : game.shape === "discs" ? "disc" : "mark";
  }

  /** The best of those options that go on from the squares chosen before, by square. */
  function bySquare(list, chosen) {
    const found = new Map();
    for (const option of sorted(list)) {
      if (chosen.some((square, i) => option.path[i] !== square)) continue;
      const square = option.path[chosen.length];
      if (!found.has(square)) found.set(square, option);
    }
    return found;
  }

  function drawBoard(view) {
    const { words, ahead, stage, chosen } = view;
    const here = game.squares(view.state);
    const then = game.squares(stage);
    const told = bySquare(view.isAnalysing ? view.distinct(options(game, view.state)) : [], chosen);
    const hints = ahead.length ? bySquare(view.isAnalysing ? view.distinct(options(game, stage)) : [], []) : told;
    const longest = Math.max(1, ...[...hints.values()].map(({ distance }) => distance ?? 1));
    const last = view.setUp ? null : view.lastOption;
    const remark = view.remark;
    const ended = new Set(winningLines(stage).flat());
    const made = makers(view);
    const before = view.round.played && !view.setUp ? game.squares(view.round.states[view.round.played - 1]) : here;
    const over = game.has(stage) && outcome(game, stage) !== null;
    const board = one(".board");
    board.dataset.preview = ahead.length ? "on" : "";
    board.dataset.turn = over || !game.has(stage) ? "" : view.shown(game.mover(stage));
    board.dataset.over = over ? "on" : "";
    board.setAttribute("aria-busy", String(Boolean(game.isStart || view.isComputersTurn)));

    cells.forEach((button, cell) => {
      const piece = game.pieces[then[cell]];
      const sign = signOf(piece);
      const maker = piece.owner ?? (sign ? made[cell] : undefined);
      const mark = view.pieceName(here[cell]);
      const isLast = last?.path.at(-1) === cell;
      const hint = hints.get(cell);
      const step = ahead.findLastIndex((option) => option.path.at(-1) === cell);
      const isBetter = remark ? remark.better.some(({ path }) => path[0] === cell) : false;
      const isPlayed = remark ? remark.did.path.at(-1) === cell : false;
      setData(button, {
        mark,
        sign,
        kind: piece.kind,
        player: maker === undefined ? null : view.shown(maker),
        changed: piece.kind === "heap" && here[cell] !== before[cell] ? view.round.played % 2 : null,
        value: hint ? hint.value : null,
        distance: hint?.distance ?? null,
        best: hint?.best ? "" : null,
        preview: then[cell] === here[cell] ? null : view.pieceName(then[cell]),
        last: isLast && !ahead.length ? "" : null,
        moved: isLast && !ahead.length && (game.drops || last.path.length > 1) ? "" : null,
        won: ended.has(cell) ? "" : null,
        chosen: chosen.includes(cell) ? "" : null,
        better: isBetter ? "" : null,
        remark: isPlayed ? remark.kind : null,
      });
      if (isLast) game.boards?.setSlide(button, game, last);
      const nearness = hint ? 1 - ((hint.distance ?? longest) - 1) / longest : 0;
      button.style.setProperty("--near", nearness.toFixed(2));
      const content = [mark ? (isLast ? words.last(mark) : mark) : words.empty];
      if (chosen.includes(cell)) content.push(words.selected);
      if (told.has(cell)) content.push(words.worth(told.get(cell)));
      if (told.get(cell)?.best) content.push(words.best);
      if (isPlayed) content.push(words.played);
      if (isBetter) content.push(words.better);
      button.setAttribute("aria-label", words.cell(view.squareName(cell), content.join(words.comma)));
      setHidden(button, isAway(cell, here));
      one(".label", button).dataset.shown = piece.kind === "heap" || sign === "text" ? piece.text : piece.age ?? "";
      button.tabIndex = cell === view.cell ? 0 : -1;
      // For the eye only, and so in the style sheet: the label says it in words.
      one("b", button).dataset.shown = step >= 0 ? step + 1 : hint ? { win: "+", draw: "=", loss: "−" }[hint.value] : "";
      one("i", button).dataset.shown = hint && step < 0 ? words.worth(hint) : "";
    });
  }

  /** A square that is none, or on which nothing ever happens. */
  function isAway(cell, squares) {
    return game.pieces[squares[cell]].kind === "absent" || cells[cell].dataset.still !== undefined;
  }

  /** For nobody to reach. */
  function setHidden(button, isHidden) {
    if (isHidden) button.setAttribute("aria-hidden", "true");
    else button.removeAttribute("aria-hidden");
    button.disabled = isHidden;
  }

  /** The lines that the pieces of one player hold on a board where the game is over. */
  function winningLines(state) {
    if (!game.lines || !game.has(state) || typeof outcome(game, state) !== "number") return [];
    const squares = game.squares(state);
    return game.lines.filter(([from, ...line]) => signOf(game.pieces[squares[from]])
      && line.every((cell) => isAlike(squares[cell], squares[from])));
  }

  /** Draws a line through the first and the last square of each line of the winner. */
  function drawStrike({ stage }) {
    const lines = winningLines(stage);
    const strike = one(".strike");
    const drawn = lines.map((line) => line.join()).join(" ");
    if (strike.dataset.lines === drawn) return;
    strike.dataset.lines = drawn;
    strike.replaceChildren(...lines.map((line) => {
      const [from, to] = [line[0], line.at(-1)].map((cell) => [cell % game.columns, Math.floor(cell / game.columns)]);
      // From centre to centre, and a third of a square beyond.
      const beyond = 0.33 / Math.hypot(Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1]));
      const at = (a, b) => Math.round(100 * (a + 0.5 + Math.sign(a - b) * beyond));
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", `M${at(from[0], to[0])} ${at(from[1], to[1])} ${at(to[0], from[0])} ${at(to[1], from[1])}`);
      path.setAttribute("pathLength", "1");
      return path;
    }));
  }

  /** The turn, which is the player's one live region, what the table says, and where. */
  function drawHead(view) {
    const { words, stage, round } = view;
    const isKnown = game.has(stage);
    const isOver = isKnown && outcome(game, stage) !== null;
    const isEnd = isOver && !view.setUp && !view.ahead.length && Boolean(round.known);
    write(one(".said"), view.step ? stepped(view) : view.said);
    write(one(".standing"), view.step ? verdict(view, stage) : standing(view));
    one(".head").dataset.result = isEnd ? (round.result === "draw" ? "draw" : view.shown(round.result)) : "";
    write(one(".says"), view.puzzle ? task(view)
      : view.step ? ""
      : isEnd ? mistakes(view)
      : isKnown ? words.says(tableVerdict(view, stage)) : words.noEntry);
    if (game.points && isKnown) {
      const points = game.points(stage);
      write(one(".points"), words.points(...[0, 1].flatMap((player) => [view.nameOf(player), points[player]])));
    }
  }

  /** How the game stands, in words. */
  function standing(view) {
    const { state, words, round } = view;
    if (!game.has(state)) return words.noBoard;
    const result = outcome(game, state);
    if (view.setUp || result === "draw") return verdict(view, state);
    const isNeutral = view.isDuel || view.isVisited;
    if (result !== null) {
      return isNeutral ? verdict(view, state) : round.isHuman(result) ? words.youWin : words.computerWins;
    }
    const mover = game.mover(state);
    if (isNeutral) return words.turn(view.nameOf(mover));
    return round.isHuman(mover) ? words.yourTurn(view.nameOf(mover)) : words.computersTurn;
  }

  /** Who wins, as the table has it. */
  function tableVerdict({ words, nameOf }, state) {
    const { value, distance } = game.worth(state);
    if (value === "draw") return words.verdictDraw;
    const mover = game.mover(state);
    return words.verdictWin(nameOf(value === "win" ? mover : 1 - mover), distance);
  }

  /** What a state is worth, by the marks, in a sentence. */
  function verdict(view, state) {
    const { words, nameOf } = view;
    const result = outcome(game, state);
    if (result === null) return words.sentence(tableVerdict(view, state));
    return result === "draw" ? words.draw : words.wins(nameOf(result));
  }

  function mistakes(view) {
    const { round, words } = view;
    const counts = [0, 0];
    for (const { kind, player } of review(game, round.states[0], round.moves)) if (kind === "mistake") counts[player] += 1;
    if (!view.isDuel && !view.isVisited) return words.yourMistakes(counts[round.humans[0]]);
    return words.theirMistakes(view.nameOf(0), counts[0], view.nameOf(1), counts[1]);
  }

  /** The step of best play that is previewed. */
  function stepped(view) {
    const { line, step, words } = view;
    const before = step > 1 ? line[step - 2].to : view.state;
    return words.step(step, line.length, view.nameOf(game.mover(before)), view.place(line[step - 1]));
  }

  function drawScores(view) {
    const { words, round, stage } = view;
    for (const side of [0, 1]) {
      const player = view.shown(side);
      const element = one(`[data-side="${side}"]`);
      const who = round.isHuman(player) ? words.you : words.computer;
      write(one("dt", element), view.isDuel ? game.players[side] : `${who} (${game.players[side]})`);
      element.dataset.turn = game.has(stage) && outcome(game, stage) === null && game.mover(stage) === player ? "on" : "";
    }
    for (const side of [0, 1, "draw"]) write(one(`[data-score="${side}"]`), view.points[view.scoreName(side)]);
    one(".streak").hidden = view.isDuel || view.settings.level !== "casual";
    write(one(".streak"), words.streak(view.points.streak));
  }

  function drawTools(view) {
    const { round, setUp, settings, words } = view;
    const isEnd = view.isEnd;
    write(control("new"), isEnd ? words.again : words.new);
    control("new").className = isEnd ? "main" : "";
    const isReviewed = isEnd && !view.puzzle;
    write(control("puzzle"), isReviewed ? words.toReview : words.puzzle);
    if (isReviewed) control("puzzle").removeAttribute("aria-pressed");
    else control("puzzle").setAttribute("aria-pressed", String(Boolean(view.puzzle)));
    enable("undo", !setUp && !view.puzzle && round.undoTarget !== null);
    enable("redo", !setUp && !view.puzzle && round.redoTarget !== null);
    enable("hints", !view.puzzle);
    control("hints").setAttribute("aria-pressed", String(settings.hints && !view.puzzle));
    control("setup").setAttribute("aria-pressed", String(Boolean(setUp)));
    control("setup").hidden = !game.byHand;
  }

  // ------------------------------------------------- best play, its proof, and the review

  function drawLine(view) {
    const { line, step, state } = view;
    const panel = one(".line");
    panel.hidden = !line.length;
    if (panel.hidden) return;
    enable("back", step > 0);
    enable("forward", step < line.length);
    rows(one(".moves", panel), line.length, () => item("button")).forEach((element, i) => {
      const player = game.mover(i ? line[i - 1].to : state);
      const button = element.firstChild;
      setData(button, { player: view.shown(player), step: i + 1 });
      write(button, `${view.nameOf(player)} ${view.place(line[i])}`);
      setCurrent(button, step === i + 1);
    });
    control("mirrors").closest("label").hidden = !game.canonical;
    control("mirrors").checked = view.settings.mirrors;
  }

  /** The moves of the state with their worth, each to be opened: why it is worth that. */
  function drawWhy(view) {
    const tree = one(".why");
    const { state, words, settings } = view;
    const key = `${state} ${view.round.swapped} ${words.lang} ${settings.mirrors}`;
    if (!view.line.length || tree.dataset.key === key) return;
    tree.dataset.key = key;
    const player = game.mover(state);
    tree.replaceChildren(...view.distinct(sorted(options(game, state)))
      .map((option) => whyItem(view, player, option, [option.move], claimant(option, player))));
  }

  /** A move in a proof. What answers it is written when it is opened. */
  function whyItem(view, player, option, path, claims) {
    const { words } = view;
    const li = item();
    const text = document.createElement("span");
    const who = document.createElement("b");
    write(who, view.nameOf(player));
    setData(text, { value: option.value, player: view.shown(player) });
    const isEnd = outcome(game, option.to) !== null;
    text.append(who, ` ${view.place(option)} · ${isEnd ? verdict(view, option.to) : words.worth(option)}`);
    if (isEnd) {
      li.append(text);
      return li;
    }
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.dataset.path = path.join(".");
    summary.append(text);
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (!details.open || details.children.length > 1) return;
      const list = document.createElement("ul");
      const mover = game.mover(option.to);
      list.append(...proof(game, option.to, claims).map((next) => whyItem(view, mover, next, [...path, next.move], claims)));
      details.append(list);
    });
    li.append(details);
    return li;
  }

  function drawReview(view) {
    const { round, words } = view;
    const panel = one(".review");
    panel.hidden = Boolean(view.setUp) || Boolean(view.puzzle) || round.result === null
      || (round.isLatest && !view.isReviewing && !view.isVisited);
    if (panel.hidden) return;
    control("play-on").hidden = round.isLatest || !round.awaitsComputer;
    const remarks = review(game, round.states[0], round.moves);
    drawChart(view, remarks);
    rows(one(".remarks"), remarks.length + 1, () => copyOf("remark")).forEach((element, ply) => {
      const remark = remarks[ply];
      const go = one(".go", element);
      setData(go, {
        ply,
        player: remark ? view.shown(remark.player) : null,
        review: remark ? remark.kind : null,
      });
      setCurrent(go, round.played === ply);
      write(one(".who", go), remark ? view.nameOf(remark.player) : "");
      write(one(".place", go), !remark ? words.end
        : remark.kind === "best" ? `${view.place(remark.did)} · ${words.remark(remark)}` : view.place(remark.did));
      write(one(".kind", go), remark ? words.kinds[remark.kind] : "");
      write(one(".what", element), !remark ? verdict(view, round.states.at(-1))
        : remark.kind === "best" ? "" : words.remark(remark));
      write(one(".better", element), remark?.better.length
        ? words.betterMoves(remark.better.map((option) => view.place(option))) : "");
      const retry = one(".retry", element);
      retry.hidden = !remark || remark.kind === "best" || !round.isHuman(remark.player);
      retry.dataset.retry = ply;
      write(retry, words.retry);
      retry.setAttribute("aria-label", words.retryMove(ply + 1));
    });
  }

  /** A bar for each move: up where the player who is shown first wins after it, down where
   *  the other does, the longer the nearer the end is. */
  function drawChart(view, remarks) {
    const { words, round } = view;
    write(one(".chart-note"), words.chartHelp(game.players[0], game.players[1]));
    const longest = Math.max(...remarks.map(({ did }) => did.distance ?? 1));
    rows(one(".chart"), remarks.length, () => item("button")).forEach((element, ply) => {
      const { player, did, kind } = remarks[ply];
      const button = element.firstChild;
      const winner = did.value === "draw" ? null : view.shown(did.value === "win" ? player : 1 - player);
      setData(button, { ply, winner: winner ?? "draw", remark: kind });
      button.style.setProperty("--height", winner === null ? 0 : (1 - 0.65 * (did.distance - 1) / longest).toFixed(2));
      setCurrent(button, round.played === ply);
      const label = words.after(ply + 1, view.nameOf(player), view.place(did), tableVerdict(view, did.to));
      button.setAttribute("aria-label", kind === "mistake" ? `${label} (${words.kinds.mistake})` : label);
      button.title = label;
    });
  }

  // ------------------------------------------------------- boards set up, puzzles, paper

  function drawSetUp(view) {
    const { setUp, words, nameOf } = view;
    one(".setup").hidden = !setUp;
    if (!setUp) return;
    choices("setup-first", game.players.map((name, player) => [player, name]), view.swapped ? 1 : 0);
    enable("play-from-here", game.has(view.state));
    const why = game.byHand.unreachable(view.state);
    write(one(".wrong"), !why ? ""
      : words.unreachable(why.reason === "counts" ? words.counts(nameOf(0), nameOf(1), ...why.counts)
        : why.reason === "bothWon" ? words.bothWon : words.playedOn(nameOf(why.winner), nameOf(1 - why.winner))));
  }

  function task({ words, nameOf, puzzle }) {
    return words.task(nameOf(game.mover(puzzle.start)), game.worth(puzzle.start));
  }

  function drawPuzzle(view) {
    const { puzzle, words } = view;
    one(".puzzle").hidden = !puzzle;
    if (!puzzle) return;
    write(one("#puzzle-title"), puzzle.day ? words.puzzleOf(view.dayName(puzzle.day)) : words.puzzle);
    write(one(".task"), task(view));
    const slips = [...puzzle.tries].filter((kept) => kept === "0").length;
    write(one(".solved"), !puzzle.isSolved ? "" : [words.solved(slips), puzzle.day ? words.tomorrow : ""].filter(Boolean).join(words.space));
    control("copy").hidden = !puzzle.isSolved || !puzzle.day;
  }

  /** What is printed under the board. */
  function drawPrinted(view) {
    const { round } = view;
    const played = review(game, round.states[0], round.moves);
    rows(one(".printed"), round.played, () => item()).forEach((element, ply) => {
      write(element, `${view.nameOf(played[ply].player)} ${view.place(played[ply].did)}`);
    });
  }

  return { cells, one, page, isAway };
}
