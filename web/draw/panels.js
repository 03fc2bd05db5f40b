// All around the board: words, the turn, scores, tools, settings, the set-up and puzzles.

import { LEVELS } from "../solved.js";
import { texts } from "../texts.js";
import { known, lookedAt, mistakes, shareOf, standing, stepped, tableVerdict, task, verdict, wrong } from "./sayings.js";
import { rows, setData, write } from "./write.js";

export function drawTexts(view, { root, one, all }) {
  const { words, rules, sides, game } = view;
  root.host.lang = words.lang;
  for (const element of all("[data-text]")) {
    write(element, element.dataset.text.split(".").reduce((entry, name) => entry[name], words));
  }
  for (const element of all("[data-name]")) element.setAttribute("aria-label", words[element.dataset.name]);
  for (const element of all(".icon")) element.title = words[element.dataset.name];
  const [note, side, rule] = all(".about span");
  write(side, sides);
  write(rule, rules);
  write(note, words.about?.(game.size) ?? "");
}

/** How it works, and which entry of the table is read. */
export function drawEntry({ game, words, stage }, { one }) {
  write(one(".entry"), !game.isStart && !game.book && game.entry && game.has(stage) ? words.entry(game.entry(stage), game.size) : "");
  const paragraphs = words.howItWorks(game.size);
  rows(one(".how > div"), paragraphs.length, () => document.createElement("p"))
    .forEach((paragraph, i) => write(paragraph, paragraphs[i]));
}

export function drawSettings({ game, players, settings, words, later, language }, { one, control, choices }) {
  const { book } = game;
  const solo = settings.players === "1" || Boolean(book);
  const { you, computer, alternate } = words.firstChoices;
  const [mine, its] = solo ? [you, computer] : [players[settings.mark], players[1 - settings.mark]];
  choices("players", Object.entries(words.playersChoices), settings.players);
  choices("mark", players.map((name, player) => [player, name]), settings.mark);
  choices("first", [["you", mine], ["computer", its], ["alternate", alternate]], settings.first);
  choices("level", LEVELS.map((level) => [level, words.levels[level]]), settings.level);
  choices("language", Object.entries(texts).map(([name, entry]) => [name, entry.name]), language);
  control("mark").disabled = !solo;
  control("level").disabled = !solo;
  for (const name of ["players", "level", "mark"]) control(name).closest("label").hidden = Boolean(book);
  control("first").closest("label").hidden = book?.sides.length === 1;
  write(one(".level-note"), solo && !book ? words.levelNotes[settings.level] : "");
  one(".range").hidden = !solo || Boolean(book) || settings.level !== "casual";
  const percent = words.percent(settings.errorRate);
  control("error-rate").value = settings.errorRate;
  control("error-rate").setAttribute("aria-valuetext", percent);
  write(one(".percent"), percent);
  control("sounds").checked = settings.sounds;
  one(".later").hidden = !later;
}

/** Why an answer cannot be had, or is not here yet; and a way to try again. */
export function drawProblem({ problem, language }, { one, control }) {
  one(".problem").hidden = !problem;
  write(one(".problem span"), problem ? problem.words?.[language] ?? problem.message : "");
  control("load").hidden = Boolean(problem?.final);
}

/** The turn, which is the player's one live region, what the table says, and how that stands. */
export function drawHead(view, { one, all }) {
  const { game, words, stage, round, language } = view;
  const isKnown = game.has(stage);
  const isEnd = view.shownOutcome !== null && !view.setUp && !view.ahead.length && Boolean(round.known);
  const isAhead = view.ahead.length > 0;
  write(one(".said"), view.step ? stepped(view) : isAhead && view.said === view.saidBefore ? lookedAt(view) : [view.wrongLink, view.said].filter(Boolean).join(words.space));
  write(one(".standing"), isAhead ? verdict(view, stage) : standing(view));
  one(".head").dataset.result = isEnd ? (round.result === "draw" ? "draw" : view.shown(round.result)) : "";
  // A line that has its room already: nothing moves when the rest of the game is here.
  write(one(".says"), view.puzzle ? task(view, view.puzzle.start)
    : isAhead ? ""
    : game.book ? ""
    : game.isStart ? view.problem ? "" : game.coming?.[language] ?? words.coming
    : isEnd ? game.proofs?.judged(view) || mistakes(view)
    : !isKnown ? words.noEntry
    : view.isJudging ? words.sentence(tableVerdict(view, stage)) + (game.proofs?.progress(view) ?? "") : known(view));
  one(".says").hidden = Boolean(game.book);
  setData(one(".bar"), { off: isKnown && (view.isJudging || isEnd) ? null : "" });
  for (const [side, name] of all(".bar span").entries()) write(name, view.players[side]);
  if (isKnown && !game.book) one(".bar").style.setProperty("--share", shareOf(view, stage));
  if (game.points && isKnown) {
    const points = game.points(stage);
    write(one(".points"), words.points(...[0, 1].flatMap((player) => [view.nameOf(player), points[player]])));
  }
}

export function drawScores(view, { one }) {
  const { game, players, words, round, stage } = view;
  for (const side of [0, 1]) {
    const player = view.shown(side);
    const element = one(`[data-side="${side}"]`);
    const who = round.isHuman(player) ? words.you : words.computer;
    write(one("dt", element), view.isDuel ? players[side] : `${who} (${players[side]})`);
    element.dataset.turn = view.shownOutcome === null && game.has(stage) && game.mover(stage) === player ? "on" : "";
  }
  for (const side of [0, 1, "draw"]) write(one(`[data-score="${side}"]`), view.points[view.scoreName(side)]);
  one(".streak").hidden = view.isDuel || game.book || view.settings.level !== "casual";
  write(one(".streak"), words.streak(view.points.streak));
}

export function drawTools(view, { control, enable }) {
  const { game, round, setUp, settings, words, isEnd, puzzle } = view;
  write(control("new"), isEnd ? words.again : words.new);
  control("new").classList.toggle("main", isEnd);
  const isReviewed = isEnd && !puzzle;
  write(control("puzzle"), isReviewed ? words.toReview : words.puzzle);
  if (isReviewed) control("puzzle").removeAttribute("aria-pressed");
  else control("puzzle").setAttribute("aria-pressed", String(Boolean(puzzle)));
  enable("undo", !setUp && !puzzle && round.undoTarget !== null);
  enable("redo", !setUp && !puzzle && round.redoTarget !== null);
  enable("values", !puzzle);
  control("values").hidden = Boolean(game.book);
  control("puzzle").hidden = !view.hasTable && (!isReviewed || Boolean(game.book));
  control("values").setAttribute("aria-pressed", String(settings.values && !puzzle));
  control("setup").setAttribute("aria-pressed", String(Boolean(setUp)));
  control("setup").hidden = !game.byHand;
  control("flip").hidden = !view.hasSides;
  // A link leads to a game only where the address names it.
  control("share").hidden = !view.hasAddress;
}

export function drawSetUp(view, { one, choices, enable }) {
  const { game, players, setUp } = view;
  one(".setup").hidden = !setUp;
  if (!setUp) return;
  choices("setup-first", players.map((name, player) => [player, name]), view.swapped ? 1 : 0);
  enable("play-from-here", game.has(view.state));
  write(one(".wrong"), wrong(view));
}

/** The puzzle that is open, or what that of the day asks for. */
export function drawPuzzle(view, { one, control }) {
  const { puzzle, today, words } = view;
  one(".puzzle").hidden = !puzzle && (today === null || Boolean(view.game.book || view.mistake || view.setUp));
  if (one(".puzzle").hidden) return;
  const isSolved = Boolean(puzzle?.isSolved);
  write(one("#puzzle-title"), !puzzle ? words.today : puzzle.day ? words.puzzleOf(view.dayName(puzzle.day)) : words.puzzle);
  write(one(".task"), !puzzle ? (today === undefined ? "" : task(view, today))
    : isSolved ? words.solved(view.slips) : "");
  const { streak } = view;
  write(one(".days"), streak && (!puzzle || puzzle.day) ? words.days(streak) : "");
  for (const name of ["another", "leave"]) control(name).hidden = !puzzle;
  control("picture").hidden = !isSolved;
  control("solve").hidden = Boolean(puzzle);
  control("copy").hidden = !isSolved || !puzzle.day;
}
