// Shares rules by the address: their text stands after "#rules=", compressed.

/** The greatest length of an address. Mail and chats may cut longer ones. */
export const LONGEST = 8000;

const KEY = "rules=";

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Returns the fragment of an address for rules, without the "#". */
export async function fragmentOf(source) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(source));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return KEY + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the rules of a fragment, or null if it has none. */
export async function rulesOf(fragment) {
  if (!fragment.startsWith(KEY)) return null;
  try {
    const text = atob(fragment.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the numbers that rules declare at their top, such as `const SIZE = 3;`. Each gets a slider. */
export function numbersOf(source) {
  return [...source.matchAll(/^const ([A-Z][A-Z_0-9]*) = (\d{1,3});$/gm)].map(([, name, value]) => ({ name, value: Number(value) }));
}

/** Returns the rules with another number. */
export const withNumber = (source, name, value) => source.replace(new RegExp(`^(const ${name} = )\\d+;$`, "m"), `$1${value};`);
