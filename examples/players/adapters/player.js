// Takes the centre, else a corner, else a side: a player for `perfectplay audit --exec`.

// A cell, from 0 to 8. The board has nine cells: "X", "O" or ".".
function move(board) {
  return [4, 0, 2, 6, 8, 1, 3, 5, 7].find((cell) => board[cell] === ".");
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => console.log(move(line.replaceAll("/", ""))));
