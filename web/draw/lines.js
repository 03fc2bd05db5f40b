// Lines of moves: those that were played and what each was worth, best play and its proof, what
// refutes a mistake, and what is printed.

import { claimant, options, proof, sorted } from "../solved.js";
import { afterMistake, courseOf, erred, remarkOf, verdict, worthOf } from "./sayings.js";
import { item, rows, setCurrent, setData, write } from "./write.js";

/** The squares of a move, for the one who points at it. */
const pathOf = ({ path, covers = path }) => covers.join(".");

/** The moves of the round; judged, once they may be, and reviewed when it is over. */
export function drawPlayed(view, { one, control, copyOf }) {
  const { game, round, words, remarks, puzzle } = view;
  const isOver = round.result !== null && !view.isPuzzling;
  const isJudged = !game.book && (isOver || (view.settings.values && !puzzle));
  const isReviewed = isJudged && isOver && !round.isLatest;
  one(".played").hidden = Boolean(view.setUp);
  one(".played").dataset.over = isReviewed ? "on" : "";
  control("play-on").hidden = round.isLatest || !round.awaitsComputer;
  control("photo").hidden = round.result === null || Boolean(puzzle);
  const list = one(".remarks");
  rows(list, remarks.length + 1, () => copyOf("remark")).forEach((element, ply) => {
    const remark = remarks[ply];
    const isBad = isReviewed && remark?.better.length > 0;
    const go = one(".go", element);
    setData(go, {
      ply,
      player: remark ? view.shown(remark.player) : null,
      review: remark && isJudged ? remark.kind : null,
      squares: remark ? pathOf(remark.did) : null,
    });
    setCurrent(go, round.played === ply);
    write(one(".number", go), remark ? `${ply + 1}.` : "");
    write(one(".who", go), remark ? view.nameOf(remark.player) : isOver ? words.end : words.now);
    write(one(".where", go), remark ? ` ${view.place(remark.did)}` : "");
    write(one(".worth", go), remark && isJudged ? worthOf(view, remark.did) : "");
    write(one(".kind", go), remark && isJudged ? words.kinds[remark.kind] : "");
    write(one(".what", element), isBad ? remarkOf(view, remark) : isReviewed && !remark ? verdict(view, round.states.at(-1)) : "");
    write(one(".better", element), isBad ? words.betterMoves(remark.better.map((option) => view.place(option))) : "");
    const retry = one(".retry", element);
    retry.hidden = !isBad || !round.isHuman(remark.player);
    retry.dataset.retry = ply;
    write(retry, words.retry);
    retry.setAttribute("aria-label", words.retryMove(ply + 1));
  });
  showRow(list, list.children[round.played]);
  drawChart(view, one, isJudged || Boolean(view.mistake));
}

/** How the game went, for the eye and the pointer: the list of moves says it in words. The upper part is the
 *  second player's. A game in which nothing has changed has no chart. */
function drawChart(view, one, isJudged) {
  const { words, players, remarks } = view;
  const course = isJudged ? courseOf(view) : [];
  const isShown = course.some((share) => share !== course[0]);
  one(".chart").hidden = !isShown;
  if (!isShown) return;
  const last = course.length - 1;
  const points = course.map((share, ply) => [100 * ply / last, 100 - 100 * share]);
  const texts = points.map(([x, y]) => `${x.toFixed(2)} ${(0.3 * y).toFixed(2)}`);
  one(".chart .area").setAttribute("d", `M0 30L${texts.join("L")}L100 30Z`);
  one(".chart .now").setAttribute("d", `M${points[view.round.played][0].toFixed(2)} 0v30`);
  const slips = remarks.filter(({ kind }) => kind === "mistake");
  rows(one(".slips"), slips.length, () => Object.assign(document.createElement("button"), { type: "button", tabIndex: -1 })).forEach((button, i) => {
    const { ply, did } = slips[i];
    const [x, y] = points[ply + 1];
    setData(button, { ply, squares: pathOf(did) });
    button.style.left = `${x}%`;
    button.style.top = `${y}%`;
  });
  write(one(".axis > :first-child"), words.moves(0));
  write(one(".axis > :last-child"), words.moves(last));
  for (const player of [0, 1]) write(one(`.chart figcaption [data-player="${player}"]`), words.ahead(players[player]));
}

/** Brings a row of a list into sight, and moves nothing but the list: when it is laid out. */
function showRow(list, row) {
  const key = `${row.firstElementChild.dataset.ply} ${list.children.length}`;
  if (list.dataset.at === key) return;
  list.dataset.at = key;
  requestAnimationFrame(() => { list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2; });
}

/** Best play from the board on, and why moves are worth what they are. */
export function drawLine(view, { one, control, enable }) {
  const { game, line, state, stepping, step } = view;
  one(".line").hidden = !line.length;
  one(".proof").hidden = Boolean(game.book) || view.isPuzzling;
  write(one(".proof > .note"), view.isJudging ? view.words.whyHelp : view.words.whyOff);
  enable("back", step > 0);
  enable("forward", step < view[stepping || "line"].length);
  drawSteps(view, one(".best"), "line", line, state);
  drawWhy(view, one(".why"), line.length > 0);
  control("mirrors").closest("label").hidden = !game.canonical || !line.length;
  control("mirrors").checked = view.settings.mirrors;
}

/** A mistake, and what refutes it. It stands where the puzzle of the day stands otherwise. */
export function drawMistake(view, { one }) {
  const { mistake, refutation } = view;
  one(".erred").hidden = !mistake;
  if (!mistake) return;
  write(one("#erred-title"), erred(view));
  write(one(".erred p"), afterMistake(view));
  const back = one(".erred .back");
  back.dataset.retry = mistake.ply;
  back.hidden = !view.round.isHuman(mistake.player);
  // At the end the main thing to do is to play again.
  back.classList.toggle("main", !view.isEnd);
  drawSteps(view, one(".erred ol"), "refutation", refutation, mistake.state);
}

/** The steps of a line that begins at a state. */
function drawSteps(view, list, name, line, start) {
  rows(list, line.length, () => item("button")).forEach((element, i) => {
    const player = view.game.mover(i ? line[i - 1].to : start);
    const button = element.firstChild;
    const isCurrent = view.stepping === name && view.step === i + 1;
    setData(button, { player: view.shown(player), step: i + 1, line: name, squares: pathOf(line[i]) });
    write(button, `${view.nameOf(player)} ${view.place(line[i])}`);
    setCurrent(button, isCurrent);
    if (isCurrent) list.scrollLeft = button.offsetLeft - list.offsetLeft - list.clientWidth / 2;
  });
}

/** The moves of the state with their worth, each to be opened: why it is worth that. */
function drawWhy(view, tree, isShown) {
  const { game, state, words, settings } = view;
  const key = isShown && `${state} ${view.round.swapped} ${words.lang} ${settings.mirrors}`;
  if (tree.dataset.key === String(key)) return;
  tree.dataset.key = key;
  if (!isShown) {
    tree.replaceChildren();
    return;
  }
  const player = game.mover(state);
  tree.replaceChildren(...view.distinct(sorted(options(game, state)))
    .map((option) => whyItem(view, player, option, [option.move], claimant(option, player))));
}

/** A move in a proof. What answers it is written when it is opened. */
function whyItem(view, player, option, path, claims) {
  const { game } = view;
  const li = item();
  const text = document.createElement("span");
  const who = document.createElement("b");
  write(who, view.nameOf(player));
  setData(text, { value: option.value, player: view.shown(player), squares: pathOf(option) });
  const isEnd = option.distance === 1;
  text.append(who, ` ${view.place(option)} · ${isEnd ? verdict(view, option.to) : worthOf(view, option)}`);
  if (isEnd) {
    li.append(text);
    return li;
  }
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.dataset.path = path.join(".");
  summary.append(text);
  details.append(summary);
  details.addEventListener("toggle", function unfold() {
    if (!details.open || details.children.length > 1 || game.isProved?.(option.to) === false) return;
    const list = document.createElement("ul");
    const mover = game.mover(option.to);
    try {
      list.append(...proof(game, option.to, claims).map((next) => whyItem(view, mover, next, [...path, next.move], claims)));
      details.append(list);
    } catch (error) {
      if (!error.ready) throw error;
      error.ready.then(unfold, () => {});
    }
  });
  li.append(details);
  return li;
}

/** What is printed under the board. */
export function drawPrinted(view, { one }) {
  const { remarks } = view;
  rows(one(".printed"), view.round.played, () => item()).forEach((element, ply) => {
    write(element, `${view.nameOf(remarks[ply].player)} ${view.place(remarks[ply].did)}`);
  });
}
