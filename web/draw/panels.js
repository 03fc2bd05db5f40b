// All around the board: words, the turn, scores, tools, settings, the set-up and puzzles.

import { LEVELS, outcome } from "../solved.js";
import { texts } from "../texts.js";
import { mistakes, standing, stepped, tableVerdict, task, verdict, wrong } from "./sayings.js";
import { rows, write } from "./write.js";

export function drawTexts({ game, words }, { root, one, all }) {
  root.host.lang = words.lang;
  for (const element of all("[data-text]")) {
    write(element, element.dataset.text.split(".").reduce((entry, name) => entry[name], words));
  }
  for (const element of all("[data-name]")) element.setAttribute("aria-label", words[element.dataset.name]);
  write(one(".rules"), game.rules ?? "");
}

/** Which entry of the table it is, and of how many. */
export function drawEntry({ game, words, stage }, { one }) {
  write(one(".entry"), game.isStart ? words.coming : game.has(stage) ? words.entry(game.entry(stage), game.size) : "");
  const paragraphs = words.howItWorks(game.size);
  rows(one(".how > div"), paragraphs.length, () => document.createElement("p"))
    .forEach((paragraph, i) => write(paragraph, paragraphs[i]));
}

export function drawSettings({ game, settings, words, later, language }, { one, control, choices }) {
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

/** The turn, which is the player's one live region, what the table says, and where. */
export function drawHead(view, { one }) {
  const { game, words, stage, round } = view;
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

export function drawScores(view, { one }) {
  const { game, words, round, stage } = view;
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

export function drawTools(view, { control, enable }) {
  const { game, round, setUp, settings, words, isEnd, puzzle } = view;
  write(control("new"), isEnd ? words.again : words.new);
  control("new").className = isEnd ? "main" : "";
  const isReviewed = isEnd && !puzzle;
  write(control("puzzle"), isReviewed ? words.toReview : words.puzzle);
  if (isReviewed) control("puzzle").removeAttribute("aria-pressed");
  else control("puzzle").setAttribute("aria-pressed", String(Boolean(puzzle)));
  enable("undo", !setUp && !puzzle && round.undoTarget !== null);
  enable("redo", !setUp && !puzzle && round.redoTarget !== null);
  enable("hints", !puzzle);
  control("hints").setAttribute("aria-pressed", String(settings.hints && !puzzle));
  control("setup").setAttribute("aria-pressed", String(Boolean(setUp)));
  control("setup").hidden = !game.byHand;
}

export function drawSetUp(view, { one, choices, enable }) {
  const { game, setUp } = view;
  one(".setup").hidden = !setUp;
  if (!setUp) return;
  choices("setup-first", game.players.map((name, player) => [player, name]), view.swapped ? 1 : 0);
  enable("play-from-here", game.has(view.state));
  write(one(".wrong"), wrong(view));
}

export function drawPuzzle(view, { one, control }) {
  const { puzzle, words } = view;
  one(".puzzle").hidden = !puzzle;
  if (!puzzle) return;
  write(one("#puzzle-title"), puzzle.day ? words.puzzleOf(view.dayName(puzzle.day)) : words.puzzle);
  write(one(".task"), task(view));
  write(one(".solved"), !puzzle.isSolved ? "" : [words.solved(view.slips), puzzle.day ? words.tomorrow : ""].filter(Boolean).join(words.space));
  control("copy").hidden = !puzzle.isSolved || !puzzle.day;
}
