// What a page says that plays by a playbook, in both languages; and which games are by the book.

import { grouped } from "./texts.js";

export const bookWords = {
  en: {
    about: (size) => `The computer plays by a book of ${grouped(size)} positions.`,
    howItWorks: (size) => [
      `The computer's book has a move for each position that it can meet while it plays by the book, whatever you do. With your turns these are ${grouped(size)} positions, and this page has no others.`,
      "The book does not know what a position is worth, and neither does this page. Whether the book ever errs is for an audit to say.",
    ],
  },
  zh: {
    about: (size) => `电脑按一本棋谱下棋，共 ${grouped(size)} 个局面。`,
    howItWorks: (size) => [
      `无论你怎么走，电脑照谱下棋会遇到的每个局面，谱中都有一步。连同轮到你走的局面共 ${grouped(size)} 个，本页再没有别的。`,
      "棋谱不知道局面的胜负，本页也不知道。棋谱是否从不出错，要由审查（audit）判定。",
    ],
  },
};

/** What a page says of a playbook that was played against every reply when the page was written: its
 *  sides, the `positions` that its player met, the `bytes` of the book, and the least `value` of a
 *  game. */
export function provedWords({ sides, positions, bytes, value }) {
  const size = grouped(Math.ceil(bytes / 1000));
  const isMillions = positions >= 2_000_000;
  const wins = value === "win";
  return {
    en: {
      about: () => `${wins ? `The ${["first", "second"][sides[0]]} player wins. ` : ""}This player cannot be beaten: it knows ${isMillions ? `${Math.floor(positions / 1e6)}\u00a0million` : grouped(positions)} positions in ${size}\u00a0KB, and never searches.`,
      howItWorks: () => [
        `The computer has a playbook: rules of thumb, and a move for each position where they would be wrong. It has ${grouped(bytes)} bytes.`,
        `When this page was written, the book was played against every reply, by the rules alone. Its player met ${grouped(positions)} positions and ${wins ? "won every game" : "lost no game"}: that is the proof.`,
      ],
    },
    zh: {
      about: () => `${wins ? `${["先", "后"][sides[0]]}手必胜。` : ""}电脑不可战胜：${size} KB 中有 ${isMillions ? `${grouped(Math.floor(positions / 1e4))}\u00a0万` : grouped(positions)} 个局面，从不搜索。`,
      howItWorks: () => [
        `电脑有一本棋谱：若干经验法则，以及法则会出错的每个局面的一步棋，共 ${grouped(bytes)} 字节。`,
        `写出本页时，仅凭规则让棋谱对过每一种应对。它遇到 ${grouped(positions)} 个局面，${wins ? "每局都胜" : "一局不输"}：这就是证明。`,
      ],
    },
  };
}

/** Whether the computer has made no other moves than those of its book, from the start of the game:
 *  elsewhere it knows nothing. */
export const isByTheBook = ({ game, moves, states }, player) => game.book.sides.includes(player) && states[0] === game.start
  && moves.every((move, ply) => game.mover(states[ply]) !== player || game.book.move(states[ply]) === move);
