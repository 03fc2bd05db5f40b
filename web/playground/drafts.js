// Keeps in the browser's storage the texts that a reader has written, so that no text is lost: neither by a reload nor
// when an example takes its place. The text that was written last comes first.

const KEY = "perfectplay rules";
/** The greatest number of texts that are kept. */
const MOST = 20;

/** Returns the texts that are kept. Storage may be denied, or hold something else. */
export function drafts() {
  try {
    const texts = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(texts) ? texts.filter((text) => typeof text === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Returns the text that this tab has kept last, also before a reload; or null. */
export function mine() {
  try {
    const text = sessionStorage.getItem(KEY);
    return drafts().includes(text) ? text : null;
  } catch {
    return null;
  }
}

function remember(text) {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Another tab's text may come back then.
  }
}

/** Keeps `text` in the place of `before`, which is null for a new text. Each page replaces only its own texts, so two
 *  pages can write at the same time. If there is no room, older texts go first. */
export function keep(text, before) {
  remember(text);
  const texts = [text, ...drafts().filter((draft) => draft !== text && draft !== before)].slice(0, MOST);
  while (texts.length) {
    try {
      localStorage.setItem(KEY, JSON.stringify(texts));
      return;
    } catch {
      texts.pop();
    }
  }
}
