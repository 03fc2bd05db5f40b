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

/** Whether the computer has made no other moves than those of its book, from the start of the game:
 *  elsewhere it knows nothing. */
export const isByTheBook = ({ game, moves, states }, player) => game.book.sides.includes(player) && states[0] === game.start
  && moves.every((move, ply) => game.mover(states[ply]) !== player || game.book.move(states[ply]) === move);
