// Data of games with all that they may declare of their look, which the command does not write yet:
// made by hand of the data that it writes.

/** Every pair of squares that some move joins. */
const joined = ({ moves }) => {
  const edges = moves.filter(([, , path]) => path.length === 2).map(([, , path]) => [...path].sort((a, b) => a - b).join());
  return [...new Set(edges)].map((edge) => edge.split(",").map(Number));
};

const shaped = (data, shapes) => data.pieces.map((piece) => (piece.kind === "piece" ? { ...piece, shape: shapes[piece.owner] ?? shapes[0] } : piece));

/** What is declared of each, given the data without it. */
export const LOOKS = {
  morris: (data) => ({ edges: joined(data) }),
  hounds: (data) => ({ edges: joined(data), pieces: shaped(data, ["hound", "hare"]) }),
  domineering: (data) => ({
    moves: data.moves.map(([number, name, path]) => [number, name, path, name.split("-").map((square) => data.squareNames.indexOf(square))]),
  }),
  chomp: () => ({ poisoned: [0] }),
  kalah: () => ({ stores: ["right", "left"], coordinates: { columns: ["a", "b", "c"] } }),
  hexapawn: (data) => ({ pieces: shaped(data, ["pawn"]) }),
  breakthrough: (data) => ({ pieces: shaped(data, ["pawn"]) }),
  dodgem: (data) => ({ pieces: shaped(data, ["car"]) }),
  nim: () => ({ coordinates: { rows: ["a", "b", "c"] } }),
};

/** The data of a game, as text, with its look. */
export function lookOf(name, text) {
  const data = JSON.parse(text);
  // The data stay the last of it.
  const { data: packed, ...rest } = { ...data, ...LOOKS[name](data) };
  return JSON.stringify(packed === undefined ? rest : { ...rest, data: packed });
}
