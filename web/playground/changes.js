// Tells apart the solved games of one page: what changed in their rules, and what differs in their results.

import { numbersOf, withNumber } from "./share.js";

/** The greatest number of letters of a line that is shown. */
const LETTERS = 60;

/** Returns the numbers of rules as a text. */
const written = (numbers) => numbers.map(({ name, value }) => `${name} ${value}`).join(", ");

/** Tells whether texts of rules have less than half of their lines in common: then they are of different games. */
function areOther(lines, olds) {
  const [mine, theirs] = [lines, olds].map((all) => all.map((line) => line.trim()).filter((line) => line.length > 1));
  const shared = mine.filter((line) => theirs.includes(line)).length;
  return 2 * shared < Math.max(mine.length, theirs.length);
}

/** Returns what changed between two texts of rules: the numbers that differ, and the first line that differs otherwise; and
 *  whether the texts are of different games. Without a text before, returns all numbers. */
export function changeOf(source, before) {
  const numbers = numbersOf(source);
  if (before === undefined) return { numbers: written(numbers), line: null, isOther: false };
  const old = new Map(numbersOf(before).map(({ name, value }) => [name, value]));
  const changed = numbers.filter(({ name, value }) => old.has(name) && old.get(name) !== value);
  const adapted = changed.reduce((text, { name, value }) => withNumber(text, name, value), before);
  const [lines, olds] = [source, adapted].map((text) => text.split("\n"));
  const at = lines.findIndex((line, number) => line !== olds[number]);
  const line = at < 0 ? null : { number: at + 1, text: lines[at].trim().slice(0, LETTERS) };
  return { numbers: written(changed), line, isOther: areOther(lines, olds) };
}
