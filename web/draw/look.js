// What the board of a game looks like beyond its squares, as numbers and texts: letters at its edges,
// lines between its points, moves that cover several squares. Nothing here touches an element.

/** The column and the row of a square. */
const placeOf = ({ columns }, square) => [square % columns, Math.floor(square / columns)];

/** The middle of some squares, where a square is 1 wide and the first one begins at 0. */
export function middleOf(game, squares) {
  const sum = [0, 1].map((axis) => squares.reduce((all, square) => all + placeOf(game, square)[axis], 0));
  return sum.map((all) => all / squares.length + 0.5);
}

/** Of moves that cover a square, the one whose middle is nearest to a point; null if there is none. */
export function coveringMove(game, moves, square, [x, y]) {
  const far = (move) => {
    const [column, row] = middleOf(game, move.covers);
    return Math.hypot(column - x, row - y);
  };
  const found = moves.filter(({ covers }) => covers?.includes(square));
  return found.length ? found.reduce((nearest, move) => (far(move) < far(nearest) ? move : nearest)) : null;
}

/** Where a rounded box lies that is over all of some squares, with a space around it. */
export function boxOf(game, squares, space = 0.08) {
  const places = squares.map((square) => placeOf(game, square));
  const [left, top] = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + 1);
  return { x: left + space, y: top + space, width: right - left - 2 * space, height: bottom - top - 2 * space };
}

/** Lines between the middles of squares, as a path where a square is 1 wide. */
export const pathOfEdges = (game) => game.edges.map(([from, to]) => `M${middleOf(game, [from])}L${middleOf(game, [to])}`).join("");

/** What stands at the sides of a board: a text for each column or row. It is what the game says, or
 *  follows from the names of the squares, if moves are named by these: nothing, if they are not. */
export function coordinatesOf({ columns, rows, squareNames, coordinates, moveNames, drops }) {
  if (coordinates) return coordinates;
  const letters = Array(columns).fill("");
  const numbers = Array(rows).fill("");
  for (const [square, name] of squareNames.entries()) {
    const [, letter, number] = /^([a-z])(\d+)$/.exec(name) ?? [];
    if (!letter) continue;
    const [column, row] = placeOf({ columns }, square);
    if ((letters[column] || letter) !== letter || (numbers[row] || number) !== number) return {};
    letters[column] = letter;
    numbers[row] = number;
  }
  const isNamed = ([text, path]) => !path.length
    || (drops ? text === letters[path[0] % columns] : path.every((square) => text.includes(squareNames[square])) || text.includes(squareNames[path.at(-1)]));
  if (!letters.some(Boolean) || !moveNames.some(([, path]) => path.length) || !moveNames.every(isNamed)) return {};
  return drops ? { bottom: letters } : { bottom: letters, left: numbers };
}

/** The moves on the board that cover several squares, and who made them: those that were played, and
 *  those that are ahead, by their steps; and the one that is pointed at. */
export function coversOf(view) {
  const { game, round, ahead, state, setUp, ghost } = view;
  if (setUp) return [];
  // A picture knows no moves.
  const played = game.covered?.map((move) => ({ ...move, step: 0 })) ?? view.remarks.slice(0, round.played).map(({ did, player }) => ({ covers: did.covers, player, step: 0 }));
  const next = ahead.map(({ covers }, i) => ({ covers, player: game.mover(i ? ahead[i - 1].to : state), step: i + 1 }));
  const pointed = ghost ? [{ covers: ghost.covers, player: game.mover(state), step: 0, isGhost: true }] : [];
  return [...played, ...next, ...pointed].filter(({ covers }) => covers);
}
