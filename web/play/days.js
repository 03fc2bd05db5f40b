// Days: today, and on how many in a row the puzzle of the day was solved, in whichever game.

/** The day that it is where the reader is. */
export const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);

/** The last day from whatever was stored, and how many days in a row end with it. */
function daysFrom(stored) {
  const { last, count } = Object(stored);
  const isDay = (number) => Number.isSafeInteger(number) && number > 0;
  return isDay(last) && isDay(count) ? { last, count } : { last: 0, count: 0 };
}

/** How many days in a row there are, if today or yesterday is one of them. */
export function streakOf({ days }, day = today()) {
  const { last, count } = daysFrom(days.read("days"));
  return last === day || last === day - 1 ? count : 0;
}

/** Counts the day of a puzzle that is solved, once, and on that day only. */
export function countDay(view, day = today()) {
  const { puzzle, days } = view;
  if (!puzzle?.isSolved || puzzle.day !== day || daysFrom(days.read("days")).last === day) return;
  days.write("days", { last: day, count: streakOf(view, day) + 1 });
}
