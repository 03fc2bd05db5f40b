// Who has won how often. Every tab adds its own to what is stored at that moment, and takes back
// what a move withdraws.

/** Scores from whatever was stored. Games against the computer and games of two are counted
 *  apart: by who won, and by the mark of the winner. `streak` counts wins in a row. */
export function scoresFrom(stored) {
  const scores = { you: 0, computer: 0, drawn: 0, 0: 0, 1: 0, draw: 0, streak: 0 };
  for (const name of Object.keys(scores)) {
    const points = Object(stored)[name];
    if (Number.isSafeInteger(points) && points > 0) scores[name] = points;
  }
  return scores;
}

/** Adds the round's result to the scores, or takes back what it has added. */
export function score(view) {
  const { round, counted, settings } = view;
  if (settings.values && !view.puzzle) view.isHelped = true;
  const result = view.counts ? round.result : null;
  const name = result === null ? null : view.scoreName(result === "draw" ? "draw" : view.shown(result));
  if (name === (counted?.name ?? null)) return;
  const points = scoresFrom(view.store.read("scores"));
  if (counted) {
    points[counted.name] = Math.max(0, points[counted.name] - 1);
    points.streak = counted.streak;
  }
  view.counted = name === null ? null : { name, streak: points.streak };
  if (name !== null) {
    points[name] += 1;
    if (name !== "you" && !view.isDuel) points.streak = 0;
    else if (name === "you" && settings.level === "casual" && !view.isHelped) points.streak += 1;
  }
  keepScores(view, points);
}

export function resetScores(view) {
  Object.assign(view, { counted: null, counts: view.round.result === null });
  keepScores(view, scoresFrom(null));
}

function keepScores(view, points) {
  view.points = points;
  view.store.write("scores", points);
}
