// Tic-tac-toe, solved: the value of every position, in constant time.
//
// Made by `SNAPSHOTS=overwrite cargo test -p perfectplay-cli --test suite page_table`. Cells are numbered row by row from 0 to 8, and
// cell i is bit i of every mask. X moves first, so that the masks tell who is to move.
"use strict";

const perfectplay = (() => {
  // A character for each way to fill the board, by its number in base 3 with a digit for
  // each cell: 1 for X, 2 for O; only for the first of those that turning and mirroring the
  // board makes of each other. "#" stands for a board that no game reaches; the characters
  // after it for distance * 3 + value, with 0 for a loss of the player to move.
  const SCORES = "@=#=#:#5##5#57######750###7###7#/50#5#/#)####50#5#0#/#####/####=#:##750##7###)#)####0#)########*7#)##*)*##)#0#)##))*##)#)*#####:#:7####7##44####7#4#)#7#4##)4)##)#4)########)#)$###############5###5#)#####*)/#:7#7#5#/#7#)##))1##4#41############$######$##7#4##)/1###)###*#)41#1#)#)#5#0##)0)##)###)#*##/#/1####)*#*#)#)#####.########)####)#$#######)#)*####*##))########################0###7#)50#7#/#)######/5#0##/)$#)/##/#//############$7#4##1/*#########)###)#$$##/1#1#)#)#7#/##)4)##)#41#######)#*)$#1#.####*#####.#####7###7#/#######*#4##150########)###########)###)#$#/##0/1###*###*#)41#1#/#/########)#########)###)#$###########################1###1#)########$1#.##+.+##/##)4)##)###)#)1#1#.#)##)###)#*########)/#*##))$#1#1#/#.#1#)##)))##.#.+####0##/#)##)#/)*#)#)#####4##/)$##1###*#))$#)#.###/#/)####))#)#)#)#####*#####)#*)*##$##$##)##)#)##/###*#)#######$)#*##))$#*#*#)#)#$####$#$##)#))####)#)####)##*#)###)####$#1#.####.##))$####)$#######$#####$#$##################/####/)########)#)*####*#)#)##############$########5#0#/##)##))1#/#/)####)##/)/##*###*#)))#)#)#)##50####*#)#$#)#####/####)##))*##)###*#)*#*#)#)#$###$#########$$####$#$##)#$#)##$###)+##)#)*#####/)####*#*#)#)####$#####)#*#*##)##)))##$#$#######)####)#)$##############)####)#$############4/####1#1#.#.####*#############################*####*##)#)###)#####1#)#)##.##+.+#)#))######)####)#)$###################################)####)#)$#########################################)######)#$/1##)###1#)1#1#)#/################/#*#######)#)##$.+####/#*#####)*)##/##)##))+#.#.)####))####)##)/####$###)##)#$*#####$####$###############)###$################*#)##*)+###############################)###)#$#####)#)#)*########)###)#$+#)+#+#)#)##**##*###))##))###*#)######*#)#))$##)#)##)##)))#)#))#######)#####$#)#$)#####)########)##)#$#$)*##$###$##)#$###)##))##)#))#)#)####))$##)##*#)$##)############$#$####$####)##)/###)))#####)#$*####$###)#$#######$#$#######1##).###)###)#.##.#+.+#*#)########)#$#############)##)#$+#)#$###$.+##+##+#()####)#####*####)############)#$#############+##(#(###$######################################)#$##################*##))###)####+$###$################$$#)#)#######$##(#######)####)#$##########(#####################################)########################*)1######)###$#)*##))#######)#$###########$#)#+$##*###)#)####)#)#+$#)#)#)#################$#)#+*#################)###$######)#$#$####+##))##)#))#####$#####)####$$####)#)####/)###$##)###*$#####$#########$######*)#####$#)#))####$#)#)#######$)#)$#######$#########$##$####$$######$#######$$########$####.)#####.#++##)####$#########.)$#####+###(##)####$##################((##$#######################$##########################$##$$###########$#$########*)####$)#)#$####$##$#######)######(#))#$)##)####(#####%)$$##$##$###(####%%#############)####$###########################################################################)##$##############";
  const VALUES = ["loss", "draw", "win"];
  const CELLS = 511;
  // Three cells in a row win: rows, columns, diagonals.
  const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [6, 4, 2]];
  // Where each way to turn and mirror the board takes each cell.
  const SYMMETRIES = [[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 3, 6, 1, 4, 7, 2, 5, 8], [2, 1, 0, 5, 4, 3, 8, 7, 6], [2, 5, 8, 1, 4, 7, 0, 3, 6], [6, 7, 8, 3, 4, 5, 0, 1, 2], [6, 3, 0, 7, 4, 1, 8, 5, 2], [8, 7, 6, 5, 4, 3, 2, 1, 0], [8, 5, 2, 7, 4, 1, 6, 3, 0]];

  // For every mask the number whose digits are its bits, and how many there are.
  const BASE_3 = new Uint16Array(CELLS + 1);
  const COUNT = new Uint8Array(CELLS + 1);
  for (let mask = 1; mask <= CELLS; mask += 1) {
    BASE_3[mask] = 3 * BASE_3[mask >> 1] + (mask & 1);
    COUNT[mask] = COUNT[mask >> 1] + (mask & 1);
  }

  const scores = new Uint8Array(19683).fill(255);
  for (let board = 0, read = 0; board < 19683; board += 1) {
    if (scores[board] !== 255) continue;
    const score = SCORES.charCodeAt(read++) - 35;
    for (const image of SYMMETRIES) {
      let number = 0;
      for (let rest = board, cell = 0; rest; rest = (rest - rest % 3) / 3) {
        number += rest % 3 * BASE_3[1 << image[cell++]];
      }
      scores[number] = score;
    }
  }

  // The record of the board on which X holds the cells of one mask and O those of the
  // other: value, distance in plies, and the masks of the winning, losing, neutral and best
  // moves. null if no game reaches the board. The value of a move is that of the board after it.
  function lookup(x, o) {
    if (!Number.isInteger(x) || !Number.isInteger(o) || (x | o) & ~CELLS || x & o) return null;
    const board = BASE_3[x] + 2 * BASE_3[o];
    if (!scores[board]) return null;
    const score = scores[board] - 1;
    const value = score % 3;
    const distance = (score - value) / 3;
    // The moves by the value of the board after them, nine bits for each.
    let moves = 0;
    let best = 0;
    if (distance) {
      const mark = COUNT[x] > COUNT[o] ? 2 : 1;
      const fastest = 3 * (distance - 1) + 2 - value;
      for (let empty = CELLS & ~(x | o); empty; empty &= empty - 1) {
        const cell = empty & -empty;
        const after = scores[board + mark * BASE_3[cell]] - 1;
        moves |= cell << 9 * (after % 3);
        if (after === fastest) best |= cell;
      }
    }
    const [winning, neutral, losing] = [moves & CELLS, moves >> 9 & CELLS, moves >> 18];
    return { value: VALUES[value], distance, winning, losing, neutral, best };
  }

  return { LINES, SYMMETRIES, lookup };
})();

export const { LINES, SYMMETRIES, lookup } = perfectplay;
