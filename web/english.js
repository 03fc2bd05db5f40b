// What the games that the command knows are called on a page, their rules in words that a child reads, what
// the players are called there, who you are, and what was done by a move. A game of somebody else declares its own: `local` in its
// data. `named.js` reads this, and `chinese.js`, which has the same entries.

import { texts } from "./texts.js";

/** The players of a board whose pieces are blue and orange. */
const COLOURS = ["Blue", "Orange"];

const list = (numbers) => `${numbers.slice(0, -1).join(", ")}${numbers.length > 1 ? " and " : ""}${numbers.at(-1)}`;
const upTo = (most) => (most < 2 ? "1" : most < 6 ? `${Array.from({ length: most - 1 }, (_, i) => i + 1).join(", ")} or ${most}` : `1 to ${most}`);

/** Where pieces move or take: from a square to another. */
const step = (place) => place.replace(/^([a-z]\d)([-x]?)([a-z]\d)(\+?)$/, (_, from, by, to, more) =>
  `${by === "x" ? `took ${to} from ${from}` : `moved from ${from} to ${to}`}${more && " and became a hen"}`);
/** Where pieces are put down, and then move. */
const stone = (place) => (/^x/.test(place) ? `took the stone on ${place.slice(1)}` : /^[a-z]\d$/.test(place) ? `put a stone on ${place}` : step(place));
const seeds = (count) => (count === "1" ? "1 seed" : `${count} seeds`);

/** What pieces with letters are called. */
const LETTERS = { L: "lion", G: "giraffe", E: "elephant", C: "chick", H: "hen" };

/** By game: its title, its size by the parameters in its name, its rules by these, the players, and what else `named.js`
 *  takes. */
const GAMES = {
  tictactoe: { title: "Tic-tac-toe", rules: texts.en.tictactoe },
  mnk: {
    title: "In a row", size: ([width, height, length]) => `${length} on ${width}×${height}`,
    rules: ([, , length]) => `Get ${length} in a row: across, down or slanting.`,
  },
  connect: {
    title: ([, , length = "4"]) => (length === "4" ? "Connect Four" : `Connect ${length}`), size: ([width, height]) => `${width}×${height}`, players: COLOURS,
    did: (place) => `dropped into column ${place}`,
    rules: ([, , length = "4"]) => `Drop discs into the columns. ${length === "4" ? "Four" : length} in a row wins: across, up or slanting.`,
  },
  wild: { title: "Wild tic-tac-toe", players: COLOURS, did: (place) => `put ${place[0]} on ${place.slice(1)}`,
    rules: "Put an X or an O, whichever you like. Whoever makes three of a kind in a row wins." },
  notakto: {
    title: "Notakto", size: ([boards = "1"]) => (boards === "1" ? "" : `${boards} boards`), players: COLOURS,
    did: (place) => `put X on ${place}`,
    rules: ([boards = "1"]) => (boards === "1" ? "Both of you draw X. Whoever makes three in a row loses."
      : "Both of you draw X. A board with three in a row is out. Whoever finishes off the last board loses."),
  },
  hexapawn: {
    title: "Hexapawn", size: ([width, height]) => `${width}×${height}`, players: COLOURS, did: step,
    rules: "Pawns step straight ahead and take slanting. Get one across the board, or leave the other side without a move.",
  },
  chomp: {
    title: "Chomp", size: ([width, height]) => `${width}×${height}`, players: COLOURS,
    did: (place) => `bit off ${place}`, things: { "#": "a piece" },
    rules: "Bite off a piece, and all that is right of it or below it goes too. Whoever must eat the skull loses.",
  },
  nim: {
    title: "Nim", size: (heaps) => list(heaps.filter((heap) => heap !== "misere")), players: COLOURS,
    did: (place) => `took ${place.slice(1)} from heap ${place[0]}`,
    square: (_, square, { game }) => `heap ${String.fromCharCode(97 + Math.floor(square / game.columns))}, stick ${square % game.columns + 1}`,
    rules: "Take as many sticks as you like, but from one heap only. Whoever takes the last stick wins.",
  },
  subtraction: {
    title: "Take-away", size: ([heap]) => `${heap} sticks`, players: COLOURS, did: (place) => `took ${place}`,
    rules: ([, most]) => `Take ${upTo(Number(most))} each time. Whoever takes the last one wins.`,
  },
  morris: {
    title: ([pieces, reach]) => (reach === "lines" ? { 3: "Tapatan", 4: "Achi" }[pieces] : `${pieces} men’s morris`), players: COLOURS, did: stone,
    rules: ([pieces]) => `Put down your ${{ 3: "three", 4: "four" }[pieces] ?? ""} pieces, then move them. Three in a row wins.`,
  },
  mills: {
    title: ([squares, men]) => ({ "2,6": "Six men’s morris", "3,9": "Nine men’s morris" }[`${squares},${men}`] ?? "Mills"),
    size: ([squares, men]) => (["2,6", "3,9"].includes(`${squares},${men}`) ? "" : `${men} stones, ${squares === "1" ? "1 square" : `${squares} squares`}`),
    players: COLOURS, did: stone,
    rules: "Put down your stones, then move them along the lines. Three in a line take one away. Whoever has two left, or cannot move, loses.",
  },
  vanishing: {
    title: "Vanishing tic-tac-toe", rules: "You keep only three marks: your fourth makes your oldest vanish. Three in a row wins.",
  },
  dodgem: {
    title: "Dodgem", size: ([side]) => `${side}×${side}`, players: COLOURS,
    did: (place) => (place.endsWith("-off") ? `drove off the board from ${place.slice(0, 2)}` : place === "pass" ? undefined : step(place)),
    rules: "Drive your cars off the far side of the board. They go ahead or sideways, never back. Never shut the other side in.",
  },
  hounds: {
    title: "Hare and Hounds", players: ["Hounds", "Hare"], sides: ["the three hounds", "the hare"], did: step,
    rules: "Three hounds hunt a hare, and never step back. The hare loses when it cannot move, and wins when it gets past them.",
  },
  dobutsu: {
    title: "Dōbutsu shōgi", size: ([pieces]) => (pieces === "LEGC" ? "" : pieces), players: ["Sente", "Gote"], letters: LETTERS,
    did: (place) => (place[1] === "*" ? `put the ${LETTERS[place[0]]} back on ${place.slice(2)}` : step(place)),
    rules: "Catch the lion (L), or bring your own safely to the last row. What you take, you may put back on any empty cell. "
      + "The giraffe (G) steps straight, the elephant (E) slanting, the chick (C) ahead; on the last row it becomes a hen (H).",
  },
  chess: {
    title: ([men]) => (men ? `Chess ending ${men}` : "Chess endings"), size: ([, side]) => (side ? `${side}×${side}` : ""), players: ["White", "Black"], did: step,
    rules: "Chess with three or four men. Mate the other king; a king that is not in check and has no move is a draw.",
  },
  breakthrough: {
    title: "Breakthrough", size: ([width, height]) => `${width}×${height}`, players: COLOURS, did: step,
    rules: "Step ahead, straight or slanting; take only slanting. Whoever first gets a piece across the board wins.",
  },
  domineering: {
    title: "Domineering", size: ([width, height]) => `${width}×${height}`, players: COLOURS,
    did: (place) => `laid a domino on ${place.replace("-", " and ")}`,
    rules: "Lay dominoes: blue ones upright, orange ones lying down. Whoever finds no room loses.",
  },
  dots: {
    title: "Dots and Boxes", size: ([width, height]) => `${width}×${height}`, players: COLOURS,
    did: (place) => `drew the line ${place}`,
    rules: "Draw a line between two dots. Close a box and it is yours, and you go again. More boxes win.",
  },
  kalah: {
    title: "Kalah", size: ([pits, each]) => `${pits} pits of ${each}`, players: COLOURS,
    did: (place) => `sowed pit ${place}`, square: ([owner, pit], _, { players }) => `${players["XO".indexOf(owner)]}’s pit ${pit}`, heap: seeds,
    rules: "Sow the seeds of one of your pits, one by one. End in your store and you go again; end in an empty pit of yours and you take the seeds across. More seeds win.",
  },
};

const MISERE = { title: "losing to win", rules: "Here it is the other way round: whoever would win loses." };

export const english = { games: GAMES, misere: MISERE, words: {} };
