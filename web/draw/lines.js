// Lines of moves: best play and its proof, the review with its chart, and what is printed.

import { claimant, options, outcome, proof, sorted } from "../solved.js";
import { tableVerdict, verdict } from "./sayings.js";
import { item, rows, setCurrent, setData, write } from "./write.js";

/** Best play from the board on. */
export function drawLine(view, { one, control, enable }) {
  const { game, line, step, state } = view;
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
export function drawWhy(view, { one }) {
  const tree = one(".why");
  const { game, state, words, settings } = view;
  const key = `${state} ${view.round.swapped} ${words.lang} ${settings.mirrors}`;
  if (!view.line.length || tree.dataset.key === key) return;
  tree.dataset.key = key;
  const player = game.mover(state);
  tree.replaceChildren(...view.distinct(sorted(options(game, state)))
    .map((option) => whyItem(view, player, option, [option.move], claimant(option, player))));
}

/** A move in a proof. What answers it is written when it is opened. */
function whyItem(view, player, option, path, claims) {
  const { game, words } = view;
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

export function drawReview(view, parts) {
  const { one, control, copyOf } = parts;
  const { round, words } = view;
  const panel = one(".review");
  panel.hidden = Boolean(view.setUp || view.puzzle) || round.result === null
    || (round.isLatest && !view.isReviewing && !view.isVisited);
  if (panel.hidden) return;
  control("play-on").hidden = round.isLatest || !round.awaitsComputer;
  const { remarks } = view;
  drawChart(view, parts, remarks);
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
function drawChart(view, { one }, remarks) {
  const { game, words, round } = view;
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

/** What is printed under the board. */
export function drawPrinted(view, { one }) {
  const { remarks } = view;
  rows(one(".printed"), view.round.played, () => item()).forEach((element, ply) => {
    write(element, `${view.nameOf(remarks[ply].player)} ${view.place(remarks[ply].did)}`);
  });
}
