// The examples of the playground: the texts of their rules. The first line of each suggests a change.

export const EXAMPLES = [`// Three in a row. Try LENGTH = 2, or WIDTH = 4.
const title = "Three in a row";
const rules = "Get three in a row: across, down or slanting.";
const players = ["X", "O"];
const WIDTH = 3;
const HEIGHT = 3;
const LENGTH = 3;

// The lines that win: lists of squares.
const LINES = [];
for (let square = 0; square < WIDTH * HEIGHT; square += 1) {
  const [column, row] = [square % WIDTH, Math.floor(square / WIDTH)];
  for (const [right, down] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
    const [last, lowest] = [column + right * (LENGTH - 1), row + down * (LENGTH - 1)];
    if (last < 0 || last >= WIDTH || lowest >= HEIGHT) continue;
    LINES.push(Array.from({ length: LENGTH }, (_, i) => square + i * (right + WIDTH * down)));
  }
}

// A state is whatever you like: here the squares, row by row.
const start = () => " ".repeat(WIDTH * HEIGHT);
const whose = (board) => [...board].filter((sign) => sign !== " ").length % 2;

// A number is a square to press.
const moves = (board) => [...board].flatMap((sign, square) => (sign === " " ? [square] : []));

function play(board, square) {
  return board.slice(0, square) + "XO"[whose(board)] + board.slice(square + 1);
}

// For the player to move: "win", "draw", "loss", or nothing while it goes on.
function outcome(board) {
  const isWon = (line) => board[line[0]] !== " " && line.every((square) => board[square] === board[line[0]]);
  if (LINES.some(isWon)) return "loss";
  return board.includes(" ") ? undefined : "draw";
}

// What the board looks like: rows of signs. X and O are the players' own.
function draw(board) {
  return Array.from({ length: HEIGHT }, (_, row) => [...board.slice(WIDTH * row, WIDTH * (row + 1))]);
}
`, `// No three in a row: whoever makes a row loses. Change "win" to "loss", and it is tic-tac-toe.
const title = "No three in a row";
const rules = "Whoever makes three in a row loses.";
const players = ["X", "O"];
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const start = () => "         ";
const whose = (board) => [...board].filter((sign) => sign !== " ").length % 2;
const moves = (board) => [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((square) => board[square] === " ");
const play = (board, square) => board.slice(0, square) + "XO"[whose(board)] + board.slice(square + 1);

function outcome(board) {
  for (const [a, b, c] of LINES) {
    if (board[a] !== " " && board[a] === board[b] && board[b] === board[c]) return "win";
  }
  return board.includes(" ") ? undefined : "draw";
}

const draw = (board) => [[...board.slice(0, 3)], [...board.slice(3, 6)], [...board.slice(6)]];
`, `// Take-away. Change how many sticks there are, and how many may be taken.
const title = "Take-away";
const rules = "Take some sticks. Whoever takes the last one wins.";
const STICKS = 21;
const MOST = 3;

const start = () => STICKS;
const moves = (left) => Array.from({ length: Math.min(MOST, left) }, (_, i) => \`take \${i + 1}\`);
const play = (left, move) => left - Number(move.slice(5));
const outcome = (left) => (left === 0 ? "loss" : undefined);
const text = (left) => String(left);
`, `// Nim. Change the heaps.
const title = "Nim";
const rules = "Take as many as you like from one heap. Whoever takes the last one wins.";
const HEAPS = [3, 4, 5];

const start = () => HEAPS;
const moves = (heaps) => heaps.flatMap((heap, i) => Array.from({ length: heap }, (_, n) => \`\${n + 1} from heap \${i + 1}\`));

function play(heaps, move) {
  const [count, , , heap] = move.split(" ");
  return heaps.map((size, i) => (i + 1 === Number(heap) ? size - count : size));
}

const outcome = (heaps) => (heaps.every((heap) => heap === 0) ? "loss" : undefined);
const text = (heaps) => heaps.join(" · ");
`, `// Hexapawn. Try WIDTH = 4 or HEIGHT = 4.
const title = "Hexapawn";
const rules = "Pawns step straight ahead and take slanting. Get one across, or leave the other side without a move.";
const WIDTH = 3;
const HEIGHT = 3;

// The squares, and who is to move: 0 goes up, 1 goes down.
const start = () => ["O".repeat(WIDTH) + " ".repeat(WIDTH * (HEIGHT - 2)) + "X".repeat(WIDTH), 0];
const mover = ([, who]) => who;

function steps([board, who]) {
  const found = [];
  for (let from = 0; from < board.length; from += 1) {
    if (board[from] !== "XO"[who]) continue;
    const ahead = from + (who ? WIDTH : -WIDTH);
    if (ahead < 0 || ahead >= board.length) continue;
    if (board[ahead] === " ") found.push([from, ahead]);
    for (const side of [-1, 1]) {
      const column = from % WIDTH + side;
      if (column >= 0 && column < WIDTH && board[ahead + side] === "OX"[who]) found.push([from, ahead + side]);
    }
  }
  return found;
}

// A list of two numbers: press one square, and then the other.
const moves = steps;

function play([board, who], [from, to]) {
  const squares = [...board];
  squares[to] = squares[from];
  squares[from] = " ";
  return [squares.join(""), 1 - who];
}

function outcome(state) {
  const [board, who] = state;
  const home = who ? board.slice(-WIDTH) : board.slice(0, WIDTH);
  if (who ? board.slice(0, WIDTH).includes("X") : board.slice(-WIDTH).includes("O")) return "loss";
  return home && steps(state).length ? undefined : "loss";
}

const draw = ([board]) => Array.from({ length: HEIGHT }, (_, row) => [...board.slice(WIDTH * row, WIDTH * (row + 1))]);
`, `// Chomp. Try other sizes: the first player always wins, and nobody has a rule for how.
const title = "Chomp";
const rules = "Bite off a square, and all right of it and below it goes too. Whoever eats the top left corner loses.";
const WIDTH = 4;
const HEIGHT = 3;

// How many squares are left in each row.
const start = () => Array(HEIGHT).fill(WIDTH);
const moves = (rows) => rows.flatMap((length, row) => Array.from({ length }, (_, column) => WIDTH * row + column));
const play = (rows, square) => rows.map((length, row) => (row >= Math.floor(square / WIDTH) ? Math.min(length, square % WIDTH) : length));
const outcome = (rows) => (rows[0] === 0 ? "win" : undefined);
const draw = (rows) => rows.map((length) => Array.from({ length: WIDTH }, (_, column) => (column < length ? "#" : " ")));
`, `// Discs fall into columns. Try LENGTH = 4, or a wider board.
const title = "Three discs in a row";
const rules = "Drop discs into columns. Three in a row wins: across, up or slanting.";
const WIDTH = 4;
const HEIGHT = 3;
const LENGTH = 3;

const start = () => " ".repeat(WIDTH * HEIGHT);
const whose = (board) => [...board].filter((sign) => sign !== " ").length % 2;

// The lowest free square of each column.
const moves = (board) => Array.from({ length: WIDTH }, (_, column) => {
  for (let row = HEIGHT - 1; row >= 0; row -= 1) if (board[WIDTH * row + column] === " ") return WIDTH * row + column;
  return -1;
}).filter((square) => square >= 0);
const play = (board, square) => board.slice(0, square) + "XO"[whose(board)] + board.slice(square + 1);

function outcome(board) {
  for (let square = 0; square < board.length; square += 1) {
    const [column, row] = [square % WIDTH, Math.floor(square / WIDTH)];
    for (const [right, down] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
      const [last, lowest] = [column + right * (LENGTH - 1), row + down * (LENGTH - 1)];
      if (board[square] === " " || last < 0 || last >= WIDTH || lowest >= HEIGHT) continue;
      const line = Array.from({ length: LENGTH }, (_, i) => board[square + i * (right + WIDTH * down)]);
      if (line.every((sign) => sign === board[square])) return "loss";
    }
  }
  return board.includes(" ") ? undefined : "draw";
}

const draw = (board) => Array.from({ length: HEIGHT }, (_, row) => [...board.slice(WIDTH * row, WIDTH * (row + 1))]);
`, `// Notakto: both players draw X. Try SIZE = 4.
const title = "Notakto";
const rules = "Both of you draw X. Whoever makes a full line loses.";
const SIZE = 3;

const start = () => ".".repeat(SIZE * SIZE);
const moves = (board) => [...board].flatMap((sign, square) => (sign === "." ? [square] : []));
const play = (board, square) => board.slice(0, square) + "x" + board.slice(square + 1);

function outcome(board) {
  const each = (to) => Array.from({ length: SIZE }, (_, i) => board[to(i)]).every((sign) => sign === "x");
  const lines = Array.from({ length: SIZE }, (_, n) => each((i) => SIZE * n + i) || each((i) => SIZE * i + n));
  return lines.some(Boolean) || each((i) => (SIZE + 1) * i) || each((i) => (SIZE - 1) * (i + 1)) ? "win" : undefined;
}

const draw = (board) => Array.from({ length: SIZE }, (_, row) => [...board.slice(SIZE * row, SIZE * (row + 1))]);
`, `// Dominoes. X lays them upright, O lying down. Change the size of the board.
const title = "Domineering";
const rules = "Lay a domino on two free squares: X upright, O lying down. Whoever finds no room loses.";
const players = ["X", "O"];
const WIDTH = 4;
const HEIGHT = 4;

const start = () => [" ".repeat(WIDTH * HEIGHT), 0];
const mover = ([, who]) => who;

function moves([board, who]) {
  const found = [];
  for (let square = 0; square < board.length; square += 1) {
    const other = who ? square + 1 : square + WIDTH;
    const fits = who ? square % WIDTH < WIDTH - 1 : other < board.length;
    if (fits && board[square] === " " && board[other] === " ") found.push([square, other]);
  }
  return found;
}

function play([board, who], squares) {
  return [[...board].map((sign, square) => (squares.includes(square) ? "XO"[who] : sign)).join(""), 1 - who];
}

const outcome = (state) => (moves(state).length ? undefined : "loss");
const draw = ([board]) => Array.from({ length: HEIGHT }, (_, row) => [...board.slice(WIDTH * row, WIDTH * (row + 1))]);
`, `// Kayles: knock down one pin, or two that stand side by side. Change the number of pins.
const title = "Kayles";
const rules = "Knock down one pin, or two side by side. Whoever knocks down the last one wins.";
const PINS = 9;

const start = () => "|".repeat(PINS);
const moves = (pins) => [...pins].flatMap((pin, i) => [...(pin === "|" ? [\`\${i + 1}\`] : []), ...(pin + pins[i + 1] === "||" ? [\`\${i + 1} and \${i + 2}\`] : [])]);
const play = (pins, move) => [...pins].map((pin, i) => (move.split(" and ").includes(String(i + 1)) ? "." : pin)).join("");
const outcome = (pins) => (pins.includes("|") ? undefined : "loss");
const draw = (pins) => [[...pins]];
`, `// A chase that may go on for ever: the second player flees. Remove a path, and see who wins.
const title = "Cop and robber";
const rules = "X walks along a path to catch O, who walks away. Whoever is caught loses.";
const players = ["X", "O"];
const WIDTH = 4;
const HEIGHT = 3;
const WALLS = [5];

const start = () => [0, WIDTH * HEIGHT - 1, 0];
const mover = (state) => state[2];

function around(square) {
  const [column, row] = [square % WIDTH, Math.floor(square / WIDTH)];
  const near = [[column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]];
  return near.filter(([x, y]) => x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT).map(([x, y]) => WIDTH * y + x)
    .filter((one) => !WALLS.includes(one));
}

const moves = (state) => around(state[state[2]]).filter((square) => state[2] === 0 || square !== state[0]).map((square) => [state[state[2]], square]);
const play = ([cop, robber, who], [, to]) => (who ? [cop, to, 0] : [to, robber, 1]);
const outcome = (state) => (state[0] === state[1] || !moves(state).length ? (state[2] ? "loss" : "win") : undefined);
const draw = ([cop, robber]) => Array.from({ length: HEIGHT }, (_, row) => Array.from({ length: WIDTH }, (_, column) => {
  const square = WIDTH * row + column;
  return square === cop ? "X" : square === robber ? "O" : WALLS.includes(square) ? "#" : " ";
}));
`, `// Count to a number: add 1 to MOST, and say the last one. Change TARGET and MOST.
const title = "Count to 31";
const rules = "Add to the number in turn. Whoever reaches the target wins.";
const TARGET = 31;
const MOST = 6;

const start = () => 0;
const moves = (sum) => Array.from({ length: Math.min(MOST, TARGET - sum) }, (_, i) => \`+\${i + 1}\`);
const play = (sum, move) => sum + Number(move);
const outcome = (sum) => (sum === TARGET ? "loss" : undefined);
const text = (sum) => String(sum);
`];

/** Returns the name of an example. */
export const titleOf = (source) => /^const title = "(.*)";$/m.exec(source)?.[1] ?? "";
