// A whole game as text, for the address of the page: where it began, its moves, what point is
// looked at. What is not understood is passed over, so that others may add to an address.
//
//   #X../.O./...&first=O&moves=8.2&at=1      two moves from a board where O opened, one shown
//   #moves=4.0.8                             three moves from the start

/** The text of a round, without the "#"; "" for one that has just begun. */
export function formatAddress(game, { states, moves, played, known, swapped }) {
  const start = swapped && game.byHand ? game.byHand.exchanged(states[0]) : states[0];
  return [
    states[0] === game.start ? "" : game.format(start),
    swapped ? `first=${game.players[1]}` : "",
    moves.length ? `moves=${moves.join(".")}` : "",
    played < known ? `at=${played}` : "",
  ].filter(Boolean).join("&");
}

/** Reads what `formatAddress` writes: a start, moves, how many of them are played, and whether marks
 *  are swapped. `isStrange` says that the text is meant to name a board and does not, or that a part of it is wrong. */
export function parseAddress(game, text) {
  const parts = decoded(text).split("&");
  const names = new Map(parts.filter((part) => part.includes("=")).map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at), part.slice(at + 1)];
  }));
  const board = parts.find((part) => part && !part.includes("="));
  const swapped = Boolean(game.byHand) && names.get("first") === game.players[1];
  const shown = board === undefined ? game.start : game.parse(board);
  const listed = names.get("moves") ?? "";
  const isList = /^\d+(\.\d+)*$/.test(listed);
  if (shown === null || (listed && !isList)) return { isStrange: true };
  const start = swapped ? game.byHand.exchanged(shown) : shown;
  const moves = isList ? listed.split(".").map(Number) : [];
  const [at = String(moves.length), first] = ["at", "first"].map((name) => names.get(name));
  const played = /^\d+$/.test(at) && at <= moves.length ? Number(at) : null;
  // What leads to another page, or nowhere.
  const isStrange = played === null || ["rules", "puzzle"].some((name) => names.has(name))
    || (first !== undefined && !(game.byHand && game.players.includes(first)));
  return { start, swapped, moves, played: played ?? moves.length, isBoard: board !== undefined || moves.length > 0, isStrange };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
