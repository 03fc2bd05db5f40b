// Helps with errors in rules: finds the line to look at, and advice for common errors.

/** Returns the number of the line that declares a name, or 0. */
const declared = (source, name) => source.split("\n").findIndex((line) => new RegExp(`^\\s*(function\\*?|const|let|var)\\s+${name}\\b`).test(line)) + 1;

/** Returns the line of an error: the line where the rules failed, or the line of the first function that the message names. */
export function lineOf({ line = 0, message }, source) {
  if (line) return line;
  for (const [, name] of message.matchAll(/`(\w+)`/g)) if (declared(source, name)) return declared(source, name);
  return 0;
}

/** Returns the name that a function of the rules gives to the state, if its declaration shows this name. */
function stateIn(source, name) {
  const found = new RegExp(`(?:function\\s+${name}\\s*\\(|\\b${name}\\s*=\\s*(?:function\\s*)?\\(?)\\s*([A-Za-z_$][\\w$]*)`).exec(source);
  return found?.[1] ?? "state";
}

/** The kinds of advice: the name of the words, and a pattern of messages, in Chromium and in Firefox. */
const KINDS = [
  ["module", /^expected a module of perfectplay/],
  ["text", /read.?only.*of string/],
  ["copyList", /^`(\w+)` fails: .*(property '?\d+\b|\b\d+"? is read-only|array index|\[object Array\])/],
  ["copyObject", /^`(\w+)` fails: .*(read.?only|not extensible|delete property)/],
  ["outcome", /from `outcome`, found (true|-?\d|"(won|lost|lose|tie|drawn?|X|O)")/],
  ["ends", /found neither$/],
  ["json", /that JSON can hold.*found a (Set|Map)$/],
  ["returns", /from `play`, found nothing|changes nothing/],
  ["same", /the same answer each time/],
  ["loop", /have said nothing for/],
];

/** Returns the name of the words that help with an error, and the name of the state in the function that failed; or null. */
export function adviceOf(message, source) {
  for (const [kind, pattern] of KINDS) {
    const found = pattern.exec(message);
    if (found) return { kind, state: found[1] && kind.startsWith("copy") ? stateIn(source, found[1]) : "state" };
  }
  return null;
}
